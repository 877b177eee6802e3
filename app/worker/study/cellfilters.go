package study

import (
	"slices"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// cellFilters answers the filters that a cell offers. Literals are made of the value itself, not of what the grid shows.
func cellFilters(j *worker.Job, req wire.CellFiltersRequest) (*wire.CellFiltersReply, error) {
	e, err := j.EntityOn(req.Result, req.Order, req.Line)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, wire.Invalid("Line", "the line is a page marker, not an entity")
	}
	cost := func(plan *filterlang.Plan) wire.Cost {
		return wire.Cost{Class: plan.Class, Examined: wire.Unknown, Partitions: wire.Unknown, Queries: 1}
	}
	if req.Source == "" {
		s, err := j.DB().Snapshot(req.Table)
		if err != nil {
			return nil, err
		}
		cost = func(plan *filterlang.Plan) wire.Cost { return worker.CostOf(s.Explain(plan).Service) }
	}
	if req.Profile == filterlang.Cosmos {
		cost = func(plan *filterlang.Plan) wire.Cost {
			return wire.Cost{Class: req.Profile.Plan(plan.Filter).Class, Examined: wire.Unknown, Partitions: wire.Unknown, Queries: 1}
		}
	}
	b := cellFilterer{typed: req.Filter, cost: cost, reply: &wire.CellFiltersReply{}}
	if b.now, err = filterlang.Parse(req.Filter); err != nil {
		b.reply.Refused = "The filter above is refused, so nothing can be added to it."
	}
	v, _ := e.Value(req.Column)
	b.reply.Type, b.reply.Value = v.Type(), worker.CellFor(v).V
	b.ofValue(req.Column, v)
	if req.Source != "" && !j.HasKeys(req.Result) {
		return b.reply, nil
	}
	pk, rk := edm.NewString(e.PartitionKey()), edm.NewString(e.RowKey())
	partition := compares(filterlang.PartitionKey, filterlang.Eq, pk)
	if req.Column != filterlang.PartitionKey {
		b.add(wire.FilterPartition, e.PartitionKey(), partition)
	}
	b.add(wire.FilterEntity, e.PartitionKey()+" / "+e.RowKey(), partition, compares(filterlang.RowKey, filterlang.Eq, rk))
	return b.reply, nil
}

// cellFilterer gathers filters.
type cellFilterer struct {
	typed string          // filter of the query line
	now   filterlang.Expr // that, nil for none
	cost  func(*filterlang.Plan) wire.Cost
	reply *wire.CellFiltersReply
}

// ofValue adds what compares with the value. Whether a property is there cannot be asked of the service.
func (b *cellFilterer) ofValue(name string, v edm.Value) {
	if v.Type() == edm.NoType || (v.Type() == edm.String || v.Type() == edm.Binary) && len(v.Text()) > wire.MaxFilter {
		return
	}
	text := worker.Cut(v.Display())
	b.add(wire.FilterEqual, text, compares(name, filterlang.Eq, v))
	b.add(wire.FilterNotEqual, text, compares(name, filterlang.Ne, v))
	switch v.Type() {
	case edm.Boolean, edm.Guid, edm.Binary:
		return
	case edm.Double:
		if f := v.Float(); f != f {
			return // nothing is more or less than NaN
		}
	}
	b.add(wire.FilterAtLeast, text, compares(name, filterlang.Ge, v))
	b.add(wire.FilterAtMost, text, compares(name, filterlang.Le, v))
	if v.Type() != edm.String {
		return
	}
	b.starts(name, v.Text())
	if p := prefixOf(v.Text()); p != v.Text() {
		b.starts(name, p)
	}
}

// starts adds the range that begins with a prefix, which is what the service can do of it.
func (b *cellFilterer) starts(name, prefix string) {
	if end, ok := edm.PrefixEnd(prefix); ok {
		b.add(wire.FilterStarts, worker.Cut(prefix), compares(name, filterlang.Ge, edm.NewString(prefix)), compares(name, filterlang.Lt, edm.NewString(end)))
	}
}

func compares(name string, op filterlang.Op, v edm.Value) filterlang.Expr {
	return &filterlang.Comparison{Property: name, Op: op, Literal: v}
}

// add adds a filter that holds when all of its parts do.
func (b *cellFilterer) add(kind wire.CellFilterKind, text string, parts ...filterlang.Expr) {
	var all filterlang.Expr = parts[0]
	if len(parts) > 1 {
		all = &filterlang.And{Operands: parts}
	}
	f := wire.CellFilter{Kind: kind, Text: text, Alone: b.planned(all.String())}
	if b.now != nil {
		f.Added, f.Had = b.added(parts)
	}
	if f.Alone.Filter != "" {
		b.reply.Choices = append(b.reply.Choices, f)
	}
}

// added is the filter of the query line with those of the parts that it does not say yet; had: it says them all.
func (b *cellFilterer) added(parts []filterlang.Expr) (added wire.PlannedFilter, had bool) {
	said := []filterlang.Expr{b.now}
	if and, ok := b.now.(*filterlang.And); ok {
		said = and.Operands
	}
	now := b.typed
	if _, or := b.now.(*filterlang.Or); or {
		now = "(" + now + ")"
	}
	had = true
	for _, part := range parts {
		if !slices.ContainsFunc(said, func(e filterlang.Expr) bool { return e.String() == part.String() }) {
			now, had = now+" and "+part.String(), false
		}
	}
	return b.planned(now), had
}

// planned is a filter with its plan; the zero one when the text does not parse.
func (b *cellFilterer) planned(text string) wire.PlannedFilter {
	e, err := filterlang.Parse(text)
	if err != nil {
		return wire.PlannedFilter{}
	}
	return wire.PlannedFilter{Filter: text, Cost: b.cost(filterlang.NewPlan(e))}
}

// prefixOf returns the beginning of a key that names a kind; see KindsBy.
func prefixOf(key string) string {
	i := strings.IndexAny(key, "0123456789;_-:|,./#~ ")
	switch {
	case i < 0:
		return key
	case key[i] >= '0' && key[i] <= '9':
		return key[:i]
	}
	return key[:i+1]
}
