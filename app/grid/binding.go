package grid

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// manyColumns is from how many columns on only those that are shown are fetched.
const manyColumns = 60

// Binding keeps the grid in step with the result.
type Binding struct {
	Grid    port.Grid
	host    *Host
	request wire.WindowRequest // what the rows on screen are asked for with; Result 0: there are none
	table   string             // and filter: of the rows on screen
	filter  string
	asked   int   // counts requests: an answer to an older one is dropped
	cells   []int // columns of the result that a row has, by the number of the cell; nil for all
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
func (b *Binding) leave(was wire.WindowRequest) {
	b.left = slices.DeleteFunc(b.left, func(p leftPlace) bool { return p.result == was.Result })
	b.left = append(b.left, leftPlace{was.Result, was.Order, b.Grid.Place()})
	if len(b.left) > maxPlaces {
		b.left = b.left[1:]
	}
}

// comeBack goes to where the person was in the result that is on screen again.
func (b *Binding) comeBack() {
	asked := b.asked
	for _, p := range b.left {
		if p.result == b.request.Result && p.order == b.request.Order {
			b.host.Defer(func() { // what stood in the place of the grid is gone by then
				if asked == b.asked {
					b.Grid.Restore(p.Place)
				}
			})
		}
	}
}

// NewBinding makes the grid of the page. events has what happens to the field of a cell.
func NewBinding(host *Host, events port.GridEvents) (*Binding, error) {
	b := &Binding{host: host}
	send := func(msg page.Msg) { host.Later(func() { host.Send(msg) }) }
	named := func(column int, msg func(name string) page.Msg) {
		host.Later(func() {
			if names := host.Now().Names(); column < len(names) {
				host.Send(msg(names[column]))
			}
		})
	}
	events.OnNeed = func(first, count int) { host.Aside(func() { b.need(first, count) }) }
	events.OnSelect = func(line, column int) { send(CellSelected{Line: line, Column: column}) }
	events.OnOpen = func(line int) { send(LineOpened{Line: line}) }
	events.OnDelete = func(first, last, left, right int) {
		host.Later(func() { host.Send(host.Now().deletes(first, last, left, right)) })
	}
	events.OnDuplicate = func(line int) { send(LineDuplicatePressed{Line: line}) }
	events.OnSelectLines = func(first, last int) { send(LinesSelected{First: first, Last: last}) }
	events.OnCopyLines = func(first, last int) { host.CopyLines(first, last, "rich") }
	events.OnCopyWhole = host.CopyCell
	events.OnCopyCells = host.CopyCells
	events.OnSort = func(column int) { named(column, func(name string) page.Msg { return HeadPressed{Name: name} }) }
	events.OnHeader = func(column, x, y int) { send(CellMenuOpened{Line: -1, Column: column, X: x, Y: y}) }
	events.OnMenu = func(line, column, x, y int) { send(CellMenuOpened{Line: line, Column: column, X: x, Y: y}) }
	events.OnFind = func() { send(FindPressed{}) }
	events.OnColumnMove = func(from, to int) {
		named(from, func(name string) page.Msg { return ColumnStepped{Name: name, By: to - from} })
	}
	events.OnColumnResize = func(column, width int) {
		named(column, func(name string) page.Msg { return ColumnSized{Name: name, Width: width} })
	}
	var err error
	b.Grid, err = host.Page.NewGrid("grid", port.GridOptions{Label: "Entities in the service's order"}, events)
	return b, err
}

// Sync shows another result, or the same in another way.
func (b *Binding) Sync(old, now *Model) {
	if old == now {
		return
	}
	was, reply := b.request, now.Result.Reply
	b.Grid.SetApart(now.Result.Apart)
	if reply == nil {
		if was.Result != 0 {
			b.leave(was)
			b.request, b.columns = wire.WindowRequest{}, nil
			b.Grid.SetColumns(nil)
			b.Grid.SetTotal(0, false)
		}
		return
	}
	g := now
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
	fresh := old.Result == nil || old.Result.Reply != reply
	cells := sameNumbers(next.Columns, was.Columns)
	same := next.Result == was.Result && next.Order == was.Order && next.Find == was.Find && cells && !fresh && b.zone == g.Views.Zone
	b.request, b.cells, b.columns, b.zone = next, next.Columns, reply.Columns, g.Views.Zone
	b.Grid.SetColumns(b.headers(g))
	b.Grid.SetLabel(gridLabel(g))
	if g.Plain && (!old.Plain || len(old.Shown) != len(g.Shown) || !sameShown(old.Shown, g.Shown)) {
		b.host.Defer(func() { b.plain() }) // its place is drawn by then
	}
	if same {
		return
	}
	b.asked++
	if g.Plain {
		b.host.Defer(func() { b.plain() })
	}
	lines := now.Lines()
	of := now.Result // while it ran, the rows of the query before were on screen
	sameQuery := was.Result != 0 && of.Table == b.table && filterlang.SameFilter(of.Filter, b.filter)
	if fresh {
		b.table, b.filter = of.Table, of.Filter
	}
	switch {
	case fresh && (next.Order == was.Order || was.Order != 0 && reply.Sorted != nil && next.Order == reply.Sorted.Order):
		b.Grid.SetTotal(lines, sameQuery)
		if sameQuery {
			b.Grid.Invalidate()
		}
	case next.Order != was.Order || next.Result != was.Result:
		b.Grid.SetTotal(lines, false)
	case !cells:
		b.Grid.Forget()
	default:
		b.Grid.Invalidate()
	}
	if was.Result == next.Result && next.Order != was.Order {
		b.Grid.ScrollTo(0)
	}
	if was.Result != next.Result {
		b.comeBack()
	}
}

func sameShown(a, b []Shown) bool {
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

func gridLabel(g *Model) string {
	if g.OrderNumber() != 0 && g.Order.Column == "" {
		return "Entities that the step in the browser kept, in the service's order"
	}
	if g.OrderNumber() != 0 {
		return "Entities, sorted for display " + SortText(g.Order)
	}
	return "Entities in the service's order"
}

// Show brings a line into view, and a column of that name.
func (b *Binding) Show(g *Model, cmd ShowLine) {
	_, column := b.Grid.Selected()
	for i, name := range g.Names() {
		if name == cmd.Column {
			column = i
		}
	}
	if cmd.Still {
		at := b.Grid.Place()
		at.Line, at.First, at.Last = cmd.Line, cmd.Line, cmd.Line
		b.Grid.Restore(at)
		return
	}
	b.Grid.Select(cmd.Line, column)
}

// What a key's cell takes beside its text, and the most that a key's column takes where nobody chose its width, in px.
const (
	keyRoom   = 30
	widestKey = 560
	longText  = 24 // characters of a value whose digits and capitals may add up to more than it got
	headRoom  = 48 // beside a header's name and type: its margins, the arrow of an order, and the button of its menu
)

// Redraw draws the columns anew, as after a change of the settings.
func (b *Binding) Redraw() {
	if b.columns != nil {
		b.Grid.SetColumns(b.headers(b.host.Now()))
	}
}

// headers are the columns as the grid draws them.
func (b *Binding) headers(g *Model) []port.Column {
	columns := make([]port.Column, len(g.Shown))
	marks := 0
	if b.host.Marks() {
		marks = 64
	}
	for i, s := range g.Shown {
		c := b.columns[s.Index]
		p := &columns[i]
		*p = port.Column{Name: c.Name, Key: c.Name == "PartitionKey" || c.Name == "RowKey", Pinned: s.Pinned, Mix: MixText(c), AlignRight: c.Type == edm.Int32 || c.Type == edm.Int64 || c.Type == edm.Double, Cell: s.Index}
		p.Whole = p.AlignRight || c.Type == edm.DateTime
		if b.cells != nil {
			p.Cell = i
		}
		if !p.Key {
			p.Type, p.Usual = headText(c, b.zoneName()), c.Type.String()
		}
		if o := g.Order; g.OrderNumber() != 0 && o.Column == c.Name {
			if p.Sort = port.Ascending; o.Descending {
				p.Sort = port.Descending
			}
		}
		if p.Key {
			p.Tail = b.tail(c)
		}
		header := b.host.Page.TextWidth(c.Name) + len(p.Type)*7 + headRoom
		switch p.Width, p.Sized = s.Width, s.Width > 0; {
		case p.Sized:
		case p.Key && c.Longest != "":
			p.Width = min(max(b.host.Page.TextWidth(page.KeyWhole(c.Longest))+keyRoom, header, 96), widestKey)
		default:
			values, whole := c.Width*8+28+marks, 0
			if c.Width >= longText {
				whole = c.Width*9 + 28 + marks // where the view has the room
			}
			p.Width = max(min(max(values, header, 96), 320), whole)
			name := header - len(p.Type)*7
			if len(c.Also) > 0 {
				name += len(c.Type.String()) * 7 // its flag is in the type
			}
			p.Least = min(p.Width, max(values, name, 96), 320)
		}
	}
	return columns
}

// tail returns below which width of its column a key differs from the one before only beyond what is seen of its beginning. Even the end of
// one that is much longer than the column tells more.
func (b *Binding) tail(c wire.Column) int {
	n := utf8.RuneCountInString(c.Longest)
	if c.Differs == 0 || n == 0 {
		return 0
	}
	return b.host.Page.TextWidth(page.KeyWhole(c.Longest))*min(c.Differs, n)/n + keyRoom
}

// zoneName is the zone that instants are shown in, "" for UTC.
func (b *Binding) zoneName() string {
	if b.zone == ZoneLocal {
		return b.host.Page.LocalZone()
	}
	return b.zone
}

func (b *Binding) need(first, count int) {
	req, asked := b.request, b.asked
	if req.Result == 0 {
		return
	}
	req.First, req.Count = first, count
	b.host.window(req, func(reply *wire.WindowReply) {
		if asked != b.asked || b.request.Result != req.Result {
			return // of a result, or of an order, that is not on screen any more
		}
		if reply == nil { // the worker has let it go: another result, of another number, takes its place
			b.request.Result = 0
			b.host.Send(ResultLost{})
			return
		}
		rows := make([]port.Row, len(reply.Rows))
		mark := b.host.Overlay(b.names())
		for i, r := range reply.Rows {
			rows[i] = b.row(r)
			if mark != nil {
				mark(&rows[i], r)
			}
		}
		b.Grid.SetRows(reply.First, rows)
	})
}

// names are those of the cells of a row.
func (b *Binding) names() []string {
	var names []string
	if b.cells == nil {
		for _, c := range b.columns {
			names = append(names, c.Name)
		}
	}
	for _, i := range b.cells {
		names = append(names, b.columns[i].Name)
	}
	return names
}

// row turns a line as it crossed into one that the grid draws.
func (b *Binding) row(r wire.Row) port.Row {
	if p := r.Marker; p != nil {
		at := page.KeyText(p.PartitionKey)
		if p.HasRow {
			at += " / " + page.KeyText(p.RowKey)
		}
		return port.Row{Kind: port.RowPageMarker, Label: "page " + strconv.Itoa(p.Page) + " · continues at " + at + " · " + words.Count(p.Entities, "entity", "entities")}
	}
	row := port.Row{Kind: port.RowEntity, Band: r.Band, Cells: make([]port.Cell, len(r.Cells))}
	for i, c := range r.Cells {
		row.Cells[i] = b.Cell(c)
	}
	return row
}

// Cell turns a cell as it crossed into one that the grid draws.
func (b *Binding) Cell(c wire.Cell) port.Cell {
	cell := port.Cell{Text: c.V, Match: c.M}
	if c.T != edm.NoType {
		cell.TypeMark = c.T.String()
	}
	switch {
	case c.T == edm.NoType:
		cell.Kind = port.CellMissing
	case c.T == edm.String && c.V == "":
		cell.Kind = port.CellEmpty
	case c.T == edm.DateTime && b.zone != ZoneUTC:
		cell.Text, cell.Copy = InZone(c.V, b.zoneName(), b.host.Page.ZoneOffset), c.V
	case len(c.V) >= wire.CellLimit:
		cell.Cut = c.T == edm.String || c.T == edm.Binary
	}
	return cell
}
