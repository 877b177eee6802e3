package server

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// BenchmarkDataDir_Commit inserts one entity a commit, each acknowledged when it is on the disk. Writers that come while the
// disk is busy share the next sync.
func BenchmarkDataDir_Commit(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			db := openWorkspace(b, filepath.Join(b.TempDir(), "data"))
			if err := db.CreateTable(context.Background(), "Things"); err != nil {
				b.Fatal(err)
			}
			var next atomic.Int64
			var group sync.WaitGroup
			b.ResetTimer()
			for range writers {
				group.Go(func() {
					for {
						n := next.Add(1)
						if n > int64(b.N) {
							return
						}
						op := engine.Op{Kind: engine.Insert, PartitionKey: fmt.Sprint(n % 100), RowKey: fmt.Sprint(n), Properties: []engine.Property{
							{Name: "Number", Value: edm.NewInt64(n)}, {Name: "Text", Value: edm.NewString("a string of some forty characters, more or less")},
						}}
						if _, err := db.Apply(context.Background(), "Things", op); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			group.Wait()
			b.StopTimer()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
