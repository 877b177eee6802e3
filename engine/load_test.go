package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

func startLoad(t testing.TB, db *engine.DB) *engine.Loader {
	t.Helper()
	l, err := db.Load(context.Background(), "Table")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func openTable(t testing.TB) *engine.DB {
	t.Helper()
	db := open(t)
	if err := db.CreateTable(context.Background(), "Table"); err != nil {
		t.Fatal(err)
	}
	return db
}

// Ensure that entities loaded in any order, in several loads, are those that inserts would have made.
func TestLoader_SameAsInserts(t *testing.T) {
	for _, order := range []string{"ascending", "descending", "shuffled"} {
		t.Run(order, func(t *testing.T) {
			loaded, inserted := openTable(t), openTable(t)
			g := enginetest.NewGenerator(randomSeed(t))
			keys := g.Perm(3000)
			for i := range keys {
				switch order {
				case "ascending":
					keys[i] = i
				case "descending":
					keys[i] = len(keys) - i
				}
			}
			for part := range 3 {
				l := startLoad(t, loaded)
				for _, k := range keys[part*1000 : part*1000+1000] {
					op := engine.Op{PartitionKey: fmt.Sprint("p", k%40), RowKey: fmt.Sprint(k), Properties: g.Properties(4)}
					if err := l.Add(op.PartitionKey, op.RowKey, op.Properties); err != nil {
						t.Fatal(err)
					}
					if _, err := inserted.Apply(context.Background(), "Table", op); err != nil {
						t.Fatal(err)
					}
				}
				stats, err := l.Commit()
				if err != nil || stats.Entities != 1000 {
					t.Fatal(stats, err)
				}
			}
			a, _ := enginetest.State(loaded)
			b, _ := enginetest.State(inserted)
			if a != b {
				t.Error("states differ")
			}
			s, _ := loaded.Snapshot("Table")
			other, _ := inserted.Snapshot("Table")
			if a, b := fmt.Sprint(s.Census()), fmt.Sprint(other.Census()); order == "ascending" && a != b {
				t.Errorf("census %s\nby inserts %s", a, b)
			}
			if s.Bytes() != other.Bytes() || s.Partitions() != other.Partitions() {
				t.Errorf("%d bytes in %d partitions, by inserts %d in %d", s.Bytes(), s.Partitions(), other.Bytes(), other.Partitions())
			}
		})
	}
}

// Ensure that nothing of a load is visible before Commit, and nothing is left of one that failed.
func TestLoader_AllOrNothing(t *testing.T) {
	db := openTable(t)
	if _, err := db.Apply(context.Background(), "Table", engine.Op{PartitionKey: "m", RowKey: "500"}); err != nil {
		t.Fatal(err)
	}
	before, _ := enginetest.State(db)
	unchanged := func(when string) {
		t.Helper()
		if now, _ := enginetest.State(db); now != before {
			t.Errorf("%s: the state is\n%s", when, now)
		}
		if err := db.Check(); err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	l := startLoad(t, db)
	for i := range 1000 {
		if err := l.Add("m", fmt.Sprintf("%03d", i), []engine.Property{{Name: "Fresh", Value: edm.NewInt32(1)}}); err != nil {
			t.Fatal(err)
		}
	}
	unchanged("before Commit")
	_, err := l.Commit()
	if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != engine.EntityAlreadyExists || !strings.Contains(e.Detail, `("m", "500")`) {
		t.Errorf("a key the table has: %v", err)
	}
	unchanged("after a refused Commit")
	l = startLoad(t, db)
	if err := l.Add("a", "1", nil); err != nil {
		t.Fatal(err)
	}
	l.Abort()
	_, err = l.Commit()
	if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != engine.InvalidInput {
		t.Errorf("Commit after Abort: %v", err)
	}
	unchanged("after Abort")
	canceled, cancel := context.WithCancel(context.Background())
	l, err = db.Load(canceled, "Table")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Add("a", "1", nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := l.Commit(); !errors.Is(err, context.Canceled) {
		t.Errorf("Commit after cancel: %v", err)
	}
	unchanged("after cancel")
}

// Ensure that Add refuses what an insert refuses, and goes on without it.
func TestLoader_Add_Refused(t *testing.T) {
	db := openTable(t)
	l := startLoad(t, db)
	one := []engine.Property{{Name: "A", Value: edm.NewInt32(1)}}
	for _, c := range []struct {
		pk, rk     string
		properties []engine.Property
		code       engine.Code
	}{
		{"p", "b", one, ""},
		{"p", "b", one, engine.EntityAlreadyExists},
		{"p", "a", one, ""},
		{"p", "a", nil, engine.EntityAlreadyExists},
		{"p", "a/b", one, engine.OutOfRangeInput},
		{"p/", "a", one, engine.OutOfRangeInput},
		{strings.Repeat("p", 513), "a", one, engine.PropertyValueTooLarge},
		{"p", strings.Repeat("p", 513), one, engine.PropertyValueTooLarge},
		{"p", "c", []engine.Property{{Name: "1", Value: edm.NewInt32(1)}}, engine.PropertyNameInvalid},
		{"p", "c", []engine.Property{{Name: "A", Value: edm.NewInt32(1)}, {Name: "A", Value: edm.NewInt32(1)}}, engine.DuplicatePropertiesSpecified},
		{"p", "c", []engine.Property{{Name: "A", Value: edm.NewString("\xff")}}, engine.InvalidInput},
		{"p", "c", []engine.Property{{Name: "A", Value: edm.NewString("x")}}, ""},
		{"p", "d", []engine.Property{{Name: "A", Value: edm.NewString("\xff")}}, engine.InvalidInput},
		{"p", "d", []engine.Property{{Name: "A", Value: edm.NewString(strings.Repeat("x", 32769))}}, engine.PropertyValueTooLarge},
		{"p", "d", []engine.Property{{Name: "A", Value: edm.NewDateTime(0)}}, engine.OutOfRangeInput},
		{"p", "d", []engine.Property{{Name: "A"}, {Name: "B", Value: edm.NewBoolean(true)}}, ""},
	} {
		err := l.Add(c.pk, c.rk, c.properties)
		got := engine.Code("")
		if e, ok := errors.AsType[*engine.Error](err); ok {
			got = e.Code
		}
		if got != c.code {
			t.Errorf("(%.5q, %.5q) %v: %v, want %s", c.pk, c.rk, c.properties, err, c.code)
		}
	}
	stats, err := l.Commit()
	if err != nil || stats.Entities != 4 {
		t.Errorf("%+v, %v", stats, err)
	}
}

// Ensure that the census is exact in counts and close in distinct values, and that deletes are forgotten in time.
func TestSnapshot_Census(t *testing.T) {
	db := openTable(t)
	l := startLoad(t, db)
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		properties := []engine.Property{
			{Name: "Unique", Value: edm.NewInt64(int64(r.Uint64()))},
			{Name: "Few", Value: edm.NewString(fmt.Sprint("value ", i%7))},
		}
		if i%4 == 0 {
			properties = append(properties, engine.Property{Name: "Mixed", Value: edm.NewInt32(int32(i % 500))})
		} else if i%4 == 1 {
			properties = append(properties, engine.Property{Name: "Mixed", Value: edm.NewString(strings.Repeat("é", i%100))})
		}
		if err := l.Add("p", fmt.Sprintf("%06d", i), properties); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
	census := func() map[string]string {
		s, _ := db.Snapshot("Table")
		out := map[string]string{}
		for _, p := range s.Census().Properties {
			out[p.Name] = fmt.Sprint(p.Count, p.Types, p.Longest)
			distinct := map[string]float64{"Unique": float64(p.Count), "Few": 7, "Mixed": 125 + 25}[p.Name]
			if d := float64(p.Distinct) / distinct; s.Len() > 7 && (d < 0.9 || d > 1.1) {
				t.Errorf("%s: %d distinct, want about %v", p.Name, p.Distinct, distinct)
			}
		}
		return out
	}
	got := census()
	for name, want := range map[string]string{"Unique": "20000 [{Int64 20000}] 0", "Few": "20000 [{String 20000}] 7", "Mixed": "10000 [{String 5000} {Int32 5000}] 97"} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
	for i := range n - 5 {
		if _, err := db.Apply(context.Background(), "Table", engine.Op{Kind: engine.Delete, PartitionKey: "p", RowKey: fmt.Sprintf("%06d", i), IfMatch: "*"}); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := db.Snapshot("Table")
	c := s.Census()
	if c.Entities != 5 || c.Properties[0].Count != 5 {
		t.Errorf("after deletes: %+v", c)
	}
	if c.Properties[0].Distinct != 5 {
		t.Errorf("after deletes: %d distinct of 5", c.Properties[0].Distinct)
	}
}

// Ensure that properties come in the order the table first saw their names, however an entity gives them.
func TestEntity_PropertyOrder(t *testing.T) {
	db := openTable(t)
	names := func(rk string) string {
		e, err := db.Get(context.Background(), "Table", "p", rk)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for name, v := range e.All() {
			out = append(out, fmt.Sprint(name, v.Int()))
		}
		return strings.Join(out, " ")
	}
	for i, order := range [][]string{{"C", "A"}, {"B", "A", "C"}, {"A", "C"}} {
		var properties []engine.Property
		for _, name := range order {
			properties = append(properties, engine.Property{Name: name, Value: edm.NewInt32(int32(name[0]))})
		}
		if _, err := db.Apply(context.Background(), "Table", engine.Op{PartitionKey: "p", RowKey: fmt.Sprint(i), Properties: properties}); err != nil {
			t.Fatal(err)
		}
	}
	for rk, want := range map[string]string{"0": "C67 A65", "1": "C67 A65 B66", "2": "C67 A65"} {
		if got := names(rk); got != want {
			t.Errorf("entity %s: %s, want %s", rk, got, want)
		}
	}
	s, _ := db.Snapshot("Table")
	if got := fmt.Sprint(s.Columns()); got != "[C A B]" {
		t.Errorf("columns %s", got)
	}
}
