package port

// Grid is a virtual table. It shows Total lines, of which it holds a few windows, and asks for others as they come into view.
// A line is an entity or a page marker.
type Grid interface {
	// SetColumns replaces the columns. Leading columns with Key or Pinned, three at most, stay in view when the rest scrolls sideways. The
	// rows stay: each column names the cell that it shows. The current cell stays in its column, wherever that is now.
	SetColumns(columns []Column)
	// SetTotal says how many lines there are. Without keepScroll the grid goes to the top and forgets its rows: it is another
	// result. With it the rows stay: the same result has grown or shrunk.
	SetTotal(lines int, keepScroll bool)
	// SetRows answers OnNeed; rows[0] is line first.
	SetRows(first int, rows []Row)
	// Forget drops every row, which is asked for anew; the grid stays where it is. Invalidate shows them until the answer is there.
	Forget()
	// Invalidate asks for every row anew. What is shown stays until the answer is there.
	Invalidate()
	// ScrollTo brings a line into view with the least movement.
	ScrollTo(line int)
	// Select makes (line, column) the current cell and brings it into view. It neither takes the focus nor calls OnSelect.
	// Line -1 is the header.
	Select(line, column int)
	// SetApart says that what is shown beside the grid is of another line than the current one, which is not marked then.
	SetApart(apart bool)
	// Selected is the current cell; line is -1 while that is in the header.
	Selected() (line, column int)
	// SelectedLines is the first and the last line of those that are selected together, markers among them; both are the
	// current line when only that is, and -1 in the header. Select and SetTotal leave only the current line, without telling.
	SelectedLines() (first, last int)
	// Chosen are the cells that are selected, as in OnCopyCells, or the current one alone. ok: the grid has the focus, on a line, and
	// no lines are selected together.
	Chosen() (first, last, left, right int, ok bool)
	// Place is where the person is; Restore goes back there, and tells nobody. The lines must be those that it was taken of.
	Place() Place
	Restore(Place)
	// Focus moves the focus to the current cell.
	Focus()
	SetDensity(d Density)
	// SetTypeMarks shows the type in every cell, or only where a Mixed column has another than usual.
	SetTypeMarks(always bool)
	// SetLabel is the accessible name.
	SetLabel(label string)
	// Edit asks for a field in the current cell, as F2 does.
	Edit()
	// EndEdit closes the field of a cell, when one is open. The focus goes from there back to the cell.
	EndEdit()
	// EditNote names the field and says below it what is understood of its text, or what is wrong with it.
	EditNote(label, text string, wrong bool)
	// Destroy removes the grid and frees its callbacks; no other call may follow.
	Destroy()
}

// Place is what a person sees of a grid, and what is selected there.
type Place struct {
	Top          float64 // line at the top, with the part of it that is out of view
	Left         int     // px
	Line, Column int     // the current cell
	First, Last  int     // the lines that are selected together
}

// WindowRows is the most rows that one OnNeed asks for.
const WindowRows = 100

// MaxCellText is the length in characters at which the grid cuts a value.
const MaxCellText = 200

// Density is the height of a line.
type Density int

const (
	Comfortable Density = iota // 30 px
	Compact                    // 26 px
)

// Column is a header and a width.
type Column struct {
	Name       string
	Type       string // shown small beside the name, e.g. Double; empty for none
	Usual      string // the TypeMark of most of its cells
	Width      int    // px; 0 for a width by name and type
	Least      int    // px that its values and its name need, where its type has no room; 0 for Width
	Tail       int    // px: where it is narrower, its values differ beyond what is seen of their beginnings, and their ends are shown
	Sized      bool   // a person chose the width
	Key        bool   // PartitionKey or RowKey
	Pinned     bool   // stays beside the keys
	Mix        string // why it is flagged, when entities disagree about the type; cells of another type than Usual say theirs
	AlignRight bool   // numbers
	Whole      bool   // a part of a value reads as another value: numbers and dates
	Cell       int    // which of a row's cells it shows
	Sort       Sort   // its lines are in this column's order
}

// Sort is the order of a column's values down the lines.
type Sort string

// The orders, in the words of aria-sort.
const (
	Unsorted   Sort = ""
	Ascending  Sort = "ascending"
	Descending Sort = "descending"
)

// RowKind says what a line is.
type RowKind int

const (
	RowEntity RowKind = iota
	RowPageMarker
	RowLoading
)

// Row is one line.
type Row struct {
	Kind RowKind
	// Band numbers the partitions met so far; its parity colours the rows, a change of it draws a line.
	Band  int
	Label string // of a marker, e.g. "page 2 · continues at Action/Heat · 1,000 entities"
	Mark  RowMark
	Cells []Cell // see Column.Cell; a cell that is not there is Missing
}

// RowMark is a state of an entity that colours its whole row.
type RowMark int

const (
	MarkNone    RowMark = iota
	MarkPending         // changed, not committed
	MarkDeleted         // to be deleted
)

// CellKind tells apart what a table can hold in the place of a value.
type CellKind int

const (
	CellValue   CellKind = iota
	CellMissing          // the entity has no such property
	CellEmpty            // the empty string
	CellNull
)

// Cell is one value as text. The text is hostile and is only ever set as text.
type Cell struct {
	Text     string
	Kind     CellKind
	Changed  bool   // by something that is not committed
	TypeMark string // its type, e.g. "Int32"; shown where the column has a Mix and Usual is another, or by SetTypeMarks
	Match    bool   // it holds what is looked for
	Copy     string // what is copied, where that is not Text
	Cut      bool   // Text is only the beginning: OnCopyWhole copies it
}

// GridEvents are the grid's callbacks; any may be nil.
type GridEvents struct {
	// OnNeed asks for rows [first, first+count), count at most WindowRows. Requests that scrolling has made useless may be
	// left unanswered only by calling Invalidate or SetTotal later; few are open at a time.
	OnNeed   func(first, count int)
	OnSelect func(line, column int)
	// OnSelectLines tells that the user has selected several lines, by Shift with an up or down arrow, a page key or a click, or all
	// lines of the result by Ctrl+A; or only the current one again, first then being last.
	OnSelectLines func(first, last int)
	// OnCopyLines is Ctrl+C with several lines selected, or Ctrl+Shift+C for whole lines even of one. It is called within the
	// user's gesture. Page markers among the lines are for the receiver to pass over.
	OnCopyLines func(first, last int)
	// OnCopyCells is Ctrl+C with several cells selected, by Shift with a left or right arrow or a drag: the cells of these lines in the
	// columns left to right. It is called within the user's gesture.
	OnCopyCells func(first, last, left, right int)
	// OnOpen is Enter on an entity.
	OnOpen func(line int)
	// OnEdit is F2 or a double click on a cell of an entity, or, with typed, a character that begins another value. true opens
	// a field in the cell: with its text, or with the character. It is called while the key is being handled.
	OnEdit func(line, column int, cell Cell, typed bool) bool
	// OnEditText tells what the field holds, at each change.
	OnEditText func(text string)
	// OnEditEnd tells how the field was left. It stays, and takes no text, until EndEdit or EditNote, but for EditLeft.
	OnEditEnd func(text string, how EditEnd)
	// OnDelete is the Delete key or Backspace, only while the grid has the focus: on the cells that are selected as in OnCopyCells, or the
	// current one alone.
	OnDelete func(first, last, left, right int)
	// OnDuplicate is Ctrl+D on an entity.
	OnDuplicate func(line int)
	// OnSort is Enter or a click on a header.
	OnSort func(column int)
	// OnHeader is the button in a header, or Alt with the down arrow on it; x and y are client coordinates for a menu below it.
	OnHeader func(column, x, y int)
	// OnColumnMove is a header dragged to another place, or Ctrl with an arrow on it.
	OnColumnMove func(from, to int)
	// OnFind is Ctrl+F while the grid has the focus.
	OnFind func()
	// OnMenu is a right click, Shift+F10 or the menu key on a cell, which is the current one by then without OnSelect; x and y are client coordinates for the menu.
	OnMenu func(line, column, x, y int)
	// OnColumnResize tells the new width in px, once at the end of a drag and at each keyboard step.
	OnColumnResize func(column, width int)
	// OnCopy gives the text for Ctrl+C on a cell while a single line is selected; nil copies the cell's text as it was given.
	OnCopy func(line, column int) string
	// OnCopyWhole is Ctrl+C on a cell whose text is Cut. It is called within the user's gesture.
	OnCopyWhole func(line, column int)
}

// EditEnd is how the field of a cell is left.
type EditEnd int

const (
	EditKept    EditEnd = iota // Enter
	EditNext                   // Tab
	EditBack                   // Shift+Tab
	EditDropped                // Escape
	EditLeft                   // the focus went elsewhere, or the cell is no longer there: the field is closed
)

// GridOptions are fixed when a grid is made.
type GridOptions struct {
	Label string // accessible name
}
