package files

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// ImportFile is the dialog of a file that is about to be taken in.
const ImportFile page.DialogKind = "import-file"

// PreviewRows is how many rows the import dialog shows.
const PreviewRows = 8

type (
	// InspectFile asks what a file holds. Answer: Inspected.
	InspectFile struct {
		Token  string
		Layout interchange.Layout
	}
	// PreviewFile asks for the first entities of a file. Answer: Previewed.
	PreviewFile struct {
		Asked int
		Req   wire.PreviewRequest
	}
)

type (
	// Inspected answers InspectFile.
	Inspected struct {
		Token string
		Reply *wire.InspectReply
		Err   error
	}
	// Previewed answers PreviewFile.
	Previewed struct {
		Asked int
		Reply *wire.PreviewReply
		Err   error
	}
	DragHovered        struct{ Inside bool } // files are dragged over the page
	ImportTyped        struct{ Field, Text string }
	ImportStopChosen   struct{ Stop bool }
	ImportLayoutChosen struct{ Layout interchange.Layout }
	ImportColumnSet    struct {
		Index    int
		Property string
		Type     edm.Type
		Skip     bool
		Date     string
		Leave    bool
	}
	ImportSubmitted struct{}
)

func (cmd InspectFile) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Inspect, wire.InspectRequest{Token: cmd.Token, Layout: cmd.Layout}, nil)
	return Inspected{cmd.Token, reply, err}
}

func (cmd PreviewFile) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Preview, cmd.Req, nil)
	return Previewed{cmd.Asked, reply, err}
}

// prepare takes files and what is chosen for the one that is being looked at.
func (m *Model) prepare(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	f := *m
	switch msg := msg.(type) {
	case DragHovered:
		f.Dragged = msg.Inside
		return &f, nil, true

	case page.ImportPressed:
		return m, []page.Cmd{page.ChooseFiles{}}, true

	case page.FilesGiven:
		next, cmds := m.given(v, msg)
		return next, cmds, true
	}
	if m.Import == nil {
		return m, nil, false
	}
	im := *m.Import
	f.Import = &im
	switch msg := msg.(type) {
	case page.DialogClosed:
		f.Import = nil
		return &f, append(append([]page.Cmd{page.ShowDialog{}}, forget(append([]port.FileRef{im.File}, im.Rest...))...), page.CloseDialog{}), true

	case Inspected:
		if msg.Token != im.File.Token {
			return m, nil, true
		}
		im.Busy = false
		if msg.Err != nil {
			failed := wire.FailureOf(msg.Err)
			return &f, []page.Cmd{refused(v.Dialog, strings.TrimSpace(failed.Message+" "+words.Sentence(failed.Detail)), "")}, true
		}
		if msg.Reply.Log != "" && !im.AsData {
			f.Import = nil
			return &f, []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.Send{Msg: page.LogsGiven{Files: append([]port.FileRef{im.File}, im.Rest...)}}}, true
		}
		first := im.Inspect == nil
		im.take(v, msg.Reply)
		im.adopt(v)
		cmds := append(im.preview(v), im.reset())
		if first {
			begin := "import-table" // what had the keyboard is gone
			if im.Many() {
				begin = "import-policy"
			}
			cmds = append(cmds, page.Focus{Target: begin})
		}
		return &f, cmds, true

	case Previewed:
		if msg.Asked != im.Asked {
			return m, nil, true
		}
		im.Preview = msg.Reply
		var again []page.Cmd
		if msg.Err == nil && im.adopt(v) {
			again = im.preview(v)
		}
		problem := im.problem(v)
		field := im.faultAt(problem)
		if msg.Err != nil {
			failed := wire.FailureOf(msg.Err)
			problem, field = strings.TrimSpace(failed.Message+" "+words.Sentence(failed.Detail)), ""
			if failed.Code == wire.FileUnreadable && failed.Detail != "" { // the file could be read: it is the form that is wrong
				problem = words.Sentence(failed.Detail)
			}
		}
		return &f, append(again, refused(v.Dialog, problem, field)), true

	case ImportTyped:
		switch msg.Field {
		case "table":
			before := im.here(v)
			im.Table = msg.Text
			problem := im.problem(v)
			cmds := []page.Cmd{refused(v.Dialog, problem, im.faultAt(problem))}
			changed := im.adopt(v)
			if here := im.here(v); changed || here != "" && here != before {
				cmds = append(cmds, im.preview(v)...)
			}
			return &f, cmds, true
		case "pk":
			im.PK = msg.Text
		case "import-pk", "import-rk": // by a press: the field has yet to show it
			if im.PK = msg.Text; msg.Field == "import-rk" {
				im.PK, im.RK = m.Import.PK, msg.Text
			}
			return &f, append(im.preview(v), im.reset(), page.Focus{Target: msg.Field}), true
		case "counter":
			im.Counter, _ = strconv.Atoi(msg.Text)
			return &f, append(im.preview(v), page.Focus{Target: "import-rk"}), true
		case "rk":
			im.RK = msg.Text
		case "mend":
			im.Mend = msg.Text != ""
		case "policy":
			im.Policy = msg.Text
			return &f, nil, true
		case "find":
			im.Find = msg.Text
			return &f, nil, true
		}
		return &f, im.preview(v), true

	case ImportStopChosen:
		im.Stop = msg.Stop
		return &f, nil, true

	case ImportLayoutChosen:
		im.Layout, im.Busy = msg.Layout, true
		return &f, []page.Cmd{InspectFile{Token: im.File.Token, Layout: msg.Layout}}, true

	case ImportColumnSet:
		if msg.Index >= len(im.Columns) {
			return m, nil, true
		}
		im.Columns = slices.Clone(im.Columns)
		c := &im.Columns[msg.Index]
		c.Chosen = c.Chosen || c.Type != msg.Type
		c.Property, c.Type, c.Skip, c.Date, c.Leave = msg.Property, msg.Type, msg.Skip, msg.Date, msg.Leave
		return &f, im.preview(v), true

	case ImportSubmitted:
		if im.Busy || im.Inspect == nil {
			return m, nil, true
		}
		if problem := im.problem(v); problem != "" {
			field := im.faultAt(problem)
			return m, []page.Cmd{refused(v.Dialog, problem, field), page.Focus{Target: cmp.Or(field, "import-table")}, page.Announce{Text: problem}}, true
		}
		f.Import = nil
		if im.Source != "" || im.asks() {
			req := im.request(v)
			return &f, []page.Cmd{page.Send{Msg: page.FileCopyWanted{File: im.File, Req: req, Source: im.Source, Table: req.Table}}}, true
		}
		cmds := append([]page.Cmd{page.ShowDialog{}}, startImport(im.File, im.Rest, im.request(v))...)
		return &f, append(cmds, page.CloseDialog{}), true
	}
	return m, nil, false
}

// given looks at files, the first of them at once.
func (m *Model) given(v *page.View, msg page.FilesGiven) (*Model, []page.Cmd) {
	if len(msg.Files) == 0 {
		return m, nil
	}
	if !msg.AsData && v.Dialog == nil && isLogs(v, msg.Files) {
		return m, []page.Cmd{page.Send{Msg: page.LogsGiven{Files: msg.Files}}}
	}
	if v.Loading != nil {
		return m, append([]page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "Something else is being loaded. Stop it or wait for its end, then give the file again."}}}, forget(msg.Files)...)
	}
	if refusal := untaken(v, len(msg.Files)); refusal != nil {
		return m, append(refusal, forget(msg.Files)...)
	}
	var cmds []page.Cmd
	if m.Import != nil {
		cmds = forget(append([]port.FileRef{m.Import.File}, m.Import.Rest...))
	}
	next, more := m.begin(msg.Files[0], msg.Files[1:])
	next.Import.Pasted, next.Import.AsData, next.Import.Source = msg.Pasted, msg.AsData, v.Query.Source
	return next, append(cmds, more...)
}

// untaken says why nothing is taken where the page is, before anything is looked at; nil when it is.
func untaken(v *page.View, files int) []page.Cmd {
	n := page.Notice{Bad: true}
	switch source := v.Query.Source; {
	case source == "":
		return nil
	case v.ReadOnly != "":
		n.Text = v.ReadOnly + " Nothing was imported. To import into this browser, choose This browser first."
		if page.Openable(v.Accounts.Account(source)) {
			n.Action, n.Undo = "Open the lock…", page.UnlockPressed{Source: source}
		}
	case files > 1:
		n.Text = "Only one file at a time can be imported into an account. Nothing was imported."
	default:
		return nil
	}
	return []page.Cmd{page.Notify{Notice: n}}
}

// isLogs reports whether files go to the screen of what an application asks: it is on screen, or a name says that one is a log. Another
// file is looked at first.
func isLogs(v *page.View, files []port.FileRef) bool {
	return v.Screen == page.WorkloadScreen || slices.ContainsFunc(files, func(f port.FileRef) bool {
		name := strings.TrimSuffix(strings.ToLower(f.Name), ".gz")
		return strings.HasSuffix(name, ".log") || strings.HasSuffix(name, ".har") || len(name) < len(f.Name)
	})
}

// begin looks at a file.
func (m *Model) begin(file port.FileRef, rest []port.FileRef) (*Model, []page.Cmd) {
	f := *m
	f.Import = &Import{File: file, Rest: rest, Busy: true, Policy: "skip"}
	return &f, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: ImportFile}}, page.OpenDialog{}, InspectFile{Token: file.Token}}
}

// preview asks for the rows as they would be taken.
func (im *Import) preview(v *page.View) []page.Cmd {
	im.Asked++
	return []page.Cmd{PreviewFile{Asked: im.Asked, Req: wire.PreviewRequest{Token: im.File.Token, Layout: im.Layout, Mapping: im.mapping(), Count: PreviewRows, Table: im.here(v)}}}
}

// reset gives the inputs of the form their text.
func (im *Import) reset() page.Cmd {
	values := map[string]string{"import-table": im.Table, "import-pk": im.PK, "import-rk": im.RK}
	for n, c := range im.Columns {
		values["import-name-"+strconv.Itoa(n)] = c.Property
	}
	return page.ResetFields{Values: values}
}
