package tablecopy_test

import (
	"testing"

	"rangefinder/engine/tablecopy"
)

// BenchmarkCopy copies 100,000 entities into a database, without a network: what the work itself costs.
func BenchmarkCopy(b *testing.B) {
	const n = 100_000
	from := many(b, n, 1000, 1)
	for b.Loop() {
		s := newService(1)
		to := s.target()
		to.Service = s.db
		opt := tablecopy.Options{AtOnce: 8}
		c, err := tablecopy.Prepare(ctx, from, to, opt)
		must(b, err)
		if r, err := c.Run(ctx, opt); err != nil || r.Written != n {
			b.Fatal(r, err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}
