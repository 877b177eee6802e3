package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// naive counts the values of a property with a map.
func naive(s *engine.Snapshot, property string) (c engine.ValueCount) {
	values := map[string]bool{}
	for i := range s.Len() {
		v, ok := s.At(i).Value(property)
		if !ok {
			continue
		}
		values[v.Type().String()+" "+v.Display()] = true
		switch v.Type() {
		case edm.String:
			n := 0
			for _, r := range v.Text() {
				n++
				if r > 0xFFFF {
					n++
				}
			}
			c.Longest = max(c.Longest, n)
		case edm.Binary:
			c.Longest = max(c.Longest, len(v.Text()))
		}
	}
	c.Distinct = len(values)
	return c
}

// anyValue returns a value of any type, of few or of many.
func anyValue(r *rand.Rand) edm.Value {
	n := r.IntN([]int{2, 40, 1000}[r.IntN(3)])
	switch r.IntN(9) {
	case 0:
		return edm.NewInt32(int32(n))
	case 1:
		return edm.NewInt64(int64(n))
	case 2:
		return edm.NewDouble(float64(n) / 8)
	case 3:
		return edm.NewDouble([]float64{0, math.NaN(), math.Inf(1)}[n%3])
	case 4:
		return edm.NewBoolean(n%2 == 0)
	case 5:
		return edm.NewDateTime(edm.Ticks(6e17) + edm.Ticks(n))
	case 6:
		return edm.NewGuid(edm.UUID{byte(n), 3: byte(n >> 8)})
	case 7:
		return edm.NewBinary(strings.Repeat("b", n%70) + fmt.Sprint(n))
	}
	return edm.NewString(strings.Repeat([]string{"e", "é", "🙂"}[n%3], n%50) + fmt.Sprint(n))
}

// Ensure that counting agrees with a map whatever is written, deleted and retyped, with one counter for all, and that what a census
// calls exact is.
func TestDistinct_Count(t *testing.T) {
	r := generator(t)
	var d engine.Distinct
	names := []string{"A", "B", "C"}
	for range rounds(40) {
		db := openTable(t)
		for range 1 + r.IntN(6) {
			for range r.IntN(400) {
				op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: fmt.Sprint("p", r.IntN(5)), RowKey: fmt.Sprint(r.IntN(300))}
				for _, name := range names {
					if r.IntN(3) > 0 {
						op.Properties = append(op.Properties, engine.Property{Name: name, Value: anyValue(r)})
					}
				}
				if r.IntN(4) == 0 {
					op = engine.Op{Kind: engine.Delete, PartitionKey: op.PartitionKey, RowKey: op.RowKey, IfMatch: "*"}
				}
				if _, err := db.Apply(t.Context(), "Table", op); err != nil && op.Kind != engine.Delete {
					t.Fatal(err)
				}
			}
			s, err := db.Snapshot("Table")
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range append(names, "None") {
				got, err := d.Count(t.Context(), s, name, engine.MatchOptions{})
				if want := naive(s, name); err != nil || got != want {
					t.Fatalf("%s of %d entities: %+v, %v; want %+v", name, s.Len(), got, err, want)
				}
			}
			for _, p := range s.Census().Properties {
				if want := naive(s, p.Name); p.Exact && (p.Distinct != want.Distinct || p.Longest != want.Longest) {
					t.Fatalf("a census calls %+v exact; want %+v", p, want)
				}
			}
		}
	}
}

// Ensure that sets of hashes grow, and are used again, that the census calls few values exact until one is replaced, and
// that others are let in and can stop it.
func TestDistinct_GrowsAndPauses(t *testing.T) {
	db := openTable(t)
	l := startLoad(t, db)
	const n = 30_000
	for i := range n {
		if err := l.Add("p", fmt.Sprintf("%06d", i), []engine.Property{{Name: "All", Value: edm.NewString(fmt.Sprintf("%016d", i*1000))}, {Name: "Few", Value: edm.NewInt32(int32(i % 12))}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	s, _ := db.Snapshot("Table")
	if c := s.Census().Properties; c[0].Exact || !c[1].Exact || c[1].Distinct != 12 {
		t.Errorf("the census is %+v", c)
	}
	var d engine.Distinct
	pauses, stop := 0, errors.New("stop")
	opt := engine.MatchOptions{Yield: func() error { pauses++; return nil }}
	got, err := d.Count(t.Context(), s, "All", opt)
	again, err2 := d.Count(t.Context(), s, "All", opt)
	if want := (engine.ValueCount{Distinct: n, Longest: 16}); err != nil || err2 != nil || got != want || again != want {
		t.Errorf("%+v, %v; again %+v, %v", got, err, again, err2)
	}
	if pauses < 2*n/4000 {
		t.Errorf("%d pauses", pauses)
	}
	opt.Yield = func() error { return stop }
	if _, err := d.Count(t.Context(), s, "All", opt); err != stop {
		t.Errorf("stopped with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	opt.Yield = func() error { cancel(); return nil }
	if _, err := d.Count(ctx, s, "All", opt); err != context.Canceled {
		t.Errorf("canceled with %v", err)
	}
	if _, err := db.Apply(t.Context(), "Table", engine.Op{Kind: engine.Delete, PartitionKey: "p", RowKey: "000000", IfMatch: "*"}); err != nil {
		t.Fatal(err)
	}
	s, _ = db.Snapshot("Table")
	if c := s.Census().Properties; c[1].Exact {
		t.Errorf("after a delete the census is %+v", c)
	}
}
