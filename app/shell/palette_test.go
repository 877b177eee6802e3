package shell

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/query"
	"rangefinder/app/sample"
	"rangefinder/app/settings"
	"rangefinder/app/side"
	"rangefinder/app/wire"
)

// lookFor is what the palette finds.
func lookFor(m Model, text string) *palette.Search {
	m, _ = Update(m, palette.Pressed{})
	m, _ = Update(m, palette.Searched{Text: text})
	return page.Held[palette.Search](m.Dialog)
}

func titles(items []palette.Item) string {
	var list []string
	for _, item := range items {
		list = append(list, item.Title)
	}
	return strings.Join(list, "|")
}

// Ensure that what a search finds is what a person would expect first.
func TestPalette_Order(t *testing.T) {
	m := ready(t)
	m.Tables = &side.Model{List: []wire.TableInfo{{Name: "Exports"}, {Name: "MoviesOld"}, {Name: "OldMovies"}, {Name: "Movies"}, {Name: "Settings2024"}}}
	m.Saved.List = []query.Saved{{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'x'"}, Name: "Late <b>orders</b>"}}
	for _, test := range []struct{ text, first, also, not string }{
		{"movies", "Movies", "MoviesOld", ""},
		{"OLDMOVIES", "OldMovies", "", ""},
		{"run", "Run the query", "", ""},
		{"settings", "Settings…", "Settings2024", ""},
		{"dark", "Colours: Dark", "", "Markdown"},
		{"theme", "Change the colours: system, light, dark", "", "Undo"},
		{"new tab", "New table…", "", ""},
		{"table new", "New table…", "", ""},
		{"nwtbl", "New table…", "", ""},
		{"late", "Late <b>orders</b>", "", ""},
		{"partitions", "Partitions", "", ""},
		{"export", "Export…", "Exports", ""},
		{"csv", "Export…", "Import a file…", "Teach"},
		{"2024", "Settings2024", "", ""},
		{"ldmov", "OldMovies", "", ""},
	} {
		p := lookFor(m, test.text)
		if len(p.Items) == 0 || p.Items[0].Title != test.first || !strings.Contains(titles(p.Items), test.also) || test.not != "" && strings.Contains(titles(p.Items), test.not) {
			t.Errorf("%q finds %s, want %s first, without %q", test.text, titles(p.Items), test.first, test.not)
		}
	}
	for _, c := range Commands(&m) {
		if p := lookFor(m, c.Title); c.Do != nil && !slices.ContainsFunc(p.Items, func(i palette.Item) bool { return i.Title == c.Title }) {
			t.Errorf("%q, typed as it is written, finds %s", c.Title, titles(p.Items))
		}
	}
	for text, want := range map[string]page.FilterSet{"zzzzqq": {Text: "RowKey eq 'zzzzqq'"}, " blade runner": {Text: "RowKey eq 'blade runner'"}, "O'Brien": {Text: "RowKey eq 'O''Brien'"}, "Zq gt 4": {Text: "Zq gt 4"}} {
		if p := lookFor(m, text); len(p.Items) != 2 || p.Items[0].Kind != "filter" || p.At != 0 || p.Total != 2 || !slices.Contains(p.Items[0].Do, page.Msg(want)) ||
			!slices.Contains(p.Items[1].Do, page.Msg(page.GuideOpened{Find: strings.TrimSpace(text)})) {
			t.Errorf("%q, which nothing is called, finds %s", text, titles(p.Items))
		}
	}
	none := *m.Query
	none.Table = ""
	closed := m
	closed.Query = &none
	if p := lookFor(closed, "zzzzqq"); len(p.Items) != 1 || p.Items[0].Kind != "guide" {
		t.Errorf("where no table is open, %s is offered", titles(p.Items))
	}
	if p := lookFor(m, ""); p.Total < 10 || slices.ContainsFunc(p.Items, func(i palette.Item) bool { return i.Not != "" || i.Kind != "command" }) {
		t.Errorf("nothing typed finds %s", titles(p.Items))
	}
}

// Ensure that ten thousand tables are looked through well within a frame, and that fifty of them are shown at most.
func TestPalette_ManyTables(t *testing.T) {
	m := ready(t)
	tables := &side.Model{}
	for i := range 10_000 {
		tables.List = append(tables.List, wire.TableInfo{Name: "Telemetry" + strconv.Itoa(i) + "Archive", Entities: i})
	}
	m.Tables = tables
	m.Palette.Recent = []string{"table:/Telemetry77Archive", "run"}
	begin := time.Now()
	for _, text := range []string{"", "t", "tel", "telemetry99", "9999archive", "xyz"} {
		p := lookFor(m, text)
		if len(p.Items) > palette.Most {
			t.Errorf("%q shows %d", text, len(p.Items))
		}
		if text == "tel" && p.Total < 10_000 {
			t.Errorf("%q finds %d", text, p.Total)
		}
	}
	if took := time.Since(begin); took > 2*time.Second { // some 30 ms without the race detector
		t.Errorf("six searches took %v", took)
	}
	if p := lookFor(m, ""); p.Items[0].Title != "Telemetry77Archive" || p.Items[1].ID != "run" {
		t.Errorf("the recent are not first: %s", titles(p.Items[:2]))
	}
	if p := lookFor(m, "telemetry1234archive"); p.Items[0].Title != "Telemetry1234Archive" {
		t.Errorf("the exact name is not first: %s", titles(p.Items[:2]))
	}
}

// Ensure that the palette is gone through, does what is chosen, remembers it, and leaves alone what cannot be done.
func TestPalette_Chosen(t *testing.T) {
	m, cmds := after(ready(t), palette.Pressed{})
	if _, ok := find[page.OpenDialog](cmds); !ok || page.Held[palette.Search](m.Dialog).At != 0 {
		t.Fatalf("%+v %+v", m.Dialog, cmds)
	}
	m, _ = after(m, palette.Moved{By: -1})
	if n := len(page.Held[palette.Search](m.Dialog).Items); page.Held[palette.Search](m.Dialog).At != n-1 {
		t.Errorf("up from the first is %d of %d", page.Held[palette.Search](m.Dialog).At, n)
	}
	m, _ = after(m, palette.Moved{By: 1}, palette.Moved{By: 8}, palette.Moved{By: -100})
	if page.Held[palette.Search](m.Dialog).At != 0 {
		t.Errorf("at %d", page.Held[palette.Search](m.Dialog).At)
	}
	if same, cmds := after(m, palette.Searched{Text: "undo the last"}, palette.Chosen{Index: -1}); same.Dialog == nil || len(same.Palette.Recent) != 0 {
		t.Errorf("what cannot be done was done: %+v", cmds)
	} else if said, _ := find[page.Announce](cmds); !strings.Contains(said.Text, "There is nothing to undo.") {
		t.Errorf("said %q", said.Text)
	}
	m, cmds = after(m, palette.Searched{Text: "colours: dark"}, palette.Chosen{Index: -1})
	if m.Dialog != nil || settings.ThemeOf(m.Settings) != settings.Dark || m.Palette.Recent[0] != "setting:theme=dark" || !slices.Contains(cmds, page.Cmd(page.CloseDialog{})) {
		t.Errorf("%+v %s %v %+v", m.Dialog, settings.ThemeOf(m.Settings), m.Palette.Recent, cmds)
	}
	if kept, _ := find[page.KeepSetting](cmds); kept != (page.KeepSetting{Key: palette.Setting, Value: `["setting:theme=dark"]`}) {
		t.Errorf("kept %+v", kept)
	}
	m, _ = after(m, palette.Pressed{}, palette.Searched{Text: "settings"}, palette.Chosen{Index: -1})
	if m.Dialog == nil || m.Dialog.Kind != settings.Dialog || m.Palette.Recent[0] != "settings" || len(m.Palette.Recent) != 2 {
		t.Errorf("%+v %v", m.Dialog, m.Palette.Recent)
	}
	if m, _ = after(m, palette.Pressed{}); m.Dialog.Kind != settings.Dialog {
		t.Error("it took the place of another dialog")
	}
	if m, _ = after(m, page.DialogClosed{}, palette.Pressed{}, palette.Pressed{}); m.Dialog != nil {
		t.Error("its key does not close it")
	}
	if _, cmds = after(m, palette.Searched{Text: "x"}, palette.Moved{By: 1}, palette.Chosen{Index: 3}); cmds != nil {
		t.Errorf("closed, it did %+v", cmds)
	}
}

// Ensure that edits which a choice takes off the screen can be brought back, told once.
func TestPalette_KeepsEdits(t *testing.T) {
	m, _ := after(ready(t), page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}, {Name: "Movies"}}}}, page.NewEntityPressed{}, inspector.PropertyNamed{ID: 1, Name: "A"}, palette.Pressed{}, palette.Searched{Text: "logs"}, palette.Chosen{Index: -1})
	if m.Query.Table != "Logs" || m.Notice == nil || !offersForm(m.Notice) {
		t.Errorf("%s %+v", m.Query.Table, m.Notice)
	}
}

// Ensure that no text and no name breaks a search.
func FuzzPalette(f *testing.F) {
	f.Add("new tab", "New table…")
	f.Fuzz(func(t *testing.T, what, text string) {
		m := New()
		m.Saved.List, m.Samples = []query.Saved{{Query: query.Query{Filter: text}, Name: text}}, []sample.Sample{{Title: text}}
		lookFor(m, what)
	})
}
