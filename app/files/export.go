package files

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
)

// ExportFile is the dialog of an export.
const ExportFile page.DialogKind = "export-file"

// ExportForm is the export dialog.
type ExportForm struct {
	Format   interchange.Format
	Formulas bool // leave what a spreadsheet takes for a formula
	Result   int  // entities of the result on screen
	Number   int  // of that result, 0 when there is none
	Entities int  // of the table
	Then     bool // the query has a step in the browser, which a file does without
	Losses   []interchange.Loss
	Checked  bool // Losses are of Format
}

type (
	// ExportData and ExportDamaged make a file. Answer: FileMade, ExportData with LoadProgressed before.
	ExportData    struct{ Req wire.ExportRequest }
	ExportDamaged struct{ File string }
	// ReleaseFile frees a file that was made.
	ReleaseFile struct{ URL string }
	// CheckLosses asks what an export would lose. Answer: LossesTold.
	CheckLosses struct{ Req wire.ExportRequest }
	// SaveFile offers a file that the worker made as a download. It is an effect on the page.
	SaveFile struct{ URL, Name string }
)

type (
	// FileMade answers MakeReport, ExportData and ExportDamaged.
	FileMade struct {
		File wire.FileReply
		Err  error
	}
	// LossesTold answers CheckLosses.
	LossesTold struct {
		Format interchange.Format
		Losses []interchange.Loss
	}
	ExportPressed struct{ Format interchange.Format } // NoFormat: the default
	ExportChosen  struct {
		Format   interchange.Format
		Formulas bool
	}
	ExportStarted     struct{ What string } // "result", "table", "workspace"
	WorkspaceExported struct{}
)

func (ExportData) Slot() page.Slot { return page.LoadSlot }

func (cmd ExportData) Run(ctx context.Context, out page.Outside) page.Msg {
	op := wire.Export
	if cmd.Req.What == "partitions" {
		op = wire.ExportPartitions
	}
	return fileMade(wire.Call(ctx, out.Client, op, cmd.Req, page.LoadProgress(out)))
}

func (cmd ExportDamaged) Run(ctx context.Context, out page.Outside) page.Msg {
	return fileMade(wire.Call(ctx, out.Client, wire.ExportDamaged, wire.DamageRequest{File: cmd.File}, nil))
}

func (cmd ReleaseFile) Run(ctx context.Context, out page.Outside) page.Msg {
	_ = wire.Do(ctx, out.Client, wire.Release, wire.ReleaseRequest{URL: cmd.URL}) // the address may be of a worker that is gone
	return nil
}

func (cmd CheckLosses) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Losses, cmd.Req, nil)
	if err != nil {
		return nil
	}
	return LossesTold{cmd.Req.Format, reply.Losses}
}

func fileMade(reply *wire.FileReply, err error) FileMade {
	if err != nil {
		return FileMade{Err: err}
	}
	return FileMade{File: *reply}
}

// export writes files.
func (m *Model) export(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	form := page.Held[ExportForm](v.Dialog)
	switch msg := msg.(type) {
	case ExportPressed:
		return m, exportPressed(v, msg.Format), true

	case page.ExportWanted:
		msg.Req.Formulas = exportAsBefore(v.Settings).Formulas
		return m, startExport(v, msg.Req), true

	case WorkspaceExported:
		return m, append(startExport(v, wire.ExportRequest{What: "workspace", Format: interchange.Workspace}), page.CloseDialog{}), true

	case FileMade:
		next, cmds := m.made(v, msg)
		return next, cmds, true

	case LossesTold:
		if form == nil || form.Format != msg.Format {
			return m, nil, true
		}
		f := *form
		f.Losses, f.Checked = msg.Losses, true
		return m, []page.Cmd{shown(v.Dialog, &f)}, true

	case ExportChosen:
		if form == nil {
			return m, nil, true
		}
		f := *form
		if msg.Format != interchange.NoFormat && msg.Format != f.Format {
			f.Format, f.Checked, f.Losses = msg.Format, false, nil
		}
		f.Formulas = msg.Formulas
		cmds := []page.Cmd{shown(v.Dialog, &f)}
		if !f.Checked {
			cmds = append(cmds, f.checkLosses(v.Dialog))
		}
		return m, cmds, true

	case ExportStarted:
		if form == nil || msg.What == "table" && v.Dialog.Source != "" {
			return m, nil, true // of an account only what was read
		}
		req := wire.ExportRequest{What: msg.What, Table: v.Dialog.Table, Result: form.Number, Format: form.Format, Formulas: form.Formulas}
		if msg.What == "workspace" {
			req.Format, req.Table = interchange.Workspace, ""
		}
		cmds := startExport(v, req)
		if msg.What != "workspace" {
			cmds = append(cmds, page.ChangeSettings{Settings: form.remember(v.Settings)})
		}
		return m, append(cmds, page.CloseDialog{}), true
	}
	return m, nil, false
}

// exportPressed opens the dialog, with a format when one was asked for.
func exportPressed(v *page.View, format interchange.Format) []page.Cmd {
	if v.Query.Table == "" && len(v.Tables) == 0 {
		return []page.Cmd{page.Announce{Text: "There is nothing to export yet."}}
	}
	f := exportAsBefore(v.Settings)
	if format != interchange.NoFormat {
		f.Format = format
	}
	if info := v.Table(v.Query.Table); info != nil && v.Query.Source == "" {
		f.Entities = info.Entities
	}
	if r := v.Result; r != nil {
		f.Result, f.Number, f.Then = r.Stats.Returned, r.Result, v.Then != ""
	}
	d := &page.Dialog{Kind: ExportFile, Source: v.Query.Source, Table: v.Query.Table, Of: &f}
	return []page.Cmd{page.ShowDialog{Dialog: d}, page.OpenDialog{}, f.checkLosses(d)}
}

// made offers a file as a download.
func (m *Model) made(v *page.View, msg FileMade) (*Model, []page.Cmd) {
	var cmds []page.Cmd
	if v.Loading != nil && strings.HasPrefix(v.Loading.Title, exporting) {
		cmds = append(cmds, page.ShowLoading{})
	}
	if msg.Err != nil {
		if wire.FailureOf(msg.Err).Code == wire.Canceled {
			return m, append(cmds, page.Notify{Notice: page.Notice{Text: "Stopped exporting: no file was made."}})
		}
		return m, append(cmds, page.Fail{What: "No file was made", Err: msg.Err})
	}
	f := *m
	if m.Made != "" {
		cmds = append(cmds, ReleaseFile{m.Made})
	}
	f.Made = msg.File.URL
	text := "Saved " + msg.File.Name + ", " + words.Bytes(msg.File.Bytes)
	if msg.File.Entities > 0 {
		text = "Saved " + words.Count(msg.File.Entities, "entity", "entities") + " to " + msg.File.Name + ", " + words.Bytes(msg.File.Bytes)
	}
	return &f, append(cmds, SaveFile{URL: msg.File.URL, Name: msg.File.Name}, page.Notify{Notice: page.Notice{Text: text + "."}})
}

// exportAsBefore is the form as the last export left it.
func exportAsBefore(s page.Settings) ExportForm {
	f := ExportForm{Format: interchange.ODataJSON, Formulas: s.Value("export-formulas") == "left"}
	for _, info := range interchange.Formats() {
		if info.Name == s.Value("export-format") {
			f.Format = info.Format
		}
	}
	return f
}

// remember keeps what the form says for the next one.
func (f *ExportForm) remember(s page.Settings) page.Settings {
	formulas := ""
	if f.Formulas {
		formulas = "left"
	}
	return s.With("export-format", f.Format.String()).With("export-formulas", formulas)
}

// exporting begins the title of an export under way.
const exporting = "Exporting "

// checkLosses asks what the chosen format cannot hold of what the dialog is about.
func (f *ExportForm) checkLosses(d *page.Dialog) page.Cmd {
	if d.Source != "" {
		return CheckLosses{wire.ExportRequest{What: "result", Result: f.Number, Format: f.Format}}
	}
	return CheckLosses{wire.ExportRequest{What: "table", Table: d.Table, Format: f.Format}}
}

// startExport closes the dialog and writes a file, unless something else is under way.
func startExport(v *page.View, req wire.ExportRequest) []page.Cmd {
	if v.Loading != nil {
		return []page.Cmd{page.ShowDialog{}, page.Notify{Notice: page.Notice{Bad: true, Text: "Something else is being loaded or exported. Stop it, or wait for its end."}}}
	}
	what := map[string]string{"result": "the result", "table": req.Table, "workspace": "the workspace", "partitions": "the partitions of " + req.Table}[req.What]
	return []page.Cmd{page.ShowDialog{}, page.ShowLoading{Loading: &page.Loading{Title: exporting + what}}, ExportData{req}}
}
