package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that a rekeyed table is what a table of the same entities would be, and that of several entities with one key the
// first stays and the others are told.
func TestRekeying_SameAsATable(t *testing.T) {
	seeds := uint64(30)
	if testing.Short() { // the race detector runs, and there is one goroutine
		seeds = 3
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		ctx := context.Background()
		db := Open(Options{})
		if err := db.CreateTable(ctx, "Table"); err != nil {
			t.Fatal(err)
		}
		load, err := db.Load(ctx, "Table")
		if err != nil {
			t.Fatal(err)
		}
		text := func() string { return []string{"", "a", "Zoë", "\ue000", "long text of some length", "b"}[r.IntN(6)] }
		for i := range r.IntN(3) * 4100 {
			properties := []Property{{"A", edm.NewString(text())}, {"B", edm.NewInt32(int32(i))}, {"C", edm.NewString(text())}, {"D", edm.NewBinary(text())}, {"E", edm.NewBoolean(i%2 == 0)}}
			r.Shuffle(len(properties), func(i, j int) { properties[i], properties[j] = properties[j], properties[i] })
			if err := load.Add(text(), fmt.Sprint(i), properties[:r.IntN(6)]); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := load.Commit(); err != nil {
			t.Fatal(err)
		}
		from, err := db.Snapshot("Table")
		if err != nil {
			t.Fatal(err)
		}
		yields := 0
		k := NewRekeying(from, []string{"Was", "Copy"}, func() error { yields++; return nil })
		want := map[[2]string]int{}
		twice := 0
		for rank := range from.Len() {
			e := from.At(rank)
			pk, rk := text(), fmt.Sprint(r.IntN(4*from.Len()))
			if seed%3 == 0 {
				pk, rk = e.PartitionKey(), e.RowKey()
			}
			if seed%5 == 1 { // so large that it is sorted piece by piece
				pk = "one"
			}
			if _, ok := want[[2]string{pk, rk}]; ok {
				twice++
			} else {
				want[[2]string{pk, rk}] = rank
			}
			if r.IntN(9) == 0 {
				err = k.Put(uint32(rank), e.Timestamp(), pk, rk, append(e.Properties(), Property{"Was", edm.NewString(e.RowKey())}, Property{"Copy", edm.NewString("1")}))
			} else {
				err = k.Add(uint32(rank), e, []byte(pk), []byte(rk), e.RowKey(), "1")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		told := 0
		s, tags, err := k.Snapshot(func(tag, of uint32) {
			told++
			if tag <= of {
				t.Errorf("seed %d: %d is told in favour of %d", seed, tag, of)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.t.check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if told != twice || s.Len() != len(want) || from.Len() > 5000 && yields == 0 {
			t.Fatalf("seed %d: %d entities and %d left out, want %d and %d", seed, s.Len(), told, len(want), twice)
		}
		for i, tag := range tags {
			if e := s.At(i); want[[2]string{e.PartitionKey(), e.RowKey()}] != int(tag) {
				t.Fatalf("seed %d: entity %d has the tag %d", seed, i, tag)
			}
		}
		for key, rank := range want {
			was := from.At(rank)
			e, ok := s.Get(key[0], key[1])
			if !ok || e.Timestamp() != was.Timestamp() || e.Len() != was.Len()+2 {
				t.Fatalf("seed %d: %q is %v", seed, key, e)
			}
			for name, v := range was.All() {
				if got, _ := e.Value(name); got != v {
					t.Fatalf("seed %d: %s of %q is %v, want %v", seed, name, key, got, v)
				}
			}
			if got, _ := e.Value("Was"); got.Text() != was.RowKey() {
				t.Fatalf("seed %d: %q was %q", seed, key, got.Text())
			}
		}
	}
}

// Ensure that what the service does not take is refused one by one.
func TestRekeying_Refused(t *testing.T) {
	db := Open(Options{})
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Apply(ctx, "Table", Op{PartitionKey: "a", RowKey: "b"}); err != nil {
		t.Fatal(err)
	}
	from, _ := db.Snapshot("Table")
	k := NewRekeying(from, nil, nil)
	for _, key := range []string{"a/b", string(make([]byte, 1)), fmt.Sprintf("%0513d", 1)} {
		if err := k.Add(1, from.At(0), []byte(key), nil); err == nil {
			t.Errorf("%q is taken", key)
		}
	}
	if err := k.Add(1, from.At(0), nil, nil); err != nil {
		t.Error(err)
	}
	if s, _, err := k.Snapshot(nil); err != nil || s.Len() != 1 {
		t.Error(s, err)
	}
}
