package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// world makes random tables, designs and patterns.
type world struct{ *rand.Rand }

func pick[T any](w world, from ...T) T { return from[w.IntN(len(from))] }

func (w world) table(t testing.TB) *engine.Snapshot {
	return table(t, func(add func(string, string, ...engine.Property)) {
		for i := range 40 + w.IntN(200) {
			var properties []engine.Property
			for _, p := range []engine.Property{text("A", pick(w, "a", "b", "ab", "B", "")), number("B", w.IntN(12)), date("C", int64(w.IntN(40))*86_400),
				text("WasRowKey", pick(w, "x", "y"))} {
				if w.IntN(8) > 0 {
					properties = append(properties, p)
				}
			}
			add(pick(w, "p", "q", "Ω"), fmt.Sprintf("%03d", i), properties...)
		}
	})
}

func (w world) template() string {
	return pick(w, "{PartitionKey}", "{A}", "{A|lower}", "x_{B|pad(3)}", "{C|date(yyyy-MM)}", "{C|inverse}", "{A}_{C|inverse:yyyy-MM}", "{RowKey|hash(3)}", "", "copy_{B|pad(2)|inverse}_{A}")
}

func (w world) row() string {
	return pick(w, "{RowKey}", "{RowKey}", "{B|pad(4)}_{RowKey}", "{C|inverse}_{RowKey}", "z{A}-{RowKey}", "{RowKey|inverse}", "y_{RowKey}", "{A}", "{B}")
}

func (w world) design() Design {
	d := Design{Partition: w.template(), Row: w.row()}
	for range w.IntN(4) {
		x := Index{Kind: pick(w, SamePartition, OtherPartition, KeyList, OtherTable), Partition: w.template(), Row: w.row()}
		if w.IntN(4) == 0 && x.Kind != KeyList {
			x.Properties = pick(w, []string{"A"}, []string{"A", "B"}, []string{"C"})
		}
		d.Indexes = append(d.Indexes, x)
	}
	return d
}

func (w world) pattern() Pattern {
	p := Pattern{Kind: Read, PerDay: float64(w.IntN(100))}
	var clauses []string
	for range w.IntN(4) {
		clauses = append(clauses, pick(w, "A eq 'a'", "A ge 'a' and A lt 'b'", "B eq 3", "B gt 4", "B le 7", "C ge datetime'2010-01-10T00:00:00Z'", "C lt datetime'2010-01-20T00:00:00Z'",
			"PartitionKey eq 'p'", "PartitionKey eq 'Ω'", "RowKey ge '050'", "RowKey eq '007'", "not (B eq 3)", "(A eq 'a' or B eq 2)", "WasRowKey eq 'x'"))
	}
	p.Filter = strings.Join(clauses, " and ")
	if w.IntN(3) == 0 {
		p.Top = 1 + w.IntN(20)
		p.Order = pick(w, "", "C", "-C", "B", "-B", "RowKey", "-RowKey")
	}
	return p
}

// Ensure that every way of asking gives what the pattern's filter gives on the table as it is, entity by entity, whatever the
// data, the design and the pattern; that of the first by an order none is missed; and that the numbers are those of the run.
func TestMeasure_NeverLosesAnEntity(t *testing.T) {
	seeds := 120
	if testing.Short() {
		seeds = 30
	}
	ways, lists, tops, narrowed := 0, 0, 0, 0
	for seed := range uint64(seeds) {
		w := world{rand.New(rand.NewPCG(seed, 7))}
		b := NewBench(w.table(t), false)
		var spec Spec
		for range 3 {
			spec.Designs = append(spec.Designs, w.design())
		}
		for range 5 {
			spec.Patterns = append(spec.Patterns, w.pattern())
		}
		r := measure(t, b, spec)
		n := b.from.Len()
		for i := range spec.Designs {
			d, _ := parse(&spec.Designs[i])
			s := b.shadows[d.key]
			for k := range spec.Patterns {
				p := &spec.Patterns[k]
				var filter filterlang.Expr
				if p.Filter != "" {
					filter, _ = filterlang.Parse(p.Filter)
				}
				for _, way := range r.Patterns[k].Cells[i].Ways {
					if way.Doubt != "" {
						continue
					}
					ways++
					x := &s.sets[way.Index+1]
					s.locate(x, n)
					var want []int
					for rank := range n {
						e := b.from.At(rank)
						stored := x.place[rank] != none
						if x.lists != nil {
							stored = x.lists[rank] != none
						}
						if stored && (filter == nil || filterlang.Eval(filter, func(name string) edm.Value { v, _ := e.Value(name); return v }, filterlang.MatchOptions{})) {
							want = append(want, rank)
						}
					}
					found, err := x.in.table.Run(context.Background(), engine.Query{Filter: way.Filter}, engine.RunOptions{})
					if err != nil {
						t.Fatalf("seed %d: %s: %v", seed, way.Filter, err)
					}
					var got []int
					for at := range found.Len() {
						e := found.At(at)
						got = append(got, int(x.in.tags[x.in.table.Rank(e.PartitionKey(), e.RowKey())])-x.number*n)
					}
					name := fmt.Sprintf("seed %d: %+v\n%s\nby %d becomes %s", seed, spec.Designs[i], p.Filter, way.Index, way.Filter)
					if x.lists != nil {
						lists++
						looks := 0
						for rank, of := range x.lists {
							if of != none && slices.Contains(got, int(of)) {
								looks++
							} else if slices.Contains(want, rank) {
								t.Fatalf("%s\nloses %d", name, rank)
							}
						}
						if p.Top == 0 && (way.Lookups != looks || r.Designs[i].Duplicates == 0 && way.Wanted != len(want) || way.RoundTrips != found.Stats.RoundTrips+looks) {
							t.Fatalf("%s\nlooks up %d for %d, told are %+v", name, looks, len(want), way)
						}
						continue
					}
					inOrder := slices.Clone(got)
					slices.Sort(got)
					if !slices.Equal(got, want) {
						t.Fatalf("%s\nreturns %v, want %v", name, got, want)
					}
					if found.Plan.Class != filterlang.FullScan && len(want) > 0 {
						narrowed++
					}
					switch {
					case p.Top == 0:
						if way.Examined-way.Lookups != found.Stats.Examined || way.Returned-way.Lookups != len(want) || way.Wanted != len(want) {
							t.Fatalf("%s\nnumbers %+v, want %+v", name, way, found.Stats)
						}
					case p.Order == "" || way.Ordered:
						tops++
						if way.Wanted != min(p.Top, len(want)) || way.Returned-way.Lookups != way.Wanted {
							t.Fatalf("%s\nof %d wanted are %+v", name, len(want), way)
						}
						if p.Order != "" && !areFirst(b, p, inOrder[:way.Wanted], want) {
							t.Fatalf("%s\nthe first are not those of %v", name, inOrder)
						}
					case way.Returned-way.Lookups != len(want):
						t.Fatalf("%s\nall %d should be read: %+v", name, len(want), way)
					}
				}
			}
		}
	}
	if ways < 15*seeds || lists < seeds || tops < seeds || narrowed < 2*seeds {
		t.Errorf("only %d ways, %d lists, %d tops, %d narrowed", ways, lists, tops, narrowed)
	}
}

// areFirst reports whether no entity of all has an order before one of the first.
func areFirst(b *Bench, p *Pattern, firsts, all []int) bool {
	name, descending := strings.CutPrefix(p.Order, "-")
	for _, f := range firsts {
		for _, a := range all {
			if slices.Contains(firsts, a) {
				continue
			}
			x, _ := b.from.At(f).Value(name)
			y, _ := b.from.At(a).Value(name)
			if c, ok := compareValues(x, y); ok && c != 0 && (c > 0) != descending {
				return false
			}
		}
	}
	return true
}

// Ensure that what a write pattern reports is what a naive count over keys made one by one gives.
func TestMeasure_WritesNaively(t *testing.T) {
	for seed := range uint64(60) {
		w := world{rand.New(rand.NewPCG(seed, 9))}
		b := NewBench(w.table(t), false)
		design := Design{Partition: w.template(), Row: "{RowKey}"}
		p := Pattern{Kind: Insert, PerDay: 1, Rate: float64(1 + w.IntN(50)), Batch: 1 + w.IntN(10), Together: pick(w, "", "A"), Arrival: pick(w, "", "C")}
		r := measure(t, b, Spec{Designs: []Design{design}, Patterns: []Pattern{p}})
		got := r.Patterns[0].Cells[0].Write
		keys, err := keydesign.ParseDesign(design.Partition, design.Row)
		if err != nil {
			t.Fatal(err)
		}
		partition := func(rank uint32) string {
			e := b.from.At(int(rank))
			pk, _, err := keys.Keys(func(name string) edm.Value { v, _ := e.Value(name); return v })
			if err != nil {
				t.Fatal(err)
			}
			return pk
		}
		order := b.arrival[p.Arrival]
		size := min(len(order), int(p.Rate))
		sum, windows := 0, 0
		for from := 0; from+size <= len(order); from += size {
			counts := map[string]int{}
			most := 0
			for _, rank := range order[from : from+size] {
				counts[partition(rank)]++
				most = max(most, counts[partition(rank)])
			}
			sum += most
			windows++
		}
		if want := float64(sum) / float64(windows) * p.Rate / float64(size); math.Abs(want-got.Hottest) > 1e-9 {
			t.Errorf("seed %d: the hottest gets %g, want %g", seed, got.Hottest, want)
		}
		groups := map[edm.Value][]uint32{}
		for _, rank := range order {
			v := edm.Value{}
			if p.Together != "" {
				v, _ = b.from.At(int(rank)).Value(p.Together)
			}
			groups[v] = append(groups[v], rank)
		}
		calls, split, requests := 0, 0, 0
		for _, group := range groups {
			for call := range slices.Chunk(group, p.Batch) {
				in := map[string]bool{}
				for _, rank := range call {
					in[partition(rank)] = true
				}
				calls++
				requests += len(in)
				if len(in) > 1 {
					split++
				}
			}
		}
		if got.Calls != calls || got.Split != split || math.Abs(got.Requests-float64(requests)/float64(calls)) > 1e-9 {
			t.Errorf("seed %d: %+v, want %d calls, %d split, %d requests", seed, got, calls, split, requests)
		}
	}
}
