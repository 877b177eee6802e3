package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"rangefinder/e2e/faults"
	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
	"rangefinder/server"
	"rangefinder/server/tableauth"
)

// unorderedTable is a table of an account that lists entities in an order of its own, as Azure Cosmos DB for Table may.
const unorderedTable = "Unordered"

// measureUnorderedPage pulls such a table into the browser: the worker sorts it as it comes.
func measureUnorderedPage(p *playground) ([]row, error) {
	k := &keeper{partitions: p.partitions, files: map[string]int64{}}
	defer k.close()
	folder, err := os.MkdirTemp("", "rangefinder-bench-")
	if err != nil {
		return nil, err
	}
	k.undo = append(k.undo, func() { os.RemoveAll(folder) })
	if err := k.open(p.ctx, folder, filterlang.Cosmos); err != nil {
		return nil, err
	}
	if err := k.durable(); err != nil {
		return nil, err
	}
	return k.pull("in no order, from the server's own account with the profile cosmos", 25_000)
}

// measureUnordered pulls such a table into a data directory, and compares the two. Server and client are one process, so what both
// need counts as theirs.
func measureUnordered(ctx context.Context, partitions int) ([]row, error) {
	tables, err := server.OpenTables(ctx, server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Profile: filterlang.Cosmos})
	if err != nil {
		return nil, err
	}
	site, err := harness.Serve(tables)
	if err != nil {
		return nil, err
	}
	defer site.Close()
	address := site.URL + tableauth.WellKnownName
	client, err := faults.Client(address, nil)
	if err != nil {
		return nil, err
	}
	if err := client.CreateTable(ctx, unorderedTable); err != nil {
		return nil, err
	}
	for p := range partitions {
		for from := 0; from < rowsEach; from += engine.MaxBatchOps {
			ops := make([]engine.Op, engine.MaxBatchOps)
			for i := range ops {
				ops[i] = pushedOp(engine.Insert, p, fmt.Sprintf("r%07d", from+i), 0)
			}
			if _, err := client.Batch(ctx, unorderedTable, ops); err != nil {
				return nil, err
			}
		}
	}
	folder, err := os.MkdirTemp("", "rangefinder-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	dir, err := server.OpenDataDir(folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	db, _, err := dir.OpenWorkspace(ctx, engine.Options{})
	if err != nil {
		return nil, err
	}
	waitQuiet()
	entities := partitions * rowsEach
	options := tablesync.Options{Profile: filterlang.Cosmos}
	begin := time.Now()
	report, err := tablesync.Pull(ctx, db, client, unorderedTable, tablesync.Origin{Source: "bench", Endpoint: address, Remote: unorderedTable}, options)
	if err != nil {
		return nil, err
	}
	took := time.Since(begin)
	if report.Added != entities {
		return nil, fmt.Errorf("%d of %d entities came", report.Added, entities)
	}
	s, err := db.Snapshot(unorderedTable)
	if err != nil {
		return nil, err
	}
	waitQuiet()
	most := watchMemory()
	begin = time.Now()
	differences := 0
	_, err = tablesync.Compare(ctx, tablesync.RemoteSide(client, unorderedTable, tablesync.Scope{}).Unordered(), tablesync.LocalSide(s), options,
		func(tablesync.Difference) error { differences++; return nil })
	compared, grown := time.Since(begin), most()
	if err != nil {
		return nil, err
	}
	if differences > 0 {
		return nil, fmt.Errorf("%d differences of a copy to its table", differences)
	}
	rate := float64(entities) / took.Seconds()
	return []row{{
		what:   fmt.Sprintf("pull of %d entities in no order, into a data directory", entities),
		target: "60,000/s",
		ours:   fmt.Sprintf("%.0f/s (%.1f s, %d requests)", rate, took.Seconds(), report.Requests),
		met:    rate >= 60_000,
	}, {
		what:   fmt.Sprintf("compare of that copy with its table, %d entities each", entities),
		target: "60 s, 300 MB",
		ours:   fmt.Sprintf("%.1f s, %.0f MB more heap at most", compared.Seconds(), float64(grown)/1e6),
		met:    compared <= time.Minute && grown <= 300e6,
	}}, nil
}

// watchMemory looks at the heap until the answer is called for: how much more it was at most.
func watchMemory() (most func() uint64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, top := m.HeapInuse, m.HeapInuse
	over := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(50 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				top = max(top, m.HeapInuse)
			}
		}
	})
	return func() uint64 {
		close(over)
		running.Wait()
		return top - before
	}
}
