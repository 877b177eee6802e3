package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
)

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

// updateExport writes files and copies rows.
func updateExport(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case ExportPressed:
		if m.Query.Table == "" && len(m.Tables.List) == 0 {
			return m, []Cmd{Announce{Text: "There is nothing to export yet."}}, true
		}
		f := exportAsBefore(m.Settings)
		if msg.Format != interchange.NoFormat {
			f.Format = msg.Format
		}
		if info := wire.TableNamed(m.Tables.List, m.Query.Table); info != nil && m.Query.Source == "" {
			f.Entities = info.Entities
		}
		if r := m.Result; r.Reply != nil && r.Table == m.Query.Table && r.Source == m.Query.Source && !r.Running {
			f.Result, f.Number, f.Then = r.Reply.Stats.Returned, r.Reply.Result, m.then() != ""
		}
		m.Dialog = &Dialog{Kind: ExportFile, Source: m.Query.Source, Table: m.Query.Table, Export: &f}
		return m, []Cmd{OpenDialog{}, checkLosses(m.Dialog)}, true

	case LossesTold:
		if m.Dialog == nil || m.Dialog.Export == nil || m.Dialog.Export.Format != msg.Format {
			return m, nil, true
		}
		d, f := *m.Dialog, *m.Dialog.Export
		f.Losses, f.Checked = msg.Losses, true
		d.Export = &f
		m.Dialog = &d
		return m, nil, true

	case ExportChosen:
		if m.Dialog == nil || m.Dialog.Export == nil {
			return m, nil, true
		}
		d, f := *m.Dialog, *m.Dialog.Export
		if msg.Format != interchange.NoFormat && msg.Format != f.Format {
			f.Format, f.Checked, f.Losses = msg.Format, false, nil
		}
		f.Formulas = msg.Formulas
		d.Export = &f
		m.Dialog = &d
		if f.Checked {
			return m, nil, true
		}
		return m, []Cmd{checkLosses(&d)}, true

	case ExportStarted:
		if m.Dialog == nil || m.Dialog.Export == nil {
			return m, nil, true
		}
		f := *m.Dialog.Export
		if msg.What == "table" && m.Dialog.Source != "" {
			return m, nil, true // of an account only what was read
		}
		req := wire.ExportRequest{What: msg.What, Table: m.Dialog.Table, Result: f.Number, Format: f.Format, Formulas: f.Formulas}
		if msg.What == "workspace" {
			req.Format, req.Table = interchange.Workspace, ""
		}
		m, cmds := startExport(m, req)
		if msg.What != "workspace" {
			var keep []Cmd
			m, keep = changeSettings(m, f.remember(m.Settings))
			cmds = append(cmds, keep...)
		}
		return m, append(cmds, CloseDialog{}), true

	case WorkspaceExported:
		m, cmds := startExport(m, wire.ExportRequest{What: "workspace", Format: interchange.Workspace})
		return m, append(cmds, CloseDialog{}), true

	case FileMade:
		t := *m.Tables
		if t.Loading != nil && strings.HasPrefix(t.Loading.Title, exporting) {
			t.Loading = nil
			m.Tables = &t
		}
		if msg.Err != nil {
			if wire.FailureOf(msg.Err).Code == wire.Canceled {
				m, cmds := notify(m, Notice{Text: "Stopped exporting: no file was made."})
				return m, cmds, true
			}
			m, cmds := fail(m, "No file was made", msg.Err)
			return m, cmds, true
		}
		var cmds []Cmd
		if m.Made != "" {
			cmds = append(cmds, ReleaseFile{m.Made})
		}
		m.Made = msg.File.URL
		text := "Saved " + msg.File.Name + ", " + words.Bytes(msg.File.Bytes)
		if msg.File.Entities > 0 {
			text = "Saved " + words.Count(msg.File.Entities, "entity", "entities") + " to " + msg.File.Name + ", " + words.Bytes(msg.File.Bytes)
		}
		m, more := notify(m, Notice{Text: text + "."})
		return m, append(append(cmds, SaveFile{URL: msg.File.URL, Name: msg.File.Name}), more...), true

	case LinesSelected:
		r := *m.Result
		r.First, r.Last = msg.First, msg.Last
		m.Result = &r
		return m, nil, true

	case LinesCopied:
		if msg.Err != nil {
			m, cmds := fail(m, "Nothing was copied", msg.Err)
			return m, cmds, true
		}
		format := strings.ToUpper(msg.Format)
		if msg.Format == "rich" {
			format = "TSV and as a table"
		}
		text := "Copied " + words.Count(msg.Entities, "entity", "entities") + " as " + format + "."
		if msg.Format == "cell" {
			text = "Copied the whole value."
		}
		if msg.Cut {
			text += " The rest was too much for the clipboard: export it to a file."
		}
		m, cmds := notify(m, Notice{Text: text, Bad: msg.Cut})
		return m, cmds, true
	}
	return m, nil, false
}

// exportSettings are what the dialog begins with: what was exported last.
func exportSettings() []page.Setting {
	format := page.Setting{ID: "export-format", Title: "Format of exports", Own: true}
	for _, info := range interchange.Formats() {
		if info.Writable && info.Format != interchange.Workspace {
			format.Choices = append(format.Choices, page.Choice{Value: info.Name, Title: info.Name})
		}
	}
	return []page.Setting{format, {ID: "export-formulas", Title: "Formulas in exports", Own: true, Choices: page.Choices("", "With a ' in front", "left", "As they are")}}
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

func checkLosses(d *Dialog) Cmd {
	if d.Source != "" {
		return CheckLosses{wire.ExportRequest{What: "result", Result: d.Export.Number, Format: d.Export.Format}}
	}
	return CheckLosses{wire.ExportRequest{What: "table", Table: d.Table, Format: d.Export.Format}}
}

func startExport(m Model, req wire.ExportRequest) (Model, []Cmd) {
	m.Dialog = nil
	if m.Tables.Loading != nil {
		return notify(m, Notice{Bad: true, Text: "Something else is being loaded or exported. Stop it, or wait for its end."})
	}
	t := *m.Tables
	what := map[string]string{"result": "the result", "table": req.Table, "workspace": "the workspace", "partitions": "the partitions of " + req.Table}[req.What]
	t.Loading = &Loading{Title: exporting + what}
	m.Tables = &t
	return m, []Cmd{ExportData{req}}
}
