package state

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

func columnsNamed(names ...string) []wire.Column {
	var list []wire.Column
	for _, n := range names {
		list = append(list, wire.Column{Name: n, Type: edm.String})
	}
	return list
}

// shownBy is a model with a result of these columns.
func shownBy(columns []wire.Column) Model {
	m := New()
	m.Query = &Query{Query: query.Query{Table: "Movies"}}
	m.Tables = &Tables{List: []wire.TableInfo{{Name: "Movies", Entities: 30}}}
	m = m.withResult(&Result{Table: "Movies", Running: true, Line: -1})
	m, _ = Update(m, RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 30, Columns: columns, Pages: 1}})
	return m
}

// Ensure that whatever layout is stored, each column is shown once or hidden, keys first, and something is always shown.
func TestLayout_AlwaysShows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pool := []string{filterlang.PartitionKey, filterlang.RowKey, "A", "B", "C", "Timestamp", "gone", ""}
	some := func() []string {
		var list []string
		for range random.IntN(6) {
			list = append(list, pool[random.IntN(len(pool))])
		}
		return list
	}
	for range 2000 {
		l := Layout{Order: some(), Hidden: some(), Widths: map[string]int{"A": 100}}
		if random.IntN(2) == 0 {
			l.Pinned = pool[2+random.IntN(len(pool)-2)]
		}
		columns := columnsNamed(pool[random.IntN(3) : 3+random.IntN(4)]...)
		shown, all := l.apply(columns)
		if len(shown) == 0 {
			t.Fatalf("%+v of %+v shows nothing", l, columns)
		}
		seen, keys := map[int]bool{}, true
		for i, s := range shown {
			name := columns[s.Index].Name
			if seen[s.Index] {
				t.Fatalf("%+v shows %s twice", l, name)
			}
			if seen[s.Index] = true; isKey(name) && !keys {
				t.Fatalf("%+v: key %s is not in front", l, name)
			}
			keys = keys && isKey(name)
			if name == l.Pinned && !all && slices.ContainsFunc(shown[:i], func(s Shown) bool { return !isKey(columns[s.Index].Name) }) {
				t.Fatalf("%+v: %s is not beside the keys", l, name)
			}
			if !all && !isKey(name) && slices.Contains(l.Hidden, name) {
				t.Fatalf("%+v shows the hidden %s", l, name)
			}
		}
		if !all {
			for i, c := range columns {
				if !seen[i] && !slices.Contains(l.Hidden, c.Name) {
					t.Fatalf("%+v lost %s", l, c.Name)
				}
			}
		}
		// A move puts a column exactly where it was dropped.
		name, to := columns[shown[random.IntN(len(shown))].Index].Name, random.IntN(len(shown))
		after, _ := l.moved(columns, name, to).apply(columns)
		if isKey(name) || all || name == l.Pinned {
			continue
		}
		first := 0
		for first < len(shown) && (isKey(columns[shown[first].Index].Name) || columns[shown[first].Index].Name == l.Pinned) {
			first++
		}
		if at := slices.IndexFunc(after, func(s Shown) bool { return columns[s.Index].Name == name }); at != max(to, first) {
			t.Fatalf("%+v: %s moved to %d is at %d", l, name, to, at)
		}
	}
}

// Ensure that damaged views fall back, say so, and never fail; and that good ones come back as they were.
func TestParseViews_Damage(t *testing.T) {
	good := Views{Tables: []TableView{{Table: "Movies", Layout: Layout{Order: []string{"B", "A"}, Hidden: []string{"C"}, Widths: map[string]int{"A": 200}}}}, Templates: []Template{{Name: "mine", Layout: Layout{Order: []string{"A"}}}}, Zone: "Europe/Berlin"}
	got, problem := ParseViews(good.Encode())
	good.Version = viewsVersion
	if problem != "" || !reflect.DeepEqual(got, good) {
		t.Errorf("%+v, %q, want %+v", got, problem, good)
	}
	for _, text := range []string{"{", `{"v":2}`, `[]`, `null`, `{"v":1,"tables":[{"t":7}]}`, `{"v":1,"tables":{}}`, strings.Repeat("x", maxViewText+1)} {
		if _, problem := ParseViews(text); problem == "" {
			t.Errorf("%.60q is taken without a word", text)
		}
	}
	for _, text := range []string{`{"v":1,"tables":[{"t":"A","w":{"x":-5}},{"t":"B","h":["x"]}]}`, `{"v":1,"tables":[{"t":"A","w":{"x":99999}},{"t":"B","h":["x"]}]}`} {
		v, problem := ParseViews(text)
		if problem == "" || len(v.Tables) != 1 || v.Tables[0].Table != "B" {
			t.Errorf("%s: %+v, %q", text, v, problem)
		}
	}
	m, cmds := Update(New(), ViewsRead{Text: "{"})
	if m.Notice == nil || !m.Notice.Bad || len(cmds) == 0 {
		t.Error("damage is not told")
	}
	m = shownBy(columnsNamed("PartitionKey", "A"))
	if len(m.Grid.Shown) != 2 {
		t.Errorf("%+v", m.Grid.Shown)
	}
}

func FuzzParseViews(f *testing.F) {
	f.Add(Views{Tables: []TableView{{Table: "A", Layout: Layout{Order: []string{"x"}}}}}.Encode())
	f.Fuzz(func(t *testing.T, text string) {
		v, _ := ParseViews(text)
		again, problem := ParseViews(v.Encode())
		if problem != "" || len(again.Tables) != len(v.Tables) {
			t.Errorf("%q: %q", text, problem)
		}
	})
}

// Ensure that the hundred tables changed last are remembered, and that a table whose columns are as they come is not.
func TestViews_KeepsTheLast(t *testing.T) {
	var v Views
	for i := range maxViews + 20 {
		v = v.with("", fmt.Sprintf("T%d", i), Layout{Hidden: []string{"A"}})
	}
	if len(v.Tables) != maxViews || v.Tables[0].Table != "T119" || !v.layoutOf("", "T0").plain() || v.layoutOf("", "t119").plain() || !v.layoutOf("acc", "T119").plain() {
		t.Errorf("%d tables, first %+v", len(v.Tables), v.Tables[0])
	}
	if v = v.with("", "T119", Layout{}); v.Tables[0].Table != "T118" {
		t.Errorf("first %+v", v.Tables[0])
	}
}

// Ensure that a display order is asked for, shown when it is there, made anew of another run, and left for the service's.
func TestGrid_SortsForDisplay(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey", "A"))
	m, cmds := Update(m, SortChosen{Column: "A", Descending: true})
	req := wire.SortRequest{Result: 1, Column: "A", Descending: true}
	if !slices.Contains(cmds, Cmd(SortResult{req})) || m.Grid.OrderNumber() != 0 || !m.Grid.Order.Asked {
		t.Fatalf("%+v, %+v", cmds, m.Grid.Order)
	}
	m, _ = Update(m, Sorted{Req: wire.SortRequest{Result: 1, Column: "B"}, Reply: &wire.SortReply{Order: 9}})
	if m.Grid.OrderNumber() != 0 {
		t.Error("an older answer is shown")
	}
	m, _ = Update(m, Sorted{Req: req, Reply: &wire.SortReply{Order: 1, Lines: 30, Entities: 30, Missing: 4, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 20}, {Type: edm.String, Count: 6}}}})
	if m.Grid.OrderNumber() != 1 || m.Lines() != 30 {
		t.Errorf("%+v", m.Grid.Order)
	}
	if text := SortText(m.Grid.Order); !strings.Contains(text, "mixed: 20 Int32, 6 String") || !strings.Contains(text, "4 without a value") {
		t.Errorf("%q", text)
	}
	m, cmds = Update(m, LineOpened{Line: 3})
	if want := (ReadLine{Table: "Movies", Req: wire.LineRequest{Result: 1, Line: 3, Order: 1}, Focus: true}); !slices.Contains(cmds, Cmd(want)) {
		t.Errorf("%+v", cmds)
	}
	m = m.withResult(&Result{Table: "Movies", Running: true, Line: -1, Reply: m.Grid.Result.Reply})
	m, cmds = Update(m, RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 40, Columns: columnsNamed("A"), Pages: 1}})
	if m.Grid.OrderNumber() != 0 || !slices.Contains(cmds, Cmd(SortResult{wire.SortRequest{Result: 2, Column: "A", Descending: true}})) {
		t.Errorf("after another run: %+v, %+v", m.Grid.Order, cmds)
	}
	m, _ = Update(m, Sorted{Req: wire.SortRequest{Result: 2, Column: "A", Descending: true}, Err: errors.New("no")})
	if m.Grid.Order != nil || m.Notice == nil {
		t.Error("a failure is not told, or not left")
	}
	m, _ = Update(m, SortChosen{Column: "A"})
	if m, cmds = Update(m, SortEnded{}); m.Grid.Order != nil || !slices.Contains(cmds, Cmd(Stop{Slot: sortSlot})) {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that a search steps to the next line and round the end, drops older answers, and looks again where the lines are others.
func TestGrid_Finds(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A"))
	m, _ = Update(m, FindPressed{})
	m, cmds := Update(m, FindTyped{Text: "x"})
	want := wire.FindRequest{Result: 1, Text: "x", Columns: []string{"PartitionKey", "A"}}
	if len(cmds) != 1 || !reflect.DeepEqual(cmds[0], Seek{1, want}) {
		t.Fatalf("%+v", cmds)
	}
	m, _ = Update(m, FindTyped{Text: "xy"})
	m, _ = Update(m, Sought{Seq: 1, Reply: &wire.FindReply{Line: 3}})
	if m.Grid.Find.Reply != nil {
		t.Error("an older answer is shown")
	}
	m, cmds = Update(m, Sought{Seq: 2, Reply: &wire.FindReply{Line: 29, Column: "A", Lines: 2, Cells: 2, Index: 2, Read: 30}})
	if !slices.Contains(cmds, Cmd(ShowLine{29, "A"})) {
		t.Errorf("%+v", cmds)
	}
	m, cmds = Update(m, FindStepped{})
	if s, ok := cmds[0].(Seek); !ok || s.Req.From != 0 || s.Req.Back {
		t.Errorf("round the end: %+v", cmds)
	}
	m, _ = Update(m, Sought{Seq: 3, Reply: &wire.FindReply{Line: 0, Lines: 2}})
	m, cmds = Update(m, FindStepped{Back: true})
	if s, ok := cmds[0].(Seek); !ok || s.Req.From != 29 || !s.Req.Back {
		t.Errorf("round the beginning: %+v", cmds)
	}
	if m, _ = Update(m, FindClosed{}); m.Grid.Find != nil {
		t.Error("it stays open")
	}
	if m, _ = Update(m, Sought{Seq: 4, Reply: &wire.FindReply{}}); m.Grid.Find != nil {
		t.Error("an answer opens it again")
	}
}

// Ensure that an instant in a zone keeps its seven digits and is the same instant, and that what is none stays as it is.
func TestInZone_KeepsTheInstant(t *testing.T) {
	offset := func(zone string, unix int64) (int, bool) {
		return map[string]int{"Asia/Kolkata": 330, "America/New_York": -300, "UTC+14": 840}[zone], zone != "nowhere"
	}
	for _, c := range []struct{ text, zone, want string }{
		{"2026-11-20T09:14:02.1182307Z", ZoneUTC, "2026-11-20T09:14:02.1182307Z"},
		{"2026-11-20T09:14:02.1182307Z", "Asia/Kolkata", "2026-11-20T14:44:02.1182307+05:30"},
		{"2026-01-01T03:00:00Z", "America/New_York", "2025-12-31T22:00:00-05:00"},
		{"9999-12-31T23:59:59.9999999Z", "UTC+14", "9999-12-31T23:59:59.9999999Z"},
		{"1601-01-01T00:00:00Z", "America/New_York", "1601-01-01T00:00:00Z"},
		{"2026-11-20T09:14:02Z", "nowhere", "2026-11-20T09:14:02Z"},
		{"not a date", "Asia/Kolkata", "not a date"},
	} {
		if got := InZone(c.text, c.zone, offset); got != c.want {
			t.Errorf("%s in %s is %s, want %s", c.text, c.zone, got, c.want)
		}
	}
}

// Ensure that a template takes what is shown to another table, and that its name is checked.
func TestColumnSet_Templates(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "A", "B", "C"))
	m, _ = Update(m, ColumnsPressed{})
	m, _ = Update(m, ColumnHidden{Name: "B", Hide: true})
	m, _ = Update(m, ColumnMoved{Name: "C", To: 1})
	m, _ = Update(m, TemplateKept{})
	if m.Dialog.Err == "" {
		t.Error("a set without a name is kept")
	}
	m, _ = Update(m, TemplateNamed{Text: " mine "})
	m, cmds := Update(m, TemplateKept{})
	if len(m.Grid.Views.Templates) != 1 || m.Grid.Views.Templates[0].Name != "mine" || len(cmds) == 0 {
		t.Fatalf("%+v", m.Grid.Views)
	}
	m = m.withResult(&Result{Table: "Other", Running: true, Line: -1})
	m.Query = &Query{Query: query.Query{Table: "Other"}}
	m, _ = Update(m, RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 3, Columns: columnsNamed("PartitionKey", "A", "B", "C", "D"), Pages: 1}})
	if got := m.Grid.Names(); !slices.Equal(got, []string{"PartitionKey", "A", "B", "C", "D"}) {
		t.Errorf("before: %v", got)
	}
	m, _ = Update(m, ColumnsPressed{})
	m, _ = Update(m, TemplateTaken{Name: "mine"})
	if got := m.Grid.Names(); !slices.Equal(got, []string{"PartitionKey", "C", "A", "D"}) {
		t.Errorf("after: %v", got)
	}
	m, _ = Update(m, ColumnsReset{})
	if got := m.Grid.Names(); len(got) != 5 {
		t.Errorf("reset: %v", got)
	}
}

// Ensure that of thousands of columns a bounded number is on screen, and that each can be put there and taken away.
func TestLayout_ManyColumns(t *testing.T) {
	columns := []wire.Column{{Name: "PartitionKey"}, {Name: "RowKey"}}
	for i := range 10_000 {
		columns = append(columns, wire.Column{Name: "P" + strconv.Itoa(i)})
	}
	has := func(l Layout, name string) bool {
		shown, _ := l.apply(columns)
		return slices.ContainsFunc(shown, func(s Shown) bool { return columns[s.Index].Name == name })
	}
	var l Layout
	if shown, _ := l.apply(columns); len(shown) != MaxShown || has(l, "P9999") {
		t.Fatalf("%d columns are shown", len(shown))
	}
	if l = l.showing(columns, "P9999"); !has(l, "P9999") || !has(l, "PartitionKey") {
		t.Error("the last column does not come on screen")
	}
	if l = l.hiding("P9999", true); has(l, "P9999") {
		t.Error("it does not leave")
	}
	only := Layout{Only: true}
	if shown, all := only.apply(columns); len(shown) != 2 || all {
		t.Errorf("hiding all shows %d columns", len(shown))
	}
	if only = only.showing(columns, "P7"); !has(only, "P7") || has(only, "P8") {
		t.Error("one of the hidden columns does not come alone")
	}
}

// Ensure that Timestamp, or any other column, stays beside the keys until it is released, remembered with the table; a hidden one
// is shown; and that the keys refuse.
func TestGrid_Pinned(t *testing.T) {
	m := shownBy(columnsNamed("PartitionKey", "RowKey", "A", "B", "Timestamp"))
	m, _ = Update(m, ColumnHidden{Name: "Timestamp", Hide: true})
	m, cmds := Update(m, ColumnPinned{Name: "Timestamp", Pin: true})
	if got := strings.Join(m.Grid.Names(), " "); got != "PartitionKey RowKey Timestamp A B" || m.Grid.Pinned() != "Timestamp" {
		t.Errorf("the columns are %s, pinned %q", got, m.Grid.Pinned())
	}
	keep, _ := find[KeepSetting](cmds)
	if v, problem := ParseViews(keep.Value); problem != "" || v.layoutOf("", "movies").Pinned != "Timestamp" {
		t.Errorf("kept is %q", keep.Value)
	}
	m, _ = Update(m, ColumnStepped{Name: "B", By: -5})
	if got := strings.Join(m.Grid.Names(), " "); got != "PartitionKey RowKey Timestamp B A" {
		t.Errorf("beside a pinned column B comes to %s", got)
	}
	m, _ = Update(m, CellSelected{Line: -1, Column: 4}) // A
	m, _ = Update(m, ColumnPinPressed{})
	if got := strings.Join(m.Grid.Names(), " "); got != "PartitionKey RowKey A B Timestamp" {
		t.Errorf("one takes the place of the other: %s", got)
	}
	m, _ = Update(m, ColumnPinPressed{})
	if m.Grid.Pinned() != "" {
		t.Error("it is not released")
	}
	if m, _ = Update(m, ColumnPinned{Name: "RowKey", Pin: true}); m.Grid.Pinned() != "" {
		t.Error("a key is pinned")
	}
}
