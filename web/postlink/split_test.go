package postlink

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wandering does what a program can be parked at: it calls through interfaces and pointers, between goroutines, in timers, in functions
// that JavaScript calls, in deferred ones while it panics, and with a stack that grows.
const wandering = `package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"syscall/js"
	"time"
)

type shape interface{ area(scale float64) float64 }
type square struct{ side float64 }
type circle struct{ radius float64 }

//go:noinline
func (s square) area(scale float64) float64 { return s.side * s.side * scale }

//go:noinline
func (c *circle) area(scale float64) float64 { return 3 * c.radius * c.radius * scale }

type pair struct {
	a int
	b string
}

//go:noinline
func total(shapes []shape) (sum float64, names []string, err error) {
	for _, s := range shapes {
		sum += s.area(2)
		names = append(names, fmt.Sprintf("%T", s))
	}
	return sum, names, errors.New("none")
}

//go:noinline
func recovers(list []int, i int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = "recovered " + strings.Repeat("!", i-len(list)+1)
		}
	}()
	return fmt.Sprint(list[i])
}

//go:noinline
func deep(n int, kept *pair) int {
	local := pair{n, "x"}
	if n == 0 {
		runtime.GC()
		return kept.a
	}
	return deep(n-1, &local) + len(local.b)
}

//go:noinline
func generic[T comparable](list []T, want T) int {
	for i, v := range list {
		if v == want {
			return i
		}
	}
	return -1
}

//go:noinline
func twice(f func(int) int, v int) int { return f(f(v)) }

//go:noinline
func heard(v int) int { return v * 3 }

var ballast []*pair

func main() {
	began := make(chan int, 1)
	runtime.GC() // whose workers wait for the next turn
	go func() {
		var room [377]*pair // a frame like no other
		for i := range room {
			room[i] = &pair{i, "n"}
		}
		runtime.GC()
		began <- room[40].a + room[2+len(began)].a
	}()
	for i := range 50_000 { // without a pause: it has not begun when the collector comes to it
		ballast = make([]*pair, 64+i%2)
	}
	fmt.Print(<-began, " ")
	var done sync.WaitGroup
	results := make(chan string, 100)
	for i := range 5 {
		done.Add(1)
		go func() {
			defer done.Done()
			time.Sleep(time.Duration(5-i) * 3 * time.Millisecond)
			results <- fmt.Sprintf("g%d=%d", i, deep(200*i, &pair{i, ""}))
		}()
	}
	heardSum := 0
	calls := make(chan int, 10)
	callback := js.FuncOf(func(this js.Value, args []js.Value) any {
		heardSum += heard(args[0].Int())
		calls <- heardSum
		return args[0].Int() * 2
	})
	js.Global().Set("callback", callback)
	// In the middle of a call of ours: the answer is needed at once.
	answer := js.Global().Call("eval", "callback(7)").Int()
	js.Global().Call("eval", "for (let i = 0; i < 5; i++) setTimeout(() => callback(i), i*4)")

	sum, names, err := total([]shape{square{2}, &circle{1}, square{3}})
	keyed := map[pair]int{{1, "a"}: 1, {2, "b"}: 2}
	keyed[pair{3, "c"}] = len(names)
	sorted := []string{"pear", "apple", "fig"}
	sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
	fn := (&circle{2}).area
	for range 6 {
		<-calls
	}
	done.Wait()
	close(results)
	var got []string
	for r := range results {
		got = append(got, r)
	}
	sort.Strings(got)
	fmt.Println(sum, names, err, keyed[pair{2, "b"}]+keyed[pair{3, "c"}], sorted, fn(1), recovers([]int{1}, 3), deep(3000, &pair{1, ""}), generic(sorted, "fig"),
		twice(func(v int) int { return v*v + len(sorted) }, 3), answer, heardSum, strings.Join(got, " "))
	if trace := string(debug.Stack()); !strings.Contains(trace, "main.main(") {
		fmt.Println("the trace has no names:", trace)
	}
}
`

const wandered = "42 32 [main.square *main.circle main.square] none 5 [apple fig pear] 12 recovered !!! 3001 1 147 14 51 g0=0 g1=201 g2=401 g3=601 g4=801"

// splitHost runs a program in two parts in Node.js: the rest is there at once, when it is first needed, or so late that timers and
// calls come before it.
const splitHost = `"use strict";
const fs = require("fs"), path = require("path");
const [mode, dir, ...args] = process.argv.slice(2);
globalThis.fs = fs;
globalThis.path = path;
globalThis.require = require;
globalThis.location = { href: "http://localhost/web/worker.js", search: "" };
globalThis.postMessage = () => {};
globalThis.addEventListener = () => {};
const rest = fs.readFileSync(path.join(dir, "late.wasm"));
const log = { fetched: 0, now: 0, failed: 0 };
globalThis.fetch = async () => {
  log.fetched++;
  if (mode === "slow") await new Promise((r) => setTimeout(r, 40));
  if (mode === "failing" && log.failed++ === 0) return new Response("", { status: 503 });
  return new Response(rest, { headers: { "Content-Type": "application/wasm" } });
};
globalThis.XMLHttpRequest = class {
  open() { log.now++; }
  overrideMimeType() {}
  send() {
    this.status = 200;
    this.responseText = rest.toString("latin1");
  }
};
require(process.env.WASM_EXEC);
require(process.env.LATE_JS);
(async () => {
  const go = new Go();
  go.argv = ["program", ...args];
  go.env = Object.assign({ TMPDIR: require("os").tmpdir() }, process.env);
  go.exit = (code) => {
    if (process.env.SPLIT_LOG) fs.writeFileSync(process.env.SPLIT_LOG, JSON.stringify(log));
    process.exit(code); // as the loader for Node.js does: a timer that is left finds no program
  };
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(path.join(dir, "app.wasm")), go.importObject);
  if (mode === "before") {
    rangefinderRest(await WebAssembly.compile(rest));
    new WebAssembly.Instance(await WebAssembly.compile(rest), { program: instance.exports });
    instance.exports.late.value = 2;
  }
  await go.run(instance);
})();
`

// lateJS is found before a test goes into another folder.
var lateJS, _ = filepath.Abs("../static/late.js")

// runSplit runs the two parts and returns what the program wrote.
func runSplit(t *testing.T, mode, dir string, args ...string) (string, error) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	host := filepath.Join(dir, "host.js")
	if err := os.WriteFile(host, []byte(splitHost), 0o644); err != nil {
		t.Fatal(err)
	}
	// What the collector finds of the program's tables is checked: it runs as often as ever.
	run := exec.Command("node", append([]string{"--stack-size=8192", host, mode, dir}, args...)...)
	run.Env = append(os.Environ(), "GOGC=", "GOMEMLIMIT=", "WASM_EXEC="+filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"), "LATE_JS="+lateJS, "SPLIT_LOG="+filepath.Join(dir, "log.json"))
	out, err := run.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// shorten takes the steps before the one that splits, and returns the program as it is then.
func shorten(t *testing.T, p *program, late []bool) []byte {
	t.Helper()
	if err := p.shortenTables(late); err != nil {
		t.Fatal(err)
	}
	if err := p.shortenCode(); err != nil {
		t.Fatal(err)
	}
	return p.bytes()
}

// writeSplit writes the two parts of a program, cut as pick says among the functions that may be moved.
func writeSplit(t *testing.T, dir string, program []byte, pick func(i int, s source) bool) {
	t.Helper()
	p, late, err := prepare(program, pick)
	if err != nil {
		t.Fatal(err)
	}
	small := shorten(t, p, late)
	first, rest, err := p.split(late, false)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"app.wasm": first, "late.wasm": rest} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d bytes whole, %d and %d in parts", len(small), len(first), len(rest))
}

// Ensure that a program goes on where it was parked, whichever functions are missing when it starts.
func TestSplit_ProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("the program runs in Node.js, where the race detector sees nothing")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": wandering, "go.mod": "module small\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", "small.wasm", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod -trimpath")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	all := func(int, source) bool { return true }
	for _, tt := range []struct {
		name  string
		pick  func(i int, s source) bool
		modes []string
	}{
		{"all", all, []string{"before", "at once", "slow", "failing"}},
		{"even", func(i int, _ source) bool { return i%2 == 0 }, []string{"at once"}},
		{"odd", func(i int, _ source) bool { return i%2 == 1 }, []string{"slow"}},
		{"in a call of the browser's", func(_ int, s source) bool { return s.name == "main.heard" }, []string{"at once", "slow"}},
		{"in a goroutine that has not begun", func(_ int, s source) bool {
			return s.name == "main.main.func1"
		}, []string{"at once", "slow"}},
		{"on a growing stack", func(_ int, s source) bool { return s.name == "main.deep" }, []string{"slow"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			writeSplit(t, dir, program, tt.pick)
			for _, mode := range tt.modes {
				if got, err := runSplit(t, mode, dir); err != nil || got != wandered {
					t.Errorf("%s: %v, %q; want %q", mode, err, got, wandered)
				}
				log, err := os.ReadFile(filepath.Join(dir, "log.json"))
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(tt.name, "in a call") && !strings.Contains(string(log), `"now":1`) {
					t.Errorf("%s: an answer that the browser waits for did not have the rest fetched at once: %s", mode, log)
				}
			}
		})
	}

	t.Run("parts of two programs", func(t *testing.T) {
		writeSplit(t, dir, program, all)
		first, err := os.ReadFile(filepath.Join(dir, "app.wasm"))
		if err != nil {
			t.Fatal(err)
		}
		writeSplit(t, dir, program, func(i int, _ source) bool { return i%2 == 0 })
		if err := os.WriteFile(filepath.Join(dir, "app.wasm"), first, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := runSplit(t, "at once", dir); err != nil || got != "" {
			t.Errorf("%q, %v; want a program that stays parked", got, err)
		}
	})

	t.Run("names", func(t *testing.T) {
		writeSplit(t, dir, program, all)
		for file, want := range map[string]bool{"app.wasm": false, "late.wasm": true} {
			part, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(string(part), "main.recovers.func1"); got != want {
				t.Errorf("%s has the names that traces show: %v, want %v", file, got, want)
			}
		}
	})

	t.Run("damaged", func(t *testing.T) {
		p, err := readProgram(program)
		if err != nil {
			t.Fatal(err)
		}
		for n, s := range p.sections {
			if s.kind == dataSection || s.kind == codeSection || s.kind == customSection {
				continue
			}
			spoiled := slices.Clone(p.sections)
			spoiled[n].body = s.body[:len(s.body)-1]
			if _, err := readProgram(joinModule(spoiled)); err == nil {
				t.Errorf("a program whose section %d is cut short was taken", s.kind)
			}
		}
		every, goes := make([]bool, len(p.code)), make([]bool, len(p.code))
		for i, code := range p.code {
			b, err := parseBody(code, nil)
			every[i], goes[i] = true, err == nil && p.isGo(i) && movable(b, p.imports)
		}
		if _, _, err := p.split(goes, false); err == nil {
			t.Error("a program was taken that cannot unwind the stack where it calls what was moved")
		}
		if _, _, err := p.split(every, false); err == nil {
			t.Error("functions were taken that cannot be parked at")
		}
	})
}

// Ensure that a list names whole files, and functions with their closures and instances, and that what it does not name comes first.
func TestLateOnes(t *testing.T) {
	late := lateOnes("// a comment\nrangefinder/app/ui/lab.go\nexample.org/m/p.(*T).Do\nslices.Sort\n")
	for _, tt := range []struct {
		source
		want bool
	}{
		{source{"rangefinder/app/ui.(*Lab).Render", "rangefinder/app/ui/lab.go"}, true},
		{source{"rangefinder/app/ui.(*Lab).Render", "rangefinder/app/ui/labs.go"}, false},
		{source{"example.org/m/p.(*T).Do.func1.2", "example.org/m@v1.2.3/p/t.go"}, true},
		{source{"example.org/m/p.(*T).Do-fm", "<autogenerated>"}, true},
		{source{"example.org/m/p.(*T).Done", "example.org/m@v1.2.3/p/t.go"}, false},
		{source{"slices.Sort[go.shape.[]go.shape.int,go.shape.int]", "slices/sort.go"}, true},
		{source{"", "<autogenerated>"}, false},
	} {
		if got := late(tt.source); got != tt.want {
			t.Errorf("%v: late %v, want %v", tt.source, got, tt.want)
		}
	}
}

// Ensure that a list leaves out what ran, what stands beside that where a query goes through, what everybody calls and what cannot be
// parked at, and names a file of which nothing ran.
func TestTrace_Late(t *testing.T) {
	trace := &Trace{functions: []source{
		{"m/a.Ran", "m/a/one.go"}, {"m/a.Big", "m/a/one.go"}, {"m/a.Small", "m/a/one.go"}, {"m/a.Ran.func1", "m/a/one.go"},
		{"m/a.Other", "m/a/two.go"}, {"rangefinder/engine.Scan", "rangefinder/engine/scan.go"}, {"runtime.gc", "runtime/gc.go"}, {"m/a.init", "m/a/two.go"},
		{"rangefinder/engine.Get", "rangefinder/engine/get.go"}, {"rangefinder/engine.GetAll", "rangefinder/engine/get.go"}, {"fmt.Fscan", "fmt/scan.go"},
	}, sizes: []int{900, 900, 100, 900, 100, 900, 900, 900, 900, 900, 900}}
	_, got, _ := strings.Cut(trace.Late(map[int]bool{0: true, 8: true}), "\n")
	if want := "m/a.Big\nm/a/two.go\nrangefinder/engine/scan.go\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
