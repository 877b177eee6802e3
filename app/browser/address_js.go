//go:build js && wasm

package browser

import (
	"net/url"
	"strings"
	"syscall/js"

	"rangefinder/app/port"
)

// settingPrefix keeps this program's keys apart from those of others on the same origin.
const settingPrefix = "rangefinder."

func (*Page) Setting(key string) (value string, ok bool) {
	_ = try(func() {
		if v := global.Get("localStorage").Call("getItem", settingPrefix+key); v.Type() == js.TypeString {
			value, ok = v.String(), true
		}
	})
	return value, ok
}

func (*Page) SetSetting(key, value string) error {
	return try(func() { global.Get("localStorage").Call("setItem", settingPrefix+key, value) })
}

func (*Page) RemoveSetting(key string) {
	_ = try(func() { global.Get("localStorage").Call("removeItem", settingPrefix+key) })
}

func (*Page) OnSetting(changed func(key, value string)) (remove func()) {
	return listen(global, "storage", func(e js.Value) {
		key, value := e.Get("key"), e.Get("newValue")
		if key.Type() != js.TypeString || !strings.HasPrefix(key.String(), settingPrefix) {
			return
		}
		text := ""
		if value.Type() == js.TypeString {
			text = value.String()
		}
		changed(key.String()[len(settingPrefix):], text)
	})
}

func (*Page) Fragment() string {
	return strings.TrimPrefix(global.Get("location").Get("hash").String(), "#")
}

// PushFragment gives the entry of a sheet to the new view: Back then leads to the view under the sheet.
func (p *Page) PushFragment(fragment string) {
	if p.leaving {
		p.pushed = append(p.pushed, fragment)
		return
	}
	method := "pushState"
	if p.sheets > 0 {
		method, p.sheets = "replaceState", 0
	}
	writeFragment(method, fragment, p.note())
	p.told = p.Fragment() // from here a move to what was told before is news again
}

// ReplaceFragment leaves an address alone that the browser has moved to and not yet told of.
func (p *Page) ReplaceFragment(fragment string) {
	if p.leaving {
		p.told = fragment // is written on arrival
	} else if p.Fragment() == p.told {
		writeFragment("replaceState", fragment, p.note())
		p.told = p.Fragment()
	}
}

// SetSheets implements port.Address. Each sheet has an entry of the history that differs from the one of its view only in what is
// remembered of it.
func (p *Page) SetSheets(n int) {
	if !matches(smallQuery) {
		n = 0
	}
	p.wanted = n
	switch {
	case p.leaving || p.sheets == n:
	case p.sheets > n:
		p.leaving = true // until the browser has moved: what is written before that would go to the entry of the sheet
		global.Get("history").Call("go", n-p.sheets)
	default:
		if p.sheets == 0 {
			p.under = p.Fragment()
		}
		p.sheets++
		writeFragment("pushState", p.Fragment(), p.note())
		p.SetSheets(n)
	}
}

// arrived reports whether a move of the browser only left sheets.
func (p *Page) arrived() bool {
	was := p.sheets
	p.sheets = strings.Count(entryNote(), sheetMark)
	if !p.leaving && (p.sheets >= was || p.Fragment() != p.under) {
		return false
	}
	if p.Fragment() != p.told { // it changed under the sheet
		writeFragment("replaceState", p.told, p.note())
	}
	pushed := p.pushed
	p.leaving, p.pushed = false, nil
	for _, fragment := range pushed {
		p.PushFragment(fragment)
	}
	return true
}

// sheetMark stands before the note of an entry, once for each sheet.
const sheetMark = "\x01"

// writeFragment keeps path and query, so that a page under a path prefix stays there. Browsers refuse more than about a
// hundred calls in half a minute; the address is then a little late, and nothing else depends on it.
func writeFragment(method, fragment string, note js.Value) {
	location := global.Get("location")
	url := location.Get("pathname").String() + location.Get("search").String()
	if fragment != "" {
		url += "#" + fragment
	}
	_ = try(func() { global.Get("history").Call(method, note, "", url) })
}

// SetEntry implements port.Address.
func (p *Page) SetEntry(note string) { p.entry = note }

// Entry implements port.Address.
func (*Page) Entry() string { return strings.TrimLeft(entryNote(), sheetMark) }

func entryNote() (note string) {
	_ = try(func() {
		if v := global.Get("history").Get("state"); v.Type() == js.TypeString {
			note = v.String()
		}
	})
	return note
}

// note is what an entry of the history holds.
func (p *Page) note() js.Value {
	if note := strings.Repeat(sheetMark, p.sheets) + p.entry; note != "" {
		return js.ValueOf(note)
	}
	return js.Null()
}

// OnFragment listens to popstate for Back and Forward and to hashchange for an address typed by hand. Browsers raise both
// for most moves, so a fragment that was told already is not told again.
func (p *Page) OnFragment(changed func(fragment string), left func(sheets int)) (remove func()) {
	tell := func(js.Value) {
		if fragment := p.Fragment(); fragment != p.told {
			p.told = fragment
			changed(fragment)
		}
	}
	pop := listen(global, "popstate", func(e js.Value) {
		if f := p.Fragment(); p.leaving && f != p.under && f != p.told {
			tell(e) // somebody opened another address before the browser had left the sheets, which it does next
			return
		}
		if back := !p.leaving; p.arrived() {
			if back {
				left(p.sheets)
			} else {
				p.SetSheets(p.wanted)
			}
			return
		}
		p.told = "\x00" // a move is always told, even to the fragment of the last one
		tell(e)
	})
	hash := listen(global, "hashchange", tell)
	return func() { pop(); hash() }
}

// RepairAddress puts the fragment right when it is no text: a link that was cut in the middle of %C3, or typed with a bare
// "100%". go-app parses the whole address at its start and at each move and does not survive one that cannot be parsed.
// It must be called before go-app starts, so that it is told
// of moves first.
func RepairAddress() {
	repair := func(js.Value) {
		fragment := (*Page)(nil).Fragment()
		if _, err := url.PathUnescape(fragment); err != nil {
			writeFragment("replaceState", port.EscapeStray(fragment), global.Get("history").Get("state"))
		}
	}
	repair(js.Undefined())
	listen(global, "popstate", repair)
}

// embedName is the name of a worker that serves an embedded page.
const embedName = "embed"

// Embedded reports whether this page is shown without chrome, on another page as a rule: the page's first script has said so.
// In a worker it says that of the page that started it.
func Embedded() bool {
	if IsWorker() {
		return global.Get("name").String() == embedName
	}
	return document.Get("documentElement").Call("hasAttribute", "data-embed").Bool()
}
