package state

import (
	"slices"
	"strings"

	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// added returns the filter with one clause more, and the place of that clause.
func (b *Builder) added(census *filterlang.Census, msg ClauseAdded) (e filterlang.Expr, at int) {
	clause := b.fresh(census)
	root := b.root()
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
func (b *Builder) fresh(census *filterlang.Census) filterlang.Expr {
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
	return &filterlang.Comparison{Property: name, Op: filterlang.Eq, Literal: zeroOf(PropertyTypes(census, name)[0].Type)}
}

// named gives a clause another property, and its literal the type that the property is stored with.
func (b Builder) named(m Model, msg ClauseProperty) (Model, []Cmd, bool) {
	name := strings.TrimSpace(msg.Name)
	if msg.Node < 0 || msg.Node >= len(b.Nodes) {
		return m, nil, true
	}
	if !isName(name) {
		m, cmds := notify(m, Notice{Bad: true, Built: true, Text: "A filter cannot name the property " + words.Quote(cutName(name)) + ": names are letters, digits and _, and do not begin with a digit."})
		return m, append(cmds, ResetFields{Values: map[string]string{BuiltID("name", msg.Node): b.Name(msg.Node)}}), true
	}
	var with filterlang.Expr
	types := PropertyTypes(m.Query.Census, name)
	switch e := b.Nodes[msg.Node].Expr.(type) {
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
		if types[0].Type != edm.Boolean && (types[0].Count > 0 || hasFixedType(name)) {
			with = &filterlang.Comparison{Property: name, Literal: zeroOf(types[0].Type)}
		}
	default:
		return m, nil, true
	}
	m, cmds := rebuilt(m, filterlang.Replace(b.root(), b.Nodes[msg.Node].Expr, with))
	return m, cmds, true
}

// Operators of a clause that are no comparison.
const (
	IsTrue     = "is true"
	StartsWith = "starts with"
)

// compared gives a clause another operator. "Starts with" becomes the range that it means.
func (b Builder) compared(m Model, msg ClauseOp) (Model, []Cmd, bool) {
	if msg.Node < 0 || msg.Node >= len(b.Nodes) {
		return m, nil, true
	}
	node := b.Nodes[msg.Node].Expr
	c := b.clause(msg.Node)
	if p, ok := node.(*filterlang.BoolProperty); ok && msg.Op != IsTrue {
		c = &filterlang.Comparison{Property: p.Property, Literal: edm.NewBoolean(true)}
	}
	if c == nil {
		return m, nil, true
	}
	var with filterlang.Expr
	switch msg.Op {
	case IsTrue:
		if hasFixedType(c.Property) {
			return m, nil, true
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
		return m, nil, true
	}
	m, cmds := rebuilt(m, filterlang.Replace(b.root(), node, with))
	return m, cmds, true
}

// filterFromRow asks for the entity that is selected in the grid: the point query.
func filterFromRow(m Model) (Model, []Cmd, bool) {
	in := m.Inspector
	if in.Original == nil || in.Table != m.Query.Table || in.Source != m.Query.Source {
		m, cmds := notify(m, Notice{Text: "Choose an entity in the grid first; its keys make the query."})
		return m, cmds, true
	}
	e := &filterlang.And{Operands: []filterlang.Expr{
		&filterlang.Comparison{Property: filterlang.PartitionKey, Literal: edm.NewString(in.Original.PartitionKey)},
		&filterlang.Comparison{Property: filterlang.RowKey, Literal: edm.NewString(in.Original.RowKey)}}}
	if m.Builder == nil {
		m.Builder = &Builder{}
	}
	m, cmds := rebuilt(m, e)
	return m, append(cmds, Announce{Text: "The filter asks for the selected entity by its full key."}), true
}

// putRight takes down what the builder said of a change that it refused.
func (m Model) putRight() Model {
	if m.Notice != nil && m.Notice.Built {
		m.Notice = m.Notice.Under
	}
	return m
}

// rebuilt makes a filter the text, as a step of its own in the editor.
func rebuilt(m Model, e filterlang.Expr) (Model, []Cmd) {
	text := ""
	if e != nil {
		text = e.String()
		if again, err := filterlang.Parse(text); err != nil || !filterlang.Equal(again, e) { // too deep, too long
			reason := "it would not be read as it is meant"
			if err != nil {
				reason = err.Error()
			}
			return notify(m, Notice{Bad: true, Built: true, Text: "The filter was left as it is: " + reason})
		}
	}
	text = filterlang.KeepComments(m.Query.Filter, text)
	b := *m.Builder
	b.Draft = nil
	m.Builder = &b
	m = m.putRight()
	q := *m.Query
	q.Filter = text
	m.Query = &q
	m, cmds := ask(m)
	m, address := draft(m)
	m = followBuilder(m)
	return m, append(cmds, SetEditor{text}, address)
}
