package state

import (
	"strconv"

	"rangefinder/app/copyto"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Requests to the worker about whole tables.
type (
	// CloneTable makes a table that holds what another holds. Answer: TableCloned.
	CloneTable struct {
		Table, To string
		Drop      bool // the other shall be deleted then
	}
)

// What happened to whole tables.
type (
	CloneDropSet struct{ Drop bool } // delete the table that was cloned: a rename
	TableCloned  struct {
		Cmd  CloneTable
		Undo string
		Err  error
	}
)

// movable is wanted by what tells how a table would move to Azure Cosmos DB.
var movable = unless(aHomeTable, missing("The table is a copy of one of Azure Cosmos DB.", func(m *Model) bool { return queryline.CopiedFrom(m.Copies.Copy(m.Query.Table)) != filterlang.Cosmos }))

var tableToolCommands = []Command{
	{ID: "clone-table", Title: "Clone this table…", Words: "copy duplicate rename move", Group: TableGroup, Not: unless(aHomeTable, noLoad), Do: onTable(func(t string) Msg { return page.ClonePressed{Table: t} })},
	{ID: "copy-to", Title: "Copy this table to an account or another table…", Words: "deploy transfer upload migrate push put write account", Group: TableGroup, Not: unless(aTable, noLoad), Do: always(copyto.Pressed{})},
	{ID: "copy-result-to", Title: "Copy this result to an account or another table…", Words: "deploy transfer upload entities query put write account", Group: TableGroup, Not: unless(aTable, noLoad, missing("There is no result.", func(m *Model) bool { r := m.Grid.Result; return r.Reply != nil && !r.Running && m.Grid.Lines() > 0 })), Do: always(copyto.Pressed{Result: true})},
	{ID: "stats", Title: "Show the statistics of this table", Words: "size count bytes entities partitions census properties", Group: TableGroup, Not: aHomeTable, Do: onTable(func(t string) Msg { return tables.StatsPressed{Table: t} })},
	{ID: "move", Title: "Would this table move to Azure Cosmos DB?…", Words: "migrate cosmos limits order names cost request units compare engines", Group: TableGroup, Not: movable, Do: onTable(func(t string) Msg { return move.Pressed{Table: t} })},
}

// updateTableTools clones tables and tells what they come to.
func updateTableTools(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case page.ClonePressed:
		info := wire.TableNamed(m.Tables.List, msg.Table)
		if info == nil || m.Query.Source != "" {
			return m, nil, true
		}
		m.Dialog = &Dialog{Kind: CloneDialog, Table: info.Name, Count: info.Entities}
		return m, []Cmd{CloseDialog{}, ResetFields{Values: map[string]string{"table-name": cloneName(info.Name, m.Tables.List)}}, OpenDialog{}}, true

	case TableCloned:
		if msg.Err != nil {
			return dialogFailed(m, msg.Err)
		}
		m.Dialog = nil
		m, cmds := show(m, Route{Query: query.Query{Table: msg.Cmd.To, Filter: m.Query.Filter, Select: m.Query.Select, Top: m.Query.Top}, Screen: m.Screen, Why: m.Plan.Why})
		m, run := runQuery(m)
		m, more := undoable(m, msg.Undo, "Cloned "+msg.Cmd.Table+" as "+msg.Cmd.To)
		cmds = append(append(append(cmds, CloseDialog{}, ListTables{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), run...), more...)
		if msg.Cmd.Drop {
			cmds = append(cmds, DropTable{"", msg.Cmd.Table})
		}
		m, cmds = own(m, cmds, true)
		return m, cmds, true

	case page.PartitionsWanted:
		m.Dialog = nil
		m, cmds := toScreen(m, PartitionsScreen)
		return m, append(cmds, CloseDialog{}, Focus{Target: PartitionsScreen.TabID()}), true

	case CloneDropSet:
		if m.Dialog == nil || m.Dialog.Kind != CloneDialog {
			return m, nil, true
		}
		d := *m.Dialog
		d.Drop = msg.Drop
		m.Dialog = &d
		return m, nil, true
	}
	return m, nil, false
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
