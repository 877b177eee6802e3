package workload

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"rangefinder/filterlang"
)

// fuzzRead checks what holds for any bytes: reading ends without a panic, each line is counted once, the answer does not depend on
// how the bytes arrive, and the memory of examples is bounded.
func fuzzRead(f *testing.F, names ...string) {
	for _, name := range names {
		w := writers[name]
		for way := range 4 {
			all := requests(3, uint64(way)+2)
			text := w.head
			for i := range all {
				line := w.line(&all[i], i)
				if way > 0 && i == 1 {
					line = breakLine(line, way)
				}
				text += line + w.separator
			}
			f.Add([]byte(text + w.foot))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Summary
		calls := 0
		report, err := Read(bytes.NewReader(data), func(c *Call) {
			calls++
			if c.Operation == Unknown || c.Status < 0 || c.Status > 999 || c.Duration < 0 || c.BytesIn < 0 || c.BytesOut < 0 {
				t.Errorf("%+v", c)
			}
			s.Add(c)
		})
		if calls != report.Calls || s.Calls() != calls || len(report.Examples) > maxExamples || report.NotUnderstood < len(report.Examples) {
			t.Errorf("%d calls, %d counted, %+v", calls, s.Calls(), report)
		}
		if report.Kind != Azurite && err == nil && report.Calls+report.Ignored+report.NotUnderstood != report.Lines {
			t.Errorf("%+v does not add up", report)
		}
		again, err2 := Read(iotest.HalfReader(bytes.NewReader(data)), func(*Call) {})
		if again.Calls != report.Calls || again.NotUnderstood != report.NotUnderstood || (err == nil) != (err2 == nil) {
			t.Errorf("%+v, %v; by halves %+v, %v", report, err, again, err2)
		}
		s.Shapes()
	})
}

func FuzzRead_CSV(f *testing.F)       { fuzzRead(f, "csv") }
func FuzzRead_JSON(f *testing.F)      { fuzzRead(f, "json array", "json array, indented", "query API") }
func FuzzRead_JSONLines(f *testing.F) { fuzzRead(f, "diagnostic", "own") }
func FuzzRead_Analytics(f *testing.F) { fuzzRead(f, "analytics") }
func FuzzRead_HAR(f *testing.F)       { fuzzRead(f, "HAR", "HAR, indented") }
func FuzzRead_Azurite(f *testing.F)   { fuzzRead(f, "Azurite", "access") }

// FuzzSummary_Shape checks that the text of a shape is that of the parsed filter, whatever came before.
func FuzzSummary_Shape(f *testing.F) {
	f.Add("A eq 1", "A eq 2")
	f.Add("A eq datetime'2020-01-01T00:00:00Z'", "A eq 2147483648")
	f.Fuzz(func(t *testing.T, a, b string) {
		var s Summary
		for _, filter := range []string{a, b} {
			r := s.read(strings.TrimSpace(filter))
			if e, err := filterlang.Parse(strings.TrimSpace(filter)); err == nil && !r.refused && r.text != filterlang.ShapeOf(e) {
				t.Errorf("%q after %q: %q, want %q", filter, a, r.text, filterlang.ShapeOf(e))
			}
		}
	})
}
