package shell

import (
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/code"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/inspector"
	"rangefinder/app/link"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/port"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/result"
	"rangefinder/app/settings"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// inspected is a model in which a CSV file with two columns is about to be imported.
func inspected(t *testing.T) Model {
	t.Helper()
	m, cmds := after(ready(t), page.FilesGiven{Files: []port.FileRef{{Token: "t1", Name: "my films.csv", Size: 100}, {Token: "t2", Name: "b.csv"}}})
	if ask, ok := find[files.InspectFile](cmds); !ok || ask.Token != "t1" || m.Dialog.Kind != files.ImportFile {
		t.Fatalf("commands %+v", cmds)
	}
	m, cmds = after(m, files.Inspected{Token: "t1", Reply: &wire.InspectReply{Inspection: interchange.Inspection{
		Layout: interchange.Layout{Format: interchange.PlainCSV, Comma: ',', Header: true}, PartitionKey: "{Genre}", RowKey: "{#:6}",
		Tables: []interchange.TableInspection{{Columns: []interchange.Column{{Name: "Genre", Type: edm.String}, {Name: "Year", Type: edm.Int32}, {Name: "Timestamp", Type: edm.DateTime}}}},
	}}})
	if ask, ok := find[files.PreviewFile](cmds); !ok || ask.Req.Mapping == nil || ask.Req.Mapping.PartitionKey != "{Genre}" {
		t.Fatalf("commands %+v", cmds)
	}
	return m
}

// Ensure that files that come with the start of the page wait for its first view.
func TestUpdate_FilesGiven_AtStart(t *testing.T) {
	m, cmds := after(New(), Started{}, page.FilesGiven{Files: []port.FileRef{{Token: "t1", Name: "films.csv"}}}, page.TablesListed{})
	if _, ok := find[files.InspectFile](cmds); ok || m.Dialog != nil {
		t.Fatalf("commands %+v", cmds)
	}
	m, cmds = after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies", Filter: FirstFilter})
	if ask, ok := find[files.InspectFile](cmds); !ok || ask.Token != "t1" || m.Dialog == nil || m.Dialog.Kind != files.ImportFile {
		t.Fatalf("commands %+v", cmds)
	}
}

func TestUpdate_Import_ProposesTableAndColumns(t *testing.T) {
	m := inspected(t)
	if m.Files.Import.Table != "myfilms" || len(m.Files.Import.Columns) != 2 {
		t.Fatalf("table %q, columns %+v; the Timestamp is the service's", m.Files.Import.Table, m.Files.Import.Columns)
	}
	m, cmds := after(m, files.ImportColumnSet{Index: 1, Property: "Year", Type: edm.Int64, Skip: false}, files.ImportTyped{Field: "policy", Text: "merge"}, files.ImportSubmitted{})
	run, ok := find[files.ImportData](cmds)
	if !ok || run.Req.Table != "myfilms" || run.Req.OnExisting != "merge" || run.Req.Mapping.Columns[1].Type != edm.Int64 || m.Tables.Loading == nil || m.Dialog != nil {
		t.Fatalf("commands %+v", cmds)
	}
	if len(run.Rest) != 1 {
		t.Fatalf("the second file is lost: %+v", run.Rest)
	}
}

// Ensure that an import whose dialog gave way to another is over: its files are forgotten, and an answer that comes late finds nothing.
func TestUpdate_Import_DialogGone(t *testing.T) {
	m := inspected(t)
	asked := m.Files.Import.Asked
	m, cmds := after(m, settings.Pressed{})
	if m.Files.Import != nil || !has(cmds, page.ForgetFile{Token: "t1"}) {
		t.Fatalf("the import is %+v, commands %+v", m.Files.Import, cmds)
	}
	m, _ = after(m, page.DialogClosed{}, files.Previewed{Asked: asked, Err: &wire.Failure{Code: wire.FileUnreadable}}, files.Inspected{Token: "t1", Err: &wire.Failure{Code: wire.FileUnreadable}})
	if m.Files.Import != nil || m.Dialog != nil {
		t.Fatalf("a late answer shows %+v, %+v", m.Files.Import, m.Dialog)
	}
}

// Ensure that pasted rows are proposed for the table on screen when they have its keys, and for one of their own otherwise.
func TestUpdate_Import_PastedRows(t *testing.T) {
	here := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}}
	named := func(names ...string) files.Inspected {
		var columns []interchange.Column
		for _, name := range names {
			columns = append(columns, interchange.Column{Name: name})
		}
		return files.Inspected{Token: "p", Reply: &wire.InspectReply{Inspection: interchange.Inspection{Tables: []interchange.TableInspection{{Columns: columns}}}}}
	}
	file := []port.FileRef{{Token: "p", Name: "pasted.tsv"}}
	for _, tt := range []struct {
		given page.FilesGiven
		what  files.Inspected
		want  string
	}{
		{page.FilesGiven{Files: file, Pasted: true}, named("PartitionKey", "RowKey", "Year"), "Movies"},
		{page.FilesGiven{Files: file, Pasted: true}, named("partitionkey", "ROWKEY"), "Movies"},
		{page.FilesGiven{Files: file, Pasted: true}, named("RowKey", "Year"), "pasted"},
		{page.FilesGiven{Files: file}, named("PartitionKey", "RowKey"), "pasted"},
	} {
		m, _ := after(ready(t), here, tt.given, tt.what)
		if m.Files.Import.Table != tt.want {
			t.Errorf("%+v with %+v goes into %q, want %q", tt.given, tt.what.Reply.Inspection.Tables, m.Files.Import.Table, tt.want)
		}
	}
	for _, shown := range []bool{true, false} { // its rows came before the list of tables
		m := ready(t)
		list, result := *m.Tables, *m.Grid.Result
		list.List = nil
		m.Tables = &list
		if result.Source, result.Table = "", m.Query.Table; shown {
			result.Reply = &wire.RunReply{}
		} else {
			result.Reply = nil
		}
		m = m.withResult(&result)
		m, _ = after(m, page.FilesGiven{Files: file, Pasted: true}, named("PartitionKey", "RowKey", "Year"))
		if got := m.Files.Import.Table; (got == "Movies") != shown {
			t.Errorf("with its rows on screen %v the file goes into %q", shown, got)
		}
	}
}

// Ensure that what is given over an account goes into that account when its lock is open, and that nothing of it is looked at otherwise.
func TestUpdate_Import_OverAnAccount(t *testing.T) {
	file := []port.FileRef{{Token: "p", Name: "pasted.tsv"}}
	given := page.FilesGiven{Files: file, Pasted: true}
	for name, tt := range map[string]struct {
		account port.Account
		given   page.FilesGiven
		taken   bool
	}{
		"open":        {port.Account{Name: "shop", Writes: true}, given, true},
		"locked":      {port.Account{Name: "shop"}, given, false},
		"not there":   {port.Account{Name: "other", Writes: true}, given, false},
		"two at once": {port.Account{Name: "shop", Writes: true}, page.FilesGiven{Files: append(file, file...)}, false},
	} {
		m := ready(t)
		q := *m.Query
		q.Source = "shop"
		m.Query = &q
		m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true, List: []port.Account{tt.account}}}
		m, cmds := after(m, tt.given)
		if taken := m.Files.Import != nil; taken != tt.taken || does[files.InspectFile](cmds) != tt.taken {
			t.Errorf("%s: taken %v", name, taken)
		}
		if !tt.taken && (m.Notice == nil || !strings.Contains(m.Notice.Text, "Nothing was imported.") || !does[page.ForgetFile](cmds)) {
			t.Errorf("%s: the notice is %+v", name, m.Notice)
		}
		if tt.taken && m.Files.Import.Source != "shop" {
			t.Errorf("%s: it goes to %q", name, m.Files.Import.Source)
		}
	}
}

func TestUpdate_Import_BadTableNameIsNotSent(t *testing.T) {
	m, cmds := after(inspected(t), files.ImportTyped{Field: "table", Text: "a b"}, files.ImportSubmitted{})
	if _, sent := find[files.ImportData](cmds); sent || m.Dialog == nil || m.Dialog.Err == "" {
		t.Fatalf("sent %v, dialog %+v", sent, m.Dialog)
	}
}

func TestUpdate_Import_OlderPreviewIsDropped(t *testing.T) {
	m := inspected(t)
	asked := m.Files.Import.Asked
	m, _ = after(m, files.ImportTyped{Field: "rk", Text: "{guid}"}, files.Previewed{Asked: asked, Reply: &wire.PreviewReply{}})
	if m.Files.Import.Preview != nil {
		t.Fatal("a preview of another mapping is shown")
	}
}

func TestUpdate_Import_ClosedForgetsFiles(t *testing.T) {
	m, cmds := after(inspected(t), page.DialogClosed{})
	n := 0
	for _, c := range cmds {
		if _, ok := c.(page.ForgetFile); ok {
			n++
		}
	}
	if n != 2 || m.Files.Import != nil || m.Dialog != nil {
		t.Fatalf("forgot %d files, want 2; %+v", n, cmds)
	}
}

// Ensure that an import that took DateTimes not to the last digit says so where it says that it is done.
func TestUpdate_Import_CutDateTimesTold(t *testing.T) {
	m, _ := after(ready(t), files.ImportEnded{File: port.FileRef{Token: "t"}, Reply: &wire.ImportReply{Tables: []string{"Films"}, Rows: 3, Added: 3, Cut: 2, Undo: "u1"}})
	if m.Notice == nil || m.Notice.Text != "Imported 3 entities into Films; 2 DateTimes were cut after seven decimals, no table keeps more." {
		t.Errorf("%+v", m.Notice)
	}
}

func TestUpdate_Import_EndedWithoutRefusals_CanBeUndone(t *testing.T) {
	m, _ := after(ready(t), files.ImportEnded{File: port.FileRef{Token: "t"}, Reply: &wire.ImportReply{Tables: []string{"Films"}, Rows: 3, Added: 3, Undo: "u1"}})
	if m.Notice == nil || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u1"}) || m.Query.Table != "Films" || !m.Touched || len(m.Undos) != 1 {
		t.Fatalf("notice %+v, table %q", m.Notice, m.Query.Table)
	}
	m, cmds := after(m, notices.UndoPressed{})
	if back, ok := find[notices.TakeBack](cmds); !ok || back.ID != "u1" {
		t.Fatalf("commands %+v", cmds)
	}
	if m, _ = after(m, page.TakenBack{ID: "u1"}); len(m.Undos) != 0 || !m.Reshow {
		t.Fatalf("undos %+v", m.Undos)
	}
}

func TestUpdate_Import_EndedWithRefusals_ShowsThemAndGoesOn(t *testing.T) {
	req := wire.ImportRequest{Token: "t", Table: "Films", StopAtError: true}
	m, _ := after(ready(t), files.ImportEnded{File: port.FileRef{Token: "t"}, Req: req, Reply: &wire.ImportReply{Tables: []string{"Films"}, Rows: 3, Added: 2, Refused: 1, Stopped: true, Line: 3}})
	if m.Dialog == nil || m.Dialog.Kind != files.ImportDone {
		t.Fatalf("dialog %+v", m.Dialog)
	}
	m, cmds := after(m, files.ResumePressed{})
	run, ok := find[files.ImportData](cmds)
	if !ok || run.Req.Resume == nil || run.Req.Resume.Line != 3 || run.Req.StopAtError {
		t.Fatalf("commands %+v", cmds)
	}
}

// Ensure that an export names what it writes, that a stale answer about losses is dropped, and that the file is offered.
func TestUpdate_Export(t *testing.T) {
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{Result: 7, Stats: wire.RunStats{Returned: 3}}})
	m, cmds := after(m, files.ExportPressed{})
	if f := m.Dialog.Of.(*files.ExportForm); f.Result != 3 || f.Number != 7 || f.Entities != 10 {
		t.Fatalf("form %+v", f)
	}
	if _, ok := find[files.CheckLosses](cmds); !ok {
		t.Fatalf("commands %+v", cmds)
	}
	m, _ = after(m, files.ExportChosen{Format: interchange.PlainCSV}, files.LossesTold{Format: interchange.ODataJSON})
	if m.Dialog.Of.(*files.ExportForm).Checked {
		t.Fatal("the losses of another format are shown")
	}
	m, cmds = after(m, files.ExportStarted{What: "result"})
	run, ok := find[files.ExportData](cmds)
	if !ok || run.Req.What != "result" || run.Req.Result != 7 || run.Req.Format != interchange.PlainCSV || m.Dialog != nil {
		t.Fatalf("commands %+v", cmds)
	}
	m, cmds = after(m, files.FileMade{File: wire.FileReply{URL: "blob:1", Name: "Movies.csv", Entities: 3}})
	if save, ok := find[files.SaveFile](cmds); !ok || save.URL != "blob:1" || m.Tables.Loading != nil {
		t.Fatalf("commands %+v", cmds)
	}
	if _, cmds = after(m, files.FileMade{File: wire.FileReply{URL: "blob:2"}}); !has(cmds, files.ReleaseFile{URL: "blob:1"}) {
		t.Fatalf("the first file is not freed: %+v", cmds)
	}
}

// Ensure that the dialogs of export and code begin with what was chosen last, also in the next visit, and that neither is a
// setting that the list of settings or the palette shows.
func TestSettings_DialogsRemember(t *testing.T) {
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{Result: 7}}, files.ExportPressed{}, files.ExportChosen{Format: interchange.PlainCSV, Formulas: true})
	if kept, _ := after(m, page.DialogClosed{}, files.ExportPressed{}); kept.Dialog.Of.(*files.ExportForm).Format != interchange.ODataJSON {
		t.Errorf("remembers what was never exported: %+v", kept.Dialog.Of.(*files.ExportForm))
	}
	m, cmds := after(m, files.ExportStarted{What: "result"})
	kept, _ := find[page.KeepSetting](cmds)
	if !strings.Contains(kept.Value, "export") {
		t.Errorf("kept %+v", kept)
	}
	m, cmds = after(m, files.FileMade{}, page.CodePressed{}, code.CodeChosen{Format: "go"})
	kept, _ = find[page.KeepSetting](cmds)
	m, _ = after(m, page.DialogClosed{})
	s, problem := page.ParseSettings(kept.Value)
	if problem != "" || kept.Key != settings.Key {
		t.Fatalf("kept %+v: %s", kept, problem)
	}
	for name, m := range map[string]Model{"this visit": m, "the next": func() Model { m := ready(t); m.Settings = s; return m }()} {
		if m, _ := after(m, files.ExportPressed{}); m.Dialog.Of.(*files.ExportForm).Format != interchange.PlainCSV || !m.Dialog.Of.(*files.ExportForm).Formulas {
			t.Errorf("%s: exports begin with %+v", name, m.Dialog.Of.(*files.ExportForm))
		}
		if m, _ := after(m, page.CodePressed{}); m.Dialog.Of.(*code.Written).Format != "go" {
			t.Errorf("%s: code begins as %q", name, m.Dialog.Of.(*code.Written).Format)
		}
		if m, _ := after(m, files.ExportPressed{Format: interchange.NDJSON}); m.Dialog.Of.(*files.ExportForm).Format != interchange.NDJSON {
			t.Errorf("%s: what was asked for is %v", name, m.Dialog.Of.(*files.ExportForm).Format)
		}
	}
	m, _ = after(m, palette.Pressed{}, palette.Searched{Text: "cURL"})
	for _, item := range page.Held[palette.Search](m.Dialog).Items {
		if strings.HasPrefix(item.ID, "setting:export") || strings.HasPrefix(item.ID, "setting:code") {
			t.Errorf("the palette offers %+v", item)
		}
	}
}

func has(cmds []page.Cmd, want page.Cmd) bool {
	for _, c := range cmds {
		if c == want {
			return true
		}
	}
	return false
}

func TestUpdate_Started_VisitedShowsWhatIsKept(t *testing.T) {
	last := page.Route{Query: query.Query{Table: "Mine", Filter: "A eq 1"}}.Fragment()
	tables := []wire.TableInfo{{Name: "Else", Entities: 1}, {Name: "Mine", Entities: 2}}
	m, cmds := after(New(), Started{Last: last}, page.TablesListed{Reply: wire.TablesReply{Tables: tables}})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Table != "Mine" || run.Req.Filter != "A eq 1" || m.Tables.Loading != nil {
		t.Fatalf("commands %+v", cmds)
	}
	m, _ = after(New(), Started{Last: last}, page.TablesListed{Reply: wire.TablesReply{Tables: tables[:1]}})
	if m.Query.Table != "Else" || m.Notice != nil {
		t.Fatalf("shows %q, notice %+v; nobody asked for the table that is gone", m.Query.Table, m.Notice)
	}
	m, cmds = after(New(), Started{Last: last}, files.StorageTold{Info: wire.StorageInfo{Durable: true}}, page.TablesListed{})
	if _, loads := find[LoadSample](cmds); loads || m.Query.Table != "" || m.Tables.Loading != nil {
		t.Fatalf("an emptied workspace was filled again: %+v", cmds)
	}
	sampled := page.Route{Query: query.Query{Table: FirstTable, Filter: "A eq 1"}}.Fragment()
	m, cmds = after(New(), Started{Last: sampled}, files.StorageTold{Info: wire.StorageInfo{Durable: true}}, page.TablesListed{})
	if load, _ := find[LoadSample](cmds); load.Select != FirstTable || load.Filter != "A eq 1" {
		t.Fatalf("a sample that the page was left before is not opened: %+v, loading %+v", cmds, m.Tables.Loading)
	}
}

func TestDraft_SurvivesTheReload(t *testing.T) {
	m := ready(t)
	e := wire.EntityReply{PartitionKey: "A", RowKey: "1", ETag: "x", Properties: []wire.TextProperty{{Name: "P", Type: edm.Int64, Text: "9007199254740993"}}}
	m, _ = after(m, edit.EntityRead{Table: "Movies", Entity: &e})
	if inspector.EncodeDraft(m.Inspector) != "" {
		t.Fatal("a form without edits is kept")
	}
	m, _ = after(m, inspector.PropertyTyped{ID: 1, Text: "\r\n 12"})
	text := inspector.EncodeDraft(m.Inspector)
	got, _ := after(New(), Started{Draft: text}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
	if got.Inspector.Original == nil || got.Inspector.Rows[0].Text != "\r\n 12" || !got.Inspector.Dirty() || got.Notice == nil {
		t.Fatalf("inspector %+v", got.Inspector)
	}
	for _, bad := range []string{"{", `{"Version":9}`, `{"Version":1,"Mode":1}`, `[]`} {
		got, _ := after(New(), Started{Draft: bad}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
		if got.Inspector.Mode != edit.Idle {
			t.Errorf("draft %s: %+v", bad, got.Inspector)
		}
	}
}

// Ensure that a link with data is shown before anything of it is added, and that its table never replaces one that is here.
func TestUpdate_LinkWithData(t *testing.T) {
	fragment, err := link.Encode(link.Link{Query: query.Query{Table: "Movies", Filter: "A eq 1"}, Data: []link.TableData{{Name: "Movies", Text: "{\"PartitionKey\":\"a\",\"RowKey\":\"b\"}\n"}}})
	if err != nil {
		t.Fatal(err)
	}
	m, cmds := after(ready(t), Navigated{Fragment: fragment})
	if m.Dialog == nil || m.Dialog.Kind != files.OpenLink || m.Dialog.Of.(*files.Opening).Tables[0].As != "Movies2" || m.Dialog.Of.(*files.Opening).Tables[0].Entities != 1 {
		t.Fatalf("dialog %+v", m.Dialog)
	}
	if _, adds := find[files.AdoptTables](cmds); adds {
		t.Fatal("added without asking")
	}
	m, cmds = after(m, files.LinkOpened{})
	if add, ok := find[files.AdoptTables](cmds); !ok || add.Reqs[0].Table != "Movies2" {
		t.Fatalf("commands %+v", cmds)
	}
	m, cmds = after(m, files.LinkAdopted{Tables: []string{"Movies2"}})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Table != "Movies2" || run.Req.Filter != "A eq 1" || m.Dialog != nil {
		t.Fatalf("commands %+v", cmds)
	}
	// What was being opened meanwhile does not take its place.
	m, _ = after(ready(t), page.SampleOpened{Name: "Logs"}, Navigated{Fragment: fragment}, files.LinkOpened{}, files.LinkAdopted{Tables: []string{"Movies2"}}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Logs"}}, Select: "Logs"})
	if m.Query.Table != "Movies2" || m.Tables.Loading != nil {
		t.Fatalf("the sample that was opened before shows %s", m.Query.Table)
	}
	m, _ = after(New(), Started{Fragment: fragment[:len(fragment)-6]}, page.TablesListed{})
	if m.Notice == nil || !strings.Contains(m.Notice.Text, "link") {
		t.Fatalf("a damaged link says %+v", m.Notice)
	}
}

func TestUpdate_Share_TooLargeTable(t *testing.T) {
	m, _ := after(ready(t), page.SharePressed{}, files.ShareDataChosen{Data: true}, files.Bundled{Reply: &wire.BundleReply{TooLarge: true}})
	if s := m.Dialog.Of.(*files.Sharing); s.Data || !s.TooLarge || m.Dialog.Err == "" || s.Link == "" {
		t.Fatalf("sharing %+v, %q", s, m.Dialog.Err)
	}
}

// Ensure that the focus stays in the dialog when the button it is on goes with its line.
func TestUpdate_Snapshots_FocusStays(t *testing.T) {
	m, _ := after(ready(t), files.SnapshotsPressed{}, files.CheckpointsListed{List: []wire.CheckpointInfo{{ID: "c1", Name: "one"}}})
	m, cmds := after(m, files.CheckpointDropped{Name: "one", Undo: "u1"})
	if f, ok := find[page.Focus](cmds); !ok || f.Target != "snapshot-name" {
		t.Errorf("after deleting: %+v", cmds)
	}
	_, cmds = after(m, page.TakenBack{ID: "u1"})
	if f, ok := find[page.Focus](cmds); !ok || f.Target != "snapshot-name" {
		t.Errorf("after undoing: %+v", cmds)
	}
}

// Ensure that of an import of which part may be there nobody hears that nothing is.
func TestUpdate_Import_CutOffByAnotherTab(t *testing.T) {
	m, cmds := after(ready(t), files.ImportEnded{File: port.FileRef{Token: "t", Name: "a.csv"}, Err: &wire.Failure{Code: wire.OutcomeUnknown, Message: "It may have happened."}})
	if _, listed := find[ListTables](cmds); !listed || m.Notice == nil || !strings.Contains(m.Notice.Text, "a.csv was cut off") {
		t.Errorf("tells %+v, commands %+v", m.Notice, cmds)
	}
	m, _ = after(m, tables.TableDropped{Table: "Movies", Err: &wire.Failure{Code: wire.OutcomeUnknown, Message: "It may have happened."}})
	if m.Notice.Text != "It may have happened." {
		t.Errorf("tells %q", m.Notice.Text)
	}
}

// Ensure that a column that cannot be named as it is gets the name that is proposed.
func TestUpdate_Import_ProposedName(t *testing.T) {
	m := inspected(t)
	in := *m.Files.Import.Inspect
	in.Tables = []interchange.TableInspection{{Columns: []interchange.Column{{Name: "First name", Property: "First_name", Type: edm.String}}}}
	_, cmds := after(m, files.Inspected{Token: m.Files.Import.File.Token, Reply: &wire.InspectReply{Inspection: in}})
	ask, _ := find[files.PreviewFile](cmds)
	if mp := ask.Req.Mapping; len(mp.Columns) != 1 || mp.Columns[0].Source != "First name" || mp.Columns[0].Property != "First_name" {
		t.Errorf("mapping %+v", mp)
	}
}

// Ensure that a preview does not hide that the table's name is wrong, and that a wrong template is not laid to the file.
func TestUpdate_Import_WrongForm(t *testing.T) {
	m := inspected(t)
	m, cmds := after(m, files.ImportTyped{Field: "table", Text: "a!"}, files.ImportTyped{Field: "rk", Text: "{x"})
	ask, _ := find[files.PreviewFile](cmds)
	m, _ = after(m, files.Previewed{Asked: ask.Asked, Reply: &wire.PreviewReply{}})
	if m.Dialog.Err == "" || m.Dialog.ErrField != "import-table" {
		t.Errorf("the table's name is taken: %+v", m.Dialog)
	}
	m, _ = after(m, files.ImportTyped{Field: "table", Text: "Films"}, files.Previewed{Asked: ask.Asked, Err: &wire.Failure{Code: wire.FileUnreadable, Message: "The file cannot be read.", Detail: "A brace is not closed."}})
	if m.Dialog.Err != "A brace is not closed." {
		t.Errorf("says %q", m.Dialog.Err)
	}
}

// Ensure that who looks at a table that another tab deletes is told, and that who deletes it is told once.
func TestUpdate_Table_DeletedElsewhere(t *testing.T) {
	both := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}, {Name: "Movies"}}}}
	left := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}}}}
	m, _ := after(ready(t), both, left)
	if m.Query.Table != "Logs" || m.Notice == nil || !strings.Contains(m.Notice.Text, "Movies is not here any more") {
		t.Errorf("shows %q, tells %+v", m.Query.Table, m.Notice)
	}
	m, _ = after(ready(t), both, tables.TableDropped{Table: "Movies", Undo: "u1"}, left)
	if m.Notice == nil || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u1"}) {
		t.Errorf("the notice with Undo is gone: %+v", m.Notice)
	}
}

func TestUpdate_SavedQueries(t *testing.T) {
	m, cmds := after(ready(t), queries.QueriesRead{}, page.SaveQueryPressed{}, queries.QueryNamed{Name: " mine "})
	if keep, ok := find[queries.KeepQueries](cmds); !ok || !strings.Contains(keep.Text, `"mine"`) || len(m.Saved.List) != 1 {
		t.Fatalf("commands %+v", cmds)
	}
	m, cmds = after(m, queries.SavedQueryRemoved{Index: 0})
	if keep, _ := find[queries.KeepQueries](cmds); keep.Text != "" || len(m.Saved.List) != 0 {
		t.Fatalf("commands %+v", cmds)
	}
	if m, _ = after(m, notices.UndoPressed{}); len(m.Saved.List) != 1 {
		t.Fatal("the removal was not undone")
	}
	if m, _ = after(m, queries.QueriesRead{Text: "no JSON"}); len(m.Saved.List) != 0 {
		t.Fatal("damaged queries are shown")
	}
}

func TestTableNameOf(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"", "my films 2024.csv", "myfilms2024"},
		{"", "2024.csv", "Table2024"},
		{"", "ok.csv", "okTable"},
		{"", "R2D2.csv", "R2D2"},
		{"", "2024 films.csv", "Table2024films"},
		{"Movies", "x.json", "Movies"},
		{"", `C:\dir\a.b.csv`, "aTable"},
		{"日本", "日本.csv", "Table"},
		{strings.Repeat("x", 80), "", strings.Repeat("x", 63)},
	} {
		if got := words.TableName(tt.name, tt.file); got != tt.want {
			t.Errorf("words.TableName(%q, %q) = %q, want %q", tt.name, tt.file, got, tt.want)
		}
	}
}
