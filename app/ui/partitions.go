package ui

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// PartitionPanel is the screen of a table's partitions: which there are, how their sizes are spread, what properties the
// entities have and what kinds of entities there are.
type PartitionPanel struct {
	app.Compo
	Store  *state.Store
	Parts  *state.Partitions
	Census *filterlang.Census // nil until it came
	Exact  *state.Recount     // what of it was counted
	Table  string
	Source string // account, "" for this browser

	whole bool // all lines of the list are drawn, not only those that are seen at first
}

// frame is the time from one painting of the screen to the next.
const frame = time.Second / 60

// firstLines is how many lines of the list are drawn before the first paint: as many as the list shows, which is up to 58 % of the
// window (panels.css) in lines of at least 25 pixels.
func firstLines() int {
	if height := app.Window().Get("innerHeight").Int(); height > 0 {
		return height*58/100/25 + 1
	}
	return 24
}

// OnMount and OnUpdate draw what is left of the list when its beginning is on screen.
func (p *PartitionPanel) OnMount(ctx app.Context) { p.OnUpdate(ctx) }
func (p *PartitionPanel) OnUpdate(ctx app.Context) {
	if !p.whole && p.Parts.Reply != nil {
		ctx.After(2*frame, func(ctx app.Context) {
			p.whole = true
			ctx.Update()
		})
	}
}

func (p *PartitionPanel) Render() app.UI {
	switch {
	case p.Source != "":
		return h("section.parts", h("div.advice-box",
			h("h1", "Partitions"),
			h("p", "The service does not tell which partitions a table has: only reading all of it would. Pull a copy into this browser, and its partitions are shown here."),
			h("div.row", press(p.Store, ".btn.primary#parts-pull", "Pull a copy…", state.PullPressed{Table: p.Table}))))
	case p.Table == "":
		return noTable(p.Store, "Open one, and its partitions are listed here by size.")
	case p.Parts.Failed != nil:
		return h("section.parts", h("p.failure role=alert", "The partitions could not be listed: "+p.Parts.Failed.Message))
	case p.Parts.Reply == nil:
		return h("section.parts", h("p.dim role=status", "Reading the partitions of "+p.Table+"…"))
	}
	r := p.Parts.Reply
	if r.Entities == 0 {
		return emptyTable(p.Store, "Each PartitionKey is listed here as soon as there is an entity.")
	}
	return h("section.parts aria-label=Partitions",
		h("div.crumb.wide", h("h1", p.Table), h("span.dim", words.Count(r.Entities, "entity", "entities")+" · "+words.Count(r.Partitions, "partition", "partitions")+" · "+words.Bytes(r.Bytes)), h("span.grow"), press(p.Store, ".btn.small#parts-save", "Save as CSV", state.PartitionsSaved{}, title("All partitions in this order, each with its entities and bytes"))),
		p.list(), h("div.beside", p.sizes(), p.kinds()), slot(p.Parts.Told(), p.census))
}

// list is the window of the partition list.
func (p *PartitionPanel) list() app.UI {
	r := p.Parts.Reply
	end := r.First + len(r.List)
	lines := len(r.List)
	if !p.whole {
		lines = min(lines, firstLines())
	}
	page := func(id, text, name string, first int, stop bool) app.UI {
		return press(p.Store, ".btn.small#parts-"+id, text, state.PartitionsPaged{First: first}, label(name), off(stop))
	}
	return h("section.card#parts-list",
		h("div.row.pager", h("h2", "Partitions"), p.find(), h("span.grow"),
			page("first", "⇤", "First partitions", 0, r.First == 0), page("back", "←", "Partitions before", r.First-state.PartitionLines, r.First == 0),
			h("span.num#parts-at", words.Number(r.First+1)+"–"+words.Number(end)+" of "+words.Number(r.Partitions)),
			page("next", "→", "Partitions after", r.First+state.PartitionLines, end >= r.Partitions), page("last", "⇥", "Last partitions", p.Parts.LastWindow(), end >= r.Partitions)),
		h("div.lines", h("table",
			h("thead", h("tr", p.head("PartitionKey", wire.ByKey, "ascending"), p.head("Entities", wire.ByEntities, "descending"), p.head("Bytes", wire.ByBytes, "descending"), h("th.num scope=col", "Share"))),
			h("tbody", hear{"click", p.onLine, app.EventScope("lines")}, hear{"keydown", p.onLineKey, app.EventScope("lines-key")}, each(lines, func(i int) app.UI {
				s := r.List[i]
				return h("tr",
					h("th scope=row", p.line(i, s.Key)),
					h("td.num", words.Number(s.Entities)), h("td.num", words.Bytes(s.Bytes)), h("td.num", words.Share(int64(s.Entities), int64(r.Entities))))
			})))))
}

// find looks for a key by its beginning; Enter and the arrow down go on to its line.
func (p *PartitionPanel) find() app.UI {
	return h("span.row.find",
		h("input#parts-find type=search autocomplete=off spellcheck=false size=14 placeholder=Find…", label("Find a PartitionKey by its beginning"), value(p.Parts.Find),
			typed(p.Store, "input", "parts-find", func(v string) state.Msg { return state.PartitionSought{Find: v} }),
			hear{"keyup", func(ctx app.Context, e app.Event) { // when the key is up: else its press would go to the line too
				if key := e.Get("key").String(); key == "Enter" || key == "ArrowDown" {
					p.Store.Send(state.PartitionLine{Line: p.Parts.Line})
				}
			}, app.EventScope("parts-find-key")}),
		h("span.dim#parts-found role=status", p.Parts.Found))
}

// head is the head of a column that the list can be in the order of.
func (p *PartitionPanel) head(text string, order wire.PartitionOrder, direction string) app.UI {
	what, sorted, mark := "th", "none", ""
	if order != wire.ByKey {
		what = "th.num"
	}
	if order == p.Parts.Shown {
		sorted, mark = direction, map[string]string{"ascending": " ▲", "descending": " ▼"}[direction]
	}
	return h(what+" scope=col aria-sort="+sorted, press(p.Store, ".sort#by-"+string(order), text+mark, state.PartitionsOrdered{Order: order}, label(text)))
}

// line is the button of a partition. The list is one tab stop; arrow keys go from line to line and on to the next window. What
// happens to a line is heard by the list: listeners of each were a hundred to make before the first paint.
func (p *PartitionPanel) line(i int, key string) app.UI {
	index := -1
	if i == p.Parts.Line {
		index = 0
	}
	return button("line mono", words.Clip(state.KeyText(key), 120)).ID(state.PartitionID(i)).TabIndex(index).Attr("title", "Query this partition: "+state.KeyWhole(key)).
		Attr("aria-current", strconv.FormatBool(i == p.Parts.Line && p.Parts.Found != ""))
}

// lineOf returns the line of an event, -1 for none.
func lineOf(e app.Event) int {
	line := e.Get("target").Call("closest", "button.line")
	if !line.Truthy() {
		return -1
	}
	i, err := strconv.Atoi(strings.TrimPrefix(line.Get("id").String(), "partition-"))
	if err != nil {
		return -1
	}
	return i
}

func (p *PartitionPanel) onLine(_ app.Context, e app.Event) {
	if i, r := lineOf(e), p.Parts.Reply; i >= 0 && r != nil && i < len(r.List) {
		p.Store.Send(state.PartitionChosen{Key: r.List[i].Key})
	}
}

func (p *PartitionPanel) onLineKey(_ app.Context, e app.Event) {
	i, r := lineOf(e), p.Parts.Reply
	if i < 0 || r == nil {
		return
	}
	by, ok := map[string]int{"ArrowDown": 1, "ArrowUp": -1, "Home": -i, "End": state.PartitionLines - i - 1}[e.Get("key").String()]
	if ok {
		e.PreventDefault()
		to := i + by
		if by > 1 {
			to = len(r.List) - 1
		}
		p.Store.Send(state.PartitionLine{Line: to})
	}
}

// sizes is the histogram of the sizes, drawn or as a table.
func (p *PartitionPanel) sizes() app.UI {
	list := p.Parts.Reply.Sizes
	if len(list) == 0 {
		return h("div.slot")
	}
	most := 0
	for _, c := range list {
		most = max(most, c.Partitions)
	}
	what := "As table"
	drawing := func() app.UI {
		var body []app.UI
		for i, c := range list {
			y := i * 30
			body = append(body,
				elem("text").Class("size").Attr("y", y+12).Body(app.Text(classText(c)+" · "+words.Count(c.Partitions, "partition", "partitions"))),
				elem("rect").Class("track").Attr("y", y+17).Attr("width", "100%").Attr("height", 7))
			if c.Partitions > 0 {
				body = append(body, elem("rect").Class("sized").Attr("y", y+17).Attr("width", percent(max(0.5, 100*float64(c.Partitions)/float64(most)))).Attr("height", 7))
			}
		}
		return elem("svg").Class("sizes").Attr("role", "img").Attr("aria-label", "Histogram: partitions by the number of their entities. “As table” has the numbers.").Attr("width", "100%").Attr("height", len(list)*30).Body(body...)
	}
	if p.Parts.Bars {
		what = "As drawing"
		drawing = func() app.UI {
			return h("div.lines tabindex=0 role=region", label("Sizes"), h("table",
				h("thead", h("tr", h("th scope=col", "Entities in a partition"), h("th.num scope=col", "Partitions"), h("th.num scope=col", "Entities in all"))),
				h("tbody", each(len(list), func(i int) app.UI {
					c := list[i]
					return h("tr", h("th scope=row", classText(c)), h("td.num", words.Number(c.Partitions)), h("td.num", words.Number(c.Entities)))
				}))))
		}
	}
	return h("section.card#parts-sizes",
		h("div.row", h("h2", "Sizes"), h("span.grow"), slot(p.Parts.Bars, func() app.UI { return copyTable(p.Store, "sizes") }), press(p.Store, ".btn.small#bars", what, state.BarsToggled{})),
		h("div", drawing()))
}

func classText(c wire.SizeClass) string {
	if c.To == 1 {
		return "1 entity"
	}
	return words.Number(c.From) + "–" + words.Number(c.To) + " entities"
}

// marks tell kinds apart, with colours that the style sheet numbers: 64 pairs.
var marks = [...]string{"●", "■", "▲", "◆", "✚", "★", "▼", "✖"}

// kinds is the kinds of entities with their own columns.
func (p *PartitionPanel) kinds() app.UI {
	ps := p.Parts
	ways := []struct {
		by   wire.KindsBy
		text string
	}{{wire.ByProperties, "which properties they have"}, {wire.ByRowKey, "the beginning of the RowKey"}, {wire.ByPartitionKey, "the beginning of the PartitionKey"}}
	var note, list, rest any
	switch r := ps.Kinds; {
	case ps.Refused != nil:
		note = h("p.failure role=alert", "The kinds could not be told apart: "+ps.Refused.Message)
	case ps.Counting && ps.Scanned.Total > 0 && r == nil:
		note = h("p.dim role=status", "Looked at "+words.Number(ps.Scanned.Done)+" of "+words.Number(ps.Scanned.Total)+" entities…")
	case r == nil:
		note = h("p.dim role=status", "Looking…")
	default:
		if ps.Old && ps.By != wire.ByProperties {
			note = h("div.row", h("span.dim", "The table has changed since."), press(p.Store, ".btn.small#kinds-again", "Look again", state.KindsChosen{By: ps.By}))
		}
		list = h("ul", each(len(r.Kinds), func(i int) app.UI { return p.kind(i, r) }))
		rest = more(r)
	}
	return h("section.card#parts-kinds",
		h("div.row", h("h2", "Kinds of entities"), h("span.grow"), h("label.dim for=kinds-by", "told apart by"),
			h("select.btn.small#kinds-by", each(len(ways), func(i int) app.UI {
				return h("option", value(ways[i].by), on(ways[i].by == ps.By), ways[i].text)
			}), typed(p.Store, "change", "kinds-by", func(v string) state.Msg { return state.KindsChosen{By: wire.KindsBy(v)} }))),
		note, list, rest)
}

// more tells of the kinds that are not listed.
func more(r *wire.KindsReply) any {
	if r.Rest == 0 {
		return nil
	}
	text := words.Count(r.More, "kind", "kinds") + " more"
	if r.Many {
		text = "More than " + text
	}
	return h("p.dim", text+" with "+words.Count(r.Rest, "entity", "entities")+" together.")
}

// shownColumns is the most columns of a kind that are listed.
const shownColumns = 30

func (p *PartitionPanel) kind(i int, r *wire.KindsReply) app.UI {
	k := r.Kinds[i]
	var name app.UI
	switch {
	case p.Parts.By == wire.ByProperties && len(k.Columns) == 0:
		name = h("b", "No properties")
	case p.Parts.By == wire.ByProperties:
		core := 0
		for _, c := range k.Columns {
			if c.Count == k.Entities {
				core++
			}
		}
		text := words.Count(core, "property", "properties")
		if more := len(k.Columns) - core; more > 0 {
			text += " and " + words.Number(more) + " optional"
		}
		name = h("b", text)
	case k.Prefix == "":
		name = h("b", "Begins with a digit, or is empty")
	default:
		name = h("b.mono", words.Clip(k.Prefix, 60)+"…")
	}
	shown := min(len(k.Columns), shownColumns)
	var rest any
	if shown < len(k.Columns) {
		rest = h("span.dim", "and "+words.Number(len(k.Columns)-shown)+" more")
	}
	return h("li.kind",
		h("div.row", h("span.mark aria-hidden=true", marks[(i+i/len(marks))%len(marks)]), name, h("span.grow"),
			h("span.num", words.Count(k.Entities, "entity", "entities")+" · "+words.Share(int64(k.Entities), int64(r.Entities)))),
		h("div.columns", each(shown, func(i int) app.UI {
			c := k.Columns[i]
			text := c.Name + " " + typesText(c.Types, c.Count)
			if c.Count < k.Entities {
				text += " · in " + words.Share(int64(c.Count), int64(k.Entities))
			}
			return h("span.tag", text)
		}), rest))
}

// typesText lists types, with their shares when there are several.
func typesText(types []filterlang.TypeCount, count int) string {
	var list []string
	for _, t := range types {
		text := t.Type.String()
		if len(types) > 1 {
			text += " " + words.Share(int64(t.Count), int64(count))
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// census is the property census.
func (p *PartitionPanel) census() app.UI {
	c := p.Census
	if c == nil || len(c.Properties) == 0 {
		return h("section.card#parts-census", h("h2", "Properties"), h("p.dim", "No entity has a property besides its keys."))
	}
	shown := min(len(c.Properties), state.CensusLines)
	var rest any
	if shown < len(c.Properties) {
		rest = h("p.dim", "and "+words.Number(len(c.Properties)-shown)+" properties more")
	}
	note := "All numbers are exact."
	switch {
	case p.Exact.Failed != nil:
		note = "The values could not be counted, and ≈ marks an estimate: " + p.Exact.Failed.Message
	case p.Exact.Estimates(c):
		note = "Counting the values… ≈ marks an estimate, or what was counted before the table changed."
	}
	return h("section.card#parts-census",
		h("div.row", h("h2", "Properties"), h("span.dim", note), h("span.grow"), copyTable(p.Store, "properties"), howComputed(p.Store, "numbers")),
		h("div.lines tabindex=0 role=region", label("Properties"), h("table",
			h("thead", h("tr", h("th scope=col", "Property"), h("th scope=col", "Types"), h("th.num scope=col", "Entities"), h("th.num scope=col", "Fill"), h("th.num scope=col", "Distinct"), h("th.num scope=col", "Longest"))),
			h("tbody", each(shown, func(i int) app.UI {
				q := c.Properties[i]
				types := h("td", typesText(q.Types, q.Count))
				if len(q.Types) > 1 {
					types = h("td", h("span.tag.odd", "mixed"), " "+typesText(q.Types, q.Count))
				}
				n, most, exact := p.Exact.Of(q)
				about := ""
				if !exact {
					about = "≈ "
				}
				longest := "–"
				if most > 0 {
					longest = about + words.Number(most)
				}
				return h("tr", h("th.mono scope=row", q.Name), types, h("td.num", words.Number(q.Count)), h("td.num", words.Share(int64(q.Count), int64(c.Entities))), h("td.num", about+words.Number(n)), h("td.num", longest))
			})))), rest)
}
