package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"rangefinder/e2e/faults"
	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
	"rangefinder/server/tableauth"
)

// The push: a table of that many partitions of 1,000 entities is pulled; of each three entities two are changed, each with a new
// one behind it, and one is deleted: 100,020 changes.
const (
	pushedPartitions = 60
	pushedTable      = "Pushed"
	pushedBad        = 10 // of 1,000 requests, with each of the five faults of a line
)

// pushed is what a push took.
type pushed struct {
	changes int
	counts  faults.Counts
	retries int64
	took    time.Duration
	differs string // how the copy and the table do at the end
}

// measurePush pushes the same changes over a good line and over a bad one.
func measurePush(ctx context.Context) ([]row, error) {
	good, err := pushOver(ctx, faults.Share{})
	if err != nil {
		return nil, err
	}
	bad, err := pushOver(ctx, faults.Even(pushedBad))
	if err != nil {
		return nil, err
	}
	for _, p := range []pushed{good, bad} {
		if p.differs != "" {
			return nil, fmt.Errorf("the copy is not the table: %s", p.differs)
		}
		if p.counts.Written != p.changes {
			return nil, fmt.Errorf("the service wrote %d operations for %d changes", p.counts.Written, p.changes)
		}
	}
	requests := bad.counts.Requests - int(bad.retries)
	return []row{
		{
			what:   fmt.Sprintf("push of %d changes over a bad line: requests but for retries", bad.changes),
			target: "at most 1.1 × a good line's",
			ours:   fmt.Sprintf("%d, and %d retries after %d faults", requests, bad.retries, bad.counts.Faults),
			theirs: fmt.Sprint(good.counts.Requests),
			ratio:  fmt.Sprintf("%.3f", float64(requests)/float64(good.counts.Requests)),
			met:    float64(requests) <= 1.1*float64(good.counts.Requests),
		},
		{
			what:   "that push, waits left out",
			ours:   perSecond(float64(bad.changes) / bad.took.Seconds()),
			theirs: perSecond(float64(good.changes) / good.took.Seconds()),
			ratio:  fmt.Sprintf("%.2f", good.took.Seconds()/bad.took.Seconds()),
		},
	}, nil
}

// pushOver makes a table and a copy of it, changes the copy and pushes that, and compares both.
func pushOver(ctx context.Context, share faults.Share) (out pushed, err error) {
	tables, err := server.OpenTables(ctx, server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}})
	if err != nil {
		return out, err
	}
	site, err := harness.Serve(tables)
	if err != nil {
		return out, err
	}
	defer site.Close()
	address := site.URL + tableauth.WellKnownName
	proxy, err := faults.Listen(address, 1, share)
	if err != nil {
		return out, err
	}
	defer proxy.Close()
	var retries atomic.Int64
	plain, err := faults.Client(address, nil)
	if err != nil {
		return out, err
	}
	client, err := faults.Client(proxy.URL, &retries)
	if err != nil {
		return out, err
	}
	db := engine.Open(engine.Options{})
	if err := fillPushed(ctx, plain); err != nil {
		return out, err
	}
	origin := tablesync.Origin{Source: "bench", Endpoint: address, Remote: pushedTable}
	if _, err := tablesync.Pull(ctx, db, plain, pushedTable, origin, tablesync.Options{}); err != nil {
		return out, err
	}
	if out.changes, err = changePushed(ctx, db); err != nil {
		return out, err
	}
	waitQuiet()
	begin := time.Now()
	for left := out.changes; left > 0; {
		report, err := tablesync.Push(ctx, db, client, pushedTable, tablesync.PushOptions{Endpoint: address})
		if err != nil {
			return out, err
		}
		if report.Left == left {
			return out, fmt.Errorf("%d changes stay: %d conflicts, %d refused", left, report.Conflicts, len(report.Refused))
		}
		left = report.Left
	}
	out.took, out.counts, out.retries = time.Since(begin), proxy.Counts(), retries.Load()
	out.differs, err = faults.Same(ctx, db, pushedTable, plain, pushedTable)
	return out, err
}

func fillPushed(ctx context.Context, client *tablerest.Client) error {
	if err := client.CreateTable(ctx, pushedTable); err != nil {
		return err
	}
	for p := range pushedPartitions {
		for from := 0; from < rowsEach; from += engine.MaxBatchOps {
			ops := make([]engine.Op, engine.MaxBatchOps)
			for i := range ops {
				ops[i] = pushedOp(engine.Insert, p, fmt.Sprintf("r%07d", from+i), 0)
			}
			if _, err := client.Batch(ctx, pushedTable, ops); err != nil {
				return err
			}
		}
	}
	return nil
}

// changePushed changes, inserts and deletes, mixed, and returns how many entities it did that to.
func changePushed(ctx context.Context, db *engine.DB) (changes int, err error) {
	for p := range pushedPartitions {
		for i := range rowsEach {
			ops := []engine.Op{{Kind: engine.Delete, PartitionKey: partitionOf(p), RowKey: fmt.Sprintf("r%07d", i), IfMatch: "*"}}
			if i%3 < 2 {
				ops = []engine.Op{pushedOp(engine.InsertOrReplace, p, fmt.Sprintf("r%07d", i), 1), pushedOp(engine.Insert, p, fmt.Sprintf("r%07d-new", i), 2)}
			}
			for _, op := range ops {
				if _, err := db.Apply(ctx, pushedTable, op); err != nil {
					return changes, err
				}
				changes++
			}
		}
	}
	return changes, nil
}

func partitionOf(p int) string { return fmt.Sprintf("p%04d", p) }

func pushedOp(kind engine.OpKind, p int, rowKey string, n int32) engine.Op {
	return engine.Op{Kind: kind, PartitionKey: partitionOf(p), RowKey: rowKey, Properties: []engine.Property{
		{Name: "N", Value: edm.NewInt32(n)}, {Name: "Price", Value: edm.NewDouble(float64(p) / 8)},
		{Name: "Title", Value: edm.NewString("a title of 20 letters")}, {Name: "Flag", Value: edm.NewBoolean(p%2 == 0)},
	}}
}
