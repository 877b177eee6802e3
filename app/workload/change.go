package workload

import (
	"cmp"
	"strconv"
	"time"

	"rangefinder/app/words"
	"rangefinder/engine/stable"
	"rangefinder/engine/workload"
	"rangefinder/filterlang"
)

// Turn is which way a shape changed between two logs.
type Turn int8

// The turns, the worst first.
const (
	Worse Turn = iota
	Added      // it was not asked before
	Gone       // it is not asked any more
	Other      // it is called more or less often, and reads little
	Better
)

// Change is a shape that is not as it was.
type Change struct {
	Turn    Turn
	Shape   *workload.Shape // as it is, or as it was when it is gone
	Remarks []string        // what is different, the most important first
	weight  int             // of what it makes the service read
}

// What counts as a change: rates and durations that differ by half, and a share of failures that differs by a hundredth, each of enough
// calls to tell.
const (
	changedBy   = 1.5
	enoughCalls = 20
)

// Changes tells what is different between two logs, what got worse first, and how many shapes are as they were. Rates are compared by the
// hour where both logs have times, else as shares of all calls.
func Changes(before, after []workload.Shape) (changes []Change, same int) {
	was := map[string]*workload.Shape{}
	for i := range before {
		was[keyOf(&before[i])] = &before[i]
	}
	for i := range after {
		s := &after[i]
		old := was[keyOf(s)]
		delete(was, keyOf(s))
		c := Change{Shape: s, weight: heaviness(s.Class)}
		if old == nil {
			c.Turn, c.Remarks = Added, []string{Rate(s)}
		} else if c.compare(old, s); c.Remarks == nil {
			same++
			continue
		}
		changes = append(changes, c)
	}
	for i := range before {
		if s := &before[i]; was[keyOf(s)] != nil {
			changes = append(changes, Change{Turn: Gone, Shape: s, Remarks: []string{"was " + Rate(s)}, weight: heaviness(s.Class)})
		}
	}
	stable.Sort(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(b.weight, a.weight), cmp.Compare(b.Shape.Calls, a.Shape.Calls))
	})
	return changes, same
}

// order puts a new shape that reads several partitions beside what got worse.
func (c *Change) order() int {
	if c.Turn == Added && c.wide() {
		return 0
	}
	return int(c.Turn)
}

// wide reports whether the shape reads several partitions, or is refused.
func (c *Change) wide() bool { return c.weight >= heaviness(filterlang.PartitionRange.Name()) }

// heaviness orders classes by what they read. What is refused is as bad as what reads all.
func heaviness(class string) int {
	if class == "refused" {
		return int(filterlang.FullScan)
	}
	c, ok := classOf(class)
	if !ok {
		return 0
	}
	return int(c)
}

// compare fills in how a shape differs from what it was.
func (c *Change) compare(was, is *workload.Shape) {
	worse, better := 0, 0
	say := func(bad bool, text string) {
		worse, better = worse+btoi(bad), better+btoi(!bad)
		c.Remarks = append(c.Remarks, text)
	}
	if was.Class != is.Class {
		say(heaviness(is.Class) > heaviness(was.Class), ClassText(is.Class)+", was "+ClassText(was.Class))
	}
	a, b := was.PerHour, is.PerHour
	unit := " an hour"
	if a == 0 || b == 0 {
		a, b, unit = was.Share*100, is.Share*100, " % of the calls"
	}
	if was.Calls+is.Calls >= enoughCalls && (b > changedBy*a || a > changedBy*b) {
		text := words.Rounded(b) + unit + ", was " + words.Rounded(a)
		if c.wide() {
			say(b > a, text)
		} else {
			c.Remarks = append(c.Remarks, text)
		}
	}
	if was.Timed >= enoughCalls && is.Timed >= enoughCalls && (apart(was.P95, is.P95) || apart(is.P95, was.P95)) {
		say(is.P95 > was.P95, "p95 "+words.Micros(is.P95.Microseconds())+", was "+words.Micros(was.P95.Microseconds()))
	}
	if x, y := failing(was), failing(is); y > x+0.01 || x > y+0.01 {
		say(y > x, percent(y)+" fail, was "+percent(x))
	}
	switch {
	case worse > 0:
		c.Turn = Worse
	case better > 0:
		c.Turn = Better
	default:
		c.Turn = Other
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// apart reports whether a duration is longer by half than another, and by so much that somebody could notice.
func apart(short, long time.Duration) bool {
	return float64(long) > changedBy*float64(short) && long-short > 2*time.Millisecond
}

// failing is the share of calls whose answer was a failure.
func failing(s *workload.Shape) float64 {
	n, known := 0, 0
	for code, calls := range s.Status {
		if known += calls; code >= 400 {
			n += calls
		}
	}
	if known < enoughCalls {
		return 0
	}
	return float64(n) / float64(known)
}

func percent(f float64) string {
	if f == 0 {
		return "none"
	}
	return strconv.FormatFloat(f*100, 'f', 1, 64) + " %"
}
