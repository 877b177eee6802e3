package uitest

import (
	"rangefinder/app/port"
)

// inView is how many lines the grid shows at once.
const inView = 40

// Grid is the grid as the page sees it: it asks for the lines in view and shows what it is given. Lines are numbered from 0.
type Grid struct {
	page   *Page
	Events port.GridEvents

	Columns []port.Column
	Total   int
	Label   string
	Density port.Density
	Marks   bool // SetTypeMarks
	Rows    map[int]port.Row

	Line, Column int // the current cell
	Apart        bool
	First, Last  int
	Span         *[4]int // cells that are selected together: lines and columns
	top          int
	open         int // requests without an answer
	Editing      bool
	NoteLabel    string
	Note         string
	NoteWrong    bool
}

func (g *Grid) names() []string {
	list := make([]string, len(g.Columns))
	for i, c := range g.Columns {
		list[i] = c.Name
	}
	return list
}

// Cells are the lines in view that are there, without markers.
func (g *Grid) Cells() [][]string {
	var list [][]string
	for line := g.top; line < min(g.Total, g.top+inView); line++ {
		row, ok := g.Rows[line]
		if !ok || row.Kind != port.RowEntity {
			continue
		}
		cells := make([]string, len(g.Columns))
		for i, c := range g.Columns {
			if c.Cell < len(row.Cells) {
				cells[i] = row.Cells[c.Cell].Text
			}
		}
		list = append(list, cells)
	}
	return list
}

// Markers are the labels of the page markers in view.
func (g *Grid) Markers() (list []string) {
	for line := g.top; line < min(g.Total, g.top+inView); line++ {
		if row, ok := g.Rows[line]; ok && row.Kind == port.RowPageMarker {
			list = append(list, row.Label)
		}
	}
	return list
}

func (g *Grid) settled() bool { return g.open == 0 }

// ask asks for the lines in view.
func (g *Grid) ask() {
	if n := min(g.Total-g.top, inView); n > 0 {
		g.open++
		g.Events.OnNeed(g.top, n)
	} else {
		g.open = 0
	}
}

// Scroll brings a line to the top of the view.
func (g *Grid) Scroll(line int) {
	g.top = max(0, min(line, g.Total-1))
	g.ask()
	g.page.pump()
}

// Open opens the entity of a line, as Enter on it does. It does not tell of the way there: each line on it would be read as well, and
// the answers come in any order.
func (g *Grid) Open(line int) {
	g.page.document.focus = "grid"
	g.Select(line, g.Column)
	g.Events.OnOpen(line)
	g.page.pump()
}

// To moves the current cell, as a click does.
func (g *Grid) To(line, column int) {
	g.page.document.focus = "grid"
	g.Line, g.Column, g.First, g.Last = line, column, line, line
	g.Events.OnSelect(line, column)
	g.page.pump()
}

// Stretch selects lines together, as a click with Shift does.
func (g *Grid) Stretch(first, last int) {
	g.First, g.Last = first, last
	g.Events.OnSelectLines(first, last)
	g.page.pump()
}

// EditCell opens the field of a cell, as F2 does, types a text into it and leaves it. It reports whether there was a field.
func (g *Grid) EditCell(line, column int, text string, how port.EditEnd) bool {
	g.page.t.Helper()
	g.To(line, column)
	var cell port.Cell
	if row := g.Rows[line]; g.Columns[column].Cell < len(row.Cells) {
		cell = row.Cells[g.Columns[column].Cell]
	}
	if !g.Events.OnEdit(line, column, cell, false) {
		return false
	}
	g.Editing = true
	g.page.pump()
	g.Events.OnEditText(text)
	g.page.pump()
	g.Events.OnEditEnd(text, how)
	g.page.pump()
	return true
}

func (g *Grid) SetColumns(c []port.Column) { g.Columns = c }
func (g *Grid) SetTotal(lines int, keep bool) {
	g.Total = lines
	if !keep {
		g.top, g.Rows = 0, map[int]port.Row{}
		g.Line, g.Column = 0, 0
		g.open = 0
	}
	g.First, g.Last = g.Line, g.Line
	g.ask()
}
func (g *Grid) SetRows(first int, rows []port.Row) {
	for i, r := range rows {
		g.Rows[first+i] = r
	}
	g.open = max(0, g.open-1)
}
func (g *Grid) Forget()     { g.Rows = map[int]port.Row{}; g.open = 0; g.ask() }
func (g *Grid) Invalidate() { g.open = 0; g.ask() }
func (g *Grid) ScrollTo(line int) {
	if line < g.top || line >= g.top+inView {
		g.top = max(0, line)
		g.ask()
	}
}
func (g *Grid) Select(line, column int) {
	g.Line, g.Column, g.First, g.Last = line, column, line, line
	g.ScrollTo(line)
}
func (g *Grid) SetApart(apart bool)              { g.Apart = apart }
func (g *Grid) Selected() (line, column int)     { return g.Line, g.Column }
func (g *Grid) SelectedLines() (first, last int) { return g.First, g.Last }
func (g *Grid) Place() port.Place {
	return port.Place{Top: float64(g.top), Line: g.Line, Column: g.Column, First: g.First, Last: g.Last}
}
func (g *Grid) Restore(p port.Place) {
	g.top, g.Line, g.Column, g.First, g.Last = int(p.Top), p.Line, p.Column, p.First, p.Last
	g.ask()
}
func (g *Grid) Focus()                    { g.page.document.focus = "grid" }
func (g *Grid) SetDensity(d port.Density) { g.Density = d }
func (g *Grid) SetTypeMarks(always bool)  { g.Marks = always }
func (g *Grid) SetLabel(label string)     { g.Label = label }
func (g *Grid) Edit() {
	if g.Events.OnEdit(g.Line, g.Column, port.Cell{}, false) {
		g.Editing = true
	}
}
func (g *Grid) Chosen() (first, last, left, right int, ok bool) {
	if s := g.Span; s != nil {
		return s[0], s[1], s[2], s[3], true
	}
	return g.Line, g.Line, g.Column, g.Column, g.page.document.focus == "grid" && g.Total > 0 && g.First == g.Last
}

func (g *Grid) EndEdit() { g.Editing = false }
func (g *Grid) EditNote(label, text string, wrong bool) {
	g.NoteLabel, g.Note, g.NoteWrong = label, text, wrong
}
func (g *Grid) Destroy() {}
