package side

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/accounts"
	"rangefinder/app/page"
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

// TablesOf returns the window of the tables that the side bar shows: of an account when live is not nil. Of those that fit
// what is looked for, the one of that very name comes first, then those that begin with it, then those that hold it.
func TablesOf(t *Model, live *accounts.Live) Listed {
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

// LineID is the identity of a line of the table list.
func LineID(line int) string { return "table-" + words.Number(line) }

// Update takes a message about the side bar, and how far a load is; ok is false for any other. live is the account on screen, nil for this browser.
func (t *Model) Update(v *page.View, live *accounts.Live, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	n := *t
	switch msg := msg.(type) {
	case page.TablesOpening:
		if !v.Ready {
			n.Loading = &page.Loading{Title: "Opening what this browser keeps", Progress: msg.Progress, Start: true}
		}
		return &n, nil, true

	case page.LoadProgressed:
		if t.Loading == nil {
			return t, nil, true
		}
		l := *t.Loading
		total := l.Progress.Total
		if l.Progress = msg.Progress; l.Progress.Total == 0 {
			l.Progress.Total = total
		}
		n.Loading = &l
		return &n, nil, true

	case page.LoadStopPressed:
		if t.Loading == nil {
			return t, nil, true
		}
		return t, []page.Cmd{page.Stop{Slot: page.LoadSlot}}, true
	}
	return t.updateList(v, live, msg)
}

// updateList takes what the person does in the list of tables.
func (t *Model) updateList(v *page.View, live *accounts.Live, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	n := *t
	listed := TablesOf(t, live)
	switch msg := msg.(type) {
	case DrawerToggled:
		n.Open = msg.Open
		return &n, nil, true

	case TablesSearched:
		n.Find, n.First = strings.TrimSpace(msg.Text), 0
		told := "All tables."
		if n.Find != "" {
			told = words.Count(TablesOf(&n, live).Total, "table", "tables") + " with " + words.Quote(n.Find)
		}
		return n.Showing(v.Query.Table, v.Here), []page.Cmd{page.Announce{Text: told}}, true

	case TablesPaged:
		n.First = windowAt(msg.First, listed.Total)
		at := n.First + 1
		return &n, []page.Cmd{page.Announce{Text: "Tables from " + words.Number(at) + " of " + words.Number(listed.Total)}}, true

	case TablesEntered:
		name := ""
		if len(listed.Tables) > 0 {
			name = listed.Tables[0].Name
		}
		name = cmp.Or(listed.Name, name)
		if name == "" {
			return t, []page.Cmd{page.Announce{Text: "No table fits."}}, true
		}
		return t, []page.Cmd{page.Send{Msg: page.TableChosen{Table: name, Source: v.Query.Source}}}, true

	case TableLine:
		switch line := msg.Line; {
		case line < 0:
			return t, []page.Cmd{page.Focus{Target: "find-table"}}, true
		case line < len(listed.Tables):
			return t, []page.Cmd{page.Focus{Target: LineID(line)}}, true
		case listed.First+TableWindow < listed.Total:
			n.First = listed.First + TableWindow
			return &n, []page.Cmd{page.Focus{Target: LineID(0)}}, true
		}
		return t, nil, true
	}
	return t, nil, false
}

// Showing is the side bar with a table, one of those that are here, in the window that is listed. A search is the person's, and stays.
func (t *Model) Showing(table string, here []wire.TableInfo) *Model {
	n := *t
	if at := slices.IndexFunc(here, func(info wire.TableInfo) bool { return info.Name == table }); at >= 0 && n.Find == "" {
		n.First = windowAt(at, len(here))
	}
	return &n
}
