package keydesign

import (
	"unicode/utf8"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// texts are those that a part of a key may have in entities that a filter accepts.
type texts struct {
	filterlang.Interval
	fixed bool // none of them is the beginning of another
}

// texts returns what comparisons of its property with literals, all of which hold, leave to a part whose property has values
// of some types.
func (p *Part) texts(types []edm.Type, comparisons []*filterlang.Comparison) texts {
	var all texts
	found := false
	for _, t := range types {
		these, possible := p.textsOf(t, comparisons)
		switch {
		case !possible || these.Empty():
		case !found:
			all, found = these, true
		default:
			all = texts{hull(all.Interval, these.Interval), all.fixed && these.fixed}
		}
	}
	return all
}

// textsOf returns the texts of values of one type; possible is false when no such value satisfies the comparisons.
func (p *Part) textsOf(t edm.Type, comparisons []*filterlang.Comparison) (these texts, possible bool) {
	these.fixed = true
	longest := 0
	for _, c := range comparisons {
		v, ok := widen(c.Literal, t)
		if !ok {
			return these, false
		}
		op := c.Op
		s, ok := p.shape(v)
		if ok && !s.least && !s.greatest && t == edm.DateTime {
			// Many instants have one text: what is before the first of a month is the month before.
			if v, op = neighbour(v, op); op != c.Op {
				s, ok = p.shape(v)
			}
		}
		if !ok {
			these.fixed = false
			continue
		}
		these.fixed = these.fixed && s.fixed
		longest = s.longest
		these.Interval = these.Intersect(s.interval(op))
	}
	// Of the texts that begin with "Sh" only "Sh" itself has no more than two characters.
	if longest > 0 && these.Low.Kind == filterlang.Inclusive && these.High == beyond(these.Low.Value) &&
		utf8.RuneCountInString(these.Low.Value) == longest {
		these.Interval = filterlang.Exactly(these.Low.Value)
	}
	return these, true
}

// neighbour returns the last instant before one and "le" for "lt", and the first after it and "ge" for "gt".
func neighbour(v edm.Value, op filterlang.Op) (edm.Value, filterlang.Op) {
	switch at := v.Ticks(); {
	case op == filterlang.Lt && at > 0:
		return edm.NewDateTime(at - 1), filterlang.Le
	case op == filterlang.Gt && at < edm.MaxTicks:
		return edm.NewDateTime(at + 1), filterlang.Ge
	}
	return v, op
}

// widen returns a literal as a property of a type is compared with it.
func widen(literal edm.Value, t edm.Type) (edm.Value, bool) {
	switch from := literal.Type(); {
	case from == t:
		return literal, true
	case from == edm.Int32 && t == edm.Int64:
		return edm.NewInt64(literal.Int()), true
	case (from == edm.Int32 || from == edm.Int64) && t == edm.Double:
		return edm.NewDouble(float64(literal.Int())), true
	}
	return literal, false
}

// interval returns the texts of the values that compare so with the shape's value.
func (s *shape) interval(op filterlang.Op) filterlang.Interval {
	if op == filterlang.Eq {
		return filterlang.Exactly(s.text)
	}
	if s.order == 0 {
		return filterlang.Interval{}
	}
	bound := filterlang.Bound{Kind: filterlang.Inclusive, Value: s.text}
	if op == filterlang.Lt && s.least || op == filterlang.Gt && s.greatest {
		bound.Kind = filterlang.Exclusive
	}
	if (op == filterlang.Lt || op == filterlang.Le) == (s.order > 0) {
		return filterlang.Interval{High: bound}
	}
	return filterlang.Interval{Low: bound}
}

// hull returns the least interval that holds both.
func hull(a, b filterlang.Interval) filterlang.Interval {
	return filterlang.Interval{Low: outer(a.Low, b.Low, -1), High: outer(a.High, b.High, 1)}
}

// outer returns the bound that lies further in a direction.
func outer(a, b filterlang.Bound, direction int) filterlang.Bound {
	switch order := direction * edm.CompareString(a.Value, b.Value); {
	case a.Kind == filterlang.Unbounded || b.Kind == filterlang.Unbounded:
		return filterlang.Bound{}
	case order > 0, order == 0 && a.Kind == filterlang.Inclusive:
		return a
	}
	return b
}

// interval returns the keys that a template makes when each part has one of its texts, and how many parts narrow it.
func (t *Template) interval(of func(*Part) texts) (keys filterlang.Interval, used int) {
	before := ""
	for i := range t.parts {
		p := &t.parts[i]
		if p.Property == "" {
			before += p.Literal
			continue
		}
		these := of(p)
		if text, ok := these.Single(); ok {
			before += text
			used = i + 1
			continue
		}
		if these.Low.Kind != filterlang.Unbounded || these.High.Kind != filterlang.Unbounded {
			used = i + 1
		}
		follows := ""
		last := i == len(t.parts)-1
		if !last {
			follows = t.parts[i+1].Literal
		}
		return filterlang.Interval{Low: these.low(before, last), High: these.high(before, follows, last)}, used
	}
	return filterlang.Exactly(before), used
}

// low returns the lower bound of keys that begin with a text and one of these; last: nothing follows it.
func (these *texts) low(before string, last bool) filterlang.Bound {
	b := filterlang.Bound{Kind: these.Low.Kind, Value: before + these.Low.Value}
	switch {
	case b.Kind == filterlang.Unbounded && before != "":
		b.Kind = filterlang.Inclusive
		b.Value = before
	case b.Kind == filterlang.Exclusive && !last && these.fixed:
		// No text follows the bound's own: it is beyond all keys that begin with it.
		if end, ok := edm.PrefixEnd(b.Value); ok {
			return filterlang.Bound{Kind: filterlang.Inclusive, Value: end}
		}
	}
	return b
}

// high returns the upper bound. follows is the literal behind the text: a text that is the beginning of the bound's own may
// make a key beyond it, such as "a-" for "a" beside "a!" for "a!".
func (these *texts) high(before, follows string, last bool) filterlang.Bound {
	b := these.High
	whole := before + b.Value
	switch {
	case b.Kind == filterlang.Unbounded:
		return beyond(before)
	case last:
		return filterlang.Bound{Kind: b.Kind, Value: whole}
	case b.Kind == filterlang.Exclusive:
		b.Value = whole
	default:
		if b = beyond(whole + follows); b.Kind == filterlang.Unbounded {
			return b
		}
	}
	if these.fixed {
		return b
	}
	for i := range these.High.Value {
		if start := these.High.Value[:i]; these.Contains(start) {
			end := beyond(before + start + follows)
			if end.Kind == filterlang.Unbounded {
				return end
			}
			b = outer(b, end, 1)
		}
	}
	return b
}

// beyond returns the bound behind all texts that begin so.
func beyond(start string) filterlang.Bound {
	end, ok := edm.PrefixEnd(start)
	if !ok {
		return filterlang.Bound{}
	}
	return filterlang.Bound{Kind: filterlang.Exclusive, Value: end}
}
