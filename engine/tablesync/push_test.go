package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// changed returns a copy of n entities in one partition, all of which were changed: some are new, some gone.
func changed(t testing.TB, n int) (*there, *engine.DB) {
	s := newThere(t)
	s.page = 1000
	for i := range n {
		put(t, s.DB, "Remote", fmt.Sprintf("p/r%04d A=0 B=0", i))
	}
	db := here(t, s)
	change(t, db, n)
	return s, db
}

func change(t testing.TB, db *engine.DB, n int) {
	for i := range n {
		switch i % 4 {
		case 0:
			put(t, db, "Copy", fmt.Sprintf("p/r%04d A=1 B=0", i))
		case 1:
			put(t, db, "Copy", fmt.Sprintf("p/r%04d A=0", i))
		case 2:
			put(t, db, "Copy", fmt.Sprintf("-p/r%04d", i))
		case 3:
			put(t, db, "Copy", fmt.Sprintf("p/s%04d N=1", i))
		}
	}
}

// Ensure that a push sends what the plan says: conditional operations in groups of a partition, and merges where nothing is taken
// away.
func TestPush_Plan(t *testing.T) {
	s, db := changed(t, 250)
	put(t, db, "Copy", "q/1 A=1")
	put(t, db, "Copy", "p/r0003 A=0 B=0") // as it was
	want := all(t, db, "Copy")
	plan, err := tablesync.PlanPush(ctx, db, "Copy", 2, tablesync.PushOptions{Options: tablesync.Options{}, Create: true})
	must(t, err)
	if plan.Requests != 4 || len(plan.Groups) != 2 || plan.More != 2 || plan.Inserts != 63 || plan.Updates != 126 || plan.Deletes != 62 ||
		plan.Unchanged != 1 || !plan.Creates || plan.Bytes == 0 {
		t.Errorf("the plan is %+v", *plan)
	}
	s.log, s.sent = nil, nil
	dry := pushing
	dry.DryRun = true
	if report, err := tablesync.Push(ctx, db, s, "Copy", dry); err != nil || report.Written != 251 || report.Requests != 4 || report.Left != 0 || report.Asked != len(s.log) || len(s.sent) != 0 {
		t.Errorf("the dry run reports %+v, %v and asked %s", report, err, s.log)
	}
	s.log, s.sent = nil, nil
	report := push(t, db, s)
	if string(s.log) != "BBBA" || report.Written != 251 || report.Left != 0 || report.Unchanged != 1 || report.Requests != 4 || len(report.Groups) != 4 {
		t.Errorf("requests %s, %+v", s.log, report)
	}
	i := 0
	for _, g := range plan.Groups {
		for _, op := range g.Ops {
			if got := s.sent[i]; got.Kind != op.Kind || got.RowKey != op.RowKey || got.IfMatch != op.IfMatch {
				t.Errorf("operation %d was %+v, planned %+v", i, got, op)
			}
			i++
		}
	}
	for i, op := range s.sent {
		kind := engine.Insert
		if strings.HasPrefix(op.RowKey, "r") {
			n := 0
			fmt.Sscanf(op.RowKey, "r%d", &n)
			kind = []engine.OpKind{engine.Merge, engine.Replace, engine.Delete}[n%4]
		}
		if op.Kind != kind || (kind != engine.Insert) != strings.HasPrefix(op.IfMatch, `W/"`) {
			t.Errorf("operation %d is %+v", i, op)
		}
		if op.Kind == engine.Merge && len(op.Properties) != 1 {
			t.Errorf("the merge sends %+v", op.Properties)
		}
	}
	if got := all(t, db, "Copy"); got != want {
		t.Errorf("the push changed the copy")
	}
	inStep(t, db, s)
	s.log = nil
	if report := push(t, db, s); report.Written != 0 || len(s.log) != 0 {
		t.Errorf("pushed twice: %+v, %s", report, s.log)
	}
}

// Ensure that a push goes nowhere but where the copy came from, and makes a table only when asked.
func TestPush_Elsewhere(t *testing.T) {
	s, db := changed(t, 10)
	other := pushing
	other.Endpoint = "https://other.example.org"
	s.log = nil
	if _, err := tablesync.Push(ctx, db, s, "Copy", other); !isCode(err, tablesync.OtherOrigin) || len(s.log) != 0 {
		t.Errorf("pushed elsewhere: %v, requests %s", err, s.log)
	}
	must(t, s.DB.DeleteTable(ctx, "Remote"))
	if report, err := tablesync.Push(ctx, db, s, "Copy", pushing); !isCode(err, engine.TableNotFound) || report.Written != 0 {
		t.Errorf("pushed into no table: %+v, %v", report, err)
	}
	create := pushing
	create.Create, create.Rule = true, tablesync.TakeMine
	if _, err := tablesync.Push(ctx, db, s, "Copy", create); err != nil {
		t.Fatal(err)
	}
	pull(t, db, s)
	push(t, db, s)
	inStep(t, db, s)
}

// refusing makes a service refuse operations whose entity has a property Bad: with its index, or not.
func refusing(s *there, code engine.Code, indexed bool) {
	s.before = func(what byte, ops []engine.Op) error {
		for i, op := range ops {
			if slices.ContainsFunc(op.Properties, func(p engine.Property) bool { return p.Name == "Bad" }) {
				err := engine.Errorf(code, "it is bad")
				if indexed {
					err.Index = i
				}
				return err
			}
		}
		return nil
	}
}

// Ensure that an entity that the service does not take holds back no other.
func TestPush_Refused(t *testing.T) {
	for _, indexed := range []bool{true, false} {
		for _, code := range []engine.Code{engine.EntityTooLarge, engine.RequestBodyTooLarge, "PropertiesNeedValue"} {
			s, db := changed(t, 100)
			put(t, db, "Copy", "p/r0000 A=1 Bad=1")
			put(t, db, "Copy", "p/r0050 Bad=1")
			put(t, db, "Copy", "p/s9999 Bad=1")
			refusing(s, code, indexed)
			s.log = nil
			report := push(t, db, s)
			// r0050 was gone, so there is one more than a hundred to send.
			if len(report.Refused) != 3 || report.Left != 3 || report.Written != 98 || report.Refused[0].Code != string(code) || !report.Groups[0].Split {
				t.Errorf("%s, %v: %+v", code, indexed, report)
			}
			if len(s.log) > 40 || indexed && code == engine.EntityTooLarge && len(s.log) > 5 {
				t.Errorf("%s, %v: %d requests", code, indexed, len(s.log))
			}
			s.before = nil
			push(t, db, s)
			inStep(t, db, s)
		}
	}
}

// Ensure that entities that were changed at the service meanwhile are told as conflicts and hold back no other, whether the
// service says which they are or not.
func TestPush_Conflicts(t *testing.T) {
	for _, indexed := range []bool{true, false} {
		s, db := changed(t, 100)
		put(t, s.DB, "Remote", "p/r0000 A=9 B=0") // both changed A
		put(t, s.DB, "Remote", "p/r0001 A=5 B=0") // B was removed here
		put(t, s.DB, "Remote", "p/r0002 A=9 B=0") // deleted here
		put(t, s.DB, "Remote", "p/s0003 N=2")     // inserted on both sides
		put(t, s.DB, "Remote", "p/s0007 N=1")     // the same
		put(t, s.DB, "Remote", "-p/r0004")        // deleted there
		put(t, s.DB, "Remote", "-p/r0006")        // deleted on both sides
		if !indexed {
			s.before = func(what byte, ops []engine.Op) error {
				if what != 'B' {
					return nil
				}
				scratch := engine.Open(engine.Options{})
				must(t, scratch.Replace(ctx, s.DB.Image()))
				_, err := scratch.Batch(ctx, "Remote", s.asked(ops))
				if e, ok := errors.AsType[*engine.Error](err); ok {
					e.Index = -1
					return e
				}
				return nil
			}
		}
		report := push(t, db, s)
		if report.Conflicts != 5 || report.Resolved != 0 || report.AlreadyThere != 2 || report.Written != 93 || report.Left != 5 || report.InConflict != 5 || len(s.log) > 10 {
			t.Errorf("indexed %v: %+v, requests %s", indexed, report, s.log)
		}
		list, n, err := tablesync.Conflicts(db, "Copy", 0, 100)
		if err != nil || n != 5 || text(list[0].Theirs) != "p/r0000 A=9 B=0" || fmt.Sprint(list[0].Properties) != "[A]" || len(list[1].Properties) != 0 || !list[2].Mine.IsZero() ||
			!list[3].Theirs.IsZero() || !list[4].Base.IsZero() {
			t.Errorf("conflicts are %+v, %v", list, err)
		}
		s.before = nil
		if report := push(t, db, s); report.Written != 0 || report.Requests != 0 || report.Left != 5 {
			t.Errorf("the same push again: %+v", report)
		}
		if _, err := tablesync.Resolve(ctx, db, "Copy", nil, tablesync.TakeMine, tablesync.Options{}); err != nil {
			t.Fatal(err)
		}
		push(t, db, s)
		inStep(t, db, s)
	}
}

// Ensure that a rule resolves the conflicts that a push meets.
func TestPush_Rule(t *testing.T) {
	for rule, want := range map[tablesync.Rule]string{
		tablesync.TakeMine: "p/1 A=1 B=1", tablesync.TakeTheirs: "p/1 A=2 B=0 C=2", tablesync.MergeMine: "p/1 A=1 B=1 C=2", tablesync.MergeTheirs: "p/1 A=2 B=1 C=2",
	} {
		s := newThere(t, "p/1 A=0 B=0", "p/2 A=0")
		db := here(t, s)
		put(t, db, "Copy", "p/1 A=1 B=1")
		put(t, db, "Copy", "p/2 A=1")
		put(t, s.DB, "Remote", "p/1 A=2 B=0 C=2")
		opt := pushing
		opt.Rule = rule
		report, err := tablesync.Push(ctx, db, s, "Copy", opt)
		if err != nil || report.Left != 0 || report.Conflicts != 0 || report.Resolved != 1 {
			t.Errorf("rule %d: %+v, %v", rule, report, err)
		}
		if got := text(known(t, db, "p/1").Local); got != want {
			t.Errorf("rule %d: it is %s, want %s", rule, got, want)
		}
		inStep(t, db, s)
	}
}

// Ensure that groups are cut by bytes, and an entity alone may be as large as it likes.
func TestPush_LargeEntities(t *testing.T) {
	s := newThere(t)
	db := here(t, s)
	for i := range 12 {
		e := engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprint("r", i)}
		for j := range 12 {
			e.Properties = append(e.Properties, engine.Property{Name: fmt.Sprint("P", j), Value: edm.NewString(strings.Repeat("é", 30_000))})
		}
		if _, err := db.Bulk(ctx, "Copy", []engine.BulkEntity{e}, engine.ReplaceExisting); err != nil {
			t.Fatal(err)
		}
	}
	report := push(t, db, s)
	if report.Written != 12 || report.Left != 0 || len(report.Groups) != 12 {
		t.Errorf("%+v", report)
	}
	inStep(t, db, s)
}

// Ensure that no transaction has more bytes than the account takes, and that transactions are not smaller than they must be.
func TestPush_BytesOfProfile(t *testing.T) {
	for profile, groups := range map[filterlang.Profile]int{filterlang.Storage: 2, filterlang.Cosmos: 3} {
		s := newThere(t)
		db := here(t, s)
		for i := range 30 {
			e := engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprint("r", i)}
			for j := range 6 {
				e.Properties = append(e.Properties, engine.Property{Name: fmt.Sprint("P", j), Value: edm.NewString(strings.Repeat("x", 30_000))})
			}
			if _, err := db.Bulk(ctx, "Copy", []engine.BulkEntity{e}, engine.ReplaceExisting); err != nil {
				t.Fatal(err)
			}
		}
		opt := pushing
		opt.Profile = profile
		plan, err := tablesync.PlanPush(ctx, db, "Copy", -1, opt)
		if err != nil || len(plan.Groups) != groups {
			t.Errorf("%v: %d transactions are planned, want %d; %v", profile, len(plan.Groups), groups, err)
		}
		report, err := tablesync.Push(ctx, db, s, "Copy", opt)
		if err != nil || report.Written != 30 || len(report.Groups) != groups {
			t.Errorf("%v: %d written in %d transactions, want %d; %v", profile, report.Written, len(report.Groups), groups, err)
		}
		for i, g := range plan.Groups {
			if g.Bytes > engine.BatchBytes(profile) {
				t.Errorf("%v: transaction %d has %d bytes", profile, i, g.Bytes)
			}
		}
	}
}

// Ensure that an ETag that no answer told is learned before it is needed.
func TestPush_NoETag(t *testing.T) {
	s := newThere(t, "p/1 A=0", "p/2 A=0")
	db := here(t, s)
	put(t, db, "Copy", "p/1 A=1")
	put(t, db, "Copy", "p/2 A=1")
	report, err := tablesync.Push(ctx, db, silent{s}, "Copy", pushing)
	if err != nil || report.Written != 2 || report.Left != 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	put(t, db, "Copy", "p/1 A=2")
	push(t, db, s)
	if got := all(t, s.DB, "Remote"); got != "p/1 A=2\np/2 A=1" {
		t.Errorf("the service has\n%s", got)
	}
	pull(t, db, s)
	inStep(t, db, s)
}

// silent is a service whose answers tell no ETags.
type silent struct{ *there }

func (s silent) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	results, err := s.there.Batch(ctx, table, ops)
	clear(results)
	return results, err
}
