package engine

import (
	"context"
	"errors"
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

// plan is CheckQuery with a memory of one filter: the pages of a query ask for the same plan again and again.
func (db *DB) plan(q Query) (*filterlang.Plan, error) {
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
	plan, err := db.plan(q)
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
	found, next, err := p.page(ctx, from, nil)
	if err != nil {
		return nil, err
	}
	page.Entities = make([]Entity, len(found))
	for i, e := range found {
		page.Entities[i] = t.entity(e)
	}
	page.Next = next.token()
	page.Stats = p.stats
	page.Stats.Partitions = p.partitions()
	page.Stats.Elapsed = time.Since(start)
	return page, nil
}

// pager reads the pages of one query from one version of a table, one after the other.
type pager struct {
	t      *table
	within span     // what the plan reads
	filter *matcher // nil when every entity in within matches
	size   int      // entities on a page
	yield  func() error
	stats  Stats
	first  edm.Packed // first and last entity examined
	last   edm.Packed
	idle   int // entities examined since the last yield
}

func newPager(t *table, plan *filterlang.Plan, top int, options filterlang.MatchOptions) *pager {
	p := &pager{t: t, size: top}
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

// segment returns where the range partition of a sort key ends.
func (t *table) segment(key string) string {
	for _, b := range t.split {
		if b+begins > key {
			return b + begins
		}
	}
	return after
}

// page appends the entities of the page that begins at a sort key, and tells where the next begins.
func (p *pager) page(ctx context.Context, from string, out []edm.Packed) ([]edm.Packed, place, error) {
	end := min(p.t.segment(from), p.within.high)
	p.stats.RoundTrips++
	var (
		next    place
		failed  error
		count   int
		bytes   int
		current cursor
	)
	if p.filter != nil {
		current = p.filter.cursor()
	}
	p.t.scan(span{from, end}, func(chunk []edm.Packed) bool {
		for i, e := range chunk {
			if count == p.size {
				next = place{edm.PackedKey(e), true}
				p.examined(chunk[:i])
				return false
			}
			if p.filter != nil {
				b := current.at(e)
				if b.Mismatches {
					p.stats.Mismatched++
				}
				if !b.Match(e) {
					continue
				}
			}
			n := p.t.size(e)
			if bytes+n > MaxPageBytes && count > 0 {
				if p.filter != nil && current.now.Mismatches {
					p.stats.Mismatched-- // it belongs to the next page
				}
				next = place{edm.PackedKey(e), true}
				p.examined(chunk[:i])
				return false
			}
			count++
			bytes += n
			out = append(out, e)
		}
		p.examined(chunk)
		if p.idle >= yieldEvery {
			failed = p.pause(ctx)
		}
		return failed == nil
	})
	p.stats.Returned += count
	p.stats.Bytes += int64(bytes)
	if failed == nil && next.key == "" && end < p.within.high {
		next = place{end, false}
	}
	return out, next, failed
}

func (p *pager) examined(chunk []edm.Packed) {
	if len(chunk) == 0 {
		return
	}
	if p.first == "" {
		p.first = chunk[0]
	}
	p.last = chunk[len(chunk)-1]
	p.stats.Examined += len(chunk)
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
	if p.first == "" {
		return 0
	}
	return p.t.partitionsFrom(p.first, p.last)
}
