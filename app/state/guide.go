package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Guide is the user guide: pages of text that are fetched when it is opened first, and one that is made of the commands.
type Guide struct {
	Page  string            // ID of the page that is shown
	Find  string            // what is looked for
	Texts map[string]string // of the pages that came, by ID; never changed
	Lost  int               // pages that could not be fetched
}

// GuidePage is a page of the guide; its text is web/static/guide/ID.md.
type GuidePage struct{ ID, Title string }

// GuidePages are in the order in which they are read. KeysPage has no file.
var GuidePages = []GuidePage{
	{"start", "Start"}, {"filter", "The query line"}, {"query", "Tools of a query"}, {"plan", "How the planner decides"},
	{"numbers", "How each number is computed"}, {"grid", "The grid"}, {"edit", "Entities and changes"}, {"tables", "Tables"},
	{"design", "Choosing keys"}, {"lab", "Design lab"}, {"simulator", "Simulator"}, {"lessons", "Lessons"}, {"work", "Your work"},
	{"live", "Accounts and copies"}, {"container", "Containers and tests"}, {"page", "Finding things, settings, access"}, {"limits", "Limits, and what differs"}, {KeysPage, "Shortcuts"},
	{"changes", "What is new"}, {"notices", "Third-party notices"},
}

// KeysPage is the page that is made of the commands.
const KeysPage = "keys"

// What happened to the guide.
type (
	GuideOpened = page.GuideOpened
	GuideSought struct{ Text string }
	// GuideRead answers ReadGuide for one page.
	GuideRead struct {
		Page, Text string
		Err        error
	}
)

// ReadGuide fetches the pages of the guide. Answer: a GuideRead for each.
type ReadGuide struct{}

var guideCommands = []Command{
	{ID: "guide", Title: "Open the guide", Words: "help manual documentation how", Group: LearnGroup, Do: always(GuideOpened{})},
}

// findGuide offers the pages of the guide.
func findGuide(s *search) {
	for _, p := range GuidePages {
		s.offer(PaletteItem{ID: "guide:" + p.ID, Kind: "guide", Title: p.Title, Words: "help guide", Do: []Msg{GuideOpened{Page: p.ID}}})
	}
}

func init() {
	finders = append(finders, findGuide)
	pageCommands = append(pageCommands, guideCommands...)
}

// updateGuide opens the guide, takes in its pages and looks in them. An embedded page has no place for it.
func updateGuide(m Model, msg Msg) (Model, []Cmd, bool) {
	if m.Embed != nil {
		return m, nil, false
	}
	m, cmds, ok := guideMoved(m, msg)
	if ok && m.Dialog != nil && m.Dialog.Kind == GuideDialog {
		d := *m.Dialog
		d.Guide = m.Guide
		m.Dialog = &d
	}
	return m, cmds, ok
}

func guideMoved(m Model, msg Msg) (Model, []Cmd, bool) {
	g := Guide{}
	if m.Guide != nil {
		g = *m.Guide
	}
	switch msg := msg.(type) {
	case GuideOpened:
		first := m.Guide == nil || g.Lost > 0
		g.Page, g.Lost = GuidePages[0].ID, 0
		for _, p := range GuidePages {
			if p.ID == msg.Page {
				g.Page = p.ID
			}
		}
		m.Guide = &g
		if m.Dialog != nil && m.Dialog.Kind == GuideDialog {
			return m, []Cmd{Focus{Target: "guide-text"}}, true
		}
		g.Find = ""
		m.Dialog = &Dialog{Kind: GuideDialog}
		cmds := []Cmd{CloseDialog{}, ResetFields{Values: map[string]string{"guide-find": ""}}, OpenDialog{}, Focus{Target: "guide-text"}}
		if first {
			cmds = append(cmds, ReadGuide{})
		}
		return m, cmds, true

	case GuideSought:
		g.Find = msg.Text
		m.Guide = &g
		return m, []Cmd{Announce{Text: words.Count(len(g.Found()), "page", "pages") + " of the guide"}}, true

	case GuideRead:
		if msg.Err != nil {
			g.Lost++
		} else {
			texts := map[string]string{msg.Page: msg.Text}
			for id, text := range g.Texts {
				texts[id] = text
			}
			g.Texts = texts
		}
		m.Guide = &g
		return m, nil, true
	}
	return m, nil, false
}

// Text is the text of a page, "" while it has not come.
func (g *Guide) Text(page string) string {
	if page == KeysPage {
		return keysText()
	}
	return g.Texts[page]
}

// Found are the pages that hold every word that is looked for, all when nothing is.
func (g *Guide) Found() []GuidePage {
	words := searchWords(g.Find)
	var list []GuidePage
	for _, p := range GuidePages {
		text, has := strings.ToLower(p.Title+" "+g.Text(p.ID)), true
		for _, w := range words {
			has = has && strings.Contains(text, w)
		}
		if has {
			list = append(list, p)
		}
	}
	return list
}

// keysText is the page of shortcuts.
func keysText() string {
	var b strings.Builder
	b.WriteString("# Shortcuts\nCtrl+K finds every command, with or without keys. A key works in its place only.\n")
	groups := []string{QueryGroup, GridGroup, EditGroup, TableGroup, SourceGroup, LearnGroup, PageGroup}
	for _, group := range groups {
		head := "\n## " + group + "\n| keys | do |\n| --- | --- |\n"
		for _, c := range Commands() {
			if c.Group != group || len(c.Keys) == 0 {
				continue
			}
			what := c.Title
			if c.Place != "" {
				what += ", " + c.Place
			}
			b.WriteString(head + "| `" + strings.Join(c.Keys, "`, `") + "` | " + what + " |\n")
			head = ""
		}
	}
	return b.String()
}
