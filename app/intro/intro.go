// Package intro is the introduction above the query: what a plan is, and the next step. It is there until somebody puts it away, on this
// visit or an earlier one. intro.go decides, view.go draws it.
package intro

import "rangefinder/app/page"

// Kind is which introduction stands above the query.
type Kind uint8

// The introductions: none, that of a first visit, and that of a link to a query. A lesson introduces itself.
const (
	None Kind = iota
	First
	Link
)

// Model is which introduction suits the address that the visit began with.
type Model struct {
	Arrival Kind // by what the visit began
	Stays   bool // on screen until it is put away, though it is hidden on the next visit
}

type (
	// Taken puts the introduction away and does what was chosen there, nil for nothing.
	Taken struct{ Then page.Msg }
	// PutAway hides it, and nothing was chosen.
	PutAway struct{}
	// Shown brings it back.
	Shown struct{}
	// Pasting asks how rows are pasted. The page cannot read the clipboard by itself.
	Pasting struct{}
)

// New returns the model of a visit that began with a lesson, or with that address.
func New(route page.Route, lesson, visited bool) *Model {
	if !lesson && !route.Empty && !visited {
		return &Model{Arrival: Link}
	}
	return &Model{Arrival: First}
}

// Of is the introduction on screen where there is room for one.
func (m *Model) Of(s page.Settings) Kind {
	if s.Value("intro") != "" {
		return None
	}
	return m.Arrival
}

// Away are the settings that put it away.
func Away(s page.Settings) page.Settings { return s.With("intro", "hidden") }

// Kept are the settings that the browser keeps when those hold: one that only stays for this visit is hidden on the next.
func (m *Model) Kept(s page.Settings) page.Settings {
	if m.Stays {
		return Away(s)
	}
	return s
}

// Update takes a message about the introduction; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case Taken:
		then := page.Cmd(page.Repeat{Msg: msg.Then})
		if msg.Then == nil {
			then = page.Focus{Target: "editor"}
		}
		return &Model{Arrival: m.Arrival}, []page.Cmd{page.ChangeSettings{Settings: Away(v.Settings)}, then}, true
	case PutAway:
		return &Model{Arrival: m.Arrival}, []page.Cmd{page.ChangeSettings{Settings: Away(v.Settings)}, page.Focus{Target: page.Filter}}, true
	case Pasting:
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Text: "Copy the rows with their names above them, then press Ctrl+V here. You see them before they become a table."}}}, true
	case Shown:
		return &Model{Arrival: First}, []page.Cmd{page.ChangeSettings{Settings: v.Settings.With("intro", "")},
			page.Send{Msg: page.ScreenChosen{Screen: page.QueryScreen}}, page.Focus{Target: "intro-lesson"}}, true
	}
	return m, nil, false
}
