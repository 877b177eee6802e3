package files

import (
	"cmp"
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// ImportDone is the dialog of an import that was stopped or refused something.
const ImportDone page.DialogKind = "import-done"

// ImportSummary is what an import did.
type ImportSummary struct {
	File  port.FileRef
	Req   wire.ImportRequest
	Reply wire.ImportReply
	Rest  []port.FileRef
}

// Written is how many entities came or changed.
func (s *ImportSummary) Written() int { return written(s.Reply) }

// title says how much of the file came in.
func (s *ImportSummary) title() string {
	r, name := &s.Reply, s.File.Name
	switch some := "Imported " + words.Count(s.Written(), "entity", "entities"); {
	case s.Written() == 0:
		return "Nothing imported of " + name
	case r.Stopped:
		return some + " of " + name + " and stopped"
	case r.Problem != "":
		return some + "; the rest of " + name + " could not be read"
	}
	return "Imported " + name
}

func written(r wire.ImportReply) int { return r.Added + r.Replaced + r.Merged }

// CutText says how many DateTimes were not taken to the last digit.
func CutText(n int) string {
	return words.Count(n, "DateTime was", "DateTimes were") + " cut after seven decimals, no table keeps more"
}

// leftText says how many values were left out because they were not of the type that was chosen.
func leftText(n int) string {
	return words.Count(n, "value was", "values were") + " left out: not of the type that was chosen"
}

// doubledText says which rows of a file have the keys of an earlier row, and what becomes of them.
func doubledText(file, policy, place string, doubled int, doubles []wire.Double) string {
	text := ""
	for i, d := range doubles[:min(len(doubles), 3)] {
		if i > 0 {
			text += "; "
		}
		text += place + "s " + words.Number(d.First) + " and " + words.Number(d.Line) + " have the same keys, " + page.KeyText(d.PartitionKey) + " / " + page.KeyText(d.RowKey)
	}
	if more := doubled - min(len(doubles), 3); more > 0 {
		text += "; so do " + words.Count(more, "more row", "more rows")
	}
	return "Duplicates in " + file + ": " + text + ". " + map[string]string{
		"skip":    "Only the first of each is kept.",
		"replace": "Only the last of each is kept.",
		"merge":   "Later rows are merged into the first.",
		"refuse":  "Only the first of each is kept; the others are refused.",
	}[policy]
}

type (
	// ImportData takes a file in. Answer: LoadProgressed, ImportEnded.
	ImportData struct {
		File port.FileRef
		Rest []port.FileRef
		Req  wire.ImportRequest
	}
	// MakeReport makes a file of the rows that were refused. Answer: FileMade.
	MakeReport struct{ Report string }
)

type (
	// ImportEnded answers ImportData.
	ImportEnded struct {
		File  port.FileRef
		Rest  []port.FileRef
		Req   wire.ImportRequest
		Reply *wire.ImportReply
		Err   error
	}
	ReportPressed struct{}
	ResumePressed struct{}
	ImportUndone  struct{}
)

func (ImportData) Slot() page.Slot { return page.LoadSlot }

func (cmd ImportData) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Import, cmd.Req, page.LoadProgress(out))
	return ImportEnded{cmd.File, cmd.Rest, cmd.Req, reply, err}
}

func (cmd MakeReport) Run(ctx context.Context, out page.Outside) page.Msg {
	return fileMade(wire.Call(ctx, out.Client, wire.ImportReport, wire.ReportRequest{Report: cmd.Report}, nil))
}

// startImport takes a file in.
func startImport(file port.FileRef, rest []port.FileRef, req wire.ImportRequest) []page.Cmd {
	loading := &page.Loading{Title: "Importing " + file.Name, Progress: wire.Progress{Size: file.Size}, Keeps: true}
	return []page.Cmd{page.ShowLoading{Loading: loading}, ImportData{File: file, Rest: rest, Req: req}}
}

// ended takes the end of an import, and what is done about it.
func (m *Model) ended(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	done := page.Held[ImportSummary](v.Dialog)
	switch msg := msg.(type) {
	case ImportEnded:
		if msg.Err != nil {
			return m, importFailed(msg), true
		}
		next, cmds := m.imported(v, msg)
		return next, cmds, true

	case page.DialogClosed:
		if done == nil {
			return m, nil, false
		}
		next, cmds := m.closed(done)
		return next, cmds, true

	case ReportPressed:
		if done != nil {
			cmds = []page.Cmd{MakeReport{done.Reply.Report}}
		}
		return m, cmds, true

	case ImportUndone:
		if done == nil {
			return m, nil, true
		}
		next, cmds := m.closed(done)
		return next, append(cmds, page.Send{Msg: page.TakeBackPressed{ID: done.Reply.Undo}}), true

	case ResumePressed:
		if done == nil {
			return m, nil, true
		}
		req := done.Req
		req.Resume, req.StopAtError = &done.Reply, false
		cmds := append([]page.Cmd{page.ShowDialog{}}, startImport(done.File, done.Rest, req)...)
		return m, append(cmds, page.CloseDialog{}), true
	}
	return m, nil, false
}

// closed puts the summary away and goes on to the next file, unless the import was stopped.
func (m *Model) closed(done *ImportSummary) (*Model, []page.Cmd) {
	cmds := []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.ForgetFile{Token: done.File.Token}}
	if len(done.Rest) > 0 && !done.Reply.Stopped {
		next, more := m.begin(done.Rest[0], done.Rest[1:])
		return next, append(cmds, more...)
	}
	return m, append(cmds, forget(done.Rest)...)
}

func importFailed(msg ImportEnded) []page.Cmd {
	told := page.Cmd(page.Fail{What: "Nothing was imported", Err: msg.Err})
	if wire.FailureOf(msg.Err).Code == wire.OutcomeUnknown {
		told = page.Notify{Notice: page.Notice{Bad: true, Text: "The import of " + msg.File.Name + " was cut off: the tab that held the tables closed. Part of it is in the tables; import the file again for the rest, keeping the entities that are there."}}
	}
	return append([]page.Cmd{page.ShowLoading{}, told, page.ForgetFile{Token: msg.File.Token}, page.Relist{}}, forget(msg.Rest)...)
}

// imported tells of what came in, and sums it up when it was stopped or something was refused.
func (m *Model) imported(v *page.View, msg ImportEnded) (*Model, []page.Cmd) {
	r := *msg.Reply
	where := "nothing"
	if len(r.Tables) == 1 {
		where = r.Tables[0]
	} else if len(r.Tables) > 1 {
		where = words.Count(len(r.Tables), "table", "tables")
	}
	text := "Imported " + words.Count(written(r), "entity", "entities") + " into " + where
	cmds := []page.Cmd{page.ShowLoading{}}
	if len(r.Tables) > 0 {
		if v.Query.Table != r.Tables[0] && !v.Dirty {
			cmds = append(cmds, page.Show{Route: page.Route{Query: query.Query{Table: r.Tables[0]}, Why: v.Why}}, page.Readdress{Push: true})
		}
		cmds = append(cmds, page.Relist{Anew: true, Queries: true})
	}
	if written(r) > 0 {
		cmds = append(cmds, page.Own{Tables: true})
	}
	if r.Refused > 0 || r.Stopped || r.Problem != "" {
		if r.Undo != "" {
			cmds = append(cmds, page.Remember{Undo: r.Undo, Text: text})
		}
		summary := &ImportSummary{File: msg.File, Req: msg.Req, Reply: r, Rest: msg.Rest}
		return m, append(cmds, page.ShowDialog{Dialog: &page.Dialog{Kind: ImportDone, Of: summary}}, page.OpenDialog{}, page.Announce{Text: text + ". " + words.Count(r.Refused, "row", "rows") + " refused."})
	}
	if r.Skipped > 0 {
		doubled := min(r.Doubled, r.Skipped)
		if there := r.Skipped - doubled; there > 0 {
			text += ", skipped " + words.Number(there) + " (already in the table)"
		}
	}
	if r.Doubled > 0 {
		text += ". " + strings.TrimSuffix(doubledText("the file", msg.Req.OnExisting, cmp.Or(r.Place, "line"), r.Doubled, r.Doubles), ".")
	}
	if r.Cut > 0 {
		text += "; " + CutText(r.Cut)
	}
	if r.Left > 0 {
		text += "; " + leftText(r.Left)
	}
	cmds = append(cmds, page.Undoable{Undo: r.Undo, Text: text}, page.ForgetFile{Token: msg.File.Token})
	if len(msg.Rest) > 0 {
		next, more := m.begin(msg.Rest[0], msg.Rest[1:])
		return next, append(cmds, more...)
	}
	return m, cmds
}
