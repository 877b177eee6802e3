package tables

import (
	"context"

	"rangefinder/app/accounts"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
)

// DeleteTable is the dialog that asks whether a table shall be deleted.
const DeleteTable page.DialogKind = "delete-table"

// Deletion is what it holds besides.
type Deletion struct {
	Named string // the table's name as it was typed, which an account that is marked production asks for
}

type (
	// TableDropNamed tells the name while it is typed.
	TableDropNamed struct{ Text string }
	// TableDropConfirmed deletes the table.
	TableDropConfirmed struct{}
)

// DropTable deletes a table of an account, or of this browser for "". Answer: TableDropped.
type DropTable struct{ Source, Table string }

// TableDropped answers DropTable.
type TableDropped struct {
	Source string
	Table  string
	Undo   string // what the worker takes back
	Err    error
}

// updateDeletion takes a message of the dialog that deletes a table, and what came of it.
func updateDeletion(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case page.DeleteTablePressed:
		if v.ReadOnly != "" {
			return v.TellReadOnly(), true
		}
		table, count := msg.Table, wire.Unknown
		if info := wire.TableNamed(v.Here, msg.Table); info != nil {
			table, count = info.Name, info.Entities
		} else if v.Query.Source == "" || table != v.Query.Table { // the list of an account may be on its way, as after a new table
			return nil, true
		}
		return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: DeleteTable, Source: v.Query.Source, Table: table, Count: count, Of: &Deletion{}}},
			page.OpenDialog{}, page.ResetFields{Values: map[string]string{"drop-name": ""}}}, true
	case TableDropped:
		return dropped(v, msg), true
	case TableDropNamed:
		if page.Held[Deletion](v.Dialog) != nil {
			d := *v.Dialog
			d.Of = &Deletion{Named: msg.Text}
			cmds = []page.Cmd{page.ShowDialog{Dialog: &d}}
		}
		return cmds, true
	case TableDropConfirmed:
		if del := page.Held[Deletion](v.Dialog); del != nil && !v.Dialog.Busy && (!v.Accounts.Production(v.Dialog.Source) || del.Named == v.Dialog.Table) {
			d := *v.Dialog
			d.Busy = true
			cmds = []page.Cmd{page.ShowDialog{Dialog: &d}, DropTable{d.Source, d.Table}}
		}
		return cmds, true
	}
	return nil, false
}

func dropped(v *page.View, msg TableDropped) []page.Cmd {
	cmds := []page.Cmd{page.ShowDialog{}}
	switch {
	case msg.Err != nil:
		return append(cmds, page.Fail{What: "The table was not deleted", Err: msg.Err}, page.CloseDialog{})
	case msg.Source == "":
		undo := page.Undoable{Undo: msg.Undo, Text: Deleted(msg.Table)}
		if v.Query.Source == "" && v.Query.Table == msg.Table {
			view := v.Route()
			undo.View = &view
		}
		return append(cmds, undo, page.CloseDialog{}, page.Relist{})
	case v.Query.Source != msg.Source:
		cmds = append(cmds, page.CloseDialog{})
	case v.Query.Table != msg.Table:
		cmds = append(cmds, page.CloseDialog{}, page.Send{Msg: accounts.LiveListPressed{}})
	default:
		cmds = append(cmds, page.Show{Route: page.Route{Query: query.Query{Source: msg.Source}, Why: v.Why}}, page.CloseDialog{}, page.Readdress{}, page.Send{Msg: accounts.LiveListPressed{}})
	}
	return append(cmds, page.Notify{Notice: page.Notice{Text: Deleted(msg.Table) + " of " + msg.Source + "."}})
}

// Deleted tells that a table was deleted here.
func Deleted(table string) string { return "Deleted the table " + table }

func (cmd DropTable) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.DropTable, wire.TableRequest{Source: cmd.Source, Table: cmd.Table}, nil)
	return TableDropped{cmd.Source, cmd.Table, undoOf(reply), err}
}
