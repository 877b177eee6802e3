package lab

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// read measures a read pattern under a design: by the keys of the entities, and by each index that can serve it.
func (b *Bench) read(ctx context.Context, s *shadow, p *pattern, at *progress) (Cell, error) {
	r := reading{ctx: ctx, b: b, s: s, p: p, at: at}
	cell := Cell{Known: true}
	for i := range s.sets {
		x := &s.sets[i]
		way := Way{Index: i - 1}
		var err error
		switch {
		case r.doubt(x, &way):
		case x.index != nil && x.index.Kind == KeyList:
			err = r.byList(x, &way, cell.Ways[0].Wanted)
		default:
			err = r.byKeys(x, &way)
		}
		if err != nil {
			return Cell{}, err
		}
		way.Cost = Cost{Requests: float64(way.RoundTrips), Examined: float64(way.Examined), Returned: float64(way.Returned)}.points()
		cell.Ways = append(cell.Ways, way)
	}
	stable.Sort(cell.Ways, func(x, y Way) int {
		if (x.Doubt == "") != (y.Doubt == "") {
			return cmp.Compare(len(x.Doubt), len(y.Doubt))
		}
		return cmp.Compare(x.Cost.Points, y.Cost.Points)
	})
	cell.Cost = cell.Ways[0].Cost
	var err error
	cell.Unpadded, err = r.unpadded(cell.Ways)
	return cell, err
}

// points fills in the sum.
func (c Cost) points() Cost {
	c.Points = c.Requests + c.Examined/1000 + c.Written/100
	return c
}

// reading is a read pattern that is being measured under a design.
type reading struct {
	ctx context.Context
	b   *Bench
	s   *shadow
	p   *pattern
	at  *progress
}

// doubt reports whether a set cannot serve the pattern, and says why.
func (r *reading) doubt(x *set, way *Way) bool {
	if x.index == nil {
		return false
	}
	report := &r.s.report.Indexes[x.number-1]
	if missing := report.Duplicates + report.Keyless + report.TooLong; missing > 0 {
		way.Doubt = "This index does not hold every entity, so a read of it would miss some."
		return true
	}
	if x.index.Kind != KeyList && len(x.index.Properties) > 0 {
		for _, name := range filterlang.Properties(r.p.filter) {
			if !x.has(name) {
				way.Doubt = "The copies have no " + name + ", which the filter asks for."
				return true
			}
		}
		if r.p.order != "" && !x.has(r.p.order) {
			way.Doubt = "The copies have no " + r.p.order + ", which the order needs."
			return true
		}
	}
	return false
}

// has reports whether the copies of a set have a property of the entities.
func (x *set) has(name string) bool {
	if x.index == nil || len(x.index.Properties) == 0 {
		return true
	}
	return systemProperty(name) || slices.Contains(x.index.Properties, name)
}

// byKeys asks a set that has entities, or copies of them.
func (r *reading) byKeys(x *set, way *Way) error {
	rewritten := x.keys.Rewrite(r.p.filter, x.data)
	filter := r.marked(x, unique(rewritten.Filter, r.s.idle(x, &rewritten)))
	for _, u := range rewritten.Uses {
		way.Uses = append(way.Uses, Use{u.Expr.String(), u.Partition, u.Row})
	}
	if filter != nil {
		way.Filter, way.Added = filter.String(), r.b.added(filter)
	}
	limit := r.p.spec.Top
	order := rename(r.p.order, x.data)
	if limit > 0 && order != "" {
		all, err := r.run(x, way.Filter, 0)
		if err != nil {
			return err
		}
		if way.Ordered = inOrder(all, order, r.p.descending); !way.Ordered {
			way.Sorted = all.Len() > 0
			way.took(all)
			way.Wanted = min(limit, all.Len())
			return nil
		}
	}
	found, err := r.run(x, way.Filter, limit)
	if err != nil {
		return err
	}
	way.took(found)
	way.Wanted = found.Len()
	if limit > 0 {
		way.Wanted = min(limit, found.Len())
	}
	if x.index != nil && r.needs(x) {
		way.Lookups = way.Wanted
		way.Examined += way.Lookups
		way.Returned += way.Lookups
		way.RoundTrips += way.Lookups
	}
	return nil
}

// took notes what a run did.
func (w *Way) took(found *engine.Result) {
	w.Class = found.Plan.Class
	w.Examined, w.Returned, w.RoundTrips = found.Stats.Examined, found.Stats.Returned, found.Stats.RoundTrips
	w.Partitions, w.Bytes = found.Stats.Partitions, found.Stats.Bytes
}

// needs reports whether the pattern wants more than the copies of a set have, so that each entity has to be looked up.
func (r *reading) needs(x *set) bool {
	if len(r.p.spec.Select) == 0 {
		return len(x.index.Properties) > 0
	}
	return slices.ContainsFunc(r.p.spec.Select, func(name string) bool { return !x.has(name) })
}

// byList asks for lists of keys, and then for each entity that is on one. wanted is how many the pattern wants of them.
func (r *reading) byList(x *set, way *Way, wanted int) error {
	rewritten := x.keys.Rewrite(r.p.filter, x.data)
	for _, u := range rewritten.Uses {
		way.Uses = append(way.Uses, Use{u.Expr.String(), u.Partition, u.Row})
	}
	if filter := r.marked(x, rewritten.Keys()); filter != nil {
		way.Filter, way.Added = filter.String(), r.b.added(filter)
	}
	found, err := r.run(x, way.Filter, 0)
	if err != nil {
		return err
	}
	way.took(found)
	way.Wanted = wanted
	n := uint32(r.b.from.Len())
	limited := r.p.spec.Top > 0 && r.p.order == ""
	way.Sorted = r.p.spec.Top > 0 && r.p.order != "" && found.Len() > 0
	left := r.p.spec.Top
	for _, e := range found.All() {
		first := x.in.tags[x.in.table.Rank(e.PartitionKey(), e.RowKey())] % n
		if !limited {
			way.Lookups += x.long[first]
			continue
		}
		if left == 0 {
			break
		}
		if err := r.follow(x, e, &left, way); err != nil {
			return err
		}
	}
	way.Examined += way.Lookups
	way.Returned += way.Lookups
	way.RoundTrips += way.Lookups
	return nil
}

// follow looks up the entities of a list until none are left to be wanted.
func (r *reading) follow(x *set, list engine.Entity, left *int, way *Way) error {
	zero := &r.s.sets[0]
	filter := zero.keys.Rewrite(r.p.filter, zero.data).Filter
	for i := range list.Len() {
		p := list.Property(i)
		if !strings.HasPrefix(p.Name, listProperty) {
			continue
		}
		for key := range strings.SplitSeq(p.Value.Text(), "\n") {
			pk, rk, ok := strings.Cut(key, "\t")
			if !ok {
				pk, rk = list.PartitionKey(), key
			}
			way.Lookups++
			e, ok := zero.in.table.Get(pk, rk)
			if ok && (filter == nil || filterlang.Eval(filter, func(name string) edm.Value { v, _ := e.Value(name); return v }, filterlang.MatchOptions{})) {
				if *left--; *left == 0 {
					return nil
				}
			}
			if way.Lookups%512 == 0 {
				if err := r.at.yield(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// run asks a table: for all that match, or page by page until there are limit of them.
func (r *reading) run(x *set, filter string, limit int) (*engine.Result, error) {
	q := engine.Query{Filter: filter}
	opt := engine.RunOptions{Yield: r.at.yield}
	if limit > 0 {
		opt.MaxPages = (limit + engine.MaxPage - 1) / engine.MaxPage
		q.Top = (limit + opt.MaxPages - 1) / opt.MaxPages
	}
	for {
		found, err := x.in.table.Run(r.ctx, q, opt)
		if err != nil || found.Len() >= limit || !found.Page(found.Pages()-1).Next.Valid {
			return found, err
		}
		// Pages end early where entities are large: as many more as these speak for.
		opt.MaxPages = max(opt.MaxPages+1, opt.MaxPages*limit/max(1, found.Len()))
	}
}

// marked adds to a filter what tells the entities of a set from others in its table.
func (r *reading) marked(x *set, filter filterlang.Expr) filterlang.Expr {
	if x.marker == "" {
		return filter
	}
	clause := &filterlang.Comparison{Property: r.b.names.copy, Op: filterlang.Eq, Literal: edm.NewString(x.marker)}
	switch f := filter.(type) {
	case nil:
		return clause
	case *filterlang.And:
		return &filterlang.And{Operands: append(slices.Clip(f.Operands), clause)}
	}
	return &filterlang.And{Operands: []filterlang.Expr{filter, clause}}
}

// idle returns the conditions on keys that every key of the set's table satisfies: a prefix that all have narrows nothing, and
// asking for it would only look like a range.
func (s *shadow) idle(x *set, r *keydesign.Rewritten) map[string]bool {
	clauses := map[string]bool{}
	for i := range s.sets {
		if y := &s.sets[i]; y != x && y.in == x.in {
			return clauses // it keeps the others out
		}
	}
	every := x.keys.Rewrite(nil, x.data)
	if _, one := every.Partition.Single(); one || every.Partition != r.Partition {
		every.Partition = filterlang.Interval{}
	}
	_, point := r.Partition.Single() // with it, the one RowKey that there is makes a point of it
	if _, one := every.Row.Single(); one && point || every.Row != r.Row {
		every.Row = filterlang.Interval{}
	}
	switch e := every.Keys().(type) {
	case nil:
	case *filterlang.And:
		for _, operand := range e.Operands {
			clauses[operand.String()] = true
		}
	default:
		clauses[e.String()] = true
	}
	return clauses
}

// unique leaves out clauses of an "and" that are there already, and those that have been seen.
func unique(filter filterlang.Expr, seen map[string]bool) filterlang.Expr {
	list := []filterlang.Expr{}
	operands := []filterlang.Expr{filter}
	switch f := filter.(type) {
	case nil:
		return nil
	case *filterlang.And:
		operands = f.Operands
	}
	for _, e := range operands {
		if text := e.String(); !seen[text] {
			seen[text] = true
			list = append(list, e)
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &filterlang.And{Operands: list}
}

// added returns the properties that a filter asks for because a design adds them.
func (b *Bench) added(filter filterlang.Expr) []Added {
	var list []Added
	asked := filterlang.Properties(filter)
	for _, a := range []Added{
		{b.names.partition, "the PartitionKey that an entity has in the table"},
		{b.names.row, "the RowKey that an entity has in the table"},
		{b.names.copy, "0 on an entity itself, 1 on its copy by index 1, and so on, where the keys alone do not tell"},
	} {
		if slices.Contains(asked, a.Name) {
			list = append(list, a)
		}
	}
	return list
}

// rename returns the name under which a shadow table keeps a property.
func rename(name string, data keydesign.Data) string {
	switch name {
	case filterlang.PartitionKey:
		return data.PartitionKey
	case filterlang.RowKey:
		return data.RowKey
	}
	return name
}

// inOrder reports whether entities come in the order of a property, which all of them have or none.
func inOrder(found *engine.Result, property string, descending bool) bool {
	const window = 512
	var last edm.Value
	for from := 0; from < found.Len(); from += window {
		for i, e := range found.Window(from, window) {
			v, _ := e.Value(property)
			if from+i > 0 {
				c, ok := compareValues(last, v)
				if !ok || c != 0 && (c > 0) != descending {
					return false
				}
			}
			last = v
		}
	}
	return true
}

// compareValues orders values of one property; ok is false when they have no order. An absent one is neither before nor
// behind: it has no order with others.
func compareValues(a, b edm.Value) (order int, ok bool) {
	if a.IsZero() && b.IsZero() {
		return 0, true
	}
	if c, ok := edm.Compare(a, b); ok && c != edm.Unordered {
		return c, true
	}
	if c, ok := edm.Compare(b, a); ok && c != edm.Unordered {
		return -c, true
	}
	return 0, false
}
