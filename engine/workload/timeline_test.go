package workload

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"
)

// Ensure that a time line has every call in the span that it is of, in bounded memory, in whatever order the calls come.
func TestTimeline(t *testing.T) {
	for name, step := range map[string]time.Duration{"one second": 0, "seconds": time.Second, "minutes": 90 * time.Second, "days": 23 * time.Hour, "years": 40 * 24 * time.Hour} {
		for _, shuffled := range []bool{false, true} {
			random := rand.New(rand.NewPCG(5, 6))
			var s Summary
			order := random.Perm(1000)
			for i := range 1000 {
				if shuffled {
					i = order[i]
				}
				c := query("Movies", "Rating gt 3")
				if i%10 == 0 {
					c = query("Movies", "PartitionKey eq 'a'")
				}
				c.Time, c.Status = start.Add(time.Duration(i)*step), 200
				if i%4 == 0 {
					c.Status = 503
				}
				s.Add(c)
			}
			s.Add(query("Movies", "Rating gt 3")) // at no known time
			list, width := s.Timeline()
			calls, wide, failed := 0, 0, 0
			for i, m := range list {
				calls, wide, failed = calls+m.Calls, wide+m.Wide, failed+m.Failed
				if i > 0 && m.Begin.Sub(list[i-1].Begin)%width != 0 || m.Begin.Before(start.Add(-width)) {
					t.Fatalf("%s: a span of %v begins at %v", name, width, m.Begin)
				}
				want := 0
				for k := range 1000 {
					if at := start.Add(time.Duration(k) * step); !at.Before(m.Begin) && at.Before(m.Begin.Add(width)) {
						want++
					}
				}
				if want != m.Calls {
					t.Fatalf("%s, shuffled %v: %d calls from %v for %v, want %d", name, shuffled, m.Calls, m.Begin, width, want)
				}
			}
			if calls != 1000 || wide != 900 || failed != 250 || len(list) == 0 || len(list) > maxMoments || list[len(list)-1].Begin.Sub(list[0].Begin) >= maxMoments*width {
				t.Errorf("%s: %d calls, %d wide, %d failed in %d spans of %v", name, calls, wide, failed, len(list), width)
			}
		}
	}
}

func TestSummary_BusiestAndTop(t *testing.T) {
	var s Summary
	for i, minute := range []int{0, 0, 0, 1, 2, 2, 2, 2, 3} {
		c := query("Movies", "")
		c.Time, c.Top = start.Add(time.Duration(minute)*time.Minute+time.Duration(i)*time.Second), 5+i
		s.Add(c)
	}
	other := query("Orders", "")
	other.Top = 3
	s.Add(other)
	s.Add(query("Orders", ""))
	for _, shape := range s.Shapes() {
		if shape.Table == "Movies" && (shape.Busiest != 4 || shape.Top != 13) || shape.Table == "Orders" && (shape.Busiest != 0 || shape.Top != 0) {
			t.Errorf("%s: busiest %d, top %d", shape.Table, shape.Busiest, shape.Top)
		}
	}
}

// Ensure that every kind of log is known by its beginning, cut off anywhere, and that files of data are not taken for logs.
func TestRecognize(t *testing.T) {
	all := requests(400, 3)
	for name, w := range writers {
		var log bytes.Buffer
		w.write(&log, all, false)
		kind, _ := Read(bytes.NewReader(log.Bytes()), func(*Call) {})
		for _, n := range []int{8 << 10, 20_000, log.Len()} {
			if got := Recognize(log.Bytes()[:min(n, log.Len())]); got == "" || got != kind.Kind {
				t.Errorf("%s: %q by its first %d bytes, want %q", name, got, n, kind.Kind)
			}
		}
	}
	for name, text := range map[string]string{
		"CSV":       "PartitionKey,RowKey,Uri\na,b,https://x.table.core.windows.net/Movies\n",
		"NDJSON":    "{\"PartitionKey\":\"a\",\"RowKey\":\"b\",\"uri\":\"/x\"}\n{\"PartitionKey\":\"a\",\"RowKey\":\"c\"}\n",
		"JSON":      `[{"PartitionKey":"a","RowKey":"b","time":"2026-11-20T10:00:00Z"}]`,
		"OData":     `{"value":[{"PartitionKey":"a","RowKey":"b"}]}`,
		"nothing":   "",
		"text":      "a line\nand another\n",
		"workspace": "{\"rangefinder\":1}\n{\"table\":\"Movies\"}\n",
	} {
		if kind := Recognize([]byte(text)); kind != "" {
			t.Errorf("%s is taken for %s", name, kind)
		}
	}
}
