package population

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// all returns the entities of a Spec, each by property.
func all(t testing.TB, s Spec) []map[string]edm.Value {
	t.Helper()
	var entities []map[string]edm.Value
	err := Generate(context.Background(), s, func(pk, rk string, properties []engine.Property) error {
		if want := fmt.Sprintf("%08d", len(entities)); pk != "Generated" || rk != want {
			t.Fatalf("entity %d has the key (%q, %q)", len(entities), pk, rk)
		}
		e := map[string]edm.Value{}
		for _, p := range properties {
			e[p.Name] = p.Value
		}
		entities = append(entities, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return entities
}

// counts returns how many entities have each value of a property.
func counts(entities []map[string]edm.Value, property string) map[edm.Value]int {
	n := map[edm.Value]int{}
	for _, e := range entities {
		if v := e[property]; !v.IsZero() {
			n[v]++
		}
	}
	return n
}

// Ensure that a property has as many values as it says, all in its range, and an entity one of its own when nothing is said.
func TestGenerate_Values(t *testing.T) {
	for _, test := range []struct {
		p           Property
		distinct    int
		first, last string // filter literals, "" when a hash decides
	}{
		{Property{Type: "String"}, 3000, "'0000'", "'2999'"},
		{Property{Type: "String", Distinct: 12, Prefix: "channel "}, 12, "'channel 00'", "'channel 11'"},
		{Property{Type: "String", Distinct: 10, Length: 5}, 10, "'00000'", "'00009'"},
		{Property{Type: "String", Shape: Word, Length: 9}, 3000, "", ""},
		{Property{Type: "String", Shape: Word, Distinct: 64}, 64, "'ba'", "'wo'"},
		{Property{Type: "String", Shape: Email, Prefix: "x."}, 3000, "", ""},
		{Property{Type: "Int32"}, 3000, "1", "3000"},
		{Property{Type: "Int32", From: "1", To: "5"}, 5, "1", "5"},
		{Property{Type: "Int32", From: "-5", To: "2147483647", Distinct: 3}, 3, "-5", "2147483647"},
		{Property{Type: "Int32", From: "2147483600"}, 48, "2147483600", "2147483647"},
		{Property{Type: "Int64", From: "-9223372036854775808", To: "9223372036854775807"}, 3000, "-9223372036854775808L", "9223372036854775807L"},
		{Property{Type: "Int64", From: "7", To: "7", Distinct: 9}, 1, "7L", "7L"},
		{Property{Type: "Double", Distinct: 5, From: "0", To: "1"}, 5, "0.0", "1.0"},
		{Property{Type: "Double", From: "3", To: "3"}, 1, "3.0", "3.0"},
		{Property{Type: "Boolean"}, 2, "false", "true"},
		{Property{Type: "Boolean", Distinct: 1}, 1, "true", "true"},
		{Property{Type: "DateTime", Distinct: 365}, 365, "datetime'2026-01-01T00:00:00Z'", "datetime'2026-12-31T00:00:00Z'"},
		{Property{Type: "DateTime", From: "2010-01-01", To: "2011-01-01"}, 3000, "datetime'2010-01-01T00:00:00Z'", "datetime'2010-12-31T21:04:48Z'"},
		{Property{Type: "DateTime", Distinct: 2, To: "1999-01-01"}, 2, "datetime'1998-01-01T00:00:00Z'", "datetime'1998-07-02T12:00:00Z'"},
		{Property{Type: "DateTime", From: "9999-12-31T23:59:59.9999990Z"}, 9, "datetime'9999-12-31T23:59:59.999999Z'", "datetime'9999-12-31T23:59:59.9999998Z'"},
		{Property{Type: "Guid"}, 3000, "", ""},
		{Property{Type: "Binary", Distinct: 30, Length: 3}, 30, "", ""},
	} {
		test.p.Name = "P"
		entities := all(t, Spec{Entities: 3000, Seed: 5, Properties: []Property{test.p}})
		n := counts(entities, "P")
		if len(n) != test.distinct {
			t.Errorf("%+v: %d different values, want %d", test.p, len(n), test.distinct)
			continue
		}
		var values []edm.Value
		for v := range n {
			if want, _ := edm.ParseType(test.p.Type); v.Type() != want {
				t.Errorf("%+v: %s is %s", test.p, v.Literal(), v.Type())
			}
			if test.p.Length > 0 && len(v.Text()) != test.p.Length || !strings.HasPrefix(v.Text(), test.p.Prefix) {
				t.Errorf("%+v: %s", test.p, v.Literal())
			}
			if test.p.Shape == Email && !strings.HasSuffix(v.Text(), "@example.org") {
				t.Errorf("%+v: %s", test.p, v.Literal())
			}
			values = append(values, v)
		}
		slices.SortFunc(values, func(a, b edm.Value) int {
			order, _ := edm.Compare(a, b)
			return order
		})
		if first, last := values[0].Literal(), values[len(values)-1].Literal(); test.first != "" && (first != test.first || last != test.last) {
			t.Errorf("%+v: from %s to %s, want %s to %s", test.p, first, last, test.first, test.last)
		}
	}
}

// Ensure that frequent values are as frequent as the skew says, and do not come first in order.
func TestGenerate_Skew(t *testing.T) {
	for _, skew := range []float64{0, 0.5, 1, 1.0000001, 1.5, 3, 10} {
		const entities, distinct = 60_000, 50
		n := counts(all(t, Spec{Entities: entities, Seed: 3, Properties: []Property{{Name: "P", Type: "Int32", Distinct: distinct, Skew: skew}}}), "P")
		var got []int
		most := edm.Value{}
		for v, count := range n {
			got = append(got, count)
			if count > n[most] {
				most = v
			}
		}
		slices.SortFunc(got, func(a, b int) int { return b - a })
		sum := 0.0
		for k := 1; k <= distinct; k++ {
			sum += math.Pow(float64(k), -skew)
		}
		for k, count := range got {
			want := entities * math.Pow(float64(k+1), -skew) / sum
			if off := math.Abs(float64(count) - want); off > 5*math.Sqrt(want)+1 {
				t.Errorf("skew %g: value %d has %d entities, want about %.0f", skew, k+1, count, want)
			}
		}
		if skew >= 1 && most.Int() == 1 {
			t.Errorf("skew %g: the least value is the most frequent", skew)
		}
	}
}

// Ensure that ranks of which there are many are as frequent as the skew says, group by group and within a group.
func TestZipf_Many(t *testing.T) {
	const n, draws = 1_000_000, 1_000_000
	for _, s := range []float64{0.7, 1, 1.3} {
		z, r := newZipf(n, s), seeded.New(1)
		var got [20]int // by power of two
		for range draws {
			got[bits.Len(uint(z.rank(r)+1))-1]++
		}
		var want [20]float64
		sum := 0.0
		for k := 1; k <= n; k++ {
			f := math.Pow(float64(k), -s)
			want[bits.Len(uint(k))-1] += f
			sum += f
		}
		for i := range want {
			want[i] *= draws / sum
			if math.Abs(float64(got[i])-want[i]) > 5*math.Sqrt(want[i])+want[i]/250 {
				t.Errorf("skew %g: %d draws of the ranks from %d, want about %.0f", s, got[i], 1<<i, want[i])
			}
		}
	}
}

// Ensure that as many entities lack a property as it says, and that one property's values say nothing of another's.
func TestGenerate_Independent(t *testing.T) {
	const entities = 100_000
	made := all(t, Spec{Entities: entities, Seed: 20, Properties: []Property{
		{Name: "A", Type: "Int32", Distinct: 10}, {Name: "B", Type: "Int32", Distinct: 10, Missing: 0.25},
		{Name: "C", Type: "Int32"}, {Name: "D", Type: "Int32"}, {Name: "Never", Type: "Guid", Missing: 1},
	}})
	var pairs [10][11]int
	var places [10][10]int
	for _, e := range made {
		b := 10
		if v := e["B"]; !v.IsZero() {
			b = int(v.Int()) - 1
		}
		pairs[e["A"].Int()-1][b]++
		places[(e["C"].Int()-1)*10/entities][(e["D"].Int()-1)*10/entities]++
		if e["Never"] != (edm.Value{}) {
			t.Fatal("a property that no entity has is there")
		}
	}
	for a, row := range pairs {
		for b, n := range row {
			want := 0.75 * entities / 100
			if b == 10 {
				want = 0.25 * entities / 10
			}
			if math.Abs(float64(n)-want) > 5*math.Sqrt(want) {
				t.Errorf("A = %d with B = %d: %d entities, want about %.0f", a+1, b+1, n, want)
			}
		}
	}
	for c, row := range places {
		for d, n := range row {
			if math.Abs(float64(n)-entities/100) > 6*math.Sqrt(entities/100) {
				t.Errorf("own values: %d entities in the tenths %d and %d, want about %d", n, c, d, entities/100)
			}
		}
	}
}

var example = Spec{Entities: 100_000, Seed: 42, Properties: []Property{
	{Name: "Channel", Type: "String", Distinct: 200, Skew: 1, Shape: Word, Length: 8},
	{Name: "CreatedOn", Type: "DateTime", From: "2010-01-01", To: "2011-01-01"},
	{Name: "Author", Type: "String", Distinct: 20_000, Skew: 0.8, Shape: Email, Length: 10},
	{Name: "Stars", Type: "Int32", From: "1", To: "5", Distinct: 5, Missing: 0.1},
	{Name: "Views", Type: "Int64", From: "0", To: "1000000000", Distinct: 1000, Skew: 1.2},
	{Name: "Score", Type: "Double", From: "0", To: "10", Distinct: 101},
	{Name: "Draft", Type: "Boolean", Skew: 3, Distinct: 2},
	{Name: "Id", Type: "Guid"},
	{Name: "Thumbnail", Type: "Binary", Length: 32, Missing: 0.5},
	{Name: "Text", Type: "String", Shape: Word, Length: 120},
}}

// Ensure that a seed stands for the same entities tomorrow, and another one for others.
func TestGenerate_Deterministic(t *testing.T) {
	sum := func(s Spec) uint64 {
		h := fnv.New64a()
		err := Generate(context.Background(), s, func(_, rk string, properties []engine.Property) error {
			fmt.Fprint(h, rk)
			for _, p := range properties {
				fmt.Fprint(h, p.Name, p.Value.Literal())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return h.Sum64()
	}
	s := example
	s.Entities = 3000
	const want = 0x6c06058c481a1ad5
	if got := sum(s); got != want {
		t.Errorf("the entities of seed 42 hash to %#x, want %#x: whoever kept a comparison has other data now", got, uint64(want))
	}
	s.Seed++
	if sum(s) == want {
		t.Error("another seed gives the same")
	}
}

// Ensure that the engine takes what is generated, and that it is quick.
func TestGenerate_Loads(t *testing.T) {
	ctx := context.Background()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Made"); err != nil {
		t.Fatal(err)
	}
	load, err := db.Load(ctx, "Made")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := Generate(ctx, example, load.Add); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	if got, err := load.Commit(); err != nil || got.Entities != example.Entities {
		t.Errorf("%+v, %v", got, err)
	}
	t.Logf("%d entities of %d properties made and loaded in %s", example.Entities, len(example.Properties), took)
}

// Ensure that it ends with the first error.
func TestGenerate_Stops(t *testing.T) {
	enough := errors.New("enough")
	n := 0
	err := Generate(context.Background(), Spec{Entities: 100}, func(string, string, []engine.Property) error {
		if n++; n == 3 {
			return enough
		}
		return nil
	})
	if err != enough || n != 3 {
		t.Error(err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Generate(ctx, Spec{Entities: 100}, func(string, string, []engine.Property) error { return nil }); err != context.Canceled {
		t.Error(err)
	}
	if err := Generate(context.Background(), Spec{}, nil); err == nil {
		t.Error("a Spec without entities does")
	}
}

// Ensure that each bound is kept with a sentence that names the property and what would do.
func TestSpec_Check(t *testing.T) {
	one := func(p Property) Spec {
		if p.Name == "" {
			p.Name = "P"
		}
		if p.Type == "" {
			p.Type = "String"
		}
		return Spec{Entities: 10, Properties: []Property{{Name: "First", Type: "Int32"}, p}}
	}
	many := Spec{Entities: 1, Properties: make([]Property, 65)}
	for _, test := range []struct {
		spec     Spec
		property int
		field    string
		says     string
	}{
		{Spec{Entities: 0}, -1, "Entities", "1 to 1,000,000 entities, not 0"},
		{Spec{Entities: 1_000_001}, -1, "Entities", "not 1000001"},
		{many, -1, "Properties", "at most 64 properties"},
		{one(Property{Name: "First"}), 1, "Name", "two properties “First”"},
		{one(Property{Name: "a b"}), 1, "Name", "“a b” will not do"},
		{one(Property{Name: "rowkey"}), 1, "Name", "not PartitionKey"},
		{one(Property{Name: strings.Repeat("é", 300)}), 1, "Name", "…”"},
		{one(Property{Type: "Colour"}), 1, "Type", "none of the eight"},
		{one(Property{Type: "none"}), 1, "Type", "none of the eight"},
		{one(Property{Distinct: -1}), 1, "Distinct", "not -1"},
		{one(Property{Distinct: 1_000_001}), 1, "Distinct", "1 to 1,000,000"},
		{one(Property{Skew: -1}), 1, "Skew", "to 10"},
		{one(Property{Skew: math.NaN()}), 1, "Skew", "to 10"},
		{one(Property{Missing: 1.1}), 1, "Missing", "0 to 100 %"},
		{one(Property{Prefix: strings.Repeat("x", 257)}), 1, "Prefix", "at most 256 bytes"},
		{one(Property{Prefix: "\xff"}), 1, "Prefix", "bytes of text"},
		{one(Property{Length: -1}), 1, "Length", "not -1"},
		{one(Property{Length: 1 << 20}), 1, "Length", "not 1048576"},
		{one(Property{Type: "Binary", Length: 1 << 20}), 1, "Length", "1 to 65536"},
		{one(Property{Shape: "colour"}), 1, "Shape", "word, email"},
		{one(Property{Type: "Int32", From: "x"}), 1, "From", "From of P is not of type Int32"},
		{one(Property{Type: "Int32", From: "5", To: "4"}), 1, "To", "comes before From, which is 5"},
		{one(Property{Type: "Int32", To: "-4"}), 1, "To", "comes before 1"},
		{one(Property{Type: "Double", From: "NaN"}), 1, "From", "is a number"},
		{one(Property{Type: "Double", To: "Infinity"}), 1, "To", "is a number"},
		{one(Property{Type: "DateTime", From: "2011-01-01", To: "2010-01-01"}), 1, "To", "comes before From"},
		{one(Property{Type: "DateTime", From: "0100-01-01"}), 1, "From", "1601"},
		{Spec{Entities: 1_000_000, Properties: []Property{{Name: "P", Type: "String", Length: 1000}}}, -1, "Entities", "961 MiB; at most 256"},
		{Spec{Entities: 1, Properties: []Property{{Name: "A", Type: "Binary", Length: 65536}, {Name: "B", Type: "String", Length: 30000}}}, 0, "", ""},
	} {
		err := test.spec.Check()
		e, ok := errors.AsType[*Error](err)
		if test.field == "" {
			if err != nil {
				t.Errorf("%+v: %v", test.spec, err)
			}
			continue
		}
		if !ok || e.Property != test.property || e.Field != test.field || !strings.Contains(e.Message, test.says) {
			t.Errorf("%+v: %#v, want %d, %s, %q", test.spec, err, test.property, test.field, test.says)
		}
	}
	big := Spec{Entities: 1}
	for i := range 20 {
		big.Properties = append(big.Properties, Property{Name: fmt.Sprint("P", i), Type: "String", Length: 32000})
	}
	if err := big.Check(); err == nil || !strings.Contains(err.Error(), "the service takes at most 1048576") {
		t.Errorf("an entity of over 1 MiB: %v", err)
	}
}

// FuzzSpec reads any description: it is refused with the name of a field, or gives as many entities as it says.
func FuzzSpec(f *testing.F) {
	for _, s := range []Spec{example, {Entities: 3, Properties: []Property{{Name: "A", Type: "Double", From: "-1e300", To: "1e300"}}}} {
		b, _ := json.Marshal(s)
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s Spec
		if json.Unmarshal([]byte(text), &s) != nil {
			return
		}
		s.Entities = min(s.Entities, 50)
		n := 0
		err := Generate(context.Background(), s, func(_, _ string, properties []engine.Property) error {
			n++
			for _, p := range properties {
				if p.Value.IsZero() {
					t.Fatalf("%s has no value", p.Name)
				}
			}
			return nil
		})
		if e, ok := errors.AsType[*Error](err); err != nil && (!ok || e.Field == "" || e.Message == "") || err == nil && n != s.Entities {
			t.Fatalf("%s: %d entities, %v", text, n, err)
		}
	})
}

// Ensure that a Spec is what its JSON says.
func TestSpec_JSON(t *testing.T) {
	b, err := json.Marshal(example)
	if err != nil {
		t.Fatal(err)
	}
	var got Spec
	if err := json.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, example) {
		t.Errorf("%s: %v", b, err)
	}
}

func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		if err := Generate(context.Background(), example, func(string, string, []engine.Property) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
