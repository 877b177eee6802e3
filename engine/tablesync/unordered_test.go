package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// unorderedThere is a service whose lists have no order, with entities and a page size by chance.
func unorderedThere(t testing.TB, r *rand.Rand, n int) *there {
	s := newThere(t, rows(n)...)
	s.page = 1 + r.IntN(7)
	s.lists = cosmos.New(s.DB, r.Uint64())
	return s
}

// Ensure that an account of Azure Cosmos DB, known by its address, and one that is said to list without order are pulled exactly,
// whatever the order and the cuts of pages: first, again, and after changes on both sides.
func TestPull_Unordered(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	for round := range *cases {
		s := unorderedThere(t, r, 1+r.IntN(40))
		from, opt := origin, tablesync.Options{Profile: filterlang.Cosmos}
		if round%2 == 0 {
			from.Endpoint, opt.Profile = "https://acct.table.cosmos.azure.com:443", filterlang.Storage
		}
		db := engine.Open(engine.Options{Now: clock()})
		again := func() tablesync.PullReport {
			t.Helper()
			report, err := tablesync.Pull(ctx, db, s, "Copy", from, opt)
			must(t, err)
			must(t, db.Check())
			return report
		}
		again()
		inStep(t, db, s)
		if report := again(); report.Added+report.Updated+report.Deleted+report.Conflicts != 0 {
			t.Fatalf("nothing changed, but: %+v", report)
		}
		put(t, db, "Copy", "p0/mine A=1")
		put(t, db, "Copy", "-p0/r00")
		put(t, s.DB, "Remote", "p1/new A=1")
		put(t, s.DB, "Remote", "p9/gone A=1")
		again()
		put(t, s.DB, "Remote", "-p9/gone")
		s.log = nil
		if report := again(); report.Deleted != 1 || strings.Contains(string(s.log), "G") {
			t.Fatalf("%+v, requests %s", report, s.log)
		}
		if k := known(t, db, "p0/mine"); !k.Changed || k.Local.IsZero() {
			t.Fatal("what was inserted here is gone")
		}
		if k := known(t, db, "p0/r00"); !k.Changed || !k.Local.IsZero() {
			t.Fatal("what was deleted here is back")
		}
		if len(db.Documents()) > 0 {
			t.Fatalf("documents are left: %v", db.Documents())
		}
	}
}

// Ensure that a service that keeps no order is found out, and that a conflict that the pages before had seemed to bring goes.
func TestPull_Unordered_FoundOut(t *testing.T) {
	s := newThere(t, rows(20)...)
	db := here(t, s)
	put(t, db, "Copy", "p0/r01 A=mine")
	s.lists = cosmos.New(s.DB, 7)
	pull(t, db, s)
	if got, want := strings.Replace(all(t, db, "Copy"), "A=mine", "A=1", 1), all(t, s.DB, "Remote"); got != want {
		t.Errorf("the copy has\n%s\nthe service\n%s", got, want)
	}
	if k := known(t, db, "p0/r01"); !k.Changed || k.Conflict {
		t.Errorf("p0/r01: %+v", k)
	}
}

// Ensure that a pull of an unordered list that a crash or an error ends at any step is gone on with and comes to the same end:
// also when the service changed, and something was pushed, in between.
func TestPull_Unordered_CrashAtEachStep(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	for _, copied := range []bool{false, true} {
		for n := 1; ; n++ {
			s := unorderedThere(t, r, 20)
			disk := &enginetest.Disk{}
			db := reopen(t, disk)
			if copied {
				_, err := tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{Profile: filterlang.Cosmos})
				must(t, err)
				for _, change := range []string{"-p0/r00", "-p3/r17", "p1/r06 A=changed", "p8/new A=1"} {
					put(t, s.DB, "Remote", change)
				}
			}
			opt, _ := stepping(n)
			opt.Profile = filterlang.Cosmos
			if n%3 == 0 {
				opt.Yield = func() error {
					if r.IntN(4) == 0 {
						return errStopped
					}
					return nil
				}
			}
			var err error
			crashed := crashing(func() { _, err = tablesync.Pull(ctx, db, s, "Copy", origin, opt) })
			if err != nil && !errors.Is(err, errStopped) {
				t.Fatal(err)
			}
			if crashed {
				disk.Crash(r)
			} else {
				must(t, db.Close())
			}
			db = reopen(t, disk)
			put(t, s.DB, "Remote", "-p2/r10")
			put(t, s.DB, "Remote", "p2/r11 A=later")
			if _, err := db.Snapshot("Copy"); err == nil {
				put(t, db, "Copy", "p2/pushed A=1")
				_, err := tablesync.Push(ctx, db, s, "Copy", pushing)
				must(t, err)
			}
			for range 2 { // the first may only be the rest of one
				_, err := tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{Profile: filterlang.Cosmos})
				must(t, err)
				must(t, db.Check())
			}
			inStep(t, db, s)
			if len(db.Documents()) > 0 {
				t.Fatalf("step %d: documents are left: %v", n, db.Documents())
			}
			if !crashed && err == nil {
				if n < 8 {
					t.Fatalf("a pull has %d steps only", n)
				}
				break
			}
		}
	}
}

// Ensure that a stopped pull goes on with what is on later pages: it does not read the list again.
func TestPull_Unordered_GoesOn(t *testing.T) {
	s := unorderedThere(t, rand.New(rand.NewPCG(1, 2)), 60)
	s.page = 3
	db := engine.Open(engine.Options{Now: clock()})
	opt := tablesync.Options{Profile: filterlang.Cosmos}
	for range 2 { // the first, and one of a copy
		pages := 0
		opt.Yield = func() error {
			if pages++; pages == 11 {
				return errStopped
			}
			return nil
		}
		if report, err := tablesync.Pull(ctx, db, s, "Copy", origin, opt); !errors.Is(err, errStopped) || report.Read != 30 {
			t.Fatalf("%+v, %v", report, err)
		}
		opt.Yield = nil
		report, err := tablesync.Pull(ctx, db, s, "Copy", origin, opt)
		if err != nil || report.Read != 30 || report.Copy.Entities != 60 || report.Pages != 10 {
			t.Fatalf("%+v, %v", report, err)
		}
		inStep(t, db, s)
	}
}

// Ensure that comparing with a side without order tells the same differences in the same order, whether that is said or found
// out by the first page.
func TestCompare_Unordered(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	for range *cases {
		s := unorderedThere(t, r, 30+r.IntN(40))
		db := engine.Open(engine.Options{Now: clock()})
		must(t, db.CreateTable(ctx, "Here"))
		for i, e := range rows(50) {
			if i%7 != r.IntN(7) {
				put(t, db, "Here", strings.Replace(e, "A=2", "A=x", 1))
			}
		}
		local, err := db.Snapshot("Here")
		must(t, err)
		ordered, err := s.DB.Snapshot("Remote")
		must(t, err)
		want, wanted := differences(t, tablesync.LocalSide(local), tablesync.LocalSide(ordered))
		remote := tablesync.RemoteSide(s, "Remote", tablesync.Scope{})
		got, sum := differences(t, tablesync.LocalSide(local), remote.Unordered())
		if !slices.Equal(got, want) || sum != wanted {
			t.Fatalf("%v\ngot %q\nwant %q", sum, got, want)
		}
		s.page = 30
		got, sum = differences(t, tablesync.LocalSide(local), remote)
		if !slices.Equal(got, want) || sum != wanted {
			t.Fatalf("found out: %v\ngot %q\nwant %q", sum, got, want)
		}
	}
}

func BenchmarkPull_Unordered(b *testing.B) {
	plain := service(b, benchEntities)
	remote := cosmos.New(plain, 1)
	before := heap()
	same := service(b, benchEntities)
	table := heap() - before
	if same.Check() != nil {
		b.Fatal("not whole")
	}
	same = nil
	must(b, second(remote.Query(ctx, "Things", engine.Query{Top: 1})))
	must(b, second(plain.Apply(ctx, "Things", engine.Op{PartitionKey: "p", RowKey: "r"})))
	must(b, second(remote.Query(ctx, "Things", engine.Query{Top: 1}))) // sorted before it is measured
	for b.Loop() {
		before := heap()
		db := engine.Open(engine.Options{})
		must(b, second(tablesync.Pull(ctx, db, remote, "Copy", things, tablesync.Options{Profile: filterlang.Cosmos})))
		b.ReportMetric(float64(heap()-before)/float64(table), "of-the-table")
		must(b, second(db.Snapshot("Copy")))
	}
	b.ReportMetric(float64(benchEntities)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}

func BenchmarkPull_UnorderedUnchanged(b *testing.B) {
	plain, db := service(b, benchEntities), engine.Open(engine.Options{})
	must(b, second(plain.Apply(ctx, "Things", engine.Op{PartitionKey: "p", RowKey: "r"})))
	remote := cosmos.New(plain, 1)
	must(b, second(tablesync.Pull(ctx, db, remote, "Copy", things, tablesync.Options{Profile: filterlang.Cosmos})))
	for b.Loop() {
		must(b, second(tablesync.Pull(ctx, db, remote, "Copy", things, tablesync.Options{Profile: filterlang.Cosmos})))
	}
	b.ReportMetric(float64(benchEntities)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}

// A table here with one of a service that lists without order.
func BenchmarkCompare_Unordered(b *testing.B) {
	plain := service(b, benchEntities)
	must(b, second(plain.Apply(ctx, "Things", engine.Op{PartitionKey: "p", RowKey: "r"})))
	remote := cosmos.New(plain, 1)
	must(b, second(remote.Query(ctx, "Things", engine.Query{Top: 1})))
	local, err := plain.Snapshot("Things")
	must(b, err)
	for b.Loop() {
		sum, err := tablesync.Compare(context.Background(), tablesync.LocalSide(local), tablesync.RemoteSide(remote, "Things", tablesync.Scope{}).Unordered(), tablesync.Options{}, func(d tablesync.Difference) error { return fmt.Errorf("%+v", d) })
		if err != nil || sum.Equal != local.Len() {
			b.Fatal(sum, err)
		}
	}
	b.ReportMetric(float64(benchEntities)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}

// profileOf is that of a service whose lists have no order, or have one.
func profileOf(unordered bool) filterlang.Profile {
	if unordered {
		return filterlang.Cosmos
	}
	return filterlang.Storage
}
