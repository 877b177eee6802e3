package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that every window of every order is what sorting all partitions gives, and the histogram what counting them gives.
func TestPartitions_AgreesWithNaive(t *testing.T) {
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 12 {
		table := fmt.Sprintf("Table%d", round)
		var all []wire.PartitionSize
		entities := 0
		d.Load(t, table, func(add func(string, string, ...engine.Property)) {
			for p := range random.IntN(300) {
				size := 1 + random.IntN(3)
				if random.IntN(10) == 0 {
					size = 1 + random.IntN(150)
				}
				all = append(all, wire.PartitionSize{Key: fmt.Sprintf("é%04d", p), Entities: size})
				for r := range size {
					add(all[p].Key, fmt.Sprintf("%04d", r), engine.Property{Name: "S", Value: edm.NewString(string(make([]rune, random.IntN(5))))})
					entities++
				}
			}
		})
		s, err := d.DB.Snapshot(table)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			all[i].Bytes = s.PartitionAt(i).Bytes
		}
		for _, order := range []wire.PartitionOrder{wire.ByBytes, wire.ByEntities, wire.ByKey, wire.ByEntities} {
			want := slices.Clone(all)
			slices.SortStableFunc(want, func(a, b wire.PartitionSize) int {
				return map[wire.PartitionOrder]int{wire.ByEntities: b.Entities - a.Entities, wire.ByBytes: int(b.Bytes - a.Bytes), wire.ByKey: 0}[order]
			})
			var got []wire.PartitionSize
			for first := 0; ; first += 37 {
				r, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: table, Order: order, First: first, Count: 37}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if r.Partitions != len(all) || r.Entities != entities || r.Bytes != s.Bytes() {
					t.Fatalf("%s: %+v; want %d entities in %d partitions", table, r, entities, len(all))
				}
				checkClasses(t, r.Sizes, all)
				if first < len(all) && r.First != first {
					t.Fatalf("%s: window from %d begins at %d", table, first, r.First)
				}
				if first >= len(all) {
					if len(all) > 0 && (r.First >= len(all) || len(r.List) == 0) {
						t.Fatalf("%s: a window past the end is %+v, not the last", table, r)
					}
					break
				}
				got = append(got, r.List...)
			}
			if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%s by %s: %+v; want %+v", table, order, got, want)
			}
		}
	}
}

func checkClasses(t *testing.T, classes []wire.SizeClass, all []wire.PartitionSize) {
	t.Helper()
	partitions, next := 0, 0
	for i, c := range classes {
		want := wire.SizeClass{From: c.From, To: c.To}
		for _, p := range all {
			if p.Entities >= c.From && p.Entities <= c.To {
				want.Partitions++
				want.Entities += p.Entities
			}
		}
		if c != want || i > 0 && c.From != next || c.To < c.From {
			t.Fatalf("class %d of %+v; want %+v", i, classes, want)
		}
		partitions, next = partitions+c.Partitions, c.To+1
	}
	if partitions != len(all) || partitions > 0 && (classes[0].Partitions == 0 || classes[len(classes)-1].Partitions == 0) {
		t.Fatalf("the classes %+v hold %d of %d partitions", classes, partitions, len(all))
	}
}

func TestSizeClasses_Bounds(t *testing.T) {
	var c sizeClasses
	for _, n := range []int{2, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 1_999_999_999} {
		c.add(n, 1)
	}
	for _, class := range c.list() {
		if class.Partitions == 0 {
			continue
		}
		if class.From == 1 || class.Partitions != 2 && class.From != 100 && class.From != 1_000_000_000 {
			t.Errorf("class %+v", class)
		}
	}
}

// Ensure that the order follows the table: what is remembered of an older state is not shown.
func TestPartitions_FollowsChanges(t *testing.T) {
	d := open(t, nil)
	d.Fill(t, "Numbers", 3, 2)
	ask := func() *wire.PartitionsReply {
		t.Helper()
		r, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "numbers", Order: wire.ByEntities, Count: wire.MaxWindow}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := ask(); r.List[0].Key != "p000" {
		t.Fatalf("%+v", r)
	}
	if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Numbers", Kind: "insert", PartitionKey: "p002", RowKey: "x"}, nil); err != nil {
		t.Fatal(err)
	}
	if r := ask(); r.List[0].Key != "p002" || r.List[0].Entities != 3 || r.Entities != 7 {
		t.Fatalf("after an insert: %+v", r)
	}
	if err := wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "Numbers"}); err != nil {
		t.Fatal(err)
	}
	d.Fill(t, "Numbers", 1, 1)
	if r := ask(); r.Partitions != 1 || len(r.List) != 1 {
		t.Fatalf("a new table of the name: %+v", r)
	}
}

func TestPartitions_Refuses(t *testing.T) {
	d := open(t, nil)
	d.Fill(t, "Numbers", 1, 1)
	for _, req := range []wire.PartitionsRequest{
		{Table: "Numbers", Order: wire.ByKey}, {Table: "Numbers", Order: wire.ByKey, Count: wire.MaxWindow + 1}, {Table: "Numbers", Count: 1}, {Table: "Numbers", Order: "x", Count: 1},
	} {
		_, err := wire.Call(t.Context(), d, wire.Partitions, req, nil)
		workertest.WantCode(t, err, "InvalidInput")
	}
	_, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Nothing", Order: wire.ByKey, Count: 1}, nil)
	workertest.WantCode(t, err, "TableNotFound")
	_, err = wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Source: "prod", Table: "Numbers", Order: wire.ByKey, Count: 1}, nil)
	workertest.WantCode(t, err, "NotImplemented")
	_, err = wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Source: "prod", Table: "Numbers", By: wire.ByProperties}, nil)
	workertest.WantCode(t, err, "NotImplemented")
	_, err = wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Table: "Numbers"}, nil)
	workertest.WantCode(t, err, "InvalidInput")
	if r, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Numbers", Order: wire.ByKey, First: -5, Count: 9}, nil); err != nil || r.First != 0 {
		t.Errorf("a window before the beginning: %+v, %v", r, err)
	}
}

// Ensure that a list under way ends when the page does not want it any more.
func TestPartitions_Cancel(t *testing.T) {
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	d.Fill(t, "Numbers", 300, 1)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := wire.Call(ctx, d, wire.Partitions, wire.PartitionsRequest{Table: "Numbers", Order: wire.ByKey, Count: 1}, nil)
	workertest.WantCode(t, err, wire.Canceled)
	_, err = wire.Call(ctx, d, wire.Kinds, wire.KindsRequest{Table: "Numbers", By: wire.ByRowKey}, nil)
	workertest.WantCode(t, err, wire.Canceled)
}

// Ensure that the beginning of a key leads to the first partition that begins so, or to the next one, in the order of keys.
func TestPartitions_Find(t *testing.T) {
	d := open(t, nil)
	random := rand.New(rand.NewPCG(5, 6))
	var keys []string
	d.Load(t, "Words", func(add func(string, string, ...engine.Property)) {
		for range 300 {
			key := ""
			for range random.IntN(4) {
				key += string([]rune("ab\uffff\U0001F600é")[random.IntN(5)])
			}
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
				add(key, "1")
			}
		}
	})
	slices.SortFunc(keys, edm.CompareString)
	for _, find := range append(slices.Clone(keys), "aa\uffffb", "c", "zz", "\U0001F600\U0001F600\U0001F600\U0001F600") {
		if find == "" {
			continue
		}
		want := slices.IndexFunc(keys, func(key string) bool { return strings.HasPrefix(key, find) })
		r, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Words", Order: wire.ByKey, Count: 7, Find: find}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Begins != (want >= 0) || want >= 0 && r.Found != want {
			t.Errorf("%q is found at %d, %v; want %d", find, r.Found, r.Begins, want)
		}
		if want < 0 && r.Found < len(keys)-1 && edm.CompareString(keys[r.Found], find) < 0 {
			t.Errorf("%q leads to %q", find, keys[r.Found])
		}
		if r.First%7 != 0 || r.Found < r.First || r.Found >= r.First+len(r.List) || r.List[r.Found-r.First].Key != keys[r.Found] {
			t.Errorf("%q: place %d in the window from %d", find, r.Found, r.First)
		}
	}
	_, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Words", Order: wire.ByBytes, Count: 7, Find: "a"}, nil)
	if f, ok := errors.AsType[*wire.Failure](err); !ok || f.Field != "Find" {
		t.Errorf("in another order: %v", err)
	}
}

// Ensure that a window follows the partition that is kept on a line of it, or the next one when that is gone.
func TestPartitions_Keep(t *testing.T) {
	d := open(t, nil)
	var keys []string
	d.Load(t, "Words", func(add func(string, string, ...engine.Property)) {
		for i := range 100 {
			keys = append(keys, fmt.Sprintf("k%03d", 2*i))
			add(keys[i], "1")
		}
	})
	for _, tt := range []struct {
		keep                         string
		first, line, count           int
		wantFirst, wantLine, entries int
	}{
		{"k080", 0, 3, 7, 37, 3, 7},
		{"k080", 37, 3, 7, 37, 3, 7},
		{"k081", 37, 3, 7, 38, 3, 7},     // gone: the next one
		{"k004", 37, 3, 7, 0, 2, 7},      // it cannot be as far down any more
		{"k999", 99, 3, 7, 96, 3, 4},     // gone, and nothing behind it
		{"k080", 37, 3, 100, 0, 40, 100}, // all are in the window
	} {
		r, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Words", Order: wire.ByKey, First: tt.first, Count: tt.count, Keep: tt.keep, Line: tt.line}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.First != tt.wantFirst || r.Found-r.First != tt.wantLine || len(r.List) != tt.entries || r.List[0].Key != keys[r.First] {
			t.Errorf("%+v: from %d, line %d, %d partitions", tt, r.First, r.Found-r.First, len(r.List))
		}
	}
	_, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Words", Order: wire.ByEntities, Count: 7, Keep: "k080"}, nil)
	if f, ok := errors.AsType[*wire.Failure](err); !ok || f.Field != "Find" {
		t.Errorf("in another order: %v", err)
	}
}

func TestKinds_ByPropertiesAndKeys(t *testing.T) {
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	name, size, bigger := engine.Property{Name: "Name", Value: edm.NewString("x")}, engine.Property{Name: "Size", Value: edm.NewInt32(1)}, engine.Property{Name: "Size", Value: edm.NewInt64(1)}
	d.Load(t, "Social", func(add func(string, string, ...engine.Property)) {
		add("a1", "follow;b")
		add("a1", "member", name)
		add("a1", "post;1", size, name)
		add("a1", "post;2", size)
		add("b", "7", bigger)
	})
	want := map[wire.KindsBy][]wire.Kind{
		wire.ByProperties: {
			{Prefix: "", Entities: 2, Columns: []wire.KindColumn{{Name: "Size", Count: 2, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 1}, {Type: edm.Int64, Count: 1}}}}},
			{Prefix: "", Entities: 1, Columns: []wire.KindColumn{}},
			{Prefix: "", Entities: 1, Columns: []wire.KindColumn{{Name: "Name", Count: 1, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1}}}}},
			{Prefix: "", Entities: 1, Columns: []wire.KindColumn{{Name: "Name", Count: 1, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1}}}, {Name: "Size", Count: 1, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 1}}}}},
		},
		wire.ByRowKey: {
			{Prefix: "post;", Entities: 2, Columns: []wire.KindColumn{{Name: "Size", Count: 2, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 2}}}, {Name: "Name", Count: 1, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1}}}}},
			{Prefix: "follow;", Entities: 1, Columns: []wire.KindColumn{}},
			{Prefix: "member", Entities: 1, Columns: []wire.KindColumn{{Name: "Name", Count: 1, Types: []filterlang.TypeCount{{Type: edm.String, Count: 1}}}}},
			{Prefix: "", Entities: 1, Columns: []wire.KindColumn{{Name: "Size", Count: 1, Types: []filterlang.TypeCount{{Type: edm.Int64, Count: 1}}}}},
		},
		wire.ByPartitionKey: {
			{Prefix: "a", Entities: 4, Columns: []wire.KindColumn{{Name: "Name", Count: 2, Types: []filterlang.TypeCount{{Type: edm.String, Count: 2}}}, {Name: "Size", Count: 2, Types: []filterlang.TypeCount{{Type: edm.Int32, Count: 2}}}}},
			{Prefix: "b", Entities: 1, Columns: []wire.KindColumn{{Name: "Size", Count: 1, Types: []filterlang.TypeCount{{Type: edm.Int64, Count: 1}}}}},
		},
	}
	for by, kinds := range want {
		r, err := wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Table: "Social", By: by}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sorted := func(list []wire.Kind) []wire.Kind { // kinds of one size come as the table first saw them
			slices.SortStableFunc(list, func(a, b wire.Kind) int { return cmp.Or(b.Entities-a.Entities, len(a.Columns)-len(b.Columns)) })
			return list
		}
		if !reflect.DeepEqual(sorted(r.Kinds), sorted(kinds)) || r.Entities != 5 || r.More != 0 || r.Rest != 0 {
			t.Errorf("by %s: %+v\nwant %+v", by, r, kinds)
		}
	}
}

// Ensure that entities of one kind with optional properties, in every combination, are one kind, and that another kind with some
// properties of the same names is another.
func TestKinds_OptionalProperties(t *testing.T) {
	d := open(t, nil)
	property := func(name string) engine.Property { return engine.Property{Name: name, Value: edm.NewInt32(1)} }
	orders, people := 0, 0
	d.Load(t, "Shop", func(add func(string, string, ...engine.Property)) {
		for options := range 64 {
			for n := range 3 {
				var order, person []engine.Property
				for _, name := range []string{"Id", "Name", "Total", "Tax", "Currency", "Placed", "Customer"} {
					order = append(order, property(name))
				}
				for _, name := range []string{"Id", "Name", "Email", "Street", "City", "Country", "Born"} {
					person = append(person, property(name))
				}
				for bit, name := range []string{"Note", "Gift", "Coupon", "Phone", "Vat", "Flags"} {
					if options>>bit&1 == 1 {
						order, person = append(order, property(name)), append(person, property("Their"+name))
					}
				}
				add("order", fmt.Sprint(options, n), order...)
				orders++
				if n == 0 {
					add("person", fmt.Sprint(options, n), person...)
					people++
				}
			}
		}
		add("other", "1", property("Id"))
	})
	r, err := wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Table: "Shop", By: wire.ByProperties}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Kinds) != 3 || r.Kinds[0].Entities != orders || r.Kinds[1].Entities != people || r.Kinds[2].Entities != 1 {
		t.Fatalf("%d kinds: %+v", len(r.Kinds), r.Kinds)
	}
	for _, k := range r.Kinds[:2] {
		if len(k.Columns) != 13 || k.Columns[6].Count != k.Entities || k.Columns[7].Count != k.Entities/2 {
			t.Errorf("%+v", k)
		}
	}
}

// Ensure that in each kind more than half of an entity's properties are those of all, whatever the sets.
func TestKinds_Core(t *testing.T) {
	d := open(t, nil)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		table := fmt.Sprint("Sets", seed)
		sets := map[int]bool{}
		d.Load(t, table, func(add func(string, string, ...engine.Property)) {
			for i := range 200 {
				set := r.IntN(1 << 8)
				if r.IntN(2) == 0 {
					set |= []int{0x1f, 0xf0}[r.IntN(2)]
				}
				sets[set] = true
				var list []engine.Property
				for bit := range 8 {
					if set>>bit&1 == 1 {
						list = append(list, engine.Property{Name: string(rune('A' + bit)), Value: edm.NewInt32(1)})
					}
				}
				add("p", fmt.Sprint(i), list...)
			}
		})
		reply, err := wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Table: table, By: wire.ByProperties}, nil)
		if err != nil {
			t.Fatal(err)
		}
		total := reply.Rest
		for _, k := range reply.Kinds {
			total += k.Entities
			core, sum := 0, 0
			for _, c := range k.Columns {
				sum += c.Count
				if c.Count == k.Entities {
					core++
				}
			}
			if len(k.Columns) > 0 && 2*core*k.Entities <= sum {
				t.Errorf("seed %d: a core of %d in %+v", seed, core, k)
			}
		}
		if total != 200 || len(reply.Kinds) >= len(sets) {
			t.Errorf("seed %d: %d entities in %d kinds of %d sets", seed, total, len(reply.Kinds), len(sets))
		}
	}
}

// Ensure that keys without a common beginning are counted and not listed by the thousand.
func TestKinds_ManyPrefixes(t *testing.T) {
	d := open(t, nil)
	const keys = maxPrefixes + 50
	d.Load(t, "Words", func(add func(string, string, ...engine.Property)) {
		word := func(i int) string {
			return string([]byte{'a' + byte(i/676%26), 'a' + byte(i/26%26), 'a' + byte(i%26)})
		}
		for i := range keys {
			add("p", word(i))
		}
	})
	r, err := wire.Call(t.Context(), d, wire.Kinds, wire.KindsRequest{Table: "Words", By: wire.ByRowKey}, nil)
	if err != nil || len(r.Kinds) != wire.MaxKinds || r.More != maxPrefixes-wire.MaxKinds || r.Rest != keys-wire.MaxKinds || !r.Many {
		t.Errorf("%+v, %v", r, err)
	}
}
