package shell

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// typing is a model whose inspector holds an edit of Action / Alien that is not saved.
func typing(t *testing.T) Model {
	t.Helper()
	m, _ := after(ready(t),
		result.RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 3}},
		edit.EntityRead{Table: "Movies", Entity: stored("Alien")},
		inspector.PropertyTyped{ID: 1, Text: "9.5"})
	if !m.Inspector.Dirty() {
		t.Fatalf("the form is not dirty: %+v", m.Inspector)
	}
	return m
}

func stored(row string) *wire.EntityReply {
	return &wire.EntityReply{PartitionKey: "Action", RowKey: row, ETag: "W/1", Properties: []wire.TextProperty{{Name: "Rating", Type: edm.Double, Text: "4.5"}}}
}

// Ensure that edits that go off the screen can be brought back, whatever took them away.
func TestUpdate_TypedEditsComeBack(t *testing.T) {
	for name, msg := range map[string]page.Msg{
		"another entity": edit.EntityRead{Table: "Movies", Entity: stored("Heat"), Focus: true},
		"read again":     edit.EntityRead{Table: "Movies", Entity: stored("Alien")},
		"new entity":     page.NewEntityPressed{},
		"closed":         inspector.InspectorClosed{},
		"another table":  page.TableChosen{Table: "Blogs"},
		"reverted":       inspector.RevertPressed{},
	} {
		m, cmds := after(typing(t), msg)
		if m.Notice == nil || !offersForm(m.Notice) || m.Notice.Action == "" {
			t.Errorf("%s: no offer to bring the edits back: %+v", name, m.Notice)
			continue
		}
		if e, ok := find[notices.Expire](cmds); !ok || e.Seconds != notices.OfferSeconds {
			t.Errorf("%s: the offer goes after %d s", name, e.Seconds)
		}
		m, cmds = after(m, notices.UndoPressed{})
		if m.Inspector.RK != "Alien" || m.Inspector.Rows[0].Text != "9.5" || m.Query.Table != "Movies" || m.Notice != nil {
			t.Errorf("%s: brought back %+v", name, m.Inspector)
		}
		if reset, ok := find[page.ResetFields](cmds); !ok || reset.Values["prop-text-1"] != "9.5" && !resets(cmds, "prop-text-1", "9.5") {
			t.Errorf("%s: the inputs keep another text: %+v", name, cmds)
		}
	}
}

func resets(cmds []page.Cmd, id, value string) bool {
	for _, cmd := range cmds {
		if r, ok := cmd.(page.ResetFields); ok && r.Values[id] == value {
			return true
		}
	}
	return false
}

// Ensure that what was saved is not offered.
func TestUpdate_NoOfferForWhatIsDone(t *testing.T) {
	for name, msgs := range map[string][]page.Msg{
		"save": {inspector.SavePressed{}, edit.Saved{Request: wire.ApplyRequest{Table: "Movies", Kind: "replace"}, Before: stored("Alien"), Entity: *stored("Alien")}},
	} {
		if m, _ := after(typing(t), msgs...); m.Notice != nil && offersForm(m.Notice) {
			t.Errorf("%s: offers %+v", name, m.Notice)
		}
	}
}

// Ensure that undoing an insert, which deletes what was not there before, works.
func TestUpdate_UndoOfInsert(t *testing.T) {
	m, _ := after(ready(t), page.NewEntityPressed{}, edit.Saved{Request: wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "Action", RowKey: "New"}, Entity: *stored("New")})
	if undo := undoes(m.Notice); undo == nil || undo.Kind != "delete" {
		t.Fatalf("notice %+v", m.Notice)
	}
	m, cmds := after(m, notices.UndoPressed{})
	commit, _ := find[review.CommitBatch](cmds)
	m, _ = after(m, review.BatchEnded{ID: commit.ID, Index: commit.Index, Reply: &wire.BatchReply{ETags: []string{""}}})
	if m.Notice == nil || m.Notice.Text != "Undone: the commit of 1 change." || m.Inspector.Mode != edit.Idle {
		t.Fatalf("notice %+v, inspector %+v", m.Notice, m.Inspector)
	}
}

// Ensure that a write that ends after another table was chosen does not show its entity there.
func TestUpdate_SavedInAnotherTable(t *testing.T) {
	m, _ := after(ready(t), edit.Saved{Request: wire.ApplyRequest{Table: "Blogs"}, Before: stored("Heat"), Entity: *stored("Heat")})
	if m.Inspector.Mode != edit.Idle {
		t.Fatalf("an entity of Blogs is shown in Movies: %+v", m.Inspector)
	}
}

// Ensure that walking through the grid with edits says why the inspector stays.
func TestUpdate_LineSelected_WithEdits(t *testing.T) {
	was := typing(t)
	m, cmds := after(was, grid.LineSelected{Line: 2})
	read, _ := find[edit.ReadLine](cmds)
	m, cmds = after(m, edit.EntityRead{Table: "Movies", Entity: stored("Heat"), ReadFor: read.ReadFor})
	if !read.Kept || m.Inspector != was.Inspector || m.Notice == nil || !strings.Contains(m.Notice.Text, "Action / Alien") {
		t.Fatalf("notice %+v, commands %+v", m.Notice, cmds)
	}
}

// Ensure that an input that is made anew, for another type or for a property that is kept after all, gets its text.
func TestUpdate_NewInputsGetTheirText(t *testing.T) {
	for _, msg := range []page.Msg{inspector.PropertyTypeChosen{ID: 1, Type: edm.String}, inspector.PropertyRemoved{ID: 1}} {
		if _, cmds := after(typing(t), msg); !resets(cmds, "prop-text-1", "9.5") {
			t.Errorf("%T: commands %+v", msg, cmds)
		}
	}
}

// Ensure that each Stop stops its own work.
func TestUpdate_StopOfRunAndLoad(t *testing.T) {
	m, _ := after(ready(t), page.SampleOpened{Name: "Logs"})
	_, cmds := after(m, result.StopPressed{})
	if !has(cmds, page.Stop{Slot: result.RunSlot}) || len(cmds) != 1 {
		t.Errorf("Stop beside Run: %+v", cmds)
	}
	_, cmds = after(m, page.LoadStopPressed{})
	if !has(cmds, page.Stop{Slot: page.LoadSlot}) || len(cmds) != 1 {
		t.Errorf("Stop of the load: %+v", cmds)
	}
}

// Ensure that stopping the very first load leaves no table that does not exist, and says what happened.
func TestUpdate_Loaded_FirstIsStopped(t *testing.T) {
	m, _ := after(New(), Started{}, page.Loaded{Err: &wire.Failure{Code: wire.Canceled}, Select: "Movies", Filter: FirstFilter})
	if m.Query.Table != "" || m.Tables.Loading != nil || m.Notice == nil || !strings.Contains(m.Notice.Text, "Stopped opening Movies") {
		t.Fatalf("table %q, notice %+v", m.Query.Table, m.Notice)
	}
	m, _ = after(m, page.SampleOpened{Name: "Logs"}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Logs"}}, Select: "Logs", Filter: "RowKey eq 'x'"})
	if m.Query.Table != "Logs" || m.Query.Filter != "RowKey eq 'x'" {
		t.Fatalf("table %q, filter %q", m.Query.Table, m.Query.Filter)
	}
}

// Ensure that what was typed while the first table was loading is not replaced.
func TestUpdate_Loaded_KeepsWhatWasTyped(t *testing.T) {
	m, _ := after(New(), Started{}, page.TablesListed{}, queryline.FilterTyped{Text: "RowKey eq 'x'"}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter})
	if m.Query.Filter != "RowKey eq 'x'" {
		t.Fatalf("filter %q", m.Query.Filter)
	}
}

// Ensure that a link may write a table's name in any case, and that one to a table that is not here keeps its query and its address.
func TestUpdate_LinkInAnotherCase(t *testing.T) {
	_, cmds := after(New(), Started{Fragment: page.Route{Query: query.Query{Table: "movies", Filter: "RowKey eq 'x'"}}.Fragment()}, page.TablesListed{})
	if load, _ := find[LoadSample](cmds); load.Name != "Movies" || load.Select != "Movies" || load.Filter != "RowKey eq 'x'" {
		t.Errorf("loads %+v", load)
	}
	m, _ := after(ready(t), Navigated{Fragment: page.Route{Query: query.Query{Table: "mOVIES", Filter: "RowKey eq 'x'"}}.Fragment()})
	if m.Query.Table != "Movies" || m.Query.Filter != "RowKey eq 'x'" {
		t.Errorf("shows %q %q", m.Query.Table, m.Query.Filter)
	}
	m, cmds = after(m, Navigated{Fragment: page.Route{Query: query.Query{Table: "Gone"}}.Fragment()})
	if at, ok := find[page.SetAddress](cmds); ok || m.Missing == nil || m.Missing.Table != "Gone" {
		t.Errorf("address %+v, missing %+v", at, m.Missing)
	}
}

// Ensure that a table that is made while the first sample is loading stays on screen when that has come.
func TestLoaded_LeavesATableMadeMeanwhile(t *testing.T) {
	m, _ := after(New(), Started{}, page.TablesListed{}, tables.TableMade{Table: "Mine"}, page.LoadProgressed{})
	m, cmds := after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter})
	if m.Query.Table != "Mine" || m.Query.Filter != "" || m.Tables.Loading != nil {
		t.Errorf("shown is %s, %q, loading %+v", m.Query.Table, m.Query.Filter, m.Tables.Loading)
	}
	if _, ok := find[ListTables](cmds); !ok || m.Notice == nil || !strings.Contains(m.Notice.Text, "Movies") {
		t.Errorf("told is %+v, asked %+v", m.Notice, cmds)
	}
	m, _ = after(m, page.SampleOpened{Name: "Logs"}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Logs"}}, Select: "Logs"})
	if m.Query.Table != "Logs" {
		t.Errorf("a sample that is asked for later shows %s", m.Query.Table)
	}
}

// Ensure that the page tells how far the kept tables are read, until they are known.
func TestTables_Opening(t *testing.T) {
	m, _ := after(New(), Started{}, page.TablesOpening{Progress: wire.Progress{Received: 3, Size: 9}})
	if l := m.Tables.Loading; l == nil || !l.Start || l.Progress.Received != 3 {
		t.Errorf("told is %+v", l)
	}
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine"}}}}, page.TablesOpening{Progress: wire.Progress{Received: 9, Size: 9}})
	if m.Tables.Loading != nil {
		t.Errorf("at the end, told is %+v", m.Tables.Loading)
	}
	listed := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine"}}}}
	m, cmds := after(New(), Started{Fragment: page.Route{Lesson: "four-classes"}.Fragment()}, page.TablesOpening{Progress: wire.Progress{Received: 3, Size: 9}}, listed)
	if _, asked := find[course.OpenLesson](cmds); !asked || m.Course.Lesson == nil || m.Tables.Loading != nil {
		t.Errorf("a lesson that was begun is %+v, and %+v is loading", m.Course.Lesson, m.Tables.Loading)
	}
}

// Ensure that the page tells of a missing workspace once, with the choice to begin anew, and is loaded anew after that, or tells
// why that failed.
func TestStorage_Missing(t *testing.T) {
	missing := files.StorageTold{Info: wire.StorageInfo{Reason: "a.log is empty", Missing: true}}
	m, cmds := after(New(), Started{}, missing)
	if _, ok := find[page.OpenDialog](cmds); !ok || m.Dialog == nil || m.Dialog.Kind != files.Snapshots {
		t.Fatalf("dialog %+v, asked %+v", m.Dialog, cmds)
	}
	m, cmds = after(m, files.BeginAnewPressed{})
	if _, ok := find[files.BeginAnew](cmds); !ok {
		t.Errorf("asked %+v", cmds)
	}
	failed, cmds := after(m, files.BegunAnew{Err: errors.New("no")})
	if _, ok := find[files.LoadAnew](cmds); ok || !strings.Contains(failed.Dialog.Err, "No new workspace was begun") {
		t.Errorf("told %q, asked %+v", failed.Dialog.Err, cmds)
	}
	if _, cmds = after(m, files.BegunAnew{}); len(cmds) == 0 {
		t.Error("the page is not loaded anew")
	} else if _, ok := find[files.LoadAnew](cmds); !ok {
		t.Errorf("asked %+v", cmds)
	}
	m, _ = after(m, page.DialogClosed{})
	if m, _ = after(m, missing); m.Dialog != nil {
		t.Error("told twice")
	}
	if m, _ = after(New(), Started{}, files.StorageTold{Info: wire.StorageInfo{Durable: true, Told: "a.log: the last 3 bytes"}}); m.Notice == nil || !strings.Contains(m.Notice.Text, "the last 3 bytes") {
		t.Errorf("notice %+v", m.Notice)
	}
}
