package plan

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Store is the page for the strip and its key map.
type Store interface {
	Sender
	// KeyMap is the key map as it is now: a pointer may move again before what it did is drawn.
	KeyMap() *Map
}

// KeyMap draws the whole table, or a stretch of it, as one bar in key order: segments by size, what the plan reads painted,
// matches as ticks. What is pointed at, or tapped, is named below it and can be filtered by and zoomed into there; a drag writes the
// filter that reads its segments, and a double click zooms.
type KeyMap struct {
	app.Compo
	Store Store
	Map   *Map
	Text  string // the filter

	down bool // a button is held on the bar
}

func (k *KeyMap) Render() app.UI {
	m := k.Map
	if m.Reply == nil && m.Failed != "" {
		return H("div.keymap.none", H("span.err", "There is no key map: "+m.Failed))
	}
	if m.Reply == nil { // as tall as the map that comes
		return H("div.keymap", H("div.bar.waiting"), H("div.row.map-foot", H("span.dim", "Reading the keys…")))
	}
	if len(m.Reply.Segments) == 0 {
		return H("div.keymap.none", H("span.dim", "The table is empty: there is nothing to draw yet."))
	}
	return El("div").Class("keymap "+m.Class.Name()).Body(
		El("div").ID("map").Class("bar").DataSet("segments", len(m.Reply.Segments)).Role("group").TabIndex(0).Aria("label", k.label()).Aria("describedby", "map-hover").
			OnKeyDown(k.onKey).
			On("pointerdown", k.onDown).On("pointermove", k.onMove).On("pointerup", k.onUp).On("pointerleave", k.onLeave).
			OnDblClick(k.onDouble).
			Body(k.svg()),
		El("div").Class("row map-foot").Body(
			El("span").ID("map-hover").Class("dim").Body(k.hover()),
			El("span").Class("grow"),
			Slot(pointed(m), func() app.UI {
				return Button("btn small", "Filter").Attr("title", "Its keys take the place of the clauses about keys; other clauses stay").OnClick(k.filter)
			}),
			Slot(zoomable(m), func() app.UI {
				return Button("btn small", "Zoom in").OnClick(Send(k.Store, MapZoomed{Segment: m.Hover}))
			}),
			Slot(m.Wrote != nil && m.Wrote.Filter == k.Text, func() app.UI {
				return Press(k.Store, ".btn.small#map-undo", "Undo", MapUndone{}, Title("The filter as it was before"))
			}),
			Slot(m.Zoom.To > 0, func() app.UI {
				return Button("btn small", "Whole table").OnClick(Send(k.Store, MapZoomedOut{}))
			}),
		),
	)
}

// pointed reports whether a segment is pointed at.
func pointed(m *Map) bool { return m.Hover >= 0 && m.Hover < len(m.Reply.Segments) }

// zoomable reports whether it has something inside.
func zoomable(m *Map) bool {
	return pointed(m) && len(m.Reply.Segments) > 1 && m.Reply.Segments[m.Hover].To-m.Reply.Segments[m.Hover].From > 1
}

func (k *KeyMap) label() string {
	r := k.Map.Reply
	text := "Key map: " + words.Count(r.View.To-r.View.From, "entity", "entities") + " in key order, " + words.Count(len(r.Segments), "segment", "segments") + ". Reads " + words.Count(covered(k.Map), "entity", "entities") + " of them. Arrow keys move, Enter writes the filter of a segment, Z zooms, Escape zooms out."
	return text
}

func covered(m *Map) int {
	n := 0
	for _, s := range m.Reads {
		if lo, hi := max(s.From, m.Reply.View.From), min(s.To, m.Reply.View.To); hi > lo {
			n += hi - lo
		}
	}
	return n
}

// hover says what is pointed at, or else what can be done: a phone has no pointer to hover with.
func (k *KeyMap) hover() app.UI {
	m := k.Map
	if d := m.Drag; d != nil && d.To > d.From {
		first, last := m.Reply.Segments[d.From], m.Reply.Segments[d.To]
		return app.Text(page.KeyText(first.FirstKey) + " … " + page.KeyText(last.LastKey) + " · " + words.Count(last.To-first.From, "entity", "entities") + " · release to filter")
	}
	if pointed(m) {
		return app.Text(SegmentLabel(m.Reply, m.Reply.Segments[m.Hover]))
	}
	if m.Reply.Inside {
		return app.Text("RowKeys of the partition " + page.KeyText(m.Reply.Segments[0].PartitionKey) + " · drag over some to filter")
	}
	return app.Span().Body(H("span.not-touch", "Point at a partition for details · drag over some to filter · double-click to zoom in"), H("span.only-touch", "Tap for details · drag over some to filter"))
}

// place turns a rank into a position along the bar, in per cent.
func place(r *wire.MapReply, rank int) float64 {
	width := r.View.To - r.View.From
	if width <= 0 {
		return 0
	}
	return 100 * float64(rank-r.View.From) / float64(width)
}

// svg is the drawing: always the same few elements, so that a new plan changes attributes and mounts nothing. Keys are set as
// text nodes; everything else is numbers.
func (k *KeyMap) svg() app.UI {
	m := k.Map
	r := m.Reply
	var edges, reads, ticks Outline
	for _, s := range r.Segments[1:] {
		edges.Bar(place(r, s.From)-0.1, 0.2, 0.2)
	}
	for _, s := range m.Reads {
		if lo, hi := max(s.From, r.View.From), min(s.To, r.View.To); hi > lo {
			reads.Bar(place(r, lo), place(r, hi)-place(r, lo), 0.15)
		}
	}
	for i, count := range m.Ticks {
		if count > 0 {
			x, width := m.tick(i)
			ticks.Bar(x, width*0.6, 0.1)
		}
	}
	hover, drag := wire.Stretch{}, wire.Stretch{}
	if pointed(m) {
		hover = wire.Stretch{From: r.Segments[m.Hover].From, To: r.Segments[m.Hover].To}
	}
	if d := m.Drag; d != nil && d.To < len(r.Segments) {
		drag = wire.Stretch{From: r.Segments[d.From].From, To: r.Segments[d.To].To}
	}
	bar := SVG("svg").Attr("width", "100%").Attr("height", "18").Attr("viewBox", "0 0 100 18").Attr("preserveAspectRatio", "none").Body(
		SVG("rect").Class("seg").Attr("width", "100").Attr("height", "18"),
		k.mark("hover", hover), k.mark("drag", drag),
		SVG("path").Class("read").Attr("d", reads.Path(0, 18)),
		SVG("path").Class("tick").Attr("d", ticks.Path(3, 15)),
		SVG("path").Class("edge").Attr("d", edges.Path(0, 18)),
	)
	labels := k.labels()
	return SVG("svg").Attr("width", "100%").Attr("height", "34").Attr("aria-hidden", "true").Attr("focusable", "false").Body(bar, SVG("g").Body(labels...))
}

// labels draws them, HTML in it: a name that does not fit is not drawn, or where there is room for ten letters ends in an ellipsis.
func (k *KeyMap) labels() (drawn []app.UI) {
	for _, l := range k.Map.labels() {
		class := "div.label"
		if l.at {
			class += ".at"
		}
		if l.end {
			class += ".end"
		}
		if l.read {
			class += ".hit"
		}
		drawn = append(drawn, SVG("foreignObject").Attr("x", Percent(l.x)).Attr("y", "18").Attr("width", Percent(l.w)).Attr("height", "16").Body(
			H("div.map-label", H(class, H("span", l.text)))))
	}
	return drawn
}

// covers reports whether something of a segment is read.
func covers(reads []wire.Stretch, s wire.Segment) bool {
	for _, r := range reads {
		if r.From < s.To && r.To > s.From {
			return true
		}
	}
	return false
}

// mark is a stretch of the bar, of no width when there is none.
func (k *KeyMap) mark(class string, s wire.Stretch) app.UI {
	r := k.Map.Reply
	x, w := "0", "0"
	if s.To > s.From {
		x, w = Coordinate(place(r, s.From)), Coordinate(place(r, s.To)-place(r, s.From))
	}
	return SVG("rect").Class(class).Attr("x", x).Attr("width", w).Attr("height", "18")
}

// now is the map as of the last message. What was drawn may be a frame older, and keys come faster than frames.
func (k *KeyMap) now() *Map { return k.Store.KeyMap() }

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
		k.Store.Send(MapDragged{From: i, To: i})
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
		k.Store.Send(MapDragged{From: start, To: i})
		return
	}
	k.Store.Send(MapHovered{Segment: i})
}

func (k *KeyMap) onUp(ctx app.Context, e app.Event) {
	if !k.down {
		return
	}
	k.down = false
	if d := k.now().Drag; d != nil && d.From == d.To { // a click, or the first of two
		k.Store.Send(MapDragCanceled{})
		return
	}
	k.Store.Send(MapReleased{})
}

// filter writes the filter of what is pointed at.
func (k *KeyMap) filter(app.Context, app.Event) {
	at := k.now().Hover
	k.Store.Send(MapDragged{From: at, To: at})
	k.Store.Send(MapReleased{})
}

func (k *KeyMap) onLeave(ctx app.Context, e app.Event) {
	if !k.down && e.Get("pointerType").String() == "mouse" {
		ctx.PreventUpdate() // the last segment stays named, so that its zoom button can be reached
	}
}

func (k *KeyMap) onDouble(ctx app.Context, e app.Event) {
	if i := k.segmentAt(ctx, e); i >= 0 {
		k.Store.Send(MapZoomed{Segment: i})
	}
}

func (k *KeyMap) onKey(ctx app.Context, e app.Event) {
	m := k.now()
	if m.Reply == nil || e.Get("altKey").Bool() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() {
		return // the table was left a frame ago, or the key is the browser's
	}
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
			k.Store.Send(MapDragged{From: max(m.Hover, 0), To: max(m.Hover, 0)})
		}
		k.Store.Send(MapReleased{})
		return
	case "z":
		k.Store.Send(MapZoomed{Segment: max(m.Hover, 0)})
		return
	case "escape":
		switch {
		case m.Drag != nil:
			e.PreventDefault() // the strip would close its hints
			k.Store.Send(MapDragCanceled{})
		case m.Zoom.To > 0:
			e.PreventDefault()
			k.Store.Send(MapZoomedOut{})
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
		k.Store.Send(MapDragged{From: from, To: to})
		return
	}
	if m.Drag != nil {
		k.Store.Send(MapDragCanceled{})
	}
	k.Store.Send(MapHovered{Segment: to})
}
