package cosmos_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/filterlang/edm"
)

var ctx = context.Background()

func account(t *testing.T, seed uint64, n int) (*engine.DB, *cosmos.Account) {
	t.Helper()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Things"); err != nil {
		t.Fatal(err)
	}
	a := cosmos.New(db, seed)
	for i := range n {
		put(t, a, fmt.Sprint("r", i))
	}
	return db, a
}

func put(t *testing.T, a *cosmos.Account, key string) {
	t.Helper()
	op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p" + key[len(key)-1:], RowKey: key, Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(int32(len(key)))}}}
	if _, err := a.Apply(ctx, "Things", op); err != nil {
		t.Fatal(err)
	}
}

// Ensure that pages of any size lead to every entity that stays, once, whatever is written and deleted meanwhile, and that a seed
// is an order.
func TestAccount_Query_UnderWrites(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		_, a := account(t, seed, 60)
		seen := map[string]int{}
		q := engine.Query{Filter: []string{"", "N ge 2"}[seed%2], Top: 1 + r.IntN(9)}
		for {
			page, err := a.Query(ctx, "Things", q)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Entities {
				seen[e.RowKey()]++
			}
			if q.From = page.Next; !q.From.Valid {
				break
			}
			put(t, a, fmt.Sprint("new", r.IntN(20)))
			put(t, a, fmt.Sprint("r", r.IntN(60)))
		}
		for i := range 60 {
			if n := seen[fmt.Sprint("r", i)]; n != 1 {
				t.Fatalf("seed %d: r%d was listed %d times", seed, i, n)
			}
		}
	}
	_, a := account(t, 1, 30)
	_, b := account(t, 1, 30)
	_, c := account(t, 2, 30)
	if order(t, a) != order(t, b) || order(t, a) == order(t, c) {
		t.Error("a seed is not an order")
	}
}

func order(t *testing.T, a *cosmos.Account) string {
	t.Helper()
	page, err := a.Query(ctx, "Things", engine.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, e := range page.Entities {
		keys = append(keys, e.RowKey())
	}
	return strings.Join(keys, " ")
}

// Ensure that a transaction over 2 MB is refused whole, and one below is not.
func TestAccount_Batch_TooLarge(t *testing.T) {
	_, a := account(t, 1, 0)
	batch := func(n int) error {
		var ops []engine.Op
		for i := range n {
			ops = append(ops, engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: fmt.Sprint(n, "-", i),
				Properties: []engine.Property{{Name: "B", Value: edm.NewBinary(strings.Repeat("x", 60_000))}}})
		}
		_, err := a.Batch(ctx, "Things", ops)
		return err
	}
	if err := batch(34); err != nil {
		t.Error(err)
	}
	if err := batch(36); err == nil || !strings.Contains(err.Error(), "RequestBodyTooLarge") {
		t.Errorf("the error is %v", err)
	}
}
