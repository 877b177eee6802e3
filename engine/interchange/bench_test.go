package interchange

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

const benchEntities = 50_000

// benchTable is a table of entities with four properties.
func benchTable(b *testing.B) *engine.Snapshot {
	b.Helper()
	db := engine.Open(engine.Options{})
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Movies"); err != nil {
		b.Fatal(err)
	}
	l, err := db.Load(ctx, "Movies")
	if err != nil {
		b.Fatal(err)
	}
	for i := range benchEntities {
		err := l.Add(fmt.Sprintf("P%04d", i/100), fmt.Sprintf("R%08d", i), []engine.Property{
			{Name: "Title", Value: edm.NewString(fmt.Sprintf("The film number %d", i))},
			{Name: "Year", Value: edm.NewInt32(int32(1900 + i%120))},
			{Name: "Rating", Value: edm.NewDouble(float64(i%50) / 10)},
			{Name: "Released", Value: edm.NewDateTime(630822816000000000 + edm.Ticks(i)*864_000_000_000)},
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if _, err := l.Commit(); err != nil {
		b.Fatal(err)
	}
	s, err := db.Snapshot("Movies")
	if err != nil {
		b.Fatal(err)
	}
	return s
}

var benchFormats = []Format{NDJSON, ODataJSON, TypedCSV, Workspace, PlainCSV, PlainJSON}

func BenchmarkWrite(b *testing.B) {
	s := benchTable(b)
	for _, f := range benchFormats {
		b.Run(f.String(), func(b *testing.B) {
			var n int64
			for b.Loop() {
				var out counting
				w, err := NewWriter(&out, WriterOptions{Format: f, Table: "Movies", Columns: s.Columns()})
				if err != nil {
					b.Fatal(err)
				}
				if f == Workspace {
					w.Table("Movies")
				}
				for rank := 0; rank < s.Len(); rank += 1000 {
					for _, e := range s.Window(rank, 1000) {
						w.Write(e)
					}
				}
				w.Close()
				n = int64(out)
			}
			b.SetBytes(n)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchEntities, "ns/entity")
		})
	}
}

type counting int64

func (c *counting) Write(p []byte) (int, error) {
	*c += counting(len(p))
	return len(p), nil
}

func BenchmarkRead(b *testing.B) {
	s := benchTable(b)
	for _, f := range benchFormats {
		b.Run(f.String(), func(b *testing.B) {
			data := export(b, s, WriterOptions{Format: f, Table: "Movies", Columns: s.Columns()})
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				r := NewReader(bytes.NewReader(data), int64(len(data)), ReaderOptions{Layout: Layout{Format: f, Header: true}})
				var e Entity
				for {
					err := r.Next(&e)
					if err == io.EOF {
						break
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchEntities, "ns/entity")
			b.ReportAllocs()
		})
	}
}
