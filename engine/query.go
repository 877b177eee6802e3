package engine

import (
	"context"
	"errors"
	"math/bits"
	"time"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// NoEntities as Query.Top asks for a page without entities, as "$top=0" does.
const NoEntities = -1

// yieldEvery is the number of entities a scan examines between two calls of Yield.
const yieldEvery = 2048

// CheckQuery parses and plans a query. Errors: InvalidInput ($top, $select, filter), NotImplemented (filter).
func CheckQuery(q Query) (*filterlang.Plan, error) {
	if err := checkOptions(q); err != nil {
		return nil, err
	}
	return planFilter(q.Filter)
}

func checkOptions(q Query) error {
	if q.Top < NoEntities || q.Top > MaxPage {
		return badTop(q.Top)
	}
	if len(q.Select) > MaxSelect {
		return Errorf(InvalidInput, "$select has %d names; at most %d are allowed.", len(q.Select), MaxSelect).about("$select")
	}
	return nil
}

func planFilter(text string) (*filterlang.Plan, error) {
	if text == "" {
		return filterlang.NewPlan(nil), nil
	}
	filter, err := filterlang.Parse(text)
	if err != nil {
		return nil, filterError(err)
	}
	return filterlang.NewPlan(filter), nil
}

// Plan is CheckQuery with a memory of one filter: the pages of a query, and all that is asked about the text in an editor, ask for
// the same plan again and again.
func (db *DB) Plan(q Query) (*filterlang.Plan, error) {
	if err := checkOptions(q); err != nil {
		return nil, err
	}
	if last := db.planned.Load(); last != nil && last.filter == q.Filter {
		return last.plan, nil
	}
	plan, err := planFilter(q.Filter)
	if err == nil {
		db.planned.Store(&planned{q.Filter, plan})
	}
	return plan, err
}

type planned struct {
	filter string
	plan   *filterlang.Plan
}

func badTop(top int) *Error {
	return Errorf(InvalidInput, "$top is %d; it is a page size from 0 to %d.", top, MaxPage).about("$top")
}

// filterError returns the service's answer to a filter that Parse refused.
func filterError(err error) *Error {
	syntax, ok := errors.AsType[*filterlang.SyntaxError](err)
	if !ok {
		return Errorf(InvalidInput, "%v", err).about("$filter")
	}
	return &Error{Code: Code(syntax.Code), Message: syntax.Message, Detail: syntax.Detail, Field: "$filter", Index: -1, Syntax: syntax}
}

// Query returns one page; see Service. It keeps nothing between pages: the token tells where the next begins.
func (db *DB) Query(ctx context.Context, name string, q Query) (*Page, error) {
	start := time.Now()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	plan, err := db.Plan(q)
	if err != nil {
		return nil, err
	}
	t, failed := db.table(db.root.Load(), name)
	if failed != nil {
		return nil, failed
	}
	page := &Page{Plan: plan, Stats: Stats{RoundTrips: 1}}
	if q.Top == NoEntities {
		return page, nil
	}
	p := newPager(t, plan, q.Top, db.options.Match)
	from := p.within.low
	if q.From.Valid {
		from = max(from, tokenKey(q.From))
	}
	next, _, err := p.segment(ctx, from)
	if err != nil {
		return nil, err
	}
	page.Entities = make([]Entity, p.found.len())
	for i := range page.Entities {
		page.Entities[i] = t.entity(p.found.at(i))
	}
	page.Next = next.token()
	page.Stats = p.stats
	page.Stats.Partitions = p.partitions()
	page.Stats.Elapsed = time.Since(start)
	return page, nil
}

// pager reads the pages of one query from one version of a table.
type pager struct {
	t      *table
	within span     // what the plan reads
	filter *matcher // nil when every entity in within matches
	size   int      // entities on a page
	sizes  sizer
	found  entityList // what was found, unless ranks is set
	ranks  *rankSet   // gets the ranks of what was found
	hot    *hotScan
	start  int // rank of the first entity examined, where ranks is set
	count  int // entities and bytes of the page in progress
	bytes  int
	turned func(next place) bool // called at the end of a page that another follows; reports whether to read that one
	yield  func() error
	stats  Stats
	first  edm.Packed // first and last entity examined
	last   edm.Packed
	idle   int // entities examined since the last yield
}

func newPager(t *table, plan *filterlang.Plan, top int, options filterlang.MatchOptions) *pager {
	p := &pager{t: t, size: top, sizes: t.sizer()}
	if top == 0 {
		p.size = MaxPage
	}
	if plan.Class != filterlang.Empty {
		p.within = spanOf(plan.Range)
	}
	if plan.Residual != nil {
		p.filter = newMatcher(plan.Filter, options, t)
	}
	return p
}

// place is where a page may go on: the sort key of an entity or of the beginning of a range partition. The zero place is
// nowhere.
type place struct {
	key    string
	hasRow bool
}

func (p place) token() Token {
	if p.key == "" {
		return Token{}
	}
	return keyToken(p.key, p.hasRow)
}

// segmentEnd returns where the range partition of a sort key ends.
func (t *table) segmentEnd(key string) string {
	for _, b := range t.split {
		if b+begins > key {
			return b + begins
		}
	}
	return after
}

// segment reads the pages of the range partition that begins at a sort key or holds it: all of them, or one when there is no
// turned. It returns where the next page begins, and whether it was told to stop there.
func (p *pager) segment(ctx context.Context, from string) (next place, stopped bool, err error) {
	end := min(p.t.segmentEnd(from), p.within.high)
	p.stats.RoundTrips++
	p.hot.scan(p.t, span{from, end}, func(chunk []edm.Packed) bool {
		next, stopped = p.read(chunk)
		if p.idle >= yieldEvery && !stopped {
			err = p.pause(ctx)
		}
		return !stopped && err == nil
	})
	if !stopped {
		if end < p.within.high && err == nil {
			next = place{end, false}
		}
		p.close()
	}
	return next, stopped, err
}

// read takes the matches of a chunk. It stops where a page ended and turned does not want another; next is the first entity
// it did not take.
func (p *pager) read(chunk []edm.Packed) (next place, stopped bool) {
	rank := p.start + p.stats.Examined // of chunk[0]
	match, mismatch := first(len(chunk)), uint64(0)
	if p.filter != nil {
		match, mismatch = p.filter.matchAt(rank, chunk)
	}
	full := p.count == p.size
	if n := count(match); !full && p.ranks != nil && p.count+n < p.size && p.bytes+n*p.t.census.largest <= MaxPageBytes { // no page ends here
		if n > 0 {
			p.count += n
			p.bytes += p.hot.sum(&p.sizes, chunk, rank, match)
			p.ranks.add(rank, match)
		}
		p.examined(chunk, mismatch)
		return place{}, false
	}
	if p.hot.blank() && (match != 0 || full) {
		return p.takeBlank(len(chunk), rank, match, mismatch)
	}
	return p.take(chunk, rank, match, mismatch)
}

// takeBlank is take for a chunk that is not filled.
func (p *pager) takeBlank(n, rank int, match, mismatch uint64) (next place, stopped bool) {
	var room [filterlang.MaskSize]edm.Packed
	p.hot.fill(room[:n], rank)
	return p.take(room[:n], rank, match, mismatch)
}

// take takes the matches of a chunk that begins at a rank, one by one.
func (p *pager) take(chunk []edm.Packed, rank int, match, mismatch uint64) (next place, stopped bool) {
	if p.count == p.size && !p.turn(chunk[0]) {
		return place{edm.PackedKey(chunk[0]), true}, true
	}
	from, out, left := 0, p.found.last, match
	for left != 0 {
		i := bits.TrailingZeros64(left)
		at, n := i+1, p.sizes.of(chunk[i])
		if p.bytes+n > MaxPageBytes && p.count > 0 {
			at = i // it opens the next page
		} else {
			if p.ranks == nil {
				if len(out) == cap(out) {
					out = p.found.grow(out)
				}
				out = append(out, chunk[i])
			}
			p.count++
			p.bytes += n
			left &= left - 1
			if p.count < p.size || at == len(chunk) {
				continue
			}
		}
		p.found.last = out
		p.examined(chunk[from:at], mismatch>>uint(from))
		if from = at; !p.turn(chunk[at]) {
			p.keep(rank, match&^left)
			return place{edm.PackedKey(chunk[at]), true}, true
		}
	}
	p.found.last = out
	p.keep(rank, match)
	p.examined(chunk[from:], mismatch>>uint(from))
	return place{}, false
}

// keep takes the ranks of matches; bit i of match stands for rank + i.
func (p *pager) keep(rank int, match uint64) {
	if p.ranks != nil {
		p.ranks.add(rank, match)
	}
}

// turn ends a page that the entity follows, and reports whether another is wanted.
func (p *pager) turn(follows edm.Packed) bool {
	p.close()
	if p.turned == nil || !p.turned(place{edm.PackedKey(follows), true}) {
		return false
	}
	p.stats.RoundTrips++
	return true
}

// close adds the page in progress to the sums.
func (p *pager) close() {
	p.stats.Returned += p.count
	p.stats.Bytes += int64(p.bytes)
	p.count, p.bytes = 0, 0
}

// examined counts entities that were read; bit i of mismatch goes with chunk[i].
func (p *pager) examined(chunk []edm.Packed, mismatch uint64) {
	if len(chunk) == 0 {
		return
	}
	if !p.hot.blank() { // or else bounds gives them
		if p.first == "" {
			p.first = chunk[0]
		}
		p.last = chunk[len(chunk)-1]
	}
	p.stats.Examined += len(chunk)
	p.stats.Mismatched += count(mismatch & first(len(chunk)))
	p.idle += len(chunk)
}

// pause lets others have a word.
func (p *pager) pause(ctx context.Context) error {
	p.idle = 0
	if p.yield != nil {
		if err := p.yield(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// partitions returns the number of distinct PartitionKeys examined.
func (p *pager) partitions() int {
	if first, last, ok := p.hot.bounds(p.stats.Examined); ok {
		p.first, p.last = first, last
	}
	if p.first == "" {
		return 0
	}
	return p.t.partitionsFrom(p.first, p.last)
}
