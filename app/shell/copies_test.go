package shell

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/accounts"
	"rangefinder/app/copies"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
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
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{}}, copies.Listed{Copies: []tablesync.Copy{c}})
	m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true, List: []port.Account{{Name: "acct", Endpoint: "https://acct.example/", Writes: true}}}}
	return m
}

// copiesForm is what the dialog about copies holds.
func copiesForm(m Model) *copies.Form { return m.Dialog.Of.(*copies.Form) }

func does[T page.Cmd](cmds []page.Cmd) bool {
	_, ok := find[T](cmds)
	return ok
}

func TestCopies_AskedOnceAtATime(t *testing.T) {
	m, cmds := after(ready(t), page.TableChanged{Table: "Movies"}) // they were asked for when the tables were known
	if does[copies.List](cmds) {
		t.Fatal("asked again while the answer is on its way")
	}
	m, cmds = after(m, copies.Listed{})
	if !does[copies.List](cmds) {
		t.Fatal("what changed meanwhile is not asked for")
	}
	m, cmds = after(m, copies.Listed{Err: errors.New("no")})
	if does[copies.List](cmds) {
		t.Fatal("asks on and on")
	}
	if _, cmds = after(m, page.TableChanged{}); !does[copies.List](cmds) {
		t.Fatal("not asked after a change")
	}
}

func TestCopies_OldListStaysAfterAnError(t *testing.T) {
	m, _ := after(copied(t, nil), copies.Listed{Err: errors.New("no")})
	if m.Copies.Copy("movies") == nil {
		t.Fatal("the copy is not known any more")
	}
}

func TestCopies_UnfinishedPullIsToldOnce(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Partial = true })
	if m.Notice == nil || !strings.Contains(m.Notice.Text, "of Films from acct into Movies is not finished") {
		t.Fatalf("notice %+v", m.Notice)
	}
	if m, _ = after(m, notices.Closed{}, copies.Listed{Copies: m.Copies.Copies}); m.Notice != nil {
		t.Fatal("told again")
	}
	if of := m.Copies.Of("acct", "Films"); len(of) != 1 || len(m.Copies.Of("other", "Films")) != 0 {
		t.Fatalf("%+v", of)
	}
}

func TestCopies_PullAgain_SendsWhatTheCopyIs(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Partial, c.Scope = true, tablesync.Scope{Partitions: []string{"a"}} })
	m, cmds := after(m, copies.PullAgainPressed{Table: "Movies"})
	pull, ok := find[copies.Pull](cmds)
	if !ok || pull.Req.Source != "acct" || pull.Req.Remote != "Films" || pull.Req.Table != "Movies" || pull.Req.Restart || len(pull.Req.Scope.Partitions) != 1 {
		t.Fatalf("%+v", cmds)
	}
	if m.Tables.Loading == nil || !copiesForm(m).Working {
		t.Fatal("it does not show that it works")
	}
	m, _ = after(m, page.DialogClosed{})
	if _, cmds = after(m, copies.PullAgainPressed{Table: "Movies"}); does[copies.Pull](cmds) {
		t.Fatal("two at once")
	}
}

func TestCopies_PullEnded(t *testing.T) {
	req := wire.PullRequest{Source: "acct", Remote: "Films", Table: "Movies"}
	report := tablesync.PullReport{Read: 1200, Pages: 2, Added: 1200}
	for _, tt := range []struct {
		name   string
		ended  copies.PullEnded
		open   bool // the dialog stays and tells
		notice string
	}{
		{"done", copies.PullEnded{Req: req, Reply: &wire.PullReply{Report: report}}, false, "Read 1,200 entities of Films in 2 pages · 1,200 added."},
		{"stopped", copies.PullEnded{Req: req, Reply: &wire.PullReply{Report: report, Stopped: true}}, true, ""},
		{"problem", copies.PullEnded{Req: req, Reply: &wire.PullReply{Report: report, Problem: "no network"}}, true, ""},
		{"conflicts", copies.PullEnded{Req: req, Reply: &wire.PullReply{Report: tablesync.PullReport{Conflicts: 1}}}, true, ""},
		{"refused", copies.PullEnded{Req: req, Err: &wire.Failure{Code: "TableNotFound", Message: "gone"}}, true, ""},
		{"stopped at once", copies.PullEnded{Req: req, Err: stopped}, false, "Stopped before anything was pulled."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := after(copied(t, nil), copies.PullAgainPressed{Table: "Movies"})
			m, cmds := after(m, tt.ended)
			if m.Tables.Loading != nil || !does[copies.List](cmds) {
				t.Error("it is still under way, or the copies are not asked for anew")
			}
			if (m.Dialog != nil) != tt.open || tt.open && (copiesForm(m).Working || copiesForm(m).Pull.Reply == nil && m.Dialog.Err == "") {
				t.Errorf("dialog %+v", m.Dialog)
			}
			if tt.notice != "" && (m.Notice == nil || m.Notice.Text != tt.notice) {
				t.Errorf("notice %+v", m.Notice)
			}
			if tt.open {
				if _, cmds := after(m, copies.PullAgainPressed{Table: "Movies"}); !does[copies.Pull](cmds) {
					t.Error("it cannot be gone on with")
				}
			}
		})
	}
}

func TestCopies_PullEnded_DialogLeft(t *testing.T) {
	m, _ := after(copied(t, nil), copies.PullAgainPressed{Table: "Movies"}, page.DialogClosed{}, ShortcutsPressed{})
	m, _ = after(m, copies.PullEnded{Req: wire.PullRequest{Remote: "Films", Table: "Movies"}, Reply: &wire.PullReply{Stopped: true}})
	if m.Dialog == nil || m.Dialog.Kind != Shortcuts || m.Notice == nil || !m.Notice.Bad {
		t.Fatalf("dialog %+v, notice %+v; want the other dialog untouched and a notice", m.Dialog, m.Notice)
	}
}

func TestCopies_Compare_CopyWithItsRemote(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Scope.Filter = "PartitionKey eq 'a'" })
	m, cmds := after(m, copies.ComparePressed{Table: "Movies"})
	if sides, _ := find[copies.ListSides](cmds); sides.Source != "acct" {
		t.Fatalf("%+v", cmds)
	}
	// The list comes in another order.
	m, _ = after(m, copies.SidesListed{Source: "acct", Sides: []copies.Side{{Table: "Blogs"}, {Table: "Movies"}, {Source: "acct", Table: "Other"}, {Source: "acct", Table: "Films"}}})
	m, cmds = after(m, copies.CompareStarted{})
	c, _ := find[copies.Compare](cmds)
	if want := (wire.CompareRequest{LeftTable: "Movies", RightSource: "acct", RightTable: "Films", Scope: tablesync.Scope{Filter: "PartitionKey eq 'a'"}}); !reflect.DeepEqual(c.Req, want) {
		t.Fatalf("%+v", c.Req)
	}
	if _, cmds = after(m, copies.CompareStarted{}); does[copies.Compare](cmds) {
		t.Fatal("twice")
	}
}

func TestCopies_Compare_AccountDoesNotAnswer(t *testing.T) {
	m, _ := after(copied(t, nil), copies.ComparePressed{Table: "Movies"}, copies.SidesListed{Source: "acct", Sides: []copies.Side{{Table: "Movies"}}, Err: errors.New("unreachable")})
	c := copiesForm(m).Compare
	if m.Dialog.Err == "" || c.Sides[c.Right] != (copies.Side{Source: "acct", Table: "Films"}) {
		t.Fatalf("error %q, right %+v", m.Dialog.Err, c.Sides[c.Right])
	}
}

func TestCopies_Compare_OtherTableHasNoScope(t *testing.T) {
	m := copied(t, func(c *tablesync.Copy) { c.Scope.Filter = "x eq 1" })
	m, _ = after(m, copies.ComparePressed{Table: "Movies"}, copies.SidesListed{Source: "acct", Sides: []copies.Side{{Table: "Movies"}, {Table: "Other"}, {Source: "acct", Table: "Films"}}}, copies.CompareTyped{Field: "right", Text: "1"})
	_, cmds := after(m, copies.CompareStarted{})
	if c, _ := find[copies.Compare](cmds); c.Req.RightTable != "Other" || c.Req.Scope.Filter != "" {
		t.Fatalf("%+v", c.Req)
	}
}

func TestCopies_Compare_BaseIsOfTheCopyOnTheLeft(t *testing.T) {
	m, _ := after(copied(t, nil), copies.ComparePressed{Table: "Movies"}, copies.SidesListed{Source: "acct", Sides: []copies.Side{{Table: "Blogs"}, {Table: "Movies"}, {Source: "acct", Table: "Films"}}}, copies.CompareTyped{Field: "left", Text: "0"}, copies.CompareTyped{Field: "right", Text: "3"})
	_, cmds := after(m, copies.CompareStarted{})
	if c, _ := find[copies.Compare](cmds); c.Req.LeftTable != "Movies" || !c.Req.Base {
		t.Fatalf("%+v", c.Req)
	}
}

// Ensure that tables of two accounts can be compared, and that an account is asked for its tables only when it is chosen.
func TestCopies_Compare_TwoAccounts(t *testing.T) {
	m := copied(t, nil)
	s := *m.Sources
	s.List = append(slices.Clone(s.List), port.Account{Name: "stage"}, port.Account{Name: "idle"})
	s.Lists = map[string]*page.AccountTables{"acct": {Listed: true, Tables: []wire.TableInfo{{Name: "Other"}, {Name: "Orders"}}}}
	m.Sources = &s
	m, cmds := after(m, page.TableChosen{Source: "stage", Table: "orders"}, copies.ComparePressed{Table: "orders"})
	if asked, _ := find[copies.ListSides](cmds); asked.Source != "stage" {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, copies.SidesListed{Source: "stage", Sides: []copies.Side{{Table: "Movies"}, {Source: "stage", Table: "Orders"}, {Source: "stage", Table: "People"}}})
	c := copiesForm(m).Compare
	if l, r := c.Sides[c.Left], c.Sides[c.Right]; l != (copies.Side{Source: "stage", Table: "Orders"}) || r != (copies.Side{Source: "acct", Table: "Orders"}) {
		t.Fatalf("left %+v, right %+v: want the tables of one name", l, r)
	}
	if want := []copies.Side{{Table: "Movies"}, {Source: "stage", Table: "Orders"}, {Source: "stage", Table: "People"}, {Source: "acct", Table: "Other"}, {Source: "acct", Table: "Orders"}, {Source: "idle"}}; !reflect.DeepEqual(c.Sides, want) {
		t.Fatalf("%+v", c.Sides)
	}

	m, cmds = after(m, copies.CompareTyped{Field: "right", Text: "5"})
	if asked, _ := find[copies.ListSides](cmds); asked.Source != "idle" {
		t.Fatalf("%+v", cmds)
	}
	if _, cmds = after(m, copies.CompareStarted{}); does[copies.Compare](cmds) || !does[copies.ListSides](cmds) {
		t.Fatalf("%+v", cmds)
	}
	failed, _ := after(m, copies.SidesListed{Source: "idle", Sides: []copies.Side{{Table: "Movies"}}, Err: errors.New("unreachable")})
	if c := copiesForm(failed).Compare; failed.Dialog.Err == "" || c.Sides[c.Right] != (copies.Side{Source: "idle"}) {
		t.Fatalf("error %q, right %+v", failed.Dialog.Err, c.Sides[c.Right])
	}
	if none, _ := after(m, copies.SidesListed{Source: "idle", Sides: []copies.Side{{Table: "Movies"}}}); none.Dialog.Err == "" {
		t.Fatal("nothing says that the account has no tables")
	}
	m, _ = after(m, copies.SidesListed{Source: "idle", Sides: []copies.Side{{Table: "Movies"}, {Source: "idle", Table: "A"}, {Source: "idle", Table: "ORDERS"}}})
	_, cmds = after(m, copies.CompareStarted{})
	if c, _ := find[copies.Compare](cmds); !reflect.DeepEqual(c.Req, wire.CompareRequest{LeftSource: "stage", LeftTable: "Orders", RightSource: "idle", RightTable: "ORDERS"}) {
		t.Fatalf("%+v", c.Req)
	}
}

// Ensure that a table of this browser is compared with the one of its name in an account whose tables are known.
func TestCopies_Compare_Namesake(t *testing.T) {
	m := copied(t, nil)
	m.Copies = &copies.Model{}
	s := *m.Sources
	s.Lists = map[string]*page.AccountTables{"acct": {Listed: true, Tables: []wire.TableInfo{{Name: "Other"}, {Name: "movies"}}}}
	m.Sources = &s
	m, _ = after(m, copies.ComparePressed{Table: "Movies"}, copies.SidesListed{Sides: []copies.Side{{Table: "Blogs"}, {Table: "Movies"}}})
	c := copiesForm(m).Compare
	if l, r := c.Sides[c.Left], c.Sides[c.Right]; l != (copies.Side{Table: "Movies"}) || r != (copies.Side{Source: "acct", Table: "movies"}) {
		t.Fatalf("left %+v, right %+v", l, r)
	}
}

func TestCopies_Dialogs_TakeTheKeyboardWithThem(t *testing.T) {
	m, cmds := after(copied(t, nil), copies.Opened{Table: "Movies"})
	if does[page.Focus](cmds) {
		t.Fatal("a dialog that opens puts the keyboard to its first control by itself")
	}
	for _, msg := range []page.Msg{page.PushPressed{Table: "Movies"}, copies.ConflictsPressed{Table: "Movies"}, copies.ComparePressed{Table: "Movies"}, copies.Opened{Table: "Movies"}, copies.PullAgainPressed{Table: "Movies"}} {
		if m, cmds = after(m, msg); !does[page.Focus](cmds) {
			t.Errorf("%T leaves the keyboard where nothing is", msg)
		}
	}
}

func TestCopies_PullEnded_RefusedFormIsFilledAgain(t *testing.T) {
	m, _ := after(copied(t, nil), page.TableChosen{Source: "acct", Table: "Films"}, page.PullPressed{Table: "Films"}, copies.PullTyped{Field: "table", Text: "Mine"}, copies.PullSubmitted{})
	_, cmds := after(m, copies.PullEnded{Err: &wire.Failure{Code: "AuthorizationFailure", Message: "no"}})
	if r, _ := find[page.ResetFields](cmds); r.Values["pull-table"] != "Mine" {
		t.Fatalf("%+v", cmds)
	}
}

func TestCopies_Compare_SameTable(t *testing.T) {
	m, cmds := after(copied(t, nil), copies.ComparePressed{Table: "Movies"}, copies.CompareTyped{Field: "right", Text: "0"}, copies.CompareStarted{})
	if does[copies.Compare](cmds) || m.Dialog.Err == "" {
		t.Fatalf("%+v", cmds)
	}
}

// changes is a dialog with the local changes of a copy.
func changes(t *testing.T) Model {
	t.Helper()
	m := copied(t, func(c *tablesync.Copy) { c.Pending = 2 })
	m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true}} // no account has to be there
	m, cmds := after(m, copies.ComparePressed{Table: "Movies", Base: true})
	c, _ := find[copies.Compare](cmds)
	if !c.Req.Base || c.Req.LeftTable != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	m, cmds = after(m, copies.Compared{Req: c.Req, Reply: &wire.CompareReply{Comparison: 7, Kept: 2, Summary: tablesync.Summary{Changed: 2}, Partitions: []wire.PartitionDifferences{{PartitionKey: "p"}, {PartitionKey: ""}}}})
	read, _ := find[copies.ReadDifferences](cmds)
	if read.Req.Comparison != 7 || read.Req.Count != copies.DifferencePage {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, copies.DifferencesRead{Asked: read.Asked, Reply: &wire.DifferencesReply{Total: 2, Differences: []wire.EntityDifference{{PartitionKey: "p", RowKey: "1"}, {PartitionKey: "", RowKey: "2"}}}})
	return m
}

func TestCopies_Differences_FiltersAndLateAnswers(t *testing.T) {
	m := changes(t)
	m, cmds := after(m, copies.DifferencesPaged{First: 50}, copies.CompareTyped{Field: "kind", Text: "2"})
	first, _ := find[copies.ReadDifferences](cmds)
	m, cmds = after(m, copies.CompareTyped{Field: "partition", Text: "1"})
	read, _ := find[copies.ReadDifferences](cmds)
	if r := read.Req; r.First != 0 || len(r.Kinds) != 1 || r.Kinds[0] != tablesync.Changed || r.PartitionKey == nil || *r.PartitionKey != "" {
		t.Fatalf("%+v", read.Req)
	}
	old := copiesForm(m).Compare.List
	m, _ = after(m, copies.DifferencesRead{Asked: first.Asked, Reply: &wire.DifferencesReply{}})
	if copiesForm(m).Compare.List != old {
		t.Fatal("an answer to an older question is shown")
	}
}

func TestCopies_Difference_TakenBackOnlyWhenSure(t *testing.T) {
	m, cmds := after(changes(t), copies.DifferenceOpened{Index: 0}, copies.DifferenceReverted{PartitionKey: "p", RowKey: "1"})
	if does[copies.Revert](cmds) {
		t.Fatal("taken back at the first press")
	}
	other, cmds := after(m, copies.DifferenceOpened{Index: 1}, copies.DifferenceReverted{PartitionKey: "", RowKey: "2"})
	if does[copies.Revert](cmds) || !copiesForm(other).Compare.Sure {
		t.Fatal("what was asked of one was taken for another")
	}
	m, cmds = after(m, copies.DifferenceReverted{PartitionKey: "p", RowKey: "1"})
	if r, _ := find[copies.Revert](cmds); r.Req.Keys == nil || r.Req.Keys.RowKey != "1" || r.Req.Table != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	_, cmds = after(m, copies.Reverted{Req: wire.RevertRequest{Table: "Movies"}, Count: 1})
	if c, ok := find[copies.Compare](cmds); !ok || !c.Req.Base {
		t.Fatal("the list is not read anew")
	}
}

func TestCopies_Revert_AsksFirst(t *testing.T) {
	m, cmds := after(copied(t, func(c *tablesync.Copy) { c.Pending = 3 }), copies.Opened{Table: "Movies"}, copies.Confirmed{})
	if does[copies.Revert](cmds) {
		t.Fatal("not asked")
	}
	m, cmds = after(m, copies.ConfirmAsked{What: "revert"}, copies.Confirmed{})
	if r, ok := find[copies.Revert](cmds); !ok || r.Req.Keys != nil || r.Req.Table != "Movies" {
		t.Fatalf("%+v", cmds)
	}
	if _, again := after(m, copies.Confirmed{}); does[copies.Revert](again) {
		t.Fatal("twice")
	}
	m, _ = after(m, copies.Reverted{Req: wire.RevertRequest{Table: "Movies"}, Count: 3})
	if m.Dialog != nil || m.Notice == nil || !strings.Contains(m.Notice.Text, "3 local changes") {
		t.Fatalf("dialog %+v, notice %+v", m.Dialog, m.Notice)
	}
}

func TestCopies_Detach_Fails(t *testing.T) {
	m, cmds := after(copied(t, nil), copies.Opened{Table: "Movies"}, copies.ConfirmAsked{What: "detach"}, copies.Confirmed{})
	if !does[copies.Detach](cmds) {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, copies.Detached{Table: "Movies", Err: &wire.Failure{Code: wire.CopyBusy, Message: "under way"}})
	if m.Dialog == nil || !strings.Contains(m.Dialog.Err, "under way") || m.Dialog.Busy {
		t.Fatalf("%+v", m.Dialog)
	}
}

func TestCopies_PullAgain_AccountsNotKnownYet(t *testing.T) {
	m := copied(t, nil)
	m.Sources = &accounts.Model{Accounts: page.Accounts{Asked: true}}
	if m, cmds := after(m, copies.PullAgainPressed{Table: "Movies"}); does[copies.Pull](cmds) || !strings.Contains(m.Dialog.Err, "not known yet") {
		t.Fatal("pulls from an account whose address is not known")
	}
}

func TestCopies_PullAgain_AccountIsGone(t *testing.T) {
	m := copied(t, nil)
	m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true}}
	m, cmds := after(m, copies.PullAgainPressed{Table: "Movies"})
	if does[copies.Pull](cmds) || m.Tables.Loading != nil || !strings.Contains(m.Dialog.Err, "no account acct") {
		t.Fatalf("%+v, dialog %+v", cmds, m.Dialog)
	}
}

func TestCopies_Pull_FromTheQueryOfAnAccount(t *testing.T) {
	m := copied(t, nil)
	m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true, List: []port.Account{{Name: "acct", Endpoint: "https://acct.example/"}}}}
	m, _ = after(m, page.TableChosen{Source: "acct", Table: "Movies"}, queryline.FilterTyped{Text: "PartitionKey eq 'a'"})
	m, cmds := after(m, page.PullPressed{Table: "Movies"})
	f := copiesForm(m).Pull
	if !does[page.OpenDialog](cmds) || f.Table != "Movies2" || f.What != "filter" || f.Source != "acct" {
		t.Fatalf("%+v", f)
	}
	m, _ = after(m, copies.PullTyped{Field: "table", Text: "movies"})
	if m.Dialog.Err == "" {
		t.Fatal("a name that is taken is not refused")
	}
	if _, cmds := after(m, copies.PullSubmitted{}); does[copies.Pull](cmds) {
		t.Fatal("pulls into a table that is there")
	}
	m, cmds = after(m, copies.PullTyped{Field: "table", Text: "Films"}, copies.PullSubmitted{})
	if p, _ := find[copies.Pull](cmds); !reflect.DeepEqual(p.Req, wire.PullRequest{Source: "acct", Endpoint: "https://acct.example/", Remote: "Movies", Table: "Films", Scope: tablesync.Scope{Filter: "PartitionKey eq 'a'"}}) {
		t.Fatalf("%+v", p.Req)
	}
	m, cmds = after(m, copies.PullEnded{Req: wire.PullRequest{Remote: "Movies", Table: "Films"}, Reply: &wire.PullReply{}})
	if m.Query.Source != "" || m.Query.Table != "Films" || !does[ListTables](cmds) || !does[result.Run](cmds) {
		t.Fatalf("shows %q of %q; commands %+v", m.Query.Table, m.Query.Source, cmds)
	}
}

// Ensure that a pull that the deletion of a table was left for goes back to it, when it is over and when it is given up; and that one
// whose dialog is closed while it goes on does not.
func TestCopies_Pull_BackToTheDeletion(t *testing.T) {
	m := unlocked(onProd(t, ""))
	m, cmds := after(m, page.PullPressed{Table: "Orders", Then: page.DeleteTablePressed{Table: "Orders"}}, copies.PullTyped{Field: "table", Text: "Mine"})
	if m.Dialog == nil || m.Dialog.Kind != copies.PullTable {
		t.Fatalf("%+v", cmds)
	}
	isBack := func(m Model) bool {
		return m.Dialog != nil && m.Dialog.Kind == tables.DeleteTable && m.Dialog.Table == "Orders" && m.Query.Source == "prod"
	}
	if left, _ := after(m, page.DialogClosed{}); !isBack(left) {
		t.Errorf("given up: %+v", left.Dialog)
	} else if left, _ = after(left, page.DialogClosed{}); left.Dialog != nil {
		t.Error("comes back twice")
	}
	m, _ = after(m, copies.PullSubmitted{})
	if over, _ := after(m, copies.PullEnded{Req: wire.PullRequest{Remote: "Orders", Table: "Mine"}, Reply: &wire.PullReply{}}); !isBack(over) || over.Notice == nil || !strings.Contains(over.Notice.Text, "The copy is Mine") {
		t.Errorf("over: %+v, at %+v", over.Dialog, over.Query.Query)
	}
	if closed, _ := after(m, page.DialogClosed{}, copies.PullEnded{Req: wire.PullRequest{Remote: "Orders", Table: "Mine"}, Reply: &wire.PullReply{}}); closed.Dialog != nil {
		t.Errorf("closed: %+v", closed.Dialog)
	}
}
