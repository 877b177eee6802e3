//go:build !js

package ui

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The trace is a net under changes of the page's inside: what seeded walks through the page send, draw and ask, message by
// message. It names no package, so code can move between packages under it.
//
// A walk mixes scenes, which reach the page's features (testdata/trace/scenes.txt), handlers of what is on screen, and messages
// with nonsense in them. The worker is real. Time stands still but between messages, and answers come in a fixed order
// (see gate), so a seed gives the same bytes in every run.
//
// testdata/trace/seed-N.txt keeps a hash for every hundred messages. When one differs, write both traces and compare them:
//
//	RANGEFINDER_TRACE=/tmp/new go test ./app/ui -run TestTrace -timeout 10m
//	RANGEFINDER_TRACE=/tmp/old go test ./app/ui -run TestTrace -timeout 10m   # in a checkout of before
//	go test ./app/ui -run TestTraces_Same -args -traces /tmp/old,/tmp/new
//
// The last prints the first record that differs with those before it. A difference that is meant is recorded with
//
//	go test ./app/ui -run TestTrace -timeout 10m -args -tracerecord
var (
	traceSteps  = flag.Int("tracesteps", 0, "`number` of messages of a walk; 0: 2000, and all that are on record when they are written")
	traceSeeds  = flag.Int("traceseeds", 0, "`number` of walks; 0: 2, and all that are on record when they are written")
	traceRecord = flag.Bool("tracerecord", false, "record the walks anew")
	traceLists  = flag.Bool("tracelists", false, "make the lists of words and messages anew")
	traces      = flag.String("traces", "", "two folders with traces, `old,new`, to be compared")
)

const (
	recordedSteps = 20_000 // messages of each walk that are on record
	recordedSeeds = 4
	recordedEvery = 100 // messages between two hashes
)

// Ensure that walks through the page send, draw and ask what they did when they were recorded.
func TestTrace(t *testing.T) {
	folder := os.Getenv("RANGEFINDER_TRACE")
	if testing.Short() && folder == "" {
		t.Skip("the race detector runs: the walks are the same with it, and take many times as long")
	}
	seeds, steps := 2, 2000
	if folder != "" || *traceRecord {
		seeds, steps = recordedSeeds, recordedSteps
	}
	if *traceSeeds > 0 {
		seeds = *traceSeeds
	}
	if *traceSteps > 0 {
		steps = *traceSteps
	}
	if folder != "" {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			t.Parallel()
			full := io.Discard
			if folder != "" {
				f, err := os.Create(filepath.Join(folder, fmt.Sprintf("seed-%d.txt", seed)))
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				b := bufio.NewWriterSize(f, 1<<20)
				defer b.Flush()
				full = b
			}
			var got []string
			synctest.Test(t, func(t *testing.T) { got = traceWalk(t, seed, steps, full) })
			name := filepath.Join("testdata", "trace", fmt.Sprintf("seed-%d.txt", seed))
			if *traceRecord {
				if err := os.WriteFile(name, []byte(strings.Join(got, "\n")+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
				if i == len(got) {
					return // a part of the walk
				}
				if line != got[i] {
					t.Fatalf("the walk differs within the %d messages before this one:\n  now %s\n  was %s\nThe comment of this file says how to find the first difference.", recordedEvery, got[i], line)
				}
			}
		})
	}
}

// Ensure that two folders hold the same traces; the first record that differs is shown.
func TestTraces_Same(t *testing.T) {
	old, now, ok := strings.Cut(*traces, ",")
	if !ok {
		return
	}
	for seed := range recordedSeeds {
		name := fmt.Sprintf("seed-%d.txt", seed)
		a, err := os.ReadFile(filepath.Join(old, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(now, name))
		if err != nil {
			t.Fatal(err)
		}
		was, is := strings.SplitAfter(string(a), "\n#"), strings.SplitAfter(string(b), "\n#")
		for i := range max(len(was), len(is)) {
			if i < len(was) && i < len(is) && was[i] == is[i] {
				continue
			}
			part := func(list []string) string {
				if i >= len(list) {
					return "nothing: the trace ends"
				}
				return list[i]
			}
			t.Errorf("%s differs first in record %d. After\n%s\nit was\n#%s\nand is\n#%s", name, i+1, strings.Join(was[max(0, i-5):min(i, len(was))], ""), part(was), part(is))
			break
		}
	}
}

// scene is a way through a feature: a line a message, or what the walk does between messages.
type scene struct {
	name  string
	lines []string
}

// tracer walks.
type tracer struct {
	*traced
	t      *testing.T
	seed   uint64
	ground *ground
	engine app.TestEngine

	words  []string
	names  []string // of the messages
	forms  map[string]any
	types  map[string]reflect.Type
	scenes []scene

	coming  []int // numbers of the scenes that come next
	scene   *scene
	at      int
	quiet   bool // nothing comes between the lines of the scene
	record  strings.Builder
	heard   int // messages
	hash    uint64
	marks   []string
	full    io.Writer
	done    []string // what the walk did, for a panic
	last    string
	pending string // the record of a message whose model is not drawn yet
}

// traceWalk walks until so many messages were heard, writes the trace and returns its marks.
func traceWalk(t *testing.T, seed uint64, steps int, full io.Writer) []string {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &tracer{traced: newTraced(ctx), t: t, seed: seed, engine: app.NewTestEngine(), ground: &ground{}, full: full, types: messageTypes(), hash: 14695981039346656037}
	defer func() {
		w.close()
		cancel()
		time.Sleep(time.Hour) // ends what waits for a time to come
	}()
	w.hear = w.tell
	w.traced.draw = w.told
	w.copied = func(text string) { w.note(fmt.Sprintf("copied %d bytes %016x", len(text), sum(text))) }
	w.read()
	if err := w.engine.Load(w.ground); err != nil {
		t.Fatal(err)
	}
	w.engine.ConsumeAll()
	w.mount(w.ground.ctx)
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("panic: %v\nseed %d, after\n%s\n%s", p, seed, strings.Join(w.done[max(0, len(w.done)-20):], "\n"), debug.Stack())
		}
	}()
	w.note("start")
	w.gate.settle()
	w.do("Started", `{"Base":"http://localhost/","Feed":true}`)
	w.listen(1 << 20)
	for n := uint64(0); w.heard < steps; n++ {
		w.step(n)
		if reason := w.gaveUp(); reason != "" {
			t.Fatalf("seed %d, after\n%s\nthe page gave up: %s", seed, strings.Join(w.done[max(0, len(w.done)-20):], "\n"), reason)
		}
	}
	return w.marks[:steps/recordedEvery]
}

// read reads what the walk is made of.
func (w *tracer) read() {
	lines := func(name string) []string {
		text, err := os.ReadFile(filepath.Join("testdata", "trace", name))
		if err != nil {
			w.t.Fatal(err)
		}
		return strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	}
	for _, line := range lines("words.txt") {
		word, err := strconv.Unquote(line)
		if err != nil {
			w.t.Fatalf("words.txt: %s: %v", line, err)
		}
		w.words = append(w.words, word)
	}
	w.forms = map[string]any{}
	for _, line := range lines("messages.txt") {
		name, form, _ := strings.Cut(line, " ")
		var f any
		if err := json.Unmarshal([]byte(form), &f); err != nil {
			w.t.Fatalf("messages.txt: %s: %v", line, err)
		}
		if w.types[name] == nil {
			w.t.Fatalf("messages.txt: there is no message %s; when it was renamed, say so in tracelayout_test.go", name)
		}
		w.names, w.forms[name] = append(w.names, name), f
	}
	for _, line := range lines("scenes.txt") {
		switch line = strings.TrimSpace(line); {
		case line == "" || strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "# "):
			w.scenes = append(w.scenes, scene{name: line[2:]})
		default:
			s := &w.scenes[len(w.scenes)-1]
			s.lines = append(s.lines, line)
		}
	}
}

// step does the nth thing. What it draws by lot depends on n and the seed alone.
func (w *tracer) step(n uint64) {
	r := rand.New(rand.NewPCG(w.seed, n))
	if w.scene == nil && r.IntN(4) == 0 {
		w.open(r)
	}
	switch k := r.IntN(10); {
	case w.scene != nil && (w.quiet || k < 5):
		w.play(n)
	case k < 7:
		w.press(n, r)
	default:
		name := w.names[r.IntN(len(w.names))]
		data := invented(w.forms[name], w.seed*1_000_003+n, w.text)
		msg := reflect.New(w.types[name]).Elem()
		if err := put(msg, data); err != nil {
			w.t.Fatalf("%s: %v; when a field was renamed or moved, messages.txt follows", name, err)
		}
		w.note(fmt.Sprintf("send %.300s", plainly(msg.Interface())))
		w.send(msg.Interface())
		w.gate.settle()
	}
	w.listen(r.IntN(5))
	w.rest(time.Millisecond)
	if r.IntN(60) == 0 {
		w.rest(time.Duration(r.IntN(3000)) * time.Millisecond)
	}
}

// open begins the next scene: each comes once before one comes again. Most begin at home, with nothing in between; in the others
// handlers and nonsense come between the lines.
func (w *tracer) open(r *rand.Rand) {
	if len(w.coming) == 0 {
		w.coming = r.Perm(len(w.scenes) - 1)
	}
	next := w.scenes[1+w.coming[0]]
	w.coming = w.coming[1:]
	w.note("scene " + next.name)
	if w.at, w.quiet = 0, r.IntN(4) > 0; w.quiet {
		next.lines = append(slices.Clone(w.scenes[0].lines), next.lines...)
	}
	w.scene = &next
}

// rest lets time pass.
func (w *tracer) rest(d time.Duration) {
	time.Sleep(d + time.Nanosecond) // see gathered
	w.gate.settle()
	w.listen(0)
}

// listen lets up to n messages of the worker in, and everything that waits for its turn on the page.
func (w *tracer) listen(n int) {
	for {
		for f := w.turn(); f != nil; f = w.turn() {
			f()
			w.engine.ConsumeAll()
			w.gate.settle()
		}
		if n == 0 || !w.gate.next() {
			return
		}
		n--
	}
}

// play does the next line of the scene.
func (w *tracer) play(n uint64) {
	line := w.scene.lines[w.at]
	if w.at++; w.at == len(w.scene.lines) {
		w.scene = nil
	}
	name, rest, _ := strings.Cut(line, " ")
	switch name {
	case "wait": // for all answers
		w.listen(1 << 20)
	case "rest":
		d, err := time.ParseDuration(rest)
		if err != nil {
			w.t.Fatalf("scenes.txt: %s: %v", line, err)
		}
		w.rest(d)
		w.listen(1 << 20)
	case "press": // the first element whose own text, id or label is the rest
		event := "click"
		if e, of, ok := strings.Cut(rest, " on "); ok {
			event, rest = e, of
		}
		for _, h := range tracedHandlers(w.tree(), nil) {
			if h.event == event && slices.Contains(h.says, rest) {
				w.call(h, n)
				break
			}
		}
	default:
		w.do(name, rest)
	}
}

// do sends a message of a scene.
func (w *tracer) do(name, text string) {
	msg, err := w.message(name, text)
	if err != nil {
		w.t.Fatalf("scenes.txt: %v", err)
	}
	w.note(fmt.Sprintf("send %.300s", plainly(msg)))
	w.send(msg)
	w.gate.settle()
}

// message makes a message with fields from JSON, "" for none.
func (w *tracer) message(name, text string) (any, error) {
	t := w.types[name]
	if t == nil {
		return nil, fmt.Errorf("there is no message %s", name)
	}
	msg := reflect.New(t).Elem()
	if text != "" {
		var data any
		if err := json.Unmarshal([]byte(text), &data); err != nil {
			return nil, fmt.Errorf("%s %s: %w", name, text, err)
		}
		if err := put(msg, data); err != nil {
			return nil, fmt.Errorf("%s %s: %w", name, text, err)
		}
	}
	return msg.Interface(), nil
}

// press calls the handler of something on screen.
func (w *tracer) press(n uint64, r *rand.Rand) {
	all := tracedHandlers(w.tree(), nil)
	w.call(all[r.IntN(len(all))], n)
}

func (w *tracer) call(h tracedHandler, n uint64) {
	w.note(fmt.Sprintf("press %s %.100q", h.event, strings.Join(h.says, " ")))
	v := eventValue{Value: app.Undefined(), w: w, seed: w.seed*1_000_033 + n, path: "event"}
	w.ground.value = v
	h.do(w.ground.ctx, app.Event{Value: v})
	w.engine.ConsumeAll()
	w.gate.settle()
}

// text is one that is on screen, in the list of words, or nonsense.
func (w *tracer) text(r *rand.Rand) string {
	switch n := r.IntN(10); {
	case n < 4:
		return w.words[r.IntN(len(w.words))]
	case n < 7:
		if all := ids.FindAllStringSubmatch(w.drawn, -1); len(all) > 0 {
			return html.UnescapeString(all[r.IntN(len(all))][1])
		}
	}
	return nonsense[r.IntN(len(nonsense))]
}

// note writes down what the walk does.
func (w *tracer) note(what string) {
	w.done = append(w.done, what)
	if len(w.done) > 1000 {
		w.done = slices.Clone(w.done[len(w.done)-20:])
	}
	w.write("  walk " + what + "\n")
}

// tell writes a message and its commands down.
func (w *tracer) tell(msg any, cmds []any) {
	time.Sleep(time.Nanosecond) // no two messages at once
	w.heard++
	w.last = bare(reflect.TypeOf(msg))
	w.write(fmt.Sprintf("#%d %s\n", w.heard, plainly(msg)))
	for _, cmd := range cmds {
		w.write("  cmd " + plainly(cmd) + "\n")
	}
}

// told writes down what was drawn for a message.
func (w *tracer) told() {
	w.write(fmt.Sprintf("  html %d %016x\n", len(w.drawn), sum(w.drawn)))
	if w.heard%recordedEvery == 0 {
		w.marks = append(w.marks, fmt.Sprintf("%d %016x %s", w.heard, w.hash, w.last))
	}
}

func (w *tracer) write(text string) {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%016x", w.hash)
	_, _ = io.WriteString(h, text)
	w.hash = h.Sum64()
	_, _ = io.WriteString(w.full, text)
}

// steadily puts the attributes of each tag in order, as stable does, at a speed for walks.
func steadily(html string) string {
	b := make([]byte, 0, len(html))
	var list []string
	for i := 0; i < len(html); {
		if html[i] != '<' || i+1 == len(html) || html[i+1] == '/' {
			b = append(b, html[i])
			i++
			continue
		}
		for i < len(html) && html[i] != ' ' && html[i] != '>' {
			b = append(b, html[i])
			i++
		}
		list = list[:0]
		for i < len(html) && html[i] == ' ' {
			from := i
			i++
			for i < len(html) && html[i] != ' ' && html[i] != '>' && html[i] != '=' {
				i++
			}
			if i+1 < len(html) && html[i] == '=' && html[i+1] == '"' {
				for i += 2; i < len(html) && html[i] != '"'; i++ {
					if html[i] == '\\' {
						i++
					}
				}
				i = min(i+1, len(html))
			}
			list = append(list, html[from:i])
		}
		slices.Sort(list)
		for _, a := range list {
			b = append(b, a...)
		}
	}
	return string(b)
}
