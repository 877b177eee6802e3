package shell

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/app/accounts"
	"rangefinder/app/page"
	"rangefinder/app/side"
	"rangefinder/app/wire"
)

func namesOf(list []wire.TableInfo) string {
	var names []string
	for _, t := range list {
		names = append(names, t.Name)
	}
	return strings.Join(names, " ")
}

func TestListTablesOf_Search(t *testing.T) {
	tables := &side.Model{}
	for _, name := range []string{"Archive", "ArchivedOrders", "Logs", "logs2024", "MyLogs", "Orders", "OrdersArchive"} {
		tables.List = append(tables.List, wire.TableInfo{Name: name})
	}
	live := &accounts.Live{AccountTables: page.AccountTables{Tables: tables.List}}
	for _, test := range []struct{ find, want, name string }{
		{"", "Archive ArchivedOrders Logs logs2024 MyLogs Orders OrdersArchive", ""},
		{"orders", "Orders OrdersArchive ArchivedOrders", ""},
		{"LOGS", "Logs logs2024 MyLogs", ""},
		{"archive", "Archive ArchivedOrders OrdersArchive", ""},
		{"lg", "", "lg2"}, // letters with others in between are no part of a name
		{"é<b>", "", ""},
	} {
		tables.Find = test.find
		if got := side.TablesOf(tables, nil); namesOf(got.Tables) != test.want || got.Name != "" || got.All != 7 {
			t.Errorf("%q: %s %q", test.find, namesOf(got.Tables), got.Name)
		}
		if tables.Find = test.name; test.name != "" {
			if got := side.TablesOf(tables, live); got.Name != test.name {
				t.Errorf("%q cannot be opened by name: %+v", test.name, got)
			}
		}
	}
	tables.Find = "orders"
	if got := side.TablesOf(tables, live); got.Name != "" || namesOf(got.Tables) != "Orders OrdersArchive ArchivedOrders" {
		t.Errorf("of an account: %+v", got)
	}
}

// Ensure that ten thousand tables are shown in windows, found at once, gone through by keyboard and that the one on screen is
// in the window.
func TestTableList_TenThousand(t *testing.T) {
	list := make([]wire.TableInfo, 10_000)
	for i := range list {
		list[i].Name = "T" + strings.Repeat("0", 4-len(strconv.Itoa(i))) + strconv.Itoa(i) + "x"
	}
	m, _ := after(ready(t), page.TablesListed{Reply: wire.TablesReply{Tables: append(list, wire.TableInfo{Name: "Movies"})}}, page.TableChosen{Table: "T0777x"})
	if got := side.TablesOf(m.Tables, nil); got.First != 700 || len(got.Tables) != side.TableWindow || got.Total != 10_001 {
		t.Errorf("the window is %d of %d", got.First, got.Total)
	}
	m, _ = after(m, side.TablesPaged{First: 99_999})
	if got := side.TablesOf(m.Tables, nil); got.First != 10_000 || len(got.Tables) != 1 {
		t.Errorf("the last window is %d", got.First)
	}
	m, _ = after(m, side.TablesPaged{First: -5}, side.TableLine{Line: side.TableWindow})
	if m.Tables.First != side.TableWindow {
		t.Errorf("down from the last line is %d", m.Tables.First)
	}
	if _, cmds := after(m, side.TableLine{Line: -1}); len(cmds) != 1 || cmds[0] != (page.Focus{Target: "find-table"}) {
		t.Errorf("up from the first line: %+v", cmds)
	}
	begin := time.Now()
	m, _ = after(m, side.TablesSearched{Text: "9"}, side.TablesSearched{Text: "99"}, side.TablesSearched{Text: "999"}, side.TablesSearched{Text: "9998"})
	if took := time.Since(begin); took > 2*time.Second { // some 10 ms without the race detector
		t.Errorf("four letters took %v", took)
	}
	if got := side.TablesOf(m.Tables, nil); namesOf(got.Tables) != "T9998x" {
		t.Errorf("found %s", namesOf(got.Tables))
	}
	m, _ = after(m, side.TablesEntered{})
	if m.Query.Table != "T9998x" {
		t.Errorf("Enter opened %s", m.Query.Table)
	}
	m, _ = after(m, side.TablesSearched{Text: ""})
	if got := side.TablesOf(m.Tables, nil); got.First != 9900 {
		t.Errorf("without a search the window is %d", got.First)
	}
	if _, cmds := after(m, side.TablesSearched{Text: "nothing"}, side.TablesEntered{}); len(cmds) != 1 {
		t.Errorf("%+v", cmds)
	}
}
