package tablesync_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

func differences(t *testing.T, left, right tablesync.Side) ([]string, tablesync.Summary) {
	t.Helper()
	var out []string
	sum, err := tablesync.Compare(ctx, left, right, tablesync.Options{}, func(d tablesync.Difference) error {
		out = append(out, fmt.Sprint([]string{"<", ">", "!"}[d.Kind], d.PartitionKey, "/", d.RowKey, d.Properties, "|", text(d.Left), "|", text(d.Right)))
		return nil
	})
	must(t, err)
	return out, sum
}

// Ensure that every difference is told once, in key order, of whatever two sides.
func TestCompare_Sides(t *testing.T) {
	s := newThere(t, "a/1 A=1", "b/1 A=1 B=1", "b/2", "b/\U0001F600", "b/\uffff A=1", "c/1 A=1")
	db := here(t, s)
	put(t, db, "Copy", "b/1 A=2 C=1")
	put(t, db, "Copy", "-c/1")
	put(t, db, "Copy", "-b/2")
	put(t, db, "Copy", "b/0 A=1")
	put(t, db, "Copy", "b/\uffff A=2")
	put(t, db, "Copy", "a/1 A=1") // the same once more: Timestamps are not compared
	snapshot, err := db.Snapshot("Copy")
	must(t, err)
	base, err := tablesync.BaseSide(db, "Copy")
	must(t, err)
	want := []string{
		"<b/0[]|b/0 A=1|", "!b/1[A B C]|b/1 A=2 C=1|b/1 A=1 B=1", ">b/2[]||b/2", "!b/\uffff[A]|b/\uffff A=2|b/\uffff A=1", ">c/1[]||c/1 A=1",
	}
	theirs, err := s.DB.Snapshot("Remote")
	must(t, err)
	for name, right := range map[string]tablesync.Side{
		"remote": tablesync.RemoteSide(s, "Remote", tablesync.Scope{}), "base": base, "local": tablesync.LocalSide(theirs),
		"partitions": tablesync.RemoteSide(s, "Remote", tablesync.Scope{Partitions: []string{"c", "b", "a"}}),
	} {
		got, sum := differences(t, tablesync.LocalSide(snapshot), right)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], " / ", "/")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the differences are\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if sum != (tablesync.Summary{Equal: 2, OnlyLeft: 1, OnlyRight: 2, Changed: 2, Read: 11}) {
			t.Errorf("%s: %+v", name, sum)
		}
	}
	if got, _ := differences(t, base, tablesync.RemoteSide(s, "Remote", tablesync.Scope{})); len(got) != 0 {
		t.Errorf("the base differs: %v", got)
	}
	if _, err := tablesync.Compare(ctx, base, tablesync.LocalSide(snapshot), tablesync.Options{}, func(tablesync.Difference) error { return errStopped }); !errors.Is(err, errStopped) {
		t.Errorf("the error is %v", err)
	}
	if _, err := tablesync.Compare(ctx, base, tablesync.RemoteSide(s, "Missing", tablesync.Scope{}), tablesync.Options{}, nil); !isCode(err, engine.TableNotFound) {
		t.Errorf("the error is %v", err)
	}
}

// Ensure that a comparison finds what differs of random tables, whatever their sizes.
func TestCompare_Random(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	for range 20 {
		s := newThere(t)
		s.page = 1 + r.IntN(7)
		db := engine.Open(engine.Options{Now: clock()})
		must(t, db.CreateTable(ctx, "Copy"))
		var want []string
		for i := range r.IntN(700) {
			key := fmt.Sprintf("p%d/r%04d", i/100, i)
			switch r.IntN(20) {
			case 0:
				put(t, db, "Copy", key)
				want = append(want, "<"+key)
			case 1:
				put(t, s.DB, "Remote", key)
				want = append(want, ">"+key)
			case 2:
				put(t, db, "Copy", key+" A=1")
				put(t, s.DB, "Remote", key+" A=2")
				want = append(want, "!"+key)
			default:
				put(t, db, "Copy", key+" A=1 B=2")
				put(t, s.DB, "Remote", key+" B=2 A=1")
			}
		}
		snapshot, err := db.Snapshot("Copy")
		must(t, err)
		got, _ := differences(t, tablesync.LocalSide(snapshot), tablesync.RemoteSide(s, "Remote", tablesync.Scope{}))
		for i := range got {
			got[i], _, _ = strings.Cut(strings.ReplaceAll(got[i], " / ", "/"), "[")
		}
		if !slices.Equal(got, want) {
			t.Fatalf("the differences are %v, want %v", got, want)
		}
	}
}
