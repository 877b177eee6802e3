package shell

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/settings"
	"rangefinder/app/wire"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

var prod = port.Account{Name: "prod", Live: true, Endpoint: "https://acct.example", Label: "production"}

const pointFilter = "PartitionKey eq 'a' and RowKey eq 'b'"

// onProd is a model that shows the table Orders of the account prod, and what led there.
func onProd(t *testing.T, filter string) Model {
	t.Helper()
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{Result: 1}}, accounts.AccountsListed{List: []port.Account{prod}, Has: true}, page.SourceChosen{Source: "prod"},
		accounts.SourceListed{Source: "prod", Reply: &wire.TablesReply{Tables: []wire.TableInfo{{Name: "Orders", Entities: wire.Unknown}}}},
		Navigated{page.Route{Query: query.Query{Source: "prod", Table: "Orders"}}.Fragment()}, queryline.FilterTyped{Text: filter}) // which runs nothing
	if m.Query.Source != "prod" || m.Query.Table != "Orders" || len(m.Live().Tables) != 1 {
		t.Fatalf("%+v %+v", m.Query, m.Live())
	}
	return m
}

func unlocked(m Model) Model {
	a := prod
	a.Writes = true
	m, _ = after(m, accounts.WritesAllowed{Name: "prod", Account: a})
	return m
}

// asked are the commands of all messages together.
func asked(m Model, msgs ...page.Msg) (Model, []page.Cmd) {
	var all []page.Cmd
	for _, msg := range msgs {
		var cmds []page.Cmd
		m, cmds = Update(m, msg)
		all = append(all, cmds...)
	}
	return m, all
}

// Ensure that the account of an address has its place on screen before anything has answered.
func TestLive_Address_ShownAtOnce(t *testing.T) {
	route := page.Route{Query: query.Query{Source: "prod", Table: "Orders"}}
	m, _ := asked(New(), Started{Fragment: route.Fragment()})
	if live := m.Shown(); live == nil || live.Source != "prod" || m.Live() != nil {
		t.Errorf("%+v is shown", live)
	}
	if m, _ = asked(m, page.TablesListed{}); m.Shown() == nil || m.Shown() != m.Live() {
		t.Errorf("then %+v", m.Shown())
	}
	if m, _ = asked(New(), Started{}); m.Shown() != nil {
		t.Errorf("of this browser %+v", m.Shown())
	}
}

// Ensure that opening an address never asks an account for more than the names of its tables, in whatever order answers come.
func TestLive_Address_NeverRuns(t *testing.T) {
	route := page.Route{Query: query.Query{Source: "prod", Table: "Orders", Filter: pointFilter}, Ran: true, Why: true}
	list := accounts.AccountsListed{List: []port.Account{prod}, Has: true}
	for name, msgs := range map[string][]page.Msg{
		"first view":     {Started{Fragment: route.Fragment()}, page.TablesListed{}, list},
		"accounts first": {Started{Fragment: route.Fragment()}, list, page.TablesListed{}},
		"reload":         {Started{Fragment: route.Fragment(), Last: route.Fragment()}, page.TablesListed{}, list},
		"last visit":     {Started{Last: route.Fragment()}, page.TablesListed{}, list},
		"link later":     {Started{}, page.TablesListed{}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Movies"}}, Select: "Movies"}, list, Navigated{route.Fragment()}},
	} {
		t.Run(name, func(t *testing.T) {
			m, cmds := asked(New(), msgs...)
			m, more := asked(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Live: true}}, accounts.SourceListed{Source: "prod", Reply: &wire.TablesReply{}})
			for _, cmd := range append(cmds, more...) {
				switch cmd := cmd.(type) {
				case result.Run:
					if cmd.Req.Source != "" {
						t.Errorf("ran %+v", cmd)
					}
				case result.More, queryline.Match:
					t.Errorf("%T", cmd)
				case accounts.ListSource:
					if cmd.Source != "prod" {
						t.Errorf("%+v", cmd)
					}
				case LoadSample:
					if name != "link later" {
						t.Errorf("loaded %+v", cmd)
					}
				}
			}
			if _, ok := find[accounts.ListSource](append(cmds, more...)); !ok {
				t.Error("the tables were not listed")
			}
			if got := routeOf(m); got.Source != "prod" || got.Table != "Orders" || got.Filter != pointFilter || got.Ran || m.Live() == nil || m.Grid.Result.Running {
				t.Errorf("shows %+v", got)
			}
		})
	}
}

// Ensure that what was typed and not run on a table of an account is there again when its table is, and is not run.
func TestLive_TableChosen_Unrun(t *testing.T) {
	m, _ := after(onProd(t, ""), page.TableChosen{Source: "prod", Table: "Customers"})
	for _, text := range []string{"PartitionKey eq 'a' and Rat", "PartitionKey eq 'b'"} {
		m, _ = after(m, queryline.FilterTyped{Text: text}, page.TableChosen{Source: "prod", Table: "Orders"})
		if m.Query.Table != "Orders" || m.Query.Filter == text {
			t.Fatalf("on Orders there is %q", m.Query.Filter)
		}
		back, cmds := after(m, page.TableChosen{Source: "prod", Table: "Customers"})
		if run, ran := find[result.Run](cmds); ran || back.Query.Source != "prod" || back.Query.Filter != text {
			t.Errorf("back on Customers there is %q, want %q; it ran: %+v", back.Query.Filter, text, run)
		}
		m = back
	}
}

// Ensure that a press on a table of an account reads its first page and no more, but neither what another query would read nor what
// is known to be empty.
func TestLive_TableChosen_ReadsAPage(t *testing.T) {
	m := onProd(t, "")
	m, cmds := after(m, page.TableChosen{Source: "prod", Table: "Customers"})
	run, ok := find[result.Run](cmds)
	if !ok || run.Req.Source != "prod" || run.Req.Table != "Customers" || run.Req.Pages != 1 || run.Req.Filter != "" || m.Live().Ask {
		t.Errorf("asks %+v", cmds)
	}
	if _, cmds := after(m, page.TableChosen{Source: "prod", Table: "Customers"}); len(cmds) > 0 {
		if run, ok := find[result.Run](cmds); ok {
			t.Errorf("a second press while the page is read asks %+v", run)
		}
	}
	back := m.withResult(&grid.Result{Source: "prod", Table: "Customers", Line: -1})
	if _, cmds := after(back, page.TableChosen{Source: "prod", Table: "Customers"}); len(cmds) > 0 {
		if run, ok := find[result.Run](cmds); !ok || run.Req.Pages != 1 {
			t.Errorf("a press on the table that came back without its rows asks %+v", cmds)
		}
	}
	if _, cmds = after(m, accounts.LiveListPressed{Made: "Fresh"}, page.TableChosen{Source: "prod", Table: "Fresh"}); len(cmds) > 0 {
		if run, ok := find[result.Run](cmds); ok {
			t.Errorf("of a table that was just made it reads %+v", run)
		}
	}
}

// Ensure that Run counts as soon as it can be pressed, before anything has answered: a narrow query runs, a wide one asks.
func TestLive_Address_RunPressedEarly(t *testing.T) {
	for filter, asks := range map[string]bool{pointFilter: false, "Total gt 1": true} {
		route := page.Route{Query: query.Query{Source: "prod", Table: "Orders", Filter: filter}}
		m, cmds := asked(New(), Started{Fragment: route.Fragment()}, page.RunPressed{}, page.TablesListed{})
		run, ran := find[result.Run](cmds)
		if m.Live() == nil || m.Live().Ask != asks || ran == asks || m.Grid.Result.Running == asks || ran && (run.Req.Source != "prod" || run.Req.Filter != filter) {
			t.Errorf("%q: running %v, ran %+v", filter, m.Grid.Result.Running, run)
		}
	}
}

func TestLive_Address_UnknownAccount(t *testing.T) {
	for name, list := range map[string]accounts.AccountsListed{"not there": {Has: true}, "no server": {}} {
		m, _ := asked(New(), Started{Fragment: page.Route{Query: query.Query{Source: "prod", Table: "Orders"}}.Fragment()}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine"}}}}, list)
		if m.Live() != nil || m.Query.Source != "" || m.Query.Table != "Mine" || m.Notice == nil || !strings.Contains(m.Notice.Text, "prod") {
			t.Errorf("%s: %+v, %+v", name, m.Query, m.Notice)
		}
	}
}

// Ensure that an account of the address is waited for when the server cannot be asked, and can be asked for again.
func TestLive_Address_ServerSilent(t *testing.T) {
	m, _ := asked(New(), Started{Fragment: page.Route{Query: query.Query{Source: "prod", Table: "Orders"}}.Fragment()}, page.TablesListed{}, accounts.AccountsListed{Err: errors.New("no answer")})
	if m.Live() == nil || m.Sources.Problem != "The server could not be asked for its accounts: no answer." || m.Notice != nil {
		t.Fatalf("%+v, notice %+v", m.Sources, m.Notice) // the bar of the account says it
	}
	silent, _ := after(m, accounts.AccountsListed{Err: port.ErrSilent})
	if want := "The server that this page came from does not answer. Start it again, or look at the network, then try again. Tables of this browser work meanwhile."; silent.Sources.Problem != want {
		t.Errorf("says %q", silent.Sources.Problem)
	}
	m, cmds := after(m, accounts.SourcesWanted{})
	if _, ok := find[accounts.ListAccounts](cmds); !ok || !m.Sources.Asked {
		t.Errorf("%+v", cmds)
	}
	if _, cmds = after(m, accounts.AccountsListed{List: []port.Account{prod}, Has: true}); len(cmds) != 2 {
		t.Errorf("%+v", cmds)
	}
}

func TestLive_Embed_HasNoAccounts(t *testing.T) {
	m, cmds := asked(New(), Started{Fragment: page.Route{Query: query.Query{Source: "prod", Table: "Orders"}}.Fragment(), Embed: true}, page.TablesListed{})
	if _, ok := find[accounts.ListAccounts](cmds); ok || m.Query.Source != "" || m.Live() != nil {
		t.Errorf("%+v", m.Query)
	}
}

func TestLive_Run_AsksBeforeScan(t *testing.T) {
	for filter, asks := range map[string]bool{"": true, "Total gt 1": true, "PartitionKey ge 'a' and PartitionKey lt 'b'": true,
		pointFilter: false, "PartitionKey eq 'a'": false, "PartitionKey eq 'a' and RowKey gt 'b' and Total gt 1": false, "PartitionKey eq 'a' and PartitionKey eq 'b'": false} {
		m, cmds := after(onProd(t, filter), page.RunPressed{})
		run, ran := find[result.Run](cmds)
		if m.Live().Ask != asks || ran == asks || ran && (run.Req.Pages != 1 || run.Req.Source != "prod") {
			t.Errorf("%q: asks %v, %+v", filter, m.Live().Ask, cmds)
		}
	}
}

func TestLive_Scan_Answers(t *testing.T) {
	m, _ := after(onProd(t, "Total gt 1"), page.RunPressed{})
	for _, all := range []bool{false, true} {
		got, cmds := after(m, result.ScanChosen{All: all})
		if run, ok := find[result.Run](cmds); !ok || (run.Req.Pages == 0) != all || run.Req.Filter != "Total gt 1" || got.Live().Ask || !got.Grid.Result.Running {
			t.Errorf("all %v: %+v", all, cmds)
		}
	}
	for name, msg := range map[string]page.Msg{"canceled": result.ScanCanceled{}, "typed": queryline.FilterTyped{Text: "Total gt 2"}, "another table": page.TableChosen{Source: "prod", Table: "Other"}, "home": page.SourceChosen{}} {
		got, _ := after(m, msg)
		if got.Live() != nil && got.Live().Ask {
			t.Errorf("%s: still asks", name)
		}
		if _, cmds := after(got, result.ScanChosen{}); len(cmds) != 0 {
			t.Errorf("%s: an old answer did %+v", name, cmds)
		}
	}
	if _, cmds := after(m, queryline.FilterTyped{Text: "Total =="}, page.RunPressed{}); len(cmds) == 0 {
		t.Error("a refused filter is not told")
	}
	if w := m.Worst(); !strings.Contains(w, "the whole table") || !strings.Contains(w, "1,000 entities a page") || !strings.Contains(w, "billed") {
		t.Error(w)
	}
	m, _ = after(m, queryline.TopTyped{Text: "20"}, queryline.FilterTyped{Text: "PartitionKey gt 'a'"}, queryline.Explained{Seq: m.Seq + 2, Reply: &wire.ExplainReply{Live: true}})
	if w := m.Worst(); !strings.Contains(w, "every partition in its range") || !strings.Contains(w, "20 entities a page") {
		t.Error(w)
	}
}

// Ensure that a table that was made on an account is said to be empty until somebody writes to it, in another case of its name too.
func TestVacant_Written(t *testing.T) {
	m, _ := after(onProd(t, ""), accounts.LiveListPressed{Made: "Orders"}, page.TableChosen{Source: "prod", Table: "Orders"})
	if !m.Vacant() {
		t.Fatal("a table that was just made is not said to be empty")
	}
	for cmd, want := range map[page.Written]bool{{Source: "prod", Table: "Other"}: true, {Table: "Orders"}: true, {Source: "prod", Table: "orders"}: false} {
		if got, _ := written(m, cmd); got.Vacant() != want {
			t.Errorf("after %+v empty %v, want %v", cmd, got.Vacant(), want)
		}
	}
}

// Ensure that a question before a scan says what is billed, and that nothing is where nobody pays.
func TestWorst_Free(t *testing.T) {
	m := onProd(t, "Total gt 1")
	for name, a := range map[string]port.Account{"billed.": prod, "Nothing is billed here": {Name: "prod"}, "where a live account bills": {Name: "prod", Live: true, Emulator: true}} {
		sources := *m.Sources
		sources.Known = true
		sources.Accounts.List = []port.Account{a}
		m.Sources = &sources
		if w := m.Worst(); !strings.Contains(w, name) {
			t.Errorf("%+v: %s", a, w)
		}
	}
}

// Ensure that no number is asked for or told that only reading can tell.
func TestLive_Plan_GuessesNothing(t *testing.T) {
	m := onProd(t, "Total gt 1")
	m, cmds := after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Live: true, Cost: wire.Cost{Examined: wire.Unknown}}})
	if _, ok := find[queryline.Match](cmds); ok {
		t.Error("counts matches")
	}
	if text := plan.Sentence(m.Plan); strings.ContainsAny(text, "0123456789") {
		t.Error(text)
	}
	unknown := wire.Cost{Examined: wire.Unknown, Partitions: wire.Unknown, Queries: 2}
	if text := plan.Saving(unknown, unknown) + plan.Spending(unknown) + page.Quantity(wire.Unknown); strings.ContainsAny(text, "0123456789") {
		t.Error(text)
	}
	_, cmds = asked(m, Navigated{page.Route{Query: query.Query{Source: "prod", Table: "Other"}}.Fragment()}, page.Moved{}, page.TablesListed{}, page.TableChanged{Table: "Other"})
	for _, cmd := range cmds {
		switch cmd.(type) {
		case queryline.DrawMap, result.Run, queryline.Match:
			t.Errorf("%T", cmd)
		}
	}
}

func TestLive_Pages(t *testing.T) {
	m, _ := after(onProd(t, pointFilter), page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 7, Lines: 3, Live: &wire.LiveRun{More: true, AtLeast: true}}}, grid.LineSelected{Line: 2})
	for _, all := range []bool{false, true} {
		got, cmds := after(m, grid.MorePressed{All: all})
		if more, ok := find[result.More](cmds); !ok || more.Req.Result != 7 || (more.Req.Pages == 0) != all || !got.Grid.Result.Running || got.Grid.Result.Reply == nil {
			t.Errorf("%+v", cmds)
		}
		if !slices.Contains(cmds, page.Cmd(page.FocusOn{From: "next-page", To: "reading"})) || !slices.Contains(cmds, page.Cmd(page.FocusOn{From: "read-on", To: "reading"})) {
			t.Errorf("the focus goes with the button: %+v", cmds)
		}
		if _, ended := after(got, result.RunEnded{Reply: &wire.RunReply{Result: 7, Lines: 6, Live: &wire.LiveRun{More: true}}}); !slices.Contains(ended, page.Cmd(page.FocusOn{From: "reading", To: "next-page"})) {
			t.Errorf("the focus does not come back to the button: %+v", ended)
		}
		if _, ended := after(got, result.RunEnded{Reply: &wire.RunReply{Result: 7, Lines: 6, Live: &wire.LiveRun{}}}); !slices.Contains(ended, page.Cmd(page.FocusOn{From: "reading", To: "grid"})) {
			t.Errorf("the focus does not go to what was read: %+v", ended)
		}
		if _, again := after(got, grid.MorePressed{}); len(again) != 0 {
			t.Error("reads on twice")
		}
		got, _ = after(got, result.RunEnded{Reply: &wire.RunReply{Result: 7, Lines: 6, Live: &wire.LiveRun{}}})
		if got.Grid.Result.Line != 2 || got.Grid.Result.Running {
			t.Errorf("line %d", got.Grid.Result.Line)
		}
		if _, cmds = after(got, grid.MorePressed{}); len(cmds) != 0 {
			t.Error("reads on behind the end")
		}
	}
}

func TestLive_Wait_CountsDown(t *testing.T) {
	m, cmds := after(onProd(t, pointFilter), page.RunPressed{}, result.RunProgressed{Progress: wire.Progress{Waiting: &wire.Waiting{Attempt: 1, Status: 503, Code: "ServerBusy", Wait: 1500}}})
	tick, ok := find[result.Tick](cmds)
	if !ok || m.Grid.Result.Wait.Left != 2 || !strings.Contains(m.Grid.Result.Wait.Text(), "503 ServerBusy") || !strings.Contains(m.Grid.Result.Wait.Text(), "in 2 s") {
		t.Fatalf("%+v", m.Grid.Result.Wait)
	}
	m, cmds = after(m, result.WaitTicked{ID: tick.ID})
	if _, ok := find[result.Tick](cmds); !ok || m.Grid.Result.Wait.Left != 1 {
		t.Fatalf("%+v", m.Grid.Result.Wait)
	}
	m, _ = after(m, result.RunProgressed{Progress: wire.Progress{Waiting: &wire.Waiting{Attempt: 2, Wait: 9000}}})
	if got, cmds := after(m, result.WaitTicked{ID: tick.ID}); len(cmds) != 0 || got.Grid.Result.Wait.Left != 9 {
		t.Error("the clock of the wait before goes on")
	}
	if m, _ = after(m, result.RunProgressed{Progress: wire.Progress{Pages: 1}}); m.Grid.Result.Wait != nil {
		t.Error("still waits")
	}
}

// Ensure that this browser's view comes back as it was left, and that what happens to its tables meanwhile does not end the
// account's.
func TestLive_Home(t *testing.T) {
	m := onProd(t, "")
	m, cmds := after(m, page.TableChanged{Table: "Orders"}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
	if m.Query.Source != "prod" || len(cmds) != 0 {
		t.Errorf("%+v %+v", m.Query, cmds)
	}
	m, cmds = after(m, page.SourceChosen{})
	if run, _ := find[result.Run](cmds); run.Req.Source != "" || run.Req.Table != "Movies" || m.Query.Filter != FirstFilter || m.Live() != nil {
		t.Errorf("%+v", m.Query)
	}
	if _, ok := find[queryline.DrawMap](cmds); !ok {
		t.Error("no key map")
	}
	m = onProd(t, "")
	m = reloaded(t, m, routeOf(m).Fragment(), "")
	m, cmds = after(m, accounts.AccountsListed{List: []port.Account{prod}, Has: true})
	if m.Query.Source != "prod" {
		t.Fatalf("loaded anew: %+v", m.Query)
	}
	if m, _ = after(m, page.SourceChosen{}); m.Query.Table != "Movies" || m.Query.Filter != FirstFilter {
		t.Errorf("after a reload this browser shows %+v", m.Query)
	}
	m, _ = after(onProd(t, ""), page.TablesListed{}, page.SourceChosen{})
	if m.Live() != nil || m.Query.Source != "" || m.Query.Table != "" {
		t.Errorf("%+v", m.Query)
	}
}

// Ensure that what goes on in this browser leaves the account on screen, and that what another worker has not got is not shown.
func TestLive_BrowserGoesOn(t *testing.T) {
	m, _ := after(onProd(t, pointFilter), page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 3}})
	got, cmds := after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Logs"}}, Select: "Logs", Filter: "A eq 1"})
	if _, ok := find[ListTables](cmds); !ok || got.Query != m.Query || got.Grid.Result != m.Grid.Result || !strings.Contains(got.Notice.Text, "Logs") {
		t.Errorf("%+v", got.Query)
	}
	got, _ = after(got, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}}}}, page.SourceChosen{})
	if got.Query.Table != "Logs" || got.Query.Filter != "A eq 1" {
		t.Errorf("%+v", got.Query)
	}
	m.Reshow = true // a snapshot was restored
	if got, cmds = after(m, page.TablesListed{}); len(cmds) != 0 || got.Grid.Result != m.Grid.Result {
		t.Errorf("%+v", cmds)
	}
	if got, _ = after(m, page.Moved{}); got.Grid.Result.Reply != nil || got.Query.Source != "prod" {
		t.Errorf("%+v", got.Grid.Result)
	}
}

// Ensure that nothing read from an account gets into a link, and that a saved query of one is shown and not run.
func TestLive_LinksAndQueries(t *testing.T) {
	m, cmds := asked(onProd(t, pointFilter), page.SharePressed{}, files.ShareDataChosen{Data: true}, files.Bundled{Reply: &wire.BundleReply{Text: "{}", Entities: 1}})
	if _, ok := find[files.BundleTable](cmds); ok || m.Dialog.Of.(*files.Sharing).Data || strings.Contains(m.Dialog.Of.(*files.Sharing).Link, "&d=") || m.Dialog.Of.(*files.Sharing).Embed != "" || !strings.Contains(m.Dialog.Of.(*files.Sharing).Link, "a=prod") {
		t.Errorf("%+v", m.Dialog.Of.(*files.Sharing))
	}
	m, cmds = asked(m, page.DialogClosed{}, page.SaveQueryPressed{}, queries.QueryNamed{Name: "mine"}, page.SourceChosen{}, queries.SavedQueryOpened{Index: 0})
	if run, _ := find[result.Run](cmds); run.Req.Source != "" || m.Query.Source != "prod" || m.Query.Filter != pointFilter {
		t.Errorf("%+v", m.Query)
	}
	m, cmds = asked(m, page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 3}}, files.ExportPressed{}, files.ExportStarted{What: "table"})
	if losses, _ := find[files.CheckLosses](cmds); losses.Req.What != "result" || losses.Req.Result != 3 {
		t.Errorf("%+v", losses)
	}
	if export, ok := find[files.ExportData](cmds); ok {
		t.Errorf("exports %+v", export)
	}
}

func TestLive_Retry(t *testing.T) {
	m, cmds := asked(New(), Started{Retry: "linear"}, accounts.AccountsListed{List: []port.Account{prod}, Has: true})
	if set, _ := find[accounts.SetRetry](cmds); set.Policy.Kind != tablerest.Linear {
		t.Errorf("%+v", cmds)
	}
	_, cmds = after(m, accounts.RetryChosen{Name: "none"})
	if !reflect.DeepEqual(cmds, []page.Cmd{accounts.SetRetry{}, page.KeepSetting{Key: settings.Key, Value: `{"retry":"none","v":1}`}}) {
		t.Errorf("%+v", cmds)
	}
}

func TestTone_Stable(t *testing.T) {
	for _, test := range []struct {
		account port.Account
		want    string
	}{
		{port.Account{Name: "production"}, "own"},
		{port.Account{Live: true, Emulator: true, Name: "prod"}, "own"},
		{port.Account{Live: true, Emulator: true, Label: "production"}, "production"}, // through a tunnel
		{port.Account{Live: true, Name: "x", Label: "PROD-eu"}, "production"},
		{port.Account{Live: true, Name: "prod", Label: "test"}, "test"},
		{port.Account{Live: true, Name: "orders-test"}, "test"},
		{port.Account{Live: true, Name: "orders", Label: "eu"}, "teal"},
		{port.Account{Live: true, Name: "orders"}, "violet"},
	} {
		if got := accounts.Tone(&test.account); got != test.want {
			t.Errorf("%+v is %s, want %s", test.account, got, test.want)
		}
	}
}

func TestDraft_Account(t *testing.T) {
	e := wire.EntityReply{PartitionKey: "a", RowKey: "b", Properties: []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: "1"}}}
	m, _ := after(unlocked(onProd(t, pointFilter)), edit.EntityRead{Source: "prod", Table: "Orders", Entity: &e}, inspector.PropertyTyped{ID: 1, Text: "2"})
	draft, at := inspector.EncodeDraft(m.Inspector), routeOf(m).Fragment()
	m, _ = asked(New(), Started{Fragment: at, Draft: draft}, page.TablesListed{}, accounts.AccountsListed{List: []port.Account{prod}, Has: true})
	if m.Inspector.Source != "prod" || !m.Inspector.Dirty() || m.Live() == nil {
		t.Errorf("%+v", m.Inspector)
	}
}

// Ensure that running without a table says, for everybody to see, what is missing.
func TestLive_RunWithoutTable(t *testing.T) {
	m, _ := after(onProd(t, ""), page.SourceChosen{Source: ""})
	never := *m.Sources
	never.Last = nil
	m.Sources = &never
	m, _ = after(m, page.SourceChosen{Source: "prod"}, page.RunPressed{})
	if m.Query.Table != "" || m.Grid.Result.Running || m.Notice == nil || m.Notice.Text != "Choose a table first." {
		t.Errorf("%+v, %+v", m.Query, m.Notice)
	}
}
