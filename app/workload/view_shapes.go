package workload

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/workload"
	"rangefinder/filterlang"
)

// column is a figure of shapes.
type column struct {
	head  string
	class string // of its cells
	text  func(*workload.Shape) string
}

// unknown stands where a log does not have a figure.
const unknown = "–"

// columns are the figures that the log has of any of the shapes.
func (p *Panel) columns(list []*workload.Shape) (known []column) {
	calls := int64(p.Workload.Latest().Reply.Calls)
	figure := func(is bool, text func() string) string {
		if !is {
			return unknown
		}
		return text()
	}
	for _, c := range [...]column{
		{"Calls", ".num", func(s *workload.Shape) string { return words.Number(s.Calls) }},
		{"Of all calls", ".num", func(s *workload.Shape) string { return words.Share(int64(s.Calls), calls) }},
		{"Calls an hour", ".num", func(s *workload.Shape) string {
			return figure(s.PerHour > 0, func() string { return words.Rounded(s.PerHour) })
		}},
		{"p50", ".num", func(s *workload.Shape) string {
			return figure(s.Timed > 0, func() string { return words.Micros(s.P50.Microseconds()) })
		}},
		{"p95", ".num", func(s *workload.Shape) string {
			return figure(s.Timed > 0, func() string { return words.Micros(s.P95.Microseconds()) })
		}},
		{"Bytes", ".num", func(s *workload.Shape) string {
			return figure(s.BytesOut > 0, func() string { return words.Bytes(s.BytesOut) })
		}},
		{"Status", "", Statuses},
		{"Retries", ".num", func(s *workload.Shape) string {
			return figure(s.Retries > 0, func() string { return words.Number(s.Retries) })
		}},
	} {
		if slices.ContainsFunc(list, func(s *workload.Shape) bool { return c.text(s) != unknown }) {
			known = append(known, c)
		}
	}
	return known
}

// shapes is the list of the latest log's.
func (p *Panel) shapes() app.UI {
	m := p.Workload
	list := m.listed()
	columns := p.columns(list)
	shown := min(len(list), m.Shown)
	body := []app.UI{}
	for i, s := range list[:shown] {
		body = append(body, p.shape(i, s, columns), p.more(i, s, 2+len(columns)))
	}
	var rest any
	if shown < len(list) {
		rest = H("div.row", Press(p.Store, ".btn.small#work-more", "Show "+words.Number(min(moreShapes, len(list)-shown))+" more", MoreWanted{}), H("span.dim", words.Number(shown)+" of "+words.Count(len(list), "shape", "shapes")))
	}
	return H("section.card#work-shapes",
		H("div.row", H("h2", "Shapes"), H("span.grow"), p.tables(), CopyTable(p.Store, "shapes")),
		H("div.lines tabindex=0 role=region", Label("Shapes"), H("table.work-table",
			H("thead", H("tr", H("th scope=col", "Shape"), H("th scope=col", "Class"), Each(len(columns), func(i int) app.UI { return H("th"+columns[i].class+" scope=col", columns[i].head) }))),
			H("tbody", body))),
		rest, H("p.dim", m.footnote(columns)))
}

// footnote explains the order and the figures of the list.
func (m *Model) footnote(columns []column) string {
	text := "What reads most comes first: by class, and then by calls."
	if exact(m.Latest().Reply.Shapes) {
		text = "What examined most entities comes first."
	}
	if !slices.ContainsFunc(columns, func(c column) bool { return c.head == "p50" }) {
		return text
	}
	return text + " p50 and p95 are durations from the log: half of the calls took no longer than p50, and 95 % no longer than p95. The load of the service and the network are part of them, so a query can be slow although it reads little."
}

// exact reports whether all queries tell what they examined.
func exact(shapes []workload.Shape) bool {
	queries := 0
	for i := range shapes {
		if s := &shapes[i]; s.Operation == workload.Query {
			if queries++; s.Measured < s.Calls {
				return false
			}
		}
	}
	return queries > 0
}

// tables chooses whose shapes are listed.
func (p *Panel) tables() app.UI {
	names := p.Workload.Tables()
	return H("span.row", H("label.dim for=work-of", "Table"), H("select.btn.small#work-of", H("option", Value(""), On(p.Workload.Table == ""), "All tables"),
		Each(len(names), func(i int) app.UI {
			return H("option", Value(names[i]), On(strings.EqualFold(names[i], p.Workload.Table)), names[i])
		}), Typed(p.Store, "change", "work-of", func(v string) page.Msg { return TableChosen{Table: v} })))
}

// badge is the class of a shape, or that it is a write.
func badge(s *workload.Shape) app.UI {
	if c, ok := classOf(s.Class); ok && (s.Operation == workload.Query || s.Operation == workload.PointRead) {
		return Badge(c, page.Mark(c))
	}
	if s.Class == "refused" {
		return H("span.tag.odd", "refused")
	}
	return H("span.tag", map[bool]string{true: "write", false: "other"}[s.Operation.Writes()])
}

func (p *Panel) shape(i int, s *workload.Shape, columns []column) app.UI {
	key := keyOf(s)
	return H("tr",
		H("th scope=row", Attr(WholeText, ShapeText(s)), Press(p.Store, ".line.mono.work-shape#work-shape-"+strconv.Itoa(i), words.Clip(ShapeText(s), 240), ShapeOpened{Key: key}, Expanded(p.Workload.Open == key)), H("span.n", Beneath(s))),
		H("td", badge(s)), Each(len(columns), func(i int) app.UI { return H("td"+columns[i].class, columns[i].text(s)) }))
}

// more is the line under a shape, across the columns: what is behind it when it is open.
func (p *Panel) more(i int, s *workload.Shape, across int) app.UI {
	if p.Workload.Open != keyOf(s) {
		return H("tr.hidden", H("td"))
	}
	return H("tr.more", H("td colspan="+strconv.Itoa(across), p.behind("work-q"+strconv.Itoa(i), s)))
}

// behind is an example of a shape, what is to be said of its plan, and the way to the query.
func (p *Panel) behind(id string, s *workload.Shape) app.UI {
	var in []any
	if c, ok := classOf(s.Class); ok {
		in = append(in, H("p", H("b", strings.ToUpper(c.String()[:1])+c.String()[1:]+": "), page.Meaning(c)+" "+page.Price(c)))
	}
	if s.Measured > 0 {
		in = append(in, H("p", "Examined "+words.Number(int(s.Examined))+" and returned "+words.Count(int(s.Returned), "entity", "entities")+" in "+words.Count(s.Measured, "call", "calls")+"."))
	}
	if s.Continued > 0 {
		in = append(in, H("p", words.Count(s.Continued, "call asks", "calls ask")+" for the next page of an earlier call."))
	}
	switch {
	case s.Example != "":
		in = append(in, H("p", "For example:"), H("pre.code.work-example tabindex=0 role=region", Label("Example "+id), s.Example))
	case s.Operation == workload.Query && s.Text != "":
		in = append(in, H("p.dim", "No example is shown: what there is looks as if it held an address or a signature, or was cut off."))
	case s.Operation == workload.PointRead:
		in = append(in, H("p.dim", "A log's addresses hold keys of entities. They are not kept, so there is no example."))
	case s.Operation.Writes():
		in = append(in, H("p.dim", "A write has no plan. The design lab tells what it costs under other keys, and the simulator which partitions it makes hot."))
	}
	for k, f := range s.Findings {
		in = append(in, p.finding(id+"-"+strconv.Itoa(k), s, &f))
	}
	if s.Operation == workload.Query && s.Class != "refused" && (s.Example != "" || s.Text == "") {
		in = append(in, H("div.row", Press(p.Store, ".btn.small.primary#"+id, "Open as a query", QueryPressed{Key: keyOf(s), Filter: s.Example}, Title("With its plan, on the table of this browser"))))
	}
	return H("div.work-behind", in...)
}

// finding is something worth saying about the plan, with other ways to ask.
func (p *Panel) finding(id string, s *workload.Shape, f *filterlang.Finding) app.UI {
	return H("div.work-finding", H("p", map[filterlang.Severity]string{filterlang.Info: "ℹ ", filterlang.Advice: "→ ", filterlang.Warning: "! "}[f.Severity]+f.Message),
		H("div.row", Each(len(f.Rewrites), func(k int) app.UI {
			r := f.Rewrites[k]
			title := strings.Join(r.Filters, "  |  ")
			if len(r.Filters) > 1 {
				return H("p.dim", r.Title+": "+words.Clip(title, 400))
			}
			return Press(p.Store, ".btn.small#"+id+"-"+strconv.Itoa(k), r.Title, QueryPressed{Key: keyOf(s), Filter: title}, Title(words.Clip(title, 300)))
		})))
}
