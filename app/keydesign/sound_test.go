package keydesign

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// world makes random data, designs and filters. The values are such that texts of different values meet, are the beginning of
// one another, and lie around the delimiters. Each property has values of mostly one kind, which numbers mix.
type world struct {
	*enginetest.Generator
	kinds map[string]int
}

func newWorld(seed uint64) world {
	w := world{enginetest.NewGenerator(seed), map[string]int{}}
	for _, name := range propertyNames {
		w.kinds[name] = w.IntN(6)
	}
	return w
}

func any1[T any](w world, from ...T) T { return from[w.IntN(len(from))] }

func (w world) text() string {
	var b strings.Builder
	for range w.IntN(5) {
		b.WriteString(any1(w, "a", "a", "a", "b", "b", "-", "~", "9", any1(w, "_", "!", "A", "é", "\uffff", "\U0001F600", "\ue000", "0")))
	}
	return b.String()
}

func (w world) value(name string) edm.Value {
	kind := w.kinds[name]
	if w.IntN(15) == 0 {
		kind = w.IntN(7)
	}
	switch kind {
	case 0, 1:
		return edm.NewString(w.text())
	case 2:
		switch w.IntN(5) {
		case 0:
			return edm.NewInt64(any1(w, int64(w.IntN(140)), int64(w.IntN(140)), 1<<53, 1<<53+1, math.MaxInt64))
		case 1, 2:
			return edm.NewDouble(any1(w, float64(w.IntN(14)), float64(w.IntN(56))/4, float64(w.IntN(56))/4, 1e-7, 1<<53, math.NaN(), math.Inf(1), math.Copysign(0, -1)))
		}
		return edm.NewInt32(int32(w.IntN(14) - w.IntN(2)))
	case 3:
		return edm.NewInt32(int32(w.IntN(140)))
	case 4:
		year := 630_822_816_000_000_000 + int64(w.IntN(3))*315_360_000_000_000 // 2000, 2001, …
		day := int64(864_000_000_000)
		return edm.NewDateTime(edm.Ticks(year + int64(w.IntN(70))*day + any1(w, 0, 1, day-1, day/24, day/24-1)))
	case 5:
		return edm.NewGuid(edm.UUID{any1[byte](w, 0x09, 0x0a, 0x90, 0xa0), any1[byte](w, 0, 0xff), 15: byte(w.IntN(3))})
	}
	return w.Value()
}

var propertyNames = []string{"A", "B", "C", "D"}

func (w world) template() string {
	var b strings.Builder
	for range any1(w, 1, 1, 2, 2, 3, 4) {
		b.WriteString(any1(w, "", "", "-", "_", "!", "~", "a", "\uffff", "9"))
		name := any1(w, "A", "A", "B", "B", "C", "D", "PartitionKey", "RowKey")
		b.WriteString("{" + name)
		kind := w.kinds[name]
		for range any1(w, 0, 0, 1, 1, 1, 2, 3) {
			if w.IntN(2) == 0 { // a function that goes with the values
				b.WriteString("|" + [...][]string{{"prefix(1)", "prefix(2)"}, {"prefix(2)", "prefix(3)"}, {"pad(2)", "pad(3)|inverse"},
					{"pad(3)", "pad(3)|inverse|prefix(2)"}, {"date(yyyy-MM)", "inverse"}, {"inverse", "guid|inverse"}}[kind][w.IntN(2)])
				kind = 0
				continue
			}
			b.WriteString("|" + any1(w, "lower", "upper", "pad(3)", "pad(20)", "date", "date(yyyy-MM)", "date(yyyy-Www)", "date(MM)", "date(yyyyMMddTHH)", "ticks",
				"inverse", "inverse", "inverse(yyyy-MM)", "inverse(yyyyMMddHHmmss)", "hash(3)", "prefix(1)", "prefix(2)", "prefix(7)", "prefix(19)", "guid", "sha(2)"))
		}
		b.WriteString("}")
	}
	return b.String() + any1(w, "", "", "x", "-")
}

// filter asks with values of the data and of near it.
func (w world) filter(entities []map[string]edm.Value) string {
	var clauses []string
	for range 1 + w.IntN(4) {
		name := any1(w, "A", "A", "A", "B", "B", "C", "D", "PartitionKey", "RowKey")
		v := entities[w.IntN(len(entities))][name]
		if v.IsZero() || w.IntN(4) == 0 || v.Type() == edm.Double && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)) {
			for v = w.value(name); v.Type() == edm.Double; v = w.value(name) {
			}
		}
		if v.Type() == edm.String && w.IntN(3) == 0 {
			v = edm.NewString(firstRunes(v.Text(), w.IntN(3)) + any1(w, "", "", "a", "z"))
		}
		if v.Type() == edm.Int64 && w.IntN(2) == 0 && v.Int() < 1000 && v.Int() > -1000 {
			v = edm.NewInt32(int32(v.Int()))
		}
		if v.Type() == edm.String && w.IntN(4) == 0 { // what begins so
			if end, ok := edm.PrefixEnd(v.Text()); ok {
				clauses = append(clauses, name+" ge "+v.Literal(), name+" lt "+edm.NewString(end).Literal())
				continue
			}
		}
		clauses = append(clauses, name+" "+filterlang.Op(w.IntN(6)).String()+" "+v.Literal())
	}
	if w.IntN(5) == 0 {
		clauses = append(clauses, "("+w.Filter(2)+")")
	}
	if w.IntN(8) == 0 {
		return strings.Join(clauses, " or ")
	}
	return strings.Join(clauses, " and ")
}

// Ensure that a design never loses an entity and never adds one: what the rewritten filter returns from a table of the design
// is what the filter accepts, one entity after another, whatever the data, the design and the filter.
func TestRewrite_NeverLosesAnEntity(t *testing.T) {
	designs, filtersEach := 400, 25
	if testing.Short() {
		designs = 60
	}
	narrowed, matched := 0, 0
	for seed := range uint64(designs) {
		n, m := onceSound(t, seed, filtersEach)
		narrowed += n
		matched += m
		if t.Failed() {
			return
		}
	}
	if narrowed < designs*filtersEach/10 || matched < designs*filtersEach/4 {
		t.Errorf("only %d filters were narrowed, and %d entities matched", narrowed, matched)
	}
}

func onceSound(t *testing.T, seed uint64, filters int) (narrowed, matched int) {
	ctx := context.Background()
	w := newWorld(seed)
	d := design(t, w.template(), w.template())
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Shadow"); err != nil {
		t.Fatal(err)
	}
	load, err := db.Load(ctx, "Shadow")
	if err != nil {
		t.Fatal(err)
	}
	var entities []map[string]edm.Value
	types := map[string][]edm.Type{}
	for range 60 {
		e := map[string]edm.Value{"PartitionKey": edm.NewString(w.PartitionKey()), "RowKey": edm.NewString(w.RowKey())}
		for _, name := range propertyNames {
			if w.IntN(6) > 0 {
				e[name] = w.value(name)
			}
			if w.IntN(3) > 0 && len(entities) > 0 { // like another
				e[name] = entities[w.IntN(len(entities))][name]
			}
		}
		pk, rk, err := d.Keys(func(name string) edm.Value { return e[name] })
		if err != nil {
			continue // the design has no key for it, and says so
		}
		properties := []engine.Property{
			{Name: "WasPartition", Value: e["PartitionKey"]}, {Name: "WasRow", Value: e["RowKey"]},
			{Name: "Number", Value: edm.NewInt32(int32(len(entities)))},
		}
		for _, name := range propertyNames {
			properties = append(properties, engine.Property{Name: name, Value: e[name]})
		}
		if err := load.Add(pk, rk, properties); err != nil {
			continue // another entity has the key
		}
		for _, name := range propertyNames {
			if typ := e[name].Type(); typ != edm.NoType && !slices.Contains(types[name], typ) {
				types[name] = append(types[name], typ)
			}
		}
		entities = append(entities, e)
	}
	if _, err := load.Commit(); err != nil {
		t.Fatal(err)
	}
	if len(entities) == 0 {
		return 0, 0
	}
	for range filters {
		text := w.filter(entities)
		filter := parse(t, text)
		if strings.Contains(text, "Timestamp") {
			continue
		}
		data := kept
		if w.IntN(2) == 0 {
			data.Types = func(property string) []edm.Type { return types[property] }
		}
		r := d.Rewrite(filter, data)
		var want []int
		for i, e := range entities {
			if filterlang.Eval(filter, func(name string) edm.Value { return e[name] }, filterlang.MatchOptions{}) {
				want = append(want, i)
			}
		}
		var got []int
		query := engine.Query{Filter: r.Filter.String(), Top: 7}
		for pages := 0; pages < 100; pages++ {
			page, err := db.Query(ctx, "Shadow", query)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, query.Filter, err)
			}
			for _, e := range page.Entities {
				n, _ := e.Value("Number")
				got = append(got, int(n.Int()))
			}
			if !page.Next.Valid {
				break
			}
			query.From = page.Next
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %s | %s\n%s\nbecomes %s\nreturns %v, want %v\n%s", seed, d.Partition, d.Row, text, r.Filter, got, want,
				describe(d, entities, got, want))
		}
		matched += len(want)
		if filterlang.NewPlan(r.Filter).Class != filterlang.FullScan {
			narrowed++
		}
	}
	return narrowed, matched
}

// describe tells the entities on which two answers differ.
func describe(d Design, entities []map[string]edm.Value, got, want []int) string {
	var b strings.Builder
	for i, e := range entities {
		if slices.Contains(got, i) != slices.Contains(want, i) {
			pk, rk, _ := d.Keys(func(name string) edm.Value { return e[name] })
			fmt.Fprintf(&b, "%d has the key (%q, %q)", i, pk, rk)
			for _, name := range propertyNames {
				fmt.Fprintf(&b, " %s=%s", name, e[name].Literal())
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// FuzzRewrite is the same for seeds that nobody has tried.
func FuzzRewrite(f *testing.F) {
	f.Add(rand.Uint64())
	f.Fuzz(func(t *testing.T, seed uint64) { onceSound(t, seed, 10) })
}
