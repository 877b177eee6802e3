package state

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Import is the import dialog: one file, how it is read and where it goes.
type Import struct {
	File    port.FileRef
	Rest    []port.FileRef // files that come after it
	Pasted  bool           // it is rows, for the table on screen when they have its keys
	Busy    bool
	Asked   int                     // numbers previews; answers to older ones are dropped
	Inspect *interchange.Inspection // nil until it came
	Layout  interchange.Layout
	Have    []string // tables of the file that are here already
	Table   string   // as typed, for files of one table
	Into    string   // what happens to that table, "" when that is not known
	Exists  bool     // it is here already
	Columns []ImportColumn
	Find    string // what the names of the columns on screen hold
	PK, RK  string // templates
	Policy  string // for keys that are here already: "skip", "replace", "merge", "refuse"
	Stop    bool   // at the first refused row
	Preview *wire.PreviewReply
}

// ImportColumn is a column of the file and what becomes of it.
type ImportColumn struct {
	interchange.Column
	Property string
	Type     edm.Type
	Skip     bool
}

// ImportColumnsShown is the most columns that are on screen at a time: a file of a schemaless table can have thousands.
const ImportColumnsShown = 100

// Found returns the places of the columns whose name holds what is looked for, at most ImportColumnsShown, and how many do.
func (im *Import) Found() (shown []int, all int) {
	find := strings.ToLower(im.Find)
	for i := range im.Columns {
		if !strings.Contains(strings.ToLower(im.Columns[i].Name), find) {
			continue
		}
		if all++; all <= ImportColumnsShown {
			shown = append(shown, i)
		}
	}
	return shown, all
}

// ImportSummary is what an import did.
type ImportSummary struct {
	File  port.FileRef
	Req   wire.ImportRequest
	Reply wire.ImportReply
	Rest  []port.FileRef
}

// Written is how many entities came or changed.
func (s *ImportSummary) Written() int { return written(s.Reply) }

func written(r wire.ImportReply) int { return r.Added + r.Replaced + r.Merged }

// Many reports whether the file names its tables itself.
func (i *Import) Many() bool {
	return i.Layout.Format == interchange.Workspace || i.Layout.Format == interchange.AzuriteDB
}

// PreviewRows is how many rows the import dialog shows.
const PreviewRows = 8

// updateImport takes files in.
func updateImport(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case DragHovered:
		m.Dragged = msg.Inside
		return m, nil, true

	case ImportPressed:
		return m, []Cmd{page.ChooseFiles{}}, true

	case page.FilesGiven:
		m.Dragged = false
		if len(msg.Files) == 0 {
			return m, nil, true
		}
		if m.Start != nil { // the installed application was started with them
			start := *m.Start
			start.Files = append(slices.Clone(start.Files), msg.Files...)
			m.Start = &start
			return m, nil, true
		}
		if i := slices.IndexFunc(msg.Files, func(f port.FileRef) bool { return lesson.IsFile(f.Name) }); i >= 0 {
			m, cmds, _ := updateCourse(m, page.LessonFileGiven{File: msg.Files[i]})
			return m, append(cmds, forget(slices.Delete(slices.Clone(msg.Files), i, i+1))...), true
		}
		isReport := func(f port.FileRef) bool { return lesson.IsReport(f.Name) }
		if reports := slices.Clone(msg.Files); slices.ContainsFunc(reports, isReport) {
			others := slices.DeleteFunc(slices.Clone(msg.Files), isReport)
			m, cmds, _ := updateCourse(m, page.ReportsGiven{Files: slices.DeleteFunc(reports, func(f port.FileRef) bool { return !isReport(f) })})
			return m, append(cmds, forget(others)...), true
		}
		if m.Tables.Loading != nil {
			m, cmds := notify(m, Notice{Bad: true, Text: "Something else is being loaded. Stop it or wait for its end, then give the file again."})
			return m, append(cmds, forget(msg.Files)...), true
		}
		var cmds []Cmd
		if m.Import != nil {
			cmds = forget(append([]port.FileRef{m.Import.File}, m.Import.Rest...))
		}
		m, more := beginImport(m, msg.Files[0], msg.Files[1:])
		m.Import.Pasted = msg.Pasted
		return m, append(cmds, more...), true

	case ImportEnded:
		return importEnded(m, msg)

	case ReportPressed:
		if m.Dialog == nil || m.Dialog.Done == nil {
			return m, nil, true
		}
		return m, []Cmd{MakeReport{m.Dialog.Done.Reply.Report}}, true

	case ImportUndone:
		if m.Dialog == nil || m.Dialog.Done == nil {
			return m, nil, true
		}
		undo := m.Dialog.Done.Reply.Undo
		m, cmds, _ := updateImport(m, DialogClosed{})
		m, back := takeBack(m, undo)
		return m, append(cmds, back...), true

	case ResumePressed:
		if m.Dialog == nil || m.Dialog.Done == nil {
			return m, nil, true
		}
		done := *m.Dialog.Done
		req := done.Req
		req.Resume = &done.Reply
		req.StopAtError = false
		m.Dialog = nil
		m, cmds := startImport(m, done.File, done.Rest, req)
		return m, append(cmds, CloseDialog{}), true
	}
	if _, closed := msg.(DialogClosed); closed && m.Dialog != nil && m.Dialog.Done != nil {
		done := m.Dialog.Done
		m.Dialog = nil
		cmds := []Cmd{CloseDialog{}, page.ForgetFile{Token: done.File.Token}}
		if len(done.Rest) > 0 && !done.Reply.Stopped {
			m, more := beginImport(m, done.Rest[0], done.Rest[1:])
			return m, append(cmds, more...), true
		}
		return m, append(cmds, forget(done.Rest)...), true
	}
	if m.Import == nil {
		return m, nil, false
	}
	im := *m.Import
	switch msg := msg.(type) {
	case DialogClosed:
		m.Import, m.Dialog = nil, nil
		return m, append(forget(append([]port.FileRef{im.File}, im.Rest...)), CloseDialog{}), true

	case Inspected:
		if msg.Token != im.File.Token {
			return m, nil, true
		}
		im.Busy = false
		if msg.Err != nil {
			f := wire.FailureOf(msg.Err)
			return importRefused(m, im, strings.TrimSpace(f.Message+" "+f.Detail), "")
		}
		first := im.Inspect == nil
		im.take(m, msg.Reply)
		m.Import = &im
		m, cmds := preview(m)
		if cmds = append(cmds, resetImport(m.Import)); first {
			begin := "import-table" // what had the keyboard is gone
			if m.Import.Many() {
				begin = "import-policy"
			}
			cmds = append(cmds, Focus{Target: begin})
		}
		return m, cmds, true

	case Previewed:
		if msg.Asked != im.Asked {
			return m, nil, true
		}
		d := *m.Dialog
		d.Err, d.ErrField = importTableProblem(m, &im), "import-table"
		if im.Preview = msg.Reply; msg.Err != nil {
			f := wire.FailureOf(msg.Err)
			d.Err, d.ErrField = strings.TrimSpace(f.Message+" "+f.Detail), ""
			if f.Code == wire.FileUnreadable && f.Detail != "" { // the file could be read: it is the form that is wrong
				d.Err = f.Detail
			}
		}
		m.Import, m.Dialog = &im, &d
		return m, nil, true

	case ImportTyped:
		switch msg.Field {
		case "table":
			im.Table = msg.Text
			return importRefused(m, im, importTableProblem(m, &im), "import-table")
		case "pk":
			im.PK = msg.Text
		case "rk":
			im.RK = msg.Text
		case "policy":
			im.Policy = msg.Text
			m.Import = &im
			return m, nil, true
		case "find":
			im.Find = msg.Text
			m.Import = &im
			return m, nil, true
		}
		m.Import = &im
		m, cmds := preview(m)
		return m, cmds, true

	case ImportStopChosen:
		im.Stop = msg.Stop
		m.Import = &im
		return m, nil, true

	case ImportLayoutChosen:
		im.Layout, im.Busy = msg.Layout, true
		m.Import = &im
		return m, []Cmd{InspectFile{Token: im.File.Token, Layout: msg.Layout}}, true

	case ImportColumnSet:
		if msg.Index >= len(im.Columns) {
			return m, nil, true
		}
		im.Columns = append([]ImportColumn(nil), im.Columns...)
		c := &im.Columns[msg.Index]
		c.Property, c.Type, c.Skip = msg.Property, msg.Type, msg.Skip
		m.Import = &im
		m, cmds := preview(m)
		return m, cmds, true

	case ImportSubmitted:
		if im.Busy || im.Inspect == nil {
			return m, nil, true
		}
		if problem := importTableProblem(m, &im); problem != "" {
			m, cmds, _ := importRefused(m, im, problem, "import-table")
			return m, append(cmds, Focus{Target: "import-table"}, Announce{Text: problem}), true
		}
		req := wire.ImportRequest{Token: im.File.Token, Layout: im.Layout, Mapping: im.mapping(), OnExisting: im.Policy, StopAtError: im.Stop}
		if !im.Many() {
			req.Table = im.Table
			if info := wire.TableNamed(m.Tables.List, im.Table); info != nil {
				req.Table = info.Name
			}
		}
		m.Import, m.Dialog = nil, nil
		m, cmds := startImport(m, im.File, im.Rest, req)
		return m, append(cmds, CloseDialog{}), true
	}
	return m, nil, false
}

func beginImport(m Model, file port.FileRef, rest []port.FileRef) (Model, []Cmd) {
	m.Import = &Import{File: file, Rest: rest, Busy: true, Policy: "skip"}
	m.Dialog = &Dialog{Kind: ImportFile}
	return m, []Cmd{OpenDialog{}, InspectFile{Token: file.Token}}
}

// followImport ends an import that was being prepared when its dialog gave way to another, or the browser went back: nothing of it
// is on screen any more, and the next file could not be taken.
func followImport(m Model, cmds []Cmd) (Model, []Cmd) {
	if m.Import != nil && m.Dialog != nil && m.Dialog.Kind == ImportFile {
		return into(m), cmds
	}
	if m.Import == nil {
		return m, cmds
	}
	cmds = append(cmds, forget(append([]port.FileRef{m.Import.File}, m.Import.Rest...))...)
	m.Import = nil
	return m, cmds
}

// into says what happens to the table that the file goes to.
func into(m Model) Model {
	im := *m.Import
	im.Into, im.Exists = "", false
	if im.Inspect == nil || im.Many() || importTableProblem(m, &im) != "" {
		if m.Import.Into != "" {
			m.Import = &im
		}
		return m
	}
	if info := wire.TableNamed(m.Tables.List, im.Table); info != nil {
		im.Exists = true
		im.Into = "The table " + info.Name + " exists with " + words.Count(info.Entities, "entity", "entities") + ": the rows are added to it. Type another name to keep them apart."
	} else {
		im.Into = "The table " + im.Table + " will be created."
	}
	if im.Into != m.Import.Into {
		m.Import = &im
	}
	return m
}

func forget(files []port.FileRef) []Cmd {
	cmds := make([]Cmd, len(files))
	for i, f := range files {
		cmds[i] = page.ForgetFile{Token: f.Token}
	}
	return cmds
}

// importRefused shows the dialog with a problem, or without one for "".
func importRefused(m Model, im Import, problem, field string) (Model, []Cmd, bool) {
	d := *m.Dialog
	d.Err, d.ErrField = problem, field
	m.Import, m.Dialog = &im, &d
	return m, nil, true
}

// take fills the form from what the file's beginning tells.
func (i *Import) take(m Model, r *wire.InspectReply) {
	in := r.Inspection
	first := i.Inspect == nil
	i.Inspect, i.Layout, i.Have = &in, in.Layout, r.Existing
	i.PK, i.RK = in.PartitionKey, in.RowKey
	i.Columns = nil
	if i.Many() || len(in.Tables) == 0 {
		return
	}
	for _, c := range in.Tables[0].Columns {
		column := ImportColumn{Column: c, Property: c.Name, Type: c.Type}
		if c.Property != "" { // the column's name is none of a property
			column.Property = c.Property
		}
		if c.Declared {
			column.Type = edm.NoType // as the file says, value by value
		}
		switch c.Name {
		case filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp:
			continue // keys have templates, the Timestamp is the service's
		}
		i.Columns = append(i.Columns, column)
	}
	if first {
		i.Table = cmp.Or(m.missingTable(), words.TableName(in.Tables[0].Name, i.File.Name))
		if i.Pasted && m.Query.Source == "" && wire.TableNamed(m.Tables.List, m.Query.Table) != nil && hasKeys(in.Tables[0].Columns) {
			i.Table = m.Query.Table
		}
	}
}

// hasKeys reports whether columns hold both keys of an entity, in any case of letters.
func hasKeys(columns []interchange.Column) bool {
	has := func(key string) bool {
		return slices.ContainsFunc(columns, func(c interchange.Column) bool { return strings.EqualFold(c.Name, key) })
	}
	return has(filterlang.PartitionKey) && has(filterlang.RowKey)
}

// mapping is the form as the worker takes it, nil where the file says everything itself.
func (i *Import) mapping() *interchange.Mapping {
	if i.Many() {
		return nil
	}
	mp := &interchange.Mapping{PartitionKey: i.PK, RowKey: i.RK, Counter: 1}
	for _, c := range i.Columns {
		if c.Skip || c.Property != c.Name || c.Type != edm.NoType {
			mp.Columns = append(mp.Columns, interchange.ColumnMap{Source: c.Name, Property: c.Property, Type: c.Type, Skip: c.Skip})
		}
	}
	if len(mp.Columns) == 0 && mp.PartitionKey == "" && mp.RowKey == "" {
		return nil
	}
	return mp
}

func preview(m Model) (Model, []Cmd) {
	im := *m.Import
	im.Asked++
	m.Import = &im
	return m, []Cmd{PreviewFile{Asked: im.Asked, Req: wire.PreviewRequest{Token: im.File.Token, Layout: im.Layout, Mapping: im.mapping(), Count: PreviewRows}}}
}

func resetImport(i *Import) Cmd {
	values := map[string]string{"import-table": i.Table, "import-pk": i.PK, "import-rk": i.RK}
	for n, c := range i.Columns {
		values["import-name-"+strconv.Itoa(n)] = c.Property
	}
	return ResetFields{Values: values}
}

// importTableProblem says why the file cannot go into the table that is named, "" when it can.
func importTableProblem(m Model, i *Import) string {
	if i.Many() || wire.TableNamed(m.Tables.List, i.Table) != nil {
		return ""
	}
	return page.Detail(engine.CheckTableName(i.Table))
}

func startImport(m Model, file port.FileRef, rest []port.FileRef, req wire.ImportRequest) (Model, []Cmd) {
	t := *m.Tables
	title := "Importing " + file.Name
	t.Loading = &Loading{Title: title, Progress: wire.Progress{Size: file.Size}, Keeps: true}
	m.Tables = &t
	return m, []Cmd{ImportData{File: file, Rest: rest, Req: req}}
}

func importEnded(m Model, msg ImportEnded) (Model, []Cmd, bool) {
	t := *m.Tables
	t.Loading = nil
	m.Tables = &t
	if msg.Err != nil {
		m, cmds := fail(m, "Nothing was imported", msg.Err)
		if wire.FailureOf(msg.Err).Code == wire.OutcomeUnknown {
			m, cmds = notify(m, Notice{Bad: true, Text: "The import of " + msg.File.Name + " was cut off: the tab that held the tables closed. Part of it is in the tables; import the file again for the rest, keeping the entities that are there."})
		}
		return m, append(append(cmds, page.ForgetFile{Token: msg.File.Token}, ListTables{}), forget(msg.Rest)...), true
	}
	r := *msg.Reply
	where := "nothing"
	if len(r.Tables) == 1 {
		where = r.Tables[0]
	} else if len(r.Tables) > 1 {
		where = words.Count(len(r.Tables), "table", "tables")
	}
	text := "Imported " + words.Count(written(r), "entity", "entities") + " into " + where
	var cmds []Cmd
	if len(r.Tables) > 0 {
		m.Reshow = true
		if m.Query.Table != r.Tables[0] && !m.Inspector.Dirty() {
			var more []Cmd
			m, more = show(m, Route{Query: query.Query{Table: r.Tables[0]}, Why: m.Plan.Why})
			cmds = append(cmds, more...)
			cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
		}
		cmds = append(cmds, ListTables{}, ReadQueries{})
	}
	m, cmds = own(m, cmds, written(r) > 0)
	if r.Refused > 0 || r.Stopped || r.Problem != "" {
		if r.Undo != "" {
			m.Undos = append([]page.UndoEntry{{ID: r.Undo, Text: text}}, m.Undos...)
		}
		m.Dialog = &Dialog{Kind: ImportDone, Done: &ImportSummary{File: msg.File, Req: msg.Req, Reply: r, Rest: msg.Rest}}
		return m, append(cmds, OpenDialog{}, Announce{Text: text + ". " + words.Count(r.Refused, "row", "rows") + " refused."}), true
	}
	if r.Skipped > 0 {
		text += ", skipped " + words.Number(r.Skipped) + " (already there)"
	}
	if r.Cut > 0 {
		text += "; " + CutText(r.Cut)
	}
	m, more := undoable(m, r.Undo, text)
	cmds = append(append(cmds, more...), page.ForgetFile{Token: msg.File.Token})
	if len(msg.Rest) > 0 {
		m, more = beginImport(m, msg.Rest[0], msg.Rest[1:])
		cmds = append(cmds, more...)
	}
	return m, cmds, true
}

// CutText says how many DateTimes were not taken to the last digit.
func CutText(n int) string {
	return words.Count(n, "DateTime was", "DateTimes were") + " cut after seven decimals, no table keeps more"
}
