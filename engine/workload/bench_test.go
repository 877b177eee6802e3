package workload

import (
	"bytes"
	"io"
	"runtime"
	"testing"
)

// repeated gives a head, a block again and again until n requests are read, and a foot.
type repeated struct {
	parts []io.Reader
	block []byte
	left  int // blocks
	foot  string
}

func (r *repeated) Read(p []byte) (int, error) {
	for len(r.parts) > 0 {
		n, err := r.parts[0].Read(p)
		if err != io.EOF {
			return n, err
		}
		r.parts = r.parts[1:]
		if r.left--; r.left == 0 {
			r.parts = append(r.parts, bytes.NewReader([]byte(r.foot)))
		} else if r.left > 0 {
			r.parts = append(r.parts, bytes.NewReader(r.block))
		}
	}
	return 0, io.EOF
}

// BenchmarkRead reads and counts one request an iteration, of each kind of log: -benchtime 1000000x reads a million.
func BenchmarkRead(b *testing.B) {
	all := requests(20_000, 5)
	for name, w := range writers {
		var block bytes.Buffer
		part := w
		part.head, part.foot = "", w.separator
		part.write(&block, all, false)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(block.Len() / len(all)))
			runtime.GC()
			var s Summary
			in := repeated{parts: []io.Reader{bytes.NewReader([]byte(w.head))}, block: block.Bytes(), left: max(b.N/len(all), 1) + 1, foot: w.foot}
			report, err := Read(&in, s.Add)
			if err != nil {
				b.Fatal(err)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapSys)/1e6, "MB-heap")
			b.ReportMetric(float64(report.NotUnderstood), "broken")
		})
	}
}
