package openmetrics

import (
	"math"
	"strings"
	"testing"

	"rangefinder/server/openmetrics/openmetricstest"
)

// Ensure that the text is as the specification has it, to the byte.
func TestWriter(t *testing.T) {
	var w Writer
	w.Family("a_build", Info, "", "Which build.")
	w.Sample(1, "commit", "0a1b")
	w.Family("a_requests", Counter, "", "Requests, \"all\".")
	w.Sample(12, "path", "C:\\x\n\"\xff")
	w.Sample(1e21)
	w.Family("a_time_seconds", Histograms, "seconds", "Time.")
	h := NewHistogram([]float64{.5, 1})
	for _, v := range []float64{.5, .25, 1, 7} {
		h.Observe(v)
	}
	w.Histogram(h, "of", "x")
	w.Family("a_size_bytes", Gauge, "bytes", "Size.")
	w.Sample(math.Inf(1))
	const want = `# TYPE a_build info
# HELP a_build Which build.
a_build_info{commit="0a1b"} 1.0
# TYPE a_requests counter
# HELP a_requests Requests, \"all\".
a_requests_total{path="C:\\x\n\"�"} 12.0
a_requests_total 1e+21
# TYPE a_time_seconds histogram
# UNIT a_time_seconds seconds
# HELP a_time_seconds Time.
a_time_seconds_bucket{of="x",le="0.5"} 2
a_time_seconds_bucket{of="x",le="1.0"} 3
a_time_seconds_bucket{of="x",le="+Inf"} 4
a_time_seconds_count{of="x"} 4
a_time_seconds_sum{of="x"} 8.75
# TYPE a_size_bytes gauge
# UNIT a_size_bytes bytes
# HELP a_size_bytes Size.
a_size_bytes +Inf
# EOF
`
	if got := w.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	samples, err := openmetricstest.Parse(want)
	if err != nil || samples[`a_time_seconds_bucket{of="x",le="1.0"}`] != 3 || len(samples) != 9 {
		t.Errorf("%v %v", samples, err)
	}
}

// Ensure that the reader that the tests use sees what breaks the rules.
func TestParse_Broken(t *testing.T) {
	const histogram = "# TYPE h histogram\n"
	for text, want := range map[string]string{
		"a 1":                                                                  "# EOF",
		"a 1\n# EOF\n":                                                         "no sample",
		"# TYPE a gauge\n\n# EOF\n":                                            "neither",
		"# TYPE a counter\na 1\n# EOF\n":                                       "no sample",
		"# TYPE a counter\na_total -1\n# EOF\n":                                "counter of -1",
		"# TYPE a gauge\na 1\na 2\n# EOF\n":                                    "twice",
		"# TYPE a gauge\n# TYPE a gauge\n# EOF\n":                              "metadata twice",
		"# TYPE a gauge\n# UNIT a s\n# EOF\n":                                  "unit",
		"# TYPE a gauge\na{b=\"c\",} 1\n# EOF\n":                               "labels",
		"# TYPE a gauge\na{b=\"\\t\"} 1\n# EOF\n":                              "labels",
		"# TYPE a gauge\na 1  2\n# EOF\n":                                      "neither",
		"# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\n# EOF\n":    "interleaved",
		histogram + "h_bucket{le=\"1.0\"} 1\nh_count 1\nh_sum 1\n# EOF\n":      "a count of 1",
		histogram + "h_bucket{le=\"1.0\"} 2\nh_bucket{le=\"+Inf\"} 1\n# EOF\n": "bucket",
		histogram + "h_bucket{le=\"1\"} 2\n# EOF\n":                            "bucket",
		histogram + "h_bucket{le=\"+Inf\"} 1\nh_count 1\n# EOF\n":              "not whole",
		histogram + "h_bucket{le=\"+Inf\"} 1\nh_count 1\nh_sum NaNs\n# EOF\n":  "NaNs",
	} {
		if _, err := openmetricstest.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
