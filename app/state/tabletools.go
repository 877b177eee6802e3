package state

import (
	"rangefinder/app/copyto"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/tables"
	"rangefinder/filterlang"
)

// movable is wanted by what tells how a table would move to Azure Cosmos DB.
var movable = unless(aHomeTable, missing("The table is a copy of one of Azure Cosmos DB.", func(m *Model) bool { return queryline.CopiedFrom(m.Copies.Copy(m.Query.Table)) != filterlang.Cosmos }))

func tableToolCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "clone-table", Title: "Clone this table…", Words: "copy duplicate rename move", Group: page.TableGroup, Not: unless(aHomeTable, noLoad)(m), Do: []Msg{page.ClonePressed{Table: m.Query.Table}}},
		{ID: "copy-to", Title: "Copy this table to an account or another table…", Words: "deploy transfer upload migrate push put write account", Group: page.TableGroup, Not: unless(aTable, noLoad)(m), Do: []Msg{copyto.Pressed{}}},
		{ID: "copy-result-to", Title: "Copy this result to an account or another table…", Words: "deploy transfer upload entities query put write account", Group: page.TableGroup, Not: unless(aTable, noLoad, missing("There is no result.", func(m *Model) bool { r := m.Grid.Result; return r.Reply != nil && !r.Running && m.Grid.Lines() > 0 }))(m), Do: []Msg{copyto.Pressed{Result: true}}},
		{ID: "stats", Title: "Show the statistics of this table", Words: "size count bytes entities partitions census properties", Group: page.TableGroup, Not: aHomeTable(m), Do: []Msg{tables.StatsPressed{Table: m.Query.Table}}},
		{ID: "move", Title: "Would this table move to Azure Cosmos DB?…", Words: "migrate cosmos limits order names cost request units compare engines", Group: page.TableGroup, Not: movable(m), Do: []Msg{move.Pressed{Table: m.Query.Table}}},
	}
}
