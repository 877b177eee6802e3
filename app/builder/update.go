package builder

import (
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Follow keeps the open builder in step with the text.
func (b *Model) Follow(v *page.View) *Model {
	filter := v.Query.Filter
	if b == nil || b.Text == filter && b.Err == "" && b.Nodes != nil {
		return b
	}
	n := *b
	var expr filterlang.Expr
	switch {
	case v.Plan != nil:
		expr = v.Plan.Filter
	case v.Hides: // a lesson asks for the plan; the clauses tell nothing of it
		expr, _ = filterlang.Parse(filter)
	}
	switch {
	case v.Refused != nil:
		n.Err = page.Refusal(v.Refused)
	case v.Plan == nil && !v.Hides:
		return b
	default:
		if n.Text == filter && n.Err == "" && (expr == nil) == (len(n.Nodes) == 0) && n.Nodes != nil {
			return b
		}
		n.Text, n.Err = filter, ""
		n.Nodes = filterlang.Nodes(expr, MaxBuilt)
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
	return &n
}

// Update takes a message of the builder; ok is false for any other. A closed builder takes what a press may still send and does nothing.
func (b *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg.(type) {
	case Toggled:
		if b != nil {
			return nil, []page.Cmd{page.PutRight{}}, true
		}
		return &Model{Text: v.Query.Filter}, []page.Cmd{page.Focus{Target: "builder"}}, true
	case FilterFromRow:
		next, cmds = b.fromRow(v)
		return next, cmds, true
	}
	if b == nil {
		switch msg.(type) {
		case ClauseAdded, NodeRemoved, NodeNegated, GroupChosen, ClauseProperty, ClauseOp, ClauseType, ClauseTyped, ValuesPressed, ValuesSought, ValuePicked, SinceChosen:
			return nil, nil, true
		}
		return nil, nil, false
	}
	next, ok = b, true
	n := *b
	switch msg := msg.(type) {
	case ClauseAdded:
		e, at := n.added(v.Census, msg)
		next, cmds = n.write(v, e)
		cmds = append(cmds, page.Focus{Target: BuiltID("name", at)})

	case NodeRemoved:
		if e := n.node(msg.Node); e != nil {
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), e, nil))
			cmds = append(cmds, page.Focus{Target: "builder"}, page.Announce{Text: "Removed."})
		}

	case NodeNegated:
		if e := n.node(msg.Node); e != nil {
			with := filterlang.Expr(&filterlang.Not{Operand: e})
			if not, ok := e.(*filterlang.Not); ok {
				with = not.Operand
			}
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), e, with))
		}

	case GroupChosen:
		switch e := n.node(msg.Node).(type) {
		case *filterlang.And:
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), e, &filterlang.Or{Operands: e.Operands}))
		case *filterlang.Or:
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), e, &filterlang.And{Operands: e.Operands}))
		}

	case ClauseProperty:
		next, cmds = n.named(v, msg)

	case ClauseOp:
		next, cmds = n.compared(v, msg)

	case ClauseType:
		if c := n.clause(msg.Node); c != nil {
			with := *c
			with.Literal = retyped(c.Literal, msg.Type)
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), c, &with))
		}

	case ClauseTyped:
		if c := n.clause(msg.Node); c != nil {
			next, cmds = n.typed(v, c, msg)
		}

	case ValuesPressed:
		c := n.clause(msg.Node)
		next = &n
		if c == nil || n.Pick != nil && n.Pick.Node == msg.Node {
			n.Pick = nil
			cmds = []page.Cmd{page.Focus{Target: BuiltID("pick", msg.Node)}}
			break
		}
		pick := &ValuePick{Node: msg.Node, Property: c.Property, Seq: 1}
		if n.Pick != nil {
			pick.Seq = n.Pick.Seq + 1
		}
		n.Pick = pick
		cmds = []page.Cmd{page.ResetFields{Values: map[string]string{"values-find": ""}}, page.Focus{Target: "values-find"}, pick.ask(v, 0)}

	case ValuesSought:
		if n.Pick != nil {
			p := *n.Pick
			p.Find, p.Seq = msg.Text, p.Seq+1
			n.Pick = &p
			next, cmds = &n, []page.Cmd{p.ask(v, valuesPause)}
		}

	case ValuesCounting:
		if ok = msg.For == valuesForBuilder; ok && n.Pick != nil && n.Pick.Seq == msg.Seq {
			p := *n.Pick
			p.Progress = msg.Progress
			n.Pick = &p
			next = &n
		}

	case ValuesCounted:
		if ok = msg.For == valuesForBuilder; ok && n.Pick != nil && n.Pick.Seq == msg.Seq {
			p := *n.Pick
			p.Failed = ""
			if f := wire.FailureOf(msg.Err); f == nil {
				p.Reply = msg.Reply
			} else if f.Code != wire.Canceled {
				p.Failed = f.Message
			}
			n.Pick = &p
			next = &n
		}

	case ValuePicked:
		c := n.clause(msg.Node)
		e, err := filterlang.Parse("P eq " + msg.Literal)
		if picked, is := e.(*filterlang.Comparison); c != nil && err == nil && is {
			with := *c
			with.Literal = picked.Literal
			n.Pick, n.Draft = nil, nil
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), c, &with))
			cmds = append(cmds, page.Focus{Target: BuiltID("pick", msg.Node)}, page.Announce{Text: with.String()})
		}

	case SinceChosen:
		if c := n.clause(msg.Node); c != nil {
			with := *c
			with.Op, with.Mirrored = filterlang.Ge, false
			with.Literal = edm.NewDateTime(edm.TicksOf(msg.Now.Add(-msg.Back).UTC().Truncate(time.Second)))
			next, cmds = n.write(v, filterlang.Replace(n.Filter(), c, &with))
			cmds = append(cmds, page.Announce{Text: with.String()})
		}

	default:
		ok = false
	}
	return next, cmds, ok
}

// typed takes what is typed into the value of a clause.
func (b Model) typed(v *page.View, c *filterlang.Comparison, msg ClauseTyped) (*Model, []page.Cmd) {
	draft := Draft{Node: msg.Node, Text: msg.Text}
	value, err := edm.ParseText(c.Literal.Type(), msg.Text)
	if err == nil && !LiteralFits(value) {
		err = &edm.TextError{Reason: "a filter cannot hold it"}
	}
	if err != nil {
		draft.Err = "No " + c.Literal.Type().String() + ": " + reasonText(err)
		b.Draft = &draft
		return &b, nil
	}
	with := *c
	with.Literal, draft.Value = value, value
	next, cmds := b.write(v, filterlang.Replace(b.Filter(), c, &with))
	next.Draft = &draft
	return next, cmds
}

// write makes a filter the text, as a step of its own in the editor.
func (b Model) write(v *page.View, e filterlang.Expr) (*Model, []page.Cmd) {
	text := ""
	if e != nil {
		text = e.String()
		if again, err := filterlang.Parse(text); err != nil || !filterlang.Equal(again, e) { // too deep, too long
			reason := "it would not be read as it is meant"
			if err != nil {
				reason = err.Error()
			}
			return &b, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Built: true, Text: "The filter was left as it is: " + reason}}}
		}
	}
	b.Draft = nil
	return &b, []page.Cmd{page.PutRight{}, page.WriteFilter{Text: filterlang.KeepComments(v.Query.Filter, text)}}
}

// fromRow asks for the entity that is selected in the grid: the point query.
func (b *Model) fromRow(v *page.View) (*Model, []page.Cmd) {
	if v.Entity == nil {
		return b, []page.Cmd{page.Notify{Notice: page.Notice{Text: "Choose an entity in the grid first; its keys make the query."}}}
	}
	if b == nil {
		b = &Model{}
	}
	next, cmds := b.write(v, &filterlang.And{Operands: []filterlang.Expr{
		&filterlang.Comparison{Property: filterlang.PartitionKey, Literal: edm.NewString(v.Entity.PartitionKey)},
		&filterlang.Comparison{Property: filterlang.RowKey, Literal: edm.NewString(v.Entity.RowKey)}}})
	return next, append(cmds, page.Announce{Text: "The filter asks for the selected entity by its full key."})
}
