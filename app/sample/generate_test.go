package sample

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func generated(t *testing.T, spec Spec) []entity {
	t.Helper()
	var all []entity
	err := Generate(context.Background(), spec, func(table, pk, rk string, properties []engine.Property) error {
		m := map[string]edm.Value{}
		for _, p := range properties {
			m[p.Name] = p.Value
		}
		all = append(all, entity{table, pk, rk, m})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func allTypes() []PropertySpec {
	var list []PropertySpec
	for _, typ := range edm.Types {
		list = append(list, PropertySpec{Name: "P" + typ.String(), Type: typ, Fill: 0.5, Length: 7})
	}
	return list
}

func TestGenerate_CountsKeysAndOrder(t *testing.T) {
	for _, pattern := range append(Patterns, "") {
		for _, skew := range []float64{0, 1, 3} {
			spec := Spec{Table: "Made", Entities: 5000, Partitions: 37, Skew: skew, Properties: allTypes(), KeyPattern: pattern, Seed: 9}
			all := generated(t, spec)
			if len(all) != spec.Entities {
				t.Fatalf("%q, skew %g: %d entities, want %d", pattern, skew, len(all), spec.Entities)
			}
			sizes := map[string]int{}
			last := ""
			for _, e := range all {
				key := edm.SortKey(e.pk, e.rk)
				if key <= last {
					t.Fatalf("%q: (%q, %q) is not after the entity before it", pattern, e.pk, e.rk)
				}
				last = key
				sizes[e.pk]++
				if err := errors.Join(engine.CheckKey("PartitionKey", e.pk), engine.CheckKey("RowKey", e.rk)); err != nil {
					t.Fatal(err)
				}
			}
			least, most := math.MaxInt, 0
			for _, n := range sizes {
				least, most = min(least, n), max(most, n)
			}
			if len(sizes) != spec.Partitions {
				t.Errorf("%d partitions, want %d", len(sizes), spec.Partitions)
			}
			if skew == 0 && most-least > 1 || skew == 1 && most < 10*least || skew == 3 && most < spec.Entities*3/4 {
				t.Errorf("skew %g: partitions of %d to %d entities", skew, least, most)
			}
		}
	}
}

func TestGenerate_Fill(t *testing.T) {
	spec := Spec{Table: "Made", Entities: 4000, Partitions: 4, Properties: allTypes()}
	spec.Properties[0].Fill, spec.Properties[1].Fill = 0, 1
	have := map[string]int{}
	for _, e := range generated(t, spec) {
		for name, v := range e.properties {
			have[name]++
			if name != "P"+v.Type().String() {
				t.Fatalf("%s is a %v", name, v.Type())
			}
			if n := len(v.Text()); n != 7 && (v.Type() == edm.String || v.Type() == edm.Binary) {
				t.Fatalf("%s has length %d, want 7", name, n)
			}
		}
	}
	for i, p := range spec.Properties {
		n := have[p.Name]
		if i == 0 && n != 0 || i == 1 && n != 4000 || i > 1 && (n < 1800 || n > 2200) {
			t.Errorf("%d of 4,000 have %s, fill %g", n, p.Name, p.Fill)
		}
	}
}

func TestGenerate_Distinct(t *testing.T) {
	for _, distinct := range []int{1, 5, maxPool + 100} {
		spec := Spec{Table: "Made", Entities: 40_000, Partitions: 1, Properties: allTypes()}
		for i := range spec.Properties {
			spec.Properties[i].Fill, spec.Properties[i].Distinct, spec.Properties[i].Length = 1, distinct, 12
		}
		values := map[string]map[edm.Value]bool{}
		for _, e := range generated(t, spec) {
			for name, v := range e.properties {
				if values[name] == nil {
					values[name] = map[edm.Value]bool{}
				}
				values[name][v] = true
			}
		}
		for _, p := range spec.Properties {
			want := distinct
			if p.Type == edm.Boolean {
				want = 2
			}
			if got := len(values[p.Name]); got > want || got < want*99/100 {
				t.Errorf("%s has %d distinct values, want %d", p.Name, got, want)
			}
		}
	}
}

func TestGenerate_Deterministic(t *testing.T) {
	spec := Spec{Table: "Made", Entities: 3000, Partitions: 30, Skew: 1, Properties: allTypes(), KeyPattern: RandomKeys, Seed: 5}
	of := func(s Spec) string {
		return fingerprint(t, func(emit Emit) error { return Generate(context.Background(), s, emit) })
	}
	first := of(spec)
	if again := of(spec); again != first {
		t.Error("one Spec gives two tables")
	}
	spec.Seed++
	if of(spec) == first {
		t.Error("two seeds give one table")
	}
}

func TestDefaultSpec(t *testing.T) {
	spec := DefaultSpec()
	if err := spec.Validate(); err != nil {
		t.Fatal(err)
	}
	spec.Entities, spec.Partitions = 2000, 2
	all := generated(t, spec)
	if e := all[1001]; e.pk != "P0001" || e.rk != "R00000001" || len(e.properties) != 4 || len(e.properties["Text"].Text()) != 20 {
		t.Errorf("%+v", e)
	}
}

func TestSpec_Validate(t *testing.T) {
	property := func(change func(*PropertySpec)) func(*Spec) {
		return func(s *Spec) { change(&s.Properties[2]) }
	}
	tests := []struct {
		name   string
		change func(*Spec)
		field  string
		index  int
	}{
		{"no table", func(s *Spec) { s.Table = "" }, "Table", -1},
		{"table with a space", func(s *Spec) { s.Table = "my table" }, "Table", -1},
		{"reserved table", func(s *Spec) { s.Table = "Tables" }, "Table", -1},
		{"no entities", func(s *Spec) { s.Entities = 0 }, "Entities", -1},
		{"negative entities", func(s *Spec) { s.Entities = math.MinInt }, "Entities", -1},
		{"too many entities", func(s *Spec) { s.Entities = MaxEntities + 1 }, "Entities", -1},
		{"no partitions", func(s *Spec) { s.Partitions = 0 }, "Partitions", -1},
		{"more partitions than entities", func(s *Spec) { s.Entities, s.Partitions = 10, 11 }, "Partitions", -1},
		{"negative skew", func(s *Spec) { s.Skew = -0.1 }, "Skew", -1},
		{"NaN skew", func(s *Spec) { s.Skew = math.NaN() }, "Skew", -1},
		{"infinite skew", func(s *Spec) { s.Skew = math.Inf(1) }, "Skew", -1},
		{"unknown pattern", func(s *Spec) { s.KeyPattern = "backwards" }, "KeyPattern", -1},
		{"253 properties", func(s *Spec) { s.Properties = make([]PropertySpec, 253) }, "Properties", -1},
		{"no name", property(func(p *PropertySpec) { p.Name = "" }), "Name", 2},
		{"bad name", property(func(p *PropertySpec) { p.Name = "a-b" }), "Name", 2},
		{"reserved name", property(func(p *PropertySpec) { p.Name = "RowKey" }), "Name", 2},
		{"name twice", property(func(p *PropertySpec) { p.Name = "Number" }), "Name", 2},
		{"no type", property(func(p *PropertySpec) { p.Type = edm.NoType }), "Type", 2},
		{"unknown type", property(func(p *PropertySpec) { p.Type = 200 }), "Type", 2},
		{"fill over 1", property(func(p *PropertySpec) { p.Fill = 1.5 }), "Fill", 2},
		{"NaN fill", property(func(p *PropertySpec) { p.Fill = math.NaN() }), "Fill", 2},
		{"negative distinct", property(func(p *PropertySpec) { p.Distinct = -1 }), "Distinct", 2},
		{"negative length", property(func(p *PropertySpec) { p.Length = -1 }), "Length", 2},
		{"String too long", property(func(p *PropertySpec) { p.Length = 32_769 }), "Length", 2},
		{"table too large", property(func(p *PropertySpec) { p.Length = 32_768 }), "Entities", -1},
		{"entity too large", func(s *Spec) {
			s.Entities, s.Partitions, s.Properties = 1, 1, nil
			for i := range 20 {
				s.Properties = append(s.Properties, PropertySpec{Name: "P" + seeded.Digits(i, 2), Type: edm.String, Fill: 1, Length: 32_768})
			}
		}, "Properties", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spec := DefaultSpec()
			tt.change(&spec)
			err := Generate(context.Background(), spec, func(string, string, string, []engine.Property) error {
				t.Fatal("an entity was made")
				return nil
			})
			e, ok := errors.AsType[*SpecError](err)
			if !ok {
				t.Fatalf("got %v, want a SpecError", err)
			}
			if e.Field != tt.field || e.Property != tt.index || !strings.HasSuffix(e.Message, ".") {
				t.Errorf("got %s %d %q, want %s %d and a sentence", e.Field, e.Property, e.Message, tt.field, tt.index)
			}
		})
	}
}

// BenchmarkGenerate makes the 1,000,000 entities of DefaultSpec per iteration.
func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		n := 0
		if err := Generate(context.Background(), DefaultSpec(), func(string, string, string, []engine.Property) error { n++; return nil }); err != nil || n != 1_000_000 {
			b.Fatal(n, err)
		}
	}
}
