package worker

import (
	"context"
	"fmt"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// million opens a served table of 1,000 partitions of 1,000 entities.
func million(b *testing.B) *wire.Client {
	b.Helper()
	ctx, stop := context.WithCancel(context.Background())
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Numbers"); err != nil {
		b.Fatal(err)
	}
	l, err := db.Load(ctx, "Numbers")
	if err != nil {
		b.Fatal(err)
	}
	properties := []engine.Property{{Name: "N"}, {Name: "S"}}
	for p := range 1000 {
		for r := range 1000 {
			properties[0].Value = edm.NewInt32(int32(p ^ r))
			properties[1].Value = edm.NewString(fmt.Sprintf("abcdefghijkl%08x", p*r))
			if err := l.Add(fmt.Sprintf("p%04d", p), fmt.Sprintf("r%04d", r), properties); err != nil {
				b.Fatal(err)
			}
		}
	}
	if _, err := l.Commit(); err != nil {
		b.Fatal(err)
	}
	near, far := port.Pipe()
	go Serve(ctx, far, Config{DB: db})
	c := wire.NewClient(near)
	b.Cleanup(func() {
		stop()
		c.Close()
	})
	return c
}

// BenchmarkExplain is a keystroke: request and reply as JSON, parse, plan, findings, counts, the cost of each rewrite.
func BenchmarkExplain(b *testing.B) {
	c := million(b)
	for name, filter := range map[string]string{
		"none":         "",
		"point":        "PartitionKey eq 'p0500' and RowKey eq 'r0001'",
		"row-range":    "PartitionKey eq 'p0500' and RowKey ge 'r01' and RowKey lt 'r02' and N gt 5",
		"or-of-keys":   "PartitionKey eq 'p0001' or PartitionKey eq 'p0400' or (PartitionKey eq 'p0900' and RowKey ne 'r0500')",
		"rowkey-alone": "RowKey ge 'r05' and RowKey lt 'r06' and S eq 'abc'",
		"rowkey-eq":    "RowKey eq 'r0500'",
		"not":          "not (PartitionKey lt 'p0100' or PartitionKey gt 'p0200') and Nn gt 4",
		"refused":      "PartitionKey eq 'p0500",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = wire.Call(context.Background(), c, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: filter}, nil)
			}
		})
	}
}

// BenchmarkWindow is the grid's unit of scrolling: 100 lines with all their cells, there and back.
func BenchmarkWindow(b *testing.B) {
	c := million(b)
	r, err := wire.Call(context.Background(), c, wire.Run, wire.QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := wire.Call(context.Background(), c, wire.Window, wire.WindowRequest{Result: r.Result, First: i * 997 % (r.Lines - 100), Count: 100}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMap is a key map of the whole table.
func BenchmarkMap(b *testing.B) {
	c := million(b)
	for b.Loop() {
		if _, err := wire.Call(context.Background(), c, wire.Map, wire.MapRequest{Table: "Numbers", Buckets: 400}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
