// Package drawn draws what package anatomy tells: what of an index, of its servers and of its pages a filter touches.
package drawn

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/anatomy"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// The rows of the picture of an index, from the top, in units of its drawing.
const (
	rowHeight = 18
	rowStep   = 24
)

// leastMark is the width of the smallest mark, in per cent: one entity of a million still has to be seen.
const leastMark = 0.8

// mostPages is how many pages are drawn apart from one another; more would be a grey stripe.
const mostPages = 60

// indexPicture draws what a plan touches of a table: its servers, partitions, entities and pages, one above the other, and the
// same in words. note says how far it is a model.
func indexPicture(p anatomy.Picture, note string) app.UI {
	if p.Entities == 0 {
		return H("p.dim.anatomy-text", p.Text())
	}
	x := func(at int) float64 { return 100 * float64(at) / float64(p.Entities) }
	names := anatomyRows
	if p.Entities <= p.Page { // each answer is one page, whatever the filter
		names = names[:3]
	}
	above := 0
	if len(p.Servers) < 2 {
		above, names = 1, names[1:]
	}
	mark := func(row int, class string, s anatomy.Stretch, gap float64) app.UI {
		from, wide := x(s.From), x(s.To)-x(s.From)
		if wide < leastMark {
			from, wide = min(from, 100-leastMark), leastMark
		} else if wide > 2*gap {
			wide -= gap
		}
		return SVG("rect").Class(class).Attr("x", Coordinate(from)).Attr("y", (row-above)*rowStep).Attr("width", Coordinate(wide)).Attr("height", rowHeight)
	}
	touched := func(t anatomy.Touched) string {
		if t.Read > 0 {
			return "touched"
		}
		return "still"
	}
	var body []app.UI
	if above == 0 {
		for _, s := range p.Servers {
			body = append(body, mark(0, touched(s), s.Stretch, 0.5))
		}
	}
	all := anatomy.Stretch{From: 0, To: p.Entities}
	edges := Outline{}
	body = append(body, mark(1, "still", all, 0))
	for i, part := range p.Parts {
		if part.Read > 0 {
			body = append(body, mark(1, "touched", part.Stretch, 0))
		}
		if i > 0 {
			edges.Bar(x(part.From), 0.15, 0.15)
		}
	}
	body = append(body, SVG("path").Class("cut").Attr("d", edges.Path((1-above)*rowStep, (1-above)*rowStep+rowHeight)), mark(2, "still", all, 0))
	for _, r := range p.Reads {
		body = append(body, mark(2, "mark", r, 0))
	}
	switch {
	case p.Entities <= p.Page:
	case len(p.Pages) > mostPages, p.Filled > 0 && p.Filled < len(p.Pages): // where those begin and end is not known
		body = append(body, mark(3, "still", all, 0))
		for _, r := range p.Reads {
			body = append(body, mark(3, "mark", r, 0))
		}
	default:
		body = append(body, mark(3, "still", all, 0))
		for _, one := range p.Pages {
			body = append(body, mark(3, "mark", one, 0.4))
		}
	}
	height := (len(names)-1)*rowStep + rowHeight
	return H("figure.anatomy."+p.Class.Name(),
		H("div.anatomy-rows", H("ul aria-hidden=true", Each(len(names), func(i int) app.UI { return H("li", names[i]) })),
			SVG("svg").Attr("aria-hidden", "true").Attr("focusable", "false").Attr("width", "100%").Attr("height", height).Attr("viewBox", "0 0 100 "+strconv.Itoa(height)).Attr("preserveAspectRatio", "none").Body(body...)),
		H("figcaption", H("p.anatomy-text", p.Text()), H("p.dim", H("small", note))))
}

var anatomyRows = []string{"servers", "partitions", "entities", "pages"}

// Table is what the picture of the table on screen is made of.
type Table struct {
	Plan  *filterlang.Plan // nil while the filter is not finished
	Map   *wire.MapReply   // its keys; nil while they are read
	Reads []wire.Stretch   // what of it the plan reads, by rank
	Part  bool             // Map is asked for a part of the table
	Page  int              // $top, 0 for none
	Match *wire.MatchReply // of the plan; nil while it is counted
}

// index is what a plan touches of the table; false while its keys are not known as a whole. starts are the keys at which a lesson cuts
// its tables.
func (t Table) index(starts []string) (anatomy.Picture, bool) {
	m := t.Map
	if t.Plan == nil || m == nil || m.Inside || m.View.To-m.View.From < m.Entities {
		return anatomy.Picture{}, false
	}
	index := &anatomy.Index{Page: t.Page, Starts: append([]string{}, starts...)} // else the answer has fewer pages than the picture
	for _, s := range m.Segments {
		index.Parts = append(index.Parts, anatomy.Part{First: s.FirstKey, Last: s.LastKey, Partitions: s.Partitions, Entities: s.To - s.From})
	}
	var reads []anatomy.Stretch
	for _, r := range t.Reads {
		reads = append(reads, anatomy.Stretch{From: r.From, To: r.To})
	}
	p := anatomy.Of(index, t.Plan.Class, reads)
	if t.Match != nil && len(p.Servers) < 2 { // the count knows of no servers
		p.Filled = t.Match.RoundTrips
	}
	return p, true
}

// Picture draws the table, or says why it cannot. starts are the keys at which a lesson cuts it, nil where none does.
func (t Table) Picture(starts []string) app.UI {
	picture, ok := t.index(starts)
	switch {
	case t.Plan == nil:
		return H("p.dim", "The picture comes with the plan of a finished filter.")
	case !ok && t.Part:
		return H("p.dim", "The key map shows a part of the table. The picture comes when it shows the whole table.")
	case !ok:
		return H("p.dim", "Reading the keys…")
	}
	note := "Drawn from the keys of this table; nothing is estimated."
	if starts != nil {
		note += " The lesson says where a server's share begins."
	}
	return indexPicture(picture, note)
}

// classExamples are filters on the made-up orders, one for each of page.Classes.
var classExamples = []string{
	"PartitionKey eq '2026-05' and RowKey eq '0123'",
	"PartitionKey eq '2026-05' and RowKey ge '0100' and RowKey lt '0300'",
	"PartitionKey ge '2026-04' and PartitionKey lt '2026-08'",
	"RowKey eq '0123'",
}

// IndexModel is the picture of a made-up table under a filter that its reader edits, for pages that show no table.
type IndexModel struct {
	app.Compo

	edited bool
	filter string
}

func (x *IndexModel) Render() app.UI {
	filter := x.filter
	if !x.edited {
		filter = classExamples[1]
	}
	e, err := filterlang.Parse(filter)
	if strings.TrimSpace(filter) == "" {
		e, err = nil, nil
	}
	var shown app.UI
	if err != nil {
		shown = H("p.err role=status", "The filter cannot be read: "+err.Error())
	} else {
		plan := filterlang.NewPlan(e)
		shown = H("div role=status", H("p.row", Badge(plan.Class, page.Mark(plan.Class))), indexPicture(anatomy.Of(anatomy.Orders(), plan.Class, anatomy.ReadOfOrders(plan)),
			"A model: a made-up table of a year's orders, 12 months of 500 on 3 servers."))
	}
	return H("div.index-model", H("label for=index-filter", "A filter on a made-up table: PartitionKeys from '2026-01' to '2026-12', RowKeys from '0000' to '0499'"),
		H("input.mono#index-filter type=text autocomplete=off spellcheck=false maxlength=300", Value(filter),
			Listen("input", func(ctx app.Context, e app.Event) { x.take(ctx, e.Get("target").Get("value").String()) }, app.EventScope("index"))),
		H("div.row", Each(len(classExamples), func(i int) app.UI {
			return H("button.btn.small type=button", Attr("aria-pressed", strconv.FormatBool(classExamples[i] == filter)),
				Listen("click", func(ctx app.Context, e app.Event) { x.take(ctx, classExamples[i]) }, app.EventScope(i)), page.Classes[i].String())
		})),
		shown)
}

func (x *IndexModel) take(ctx app.Context, filter string) {
	x.edited, x.filter = true, filter
	ctx.Update()
}
