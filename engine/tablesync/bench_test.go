package tablesync_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

const benchEntities = 200_000

// service makes a table of entities with four properties.
func service(b *testing.B, n int) *engine.DB {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(context.Background(), "Things"); err != nil {
		b.Fatal(err)
	}
	l, err := db.Load(context.Background(), "Things")
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		err := l.Add(fmt.Sprintf("p%05d", i/1000), fmt.Sprintf("r%07d", i), []engine.Property{
			{Name: "Name", Value: edm.NewString(fmt.Sprint("thing number ", i))}, {Name: "N", Value: edm.NewInt32(int32(i))},
			{Name: "Price", Value: edm.NewDouble(float64(i) / 8)}, {Name: "Ready", Value: edm.NewBoolean(i%2 == 0)},
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if _, err := l.Commit(); err != nil {
		b.Fatal(err)
	}
	return db
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

var things = tablesync.Origin{Source: "s", Endpoint: "https://example.org", Remote: "Things"}

func BenchmarkPull(b *testing.B) {
	remote := service(b, benchEntities)
	before := heap()
	plain := service(b, benchEntities)
	table := heap() - before
	runtime.KeepAlive(plain)
	plain = nil
	for b.Loop() {
		before := heap()
		db := engine.Open(engine.Options{})
		if _, err := tablesync.Pull(context.Background(), db, remote, "Copy", things, tablesync.Options{}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap()-before)/float64(table), "of-the-table")
		runtime.KeepAlive(db)
	}
	b.ReportMetric(float64(benchEntities)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}

func BenchmarkPull_Unchanged(b *testing.B) {
	remote, db := service(b, benchEntities), engine.Open(engine.Options{})
	for b.Loop() {
		if _, err := tablesync.Pull(context.Background(), db, remote, "Copy", things, tablesync.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(benchEntities)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}

func BenchmarkPush(b *testing.B) {
	remote, db := service(b, benchEntities), engine.Open(engine.Options{})
	if _, err := tablesync.Pull(context.Background(), db, remote, "Copy", things, tablesync.Options{}); err != nil {
		b.Fatal(err)
	}
	const changes = 50_000
	opt := tablesync.PushOptions{Endpoint: things.Endpoint}
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		for i := 0; i < changes; i += 5000 {
			var list []engine.BulkEntity
			for j := i; j < i+5000; j++ {
				e := j * (benchEntities / changes)
				list = append(list, engine.BulkEntity{PartitionKey: fmt.Sprintf("p%05d", e/1000), RowKey: fmt.Sprintf("r%07d", e), Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(int32(-n))}}})
			}
			if _, err := db.Bulk(context.Background(), "Copy", list, engine.MergeExisting); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		report, err := tablesync.Push(context.Background(), db, remote, "Copy", opt)
		if err != nil || report.Left != 0 {
			b.Fatal(report.Left, err)
		}
	}
	b.ReportMetric(float64(changes)*float64(b.N)/b.Elapsed().Seconds(), "changes/s")
}
