package palette

import (
	"slices"
	"strings"

	"rangefinder/app/accounts"
	"rangefinder/app/course"
	"rangefinder/app/guide"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/querytabs"
	"rangefinder/app/sample"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Page is what is looked through.
type Page struct {
	*page.View
	Commands []page.Command
	Live     *accounts.Live   // the account on screen, nil for this browser
	Tabs     *querytabs.Model // nil while none can be gone to
	Course   *course.Model
	Samples  []sample.Sample
}

// search is one look through everything.
type search struct {
	p      *Page
	words  []string
	recent map[string]int // what was chosen by ID, the newest is 1
	items  []Item
	total  int
	sure   int // of them, those with words.Sure
}

// finders offer what is found besides commands.
var finders = []func(s *search){findScreens, findTabs, findTables, findQueries, findSources, findLessons, findSettings, findGuide}

// findTabs offers the open queries that are not on screen.
func findTabs(s *search) {
	if s.p.Tabs == nil {
		return
	}
	for i := range s.p.Tabs.List {
		if tab := &s.p.Tabs.List[i]; i != s.p.Tabs.At {
			s.offer(Item{ID: "tab:" + tab.ID, Kind: "open query", Title: tab.Title(), Note: clipWords(tab.Note()), Words: clipWords(tab.Filter), Do: []page.Msg{querytabs.Chosen{Index: i}}})
		}
	}
}

func findScreens(s *search) {
	for _, tab := range page.ScreenTabs {
		not := ""
		if tab.Screen == s.p.Screen {
			not = "It is on screen."
		}
		s.offer(Item{ID: "screen:" + string(tab.Screen), Kind: "screen", Title: tab.Title, Words: "go to", Not: not, Do: []page.Msg{page.ScreenChosen{Screen: tab.Screen, Focus: true}}})
	}
}

// findTables makes items only of the tables that fit: there may be tens of thousands.
func findTables(s *search) {
	of, tables := "", s.p.Tables
	if s.p.Live != nil {
		of, tables = s.p.Live.Source, s.p.Live.Tables
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
			} else if len(s.items) == Most && 2*score+1 <= s.items[Most-1].score && s.recent["table:"+of+"/"+t.Name] == 0 {
				s.count(score) // behind all that are shown
				continue
			}
			note := "of " + of
			if of == "" {
				note = words.Count(t.Entities, "entity", "entities")
			}
			s.offer(Item{ID: "table:" + of + "/" + t.Name, Kind: "table", Title: t.Name, Note: note, Do: []page.Msg{page.TableChosen{Source: of, Table: t.Name}}})
		}
		if of == "" {
			break
		}
		of, tables = "", s.p.Tables
	}
	for _, x := range s.p.Samples {
		not := ""
		if s.p.Loading != nil {
			not = "Something is being loaded."
		}
		s.offer(Item{ID: "sample:" + x.Name, Kind: "sample", Title: x.Title, Note: words.Count(x.Entities, "entity", "entities"), Words: "open example data", Not: not, Do: []page.Msg{page.SampleOpened{Name: x.Name}}})
	}
}

func findQueries(s *search) {
	for i, q := range s.p.Saved {
		s.offer(Item{ID: "query:" + q.Source + "/" + q.Table + "/" + q.Name, Kind: "query", Title: q.Name, Note: q.Table, Words: clipWords(q.Filter), Do: []page.Msg{queries.SavedQueryOpened{Index: i}}})
	}
	for _, q := range s.p.Examples {
		s.offer(Item{ID: "example:" + s.p.Query.Table + "/" + q.Title, Kind: "example", Title: q.Title, Note: s.p.Query.Table, Words: clipWords(q.Filter), Do: []page.Msg{page.ScreenChosen{Screen: page.QueryScreen}, page.FilterSet{Text: q.Filter}, page.RunPressed{}}})
	}
}

// filter offers a text of which nothing here is sure to be the name as a filter of the table, behind all else.
func (s *search) filter(text string) {
	table, filter := s.p.Query.Table, strings.TrimSpace(text)
	if s.sure > 0 || table == "" || len(s.words) == 0 {
		return
	}
	title := "Filter " + words.Clip(table, 63) + ": " + filter
	if e, err := filterlang.Parse(filter); err != nil || len(filterlang.Nodes(e, 2)) == 1 && !strings.Contains(filter, " ") {
		title = "Filter " + words.Clip(table, 63) + " for a RowKey " + words.Quote(filter)
		filter = filterlang.RowKey + " eq " + edm.NewString(filter).Literal()
	}
	s.items = append(s.items[:min(len(s.items), Most-1)], Item{ID: "filter:", Kind: "filter", Title: title, Do: []page.Msg{page.ScreenChosen{Screen: page.QueryScreen}, page.FilterSet{Text: filter}}})
	s.total++
}

// ask offers to look a text up in the guide, where nothing here is sure to be its name.
func (s *search) ask(text string) {
	if s.sure > 0 || len(s.words) == 0 {
		return
	}
	text = strings.TrimSpace(text)
	s.items = append(s.items[:min(len(s.items), Most-1)], Item{ID: "guide:find", Kind: "guide", Title: "Search the guide for " + words.Quote(words.Clip(text, 60)), Do: []page.Msg{page.GuideOpened{Find: text}}})
	s.total++
}

// clipWords keeps the words that something is looked for by short.
func clipWords(text string) string { return text[:min(len(text), 200)] }

func findSources(s *search) {
	if len(s.p.Accounts.List) == 0 {
		return
	}
	at := func(source string) string {
		if s.p.Query.Source == source {
			return "It is on screen."
		}
		return ""
	}
	s.offer(Item{ID: "source:", Kind: "source", Title: "This browser", Words: "go to playground", Not: at(""), Do: []page.Msg{page.SourceChosen{}}})
	for i := range s.p.Accounts.List {
		a := &s.p.Accounts.List[i]
		s.offer(Item{ID: "source:" + a.Name, Kind: "source", Title: a.Name, Note: strings.TrimSpace(a.Label + " " + accounts.Kind(a)), Words: "go to account", Not: at(a.Name), Do: []page.Msg{page.SourceChosen{Source: a.Name}}})
	}
}

func findSettings(s *search) {
	for i := range page.AllSettings {
		def := &page.AllSettings[i]
		if def.Own {
			continue
		}
		held := s.p.Settings.Value(def.ID)
		for _, c := range def.Choices {
			not := ""
			if c.Value == held {
				not = "This is chosen already."
			}
			s.offer(Item{ID: "setting:" + def.ID + "=" + c.Value, Kind: "setting", Title: def.Title + ": " + c.Title, Words: "set " + def.Note, Not: not, Do: []page.Msg{page.SettingChosen{ID: def.ID, Value: c.Value}}})
		}
	}
}

// findLessons offers the lessons, by name only: there are many.
func findLessons(s *search) {
	ls := s.p.Course
	if ls == nil {
		return
	}
	offer := func(name, title, note string) {
		if len(s.words) > 0 || s.recent["lesson:"+name] > 0 {
			s.offer(Item{ID: "lesson:" + name, Kind: "lesson", Title: title, Note: note, Words: "learn course", Do: []page.Msg{page.LessonChosen{Name: name}}})
		}
	}
	if ls.Course != nil {
		for _, g := range ls.Course.Groups {
			for _, e := range g.Lessons {
				offer(e.Name, e.Title, g.Title)
			}
		}
	}
	for _, o := range ls.Own {
		offer(o.Name, o.Title, "from a file")
	}
}

// findGuide offers the pages of the guide.
func findGuide(s *search) {
	for _, p := range guide.Pages {
		s.offer(Item{ID: "guide:" + p.ID, Kind: "guide", Title: p.Title, Words: "help guide", Do: []page.Msg{page.GuideOpened{Page: p.ID}}})
	}
}

// findCommands offers the commands; without a text, those that would do something.
func findCommands(s *search) {
	for i := range s.p.Commands {
		if c := &s.p.Commands[i]; c.Do != nil {
			s.offer(Item{ID: c.ID, Kind: CommandKind, Title: c.Title, Note: c.Group, Words: c.Words, Keys: c.Keys, Not: c.Not, Do: c.Do})
		}
	}
}

// offer takes an item in when it fits.
func (s *search) offer(item Item) {
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
	if item.score *= 2; item.Not == "" {
		item.score++ // of two that fit alike, the one that does something
	}
	s.count(item.score)
	at, _ := slices.BinarySearchFunc(s.items, item.score, func(have Item, score int) int {
		if have.score >= score {
			return -1 // those that fit alike keep their order
		}
		return 1
	})
	if at < Most {
		s.items = slices.Insert(s.items, at, item)
		s.items = s.items[:min(len(s.items), Most)]
	}
}

func (s *search) count(score int) {
	s.total++
	if score >= words.Sure {
		s.sure++
	}
}

// lookFor returns what fits a text, best first; what may fit, only where nothing does for sure. Without a text it is what was chosen last and then the commands that can be done.
func lookFor(p *Page, recent []string, text string) *Search {
	s := &search{p: p, words: words.Search(text), recent: map[string]int{}}
	for i, id := range recent {
		s.recent[id] = i + 1
	}
	findCommands(s)
	for _, area := range finders {
		area(s)
	}
	s.filter(text)
	s.ask(text)
	if s.sure > 0 {
		s.items, s.total = s.items[:min(len(s.items), s.sure)], s.sure
	}
	found := &Search{Text: text, Items: s.items, Total: s.total}
	if len(found.Items) == 0 {
		found.At = -1
	}
	return found
}
