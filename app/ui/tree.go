package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// tree is the filter node by node: a switch, what the node does, what it says, and how many of the entities read satisfy it.
func (s *PlanStrip) tree() app.UI {
	t := s.Tree
	facts := t.Facts(s.Plan)
	head, of := "th.num", "Match"
	switch r := t.Reply; {
	case t.Counting():
		head, of = "th.num.late", "counting"+progressText(t.Progress)
	case r != nil:
		of = "Match of " + words.Number(r.Examined) + " read"
	}
	return h("div.tree#tree",
		slot(t.Failed != "", func() app.UI { return h("p.err role=alert", t.Failed) }),
		slot(len(t.Off) > 0, func() app.UI { return s.whatIf(t) }),
		h("table.nodes", label("Filter tree"),
			h("thead", h("tr", h("th scope=col", h("span.sr", "On")), h("th scope=col", "Does"), h("th scope=col", "Filter tree"), h(head+" scope=col", of))),
			h("tbody", each(len(t.Nodes), func(i int) app.UI { return s.node(t, i, facts[i]) }))))
}

// progressText is how far a count is.
func progressText(p wire.Progress) string {
	if p.Done == 0 {
		return "…"
	}
	text := " · " + words.Number(p.Done)
	if p.Total > 0 {
		text += " of " + words.Number(p.Total)
	}
	return text + state.Rate(p)
}

// whatIf is what the filter would do without what is switched off.
func (s *PlanStrip) whatIf(t *state.Tree) app.UI {
	numbers := "counting…"
	switch r := t.Reply; {
	case t.Source != "":
		numbers = "counts are not known before reading"
	case !t.Counting() && r != nil:
		numbers = "examines " + words.Number(r.Examined) + " of " + words.Count(r.Entities, "entity", "entities") + " in " + words.Count(r.Partitions, "partition", "partitions") + " · returns " + words.Number(r.Returned)
	}
	text := t.Text
	if text == "" {
		text = "no filter"
	}
	return h("div.whatif#whatif",
		h("div.row", h("b", "With "+words.Count(len(t.Off), "clause", "clauses")+" off"), badge(t.Left.Class, state.Mark(t.Left.Class)), h("span.facts", numbers),
			h("span.grow"),
			press(s.Store, ".btn.small.primary#nodes-apply", "Apply to the text", state.NodesApplied{}, title("Writes the filter below into the editor; Ctrl+Z undoes it")),
			press(s.Store, ".btn.small#nodes-on", "All on", state.NodesOn{})),
		h("code", words.Clip(text, 400)))
}

// node is a line of the tree.
func (s *PlanStrip) node(t *state.Tree, i int, f state.NodeFact) app.UI {
	n := t.Nodes[i]
	class, place, number := "tr", "td.num", state.Quantity(wire.Unknown)
	if t.Dim(i) {
		class += ".off"
	}
	if r := t.Reply; r != nil && !t.Counting() {
		number = words.Number(r.Matches[i])
	} else if t.Source == "" {
		place, number = "td.num.late", "…"
	}
	text := words.Clip(t.NodeText(i), 300)
	what := h("code", text)
	if t.IsGroup(i) {
		what = h("span.join", text)
	}
	switchName := "On: " + words.Clip(n.Expr.String(), 120)
	return h(class,
		h("td", h("input.switch#"+state.NodeID(i)+" type=checkbox", on(!t.IsOff(i)), label(switchName), hear{"change", func(app.Context, app.Event) { s.Store.Send(state.NodeToggled{Node: i}) }, app.EventScope("node", i)}, s.steps(i))),
		h("td", roleTag(f)),
		h("td.depth-"+strconv.Itoa(min(n.Depth, 8)), what,
			slot(f.Word != "", func() app.UI { return h("span.tag.odd", title(f.Why), f.Word) }),
			slot(f.Reason != "" || f.Why != "", func() app.UI { return h("span.reason", reasonOf(f)) })),
		h(place, number))
}

// steps moves among the switches with the arrow keys.
func (s *PlanStrip) steps(i int) hear {
	return hear{"keydown", func(_ app.Context, e app.Event) {
		if by := map[string]int{"ArrowDown": 1, "ArrowUp": -1}[e.Get("key").String()]; by != 0 {
			e.PreventDefault()
			s.Store.Send(state.NodeStepped{Node: i + by})
		}
	}, app.EventScope("step", i)}
}

// reasonOf is why a node does what it does, or what is wrong with it.
func reasonOf(f state.NodeFact) string {
	if f.Why != "" {
		return f.Why
	}
	return f.Reason
}

func roleTag(f state.NodeFact) app.UI {
	switch {
	case f.Off:
		return h("span.tag", "off")
	case f.Joins:
		return h("span.sr", "joins")
	case f.Role == filterlang.SetsRange:
		return h("span.tag.key", f.Role.String())
	case f.Role == filterlang.Checked:
		return h("span.tag", f.Role.String())
	}
	return h("span.tag.odd", f.Role.String())
}
