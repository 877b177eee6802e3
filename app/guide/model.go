package guide

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
)

// Dialog is the dialog of the guide.
const Dialog page.DialogKind = "guide"

// Model is the guide; nil until it is opened. It is immutable: Update returns another.
type Model struct {
	Page  string            // ID of the page that is shown
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
	{"changes", "What is new"}, {noticesPage, "Third-party notices"},
}

// noticesPage has the texts of licences.
const noticesPage = "notices"

// KeysPage is the page that is made of the commands.
const KeysPage = "keys"

// What happened to the guide.
type (
	Sought struct{ Text string }
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
		g.Page, g.Lost = Pages[0].ID, 0
		for _, p := range Pages {
			if p.ID == msg.Page {
				g.Page = p.ID
			}
		}
		if v.Dialog != nil && v.Dialog.Kind == Dialog {
			return &g, []page.Cmd{page.Focus{Target: "guide-text"}}, true
		}
		g.Find = ""
		cmds := []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: Dialog}}, page.CloseDialog{}, page.ResetFields{Values: map[string]string{"guide-find": ""}}, page.OpenDialog{}, page.Focus{Target: "guide-text"}}
		if first {
			cmds = append(cmds, Fetch{})
		}
		return &g, cmds, true

	case Sought:
		g.Find = msg.Text
		found := g.Found(v)
		if len(found) > 0 && words.Search(msg.Text) != nil { // beside the list stands what was found, and no page of before
			g.Page = found[0].ID
		}
		return &g, []page.Cmd{page.Announce{Text: words.Count(len(found), "page", "pages") + " of the guide"}}, true

	case FirstChosen:
		if found := g.Found(v); m != nil && len(found) > 0 {
			g.Page = found[0].ID
			return &g, []page.Cmd{page.Focus{Target: "guide-text"}}, true
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

// Hit is a page that was found, with the line of it that says why.
type Hit struct {
	Page
	Line string
}

// Found are the pages that hold every word that is looked for or one that the guide says for it, those first that are about it; all in their order when nothing is.
func (m *Model) Found(v *page.View) []Hit {
	sought := words.Search(m.Find)
	phrase := strings.Join(sought, " ")
	says := make([][]string, len(sought))
	for i, w := range sought {
		says[i] = alike(w)
	}
	var list []Hit
	scores := map[string]int{}
	for _, p := range Pages {
		hit, score, rest := Hit{Page: p}, 0, sought
		best, said := 0, ""
		for i, line := range strings.Split(p.Title+"\n"+m.Text(v, p.ID), "\n") {
			low, at := strings.ToLower(line), 0
			for i, w := range sought {
				if place(low, says[i]) >= 0 {
					at++
					rest = slices.DeleteFunc(slices.Clone(rest), func(r string) bool { return r == w })
				}
			}
			if strings.Contains(low, phrase) {
				at += 2
			}
			if strings.HasPrefix(line, "Source: ") {
				at, line = min(at, 1), said // what it is the source of
			}
			said = line
			if at > best && i > 0 {
				best, hit.Line = at, line
			}
			if i == 0 || strings.HasPrefix(line, "#") {
				at *= 10
			}
			score += at * at
		}
		if len(rest) > 0 {
			continue
		}
		if p.ID == noticesPage { // they have all words, and nobody looks for them
			score = 0
		}
		if scores[p.ID] = score; phrase == "" {
			hit.Line = ""
		} else {
			line := strings.Trim(hit.Line, "#-| ")
			if strings.HasPrefix(hit.Line, "|") { // the cells of a table: what it is, and what there is to say of it
				line = strings.ReplaceAll(strings.Replace(line, " | ", ": ", 1), " | ", ", ")
			}
			plain := ""
			for _, s := range spans(line) {
				plain += s.Text
			}
			hit.Line = around(plain, says[0])
		}
		list = append(list, hit)
	}
	if phrase != "" {
		stable.Sort(list, func(a, b Hit) int { return scores[b.ID] - scores[a.ID] })
	}
	return list
}

// around is the part of a line that has one of these words.
func around(line string, any []string) string {
	const before = 30
	at := place(strings.ToLower(line), any)
	if at > before && at < len(line) {
		if space := strings.IndexByte(line[at-before:], ' '); space >= 0 && space < before {
			line = "…" + line[at-before+space+1:]
		}
	}
	return words.Clip(line, 90)
}
