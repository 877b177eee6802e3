package shell

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// after applies messages to a model and returns the last one's commands.
func after(m Model, msgs ...page.Msg) (Model, []page.Cmd) {
	var cmds []page.Cmd
	for _, msg := range msgs {
		m, cmds = Update(m, msg)
	}
	return m, cmds
}

// find returns the first command of type T.
func find[T page.Cmd](cmds []page.Cmd) (c T, ok bool) {
	for _, cmd := range cmds {
		if c, ok = cmd.(T); ok {
			return c, true
		}
	}
	return c, false
}

// ready is a model with the table Movies on screen.
func ready(t *testing.T) Model {
	t.Helper()
	m, _ := after(New(),
		Started{},
		page.TablesListed{},
		page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter},
		page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies", Entities: 10, Partitions: 2}}}},
	)
	if m.Query.Table != "Movies" || m.Query.Filter != FirstFilter {
		t.Fatalf("first view: table %q, filter %q", m.Query.Table, m.Query.Filter)
	}
	return m
}

func TestUpdate_Started_LoadsFirstSample(t *testing.T) {
	m, cmds := after(New(), Started{}, page.TablesListed{})
	load, ok := find[LoadSample](cmds)
	if !ok || load.Name != page.FirstSample || load.Filter != FirstFilter || m.Tables.Loading == nil {
		t.Fatalf("commands %+v", cmds)
	}
}

// Ensure that Run points at what refuses the query, and that a refused query of a link is not pointed at: nothing was pressed in
// vain.
func TestUpdate_Run_Points(t *testing.T) {
	m, cmds := after(New(), Started{Fragment: "#v=1&t=Movies&f=PartitionKey%20%3D%3D%20'a'&run=1"}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
	if _, points := find[page.Point](cmds); points {
		t.Error("a link is pointed at")
	}
	_, cmds = after(m, page.RunPressed{})
	if at, ok := find[page.Point](cmds); !ok || at.ID != "refusal" {
		t.Errorf("Run on a refused filter: %+v", cmds)
	}
	_, cmds = after(m, queryline.FilterTyped{Text: ""}, queryline.TopTyped{Text: "x"}, page.RunPressed{})
	if at, ok := find[page.Point](cmds); !ok || at.ID != "field-err" {
		t.Errorf("Run with a refused $top: %+v", cmds)
	}
}

// Ensure that a sample that is opened before the first view follows it, whether that is of a kept table or of another sample, and
// that one during another load is refused in words.
func TestUpdate_SampleOpened_Early(t *testing.T) {
	kept := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Other"}}}}
	m, cmds := after(New(), Started{Fragment: "#v=1&t=Other"}, page.SampleOpened{Name: page.FirstSample}, kept)
	if m.Query.Table != "Movies" || m.Query.Filter == "" || m.Start != nil {
		t.Errorf("a kept table: shows %q, commands %+v", m.Query.Table, cmds)
	}
	m, _ = after(New(), Started{}, page.TablesListed{}, page.SampleOpened{Name: "Logs"}, page.SampleOpened{Name: "Blogs"})
	m, cmds = after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter})
	if load, ok := find[LoadSample](cmds); !ok || load.Name != "Blogs" {
		t.Errorf("after the first sample: commands %+v", cmds)
	}
	both, _ := after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"AuthorBlogs", "Blogs"}, Entities: 25_000}, Select: "AuthorBlogs"})
	if n := both.Notice; n == nil || n.Text != "Opened AuthorBlogs and Blogs, 25,000 entities." {
		t.Errorf("of two tables that came with one of them on screen it says %+v", n)
	}
	if m, cmds = after(m, page.SampleOpened{Name: "Logs"}); m.Notice == nil || !strings.Contains(m.Notice.Text, "Opening AuthorBlogs and Blogs. Stop it, or wait for its end, and open Logs then") {
		t.Errorf("during a load: %+v, commands %+v", m.Notice, cmds)
	}
	_, cmds = after(New(), Started{}, page.TablesListed{}, page.SampleOpened{Name: page.FirstSample}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter})
	if load, ok := find[LoadSample](cmds); ok {
		t.Errorf("the sample on screen is loaded again: %+v", load)
	}
}

func TestUpdate_Started_LinkToSampleTable(t *testing.T) {
	_, cmds := after(New(), Started{Fragment: page.Route{Query: query.Query{Table: "Logs", Filter: "RowKey eq 'x'"}}.Fragment()}, page.TablesListed{})
	if load, _ := find[LoadSample](cmds); load.Name != "Logs" || load.Filter != "RowKey eq 'x'" {
		t.Fatalf("loads %+v, want Logs with the link's filter", load)
	}
}

// Ensure that a link to a table that is not here keeps its query, loads nothing in its place, and runs on the table that is chosen.
func TestUpdate_Started_LinkToUnknownTable(t *testing.T) {
	sent := query.Query{Table: "Gone", Filter: "PartitionKey eq 'a'", Top: "5"}
	m, cmds := after(New(), Started{Fragment: page.Route{Query: sent}.Fragment()}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies", Entities: 1}}}})
	if _, loads := find[LoadSample](cmds); loads || m.Missing == nil || m.Missing.Table != "Gone" || m.Query.Table != "" || m.Query.Filter != sent.Filter || m.Query.Top != "5" || m.Plan.Plan == nil {
		t.Fatalf("missing %+v, query %+v, commands %+v", m.Missing, m.Query, cmds)
	}
	dialog, cmds := after(m, page.NewTablePressed{})
	if fields, _ := find[page.ResetFields](cmds); dialog.Dialog == nil || fields.Values["table-name"] != "Gone" {
		t.Errorf("the new table is called %+v", fields)
	}
	come, cmds := after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "gone", Entities: 1}, {Name: "Movies", Entities: 1}}}})
	if run, _ := find[result.Run](cmds); come.Missing != nil || come.Query.Table != "gone" || run.Req.Filter != sent.Filter {
		t.Errorf("when the table comes: missing %+v, query %+v, ran %+v", come.Missing, come.Query, run)
	}
	m, cmds = after(m, page.TableChosen{Table: "Movies"})
	if run, _ := find[result.Run](cmds); m.Missing != nil || m.Query.Table != "Movies" || run.Req.Filter != sent.Filter || run.Req.Top != 5 {
		t.Errorf("missing %+v, query %+v, ran %+v", m.Missing, m.Query, run)
	}
}

// Ensure that what was typed and not run is there again when its table is, and no longer once it was run.
func TestTableChosen_Unrun(t *testing.T) {
	list := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Blogs", Entities: 1}, {Name: "Movies", Entities: 1}}}}
	m, _ := after(ready(t), list, page.TableChosen{Table: "Movies"})
	for _, text := range []string{"PartitionKey eq 'Action' and Rat", "PartitionKey eq 'War'"} {
		m, _ = after(m, queryline.FilterTyped{Text: text}, page.TableChosen{Table: "Blogs"})
		if m.Query.Table != "Blogs" || m.Query.Filter == text {
			t.Fatalf("on Blogs there is %q", m.Query.Filter)
		}
		back, cmds := after(m, page.TableChosen{Table: "Movies"})
		if _, ran := find[result.Run](cmds); ran || back.Query.Filter != text {
			t.Errorf("back on Movies there is %q, want %q; it ran: %v", back.Query.Filter, text, ran)
		}
		m = back
	}
	m, _ = after(m, queryline.FilterTyped{Text: "RowKey eq 'ran'"}, page.RunPressed{}, result.RunEnded{Reply: runReply(8, 5)}, page.TableChosen{Table: "Blogs"})
	if typed, ok := m.Unrun[place{"", "Movies"}]; ok {
		t.Errorf("%q was run, and is kept as if not", typed.Filter)
	}
}

func TestUpdate_FilterTyped_Refused(t *testing.T) {
	m, cmds := after(ready(t), queryline.FilterTyped{Text: "PartitionKey == 'a'"})
	if m.Plan.Err == nil || m.Plan.Err.Fix == nil {
		t.Fatalf("plan %+v, want a refusal with a fix", m.Plan)
	}
	marks, _ := find[editor.ShowMarks](cmds)
	if rest, ok := find[queryline.Rest](cmds); len(marks.Marks.Diagnostics) != 0 || m.Plan.Rested || !ok || rest.Seq != m.Seq {
		t.Fatalf("it is told while it is typed: %+v", cmds)
	}
	m, cmds = after(m, queryline.Rested{Seq: m.Seq})
	marks, _ = find[editor.ShowMarks](cmds)
	if len(marks.Marks.Diagnostics) != 1 || len(marks.Marks.Diagnostics[0].Actions) != 1 {
		t.Fatalf("diagnostics %+v", marks.Marks.Diagnostics)
	}
	if _, asked := find[queryline.Explain](cmds); asked {
		t.Fatal("a refused filter was sent to the worker")
	}
	m, cmds = after(m, page.RunPressed{})
	if _, ran := find[result.Run](cmds); ran || m.Grid.Result.Running && m.Grid.Result.Filter == "PartitionKey == 'a'" {
		t.Fatal("a refused filter was run")
	}
}

func TestUpdate_Run_BadTopIsNotSent(t *testing.T) {
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{}}, queryline.TopTyped{Text: "5000"})
	m, cmds := after(m, page.RunPressed{})
	if _, ran := find[result.Run](cmds); ran || m.Query.TopErr == "" {
		t.Fatalf("ran with $top 5000; problem %q", m.Query.TopErr)
	}
	if f, _ := find[page.Focus](cmds); f.Target != "top" {
		t.Fatalf("focus went to %q", f.Target)
	}
}

func TestUpdate_MapReleased_WritesFilter(t *testing.T) {
	reply := &wire.MapReply{Entities: 10, View: wire.Stretch{From: 0, To: 10}, Segments: []wire.Segment{
		{From: 0, To: 4, Partitions: 1, FirstKey: "A'b", LastKey: "A'b"}, {From: 4, To: 10, Partitions: 2, FirstKey: "C", LastKey: "D"},
	}}
	m, _ := after(ready(t), queryline.Mapped{Table: "Movies", Reply: reply})
	for _, tt := range []struct {
		from, to int
		want     string
	}{
		{0, 0, "PartitionKey eq 'A''b' and Rating gt 4.0"},
		{1, 0, "PartitionKey ge 'A''b' and PartitionKey le 'D' and Rating gt 4.0"},
	} {
		got, cmds := after(m, plan.MapDragged{From: tt.from, To: tt.to}, plan.MapReleased{})
		if got.Query.Filter != tt.want {
			t.Errorf("drag %d to %d writes %q, want %q", tt.from, tt.to, got.Query.Filter, tt.want)
		}
		if set, _ := find[editor.SetEditor](cmds); set.Text != tt.want {
			t.Errorf("the editor gets %q", set.Text)
		}
	}
	for was, want := range map[string]string{
		"PartitionKey ge 'C' and Language eq 'Hindi'":                                    "PartitionKey eq 'A''b' and Language eq 'Hindi'",
		"(A eq 1 or B eq 2) and not (RowKey eq 'x') and (PartitionKey eq 'y' or A eq 3)": "PartitionKey eq 'A''b' and (A eq 1 or B eq 2) and (PartitionKey eq 'y' or A eq 3)",
		"PartitionKey eq":              "PartitionKey eq 'A''b'",
		"RowKey eq 'x'":                "PartitionKey eq 'A''b'",
		"// mine\nPartitionKey eq 'C'": "// mine\nPartitionKey eq 'A''b'",
	} {
		got, _ := after(m, queryline.FilterTyped{Text: was}, plan.MapDragged{From: 0, To: 0}, plan.MapReleased{})
		if got.Query.Filter != want {
			t.Errorf("a drag over %q writes %q, want %q", was, got.Query.Filter, want)
		}
		if back, _ := after(got, plan.MapUndone{}); back.Query.Filter != was {
			t.Errorf("Undo makes %q of it, want %q", back.Query.Filter, was)
		}
		if typed, _ := after(got, queryline.FilterTyped{Text: "A eq 9"}, plan.MapUndone{}); typed.Query.Filter != "A eq 9" {
			t.Errorf("Undo wrote over what was typed since: %q", typed.Query.Filter)
		}
	}
	if got, _ := after(m, plan.MapDragged{From: 0, To: 7}, plan.MapReleased{}); got.Query.Filter != FirstFilter {
		t.Errorf("a drag outside the map wrote %q", got.Query.Filter)
	}
}

func entity() wire.EntityReply {
	return wire.EntityReply{PartitionKey: "p", RowKey: "r", ETag: "e1", Properties: []wire.TextProperty{{Name: "A", Type: edm.Int32, Text: "1"}, {Name: "B", Type: edm.String, Text: ""}}}
}

func TestUpdate_Save_MergeSendsOnlyChanges(t *testing.T) {
	e := entity()
	m, _ := after(ready(t), edit.EntityRead{Table: "Movies", Entity: &e}, inspector.ReplaceChosen{Replace: false}, inspector.PropertyTyped{ID: 1, Text: "2"})
	_, cmds := after(m, inspector.SaveNowPressed{})
	apply, _ := find[edit.Apply](cmds)
	want := wire.ApplyRequest{Table: "Movies", Kind: "merge", PartitionKey: "p", RowKey: "r", IfMatch: "e1", Properties: []wire.TextProperty{{Name: "A", Type: edm.Int32, Text: "2"}}}
	if !reflect.DeepEqual(apply.Req, want) {
		t.Fatalf("sends %+v, want %+v", apply.Req, want)
	}
}

func TestUpdate_Save_BadValueIsNotSent(t *testing.T) {
	e := entity()
	m, cmds := after(ready(t), edit.EntityRead{Table: "Movies", Entity: &e}, inspector.PropertyTyped{ID: 1, Text: "2147483648"}, inspector.SaveNowPressed{})
	if _, sent := find[edit.Apply](cmds); sent || m.Inspector.Rows[0].Err == "" {
		t.Fatalf("sent %v, row %+v", sent, m.Inspector.Rows[0])
	}
}

// Ensure that an entity that nobody changed is not written again: that would give it another Timestamp and ETag.
func TestUpdate_Save_NothingChanged(t *testing.T) {
	e := entity()
	m, cmds := after(ready(t), edit.EntityRead{Table: "Movies", Entity: &e}, inspector.SaveNowPressed{})
	if _, sent := find[edit.Apply](cmds); sent || m.Notice == nil || m.Notice.Text != "Nothing was changed." {
		t.Fatalf("sent %v, notice %+v", sent, m.Notice)
	}
}

func TestUpdate_Saved_OffersUndo(t *testing.T) {
	e := entity()
	del := wire.ApplyRequest{Table: "Movies", Kind: "delete", PartitionKey: "p", RowKey: "r", IfMatch: "e1"}
	m, _ := after(ready(t), edit.EntityRead{Table: "Movies", Entity: &e}, edit.Saved{Request: del, Before: &e})
	if m.Inspector.Mode != edit.Idle || m.Notice == nil || undoes(m.Notice).Kind != "insert" {
		t.Fatalf("after a delete: inspector %+v, notice %+v", m.Inspector, m.Notice)
	}
	_, cmds := after(m, notices.UndoPressed{})
	if commit, _ := find[review.CommitBatch](cmds); len(commit.Req.Ops) != 1 || len(commit.Req.Ops[0].Properties) != 2 {
		t.Fatalf("undo sends %+v", commit)
	}
}

func TestUpdate_LineSelected_KeepsUnsavedForm(t *testing.T) {
	e := entity()
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 5}}, edit.EntityRead{Table: "Movies", Entity: &e}, inspector.PropertyTyped{ID: 1, Text: "9"})
	_, cmds := after(m, grid.LineSelected{Line: 2})
	if read, _ := find[edit.ReadLine](cmds); !read.Kept {
		t.Fatal("walking through the grid threw away what was typed")
	}
}

func TestMeasured_SizeOfSpecExample(t *testing.T) {
	in := edit.Measured(edit.Inspector{Mode: edit.Editing, PK: "Action", RK: "Cop Out", Rows: []edit.PropertyRow{
		{ID: 1, Name: "Rating", Type: edm.Double, Text: "4.5"}, {ID: 2, Name: "Language", Type: edm.String, Text: "English"}, {ID: 3, Name: "Favorite", Type: edm.Boolean, Text: "true"},
	}})
	if in.Size != 125 {
		t.Fatalf("size %d, want 125", in.Size)
	}
}

func TestUTF16Offsets(t *testing.T) {
	text := "a𝄞é\xffb"
	at := editor.UTF16Offsets(text)
	for b, want := range map[int]int{0: 0, 1: 1, 5: 3, 7: 4, 8: 5, 9: 6, 99: 6} {
		if got := at(b); got != want {
			t.Errorf("byte %d is unit %d, want %d", b, got, want)
		}
	}
	if got := editor.ByteOffset("a𝄞é", 3); got != 5 {
		t.Errorf("unit 3 is byte %d, want 5", got)
	}
}

func TestUpdate_RunEnded_Failure(t *testing.T) {
	m, _ := after(ready(t), result.RunEnded{Err: errors.New("lost")})
	if m.Grid.Result.Running || m.Grid.Result.Failed == nil || m.Grid.Result.Failed.Message != "lost" {
		t.Fatalf("result %+v", m.Grid.Result)
	}
}

func TestSpending_EstimateIsMarked(t *testing.T) {
	exact := wire.Cost{Examined: 1612, Partitions: 1, Queries: 1}
	if got, want := plan.Spending(exact), "examines 1,612 entities in 1 partition"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	guess := wire.Cost{Examined: 40, Partitions: 300, Queries: 300, Estimated: true}
	if got := plan.Spending(guess); !strings.Contains(got, "about 40") {
		t.Errorf("an estimate is shown as a count: %q", got)
	}
	if got := plan.Saving(exact, guess); !strings.Contains(got, "about 40") {
		t.Errorf("an estimate is shown as a count: %q", got)
	}
	if got := plan.Saving(exact, wire.Cost{}); got != "" {
		t.Errorf("a rewrite that was not counted shows %q", got)
	}
}

// Ensure that what a reload would lose is known, so that the browser asks before it.
func TestUpdate_Touched(t *testing.T) {
	m := ready(t)
	if m.Touched {
		t.Fatal("opening a sample counts as work of the person's")
	}
	if m, _ := after(m, tables.TableMade{Table: "Orders"}); !m.Touched {
		t.Error("a table made by hand does not count")
	}
	if m, _ := after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Generated"}}}); !m.Touched {
		t.Error("generated data does not count")
	}
}

// Ensure that the plan is there before its table is, and its numbers follow.
func TestUpdate_Started_PlansBeforeTheTableIsThere(t *testing.T) {
	m, cmds := after(New(), Started{}, page.TablesListed{})
	if m.Plan.Plan == nil || m.Plan.Plan.Class != filterlang.RowRange {
		t.Fatalf("plan %+v", m.Plan)
	}
	if _, asked := find[queryline.Explain](cmds); asked {
		t.Fatal("asked for the numbers of a table that is not there")
	}
	m, cmds = after(m, queryline.FilterTyped{Text: "Rating gt 4.0"})
	if _, asked := find[queryline.Explain](cmds); asked || m.Plan.Plan.Class != filterlang.FullScan {
		t.Fatalf("asked %v, plan %v", asked, m.Plan.Plan.Class)
	}
	_, cmds = after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies"})
	if ask, asked := find[queryline.Explain](cmds); !asked || ask.Req.Filter != "Rating gt 4.0" {
		t.Fatalf("asked %v: %+v", asked, ask)
	}
}

// Ensure that an address that comes while its table is being loaded is the one that is shown then.
func TestUpdate_Navigated_WhileLoading(t *testing.T) {
	m, _ := Update(New(), Started{})
	m, _ = Update(m, Navigated{Fragment: page.Route{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'War'"}}.Fragment()})
	if m.Notice != nil || m.Query.Filter != "PartitionKey eq 'War'" {
		t.Fatalf("notice %+v, filter %q", m.Notice, m.Query.Filter)
	}
	m, _ = after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter})
	if m.Query.Filter != "PartitionKey eq 'War'" {
		t.Fatalf("the load brought back %q", m.Query.Filter)
	}
}

// Ensure that a count that fails is told, and that one that was cancelled is not.
func TestUpdate_Matched_Failure(t *testing.T) {
	m := ready(t)
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{}})
	if got, _ := after(m, queryline.Matched{Seq: m.Seq, Err: &wire.Failure{Code: wire.Canceled}}); got.Plan.Failed != "" {
		t.Errorf("a cancelled count says %q", got.Plan.Failed)
	}
	if got, _ := after(m, queryline.Matched{Seq: m.Seq, Err: &wire.Failure{Code: "InternalError", Message: "broken"}}); got.Plan.Failed != "broken" {
		t.Errorf("a failed count says %q", got.Plan.Failed)
	}
}

// Ensure that the browser's event of a dialog that was closed does not close the next one, which may have been asked for meanwhile.
func TestDialog_EventOfTheOneBefore(t *testing.T) {
	m, _ := after(ready(t), ShortcutsPressed{})
	first := m.Dialogs
	m, _ = after(m, page.NewTablePressed{}, page.DialogClosed{Nth: first})
	if m.Dialog == nil || m.Dialog.Kind != tables.NewTable {
		t.Fatalf("the event of dialog %d closes the one after it", first)
	}
	if m, _ = after(m, page.DialogClosed{Nth: m.Dialogs}); m.Dialog != nil {
		t.Error("its own event does not close it")
	}
	m, _ = after(m, page.NewTablePressed{}, page.DialogClosed{})
	if m.Dialog != nil {
		t.Error("a button does not close it")
	}
}

// Ensure that a key map that did not come says why, instead of being awaited for ever, and that the next one takes its place.
func TestUpdate_Mapped_Failed(t *testing.T) {
	m, _ := after(ready(t), queryline.Mapped{Table: "Movies", Err: &wire.Failure{Code: "InternalError", Message: "It broke."}})
	if m.Map.Failed != "It broke." {
		t.Errorf("%+v", m.Map)
	}
	if m, _ = after(m, queryline.Mapped{Table: "Movies", Reply: &wire.MapReply{}}); m.Map.Failed != "" || m.Map.Reply == nil {
		t.Errorf("%+v", m.Map)
	}
}

// Ensure that a search by prefix is not offered as a range of texts where the table holds none in that property, also when the types
// are known late, and that it is where there are texts, or nobody knows.
func TestUpdate_PrefixOfNumbers(t *testing.T) {
	asked := func(source, filter string, list ...filterlang.PropertyCensus) *plan.Plan {
		m := New()
		q := *m.Query
		q.Source, q.Table = source, "Movies"
		m.Query = &q
		m, cmds := after(m, queryline.FilterTyped{Text: filter}, queryline.Counted{Source: source, Table: "Movies", Census: &filterlang.Census{Entities: 9, Properties: list}})
		marks, _ := find[editor.ShowMarks](cmds)
		if len(marks.Marks.Diagnostics) != 1 || (len(marks.Marks.Diagnostics[0].Actions) > 0) != (m.Plan.Err.Fix != nil) {
			t.Errorf("%s: the editor says %+v", filter, marks.Marks.Diagnostics)
		}
		return m.Plan
	}
	numbers := filterlang.PropertyCensus{Name: "Rating", Count: 9, Types: []filterlang.TypeCount{{Type: edm.Double, Count: 8}, {Type: edm.Int32, Count: 1}}}
	mixed := filterlang.PropertyCensus{Name: "Rating", Count: 9, Types: []filterlang.TypeCount{{Type: edm.Double, Count: 8}, {Type: edm.String, Count: 1}}}
	if e := asked("", "Rating gt four", numbers).Err; e.Fix != nil || e.Detail != "“four” without quotes is the name of a property, and Rating holds no text in this table but Double and Int32. Compare it with a value of its type, such as Rating ge 0.0." {
		t.Errorf("a word for a number: %+v", e)
	}
	if e := asked("", "startswith(Rating,'4')", numbers).Err; e.Fix != nil || e.Detail != "The service has no startswith, and Rating holds no text in this table but Double and Int32: a range of texts would find nothing. Compare it with a value of its type, such as Rating ge 0.0." {
		t.Errorf("of numbers: %+v, %s", e.Fix, e.Detail)
	}
	if e := asked("shop", "not startswith(Timestamp,'2026')").Err; e.Fix != nil || !strings.Contains(e.Detail, "Timestamp ge datetime'") {
		t.Errorf("of Timestamp: %+v, %s", e.Fix, e.Detail)
	}
	for _, p := range []*plan.Plan{asked("", "startswith(Rating,'4')", mixed), asked("", "startswith(Rating,'4')"), asked("shop", "startswith(Rating,'4')", numbers), asked("", "startswith(RowKey,'4')", numbers)} {
		if p.Err.Fix == nil {
			t.Errorf("%s: there is no fix", p.Filter)
		}
	}
}

// Ensure that a query which runs while an entity is written is run again: it may have read before.
func TestUpdate_SavedWhileItRuns(t *testing.T) {
	e := entity()
	m, _ := after(ready(t), page.RunPressed{})
	_, cmds := after(m, edit.Saved{Request: wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "p", RowKey: "r"}, Entity: e})
	if _, ran := find[result.Run](cmds); !ran {
		t.Errorf("it does not run again: %+v", cmds)
	}
}
