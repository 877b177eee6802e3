package state

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"rangefinder/app/accounts"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/words"
)

// Palette is the search over everything there is: commands, tables, saved queries, samples, screens, settings.
type Palette struct {
	Text  string
	Items []PaletteItem // best first, MaxPalette at most
	Total int           // how many fit, those that are not shown among them
	At    int           // index of the current one, -1 when there is none
}

// PaletteItem is something that the palette finds.
type PaletteItem struct {
	ID    string // never changes: what is remembered of it
	Kind  string // "command", "table"…, as shown
	Title string
	Note  string   // shown beside the title
	Words string   // other words that it is looked for by
	Keys  []string // that do the same
	Not   string   // why it does nothing now, "" when it does
	Do    []Msg

	score int
}

// CommandKind is the kind of commands; their Note is their group.
const CommandKind = "command"

// MaxPalette is how many items are shown.
const MaxPalette = 50

// maxRecent is how many items are remembered.
const maxRecent = 20

// RecentSetting keeps the IDs of what was chosen in the palette, newest first, a JSON array.
const RecentSetting = "recent"

// What happened to the palette.
type (
	PalettePressed struct{}
	PaletteTyped   struct{ Text string }
	PaletteMoved   struct{ By int }    // lines down; to the last line or the first when By is as much as MaxPalette
	PaletteChosen  struct{ Index int } // -1: the current one
	// PaneWanted moves the keyboard to a pane: "side", "editor", "why", "grid", "inspector".
	PaneWanted struct{ Pane string }
)

// Point is Reveal that marks the element for a moment: it answers what was pressed in vain.
type Point struct{ ID string }

// search is one look through everything.
type search struct {
	m      *Model
	words  []string
	recent map[string]int // what was chosen by ID, the newest is 1
	items  []PaletteItem
	total  int
}

// finders offer what the palette finds besides commands; each area adds its own.
var finders = []func(s *search){findScreens, findTabs, findTables, findQueries, findSources, findLessons, findSettings}

func findScreens(s *search) {
	for _, tab := range page.ScreenTabs {
		not := ""
		if tab.Screen == s.m.Screen {
			not = "It is on screen."
		}
		s.offer(PaletteItem{ID: "screen:" + string(tab.Screen), Kind: "screen", Title: tab.Title, Words: "go to", Not: not, Do: []Msg{ScreenChosen{Screen: tab.Screen, Focus: true}}})
	}
}

// findTables makes items only of the tables that fit: there may be tens of thousands.
func findTables(s *search) {
	of, tables := "", s.m.Tables.List
	if s.m.Live() != nil {
		of, tables = s.m.Live().Source, s.m.Live().Tables
	}
	for {
		for i := range tables {
			t := &tables[i]
			if len(s.words) == 0 {
				if s.recent["table:"+of+"/"+t.Name] == 0 {
					continue
				}
			} else if score := words.Fuzzy(s.words, t.Name); score == 0 {
				continue
			} else if len(s.items) == MaxPalette && 2*score+1 <= s.items[MaxPalette-1].score && s.recent["table:"+of+"/"+t.Name] == 0 {
				s.total++ // behind all that are shown
				continue
			}
			note := "of " + of
			if of == "" {
				note = words.Count(t.Entities, "entity", "entities")
			}
			s.offer(PaletteItem{ID: "table:" + of + "/" + t.Name, Kind: "table", Title: t.Name, Note: note, Do: []Msg{TableChosen{Source: of, Table: t.Name}}})
		}
		if of == "" {
			break
		}
		of, tables = "", s.m.Tables.List
	}
	for _, x := range s.m.Samples {
		not := ""
		if s.m.Tables.Loading != nil {
			not = "Something is being loaded."
		}
		s.offer(PaletteItem{ID: "sample:" + x.Name, Kind: "sample", Title: x.Title, Note: words.Count(x.Entities, "entity", "entities"), Words: "open example data", Not: not, Do: []Msg{SampleOpened{Name: x.Name}}})
	}
}

func findQueries(s *search) {
	for i, q := range s.m.Saved.List {
		s.offer(PaletteItem{ID: "query:" + q.Source + "/" + q.Table + "/" + q.Name, Kind: "query", Title: q.Name, Note: q.Table, Words: clipWords(q.Filter), Do: []Msg{queries.SavedQueryOpened{Index: i}}})
	}
	for _, q := range s.m.Query.Examples {
		s.offer(PaletteItem{ID: "example:" + s.m.Query.Table + "/" + q.Title, Kind: "example", Title: q.Title, Note: s.m.Query.Table, Words: clipWords(q.Filter), Do: []Msg{ScreenChosen{Screen: QueryScreen}, FilterSet{Text: q.Filter}, RunPressed{}}})
	}
}

// clipWords keeps the words that something is looked for by short.
func clipWords(text string) string { return text[:min(len(text), 200)] }

func findSources(s *search) {
	if len(s.m.Sources.List) == 0 {
		return
	}
	at := func(source string) string {
		if s.m.Query.Source == source {
			return "It is on screen."
		}
		return ""
	}
	s.offer(PaletteItem{ID: "source:", Kind: "source", Title: "This browser", Words: "go to playground", Not: at(""), Do: []Msg{page.SourceChosen{}}})
	for i := range s.m.Sources.List {
		a := &s.m.Sources.List[i]
		s.offer(PaletteItem{ID: "source:" + a.Name, Kind: "source", Title: a.Name, Note: strings.TrimSpace(a.Label + " " + accounts.Kind(a)), Words: "go to account", Not: at(a.Name), Do: []Msg{page.SourceChosen{Source: a.Name}}})
	}
}

func findSettings(s *search) {
	for i := range page.AllSettings {
		def := &page.AllSettings[i]
		if def.Own {
			continue
		}
		held := s.m.Settings.Value(def.ID)
		for _, c := range def.Choices {
			not := ""
			if c.Value == held {
				not = "It is so already."
			}
			s.offer(PaletteItem{ID: "setting:" + def.ID + "=" + c.Value, Kind: "setting", Title: def.Title + ": " + c.Title, Words: "set " + def.Note, Not: not, Do: []Msg{page.SettingChosen{ID: def.ID, Value: c.Value}}})
		}
	}
}

// findCommands offers the commands; without a text, those that would do something.
func findCommands(s *search) {
	for _, c := range Commands() {
		if c.Do == nil {
			continue
		}
		item := PaletteItem{ID: c.ID, Kind: CommandKind, Title: c.Title, Note: c.Group, Words: c.Words, Keys: c.Keys}
		if c.Not != nil {
			item.Not = c.Not(s.m)
		}
		if item.Not == "" {
			item.Do = c.Do(s.m)
		}
		s.offer(item)
	}
}

// offer takes an item in when it fits.
func (s *search) offer(item PaletteItem) {
	last := s.recent[item.ID]
	switch {
	case len(s.words) > 0:
		title := strings.TrimSuffix(item.Title, "…")
		if item.score = max(words.Fuzzy(s.words, title), words.Fuzzy(s.words, title+" "+item.Note+" "+item.Words)/2); item.score == 0 {
			return
		}
		if last > 0 {
			item.score += maxRecent + 1 - last
		}
	case last > 0:
		item.score = maxRecent + 1 - last
	case item.Kind != CommandKind || item.Not != "":
		return
	}
	s.total++
	if item.score *= 2; item.Not == "" {
		item.score++ // of two that fit alike, the one that does something
	}
	at, _ := slices.BinarySearchFunc(s.items, item.score, func(have PaletteItem, score int) int {
		if have.score >= score {
			return -1 // those that fit alike keep their order
		}
		return 1
	})
	if at < MaxPalette {
		s.items = slices.Insert(s.items, at, item)
		s.items = s.items[:min(len(s.items), MaxPalette)]
	}
}

// lookFor returns what fits a text, best first. Without a text it is what was chosen last and then the commands that can be done.
func lookFor(m *Model, text string) *Palette {
	s := &search{m: m, words: words.Search(text), recent: map[string]int{}}
	for i, id := range m.Recent {
		s.recent[id] = i + 1
	}
	findCommands(s)
	for _, area := range finders {
		area(s)
	}
	p := &Palette{Text: text, Items: s.items, Total: s.total}
	if len(p.Items) == 0 {
		p.At = -1
	}
	return p
}

func updatePalette(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case PalettePressed:
		if m.Dialog != nil && m.Dialog.Palette == nil {
			return m, nil, true // it would take away what is typed there
		}
		if m.Dialog != nil {
			m.Dialog = nil
			return m, []Cmd{CloseDialog{}}, true
		}
		m.Dialog = &Dialog{Kind: PaletteDialog}
		m = searched(m, "")
		return m, []Cmd{ResetFields{Values: map[string]string{"palette": ""}}, OpenDialog{}}, true

	case PaneWanted:
		m, cmds := toPane(m, msg.Pane)
		return m, cmds, true
	}
	if m, cmds, ok := updateGuide(m, msg); ok {
		return m, cmds, true
	}
	if m.Dialog == nil || m.Dialog.Palette == nil {
		return m, nil, false
	}
	p := *m.Dialog.Palette
	switch msg := msg.(type) {
	case PaletteTyped:
		m = searched(m, msg.Text)
		return m, []Cmd{Reveal{ID: "palette-0"}, Announce{Text: paletteTold(m.Dialog.Palette)}}, true

	case PaletteMoved:
		n := len(p.Items)
		if n == 0 {
			return m, nil, true
		}
		switch at := p.At + msg.By; {
		case msg.By == 1 || msg.By == -1:
			p.At = (at + n) % n
		default:
			p.At = min(max(at, 0), n-1)
		}
		d := *m.Dialog
		d.Palette = &p
		m.Dialog = &d
		return m, []Cmd{Reveal{ID: PaletteID(p.At)}}, true

	case PaletteChosen:
		at := msg.Index
		if at < 0 {
			at = p.At
		}
		if at < 0 || at >= len(p.Items) {
			return m, nil, true
		}
		item := p.Items[at]
		if item.Not != "" {
			return m, []Cmd{Announce{Text: item.Title + ": " + item.Not}}, true
		}
		m.Dialog = nil
		m, keep := remember(m, item.ID)
		cmds := []Cmd{CloseDialog{}, keep}
		for _, do := range item.Do {
			var more []Cmd
			m, more = Update(m, do)
			cmds = append(cmds, more...)
		}
		return m, cmds, true
	}
	return m, nil, false
}

// PaletteID is the identity of a line of the palette on the page.
func PaletteID(i int) string { return "palette-" + words.Number(i) }

// searched shows what fits a text.
func searched(m Model, text string) Model {
	d := *m.Dialog
	d.Palette = lookFor(&m, text)
	m.Dialog = &d
	return m
}

// paletteTold is what a screen reader is told of a search.
func paletteTold(p *Palette) string {
	if p.Total == 0 {
		return "Nothing fits."
	}
	return words.Count(p.Total, "result", "results") + ", first " + p.Items[0].Title
}

// remember puts what was chosen in front of the recent.
func remember(m Model, id string) (Model, Cmd) {
	list := []string{id}
	for _, old := range m.Recent {
		if old != id && len(list) < maxRecent {
			list = append(list, old)
		}
	}
	m.Recent = list
	text, _ := json.Marshal(list) // cannot fail: strings
	return m, KeepSetting{Key: RecentSetting, Value: string(text)}
}

// parseRecent reads what remember kept; of damage nothing is left.
func parseRecent(text string) []string {
	var list []string
	if len(text) > 1<<14 || json.Unmarshal([]byte(text), &list) != nil || len(list) > maxRecent {
		return nil
	}
	return list
}

// toPane moves the keyboard to a pane, which is shown first where the window is too narrow for all.
func toPane(m Model, pane string) (Model, []Cmd) {
	var cmds []Cmd
	m.PlanFull = m.PlanFull && (pane == "why" || pane == "")
	switch pane {
	case "side":
		t := *m.Tables
		t.Open = true
		m.Tables = &t
	default:
		m, cmds = toScreen(m, QueryScreen)
		if pane == "inspector" {
			in := *m.Inspector
			in.Open = true
			m.Inspector = &in
		}
	}
	return m, append(cmds, Focus{Target: cmp.Or(pane, "editor")})
}
