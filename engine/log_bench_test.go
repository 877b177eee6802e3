package engine

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rangefinder/filterlang/edm"
)

// directory is a Folder of the operating system, without the care for locks and names that a server needs.
type directory string

func (d directory) Open(name string) (File, error) {
	f, err := os.OpenFile(filepath.Join(string(d), name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (d directory) Remove(name string) error { return os.Remove(filepath.Join(string(d), name)) }

func (d directory) List() ([]string, error) {
	entries, err := os.ReadDir(string(d))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

type osFile struct{ *os.File }

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// memory is a Folder that takes no time, to measure what the engine itself takes.
type memory map[string]*memoryFile

func (m memory) Open(name string) (File, error) {
	if m[name] == nil {
		m[name] = &memoryFile{}
	}
	return m[name], nil
}

func (m memory) Remove(name string) error { delete(m, name); return nil }

func (m memory) List() ([]string, error) {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	return names, nil
}

// memoryFile keeps its memory when it is truncated: a file system takes no time to grow a file either.
type memoryFile struct{ data []byte }

func (f *memoryFile) ReadAt(b []byte, at int64) (int, error) {
	n := copy(b, f.data[min(at, int64(len(f.data))):])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memoryFile) WriteAt(b []byte, at int64) (int, error) {
	if end := at + int64(len(b)); end > int64(len(f.data)) {
		_ = f.Truncate(end)
	}
	return copy(f.data[at:], b), nil
}

func (f *memoryFile) Truncate(size int64) error {
	if size > int64(cap(f.data)) {
		f.data = append(make([]byte, 0, max(size*2, 1<<27)), f.data...)
	}
	if old := int64(len(f.data)); size < old {
		clear(f.data[size:])
	}
	f.data = f.data[:size]
	return nil
}

func (f *memoryFile) Sync() error          { return nil }
func (f *memoryFile) Size() (int64, error) { return int64(len(f.data)), nil }
func (f *memoryFile) Close() error         { return nil }

func openBench(b testing.TB, folder Folder) *DB {
	b.Helper()
	db, recovery, err := OpenFolder(context.Background(), folder, Options{})
	if err != nil || len(recovery.Damage) > 0 {
		b.Fatal(err, recovery)
	}
	return db
}

// benchFolder returns a folder with the benchmark table, rewritten or as it was loaded.
func benchFolder(b testing.TB, folder Folder, n int, rewritten bool) Folder {
	b.Helper()
	db := openBench(b, folder)
	if err := db.CreateTable(context.Background(), "Bench"); err != nil {
		b.Fatal(err)
	}
	loadBench(b, db, n)
	if rewritten {
		if err := db.Rewrite(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	return folder
}

// BenchmarkReopen1M opens a workspace of a million entities and answers a query.
func BenchmarkReopen1M(b *testing.B) {
	for name, rewritten := range map[string]bool{"Loaded": false, "Rewritten": true} {
		b.Run(name, func(b *testing.B) {
			folder := benchFolder(b, memory{}, 1_000_000, rewritten)
			var size, live int64
			for b.Loop() {
				db := openBench(b, folder)
				if _, err := db.Query(context.Background(), "Bench", Query{Filter: "PartitionKey eq 'p000500'"}); err != nil {
					b.Fatal(err)
				}
				size, live = db.Storage().Log, db.Image().Bytes()
			}
			b.ReportMetric(float64(size)/float64(live), "log/entities")
			b.ReportMetric(float64(size)/1e6, "log-MB")
		})
	}
}

// BenchmarkReopenBulks opens a workspace of a million entities that came in bulks of 5,000.
func BenchmarkReopenBulks(b *testing.B) {
	const n = 1_000_000
	folder := memory{}
	db := openBench(b, folder)
	if err := db.CreateTable(context.Background(), "Bench"); err != nil {
		b.Fatal(err)
	}
	entities := make([]BulkEntity, 5000)
	for i := range n {
		op := benchOp(i)
		entities[i%5000] = BulkEntity{op.PartitionKey, op.RowKey, op.Properties}
		if i%5000 == 4999 {
			if _, err := db.Bulk(context.Background(), "Bench", entities, SkipExisting); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		openBench(b, folder)
	}
}

// BenchmarkReopenSingles opens a workspace of 200,000 entities that were inserted one by one.
func BenchmarkReopenSingles(b *testing.B) {
	const n = 200_000
	folder := memory{}
	db := openBench(b, folder)
	if err := db.CreateTable(context.Background(), "Bench"); err != nil {
		b.Fatal(err)
	}
	for i := range n {
		if _, err := db.Apply(context.Background(), "Bench", benchOp(i)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		openBench(b, folder)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entity")
}

func benchOp(i int) Op {
	return Op{PartitionKey: benchPartition(i / 1000), RowKey: benchRow(i % 1000), Properties: []Property{
		{"Number", edm.NewInt32(int32(i))}, {"Score", edm.NewDouble(float64(i) / 3)}, {"Text", edm.NewString("abcdefghijklmnopqrst")}, {"Flag", edm.NewBoolean(i%2 == 0)},
	}}
}

// BenchmarkInsertDurable inserts entities one by one, each written and synced.
func BenchmarkInsertDurable(b *testing.B) {
	for name, folder := range map[string]Folder{"Memory": memory{}, "Disk": directory(b.TempDir())} {
		b.Run(name, func(b *testing.B) {
			db := openBench(b, folder)
			_ = db.CreateTable(context.Background(), "Bench")
			i := 0
			for b.Loop() {
				op := benchOp(i)
				op.Kind = InsertOrReplace
				if _, err := db.Apply(context.Background(), "Bench", op); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// BenchmarkRewrite1M rewrites a million entities while a writer commits all the time, and tells the longest wait of a commit.
func BenchmarkRewrite1M(b *testing.B) {
	for name, folder := range map[string]Folder{"Memory": memory{}, "Disk": directory(b.TempDir())} {
		b.Run(name, func(b *testing.B) {
			db := openBench(b, benchFolder(b, folder, 1_000_000, false))
			longest, commits := time.Duration(0), 0
			for b.Loop() {
				done := make(chan struct{})
				go func() {
					defer close(done)
					if err := db.Rewrite(context.Background(), nil); err != nil {
						b.Error(err)
					}
				}()
				for running := true; running; {
					op := benchOp(commits)
					op.Kind = InsertOrReplace
					start := time.Now()
					if _, err := db.Apply(context.Background(), "Bench", op); err != nil {
						b.Fatal(err)
					}
					longest = max(longest, time.Since(start))
					commits++
					select {
					case <-done:
						running = false
					case <-time.After(time.Millisecond):
					}
				}
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "longest-wait-ms")
			b.ReportMetric(float64(commits)/float64(b.N), "commits/rewrite")
		})
	}
}

// BenchmarkRewriteSlice rewrites a million entities and tells the longest time between two yields.
func BenchmarkRewriteSlice(b *testing.B) {
	db := openBench(b, benchFolder(b, memory{}, 1_000_000, false))
	longest := time.Duration(0)
	for b.Loop() {
		last := time.Now()
		err := db.Rewrite(context.Background(), func() error {
			longest, last = max(longest, time.Since(last)), time.Now()
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(longest.Microseconds())/1000, "longest-slice-ms")
}

// BenchmarkBulk writes entities in sorted bulks of 5,000, durably but to memory.
func BenchmarkBulk(b *testing.B) {
	const n = 5000
	db := openBench(b, memory{})
	if err := db.CreateTable(context.Background(), "Bench"); err != nil {
		b.Fatal(err)
	}
	entities := make([]BulkEntity, n)
	at := 0
	for b.Loop() {
		for i := range entities {
			op := benchOp(at)
			at++
			entities[i] = BulkEntity{op.PartitionKey, op.RowKey, op.Properties}
		}
		if _, err := db.Bulk(context.Background(), "Bench", entities, SkipExisting); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entity")
}
