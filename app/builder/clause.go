package builder

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// added returns the filter with one clause more, and the place of that clause.
func (b *Model) added(census *filterlang.Census, msg ClauseAdded) (e filterlang.Expr, at int) {
	clause := b.fresh(census)
	root := b.Filter()
	if root == nil || msg.Node >= len(b.Nodes) {
		return clause, 0
	}
	group := func(o []filterlang.Expr) filterlang.Expr {
		if msg.Or {
			return &filterlang.Or{Operands: o}
		}
		return &filterlang.And{Operands: o}
	}
	node := root
	if msg.Node >= 0 {
		node = b.Nodes[msg.Node].Expr
	}
	var with filterlang.Expr
	switch n := node.(type) {
	case *filterlang.And:
		with = group([]filterlang.Expr{n, clause})
		if !msg.Or {
			with = &filterlang.And{Operands: append(slices.Clone(n.Operands), clause)}
		}
	case *filterlang.Or:
		with = group([]filterlang.Expr{n, clause})
		if msg.Or {
			with = &filterlang.Or{Operands: append(slices.Clone(n.Operands), clause)}
		}
	default:
		with = group([]filterlang.Expr{node, clause})
	}
	e = filterlang.Replace(root, node, with)
	for i, n := range filterlang.Nodes(e, MaxBuilt) {
		if n.Expr == clause {
			at = i
		}
	}
	return e, at
}

// fresh returns a new clause: on PartitionKey, on RowKey when there is one on PartitionKey, or on the property that most entities
// have and no clause names.
func (b *Model) fresh(census *filterlang.Census) filterlang.Expr {
	used := map[string]bool{}
	for _, n := range b.Nodes {
		if c, ok := n.Expr.(*filterlang.Comparison); ok {
			used[c.Property] = true
		}
	}
	names := append([]string{filterlang.PartitionKey, filterlang.RowKey}, census.Names()...)
	name := filterlang.PartitionKey
	for _, n := range names {
		if !used[n] {
			name = n
			break
		}
	}
	return &filterlang.Comparison{Property: name, Op: filterlang.Eq, Literal: ZeroOf(PropertyTypes(census, name)[0].Type)}
}

// named gives a clause another property, and its literal the type that the property is stored with.
func (b Model) named(v *page.View, msg ClauseProperty) (*Model, []page.Cmd) {
	name := strings.TrimSpace(msg.Name)
	node := b.node(msg.Node)
	if node == nil {
		return &b, nil
	}
	if !isName(name) {
		return &b, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Built: true, Text: "A filter cannot name the property " + words.Quote(CutName(name)) + ": names are letters, digits and _, and do not begin with a digit."}}, page.ResetFields{Values: map[string]string{BuiltID("name", msg.Node): b.Name(msg.Node)}}}
	}
	var with filterlang.Expr
	types := PropertyTypes(v.Census, name)
	switch e := node.(type) {
	case *filterlang.Comparison:
		n := *e
		n.Property = name
		stored := slices.ContainsFunc(types, func(t filterlang.TypeCount) bool { return t.Type == e.Literal.Type() && t.Count > 0 })
		if !stored {
			n.Literal = retyped(e.Literal, types[0].Type)
		}
		with = &n
	case *filterlang.BoolProperty:
		with = &filterlang.BoolProperty{Property: name}
		if types[0].Type != edm.Boolean && (types[0].Count > 0 || HasFixedType(name)) {
			with = &filterlang.Comparison{Property: name, Literal: ZeroOf(types[0].Type)}
		}
	default:
		return &b, nil
	}
	return b.write(v, filterlang.Replace(b.Filter(), node, with))
}

// Operators of a clause that are no comparison.
const (
	IsTrue     = "is true"
	StartsWith = "starts with"
)

// compared gives a clause another operator. "Starts with" becomes the range that it means.
func (b Model) compared(v *page.View, msg ClauseOp) (*Model, []page.Cmd) {
	node := b.node(msg.Node)
	if node == nil {
		return &b, nil
	}
	c := b.clause(msg.Node)
	if p, ok := node.(*filterlang.BoolProperty); ok && msg.Op != IsTrue {
		c = &filterlang.Comparison{Property: p.Property, Literal: edm.NewBoolean(true)}
	}
	if c == nil {
		return &b, nil
	}
	var with filterlang.Expr
	switch msg.Op {
	case IsTrue:
		if HasFixedType(c.Property) {
			return &b, nil
		}
		with = &filterlang.BoolProperty{Property: c.Property}
	case StartsWith:
		prefix := c.Literal
		end, ok := edm.PrefixEnd(prefix.Text())
		if prefix.Type() != edm.String || !ok {
			prefix, end = edm.NewString("A"), "B"
		}
		with = &filterlang.And{Operands: []filterlang.Expr{
			&filterlang.Comparison{Property: c.Property, Op: filterlang.Ge, Literal: prefix},
			&filterlang.Comparison{Property: c.Property, Op: filterlang.Lt, Literal: edm.NewString(end)}}}
		if parent := b.Nodes[msg.Node].Parent; parent >= 0 {
			if and, ok := b.Nodes[parent].Expr.(*filterlang.And); ok { // two clauses of the group, so that a key's range is used
				at := slices.Index(and.Operands, node)
				operands := slices.Concat(and.Operands[:at:at], with.(*filterlang.And).Operands, and.Operands[at+1:])
				node, with = and, &filterlang.And{Operands: operands}
			}
		}
	default:
		for op := filterlang.Eq; op <= filterlang.Le; op++ {
			if op.String() == msg.Op {
				n := *c
				n.Op, n.Mirrored = op, false
				with = &n
			}
		}
	}
	if with == nil {
		return &b, nil
	}
	return b.write(v, filterlang.Replace(b.Filter(), node, with))
}
