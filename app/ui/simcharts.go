package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/loadsim"
	"rangefinder/app/state"
	"rangefinder/app/words"
)

// SimCharts are a run over time, and its latency.
type SimCharts struct {
	app.Compo
	Store        *state.Store
	Run, Kept    *state.SimRun
	At           int
	Playing      bool
	TimeTable    bool
	LatencyTable bool
}

func (c *SimCharts) Render() app.UI {
	what, then := "As table", "As table"
	if c.TimeTable {
		what = "As drawing"
	}
	if c.LatencyTable {
		then = "As drawing"
	}
	return h("div.beside",
		h("section.card#sim-over-time",
			h("div.row", h("h2", "Over time"), h("span.dim", "of a model"), h("span.grow"), slot(c.TimeTable && !c.Playing, func() app.UI { return copyTable(c.Store, "over time") }), press(c.Store, ".btn.small#sim-time-table", what, state.SimTableToggled{What: "time"})),
			slot(c.TimeTable, c.timeTable), slot(!c.TimeTable, c.lines)),
		h("section.card#sim-latency",
			h("div.row", h("h2", "Latency"), h("span.dim", "of operations that succeeded, tries and pauses included"), h("span.grow"), slot(c.LatencyTable, func() app.UI { return copyTable(c.Store, "latency") }), press(c.Store, ".btn.small#sim-latency-table", then, state.SimTableToggled{What: "latency"})),
			slot(c.LatencyTable, c.latencyTable), slot(!c.LatencyTable, c.latency)))
}

// series is a number of a column by time.
type series func(r *state.SimRun, i int) float64

func served(r *state.SimRun, i int) float64 {
	return float64(r.Columns[i][loadsim.Entities]) / r.Seconds(i)
}

func refused(r *state.SimRun, i int) float64 {
	c := r.Columns[i]
	all := c[loadsim.Served] + c[loadsim.Refused]
	if all == 0 {
		return 0
	}
	return 100 * float64(c[loadsim.Refused]) / float64(all)
}

func (c *SimCharts) lines() app.UI {
	return h("div.sim-charts",
		c.chart("Entities served, a second", "sim-served", served, 0, "/s", state.SimLimits(&c.Run.Setup)),
		c.chart("Requests refused, %", "sim-refused", refused, 10, " %", nil))
}

// chart draws a series of the run up to where the picture is, and all of the kept one's behind it, with the limits that are not
// far above.
func (c *SimCharts) chart(name, class string, of series, least float64, unit string, limits []state.SimLimit) app.UI {
	most, last := least, 0.0
	end := min(c.At, len(c.Run.Columns))
	for i := range c.Run.Columns {
		most = max(most, of(c.Run, i))
	}
	if end > 0 {
		last = of(c.Run, end-1)
	}
	if c.Kept != nil {
		for i := range c.Kept.Columns {
			most = max(most, of(c.Kept, i))
		}
	}
	peak := most
	most = max(most, 1)
	shown, beyond := state.SimLimitsIn(limits, most)
	for _, l := range shown {
		most = max(most, l.Rate)
	}
	path := func(r *state.SimRun, end int) string {
		var b strings.Builder
		b.WriteString("M0 100")
		for i := range end {
			y := strconv.FormatFloat(100-96*of(r, i)/most, 'f', 1, 64)
			verb := "L"
			if i == 0 {
				verb = "M"
			}
			b.WriteString(verb + strconv.FormatFloat(1000*(float64(i)+0.5)/float64(max(r.Total, 1)), 'f', 1, 64) + " " + y)
		}
		return b.String()
	}
	var kept app.UI = elem("path").Attr("d", "M0 0")
	note := name + ": " + state.Rough(last) + unit + " at " + c.Run.TimeText(max(end-1, 0)) + ", at most " + state.Rough(peak) + unit + "."
	for _, l := range limits {
		note += " " + l.Text() + "."
	}
	if c.Kept != nil && c.Kept != c.Run {
		kept = elem("path").Class("sim-line sim-kept-line").Attr("d", path(c.Kept, len(c.Kept.Columns)))
		note += " The kept run is dashed."
	}
	return h("figure.sim-chart", h("figcaption.row", h("span", name), h("span.grow"), h("b.num", state.Rough(last)+unit)),
		slot(beyond != "", func() app.UI { return h("p.dim.sim-beyond", "▲ "+beyond) }),
		h("div.sim-scale", h("span.dim", state.Rough(most)), h("span.dim", "0")),
		elem("svg").Attr("viewBox", "0 0 1000 100").Attr("preserveAspectRatio", "none").Attr("width", "100%").Attr("height", "72").Attr("role", "img").Attr("aria-label", note).Body(
			elem("line").Class("sim-grid").Attr("x2", "1000").Attr("y1", "4").Attr("y2", "4"), elem("line").Class("sim-grid").Attr("x2", "1000").Attr("y1", "100").Attr("y2", "100"),
			kept, elem("path").Class("sim-line "+class).Attr("d", path(c.Run, end)),
			elem("g").Body(each(len(shown), func(i int) app.UI {
				y := number(100 - 96*shown[i].Rate/most)
				return elem("line").Class("sim-limit").Attr("x2", "1000").Attr("y1", y).Attr("y2", y)
			})...)),
		elem("svg").Class("sim-limits").Attr("width", "100%").Attr("height", "72").Attr("aria-hidden", "true").Body(each(len(shown), func(i int) app.UI {
			y := 100 - 96*shown[i].Rate/most
			drop := "-4"
			if y < 25 {
				drop = "12" // there is no room above the line
			}
			return elem("text").Attr("x", "100%").Attr("dx", "-2").Attr("y", percent(y)).Attr("dy", drop).Attr("text-anchor", "end").Text(shown[i].Text())
		})...))
}

// shownMoments is the most lines of the table over time.
const shownMoments = 240

func (c *SimCharts) timeTable() app.UI {
	end := min(c.At, len(c.Run.Columns))
	if c.Playing {
		return h("p.dim", "The table is shown when the run is paused or over.")
	}
	end = min(end, shownMoments)
	return h("div.lines.sim-table tabindex=0 role=region", label("The run over time"), h("table",
		h("thead", h("tr", h("th scope=col", "From"), h("th.num scope=col", "Entities/s"), h("th.num scope=col", "Requests/s"), h("th.num scope=col", "Refused"), h("th.num scope=col", "Failed"), h("th.num scope=col", "50 of 100"), h("th.num scope=col", "95 of 100"), h("th.num scope=col", "99 of 100"), h("th.num scope=col", "Ranges"))),
		h("tbody", each(end, func(i int) app.UI {
			q := c.Run.Columns[i]
			micros := func(n int32) string {
				if n == 0 {
					return "–"
				}
				return state.Micros(int64(n))
			}
			return h("tr", h("th scope=row", c.Run.TimeText(i)), h("td.num", state.Rough(served(c.Run, i))), h("td.num", state.Rough(float64(q[loadsim.Served])/c.Run.Seconds(i))), h("td.num", words.Share(int64(q[loadsim.Refused]), int64(q[loadsim.Served])+int64(q[loadsim.Refused]))),
				h("td.num", words.Number(int(q[loadsim.Failed]))), h("td.num", micros(q[loadsim.P50])), h("td.num", micros(q[loadsim.P95])), h("td.num", micros(q[loadsim.P99])), h("td.num", strconv.Itoa(int(q[loadsim.Ranges]))))
		}))))
}

// latency draws the distribution: bars of equal width stand for times that grow by a fifth.
func (c *SimCharts) latency() app.UI {
	bars := c.Run.Last.Latency
	if len(bars) == 0 {
		return h("p.dim", "No operation has succeeded yet.")
	}
	most, all := int64(1), int64(0)
	for _, b := range bars {
		most, all = max(most, b.Count), all+b.Count
	}
	width := 1000 / float64(len(bars))
	t := &c.Run.Last.Totals
	note := "Latency: half within " + state.Micros(t.P50) + ", 95 of 100 within " + state.Micros(t.P95) + ", 99 of 100 within " + state.Micros(t.P99) + "."
	return h("figure.sim-chart",
		elem("svg").Attr("viewBox", "0 0 1000 100").Attr("preserveAspectRatio", "none").Attr("width", "100%").Attr("height", "72").Attr("role", "img").Attr("aria-label", note).Body(each(len(bars), func(i int) app.UI {
			high := 100 * float64(bars[i].Count) / float64(most)
			if bars[i].Count > 0 {
				high = max(high, 1)
			}
			return elem("rect").Class("sized").Attr("x", number(width*float64(i)+width*0.08)).Attr("width", number(width*0.84)).Attr("y", number(100-high)).Attr("height", number(high))
		})...),
		h("div.row.sim-ends.dim aria-hidden=true", h("span", "from "+state.Micros(bars[0].Below*5/6)), h("span.grow"), h("span", "to "+state.Micros(bars[len(bars)-1].Below))),
		h("figcaption", note))
}

func (c *SimCharts) latencyTable() app.UI {
	bars := c.Run.Last.Latency
	all := int64(0)
	for _, b := range bars {
		all += b.Count
	}
	upTo := int64(0)
	return h("div.lines.sim-table tabindex=0 role=region", label("Latency"), h("table",
		h("thead", h("tr", h("th scope=col", "Up to"), h("th.num scope=col", "Operations"), h("th.num scope=col", "Share"), h("th.num scope=col", "All so far"))),
		h("tbody", each(len(bars), func(i int) app.UI {
			upTo += bars[i].Count
			return h("tr", h("th scope=row", state.Micros(bars[i].Below)), h("td.num", words.Number(int(bars[i].Count))), h("td.num", words.Share(bars[i].Count, all)), h("td.num", words.Share(upTo, all)))
		}))))
}
