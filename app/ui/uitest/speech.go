package uitest

import (
	"fmt"
	"slices"
	"strings"
)

// regions are what a screen reader speaks: all of a region when its text changes, and an alert also when it comes up.
const regions = "[aria-live], [role=status], [role=alert]"

// Ear hears what a screen reader would speak from when it was made. While a dialog is open, what changes outside of it is not heard.
type Ear struct {
	page  *Page
	known map[*element]string
	said  []string
	told  int // how many of said a test has asked for
}

// Listen begins to listen.
func (p *Page) Listen() *Ear {
	p.t.Helper()
	p.pump()
	ear := &Ear{page: p, known: map[*element]string{}}
	ear.hear()
	ear.said = nil
	p.document.ear = ear
	return ear
}

// hear takes in what is drawn now.
func (r *Ear) hear() {
	if r == nil {
		return
	}
	known := map[*element]string{}
	for _, e := range r.page.all(regions) {
		now := plain(e.node) // with the space that makes a text that is said again differ
		before, there := r.known[e]
		role, _ := e.attr("role")
		if known[e] = now; now == before || !there && role != "alert" {
			continue
		}
		dialog := ancestor(e.node, "dialog")
		if text := r.page.text(e.node); text != "" && (r.page.document.dialog == "" || dialog != nil) {
			r.said = append(r.said, text)
		}
	}
	r.known = known
}

// Only waits until all the texts were heard, and fails the test when anything else was since the last time. Several texts may come
// in one.
func (r *Ear) Only(texts ...string) {
	p := r.page
	p.t.Helper()
	for _, text := range texts {
		p.Wait(fmt.Sprintf("%q is heard, but %q", text, r.said[r.told:]), func() bool { return strings.Contains(strings.Join(r.said[r.told:], " "), text) })
	}
	got := r.said[r.told:]
	for _, heard := range got {
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(heard, text) }) {
			p.t.Errorf("heard %q, want only %q", heard, texts)
		}
	}
	if len(got) > len(texts) {
		p.t.Errorf("heard %q, want %d texts", got, len(texts))
	}
	r.told = len(r.said)
}
