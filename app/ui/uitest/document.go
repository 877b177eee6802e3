package uitest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"rangefinder/app/port"
)

// document is the port of a page that nobody sees.
type document struct {
	port.Page // nil: what is not below is not asked for

	page   *Page
	editor *editor
	grid   *Grid
	plain  []string // of the plain table

	choosing func([]port.FileRef) // the system's dialog for files is open

	focus      string
	dialog     string // that is open
	properties map[string]string
	tops       map[string]int // how far screens are scrolled
	marks      map[string]string
	badge      string
	heard      []string
	spoken     map[string]string
	ear        *Ear   // nil: nobody listens
	pointed    string // what was pointed at last
	window     string
	before     string // the window that this one goes on with

	fragment string
	history  []visited
	at       int

	changed []func(string)
	dropped func([]port.FileRef)
	pasted  func(plain, html string)

	mu     sync.Mutex
	frames map[string]func()
	clips  [][2]string
	saved  [][2]string
}

// visited is an entry of the browser's history.
type visited struct{ fragment, entry string }

func newDocument(p *Page, fragment string) *document {
	d := &document{page: p, fragment: fragment, properties: map[string]string{}, marks: map[string]string{}, spoken: map[string]string{}, tops: map[string]int{}, frames: map[string]func(){}}
	d.history = []visited{{fragment, p.entry}}
	return d
}

// atOnce is how many paints a pump goes through: what moves by itself asks for another in each, for as long as it moves.
const atOnce = 3

// frame does what was to be done before the next paint, and hears what is spoken. ran counts what was done in this pump.
func (d *document) frame(ran map[string]int) (some bool) {
	frames := map[string]func(){}
	d.mu.Lock()
	for key, do := range d.frames {
		if ran[key]++; ran[key] <= atOnce {
			frames[key] = do
			delete(d.frames, key)
		}
	}
	d.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(frames)) {
		frames[key]()
	}
	for i, e := range d.page.all(".live") {
		key := string(rune('a' + i))
		if now := d.page.text(e.node); now != d.spoken[key] {
			if d.spoken[key] = now; now != "" {
				d.heard = append(d.heard, now)
			}
		}
	}
	d.ear.hear()
	return len(frames) > 0
}

func (d *document) NewEditor(_ string, o port.EditorOptions, e port.EditorEvents) (port.Editor, error) {
	d.editor = &editor{page: d.page, events: e, placeholder: o.Placeholder}
	return d.editor, nil
}

func (d *document) NewGrid(_ string, o port.GridOptions, e port.GridEvents) (port.Grid, error) {
	d.grid = &Grid{page: d.page, Events: e, Label: o.Label, Rows: map[int]port.Row{}}
	return d.grid, nil
}

func (d *document) NewPlainTable(_, caption string, columns []port.Column) port.PlainTable {
	d.plain = []string{caption}
	return &plainTable{d}
}

type plainTable struct{ d *document }

func (t *plainTable) Append(rows []port.Row) {
	for _, r := range rows {
		var cells []string
		for _, c := range r.Cells {
			cells = append(cells, c.Text)
		}
		t.d.plain = append(t.d.plain, strings.Join(cells, "\t"))
	}
}

func (d *document) clip(plain, html string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clips = append(d.clips, [2]string{plain, html})
}

func (d *document) CopyText(text string, done func(error)) {
	d.clip(text, "")
	if done != nil {
		done(nil)
	}
}

func (d *document) CopyLater(text func() (string, error), done func(error)) {
	go func() {
		s, err := text()
		if err == nil {
			d.clip(s, "")
		}
		done(err)
	}()
}

func (d *document) CopyRich(text func() (string, string, error), done func(error)) {
	go func() {
		s, html, err := text()
		if err == nil {
			d.clip(s, html)
		}
		done(err)
	}()
}

func (d *document) save(name, content string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.saved = append(d.saved, [2]string{name, content})
}

func (d *document) Download(name, _ string, data []byte)           { d.save(name, string(data)) }
func (d *document) Save(url, name string)                          { d.save(name, d.page.Files.Text(d.page.t, url)) }
func (d *document) ChooseFiles(_ string, got func([]port.FileRef)) { d.choosing = got }
func (d *document) OnDrop(_ func(bool), got func([]port.FileRef)) func() {
	d.dropped = got
	return func() {}
}
func (d *document) OnPaste(text func(plain, html string), _ func([]port.FileRef)) func() {
	d.pasted = text
	return func() {}
}
func (d *document) drop(files []port.FileRef) { d.dropped(files) }
func (d *document) paste(plain, html string)  { d.pasted(plain, html) }
func (d *document) ForgetFile(token string)   {}
func (d *document) TextFile(name, text string) port.FileRef {
	return port.FileRef{Token: d.page.Files.Give(name, text), Name: name, Size: int64(len(text))}
}

func (d *document) Persist(done func(bool)) {
	if done != nil {
		done(true)
	}
}
func (d *document) Asset(name string) string { return "web/" + name }
func (d *document) Fetch(ctx context.Context, url string, progress func(received, total int64)) ([]byte, error) {
	if s := d.page.server; s != nil && strings.HasPrefix(url, "api/") {
		return s.fetch(ctx, url)
	}
	return fetchStatic(ctx, url, progress)
}

func (d *document) Setting(key string) (string, bool) {
	d.page.mu.Lock()
	defer d.page.mu.Unlock()
	v, ok := d.page.settings[key]
	return v, ok
}
func (d *document) SetSetting(key, value string) error {
	d.page.mu.Lock()
	if d.page.Full {
		d.page.mu.Unlock()
		return errors.New("the storage is full")
	}
	d.page.settings[key] = value
	d.page.mu.Unlock()
	d.tellOthers(key, value)
	return nil
}
func (d *document) RemoveSetting(key string) {
	d.page.mu.Lock()
	delete(d.page.settings, key)
	d.page.mu.Unlock()
	d.tellOthers(key, "")
}

func (d *document) Kept(name string) string {
	d.page.mu.Lock()
	defer d.page.mu.Unlock()
	return d.page.kept[name]
}
func (d *document) Keep(name, text string) {
	d.page.mu.Lock()
	defer d.page.mu.Unlock()
	d.page.kept[name] = text
}
func (d *document) KeptText() string           { return d.Kept("") }
func (d *document) KeepText(text string) error { d.Keep("", text); return nil }

func (d *document) Fragment() string { return d.fragment }
func (d *document) PushFragment(f string) {
	if f != d.fragment {
		d.history = append(d.history[:d.at+1], visited{f, d.page.entry})
		d.at++
	}
	d.fragment = f
}
func (d *document) ReplaceFragment(f string) {
	d.fragment = f
	d.history[d.at] = visited{f, d.page.entry}
}
func (d *document) SetEntry(note string) { d.page.entry = note }
func (d *document) Entry() string        { return d.history[d.at].entry }
func (d *document) SetSheets(int)        {} // its window is wide
func (d *document) OnFragment(changed func(string), _ func(int)) func() {
	d.changed = append(d.changed, changed)
	return func() {}
}

// visit goes to a fragment as a person does.
func (d *document) visit(f string) {
	d.history = append(d.history[:d.at+1], visited{fragment: f})
	d.at++
	d.arrive()
}

// step goes back or forward.
func (d *document) step(by int) {
	if at := d.at + by; at >= 0 && at < len(d.history) {
		d.at = at
		d.arrive()
	}
}

func (d *document) arrive() {
	d.fragment = d.history[d.at].fragment
	for _, f := range d.changed {
		f(d.fragment)
	}
}

func (d *document) ShowCrash(report string, _ bool) { d.page.t.Error("the page crashed: " + report) }
func (d *document) OnUpdate(func())                 {}
func (d *document) ApplyUpdate()                    {}

func (d *document) SetBadge(label, _ string) { d.badge = label }
func (d *document) NewPicture(string, func()) (port.Picture, error) {
	return picture{}, nil
}

// picture is a canvas that nobody sees.
type picture struct{}

func (picture) Size() (int, int)                      { return 400, 200 }
func (picture) Put(x, y, width, height int, _ []byte) {}
func (picture) Destroy()                              {}

func (d *document) Property(string) string          { return "#808080" }
func (d *document) PrefersDark() bool               { return d.page.Dark }
func (d *document) OnPrefersDark(func(bool)) func() { return func() {} }
func (d *document) PrefersReducedMotion() bool      { return true }
func (d *document) Coarse() bool                    { return d.page.Coarse }
func (d *document) AtRest(context.Context) bool     { return true }
func (d *document) SetTheme(theme string)           { _ = d.SetSetting("theme", theme) }
func (d *document) Theme() string                   { return d.page.Setting("theme") }
func (d *document) Mark(name, value string)         { d.marks[name] = value }
func (d *document) LocalZone() string               { return "Europe/Berlin" }
func (d *document) ZoneOffset(zone string, unix int64) (int, bool) {
	l, err := time.LoadLocation(zone)
	if err != nil {
		return 0, false
	}
	_, seconds := time.Unix(unix, 0).In(l).Zone()
	return seconds / 60, seconds%60 == 0
}

func (d *document) NextFrame(key string, do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.frames[key] = do
}

func (d *document) Splitter(string, port.Splitter) (func(), error) { return func() {}, nil }
func (d *document) TextWidth(text string) int                      { return 9 * len([]rune(text)) }

func (d *document) SetProperty(name, value string) { d.properties[name] = value }
func (d *document) Focus(id string)                { d.focus = id }
func (d *document) Focused() string                { return d.focus }
func (d *document) ScrollIntoView(string)          {}
func (d *document) ScrollTop(id string) int        { return d.tops[id] }
func (d *document) ScrollTo(id string, top int)    { d.tops[id] = top }
func (d *document) Point(id string)                { d.pointed = id }
func (d *document) SetInputValue(id, value string) {
	if e := d.page.now(id); e != nil {
		e.Set("value", value)
	}
}
func (d *document) InsertText(id string, from, to int, typed string, back int) {
	e := d.page.now(id)
	if e == nil {
		return
	}
	d.focus = id
	units := utf16.Encode([]rune(e.value()))
	if from < 0 || to > len(units) { // no selection is kept here, only the caret
		from = len(units)
		if at, ok := e.set["selectionStart"].(int); ok {
			from = min(at, from)
		}
		to = from
	}
	e.Set("value", string(utf16.Decode(units[:from]))+typed+string(utf16.Decode(units[to:])))
	e.Set("selectionStart", from+len(utf16.Encode([]rune(typed))))
	d.page.fire(e, "input", map[string]any{"data": typed})
	e.Set("selectionStart", e.Get("selectionStart").Int()-back)
}
func (d *document) StepOver(id, text string) {
	if e := d.page.now(id); e != nil {
		units := utf16.Encode([]rune(e.value()))
		if at, ok := e.set["selectionStart"].(int); ok && strings.HasPrefix(string(utf16.Decode(units[min(at, len(units)):])), text) {
			e.Set("selectionStart", at+len(text))
		}
	}
}
func (d *document) OpenDialog(id string) {
	d.page.drawn = nil // the dialog was drawn a moment ago
	d.ear.hear()
	d.dialog = id
	found := d.page.all("#" + id + " [autofocus]")
	if len(found) == 0 {
		found = d.page.all(fmt.Sprintf("#%[1]s button, #%[1]s input, #%[1]s select, #%[1]s textarea, #%[1]s a[href], #%[1]s summary", id))
	}
	for _, e := range found {
		if !e.disabled() {
			d.focus, _ = e.attr("id")
			return
		}
	}
}
func (d *document) DialogOpen(id string) bool { return d.dialog == id }
func (d *document) CloseDialog(id string) {
	if d.dialog == id {
		d.page.drawn = nil
		d.ear.hear()
		d.dialog = ""
		d.NextFrame("close", func() { // later, as a browser does
			if found := d.page.all("#" + id); len(found) > 0 && d.dialog == "" { // it may be open again
				d.page.fire(found[0], "close", nil)
			}
		})
	}
}
