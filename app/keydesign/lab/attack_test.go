package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/app/keydesign/population"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// peopled is a world whose tables are populations, few or thousands of entities, small or so large that pages end early.
type peopled struct{ world }

var peopledNames = []string{"A", "B", "C", "D", "E", "Größe"}

func (w peopled) population() population.Spec {
	s := population.Spec{Entities: pick(w.world, 1, 30, 300, 300, 2500), Seed: w.Uint64()}
	for _, name := range peopledNames {
		p := population.Property{Name: name, Type: edm.Types[w.IntN(len(edm.Types))].String(), Distinct: pick(w.world, 0, 1, 3, 40, 400),
			Skew: pick(w.world, 0, 0, 1.2), Missing: pick(w.world, 0, 0, 0.3)}
		if p.Type == "String" {
			p.Shape = pick(w.world, population.Number, population.Word, population.Email)
			p.Prefix = pick(w.world, "", "", "Ä ", "'", "~\uffff", "\U0001F600")
			p.Length = pick(w.world, 0, 5)
		}
		s.Properties = append(s.Properties, p)
	}
	if s.Entities <= 300 && w.IntN(3) == 0 {
		for i := range 3 {
			s.Properties = append(s.Properties, population.Property{Name: fmt.Sprint("Long", i), Type: "Binary", Length: 20_000 + w.IntN(40_000)})
		}
	}
	return s
}

func (w peopled) template() string {
	var b strings.Builder
	for range w.IntN(3) {
		b.WriteString(pick(w.world, "", "-", "_", "x", "\uffff", "{{") + "{" + pick(w.world, peopledNames...))
		for range w.IntN(3) {
			b.WriteString("|" + pick(w.world, "lower", "upper", "pad(3)", "pad(20)", "inverse", "hash(4)", "prefix(3)", "sha(6)", "guid", "date(yyyy-MM)", "ticks"))
		}
		b.WriteString("}" + pick(w.world, "", "", ";"))
	}
	return b.String()
}

func (w peopled) design() Design {
	d := Design{Partition: w.template(), Row: w.template() + pick(w.world, "{RowKey}", "_{RowKey}", "{RowKey|inverse}", "{RowKey}"+w.template())}
	for range w.IntN(3) {
		x := Index{Kind: pick(w.world, SamePartition, OtherPartition, KeyList, OtherTable), Partition: w.template(), Row: w.template() + pick(w.world, "", "{RowKey}")}
		if w.IntN(3) == 0 && x.Kind != KeyList {
			x.Properties = []string{pick(w.world, peopledNames...), pick(w.world, peopledNames...)}
		}
		d.Indexes = append(d.Indexes, x)
	}
	return d
}

func (w peopled) pattern(from *engine.Snapshot) Pattern {
	p := Pattern{Kind: Read, PerDay: float64(w.IntN(100))}
	var clauses []string
	for range w.IntN(4) {
		name := pick(w.world, peopledNames...)
		v, ok := from.At(w.IntN(from.Len())).Value(name)
		if !ok {
			continue
		}
		clauses = append(clauses, name+" "+filterlang.Op(w.IntN(6)).String()+" "+v.Literal())
	}
	p.Filter = strings.Join(clauses, pick(w.world, " and ", " and ", " and ", " or "))
	if w.IntN(2) == 0 {
		p.Top = pick(w.world, 1, 7, 100, 999, 1000, 1001, 2000, 5000)
		p.Order = pick(w.world, "", "", "A", "-B", "C")
	}
	if w.IntN(3) == 0 {
		p.Select = []string{pick(w.world, peopledNames...)}
	}
	return p
}

func load(t testing.TB, s population.Spec) *engine.Snapshot {
	t.Helper()
	return table(t, func(add func(string, string, ...engine.Property)) {
		err := population.Generate(context.Background(), s, func(pk, rk string, properties []engine.Property) error {
			add(pk, rk, properties...)
			return nil
		})
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
	})
}

// Ensure that each way to ask finds as many as the pattern's filter does on the entities as they were, or as many of them as are
// wanted, on pages that end by number and by size, whatever the types; and that what is said of it can be.
func TestMeasure_Populations(t *testing.T) {
	seeds := 50
	if testing.Short() {
		seeds = 15
	}
	told, tops, many := 0, 0, 0
	for seed := range uint64(seeds) {
		w := peopled{world{rand.New(rand.NewPCG(seed, 3))}}
		people := w.population()
		from := load(t, people)
		spec := Spec{Population: &people, Designs: []Design{w.design(), w.design()}}
		for range 4 {
			spec.Patterns = append(spec.Patterns, w.pattern(from))
		}
		b := NewBench(from, true)
		r := measure(t, b, spec)
		for k := range spec.Patterns {
			p := &spec.Patterns[k]
			if r.Patterns[k].Refused != nil {
				t.Fatalf("seed %d: %s: %+v", seed, p.Filter, r.Patterns[k].Refused)
			}
			var filter filterlang.Expr
			if p.Filter != "" {
				filter, _ = filterlang.Parse(p.Filter)
			}
			all := 0
			for rank := range from.Len() {
				e := from.At(rank)
				if filter == nil || filterlang.Eval(filter, func(name string) edm.Value { v, _ := e.Value(name); return v }, filterlang.MatchOptions{}) {
					all++
				}
			}
			want := all
			if p.Top > 0 {
				want = min(all, p.Top)
			}
			for i := range spec.Designs {
				if d := &r.Designs[i]; d.Refused != nil || d.Duplicates+d.Keyless > 0 {
					continue
				}
				for _, way := range r.Patterns[k].Cells[i].Ways {
					if way.Doubt != "" {
						continue
					}
					told++
					if p.Top > 0 && all > p.Top {
						tops++
					}
					if want > 1000 {
						many++
					}
					name := fmt.Sprintf("seed %d: %+v\n%+v\nby %d: %+v", seed, spec.Designs[i], *p, way.Index, way)
					if way.Wanted != want {
						t.Fatalf("%s\nfinds %d of %d, want %d", name, way.Wanted, all, want)
					}
					list := way.Index >= 0 && spec.Designs[i].Indexes[way.Index].Kind == KeyList
					switch {
					case way.Returned < way.Wanted && !list, way.Returned > way.Examined, way.Lookups > way.RoundTrips, way.RoundTrips < 1 && way.Class != filterlang.Empty:
						t.Fatalf("%s\ncannot be", name)
					case way.Cost.Points != float64(way.RoundTrips)+float64(way.Examined)/1000:
						t.Fatalf("%s\ncosts %+v", name, way.Cost)
					case way.Class == filterlang.Point && way.Examined-way.Lookups > 1:
						t.Fatalf("%s\nis no point", name)
					}
				}
			}
		}
		for i := range spec.Designs {
			Checklist(spec, r, i)
		}
		Markdown(spec, r, "")
	}
	if told < seeds || tops < seeds/10 || many < seeds/30 {
		t.Errorf("only %d ways, %d with more than are wanted, %d with over a page", told, tops, many)
	}
	t.Logf("%d ways, %d with more than are wanted, %d with over a page", told, tops, many)
}
