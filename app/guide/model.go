package guide

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Dialog is the dialog of the guide.
const Dialog page.DialogKind = "guide"

// Model is the guide; nil until it is opened. It is immutable: Update returns another.
type Model struct {
	Page  string            // ID of the page that is shown
	At    int               // line of its text that it is opened at, 0 for the title
	Find  string            // what is looked for
	Texts map[string]string // of the pages that came, by ID; never changed
	Lost  int               // pages that could not be fetched
}

// Page is a page of the guide; its text is web/static/guide/ID.md.
type Page struct{ ID, Title string }

// Pages are in the order in which they are read. KeysPage has no file.
var Pages = []Page{
	{"start", "Start"}, {"filter", "The query line"}, {"query", "Tools of a query"}, {"plan", "How the planner decides"},
	{"numbers", "How each number is computed"}, {"grid", "The grid"}, {"edit", "Entities and changes"}, {"tables", "Tables"},
	{"design", "Choosing keys"}, {"lab", "Design lab"}, {"workload", "Workload"}, {"simulator", "Simulator"}, {"lessons", "Lessons"}, {"work", "Your work"},
	{"live", "Accounts and copies"}, {"container", "Containers and tests"}, {"page", "Finding things, settings, access"}, {"limits", "Limits, and what differs"}, {KeysPage, "Shortcuts"},
	{changesPage, "What is new"}, {noticesPage, "Third-party notices"},
}

// noticesPage has the texts of licences, changesPage what is new in each version.
const (
	noticesPage = "notices"
	changesPage = "changes"
)

// placeID is the id of the element that the page is opened at.
const placeID = "guide-place"

// atPlace shows the place and moves the keyboard to the text around it.
var atPlace = []page.Cmd{page.Focus{Target: "guide-text"}, page.Reveal{ID: placeID}}

// KeysPage is the page that is made of the commands.
const KeysPage = "keys"

// What happened to the guide.
type (
	Sought struct{ Text string }
	// HitChosen opens a page at the line that was found in it.
	HitChosen struct {
		Page string
		At   int
	}
	// FirstChosen opens the page that was found first.
	FirstChosen struct{}
	// Fetched answers Fetch for one page.
	Fetched struct {
		Page, Text string
		Err        error
	}
)

// Fetch fetches the pages of the guide. It is an effect on the page. Answer: a Fetched for each.
type Fetch struct{}

// Update opens the guide, takes in its pages and looks in them; ok is false for any other message.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	var g Model
	if m != nil {
		g = *m
	}
	switch msg := msg.(type) {
	case page.GuideOpened:
		first := m == nil || g.Lost > 0
		g.Page, g.At, g.Lost = Pages[0].ID, 0, 0
		for _, p := range Pages {
			if p.ID == msg.Page {
				g.Page = p.ID
			}
		}
		if v.Dialog != nil && v.Dialog.Kind == Dialog {
			return &g, atPlace, true
		}
		g.Find = msg.Find
		target := "guide-text"
		if found := g.Found(v); g.Find != "" && len(found) > 0 {
			target, g.Page, g.At = "guide-find", found[0].ID, found[0].At
		}
		cmds := []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: Dialog}}, page.CloseDialog{}, page.ResetFields{Values: map[string]string{"guide-find": msg.Find}}, page.OpenDialog{}, page.Focus{Target: target}}
		if first {
			cmds = append(cmds, Fetch{})
		}
		return &g, cmds, true

	case Sought:
		g.Find = msg.Text
		found := g.Found(v)
		s := g.search(v)
		said := page.Announce{Text: strings.TrimSpace(words.Count(len(found), "page", "pages") + " of the guide. " + s.notes(found))}
		if len(words.Search(msg.Text)) == 0 {
			g.At = 0
			return &g, []page.Cmd{page.ResetFields{Values: map[string]string{"guide-find": msg.Text}}, said}, true
		}
		if len(found) > 0 { // beside the list stands what was found, and no page of before
			g.Page, g.At = found[0].ID, found[0].At
		}
		return &g, []page.Cmd{page.Reveal{ID: placeID}, said}, true

	case HitChosen:
		g.Page, g.At = msg.Page, msg.At
		return &g, atPlace, true

	case FirstChosen:
		if found := g.Found(v); m != nil && len(found) > 0 {
			g.Page, g.At = found[0].ID, found[0].At
			return &g, atPlace, true
		}
		return m, nil, true

	case Fetched:
		if msg.Err != nil {
			g.Lost++
		} else {
			texts := map[string]string{msg.Page: msg.Text}
			for id, text := range g.Texts {
				texts[id] = text
			}
			g.Texts = texts
		}
		return &g, nil, true
	}
	return m, nil, false
}

// Text is the text of a page, "" while it has not come.
func (m *Model) Text(v *page.View, id string) string {
	if id == KeysPage {
		return v.Keys()
	}
	return m.Texts[id]
}
