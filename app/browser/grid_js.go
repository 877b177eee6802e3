//go:build js && wasm

package browser

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"syscall/js"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// headerHeight is the header's height in px; grid.css has the same number.
const headerHeight = 32

// restAfter is how long, in ms, scrolling must pause before the scroll bar is put where it belongs.
const restAfter = 150

var rowHeights = map[port.Density]int{port.Comfortable: 30, port.Compact: 26}

// grid is a port.Grid. Its element scrolls; a header sticks to the top; rows from a pool lie at absolute positions in a body
// as tall as the table. draw runs once a frame and changes only what differs from what is there.
type grid struct {
	events port.GridEvents
	frames *frames
	key    string // of its work in frames

	root, header, body js.Value
	edge               js.Value // over the right edge, while columns go on beyond it
	behind             js.Value // beside the columns that stay, while others are behind them
	status             js.Value // says how many lines are selected, for those who do not see it
	said               string
	hint               js.Value // explains the head that has the keyboard, null for none
	hinted             int      // its column
	pointed            bool     // the pointer brought the keyboard to where it is
	still              bool     // a press is handled: what scrolled now would put another cell below the next one
	callbacks          callbacks
	removers           []func()

	columns   *virtual.Columns
	given     []port.Column
	headers   []headerCell
	scroll    virtual.Scroll
	cache     virtual.Cache
	density   port.Density
	allTypes  bool
	lines     int
	width     int // of the root's inside, px
	height    int
	left      int  // scrollLeft
	scrolled  bool // the browser's position is to be read
	patient   bool // the last frame only asked for what is in view, or drew it blank
	hurried   bool // only what is in view is drawn
	first     int  // line in view at the top, when that was read last
	from, to  int  // lines with elements from the next draw on
	put       int  // where the program scrolled sideways last
	beyond    bool // columns go on beyond the right edge
	behindAt  int  // where behind is, px; 0 while it is hidden
	push      virtual.Push
	direction int // of the last vertical movement, in lines
	restTimer int
	settling  int // timer of a press, see settle
	rest      js.Func

	line, column int // the current cell; line -1 is the header
	apart        bool
	selection    virtual.Selection
	span         virtual.Span // of cells; with one, only the current line is selected
	focused      bool
	dragged      bool     // a head was pulled: the click that follows is none
	rearranging  bool     // a loss of focus is of the grid's own making
	stop         js.Value // the one element with tabindex 0

	field   *cellField // nil: no cell is being edited
	waiting func()     // what was asked of the current line before it was read, see read; nil for nothing

	rows  map[int]*row
	free  []*row
	epoch int  // counts changes that every row may show
	mixed bool // rows may stand in the document in another order than their lines

	destroyed bool
}

var gridCount int

func (p *Page) NewGrid(parentID string, o port.GridOptions, e port.GridEvents) (port.Grid, error) {
	parent, ok := elementByID(parentID)
	if !ok {
		return nil, fmt.Errorf("no element with id %q for the grid", parentID)
	}
	gridCount++
	g := &grid{
		events: e, frames: &p.frames, key: "grid " + strconv.Itoa(gridCount),
		columns: virtual.NewColumns(nil), rows: make(map[int]*row), line: -1, stop: js.Null(), hint: js.Null(),
	}
	g.root = element("div", "rf-grid")
	g.header = element("div", "rf-head")
	g.header.Set("hidden", true) // until there are columns: a row without cells is not a row
	g.body = element("div", "rf-body")
	attr(g.root, "role", "grid")
	attr(g.root, "aria-multiselectable", "true")
	attr(g.root, "tabindex", "-1")
	attr(g.header, "role", "row")
	attr(g.header, "aria-rowindex", "1")
	attr(g.body, "role", "rowgroup")
	g.SetLabel(o.Label)
	g.root.Call("append", g.header, g.body)
	g.listen()
	g.status = element("div", "rf-status")
	attr(g.status, "role", "status")
	g.edge = element("div", "rf-edge")
	g.behind = element("div", "rf-edge rf-behind")
	g.edge.Set("hidden", true)
	g.behind.Set("hidden", true)
	parent.Call("append", g.root, g.edge, g.behind, g.status)
	g.SetDensity(port.Comfortable)
	g.SetTotal(0, false)
	g.measure()
	return g, nil
}

func element(tag, class string) js.Value {
	e := document.Call("createElement", tag)
	e.Set("className", class)
	return e
}

func attr(e js.Value, name, value string) { e.Call("setAttribute", name, value) }

func property(e js.Value, name, value string) { e.Get("style").Call("setProperty", name, value) }

func px(n int) string { return strconv.Itoa(n) + "px" }

// changed makes the next frame draw; all says that rows which stay in place may look different.
func (g *grid) changed(all bool) {
	if all {
		g.epoch++
	}
	g.frames.next(g.key, g.frame)
}

func (g *grid) SetColumns(columns []port.Column) {
	if slices.Equal(columns, g.given) {
		return // the rows need not be built again
	}
	if g.onlyWidths(columns) {
		return
	}
	g.leaveField()
	name := ""
	if g.column < g.columns.Len() {
		name = g.columns.At(g.column).Name
	}
	g.given = slices.Clone(columns)
	g.columns = virtual.NewColumns(columns)
	if i := slices.IndexFunc(columns, func(c port.Column) bool { return c.Name == name }); i >= 0 {
		g.column = i
	}
	g.span.End()
	g.columns.Pin(g.width)
	g.forgetRows()
	g.quietly(g.buildHeader)
	g.column = min(g.column, max(len(columns)-1, 0))
	attr(g.root, "aria-colcount", strconv.Itoa(len(columns)))
	g.placeColumns()
	g.showSorted()
	g.changed(true)
}

// showSorted brings the sorted column into view: whoever sorted wants to see by what, in another result too.
func (g *grid) showSorted() {
	if i := slices.IndexFunc(g.given, func(c port.Column) bool { return c.Sort != port.Unsorted }); i >= 0 {
		g.setLeft(g.columns.Reveal(i, g.left, g.width))
	}
}

// onlyWidths takes columns that differ from those there in nothing but their widths and the mark of the order, and reports
// whether they do: a drag must not rebuild what it holds.
func (g *grid) onlyWidths(columns []port.Column) bool {
	same := slices.EqualFunc(columns, g.given, func(a, b port.Column) bool {
		a.Width, a.Least, a.Tail, a.Sized, a.Sort = b.Width, b.Least, b.Tail, b.Sized, b.Sort
		return a == b
	})
	if !same || len(columns) == 0 {
		return false
	}
	sorted := false
	for i, c := range columns {
		sorted = sorted || c.Sort != g.given[i].Sort
		switch {
		case c.Width == g.given[i].Width:
		case c.Sized:
			g.columns.SetWidth(i, c.Width)
		default:
			g.columns.Suit(i, c.Width, c.Least)
		}
		g.columns.SetTail(i, c.Tail)
		g.headers[i].setSort(c.Sort)
	}
	g.given = slices.Clone(columns)
	g.placeColumns()
	if sorted {
		g.showSorted()
	}
	g.changed(false)
	return true
}

func (g *grid) placeColumns() {
	if g.columns.Pin(g.width) {
		g.forgetRows()
		g.markHeader()
	}
	for i, class := range []string{"rf-tail1", "rf-tail2"} {
		g.root.Get("classList").Call("toggle", class, g.columns.Tail(i))
	}
	property(g.root, "--rf-columns", g.columns.Template())
	property(g.root, "--rf-width", px(g.columns.Total()))
	slide := g.columns.Slide(math.MaxInt)
	property(g.root, "--rf-pin0", px(-slide))
	property(g.root, "--rf-room", px(max(g.width-g.columns.Left(g.columns.Pinned())+slide, virtual.MinWidth))) // beside what stays
	if g.columns.Pinned() > 1 {
		property(g.root, "--rf-pin", px(g.columns.Width(0)-slide))
	}
	if g.columns.Pinned() > 2 {
		property(g.root, "--rf-pin2", px(g.columns.Left(2)))
	}
}

func (g *grid) SetTotal(lines int, keepScroll bool) {
	grewFromNothing := g.lines == 0 && lines > 0
	g.lines = max(lines, 0)
	g.catchUp()
	g.selection.Cut(g.lines)
	if !keepScroll {
		g.leaveField()
		g.selection.Collapse()
		g.span.End()
		g.cache.Clear()
		if g.waiting = nil; g.line >= 0 || !g.focused || grewFromNothing {
			g.line = 0 // else a head that was pressed keeps the keyboard: the next press turns the order around
		}
		g.scroll.To(0)
	}
	if grewFromNothing && g.line < 0 && !g.focused {
		g.line = 0
	}
	g.line = min(g.line, g.lines-1)
	g.markHeader()
	attr(g.root, "aria-rowcount", strconv.Itoa(g.lines+1))
	g.resize()
}

// resize tells the scroll arithmetic what there is, and the browser what comes of it.
func (g *grid) resize() {
	g.catchUp()
	top := g.scroll.Resize(g.lines, rowHeights[g.density], g.height-headerHeight)
	property(g.body, "height", strconv.FormatFloat(g.scroll.Height(), 'f', -1, 64)+"px")
	g.setTop(top)
	g.changed(true)
}

// setTop moves the browser's scroll bar; where that rounds, the arithmetic takes what it says.
func (g *grid) setTop(top float64) {
	if g.root.Get("scrollTop").Float() != top {
		g.root.Set("scrollTop", top)
		g.scroll.Moved(g.root.Get("scrollTop").Float())
	}
}

func (g *grid) setLeft(left int) {
	if left != g.left {
		g.root.Set("scrollLeft", left)
		g.scrolled, g.put = true, left
	}
}

func (g *grid) SetRows(first int, rows []port.Row) {
	blank := g.blank()
	g.cache.Put(first, rows)
	shown := func(line int) bool { return first <= line && line <= first+len(rows) } // the row below them may begin another partition now
	g.changed(shown(g.line) || first < g.to && g.from <= first+len(rows))
	if blank && !g.scrolled && !g.destroyed && !g.blank() {
		g.answered()
	}
	if do := g.waiting; do != nil {
		if _, ok := g.cache.Row(g.line); ok {
			g.waiting = nil
			do()
		}
	}
}

func (g *grid) Forget() {
	g.cache.Clear()
	g.changed(true)
}

func (g *grid) Invalidate() {
	g.cache.Stale()
	g.changed(true)
}

func (g *grid) ScrollTo(line int) {
	g.catchUp()
	if top, change := g.scroll.Reveal(min(max(line, 0), max(g.lines-1, 0))); change {
		g.setTop(top)
	}
	g.changed(false)
}

func (g *grid) Select(line, column int) {
	changed := g.selection.Collapse()
	g.span.End()
	g.choose(line, column)
	if changed { // what is edited is one line, and so is what Delete asks about
		g.tellSelected()
	}
}

// choose makes a cell the current one and leaves the selection as it is.
func (g *grid) choose(line, column int) {
	line, column = min(max(line, -1), g.lines-1), min(max(column, 0), max(g.columns.Len()-1, 0))
	if f := g.field; f != nil && (f.line != line || f.column != column) {
		g.leaveField()
	}
	g.line, g.column, g.waiting = line, column, nil
	if !g.still {
		if line >= 0 {
			g.ScrollTo(line)
		}
		g.setLeft(g.columns.Reveal(column, g.left, g.width))
	}
	g.markHeader()
	g.changed(true)
}

func (g *grid) SetApart(apart bool) {
	if apart != g.apart {
		g.apart = apart
		g.root.Get("classList").Call("toggle", "rf-apart", apart)
		g.changed(true)
	}
}

func (g *grid) Selected() (line, column int) { return g.line, g.column }

func (g *grid) SelectedLines() (first, last int) { return g.selection.Lines(g.line) }

// Focus draws first: the current cell may have no element yet.
func (g *grid) Focus() {
	g.draw()
	if g.stop.Truthy() {
		g.focus(g.stop)
		return
	}
	g.focus(g.root)
}

func (g *grid) focus(e js.Value) {
	options := global.Get("Object").New()
	options.Set("preventScroll", true)
	e.Call("focus", options)
}

func (g *grid) SetDensity(d port.Density) {
	g.density = d
	property(g.root, "--rf-row", px(rowHeights[d]))
	g.resize()
}

func (g *grid) SetTypeMarks(always bool) {
	g.allTypes = always
	g.changed(true)
}

func (g *grid) SetLabel(label string) { attr(g.root, "aria-label", label) }

func (g *grid) Destroy() {
	g.closeField()
	g.destroyed = true
	for _, remove := range g.removers {
		remove()
	}
	if g.restTimer != 0 {
		global.Call("clearTimeout", g.restTimer)
	}
	g.settle()
	g.callbacks.release()
	g.root.Call("remove")
	g.edge.Call("remove")
	g.behind.Call("remove")
	if g.hint.Truthy() {
		g.hint.Call("remove")
	}
	g.status.Call("remove")
}
