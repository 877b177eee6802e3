package state

import (
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Order is an order for display: another than the service's, or of some of the entities only.
type Order struct {
	Column     string // "" for the service's order
	Then       string // the step that its entities satisfy; see filterlang.ParseSteps
	Descending bool
	Asked      bool // it is being made
	Progress   wire.Progress
	Reply      *wire.SortReply // nil until it is there for the first time
}

// What a person does to the order, and what the worker answers.
type (
	SortChosen struct {
		Column     string
		Descending bool
	}
	SortEnded      struct{} // back to the service's order
	SortStopped    struct{}
	SortProgressed struct {
		Req      wire.SortRequest
		Progress wire.Progress
	}
	Sorted struct {
		Req   wire.SortRequest
		Reply *wire.SortReply
		Err   error
	}
)

// What is to be done for an order.
type (
	// SortResult makes an order; a newer one cancels it. Answer: SortProgressed, Sorted.
	SortResult struct{ Req wire.SortRequest }
)

// OrderNumber names the order on screen for the worker.
func (g *Grid) OrderNumber() int {
	if g.Order == nil || g.Order.Reply == nil {
		return 0
	}
	return g.Order.Reply.Order
}

// sorts asks for an order.
func sorts(m Model, msg SortChosen) (Model, []Cmd, bool) {
	g := *m.Grid
	if g.of == nil || !hasColumn(g.of, msg.Column) {
		return m, nil, true
	}
	o := Order{Column: msg.Column, Descending: msg.Descending, Asked: true}
	if g.Order != nil {
		o.Then, o.Reply = g.Order.Then, g.Order.Reply // stays on screen until the new one is there
	}
	g.Order = &o
	m.Grid = &g
	m = closeMenu(m)
	return m, []Cmd{SortResult{o.request(g.of)}, Focus{Target: "grid"}}, true
}

func (o *Order) asks(m Model, req wire.SortRequest) bool {
	return o.Asked && m.Grid.of != nil && m.Grid.of.Result == req.Result && o.Column == req.Column && o.Descending == req.Descending && o.Then == req.Step
}

func sorted(m Model, msg Sorted) (Model, []Cmd, bool) {
	g := *m.Grid
	if g.Order == nil || !g.Order.asks(m, msg.Req) {
		return m, nil, true
	}
	if msg.Err != nil {
		var stopped *Order
		if g.Order.Then != "" {
			stopped = &Order{Then: g.Order.Then} // what came is on screen, and what it is says so
		}
		g.Order = stopped
		m.Grid = &g
		m, cmds := fail(m, "The lines were not sorted", msg.Err)
		return m, cmds, true
	}
	o := *g.Order
	o.Asked, o.Reply = false, msg.Reply
	g.Order = &o
	m.Grid = &g
	m = unselected(m)
	text := "Sorted for display: " + SortText(&o) + "."
	if o.Column == "" {
		text = "Of " + words.Count(o.Reply.Of, "entity", "entities") + " that the service returned the browser kept " + words.Number(o.Reply.Entities) + "."
	}
	cmds := []Cmd{Announce{Text: text}}
	if g.Find != nil {
		var find []Cmd
		m, find = seek(m, 0, false)
		cmds = append(cmds, find...)
	}
	return m, cmds, true
}

// SortText says what an order is of: how many entities of which types, and how many have no value.
func SortText(o *Order) string {
	text := "by " + o.Column + ", ascending"
	if o.Descending {
		text = "by " + o.Column + ", descending"
	}
	r := o.Reply
	if r == nil {
		return text
	}
	text += " · " + words.Count(r.Entities, "entity", "entities") + " of the result"
	if len(r.Types) > 1 {
		var list []string
		for _, t := range r.Types {
			list = append(list, words.Number(t.Count)+" "+t.Type.String())
		}
		text += " · mixed: " + strings.Join(list, ", ") + "; numbers come before text"
	}
	if r.Missing > 0 {
		text += " · " + words.Number(r.Missing) + " without a value last"
	}
	return text
}

// SortCost says what sorting the result takes, before it is done.
func SortCost(r *wire.RunReply) string {
	n := r.Lines - max(r.Pages-1, 0)
	text := "Sorts " + map[bool]string{true: "this ", false: "these "}[n == 1] + words.Count(n, "entity", "entities") + " in the browser; no request is sent."
	if r.Live != nil && r.Live.More || r.Canceled {
		text += " The result goes on: only the entities read so far are sorted."
	}
	return text
}
