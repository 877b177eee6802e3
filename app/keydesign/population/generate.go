package population

import (
	"context"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
)

// partitionKey is what all entities have in common before they get keys by a design.
const partitionKey = "Generated"

// Emit takes one entity; engine.Loader.Add is one. properties may be used again after it returns.
type Emit func(partitionKey, rowKey string, properties []engine.Property) error

// Generate gives every entity of a Spec to emit. The keys are no design: all are in the partition Generated, with their number
// from 00000000 as RowKey, in order. Properties come in the order of the Spec. It stops at the first error: an *Error, one of
// emit, or the end of ctx.
func Generate(ctx context.Context, s Spec, emit Emit) error {
	columns, wrong := s.columns()
	if wrong != nil {
		return wrong
	}
	for i := range columns {
		columns[i].fillPool()
	}
	r := seeded.New(seeded.Mix(s.Seed))
	properties := make([]engine.Property, 0, len(columns))
	var texts seeded.Texts
	var row []byte
	for n := range s.Entities {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		properties = properties[:0]
		for i := range columns {
			c := &columns[i]
			if r.Next()>>11 < c.fill {
				properties = append(properties, engine.Property{Name: c.name, Value: c.value(n, r)})
			}
		}
		row = seeded.AppendDigits(row[:0], int64(n), 8)
		if err := emit(partitionKey, texts.Of(row), properties); err != nil {
			return err
		}
	}
	return nil
}

// Table makes the entities of a Spec and returns them as a table. Errors: those of Generate.
func Table(ctx context.Context, s Spec) (*engine.Snapshot, error) {
	const table = "Generated"
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, table); err != nil {
		return nil, err
	}
	load, err := db.Load(ctx, table)
	if err != nil {
		return nil, err
	}
	if err := Generate(ctx, s, load.Add); err != nil {
		return nil, err
	}
	if _, err := load.Commit(); err != nil {
		return nil, err
	}
	return db.Snapshot(table)
}
