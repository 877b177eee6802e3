package workload

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Moment is what was called in a span of time.
type Moment struct {
	Begin  time.Time
	Calls  int
	Wide   int // of them, queries whose plan reads several partitions or the table
	Failed int // of them, answered with a status of 400 or above
}

// maxMoments bounds a time line.
const maxMoments = 120

// widths are the spans of a time line's moments; each is a multiple of the one before, and so two lines of a log are never apart that
// were together. Beyond the last a span doubles.
var widths = [...]time.Duration{time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 12 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour}

// timeline counts calls by time. Its moments become wider as more time is to be told of, so that it stays small.
type timeline struct {
	width   time.Duration
	moments map[int64]*Moment // by time in widths since 1970
	last    int64             // the one that was counted in last, in at
	at      *Moment
	low     int64
	high    int64
}

func (l *timeline) add(c *Call, class string) {
	if c.Time.IsZero() {
		return
	}
	if l.moments == nil {
		l.width, l.moments = widths[0], map[int64]*Moment{}
	}
	n := l.number(c.Time)
	if l.at == nil || n != l.last {
		if len(l.moments) == 0 {
			l.low, l.high = n, n
		}
		for l.low, l.high = min(l.low, n), max(l.high, n); l.high-l.low >= maxMoments; n = l.number(c.Time) {
			l.widen()
			l.low, l.high = min(l.low, l.number(c.Time)), max(l.high, l.number(c.Time))
		}
		l.last, l.at = n, l.moment(n)
	}
	l.at.Calls++
	l.at.Wide += btoi(c.Operation == Query && (class == filterlang.FullScan.Name() || class == filterlang.PartitionRange.Name()))
	l.at.Failed += btoi(c.Status >= 400)
}

func (l *timeline) number(t time.Time) int64 {
	s, w := t.Unix(), int64(l.width/time.Second)
	if s < 0 {
		s -= w - 1
	}
	return s / w
}

func (l *timeline) moment(n int64) *Moment {
	m := l.moments[n]
	if m == nil {
		m = &Moment{Begin: time.Unix(n*int64(l.width/time.Second), 0).UTC()}
		l.moments[n] = m
	}
	return m
}

// widen puts the moments into wider ones.
func (l *timeline) widen() {
	wider := l.width * 2
	if i := slices.Index(widths[:], l.width); i >= 0 && i+1 < len(widths) {
		wider = widths[i+1]
	}
	old := l.moments
	l.width, l.moments, l.at = wider, map[int64]*Moment{}, nil
	first := true
	for _, m := range old {
		n := l.number(m.Begin)
		to := l.moment(n)
		to.Calls, to.Wide, to.Failed = to.Calls+m.Calls, to.Wide+m.Wide, to.Failed+m.Failed
		if first {
			l.low, l.high, first = n, n, false
		}
		l.low, l.high = min(l.low, n), max(l.high, n)
	}
}

// Timeline returns the calls by time, the earliest first and without spans that have none, and how long a span is; none if no time is
// known. There are at most 120 spans from the first to the last.
func (s *Summary) Timeline() ([]Moment, time.Duration) {
	list := make([]Moment, 0, len(s.times.moments))
	for m := range maps.Values(s.times.moments) {
		list = append(list, *m)
	}
	stable.Sort(list, func(a, b Moment) int { return cmp.Compare(a.Begin.Unix(), b.Begin.Unix()) })
	return list, s.times.width
}

// pace is how many calls there are in a minute, at most.
type pace struct {
	minute int64
	calls  int
	most   int
}

func (p *pace) add(t time.Time) {
	if t.IsZero() {
		return
	}
	if minute := t.Unix() / 60; minute != p.minute {
		p.minute, p.calls = minute, 0
	}
	p.calls++
	p.most = max(p.most, p.calls)
}
