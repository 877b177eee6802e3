package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// Ensure that a rankSet is the list of what was added, whatever the density and the alignment of the masks.
func TestRankSet_IsAList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		s, want := rankSet{from: r.IntN(200)}, []int(nil)
		shift := r.IntN(12) // the larger, the emptier
		for rank := s.from; rank < s.from+r.IntN(6000); {
			n := 1 + r.IntN(64)
			mask := r.Uint64() & first(n)
			for range shift {
				mask &= r.Uint64()
			}
			s.add(rank, mask)
			for i := range n {
				if mask>>i&1 == 1 {
					want = append(want, rank+i)
				}
			}
			rank += n
		}
		s.seal()
		var got []int
		for i := range s.n {
			got = append(got, s.at(i))
			if i > 0 && s.after(got[i-1]) != got[i] {
				t.Fatalf("after %d comes %d, not %d", got[i-1], s.after(got[i-1]), got[i])
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// Ensure that every way to read a result gives the entities of the pages of the same query.
func TestResult_ReadsPages(t *testing.T) {
	db := benchTable(t, 20_000)
	s, _ := db.Snapshot("Bench")
	for _, filter := range []string{"Flag", "Number gt 0", "Number gt 990000", "Number eq 5", "PartitionKey ge 'p000003' and Number gt 900000", "PartitionKey eq 'p000007' and Flag"} {
		r, err := s.Run(context.Background(), Query{Filter: filter}, RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var want []Entity
		for q := (Query{Filter: filter}); ; {
			page, err := db.Query(context.Background(), "Bench", q)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, page.Entities...)
			if q.From = page.Next; !page.Next.Valid {
				break
			}
		}
		var all []Entity
		for i, e := range r.All() {
			if at := r.At(i); at != e || i != len(all) {
				t.Fatalf("%s: entity %d is %v by At, %v by All", filter, i, at, e)
			}
			all = append(all, e)
		}
		if !slices.Equal(all, want) {
			t.Fatalf("%s: %d entities in the result, %d on the pages, or others", filter, len(all), len(want))
		}
		for _, at := range [][2]int{{0, 1}, {len(want) / 2, 700}, {len(want) - 1, 5}} {
			if at[0] < 0 || at[0] >= len(want) {
				continue
			}
			if got := r.Window(at[0], at[1]); !slices.Equal(got, want[at[0]:min(len(want), at[0]+at[1])]) {
				t.Errorf("%s: window %v has others than the pages", filter, at)
			}
		}
	}
}
