package loadsim

import (
	"testing"
	"time"
)

// hour is a simulated hour of 100 clients.
func hour(name string) Config {
	c := Default()
	c.Duration = time.Hour
	switch name {
	case "Points": // as many requests as 100 clients can make: nothing holds them up
		c.Mix, c.Keys.Kind, c.Ranges = Mix{Get: 1, Insert: 1}, Random, 64
	case "HotPoints":
		c.Mix = Mix{Insert: 1}
	}
	return c
}

func BenchmarkHour(b *testing.B) {
	for _, name := range []string{"Points", "HotPoints", "Batches"} {
		b.Run(name, func(b *testing.B) {
			requests := int64(0)
			for b.Loop() {
				r, err := New(hour(name))
				if err != nil {
					b.Fatal(err)
				}
				if err := r.Step(time.Hour, nil); err != nil {
					b.Fatal(err)
				}
				requests = r.Totals().Billed
			}
			b.ReportMetric(float64(requests), "requests")
		})
	}
}
