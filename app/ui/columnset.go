package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// maxListed is how many columns the dialog lists at once; the rest is found by name.
const maxListed = 200

// chooseColumns is the dialog of columns: which are shown, in what order and how wide, sets for other tables, the time zone.
func (p *DialogPanel) chooseColumns(d *state.Dialog) []app.UI {
	g, c := p.Grid, d.Columns
	if p.Result == nil {
		return []app.UI{H("p", "There is no result any more. Run a query to choose its columns.")}
	}
	return []app.UI{
		H("div.row",
			H("input#column-sought type=text autocomplete=off placeholder=Find", Label("Find a column"), Typed(p.Store, "input", "column-sought", func(v string) state.Msg { return state.ColumnSought{Text: v} })),
			Press(p.Store, ".btn.small", "Show all", state.ColumnsHidden{}, Title("At most "+words.Number(state.MaxShown)+" at once")),
			Press(p.Store, ".btn.small", "Hide all", state.ColumnsHidden{Hide: true}, Title("All but the keys")),
			Press(p.Store, ".btn.small#columns-reset", "Reset", state.ColumnsReset{}, Title("Order, widths and hidden columns of this table")),
		),
		p.columnList(g, c),
		H("p.dim", "Remembered for this table in this browser. In the grid: drag a head, or Ctrl+← → on it; drag its border, or Shift+← →. PartitionKey and RowKey stay at the left."),
		p.templates(g, c),
		p.zones(g, c),
		DialogErr(d.Err),
	}
}

func (p *DialogPanel) columnList(g *state.Grid, c *state.ColumnSet) app.UI {
	shown := map[int]int{} // place by index
	for i, s := range g.Shown {
		shown[s.Index] = i
	}
	var rows []app.UI
	left := 0
	for _, i := range g.Listed {
		col := p.Result.Columns[i]
		if !strings.Contains(strings.ToLower(col.Name), strings.ToLower(c.Sought)) {
			continue
		}
		if len(rows) == maxListed {
			left++
			continue
		}
		at, on := shown[i]
		rows = append(rows, p.columnRow(g, col, at, on))
	}
	return H("div.column-list role=region tabindex=0", Label("Columns"),
		H("table.preview", H("thead", H("tr", H("th scope=col", "Shown"), H("th scope=col", "Column"), H("th scope=col", "Type"), H("th scope=col", "Order"), H("th scope=col", "Width"))), H("tbody", rows)),
		Slot(left > 0, func() app.UI {
			return H("p.dim", words.Count(left, "more column", "more columns")+": find them by name.")
		}),
		Slot(len(rows) == 0, func() app.UI { return H("p.dim", "No column has this in its name.") }),
	)
}

func (p *DialogPanel) columnRow(g *state.Grid, col wire.Column, at int, shown bool) app.UI {
	name := col.Name
	key := name == "PartitionKey" || name == "RowKey"
	kind := col.Type.String()
	if col.Mixed {
		kind += ", mixed"
	}
	place, width := H("span.slot"), H("span.slot")
	if shown && !key {
		step := func(text, about string, by int, end bool) app.UI {
			return Press(p.Store, ".icon.small", text, state.ColumnStepped{Name: name, By: by}, Label(about+" "+name), Off(end))
		}
		first := 0
		for first < len(g.Shown) && isKeyName(p.Result.Columns[g.Shown[first].Index].Name) {
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
		width = H("select.btn.small", Value(strconv.Itoa(now)), Label("Width of "+name), Typed(p.Store, "change", "width"+name, func(v string) state.Msg {
			px, _ := strconv.Atoi(v)
			return state.ColumnSized{Name: name, Width: px}
		}), options)
	}
	// Not an <input>: what a person ticked there stays ticked when its row shows another column.
	box := Press(p.Store, ".check role=checkbox aria-checked="+strconv.FormatBool(shown), tick(shown), state.ColumnHidden{Name: name, Hide: shown}, Label("Show "+words.Clip(name, 60)), Off(key))
	cell := El("tr").DataSet("column", name).Attr("draggable", shown && !key).
		OnDragStart(func(ctx app.Context, e app.Event) { e.Get("dataTransfer").Call("setData", "text/x-column", name) }, app.EventScope(name)).
		OnDragOver(func(ctx app.Context, e app.Event) { e.PreventDefault() }, app.EventScope(name)).
		OnDrop(func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			if moved := e.Get("dataTransfer").Call("getData", "text/x-column").String(); moved != "" && shown {
				p.Store.Send(state.ColumnMoved{Name: moved, To: at})
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

func isKeyName(name string) bool { return name == "PartitionKey" || name == "RowKey" }

// templates are layouts under names, for other tables.
func (p *DialogPanel) templates(g *state.Grid, c *state.ColumnSet) app.UI {
	list := g.Views.Templates
	keep, scope := OnKey(p.Store, "Enter", state.TemplateKept{})
	return H("section.card", H("h3", "Column sets for other tables"),
		Slot(len(list) == 0, func() app.UI {
			return H("p.dim", "Keep what is shown now under a name, and any other table can be shown with it. Columns that it does not know follow.")
		}),
		H("ul", Each(len(list), func(i int) app.UI {
			t := list[i]
			return H("li.row", H("b.wrap", t.Name), H("span.dim", state.TemplateFit(t, p.Result.Columns)), H("span.grow"),
				Press(p.Store, ".btn.small", "Use here", state.TemplateTaken{Name: t.Name}, Label("Use here: the column set "+t.Name)),
				Press(p.Store, ".icon.small", "✕", state.TemplateDropped{Name: t.Name}, Label("Remove the column set "+t.Name)))
		})),
		H("div.row.one-line",
			H("input#template-name type=text autocomplete=off placeholder=Name maxlength=80", Label("Name of the column set"), Typed(p.Store, "input", "template-name", func(v string) state.Msg { return state.TemplateNamed{Text: v} }), Listen("keydown", keep, scope)),
			Press(p.Store, ".btn.small#template-keep", "Keep as a set", state.TemplateKept{})),
	)
}

// zones is the switch of the time zone that instants are shown in.
func (p *DialogPanel) zones(g *state.Grid, c *state.ColumnSet) app.UI {
	zone, local := g.Views.Zone, "the browser's"
	if p.root != nil {
		local = p.root.platform.Page.LocalZone()
	}
	other := zone != state.ZoneUTC && zone != state.ZoneLocal
	radio := func(id, text, to string, is bool) app.UI {
		mark := "○ "
		if is {
			mark = "● "
		}
		return Press(p.Store, ".btn.small#"+id+" role=radio aria-checked="+strconv.FormatBool(is), mark+text, state.ZoneTyped{Zone: to})
	}
	return H("section.card", H("h3", "Time zone of DateTime columns"),
		H("div.row role=radiogroup", Label("Time zone"), radio("zone-utc", "UTC, as the service keeps it", state.ZoneUTC, zone == state.ZoneUTC), radio("zone-local", "Local: "+local, state.ZoneLocal, zone == state.ZoneLocal),
			H("input#zone type=text autocomplete=off placeholder=Europe/Berlin spellcheck=false", Label("Another time zone, as Europe/Berlin"), Typed(p.Store, "change", "zone", func(v string) state.Msg {
				v = strings.TrimSpace(v)
				if _, ok := p.root.platform.Page.ZoneOffset(v, 0); !ok {
					return state.ZoneRefused{Text: v}
				}
				return state.ZoneTyped{Zone: v}
			})),
			Slot(other, func() app.UI { return H("span.tag", zone) })),
		H("p.dim", "For showing only, with all seven digits and the offset of each instant. Copies, filters and exports keep UTC."),
	)
}
