package engine

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// The benchmark table: n entities in partitions of 1,000; Int32, Double, 20-character String, Boolean.
func benchTable(b testing.TB, n int) *DB {
	b.Helper()
	db := Open(Options{})
	if err := db.CreateTable(context.Background(), "Bench"); err != nil {
		b.Fatal(err)
	}
	loadBench(b, db, n)
	return db
}

func loadBench(b testing.TB, db *DB, n int) {
	l, err := db.Load(context.Background(), "Bench")
	if err != nil {
		b.Fatal(err)
	}
	properties := []Property{{"Number", edm.Value{}}, {"Score", edm.Value{}}, {"Text", edm.Value{}}, {"Flag", edm.Value{}}}
	x := uint64(1)
	text := []byte("abcdefghijklmnopqrst")
	for i := range n {
		x = x*6364136223846793005 + 1442695040888963407
		for k := range 8 {
			text[k] = 'a' + byte(x>>(8*k))%26
		}
		properties[0].Value = edm.NewInt32(int32(x>>33) % 1_000_000)
		properties[1].Value = edm.NewDouble(float64(x>>11) / 3)
		properties[2].Value = edm.NewString(string(text))
		properties[3].Value = edm.NewBoolean(x>>60&1 == 1)
		if err := l.Add(benchPartition(i/1000), benchRow(i%1000), properties); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := l.Commit(); err != nil {
		b.Fatal(err)
	}
}

func benchPartition(i int) string { return digits("p", i) }
func benchRow(i int) string       { return digits("r", i) }

func digits(head string, i int) string {
	b := [7]byte{head[0]}
	for k := 6; k > 0; k-- {
		b[k] = byte('0' + i%10)
		i /= 10
	}
	return string(b[:])
}

func benchPlan(b testing.TB, filter string) *filterlang.Plan {
	plan, err := CheckQuery(Query{Filter: filter})
	if err != nil {
		b.Fatal(err)
	}
	return plan
}

func BenchmarkLoad1M(b *testing.B) {
	for b.Loop() {
		benchTable(b, 1_000_000)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func BenchmarkMemory1M(b *testing.B) {
	before := heap()
	db := benchTable(b, 1_000_000)
	used := heap() - before
	for b.Loop() {
	}
	b.ReportMetric(float64(used)/1e6, "B/entity")
	runtime.KeepAlive(db)
}

func BenchmarkScan1M(b *testing.B) {
	db := benchTable(b, 1_000_000)
	for name, filter := range map[string]string{
		"Number":   "Number gt 500000",
		"Few":      "Number lt 10000",
		"None":     "Text eq 'nobody'",
		"Score":    "Score gt 1e15",
		"Range":    "PartitionKey gt 'p' and Number gt 500000",
		"Text":     "Text gt 'm'",
		"TwoTerms": "Number gt 500000 and Flag eq true",
	} {
		b.Run(name, func(b *testing.B) {
			s, _ := db.Snapshot("Bench")
			plan := benchPlan(b, filter)
			b.Run("Match", func(b *testing.B) {
				for b.Loop() {
					s.Match(context.Background(), plan, MatchOptions{})
				}
			})
			b.Run("Run", func(b *testing.B) {
				for b.Loop() {
					s.Run(context.Background(), Query{Filter: filter}, RunOptions{})
				}
			})
		})
	}
}

func BenchmarkPoint(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		db := benchTable(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			i := 0
			for b.Loop() {
				i = (i + 7919) % n
				if _, err := db.Get(context.Background(), "Bench", benchPartition(i/1000), benchRow(i%1000)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		db := benchTable(b, n)
		s, _ := db.Snapshot("Bench")
		plan := benchPlan(b, "PartitionKey ge 'p000002' and PartitionKey lt 'p000007'")
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.Explain(plan)
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	db := benchTable(b, 1_000_000)
	s, _ := db.Snapshot("Bench")
	s.counted = nil // counted each time
	for name, filter := range map[string]string{
		"RowKeyOfEach":   "RowKey eq 'r000500'",
		"RowKeysOfEach":  "RowKey ge 'r000500' and RowKey lt 'r000600'",
		"TwentyRanges":   "PartitionKey ne 'p000001' and PartitionKey ne 'p000100' and PartitionKey ne 'p000200' and PartitionKey ne 'p000300' and PartitionKey ne 'p000400'",
		"PartitionRange": "PartitionKey ge 'p000002' and PartitionKey lt 'p000007' and Number gt 5",
	} {
		b.Run(name, func(b *testing.B) {
			plan := benchPlan(b, filter)
			for b.Loop() {
				s.Explain(plan)
			}
		})
	}
}

func BenchmarkInsert(b *testing.B) {
	db := benchTable(b, 100_000)
	i := 0
	for b.Loop() {
		i++
		op := Op{PartitionKey: benchPartition(i * 7919 % 100), RowKey: digits("x", i), Properties: []Property{{"Number", edm.NewInt32(int32(i))}}}
		if _, err := db.Apply(context.Background(), "Bench", op); err != nil {
			b.Fatal(err)
		}
	}
}

var sink int64

func decode(entities []Entity) {
	for _, e := range entities {
		sink += int64(len(e.PartitionKey()) + len(e.RowKey()))
		for i := range e.Len() {
			sink += e.Property(i).Value.Int()
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	db := benchTable(b, 1_000_000)
	b.Run("Range100", func(b *testing.B) {
		for b.Loop() {
			page, err := db.Query(context.Background(), "Bench", Query{Filter: "PartitionKey eq 'p000500' and RowKey ge 'r000200' and RowKey lt 'r000300'"})
			if err != nil || len(page.Entities) != 100 {
				b.Fatal(err, len(page.Entities))
			}
			decode(page.Entities)
		}
	})
	b.Run("TenPartitions", func(b *testing.B) {
		s, _ := db.Snapshot("Bench")
		for b.Loop() {
			r, err := s.Run(context.Background(), Query{Filter: "PartitionKey ge 'p000500' and PartitionKey lt 'p000510'"}, RunOptions{})
			if err != nil || r.Len() != 10_000 {
				b.Fatal(err, r.Len())
			}
			for i := 0; i < r.Len(); i += 100 {
				decode(r.Window(i, 100))
			}
		}
	})
}
