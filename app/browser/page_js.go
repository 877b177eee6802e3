//go:build js && wasm

package browser

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"unicode/utf16"

	"rangefinder/app/port"
)

// Page is the document's side of port.Page. Make one with NewPage.
type Page struct {
	frames frames
	told   string // the fragment as the program knows it: at the start, told last, or written since
	badge  badge
	entry  string // what is remembered of the entries that are written
	window string // name of this window
	before string // the one it had before it was loaded again
	points int    // how often something was pointed at

	sheets  int      // entries of the history above the one of the view, one for each sheet
	wanted  int      // how many there shall be
	under   string   // fragment of the view under them
	leaving bool     // the browser goes back to that
	pushed  []string // fragments that wait for it
}

var _ port.Page = (*Page)(nil)

// NewPage is for a document; a worker has none of this.
func NewPage() *Page {
	p := &Page{told: (*Page)(nil).Fragment()}
	p.sheets, p.under = strings.Count(entryNote(), sheetMark), p.told // a reload loses the sheets, not their entries
	return p
}

func (*Page) CopyText(text string, done func(error)) {
	if done == nil {
		done = func(error) {}
	}
	clipboard := global.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		done(errors.New("the clipboard is only there on a secure page (HTTPS or localhost)"))
		return
	}
	promise := clipboard.Call("writeText", text)
	settle(promise, func(_ js.Value, err error) { done(err) })
}

// settle calls done once the promise settles, without blocking.
func settle(promise js.Value, done func(js.Value, error)) {
	var c callbacks
	then := c.add(func(v js.Value) { c.release(); done(v, nil) })
	catch := c.add(func(v js.Value) { c.release(); done(js.Undefined(), reason(v)) })
	promise.Call("then", then, catch)
}

func (*Page) Download(name, mime string, data []byte) {
	options := global.Get("Object").New()
	options.Set("type", mime)
	blob := global.Get("Blob").New([]any{arrayOf(data)}, options)
	url := global.Get("URL").Call("createObjectURL", blob)
	a := document.Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	// The address must outlive the start of the download, which the click only queues.
	var c callbacks
	global.Call("setTimeout", c.add(func(js.Value) {
		c.release()
		global.Get("URL").Call("revokeObjectURL", url)
	}), 60_000)
}

func (*Page) Asset(name string) string {
	if asset := global.Get("rangefinderAsset"); asset.Type() == js.TypeFunction {
		return asset.Invoke(name).String()
	}
	return global.Get("URL").New("web/"+name, document.Get("baseURI")).Get("href").String()
}

// themeKey is read by the page's first script too, which paints before this program runs.
const themeKey = "theme"

func (p *Page) SetTheme(theme string) {
	if theme == "light" || theme == "dark" {
		_ = p.SetSetting(themeKey, theme)
	} else {
		p.RemoveSetting(themeKey)
		theme = "light"
		if p.PrefersDark() {
			theme = "dark"
		}
	}
	document.Get("documentElement").Get("dataset").Set("theme", theme)
}

func (p *Page) Theme() string {
	theme, _ := p.Setting(themeKey)
	return theme
}

func (*Page) Mark(name, value string) {
	if value == "" {
		document.Get("documentElement").Call("removeAttribute", "data-"+name)
		return
	}
	document.Get("documentElement").Call("setAttribute", "data-"+name, value)
}

const (
	darkQuery   = "(prefers-color-scheme: dark)"
	motionQuery = "(prefers-reduced-motion: reduce)"
)

// smallQuery is what the style sheets take for a small screen: a phone, upright or on its side, and a window as low.
const smallQuery = "(max-width: 720px), (max-height: 500px) and ((pointer: coarse) or (max-width: 1100px))"

func matches(query string) bool { return global.Call("matchMedia", query).Get("matches").Bool() }

func (*Page) PrefersDark() bool { return matches(darkQuery) }
func (*Page) AtRest(ctx context.Context) bool {
	_, err := await(ctx, global.Get("rangefinderAtRest"))
	return err == nil
}

func (*Page) PrefersReducedMotion() bool { return matches(motionQuery) }

func (*Page) Coarse() bool { return matches("(pointer: coarse)") }

func (*Page) OnPrefersDark(changed func(dark bool)) (remove func()) {
	return listen(global.Call("matchMedia", darkQuery), "change", func(e js.Value) { changed(e.Get("matches").Bool()) })
}

func (*Page) SetProperty(name, value string) {
	document.Get("documentElement").Get("style").Call("setProperty", name, value)
}

// Focus selects the text of a field, as the Tab key does: what is typed then takes the place of what was proposed. Of a long text the
// beginning is seen.
func (*Page) Focus(id string) {
	e, ok := elementByID(id)
	if !ok || document.Get("activeElement").Equal(e) {
		return
	}
	e.Call("focus")
	if e.Get("tagName").String() == "INPUT" && e.Get("type").String() == "text" {
		e.Call("select")
		e.Set("scrollLeft", 0)
	}
}

func (*Page) Focused() string {
	if e := document.Get("activeElement"); e.Truthy() {
		return e.Get("id").String()
	}
	return ""
}

func (*Page) ScrollIntoView(id string) {
	if e, ok := elementByID(id); ok {
		options := global.Get("Object").New()
		options.Set("block", "nearest")
		options.Set("inline", "nearest")
		e.Call("scrollIntoView", options)
	}
}

// pointed is for how many milliseconds an element is marked that was pointed at.
const pointed = 1500

func (p *Page) Point(id string) {
	e, ok := elementByID(id)
	if !ok {
		return
	}
	p.ScrollIntoView(id)
	p.points++
	nth := p.points
	e.Call("removeAttribute", "data-pointed")
	e.Get("offsetWidth") // the browser takes note of that, so that a mark which is there still is seen to come again
	e.Call("setAttribute", "data-pointed", nth)
	var c callbacks
	global.Call("setTimeout", c.add(func(js.Value) {
		c.release()
		if e.Call("getAttribute", "data-pointed").Equal(js.ValueOf(strconv.Itoa(nth))) {
			e.Call("removeAttribute", "data-pointed")
		}
	}), pointed)
}

func (*Page) SetInputValue(id, value string) {
	if e, ok := elementByID(id); ok && e.Get("value").String() != value {
		e.Set("value", value)
		if value == "" && e.Get("selectedIndex").Type() == js.TypeNumber {
			e.Set("selectedIndex", 0) // go-app leaves out the empty value of an option: no option has it
		}
	}
}

func (*Page) InsertText(id string, from, to int, text string, back int) {
	e, ok := elementByID(id)
	if !ok {
		return
	}
	e.Call("focus")
	if from >= 0 {
		e.Call("setSelectionRange", from, to)
	}
	document.Call("execCommand", "insertText", false, text) // the only way that a field's undo knows of
	if back > 0 {
		at := e.Get("selectionStart").Int() - back
		e.Call("setSelectionRange", at, at)
	}
}

func (*Page) StepOver(id, text string) {
	e, ok := elementByID(id)
	if !ok {
		return
	}
	at := e.Get("selectionStart").Int()
	units, past := utf16.Encode([]rune(e.Get("value").String())), utf16.Encode([]rune(text))
	if end := at + len(past); at == e.Get("selectionEnd").Int() && end <= len(units) && slices.Equal(units[at:end], past) {
		e.Call("setSelectionRange", end, end)
	}
}

// ruler measures text; made when it is first needed.
var ruler js.Value

// TextWidth implements port.Page.
func (*Page) TextWidth(text string) int {
	if ruler.IsUndefined() {
		ruler = document.Call("createElement", "canvas").Call("getContext", "2d")
		style := js.Global().Call("getComputedStyle", document.Get("body"))
		ruler.Set("font", "600 "+style.Get("fontSize").String()+" "+style.Get("fontFamily").String())
	}
	return int(math.Ceil(ruler.Call("measureText", text).Get("width").Float()))
}

func (*Page) OpenDialog(id string) {
	e, ok := elementByID(id)
	if !ok || e.Get("showModal").Type() != js.TypeFunction || e.Get("open").Bool() {
		return
	}
	// A dialog that the framework has not attached yet refuses; there is nothing to show then.
	_ = try(func() { e.Call("showModal") })
}

func (*Page) DialogOpen(id string) bool {
	e, ok := elementByID(id)
	return ok && e.Get("open").Truthy()
}

func (*Page) CloseDialog(id string) {
	if e, ok := elementByID(id); ok && e.Get("close").Type() == js.TypeFunction && e.Get("open").Bool() {
		e.Call("close")
	}
}

// badge remembers what the document had before it was marked.
type badge struct {
	told  bool
	title string
	icon  string
}

func (p *Page) SetBadge(label, colour string) {
	icon := document.Call("querySelector", `link[rel~="icon"]`)
	b := &p.badge
	if !b.told {
		b.told, b.title = true, document.Get("title").String()
		if icon.Truthy() {
			b.icon = icon.Get("href").String()
		}
	}
	title, href := b.title, b.icon
	if label != "" {
		title = label + " · " + title
		// A drawing of ours: nothing of the account's is in it.
		href = "data:image/svg+xml," + js.Global().Call("encodeURIComponent", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4" fill="`+colour+`"/><path d="M3 7h14v6H3zM7 4v12M13 4v12" fill="none" stroke="#fff" stroke-width="2"/></svg>`).String()
	}
	document.Set("title", title)
	if icon.Truthy() {
		icon.Set("href", href)
	}
}

// frames coalesces work into animation frames. The zero value is ready.
type frames struct {
	callback js.Func
	asked    bool
	order    []string
	work     map[string]func()
}

// next runs do before the next paint; a later call with the same key in the same frame takes its place.
func (f *frames) next(key string, do func()) {
	if f.work == nil {
		f.work = make(map[string]func())
		f.callback = js.FuncOf(func(js.Value, []js.Value) any {
			f.run()
			return nil
		})
	}
	if _, ok := f.work[key]; !ok {
		f.order = append(f.order, key)
	}
	f.work[key] = do
	if !f.asked {
		f.asked = true
		global.Call("requestAnimationFrame", f.callback)
	}
}

func (f *frames) run() {
	order, work := f.order, f.work
	f.asked, f.order, f.work = false, nil, make(map[string]func(), len(work))
	for _, key := range order {
		work[key]()
	}
}

func (p *Page) NextFrame(key string, do func()) { p.frames.next(key, do) }
