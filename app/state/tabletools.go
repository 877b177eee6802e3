package state

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/copyto"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// TableStats is the dialog of what a table of this browser comes to. All of it is exact but the distinct values of the census.
type TableStats struct {
	Census   *filterlang.Census // nil until it came
	Sizes    *wire.PartitionsReply
	Heaviest wire.PartitionSize // most bytes
	Failed   string
}

// Requests to the worker about whole tables.
type (
	// CloneTable makes a table that holds what another holds. Answer: TableCloned.
	CloneTable struct {
		Table, To string
		Drop      bool // the other shall be deleted then
	}
	// AskStats asks what a table comes to, after a pause. A newer one cancels it. Answer: StatsTold.
	AskStats struct {
		Table string
		Pause time.Duration
	}
)

// What happened to whole tables.
type (
	ClonePressed struct{ Table string }
	CloneDropSet struct{ Drop bool } // delete the table that was cloned: a rename
	StatsPressed struct{ Table string }
	TableCloned  struct {
		Cmd  CloneTable
		Undo string
		Err  error
	}
	StatsTold struct {
		Table string
		Stats TableStats
	}
)

// PartitionsWanted goes from a dialog to the partitions of the table on screen.
type PartitionsWanted struct{}

// movable is wanted by what tells how a table would move to Azure Cosmos DB.
var movable = unless(aHomeTable, missing("The table is a copy of one of Azure Cosmos DB.", func(m *Model) bool { return CopiedFrom(m.Copies.Copy(m.Query.Table)) != filterlang.Cosmos }))

var tableToolCommands = []Command{
	{ID: "clone-table", Title: "Clone this table…", Words: "copy duplicate rename move", Group: TableGroup, Not: unless(aHomeTable, noLoad), Do: onTable(func(t string) Msg { return ClonePressed{t} })},
	{ID: "copy-to", Title: "Copy this table to an account or another table…", Words: "deploy transfer upload migrate push put write account", Group: TableGroup, Not: unless(aTable, noLoad), Do: always(copyto.Pressed{})},
	{ID: "copy-result-to", Title: "Copy this result to an account or another table…", Words: "deploy transfer upload entities query put write account", Group: TableGroup, Not: unless(aTable, noLoad, missing("There is no result.", func(m *Model) bool { r := m.Grid.Result; return r.Reply != nil && !r.Running && m.Grid.Lines() > 0 })), Do: always(copyto.Pressed{Result: true})},
	{ID: "stats", Title: "Show the statistics of this table", Words: "size count bytes entities partitions census properties", Group: TableGroup, Not: aHomeTable, Do: onTable(func(t string) Msg { return StatsPressed{t} })},
	{ID: "move", Title: "Would this table move to Azure Cosmos DB?…", Words: "migrate cosmos limits order names cost request units compare engines", Group: TableGroup, Not: movable, Do: onTable(func(t string) Msg { return move.Pressed{Table: t} })},
}

// updateTableTools clones tables and tells what they come to.
func updateTableTools(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case ClonePressed:
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

	case StatsPressed:
		info := wire.TableNamed(m.Tables.List, msg.Table)
		if info == nil || m.Query.Source != "" {
			return m, nil, true
		}
		m.Dialog = &Dialog{Kind: StatsDialog, Table: info.Name, Stats: &TableStats{}}
		return m, []Cmd{OpenDialog{}, AskStats{Table: info.Name}}, true

	case PartitionsWanted:
		m.Dialog = nil
		m, cmds := toScreen(m, PartitionsScreen)
		return m, append(cmds, CloseDialog{}, Focus{Target: PartitionsScreen.TabID()}), true

	case StatsTold:
		if m.Dialog == nil || m.Dialog.Stats == nil || m.Dialog.Table != msg.Table {
			return m, nil, true
		}
		d := *m.Dialog
		d.Stats = &msg.Stats
		m.Dialog = &d
		return m, nil, true

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

// followStats asks anew for the statistics on screen when their table changed and writes rest.
func followStats(m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	changed, ok := msg.(TableChanged)
	if d := m.Dialog; ok && d != nil && d.Stats != nil && d.Table == changed.Table {
		cmds = append(cmds, AskStats{d.Table, partitions.RecountRest})
	}
	return m, cmds
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

// Facts sums up the statistics in lines of a name and a value each.
func (s *TableStats) Facts() [][2]string {
	r := s.Sizes
	facts := [][2]string{{"Entities", words.Number(r.Entities)}, {"Partitions", words.Number(r.Partitions)}, {"Bytes", words.Bytes(r.Bytes) + " (" + words.Number(int(r.Bytes)) + ")"}}
	if r.Entities == 0 {
		return facts
	}
	facts = append(facts, [2]string{"Bytes an entity, on average", words.Number(int(r.Bytes) / r.Entities)})
	if len(r.List) > 0 {
		most := r.List[0]
		facts = append(facts, [2]string{"Partition with most entities", page.KeyText(most.Key) + " · " + words.Count(most.Entities, "entity", "entities") + " · " + words.Share(int64(most.Entities), int64(r.Entities))})
		if s.Heaviest.Key != most.Key {
			facts = append(facts, [2]string{"Partition with most bytes", page.KeyText(s.Heaviest.Key) + " · " + words.Bytes(s.Heaviest.Bytes) + " · " + words.Share(s.Heaviest.Bytes, r.Bytes)})
		}
	}
	return append(facts, propertyFacts(s.Census)...)
}

// propertyFacts sums up a census.
func propertyFacts(c *filterlang.Census) (facts [][2]string) {
	if c == nil {
		return nil
	}
	var whole, mixed, rare []string
	for _, p := range c.Properties {
		if p.Count == c.Entities {
			whole = append(whole, p.Name)
		}
		if len(p.Types) > 1 {
			mixed = append(mixed, p.Name)
		}
		if p.Count*100 < c.Entities {
			rare = append(rare, p.Name)
		}
	}
	facts = append(facts, [2]string{"Properties", words.Number(len(c.Properties)) + ", and the keys and Timestamp"})
	for _, f := range []struct {
		what  string
		names []string
	}{{"in every entity", whole}, {"of several types", mixed}, {"in less than 1 % of the entities", rare}} {
		if len(f.names) > 0 {
			facts = append(facts, [2]string{f.what, nameList(f.names)})
		}
	}
	return facts
}

// nameList lists some names in order, and how many there are besides.
func nameList(names []string) string {
	names = slices.Sorted(slices.Values(names))
	rest := ""
	if n := len(names) - 12; n > 0 {
		names, rest = names[:12], " and "+words.Number(n)+" more"
	}
	return strings.Join(names, ", ") + rest
}
