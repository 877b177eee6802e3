package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that bulks do entity by entity what single operations do, whatever order the keys come in, and count it.
func TestDB_Bulk_AsSingleOperations(t *testing.T) {
	ctx := context.Background()
	policies := []engine.OnExisting{engine.SkipExisting, engine.ReplaceExisting, engine.MergeExisting, engine.RefuseExisting}
	for seed := range uint64(rounds(40)) {
		r := rand.New(rand.NewPCG(seed, 0))
		bulk, single := engine.Open(engine.Options{}), engine.Open(engine.Options{})
		must(t, bulk.CreateTable(ctx, "Table"))
		must(t, single.CreateTable(ctx, "Table"))
		next := 0
		for range 8 {
			on, inOrder := policies[r.IntN(4)], r.IntN(2) == 0
			entities := make([]engine.BulkEntity, r.IntN(300))
			for i := range entities {
				key := r.IntN(400)
				if inOrder { // mostly: a key comes twice now and then, and one that is there
					next += r.IntN(3)
					key = next
				}
				e := engine.BulkEntity{PartitionKey: fmt.Sprintf("p%03d", key/10), RowKey: fmt.Sprintf("\uE000r%d", key%10)}
				for _, name := range []string{"A", "B", "C"} {
					if r.IntN(2) == 0 {
						e.Properties = append(e.Properties, engine.Property{Name: name, Value: edm.NewInt32(int32(r.IntN(9)))})
					}
				}
				switch r.IntN(40) {
				case 0:
					e.RowKey = "a/b"
				case 1:
					e.Properties = append(e.Properties, engine.Property{Name: "S", Value: edm.NewString(strings.Repeat("x", engine.MaxString+1))})
				}
				entities[i] = e
			}
			got, err := bulk.Bulk(ctx, "Table", entities, on)
			must(t, err)
			want := engine.BulkResult{Timestamp: got.Timestamp}
			for i, e := range entities {
				_, err := single.Get(ctx, "Table", e.PartitionKey, e.RowKey)
				kind, count, exists := engine.Insert, &want.Added, err == nil
				switch {
				case exists && on == engine.SkipExisting:
					want.Skipped++
					continue
				case exists && on == engine.ReplaceExisting:
					kind, count = engine.InsertOrReplace, &want.Replaced
				case exists && on == engine.MergeExisting:
					kind, count = engine.InsertOrMerge, &want.Merged
				}
				if _, err := single.Apply(ctx, "Table", engine.Op{Kind: kind, PartitionKey: e.PartitionKey, RowKey: e.RowKey, Properties: e.Properties}); err != nil {
					want.Refused = append(want.Refused, engine.Refusal{Index: i, Err: err.(*engine.Error)})
					continue
				}
				*count++
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: bulk %+v, want %+v", seed, got, want)
			}
			must(t, bulk.Check())
			a, b := untimed(t, bulk), untimed(t, single)
			if a != b {
				t.Fatalf("seed %d: the table is\n%s\nwant\n%s", seed, a, b)
			}
		}
	}
}

// untimed is every entity of Table without its Timestamp.
func untimed(t *testing.T, db *engine.DB) string {
	t.Helper()
	s, err := db.Snapshot("Table")
	must(t, err)
	var b strings.Builder
	for i := range s.Len() {
		e := s.At(i)
		fmt.Fprintf(&b, "%q %q %v\n", e.PartitionKey(), e.RowKey(), e.Properties())
	}
	return b.String()
}

// Ensure that the first refusal ends the bulk and what came before it is written.
func TestDB_BulkUntilRefused(t *testing.T) {
	ctx := context.Background()
	db := engine.Open(engine.Options{})
	must(t, db.CreateTable(ctx, "Table"))
	got, err := db.BulkUntilRefused(ctx, "Table", []engine.BulkEntity{{RowKey: "1"}, {RowKey: "#"}, {RowKey: "2"}, {RowKey: "?"}}, engine.RefuseExisting)
	must(t, err)
	s, err := db.Snapshot("Table")
	must(t, err)
	if got.Added != 1 || len(got.Refused) != 1 || got.Refused[0].Index != 1 || s.Len() != 1 {
		t.Errorf("%+v, %d entities", got, s.Len())
	}
	if _, err := db.Bulk(ctx, "Table", make([]engine.BulkEntity, engine.MaxBulk+1), engine.SkipExisting); err == nil {
		t.Error("a bulk beyond the bound was written")
	}
	if _, err := db.Bulk(ctx, "None", nil, engine.SkipExisting); err == nil {
		t.Error("a bulk into no table was written")
	}
}
