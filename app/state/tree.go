package state

import (
	"context"
	"slices"
	"strconv"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Tree is the filter of the plan node by node, shown while Why is open. Switching nodes off changes what is planned and counted
// here, not the text.
type Tree struct {
	Source, Table string
	Filter        string // that it is of
	Nodes         []filterlang.Node
	Off           []int            // nodes that are switched off, ascending
	Left          *filterlang.Plan // of what is on
	Text          string           // of what is on
	Reply         *wire.NodesReply
	Progress      wire.Progress
	Failed        string // why it could not be counted
	Seq           int    // of the newest question

	plan *filterlang.Plan // that it is of
	of   *wire.MatchReply // the numbers it goes with; nil while there are none
}

// CountNodes asks for the numbers of a tree. A newer one cancels it. Answer: NodesCounting, NodesCounted.
type CountNodes struct {
	Seq int
	Req wire.NodesRequest
}

type (
	NodesCounting struct {
		Seq      int
		Progress wire.Progress
	}
	NodesCounted struct {
		Seq   int
		Reply *wire.NodesReply
		Err   error
	}
	NodeToggled  struct{ Node int }
	NodeStepped  struct{ Node int } // the keyboard goes to its switch
	NodesOn      struct{}           // everything is switched on again
	NodesApplied struct{}           // what is on becomes the text
)

// followTree keeps the tree in step with the plan while Why is open. It asks for numbers when those of the plan are there, so that
// typing does not wait for them.
func followTree(m Model, cmds []Cmd) (Model, []Cmd) {
	p, _ := m.Plan.Shown()
	if !m.Plan.Why || p.Plan == nil || p.Plan.Filter == nil || p.Table == "" {
		if m.Tree != nil {
			m.Tree = nil
			cmds = append(cmds, Stop{Slot: nodesSlot})
		}
		return m, cmds
	}
	t := m.Tree
	if t == nil || t.plan != p.Plan || t.Table != p.Table || t.Source != m.Query.Source {
		n := NewTree(p, m.Query.Source)
		if t != nil {
			n.Seq = t.Seq
		}
		if t != nil && t.Filter == n.Filter && t.Table == n.Table && t.Source == n.Source { // the table changed, not the text
			n.Nodes, n.Off, n.Reply = t.Nodes, t.Off, t.Reply
			n.Left, n.Text = t.Left, t.Text
		}
		m.Tree = n
	}
	if p.Match != nil && m.Tree.of != p.Match && m.Tree.Source == "" {
		t := *m.Tree
		t.of = p.Match
		m.Tree = &t
		var ask Cmd
		m, ask = countNodes(m)
		cmds = append(cmds, ask)
	}
	return m, cmds
}

// NewTree returns the tree of a plan with a filter, everything on and nothing counted.
func NewTree(p *Plan, source string) *Tree {
	return &Tree{Source: source, Table: p.Table, Filter: p.Filter, plan: p.Plan,
		Nodes: filterlang.Nodes(p.Plan.Filter, wire.MaxNodes), Left: p.Plan, Text: p.Plan.Filter.String()}
}

func countNodes(m Model) (Model, Cmd) {
	t := *m.Tree
	t.Seq++
	t.Progress, t.Failed = wire.Progress{}, ""
	m.Tree = &t
	return m, CountNodes{t.Seq, wire.NodesRequest{Table: t.Table, Filter: filterlang.Uncomment(t.Filter), Off: t.Off, Profile: t.Left.Profile}}
}

// updateTree is the tree of the filter.
func updateTree(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case NodesCounting:
		if m.Tree != nil && m.Tree.Seq == msg.Seq {
			t := *m.Tree
			t.Progress = msg.Progress
			m.Tree = &t
		}
		return m, nil, true

	case NodesCounted:
		if m.Tree == nil || m.Tree.Seq != msg.Seq {
			return m, nil, true
		}
		t := *m.Tree
		if f := wire.FailureOf(msg.Err); f == nil {
			t.Reply = msg.Reply
		} else if f.Code != wire.Canceled {
			t.Reply, t.Failed = nil, f.Message
		}
		m.Tree = &t
		if len(t.Off) > 0 && t.Reply != nil {
			return m, []Cmd{Announce{Text: WhatIf(&t)}}, true
		}
		return m, nil, true

	case NodeToggled:
		if m.Tree == nil || msg.Node < 0 || msg.Node >= len(m.Tree.Nodes) {
			return m, nil, true
		}
		at, found := slices.BinarySearch(m.Tree.Off, msg.Node)
		off := slices.Clone(m.Tree.Off)
		if found {
			off = slices.Delete(off, at, at+1)
		} else {
			off = slices.Insert(off, at, msg.Node)
		}
		m, cmds := switched(m, off)
		return m, cmds, true

	case NodeStepped:
		if m.Tree == nil || len(m.Tree.Nodes) == 0 {
			return m, nil, true
		}
		return m, []Cmd{Focus{Target: NodeID(min(max(msg.Node, 0), len(m.Tree.Nodes)-1))}}, true

	case NodesOn:
		if m.Tree == nil || len(m.Tree.Off) == 0 {
			return m, nil, true
		}
		m, cmds := switched(m, nil)
		return m, append(cmds, Focus{Target: NodeID(0)}, Announce{Text: "Everything is on."}), true

	case NodesApplied:
		if m.Tree == nil || len(m.Tree.Off) == 0 {
			return m, nil, true
		}
		next, cmds := edited(m, m.Tree.Text)
		return next, append(cmds, Announce{Text: "The text is what was on. Ctrl+Z undoes it."}), true
	}
	return m, nil, false
}

// switched plans and counts what is left when the nodes of off are off.
func switched(m Model, off []int) (Model, []Cmd) {
	t := *m.Tree
	t.Off = off
	t.Left, t.Text = t.Left.Profile.Plan(nil), ""
	if !t.IsOff(0) {
		if e := filterlang.Keep(t.Nodes, 0, t.IsOff); e != nil {
			t.Left, t.Text = t.Left.Profile.Plan(e), e.String()
		}
	}
	m.Tree = &t
	if t.Source != "" {
		return m, []Cmd{Announce{Text: WhatIf(&t)}}
	}
	m, ask := countNodes(m)
	return m, []Cmd{ask}
}

// IsOff reports whether a node is switched off itself.
func (t *Tree) IsOff(node int) bool { _, found := slices.BinarySearch(t.Off, node); return found }

// Dim reports whether a node counts for nothing, because it or what it belongs to is off.
func (t *Tree) Dim(node int) bool {
	for ; node >= 0; node = t.Nodes[node].Parent {
		if t.IsOff(node) {
			return true
		}
	}
	return false
}

// Counting reports whether numbers of what is switched now are under way.
func (t *Tree) Counting() bool {
	return t.Source == "" && t.Failed == "" && (t.Reply == nil || len(t.Reply.Matches) != len(t.Nodes) || t.Reply.Class != t.Left.Class)
}

// NodeID is the identity of a node's switch on the page.
func NodeID(node int) string { return "node-" + strconv.Itoa(node) }

// NodeText is what a node says, shorter for groups, whose operands follow it.
func (t *Tree) NodeText(node int) string {
	n := t.Nodes[node]
	rest := ""
	if n.Hidden > 0 {
		rest = ", " + words.Number(n.Hidden) + " of them not shown"
	}
	switch e := n.Expr.(type) {
	case *filterlang.And:
		return "and: all " + words.Number(len(e.Operands)) + " hold" + rest
	case *filterlang.Or:
		return "or: any of " + words.Number(len(e.Operands)) + " holds" + rest
	case *filterlang.Not:
		return "not: what follows does not hold" + rest
	}
	return n.Expr.String()
}

// IsGroup reports whether a node is made of others.
func (t *Tree) IsGroup(node int) bool {
	switch t.Nodes[node].Expr.(type) {
	case *filterlang.And, *filterlang.Or, *filterlang.Not:
		return true
	}
	return false
}

// NodeFact is what is known of a node beside its number.
type NodeFact struct {
	Role   filterlang.Role
	Off    bool   // it counts for nothing
	Joins  bool   // the "and" of the whole filter, or a part of it: it has no role of its own
	Reason string // why it has the role; of the highest node that has it
	Word   string // names a fault: "dead"; "" for none
	Why    string // of the fault
	Offer  *page.KeyOffer
}

// named are the findings that are about one node.
var named = map[filterlang.Kind]string{
	filterlang.Contradiction: "contradiction", filterlang.AlwaysFalse: "never true", filterlang.AlwaysTrue: "always true",
	filterlang.DeadClause: "dead", filterlang.UnknownProperty: "no such property", filterlang.LiteralType: "wrong type",
	filterlang.BooleanConstant: "constant",
}

// Facts returns what is known of each node, with what is off left out. p is the plan on screen.
func (t *Tree) Facts(p *Plan) []NodeFact {
	facts := make([]NodeFact, len(t.Nodes))
	conjunct := make(map[filterlang.Expr]int, len(t.Left.Conjuncts))
	for i := range t.Left.Conjuncts {
		conjunct[t.Left.Conjuncts[i].Expr] = i
	}
	// A conjunct stands below an or or a not only where constants were folded: what is around it joins, as an and does.
	joins := map[int]bool{}
	for _, n := range t.Nodes {
		if _, own := conjunct[n.Expr]; own {
			for above := n.Parent; above >= 0 && !joins[above]; above = t.Nodes[above].Parent {
				joins[above] = true
			}
		}
	}
	faults := map[filterlang.Span]wire.Finding{}
	if p.Explain != nil {
		for _, f := range p.Explain.Findings {
			if _, known := faults[f.Span]; !known && named[f.Kind] != "" {
				faults[f.Span] = f
			}
		}
	}
	offers := KeyOffers(p)
	for i, n := range t.Nodes {
		f := &facts[i]
		_, and := n.Expr.(*filterlang.And)
		_, constant := n.Expr.(*filterlang.Constant)
		above := n.Parent < 0 || facts[n.Parent].Joins
		switch c, own := conjunct[n.Expr]; {
		case t.Dim(i):
			f.Off = true
			continue
		case own && above:
			f.Role, f.Reason = t.Left.Conjuncts[c].Role, t.Left.Conjuncts[c].Reason
		case above && (and || joins[i]):
			f.Joins = true
		case above && constant:
			f.Role, f.Reason = filterlang.Redundant, "The plan leaves the constant out."
		case above:
			f.Reason = "What is left of it is checked on each entity." // something in it is off
		default:
			f.Role = facts[n.Parent].Role
		}
		at := []filterlang.Span{n.Expr.Span()}
		if c, ok := n.Expr.(*filterlang.Comparison); ok {
			at = append(at, c.PropertyAt, c.LiteralAt)
		}
		for _, span := range at {
			if fault, ok := faults[span]; ok && f.Word == "" {
				f.Word, f.Why = named[fault.Kind], fault.Message
			}
		}
		if o, ok := offers[n.Expr.Span()]; ok && f.Word == "" {
			f.Offer = &o
		}
		if r := t.Reply; f.Word == "" && r != nil && !t.Counting() && r.Examined > 0 && t.Left.Profile != filterlang.Cosmos {
			switch {
			case r.Matches[i] == 0:
				f.Word, f.Why = "nothing", "No entity that is read satisfies it."
			case r.Matches[i] == r.Examined && f.Role == filterlang.Checked && i > 0:
				f.Word, f.Why = "everything", "Every entity that is read satisfies it: on this data it changes nothing."
			}
		}
	}
	return facts
}

// WhatIf says what the filter without its switched-off nodes would do.
func WhatIf(t *Tree) string {
	text := "With " + words.Count(len(t.Off), "clause", "clauses") + " off: " + t.Left.Class.String() + ", " + words.InSentence(page.Lead(t.Left))
	if r := t.Reply; r != nil && !t.Counting() && t.Left.Profile == filterlang.Cosmos {
		text += ", returns " + words.Number(r.Returned) + " of " + words.Count(r.Entities, "entity", "entities")
	} else if r != nil && !t.Counting() {
		text += ", examines " + words.Number(r.Examined) + " of " + words.Count(r.Entities, "entity", "entities") + ", returns " + words.Number(r.Returned)
	}
	return text + "."
}

func (CountNodes) Slot() Slot { return nodesSlot }

func (cmd CountNodes) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Nodes, cmd.Req, func(p wire.Progress) { out.Tell(NodesCounting{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, NodesCounted{cmd.Seq, reply, err})
}
