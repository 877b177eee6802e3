//go:build js && wasm

package main

import (
	"context"
	"time"

	"rangefinder/app/browser"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
)

type explainArg struct {
	Table   string
	Filters []string
	Rounds  int
	Busy    string // a filter that is run over and over meanwhile, "" for none
}

// explain types each filter and times the whole answer to each keystroke, client and worker in one: request to JSON, its
// reading, parse, plan, findings, counts, the reply to JSON and its reading.
func (l *lab) explain(b []byte) (any, error) {
	arg, err := argument[explainArg](b)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	worker.Warm(ctx, worker.Config{Handlers: operations.Handlers(), Yield: browser.Yield}) // as in web/wasm when the page is at rest
	page, far := port.Pipe()
	go worker.Serve(ctx, far, worker.Config{Handlers: operations.Handlers(), DB: l.db, Yield: browser.Yield})
	c := wire.NewClient(page)
	defer c.Close()
	if arg.Busy != "" {
		go func() {
			for ctx.Err() == nil {
				_, _ = wire.Call(ctx, c, wire.Run, wire.QueryRequest{Table: arg.Table, Filter: arg.Busy}, nil)
			}
		}()
	}
	var out struct {
		samples
		Counted int
	}
	for range arg.Rounds {
		for _, filter := range arg.Filters {
			for n := 1; n <= len(filter); n++ {
				if arg.Busy != "" {
					time.Sleep(3 * time.Millisecond) // a keystroke comes at any moment of the scan
				}
				begin := time.Now()
				x, err := wire.Call(ctx, c, wire.Explain, wire.QueryRequest{Table: arg.Table, Filter: filter[:n]}, nil)
				out.Ms = append(out.Ms, milliseconds(time.Since(begin)))
				if err == nil {
					out.Counted++
					out.Found = x.Entities
				}
			}
		}
	}
	return out, nil
}
