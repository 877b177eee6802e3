package shell

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// reloaded is the page after a reload of the window that m is of, with the same tables.
func reloaded(t *testing.T, m Model, fragment, entry string) Model {
	t.Helper()
	n, _ := after(New(), Started{Fragment: fragment, Tabs: querytabs.Encode(m.Tabs), Entry: entry, Window: "again"}, page.TablesListed{Reply: wire.TablesReply{Tables: m.Tables.List}})
	return n
}

func filters(t *querytabs.Model) string {
	var list []string
	for _, tab := range t.List {
		list = append(list, tab.Filter)
	}
	return strings.Join(list, "|")
}

// Ensure that text which was typed and not run survives whatever is done with tabs short of typing over it.
func TestQueryTabs_NothingTypedIsLost(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 4))
		m := ready(t)
		tables := []wire.TableInfo{{Name: "Movies"}, {Name: "Orders"}}
		m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: tables}})
		typed := map[string]string{} // by tab
		for step := range 60 {
			n := len(m.Tabs.List)
			switch r.IntN(10) {
			case 0:
				m, _ = after(m, querytabs.Added{})
			case 1, 2:
				m, _ = after(m, querytabs.Chosen{Index: r.IntN(n)})
			case 3:
				m, _ = after(m, querytabs.Closed{Index: r.IntN(n)})
			case 4:
				m, _ = after(m, querytabs.Reopened{})
			case 5:
				m, _ = after(m, querytabs.Moved{From: r.IntN(n), To: r.IntN(n)})
			case 6:
				text := "A eq " + strconv.Itoa(step)
				m, _ = after(m, queryline.FilterTyped{Text: text})
				typed[m.Tabs.Entry()] = text
			case 7:
				m = reloaded(t, m, routeOf(m).Fragment(), m.Tabs.Entry())
			case 8:
				if r.IntN(2) == 0 {
					tables = []wire.TableInfo{{Name: "Movies"}}
				} else {
					tables = []wire.TableInfo{{Name: "Movies"}, {Name: "Orders"}}
				}
				m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: tables}})
			case 9:
				m, _ = after(m, querytabs.Stepped{By: 1 - 2*r.IntN(2)})
			}
			there := filters(m.Tabs) + "|" + filters(&querytabs.Model{List: m.Tabs.Closed}) + "|"
			for tab, text := range typed {
				if !strings.Contains(there, text+"|") {
					t.Fatalf("seed %d, step %d: %q of %s is lost; there are %s", seed, step, text, tab, there)
				}
			}
			if m.Tabs.At >= len(m.Tabs.List) || m.Tabs.Current().Filter != m.Query.Filter {
				t.Fatalf("seed %d, step %d: the tab says %q, the editor %q", seed, step, m.Tabs.Current().Filter, m.Query.Filter)
			}
			ids := map[string]bool{}
			for _, tab := range slices.Concat(m.Tabs.List, m.Tabs.Closed) {
				if ids[tab.ID] {
					t.Fatalf("seed %d, step %d: two tabs are %s", seed, step, tab.ID)
				}
				ids[tab.ID] = true
			}
		}
	}
}

// Ensure that a reload comes back to the tab of the address, that a link gets a tab of its own unless its query is open, and that
// text which no address can hold comes back whole.
func TestQueryTabs_Start(t *testing.T) {
	m, _ := after(ready(t), querytabs.Added{}, queryline.FilterTyped{Text: "A eq 1"}, querytabs.Added{}, queryline.FilterTyped{Text: "A eq 2"}, querytabs.Stepped{By: -1})
	if got := filters(m.Tabs); got != FirstFilter+"|A eq 1|A eq 2" || m.Tabs.At != 1 {
		t.Fatalf("open: %s, at %d", got, m.Tabs.At)
	}
	here := routeOf(m).Fragment()
	for name, test := range map[string]struct {
		fragment, entry, filters string
		at                       int
	}{
		"reload":              {here, m.Tabs.Entry(), FirstFilter + "|A eq 1|A eq 2", 1},
		"no address":          {"", "", FirstFilter + "|A eq 1|A eq 2", 1},
		"address of another":  {page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 2"}}.Fragment(), "", FirstFilter + "|A eq 1|A eq 2", 2},
		"link":                {page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 3"}, Ran: true}.Fragment(), "", FirstFilter + "|A eq 1|A eq 2|A eq 3", 3},
		"address changed":     {page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 4"}}.Fragment(), m.Tabs.Entry(), FirstFilter + "|A eq 4|A eq 2", 1},
		"address not a route": {"v=1&f=%C3", m.Tabs.Entry(), FirstFilter + "|A eq 1|A eq 2", 1},
	} {
		t.Run(name, func(t *testing.T) {
			n := reloaded(t, m, test.fragment, test.entry)
			if got := filters(n.Tabs); got != test.filters || n.Tabs.At != test.at || n.Query.Filter != n.Tabs.Current().Filter {
				t.Errorf("open: %s, at %d, the editor has %q", got, n.Tabs.At, n.Query.Filter)
			}
		})
	}
	long := "A eq '" + strings.Repeat("x", 100_000) + "'"
	m, _ = after(m, queryline.FilterTyped{Text: long})
	if n := reloaded(t, m, routeOf(m).Fragment(), m.Tabs.Entry()); n.Query.Filter != long {
		t.Errorf("of a long text %d bytes came back", len(n.Query.Filter))
	}
}

// Ensure that damaged text is told of and that what can be used of it is used.
func TestQueryTabs_Damaged(t *testing.T) {
	for text, open := range map[string]int{
		"{":                 1,
		`{"v":9,"list":[]}`: 1,
		`{"v":1,"at":-4}`:   1,
		`{"v":1,"at":9,"list":[{"id":"a","table":"Movies"},{"id":"a","table":"Movies"},{"id":"b","table":"Movies","screen":"moon"},{"id":"c","source":"../x"}]}`: 2,
	} {
		m, _ := after(New(), Started{Fragment: page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 1"}}.Fragment(), Tabs: text}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
		if len(m.Tabs.List) != open || m.Query.Filter != "A eq 1" || (m.Notice == nil) == (text != `{"v":1,"at":-4}`) {
			t.Errorf("%s: %d open, filter %q, notice %+v", text, len(m.Tabs.List), m.Query.Filter, m.Notice)
		}
	}
}

// Ensure that the queries of windows that are gone come behind those that are open, without those that the history has.
func TestQueryTabs_Found(t *testing.T) {
	one := querytabs.Encode(&querytabs.Model{List: []querytabs.Tab{{Query: query.Query{Table: "Movies", Filter: "A eq 9"}, ID: "a"}}})
	two := querytabs.Encode(&querytabs.Model{List: []querytabs.Tab{{Query: query.Query{Table: "Movies", Filter: FirstFilter}, ID: "b"}, {Query: query.Query{Table: "Movies", Filter: "A eq 8"}, ID: "c", Ran: true}}})
	lone := querytabs.Encode(&querytabs.Model{List: []querytabs.Tab{{Query: query.Query{Table: "Movies", Filter: "A eq 7"}, ID: "x", Ran: true}}})
	m, _ := after(ready(t), querytabs.Found{Texts: []string{one, two, lone, "{"}})
	if got := filters(m.Tabs); got != FirstFilter+"|A eq 9|A eq 8" || m.Tabs.At != 0 {
		t.Errorf("open: %s, at %d", got, m.Tabs.At)
	}
}

// Ensure that Back opens the tab again in which an entry was made, and leaves the one on screen as it is.
func TestQueryTabs_Returned(t *testing.T) {
	m, _ := after(ready(t), querytabs.Added{}, queryline.FilterTyped{Text: "A eq 1"})
	entry, fragment := m.Tabs.Entry(), routeOf(m).Fragment()
	m, _ = after(m, querytabs.Added{}, queryline.FilterTyped{Text: "A eq 2"}, querytabs.Closed{Index: 1})
	m, _ = after(m, Returned{fragment, entry})
	if got := filters(m.Tabs); got != FirstFilter+"|A eq 2|A eq 1" || m.Query.Filter != "A eq 1" || len(m.Tabs.Closed) != 0 {
		t.Errorf("open: %s, filter %q", got, m.Query.Filter)
	}
	m, _ = after(m, Returned{page.Route{Query: query.Query{Table: "Gone", Filter: "B eq 1"}}.Fragment(), "nobody"})
	if got := filters(m.Tabs); got != FirstFilter+"|A eq 2|A eq 1" || m.Notice == nil {
		t.Errorf("of a table that is gone: open %s, notice %+v", got, m.Notice)
	}
}

// Ensure that Back to no table shows none, without a word of a table that has no name.
func TestUpdate_Navigated_NoTable(t *testing.T) {
	m, _ := after(ready(t), Navigated{page.Route{Query: query.Query{Filter: "A eq 1"}, Why: true}.Fragment()})
	if m.Notice != nil || m.Query.Table != "" || m.Query.Filter != "A eq 1" || m.Tables.Selected != "" {
		t.Errorf("table %q, filter %q, notice %+v", m.Query.Table, m.Query.Filter, m.Notice)
	}
}

// Ensure that a tab of an account asks nothing of it but the names of its tables, and that one whose account is gone keeps its text.
func TestQueryTabs_Accounts(t *testing.T) {
	m, _ := after(ready(t), accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true}}, Has: true}, querytabs.Added{}, page.TableChosen{Source: "prod", Table: "Orders"}, queryline.FilterTyped{Text: "A eq 1"}, querytabs.Stepped{By: -1})
	if m.Query.Source != "" || m.Live() != nil || m.Query.Filter != FirstFilter {
		t.Fatalf("source %q, filter %q", m.Query.Source, m.Query.Filter)
	}
	m, cmds := after(m, querytabs.Stepped{By: 1})
	if _, ran := find[result.Run](cmds); ran || m.Query.Source != "prod" || m.Query.Filter != "A eq 1" || m.Live() == nil {
		t.Errorf("source %q, filter %q, ran %v", m.Query.Source, m.Query.Filter, ran)
	}
	m, _ = after(m, querytabs.Stepped{By: -1}, accounts.AccountsListed{Has: true}, querytabs.Stepped{By: 1})
	if m.Query.Source != "" || !strings.Contains(filters(m.Tabs)+filters(&querytabs.Model{List: m.Tabs.Closed}), "A eq 1") {
		t.Errorf("source %q, open %s", m.Query.Source, filters(m.Tabs))
	}
}

// Ensure that a table opens beside what is on screen, which stays as it was.
func TestQueryTabs_Beside(t *testing.T) {
	m, _ := after(ready(t), accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true}}, Has: true}, queryline.FilterTyped{Text: "A eq 1"})
	first := m.Query.Table
	m, cmds := after(m, querytabs.Beside{Source: "prod", Table: "Orders"})
	if m.Query.Source != "prod" || m.Query.Table != "Orders" || m.Tabs.At != 1 || len(m.Tabs.List) != 2 {
		t.Fatalf("%+v at %d of %+v", m.Query, m.Tabs.At, m.Tabs.List)
	}
	if run, ok := find[result.Run](cmds); !ok || run.Req.Pages != 1 || run.Req.Filter != "" {
		t.Fatalf("the first page is not read: %+v", cmds)
	}
	if m, _ = after(m, querytabs.Stepped{By: -1}); m.Query.Source != "" || m.Query.Table != first || m.Query.Filter != "A eq 1" {
		t.Fatalf("%+v", m.Query)
	}
	for len(m.Tabs.List) < querytabs.Max {
		m, _ = after(m, querytabs.Added{})
	}
	was := m.Query
	if m, _ = after(m, querytabs.Beside{Source: "prod", Table: "Orders"}); m.Query != was || m.Notice == nil || !m.Notice.Bad {
		t.Fatalf("%+v, notice %+v", m.Query, m.Notice)
	}
}

// Ensure that a query that waits for a table stays one open query: when its address was followed on a page that was open, when it is
// typed on, and when the page is then loaded anew.
func TestQueryTabs_MissingTableReloaded(t *testing.T) {
	m := ready(t)
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
	link := page.Route{Query: query.Query{Table: "MyOrders", Filter: "A eq 1"}}.Fragment()
	m, _ = after(m, Navigated{link})
	if m.Missing == nil || len(m.Tabs.List) != 1 || m.Tabs.List[0].Table != "MyOrders" || routeOf(m).Fragment() != link {
		t.Fatalf("%+v, address %s", m.Tabs.List, routeOf(m).Fragment())
	}
	for _, entry := range []string{"", m.Tabs.Entry()} {
		again := reloaded(t, m, link, entry)
		if len(again.Tabs.List) != 1 || again.missingTable() != "MyOrders" || again.Query.Filter != "A eq 1" {
			t.Errorf("entry %q: %+v", entry, again.Tabs.List)
		}
	}
	m, _ = after(m, queryline.FilterTyped{Text: "A eq 12"})
	again := reloaded(t, m, routeOf(m).Fragment(), m.Tabs.Entry())
	if len(again.Tabs.List) != 1 || again.missingTable() != "MyOrders" || again.Query.Filter != "A eq 12" {
		t.Errorf("typed on: %+v", again.Tabs.List)
	}
}

// Ensure another query opens on the table on screen also while the list is still that of before the table was loaded.
func TestTabAdded_BeforeListed(t *testing.T) {
	m := ready(t)
	tables := *m.Tables
	tables.List = nil
	m.Tables = &tables
	table := m.Query.Table
	m, cmds := after(m, querytabs.Added{})
	if _, again := find[LoadSample](cmds); again || m.Query.Table != table || len(m.Tabs.List) != 2 {
		t.Errorf("the table is %q; %+v", m.Query.Table, cmds)
	}
}
