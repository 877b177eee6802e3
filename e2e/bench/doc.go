// Command bench measures the figures that Rangefinder promises in one run of Chromium and prints the peer beside them:
// the official SQLite build for the browser (version in package.json). In reading order:
//
//	main.go         the list of figures, the run, the table that is printed
//	lab.go          Chromium, the local server of the page and the two workers, asking them for one step
//	build.go        what must be there first: the engine's WASM and the peer's package
//	figure_*.go     one figure each: which steps, in which order, and what counts
//	page/           the page, and theirs.js, SQLite's half of each step
//	wasm/           our half of each step: the engine in a worker
//
// Ours and theirs take turns, never run at once, and are compared by medians.
package main
