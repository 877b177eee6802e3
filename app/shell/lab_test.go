package shell

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/intro"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// twoDesigns is a comparison and its report.
func twoDesigns() (lab.Spec, *lab.Report) {
	spec := lab.Spec{
		Patterns: []lab.Pattern{{Name: "one", Kind: lab.Read, PerDay: 100, Filter: "A eq 1"}, {Name: "two", Kind: lab.Read, PerDay: 10, Filter: "B eq 1"}},
		Designs:  []lab.Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}, {Name: "by A", Partition: "{A}", Row: "{RowKey}"}},
	}
	cell := func(points float64) lab.Cell {
		return lab.Cell{Known: true, Cost: lab.Cost{Requests: 1, Points: points}, Ways: []lab.Way{{Index: -1, Class: filterlang.FullScan, RoundTrips: 1}}}
	}
	r := &lab.Report{Entities: 5, Designs: []lab.DesignReport{{Known: true, Entities: 5}, {Known: true, Entities: 5}}, Patterns: []lab.PatternReport{
		{Cells: []lab.Cell{cell(10), cell(1)}}, {Cells: []lab.Cell{cell(2), cell(3)}}}}
	lab.Rank(spec, r)
	return spec, r
}

// labbed is the page with the lab of a table, measured.
func labbed(t *testing.T) Model {
	t.Helper()
	m, cmds := after(ready(t), page.ScreenChosen{Screen: page.LabScreen})
	if read, ok := find[designlab.ReadSpec](cmds); !ok || read.Table != m.Query.Table {
		t.Fatalf("the lab of %q asks for %+v", m.Query.Table, cmds)
	}
	spec, r := twoDesigns()
	m, cmds = after(m, designlab.SpecRead{Table: m.Query.Table, Text: spec.String()})
	ask, ok := find[designlab.Measure](cmds)
	if !ok {
		t.Fatalf("what was read asks for %+v", cmds)
	}
	m, _ = after(m, designlab.Measured{Req: ask.Req, Report: r})
	if m.Lab.Measuring || m.Lab.Report == nil {
		t.Fatalf("measured is %+v", m.Lab)
	}
	return m
}

// Ensure that a table of a lesson has a comparison of its own, which is neither read from those of the workspace nor written to them, and
// which tells nothing that the lesson asks.
func TestLab_InLesson(t *testing.T) {
	m, _ := after(labbed(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}})
	m, _ = after(m, queries.QueriesRead{Text: queries.Encode([]query.Saved{{Query: query.Query{Table: "Movies", Filter: "A eq 1"}, Name: "Mine"}})}, Navigated{page.Route{Lesson: "four-classes", Step: 1}.Fragment()})
	m, cmds := after(arrived(t, m), page.ScreenChosen{Screen: page.LabScreen})
	ask, ok := find[designlab.SuggestSpec](cmds)
	if _, read := find[designlab.ReadSpec](cmds); !ok || read || m.Lab.Have || len(ask.Req.Asked) > 0 {
		t.Fatalf("the lab of a lesson's table asks for %+v", cmds)
	}
	spec, _ := twoDesigns()
	m, _ = after(m, designlab.SpecRead{Table: m.Query.Table, Text: spec.String(), Suggested: true})
	m, cmds = after(m, designlab.Did{Act: designlab.AddDesign})
	if _, kept := find[designlab.KeepSpec](cmds); kept || len(m.Lab.Spec.Designs) != 3 {
		t.Errorf("a design of a lesson's table is kept: %+v", cmds)
	}
	m, cmds = after(m, course.LessonLeavePressed{})
	if ask, ok := find[designlab.Measure](cmds); !ok || ask.Req.Table != m.Query.Table || m.Lab.Apart || len(m.Lab.Spec.Designs) != 2 || m.Lab.Report == nil {
		t.Errorf("after the lesson the lab of %q asks for %+v", m.Query.Table, cmds)
	}
}

// Ensure that however a lesson was opened, leaving it brings the own comparison back, whose changes are kept and which is read again after
// another table was open. A lesson that opens while another message is carried out is followed twice.
func TestLab_AfterLesson(t *testing.T) {
	lesson := page.LessonChosen{Name: "four-classes"}
	loading := []page.Msg{page.SampleOpened{Name: "Logs"}, lesson, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies", "Logs"}}, Select: "Movies"},
		page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies", Entities: 10}, {Name: "Logs", Entities: 5}}}}}
	for name, ways := range map[string][]page.Msg{
		"chosen":         {lesson},
		"by address":     {Navigated{page.Route{Lesson: "four-classes", Step: 1}.Fragment()}},
		"introduction":   {intro.Taken{Then: lesson}},
		"palette":        {palette.Pressed{}, palette.Searched{Text: "four classes"}, palette.Chosen{Index: -1}},
		"while it loads": loading,
		"twice":          append([]page.Msg{intro.Taken{Then: lesson}, course.LessonLeavePressed{}}, loading...),
	} {
		m, _ := after(labbed(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}})
		m, _ = after(m, designlab.Did{Act: designlab.AddDesign})
		m, _ = after(m, ways...)
		if m.room() == "" {
			t.Fatalf("%s: no lesson is open: %+v", name, m.Notice)
		}
		m, _ = after(arrived(t, m), course.LessonLeavePressed{}, page.ScreenChosen{Screen: page.LabScreen})
		if m.Lab.Apart || !m.Lab.Have || len(m.Lab.Spec.Designs) != 3 || m.Lab.Undoable() == "" || m.Pending == nil || m.Aside != nil {
			t.Errorf("%s: after the lesson the lab is apart: %v, and has the designs %+v", name, m.Lab.Apart, m.Lab.Spec.Designs)
		}
		m, cmds := after(m, designlab.Did{Act: designlab.AddDesign})
		if keep, ok := find[designlab.KeepSpec](cmds); !ok || keep.Table != "Movies" {
			t.Errorf("%s: a design after the lesson asks for %+v", name, cmds)
		}
		m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies", Entities: 10}, {Name: "people", Entities: 5}}}}, page.TableChosen{Table: "people"})
		if _, cmds = after(m, page.TableChosen{Table: "Movies"}); !has(cmds, designlab.ReadSpec{Table: "Movies"}) {
			t.Errorf("%s: back on the table the lab asks for %+v", name, cmds)
		}
	}
}

// Ensure that a comparison which could not be read is not replaced by another, whose first change would be written over it.
func TestLab_Unread(t *testing.T) {
	m, _ := after(ready(t), page.ScreenChosen{Screen: page.LabScreen})
	m, cmds := after(m, designlab.SpecRead{Table: "Movies", Err: &wire.Failure{Code: wire.WorkerLost, Message: "It ended."}})
	if _, asked := find[designlab.SuggestSpec](cmds); asked || m.Lab.Have || m.Lab.Failed == nil {
		t.Errorf("it asks for %+v and has failed: %v", cmds, m.Lab.Failed)
	}
	if _, cmds = after(m, designlab.Again{}); !has(cmds, designlab.ReadSpec{Table: "Movies"}) {
		t.Errorf("again asks for %+v", cmds)
	}
}

// Ensure that a search for keys goes on while a lesson is open, apart from one of the lesson's own, and that what it found is there after
// the lesson.
func TestLab_SearchOutlivesLesson(t *testing.T) {
	m, _ := after(labbed(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}})
	m, cmds := after(m, designlab.Did{Act: designlab.SuggestKeys})
	ask, _ := find[designlab.SearchKeys](cmds)
	m, cmds = after(m, Navigated{page.Route{Lesson: "four-classes", Step: 1}.Fragment()})
	if has(cmds, page.Stop{Slot: ask.Slot()}) {
		t.Error("opening a lesson stops the search for keys")
	}
	m, _ = after(arrived(t, m), page.ScreenChosen{Screen: page.LabScreen})
	spec, _ := twoDesigns()
	m, _ = after(m, designlab.SpecRead{Table: m.Query.Table, Text: spec.String(), Suggested: true}, designlab.Searching{Of: ask, Progress: wire.Progress{Done: 1, Total: 2}})
	if m.Lab.Search != nil {
		t.Errorf("the lesson's lab hears of %+v", m.Lab.Search)
	}
	stolen, cmds := after(m, designlab.Did{Act: designlab.SuggestKeys})
	own, _ := find[designlab.SearchKeys](cmds)
	stolen, _ = after(stolen, designlab.Searched{Of: ask, Result: &suggest.Result{Tried: 7}}, designlab.Searched{Of: own, Result: &suggest.Result{Tried: 8}})
	if s := stolen.Lab.Search; s.Busy || s.Result.Tried != 8 {
		t.Errorf("the lesson's own search comes to %+v", s)
	}
	if stopped, _ := after(m, designlab.Searched{Of: ask, Err: wire.Stopped()}, course.LessonLeavePressed{}); stopped.Lab.Search != nil {
		t.Errorf("a search that another took the place of is told as %+v", stopped.Lab.Search)
	}
	m, _ = after(m, designlab.Searched{Of: ask, Result: &suggest.Result{Tried: 7}}, course.LessonLeavePressed{})
	if s := m.Lab.Search; s == nil || s.Busy || s.Result == nil || s.Result.Tried != 7 {
		t.Errorf("after the lesson the search is %+v", s)
	}
}

// Ensure that a table without a comparison is given one that is made of its queries, and that a damaged one is not shown.
func TestLab_Suggested(t *testing.T) {
	for _, text := range []string{"", "{", `{"lab":9}`, `{"lab":1}`} {
		m, _ := after(ready(t), page.ScreenChosen{Screen: page.LabScreen})
		m, cmds := after(m, designlab.SpecRead{Table: m.Query.Table, Text: text})
		if ask, ok := find[designlab.SuggestSpec](cmds); !ok || ask.Req.Table != m.Query.Table || m.Lab.Have {
			t.Errorf("%q asks for %+v", text, cmds)
		}
	}
}

// Ensure that a comparison that is begun anew may have more patterns and other indexes than what was measured before.
func TestLab_BegunAnew(t *testing.T) {
	m, _ := after(labbed(t), designlab.Did{Act: designlab.Fresh})
	spec := m.Lab.Spec.Clone()
	spec.Patterns = append(spec.Patterns, lab.Pattern{Name: "three", Kind: lab.Read, PerDay: 1, Filter: "A eq 3"}, lab.Pattern{Name: "four", Kind: lab.Read, PerDay: 1, Filter: "A eq 4"})
	spec.Designs[0].Indexes = append(spec.Designs[0].Indexes, lab.Index{Name: "by B", Partition: "{B}", Row: "{RowKey}", Kind: lab.OtherPartition})
	if _, err := lab.Parse(spec.String()); err != nil {
		t.Fatal(err)
	}
	m, _ = after(m, designlab.SpecRead{Table: m.Lab.Table, Text: spec.String(), Suggested: true})
	if r := m.Lab.Report; r == nil || len(r.Patterns) != len(spec.Patterns) || r.Designs[0].Known || !r.Designs[1].Known {
		t.Errorf("of what was measured remains %+v", r)
	}
}

// Ensure that what is typed changes the comparison, is kept and measured, is one step however many letters it has, and that
// what cannot be used stays in its field with a reason.
func TestLab_Typed(t *testing.T) {
	m := labbed(t)
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d1-partition", Text: "{B"})
	m, cmds := after(m, designlab.FieldTyped{Field: "lab-d1-partition", Text: "{B}"})
	if keep, ok := find[designlab.KeepSpec](cmds); !ok || !strings.Contains(keep.Text, "{B}") || m.Lab.Spec.Designs[1].Partition != "{B}" {
		t.Errorf("typing asks for %+v", cmds)
	}
	if m.Lab.Report.Patterns[0].Cells[1].Cost.Points != 1 {
		t.Error("the numbers are gone before there are others")
	}
	m, cmds = after(m, designlab.Did{Act: designlab.Undo})
	if m.Lab.Spec.Designs[1].Partition != "{A}" || m.Lab.Undoable() != "" {
		t.Errorf("undone is %q, and there is %q to undo", m.Lab.Spec.Designs[1].Partition, m.Lab.Undoable())
	}
	if reset, ok := find[page.ResetFields](cmds); !ok || reset.Values["lab-d1-partition"] != "{A}" {
		t.Errorf("the fields get %+v", reset.Values)
	}
	m, _ = after(m, designlab.Did{Act: designlab.Redo})
	if m.Lab.Spec.Designs[1].Partition != "{B}" {
		t.Error("it was not done again")
	}
	for _, text := range []string{"many", "-1", "1e99", "NaN"} {
		next, cmds := after(m, designlab.FieldTyped{Field: "lab-p0-day", Text: text})
		if next.Lab.Errs["lab-p0-day"] == "" || next.Lab.Texts["lab-p0-day"] != text || next.Lab.Spec.Patterns[0].PerDay != 100 || len(cmds) != 0 {
			t.Errorf("%q: %+v, %+v", text, next.Lab.Errs, cmds)
		}
		next, _ = after(next, designlab.FieldTyped{Field: "lab-p0-day", Text: "2.5k"})
		if len(next.Lab.Errs) != 0 || next.Lab.Spec.Patterns[0].PerDay != 2500 || next.Lab.Report.Designs[0].Total.Points != 2500*10+10*2 {
			t.Errorf("2.5k is %v, total %v", next.Lab.Spec.Patterns[0].PerDay, next.Lab.Report.Designs[0].Total.Points)
		}
	}
	for _, field := range []string{"", "lab", "lab-d9-name", "lab-dx-name", "lab-d-1-name", "lab-p7-filter", "lab-g-entities", "lab-d0-x0-row"} {
		if next, cmds := after(m, designlab.FieldTyped{Field: field, Text: "x"}); next.Lab.Spec.String() != m.Lab.Spec.String() || len(cmds) != 0 {
			t.Errorf("%q changes the comparison", field)
		}
	}
}

// Ensure that designs and patterns come and go with the numbers that are theirs, to the limits, and back.
func TestLab_ComeAndGo(t *testing.T) {
	m := labbed(t)
	before := m.Lab.Spec.String()
	m, cmds := after(m, designlab.Did{Act: designlab.CopyDesign, At: 0})
	if len(m.Lab.Spec.Designs) != 3 || m.Lab.Report.Patterns[0].Cells[1].Known || m.Lab.Report.Patterns[0].Cells[2].Cost.Points != 1 {
		t.Errorf("the cells are %+v", m.Lab.Report.Patterns[0].Cells)
	}
	if focus, ok := find[page.Focus](cmds); !ok || focus.Target != "lab-d1-name" {
		t.Errorf("the focus goes to %q", focus.Target)
	}
	m, _ = after(m, designlab.Did{Act: designlab.RemoveDesign, At: 1}, designlab.Did{Act: designlab.RemovePattern, At: 0})
	if m.Lab.Report.Patterns[0].Cells[1].Cost.Points != 3 || m.Lab.Report.Designs[0].Total.Points != 20 {
		t.Errorf("the report is %+v", m.Lab.Report)
	}
	m, _ = after(m, designlab.Did{Act: designlab.AddIndex, At: 1}, designlab.Did{Act: designlab.RemoveIndex, At: 1, Of: 0}, designlab.Did{Act: designlab.AddWrite}, designlab.Did{Act: designlab.UseGenerated}, designlab.Did{Act: designlab.AddProperty}, designlab.Did{Act: designlab.RemoveProperty, At: 0}, designlab.Did{Act: designlab.UseTable})
	for m.Lab.Undoable() != "" {
		m, _ = after(m, designlab.Did{Act: designlab.Undo})
	}
	if m.Lab.Spec.String() != before {
		t.Errorf("undone is %s, want %s", m.Lab.Spec, before)
	}
	for range 20 {
		m, _ = after(m, designlab.Did{Act: designlab.AddDesign})
	}
	if len(m.Lab.Spec.Designs) != lab.MaxDesigns || m.Notice == nil || !m.Notice.Bad {
		t.Errorf("there are %d designs", len(m.Lab.Spec.Designs))
	}
	for _, act := range []string{designlab.CopyDesign, designlab.RemoveDesign, designlab.AddIndex, designlab.RemoveIndex, designlab.CopyPattern, designlab.RemovePattern, designlab.RemoveProperty, designlab.OpenPattern, designlab.OpenCell, designlab.OpenPairs, designlab.OpenKeep, designlab.CopyCode, "nothing"} {
		for _, at := range []int{-1, 99} {
			after(m, designlab.Did{Act: act, At: at, Of: at})
		}
	}
	for len(m.Lab.Spec.Designs) > 0 {
		m, _ = after(m, designlab.Did{Act: designlab.RemoveDesign})
	}
	if len(m.Lab.Report.Designs) != 0 || designlab.Turns(m.Lab) != nil {
		t.Errorf("without designs there is %+v", m.Lab.Report)
	}
}

// Ensure that what is new or copied has a name of its own, of whole characters and not too long: totals and break-evens are told
// by names.
func TestLab_NamesDiffer(t *testing.T) {
	m := labbed(t)
	long := strings.Repeat("é", lab.MaxName/2)
	m, _ = after(m, designlab.FieldTyped{Field: "lab-d0-name", Text: "as it is"}, designlab.Did{Act: designlab.CopyDesign, At: 0}, designlab.Did{Act: designlab.CopyDesign, At: 1}, designlab.Did{Act: designlab.CopyDesign, At: 0}, designlab.Did{Act: designlab.AddDesign}, designlab.Did{Act: designlab.RemoveDesign, At: 1}, designlab.Did{Act: designlab.AddDesign},
		designlab.FieldTyped{Field: "lab-d0-name", Text: long}, designlab.Did{Act: designlab.CopyDesign, At: 0}, designlab.Did{Act: designlab.AddRead}, designlab.Did{Act: designlab.AddWrite}, designlab.Did{Act: designlab.CopyPattern, At: 0}, designlab.Did{Act: designlab.CopyPattern, At: 0}, designlab.Did{Act: designlab.RemovePattern, At: 1}, designlab.Did{Act: designlab.AddRead})
	seen := map[string]bool{}
	for _, d := range m.Lab.Spec.Designs {
		if seen[d.Name] || len(d.Name) > lab.MaxName || !utf8.ValidString(d.Name) {
			t.Errorf("a design is called %q in %v", d.Name, seen)
		}
		seen[d.Name] = true
	}
	if !seen["as it is copy 2"] || !seen[strings.Repeat("é", 46)+" copy"] || m.Notice != nil && m.Notice.Bad {
		t.Errorf("the designs are %v, %+v", seen, m.Notice)
	}
	seen = map[string]bool{}
	for _, p := range m.Lab.Spec.Patterns {
		if seen[p.Name] {
			t.Errorf("two patterns are called %q", p.Name)
		}
		seen[p.Name] = true
	}
}

// Ensure that a read that was added counts from its first filter on, or when the reader asks for the whole table, and that deleting its
// filter later leaves a full scan.
func TestLab_AddedRead(t *testing.T) {
	m := labbed(t)
	m, _ = after(m, designlab.Did{Act: designlab.AddRead})
	read := func(m Model) *lab.Pattern { return &m.Lab.Spec.Patterns[2] }
	if p := read(m); !p.Blank() || p.PerDay != 1000 {
		t.Fatalf("the added read is %+v", p)
	}
	filter := func(text string) page.Msg { return designlab.FieldTyped{Field: "lab-p2-filter", Text: text} }
	all := designlab.Did{Act: designlab.ReadAll, At: 2}
	for _, tt := range []struct {
		name  string
		msgs  []page.Msg
		blank bool
	}{
		{"named", []page.Msg{designlab.FieldTyped{Field: "lab-p2-name", Text: "mine"}}, true},
		{"more often", []page.Msg{designlab.FieldTyped{Field: "lab-p2-day", Text: "5"}}, true},
		{"a filter", []page.Msg{filter("A eq 1")}, false},
		{"a filter that is deleted", []page.Msg{filter("A"), filter("")}, false},
		{"the first ten", []page.Msg{designlab.FieldTyped{Field: "lab-p2-top", Text: "10"}}, false},
		{"all", []page.Msg{all}, false},
		{"all, undone", []page.Msg{all, designlab.Did{Act: designlab.Undo}}, true},
		{"a write", []page.Msg{designlab.FieldTyped{Field: "lab-p2-kind", Text: "insert"}}, false},
	} {
		if next, _ := after(m, tt.msgs...); read(next).Blank() != tt.blank {
			t.Errorf("%s: %+v", tt.name, read(next))
		}
	}
	if copied, _ := after(m, designlab.Did{Act: designlab.CopyPattern, At: 2}); !copied.Lab.Spec.Patterns[3].Blank() {
		t.Error("the copy of a read without a filter counts")
	}
	next, _ := after(m, all)
	if again, cmds := after(next, all); again.Lab.Undoable() != next.Lab.Undoable() || len(cmds) > 0 {
		t.Errorf("what counts already is asked for again: %+v", cmds)
	}
	if spec, err := lab.Parse(m.Lab.Spec.String()); err != nil || !spec.Patterns[2].Blank() {
		t.Errorf("kept, it is %+v, %v", spec, err)
	}
}

// Ensure that leaving the screen leaves nothing in the worker, that coming back shows what was measured and measures again, and that a table that changes is
// measured anew.
func TestLab_Follows(t *testing.T) {
	m := labbed(t)
	away, cmds := after(m, page.ScreenChosen{Screen: page.PartitionsScreen})
	if _, ok := find[designlab.Leave](cmds); !ok || away.Lab.Report == nil {
		t.Errorf("leaving asks for %+v", cmds)
	}
	back, cmds := after(away, page.ScreenChosen{Screen: page.LabScreen})
	if _, ok := find[designlab.Measure](cmds); !ok || back.Lab.Spec.String() != m.Lab.Spec.String() {
		t.Errorf("coming back asks for %+v", cmds)
	}
	busy, cmds := after(m, designlab.Did{Act: designlab.SuggestKeys})
	ask, _ := find[designlab.SearchKeys](cmds)
	busy, cmds = after(busy, page.ScreenChosen{Screen: page.PartitionsScreen})
	if has(cmds, page.Stop{Slot: ask.Slot()}) {
		t.Error("leaving stops the search for keys")
	}
	if busy, _ = after(busy, designlab.Searched{Of: ask, Result: &suggest.Result{Tried: 7}}, page.ScreenChosen{Screen: page.LabScreen}); busy.Lab.Search.Busy || busy.Lab.Search.Result == nil {
		t.Errorf("what was found elsewhere is lost: %+v", busy.Lab.Search)
	}
	_, cmds = after(m, page.TableChanged{Table: m.Lab.Table})
	if _, ok := find[designlab.Measure](cmds); !ok {
		t.Errorf("a change asks for %+v", cmds)
	}
	stopped, cmds := after(m, designlab.Again{}, designlab.Stopped{})
	if !has(cmds, page.Stop{Slot: "lab"}) || !stopped.Lab.Stopped || stopped.Lab.Measuring {
		t.Errorf("stopping asks for %+v", cmds)
	}
}

// Ensure that a link's comparison is shown as a step that can be undone, and a damaged one told.
func TestLab_Linked(t *testing.T) {
	m := labbed(t)
	mine := m.Lab.Spec.String()
	spec, _ := twoDesigns()
	spec.Designs[0].Name = "theirs"
	link := page.Route{Query: query.Query{Table: m.Query.Table}, Screen: page.LabScreen, Lab: spec.String()}
	m, cmds := after(m, Navigated{Fragment: link.Fragment()})
	if m.Lab.Spec.Designs[0].Name != "theirs" || m.Notice == nil {
		t.Fatalf("shown is %s", m.Lab.Spec)
	}
	if address, ok := find[page.SetAddress](cmds); !ok || strings.Contains(address.Fragment, "lab=") {
		t.Errorf("the address is %+v", address)
	}
	m, _ = after(m, designlab.Did{Act: designlab.Undo})
	if m.Lab.Spec.String() != mine {
		t.Errorf("undone is %s", m.Lab.Spec)
	}
	m, _ = after(m, Navigated{Fragment: page.Route{Query: query.Query{Table: m.Query.Table}, Screen: page.LabScreen, Lab: `{"lab":7}`}.Fragment()})
	if m.Lab.Spec.String() != mine || m.Notice == nil || !m.Notice.Bad {
		t.Errorf("a comparison of another version is %s", m.Lab.Spec)
	}
}

// Ensure that a design that is kept is told with what takes it back, and a name that is taken is refused at once.
func TestLab_Keep(t *testing.T) {
	m := labbed(t)
	m, _ = after(m, designlab.Did{Act: designlab.OpenKeep, At: 1})
	taken, cmds := after(m, designlab.KeepNamed{Name: m.Lab.Table})
	if taken.Lab.KeepErr == "" {
		t.Errorf("a taken name asks for %+v", cmds)
	}
	m, cmds = after(m, designlab.KeepNamed{Name: "Other"})
	if keep, ok := find[designlab.KeepDesign](cmds); !ok || keep.Req.Design != 1 || keep.Req.Name != "Other" || !m.Lab.KeepBusy {
		t.Fatalf("keeping asks for %+v", cmds)
	}
	m, _ = after(m, designlab.DesignKept{Reply: &wire.LabKeepReply{Tables: []string{"Other"}, Entities: 5, Undo: "u"}})
	if m.Notice == nil || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u"}) || m.Lab.Keeping != -1 || !slices.ContainsFunc(m.Undos, func(u page.UndoEntry) bool { return u.ID == "u" }) {
		t.Errorf("kept is told as %+v", m.Notice)
	}
}

// Ensure that numbers are read as people write them.
func TestParseAmount(t *testing.T) {
	for _, test := range []struct {
		text string
		want float64
		ok   bool
	}{{"", 0, true}, {"4,000,000", 4e6, true}, {"4M", 4e6, true}, {"2.5k", 2500, true}, {" 1 000 ", 1000, true}, {"k", 0, false}, {"x", 0, false}, {"-3", -3, false}} {
		if got, ok := words.Amount(test.text); ok != test.ok || ok && got != test.want {
			t.Errorf("%q is %v, %v", test.text, got, ok)
		}
	}
}

// Ensure that a comparison of generated entities goes back to the patterns and designs of its table, as long as nobody changed
// those that came with them.
func TestLab_AndBackToTheTable(t *testing.T) {
	m, _ := after(labbed(t), designlab.FieldTyped{Field: "lab-p0-filter", Text: "PartitionKey eq 'a'"})
	before := m.Lab.Spec.String()
	generated, _ := after(m, designlab.Did{Act: designlab.UseGenerated})
	if generated.Lab.Spec.Patterns[0].Filter == m.Lab.Spec.Patterns[0].Filter || generated.Lab.Undoable() != "measuring generated entities" {
		t.Fatalf("generated is %s, by %q", generated.Lab.Spec, generated.Lab.Undoable())
	}
	back, _ := after(generated, designlab.Did{Act: designlab.AddProperty}, designlab.Did{Act: designlab.UseTable})
	if got := back.Lab.Spec.String(); got != before {
		t.Errorf("back it is %s, want %s", got, before)
	}
	changed, _ := after(generated, designlab.Did{Act: designlab.AddDesign})
	kept := changed.Lab.Spec.Designs
	if changed, _ = after(changed, designlab.Did{Act: designlab.UseTable}); len(changed.Lab.Spec.Designs) != len(kept) || changed.Lab.Spec.Population != nil {
		t.Errorf("with a design of a person's own it is %s", changed.Lab.Spec)
	}
}

// Ensure that the keyboard stays on something when the button that was pressed goes, or has no more to do.
func TestLab_KeyboardStays(t *testing.T) {
	m, _ := after(labbed(t), designlab.Did{Act: designlab.OpenPattern, At: 1})
	m, cmds := after(m, designlab.Did{Act: designlab.OpenPattern, At: 1})
	if !has(cmds, page.Focus{Target: "lab-edit-1"}) {
		t.Errorf("closing a pattern leaves the keyboard with %+v", cmds)
	}
	m, _ = after(m, designlab.Did{Act: designlab.AddDesign}, designlab.Did{Act: designlab.AddDesign})
	m, cmds = after(m, designlab.Did{Act: designlab.Undo})
	if _, ok := find[page.FocusOn](cmds); ok {
		t.Errorf("the keyboard goes from Undo, which has more to do: %+v", cmds)
	}
	m, cmds = after(m, designlab.Did{Act: designlab.Undo})
	if !has(cmds, page.FocusOn{From: "lab-undo", To: "lab-redo"}) {
		t.Errorf("the last undo leaves the keyboard with %+v", cmds)
	}
	if _, cmds = after(m, designlab.Did{Act: designlab.Redo}, designlab.Did{Act: designlab.Redo}); !has(cmds, page.FocusOn{From: "lab-redo", To: "lab-undo"}) {
		t.Errorf("the last redo leaves the keyboard with %+v", cmds)
	}
}
