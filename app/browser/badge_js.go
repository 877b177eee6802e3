//go:build js && wasm

package browser

import "syscall/js"

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
