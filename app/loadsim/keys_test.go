package loadsim

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"rangefinder/filterlang/edm"
)

func keysOf(kind KeyKind) *keyspace {
	c := Default()
	c.Keys = Keys{Kind: kind, Buckets: 13, Count: 1000}
	c.Given = func(n int) string { return "Channel" + strconv.Itoa(n*7%83) }
	return newKeyspace(&c)
}

// Ensure that keys look as they lie: a later place has a later PartitionKey.
func TestLabel_KeyOrder(t *testing.T) {
	for kind := range keyKinds {
		k := keysOf(kind)
		before := ""
		for place := uint64(0); place < space; place += 1 << 20 {
			label := k.label(uint32(place))
			if edm.CompareString(label, before) < 0 {
				t.Errorf("kind %d: %q at %d is before %q", kind, label, place, before)
				break
			}
			before = label
		}
	}
}

// Ensure that the key of a place has that place's label.
func TestLabel_OfKeys(t *testing.T) {
	k := keysOf(Buckets)
	for b := range 13 {
		if got := k.label(k.place(b, 13)); got != pad(int64(b), 2) {
			t.Errorf("bucket %d looks like %q", b, got)
		}
	}
	k = keysOf(BucketTicks)
	for b := range 13 {
		if got := k.label(k.place(b, 13)); got != pad(int64(b), 2)+"_12:00:00.000" {
			t.Errorf("bucket %d begins with %q", b, got)
		}
	}
	k = keysOf(Given)
	if len(k.sorted) != 83 {
		t.Fatalf("%d keys", len(k.sorted))
	}
	for n, place := range k.history {
		if got, want := k.label(place), "Channel"+strconv.Itoa(n*7%83); got != want {
			t.Fatalf("key %d looks like %q, want %q", n, got, want)
		}
	}
	if got := keysOf(Sequential).label(space / 2); got != "12:00:30.000" {
		t.Errorf("the middle of a minute is %q", got)
	}
	if got := keysOf(InverseTicks).label(space - 1); got != strconv.FormatInt(int64(edm.MaxTicks)-noon, 10) {
		t.Errorf("the last key of inverse ticks is %q", got)
	}
}

// Ensure that each kind of key goes where it should.
func TestDraw_Places(t *testing.T) {
	minute := time.Minute.Microseconds()
	r := &random{5}
	for kind := range keyKinds {
		k := keysOf(kind)
		distinct := map[uint32]bool{}
		var before uint32
		up, down := true, true
		for i := range int64(2000) {
			place := k.draw(i*minute/2000, int32(i%50), r.next())
			if i > 0 {
				up, down = up && place >= before, down && place <= before
			}
			before = place
			distinct[place] = true
		}
		want := map[KeyKind]int{Single: 1, Sequential: 2000, InverseTicks: 2000, Random: 2000, PerThread: 50, Buckets: 13, BucketTicks: 2000, Given: 83}[kind]
		if len(distinct) != want {
			t.Errorf("kind %d: %d places, want %d", kind, len(distinct), want)
		}
		if up != (kind == Sequential || kind == Single) || down != (kind == InverseTicks || kind == Single) {
			t.Errorf("kind %d: goes up %v, down %v", kind, up, down)
		}
	}
}

// Ensure that data given in the order of time is written in that order, whatever a design makes of its keys, and that its first
// tenth is there before the run.
func TestDraw_GivenHistory(t *testing.T) {
	c := Default()
	c.Keys = Keys{Kind: Given, Count: 10_000}
	c.Given = func(n int) string { return pad(int64(n), 6) }
	k := newKeyspace(&c)
	r := &random{5}
	for i := range int64(1000) {
		place := k.draw(i*c.Duration.Microseconds()/1000, 0, r.next())
		if at, want := float64(place)/space*1000, 100+0.9*float64(i); at < want-10 || at > want+10 {
			t.Fatalf("at %d of 1000 key %v is written, want %v", i, at, want)
		}
	}
	for count := 1; count < 12; count++ {
		c.Keys.Count = count
		k := newKeyspace(&c)
		for _, now := range []int64{0, c.Duration.Microseconds()} {
			k.draw(now, 0, space-1)
		}
	}
}

// Ensure that range partitions begin in key order, and only where something is written before the run.
func TestStarts_WrittenKeys(t *testing.T) {
	c := Default()
	c.Given = func(n int) string { return pad(int64(n), 6) }
	for kind := range keyKinds {
		for _, count := range []int{1, 2, 13, 200, MaxRanges} {
			c.Keys = Keys{Kind: kind, Buckets: 13, Count: 10_000}
			k := newKeyspace(&c)
			list := k.starts(count)
			used := map[int]bool{}
			for i := range int64(1000) {
				place := k.draw((i+1)*c.Duration.Microseconds()/1001, int32(i), mix(uint64(i)))
				at, found := slices.BinarySearch(list, place)
				if !found {
					at--
				}
				used[at] = true
			}
			if list[0] != 0 || !slices.IsSorted(list) || len(slices.Compact(list)) != count {
				t.Errorf("kind %d: %d ranges begin at %v", kind, count, list)
			}
			most := map[KeyKind]int{Single: 1, Sequential: 1, InverseTicks: 1, Random: count, PerThread: count, Buckets: min(count, 13), BucketTicks: min(count, 13), Given: 1}[kind]
			if len(used) > most || len(used) < most*9/10 {
				t.Errorf("kind %d: new keys are in %d of %d ranges, want %d", kind, len(used), count, most)
			}
		}
	}
}

func TestDraw_Hot(t *testing.T) {
	c := Default()
	c.Keys = Keys{Kind: Random, Hot: 30}
	k := newKeyspace(&c)
	r := &random{5}
	hot := 0
	for range 10_000 {
		if k.draw(0, 0, r.next()) == k.hot {
			hot++
		}
	}
	near(t, "hot keys", float64(hot), 3000, 0.1)
}

// Ensure that a row is named after the first key that lies in it, and that one without keys has no name.
func TestRun_RowKeys(t *testing.T) {
	for _, tt := range []struct {
		keys Keys
		want map[int]string
	}{
		{Keys{Kind: Single}, map[int]string{0: "", 20: "(one partition)", 39: ""}},
		{Keys{Kind: Buckets, Buckets: 10}, map[int]string{0: "0", 1: "", 3: "1", 4: "", 35: "9", 39: ""}},
		{Keys{Kind: Given, Count: 3}, map[int]string{0: "a", 1: "", 13: "b", 26: "c", 27: "", 39: ""}},
		{Keys{Kind: Sequential}, map[int]string{0: "12:00:00.000", 20: "12:00:30.000", 39: "12:00:58.500"}},
		{Keys{Kind: Random}, map[int]string{0: "00000000", 20: "80000000"}},
	} {
		c := Default()
		c.Keys, c.Given = tt.keys, func(n int) string { return string(rune('a' + n%3)) }
		r, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		names := r.RowKeys()
		if len(names) != Rows {
			t.Fatalf("%d rows", len(names))
		}
		for row, want := range tt.want {
			if names[row] != want {
				t.Errorf("keys of kind %d: row %d is %q, want %q", tt.keys.Kind, row, names[row], want)
			}
		}
	}
}
