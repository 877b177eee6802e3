package state

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// stopped is the error of a work that the person stopped before it had anything.
var stopped = &wire.Failure{Code: wire.Canceled, Message: "stopped"}

// copied is a model whose table Movies is a copy.
func copied(t *testing.T, change func(*tablesync.Copy)) Model {
	t.Helper()
	c := tablesync.Copy{Table: "Movies", Origin: tablesync.Origin{Source: "acct", Endpoint: "https://acct.example/", Remote: "Films"}, Pulled: time.Unix(1, 0), Entities: 10, Pages: 1}
	if change != nil {
		change(&c)
	}
	m, _ := after(ready(t), RunEnded{Reply: &wire.RunReply{}}, CopiesListed{Copies: []tablesync.Copy{c}})
	m.Sources = &Sources{Accounts: page.Accounts{Known: true, List: []port.Account{{Name: "acct", Endpoint: "https://acct.example/", Writes: true}}}}
	return m
}

func does[T Cmd](cmds []Cmd) bool {
	_, ok := find[T](cmds)
	return ok
}

func TestSync_Copies_AskedOnceAtATime(t *testing.T) {
	m := ready(t)
	if !m.Sync.asking {
		t.Fatal("the copies are not asked for when the tables are known")
	}
	m, cmds := after(m, TableChanged{Table: "Movies"})
	if does[ListCopies](cmds) {
		t.Fatal("asked again while the answer is on its way")
	}
	m, cmds = after(m, CopiesListed{})
	if !does[ListCopies](cmds) {
		t.Fatal("what changed meanwhile is not asked for")
	}
	m, cmds = after(m, CopiesListed{Err: errors.New("no")})
	if does[ListCopies](cmds) {
		t.Fatal("asks on and on")
	}
	if _, cmds = after(m, TableChanged{}); !does[ListCopies](cmds) {
		t.Fatal("not asked after a change")
	}
}

func TestSync_Copies_OldListStaysAfterAnError(t *testing.T) {
	m, _ := after(copied(t, nil), CopiesListed{Err: errors.New("no")})
	if m.Sync.Copy("movies") == nil {
		t.Fatal("the copy is not known any more")
	}
}

func TestSync_Copies_UnfinishedPullIsToldOnce(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Partial = true })
	if m.Notice == nil || !strings.Contains(m.Notice.Text, "of Films from acct into Movies is not finished") {
		t.Fatalf("notice %+v", m.Notice)
	}
	if m, _ = after(m, NoticeClosed{}, CopiesListed{Copies: m.Sync.Copies}); m.Notice != nil {
		t.Fatal("told again")
	}
	if of := m.Sync.Of("acct", "Films"); len(of) != 1 || len(m.Sync.Of("other", "Films")) != 0 {
		t.Fatalf("%+v", of)
	}
}

func TestSync_Unsynced(t *testing.T) {
	for _, tt := range []struct {
		copy tablesync.Copy
		want string
	}{
		{tablesync.Copy{}, ""},
		{tablesync.Copy{Pending: 1}, "1 change to push"},
		{tablesync.Copy{Pending: 1, Conflicts: 1}, "1 conflict"},
		{tablesync.Copy{Partial: true, Pending: 1236, Conflicts: 2}, "not all pulled yet · 1,234 changes to push · 2 conflicts"},
	} {
		if got := Unsynced(&tt.copy); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestSync_FreeName(t *testing.T) {
	long := strings.Repeat("a", 63)
	for _, tt := range []struct {
		remote string
		taken  []wire.TableInfo
		want   string
	}{
		{"Films", nil, "Films"},
		{"Films", []wire.TableInfo{{Name: "films"}}, "Films2"},
		{"Films", []wire.TableInfo{{Name: "films"}, {Name: "FILMS2"}}, "Films3"},
		{long, []wire.TableInfo{{Name: long}}, long[:62] + "2"},
		{"$MetricsX", nil, "MetricsX"},
	} {
		if got := freeName(tt.remote, tt.taken); got != tt.want {
			t.Errorf("%q with %+v taken: %q, want %q", tt.remote, tt.taken, got, tt.want)
		}
	}
}

func TestSync_PullScope(t *testing.T) {
	for _, tt := range []struct {
		form    PullForm
		want    tablesync.Scope
		field   string
		reading string
	}{
		{PullForm{What: "all", Filter: "x eq 1", Keys: "a"}, tablesync.Scope{}, "", "no filter: reads the whole table, page by page, each billed"},
		{PullForm{What: "filter", Filter: " PartitionKey eq 'a' "}, tablesync.Scope{Filter: "PartitionKey eq 'a'"}, "", "reads the whole partition a, page by page, each billed"},
		{PullForm{What: "filter", Filter: "  "}, tablesync.Scope{}, "pull-filter", "no filter: reads the whole table, page by page, each billed"},
		{PullForm{What: "filter", Filter: "PartitionKey =="}, tablesync.Scope{}, "pull-filter", ""},
		{PullForm{What: "partitions", Keys: "a\r\n\nb\na\n"}, tablesync.Scope{Partitions: []string{"a", "b"}}, "", "2 queries, each of one whole partition, page by page"},
		{PullForm{What: "partitions", Keys: "\n\n"}, tablesync.Scope{}, "pull-keys", "0 queries, each of one whole partition, page by page"},
	} {
		got, field, problem := tt.form.scope()
		if _, reads := tt.form.Reads(); !reflect.DeepEqual(got, tt.want) || field != tt.field || (problem != "") != (field != "") || reads != tt.reading {
			t.Errorf("%+v: %+v, field %q, problem %q, reads %q", tt.form, got, field, problem, reads)
		}
	}
}

func TestSync_PullAgain_SendsWhatTheCopyIs(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Partial, c.Scope = true, tablesync.Scope{Partitions: []string{"a"}} })
	m, cmds := after(m, PullAgainPressed{Table: "Movies"})
	pull, ok := find[Pull](cmds)
	if !ok || pull.Req.Source != "acct" || pull.Req.Remote != "Films" || pull.Req.Table != "Movies" || pull.Req.Restart || len(pull.Req.Scope.Partitions) != 1 {
		t.Fatalf("%+v", cmds)
	}
	if m.Tables.Loading == nil || !m.Dialog.Sync.Working {
		t.Fatal("it does not show that it works")
	}
	m, _ = after(m, DialogClosed{})
	if _, cmds = after(m, PullAgainPressed{Table: "Movies"}); does[Pull](cmds) {
		t.Fatal("two at once")
	}
}

func TestSync_PullEnded(t *testing.T) {
	req := wire.PullRequest{Source: "acct", Remote: "Films", Table: "Movies"}
	report := tablesync.PullReport{Read: 1200, Pages: 2, Added: 1200}
	for _, tt := range []struct {
		name   string
		ended  PullEnded
		open   bool // the dialog stays and tells
		notice string
	}{
		{"done", PullEnded{Req: req, Reply: &wire.PullReply{Report: report}}, false, "Read 1,200 entities of Films in 2 pages · 1,200 added."},
		{"stopped", PullEnded{Req: req, Reply: &wire.PullReply{Report: report, Stopped: true}}, true, ""},
		{"problem", PullEnded{Req: req, Reply: &wire.PullReply{Report: report, Problem: "no network"}}, true, ""},
		{"conflicts", PullEnded{Req: req, Reply: &wire.PullReply{Report: tablesync.PullReport{Conflicts: 1}}}, true, ""},
		{"refused", PullEnded{Req: req, Err: &wire.Failure{Code: "TableNotFound", Message: "gone"}}, true, ""},
		{"stopped at once", PullEnded{Req: req, Err: stopped}, false, "Stopped before anything was pulled."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := after(copied(t, nil), PullAgainPressed{Table: "Movies"})
			m, cmds := after(m, tt.ended)
			if m.Tables.Loading != nil || !does[ListCopies](cmds) {
				t.Error("it is still under way, or the copies are not asked for anew")
			}
			if (m.Dialog != nil) != tt.open || tt.open && (m.Dialog.Sync.Working || m.Dialog.Sync.Pull.Reply == nil && m.Dialog.Err == "") {
				t.Errorf("dialog %+v", m.Dialog)
			}
			if tt.notice != "" && (m.Notice == nil || m.Notice.Text != tt.notice) {
				t.Errorf("notice %+v", m.Notice)
			}
			if tt.open {
				if _, cmds := after(m, PullAgainPressed{Table: "Movies"}); !does[Pull](cmds) {
					t.Error("it cannot be gone on with")
				}
			}
		})
	}
}

func TestSync_PullEnded_DialogLeft(t *testing.T) {
	m, _ := after(copied(t, nil), PullAgainPressed{Table: "Movies"}, DialogClosed{}, ShortcutsPressed{})
	m, _ = after(m, PullEnded{Req: wire.PullRequest{Remote: "Films", Table: "Movies"}, Reply: &wire.PullReply{Stopped: true}})
	if m.Dialog == nil || m.Dialog.Kind != Shortcuts || m.Notice == nil || !m.Notice.Bad {
		t.Fatalf("dialog %+v, notice %+v; want the other dialog untouched and a notice", m.Dialog, m.Notice)
	}
}

func TestSync_Compare_CopyWithItsRemote(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Scope.Filter = "PartitionKey eq 'a'" })
	m, cmds := after(m, ComparePressed{Table: "Movies"})
	if sides, _ := find[ListSides](cmds); sides.Source != "acct" {
		t.Fatalf("%+v", cmds)
	}
	// The list comes in another order.
	m, _ = after(m, SidesListed{Source: "acct", Sides: []Side{{Table: "Blogs"}, {Table: "Movies"}, {Source: "acct", Table: "Other"}, {Source: "acct", Table: "Films"}}})
	m, cmds = after(m, CompareStarted{})
	c, _ := find[Compare](cmds)
	if want := (wire.CompareRequest{LeftTable: "Movies", RightSource: "acct", RightTable: "Films", Scope: tablesync.Scope{Filter: "PartitionKey eq 'a'"}}); !reflect.DeepEqual(c.Req, want) {
		t.Fatalf("%+v", c.Req)
	}
	if _, cmds = after(m, CompareStarted{}); does[Compare](cmds) {
		t.Fatal("twice")
	}
}

func TestSync_Compare_AccountDoesNotAnswer(t *testing.T) {
	m, _ := after(copied(t, nil), ComparePressed{Table: "Movies"}, SidesListed{Source: "acct", Sides: []Side{{Table: "Movies"}}, Err: errors.New("unreachable")})
	c := m.Dialog.Sync.Compare
	if m.Dialog.Err == "" || c.Sides[c.Right] != (Side{Source: "acct", Table: "Films"}) {
		t.Fatalf("error %q, right %+v", m.Dialog.Err, c.Sides[c.Right])
	}
}

func TestSync_Compare_OtherTableHasNoScope(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Scope.Filter = "x eq 1" })
	m, _ = after(m, ComparePressed{Table: "Movies"}, SidesListed{Source: "acct", Sides: []Side{{Table: "Movies"}, {Table: "Other"}, {Source: "acct", Table: "Films"}}}, CompareTyped{"right", "1"})
	_, cmds := after(m, CompareStarted{})
	if c, _ := find[Compare](cmds); c.Req.RightTable != "Other" || c.Req.Scope.Filter != "" {
		t.Fatalf("%+v", c.Req)
	}
}

func TestSync_Compare_BaseIsOfTheCopyOnTheLeft(t *testing.T) {
	m, _ := after(copied(t, nil), ComparePressed{Table: "Movies"}, SidesListed{Source: "acct", Sides: []Side{{Table: "Blogs"}, {Table: "Movies"}, {Source: "acct", Table: "Films"}}}, CompareTyped{"left", "0"}, CompareTyped{"right", "3"})
	_, cmds := after(m, CompareStarted{})
	if c, _ := find[Compare](cmds); c.Req.LeftTable != "Movies" || !c.Req.Base {
		t.Fatalf("%+v", c.Req)
	}
}

// Ensure that tables of two accounts can be compared, and that an account is asked for its tables only when it is chosen.
func TestSync_Compare_TwoAccounts(t *testing.T) {
	m := copied(t, nil)
	s := *m.Sources
	s.List = append(slices.Clone(s.List), port.Account{Name: "stage"}, port.Account{Name: "idle"})
	s.Lists = map[string]*page.AccountTables{"acct": {Listed: true, Tables: []wire.TableInfo{{Name: "Other"}, {Name: "Orders"}}}}
	m.Sources = &s
	m, cmds := after(m, TableChosen{Source: "stage", Table: "orders"}, ComparePressed{Table: "orders"})
	if asked, _ := find[ListSides](cmds); asked.Source != "stage" {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, SidesListed{Source: "stage", Sides: []Side{{Table: "Movies"}, {Source: "stage", Table: "Orders"}, {Source: "stage", Table: "People"}}})
	c := m.Dialog.Sync.Compare
	if l, r := c.Sides[c.Left], c.Sides[c.Right]; l != (Side{Source: "stage", Table: "Orders"}) || r != (Side{Source: "acct", Table: "Orders"}) {
		t.Fatalf("left %+v, right %+v: want the tables of one name", l, r)
	}
	if want := []Side{{Table: "Movies"}, {Source: "stage", Table: "Orders"}, {Source: "stage", Table: "People"}, {Source: "acct", Table: "Other"}, {Source: "acct", Table: "Orders"}, {Source: "idle"}}; !reflect.DeepEqual(c.Sides, want) {
		t.Fatalf("%+v", c.Sides)
	}

	m, cmds = after(m, CompareTyped{"right", "5"})
	if asked, _ := find[ListSides](cmds); asked.Source != "idle" {
		t.Fatalf("%+v", cmds)
	}
	if _, cmds = after(m, CompareStarted{}); does[Compare](cmds) || !does[ListSides](cmds) {
		t.Fatalf("%+v", cmds)
	}
	failed, _ := after(m, SidesListed{Source: "idle", Sides: []Side{{Table: "Movies"}}, Err: errors.New("unreachable")})
	if c := failed.Dialog.Sync.Compare; failed.Dialog.Err == "" || c.Sides[c.Right] != (Side{Source: "idle"}) {
		t.Fatalf("error %q, right %+v", failed.Dialog.Err, c.Sides[c.Right])
	}
	if none, _ := after(m, SidesListed{Source: "idle", Sides: []Side{{Table: "Movies"}}}); none.Dialog.Err == "" {
		t.Fatal("nothing says that the account has no tables")
	}
	m, _ = after(m, SidesListed{Source: "idle", Sides: []Side{{Table: "Movies"}, {Source: "idle", Table: "A"}, {Source: "idle", Table: "ORDERS"}}})
	_, cmds = after(m, CompareStarted{})
	if c, _ := find[Compare](cmds); !reflect.DeepEqual(c.Req, wire.CompareRequest{LeftSource: "stage", LeftTable: "Orders", RightSource: "idle", RightTable: "ORDERS"}) {
		t.Fatalf("%+v", c.Req)
	}
}

// Ensure that a table of this browser is compared with the one of its name in an account whose tables are known.
func TestSync_Compare_Namesake(t *testing.T) {
	m := copied(t, nil)
	m.Sync = &Sync{}
	s := *m.Sources
	s.Lists = map[string]*page.AccountTables{"acct": {Listed: true, Tables: []wire.TableInfo{{Name: "Other"}, {Name: "movies"}}}}
	m.Sources = &s
	m, _ = after(m, ComparePressed{Table: "Movies"}, SidesListed{Sides: []Side{{Table: "Blogs"}, {Table: "Movies"}}})
	c := m.Dialog.Sync.Compare
	if l, r := c.Sides[c.Left], c.Sides[c.Right]; l != (Side{Table: "Movies"}) || r != (Side{Source: "acct", Table: "movies"}) {
		t.Fatalf("left %+v, right %+v", l, r)
	}
}

func TestSync_Dialogs_TakeTheKeyboardWithThem(t *testing.T) {
	m, cmds := after(copied(t, nil), CopyOpened{"Movies"})
	if does[Focus](cmds) {
		t.Fatal("a dialog that opens puts the keyboard to its first control by itself")
	}
	for _, msg := range []Msg{PushPressed{"Movies"}, ConflictsPressed{"Movies"}, ComparePressed{Table: "Movies"}, CopyOpened{"Movies"}, PullAgainPressed{Table: "Movies"}} {
		if m, cmds = after(m, msg); !does[Focus](cmds) {
			t.Errorf("%T leaves the keyboard where nothing is", msg)
		}
	}
}

func TestSync_PullEnded_RefusedFormIsFilledAgain(t *testing.T) {
	m, _ := after(copied(t, nil), TableChosen{Source: "acct", Table: "Films"}, PullPressed{Table: "Films"}, PullTyped{"table", "Mine"}, PullSubmitted{})
	_, cmds := after(m, PullEnded{Err: &wire.Failure{Code: "AuthorizationFailure", Message: "no"}})
	if r, _ := find[ResetFields](cmds); r.Values["pull-table"] != "Mine" {
		t.Fatalf("%+v", cmds)
	}
}

func TestSync_Compare_SameTable(t *testing.T) {
	m, cmds := after(copied(t, nil), ComparePressed{Table: "Movies"}, CompareTyped{"right", "0"}, CompareStarted{})
	if does[Compare](cmds) || m.Dialog.Err == "" {
		t.Fatalf("%+v", cmds)
	}
}

// changes is a dialog with the local changes of a copy.
func changes(t *testing.T) Model {
	t.Helper()
	m := copied(t, func(c *tablesync.Copy) { c.Pending = 2 })
	m.Sources = &Sources{Accounts: page.Accounts{Known: true}} // no account has to be there
	m, cmds := after(m, ComparePressed{Table: "Movies", Base: true})
	c, _ := find[Compare](cmds)
	if !c.Req.Base || c.Req.LeftTable != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	m, cmds = after(m, Compared{Req: c.Req, Reply: &wire.CompareReply{Comparison: 7, Kept: 2, Summary: tablesync.Summary{Changed: 2}, Partitions: []wire.PartitionDifferences{{PartitionKey: "p"}, {PartitionKey: ""}}}})
	read, _ := find[ReadDifferences](cmds)
	if read.Req.Comparison != 7 || read.Req.Count != DifferencePage {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, DifferencesRead{Asked: read.Asked, Reply: &wire.DifferencesReply{Total: 2, Differences: []wire.EntityDifference{{PartitionKey: "p", RowKey: "1"}, {PartitionKey: "", RowKey: "2"}}}})
	return m
}

func TestSync_Differences_FiltersAndLateAnswers(t *testing.T) {
	m := changes(t)
	m, cmds := after(m, DifferencesPaged{50}, CompareTyped{"kind", "2"})
	first, _ := find[ReadDifferences](cmds)
	m, cmds = after(m, CompareTyped{"partition", "1"})
	read, _ := find[ReadDifferences](cmds)
	if r := read.Req; r.First != 0 || len(r.Kinds) != 1 || r.Kinds[0] != tablesync.Changed || r.PartitionKey == nil || *r.PartitionKey != "" {
		t.Fatalf("%+v", read.Req)
	}
	old := m.Dialog.Sync.Compare.List
	m, _ = after(m, DifferencesRead{Asked: first.Asked, Reply: &wire.DifferencesReply{}})
	if m.Dialog.Sync.Compare.List != old {
		t.Fatal("an answer to an older question is shown")
	}
}

func TestSync_Difference_TakenBackOnlyWhenSure(t *testing.T) {
	m, cmds := after(changes(t), DifferenceOpened{0}, DifferenceReverted{"p", "1"})
	if does[Revert](cmds) {
		t.Fatal("taken back at the first press")
	}
	other, cmds := after(m, DifferenceOpened{1}, DifferenceReverted{"", "2"})
	if does[Revert](cmds) || !other.Dialog.Sync.Compare.Sure {
		t.Fatal("what was asked of one was taken for another")
	}
	m, cmds = after(m, DifferenceReverted{"p", "1"})
	if r, _ := find[Revert](cmds); r.Req.Keys == nil || r.Req.Keys.RowKey != "1" || r.Req.Table != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	_, cmds = after(m, Reverted{Req: wire.RevertRequest{Table: "Movies"}, Count: 1})
	if c, ok := find[Compare](cmds); !ok || !c.Req.Base {
		t.Fatal("the list is not read anew")
	}
}

func TestSync_Revert_AsksFirst(t *testing.T) {
	m, cmds := after(copied(t, func(c *tablesync.Copy) { c.Pending = 3 }), CopyOpened{"Movies"}, CopyConfirmed{})
	if does[Revert](cmds) {
		t.Fatal("not asked")
	}
	m, cmds = after(m, CopyConfirmAsked{"revert"}, CopyConfirmed{})
	if r, ok := find[Revert](cmds); !ok || r.Req.Keys != nil || r.Req.Table != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	if _, again := after(m, CopyConfirmed{}); does[Revert](again) {
		t.Fatal("twice")
	}
	m, _ = after(m, Reverted{Req: wire.RevertRequest{Table: "Movies"}, Count: 3})
	if m.Dialog != nil || m.Notice == nil || !strings.Contains(m.Notice.Text, "3 local changes") {
		t.Fatalf("dialog %+v, notice %+v", m.Dialog, m.Notice)
	}
}

func TestSync_Detach_Fails(t *testing.T) {
	m, cmds := after(copied(t, nil), CopyOpened{"Movies"}, CopyConfirmAsked{"detach"}, CopyConfirmed{})
	if !does[Detach](cmds) {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, Detached{Table: "Movies", Err: &wire.Failure{Code: wire.CopyBusy, Message: "under way"}})
	if m.Dialog == nil || !strings.Contains(m.Dialog.Err, "under way") || m.Dialog.Busy {
		t.Fatalf("%+v", m.Dialog)
	}
}

func TestSync_Diff(t *testing.T) {
	entity := func(p ...wire.TextProperty) *wire.EntityReply { return &wire.EntityReply{Properties: p} }
	rows := Diff(
		entity(wire.TextProperty{Name: "Same", Type: edm.String, Text: "x"}, wire.TextProperty{Name: "Type", Type: edm.Int32, Text: "1"}),
		nil,
		entity(wire.TextProperty{Name: "Type", Type: edm.Int64, Text: "1"}, wire.TextProperty{Name: "New", Type: edm.String, Text: ""}),
	)
	if len(rows) != 3 || rows[0].Name != "Same" || rows[0].Same || rows[1].Same || rows[2].Name != "New" || rows[2].Same || rows[2].Cells[0].Type != edm.NoType {
		t.Fatalf("%+v", rows)
	}
	if rows = Diff(entity(wire.TextProperty{Name: "A", Type: edm.String, Text: "x"}), entity(wire.TextProperty{Name: "A", Type: edm.String, Text: "x"})); !rows[0].Same {
		t.Fatalf("%+v", rows)
	}
}

func TestSync_Excerpt(t *testing.T) {
	text := strings.Repeat("ä", 100) + "X" + strings.Repeat("b", 100)
	other := strings.Repeat("ä", 100) + "Y"
	at := Apart(text, other)
	if at != 100 || Apart("a", "ab") != 1 || Apart("", "") != 0 {
		t.Fatal(at)
	}
	for _, tt := range []struct{ got, want string }{
		{Excerpt("short", 3, 10), "short"},
		{Excerpt(text, 0, 4), "ääää…"},
		{Excerpt(text, at, 8), "…ääXbbbbb…"},
		{Excerpt(text, 200, 4), "…bbbb"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

func TestSync_PullAgain_AccountsNotKnownYet(t *testing.T) {
	m := copied(t, nil)
	m.Sources = &Sources{Accounts: page.Accounts{Asked: true}}
	if m, cmds := after(m, PullAgainPressed{Table: "Movies"}); does[Pull](cmds) || !strings.Contains(m.Dialog.Err, "not known yet") {
		t.Fatal("pulls from an account whose address is not known")
	}
}

func TestSync_PullAgain_AccountIsGone(t *testing.T) {
	m := copied(t, nil)
	m.Sources = &Sources{Accounts: page.Accounts{Known: true}}
	m, cmds := after(m, PullAgainPressed{Table: "Movies"})
	if does[Pull](cmds) || m.Tables.Loading != nil || !strings.Contains(m.Dialog.Err, "no account acct") {
		t.Fatalf("%+v, dialog %+v", cmds, m.Dialog)
	}
}

func TestSync_Pull_FromTheQueryOfAnAccount(t *testing.T) {
	m := copied(t, nil)
	m.Sources = &Sources{Accounts: page.Accounts{Known: true, List: []port.Account{{Name: "acct", Endpoint: "https://acct.example/"}}}}
	m, _ = after(m, TableChosen{Source: "acct", Table: "Movies"}, FilterTyped{"PartitionKey eq 'a'"})
	m, cmds := after(m, PullPressed{Table: "Movies"})
	f := m.Dialog.Sync.Pull
	if !does[OpenDialog](cmds) || f.Table != "Movies2" || f.What != "filter" || f.Source != "acct" {
		t.Fatalf("%+v", f)
	}
	m, _ = after(m, PullTyped{"table", "movies"})
	if m.Dialog.Err == "" {
		t.Fatal("a name that is taken is not refused")
	}
	if _, cmds := after(m, PullSubmitted{}); does[Pull](cmds) {
		t.Fatal("pulls into a table that is there")
	}
	m, cmds = after(m, PullTyped{"table", "Films"}, PullSubmitted{})
	if p, _ := find[Pull](cmds); !reflect.DeepEqual(p.Req, wire.PullRequest{Source: "acct", Endpoint: "https://acct.example/", Remote: "Movies", Table: "Films", Scope: tablesync.Scope{Filter: "PartitionKey eq 'a'"}}) {
		t.Fatalf("%+v", p.Req)
	}
	m, cmds = after(m, PullEnded{Req: wire.PullRequest{Remote: "Movies", Table: "Films"}, Reply: &wire.PullReply{}})
	if m.Query.Source != "" || m.Query.Table != "Films" || !does[ListTables](cmds) || !does[Run](cmds) {
		t.Fatalf("shows %q of %q; commands %+v", m.Query.Table, m.Query.Source, cmds)
	}
}
