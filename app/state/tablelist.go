package state

import (
	"cmp"
	"rangefinder/app/accounts"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
)

// TableWindow is how many tables the side bar lists at a time.
const TableWindow = 100

// TableSearchFrom is the number of tables from which on the list can be searched.
const TableSearchFrom = 8

// Listed are the tables of the side bar that are on screen.
type Listed struct {
	Tables []wire.TableInfo
	First  int // place of the first
	Total  int // how many fit what is looked for
	All    int // how many there are
	// Name is what was typed when it may be a table that is not in the list, because the account has not listed all: it can be
	// opened without listing.
	Name string
}

// ListTablesOf returns the window of the tables that the side bar shows: of an account when live is not nil. Of those that fit
// what is looked for, the one of that very name comes first, then those that begin with it, then those that hold it.
func ListTablesOf(t *Tables, live *accounts.Live) Listed {
	list := t.List
	if live != nil {
		list = live.Tables
	}
	out := Listed{All: len(list), Total: len(list)}
	if t.Find != "" {
		list = tablesWith(list, t.Find)
		out.Total = len(list)
		if live != nil && !live.Listed && engine.CheckTableName(t.Find) == nil && (len(list) == 0 || !strings.EqualFold(list[0].Name, t.Find)) {
			out.Name = t.Find
		}
	}
	out.First = windowAt(t.First, len(list))
	out.Tables = list[out.First:min(out.First+TableWindow, len(list))]
	return out
}

// windowAt is the begin of the window that holds place first of n.
func windowAt(first, n int) int {
	return max(min(first, n-1), 0) / TableWindow * TableWindow
}

func tablesWith(list []wire.TableInfo, text string) []wire.TableInfo {
	word := strings.ToLower(text)
	var ranks [3][]wire.TableInfo
	for _, info := range list {
		switch name := info.Name; {
		case len(name) == len(word) && words.SameFold(name, word):
			ranks[0] = append(ranks[0], info)
		case len(name) > len(word) && words.SameFold(name[:len(word)], word):
			ranks[1] = append(ranks[1], info)
		case len(name) > len(word) && words.Holds(name, word):
			ranks[2] = append(ranks[2], info)
		}
	}
	return append(append(ranks[0], ranks[1]...), ranks[2]...)
}

// What the person did in the list of tables.
type (
	TablesSearched struct{ Text string }
	TablesPaged    struct{ First int }
	TablesEntered  struct{}           // Enter in the search: the first table is opened
	TableLine      struct{ Line int } // the keyboard goes to a line; before the first: to the search
)

// TableLineID is the identity of a line of the table list.
func TableLineID(line int) string { return "table-" + words.Number(line) }

func updateTableList(m Model, msg Msg) (Model, []Cmd, bool) {
	t := *m.Tables
	listed := ListTablesOf(m.Tables, m.Live())
	switch msg := msg.(type) {
	case TablesSearched:
		t.Find, t.First = strings.TrimSpace(msg.Text), 0
		if m.Tables = &t; t.Find == "" {
			m = shownInList(m)
		}
		told := "All tables."
		if t.Find != "" {
			told = words.Count(ListTablesOf(&t, m.Live()).Total, "table", "tables") + " with " + words.Quote(t.Find)
		}
		return m, []Cmd{Announce{Text: told}}, true

	case TablesPaged:
		t.First = windowAt(msg.First, listed.Total)
		m.Tables = &t
		at := t.First + 1
		return m, []Cmd{Announce{Text: "Tables from " + words.Number(at) + " of " + words.Number(listed.Total)}}, true

	case TablesEntered:
		name := ""
		if len(listed.Tables) > 0 {
			name = listed.Tables[0].Name
		}
		name = cmp.Or(listed.Name, name)
		if name == "" {
			return m, []Cmd{Announce{Text: "No table fits."}}, true
		}
		return updateTables(m, TableChosen{Table: name, Source: m.Query.Source})

	case TableLine:
		switch line := msg.Line; {
		case line < 0:
			return m, []Cmd{Focus{Target: "find-table"}}, true
		case line < len(listed.Tables):
			return m, []Cmd{Focus{Target: TableLineID(line)}}, true
		case listed.First+TableWindow < listed.Total:
			t.First = listed.First + TableWindow
			m.Tables = &t
			return m, []Cmd{Focus{Target: TableLineID(0)}}, true
		}
		return m, nil, true
	}
	return m, nil, false
}

// shownInList brings the table on screen into the window of the side bar.
func shownInList(m Model) Model {
	t := *m.Tables
	if t.Find != "" {
		return m // the search is the person's
	}
	for i, info := range tablesOn(m) {
		if info.Name == m.Query.Table {
			t.First = windowAt(i, len(tablesOn(m)))
			m.Tables = &t
			break
		}
	}
	return m
}
