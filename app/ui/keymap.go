package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// KeyMap draws the whole table, or a stretch of it, as one bar in key order: segments by size, what the plan reads painted,
// matches as ticks. A click or a drag writes the filter that reads the segments; a double click zooms.
type KeyMap struct {
	app.Compo
	Store *state.Store
	Map   *state.Map

	down bool // a button is held on the bar
}

const svgNS = "http://www.w3.org/2000/svg"

func (k *KeyMap) Render() app.UI {
	m := k.Map
	if m.Reply == nil || len(m.Reply.Segments) == 0 {
		return el("div").Class("keymap none").Body(el("span").Class("dim").Text("An empty table: nothing to draw."))
	}
	return el("div").Class("keymap "+m.Class.Name()).Body(
		el("div").ID("map").Class("bar").Role("group").TabIndex(0).Aria("label", k.label()).Aria("describedby", "map-hover").
			OnKeyDown(k.onKey).
			On("pointerdown", k.onDown).On("pointermove", k.onMove).On("pointerup", k.onUp).On("pointerleave", k.onLeave).
			OnDblClick(k.onDouble).
			Body(k.svg()),
		el("div").Class("row map-foot").Body(
			el("span").ID("map-hover").Class("dim").Text(k.hover()),
			el("span").Class("grow"),
			slot(zoomable(m), func() app.UI {
				return button("btn small", "Zoom into "+clip(state.KeyText(m.Reply.Segments[max(m.Hover, 0)].FirstKey), 24)).OnClick(send(k.Store, state.MapZoomed{Segment: max(m.Hover, 0)}))
			}),
			slot(m.Zoom.To > 0, func() app.UI {
				return button("btn small", "Whole table").OnClick(send(k.Store, state.MapZoomedOut{}))
			}),
		),
	)
}

// zoomable reports whether a segment is pointed at that has something inside.
func zoomable(m *state.Map) bool {
	return m.Hover >= 0 && m.Hover < len(m.Reply.Segments) && len(m.Reply.Segments) > 1 && m.Reply.Segments[m.Hover].To-m.Reply.Segments[m.Hover].From > 1
}

func (k *KeyMap) label() string {
	r := k.Map.Reply
	text := "Key map: " + state.Count(r.View.To-r.View.From, "entity", "entities") + " in key order, " + state.Count(len(r.Segments), "segment", "segments") + ". Reads " + state.Count(covered(k.Map), "entity", "entities") + " of them. Arrow keys move, Enter writes the filter of a segment, Z zooms, Escape zooms out."
	return text
}

func covered(m *state.Map) int {
	n := 0
	for _, s := range m.Reads {
		if lo, hi := max(s.From, m.Reply.View.From), min(s.To, m.Reply.View.To); hi > lo {
			n += hi - lo
		}
	}
	return n
}

func (k *KeyMap) hover() string {
	m := k.Map
	if d := m.Drag; d != nil && d.To > d.From {
		first, last := m.Reply.Segments[d.From], m.Reply.Segments[d.To]
		return state.KeyText(first.FirstKey) + " … " + state.KeyText(last.LastKey) + " · " + state.Count(last.To-first.From, "entity", "entities") + " · release to filter"
	}
	if m.Hover >= 0 && m.Hover < len(m.Reply.Segments) {
		return state.SegmentLabel(m.Reply, m.Reply.Segments[m.Hover])
	}
	if m.Reply.Inside {
		return "Row keys of the partition " + state.KeyText(m.Reply.Segments[0].PartitionKey) + ". Drag to filter."
	}
	return "Point to see partitions, drag to filter, double-click to zoom."
}

// place turns a rank into a position along the bar, in per cent.
func place(r *worker.MapReply, rank int) float64 {
	width := r.View.To - r.View.From
	if width <= 0 {
		return 0
	}
	return 100 * float64(rank-r.View.From) / float64(width)
}

func percent(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) + "%" }

func elem(tag string) app.HTMLElem { return app.Elem(tag).XMLNS(svgNS) }

// svg is the drawing. Keys are set as text nodes; everything else is numbers.
func (k *KeyMap) svg() app.UI {
	m := k.Map
	r := m.Reply
	var body []app.UI
	for i, s := range r.Segments {
		x, w := place(r, s.From), place(r, s.To)-place(r, s.From)
		class := "seg"
		if i == m.Hover {
			class += " hover"
		}
		if d := m.Drag; d != nil && i >= d.From && i <= d.To {
			class += " drag"
		}
		body = append(body, elem("rect").Class(class).Attr("x", percent(x)).Attr("y", "0").Attr("width", percent(max(w, 0.05))).Attr("height", "18"))
	}
	for i, s := range m.Reads {
		lo, hi := max(s.From, r.View.From), min(s.To, r.View.To)
		if i == 256 || hi <= lo {
			continue
		}
		x, w := place(r, lo), place(r, hi)-place(r, lo)
		body = append(body, elem("rect").Class("read").Attr("x", percent(x)).Attr("y", "0").Attr("width", percent(max(w, 0.15))).Attr("height", "18"))
	}
	if n := len(m.Ticks); n > 0 {
		for i, count := range m.Ticks {
			if count == 0 {
				continue
			}
			body = append(body, elem("rect").Class("tick").Attr("x", percent(100*float64(i)/float64(n))).Attr("y", "3").Attr("width", percent(max(100/float64(n)*0.6, 0.1))).Attr("height", "12"))
		}
	}
	for i, s := range r.Segments {
		x, w := place(r, s.From), place(r, s.To)-place(r, s.From)
		if i > 0 {
			body = append(body, elem("line").Class("edge").Attr("x1", percent(x)).Attr("x2", percent(x)).Attr("y1", "0").Attr("y2", "18"))
		}
		if w >= 4 {
			body = append(body, elem("svg").Attr("x", percent(x)).Attr("y", "18").Attr("width", percent(w)).Attr("height", "16").Body(
				elem("text").Class("label").Attr("x", "2").Attr("y", "11").Body(app.Text(clip(state.KeyText(s.FirstKey), 40))),
			))
		}
	}
	return elem("svg").Attr("width", "100%").Attr("height", "34").Attr("aria-hidden", "true").Attr("focusable", "false").Body(body...)
}

// now is the map as of the last message. What was drawn may be a frame older, and keys come faster than frames.
func (k *KeyMap) now() *state.Map { return k.Store.Model().Map }

// segmentAt finds the segment below a pointer event, -1 outside.
func (k *KeyMap) segmentAt(ctx app.Context, e app.Event) int {
	box := ctx.JSSrc().Call("getBoundingClientRect")
	left, width := box.Get("left").Float(), box.Get("width").Float()
	r := k.now().Reply
	if width <= 0 || r == nil {
		return -1
	}
	share := (e.Get("clientX").Float() - left) / width
	rank := r.View.From + int(share*float64(r.View.To-r.View.From))
	rank = min(max(rank, r.View.From), r.View.To-1)
	for i, s := range r.Segments {
		if rank >= s.From && rank < s.To {
			return i
		}
	}
	return -1
}

func (k *KeyMap) onDown(ctx app.Context, e app.Event) {
	if e.Get("button").Int() != 0 {
		return
	}
	if i := k.segmentAt(ctx, e); i >= 0 {
		k.down = true
		ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
		k.Store.Send(state.MapDragged{From: i, To: i})
	}
}

func (k *KeyMap) onMove(ctx app.Context, e app.Event) {
	i := k.segmentAt(ctx, e)
	if i < 0 || i == k.now().Hover {
		ctx.PreventUpdate()
		return
	}
	if d := k.now().Drag; k.down && d != nil {
		start := d.From
		if k.now().Hover == d.From && d.To > d.From {
			start = d.To // the pointer is at the low end, so the drag began at the high one
		}
		k.Store.Send(state.MapDragged{From: start, To: i})
		return
	}
	k.Store.Send(state.MapHovered{Segment: i})
}

func (k *KeyMap) onUp(ctx app.Context, e app.Event) {
	if k.down {
		k.down = false
		k.Store.Send(state.MapReleased{})
	}
}

func (k *KeyMap) onLeave(ctx app.Context, e app.Event) {
	if !k.down && e.Get("pointerType").String() == "mouse" {
		ctx.PreventUpdate() // the last segment stays named, so that its zoom button can be reached
	}
}

func (k *KeyMap) onDouble(ctx app.Context, e app.Event) {
	if i := k.segmentAt(ctx, e); i >= 0 {
		k.Store.Send(state.MapZoomed{Segment: i})
	}
}

func (k *KeyMap) onKey(ctx app.Context, e app.Event) {
	m := k.now()
	last := len(m.Reply.Segments) - 1
	to := -1
	switch strings.ToLower(e.Get("key").String()) {
	case "arrowright":
		to = min(m.Hover+1, last)
	case "arrowleft":
		to = max(m.Hover-1, 0)
	case "home":
		to = 0
	case "end":
		to = last
	case "enter", " ":
		e.PreventDefault()
		if m.Drag == nil {
			k.Store.Send(state.MapDragged{From: max(m.Hover, 0), To: max(m.Hover, 0)})
		}
		k.Store.Send(state.MapReleased{})
		return
	case "z":
		k.Store.Send(state.MapZoomed{Segment: max(m.Hover, 0)})
		return
	case "escape":
		if m.Drag != nil {
			k.Store.Send(state.MapDragCanceled{})
		} else if m.Zoom.To > 0 {
			k.Store.Send(state.MapZoomedOut{})
		}
		return
	}
	if to < 0 {
		return
	}
	e.PreventDefault()
	if e.Get("shiftKey").Bool() {
		from := max(m.Hover, 0)
		if d := m.Drag; d != nil {
			from = d.From
			if m.Hover == d.From {
				from = d.To
			}
		}
		k.Store.Send(state.MapDragged{From: from, To: to})
		return
	}
	if m.Drag != nil {
		k.Store.Send(state.MapDragCanceled{})
	}
	k.Store.Send(state.MapHovered{Segment: to})
}
