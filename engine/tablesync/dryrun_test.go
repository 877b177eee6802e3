//go:build !js

package tablesync_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
)

// dryRuns is how many dry runs are held against the push that follows. `go test ./engine/tablesync -run TestPush_DryRun_Random -v` prints
// the figure.
var dryRuns = flag.Int("dryruns", 200, "pushes that are run dry first")

// changedOnBothSides returns entities of random partitions that each side changed, deleted or inserted at random.
func changedOnBothSides(r *rand.Rand) []threeWay {
	entity := func() string {
		if r.IntN(6) == 0 {
			return "-"
		}
		var out []string
		for _, name := range []string{"A", "B", "C"} {
			if v := r.IntN(3); v > 0 {
				out = append(out, fmt.Sprint(name, "=", v))
			}
		}
		return strings.Join(out, " ")
	}
	var list []threeWay
	mine, theirs, partitions := r.IntN(100), r.IntN(100), 1+r.IntN(12)
	for i := range 1 + r.IntN(600) {
		e := threeWay{key: fmt.Sprintf("p%02d/r%04d", r.IntN(partitions), i), base: entity()}
		e.mine, e.theirs = e.base, e.base
		if r.IntN(100) < mine {
			e.mine = entity()
		}
		if r.IntN(100) < theirs {
			e.theirs = entity()
		}
		list = append(list, e)
	}
	return list
}

// Ensure that a dry run tells what the push that follows finds and does: the same conflicts, writes and partitions, in as many requests;
// by every rule, one request or several at a time, with the ETags of the service or others.
func TestPush_DryRun_Random(t *testing.T) {
	first, runs := randomSeed(t), *dryRuns
	if testing.Short() { // the race detector runs
		runs /= 6
	}
	var conflicts, would, did, most, asked int
	for n := range uint64(runs) {
		r := rand.New(rand.NewPCG(first, n))
		s := newThere(t)
		s.page, s.opaque = 1000, n%3 == 0
		db := setUpAt(t, s, changedOnBothSides(r))
		opt := pushing
		opt.Rule, opt.All = tablesync.Rule(n%5), true
		var service engine.Service = s
		if !s.opaque && r.IntN(2) == 0 {
			service = &tablerest.Client{Doer: &wire{handler: tablerest.NewHandler(s.DB, tablerest.Options{Account: "acct"})}, URL: "https://acct.example.org"}
			opt.AtOnce = 1 + r.IntN(8)
		}
		opt.DryRun = true
		dry, err := tablesync.Push(ctx, db, service, "Copy", opt)
		must(t, err)
		opt.DryRun = false
		push, err := tablesync.Push(ctx, db, service, "Copy", opt)
		must(t, err)
		counts := func(r tablesync.PushReport) string {
			groups := map[string]string{}
			for _, g := range r.Groups {
				groups[g.PartitionKey] += fmt.Sprintf("%d+%d/%d ", g.Written, g.AlreadyThere, g.Ops)
			}
			return fmt.Sprintf("%d written, %d already there, %d resolved, %d unchanged, %d new conflicts, %d in conflict, %d left, %v",
				r.Written, r.AlreadyThere, r.Resolved, r.Unchanged, r.Conflicts, r.InConflict, r.Left, groups)
		}
		if told, is := counts(dry), counts(push); told != is {
			t.Fatalf("-seed %d, run %d by %s: the dry run says\n%s\nthe push\n%s", first, n, ruleNames[opt.Rule], told, is)
		}
		off := max(dry.Requests-push.Requests, push.Requests-dry.Requests)
		if off*10 > push.Requests {
			t.Errorf("-seed %d, run %d by %s: the dry run says %d requests, the push made %d", first, n, ruleNames[opt.Rule], dry.Requests, push.Requests)
		}
		conflicts, would, did, most, asked = conflicts+push.Conflicts+push.Resolved, would+dry.Requests, did+push.Requests, max(most, off), asked+dry.Asked
	}
	t.Logf("%d dry runs: the same conflicts, %d in all; %d requests foretold and %d made, %d off at most in one run; the dry runs made %d to read", runs, conflicts, would, did, most, asked)
}
