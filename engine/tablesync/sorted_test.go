package tablesync_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/tablesync"
)

// Ensure that two sides without order, and one beside what a copy held, are compared as their tables are.
func TestCompare_Unordered_Both(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	one, other := unorderedThere(t, r, 700), unorderedThere(t, r, 650) // more than the windows that are read
	one.page, other.page = 90, 100
	for i := range 650 {
		if i%11 == 3 {
			put(t, other.DB, "Remote", fmt.Sprintf("p%d/r%02d A=other", i/5, i))
		}
	}
	put(t, other.DB, "Remote", "p3/only A=1")
	a, err := one.DB.Snapshot("Remote")
	must(t, err)
	b, err := other.DB.Snapshot("Remote")
	must(t, err)
	want, wanted := differences(t, tablesync.LocalSide(a), tablesync.LocalSide(b))
	if wanted.Changed == 0 || wanted.OnlyLeft == 0 || wanted.OnlyRight == 0 || wanted.Equal < 500 {
		t.Fatal(wanted)
	}
	left, right := tablesync.RemoteSide(one, "Remote", tablesync.Scope{}).Unordered(), tablesync.RemoteSide(other, "Remote", tablesync.Scope{}).Unordered()
	for _, sides := range [][2]tablesync.Side{{left, right}, {tablesync.LocalSide(a), right}, {left, tablesync.LocalSide(b)}} {
		if got, sum := differences(t, sides[0], sides[1]); !slices.Equal(got, want) || sum != wanted {
			t.Fatalf("%v\ngot %q\nwant %q", sum, got, want)
		}
	}
	db := here(t, other)
	base, err := tablesync.BaseSide(db, "Copy")
	must(t, err)
	if got, sum := differences(t, left, base); !slices.Equal(got, want) || sum != wanted {
		t.Fatalf("%v\ngot %q\nwant %q", sum, got, want)
	}
}

// twice lists what is in each of its databases, one after the other.
type twice struct {
	engine.Service
	lists []engine.Service
}

func (s twice) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	n := 0
	if q.From.Valid {
		fmt.Sscan(q.From.PartitionKey, &n)
	}
	page, err := s.lists[n].Query(ctx, table, engine.Query{})
	if err == nil && n+1 < len(s.lists) {
		page.Next = engine.Token{PartitionKey: fmt.Sprint(n + 1), Valid: true}
	}
	return page, err
}

// Ensure that of an entity that was written while it was listed, and is on two pages, the later counts.
func TestCompare_Unordered_ListedTwice(t *testing.T) {
	before, after := newThere(t, "a/1 A=1", "a/2 A=9", "a/3 A=3"), newThere(t, "a/1 A=9", "a/2 A=2", "b/1 A=1")
	here := newThere(t, "a/1 A=1", "a/2 A=2", "a/3 A=3")
	local, err := here.DB.Snapshot("Remote")
	must(t, err)
	lists := []engine.Service{cosmos.New(before.DB, 1), cosmos.New(after.DB, 1)}
	remote := tablesync.RemoteSide(twice{here, lists}, "Remote", tablesync.Scope{}).Unordered()
	got, sum := differences(t, tablesync.LocalSide(local), remote)
	if want := (tablesync.Summary{Equal: 2, Changed: 1, OnlyRight: 1, Read: 7}); sum != want || len(got) != 2 {
		t.Fatalf("%+v, want %+v: %q", sum, want, got)
	}
}
