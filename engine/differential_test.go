package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that running a plan returns exactly what evaluating the filter on every entity returns, whatever the page size and
// the range partitions, and that what is told without running is true.
func TestDB_Differential(t *testing.T) {
	start := randomSeed(t)
	const perTable = 50
	for i := range uint64(rounds(max(1, *cases/perTable))) {
		d := newDifferential(t, start+i)
		for range perTable {
			if err := d.compare(); err != nil {
				t.Fatalf("seed %d, filter %s: %v", start+i, d.filter, err)
			}
		}
	}
}

type differential struct {
	*enginetest.Generator
	db     *engine.DB
	s      *engine.Snapshot
	all    []engine.Entity
	split  []string
	match  filterlang.MatchOptions
	filter string
}

func newDifferential(t testing.TB, seed uint64) *differential {
	t.Helper()
	d := &differential{Generator: enginetest.NewGenerator(seed)}
	d.match.MismatchRanksLow = d.IntN(2) == 0
	if d.IntN(3) == 0 {
		for range 1 + d.IntN(3) {
			d.split = append(d.split, d.PartitionKey())
		}
	}
	d.db = engine.Open(engine.Options{Match: d.match, RangePartitions: func(string) []string { return d.split }})
	if err := d.db.CreateTable(context.Background(), "Table"); err != nil {
		t.Fatal(err)
	}
	l, err := d.db.Load(context.Background(), "Table")
	if err != nil {
		t.Fatal(err)
	}
	for range d.IntN(80) {
		_ = l.Add(d.PartitionKey(), d.RowKey(), d.Properties(4)) // a key may come twice
	}
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	for range d.IntN(20) {
		op := engine.Op{Kind: engine.InsertOrMerge, PartitionKey: d.PartitionKey(), RowKey: d.RowKey(), Properties: d.Properties(2)}
		if _, err := d.db.Apply(context.Background(), "Table", op); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.db.Check(); err != nil {
		t.Fatal(err)
	}
	if d.s, err = d.db.Snapshot("Table"); err != nil {
		t.Fatal(err)
	}
	for i := range d.s.Len() {
		d.all = append(d.all, d.s.At(i))
	}
	if !slices.IsSortedFunc(d.all, compareEntities) {
		t.Fatalf("seed %d: entities are not in order", seed)
	}
	return d
}

func compareEntities(a, b engine.Entity) int {
	if c := edm.CompareString(a.PartitionKey(), b.PartitionKey()); c != 0 {
		return c
	}
	return edm.CompareString(a.RowKey(), b.RowKey())
}

func (d *differential) compare() error {
	d.filter = d.Filter(3)
	expr, err := filterlang.Parse(d.filter)
	if err != nil {
		return err
	}
	var want []engine.Entity
	var ranks []int
	for i, e := range d.all {
		if d.eval(expr, e) {
			want = append(want, e)
			ranks = append(ranks, i)
		}
	}
	top := 0
	if d.IntN(3) == 0 { // small pages take long
		top = 1 + d.IntN(5)
	}
	if err := d.comparePages(top, want); err != nil {
		return fmt.Errorf("$top %d: %w", top, err)
	}
	plan := filterlang.NewPlan(expr)
	if err := d.compareMatch(plan, ranks); err != nil {
		return err
	}
	return d.compareCounts(plan, want)
}

func (d *differential) eval(expr filterlang.Expr, e engine.Entity) bool {
	return filterlang.Eval(expr, func(name string) edm.Value {
		v, _ := e.Value(name)
		return v
	}, d.match)
}

// comparePages reads the query page by page and at once.
func (d *differential) comparePages(top int, want []engine.Entity) error {
	q := engine.Query{Filter: d.filter, Top: top}
	run, err := d.s.Run(context.Background(), q, engine.RunOptions{})
	if err != nil {
		return err
	}
	var got []engine.Entity
	var stats engine.Stats
	inRange := 0
	for _, e := range d.all {
		if run.Plan.Class != filterlang.Empty && run.Plan.Range.Contains(e.PartitionKey(), e.RowKey()) {
			inRange++
		}
	}
	for i := 0; ; i++ {
		page, err := d.db.Query(context.Background(), "Table", q)
		if err != nil {
			return err
		}
		got = append(got, page.Entities...)
		stats.Examined += page.Stats.Examined
		stats.Returned += page.Stats.Returned
		stats.Bytes += page.Stats.Bytes
		stats.Mismatched += page.Stats.Mismatched
		stats.RoundTrips += page.Stats.RoundTrips
		if info := run.Page(i); info.To-info.From != len(page.Entities) || info.To != len(got) || info.Next != page.Next {
			return fmt.Errorf("page %d is %+v, by Query it has %d entities and goes on at %+v", i, info, len(page.Entities), page.Next)
		}
		// Without borders of range partitions a page goes on when, and only when, the range holds entities behind it, and is full then.
		if len(d.split) == 0 && (page.Next.Valid != (stats.Examined < inRange) || page.Next.Valid && len(page.Entities) != top) {
			return fmt.Errorf("page %d has %d entities, %d of %d in the range are examined; it goes on at %+v", i, len(page.Entities), stats.Examined, inRange, page.Next)
		}
		pk, rk := page.Next.Headers()
		if q.From, err = engine.ParseToken(pk, rk); err != nil || q.From != page.Next {
			return fmt.Errorf("token %+v came back as %+v, %v", page.Next, q.From, err)
		}
		if !q.From.Valid {
			if i+1 != run.Pages() {
				return fmt.Errorf("%d pages, the run has %d", i+1, run.Pages())
			}
			break
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("%d entities, want %d", len(got), len(want))
	}
	stats.Partitions, stats.Elapsed = run.Stats.Partitions, run.Stats.Elapsed
	if stats != run.Stats {
		return fmt.Errorf("pages add up to %+v, the run says %+v", stats, run.Stats)
	}
	for i := range want {
		if run.At(i) != want[i] || run.Window(i, 3)[0] != want[i] {
			return fmt.Errorf("result %d differs", i)
		}
	}
	return d.compareEnough(q, run)
}

// compareEnough checks that a run to so many entities is the first pages of the whole one, and no page more than it takes.
func (d *differential) compareEnough(q engine.Query, whole *engine.Result) error {
	q.From = engine.Token{}
	for _, enough := range []int{1, 3, 4} {
		run, err := d.s.Run(context.Background(), q, engine.RunOptions{Enough: enough})
		if err != nil {
			return err
		}
		pages := run.Pages()
		for i := range pages {
			if run.Page(i) != whole.Page(i) || i+1 < pages && run.Page(i).To >= enough {
				return fmt.Errorf("to %d entities page %d of %d is %+v, in the whole run %+v", enough, i, pages, run.Page(i), whole.Page(i))
			}
		}
		if last := run.Page(pages - 1); last.Next.Valid && last.To < enough || run.Stats.RoundTrips != pages || run.Stats.Returned != last.To {
			return fmt.Errorf("to %d entities it ends with %+v, %+v", enough, last, run.Stats)
		}
	}
	return nil
}

// compareMatch counts what Match counts, in the plainest way.
func (d *differential) compareMatch(plan *filterlang.Plan, ranks []int) error {
	view := engine.Stretch{From: len(d.all) / 4, To: len(d.all) - len(d.all)/4}
	const buckets = 7
	got, err := d.s.Match(context.Background(), plan, engine.MatchOptions{Top: 3, View: view, Buckets: buckets})
	if err != nil {
		return err
	}
	run, err := d.s.Run(context.Background(), engine.Query{Filter: d.filter, Top: 3}, engine.RunOptions{})
	if err != nil {
		return err
	}
	mismatched := 0
	for i, e := range d.all {
		read := plan.Class != filterlang.Empty && plan.Range.Contains(e.PartitionKey(), e.RowKey())
		if read && !slices.Contains(ranks, i) && d.skipped(plan.Filter, e, false) {
			mismatched++
		}
	}
	if got.Mismatched != mismatched && !constant(plan.Filter) || got.Mismatched > got.Examined-got.Returned {
		return fmt.Errorf("%d of %d are skipped for their type and %d returned, want %d skipped", got.Mismatched, got.Examined, got.Returned, mismatched)
	}
	stats := got.Stats
	stats.Elapsed = run.Stats.Elapsed
	if stats != run.Stats {
		return fmt.Errorf("Match says %+v, Run %+v", stats, run.Stats)
	}
	for _, top := range []int{3, 50} {
		found, err := d.s.Match(context.Background(), plan, engine.MatchOptions{Top: top})
		if err != nil {
			return err
		}
		trips := 0
		for _, e := range plan.Parallel() {
			run, err := d.s.Run(context.Background(), engine.Query{Filter: e.String(), Top: top}, engine.RunOptions{})
			if err != nil {
				return err
			}
			trips += run.Stats.RoundTrips
		}
		if n, err := d.s.ParallelTrips(context.Background(), plan.Parallel(), &found, engine.MatchOptions{Top: top}); err != nil || n != trips {
			return fmt.Errorf("parallel queries with $top %d take %d round trips, %v, want %d", top, n, err, trips)
		}
	}
	alone, cumulative := make([]int, len(plan.Conjuncts)), make([]int, len(plan.Conjuncts))
	for _, e := range d.all {
		if plan.Class == filterlang.Empty || !plan.Range.Contains(e.PartitionKey(), e.RowKey()) {
			continue
		}
		so := true
		for _, pass := range []bool{true, false} { // those that set the range first
			for i, c := range plan.Conjuncts {
				if (c.Role == filterlang.SetsRange) != pass {
					continue
				}
				holds := d.eval(c.Expr, e)
				so = so && holds
				if holds {
					alone[i]++
				}
				if so {
					cumulative[i]++
				}
			}
		}
	}
	if !slices.Equal(got.Alone, alone) || !slices.Equal(got.Cumulative, cumulative) {
		return fmt.Errorf("conjuncts match %v alone and %v in turn, want %v and %v", got.Alone, got.Cumulative, alone, cumulative)
	}
	ticks := make([]int, buckets)
	for _, r := range ranks {
		if view.From <= r && r < view.To {
			ticks[(r-view.From)*buckets/view.Len()]++
		}
	}
	if !slices.Equal(got.Ticks, ticks) {
		return fmt.Errorf("ticks %v, want %v", got.Ticks, ticks)
	}
	return nil
}

// skipped reports whether a comparison meets another type in an entity, and its answer, alone, is against the entity.
func (d *differential) skipped(e filterlang.Expr, of engine.Entity, negated bool) bool {
	met := func(property string, literal edm.Value) bool {
		v, _ := of.Value(property)
		_, ok := edm.Compare(v, literal)
		return !v.IsZero() && !ok && d.eval(e, of) == negated
	}
	among := func(o filterlang.Expr) bool { return d.skipped(o, of, negated) }
	switch e := e.(type) {
	case *filterlang.And:
		return slices.ContainsFunc(e.Operands, among)
	case *filterlang.Or:
		return slices.ContainsFunc(e.Operands, among)
	case *filterlang.Not:
		return d.skipped(e.Operand, of, !negated)
	case *filterlang.Comparison:
		return met(e.Property, e.Literal)
	case *filterlang.BoolProperty:
		return met(e.Property, edm.NewBoolean(true))
	}
	return false
}

// constant reports whether a filter has a Boolean constant, which may leave comparisons out.
func constant(e filterlang.Expr) bool {
	switch e := e.(type) {
	case *filterlang.And:
		return slices.ContainsFunc(e.Operands, constant)
	case *filterlang.Or:
		return slices.ContainsFunc(e.Operands, constant)
	case *filterlang.Not:
		return constant(e.Operand)
	case *filterlang.Constant:
		return true
	}
	return false
}

// compareCounts holds what Explain tells without reading against counting.
func (d *differential) compareCounts(plan *filterlang.Plan, want []engine.Entity) error {
	x := d.s.Explain(plan)
	entities, partitions := 0, 0
	if plan.Class != filterlang.Empty {
		entities, partitions = d.brute(plan.Range)
	}
	if x.Service.Examined != entities || x.Service.Partitions != partitions || !x.Service.Exact {
		return fmt.Errorf("service's cost %+v, counted %d entities in %d partitions", x.Service, entities, partitions)
	}
	sumEntities, sumPartitions := 0, 0
	for _, r := range plan.Ideal {
		n, p := d.brute(r)
		sumEntities, sumPartitions = sumEntities+n, sumPartitions+p
		if c := d.s.Count(r); c.Entities != n || c.Partitions != p || !c.Exact {
			return fmt.Errorf("count of %s: %+v, want %d in %d", r, c, n, p)
		}
	}
	if x.Ideal.Examined != sumEntities || x.Ideal.Partitions != sumPartitions || !x.Ideal.Exact {
		return fmt.Errorf("ideal cost %+v, counted %d entities in %d partitions", x.Ideal, sumEntities, sumPartitions)
	}
	for _, e := range want {
		if !slices.ContainsFunc(plan.Ideal, func(r filterlang.KeyRange) bool { return r.Contains(e.PartitionKey(), e.RowKey()) }) {
			return fmt.Errorf("the ideal plan misses %s", enginetest.Describe(e))
		}
	}
	return nil
}

// brute counts the entities and partitions of a range.
func (d *differential) brute(r filterlang.KeyRange) (entities, partitions int) {
	last := "\x00"
	for _, e := range d.all {
		if r.Contains(e.PartitionKey(), e.RowKey()) {
			entities++
			if e.PartitionKey() != last {
				partitions++
				last = e.PartitionKey()
			}
		}
	}
	return entities, partitions
}
