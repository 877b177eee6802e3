package filterlang

import (
	"sort"
	"strconv"
)

// maxPerKind bounds how many findings of one kind are reported: a filter of thousands of clauses says the same thing of each.
const maxPerKind = 10

// Findings returns what is worth saying about the plan's filter, most severe first, then from left to right. census may be
// nil: then nothing is said about the data. The result depends on the arguments alone.
func Findings(plan *Plan, census *Census) []Finding {
	if plan.Filter == nil {
		return nil
	}
	if hasConstant(plan.Filter) {
		return constantFindings(plan, census)
	}
	f := &finder{plan: plan, parallel: plan.Parallel(), count: make(map[Kind]int, 8)}
	if census != nil && census.Entities > 0 {
		f.census = census
		f.properties = make(map[string]*PropertyCensus, len(census.Properties))
		for i := range census.Properties {
			f.properties[census.Properties[i].Name] = &census.Properties[i]
		}
	}
	f.measure(plan.Filter)
	if f.compared > 1 {
		f.hash = make(map[Expr]uint64)
		f.hashed(plan.Filter)
	}
	if plan.Profile == Cosmos {
		f.byIndex()
	} else {
		f.conjuncts()
		f.narrowsNothing()
	}
	f.walk(plan.Filter, place{top: true})
	f.whole()
	return sorted(f.found)
}

// sorted puts findings in the order in which they are told.
func sorted(found []Finding) []Finding {
	sort.SliceStable(found, func(i, j int) bool {
		a, b := &found[i], &found[j]
		if a.Severity != b.Severity {
			return a.Severity > b.Severity
		}
		if a.Span.Start != b.Span.Start {
			return a.Span.Start < b.Span.Start
		}
		return a.Span.End < b.Span.End
	})
	return found
}

type finder struct {
	plan       *Plan
	parallel   []Expr
	census     *Census                    // nil: unknown
	properties map[string]*PropertyCensus // of census
	found      []Finding
	count      map[Kind]int
	hash       map[Expr]uint64 // of the operands that are groups: equal trees have equal hashes
	nodes      int
	compared   int  // comparisons in the filter
	surplus    Expr // the first comparison too many
	offered    bool // the parallel queries have been offered
}

// place says where in the filter a node stands.
type place struct {
	top     bool // the filter itself or an operand of its top-level and
	negated bool // under a not
	within  byte // what it is an operand of: 'a' and, 'o' or, 'n' not, 0 nothing
}

func (f *finder) add(n Finding) {
	if f.count[n.Kind]++; f.count[n.Kind] <= maxPerKind {
		f.found = append(f.found, n)
	}
}

// full reports whether nothing more of a kind is wanted, before the work to make it.
func (f *finder) full(k Kind) bool { return f.count[k] >= maxPerKind }

// measure counts nodes and comparisons.
func (f *finder) measure(e Expr) {
	f.nodes++
	switch e := e.(type) {
	case *And:
		for _, o := range e.Operands {
			f.measure(o)
		}
	case *Or:
		for _, o := range e.Operands {
			f.measure(o)
		}
	case *Not:
		f.measure(e.Operand)
	default:
		if f.compared++; f.compared == maxComparisons+1 {
			f.surplus = e
		}
	}
}

// walk visits every node once.
func (f *finder) walk(e Expr, at place) {
	switch e := e.(type) {
	case *And:
		f.and(e, at)
		inner := place{top: at.top, negated: at.negated, within: 'a'}
		for _, o := range e.Operands {
			f.walk(o, inner)
		}
	case *Or:
		f.or(e)
		for _, o := range e.Operands {
			f.walk(o, place{negated: at.negated, within: 'o'})
		}
	case *Not:
		f.not(e, at)
		f.walk(e.Operand, place{negated: true, within: 'n'})
	case *Comparison:
		f.comparison(e, at)
	case *BoolProperty:
		f.property(e)
	}
}

// whole says what concerns the whole filter.
func (f *finder) whole() {
	if f.surplus != nil && f.plan.Profile != Cosmos {
		f.add(Finding{Kind: TooManyComparisons, Severity: Advice, Span: f.surplus.Span(),
			Message: "The filter has " + strconv.Itoa(f.compared) + " comparisons. The service documents at most " +
				strconv.Itoa(maxComparisons) + " and may refuse more: split it into several queries."})
	}
	if f.plan.FilterIsFalse && f.count[Contradiction]+f.count[AlwaysFalse] == 0 {
		f.add(Finding{Kind: Contradiction, Severity: Warning, Span: f.plan.Filter.Span(),
			Message: "The conditions exclude each other: no entity can match, whatever the data."})
	}
}

// maxComparisons is the documented number of comparisons in one filter.
const maxComparisons = 15

// instead returns the rewrite that exchanges one node, or nothing when no filter is left or it is too long to repeat.
func (f *finder) instead(title string, target, with Expr, same bool) []Rewrite {
	if f.nodes > maxRewritten {
		return nil
	}
	e := replace(f.plan.Filter, target, with)
	if e == nil {
		return nil
	}
	return []Rewrite{{Title: title, Filters: []string{e.String()}, Same: same}}
}

// asQueries returns the rewrite that asks for e as its plan advises: in parallel where that reads less.
func (f *finder) asQueries(title string, e Expr, same bool) []Rewrite {
	if f.nodes > maxRewritten || e == nil {
		return nil
	}
	filters := texts(f.plan.Profile.Plan(e).Parallel())
	if filters == nil {
		filters = []string{e.String()}
	}
	return []Rewrite{{Title: title, Filters: filters, Same: same}}
}

func texts(filters []Expr) []string {
	var s []string
	for _, e := range filters {
		s = append(s, e.String())
	}
	return s
}

// offer returns the rewrite of the whole filter as parallel queries, the first time it is asked for.
func (f *finder) offer() []Rewrite {
	if f.offered || f.nodes > maxRewritten {
		return nil
	}
	filters := texts(f.parallel)
	if filters == nil {
		return nil
	}
	f.offered = true
	title := "Ask with one filter the service can use"
	switch {
	case len(filters) == 1 && f.plan.Profile == Cosmos:
		title = "Name the partition"
	case len(filters) > 1:
		title = "Run " + strconv.Itoa(len(filters)) + " queries in parallel"
	}
	return []Rewrite{{Title: title, Filters: filters, Same: true}}
}
