package filterlang

// Node is a node of a filter in the list that Nodes makes.
type Node struct {
	Expr   Expr
	Parent int // its place in the list, -1 for the filter itself
	Depth  int
	Hidden int // operands that are not in the list, because it would be too long
}

// Nodes lists the nodes of a filter, each before its operands, those from left to right. A list of more than limit nodes, which
// is at least 1, leaves out what lies deepest and furthest to the right.
func Nodes(e Expr, limit int) []Node {
	if e == nil {
		return nil
	}
	type branch struct {
		expr   Expr
		kids   []*branch
		hidden int
	}
	root := &branch{expr: e}
	left := limit - 1
	for queue := []*branch{root}; len(queue) > 0; queue = queue[1:] {
		b := queue[0]
		for _, o := range operands(b.expr) {
			if left <= 0 {
				b.hidden++
				continue
			}
			left--
			kid := &branch{expr: o}
			b.kids = append(b.kids, kid)
			queue = append(queue, kid)
		}
	}
	var list []Node
	var add func(b *branch, parent, depth int)
	add = func(b *branch, parent, depth int) {
		at := len(list)
		list = append(list, Node{b.expr, parent, depth, b.hidden})
		for _, kid := range b.kids {
			add(kid, at, depth+1)
		}
	}
	add(root, -1, 0)
	return list
}

// operands returns what a node is made of; a comparison has none.
func operands(e Expr) []Expr {
	switch e := e.(type) {
	case *And:
		return e.Operands
	case *Or:
		return e.Operands
	case *Not:
		return []Expr{e.Operand}
	}
	return nil
}

// Keep returns the node at a place of the list without the nodes below it that are off, as if they had not been written: nil when
// nothing of it is left. The result holds the nodes themselves wherever nothing changed.
func Keep(nodes []Node, at int, off func(node int) bool) Expr {
	e, _ := keep(nodes, at, off)
	return e
}

// keep also returns the place behind the node's last descendant.
func keep(nodes []Node, at int, off func(int) bool) (Expr, int) {
	n := &nodes[at]
	all := operands(n.Expr)
	next := at + 1
	if len(all) == 0 {
		return n.Expr, next
	}
	kept := make([]Expr, 0, len(all))
	same := true
	for range len(all) - n.Hidden {
		here := next
		var o Expr
		o, next = keep(nodes, here, off)
		if o == nil || off(here) {
			same = false
			continue
		}
		same = same && o == nodes[here].Expr
		kept = append(kept, o)
	}
	kept = append(kept, all[len(all)-n.Hidden:]...)
	if same {
		return n.Expr, next
	}
	switch e := n.Expr.(type) {
	case *And:
		return grouped(kept, func() Expr { return &And{Operands: kept, At: e.At} }), next
	case *Or:
		return grouped(kept, func() Expr { return &Or{Operands: kept, At: e.At} }), next
	}
	if len(kept) == 0 {
		return nil, next
	}
	return &Not{Operand: kept[0], At: n.Expr.Span()}, next
}

// Replace returns a filter with one of its nodes exchanged for another, or removed where with is nil: then what is left of an "and"
// or an "or" with one operand is that operand. It is nil when nothing is left.
func Replace(e, node, with Expr) Expr { return replace(e, node, with) }
