package shell

import (
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/conflict"
	"rangefinder/app/copies"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
)

// planned is the dialog of a push with its plan.
func planned(t *testing.T) Model {
	t.Helper()
	m, cmds := after(copied(t, func(c *tablesync.Copy) { c.Pending = 3 }), page.PushPressed{Table: "Movies"})
	if !does[copies.PlanPush](cmds) || does[copies.Push](cmds) {
		t.Fatalf("%+v", cmds)
	}
	if _, cmds := after(m, copies.PushStarted{}); does[copies.Push](cmds) {
		t.Fatal("sent before its plan was seen")
	}
	m, _ = after(m, copies.PushPlanned{Table: "Movies", Reply: &wire.PushPlanReply{Copy: m.Copies.Copies[0], Updates: 3, Groups: []wire.GroupInfo{{PartitionKey: "a"}}}})
	return m
}

func TestCopies_Push_AsksByDefault(t *testing.T) {
	_, cmds := after(planned(t), copies.PushStarted{})
	if p, ok := find[copies.Push](cmds); !ok || p.Req.Rule != tablesync.Ask || p.Req.DryRun || p.Req.Create {
		t.Fatalf("%+v", cmds)
	}
	_, cmds = after(planned(t), copies.PushRuleChosen{Rule: tablesync.MergeMine}, copies.PushStarted{DryRun: true})
	if p, ok := find[copies.Push](cmds); !ok || p.Req.Rule != tablesync.MergeMine || !p.Req.DryRun {
		t.Fatalf("%+v", cmds)
	}
}

// Ensure that a push to an account which is marked production waits for the name of its table, and a dry run does not.
func TestCopies_Push_ProductionAsksForTheName(t *testing.T) {
	m := planned(t)
	m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true, List: []port.Account{{Name: "acct", Label: "Production", Endpoint: "https://acct.example/", Writes: true}}}}
	for name, want := range map[string]bool{"": false, "films": false, "Movies": false, "Films": true} {
		if _, cmds := after(m, copies.PushNamed{Text: name}, copies.PushStarted{}); does[copies.Push](cmds) != want {
			t.Errorf("named %q, it is sent: %t", name, !want)
		}
	}
	if _, cmds := after(m, copies.PushStarted{DryRun: true}); !does[copies.Push](cmds) {
		t.Error("a dry run asks for the name")
	}
}

func TestCopies_PushEnded_PlansWhatIsLeft(t *testing.T) {
	m, _ := after(planned(t), copies.PushStarted{})
	req := wire.PushRequest{Table: "Movies"}
	m, cmds := after(m, copies.PushEnded{Req: req, Reply: &wire.PushReply{Stopped: true, Report: tablesync.PushReport{Written: 1, Requests: 1, Left: 2}}})
	if !does[copies.PlanPush](cmds) || !does[copies.List](cmds) || copiesForm(m).Working || m.Tables.Loading != nil {
		t.Fatalf("%+v", cmds)
	}
	if text := copies.PushedText(req, copiesForm(m).Push.Reply); text != "Wrote 1 entity in 1 request · 2 changes are left. Stopped; pushing again goes on." {
		t.Error(text)
	}
	if _, cmds := after(m, copies.PushStarted{}); does[copies.Push](cmds) {
		t.Error("pushes by a plan that is out of date")
	}
	m, _ = after(m, copies.PushPlanned{Table: "Movies", Reply: &wire.PushPlanReply{Copy: m.Copies.Copies[0], Updates: 2}})
	if _, cmds := after(m, copies.PushStarted{}); !does[copies.Push](cmds) {
		t.Error("cannot be gone on with")
	}
}

func TestCopies_PushEnded_DryRunLeavesThePlan(t *testing.T) {
	m, _ := after(planned(t), copies.PushStarted{DryRun: true})
	m, cmds := after(m, copies.PushEnded{Req: wire.PushRequest{Table: "Movies", DryRun: true}, Reply: &wire.PushReply{Report: tablesync.PushReport{Written: 2, Requests: 3, Reads: 1, AlreadyThere: 1, Conflicts: 1, Left: 1, Asked: 1}}})
	if text := copies.PushedText(wire.PushRequest{DryRun: true}, copiesForm(m).Push.Reply); text != "A push would write 2 entities · 1 already there · 1 new conflict · 1 change would be left. It would send 2 requests to write and 1 to read. This dry run wrote nothing and sent 1 request to read. It cannot tell which entities the service would refuse." {
		t.Error(text)
	}
	if does[copies.PlanPush](cmds) || !copiesForm(m).Push.Dry {
		t.Fatalf("%+v", cmds)
	}
}

func TestCopies_PushEnded_DialogLeft(t *testing.T) {
	m, _ := after(planned(t), copies.PushStarted{}, page.DialogClosed{})
	m, _ = after(m, copies.PushEnded{Req: wire.PushRequest{Table: "Movies"}, Reply: &wire.PushReply{Report: tablesync.PushReport{Conflicts: 1}}})
	if m.Notice == nil || !m.Notice.Bad || !strings.Contains(m.Notice.Text, "1 new conflict") {
		t.Fatalf("%+v", m.Notice)
	}
}

// Ensure that the offer to undo a commit leaves the screen once a push has sent it, and not after a dry run.
func TestCopies_PushEnded_TakesTheOfferDown(t *testing.T) {
	m, _ := notify(planned(t), page.Notice{Text: "Committed 1 change.", Action: "Undo", Undo: page.TakeBackPressed{ID: "7"}})
	reply := &wire.PushReply{Report: tablesync.PushReport{Written: 1, Requests: 1}}
	for _, closed := range []bool{false, true} {
		begun, _ := after(m, copies.PushStarted{})
		if closed {
			begun, _ = after(begun, page.DialogClosed{})
		}
		if dry, _ := after(begun, copies.PushEnded{Req: wire.PushRequest{Table: "Movies", DryRun: true}, Reply: reply}); !closed && (dry.Notice == nil || !dry.Notice.Offers()) {
			t.Errorf("a dry run takes the offer: %+v", dry.Notice)
		}
		if m, _ := after(begun, copies.PushEnded{Req: wire.PushRequest{Table: "Movies"}, Reply: reply}); closed != (m.Notice != nil) || closed && (m.Notice.Offers() || m.Notice.Under != nil) {
			t.Errorf("closed %t: %+v", closed, m.Notice)
		}
	}
}

func TestCopies_Conflicts_NothingIsDecidedByDefault(t *testing.T) {
	m, cmds := after(copied(t, func(c *tablesync.Copy) { c.Conflicts = 11 }), copies.ConflictsPressed{Table: "Movies"})
	read, _ := find[copies.ReadConflicts](cmds)
	m, _ = after(m, copies.ConflictsRead{Req: read.Req, Reply: &wire.ConflictsReply{Total: 11, Conflicts: []wire.ConflictInfo{
		{PartitionKey: "a", RowKey: "b", Base: &wire.EntityReply{Properties: numbers("A=1")}, Theirs: &wire.EntityReply{ETag: "e", Properties: numbers("A=2")}, Mine: &wire.EntityReply{Properties: numbers("A=3")}},
		{PartitionKey: "a", RowKey: "c"}}}})
	if _, cmds = after(m, copies.ConflictsResolved{Rule: copiesForm(m).Conflicts.Rule}); does[copies.Resolve](cmds) {
		t.Fatal("resolved without a decision")
	}
	key := wire.ConflictKey{PartitionKey: "a", RowKey: "b"}
	if _, cmds = after(m, copies.ConflictSettled{Key: key}); does[copies.Resolve](cmds) {
		t.Fatal("settled as picked before it was picked")
	}
	_, cmds = after(m, copies.SidePicked{Key: key, Property: "A", Whose: conflict.Theirs}, copies.ConflictSettled{Key: key})
	if r, _ := find[copies.Resolve](cmds); r.Req.Shown != "e" || r.Req.Rule != tablesync.Ask || len(r.Req.Merged) != 1 || r.Req.Merged[0].Text != "2" {
		t.Fatalf("as picked: %+v", cmds)
	}
	m, cmds = after(m, copies.ConflictSettled{Key: key, Whose: conflict.Mine})
	r, _ := find[copies.Resolve](cmds)
	if r.Req.Keys == nil || *r.Req.Keys != key || r.Req.Shown != "e" || r.Req.Rule != tablesync.TakeMine {
		t.Fatalf("%+v", cmds)
	}
	if _, cmds = after(m, copies.ConflictSettled{Key: wire.ConflictKey{PartitionKey: "a", RowKey: "c"}, Whose: conflict.Mine}); does[copies.Resolve](cmds) {
		t.Fatal("two at once")
	}
	_, cmds = after(m, copies.Resolved{Req: r.Req, Reply: &wire.ResolveReply{Resolved: 1, Left: 10}})
	if !does[copies.ReadConflicts](cmds) || !does[copies.List](cmds) {
		t.Fatalf("%+v", cmds)
	}
}

func TestCopies_Conflicts_LastPageEmptied(t *testing.T) {
	m, cmds := after(copied(t, func(c *tablesync.Copy) { c.Conflicts = 11 }), copies.ConflictsPressed{Table: "Movies"}, copies.ConflictsPaged{First: 10})
	read, _ := find[copies.ReadConflicts](cmds)
	m, cmds = after(m, copies.ConflictsRead{Req: read.Req, Reply: &wire.ConflictsReply{Total: 10}})
	if read, ok := find[copies.ReadConflicts](cmds); !ok || read.Req.First != 0 || copiesForm(m).Conflicts.First != 0 {
		t.Fatalf("%+v", cmds)
	}
}

func TestCopies_Push_Locked(t *testing.T) {
	m := planned(t)
	m.Sources = &accounts.Model{Accounts: page.Accounts{Known: true, List: []port.Account{{Name: "acct", Endpoint: "https://acct.example/"}}}}
	m, cmds := after(m, copies.PushStarted{})
	if does[copies.Push](cmds) {
		t.Fatal("pushes to an account that is locked")
	}
	if _, cmds := after(m, copies.PushStarted{DryRun: true}); !does[copies.Push](cmds) {
		t.Fatal("no dry run of a locked account")
	}
	m, _ = after(m, page.UnlockPressed{Source: "acct", Table: "Movies"})
	if m.Dialog.Kind != accounts.UnlockAccount || m.Dialog.Source != "acct" {
		t.Fatalf("%+v", m.Dialog)
	}
	m, cmds = after(m, accounts.UnlockConfirmed{}, accounts.WritesAllowed{Name: "acct", Account: port.Account{Name: "acct", Endpoint: "https://acct.example/", Writes: true}})
	if !does[copies.PlanPush](cmds) || m.Dialog == nil || m.Dialog.Kind != copies.PushChanges {
		t.Fatalf("dialog %+v, commands %+v; want the push again", m.Dialog, cmds)
	}
	m, _ = after(m, copies.PushPlanned{Table: "Movies", Reply: &wire.PushPlanReply{Copy: m.Copies.Copies[0]}})
	if _, cmds = after(m, copies.PushStarted{}); !does[copies.Push](cmds) {
		t.Fatal("still locked")
	}
}
