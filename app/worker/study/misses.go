package study

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// maxTried is how many filters near one are counted.
const maxTried = 40

// misses answers filters near one that takes nothing. Each is made of what is stored and counted; none is a guess.
func misses(j *worker.Job, req wire.MissesRequest) (*wire.MissesReply, error) {
	plan, err := j.PlanOf(wire.QueryRequest{Filter: req.Filter})
	if err != nil {
		return nil, err
	}
	s, err := lookedAt(j, req, plan.Filter)
	if err != nil {
		return nil, err
	}
	if s == nil || plan.Filter == nil || s.Len() == 0 {
		return &wire.MissesReply{Misses: []wire.Miss{}, Micros: j.Micros()}, nil
	}
	if req.Unsure {
		if n, err := s.Match(j.Ctx, plan, engine.MatchOptions{Yield: func() error { return j.Pause(0, 0, 0) }}); err != nil || n.Returned > 0 {
			return &wire.MissesReply{Entities: s.Len(), Misses: []wire.Miss{}, Micros: j.Micros()}, err
		}
	}
	census := s.Census()
	t, err := tryNear(j, s, plan, &census)
	if err != nil {
		return nil, err
	}
	if err := t.further(j, s, &census); err != nil {
		return nil, err
	}
	for i := range t.list {
		if req.Profile == filterlang.Cosmos {
			t.list[i].Class = req.Profile.Plan(t.list[i].expr).Class
		}
	}
	r := &wire.MissesReply{Entities: s.Len(), Tried: len(t.list), Misses: []wire.Miss{}}
	one := slices.ContainsFunc(t.list, func(m tried) bool {
		return m.Count > 0 && !m.both && slices.Index(missOrder, m.Kind) <= slices.Index(missOrder, wire.MissTypo)
	})
	for _, m := range t.list {
		if m.Count > 0 && !(m.both && one) { // where one value explains it, the other is right
			r.Misses = append(r.Misses, m.Miss)
		}
	}
	stable.Sort(r.Misses, func(a, b wire.Miss) int {
		return cmp.Compare(slices.Index(missOrder, a.Kind), slices.Index(missOrder, b.Kind))
	})
	if len(r.Misses) > 0 && slices.Index(missOrder, r.Misses[0].Kind) <= slices.Index(missOrder, wire.MissTypo) { // this is what was meant, and not a key beside it
		r.Misses = slices.DeleteFunc(r.Misses, func(m wire.Miss) bool { return m.Kind == wire.MissNearest })
	}
	if r.Misses = r.Misses[:min(len(r.Misses), wire.MaxMisses)]; len(r.Misses) == 0 && req.Source == "" { // of an account not all is known
		r.Why = never(plan, &census)
	}
	r.Micros = j.Micros()
	return r, nil
}

// never is the first reason why a clause is never true for the entities of a table, "" for none.
func never(plan *filterlang.Plan, census *filterlang.Census) string {
	for _, f := range filterlang.Findings(plan, census) {
		switch f.Kind {
		case filterlang.LiteralType, filterlang.UnknownProperty, filterlang.AlwaysFalse, filterlang.Contradiction:
			return f.Message
		}
	}
	return ""
}

// tryNear counts the filters near one.
func tryNear(j *worker.Job, s *engine.Snapshot, plan *filterlang.Plan, census *filterlang.Census) (*trying, error) {
	t := &trying{plan: plan, nodes: filterlang.Nodes(plan.Filter, wire.MaxNodes), seen: map[string]bool{plan.Filter.String(): true}}
	if err := t.stored(j, s); err != nil {
		return nil, err
	}
	t.values()
	t.findings(census)
	t.keys(census)
	t.shape(s, census)
	t.nearest(s)
	t.clauses()
	return t, t.count(j, s)
}

// maxFurther is how many filters with another name are looked at further.
const maxFurther = 3

// further tries what is stored in the place of a value under another name: "partitionkey eq 'action'" has two mistakes.
func (t *trying) further(j *worker.Job, s *engine.Snapshot, census *filterlang.Census) error {
	looked := 0
	for _, m := range slices.Clone(t.list) {
		if m.Kind != wire.MissName || m.Count > 0 || looked == maxFurther {
			continue
		}
		looked++
		sub, err := tryNear(j, s, filterlang.NewPlan(m.expr), census)
		if err != nil {
			return err
		}
		for _, x := range sub.list {
			switch x.Kind {
			case wire.MissCase, wire.MissSpace, wire.MissPadding, wire.MissSpelled, wire.MissType, wire.MissName:
				if text := x.expr.String(); x.Count > 0 && !t.seen[text] {
					t.seen[text] = true
					if x.Kind = wire.MissSpelled; x.Asked == "" && x.Stored != "" {
						x.Stored = m.Stored + " and " + x.Stored
					}
					t.list = append(t.list, x)
				}
			}
		}
	}
	return nil
}

// missOrder is from what explains most to what explains least.
var missOrder = []wire.MissKind{wire.MissCase, wire.MissSpace, wire.MissPadding, wire.MissSpelled, wire.MissTypo, wire.MissType, wire.MissName, wire.MissKey, wire.MissBounds, wire.MissOr, wire.MissAbsent, wire.MissNearest, wire.MissClause}

// lookedAt returns the table, or of an account a table of what was read of it; nil when that is nothing that could tell.
func lookedAt(j *worker.Job, req wire.MissesRequest, filter filterlang.Expr) (*engine.Snapshot, error) {
	if req.Source == "" {
		return j.DB().Snapshot(req.Table)
	}
	for _, n := range filterlang.Nodes(filter, wire.MaxNodes) {
		if c, ok := n.Expr.(*filterlang.Comparison); ok && c.Property == filterlang.Timestamp {
			return nil, nil // the table below has its own
		}
	}
	return j.Remembered(req.Source, req.Table)
}

// trying gathers filters near one.
type trying struct {
	plan  *filterlang.Plan
	nodes []filterlang.Node
	asked []*asked
	list  []tried
	seen  map[string]bool
}

type tried struct {
	wire.Miss
	expr filterlang.Expr
	both bool // changes the values of two clauses
}

// try adds a filter unless it is one already.
func (t *trying) try(kind wire.MissKind, was, stored string, e filterlang.Expr) {
	if e == nil || len(t.list) == maxTried {
		return
	}
	text := e.String()
	if t.seen[text] || len(text) > maxTriedText {
		return
	}
	t.seen[text] = true
	t.list = append(t.list, tried{Miss: wire.Miss{Kind: kind, Asked: worker.Cut(was), Stored: worker.Cut(stored), Filter: text}, expr: e})
}

// maxTriedText is the longest filter that is tried, in bytes.
const maxTriedText = 16 << 10

// stored looks through the table for texts near those that are asked for.
func (t *trying) stored(j *worker.Job, s *engine.Snapshot) error {
	t.asked = askedOf(t.nodes)
	entities := false
	for _, a := range t.asked {
		if a.at.Property == filterlang.PartitionKey {
			for i := 0; i < s.Partitions(); i++ {
				a.meet(s.PartitionAt(i).Key)
				if i%stride == stride-1 {
					if err := j.Pause(i, s.Partitions(), 0); err != nil {
						return err
					}
				}
			}
			continue
		}
		entities = true
	}
	const window = 512
	for rank := 0; entities && rank < s.Len(); rank += window {
		for _, e := range s.Window(rank, window) {
			for _, a := range t.asked {
				switch a.at.Property {
				case filterlang.PartitionKey:
				case filterlang.RowKey:
					a.meet(e.RowKey())
				default:
					if v, ok := e.Value(a.at.Property); ok && v.Type() == edm.String {
						a.meet(v.Text())
					}
				}
			}
		}
		if err := j.Pause(min(rank+window, s.Len()), s.Len(), 0); err != nil {
			return err
		}
	}
	return nil
}

// values tries what is stored in the place of what is asked for: one value after the other, then those of two clauses together, and
// the first of all.
func (t *trying) values() {
	filter := t.plan.Filter
	all, changed := filter, 0
	for i, a := range t.asked {
		for k, v := range a.near {
			t.try(a.kinds[k], a.text, v, a.with(filter, v))
		}
		if len(a.near) == 0 {
			continue
		}
		changed++
		if next := a.with(all, a.near[0]); next != nil {
			all = next
		}
		for _, b := range t.asked[i+1:] {
			for k, v := range a.near {
				for _, w := range b.near {
					if first, at := a.with(filter, v), len(t.list); first != nil {
						t.try(a.kinds[k], a.text+" … "+b.text, v+" … "+w, b.with(first, w))
						if at < len(t.list) {
							t.list[at].both = true
						}
					}
				}
			}
		}
	}
	if changed > 2 {
		t.try(wire.MissSpelled, "", "", all)
	}
}

// findings tries what is advised about types and names.
func (t *trying) findings(census *filterlang.Census) {
	kinds := map[filterlang.Kind]wire.MissKind{filterlang.LiteralType: wire.MissType, filterlang.MixedTypes: wire.MissType, filterlang.UnknownProperty: wire.MissName}
	for _, f := range filterlang.Findings(t.plan, census) {
		kind, ok := kinds[f.Kind]
		if !ok {
			continue
		}
		for _, w := range f.Rewrites {
			if len(w.Filters) == 1 {
				if e, err := filterlang.Parse(w.Filters[0]); err == nil {
					t.try(kind, "", strings.TrimPrefix(strings.TrimPrefix(w.Title, "Use "), "Write "), e)
				}
			}
		}
	}
}

// keys tries each value of a key in the other key, and all of them; and the values of properties that no entity has in the keys.
func (t *trying) keys(census *filterlang.Census) {
	other := map[string]string{filterlang.PartitionKey: filterlang.RowKey, filterlang.RowKey: filterlang.PartitionKey}
	all := t.plan.Filter
	unknown := map[string][]*filterlang.Comparison{}
	compared := map[string]int{} // clauses by property
	for _, n := range t.nodes {
		if c, ok := n.Expr.(*filterlang.Comparison); ok {
			compared[c.Property]++
		}
	}
	var names []string // of unknown, as they come
	for _, n := range t.nodes {
		c, ok := n.Expr.(*filterlang.Comparison)
		if !ok || c.Literal.Type() != edm.String {
			continue
		}
		if other[c.Property] == "" {
			if c.Property != filterlang.Timestamp && !slices.Contains(census.Names(), c.Property) {
				if unknown[c.Property] == nil {
					names = append(names, c.Property)
				}
				unknown[c.Property] = append(unknown[c.Property], c)
			}
			continue
		}
		if all != nil {
			all = filterlang.Replace(all, c, of(c, other[c.Property]))
		}
		if c.Op == filterlang.Eq || compared[c.Property] == 1 { // the two ends of a range belong together
			t.try(wire.MissKey, c.Property, other[c.Property], filterlang.Replace(t.plan.Filter, c, of(c, other[c.Property])))
		}
	}
	if compared[filterlang.PartitionKey] == 0 {
		t.try(wire.MissKey, filterlang.RowKey, filterlang.PartitionKey, all)
	}
	if compared[filterlang.RowKey] == 0 {
		t.try(wire.MissKey, filterlang.PartitionKey, filterlang.RowKey, all)
	}
	t.try(wire.MissKey, "PartitionKey and RowKey", "", all)
	as := func(e filterlang.Expr, name, key string) filterlang.Expr {
		for _, c := range unknown[name] {
			e = filterlang.Replace(e, c, of(c, key))
		}
		return e
	}
	for _, key := range []string{filterlang.RowKey, filterlang.PartitionKey} {
		if len(names) == 2 {
			t.try(wire.MissName, names[0]+" and "+names[1], key+" and "+other[key], as(as(t.plan.Filter, names[0], key), names[1], other[key]))
			continue
		}
		for _, name := range names {
			t.try(wire.MissName, name, key, as(t.plan.Filter, name, key))
		}
	}
}

// of is a comparison of another property.
func of(c *filterlang.Comparison, property string) *filterlang.Comparison {
	renamed := *c
	renamed.Property = property
	return &renamed
}

// shape tries what a group may have been meant to be.
func (t *trying) shape(s *engine.Snapshot, census *filterlang.Census) {
	for _, n := range t.nodes {
		if c, ok := n.Expr.(*filterlang.Comparison); ok && c.Op == filterlang.Ne {
			eq := *c
			eq.Op = filterlang.Eq
			for i := range census.Properties {
				if p := &census.Properties[i]; p.Name == c.Property && p.Count < census.Entities {
					t.try(wire.MissAbsent, c.Property, "", filterlang.Replace(t.plan.Filter, c, &filterlang.Not{Operand: &eq}))
				}
			}
		}
		and, ok := n.Expr.(*filterlang.And)
		if !ok {
			continue
		}
		for i, o := range and.Operands {
			a, ok := o.(*filterlang.Comparison)
			if !ok || i >= maxShape {
				continue
			}
			for _, o := range and.Operands[i+1 : min(len(and.Operands), i+maxShape)] {
				if b, ok := o.(*filterlang.Comparison); ok && a.Property == b.Property {
					t.pair(a, b)
				}
			}
		}
	}
}

// maxShape bounds the operands of an "and" that are compared with each other.
const maxShape = 24

// pair tries two clauses of one property: as alternatives, or with their values exchanged.
func (t *trying) pair(a, b *filterlang.Comparison) {
	if a.Op == filterlang.Eq && b.Op == filterlang.Eq {
		either := &filterlang.Or{Operands: []filterlang.Expr{a, b}}
		t.try(wire.MissOr, a.Property, "", filterlang.Replace(filterlang.Replace(t.plan.Filter, b, nil), a, either))
		return
	}
	up := func(o filterlang.Op) bool { return o == filterlang.Gt || o == filterlang.Ge }
	down := func(o filterlang.Op) bool { return o == filterlang.Lt || o == filterlang.Le }
	if !(up(a.Op) && down(b.Op) || down(a.Op) && up(b.Op)) {
		return
	}
	x, y := *a, *b
	x.Literal, y.Literal = b.Literal, a.Literal
	t.try(wire.MissBounds, a.Property, "", filterlang.Replace(filterlang.Replace(t.plan.Filter, a, &x), b, &y))
}

// nearest tries the keys beside a range that holds none.
func (t *trying) nearest(s *engine.Snapshot) {
	switch t.plan.Class {
	case filterlang.Empty, filterlang.FullScan:
		return
	}
	at := s.Stretch(t.plan.Range)
	if at.Len() > 0 {
		return
	}
	key := func(name, value string) filterlang.Expr {
		return &filterlang.Comparison{Property: name, Op: filterlang.Eq, Literal: edm.NewString(value)}
	}
	partition, single := t.plan.Range.Partition.Single()
	_, exists := s.Partition(partition)
	for _, rank := range []int{at.From - 1, at.From} {
		e := s.At(rank)
		switch {
		case e.IsZero():
		case single && exists:
			if e.PartitionKey() == partition {
				t.try(wire.MissNearest, filterlang.RowKey, e.RowKey(), &filterlang.And{Operands: []filterlang.Expr{key(filterlang.PartitionKey, partition), key(filterlang.RowKey, e.RowKey())}})
			}
		default:
			t.try(wire.MissNearest, filterlang.PartitionKey, e.PartitionKey(), key(filterlang.PartitionKey, e.PartitionKey()))
		}
	}
}

// clauses tries the filter without each clause of its "and".
func (t *trying) clauses() {
	and, ok := t.plan.Filter.(*filterlang.And)
	if !ok {
		return
	}
	for _, o := range and.Operands {
		t.try(wire.MissClause, o.String(), "", filterlang.Replace(t.plan.Filter, o, nil))
	}
}

// count counts what the filters take: those that read little one by one, the others together in one pass.
func (t *trying) count(j *worker.Job, s *engine.Snapshot) error {
	var at wire.Progress
	opt := engine.MatchOptions{
		Yield:    func() error { return j.Pause(at.Done, at.Total, 0) },
		Progress: func(examined, total, matched int) { at = wire.Progress{Done: examined, Total: total} },
	}
	var many []filterlang.Expr
	var whose []int
	for i := range t.list {
		m := &t.list[i]
		plan := filterlang.NewPlan(m.expr)
		m.Class = plan.Class
		if s.Explain(plan).Service.Examined > s.Len()/8 {
			many, whose = append(many, m.expr), append(whose, i)
			continue
		}
		n, err := s.Match(j.Ctx, plan, opt)
		if err != nil {
			return err
		}
		m.Count = n.Returned
	}
	if len(many) == 0 {
		return nil
	}
	counts, err := s.CountEach(j.Ctx, many, opt)
	if err != nil {
		return err
	}
	for i, n := range counts {
		t.list[whose[i]].Count = n
	}
	return nil
}
