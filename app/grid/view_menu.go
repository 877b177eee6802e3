package grid

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// MenuPanel is the menu of a cell or of a column's head: what can be done, and before it is chosen what that would cost.
type MenuPanel struct {
	app.Compo
	Store    Sender
	Grid     *Model
	Embedded bool // in the page of somebody else
	Host     *Host
}

func (p *MenuPanel) Render() app.UI {
	if p.Grid.Menu == nil || p.Grid.Result.Reply == nil {
		return H("section.slot", Label("Menu of the grid"))
	}
	name := "Column " + p.Grid.Menu.Column
	body := p.head()
	if !p.Grid.Menu.Header {
		name, body = "Cell of "+p.Grid.Menu.Column, p.cell()
	}
	return H("section.slot", Label("Menu of the grid"),
		El("div").Class("menu-back").On("pointerdown", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			p.Store.Send(MenuClosed{Focus: true})
		}).On("contextmenu", func(ctx app.Context, e app.Event) { e.PreventDefault() }),
		El("div").ID(MenuFocus).Class("gridmenu").Role("menu").TabIndex(-1).Aria("label", words.Clip(name, 80)).OnKeyDown(p.onKey).Body(body...),
	)
}

// onKey walks through the menu.
func (p *MenuPanel) onKey(ctx app.Context, e app.Event) {
	step := 0
	key := e.Get("key").String()
	switch key {
	case "Escape", "Tab":
		e.PreventDefault()
		p.Store.Send(MenuClosed{Focus: true})
		return
	case "ArrowDown":
		step = 1
	case "ArrowUp":
		step = -1
	case "Home", "End":
	default:
		return
	}
	e.PreventDefault()
	items := ctx.JSSrc().Call("querySelectorAll", "[role^=menuitem]:not([disabled])")
	n := items.Get("length").Int()
	if n == 0 {
		return
	}
	active, at := app.Window().Get("document").Get("activeElement"), -1
	for i := range n {
		if items.Index(i).Equal(active) {
			at = i
		}
	}
	switch {
	case key == "Home":
		at = 0
	case key == "End":
		at = n - 1
	case at < 0 && step < 0:
		at = n - 1
	default:
		at = (at + step + n) % n
	}
	items.Index(at).Call("focus")
}

// item is a line of the menu.
func (p *MenuPanel) item(text string, msg page.Msg, in ...any) app.UI {
	return Press(p.Store, ".menuitem role=menuitem", text, msg, in...)
}

// last is a line that closes the menu before it does what it says; focus gives the keyboard back to the grid.
func (p *MenuPanel) last(text string, focus bool, msg page.Msg) app.UI {
	return H("button.menuitem type=button role=menuitem", Listen("click", func(ctx app.Context, e app.Event) {
		p.Store.Send(MenuClosed{Focus: focus})
		p.Store.Send(msg)
	}, app.EventScope(text, p.Grid.Menu.Line)), text)
}

// head is the menu of a column.
func (p *MenuPanel) head() []app.UI {
	name, g := p.Grid.Menu.Column, p.Grid
	key := name == "PartitionKey" || name == "RowKey"
	at := 0
	for i, n := range g.Names() {
		if n == name {
			at = i
		}
	}
	body := []app.UI{
		H("div.menu-title", words.Clip(name, 60)),
		Slot(g.mix(name) != "", func() app.UI { return H("div.dim", g.mix(name)) }),
		H("div.dim", SortCost(p.Grid.Result.Reply)),
		p.item("▲ Sort ascending", SortChosen{Column: name}),
		p.item("▼ Sort descending", SortChosen{Column: name, Descending: true}),
	}
	if g.Order != nil {
		body = append(body, p.item("Back to key order", SortEnded{}))
	}
	body = append(body, H("hr"))
	if !key {
		pin := p.item("Pin next to keys", ColumnPinned{Name: name, Pin: true})
		if g.Pinned() == name {
			pin = p.item("Unpin", ColumnPinned{Name: name})
		}
		body = append(body,
			p.item("Hide this column", ColumnHidden{Name: name, Hide: true}),
			pin,
			p.item("Move left", ColumnStepped{Name: name, By: -1}, Off(at == 0)),
			p.item("Move right", ColumnStepped{Name: name, By: 1}, Off(at == len(g.Shown)-1)))
	}
	body = append(body, p.item("Fit to content", ColumnSized{Name: name}))
	if !p.Embedded {
		body = append(body, p.item("Columns…", ColumnsPressed{}))
	}
	return body
}

// cell is the menu of a cell: filters with their plans, then copies.
func (p *MenuPanel) cell() []app.UI {
	menu := p.Grid.Menu
	body := []app.UI{H("div.menu-title", words.Clip(menu.Column, 60))}
	f := menu.Filters
	switch {
	case menu.Failed != "":
		body = append(body, H("div.dim", menu.Failed))
	case f == nil:
		body = append(body, H("div.dim", "Working out the plans"))
	default:
		body = append(body, p.filters(f)...)
	}
	copied := func(text, format string) app.UI {
		return H("button.menuitem type=button role=menuitem", Listen("click", func(ctx app.Context, e app.Event) {
			p.copy(format)
		}, app.EventScope(format)), text)
	}
	body = append(body, H("hr"), copied("Copy this value", "cell"), copied("Copy as table", "rich"), copied("Copy the entity as JSON", "json"))
	if !p.Embedded {
		if menu.Column != "Timestamp" {
			body = append(body, p.last("Edit this value", false, page.CellWanted{}))
		}
		body = append(body, p.last("Open in the inspector", false, LineOpened{Line: menu.Line}))
		if menu.Failed == "" {
			body = append(body, H("hr"), p.last(p.deletes(menu.Line), true, LineDeletePressed{Line: menu.Line})) // Ctrl+Z is for the grid then
		}
	}
	return body
}

// deletes says what the Delete of a line does: where several are chosen it asks about all of them.
func (p *MenuPanel) deletes(line int) string {
	if r := p.Grid.Result; r.First <= line && line <= r.Last && r.First < r.Last {
		return "Delete the " + words.Number(r.Last-r.First+1) + " chosen rows…"
	}
	return "Delete this entity"
}

func (p *MenuPanel) copy(format string) {
	menu := p.Grid.Menu
	p.Store.Send(MenuClosed{Focus: true})
	if format != "cell" {
		p.Host.CopyLines(menu.Line, menu.Line, format)
		return
	}
	for i, name := range p.Grid.Names() {
		if name == menu.Column {
			p.Host.CopyCell(menu.Line, i)
		}
	}
}

func (p *MenuPanel) filters(f *wire.CellFiltersReply) []app.UI {
	menu := p.Grid.Menu
	var body []app.UI
	if f.Type == edm.NoType {
		body = append(body, H("div.dim", "Not set here. The service cannot be asked which entities lack a property."))
	} else if len(f.Choices) == 2 && menu.Column != "PartitionKey" {
		body = append(body, H("div.dim", "This value is too long for a filter."))
	}
	switch {
	case f.Refused != "":
		body = append(body, H("div.dim", f.Refused))
	case len(f.Choices) > 0 && f.Choices[0].Added.Filter != "":
		how := func(replace bool, text string) app.UI {
			return H("button.btn.small type=button role=menuitemradio aria-checked="+strconv.FormatBool(menu.Replace == replace), Listen("click", func(ctx app.Context, e app.Event) {
				p.Store.Send(FilterHow{Replace: replace})
			}, app.EventScope(replace)), text)
		}
		body = append(body, H("div.row.menu-how role=group", how(false, "Add with and"), how(true, "Replace the filter")))
	}
	for i, c := range f.Choices {
		if c.Had && !menu.Replace {
			continue // it would change nothing
		}
		planned := menu.Chosen(i)
		body = append(body, Press(p.Store, ".menuitem.planned role=menuitem", "", FilterChosen{Index: i}, Title(planned.Filter),
			H("span.menu-text", words.Clip(FilterText(f.Type, c), 60)),
			Badge(planned.Cost.Class, page.Mark(planned.Cost.Class)), H("small.dim", CostText(planned.Cost))))
	}
	return body
}
