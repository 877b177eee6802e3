// Package postlink makes the linked program of the page small enough to be waited for: it shortens it, and cuts it in two, of which the
// browser needs only the first before a person can type a query.
//
// [Divide] is all that a build calls. It takes these steps, and when one cannot be taken, it stops at the program that the one before
// made and says why. Each program that it returns does what the linked one does.
//
//   - module.go takes a WebAssembly module apart into sections and joins them; program.go knows what the linker writes there; body.go takes a
//     function apart into its instructions.
//   - tables.go leaves out what the toolchain's tables say of files, lines and inlined calls, which only stack traces need, and lays out
//     what stays so that a compressor makes less of it. It knows where the runtime keeps these tables, so it is the step that another
//     version of Go breaks first. It saves a seventh of the download, and a twentieth more because it keeps apart what only functions
//     that come later have use for.
//   - code.go writes jumps, calls and addresses in words that repeat themselves. It knows how the compiler writes functions, and nothing
//     of the runtime. It saves a sixth.
//   - split.go moves functions into a second module. A call that comes too early parks the program until that has arrived; web/static/late.js
//     is the browser's part. It saves two fifths. The names of functions move as well: what panics before the rest is there has a trace
//     without them. Which functions move is written in late.txt: divide.go reads it, and [Trace] writes it from what runs during a visit
//     (`go run ./e2e/late`); names.go tells functions and their files by the tables.
//
// The suites of filterlang and engine pass on programs that took all steps: `make attack` runs them so, in suites_test.go.
//
// The steps were proved with go1.26. With another version, Divide takes none, and the build says so in capitals. To prove one: change
// the version in divide.go, and run the tests of this package and of e2e. `make run` takes no step, `make build` prints what each one
// saves.
package postlink
