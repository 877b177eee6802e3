package filterlang

import "testing"

var benchmarkFilters = []struct{ name, text string }{
	{"RowRange", "PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0 and Favorite"},
	{"OrOfKeys", "(PartitionKey eq 'Action' or PartitionKey eq 'Drama' or PartitionKey eq 'War') and Rating gt 4.0 and not (Year lt 1990)"},
}

func BenchmarkNewPlan(b *testing.B) {
	for _, f := range benchmarkFilters {
		b.Run(f.name, func(b *testing.B) {
			e := mustParse(b, f.text)
			b.ReportAllocs()
			for b.Loop() {
				NewPlan(e)
			}
		})
	}
}

func BenchmarkFindings(b *testing.B) {
	census := sampleCensus()
	for _, f := range benchmarkFilters {
		b.Run(f.name, func(b *testing.B) {
			p := NewPlan(mustParse(b, f.text))
			b.ReportAllocs()
			for b.Loop() {
				Findings(p, census)
			}
		})
	}
}
