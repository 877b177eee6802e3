package shell

import (
	"fmt"
	"rangefinder/app/accounts"
	"rangefinder/app/editor"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

func told(from, to int) requests.Told {
	var msg requests.Told
	for i := from; i <= to; i++ {
		msg.Requests = append(msg.Requests, fmt.Sprintf(`{"seq":%d,"method":"GET","path":"/%d","class":"full-scan","status":200}`, i, i))
	}
	return msg
}

// fed is a model of a page whose server tells of requests.
func fed(t *testing.T) Model {
	m := ready(t)
	m.Requests = m.Requests.WithFeed(true)
	return m
}

func paths(list []requests.Request) string {
	var out []string
	for _, r := range list {
		out = append(out, strings.TrimPrefix(r.Path, "/"))
	}
	return strings.Join(out, " ")
}

// Ensure that the page listens while the panel is open and no longer, that a press opens and closes it, and that a dialog and a query
// that is opened leave it open.
func TestRequests_ListensWhileOpen(t *testing.T) {
	open := func() Model {
		m, cmds := after(fed(t), requests.Pressed{})
		for _, source := range []string{"", "own"} {
			made := fed(t)
			made.Sources = &accounts.Model{Accounts: page.Accounts{List: []port.Account{{Name: "own"}}}}
			q := *made.Query
			q.Source, made.Query = source, &q
			if made, _ = after(made, exchanged(1), requests.Pressed{}); !made.Requests.Shown.Account {
				t.Errorf("%q: the requests of the page, which the button counts, are not shown first", source)
			}
		}
		if listen, ok := find[requests.Hear](cmds); !ok || !listen.On || m.Dialog != nil || m.Requests.Shown == nil || !has(cmds, page.Reveal{ID: "requests-dock"}) {
			t.Fatalf("%+v", cmds)
		}
		return m
	}
	for name, msg := range map[string]page.Msg{"closed": requests.Closed{}, "pressed again": requests.Pressed{}} {
		m, cmds := after(open(), msg)
		if listen, ok := find[requests.Hear](cmds); !ok || listen.On || m.Requests.Shown != nil {
			t.Errorf("%s: %+v", name, cmds)
		}
		if m, cmds = after(m, told(2, 3)); m.Requests.Shown != nil || len(cmds) != 0 {
			t.Errorf("%s: late requests are shown: %+v", name, cmds)
		}
	}
	for name, msg := range map[string]page.Msg{"a dialog": ShortcutsPressed{}, "opened": requests.Opened{Table: "Movies", Filter: "A eq 1"}} {
		m, cmds := after(open(), msg)
		if _, ok := find[requests.Hear](cmds); ok || m.Requests.Shown == nil {
			t.Errorf("%s: %+v", name, cmds)
		}
	}
}

// Ensure that the list shows the newest first, is bounded, stands still in a pause, and survives what is no request.
func TestRequests_List(t *testing.T) {
	m, _ := after(fed(t), requests.Pressed{}, requests.Connected{OK: true}, told(1, 3), requests.Told{Requests: []string{"{", "null", `{"class":"drop table","examined":"x"}`, `[]`, `{"class":7}`}})
	if got := paths(m.Requests.Shown.List); got != " 3 2 1" { // null is an empty request
		t.Errorf("shows %q", got)
	}
	if class := m.Requests.Shown.List[1].Class.Plan; class == nil || *class != filterlang.FullScan {
		t.Errorf("class %v", class)
	}
	m, _ = after(m, requests.Told{Requests: []string{`{"path":"/odd","class":"worse"}`}})
	if r := m.Requests.Shown.List[0]; r.Path != "/odd" || r.Class.Plan != nil {
		t.Errorf("%+v", r)
	}
	m, _ = after(m, requests.ClearPressed{}, requests.Forgotten{}, told(1, 2), requests.Paused{Paused: true}, told(3, 4), told(5, 5))
	if got := paths(m.Requests.Shown.List); got != "2 1" || m.Requests.Shown.More != 3 {
		t.Errorf("in a pause: %q, %d more", got, m.Requests.Shown.More)
	}
	m, _ = after(m, requests.Paused{})
	if got := paths(m.Requests.Shown.List); got != "5 4 3 2 1" || m.Requests.Shown.More != 0 {
		t.Errorf("after a pause: %q, %d more", got, m.Requests.Shown.More)
	}
	seen := map[int]bool{}
	m, _ = after(m, told(6, 400))
	for _, r := range m.Requests.Shown.List {
		if seen[r.ID] {
			t.Fatalf("two requests are %d", r.ID)
		}
		seen[r.ID] = true
	}
	if n := len(m.Requests.Shown.List); n != requests.MaxRequests || m.Requests.Shown.List[0].Path != "/400" {
		t.Errorf("%d requests, first %s", n, m.Requests.Shown.List[0].Path)
	}
	m, _ = after(m, requests.Paused{Paused: true}, told(1, 300), told(1, 300))
	if len(m.Requests.Shown.Waiting) != requests.MaxRequests || m.Requests.Shown.More != 600 {
		t.Errorf("%d wait, %d more", len(m.Requests.Shown.Waiting), m.Requests.Shown.More)
	}
}

// Ensure that clearing that fails says so and keeps the list.
func TestRequests_ClearFails(t *testing.T) {
	m, cmds := after(fed(t), requests.Pressed{}, told(1, 2), requests.ClearPressed{})
	if _, ok := find[requests.Forget](cmds); !ok {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, requests.Forgotten{Err: fmt.Errorf("no")})
	if len(m.Requests.Shown.List) != 2 || m.Requests.Shown.Problem == "" {
		t.Errorf("%+v", m.Requests.Shown)
	}
}

// Ensure that shapes are read when they are looked at, again when requests come, one answer after the other, and never under
// somebody who reads.
func TestRequests_Shapes(t *testing.T) {
	asked := func(cmds []page.Cmd) string {
		ask, ok := find[requests.AskShapes](cmds)
		return fmt.Sprint(ok, ask.Later)
	}
	shapes := func(table string) requests.ShapesTold {
		return requests.ShapesTold{Text: []byte(`{"shapes":[{"table":"` + table + `","class":"point","count":3}]}`)}
	}
	m, cmds := after(fed(t), requests.Pressed{}, told(1, 1))
	if got := asked(cmds); got != "false false" {
		t.Errorf("in the other tab: %s", got)
	}
	steps := []struct {
		msg  page.Msg
		want string
	}{
		{requests.TabChosen{ByShape: true}, "true false"}, {told(2, 2), "false false"}, {shapes("A"), "true true"}, {told(3, 3), "false false"},
		{requests.Paused{Paused: true}, "false false"},
	}
	for i, step := range steps {
		if m, cmds = after(m, step.msg); asked(cmds) != step.want {
			t.Errorf("step %d: %s, want %s", i, asked(cmds), step.want)
		}
	}
	late := shapes("B")
	late.Later = true
	if m, _ = after(m, late); m.Requests.Shown.Shapes[0].Table != "A" || m.Requests.Shown.Asking {
		t.Errorf("changed in a pause: %+v", m.Requests.Shown)
	}
	if m, cmds = after(m, requests.Paused{}); asked(cmds) != "true false" {
		t.Errorf("after the pause: %s", asked(cmds))
	}
	if m, _ = after(m, shapes("C")); m.Requests.Shown.Shapes[0].Table != "C" || *m.Requests.Shown.Shapes[0].Class.Plan != filterlang.Point {
		t.Errorf("%+v", m.Requests.Shown.Shapes)
	}
	for _, bad := range []requests.ShapesTold{{Err: fmt.Errorf("no")}, {Text: []byte("<html>")}} {
		if m, _ := after(m, bad); m.Requests.Shown.Problem == "" || len(m.Requests.Shown.Shapes) != 1 {
			t.Errorf("%+v", m.Requests.Shown)
		}
	}
	many := requests.ShapesTold{Text: []byte(`{"shapes":[` + strings.Repeat(`{},`, 400) + `{}]}`)}
	if m, _ := after(m, many); len(m.Requests.Shown.Shapes) != requests.MaxRequests {
		t.Errorf("%d shapes", len(m.Requests.Shown.Shapes))
	}
}

// Ensure that a lost connection is told once, and that it came back.
func TestRequests_Connection(t *testing.T) {
	m, cmds := after(fed(t), requests.Pressed{}, requests.Connected{OK: true})
	if _, ok := find[page.Announce](cmds); ok {
		t.Error("the first connection is announced")
	}
	for i, step := range []struct{ ok, spoken, down bool }{{false, true, true}, {false, false, true}, {true, true, false}} {
		m, cmds = after(m, requests.Connected{OK: step.ok})
		if _, ok := find[page.Announce](cmds); ok != step.spoken || m.Requests.Shown.Down != step.down {
			t.Errorf("step %d: %+v, down %v", i, cmds, m.Requests.Shown.Down)
		}
	}
}

// Ensure that a query opens on the table of its name, in any case, and otherwise on the one that is open, with a notice.
func TestRequests_Open(t *testing.T) {
	m, _ := after(fed(t), page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}, {Name: "Movies"}}}}, requests.Pressed{})
	here, cmds := after(m, requests.Opened{Table: "logs", Filter: "Level eq 'x'"})
	set, _ := find[editor.SetEditor](cmds)
	address, _ := find[page.SetAddress](cmds)
	if here.Query.Table != "Logs" || here.Query.Filter != "Level eq 'x'" || here.Dialog != nil || here.Notice != nil || set.Text != "Level eq 'x'" || !address.Push {
		t.Errorf("%+v, %+v", here.Query, cmds)
	}
	there, cmds := after(m, requests.Opened{Table: "Films", Filter: "Level eq 'x'"})
	set, _ = find[editor.SetEditor](cmds)
	if there.Query.Table != "Movies" || there.Query.Filter != "Level eq 'x'" || there.Dialog != nil || set.Text != "Level eq 'x'" {
		t.Errorf("%+v, %+v", there.Query, cmds)
	}
	if there.Notice == nil || there.Notice.Text != "The table “Films” is not in this browser. Its filter is shown on Movies." {
		t.Errorf("%+v", there.Notice)
	}
}

// Ensure that a query to the server's own account opens there, as its table is written, with its plan and not run; and that one
// to an account that is none of the page's sources, or only has the name of one, opens in this browser.
func TestRequests_Open_OwnAccount(t *testing.T) {
	sources := accounts.AccountsListed{List: []port.Account{{Name: "devstoreaccount1", Writes: true}, prod}, Has: true}
	m, _ := after(fed(t), result.RunEnded{Reply: &wire.RunReply{Result: 1}}, sources, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}}}}, requests.Pressed{})
	press := requests.Opened{Account: "devstoreaccount1", Table: "logs", Filter: "Level eq 'x'"}
	there, cmds := after(m, press)
	address, _ := find[page.SetAddress](cmds)
	list, _ := find[accounts.ListSource](cmds)
	if q := there.Query; q.Source != "devstoreaccount1" || q.Table != "logs" || q.Filter != "Level eq 'x'" || !there.Plan.Why || there.Requests.Shown == nil {
		t.Errorf("%+v", q)
	}
	if !address.Push || !strings.Contains(address.Fragment, "devstoreaccount1") || list.Source != "devstoreaccount1" {
		t.Errorf("%+v", cmds)
	}
	if _, ran := find[result.Run](cmds); ran || there.Grid.Result.Running {
		t.Error("it runs")
	}
	there, _ = after(there, accounts.SourceListed{Source: "devstoreaccount1", Reply: &wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}}}}, requests.Pressed{}, press)
	if again, _ := after(there, requests.Pressed{}); again.Requests.Shown.Account {
		t.Error("the list it came from is not the one that opens again")
	}
	if there.Query.Table != "Logs" {
		t.Errorf("shows the table as %s", there.Query.Table)
	}
	for _, account := range []string{"private", "prod"} {
		press.Account = account
		here, cmds := after(m, press)
		if _, ran := find[result.Run](cmds); ran || here.Query.Source != "" || here.Query.Table != "Logs" {
			t.Errorf("%s: %+v", account, here.Query)
		}
	}
}

// Ensure that the panel asks for the accounts that a start has not asked for yet, and that a query to one of them does not open on this
// browser's table of that name meanwhile.
func TestRequests_Open_AccountsNotKnown(t *testing.T) {
	m, cmds := after(fed(t), page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}}}}, requests.Pressed{})
	if list, asks := find[accounts.ListAccounts](cmds); !asks || list.Patient {
		t.Errorf("the panel does not ask at once: %+v", cmds)
	}
	press := requests.Opened{Account: "devstoreaccount1", Table: "Logs", Filter: "Level eq 'x'"}
	early, _ := after(m, press)
	if early.Query.Filter == press.Filter || early.Notice == nil || !strings.Contains(early.Notice.Text, "Try again in a moment.") {
		t.Errorf("%+v, %+v", early.Query, early.Notice)
	}
	then, _ := after(m, accounts.AccountsListed{List: []port.Account{{Name: "devstoreaccount1", Writes: true}}, Has: true}, press)
	if then.Query.Source != "devstoreaccount1" || then.Query.Table != "Logs" {
		t.Errorf("%+v", then.Query)
	}
	if _, cmds = after(then, requests.Pressed{}, requests.Pressed{}); len(cmds) > 0 {
		if _, asks := find[accounts.ListAccounts](cmds); asks {
			t.Error("it asks for what is known")
		}
	}
}

// Ensure that caps are saved as the server wrote them, and that a refusal says why.
func TestRequests_Caps(t *testing.T) {
	m, _ := after(New(), requests.Pressed{})
	_, cmds := Update(m, requests.CapsPressed{})
	if _, ok := find[requests.AskCaps](cmds); !ok {
		t.Fatalf("%T", cmds)
	}
	text := "{\"rangefinder.caps\":1}\n{\"query\":\"A eq {Int32}\"}\n"
	m, cmds = Update(m, requests.CapsTold{Text: []byte(text)})
	if file, ok := find[page.Download](cmds); !ok || string(file.Data) != text || !strings.Contains(m.Notice.Text, "Saved 1 cap.") {
		t.Errorf("%+v, %q", file, m.Notice.Text)
	}
	if m, _ = Update(m, requests.CapsTold{Err: fmt.Errorf("no query was answered yet")}); !m.Notice.Bad || !strings.Contains(m.Notice.Text, "no query was answered yet") {
		t.Errorf("%+v", m.Notice)
	}
}
