package tables

import (
	"context"
	"strconv"

	"rangefinder/app/accounts"
	"rangefinder/app/designlab"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// The dialogs that ask for the name of a table: of a new one, and of one that holds what another holds.
const (
	NewTable    page.DialogKind = "new-table"
	CloneDialog page.DialogKind = "clone"
)

// Naming is what such a dialog holds besides.
type Naming struct {
	Drop bool // delete the table that was cloned: a rename
}

type (
	// TableNamed submits the name.
	TableNamed struct{ Name string }
	// DialogTyped tells the name while it is typed, for live checks.
	DialogTyped struct{ Name string }
	// CloneDropSet chooses whether the table that was cloned is deleted then.
	CloneDropSet struct{ Drop bool }
)

// MakeTable makes a table in an account, or in this browser for "". Answer: TableMade.
type MakeTable struct{ Source, Table string }

// TableMade answers MakeTable.
type TableMade struct {
	Source string
	Table  string
	Err    error
}

// CloneTable makes a table that holds what another holds. Answer: TableCloned.
type CloneTable struct {
	Table, To string
	Drop      bool // the other shall be deleted then
}

// TableCloned answers CloneTable.
type TableCloned struct {
	Cmd  CloneTable
	Undo string
	Err  error
}

// updateNaming takes a message of the dialogs that ask for a name, and what came of them.
func updateNaming(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case page.NewTablePressed:
		if v.ReadOnly != "" {
			return v.TellReadOnly(), true
		}
		return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: NewTable, Source: v.Query.Source, Of: &Naming{}}},
			page.ResetFields{Values: map[string]string{"table-name": v.Missing}}, page.OpenDialog{}}, true
	case page.ClonePressed:
		info := v.Table(msg.Table)
		if info == nil || v.Query.Source != "" {
			return nil, true
		}
		return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: CloneDialog, Table: info.Name, Count: info.Entities, Of: &Naming{}}},
			page.CloseDialog{}, page.ResetFields{Values: map[string]string{"table-name": cloneName(info.Name, v.Tables)}}, page.OpenDialog{}}, true
	case TableMade:
		return made(v, msg), true
	case TableCloned:
		return cloned(v, msg), true
	case DialogTyped, TableNamed, CloneDropSet:
	default:
		return nil, false
	}
	if v.Dialog == nil {
		return nil, true
	}
	d := *v.Dialog
	switch msg := msg.(type) {
	case DialogTyped:
		d.Err, d.ErrField = "", "table-name"
		if msg.Name != "" {
			d.Err = NameProblem(msg.Name, v.Here)
		}
	case CloneDropSet:
		if d.Kind != CloneDialog {
			return nil, true
		}
		d.Of = &Naming{Drop: msg.Drop}
	case TableNamed:
		if d.Busy {
			return nil, true
		}
		d.Err, d.ErrField = NameProblem(msg.Name, v.Here), "table-name"
		if d.Busy = d.Err == ""; !d.Busy {
			cmds = []page.Cmd{page.Focus{Target: "table-name"}, page.Announce{Text: d.Err}}
		} else if d.Kind == CloneDialog {
			cmds = []page.Cmd{CloneTable{d.Table, msg.Name, page.Held[Naming](&d).Drop}}
		} else {
			cmds = []page.Cmd{MakeTable{d.Source, msg.Name}}
		}
	}
	return append([]page.Cmd{page.ShowDialog{Dialog: &d}}, cmds...), true
}

// made shows the new table. What is being loaded comes without taking its place on screen.
func made(v *page.View, msg TableMade) []page.Cmd {
	if msg.Err != nil {
		return notMade(v, msg.Err)
	}
	if msg.Source != "" {
		return []page.Cmd{page.ShowDialog{}, page.Show{Route: page.Route{Query: query.Query{Source: msg.Source, Table: msg.Table}, Why: v.Why}}, page.CloseDialog{}, page.Readdress{Push: true},
			page.Send{Msg: accounts.LiveListPressed{Made: msg.Table}}, page.Notify{Notice: page.Notice{Text: "Made the table " + msg.Table + " in " + msg.Source + "."}}}
	}
	cmds := []page.Cmd{page.ShowDialog{}, page.Show{Route: page.Route{Query: query.Query{Table: msg.Table, Top: v.Settings.Value("top")}, Why: v.Why}}, page.CloseDialog{}, page.Relist{}, page.RunQuery{Address: true, Push: true}}
	if v.Loading != nil {
		l := *v.Loading
		l.Left = true
		cmds = append(cmds, page.ShowLoading{Loading: &l})
	}
	return append(cmds, page.Own{Tables: true})
}

// cloned shows the clone with the query on screen, and has the other table deleted where that was asked for.
func cloned(v *page.View, msg TableCloned) []page.Cmd {
	if msg.Err != nil {
		return notMade(v, msg.Err)
	}
	q := query.Query{Table: msg.Cmd.To, Filter: v.Query.Filter, Select: v.Query.Select, Top: v.Query.Top, Was: v.Query.Was}
	cmds := []page.Cmd{page.ShowDialog{}, page.Show{Route: page.Route{Query: q, Screen: v.Screen, Why: v.Why}}, page.CloseDialog{}, page.Relist{}, page.RunQuery{Address: true, Push: true},
		page.Undoable{Undo: msg.Undo, Text: "Cloned " + msg.Cmd.Table + " as " + msg.Cmd.To}}
	if msg.Cmd.Drop {
		cmds = append(cmds, DropTable{"", msg.Cmd.Table})
	}
	return append(cmds, page.Own{Tables: true})
}

// notMade shows the worker's refusal in the dialog.
func notMade(v *page.View, err error) []page.Cmd {
	if v.Dialog == nil {
		return []page.Cmd{page.Fail{What: "The table was not made", Err: err}}
	}
	d, text := *v.Dialog, wire.FailureOf(err).Message
	d.Busy, d.Err, d.ErrField = false, text, "table-name"
	return []page.Cmd{page.ShowDialog{Dialog: &d}, page.Focus{Target: "table-name"}, page.Announce{Text: text}}
}

// NameProblem says why a table cannot have that name, "" when it can.
func NameProblem(name string, have []wire.TableInfo) string {
	if err := engine.CheckTableName(name); err != nil {
		return page.Detail(err)
	}
	if t := wire.TableNamed(have, name); t != nil {
		return "The table " + t.Name + " exists already. Names that differ only in case count as the same."
	}
	return ""
}

// cloneName proposes a name for a clone.
func cloneName(table string, have []wire.TableInfo) string {
	for n := 1; ; n++ {
		end := "Copy"
		if n > 1 {
			end += strconv.Itoa(n)
		}
		name := table[:min(len(table), 63-len(end))] + end
		if wire.TableNamed(have, name) == nil {
			return name
		}
	}
}

func (cmd MakeTable) Run(ctx context.Context, out page.Outside) page.Msg {
	return TableMade{cmd.Source, cmd.Table, wire.Do(ctx, out.Client, wire.CreateTable, wire.TableRequest{Source: cmd.Source, Table: cmd.Table})}
}

func (cmd CloneTable) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CloneTable, wire.CloneRequest{Table: cmd.Table, To: cmd.To}, nil)
	if err == nil {
		cmd.cloneComparison(ctx, out)
	}
	return TableCloned{cmd, undoOf(reply), err}
}

// cloneComparison gives a clone the designs that its table has in the lab: a rename shall not lose them. One that was kept for a
// table of that name before is not its own. It is no reason for the clone to fail.
func (cmd CloneTable) cloneComparison(ctx context.Context, out page.Outside) {
	kept, err := out.Document(ctx, designlab.Document(cmd.Table))
	if err == nil {
		_, err = wire.Call(ctx, out.Client, wire.Document, wire.DocumentRequest{Name: designlab.Document(cmd.To), Text: kept.Text, Set: true}, nil)
	}
	if err != nil {
		out.Tell(designlab.SpecKept{Err: err})
	}
}

// undoOf is the name under which the worker takes back what it did.
func undoOf(reply *wire.UndoReply) string {
	if reply == nil {
		return ""
	}
	return reply.Undo
}
