package simulator

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/loadsim"
	"rangefinder/app/words"
)

// Charts are a run over time, and its latency.
type Charts struct {
	app.Compo
	Store        Sender
	Run, Kept    *Run
	At           int
	Playing      bool
	Before       bool // the form has other settings
	TimeTable    bool
	LatencyTable bool
}

func (c *Charts) Render() app.UI {
	what, then := "As table", "As table"
	if c.TimeTable {
		what = "As drawing"
	}
	if c.LatencyTable {
		then = "As drawing"
	}
	return H("div.beside",
		H("section.card#sim-over-time",
			H("div.row.sim-card-head", H("h2", "Over time"), H("span.dim", whose(c.Before)), H("span.grow"), Slot(c.TimeTable && !c.Playing, func() app.UI { return CopyTable(c.Store, "over time") }), Press(c.Store, ".btn.small#sim-time-table", what, TableToggled{What: "time"})),
			Slot(c.TimeTable, c.timeTable), Slot(!c.TimeTable, c.lines)),
		H("section.card#sim-latency",
			H("div.row.sim-card-head", H("h2", "Latency"), H("span.grow"), Slot(c.LatencyTable, func() app.UI { return CopyTable(c.Store, "latency") }), Press(c.Store, ".btn.small#sim-latency-table", then, TableToggled{What: "latency"}),
				H("p.dim", "successful operations, with their retries and pauses")),
			Slot(c.LatencyTable, c.latencyTable), Slot(!c.LatencyTable, c.latency)))
}

// series is a number of a column by time.
type series func(r *Run, i int) float64

func served(r *Run, i int) float64 {
	return float64(r.Columns[i][loadsim.Entities]) / r.Seconds(i)
}

func refused(r *Run, i int) float64 {
	c := r.Columns[i]
	all := c[loadsim.Served] + c[loadsim.Refused]
	if all == 0 {
		return 0
	}
	return 100 * float64(c[loadsim.Refused]) / float64(all)
}

func (c *Charts) lines() app.UI {
	return H("div.sim-charts",
		c.chart("Entities served, a second", "sim-served", served, 0, "/s", Limits(&c.Run.Setup)),
		c.chart("Requests refused, %", "sim-refused", refused, 10, " %", nil))
}

// chart draws a series of the run up to where the picture is, and all of the kept one's behind it, with the limits that are not
// far above.
func (c *Charts) chart(name, class string, of series, least float64, unit string, limits []Limit) app.UI {
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
	shown, beyond := LimitsIn(limits, most)
	for _, l := range shown {
		most = max(most, l.Rate)
	}
	path := func(r *Run, end int) string {
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
	var kept app.UI = SVG("path").Attr("d", "M0 0")
	note := name + ": " + Rough(last) + unit + " at " + c.Run.TimeText(max(end-1, 0)) + ", at most " + Rough(peak) + unit + "."
	for _, l := range limits {
		note += " " + l.Text() + "."
	}
	_, _, enforced := loadsim.Limits(c.Run.Setup.Era)
	compare := c.Kept != nil && c.Kept != c.Run
	if compare {
		kept = SVG("path").Class("sim-line sim-kept-line").Attr("d", path(c.Kept, len(c.Kept.Columns)))
		note += " The kept run is dashed."
	}
	return H("figure.sim-chart", H("figcaption.row", H("span", name), H("span.grow"), H("b.num", Rough(last)+unit)),
		Slot(len(limits) > 0 || compare, func() app.UI { return chartKey(compare, shown, beyond) }),
		Slot(enforced && len(shown) > 0, func() app.UI { return H("p.dim.sim-above", aboveText) }),
		H("div.sim-scale.dim aria-hidden=true", H("span", Rough(most)), H("span", "0")),
		SVG("svg").Attr("viewBox", "0 0 1000 100").Attr("preserveAspectRatio", "none").Attr("width", "100%").Attr("height", "72").Attr("role", "img").Attr("aria-label", note).Body(
			SVG("line").Class("sim-grid").Attr("x2", "1000").Attr("y1", "4").Attr("y2", "4"), SVG("line").Class("sim-grid").Attr("x2", "1000").Attr("y1", "100").Attr("y2", "100"),
			kept, SVG("path").Class("sim-line "+class).Attr("d", path(c.Run, end)),
			SVG("g").Body(Each(len(shown), func(i int) app.UI {
				y := Coordinate(100 - 96*shown[i].Rate/most)
				return SVG("line").Class("sim-limit").Attr("x2", "1000").Attr("y1", y).Attr("y2", y)
			})...)),
		H("div.row.sim-ends.dim aria-hidden=true", H("span", c.Run.TimeText(0)), H("span.grow"), H("span", Clock(c.Run.Setup.Duration, c.Run.Setup.Duration))))
}

// aboveText says why a run can be above the line of a limit that no range partition gets past.
var aboveText = "The dashed limit is that of one range partition: a range of PartitionKeys on one server. When the service splits a busy range, both halves serve, and the line can rise above the limit. It can do so for a moment as well: a request counts as soon as it is accepted, and may wait up to " + words.Micros(loadsim.Patience) + " until it is served."

// chartKey names the dashed lines above the chart, where no line of it runs through the words: the kept run, the limits that are
// drawn, and the lowest that is beyond the chart.
func chartKey(compare bool, shown []Limit, beyond string) app.UI {
	text := ""
	for i := range shown {
		if i > 0 {
			text += " · "
		}
		text += shown[i].Text()
	}
	return H("div.row.dim.sim-limits",
		Slot(compare, func() app.UI { return H("span", H("i.sim-dash.sim-dash-kept aria-hidden=true"), "kept run") }),
		Slot(text != "", func() app.UI { return H("span", H("i.sim-dash aria-hidden=true"), text) }),
		Slot(beyond != "", func() app.UI { return H("span", "▲ "+beyond) }))
}

// shownMoments is the most lines of the table over time.
const shownMoments = 240

func (c *Charts) timeTable() app.UI {
	end := min(c.At, len(c.Run.Columns))
	if c.Playing {
		return H("p.dim", "The table is shown when the run is paused or over.")
	}
	end = min(end, shownMoments)
	return H("div.lines.sim-table tabindex=0 role=region", Label("The run over time"), H("table",
		H("thead", H("tr", H("th scope=col", "From"), H("th.num scope=col", "Entities/s"), H("th.num scope=col", "Requests/s"), H("th.num scope=col", "Refused"), H("th.num scope=col", "Failed"), H("th.num scope=col", "Median"), H("th.num scope=col", "95th percentile"), H("th.num scope=col", "99th percentile"), H("th.num scope=col", "Ranges"))),
		H("tbody", Each(end, func(i int) app.UI {
			q := c.Run.Columns[i]
			micros := func(n int32) string {
				if n == 0 {
					return "–"
				}
				return words.Micros(int64(n))
			}
			return H("tr", H("th scope=row", c.Run.TimeText(i)), H("td.num", Rough(served(c.Run, i))), H("td.num", Rough(float64(q[loadsim.Served])/c.Run.Seconds(i))), H("td.num", words.Share(int64(q[loadsim.Refused]), int64(q[loadsim.Served])+int64(q[loadsim.Refused]))),
				H("td.num", words.Number(int(q[loadsim.Failed]))), H("td.num", micros(q[loadsim.P50])), H("td.num", micros(q[loadsim.P95])), H("td.num", micros(q[loadsim.P99])), H("td.num", strconv.Itoa(int(q[loadsim.Ranges]))))
		}))))
}

// latency draws the distribution: bars of equal width stand for times that grow by a fifth.
func (c *Charts) latency() app.UI {
	bars := c.Run.Last.Latency
	if len(bars) == 0 {
		return H("p.dim", "No operation has succeeded yet.")
	}
	most, all := int64(1), int64(0)
	for _, b := range bars {
		most, all = max(most, b.Count), all+b.Count
	}
	width := 1000 / float64(len(bars))
	t := &c.Run.Last.Totals
	note := "Latency of the whole run: half within " + words.Micros(t.P50) + ", 95 % within " + words.Micros(t.P95) + ", 99 % within " + words.Micros(t.P99) + "."
	return H("figure.sim-chart",
		SVG("svg").Attr("viewBox", "0 0 1000 100").Attr("preserveAspectRatio", "none").Attr("width", "100%").Attr("height", "72").Attr("role", "img").Attr("aria-label", note).Body(Each(len(bars), func(i int) app.UI {
			high := 100 * float64(bars[i].Count) / float64(most)
			if bars[i].Count > 0 {
				high = max(high, 1)
			}
			return SVG("rect").Class("sized").Attr("x", Coordinate(width*float64(i)+width*0.08)).Attr("width", Coordinate(width*0.84)).Attr("y", Coordinate(100-high)).Attr("height", Coordinate(high))
		})...),
		H("div.row.sim-ends.dim aria-hidden=true", H("span", "from "+words.Micros(bars[0].Below*5/6)), H("span.grow"), H("span", "to "+words.Micros(bars[len(bars)-1].Below))),
		H("figcaption", note))
}

func (c *Charts) latencyTable() app.UI {
	bars := c.Run.Last.Latency
	all := int64(0)
	for _, b := range bars {
		all += b.Count
	}
	upTo := int64(0)
	return H("div.lines.sim-table tabindex=0 role=region", Label("Latency"), H("table",
		H("thead", H("tr", H("th scope=col", "Up to"), H("th.num scope=col", "Operations"), H("th.num scope=col", "Share"), H("th.num scope=col", "All so far"))),
		H("tbody", Each(len(bars), func(i int) app.UI {
			upTo += bars[i].Count
			return H("tr", H("th scope=row", words.Micros(bars[i].Below)), H("td.num", words.Number(int(bars[i].Count))), H("td.num", words.Share(bars[i].Count, all)), H("td.num", words.Share(upTo, all)))
		}))))
}
