package workload

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rangefinder/engine/workload"
)

// Ensure that what got worse comes first, that noise is no change, and that each change says how.
func TestChanges(t *testing.T) {
	q := func(text, class string, calls int, perHour float64, p95 time.Duration, failed int) workload.Shape {
		return workload.Shape{Table: "Movies", Operation: workload.Query, Text: text, Class: class, Calls: calls, PerHour: perHour, P95: p95, Timed: calls, Status: map[int]int{200: calls - failed, 503: failed}}
	}
	ms := time.Millisecond
	before := []workload.Shape{
		q("steady", "row-range", 100, 100, 10*ms, 0), q("widened", "row-range", 100, 100, 10*ms, 0), q("busier", "point", 100, 100, 10*ms, 0), q("slower", "point", 100, 100, 10*ms, 0),
		q("failing", "point", 100, 100, 10*ms, 0), q("rare", "point", 2, 2, 10*ms, 0), q("left", "full-scan", 50, 50, 900*ms, 0), q("mended", "full-scan", 100, 100, 10*ms, 0),
	}
	after := []workload.Shape{
		q("steady", "row-range", 140, 140, 12*ms, 0), q("widened", "full-scan", 100, 100, 10*ms, 0), q("busier", "point", 160, 160, 10*ms, 0), q("slower", "point", 100, 100, 16*ms, 0),
		q("failing", "point", 100, 100, 10*ms, 3), q("rare", "point", 8, 8, 90*ms, 0), q("mended", "row-range", 100, 100, 10*ms, 0),
		q("newscan", "full-scan", 9, 9, 10*ms, 0), q("newpoint", "point", 9, 9, 10*ms, 0), q("newrefused", "refused", 5, 5, 10*ms, 0),
	}
	list, same := Changes(before, after)
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%s %s: %s", turns[c.Turn][1], c.Shape.Text, strings.Join(c.Remarks, "; ")))
	}
	want := `worse widened: full scan, was row range
new newscan: 9 an hour
new newrefused: 5 an hour
worse slower: p95 16 ms, was 10 ms
worse failing: 3.0 % fail, was none
new newpoint: 9 an hour
gone left: was 50 an hour
changed busier: 160 an hour, was 100
better mended: row range, was full scan`
	if text := strings.Join(got, "\n"); text != want || same != 2 {
		t.Errorf("%d as before and\n%s\nwant\n%s", same, text, want)
	}
}

// Ensure that logs without times are compared by shares.
func TestChanges_WithoutTimes(t *testing.T) {
	s := workload.Shape{Operation: workload.PointRead, Class: "point", Calls: 100, Share: 0.1}
	more := s
	more.Calls, more.Share = 1000, 0.4
	list, _ := Changes([]workload.Shape{s}, []workload.Shape{more})
	if len(list) != 1 || list[0].Remarks[0] != "40 % of the calls, was 10" {
		t.Errorf("%+v", list)
	}
}
