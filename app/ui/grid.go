package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// manyColumns is from how many columns on only those that are shown are fetched.
const manyColumns = 60

// gridBinding keeps the grid in step with the result.
type gridBinding struct {
	grid    port.Grid
	root    *Root
	request wire.WindowRequest // what the rows on screen are asked for with; Result 0: there are none
	asked   int                // counts requests: an answer to an older one is dropped
	cells   []int              // columns of the result that a row has, by the number of the cell; nil for all
	columns []wire.Column
	zone    string      // that instants are shown in
	filling int         // counts fillings of the plain table: an older one ends
	left    []leftPlace // of results that were on screen, newest last
}

// leftPlace is where the person was in a result when another took its place.
type leftPlace struct {
	result, order int
	port.Place
}

// maxPlaces is how many results are known by where the person was: those that come back are fewer.
const maxPlaces = 2 * wire.MaxKept

// leave remembers the place in the result on screen.
func (b *gridBinding) leave(was wire.WindowRequest) {
	b.left = slices.DeleteFunc(b.left, func(p leftPlace) bool { return p.result == was.Result })
	b.left = append(b.left, leftPlace{was.Result, was.Order, b.grid.Place()})
	if len(b.left) > maxPlaces {
		b.left = b.left[1:]
	}
}

// comeBack goes to where the person was in the result that is on screen again.
func (b *gridBinding) comeBack() {
	asked := b.asked
	for _, p := range b.left {
		if p.result == b.request.Result && p.order == b.request.Order {
			b.root.ctx.Defer(func(app.Context) { // what stood in the place of the grid is gone by then
				if asked == b.asked {
					b.grid.Restore(p.Place)
				}
			})
		}
	}
}

func newGridBinding(page port.Page, root *Root) (*gridBinding, error) {
	b := &gridBinding{root: root}
	send := func(msg state.Msg) { root.Later(func() { root.store.Send(msg) }) }
	named := func(column int, msg func(name string) state.Msg) {
		root.Later(func() {
			if names := root.store.Model().Grid.Names(); column < len(names) {
				root.store.Send(msg(names[column]))
			}
		})
	}
	grid, err := page.NewGrid("grid", port.GridOptions{Label: "Entities in the service's order"}, port.GridEvents{
		OnNeed:   func(first, count int) { root.Later(func() { b.need(first, count) }) },
		OnSelect: func(line, column int) { send(grid.CellSelected{Line: line, Column: column}) },
		OnOpen:   func(line int) { send(grid.LineOpened{Line: line}) },
		OnDelete: func(line int) { send(grid.LineDeletePressed{Line: line}) },

		OnDuplicate: func(line int) { send(grid.LineDuplicatePressed{Line: line}) },

		OnEdit:     b.edit,
		OnEditText: func(text string) { send(state.CellTyped{Text: text}) },
		OnEditEnd:  func(text string, how port.EditEnd) { send(state.CellEnded{Text: text, How: editEnds[how]}) },

		OnSelectLines: func(first, last int) { send(state.LinesSelected{First: first, Last: last}) },
		OnCopyLines:   func(first, last int) { root.CopyLines(first, last, "rich") },
		OnCopyWhole:   func(line, column int) { root.CopyCell(line, column) },

		OnHeader: func(column, x, y int) { send(grid.CellMenuOpened{Line: -1, Column: column, X: x, Y: y}) },
		OnMenu:   func(line, column, x, y int) { send(grid.CellMenuOpened{Line: line, Column: column, X: x, Y: y}) },
		OnFind:   func() { send(grid.FindPressed{}) },
		OnColumnMove: func(from, to int) {
			named(from, func(name string) state.Msg { return grid.ColumnStepped{Name: name, By: to - from} })
		},
		OnColumnResize: func(column, width int) {
			named(column, func(name string) state.Msg { return grid.ColumnSized{Name: name, Width: width} })
		},
	})
	b.grid = grid
	return b, err
}

// sync shows another result, or the same in another way.
func (b *gridBinding) sync(old, now *state.Model) {
	b.syncEdit(old.Cell, now.Cell)
	if old.Grid == now.Grid {
		return
	}
	was, reply := b.request, now.Grid.Result.Reply
	if reply == nil {
		if was.Result != 0 {
			b.leave(was)
			b.request, b.columns = wire.WindowRequest{}, nil
			b.grid.SetColumns(nil)
			b.grid.SetTotal(0, false)
		}
		return
	}
	g := now.Grid
	next := wire.WindowRequest{Result: reply.Result, Order: g.OrderNumber()}
	if f := g.Find; f != nil {
		next.Find = wire.Marked{Text: f.Text, Case: f.Case}
	}
	if len(reply.Columns) > manyColumns {
		for _, s := range g.Shown {
			next.Columns = append(next.Columns, s.Index)
		}
	}
	if was.Result != 0 && was.Result != next.Result {
		b.leave(was)
	}
	fresh := old.Grid.Result == nil || old.Grid.Result.Reply != reply
	cells := sameNumbers(next.Columns, was.Columns)
	same := next.Result == was.Result && next.Order == was.Order && next.Find == was.Find && cells && !fresh && b.zone == g.Views.Zone
	b.request, b.cells, b.columns, b.zone = next, next.Columns, reply.Columns, g.Views.Zone
	b.grid.SetColumns(b.headers(g))
	b.grid.SetLabel(gridLabel(g))
	if was := old.Grid; g.Plain && was != nil && (!was.Plain || len(was.Shown) != len(g.Shown) || !sameShown(was.Shown, g.Shown)) {
		b.root.ctx.Defer(func(app.Context) { b.plain() }) // its place is drawn by then
	}
	if same {
		return
	}
	b.asked++
	if g.Plain {
		b.root.ctx.Defer(func(app.Context) { b.plain() })
	}
	lines := now.Grid.Lines()
	switch {
	case fresh && next.Order == was.Order:
		same := old.Grid.Result != nil && old.Grid.Result.Reply != nil && old.Grid.Result.Table == now.Grid.Result.Table && state.SameFilter(old.Grid.Result.Filter, now.Grid.Result.Filter)
		b.grid.SetTotal(lines, same)
		if same {
			b.grid.Invalidate()
		}
	case next.Order != was.Order || next.Result != was.Result:
		b.grid.SetTotal(lines, false)
	case !cells:
		b.grid.Forget()
	default:
		b.grid.Invalidate()
	}
	if was.Result == next.Result && next.Order != was.Order {
		b.grid.ScrollTo(0)
	}
	if was.Result != next.Result {
		b.comeBack()
	}
}

func sameShown(a, b []grid.Shown) bool {
	for i := range a {
		if a[i].Index != b[i].Index {
			return false
		}
	}
	return true
}

func sameNumbers(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func gridLabel(g *grid.Model) string {
	if g.OrderNumber() != 0 && g.Order.Column == "" {
		return "Entities that the step in the browser kept, in the service's order"
	}
	if g.OrderNumber() != 0 {
		return "Entities, sorted for display " + grid.SortText(g.Order)
	}
	return "Entities in the service's order"
}

// doGrid carries out what concerns the grid; false when the command is another.
func (r *Root) doGrid(cmd state.Cmd) bool {
	switch cmd := cmd.(type) {
	case grid.ShowLine:
		r.grid.show(r.model.Grid, cmd)
	case state.EditCell:
		r.ctx.Defer(func(app.Context) { r.grid.grid.Edit() }) // the menu or the palette is closed by then
	case grid.PlaceMenu:
		r.platform.Page.SetProperty("--menu-x", strconv.Itoa(cmd.X)+"px")
		r.platform.Page.SetProperty("--menu-y", strconv.Itoa(cmd.Y)+"px")
		r.ctx.Defer(func(app.Context) { r.fitMenu(cmd.Y) }) // it is drawn by then
	default:
		return false
	}
	return true
}

// leastMenu is the room in px below which a menu goes up instead of being scrolled.
const leastMenu = 260

// fitMenu keeps the menu inside the window: as high as there is room below its place, or, where that is little, further up.
func (r *Root) fitMenu(y int) {
	menu := app.Window().Get("document").Call("getElementById", grid.MenuFocus)
	if !menu.Truthy() {
		return
	}
	window, height := app.Window().Get("innerHeight").Int(), menu.Get("scrollHeight").Int()+2
	room := window - y - 8
	if room < min(height, leastMenu) {
		y = max(window-8-height, 8)
		room = window - y - 8
	}
	r.platform.Page.SetProperty("--menu-y", strconv.Itoa(y)+"px")
	r.platform.Page.SetProperty("--menu-room", strconv.Itoa(room)+"px")
}

// show brings a line into view, and a column of that name.
func (b *gridBinding) show(g *grid.Model, cmd grid.ShowLine) {
	_, column := b.grid.Selected()
	for i, name := range g.Names() {
		if name == cmd.Column {
			column = i
		}
	}
	b.grid.Select(cmd.Line, column)
}

// What a key's cell takes beside its text, and the most that a key's column takes where nobody chose its width, in px.
const (
	keyRoom   = 30
	widestKey = 560
)

// headers are the columns as the grid draws them.
func (b *gridBinding) headers(g *grid.Model) []port.Column {
	columns := make([]port.Column, len(g.Shown))
	marks := 0
	if b.root.store.Model().Settings.Value("marks") != "" {
		marks = 36
	}
	for i, s := range g.Shown {
		c := b.columns[s.Index]
		p := &columns[i]
		*p = port.Column{Name: c.Name, Key: c.Name == "PartitionKey" || c.Name == "RowKey", Pinned: s.Pinned, Mixed: c.Mixed, AlignRight: c.Type == edm.Int32 || c.Type == edm.Int64 || c.Type == edm.Double, Cell: s.Index}
		if b.cells != nil {
			p.Cell = i
		}
		if !p.Key {
			p.Type = grid.TypeText(c, b.zoneName())
		}
		if o := g.Order; g.OrderNumber() != 0 && o.Column == c.Name {
			if p.Sort = port.Ascending; o.Descending {
				p.Sort = port.Descending
			}
		}
		header := len([]rune(c.Name))*8 + len(p.Type)*7 + 44
		if c.Mixed {
			header += 64
		}
		switch p.Width, p.Sized = s.Width, s.Width > 0; {
		case p.Sized:
		case p.Key && c.Longest != "":
			p.Width = min(max(b.root.platform.Page.TextWidth(page.KeyWhole(c.Longest))+keyRoom, header, 96), widestKey)
		default:
			p.Width = min(max(c.Width*8+28+marks, header, 96), 320)
		}
	}
	return columns
}

// zoneName is the zone that instants are shown in, "" for UTC.
func (b *gridBinding) zoneName() string {
	if b.zone == grid.ZoneLocal {
		return b.root.platform.Page.LocalZone()
	}
	return b.zone
}

func (b *gridBinding) need(first, count int) {
	req, asked := b.request, b.asked
	if req.Result == 0 {
		return
	}
	req.First, req.Count = first, count
	b.root.store.Window(req, func(reply *wire.WindowReply) {
		if asked != b.asked || b.request.Result != req.Result {
			return // of a result, or of an order, that is not on screen any more
		}
		if reply == nil { // the worker has let it go: another result, of another number, takes its place
			b.request.Result = 0
			b.root.store.Send(state.ResultLost{})
			return
		}
		rows := make([]port.Row, len(reply.Rows))
		m := b.root.store.Model()
		over := newOverlay(b, &m)
		for i, r := range reply.Rows {
			rows[i] = b.row(r)
			over.mark(&rows[i], r)
		}
		b.grid.SetRows(reply.First, rows)
	})
}

// row turns a line as it crossed into one that the grid draws.
func (b *gridBinding) row(r wire.Row) port.Row {
	if p := r.Marker; p != nil {
		at := page.KeyText(p.PartitionKey)
		if p.HasRow {
			at += " / " + page.KeyText(p.RowKey)
		}
		return port.Row{Kind: port.RowPageMarker, Label: "page " + strconv.Itoa(p.Page) + " · continues at " + at + " · " + words.Count(p.Entities, "entity", "entities")}
	}
	row := port.Row{Kind: port.RowEntity, Band: r.Band, Cells: make([]port.Cell, len(r.Cells))}
	for i, c := range r.Cells {
		row.Cells[i] = b.cell(c)
	}
	return row
}

// cell turns a cell as it crossed into one that the grid draws.
func (b *gridBinding) cell(c wire.Cell) port.Cell {
	cell := port.Cell{Text: c.V, TypeMark: page.TypeMarks[c.T], Match: c.M}
	switch {
	case c.T == edm.NoType:
		cell.Kind = port.CellMissing
	case c.T == edm.String && c.V == "":
		cell.Kind = port.CellEmpty
	case c.T == edm.DateTime && b.zone != grid.ZoneUTC:
		cell.Text, cell.Copy = grid.InZone(c.V, b.zoneName(), b.root.platform.Page.ZoneOffset), c.V
	case len(c.V) >= wire.CellLimit:
		cell.Cut = c.T == edm.String || c.T == edm.Binary
	}
	return cell
}
