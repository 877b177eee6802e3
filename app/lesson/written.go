package lesson

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// filters are the queries of an attempt with their plans, in order. ok is false where one cannot be read.
func (a *Attempt) filters() (plans []*filterlang.Plan, ok bool) {
	for _, q := range a.Queries {
		var e filterlang.Expr
		if q.Filter != "" {
			var err error
			if e, err = filterlang.Parse(q.Filter); err != nil {
				return nil, false
			}
		}
		plans = append(plans, filterlang.NewPlan(e))
	}
	return plans, len(plans) > 0
}

// written says what the learner wrote that keeps a check from holding, as a sentence: the condition that lets an entity in, the property
// that is no key, the bound that is missing. It is "" where nothing of that can be named. apt is false where the idea of the check speaks of
// something that the filter does right.
func (t *try) written(c *Check, solution *Attempt) (why string, apt bool) {
	if solution == nil || t.answer == nil || c.Kind != Measures && c.Kind != SameEntities {
		return "", true
	}
	s, err := snapshotOf(t.account, t.attempt.Table)
	plans, ok := t.attempt.filters()
	wanted, right := solution.filters()
	if err != nil || !ok || !right {
		return "", true
	}
	for _, p := range plans {
		if why := wrongKey(s, p); why != "" {
			return why, true
		}
	}
	switch {
	case c.Kind == SameEntities: // said already
	case c.Measure == Class:
		p := widest(plans)
		if twin := twinOf(s, p); twin != "" {
			return twin, true
		}
		return capital(classReason(p)) + ".", true
	case c.Measure == Examined && c.Relation != AtLeast:
		return tooMany(s, plans, wanted)
	case c.Measure == Returned && t.attempt.Queries[0].Top == 0:
		want, err := ask(t.ctx, s, solution.Queries...)
		if err != nil {
			return "", true
		}
		return t.differs(s, want, wanted, solution), true
	}
	return "", true
}

// wrongKey says that a filter looks for a value in the wrong one of the two keys, or for a number in a key.
func wrongKey(s *engine.Snapshot, p *filterlang.Plan) string {
	for i := range p.Conjuncts {
		c, ok := p.Conjuncts[i].Expr.(*filterlang.Comparison)
		if !ok || c.Property != filterlang.PartitionKey && c.Property != filterlang.RowKey {
			continue
		}
		if c.Literal.Type() != edm.String {
			return fmt.Sprintf("`%s` finds nothing: a key is a text, and %s is %s. A text stands in single quotes.", c, shown(c.Literal), oneOf(c.Literal.Type()))
		}
		if c.Op != filterlang.Eq {
			continue
		}
		other := filterlang.PartitionKey
		if c.Property == other {
			other = filterlang.RowKey
		}
		there, elsewhere := false, false
		for j := 0; j < s.Len() && !there; j++ {
			e := s.At(j)
			key, _ := e.Value(c.Property)
			beside, _ := e.Value(other)
			there, elsewhere = key == c.Literal, elsewhere || beside == c.Literal
		}
		if elsewhere && !there {
			return fmt.Sprintf("`%s` finds nothing: %s is a %s here.", c, c.Literal.Literal(), other)
		}
	}
	return ""
}

// widest is the plan that reads most, by its class.
func widest(plans []*filterlang.Plan) *filterlang.Plan {
	p := plans[0]
	for _, q := range plans[1:] {
		if q.Class > p.Class {
			p = q
		}
	}
	return p
}

// twinOf names a property that the filter compares and that holds the same text as a key that the filter leaves out.
func twinOf(s *engine.Snapshot, p *filterlang.Plan) string {
	if p.Filter == nil {
		return ""
	}
	names := filterlang.Properties(p.Filter)
	for _, name := range names {
		if key := sameAs(s, name); key != "" && !slices.Contains(names, key) {
			return fmt.Sprintf("%s holds the same text as the %s, but the service looks up keys only: it checks %s on each entity that it reads.", name, key, name)
		}
	}
	return ""
}

// sameAs is the key whose text a property has on every entity, "" for none.
func sameAs(s *engine.Snapshot, property string) string {
	for _, key := range []string{filterlang.PartitionKey, filterlang.RowKey} {
		same := property != filterlang.PartitionKey && property != filterlang.RowKey && s.Len() > 0
		for i := 0; i < s.Len() && same; i++ {
			v, _ := s.At(i).Value(property)
			k, _ := s.At(i).Value(key)
			same = v == k
		}
		if same {
			return key
		}
	}
	return ""
}

// tooMany says why filters read more than those of the solution do.
func tooMany(s *engine.Snapshot, plans, solution []*filterlang.Plan) (why string, apt bool) {
	if len(plans) != 1 || len(solution) != 1 {
		return besides(s, plans, solution), true
	}
	p, wanted := plans[0], solution[0]
	key, have, want := filterlang.RowKey, p.Range.Row, wanted.Range.Row
	if p.Class == filterlang.PartitionRange {
		key, have, want = filterlang.PartitionKey, p.Range.Partition, wanted.Range.Partition
	}
	read, need := s.Stretch(p.Range), s.Stretch(wanted.Range)
	twin := twinOf(s, p)
	switch {
	case twin != "":
		return twin, true
	case p.Class > wanted.Class:
		return capital(classReason(p)) + ".", false
	case p.WholePartition && !wanted.WholePartition:
		return capital(classReason(p)) + ".", true
	case want.Low.Kind != filterlang.Unbounded && have.Low.Kind == filterlang.Unbounded:
		return "No condition says where the range of the " + key + " begins.", true
	case want.High.Kind != filterlang.Unbounded && have.High.Kind == filterlang.Unbounded:
		return "No condition says where the range of the " + key + " ends.", true
	case read.To > need.To && read.To > read.From:
		return bounded(p, s.At(max(need.To, read.From)), key, filterlang.Lt, filterlang.Le), false
	case read.From < need.From:
		return bounded(p, s.At(min(need.From, read.To)-1), key, filterlang.Gt, filterlang.Ge), false
	}
	return "", true
}

// besides names an entity that one of several filters reads and no filter of the solution.
func besides(s *engine.Snapshot, plans, solution []*filterlang.Plan) string {
	for _, p := range plans {
		for read := s.Stretch(p.Range); p.Filter != nil && read.From < read.To; read.From++ {
			needed := func(q *filterlang.Plan) bool {
				need := s.Stretch(q.Range)
				return need.From <= read.From && read.From < need.To
			}
			if !slices.ContainsFunc(solution, needed) {
				e := s.At(read.From)
				return fmt.Sprintf("With `%s` the service also reads %s.", Clip(p.Filter.String()), named(e.PartitionKey(), e.RowKey()))
			}
		}
	}
	return ""
}

// bounded names the condition that bounds a key on one side and lets an entity into the range.
func bounded(p *filterlang.Plan, e engine.Entity, key string, ops ...filterlang.Op) string {
	for i := range p.Conjuncts {
		c, ok := p.Conjuncts[i].Expr.(*filterlang.Comparison)
		if !ok || p.Conjuncts[i].Role != filterlang.SetsRange || c.Property != key || c.Op != ops[0] && c.Op != ops[1] && c.Op != filterlang.Eq {
			continue
		}
		name := named(e.PartitionKey(), e.RowKey())
		if v, _ := e.Value(key); v == c.Literal {
			return fmt.Sprintf("`%s` includes its own bound: %s is read too.", c, name)
		}
		return fmt.Sprintf("With `%s` the service also reads %s.", c, name)
	}
	return ""
}

// differs says which entity is wanted and does not come back, or comes back and is not wanted, and by which condition; "" for none.
// reference are the filters that find what is wanted; what only the solution compares may be left out.
func (t *try) differs(s *engine.Snapshot, want *answer, reference []*filterlang.Plan, solution *Attempt) string {
	plans, _ := t.attempt.filters()
	var solved []*filterlang.Plan
	if solution != nil {
		solved, _ = solution.filters()
	}
	for _, e := range want.entities {
		if t.answer.seen[e.SortKey()] {
			continue
		}
		text := named(e.PartitionKey(), e.RowKey()) + " should come back, and does not"
		if len(plans) > 1 {
			return text + ": none of the filters is true of it."
		}
		if c := untrue(plans, e); c != nil {
			text += fmt.Sprintf(": `%s` is not true of it", Clip(c.String()))
			if c, ok := c.(*filterlang.Comparison); ok {
				text += ", because " + met(c, e)
			}
		}
		return text + "."
	}
	for _, e := range t.answer.entities {
		if want.seen[e.SortKey()] {
			continue
		}
		text := named(e.PartitionKey(), e.RowKey()) + " comes back, and should not"
		if c, ok := untrue(reference, e).(*filterlang.Comparison); ok {
			text += ": " + met(c, e)
			if compares(solved, c.Property) && !compares(plans, c.Property) {
				text += ", and the filter does not compare " + c.Property
			}
		}
		return text + "."
	}
	return ""
}

func compares(plans []*filterlang.Plan, property string) bool {
	return slices.ContainsFunc(plans, func(p *filterlang.Plan) bool {
		return p.Filter != nil && slices.Contains(filterlang.Properties(p.Filter), property)
	})
}

// untrue is the first condition of a filter that is not true of an entity, nil when there are several filters.
func untrue(plans []*filterlang.Plan, e engine.Entity) filterlang.Expr {
	if len(plans) != 1 {
		return nil
	}
	get := func(property string) edm.Value {
		v, _ := e.Value(property)
		return v
	}
	for i := range plans[0].Conjuncts {
		if c := plans[0].Conjuncts[i].Expr; !filterlang.Eval(c, get, filterlang.MatchOptions{}) {
			return c
		}
	}
	return nil
}

// met tells the value that a comparison met, and the types where they differ.
func met(c *filterlang.Comparison, e engine.Entity) string {
	v, there := e.Value(c.Property)
	if !there {
		return "it has no " + c.Property
	}
	text := "its " + c.Property + " is " + shown(v)
	if _, ok := edm.Compare(v, c.Literal); !ok {
		text += fmt.Sprintf(", %s, and %s is %s", oneOf(v.Type()), shown(c.Literal), oneOf(c.Literal.Type()))
	}
	return text
}

// oneOf names a type with its article.
func oneOf(t edm.Type) string {
	if t == edm.Int32 || t == edm.Int64 {
		return "an " + t.String()
	}
	return "a " + t.String()
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
