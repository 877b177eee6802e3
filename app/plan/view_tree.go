package plan

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// tree is the filter node by node: a switch, what the node does, what it says, and how many of the entities read satisfy it.
func (s *Strip) tree(p *Plan) app.UI {
	t := s.Tree
	facts := t.Facts(p)
	head, of := "th.num", "Matches"
	switch r := t.Reply; {
	case t.Counting():
		head, of = "th.num.late", "counting"+page.SoFar(t.Progress)
	case r != nil && t.Left.Profile != filterlang.Cosmos:
		of = "Matches (of " + words.Number(r.Examined) + " read)"
	}
	return H("div.tree#tree",
		Slot(t.Failed != "", func() app.UI { return H("p.err role=alert", t.Failed) }),
		Slot(len(t.Off) > 0, func() app.UI { return s.whatIf(t) }),
		H("table.nodes", Label("Filter tree"),
			H("thead", H("tr", H("th scope=col", H("span.sr", "On")), H("th scope=col", "Role"), H("th scope=col", "Filter tree"), H(head+" scope=col", of))),
			H("tbody", Each(len(t.Nodes), func(i int) app.UI { return s.node(t, i, facts[i]) }))))
}

// whatIf is what the filter would do without what is switched off.
func (s *Strip) whatIf(t *Tree) app.UI {
	numbers := "counting…"
	switch r := t.Reply; {
	case t.Left.Profile == filterlang.Cosmos && t.Source == "" && !t.Counting() && r != nil:
		numbers = "returns " + words.Number(r.Returned) + " of " + words.Count(r.Entities, "entity", "entities")
	case t.Source != "":
		numbers = "counts are not known before reading"
	case !t.Counting() && r != nil:
		numbers = "examines " + words.Number(r.Examined) + " of " + words.Count(r.Entities, "entity", "entities") + " in " + words.Count(r.Partitions, "partition", "partitions") + " · returns " + words.Number(r.Returned)
	}
	text := t.Text
	if text == "" {
		text = "no filter"
	}
	return H("div.whatif#whatif",
		H("div.row", H("b", "With "+words.Count(len(t.Off), "clause", "clauses")+" off"), Badge(t.Left.Class, page.Mark(t.Left.Class)), H("span.facts", numbers),
			H("span.grow"),
			Press(s.Store, ".btn.small.primary#nodes-apply", "Apply to the text", NodesApplied{}, Title("Writes the filter below into the editor; Ctrl+Z undoes it")),
			Press(s.Store, ".btn.small#nodes-on", "All on", NodesOn{})),
		H("code", words.Clip(text, 400)))
}

// node is a line of the tree.
func (s *Strip) node(t *Tree, i int, f NodeFact) app.UI {
	n := t.Nodes[i]
	class, place, number := "tr", "td.num", "–"
	if t.Dim(i) {
		class += ".off"
	}
	if r := t.Reply; r != nil && !t.Counting() {
		number = words.Number(r.Matches[i])
	} else if t.Source == "" {
		place, number = "td.num.late", "…"
	}
	if slices.Contains(s.Lit, n.Expr.Span()) {
		class += ".lit"
	}
	text := words.Clip(t.NodeText(i), 300)
	what := H("code", text)
	if t.IsGroup(i) {
		what = H("span.join", text)
	}
	switchName := "On: " + words.Clip(n.Expr.String(), 120)
	return H(class,
		H("td", H("input.switch#"+NodeID(i)+" type=checkbox", On(!t.IsOff(i)), Label(switchName), Listen("change", func(app.Context, app.Event) { s.Store.Send(NodeToggled{Node: i}) }, app.EventScope("node", i)), s.steps(i))),
		H("td", roleTag(f)),
		H("td.depth-"+strconv.Itoa(min(n.Depth, 8)), what, " ",
			Slot(f.Word != "", func() app.UI { return H("span.tag.odd", Title(f.Why), f.Word) }),
			Slot(f.Reason != "" || f.Why != "", func() app.UI { return H("span.reason", reasonOf(f)) }),
			Slot(f.Offer != nil, func() app.UI { return KeyOffer(s.Store, *f.Offer, n.Expr, NodeID(i)) })),
		H(place, number))
}

// steps moves among the switches with the arrow keys.
func (s *Strip) steps(i int) Listener {
	return Listen("keydown", func(_ app.Context, e app.Event) {
		if by := map[string]int{"ArrowDown": 1, "ArrowUp": -1}[e.Get("key").String()]; by != 0 {
			e.PreventDefault()
			s.Store.Send(NodeStepped{Node: i + by})
		}
	}, app.EventScope("step", i))
}

// reasonOf is why a node does what it does, or what is wrong with it.
func reasonOf(f NodeFact) string {
	if f.Why != "" {
		return f.Why
	}
	return f.Reason
}

func roleTag(f NodeFact) app.UI {
	switch {
	case f.Off:
		return H("span.tag", "off")
	case f.Joins:
		return H("span.sr", "joins")
	}
	return RoleTag(f.Role)
}
