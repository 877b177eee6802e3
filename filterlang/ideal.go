package filterlang

import "rangefinder/filterlang/edm"

// maxIdealRanges is how many boxes the ideal plan may need at any step before it gives up.
const maxIdealRanges = 64

// idealize computes the ideal plan: every comparison with a key becomes a set of keys, whatever else becomes all keys, and
// and, or and not become intersection, union and De Morgan. That is the disjunctive normal form with its boxes merged,
// without writing it out. "(PartitionKey eq 'a' or PartitionKey eq 'c') and A gt 1" gives all of a and all of c.
func (p *Plan) idealize() {
	if p.Residual == nil && p.Class != Empty { // the range is the filter, as in a point query
		p.Ideal, p.IdealClass = []KeyRange{p.Range}, p.Class
		return
	}
	p.idealizeAny()
}

// idealizeAny is idealize for every filter.
func (p *Plan) idealizeAny() {
	z := idealizer{other: everyKey}
	s := z.keys(p.Filter, false)
	switch {
	case p.Class == Empty:
		s = nil
	case z.gaveUp:
		p.IdealGaveUp = true
		s = setOf(p.Range)
	}
	p.FilterIsFalse = len(s) == 0
	p.IdealClass = Empty
	if p.FilterIsFalse {
		p.MultiRange = p.Class != Empty
		return
	}
	p.Ideal = s.ranges()
	for _, r := range p.Ideal {
		p.IdealClass = max(p.IdealClass, r.asked())
	}
	p.MultiRange = len(p.Ideal) != 1 || p.Ideal[0] != p.Range
}

// asked is the class of the queries that read r: those of a skip scan name one partition each.
func (r KeyRange) asked() Class {
	if !r.Row.All() && !r.Empty() {
		r.Partition = Exactly("")
	}
	return r.Class()
}

// idealizer turns expressions into key sets. With other = everyKey the set holds every key whose entity may match; with
// other = nil, every key whose entity surely matches.
type idealizer struct {
	other  keySet // what stands for a condition that keys do not decide
	gaveUp bool   // the set outgrew maxIdealRanges; what is returned since means nothing
}

// keys returns the keys of e, or of its negation. Only comparisons of keys with Strings invert: they are always present and
// of one type. A comparison of another property is false for an entity without it and so is its inverse; both stay other.
func (z *idealizer) keys(e Expr, negated bool) keySet {
	if z.gaveUp {
		return nil
	}
	switch e := e.(type) {
	case *And:
		if negated {
			return z.any(e.Operands, true)
		}
		return z.all(e.Operands, false)
	case *Or:
		if negated {
			return z.all(e.Operands, true)
		}
		return z.any(e.Operands, false)
	case *Not:
		return z.keys(e.Operand, !negated)
	case *Comparison:
		return z.comparison(e, negated)
	case *BoolProperty:
		if fixedType(e.Property) != edm.NoType {
			return constant(negated)
		}
	case *Constant:
		return constant(e.Value != negated)
	}
	return z.other
}

func (z *idealizer) comparison(c *Comparison, negated bool) keySet {
	want := fixedType(c.Property)
	op := c.Op
	if negated {
		op = op.Invert()
	}
	switch {
	case want != edm.NoType && want != c.Literal.Type():
		// A mismatch makes eq, gt and ge false under either reading of section 4.4; ne, lt and le depend on it.
		if c.Op == Eq || c.Op == Gt || c.Op == Ge {
			return constant(negated)
		}
		return z.other
	case c.Property == PartitionKey:
		return partitionSet(lineOf(op, c.Literal.Text()))
	case c.Property == RowKey:
		return rowSet(lineOf(op, c.Literal.Text()))
	}
	return z.other
}

func constant(truth bool) keySet {
	if truth {
		return everyKey
	}
	return nil
}

// all intersects. Operands that exclude each other on another property leave nothing: "A gt 5 and A lt 3".
func (z *idealizer) all(operands []Expr, negated bool) keySet {
	if !negated {
		if _, _, excluded := exclusion(operands); excluded {
			return nil
		}
	}
	s := everyKey
	for _, o := range operands {
		s = z.checked(s.combine(z.keys(o, negated), intersection))
		if len(s) == 0 || z.gaveUp {
			return nil
		}
	}
	return s
}

// any unites, in rounds of pairs so that thousands of operands stay cheap.
func (z *idealizer) any(operands []Expr, negated bool) keySet {
	sets := make([]keySet, 0, min(len(operands), 64))
	for _, o := range operands {
		s := z.keys(o, negated)
		if s.everything() {
			return s
		}
		if len(s) > 0 {
			sets = append(sets, s)
		}
	}
	for len(sets) > 1 && !z.gaveUp {
		half := sets[:0]
		for i := 0; i < len(sets); i += 2 {
			s := sets[i]
			if i+1 < len(sets) {
				s = z.checked(s.combine(sets[i+1], union))
			}
			half = append(half, s)
		}
		sets = half
	}
	if len(sets) == 0 || z.gaveUp {
		return nil
	}
	return sets[0]
}

func (z *idealizer) checked(s keySet) keySet {
	if s.boxes() > maxIdealRanges {
		z.gaveUp = true
		return nil
	}
	return s
}

// alwaysTrue reports whether e holds for every entity, whatever its properties: a comparison "ge" with the empty string does, and so does
// "PartitionKey lt 'm' or PartitionKey ge 'm'".
func alwaysTrue(e Expr) bool {
	z := idealizer{}
	s := z.keys(e, false)
	return !z.gaveUp && s.everything()
}
