package partitions

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Panel is the screen of a table's partitions: which there are, how their sizes are spread, what properties the
// entities have and what kinds of entities there are.
type Panel struct {
	app.Compo
	Store  Sender
	Parts  *Model
	Census *filterlang.Census // nil until it came
	Exact  *Recount           // what of it was counted
	Table  string
	Source string // account, "" for this browser
	Step   int    // at which the first lesson goes on, 0 when it was not begun

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
func (p *Panel) OnMount(ctx app.Context) { p.OnUpdate(ctx) }
func (p *Panel) OnUpdate(ctx app.Context) {
	if !p.whole && p.Parts.Reply != nil {
		ctx.After(2*frame, func(ctx app.Context) {
			p.whole = true
			ctx.Update()
		})
	}
}

func (p *Panel) Render() app.UI {
	switch {
	case p.Source != "":
		return H("section.parts", H("div.advice-box",
			H("h1", "Partitions"),
			H("p", "The service does not list the partitions of a table; to find them, all of it has to be read. Count… reads the keys, says first what that costs, and lists the largest partitions. For a copy in this browser, all partitions are shown here."),
			H("div.row", Press(p.Store, ".btn#parts-count", "Count them…", page.CountWanted{}), Press(p.Store, ".btn.primary#parts-pull", "Pull a copy…", page.PullPressed{Table: p.Table}))))
	case p.Table == "":
		return NoTable(p.Store, "Open one, and its partitions are listed here by size.", p.Step)
	case p.Parts.Failed != nil:
		return H("section.parts", H("p.failure role=alert", "The partitions could not be listed: "+p.Parts.Failed.Message))
	case p.Parts.Reply == nil:
		return H("section.parts", H("p.dim role=status", "Reading the partitions of "+p.Table+"…"))
	}
	r := p.Parts.Reply
	if r.Entities == 0 {
		return EmptyTable(p.Store, "Each PartitionKey is listed here as soon as there is an entity.", page.ScreenChosen{Screen: page.QueryScreen}, page.NewEntityPressed{})
	}
	return H("section.parts aria-label=Partitions",
		H("div.crumb.wide", H("h1", p.Table), H("span.dim", words.Count(r.Entities, "entity", "entities")+" · "+words.Count(r.Partitions, "partition", "partitions")+" · "+words.Bytes(r.Bytes)), H("span.grow"), Press(p.Store, ".btn.small#parts-save", "Save as CSV", Saved{}, Title("All partitions in this order, each with its entities and bytes"))),
		p.list(), H("div.beside", p.sizes(), p.kinds()), Slot(p.Parts.Told(), p.census))
}

// list is the window of the partition list.
func (p *Panel) list() app.UI {
	r := p.Parts.Reply
	end := r.First + len(r.List)
	lines := len(r.List)
	if !p.whole {
		lines = min(lines, firstLines())
	}
	turn := func(id, text, name string, first int, stop bool) app.UI {
		return Press(p.Store, ".btn.small#parts-"+id, text, Paged{First: first}, Label(name), Off(stop))
	}
	return H("section.card#parts-list",
		H("div.row.pager", H("h2", "Partitions"), p.find(), H("span.grow"),
			turn("first", "⇤", "First partitions", 0, r.First == 0), turn("back", "←", "Partitions before", r.First-Lines, r.First == 0),
			H("span.num#parts-at", words.Number(r.First+1)+"–"+words.Number(end)+" of "+words.Number(r.Partitions)),
			turn("next", "→", "Partitions after", r.First+Lines, end >= r.Partitions), turn("last", "⇥", "Last partitions", p.Parts.LastWindow(), end >= r.Partitions)),
		H("div.lines", H("table",
			H("thead", H("tr", p.head("PartitionKey", wire.ByKey, "ascending"), p.head("Entities", wire.ByEntities, "descending"), p.head("Bytes", wire.ByBytes, "descending"), H("th.num scope=col", "Share"))),
			H("tbody", Listen("click", p.onLine, app.EventScope("lines")), Listen("keydown", p.onLineKey, app.EventScope("lines-key")), Each(lines, func(i int) app.UI {
				s := r.List[i]
				return H("tr",
					H("th scope=row", p.line(i, s.Key)),
					H("td.num", words.Number(s.Entities)), H("td.num", words.Bytes(s.Bytes)), H("td.num", words.Share(int64(s.Entities), int64(r.Entities))))
			})))))
}

// find looks for a key by its beginning; Enter and the arrow down go on to its line.
func (p *Panel) find() app.UI {
	return H("span.row.find",
		H("input#parts-find type=search autocomplete=off spellcheck=false size=14 placeholder=Find…", Label("Find a PartitionKey by its beginning"), Value(p.Parts.Find),
			Typed(p.Store, "input", "parts-find", func(v string) page.Msg { return Sought{Find: v} }),
			Listen("keyup", func(ctx app.Context, e app.Event) { // when the key is up: else its press would go to the line too
				if key := e.Get("key").String(); key == "Enter" || key == "ArrowDown" {
					p.Store.Send(LineChosen{Line: p.Parts.Line})
				}
			}, app.EventScope("parts-find-key"))),
		H("span.dim#parts-found role=status", p.Parts.Found))
}

// head is the head of a column that the list can be in the order of.
func (p *Panel) head(text string, order wire.PartitionOrder, direction string) app.UI {
	what, sorted, mark := "th", "none", ""
	if order != wire.ByKey {
		what = "th.num"
	}
	if order == p.Parts.Shown {
		sorted, mark = direction, map[string]string{"ascending": " ▲", "descending": " ▼"}[direction]
	}
	return H(what+" scope=col aria-sort="+sorted, Press(p.Store, ".sort#by-"+string(order), text+mark, Ordered{Order: order}, Label(text)))
}

// line is the button of a partition. The list is one tab stop; arrow keys go from line to line and on to the next window. What
// happens to a line is heard by the list: listeners of each were a hundred to make before the first paint.
func (p *Panel) line(i int, key string) app.UI {
	index := -1
	if i == p.Parts.Line {
		index = 0
	}
	return Button("line mono", words.Clip(page.KeyText(key), 120)).ID(LineID(i)).TabIndex(index).Attr("title", "Query this partition: "+page.KeyWhole(key)).
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

func (p *Panel) onLine(_ app.Context, e app.Event) {
	if i, r := lineOf(e), p.Parts.Reply; i >= 0 && r != nil && i < len(r.List) {
		p.Store.Send(Chosen{Key: r.List[i].Key})
	}
}

func (p *Panel) onLineKey(_ app.Context, e app.Event) {
	i, r := lineOf(e), p.Parts.Reply
	if i < 0 || r == nil {
		return
	}
	by, ok := map[string]int{"ArrowDown": 1, "ArrowUp": -1, "Home": -i, "End": Lines - i - 1}[e.Get("key").String()]
	if ok {
		e.PreventDefault()
		to := i + by
		if by > 1 {
			to = len(r.List) - 1
		}
		p.Store.Send(LineChosen{Line: to})
	}
}

// sizes is the histogram of the sizes, drawn or as a table.
func (p *Panel) sizes() app.UI {
	list := p.Parts.Reply.Sizes
	if len(list) == 0 {
		return H("div.slot")
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
				SVG("text").Class("size").Attr("y", y+12).Body(app.Text(classText(c)+" · "+words.Count(c.Partitions, "partition", "partitions"))),
				SVG("rect").Class("track").Attr("y", y+17).Attr("width", "100%").Attr("height", 7))
			if c.Partitions > 0 {
				body = append(body, SVG("rect").Class("sized").Attr("y", y+17).Attr("width", Percent(max(0.5, 100*float64(c.Partitions)/float64(most)))).Attr("height", 7))
			}
		}
		return SVG("svg").Class("sizes").Attr("role", "img").Attr("aria-label", "Histogram: partitions by the number of their entities. “As table” has the numbers.").Attr("width", "100%").Attr("height", len(list)*30).Body(body...)
	}
	if p.Parts.Bars {
		what = "As drawing"
		drawing = func() app.UI {
			return H("div.lines tabindex=0 role=region", Label("Sizes"), H("table",
				H("thead", H("tr", H("th scope=col", "Entities in a partition"), H("th.num scope=col", "Partitions"), H("th.num scope=col", "Entities in all"))),
				H("tbody", Each(len(list), func(i int) app.UI {
					c := list[i]
					return H("tr", H("th scope=row", classText(c)), H("td.num", words.Number(c.Partitions)), H("td.num", words.Number(c.Entities)))
				}))))
		}
	}
	return H("section.card#parts-sizes",
		H("div.row", H("h2", "Sizes"), H("span.grow"), Slot(p.Parts.Bars, func() app.UI { return CopyTable(p.Store, "sizes") }), Press(p.Store, ".btn.small#bars", what, BarsToggled{})),
		H("div", drawing()))
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
func (p *Panel) kinds() app.UI {
	ps := p.Parts
	ways := []struct {
		by   wire.KindsBy
		text string
	}{{wire.ByProperties, "which properties they have"}, {wire.ByRowKey, "the beginning of the RowKey"}, {wire.ByPartitionKey, "the beginning of the PartitionKey"}}
	var note, list, rest any
	switch r := ps.Kinds; {
	case ps.Refused != nil:
		note = H("p.failure role=alert", "The kinds could not be found: "+ps.Refused.Message)
	case ps.Counting && ps.Scanned.Total > 0 && r == nil:
		note = H("p.dim role=status", "Looked at "+words.Number(ps.Scanned.Done)+" of "+words.Number(ps.Scanned.Total)+" entities…")
	case r == nil:
		note = H("p.dim role=status", "Looking…")
	default:
		if ps.Old && ps.By != wire.ByProperties {
			note = H("div.row", H("span.dim", "The table has changed since."), Press(p.Store, ".btn.small#kinds-again", "Look again", KindsChosen{By: ps.By}))
		}
		note = H("div", H("p.dim", whatKind[ps.By]), note)
		first := firstKinds(r)
		list = H("ul", Each(first, func(i int) app.UI { return p.kind(i, r) }))
		rest = H("div", Slot(first < len(r.Kinds), func() app.UI {
			return H("details#kinds-rare", H("summary", words.Number(len(r.Kinds)-first)+" more kinds, each with less than 1 % of the entities"),
				H("ul", Each(len(r.Kinds)-first, func(i int) app.UI { return p.kind(first+i, r) })))
		}), more(r))
	}
	return H("section.card#parts-kinds",
		H("div.row", H("h2", "Kinds of entities"), H("span.grow"), H("label.dim for=kinds-by", "Group by"),
			H("select.btn.small#kinds-by", Each(len(ways), func(i int) app.UI {
				return H("option", Value(ways[i].by), On(ways[i].by == ps.By), ways[i].text)
			}), Typed(p.Store, "change", "kinds-by", func(v string) page.Msg { return KindsChosen{By: wire.KindsBy(v)} }))),
		note, list, rest)
}

// whatKind says what makes a kind.
var whatKind = map[wire.KindsBy]string{
	wire.ByProperties:   "Entities that share more than half of their properties are one kind. Its name lists the properties that all of its entities have.",
	wire.ByRowKey:       "RowKeys of a kind begin alike, up to the first digit or separator.",
	wire.ByPartitionKey: "PartitionKeys of a kind begin alike, up to the first digit or separator.",
}

// firstKinds is how many kinds are in view: those with a hundredth of the entities or more, and all where that leaves out but one.
func firstKinds(r *wire.KindsReply) int {
	n := 0
	for n < len(r.Kinds) && r.Kinds[n].Entities*100 >= r.Entities {
		n++
	}
	if n == 0 || n+1 >= len(r.Kinds) {
		n = len(r.Kinds)
	}
	return n
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
	return H("p.dim", text+" with "+words.Count(r.Rest, "entity", "entities")+" together.")
}

// shownColumns is the most columns of a kind that are listed.
const shownColumns = 30

// kindNames is the most properties that the name of a kind lists.
const kindNames = 4

// kindName names a kind by the properties that each of its entities has.
func kindName(k *wire.Kind) string {
	var names []string
	for _, c := range k.Columns {
		if c.Count == k.Entities {
			names = append(names, words.Clip(c.Name, 40))
		}
	}
	switch n := len(names); {
	case n == 0:
		return "No common property"
	case n > kindNames:
		return strings.Join(names[:kindNames], ", ") + " and " + words.Number(n-kindNames) + " more"
	}
	return strings.Join(names, ", ")
}

func (p *Panel) kind(i int, r *wire.KindsReply) app.UI { return Kind(i, r, p.Parts.By) }

// Kind is a kind of entities as an item of a list.
func Kind(i int, r *wire.KindsReply, by wire.KindsBy) app.UI {
	k := r.Kinds[i]
	var name app.UI
	switch {
	case by == wire.ByProperties && len(k.Columns) == 0:
		name = H("b", "No properties")
	case by == wire.ByProperties:
		name = H("b", kindName(&k))
	case k.Prefix == "":
		name = H("b", "Begins with a digit, or is empty")
	default:
		name = H("b.mono", words.Clip(k.Prefix, 60)+"…")
	}
	shown := min(len(k.Columns), shownColumns)
	whole := 0 // columns that each has, which come first
	for whole < shown && k.Columns[whole].Count == k.Entities {
		whole++
	}
	var rest any
	if shown < len(k.Columns) {
		rest = H("span.dim", "and "+words.Number(len(k.Columns)-shown)+" more")
	}
	return H("li.kind",
		H("div.row", H("span.mark aria-hidden=true", marks[(i+i/len(marks))%len(marks)]), name, H("span.grow"),
			H("span.num", words.Count(k.Entities, "entity", "entities")+" · "+words.Share(int64(k.Entities), int64(r.Entities)))),
		H("div.columns", Each(shown, func(i int) app.UI {
			c := k.Columns[i]
			text := c.Name + " " + typesText(c.Types, c.Count)
			if c.Count < k.Entities {
				text += " · in " + words.Share(int64(c.Count), int64(k.Entities))
			}
			if i == whole && whole > 0 {
				return H("span", H("span.dim", "some have: "), H("span.tag", text))
			}
			return H("span.tag", text)
		}), rest))
}

// typesText lists types, with their shares when there are several.
func typesText(types []filterlang.TypeCount, count int) string {
	var list []string
	for _, t := range types {
		text := t.Type.String()
		if len(types) > 1 {
			text += "\u00a0" + strings.ReplaceAll(words.Share(int64(t.Count), int64(count)), " ", "\u00a0") // a type stays on the line of its share
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func (p *Panel) census() app.UI { return Properties(p.Store, p.Census, p.Exact) }

// Properties is the property census of a table, with what of it was counted; counted is nil where the values are not going to be.
func Properties(store Sender, c *filterlang.Census, counted *Recount) app.UI {
	if c == nil || len(c.Properties) == 0 {
		return H("section.card#parts-census", H("h2", "Properties"), H("p.dim", "No entity has a property besides its keys."))
	}
	shown := min(len(c.Properties), CensusLines)
	var rest any
	if shown < len(c.Properties) {
		rest = H("p.dim", "and "+words.Number(len(c.Properties)-shown)+" properties more")
	}
	note := "All numbers are exact."
	estimates := "Counting the values… ≈ marks what is not exact yet."
	passed := counted == nil // the entities were read one after the other, and none was taken away
	if passed {
		counted, estimates = &Recount{}, "≈ marks an estimate, mostly within 3 %; all other numbers are exact."
	}
	switch {
	case counted.Failed != nil:
		note = "The values could not be counted, and ≈ marks an estimate: " + counted.Failed.Message
	case counted.Estimates(c):
		note = estimates
	}
	return H("section.card#parts-census",
		H("div.row", H("h2", "Properties"), H("span.grow"), CopyTable(store, "properties"), HowComputed(store, "numbers")),
		H("p.dim", note), // a line of its own, which is as high while the values are counted as afterwards
		H("div.lines tabindex=0 role=region", Label("Properties"), H("table",
			H("thead", H("tr", H("th scope=col", "Property"), H("th scope=col", "Types"), H("th.num scope=col", "Entities"), H("th.num scope=col", "Fill"), H("th.num scope=col", "Distinct"), H("th.num scope=col", "Longest"))),
			H("tbody", Each(shown, func(i int) app.UI {
				q := c.Properties[i]
				types := H("td", typesText(q.Types, q.Count))
				if len(q.Types) > 1 {
					types = H("td", H("span.tag.odd", "mixed"), " "+typesText(q.Types, q.Count))
				}
				n, most, exact := counted.Of(q)
				about := ""
				if !exact {
					about = "≈ "
				}
				longest := "–"
				switch {
				case most > 0 && passed:
					longest = words.Number(most)
				case most > 0:
					longest = about + words.Number(most)
				}
				return H("tr", H("th.mono scope=row", q.Name), types, H("td.num", words.Number(q.Count)), H("td.num", filled(q.Count, c.Entities)), H("td.num", about+words.Number(n)), H("td.num", longest))
			})))), rest)
}

// filled is a share of a column of shares: each has a digit after the point, so that they stand below each other.
func filled(part, whole int) string {
	text := words.Share(int64(part), int64(whole))
	if part == 0 || part == whole || strings.Contains(text, ".") {
		return text
	}
	return strings.Replace(text, " ", ".0 ", 1)
}
