package grid

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
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
	HeadPressed    struct{ Name string } // of a column: ascending, then descending, then back
	SortEnded      struct{}              // back to the service's order
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

// SortResult makes an order; a newer one cancels it. Answer: SortProgressed, Sorted.
type SortResult struct{ Req wire.SortRequest }

func (SortResult) Slot() page.Slot { return sortSlot }

func (cmd SortResult) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Sort, cmd.Req, func(p wire.Progress) { out.Tell(SortProgressed{cmd.Req, p}) })
	return page.UnlessStopped(ctx, Sorted{cmd.Req, reply, err})
}

// OrderNumber names the order on screen for the worker.
func (m *Model) OrderNumber() int {
	if m.Order == nil || m.Order.Reply == nil {
		return 0
	}
	return m.Order.Reply.Order
}

// ordered is the order.
func (m *Model) ordered(v *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	g := *m
	switch msg := msg.(type) {
	case SortChosen:
		return m.sorts(v, msg)

	case HeadPressed:
		switch o := g.Order; {
		case o == nil || o.Column != msg.Name:
			return m.sorts(v, SortChosen{Column: msg.Name})
		case !o.Descending:
			return m.sorts(v, SortChosen{Column: msg.Name, Descending: true})
		}
		return m.ordered(v, SortEnded{})

	case SortProgressed:
		if o := g.Order; o != nil && g.asks(msg.Req) {
			n := *o
			n.Progress = msg.Progress
			g.Order = &n
			return &g, nil, true
		}
		return m, nil, true

	case Sorted:
		return m.sorted(v, msg)

	case SortStopped, SortEnded:
		if g.Order == nil {
			return m, nil, true
		}
		g.Order = nil
		stop := page.Stop{Slot: sortSlot}
		if v.Then == "" {
			return g.WithoutMenu().unselected(v), []page.Cmd{stop, page.Announce{Text: "The service's order: by PartitionKey, then RowKey."}}, true
		}
		o := Order{Then: v.Then}
		g.Order = &o
		if _, stopped := msg.(SortStopped); stopped {
			return g.WithoutMenu().unselected(v), []page.Cmd{stop}, true
		}
		o.Asked = true
		return g.WithoutMenu().unselected(v), []page.Cmd{SortResult{o.request(g.Of)}}, true
	}
	return m, nil, false
}

// sorts asks for an order.
func (m *Model) sorts(v *page.View, msg SortChosen) (*Model, []page.Cmd, bool) {
	g := *m
	if g.Of == nil || !hasColumn(g.Of, msg.Column) {
		return m, nil, true
	}
	o := Order{Column: msg.Column, Descending: msg.Descending, Asked: true}
	if g.Order != nil {
		o.Then, o.Reply = g.Order.Then, g.Order.Reply // stays on screen until the new one is there
	}
	g.Order = &o
	req := o.request(g.Of)
	req.Keep = shownKey(v)
	return g.WithoutMenu(), []page.Cmd{SortResult{req}, page.Focus{Target: "grid"}}, true
}

// request is what an order asks of a result.
func (o *Order) request(r *wire.RunReply) wire.SortRequest {
	return wire.SortRequest{Result: r.Result, Column: o.Column, Descending: o.Descending, Step: o.Then}
}

// Again is the order on screen, to be asked for with another run of the query, nil for the service's. The line of an entity is to stay the
// current one: of keep, or else of the one whose form is open, nil for none.
func (m *Model) Again(keep *wire.Key, open *wire.EntityReply) *wire.SortRequest {
	if m.OrderNumber() == 0 {
		return nil
	}
	req := m.Order.request(m.Of)
	if req.Keep = keep; keep == nil && open != nil {
		req.Keep = &wire.Key{PartitionKey: open.PartitionKey, RowKey: open.RowKey}
	}
	return &req
}

// shownKey is the entity of the table on screen that the inspector shows, nil for none.
func shownKey(v *page.View) *wire.Key {
	if v.Entity == nil {
		return nil
	}
	return &wire.Key{PartitionKey: v.Entity.PartitionKey, RowKey: v.Entity.RowKey}
}

// asks reports whether the order is being made by a request.
func (m *Model) asks(req wire.SortRequest) bool {
	o := m.Order
	return o.Asked && m.Of != nil && m.Of.Result == req.Result && o.Column == req.Column && o.Descending == req.Descending && o.Then == req.Step
}

// sorted takes in an order.
func (m *Model) sorted(v *page.View, msg Sorted) (*Model, []page.Cmd, bool) {
	g := *m
	if g.Order == nil || !g.asks(msg.Req) {
		return m, nil, true
	}
	if msg.Err != nil {
		var stopped *Order
		if g.Order.Then != "" {
			stopped = &Order{Then: g.Order.Then} // what came is on screen, and what it is says so
		}
		g.Order = stopped
		return &g, []page.Cmd{page.Fail{What: "The rows were not sorted", Err: msg.Err}}, true
	}
	o := *g.Order
	o.Asked, o.Reply = false, msg.Reply
	g.Order = &o
	next := g.unselected(v)
	text := "Sorted for display: " + SortText(&o) + "."
	if o.Column == "" {
		text = "Of " + words.Count(o.Reply.Of, "entity", "entities") + " that the service returned the browser kept " + words.Number(o.Reply.Entities) + "."
	}
	cmds := []page.Cmd{page.Announce{Text: text}}
	if k, now := msg.Req.Keep, shownKey(v); k != nil && now != nil && *k == *now {
		r := *next.Result
		if r.Line = o.Reply.Line; r.Line < 0 {
			r.Away = k
		} else {
			r.Apart = false
			cmds = append(cmds, ShowLine{Line: r.Line, Still: true})
		}
		next = next.WithResult(&r)
	}
	if next.Find == nil {
		return next, cmds, true
	}
	next, find := next.seek(0, false)
	return next, append(cmds, find...), true
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
		numbers, texts := false, false
		for _, t := range r.Types {
			switch t.Type {
			case edm.Int32, edm.Int64, edm.Double:
				numbers = true
			case edm.String:
				texts = true
			}
			list = append(list, words.Number(t.Count)+" "+t.Type.String())
		}
		text += " · mixed: " + strings.Join(list, ", ")
		if numbers && texts {
			text += "; numbers come before text"
		}
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
