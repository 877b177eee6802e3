package ui

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/sample"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
	"rangefinder/engine"
)

var (
	steps = flag.Int("steps", 1500, "`number` of messages that the random walk sends")
	seed  = flag.Uint64("seed", 1, "`number` that decides which")
)

// The random walk of messages, longer and along other ways than the tests take it:
//
//	go test ./app/ui -run TestWalk -args -steps 100000 -seed 7

// walker is a screen without a browser: it draws every model into nothing, and lets answers wait for a while, as a busy page does.
type walker struct {
	root  *Root
	drawn string // the last
	done  []string

	mu      sync.Mutex
	waiting []func()
}

// nowhere is a page that does what handlers ask of it at once.
type nowhere struct{ port.Page }

func (nowhere) LocalZone() string                    { return "Europe/Berlin" }
func (nowhere) ZoneOffset(string, int64) (int, bool) { return 60, true }
func (nowhere) SetProperty(string, string)           {}
func (nowhere) Focused() string                      { return "" }
func (nowhere) DialogOpen(string) bool               { return false }
func (nowhere) NextFrame(string, func())             {}
func (nowhere) CopyLater(text func() (string, error), done func(error)) {
	_, err := text()
	done(err)
}
func (nowhere) CopyRich(text func() (string, string, error), done func(error)) {
	_, _, err := text()
	done(err)
}

func (w *walker) Draw(m shell.Model) {
	w.root.model = m
	w.drawn = app.HTMLString(w.root.Render())
}

func (w *walker) Do(page.Cmd) {}

func (w *walker) Later(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(w.waiting, f)
}

// hear lets up to n answers in.
func (w *walker) hear(n int) {
	for range n {
		w.mu.Lock()
		var f func()
		if len(w.waiting) > 0 {
			f, w.waiting = w.waiting[0], w.waiting[1:]
		}
		w.mu.Unlock()
		if f == nil {
			return
		}
		f()
	}
}

// anyValue is what an event, or the element that it came from, says when a handler asks: something.
type anyValue struct {
	app.Value
	say func() string
	r   *rand.Rand
}

func (v anyValue) Get(name string) app.Value {
	if name == "selectedOptions" {
		return v.Value // none
	}
	return v
}
func (v anyValue) Call(string, ...any) app.Value { return v }
func (v anyValue) Index(int) app.Value           { return v }
func (v anyValue) String() string                { return v.say() }
func (v anyValue) Int() int                      { return v.r.IntN(20) }
func (v anyValue) Float() float64                { return float64(v.r.IntN(500)) }
func (v anyValue) Bool() bool                    { return v.r.IntN(2) == 0 }
func (v anyValue) Truthy() bool                  { return v.r.IntN(2) == 0 }
func (v anyValue) IsNull() bool                  { return false }
func (v anyValue) IsUndefined() bool             { return false }

// ground is a component that is mounted: its context is one that handlers can be called with.
type ground struct {
	app.Compo
	ctx   app.Context
	value app.Value // of the element that the event came from
}

func (p *ground) JSValue() app.Value {
	if p.value != nil {
		return p.value
	}
	return p.Compo.JSValue()
}

func (p *ground) OnPreRender(ctx app.Context) { p.ctx = ctx }
func (p *ground) Render() app.UI              { return app.Div() }

// hidden returns a field that go-app does not show.
func hidden(v reflect.Value, name string) reflect.Value {
	f := v.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// handler is what an element does at an event.
type handler struct {
	name string
	do   app.EventHandler
}

// handlers lists what the elements of a tree do; a tree that a browser does not show is never mounted.
func handlers(ui app.UI, list []handler) []handler {
	if c, ok := ui.(app.Composer); ok {
		return handlers(c.Render(), list)
	}
	v := reflect.ValueOf(ui)
	if v.Kind() != reflect.Pointer {
		return list
	}
	e := v.Elem().FieldByName("htmlElement")
	if !e.IsValid() {
		return list
	}
	for _, h := range hidden(e, "eventHandlers").Seq2() {
		c := reflect.New(h.Type()).Elem()
		c.Set(h)
		list = append(list, handler{hidden(c, "event").String() + " " + hidden(c, "scope").String(), hidden(c, "goHandler").Interface().(app.EventHandler)})
	}
	for _, child := range hidden(e, "children").Interface().([]app.UI) {
		list = handlers(child, list)
	}
	return list
}

// literals are the texts in the sources of a folder: names of screens, settings, fields and identifiers among them.
func literals(t *testing.T, folder string) []string {
	t.Helper()
	var list []string
	sources(t, folder, func(n ast.Node) {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && len(text) < 40 && !strings.Contains(text, " ") {
				list = append(list, text)
			}
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// sources visits every node of the code of a folder, without its tests.
func sources(t *testing.T, folder string, visit func(ast.Node)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(folder, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool { visit(n); return true })
	}
}

// nonsense is what a person, a link or a page of another version may send.
var nonsense = []string{"", "0", "-1", "999999999999", "1e309", "'", "PartitionKey eq 'Action'", "RowKey ge 'A' and RowKey lt 'B'", "not (Rating gt 4.0) or Nope eq 1", "(((", "PartitionKey eq 'A' and PartitionKey eq 'B'", "Movies", "Logs", "Films", "T", "a b", "{Language}", "<b>", "\u202eabc", "\xff", "{}", `{"PartitionKey":"p","RowKey":"r"}`, `{"PartitionKey":"p","RowKey":"r","A@odata.type":"Edm.Int64","A":"1"}`, "20.11.2026", "#v=1&t=Movies&f=Rating%20gt%204", "v=1&t=Movies&s=lab", strings.Repeat("x", 3000)}

var (
	ids    = regexp.MustCompile(` (?:id|value|data-[a-z]+)="([^"]{1,60})"`)
	rooted = map[reflect.Type]bool{reflect.TypeFor[time.Time](): true}
)

// text is one that is on screen, in the sources, or nonsense.
func (w *walker) text(r *rand.Rand, words []string) string {
	switch n := r.IntN(10); {
	case n < 4:
		return words[r.IntN(len(words))]
	case n < 7:
		if all := ids.FindAllStringSubmatch(w.drawn, -1); len(all) > 0 {
			return html.UnescapeString(all[r.IntN(len(all))][1])
		}
	}
	return nonsense[r.IntN(len(nonsense))]
}

// fill sets v to something its type can hold.
func (w *walker) fill(r *rand.Rand, v reflect.Value, words []string, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.IntN(9))) // often a number of something on screen, which may be gone
		if r.IntN(8) == 0 {
			v.SetInt(r.Int64() >> r.IntN(40) & (1<<(v.Type().Bits()-1) - 1))
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(r.IntN(9)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 1, -1, 0.5, 1e308, 0.001}[r.IntN(6)])
	case reflect.String:
		v.SetString(w.text(r, words))
	case reflect.Slice:
		if n := r.IntN(4); depth < 3 && n > 0 {
			s := reflect.MakeSlice(v.Type(), n, n)
			for i := range n {
				w.fill(r, s.Index(i), words, depth+1)
			}
			v.Set(s)
		}
	case reflect.Struct:
		if rooted[v.Type()] {
			return
		}
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				w.fill(r, v.Field(i), words, depth+1)
			}
		}
	}
}

// Ensure that no order of messages and answers, whatever is in them, makes the page's program or the engine panic.
func TestWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector runs, and what is drawn is one goroutine's")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ours, work := port.Pipe()
	defer ours.Close()
	go worker.Serve(ctx, work, worker.Config{Handlers: operations.Handlers(), DB: engine.Open(engine.Options{}), Fetch: func(context.Context, string, func(int64, int64)) ([]byte, error) {
		return nil, fmt.Errorf("no files here")
	}})
	client := wire.NewClient(ours)
	defer client.Close()
	w := &walker{root: &Root{platform: &Platform{Client: client, Page: nowhere{}}}}
	w.root.store = shell.NewStore(client, w)
	w.root.sim = w.root.simPlayer()
	w.root.host = w.root.newHost()
	crashed := make(chan string, 100)
	client.OnCrash(func(report string) { crashed <- report })
	client.OnChange(func(c wire.Changed) { w.Later(func() { w.root.store.Send(page.TableChanged{Table: c.Table}) }) })
	r := rand.New(rand.NewPCG(*seed, 0))
	words := append(literals(t, "../shell"), literals(t, "../port")...)
	for _, s := range sample.Samples() {
		words = append(words, s.Name)
	}
	engine := app.NewTestEngine()
	here := &ground{}
	if err := engine.Load(here); err != nil {
		t.Fatal(err)
	}
	engine.ConsumeAll()
	told := func() string { // the last of what was done
		return fmt.Sprintf("seed %d, after\n%s", *seed, strings.Join(w.done[max(0, len(w.done)-20):], "\n"))
	}
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("panic: %v\n%s\n%s", p, told(), debug.Stack())
		}
	}()
	w.root.store.Send(shell.Started{Base: "http://localhost/"})
	for n := range *steps {
		if r.IntN(3) > 0 {
			all := handlers(w.root.Render(), nil)
			h := all[r.IntN(len(all))]
			w.done = append(w.done, fmt.Sprintf("%.300s", h.name))
			here.value = anyValue{app.Undefined(), func() string { return w.text(r, words) }, r}
			h.do(here.ctx, app.Event{Value: here.value})
			engine.ConsumeAll()
		} else {
			msg := reflect.New(reflect.TypeOf(sent[r.IntN(len(sent))])).Elem()
			if skipped[msg.Type()] {
				continue
			}
			w.fill(r, msg, words, 0)
			w.done = append(w.done, fmt.Sprintf("%.300s", fmt.Sprintf("%T%+v", msg.Interface(), msg)))
			w.root.store.Send(msg.Interface().(page.Msg))
		}
		w.hear(r.IntN(4))
		if n%50 == 0 {
			time.Sleep(5 * time.Millisecond)
			w.hear(1000)
		}
		select {
		case report := <-crashed:
			t.Fatalf("%s\nthe engine: %s", told(), report)
		default:
		}
		if w.root.model.Fatal != "" {
			t.Fatalf("%s\nthe page gave up: %s", told(), w.root.model.Fatal)
		}
	}
}

// What takes the walk away from where there is something to do, or too long.
var skipped = map[reflect.Type]bool{
	reflect.TypeFor[shell.WorkerLost]():    true,
	reflect.TypeFor[shell.EngineCrashed](): true,
}

// updating are the folders whose code takes messages: the page itself, and its features.
var updating = []string{"../shell", "../accounts", "../builder", "../copies", "../copyto", "../course", "../designlab", "../partitions", "../requests", "../simulator", "../files", "../guide", "../workload", "../bulk", "../plan", "../grid", "../tables", "../history", "../misses", "../beside", "../review", "../inspector", "../result", "../queries", "../queryline", "../querytabs", "../code", "../side", "../palette", "../settings", "../notices", "../intro"}

// Ensure that the walk knows every message that a screen sends.
func TestWalk_AllMessages(t *testing.T) {
	known := map[string]bool{}
	for _, msg := range sent {
		known[reflect.TypeOf(msg).Name()] = true
	}
	messages := map[string]bool{}
	for _, folder := range append([]string{"../editor", "../celledit"}, updating...) { // which draw nothing themselves
		maps.Copy(messages, handled(t, folder))
	}
	for name := range known {
		if !messages[name] {
			t.Errorf("%s is in the list, but Update does not handle it", name)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, folder := range updating[1:] {
		views, err := filepath.Glob(folder + "/view*.go")
		if err != nil || len(views) == 0 {
			t.Fatal(folder, views, err)
		}
		files = append(files, views...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`[ (.]([A-Z]\w+)\{`).FindAllStringSubmatch(string(text), -1) {
			if messages[m[1]] && !known[m[1]] {
				t.Errorf("%s is sent by a screen, but not in the list", m[1])
				known[m[1]] = true
			}
		}
	}
}

// handled returns the names of the types that the code of a folder expects in a variable msg, by a type switch or an assertion.
func handled(t *testing.T, folder string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	isMsg := func(e ast.Expr) bool {
		assert, ok := e.(*ast.TypeAssertExpr)
		if !ok {
			return false
		}
		id, ok := assert.X.(*ast.Ident)
		return ok && id.Name == "msg"
	}
	add := func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Ident:
			names[e.Name] = true
		case *ast.SelectorExpr: // of the kernel or another feature
			names[e.Sel.Name] = true
		}
	}
	sources(t, folder, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.TypeSwitchStmt:
			var subject ast.Expr
			switch a := n.Assign.(type) {
			case *ast.AssignStmt:
				subject = a.Rhs[0]
			case *ast.ExprStmt:
				subject = a.X
			}
			if !isMsg(subject) {
				return
			}
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					add(e)
				}
			}
		case *ast.TypeAssertExpr:
			if isMsg(n) && n.Type != nil {
				add(n.Type)
			}
		}
	})
	return names
}
