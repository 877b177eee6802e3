package engine

import (
	"context"
	"iter"
	"time"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// RunOptions are the ways to watch and to end a run.
type RunOptions struct {
	MaxPages int              // stop after so many pages; 0 is all
	Enough   int              // stop after the page with which so many entities are found; 0 is all
	Plan     *filterlang.Plan // of the query's filter, where it is known; see DB.Plan

	// Yield is called at least every 4,000 entities; its error ends the run.
	Yield func() error
	// Progress is called before each Yield with what was examined of how many, and what matched.
	Progress func(examined, total, matched int)
}

// Result is a whole query: the entities of all its pages, read from one snapshot. It is immutable. A result that nothing
// filters is a stretch of the snapshot and takes no memory of its own; any other takes a bit for each entity that was examined.
type Result struct {
	Plan  *filterlang.Plan
	Stats Stats

	t     *table
	hot   *hotColumns
	found rankSet
	marks []mark // by page; nil for a stretch, whose pages all have size entities
	at    Stretch
	size  int
}

// mark is the end of a page and where the next begins.
type mark struct {
	end  int
	next place
}

// PageInfo is one page of a Result.
type PageInfo struct {
	From, To int   // positions in the result
	Next     Token // zero after the last page
}

// Run reads all pages of a query. Errors: those of Service.Query. On cancellation it returns what it found until then, and the
// error.
func (s *Snapshot) Run(ctx context.Context, q Query, opt RunOptions) (*Result, error) {
	start := time.Now()
	plan, err := opt.Plan, checkOptions(q)
	if plan == nil && err == nil {
		plan, err = planFilter(q.Filter)
	}
	if err != nil {
		return nil, err
	}
	if q.Top == NoEntities {
		return &Result{Plan: plan, t: s.t, marks: []mark{{}}, Stats: Stats{RoundTrips: 1, Elapsed: time.Since(start)}}, ctx.Err()
	}
	p := newPager(s.t, plan, q.Top, s.match)
	p.yield = opt.Yield
	if q.From.Valid {
		p.within.low = max(p.within.low, tokenKey(q.From))
	}
	r := &Result{Plan: plan, t: s.t, hot: s.hot, size: p.size}
	if p.plain() && opt.MaxPages == 0 && opt.Enough == 0 {
		r.stretch(p)
	} else {
		err = r.read(ctx, p, opt)
	}
	r.Stats = p.stats
	r.Stats.Elapsed = time.Since(start)
	return r, err
}

// plain reports whether every page but the last has size entities: nothing filters, no page reaches 4 MiB or the border of a
// range partition.
func (p *pager) plain() bool {
	return p.filter == nil && !p.within.empty() && p.t.segmentEnd(p.within.low) >= p.within.high &&
		p.t.census.largest*p.size <= MaxPageBytes
}

// stretch makes a result that is a stretch of the table.
func (r *Result) stretch(p *pager) {
	r.at = p.t.stretch(p.within)
	n := r.at.Len()
	p.stats = Stats{
		Examined:   n,
		Returned:   n,
		Partitions: p.t.partitionsBetween(r.at.From, r.at.To),
		Bytes:      p.t.bytesBetween(r.at),
		RoundTrips: max(1, (n+r.size-1)/r.size),
	}
}

// read makes a result page by page.
func (r *Result) read(ctx context.Context, p *pager, opt RunOptions) error {
	if opt.Progress != nil {
		total := p.t.stretch(p.within).Len()
		yield := p.yield
		p.yield = func() error {
			opt.Progress(p.stats.Examined, total, p.stats.Returned+p.count)
			if yield == nil {
				return nil
			}
			return yield()
		}
	}
	p.start = p.t.rank(p.within.low)
	r.found.from = p.start
	p.ranks = &r.found
	defer r.found.seal()
	if p.filter != nil {
		p.hot = r.hot.begin(p.t, []*matcher{p.filter}, p.within == everything)
		defer p.hot.end()
	}
	ends := func() bool { return len(r.marks) == opt.MaxPages || opt.Enough > 0 && p.stats.Returned >= opt.Enough }
	p.turned = func(next place) bool {
		r.marks = append(r.marks, mark{p.stats.Returned, next})
		return !ends()
	}
	from := p.within.low
	for {
		next, stopped, err := p.segment(ctx, from)
		if !stopped {
			r.marks = append(r.marks, mark{p.stats.Returned, next})
		}
		if stopped || err != nil || next.key == "" || ends() {
			p.stats.Partitions = p.partitions()
			return err
		}
		from = next.key
	}
}

// bytesBetween returns the size of the entities of a stretch: from the directory for whole partitions, by reading for the
// parts of one.
func (t *table) bytesBetween(at Stretch) int64 {
	if at.Len() == t.entities.Len() {
		return t.bytes
	}
	if at.Len() <= 0 {
		return 0
	}
	first, _ := t.entities.GetAt(at.From)
	var sum int64
	rank := at.From
	t.partitions.Ascend(partition{key: edm.PackedPartition(first)}, func(p partition) bool {
		begin := rank
		if rank == at.From {
			begin = t.rank(p.key + begins)
		}
		from, to := max(begin, at.From), min(begin+p.count, at.To)
		if to-from == p.count {
			sum += p.bytes
		} else {
			sum += t.readBytes(from, to)
		}
		rank = to
		return rank < at.To
	})
	return sum
}

func (t *table) readBytes(from, to int) int64 {
	first, ok := t.entities.GetAt(from)
	if !ok || from >= to {
		return 0
	}
	var sum int64
	n := to - from
	t.entities.Ascend(first, func(p edm.Packed) bool {
		sum += int64(t.size(p))
		n--
		return n > 0
	})
	return sum
}

// Len returns the number of entities.
func (r *Result) Len() int {
	if r.marks == nil {
		return r.at.Len()
	}
	return r.found.n
}

// At returns entity i, 0 <= i < Len; the zero Entity outside.
func (r *Result) At(i int) Entity {
	if i < 0 || i >= r.Len() {
		return Entity{}
	}
	rank := r.at.From + i
	if r.marks != nil {
		rank = r.found.at(i)
	}
	p, _ := r.t.entities.GetAt(rank)
	return r.t.entity(p)
}

// Window returns at most count entities from position i on.
func (r *Result) Window(i, count int) []Entity {
	if i < 0 || i >= r.Len() || count <= 0 {
		return nil
	}
	count = min(count, r.Len()-i)
	if r.marks == nil {
		return (&Snapshot{t: r.t}).Window(r.at.From+i, count)
	}
	out := make([]Entity, 0, count)
	for next := r.found.at(i); len(out) < count; {
		first, _ := r.t.entities.GetAt(next)
		rank := next
		r.t.entities.Ascend(first, func(p edm.Packed) bool {
			if rank == next {
				if out = append(out, r.t.entity(p)); len(out) == count {
					return false
				}
				next = r.found.after(rank)
			}
			rank++
			return next-rank < near
		})
	}
	return out
}

// near is how many entities are passed over on the way to the next match; finding one by its rank takes as long.
const near = 64

// All returns the entities with their positions.
func (r *Result) All() iter.Seq2[int, Entity] {
	const window = 256
	return func(yield func(int, Entity) bool) {
		for from := 0; from < r.Len(); from += window {
			for i, e := range r.Window(from, window) {
				if !yield(from+i, e) {
					return
				}
			}
		}
	}
}

// Pages returns the number of pages, at least 1.
func (r *Result) Pages() int {
	if r.marks == nil {
		return max(1, (r.at.Len()+r.size-1)/r.size)
	}
	return len(r.marks)
}

// Page returns page i, 0 <= i < Pages. A page may be empty.
func (r *Result) Page(i int) PageInfo {
	if r.marks != nil {
		from := 0
		if i > 0 {
			from = r.marks[i-1].end
		}
		return PageInfo{from, r.marks[i].end, r.marks[i].next.token()}
	}
	info := PageInfo{From: i * r.size, To: min((i+1)*r.size, r.at.Len())}
	if info.To < r.at.Len() {
		p, _ := r.t.entities.GetAt(r.at.From + info.To)
		info.Next = place{edm.PackedKey(p), true}.token()
	}
	return info
}

// Snapshot returns the view the result was read from.
func (r *Result) Snapshot() *Snapshot { return &Snapshot{t: r.t, hot: r.hot} }
