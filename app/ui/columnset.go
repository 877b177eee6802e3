package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

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
		return []app.UI{h("p", "There is no result any more. Run a query to choose its columns.")}
	}
	return []app.UI{
		h("div.row",
			h("input#column-sought type=text autocomplete=off placeholder=Find", label("Find a column"), typed(p.Store, "input", "column-sought", func(v string) state.Msg { return state.ColumnSought{Text: v} })),
			press(p.Store, ".btn.small", "Show all", state.ColumnsHidden{}, title("At most "+words.Number(state.MaxShown)+" at once")),
			press(p.Store, ".btn.small", "Hide all", state.ColumnsHidden{Hide: true}, title("All but the keys")),
			press(p.Store, ".btn.small#columns-reset", "Reset", state.ColumnsReset{}, title("Order, widths and hidden columns of this table")),
		),
		p.columnList(g, c),
		h("p.dim", "Remembered for this table in this browser. In the grid: drag a head, or Ctrl+← → on it; drag its border, or Shift+← →. PartitionKey and RowKey stay at the left."),
		p.templates(g, c),
		p.zones(g, c),
		dialogErr(d),
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
	return h("div.column-list role=region tabindex=0", label("Columns"),
		h("table.preview", h("thead", h("tr", h("th scope=col", "Shown"), h("th scope=col", "Column"), h("th scope=col", "Type"), h("th scope=col", "Place"), h("th scope=col", "Width"))), h("tbody", rows)),
		slot(left > 0, func() app.UI {
			return h("p.dim", words.Count(left, "more column", "more columns")+": find them by name.")
		}),
		slot(len(rows) == 0, func() app.UI { return h("p.dim", "No column has this in its name.") }),
	)
}

func (p *DialogPanel) columnRow(g *state.Grid, col wire.Column, at int, shown bool) app.UI {
	name := col.Name
	key := name == "PartitionKey" || name == "RowKey"
	kind := col.Type.String()
	if col.Mixed {
		kind += ", mixed"
	}
	place, width := h("span.slot"), h("span.slot")
	if shown && !key {
		step := func(text, about string, by int, end bool) app.UI {
			return press(p.Store, ".icon.small", text, state.ColumnStepped{Name: name, By: by}, label(about+" "+name), off(end))
		}
		first := 0
		for first < len(g.Shown) && isKeyName(p.Result.Columns[g.Shown[first].Index].Name) {
			first++
		}
		place = h("span.row.place", step("↑", "Move up", -1, at <= first), step("↓", "Move down", 1, at == len(g.Shown)-1), h("small.dim", strconv.Itoa(at+1)))
	}
	if shown {
		now := 0
		if s := g.Shown[at]; s.Width > 0 {
			now = s.Width
		}
		choose := func(text string, px int) app.UI {
			return h("option", value(strconv.Itoa(px)), on(px == now), text)
		}
		options := []app.UI{choose("suits", 0), choose("narrow", 96), choose("medium", 200), choose("wide", 420), choose("very wide", 900)}
		if now != 0 && now != 96 && now != 200 && now != 420 && now != 900 {
			options = append(options, choose(strconv.Itoa(now)+" px", now))
		}
		width = h("select.btn.small", value(strconv.Itoa(now)), label("Width of "+name), typed(p.Store, "change", "width"+name, func(v string) state.Msg {
			px, _ := strconv.Atoi(v)
			return state.ColumnSized{Name: name, Width: px}
		}), options)
	}
	// Not an <input>: what a person ticked there stays ticked when its row shows another column.
	box := press(p.Store, ".check role=checkbox aria-checked="+strconv.FormatBool(shown), tick(shown), state.ColumnHidden{Name: name, Hide: shown}, label("Show "+words.Clip(name, 60)), off(key))
	cell := el("tr").DataSet("column", name).Attr("draggable", shown && !key).
		OnDragStart(func(ctx app.Context, e app.Event) { e.Get("dataTransfer").Call("setData", "text/x-column", name) }, app.EventScope(name)).
		OnDragOver(func(ctx app.Context, e app.Event) { e.PreventDefault() }, app.EventScope(name)).
		OnDrop(func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			if moved := e.Get("dataTransfer").Call("getData", "text/x-column").String(); moved != "" && shown {
				p.Store.Send(state.ColumnMoved{Name: moved, To: at})
			}
		}, app.EventScope(name, at))
	return cell.Body(h("td", box), h("th.wrap scope=row", words.Clip(name, 80)), h("td.dim", kind), h("td", place), h("td", width))
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
	keep, scope := onKey(p.Store, "Enter", state.TemplateKept{})
	return h("section.card", h("h3", "Column sets for other tables"),
		slot(len(list) == 0, func() app.UI {
			return h("p.dim", "Keep what is shown now under a name, and any other table can be shown with it. Columns that it does not know follow.")
		}),
		h("ul", each(len(list), func(i int) app.UI {
			t := list[i]
			return h("li.row", h("b.wrap", t.Name), h("span.dim", state.TemplateFit(t, p.Result.Columns)), h("span.grow"),
				press(p.Store, ".btn.small", "Use here", state.TemplateTaken{Name: t.Name}, label("Use the column set "+t.Name+" here")),
				press(p.Store, ".icon.small", "✕", state.TemplateDropped{Name: t.Name}, label("Remove the column set "+t.Name)))
		})),
		h("div.row.one-line",
			h("input#template-name type=text autocomplete=off placeholder=Name maxlength=80", label("Name of the column set"), typed(p.Store, "input", "template-name", func(v string) state.Msg { return state.TemplateNamed{Text: v} }), hear{"keydown", keep, scope}),
			press(p.Store, ".btn.small#template-keep", "Keep as a set", state.TemplateKept{})),
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
		return press(p.Store, ".btn.small#"+id+" role=radio aria-checked="+strconv.FormatBool(is), mark+text, state.ZoneTyped{Zone: to})
	}
	return h("section.card", h("h3", "Time zone of DateTime columns"),
		h("div.row role=radiogroup", label("Time zone"), radio("zone-utc", "UTC, as the service keeps it", state.ZoneUTC, zone == state.ZoneUTC), radio("zone-local", "Local: "+local, state.ZoneLocal, zone == state.ZoneLocal),
			h("input#zone type=text autocomplete=off placeholder=Europe/Berlin spellcheck=false", label("Another time zone, as Europe/Berlin"), typed(p.Store, "change", "zone", func(v string) state.Msg {
				v = strings.TrimSpace(v)
				if _, ok := p.root.platform.Page.ZoneOffset(v, 0); !ok {
					return state.ZoneRefused{Text: v}
				}
				return state.ZoneTyped{Zone: v}
			})),
			slot(other, func() app.UI { return h("span.tag", zone) })),
		h("p.dim", "For showing only, with all seven digits and the offset of each instant. Copies, filters and exports keep UTC."),
	)
}
