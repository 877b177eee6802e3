package builder

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Panel is the filter as clauses to choose and type.
type Panel struct {
	app.Compo
	Store   Sender
	Builder *Model
	Plan    *filterlang.Plan // of the text; nil while it is refused
	Census  *filterlang.Census
	Source  string // account, "" for this browser
	Row     bool   // an entity of the table is selected
	Keys    map[filterlang.Span]page.KeyOffer
}

func (p *Panel) Render() app.UI {
	b := p.Builder
	hidden := 0
	for _, n := range b.Nodes {
		hidden += n.Hidden
	}
	return H("section.builder#builder tabindex=-1", Label("Builder"),
		Slot(b.Err != "", func() app.UI {
			return H("p.note role=status", "The text is refused: "+words.Clip(b.Err, 200)+" These are the clauses of the last text that could be read; a change here replaces the text.")
		}),
		Slot(hidden > 0, func() app.UI {
			return H("p.note", "The filter is long: "+words.Count(hidden, "operand is", "operands are")+" not shown. They stay as they are.")
		}),
		Slot(len(b.Nodes) == 0 && b.Err == "", func() app.UI {
			return H("p.dim", "No filter: the whole table is read. A clause on PartitionKey is what narrows it.")
		}),
		H("ul.built", Each(len(b.Nodes), func(i int) app.UI { return p.node(i) })),
		H("div.row",
			Press(p.Store, ".btn.small#built-add", "+ Clause", ClauseAdded{Node: -1}, Title("And another condition")),
			Press(p.Store, ".btn.small#built-row", "From the selected row", FilterFromRow{}, Off(!p.Row), Title("The point query of the entity in the inspector: PartitionKey and RowKey")),
			Slot(len(b.Nodes) > 0, func() app.UI {
				return Press(p.Store, ".btn.small.quiet#built-clear", "Clear", NodeRemoved{Node: 0})
			})),
		p.names())
}

// names is what all clauses offer as properties, once.
func (p *Panel) names() app.UI {
	type name struct{ name, facts string }
	list := []name{{filterlang.PartitionKey, "String, key"}, {filterlang.RowKey, "String, key"}}
	if p.Census != nil {
		for i := range p.Census.Properties {
			if len(list) == MaxNames {
				break
			}
			c := &p.Census.Properties[i]
			facts := ""
			for k, t := range c.Types {
				if k > 0 {
					facts += ", "
				}
				facts += t.Type.String()
			}
			list = append(list, name{c.Name, facts + ", " + words.Share(int64(c.Count), int64(p.Census.Entities))})
		}
	}
	list = append(list, name{filterlang.Timestamp, "DateTime, not indexed"})
	return H("datalist#built-names", Each(len(list), func(i int) app.UI { return H("option", Value(list[i].name), Label(list[i].facts), list[i].facts) }))
}

// node is a line of the builder: a clause or a group.
func (p *Panel) node(i int) app.UI {
	n := p.Builder.Nodes[i]
	line := "li.depth-" + strconv.Itoa(min(n.Depth, 8))
	switch e := n.Expr.(type) {
	case *filterlang.And:
		return H(line, H("div.clause.group", p.group(i, "all"), H("span.dim", words.Count(len(e.Operands), "clause", "clauses")+", all must hold"), H("span.grow"), p.buttons(i, false)))
	case *filterlang.Or:
		return H(line, H("div.clause.group", p.group(i, "any"), H("span.dim", words.Count(len(e.Operands), "clause", "clauses")+", one must hold"), H("span.grow"), p.buttons(i, true)))
	case *filterlang.Not:
		return H(line, H("div.clause.group", H("b", "not"), H("span.dim", "Also matches entities without the property"), H("span.grow"), Press(p.Store, ".btn.small", "Drop the not", NodeNegated{Node: i}), p.remove(i)))
	case *filterlang.Comparison:
		return H(line, H("div.clause", p.name(i), p.op(i, e.Op.String(), e.Literal.Type()), p.value(i, e), p.typ(i, e), p.role(n.Expr), H("span.grow"), p.tools(i)), p.below(i, e))
	case *filterlang.Constant:
		return H(line, H("div.clause", H("b", e.String()), p.role(n.Expr), H("span.grow"), p.tools(i)))
	}
	return H(line, H("div.clause", p.name(i), p.op(i, IsTrue, edm.Boolean), p.role(n.Expr), H("span.grow"), p.tools(i)))
}

// group chooses how the operands of a group are joined.
func (p *Panel) group(i int, kind string) app.UI {
	return H("select.btn.small#"+BuiltID("group", i), Label("All or any"), Listen("change", func(app.Context, app.Event) { p.Store.Send(GroupChosen{Node: i}) }, app.EventScope("group", i, kind)),
		H("option value=all", On(kind == "all"), "all of"), H("option value=any", On(kind == "any"), "any of"))
}

func (p *Panel) buttons(i int, or bool) app.UI {
	return H("span.row",
		Press(p.Store, ".btn.small", "+ Clause", ClauseAdded{Node: i, Or: or}),
		Press(p.Store, ".btn.small", "Not", NodeNegated{Node: i}), p.remove(i))
}

func (p *Panel) remove(i int) app.UI {
	return Press(p.Store, ".icon#"+BuiltID("remove", i), "✕", NodeRemoved{Node: i}, Label("Remove "+words.Clip(p.Builder.Nodes[i].Expr.String(), 80)))
}

func (p *Panel) tools(i int) app.UI {
	return H("span.row",
		Press(p.Store, ".btn.small", "+ or", ClauseAdded{Node: i, Or: true}, Label("Or another clause beside "+words.Clip(p.Builder.Name(i), 60))),
		Press(p.Store, ".btn.small", "Not", NodeNegated{Node: i}, Label("Not "+words.Clip(p.Builder.Nodes[i].Expr.String(), 80))), p.remove(i))
}

func (p *Panel) name(i int) app.UI {
	return H("input.built-name#"+BuiltID("name", i)+" type=text list=built-names autocomplete=off spellcheck=false", Label("Property"), Value(p.Builder.Name(i)),
		Typed(p.Store, "change", BuiltID("name", i), func(v string) page.Msg { return ClauseProperty{Node: i, Name: v} }))
}

func (p *Panel) op(i int, op string, t edm.Type) app.UI {
	ops := ClauseOps(t)
	return H("select.btn.small.built-op#"+BuiltID("op", i), Label("Operator of "+words.Clip(p.Builder.Name(i), 60)), Typed(p.Store, "change", BuiltID("op", i), func(v string) page.Msg { return ClauseOp{Node: i, Op: v} }),
		Each(len(ops), func(k int) app.UI { return H("option", Value(ops[k]), On(ops[k] == op), ops[k]) }))
}

func (p *Panel) value(i int, c *filterlang.Comparison) app.UI {
	text, bad := c.Literal.Display(), ""
	if c.Literal.Type() == edm.String {
		text = c.Literal.Text()
	}
	if d := p.Builder.Draft; d != nil && d.Node == i {
		text = d.Text
		if d.Err != "" {
			bad = " aria-invalid=true aria-describedby=" + BuiltID("err", i)
		}
	}
	open := p.Builder.Pick != nil && p.Builder.Pick.Node == i
	return H("span.built-value",
		H("input#"+BuiltID("value", i)+" type=text autocomplete=off spellcheck=false"+bad, Label("Value of "+words.Clip(c.Property, 60)), Value(text),
			Typed(p.Store, "input", BuiltID("value", i), func(v string) page.Msg { return ClauseTyped{Node: i, Text: v} })),
		Press(p.Store, ".btn.small#"+BuiltID("pick", i)+" aria-expanded="+strconv.FormatBool(open), "▾", ValuesPressed{Node: i}, Label("Values of "+words.Clip(c.Property, 60)), Title("Choose among the values that are stored")))
}

// typ is the type of the literal: the types that the property is stored with come first.
func (p *Panel) typ(i int, c *filterlang.Comparison) app.UI {
	types := PropertyTypes(p.Census, c.Property)
	if len(types) == 1 && types[0].Type == c.Literal.Type() {
		return H("span.dim.built-type", c.Literal.Type().String())
	}
	if len(types) == 1 {
		types = append(types, filterlang.TypeCount{Type: c.Literal.Type()})
	}
	return H("select.btn.small.built-type#"+BuiltID("type", i), Label("Type of the value"), Typed(p.Store, "change", BuiltID("type", i), func(v string) page.Msg {
		t, _ := edm.ParseType(v)
		return ClauseType{Node: i, Type: t}
	}), Each(len(types), func(k int) app.UI {
		t := types[k]
		text := t.Type.String()
		if t.Count > 0 {
			text += " · " + words.Number(t.Count)
		}
		return H("option", Value(t.Type.String()), On(t.Type == c.Literal.Type()), text)
	}))
}

// role says whether a clause narrows the range that is read.
func (p *Panel) role(e filterlang.Expr) app.UI {
	if p.Plan != nil {
		for i := range p.Plan.Conjuncts {
			if c := &p.Plan.Conjuncts[i]; c.Expr == e && c.Role != filterlang.Checked {
				return RoleTag(c.Role)
			}
		}
	}
	return H("span.tag", Title("It is "+filterlang.Checked.String()+" of the range"), "checked")
}

// presets are the spans of time that a clause can begin with.
var presets = []struct {
	text string
	back time.Duration
}{{"last hour", time.Hour}, {"24 hours", 24 * time.Hour}, {"7 days", 7 * 24 * time.Hour}, {"30 days", 30 * 24 * time.Hour}}

// below is what comes under a clause: what is wrong with its value, times to choose, and the list of values.
func (p *Panel) below(i int, c *filterlang.Comparison) app.UI {
	b := p.Builder
	return H("div.below",
		Slot(b.Draft != nil && b.Draft.Node == i && b.Draft.Err != "", func() app.UI { return H("p.err#"+BuiltID("err", i), b.Draft.Err) }),
		Slot(p.Keys[c.At].Says != "", func() app.UI { return KeyOffer(p.Store, p.Keys[c.At], c, BuiltID("name", i)) }),
		Slot(c.Literal.Type() == edm.DateTime, func() app.UI {
			return H("div.row.presets", H("span.dim", "since"), Each(len(presets), func(k int) app.UI {
				return H("button.btn.small type=button", Listen("click", func(app.Context, app.Event) {
					p.Store.Send(SinceChosen{Node: i, Now: time.Now(), Back: presets[k].back})
				}, app.EventScope("since", i, k)), presets[k].text)
			}), Slot(c.Property == filterlang.Timestamp, func() app.UI {
				return H("span.note", "Timestamp is not indexed: every entity of the range is read to check it. To ask by time, keep the time in a key.")
			}))
		}),
		Slot(b.Pick != nil && b.Pick.Node == i, func() app.UI { return p.pick(b.Pick) }))
}

// pick is the list of values of a property.
func (p *Panel) pick(v *ValuePick) app.UI {
	facts := "Counting the values" + page.SoFar(v.Progress)
	r := v.Reply
	switch {
	case v.Failed != "":
		facts = v.Failed
	case r != nil && p.Source != "" && r.Entities == 0:
		facts = "Nothing of this table was read yet. Values of an account are those of entities that were read."
	case r != nil:
		least := ""
		if r.Many {
			least = "at least "
		}
		facts = least + words.Count(r.Distinct, "value", "values") + " in " + words.Number(r.Have) + " of " + words.Count(r.Entities, "entity", "entities")
		if p.Source != "" {
			facts += " read so far"
		}
		if len(r.Values) < r.Distinct {
			facts += "; the first " + words.Number(len(r.Values)) + " are listed"
		}
	}
	var list []app.UI
	if r != nil {
		list = Each(len(r.Values), func(k int) app.UI {
			x := r.Values[k]
			text := x.Text
			if text == "" {
				text = "(empty)"
			}
			return H("li", H("button.item#value-"+strconv.Itoa(k)+" type=button", Listen("click", func(app.Context, app.Event) {
				p.Store.Send(ValuePicked{Node: v.Node, Literal: x.Literal})
			}, app.EventScope("value", v.Node, x.Literal)), p.walk(k, len(r.Values), v.Node),
				H("span.name", words.Clip(text, 120)), H("small", x.Type.String()+" · "+words.Number(x.Count))))
		})
	}
	return H("div.values#values", Label("Values of "+words.Clip(v.Property, 60)),
		H("div.row", H("input#values-find type=text autocomplete=off spellcheck=false placeholder=begins…", Label("Only values that begin with"),
			Typed(p.Store, "input", "values-find", func(x string) page.Msg { return ValuesSought{Text: x} }), p.walk(-1, len(list), v.Node)),
			H("small.dim role=status", facts)),
		H("ul", list))
}

// walk goes through the values with the arrow keys; Escape closes the list.
func (p *Panel) walk(k, n, node int) Listener {
	return Listen("keydown", func(ctx app.Context, e app.Event) {
		switch e.Get("key").String() {
		case "ArrowDown":
			k := min(k+1, n-1)
			e.PreventDefault()
			focusID("value-" + strconv.Itoa(k))
		case "ArrowUp":
			e.PreventDefault()
			if k <= 0 {
				focusID("values-find")
			} else {
				focusID("value-" + strconv.Itoa(k-1))
			}
		case "Escape":
			e.PreventDefault()
			p.Store.Send(ValuesPressed{Node: node})
		}
	}, app.EventScope("walk", k, n, node))
}

func focusID(id string) {
	if e := app.Window().GetElementByID(id); e.Truthy() {
		e.Call("focus")
	}
}
