package state

import (
	"strconv"
	"time"

	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MaxBuilt is how many nodes of a filter the builder shows.
const MaxBuilt = 60

// Builder is the filter as clauses to choose and type. It has no filter of its own: it shows the nodes of the text, and a change
// in it is a change of the text.
type Builder struct {
	Text  string // that Nodes are of
	Err   string // why the text on screen has no nodes; Nodes are those of the last text that had, "" when there is nothing wrong
	Nodes []filterlang.Node

	Draft *BuilderDraft // what is typed into a value and is not yet, or not written as, what the text says; nil for none
	Pick  *ValuePick    // the open value picker; nil for none
}

// BuilderDraft is what is typed into the value of a clause.
type BuilderDraft struct {
	Node  int
	Value edm.Value // that the text got of it; zero when it is no value
	Text  string
	Err   string
}

// ValuePick is the list of values that a clause can be given.
type ValuePick struct {
	Node     int
	Property string
	Find     string // only those that begin so
	Reply    *wire.ValuesReply
	Failed   string
	Seq      int
	Progress wire.Progress
}

type (
	ValuesCounting struct {
		Seq      int
		For      string
		Progress wire.Progress
	}
	ValuesCounted struct {
		Seq   int
		For   string
		Req   wire.ValuesRequest
		Reply *wire.ValuesReply
		Err   error
	}
	BuilderToggled struct{}
	// ClauseAdded adds a clause to a group, beside a clause, or to no filter at all: Node -1.
	ClauseAdded struct {
		Node int
		Or   bool
	}
	NodeRemoved    struct{ Node int }
	NodeNegated    struct{ Node int }
	GroupChosen    struct{ Node int } // and becomes or, or becomes and
	ClauseProperty struct {
		Node int
		Name string
	}
	ClauseOp struct {
		Node int
		Op   string // of the list ClauseOps answers
	}
	ClauseType struct {
		Node int
		Type edm.Type
	}
	ClauseTyped struct {
		Node int
		Text string
	}
	ValuesPressed struct{ Node int }
	ValuesSought  struct{ Text string }
	ValuePicked   struct {
		Node    int
		Literal string
	}
	// SinceChosen asks for a time of so long before Now or later; both are the page's, because Update has no clock.
	SinceChosen struct {
		Node int
		Now  time.Time
		Back time.Duration
	}
	FilterFromRow struct{}
)

// followBuilder keeps the open builder in step with the text.
func followBuilder(m Model) Model {
	b := m.Builder
	if b == nil || b.Text == m.Query.Filter && b.Err == "" && b.Nodes != nil {
		return m
	}
	n := *b
	plan, refused := m.planned()
	switch {
	case refused != nil:
		n.Err = refusal(refused)
	case plan == nil:
		return m
	default:
		if n.Text == m.Query.Filter && n.Err == "" && (plan.Filter == nil) == (len(n.Nodes) == 0) && n.Nodes != nil {
			return m
		}
		n.Text, n.Err = m.Query.Filter, ""
		n.Nodes = filterlang.Nodes(plan.Filter, MaxBuilt)
		if n.Nodes == nil {
			n.Nodes = []filterlang.Node{}
		}
	}
	if n.Draft != nil && n.Err == "" {
		c := n.clause(n.Draft.Node)
		if c == nil || !n.Draft.Value.IsZero() && c.Literal != n.Draft.Value {
			n.Draft = nil
		}
	}
	if n.Pick != nil {
		if c := n.clause(n.Pick.Node); c == nil || c.Property != n.Pick.Property {
			n.Pick = nil
		}
	}
	m.Builder = &n
	return m
}

// planned returns the plan of the text in the editor, or why it has none.
func (m *Model) planned() (*filterlang.Plan, *filterlang.SyntaxError) {
	if m.Plan.Filter != m.Query.Filter {
		return nil, nil
	}
	return m.Plan.Plan, m.Plan.Err
}

// refused is why the text in the editor is no filter, nil when it is one.
func (m *Model) refused() error {
	if plan, _ := m.planned(); plan != nil {
		return nil
	}
	_, err := m.Query.parsed()
	return err
}

// PlanOf returns the plan of a text if it is the one in the editor, nil otherwise.
func (m *Model) PlanOf(text string) *filterlang.Plan {
	if text != m.Query.Filter {
		return nil
	}
	plan, _ := m.planned()
	return plan
}

// clause returns the comparison at a place, nil when there is none.
func (b *Builder) clause(node int) *filterlang.Comparison {
	if node < 0 || node >= len(b.Nodes) {
		return nil
	}
	c, _ := b.Nodes[node].Expr.(*filterlang.Comparison)
	return c
}

// root returns the whole filter, nil for none.
func (b *Builder) root() filterlang.Expr {
	if len(b.Nodes) == 0 {
		return nil
	}
	return b.Nodes[0].Expr
}

// updateBuilder is the builder.
func updateBuilder(m Model, msg Msg) (Model, []Cmd, bool) {
	if _, ok := msg.(BuilderToggled); ok {
		if m.Builder != nil {
			m.Builder = nil
			return m.putRight(), nil, true
		}
		m.Builder = &Builder{Text: m.Query.Filter}
		return m, []Cmd{Focus{Target: "builder"}}, true
	}
	if _, ok := msg.(FilterFromRow); ok {
		return filterFromRow(m)
	}
	if m.Builder == nil {
		switch msg.(type) {
		case ClauseAdded, NodeRemoved, NodeNegated, GroupChosen, ClauseProperty, ClauseOp, ClauseType, ClauseTyped, ValuesPressed, ValuesSought, ValuePicked, SinceChosen:
			return m, nil, true
		}
		return m, nil, false
	}
	b := *m.Builder
	switch msg := msg.(type) {
	case ClauseAdded:
		e, at := b.added(m.Query.Census, msg)
		m, cmds := rebuilt(m, e)
		return m, append(cmds, Focus{Target: BuiltID("name", at)}), true

	case NodeRemoved:
		if msg.Node < 0 || msg.Node >= len(b.Nodes) {
			return m, nil, true
		}
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), b.Nodes[msg.Node].Expr, nil))
		return m, append(cmds, Focus{Target: "builder"}, Announce{Text: "Removed."}), true

	case NodeNegated:
		if msg.Node < 0 || msg.Node >= len(b.Nodes) {
			return m, nil, true
		}
		e := b.Nodes[msg.Node].Expr
		node, with := e, filterlang.Expr(&filterlang.Not{Operand: e})
		if not, ok := e.(*filterlang.Not); ok {
			with = not.Operand
		}
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), node, with))
		return m, cmds, true

	case GroupChosen:
		if msg.Node < 0 || msg.Node >= len(b.Nodes) {
			return m, nil, true
		}
		var with filterlang.Expr
		switch e := b.Nodes[msg.Node].Expr.(type) {
		case *filterlang.And:
			with = &filterlang.Or{Operands: e.Operands}
		case *filterlang.Or:
			with = &filterlang.And{Operands: e.Operands}
		default:
			return m, nil, true
		}
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), b.Nodes[msg.Node].Expr, with))
		return m, cmds, true

	case ClauseProperty:
		return b.named(m, msg)

	case ClauseOp:
		return b.compared(m, msg)

	case ClauseType:
		c := b.clause(msg.Node)
		if c == nil {
			return m, nil, true
		}
		n := *c
		n.Literal = retyped(c.Literal, msg.Type)
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		return m, cmds, true

	case ClauseTyped:
		c := b.clause(msg.Node)
		if c == nil {
			return m, nil, true
		}
		draft := BuilderDraft{Node: msg.Node, Text: msg.Text}
		v, err := edm.ParseText(c.Literal.Type(), msg.Text)
		if err == nil && !literalFits(v) {
			err = &edm.TextError{Reason: "a filter cannot hold it"}
		}
		if err != nil {
			draft.Err = "No " + c.Literal.Type().String() + ": " + reasonText(err)
			b.Draft = &draft
			m.Builder = &b
			return m, nil, true
		}
		n := *c
		n.Literal, draft.Value = v, v
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		if m.Builder.clause(msg.Node) != nil {
			b := *m.Builder
			b.Draft = &draft
			m.Builder = &b
		}
		return m, cmds, true

	case ValuesPressed:
		c := b.clause(msg.Node)
		if c == nil || b.Pick != nil && b.Pick.Node == msg.Node {
			b.Pick = nil
			m.Builder = &b
			return m, []Cmd{Focus{Target: BuiltID("pick", msg.Node)}}, true
		}
		pick := &ValuePick{Node: msg.Node, Property: c.Property, Seq: 1}
		if b.Pick != nil {
			pick.Seq = b.Pick.Seq + 1
		}
		b.Pick = pick
		m.Builder = &b
		return m, []Cmd{ResetFields{Values: map[string]string{"values-find": ""}}, Focus{Target: "values-find"}, askValues(m, 0)}, true

	case ValuesSought:
		if b.Pick == nil {
			return m, nil, true
		}
		p := *b.Pick
		p.Find, p.Seq = msg.Text, p.Seq+1
		b.Pick = &p
		m.Builder = &b
		return m, []Cmd{askValues(m, valuesPause)}, true

	case ValuesCounting:
		if msg.For != valuesForBuilder || b.Pick == nil || b.Pick.Seq != msg.Seq {
			return m, nil, msg.For == valuesForBuilder
		}
		p := *b.Pick
		p.Progress = msg.Progress
		b.Pick = &p
		m.Builder = &b
		return m, nil, true

	case ValuesCounted:
		if msg.For != valuesForBuilder || b.Pick == nil || b.Pick.Seq != msg.Seq {
			return m, nil, msg.For == valuesForBuilder
		}
		p := *b.Pick
		p.Failed = ""
		if f := wire.FailureOf(msg.Err); f == nil {
			p.Reply = msg.Reply
		} else if f.Code != wire.Canceled {
			p.Failed = f.Message
		}
		b.Pick = &p
		m.Builder = &b
		return m, nil, true

	case ValuePicked:
		c := b.clause(msg.Node)
		e, err := filterlang.Parse("P eq " + msg.Literal)
		picked, ok := e.(*filterlang.Comparison)
		if c == nil || err != nil || !ok {
			return m, nil, true
		}
		n := *c
		n.Literal = picked.Literal
		b.Pick, b.Draft = nil, nil
		m.Builder = &b
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		return m, append(cmds, Focus{Target: BuiltID("pick", msg.Node)}, Announce{Text: n.String()}), true

	case SinceChosen:
		c := b.clause(msg.Node)
		if c == nil {
			return m, nil, true
		}
		n := *c
		n.Op, n.Mirrored = filterlang.Ge, false
		n.Literal = edm.NewDateTime(edm.TicksOf(msg.Now.Add(-msg.Back).UTC().Truncate(time.Second)))
		m, cmds := rebuilt(m, filterlang.Replace(b.root(), c, &n))
		return m, append(cmds, Announce{Text: n.String()}), true
	}
	return m, nil, false
}

// Name is the property that a clause names, "" for a group.
func (b *Builder) Name(node int) string {
	switch e := b.Nodes[node].Expr.(type) {
	case *filterlang.Comparison:
		return e.Property
	case *filterlang.BoolProperty:
		return e.Property
	}
	return ""
}

// BuiltID is the identity of a control of a node on the page.
func BuiltID(what string, node int) string { return "built-" + what + "-" + strconv.Itoa(node) }
