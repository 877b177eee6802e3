package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// grid loads partitions p000 … of rows r000 …, each with N = row.
func grid(t testing.TB, partitions, rows int, options engine.Options) *engine.DB {
	t.Helper()
	db := engine.Open(options)
	if err := db.CreateTable(context.Background(), "Table"); err != nil {
		t.Fatal(err)
	}
	l := startLoad(t, db)
	for p := range partitions {
		for r := range rows {
			if err := l.Add(fmt.Sprintf("p%04d", p), fmt.Sprintf("r%04d", r), []engine.Property{{Name: "N", Value: edm.NewInt32(int32(r))}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	return db
}

func planOf(t testing.TB, filter string) *filterlang.Plan {
	t.Helper()
	plan, err := engine.CheckQuery(engine.Query{Filter: filter})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestSnapshot_Explain(t *testing.T) {
	s, err := grid(t, 300, 50, engine.Options{}).Snapshot("Table")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter                 string
		examined, partitions   int
		ideal, idealPartitions int
		queries                int
		exact                  bool
		keys                   []int
	}{
		{"", 15000, 300, 15000, 300, 1, true, []int{}},
		{"PartitionKey eq 'p0001' and RowKey eq 'r0001'", 1, 1, 1, 1, 1, true, []int{50, 1}},
		{"RowKey eq 'r0001' and PartitionKey eq 'p0001'", 1, 1, 1, 1, 1, true, []int{15000, 1}},
		{"PartitionKey eq 'p0001' and RowKey ge 'r0010' and RowKey lt 'r0020' and N gt 5", 10, 1, 10, 1, 1, true, []int{50, 40, 10, -1}},
		{"PartitionKey ge 'p0100' and PartitionKey lt 'p0110'", 500, 10, 500, 10, 1, true, []int{10000, 500}},
		{"PartitionKey eq 'p0001' or PartitionKey eq 'p0003'", 15000, 300, 100, 2, 2, true, []int{-1}},
		{"PartitionKey ge 'p0200' and RowKey eq 'r0001'", 5000, 100, 100, 100, 100, true, []int{5000, -1}},
		{"RowKey lt 'r0025'", 15000, 300, 7500, 300, 300, false, []int{-1}},
		{"PartitionKey eq 'a' and PartitionKey eq 'b'", 0, 0, 0, 0, 0, true, []int{0, 0}},
		{"PartitionKey eq 'none'", 0, 0, 0, 0, 1, true, []int{0}},
	} {
		x := s.Explain(planOf(t, c.filter))
		service, ideal := x.Service, x.Ideal
		if service.Examined != c.examined || service.Partitions != c.partitions || !service.Exact {
			t.Errorf("%s: service %+v", c.filter, service)
		}
		if ideal.Examined != c.ideal || ideal.Partitions != c.idealPartitions || ideal.Queries != c.queries || ideal.Exact != c.exact {
			t.Errorf("%s: ideal %+v", c.filter, ideal)
		}
		if !slices.Equal(x.Keys, c.keys) {
			t.Errorf("%s: keys %v, want %v", c.filter, x.Keys, c.keys)
		}
	}
}

// Ensure that pages end at the borders of range partitions, empty pages included.
func TestSnapshot_Run_RangePartitions(t *testing.T) {
	db := grid(t, 4, 10, engine.Options{RangePartitions: func(string) []string { return []string{"p0001", "p00015", "p0002", "z", ""} }})
	s, _ := db.Snapshot("Table")
	for filter, want := range map[string]string{
		"":                        "[10 10 0 20 0]",
		"N eq 3":                  "[1 1 0 2 0]",
		"PartitionKey lt 'p0002'": "[10 10 0]",
		"PartitionKey eq 'p0001'": "[10]",
	} {
		r, err := s.Run(context.Background(), engine.Query{Filter: filter}, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for i := range r.Pages() {
			got = append(got, r.Page(i).To-r.Page(i).From)
		}
		if fmt.Sprint(got) != want || r.Stats.RoundTrips != r.Pages() {
			t.Errorf("%s: pages of %v in %d round trips, want %s", filter, got, r.Stats.RoundTrips, want)
		}
	}
}

// Ensure that a scan can be watched and ended, and says what it found until then.
func TestSnapshot_Run_Canceled(t *testing.T) {
	s, _ := grid(t, 100, 200, engine.Options{}).Snapshot("Table")
	ctx, cancel := context.WithCancel(context.Background())
	calls, last := 0, 0
	watch := engine.RunOptions{
		Yield: func() error {
			if calls++; calls == 3 {
				cancel()
			}
			return nil
		},
		Progress: func(examined, total, matched int) {
			if examined-last > 4000 || total != 20000 {
				t.Errorf("progress %d of %d after %d", examined, total, last)
			}
			last = examined
		},
	}
	r, err := s.Run(ctx, engine.Query{Filter: "N ge 100"}, watch)
	if !errors.Is(err, context.Canceled) || r == nil || r.Len() == 0 || r.Len() >= 10000 || r.Stats.Returned != r.Len() {
		t.Errorf("run: %v, %+v", err, r)
	}
	stats, err := s.Match(ctx, planOf(t, "N ge 100"), engine.MatchOptions{})
	if !errors.Is(err, context.Canceled) || stats.Examined > 4000 {
		t.Errorf("match: %v, %+v", err, stats)
	}
	stop := errors.New("stop")
	if _, err := s.Match(context.Background(), planOf(t, "N ge 100"), engine.MatchOptions{Yield: func() error { return stop }}); !errors.Is(err, stop) {
		t.Errorf("match: %v", err)
	}
	if r, err := s.Run(context.Background(), engine.Query{Filter: "N ge 100"}, engine.RunOptions{MaxPages: 2}); err != nil || r.Len() != 2000 || !r.Page(1).Next.Valid {
		t.Errorf("two pages: %v, %d entities", err, r.Len())
	}
}
