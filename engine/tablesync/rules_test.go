//go:build !js

package tablesync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
)

var ruleNames = [...]string{"ask", "mine", "theirs", "merge-mine", "merge-theirs"}

// outcome is the model: what a sync with a rule makes of an entity on both sides. "-" is no entity.
func outcome(base, mine, theirs string, rule tablesync.Rule) (here, there string, conflict bool) {
	switch {
	case mine == theirs, mine == base:
		return theirs, theirs, false
	case theirs == base:
		return mine, mine, false
	case rule == tablesync.Ask:
		return mine, theirs, true
	}
	one := mine == "-" || theirs == "-" // there are no properties to merge
	switch {
	case rule == tablesync.TakeMine, one && rule == tablesync.MergeMine:
		return mine, mine, false
	case rule == tablesync.TakeTheirs, one:
		return theirs, theirs, false
	}
	b, m, t := properties(base), properties(mine), properties(theirs)
	names := maps.Clone(b)
	maps.Copy(names, m)
	maps.Copy(names, t)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		v := m[name]
		if m[name] == b[name] || t[name] != b[name] && rule == tablesync.MergeTheirs {
			v = t[name]
		}
		if v != "" && name != "-" {
			out = append(out, name+"="+v)
		}
	}
	both := strings.Join(out, " ")
	return both, both, false
}

// threeWay is an entity as it was, as it is here, and as it is there.
type threeWay struct{ key, base, mine, theirs string }

// setUp makes a service and a copy with entities that both sides changed.
func setUp(t testing.TB, list []threeWay) (*there, *engine.DB) {
	t.Helper()
	s := newThere(t)
	s.page = 1000
	return s, setUpAt(t, s, list)
}

// setUpAt does the same at a service, which has an empty table.
func setUpAt(t testing.TB, s *there, list []threeWay) *engine.DB {
	t.Helper()
	write := func(db *engine.DB, table, key, was, is string) {
		switch {
		case is == was:
		case is == "-":
			put(t, db, table, "-"+key)
		default:
			put(t, db, table, key+" "+is)
		}
	}
	for _, e := range list {
		write(s.DB, "Remote", e.key, "-", e.base)
	}
	db := here(t, s)
	for _, e := range list {
		write(db, "Copy", e.key, e.base, e.mine)
		write(s.DB, "Remote", e.key, e.base, e.theirs)
	}
	return db
}

// has returns an entity's properties as a threeWay has them.
func has(t testing.TB, db *engine.DB, table, key string) string {
	t.Helper()
	pk, rk, _ := strings.Cut(key, "/")
	e, err := db.Get(ctx, table, pk, rk)
	if err != nil {
		return "-"
	}
	return strings.TrimSpace(strings.TrimPrefix(text(e), key))
}

// syncBy syncs by a rule: with a push that has the rule, or with a pull, the rule, and a push without one.
func syncBy(t testing.TB, db *engine.DB, s engine.Service, rule tablesync.Rule, byPull bool) tablesync.PushReport {
	t.Helper()
	opt := pushing
	if byPull {
		pull(t, db, s)
		if rule != tablesync.Ask {
			if _, err := tablesync.Resolve(ctx, db, "Copy", nil, rule, tablesync.Options{}); err != nil {
				t.Fatal(err)
			}
		}
	} else {
		opt.Rule, opt.All = rule, true
	}
	report, err := tablesync.Push(ctx, db, s, "Copy", opt)
	must(t, err)
	return report
}

// agrees holds both sides to the model.
func agrees(t *testing.T, s *there, db *engine.DB, list []threeWay, rule tablesync.Rule) {
	t.Helper()
	for _, e := range list {
		here, there, conflict := outcome(e.base, e.mine, e.theirs, rule)
		k := known(t, db, e.key)
		if h, r := has(t, db, "Copy", e.key), has(t, s.DB, "Remote", e.key); h != here || r != there || k.Conflict != conflict {
			t.Errorf("%s %+v: here %q, there %q, conflict %v; want %q, %q, %v", ruleNames[rule], e, h, r, k.Conflict, here, there, conflict)
		}
	}
}

// Ensure that mine, theirs and ask mean the whole entity, that only a rule which says merge merges, and that a second sync finds
// what the first one left.
func TestSync_RuleTable(t *testing.T) {
	for _, e := range []threeWay{
		{"the same property", "A=0 B=0", "A=1 B=0", "A=2 B=0"},
		{"different properties", "A=0 B=0", "A=1 B=0", "A=0 B=2"},
		{"the same and different ones", "A=0 B=0 C=0", "A=1 B=1 C=0", "A=2 B=0 C=2"},
		{"alike", "A=0", "A=1", "A=1"},
		{"alike in part", "A=0 B=0", "A=1 B=0", "A=1 B=2"},
		{"added here", "A=0", "A=0 B=1", "A=2"},
		{"added there", "A=0", "A=1", "A=0 B=2"},
		{"added on both sides", "A=0", "A=0 B=1", "A=0 B=2"},
		{"different ones added", "A=0", "A=0 B=1", "A=0 C=2"},
		{"removed here", "A=0 B=0", "A=0", "A=2 B=0"},
		{"removed there", "A=0 B=0", "A=1 B=0", "A=0"},
		{"removed here, changed there", "A=0 B=0", "A=0", "A=0 B=2"},
		{"entity deleted here", "A=0", "-", "A=2"},
		{"entity deleted there", "A=0", "A=1", "-"},
		{"entity deleted on both sides", "A=0", "-", "-"},
		{"entity inserted on both sides", "-", "A=1 B=1", "A=2 C=2"},
		{"entity inserted alike", "-", "A=1", "A=1"},
		{"changed here only", "A=0", "A=1", "A=0"},
		{"changed there only", "A=0", "A=0", "A=2"},
	} {
		for rule := tablesync.Ask; rule <= tablesync.MergeTheirs; rule++ {
			for _, byPull := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/pull %v", e.key, ruleNames[rule], byPull), func(t *testing.T) {
					list := []threeWay{{"p/r", e.base, e.mine, e.theirs}}
					s, db := setUp(t, list)
					if syncBy(t, db, s, rule, byPull); byPull || e.mine != e.base {
						agrees(t, s, db, list, rule)
					}
					syncBy(t, db, s, rule, byPull)
					pull(t, db, s) // what only they changed
					agrees(t, s, db, list, rule)
				})
			}
		}
	}
}

// Ensure that whatever both sides did to many entities, a sync leaves them as the model says.
func TestSync_RuleModel(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	entity := func() string {
		var out []string
		for _, name := range []string{"A", "B", "C"} {
			if v := r.IntN(4); v > 0 {
				out = append(out, fmt.Sprint(name, "=", v))
			}
		}
		if r.IntN(5) == 0 {
			return "-"
		}
		return strings.Join(out, " ")
	}
	for rule := tablesync.Ask; rule <= tablesync.MergeTheirs; rule++ {
		for _, byPull := range []bool{false, true} {
			var list []threeWay
			for i := range 300 {
				e := threeWay{key: fmt.Sprintf("p%d/r%03d", i%4, i), base: entity()}
				e.mine, e.theirs = e.base, e.base
				if r.IntN(4) > 0 {
					e.mine = entity()
				}
				if r.IntN(4) > 0 {
					e.theirs = entity()
				}
				list = append(list, e)
			}
			s, db := setUp(t, list)
			syncBy(t, db, s, rule, byPull)
			pull(t, db, s)
			agrees(t, s, db, list, rule)
		}
	}
}

// told is what a dry run and the push after it both say: all but the service's own words.
func told(r tablesync.PushReport) string {
	r.Asked = 0
	for i := range r.Groups {
		r.Groups[i].Message = ""
	}
	return fmt.Sprintf("%+v", r)
}

// Ensure that 573 changes here against 366 there end as the model says under each rule, over the protocol; that a dry run told
// all of it before, requests included, and wrote nothing; and that the same push again changes nothing more.
func TestSync_RulesOverTheWire(t *testing.T) {
	for rule := tablesync.Ask; rule <= tablesync.MergeTheirs; rule++ {
		var list []threeWay
		r := rand.New(rand.NewPCG(573, 366))
		for i := range 1000 {
			e := threeWay{fmt.Sprintf("p%d/r%04d", i%7, i), "A=0 B=0", "A=0 B=0", "A=0 B=0"}
			if i < 573 {
				e.mine = []string{"A=1 B=0", "A=1 B=1", "A=0 B=0 C=1", "A=0", "-"}[r.IntN(5)]
			}
			if i >= 573-166 && i < 573+200 {
				e.theirs = []string{"A=2 B=0", "A=0 B=2", "A=1 B=0", "A=0 B=0 D=2", "A=0 B=0 C=2", "-"}[r.IntN(6)]
			}
			list = append(list, e)
		}
		s, db := setUp(t, list)
		client := &tablerest.Client{Doer: &wire{handler: tablerest.NewHandler(s.DB, tablerest.Options{Account: "acct"})}, URL: "https://acct.example.org"}
		before := all(t, s.DB, "Remote") + all(t, db, "Copy")
		opt := pushing
		opt.Rule, opt.All, opt.DryRun = rule, true, true
		dry, err := tablesync.Push(ctx, db, client, "Copy", opt)
		must(t, err)
		if all(t, s.DB, "Remote")+all(t, db, "Copy") != before {
			t.Fatalf("%s: the dry run wrote something", ruleNames[rule])
		}
		report := syncBy(t, db, client, rule, false)
		t.Logf("%-12s %d written, %d already there, %d resolved, %d conflicts in %d requests", ruleNames[rule], report.Written, report.AlreadyThere, report.Resolved, report.Conflicts, report.Requests)
		if dry.Asked == 0 || dry.Asked > report.Requests+20 {
			t.Errorf("%s: the dry run made %d requests", ruleNames[rule], dry.Asked)
		}
		if told, did := told(dry), told(report); told != did {
			t.Errorf("%s: the dry run says\n%s\nthe push\n%s", ruleNames[rule], told, did)
		}
		again := syncBy(t, db, client, rule, false)
		if again.Written+again.AlreadyThere+again.Conflicts+again.Requests != 0 || again.Left != report.Left || again.InConflict != report.InConflict {
			t.Errorf("%s: the same push again says %+v", ruleNames[rule], again)
		}
		pull(t, db, client)
		agrees(t, s, db, list, rule)
	}
}

// Ensure that a dry run makes no table, tells as much as the push, and finds out that a table is missing.
func TestPush_DryRun_NoTable(t *testing.T) {
	s, db := changed(t, 10)
	must(t, s.DB.DeleteTable(ctx, "Remote"))
	dry := pushing
	dry.DryRun = true
	if _, err := tablesync.Push(ctx, db, s, "Copy", dry); !isCode(err, engine.TableNotFound) {
		t.Errorf("a dry run into no table: %v", err)
	}
	dry.Create, dry.Rule = true, tablesync.TakeMine
	would, err := tablesync.Push(ctx, db, s, "Copy", dry)
	must(t, err)
	if tables, err := s.DB.Tables(ctx, "", 0); err != nil || len(tables.Names) != 0 || len(s.sent) != 0 {
		t.Fatalf("the dry run made %v, %v, and sent %v", tables.Names, err, s.sent)
	}
	push := dry
	push.DryRun = false
	did, err := tablesync.Push(ctx, db, s, "Copy", push)
	must(t, err)
	if would, did := told(would), told(did); would != did {
		t.Errorf("the dry run says\n%s\nthe push\n%s", would, did)
	}
}

// Ensure that written counts only what the push wrote: of changes that the service has already none is, also when it takes no
// writes.
func TestPush_AlreadyThere(t *testing.T) {
	s := newThere(t)
	s.page = 1000
	db := here(t, s)
	for i := range 401 {
		put(t, db, "Copy", fmt.Sprintf("p%d/r%03d A=1", i/100, i))
		if i < 400 {
			put(t, s.DB, "Remote", fmt.Sprintf("p%d/r%03d A=1", i/100, i))
		}
	}
	s.before = func(what byte, _ []engine.Op) error {
		if what == 'A' || what == 'B' {
			return engine.Errorf("SomethingUnheardOf", "not by you")
		}
		return nil
	}
	report, _ := tablesync.Push(ctx, db, s, "Copy", pushing)
	if report.Written != 0 || report.AlreadyThere != 400 || report.Left != 1 {
		t.Errorf("%+v", report)
	}
}
