package filterlang

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// maxRewritten bounds, in nodes, the filters that get rewrites: each is the whole filter again.
const maxRewritten = 1000

// Parallel returns filters that, asked one by one in order and their answers put one after the other, give exactly the
// entities of the plan's filter in key order, and that together make the service read Ideal instead of Range. It returns nil
// when there are none: nothing to gain, or a skip scan, which no filter can ask for.
//
// Under Cosmos they make the service ask one partition each instead of all; their answers have no order.
//
// "PartitionKey eq 'a' and A gt 1 or PartitionKey eq 'c'" gives "PartitionKey eq 'a' and A gt 1" and "PartitionKey eq 'c'".
func (p *Plan) Parallel() []Expr {
	if p.Profile == Cosmos {
		return p.byPartition()
	}
	if !p.MultiRange || p.FilterIsFalse || p.IdealGaveUp {
		return nil
	}
	for _, r := range p.Ideal {
		if !r.Contiguous() || r.Class() == FullScan {
			return nil
		}
	}
	filters := make([]Expr, len(p.Ideal))
	for i, r := range p.Ideal {
		filters[i] = within(p.Filter, r)
	}
	return filters
}

// within returns the filter that reads r and accepts in it what e accepts: the bounds of r and what is left of e when each
// comparison that r decides is replaced by its answer. Inside r, keys exist and are Strings, so that holds under not too.
func within(e Expr, r KeyRange) Expr {
	operands := appendBounds(nil, PartitionKey, r.Partition)
	operands = appendBounds(operands, RowKey, r.Row)
	rest, truth := decide(e, r)
	switch {
	case rest == nil && !truth:
		// Only a widened range is decided like this: keep the filter as it is.
		rest = e
	case rest == nil && len(operands) == 0:
		return e
	}
	for _, c := range flattenAnd(nil, rest) {
		if c.Expr != nil {
			operands = append(operands, c.Expr)
		}
	}
	if len(operands) == 1 {
		return operands[0]
	}
	return &And{Operands: operands}
}

func appendBounds(dst []Expr, property string, i Interval) []Expr {
	if v, ok := i.Single(); ok {
		return append(dst, &Comparison{Property: property, Op: Eq, Literal: edm.NewString(v)})
	}
	low, high := i.cuts()
	if low != lowest {
		op := Ge
		if low.at == after {
			op = Gt
		}
		dst = append(dst, &Comparison{Property: property, Op: op, Literal: edm.NewString(low.value)})
	}
	if high != highest {
		op := Le
		if high.at == before {
			op = Lt
		}
		dst = append(dst, &Comparison{Property: property, Op: op, Literal: edm.NewString(high.value)})
	}
	return dst
}

// decide simplifies e for the entities of r. When that leaves nothing to check, rest is nil and truth is the answer.
func decide(e Expr, r KeyRange) (rest Expr, truth bool) {
	return simplify(e, func(leaf Expr) (Expr, bool) {
		switch leaf := leaf.(type) {
		case *Comparison:
			return decideComparison(leaf, r)
		case *BoolProperty:
			if fixedType(leaf.Property) != edm.NoType {
				return nil, false
			}
		case *Constant:
			return nil, leaf.Value
		}
		return leaf, false
	})
}

// simplify returns e with what decide knows of its leaves put in: a leaf that is true or false (a nil rest) leaves and, or and
// not, or settles them.
func simplify(e Expr, decide func(leaf Expr) (rest Expr, truth bool)) (rest Expr, truth bool) {
	switch e := e.(type) {
	case *And:
		return simplifyAll(e, e.Operands, decide, false)
	case *Or:
		return simplifyAll(e, e.Operands, decide, true)
	case *Not:
		rest, truth = simplify(e.Operand, decide)
		switch {
		case rest == nil:
			return nil, !truth
		case rest == e.Operand:
			return e, false
		}
		return &Not{Operand: rest, At: e.At}, false
	}
	return decide(e)
}

// simplifyAll simplifies the operands of an and, which one false settles, or of an or, which one true settles.
func simplifyAll(e Expr, operands []Expr, decide func(Expr) (Expr, bool), settles bool) (Expr, bool) {
	kept := make([]Expr, 0, len(operands))
	same := true
	for _, o := range operands {
		rest, truth := simplify(o, decide)
		if rest == nil && truth == settles {
			return nil, settles
		}
		if rest != nil {
			kept = append(kept, rest)
		}
		same = same && rest == o
	}
	switch {
	case same:
		return e, false
	case len(kept) == 0:
		return nil, !settles
	case len(kept) == 1:
		return kept[0], false
	}
	if settles {
		return &Or{Operands: kept, At: e.Span()}, false
	}
	return &And{Operands: kept, At: e.Span()}, false
}

func decideComparison(c *Comparison, r KeyRange) (Expr, bool) {
	if want := fixedType(c.Property); want != edm.NoType && want != c.Literal.Type() {
		if c.Op == Eq || c.Op == Gt || c.Op == Ge {
			return nil, false
		}
		return c, false
	}
	keys := r.Partition
	switch c.Property {
	case RowKey:
		keys = r.Row
	case PartitionKey:
	default:
		return c, false
	}
	answer := lineOf(c.Op, c.Literal.Text())
	low, high := keys.cuts()
	switch common := (line{low, high}).combine(answer, intersection); {
	case len(common) == 0:
		return nil, false
	case common.equal(line{low, high}):
		return nil, true
	}
	return c, false
}

// replace returns e with the node target exchanged for with; nil removes it. What is left of an and or an or with one
// operand is that operand. The result is nil when nothing is left.
func replace(e, target, with Expr) Expr {
	if e == target {
		return with
	}
	switch e := e.(type) {
	case *And:
		if kept, changed := replaceIn(e.Operands, target, with); changed {
			return grouped(kept, func() Expr { return &And{Operands: kept, At: e.At} })
		}
	case *Or:
		if kept, changed := replaceIn(e.Operands, target, with); changed {
			return grouped(kept, func() Expr { return &Or{Operands: kept, At: e.At} })
		}
	case *Not:
		switch o := replace(e.Operand, target, with); o {
		case e.Operand:
		case nil:
			return nil
		default:
			return &Not{Operand: o, At: e.At}
		}
	}
	return e
}

func replaceIn(operands []Expr, target, with Expr) (kept []Expr, changed bool) {
	for i, o := range operands {
		n := replace(o, target, with)
		if n == o {
			continue
		}
		kept = append(kept, operands[:i]...)
		if n != nil {
			kept = append(kept, n)
		}
		return append(kept, operands[i+1:]...), true
	}
	return operands, false
}

func grouped(operands []Expr, many func() Expr) Expr {
	switch len(operands) {
	case 0:
		return nil
	case 1:
		return operands[0]
	}
	return many()
}

// withLiteral returns c compared with another literal; withProperty, with another property. They read as they were written.
func (c *Comparison) withLiteral(v edm.Value) *Comparison {
	n := *c
	n.Literal = v
	return &n
}

func (c *Comparison) withProperty(name string) *Comparison {
	n := *c
	n.Property = name
	return &n
}

// convert returns the literal v as a value of type t when that loses nothing: '42' is 42, 42 is '42', 4.0 is 4, 4 is 4L.
func convert(v edm.Value, t edm.Type) (edm.Value, bool) {
	if v.Type() == edm.Binary || t == edm.Binary || v.Type() == t {
		return edm.Value{}, false
	}
	text := v.Display()
	if v.Type() == edm.Double && (t == edm.Int32 || t == edm.Int64) {
		text = strings.TrimSuffix(text, ".0")
	}
	n, err := edm.ParseText(t, text)
	if err != nil || v.Type() != edm.String && t != edm.String && !number(v) {
		return edm.Value{}, false
	}
	if number(v) && (t == edm.Guid || t == edm.DateTime || t == edm.Boolean) {
		return edm.Value{}, false
	}
	return n, true
}
