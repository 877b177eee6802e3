package engine

import (
	"context"
	"math/bits"
	"time"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MatchOptions say what Match counts beside the matches.
type MatchOptions struct {
	Top int // $top, for the round trips; 0 is 1,000

	// View is the stretch of the table, in ranks, whose matches are counted in Buckets equal parts; 0 for none.
	View    Stretch
	Buckets int

	// Yield is called at least every 4,000 entities; its error ends the scan.
	Yield func() error
	// Progress is called before each Yield with what was examined of how many, and what matched.
	Progress func(examined, total, matched int)
}

// MatchStats is what only reading can tell about a plan: exactly what a run of all its pages would do.
type MatchStats struct {
	Stats

	// Alone and Cumulative go with the plan's conjuncts. Alone counts the entities read that satisfy the conjunct, Cumulative
	// those that also satisfy the conjuncts before it, those that set the range first.
	Alone      []int
	Cumulative []int
	// Ticks counts the matches in each bucket of the view.
	Ticks []int
}

// survey is a running Match.
type survey struct {
	t       *table
	opt     *MatchOptions
	plan    *filterlang.Plan
	out     *MatchStats
	size    int
	sizes   sizer
	checked []int // conjuncts to evaluate, in order
	match   []*matcher
	hot     *hotScan
	whole   *matcher // the filter itself, for mismatches; nil when one conjunct tells
	rank    int      // of the next entity
	total   int
	inPage  int
	bytes   int
	full    bool // the page is full: one more entity opens another
	idle    int
	first   edm.Packed
	last    edm.Packed
}

// Match reads what the plan reads and counts what matches, keeping nothing. On cancellation it returns what it counted until
// then, and the error.
func (s *Snapshot) Match(ctx context.Context, plan *filterlang.Plan, opt MatchOptions) (MatchStats, error) {
	start := time.Now()
	n := len(plan.Conjuncts)
	out := MatchStats{Alone: make([]int, n), Cumulative: make([]int, n), Ticks: make([]int, max(opt.Buckets, 0))}
	v := &survey{t: s.t, sizes: s.t.sizer(), opt: &opt, plan: plan, out: &out, size: opt.Top}
	if v.size <= 0 || v.size > MaxPage {
		v.size = MaxPage
	}
	for i, c := range plan.Conjuncts {
		if c.Role != filterlang.SetsRange {
			v.checked = append(v.checked, i)
			v.match = append(v.match, newMatcher(c.Expr, s.match, s.t))
		}
	}
	if len(v.match) > 1 {
		v.whole = newMatcher(plan.Filter, s.match, s.t)
	}
	if len(v.match) > 0 {
		v.hot = s.hot.begin(s.t, v.match, plan.Class != filterlang.Empty && spanOf(plan.Range) == everything)
		defer v.hot.end()
	}
	err := v.run(ctx)
	if first, last, ok := v.hot.bounds(out.Examined); ok {
		v.first, v.last = first, last
	}
	for i, c := range plan.Conjuncts {
		if c.Role == filterlang.SetsRange { // what is read is what satisfies them
			out.Alone[i], out.Cumulative[i] = out.Examined, out.Examined
		}
	}
	if v.first != "" {
		out.Partitions = s.t.partitionsFrom(v.first, v.last)
	}
	out.Elapsed = time.Since(start)
	return out, err
}

// ParallelTrips counts the round trips of the parallel queries of a plan, of which Match said what was found: those of a run of each to
// its end.
func (s *Snapshot) ParallelTrips(ctx context.Context, queries []filterlang.Expr, found *MatchStats, opt MatchOptions) (trips int, err error) {
	size := opt.Top
	if size <= 0 || size > MaxPage {
		size = MaxPage
	}
	small := len(s.t.split) == 0 && found.Bytes <= MaxPageBytes // no page ends before it is full
	opt.Buckets, opt.Progress = 0, nil
	for _, e := range queries {
		plan := filterlang.NewPlan(e)
		if small && (found.Returned < size || plan.Class != filterlang.Empty && s.Stretch(plan.Range).Len() <= size) {
			trips++
			continue
		}
		m, err := s.Match(ctx, plan, opt)
		if err != nil {
			return 0, err
		}
		trips += m.RoundTrips
	}
	return trips, nil
}

// run reads the range, one range partition after the other.
func (v *survey) run(ctx context.Context) error {
	v.out.RoundTrips = 1
	if v.plan.Class == filterlang.Empty {
		return ctx.Err()
	}
	within := spanOf(v.plan.Range)
	at := v.t.stretch(within)
	v.rank, v.total = at.From, at.Len()
	for from := within.low; ; {
		end := min(v.t.segmentEnd(from), within.high)
		var failed error
		v.hot.scan(v.t, span{from, end}, func(chunk []edm.Packed) bool {
			v.read(chunk)
			if v.idle >= yieldEvery {
				failed = v.pause(ctx)
			}
			return failed == nil
		})
		if failed != nil || end >= within.high {
			return failed
		}
		v.out.RoundTrips++
		v.inPage, v.bytes, v.full = 0, 0, false
		from = end
	}
}

func (v *survey) read(chunk []edm.Packed) {
	if !v.hot.blank() { // or else bounds gives them
		if v.first == "" {
			v.first = chunk[0]
		}
		v.last = chunk[len(chunk)-1]
	}
	v.out.Examined += len(chunk)
	v.idle += len(chunk)
	if v.full {
		v.nextPage()
	}
	so, mismatch := first(len(chunk)), uint64(0)
	for i, conjunct := range v.checked {
		var alone uint64
		alone, mismatch = v.match[i].matchAt(v.rank, chunk)
		so &= alone
		v.out.Alone[conjunct] += count(alone)
		v.out.Cumulative[conjunct] += count(so)
	}
	if v.whole != nil {
		v.out.Mismatched += v.whole.mismatched(chunk, so)
	} else {
		v.out.Mismatched += count(mismatch)
	}
	if so != 0 {
		v.out.Returned += count(so)
		switch {
		case v.inside(count(so)):
			v.add(v.hot.sum(&v.sizes, chunk, v.rank, so), count(so))
		case v.hot.blank():
			v.takeBlank(len(chunk), so)
		default:
			v.take(chunk, so)
		}
	}
	v.rank += len(chunk)
}

// inside reports whether no page ends with so many matches more, and where they are is not asked.
func (v *survey) inside(n int) bool {
	return v.opt.Buckets == 0 && v.inPage+n < v.size && v.bytes+n*v.t.census.largest <= MaxPageBytes
}

// add counts matches and their size to the page in progress.
func (v *survey) add(size, n int) {
	v.out.Bytes += int64(size)
	v.bytes += size
	v.inPage += n
}

// takeBlank is take for a chunk that is not filled.
func (v *survey) takeBlank(n int, match uint64) {
	var room [filterlang.MaskSize]edm.Packed
	v.hot.fill(room[:n], v.rank)
	v.take(room[:n], match)
}

// take counts the matches of a chunk one by one, and the pages they begin.
func (v *survey) take(chunk []edm.Packed, match uint64) {
	for left := match; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		n := v.sizes.of(chunk[i])
		if v.full || v.bytes+n > MaxPageBytes && v.inPage > 0 {
			v.nextPage()
		}
		v.add(n, 1)
		v.full = v.inPage == v.size
		v.tick(v.rank + i)
	}
	if v.full && match>>(len(chunk)-1) == 0 {
		v.nextPage() // something follows
	}
}

func (v *survey) nextPage() {
	v.out.RoundTrips++
	v.inPage, v.bytes, v.full = 0, 0, false
}

// tick counts a match in its bucket of the view.
func (v *survey) tick(rank int) {
	if view := v.opt.View; v.opt.Buckets > 0 && view.From <= rank && rank < view.To {
		v.out.Ticks[int(int64(rank-view.From)*int64(v.opt.Buckets)/int64(view.Len()))]++
	}
}

func (v *survey) pause(ctx context.Context) error {
	v.idle = 0
	if v.opt.Progress != nil {
		v.opt.Progress(v.out.Examined, v.total, v.out.Returned)
	}
	if v.opt.Yield != nil {
		if err := v.opt.Yield(); err != nil {
			return err
		}
	}
	return ctx.Err()
}
