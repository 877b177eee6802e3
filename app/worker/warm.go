package worker

import (
	"context"
	"fmt"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// warming are filters that between them go through what explains a plan: each class, an or with its rewrites, a text that is not
// finished, one that is refused. A filter is asked for as it is typed, a few characters at a time.
var warming = []string{
	"PartitionKey eq 'p10' and RowKey eq 'r1'",
	"PartitionKey ge 'p10' and PartitionKey lt 'p20' and Number gt 5",
	"PartitionKey eq 'p10' or (PartitionKey eq 'p20' and RowKey ne 'r1')",
	"RowKey ge 'r1' and not (Text eq 'abc' or number lt 2.5)",
	"contains(Text, 'a')",
}

// Warm explains filters on a small table of its own. A browser compiles a function of the program when it is called for the first
// time, so that the first keys of a visit took up to 30 ms each; after this they take what all others do. It takes some 0.2 s in all,
// lets waiting messages in after each filter, and ends with ctx.
func Warm(ctx context.Context, cfg Config) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Warm"); err != nil {
		return
	}
	for i := range 200 {
		op := engine.Op{Kind: engine.Insert, PartitionKey: fmt.Sprint("p", i/2), RowKey: fmt.Sprint("r", i%2), Properties: []engine.Property{
			{Name: "Number", Value: edm.NewInt32(int32(i))}, {Name: "Text", Value: edm.NewString("abc")},
		}}
		if _, err := db.Apply(ctx, "Warm", op); err != nil {
			return
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	near, far := port.Pipe()
	go Serve(ctx, far, Config{DB: db, Handlers: cfg.Handlers, Yield: cfg.Yield})
	c := wire.NewClient(near)
	defer c.Close()
	for _, filter := range warming {
		for n := 3; n < len(filter)+3; n += 3 {
			req := wire.QueryRequest{Table: "Warm", Filter: filter[:min(n, len(filter))]}
			_, _ = wire.Call(ctx, c, wire.Explain, req, nil) // most are refused: they are not finished
			if cfg.Yield != nil && cfg.Yield(ctx) != nil {
				return
			}
		}
	}
}
