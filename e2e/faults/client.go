package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/server/connection"
	"rangefinder/server/tableauth"
)

// Client returns a client of an account of an emulator that tries again as the client libraries do, but without the waits.
// retries counts the attempts after the first; it may be nil.
func Client(address string, retries *atomic.Int64) (*tablerest.Client, error) {
	account, err := connection.Parse(fmt.Sprintf("AccountName=%s;AccountKey=%s;TableEndpoint=%s", tableauth.WellKnownName, tableauth.WellKnownKey, address))
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(1, 1))
	return &tablerest.Client{URL: address, Doer: &tablerest.Retrier{
		Doer: account.Doer(nil), Policy: tablerest.Exponential.Policy, Rand: random.Float64,
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Waiting: func(tablerest.Pause) {
			if retries != nil {
				retries.Add(1)
			}
		},
	}}, nil
}

// All returns every entity of a table, by page.
func All(ctx context.Context, s engine.Service, table string) ([]engine.Entity, error) {
	var out []engine.Entity
	for q := (engine.Query{}); ; {
		page, err := s.Query(ctx, table, q)
		if err != nil {
			return nil, err
		}
		out = append(out, page.Entities...)
		if q.From = page.Next; !q.From.Valid {
			return out, nil
		}
	}
}

// Same says how two tables of different services differ, "" when they have the same entities with the same content.
func Same(ctx context.Context, a engine.Service, tableA string, b engine.Service, tableB string) (string, error) {
	left, err := All(ctx, a, tableA)
	if err != nil {
		return "", err
	}
	right, err := All(ctx, b, tableB)
	if err != nil {
		return "", err
	}
	for i := range min(len(left), len(right)) {
		switch l, r := left[i], right[i]; {
		case l.PartitionKey() != r.PartitionKey() || l.RowKey() != r.RowKey():
			return fmt.Sprintf("entity %d is (%q, %q) and (%q, %q)", i, l.PartitionKey(), l.RowKey(), r.PartitionKey(), r.RowKey()), nil
		case !engine.SameContent(l, r):
			return fmt.Sprintf("(%q, %q) has %v and %v", l.PartitionKey(), l.RowKey(), l.Properties(), r.Properties()), nil
		}
	}
	if len(left) != len(right) {
		return fmt.Sprintf("%d entities and %d", len(left), len(right)), nil
	}
	return "", nil
}
