package filterlang

import (
	"strings"
	"testing"
)

const fiveClauses = "PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and " +
	"(Rating gt 4.0 or Added ge datetime'2026-11-20T00:00:00Z')"

func BenchmarkParse_FiveClauses(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(fiveClauses); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse_Refused(b *testing.B) {
	text := fiveClauses + " and Rating == 5"
	for b.Loop() {
		if _, err := Parse(text); err == nil {
			b.Fatal("accepted")
		}
	}
}

// The time for each byte must not grow with the text.
func BenchmarkParse_OneMegabyte(b *testing.B) {
	for _, unit := range []string{"a or ", "(", "not ", "'", "a eq 'x' and ", "\"", "(a) or "} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		if strings.HasSuffix(text, "or ") || strings.HasSuffix(text, "and ") {
			text += "a"
		}
		b.Run(strings.TrimSpace(unit), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, _ = Parse(text)
			}
		})
	}
}

func BenchmarkTokens(b *testing.B) {
	for b.Loop() {
		Tokens(fiveClauses)
	}
}

func BenchmarkComplete(b *testing.B) {
	text := fiveClauses + " and R"
	for b.Loop() {
		Complete(text, len(text), movieCensus)
	}
}
