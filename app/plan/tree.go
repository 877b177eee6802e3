package plan

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

// NodesSlot is where nodes are counted.
const NodesSlot page.Slot = "nodes"

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

// Follow keeps the tree in step with the plan while Why is open. It asks for numbers when those of the plan are there, so that
// typing does not wait for them.
func (t *Tree) Follow(of *Plan, source string) (*Tree, []page.Cmd) {
	p, _ := of.Shown()
	if !of.Why || p.Plan == nil || p.Plan.Filter == nil || p.Table == "" {
		if t == nil {
			return nil, nil
		}
		return nil, []page.Cmd{page.Stop{Slot: NodesSlot}}
	}
	next := t
	if t == nil || t.plan != p.Plan || t.Table != p.Table || t.Source != source {
		next = NewTree(p, source)
		if t != nil {
			next.Seq = t.Seq
		}
		if t != nil && t.Filter == next.Filter && t.Table == next.Table && t.Source == next.Source { // the table changed, not the text
			next.Nodes, next.Off, next.Reply = t.Nodes, t.Off, t.Reply
			next.Left, next.Text = t.Left, t.Text
		}
	}
	if p.Match == nil || next.of == p.Match || next.Source != "" {
		return next, nil
	}
	counted := *next
	counted.of = p.Match
	return counted.count()
}

// NewTree returns the tree of a plan with a filter, everything on and nothing counted.
func NewTree(p *Plan, source string) *Tree {
	return &Tree{Source: source, Table: p.Table, Filter: p.Filter, plan: p.Plan,
		Nodes: filterlang.Nodes(p.Plan.Filter, wire.MaxNodes), Left: p.Plan, Text: p.Plan.Filter.String()}
}

// count asks for the numbers of the tree.
func (t Tree) count() (*Tree, []page.Cmd) {
	t.Seq++
	t.Progress, t.Failed = wire.Progress{}, ""
	return &t, []page.Cmd{CountNodes{t.Seq, wire.NodesRequest{Table: t.Table, Filter: filterlang.Uncomment(t.Filter), Off: t.Off, Profile: t.Left.Profile}}}
}

// Update takes a message of the tree; ok is false for any other.
func (t *Tree) Update(msg page.Msg) (next *Tree, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case NodesCounting:
		if t == nil || t.Seq != msg.Seq {
			return t, nil, true
		}
		n := *t
		n.Progress = msg.Progress
		return &n, nil, true
	case NodesCounted:
		next, cmds = t.counted(msg)
	case NodeToggled:
		next, cmds = t.toggled(msg.Node)
	case NodeStepped:
		if t == nil || len(t.Nodes) == 0 {
			return t, nil, true
		}
		return t, []page.Cmd{page.Focus{Target: NodeID(min(max(msg.Node, 0), len(t.Nodes)-1))}}, true
	case NodesOn:
		if t == nil || len(t.Off) == 0 {
			return t, nil, true
		}
		next, cmds = t.switched(nil)
		cmds = append(cmds, page.Focus{Target: NodeID(0)}, page.Announce{Text: "Everything is on."})
	case NodesApplied:
		if t == nil || len(t.Off) == 0 {
			return t, nil, true
		}
		return t, []page.Cmd{page.Send{Msg: page.FilterEdited{Text: t.Text}}, page.Announce{Text: "The filter holds only the parts that were switched on. Ctrl+Z brings the others back."}}, true
	default:
		return t, nil, false
	}
	return next, cmds, true
}

func (t *Tree) counted(msg NodesCounted) (*Tree, []page.Cmd) {
	if t == nil || t.Seq != msg.Seq {
		return t, nil
	}
	n := *t
	if f := wire.FailureOf(msg.Err); f == nil {
		n.Reply = msg.Reply
	} else if f.Code != wire.Canceled {
		n.Reply, n.Failed = nil, f.Message
	}
	if len(n.Off) > 0 && n.Reply != nil {
		return &n, []page.Cmd{page.Announce{Text: WhatIf(&n)}}
	}
	return &n, nil
}

func (t *Tree) toggled(node int) (*Tree, []page.Cmd) {
	if t == nil || node < 0 || node >= len(t.Nodes) {
		return t, nil
	}
	at, found := slices.BinarySearch(t.Off, node)
	off := slices.Clone(t.Off)
	if found {
		off = slices.Delete(off, at, at+1)
	} else {
		off = slices.Insert(off, at, node)
	}
	return t.switched(off)
}

// switched plans and counts what is left when the nodes of off are off.
func (t Tree) switched(off []int) (*Tree, []page.Cmd) {
	t.Off = off
	t.Left, t.Text = t.Left.Profile.Plan(nil), ""
	if !t.IsOff(0) {
		if e := filterlang.Keep(t.Nodes, 0, t.IsOff); e != nil {
			t.Left, t.Text = t.Left.Profile.Plan(e), e.String()
		}
	}
	if t.Source != "" {
		return &t, []page.Cmd{page.Announce{Text: WhatIf(&t)}}
	}
	return t.count()
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
		if len(e.Operands) == 2 {
			return "and: both conditions are true" + rest
		}
		return "and: all " + words.Number(len(e.Operands)) + " conditions are true" + rest
	case *filterlang.Or:
		if len(e.Operands) == 2 {
			return "or: one or both conditions are true" + rest
		}
		return "or: at least one of " + words.Number(len(e.Operands)) + " conditions is true" + rest
	case *filterlang.Not:
		return "not: what follows is false" + rest
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

func (CountNodes) Slot() page.Slot { return NodesSlot }

func (cmd CountNodes) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Nodes, cmd.Req, func(p wire.Progress) { out.Tell(NodesCounting{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, NodesCounted{cmd.Seq, reply, err})
}
