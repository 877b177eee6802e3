package grid

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// maxListed is how many columns the dialog lists at once; the rest is found by name.
const maxListed = 200

// Zones are the time zones that the browser knows.
type Zones interface {
	LocalZone() string
	// ZoneOffset returns the minutes east of UTC of a zone at an instant; false when there is no such zone.
	ZoneOffset(zone string, unix int64) (minutes int, ok bool)
}

// columnPanel draws the dialog of columns.
type columnPanel struct {
	store Sender
	m     *Model
	set   *ColumnSet
	zones Zones
}

// Draw draws the dialog of columns: which are shown, in what order and how wide, sets for other tables, the time zone. It is false when
// another dialog is open.
func Draw(s Sender, m *Model, d *page.Dialog, zones Zones) (Drawn, bool) {
	if d == nil || d.Kind != ChooseColumns {
		return Drawn{}, false
	}
	p := &columnPanel{s, m, page.Held[ColumnSet](d), zones}
	return Drawn{Label: "Columns of " + m.Result.Table, Class: "wide", Body: p.body(d.Err)}, true
}

func (p *columnPanel) body(problem string) []app.UI {
	if p.m.Result.Reply == nil {
		return []app.UI{H("p", "There is no result any more. Run a query to choose its columns.")}
	}
	return []app.UI{
		H("div.row",
			H("input#column-sought type=text autocomplete=off placeholder=Find", Label("Find a column"), Typed(p.store, "input", "column-sought", func(v string) page.Msg { return ColumnSought{Text: v} })),
			Press(p.store, ".btn.small", "Show all", ColumnsHidden{}, Title("At most "+words.Number(MaxShown)+" at once")),
			Press(p.store, ".btn.small", "Hide all", ColumnsHidden{Hide: true}, Title("All but the keys")),
			Press(p.store, ".btn.small#columns-reset", "Reset", ColumnsReset{}, Title("Order, widths and hidden columns of this table")),
		),
		p.list(),
		H("p.dim", "Remembered for this table in this browser. In the grid: drag a header, or Ctrl+← → on it; drag its border, or Shift+← →. PartitionKey and RowKey stay at the left."),
		p.templates(),
		p.zone(),
		DialogErr(problem),
	}
}

func (p *columnPanel) list() app.UI {
	g := p.m
	shown := map[int]int{} // place by index
	for i, s := range g.Shown {
		shown[s.Index] = i
	}
	var rows []app.UI
	left := 0
	for _, i := range g.Listed {
		col := p.m.Result.Reply.Columns[i]
		if !strings.Contains(strings.ToLower(col.Name), strings.ToLower(p.set.Sought)) {
			continue
		}
		if len(rows) == maxListed {
			left++
			continue
		}
		at, on := shown[i]
		rows = append(rows, p.row(col, at, on))
	}
	return H("div.column-list role=region tabindex=0", Label("Columns"),
		H("table.preview", H("thead", H("tr", H("th scope=col", "Shown"), H("th scope=col", "Column"), H("th scope=col", "Type"), H("th scope=col", "Order"), H("th scope=col", "Width"))), H("tbody", rows)),
		Slot(left > 0, func() app.UI {
			return H("p.dim", words.Count(left, "more column", "more columns")+": find them by name.")
		}),
		Slot(len(rows) == 0, func() app.UI { return H("p.dim", "No column has this in its name.") }),
	)
}

func (p *columnPanel) row(col wire.Column, at int, shown bool) app.UI {
	g := p.m
	name := col.Name
	key := IsKey(name)
	kind := col.Type.String()
	if len(col.Also) > 0 {
		kind += ", mixed"
	}
	place, width := H("span.slot"), H("span.slot")
	if shown && !key {
		step := func(text, about string, by int, end bool) app.UI {
			return Press(p.store, ".icon.small", text, ColumnStepped{Name: name, By: by}, Label(about+" "+name), Off(end))
		}
		first := 0
		for first < len(g.Shown) && IsKey(p.m.Result.Reply.Columns[g.Shown[first].Index].Name) {
			first++
		}
		place = H("span.row.place", step("↑", "Move up", -1, at <= first), step("↓", "Move down", 1, at == len(g.Shown)-1), H("small.dim", strconv.Itoa(at+1)))
	}
	if shown {
		now := 0
		if s := g.Shown[at]; s.Width > 0 {
			now = s.Width
		}
		choose := func(text string, px int) app.UI {
			return H("option", Value(strconv.Itoa(px)), On(px == now), text)
		}
		options := []app.UI{choose("Auto", 0), choose("narrow", 96), choose("medium", 200), choose("wide", 420), choose("very wide", 900)}
		if now != 0 && now != 96 && now != 200 && now != 420 && now != 900 {
			options = append(options, choose(strconv.Itoa(now)+" px", now))
		}
		width = H("select.btn.small", Value(strconv.Itoa(now)), Label("Width of "+name), Typed(p.store, "change", "width"+name, func(v string) page.Msg {
			px, _ := strconv.Atoi(v)
			return ColumnSized{Name: name, Width: px}
		}), options)
	}
	// Not an <input>: what a person ticked there stays ticked when its row shows another column.
	box := Press(p.store, ".check role=checkbox aria-checked="+strconv.FormatBool(shown), tick(shown), ColumnHidden{Name: name, Hide: shown}, Label("Show "+words.Clip(name, 60)), Off(key))
	cell := El("tr").DataSet("column", name).Attr("draggable", shown && !key).
		OnDragStart(func(ctx app.Context, e app.Event) { e.Get("dataTransfer").Call("setData", "text/x-column", name) }, app.EventScope(name)).
		OnDragOver(func(ctx app.Context, e app.Event) { e.PreventDefault() }, app.EventScope(name)).
		OnDrop(func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			if moved := e.Get("dataTransfer").Call("getData", "text/x-column").String(); moved != "" && shown {
				p.store.Send(ColumnMoved{Name: moved, To: at})
			}
		}, app.EventScope(name, at))
	return cell.Body(H("td", box), H("th.wrap scope=row", words.Clip(name, 80)), H("td.dim", kind), H("td", place), H("td", width))
}

func tick(on bool) string {
	if on {
		return "✓"
	}
	return ""
}

// templates are layouts under names, for other tables.
func (p *columnPanel) templates() app.UI {
	list := p.m.Views.Templates
	keep, scope := OnKey(p.store, "Enter", TemplateKept{})
	return H("section.card", H("h3", "Column sets for other tables"),
		Slot(len(list) == 0, func() app.UI {
			return H("p.dim", "Give the columns that are shown now a name, and you can show other tables with the same ones; columns that only those have come after them.")
		}),
		H("ul", Each(len(list), func(i int) app.UI {
			t := list[i]
			return H("li.row", H("b.wrap", t.Name), H("span.dim", TemplateFit(t, p.m.Result.Reply.Columns)), H("span.grow"),
				Press(p.store, ".btn.small", "Use here", TemplateTaken{Name: t.Name}, Label("Use here: the column set "+t.Name)),
				Press(p.store, ".icon.small", "✕", TemplateDropped{Name: t.Name}, Label("Remove the column set "+t.Name)))
		})),
		H("div.row.one-line",
			H("input#template-name type=text autocomplete=off placeholder=Name maxlength=80", Label("Name of the column set"), Typed(p.store, "input", "template-name", func(v string) page.Msg { return TemplateNamed{Text: v} }), Listen("keydown", keep, scope)),
			Press(p.store, ".btn.small#template-keep", "Keep as a set", TemplateKept{})),
	)
}

// zone is the switch of the time zone that instants are shown in.
func (p *columnPanel) zone() app.UI {
	zone, local := p.m.Views.Zone, p.zones.LocalZone()
	other := zone != ZoneUTC && zone != ZoneLocal
	radio := func(id, text, to string, is bool) app.UI {
		mark := "○ "
		if is {
			mark = "● "
		}
		return Press(p.store, ".btn.small#"+id+" role=radio aria-checked="+strconv.FormatBool(is), mark+text, ZoneTyped{Zone: to})
	}
	return H("section.card", H("h3", "Time zone of DateTime columns"),
		H("div.row role=radiogroup", Label("Time zone"), radio("zone-utc", "UTC, as the service keeps it", ZoneUTC, zone == ZoneUTC), radio("zone-local", "Local: "+local, ZoneLocal, zone == ZoneLocal),
			H("input#zone type=text autocomplete=off placeholder=Europe/Berlin spellcheck=false", Label("Another time zone, as Europe/Berlin"), Typed(p.store, "change", "zone", func(v string) page.Msg {
				v = strings.TrimSpace(v)
				if _, ok := p.zones.ZoneOffset(v, 0); !ok {
					return ZoneRefused{Text: v}
				}
				return ZoneTyped{Zone: v}
			})),
			Slot(other, func() app.UI { return H("span.tag", zone) })),
		H("p.dim", "For showing only, with all seven digits and the offset of each instant. Copies, filters and exports keep UTC."),
	)
}
