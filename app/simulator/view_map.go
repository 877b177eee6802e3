package simulator

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Map is the heat map of a run with what belongs to it: the slider over its time, the cross hair, and the same as a table.
type Map struct {
	app.Compo
	Store  Sender
	Sim    *Model
	Player *Player // nil where nothing is drawn
	Before bool    // the form has other settings than the run
}

func (m *Map) Render() app.UI {
	s := m.Sim
	r := s.Run
	what := "As table"
	if s.MapTable {
		what = "As picture"
	}
	total, text := 0, "Press Play."
	if s.Faulty() >= 0 {
		text = "Nothing is simulated yet."
	}
	if r != nil {
		total, text = r.Total, Moment(s)
		if s.Playing && s.Speed == 0 || s.Playing && r.Total == 0 {
			text = "Simulating: " + Clock(r.Last.Now, r.Setup.Duration) + " of " + loadsim.Span(r.Setup.Duration) + "…"
		}
	}
	return H("section.card#sim-map-card",
		H("div.row", H("h2", "Requests by key and time"), H("span.dim", whose(m.Before)), H("span.grow"), Slot(s.MapTable && r != nil, func() app.UI { return CopyTable(m.Store, "heat map") }), Press(m.Store, ".btn.small#sim-map-table", what, TableToggled{What: "map"})),
		H("p.dim#sim-read", "Time goes to the right, keys go up. The stronger the blue of a cell, the more requests; red stripes are requests that the service refused. Watch it happen with Play, or choose another example above."),
		Slot(r != nil && r.Failed != nil, func() app.UI {
			return H("p.failure role=alert", "The run could not be simulated: "+r.Failed.Message+" "+r.Failed.Detail)
		}),
		Slot(r != nil && r.Keys != nil, func() app.UI { return H("p.dim", KeysText(r)) }),
		H("div", m.picture(s.MapTable && r != nil)),
		H("div.row.sim-time",
			H("label.sr for=sim-scrub", "Time of the run"),
			H("input#sim-scrub type=range value=0 min=0 step=1 aria-describedby=sim-moment max="+strconv.Itoa(max(total, 1)), Off(total == 0), Attr("aria-valuetext", text),
				Typed(m.Store, "input", "sim-scrub", func(v string) page.Msg {
					n, _ := strconv.Atoi(v)
					return Scrubbed{At: n}
				}))),
		H("p.sim-moment#sim-moment", text),
		Slot(s.Kept != nil && s.Kept != r, func() app.UI { return &Kept{Run: s.Kept, Player: m.Player} }))
}

// picture is the canvas with its axes, or the table in its place. The canvas stays in the document.
func (m *Map) picture(table bool) app.UI {
	s := m.Sim
	class := "div.sim-picture"
	if table {
		class += ".hidden"
	}
	r := s.Run
	top, begins, ends := 0.0, "0", ""
	if r != nil {
		top, begins, ends = Top(r, s.Kept), r.TimeText(0), Clock(r.Setup.Duration, r.Setup.Duration)
	}
	cell := "Press Play to see which keys the requests hit."
	switch {
	case s.Cross && r != nil:
		cell = CellText(s)
	case r == nil && s.Faulty() >= 0:
		cell = ""
	case r != nil && s.Still && !m.Before:
		cell = ""
	case r != nil:
		cell = "Hover over the picture, tap it, or use the arrow keys, to read a cell."
	}
	return H("div",
		Slot(table, func() app.UI { return m.table() }),
		H(class,
			H("div.sim-axis.dim aria-hidden=true", H("span", "last keys"), H("span", "first keys")),
			H("div.sim-canvas#sim-map tabindex=0 role=group aria-describedby=sim-cell", Label("Heat map. Arrow keys move the cross hair, Page Up and Page Down by ten columns, Home and End to the ends, Space plays and pauses, Escape hides the cross hair."),
				Listen("pointermove", m.onMove, app.EventScope("move")), Listen("pointerdown", m.onMove, app.EventScope("down")), Listen("pointerleave", m.onLeave, app.EventScope("leave")), Listen("keydown", m.onKey, app.EventScope("keys")),
				H("canvas#"+heatID+" role=img", Label(Summary(r))),
				m.overlay(),
				Slot(r == nil && s.Faulty() < 0, func() app.UI {
					return H("div.sim-empty#sim-start", H("span.dim", "Play fills the picture."))
				}),
				Slot(m.Before || r == nil && s.Faulty() >= 0, func() app.UI {
					return H("p.sim-empty#sim-before", H("span", overlaid(s)))
				})),
			H("div.row.sim-ends.dim aria-hidden=true", H("span", begins), H("span.grow"), H("span", ends)),
			m.legend(top)),
		H("p.dim.sim-cell#sim-cell", Slot(s.Still && !s.Cross && !m.Before && s.Faulty() < 0, func() app.UI { // one line, as what stands there after Play
			return H("span#sim-start", "The whole run is drawn. Play begins at its start.")
		}), cell))
}

// overlaid says why the picture is not of the settings in the form, and what makes it so.
func overlaid(s *Model) string {
	old := ""
	if s.Run != nil {
		old = "This is still the run of " + words.Quote(s.Run.Title) + ". "
	}
	return old + cmp.Or(s.faultText(), "Play runs the new settings.")
}

// legend tells what colours and stripes mean.
func (m *Map) legend(top float64) app.UI {
	if top == 0 {
		return H("div.slot")
	}
	shades := []float64{0.02, 0.1, 0.25, 0.5, 1}
	swatches := SVG("svg").Class("sim-swatches").Attr("width", len(shades)*16).Attr("height", 12).Attr("aria-hidden", "true").Body(Each(len(shades), func(i int) app.UI {
		return SVG("rect").Class("sim-shade").Attr("x", i*16).Attr("width", 16).Attr("height", 12).Attr("fill-opacity", strconv.FormatFloat(shade(shades[i], 1), 'f', 2, 64))
	})...)
	hatch := func(i int) app.UI {
		return H("span.row.sim-hatch", H("i.sim-hatch-"+strconv.Itoa(i)+" aria-hidden=true"), []string{"below 1 %", "1 to 10 %", "10 % and more"}[i]+" refused")
	}
	return H("div.row.sim-legend.dim", H("span", "few"), swatches, H("span", Rough(top)+" requests/s"), hatch(0), hatch(1), hatch(2),
		H("span", "◆ a busy range of keys is split  ▶ it moves to another server"),
		Slot(m.Sim.Cross, func() app.UI {
			return H("span.row.sim-hatch", H("i.sim-cross aria-hidden=true"), "the cross hair; the line below reads its cell")
		}))
}

// overlay is what is drawn above the canvas: how far the picture is, what the load balancer did, and the cross hair.
func (m *Map) overlay() app.UI {
	s := m.Sim
	r := s.Run
	if r == nil || r.Total == 0 {
		return H("div.slot")
	}
	x := func(column float64) string { return Percent(100 * column / float64(r.Total)) }
	y := func(row int) string { return Percent(100 - 100*float64(row+1)/loadsim.Rows) }
	var marks []app.UI
	for i := range r.Events {
		e := &r.Events[i]
		at := float64(e.At) / float64(r.Last.Step)
		if int(at) >= s.At || len(marks) >= 200 {
			break
		}
		shape := "M0 -4L4 0L0 4L-4 0z"
		if e.Kind == loadsim.Move {
			shape = "M5 -4L11 0L5 4z" // beside the split that it follows
		}
		marks = append(marks, SVG("svg").Attr("x", x(at)).Attr("y", Percent(100-100*(float64(e.Row)+0.5)/loadsim.Rows)).Attr("overflow", "visible").Body(SVG("path").Class("sim-event").Attr("d", shape)))
	}
	cross := SVG("g")
	if s.Cross {
		one := Percent(100 / float64(r.Total))
		cross = SVG("g").Body(
			SVG("rect").Class("sim-hair").Attr("x", x(float64(s.Column))).Attr("width", one).Attr("y", "0").Attr("height", "100%"),
			SVG("rect").Class("sim-hair").Attr("x", "0").Attr("width", "100%").Attr("y", y(s.Row)).Attr("height", Percent(100.0/loadsim.Rows)),
		)
	}
	return SVG("svg").Class("sim-overlay").Attr("width", "100%").Attr("height", "100%").Attr("aria-hidden", "true").Attr("focusable", "false").Body(
		SVG("line").Class("sim-head").Attr("x1", x(float64(s.At))).Attr("x2", x(float64(s.At))).Attr("y1", "0").Attr("y2", "100%"),
		SVG("g").Body(marks...), cross)
}

// table is the heat map in numbers: a line for each row, of all time and at the cross hair.
func (m *Map) table() app.UI {
	s := m.Sim
	r := s.Run
	lines := Rows(s)
	return H("div.lines.sim-table tabindex=0 role=region", Label("Heat map as a table"), H("table",
		H("thead", H("tr", H("th scope=col", "Keys from"), H("th.num scope=col", "Requests"), H("th.num scope=col", "Share"), H("th.num scope=col", "Refused"), H("th.num scope=col", "Busiest at"), H("th.num scope=col", "Requests/s then"), H("th.num scope=col", "Refused then"))),
		H("tbody", Each(len(lines), func(i int) app.UI {
			l := &lines[i]
			return H("tr", H("th.mono scope=row", Attr(WholeText, l.From), words.Clip(l.From, 60)), H("td.num", words.Number(int(l.Requests))), H("td.num", words.Share(l.Requests, l.All)), H("td.num", words.Share(l.Refused, l.Requests)),
				H("td.num", r.TimeText(l.Busiest)), H("td.num", Rough(l.Rate)), H("td.num", words.Share(l.RefusedThen, l.RequestsThen)))
		}))))
}

// now is the simulator as of the last message.
func (m *Map) now() *Model {
	if m.Player == nil {
		return m.Sim
	}
	return m.Player.Now()
}

func (m *Map) onMove(ctx app.Context, e app.Event) {
	s := m.now()
	box := ctx.JSSrc().Call("getBoundingClientRect")
	width, height := box.Get("width").Float(), box.Get("height").Float()
	if s.Run == nil || s.Run.Total == 0 || width <= 0 || height <= 0 {
		ctx.PreventUpdate()
		return
	}
	column := int((e.Get("clientX").Float() - box.Get("left").Float()) / width * float64(s.Run.Total))
	row := int((1 - (e.Get("clientY").Float()-box.Get("top").Float())/height) * loadsim.Rows)
	if s.Cross && s.Column == column && s.Row == row {
		ctx.PreventUpdate()
		return
	}
	m.Store.Send(Pointed{Row: row, Column: column})
}

// onLeave takes the cross hair away with the mouse. A finger that is lifted leaves it.
func (m *Map) onLeave(ctx app.Context, e app.Event) {
	if e.Get("pointerType").String() != "mouse" || !m.now().Cross {
		ctx.PreventUpdate()
		return
	}
	m.Store.Send(Left{})
}

func (m *Map) onKey(ctx app.Context, e app.Event) {
	s := m.now()
	if e.Get("altKey").Bool() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || !e.Get("target").Equal(e.Get("currentTarget")) {
		return
	}
	row, column := s.Row, s.Column
	if !s.Cross {
		row, column = loadsim.Rows/2, max(s.At-1, 0)
	}
	switch e.Get("key").String() {
	case "ArrowUp":
		row++
	case "ArrowDown":
		row--
	case "ArrowRight":
		column++
	case "ArrowLeft":
		column--
	case "PageDown":
		column += 10
	case "PageUp":
		column -= 10
	case "Home":
		column = 0
	case "End":
		column = 1 << 20
	case " ":
		e.PreventDefault()
		m.Store.Send(PlayPressed{})
		return
	case "Escape":
		m.Store.Send(Left{})
		return
	default:
		return
	}
	e.PreventDefault()
	m.Store.Send(Pointed{Row: row, Column: column, Keys: true})
}

// OnMount and OnDismount tell the player which canvas there is.
func (m *Map) OnMount(ctx app.Context) {
	if m.Player != nil {
		ctx.Defer(func(app.Context) { m.Player.attach(heatID) })
	}
}

func (m *Map) OnDismount() {
	if m.Player != nil {
		m.Player.detach(heatID)
	}
}

// Kept is the heat map of the run that is kept to compare with.
type Kept struct {
	app.Compo
	Run    *Run
	Player *Player
}

func (k *Kept) Render() app.UI {
	return H("div.sim-kept", H("h3", "Kept: "+k.Run.Title), H("p.dim", "In the same colours, from 00:00 to "+Clock(k.Run.Setup.Duration, k.Run.Setup.Duration)+"."), H("div.sim-canvas", H("canvas#"+keptID+" role=img", Label("The run that is kept. "+Summary(k.Run)))))
}

func (k *Kept) OnMount(ctx app.Context) {
	if k.Player != nil {
		ctx.Defer(func(app.Context) { k.Player.attach(keptID) })
	}
}

func (k *Kept) OnDismount() {
	if k.Player != nil {
		k.Player.detach(keptID)
	}
}
