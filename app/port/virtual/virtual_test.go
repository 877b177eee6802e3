package virtual_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// bar is the part of a browser that Scroll drives: a scrollTop cut to what there is to scroll.
type bar struct {
	top, max float64
}

func (b *bar) set(top float64) { b.top = min(max(top, 0), b.max) }

func newTable(lines, rowHeight, view int) (*virtual.Scroll, *bar) {
	s := &virtual.Scroll{}
	top := s.Resize(lines, rowHeight, view)
	b := &bar{max: max(s.Height()-float64(view), 0)}
	b.set(top)
	return s, b
}

func (b *bar) wheel(s *virtual.Scroll, delta float64) {
	b.set(b.top + delta)
	if top, change := s.Moved(b.top); change {
		b.set(top)
		s.Moved(b.top)
	}
}

// Small movements reach both ends of tables that are much taller than the element, and move the rows by what was turned.
func TestScroll_Wheel_ReachesBothEnds(t *testing.T) {
	for _, lines := range []int{0, 1, 100, 400_000, 1_000_000, 30_000_000} {
		s, b := newTable(lines, 30, 700)
		end := max(float64(lines)*30-700, 0)
		b.set(b.max)
		s.Moved(b.top)
		if s.Y() != end {
			t.Fatalf("%d lines: thumb at the end is y %.0f, want %.0f", lines, s.Y(), end)
		}
		for range 400 {
			b.wheel(s, -120)
		}
		want := max(end-400*120, 0)
		if got := s.Y(); math.Abs(got-want) > 1 {
			t.Fatalf("%d lines: 400 steps up from the end lead to y %.0f, want %.0f", lines, got, want)
		}
		for range 500 {
			b.wheel(s, 120)
		}
		if got := s.Y(); math.Abs(got-end) > 1 {
			t.Fatalf("%d lines: back down leads to y %.0f, want the end %.0f", lines, got, end)
		}
		b.set(0)
		s.Moved(0)
		for range 50 {
			b.wheel(s, 700)
			if top, change := s.Rest(); change {
				b.set(top)
				s.Moved(b.top)
			}
		}
		for range 60 {
			b.wheel(s, -700)
		}
		if s.Y() != 0 {
			t.Fatalf("%d lines: y %.0f after going back to the top, want 0", lines, s.Y())
		}
	}
}

// Rest and drags of the thumb leave no drift; whatever happens, the visible lines are where the element shows them.
func TestScroll_RandomMoves_LinesInView(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s, b := newTable(1_000_000, 30, 690)
	for i := range 20_000 {
		switch r.IntN(5) {
		case 0:
			b.set(r.Float64() * b.max)
			s.Moved(b.top)
		case 1:
			if top, change := s.Reveal(r.IntN(1_000_000)); change {
				b.set(top)
				s.Moved(b.top)
			}
		case 2:
			y := s.Y()
			if top, change := s.Rest(); change {
				b.set(top)
				s.Moved(b.top)
			}
			if math.Abs(s.Y()-y) > 1 {
				t.Fatalf("step %d: Rest moved the rows from %.2f to %.2f", i, y, s.Y())
			}
		default:
			b.wheel(s, float64(r.IntN(2000)-1000))
		}
		first, last := s.Visible()
		if last-first < 23 || last-first > 24 {
			t.Fatalf("step %d: %d lines in view", i, last-first)
		}
		if at := s.LineTop(first) - b.top; at > 0.5 || at < -30.5 {
			t.Fatalf("step %d: line %d is drawn at %.1f", i, first, at)
		}
		if s.LineTop(last) > virtual.MaxHeight+2000 {
			t.Fatalf("step %d: line %d is drawn at %.0f, past what a browser can place", i, last, s.LineTop(last))
		}
	}
}

func TestScroll_Resize_KeepsFirstLine(t *testing.T) {
	s, _ := newTable(1_000_000, 30, 600)
	s.To(30 * 777_777)
	s.Resize(900_000, 26, 500)
	if first, _ := s.Visible(); first != 777_777 {
		t.Fatalf("first line is %d", first)
	}
	s.Resize(10, 26, 500)
	if s.Y() != 0 {
		t.Fatalf("y is %.0f in a table that fits", s.Y())
	}
}

func rows(n int) []port.Row { return make([]port.Row, n) }

func TestCache_Need(t *testing.T) {
	var c virtual.Cache
	same := func(name string, got []virtual.Request, want ...virtual.Request) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %v, want %v", name, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: %v, want %v", name, got, want)
			}
		}
	}
	same("what is in view first", c.Need(0, 20, 1050, 1), virtual.Request{First: 0, Count: 20})
	same("nothing ahead until it is there", c.Need(0, 20, 1050, 1))
	c.Put(0, rows(20))
	same("ahead", c.Need(0, 20, 1050, 1), virtual.Request{First: 20, Count: 100})
	same("another place, by whole windows", c.Need(505, 525, 1050, 1), virtual.Request{First: 500, Count: 40})
	same("and another", c.Need(700, 760, 1050, 1), virtual.Request{First: 700, Count: 60})
	same("enough are open", c.Need(800, 820, 1050, 1))
	c.Put(500, rows(40))
	same("some are free again", c.Need(1040, 1050, 1050, -1), virtual.Request{First: 1040, Count: 10})
	c.Put(20, rows(100))
	c.Put(1040, rows(4))
	same("a short answer is the last word", c.Need(1040, 1050, 1050, 0))
	same("until there is more", c.Need(1040, 1050, 1060, 0), virtual.Request{First: 1040, Count: 20})
	c.Put(1040, nil)
	c.Put(700, rows(25))
	same("a short answer to three windows is the last word for all", c.Need(700, 760, 1050, 0))
	c.Stale()
	if _, ok := c.Row(50); !ok {
		t.Fatal("a stale row is not shown")
	}
	same("stale is asked for anew", c.Need(0, 30, 1050, 0), virtual.Request{First: 0, Count: 40})
	c.Clear()
	if _, ok := c.Row(50); ok {
		t.Fatal("a cleared row is shown")
	}
	same("more than one answer holds", c.Need(0, 250, 1050, 0), virtual.Request{First: 0, Count: 100}, virtual.Request{First: 100, Count: 100}, virtual.Request{First: 200, Count: 60})
	c.Clear()
	c.Put(600, rows(40))
	same("upwards", c.Need(600, 640, 1050, -1), virtual.Request{First: 500, Count: 100})
	c.Put(500, rows(100))
	same("upwards again", c.Need(560, 600, 1050, -1), virtual.Request{First: 400, Count: 100})
	same("nothing in view", c.Need(0, 0, 0, 1))
}

// Whatever is scrolled to is read in the end, by requests that are short and never ask twice for a line.
func TestCache_AnyScrolling(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		total, view := 1+random.IntN(3000), 1+random.IntN(150)
		var c virtual.Cache
		var open []virtual.Request
		under := map[int]bool{}
		answer := func() {
			r := open[0]
			open = open[1:]
			got := make([]port.Row, r.Count)
			for i := range got {
				delete(under, r.First+i)
				got[i].Band = r.First + i
			}
			c.Put(r.First, got)
		}
		first := 0
		for step := range 60 {
			was := first
			if step%7 == 0 {
				first = random.IntN(total)
			} else {
				first = min(max(first+random.IntN(101)-50, 0), total-1)
			}
			last := min(first+view, total)
			for try := 0; ; try++ {
				requests := c.Need(first, last, total, first-was)
				for _, r := range requests {
					if r.Count < 1 || r.Count > port.WindowRows || r.First < 0 || r.First+r.Count > total {
						t.Fatalf("of %d lines it asks for %v", total, r)
					}
					for line := r.First; line < r.First+r.Count; line++ {
						if _, ok := c.Row(line); ok || under[line] {
							t.Fatalf("line %d is asked for again", line)
						}
						under[line] = true
					}
				}
				open = append(open, requests...)
				if random.IntN(3) == 0 && step < 59 { // scrolled on before the answers
					break
				}
				if len(open) == 0 {
					break
				}
				if try > 40 {
					t.Fatalf("lines %d to %d are asked for without end", first, last)
				}
				answer()
			}
			for line := first; line < last && len(open) == 0; line++ {
				if row, ok := c.Row(line); !ok || row.Band != line {
					t.Fatalf("line %d of %d is %v, %v", line, total, row.Band, ok)
				}
			}
		}
	}
}

// The windows last looked at stay.
func TestCache_Put_EvictsLeastUsed(t *testing.T) {
	var c virtual.Cache
	for i := range 40 {
		c.Put(i*100, rows(100))
		c.Need(0, 10, 4000, 0)
	}
	held := 0
	for i := range 40 {
		if _, ok := c.Row(i * 100); ok {
			held++
		}
	}
	if _, ok := c.Row(0); !ok || held != 20 {
		t.Fatalf("window 0 kept: %v; %d windows, want 20", ok, held)
	}
	c.Put(-5, rows(3))
	c.Put(7_050, rows(3))
	if _, ok := c.Row(7_051); ok {
		t.Fatal("rows that continue nothing were kept")
	}
}

func TestColumns(t *testing.T) {
	columns := []port.Column{{Name: "PartitionKey", Key: true, Width: 150}, {Name: "RowKey", Key: true, Width: 150}}
	for range 250 {
		columns = append(columns, port.Column{Name: "P", Width: 100})
	}
	c := virtual.NewColumns(columns)
	if pinned := virtual.NewColumns([]port.Column{{Key: true, Width: 100}, {Key: true, Width: 100}, {Pinned: true, Width: 200}, {Pinned: true, Width: 100}}); pinned.Pinned() != 3 || pinned.Keys() != 2 {
		t.Errorf("%d columns and %d keys stay", pinned.Pinned(), pinned.Keys())
	} else if pinned.Pin(490); pinned.Pinned() != 2 {
		t.Errorf("%d columns stay in a narrow view", pinned.Pinned())
	}
	if c.Pinned() != 2 || c.Total() != 300+25_000 {
		t.Fatalf("pinned %d, total %d", c.Pinned(), c.Total())
	}
	if c.Pin(400); c.Pinned() != 2 || c.Width(1) != 150 {
		t.Fatalf("pinned %d in a narrow view, the second is %d wide", c.Pinned(), c.Width(1))
	}
	slots := c.Slots(400)
	for left := 0; left <= c.Total()-400; left += 37 { // the PartitionKey slides out, and the RowKey stays
		first, edge := c.First(left, slots), left+300-min(left, 150)
		if c.Left(first) > edge || c.Left(first+slots-1)+c.Width(first+slots-1) < left+400 {
			t.Fatalf("at %d of a narrow view columns [%d, %d) leave a gap", left, first, first+slots)
		}
	}
	for _, tc := range []struct{ column, left, want int }{
		{0, 0, 0}, {0, 90, 0}, {1, 90, 90}, {1, 9000, 9000}, {2, 0, 0}, {2, 90, 90}, {2, 500, c.Left(2) - 150}, {10, 500, c.Left(9) - 150}, {10, 20_000, c.Left(10) - 150},
	} {
		if c.Reveal(tc.column, tc.left, 400) == tc.left && !c.Sees(tc.column, tc.left, 400) {
			t.Errorf("column %d is whole at %d and not seen", tc.column, tc.left)
		}
		if got := c.Reveal(tc.column, tc.left, 400); got != tc.want {
			t.Errorf("column %d at %d of a narrow view is revealed at %d, want %d", tc.column, tc.left, got, tc.want)
		}
	}
	wide := virtual.NewColumns([]port.Column{{Key: true, Width: 130}, {Key: true, Width: 300, Sized: true}, {Width: 100}})
	if wide.Pin(400); wide.Pinned() != 0 || wide.Slide(400) != 0 || wide.Width(1) != 300 {
		t.Errorf("a RowKey that a person made wide leaves no room: %d pinned, %d wide", wide.Pinned(), wide.Width(1))
	}
	beside := virtual.NewColumns([]port.Column{{Key: true, Width: 130}, {Key: true, Width: 300}, {Width: 200, AlignRight: true}})
	if beside.Pin(460); beside.Width(0) != 200 || beside.Width(1) != 260 || beside.Left(2)-beside.Slide(400) != 260 {
		t.Errorf("a RowKey that stays alone leaves the next column its room: the keys are %d and %d wide", beside.Width(0), beside.Width(1))
	}
	if c.Pin(480); c.Pinned() != 2 || c.Slide(400) != 0 || c.Pinned() != 2 || c.Width(0) != 130 || c.Width(1) != 150 {
		t.Fatalf("pinned %d in a view for both, the second is %d wide", c.Pinned(), c.Width(1))
	}
	inspected := virtual.NewColumns([]port.Column{{Key: true, Width: 140}, {Key: true, Width: 310}, {Width: 193, AlignRight: true}, {Width: 180}})
	if inspected.Pin(490); inspected.Pinned() != 2 || inspected.Width(1) < 168 || inspected.Width(0) < 126 || inspected.Left(3) > 490 || inspected.Left(3) < 485 {
		t.Errorf("beside the inspector the keys are %d and %d wide, and the next column ends at %d", inspected.Width(0), inspected.Width(1), inspected.Left(3))
	}
	two := virtual.NewColumns([]port.Column{{Key: true, Width: 140}, {Key: true, Width: 310, Tail: 300}, {Width: 120}, {Width: 180}, {Width: 240}})
	if two.Pin(550); two.Pinned() != 2 || two.Left(4) != 550 || two.Width(0) != 110 || !two.Tail(1) || two.Tail(0) {
		t.Errorf("in a view of 550 px the keys are %d and %d wide, and two columns more end at %d", two.Width(0), two.Width(1), two.Left(4))
	}
	two.Pin(390)
	if two.Width(1) >= 300 || !two.Tail(1) {
		t.Errorf("on a phone a key of %d px does not show its end", two.Width(1))
	}
	if two.Pin(1100); two.Width(1) != 310 || two.Tail(1) {
		t.Errorf("where there is room the RowKey is %d wide", two.Width(1))
	}
	roomy := virtual.NewColumns([]port.Column{{Key: true, Width: 149}, {Key: true, Width: 346}, {Width: 193, AlignRight: true}, {Width: 182}})
	if roomy.Pin(846); roomy.Pinned() != 2 || roomy.Width(0) != 149 || roomy.Left(4) != 846 {
		t.Errorf("beside the inspector of a wide page the keys are %d and %d wide, and two columns more end at %d", roomy.Width(0), roomy.Width(1), roomy.Left(4))
	}
	phone := virtual.NewColumns([]port.Column{{Key: true, Width: 150}, {Key: true, Width: 310}, {Width: 193, AlignRight: true}, {Width: 182}})
	if phone.Pin(372); phone.Left(3)-phone.Slide(400) != 372 {
		t.Errorf("on a phone the column after the RowKey ends at %d", phone.Left(3)-phone.Slide(400))
	}
	if c.Pin(700) || c.Pinned() != 2 || c.Width(1) != 150 {
		t.Fatalf("pinned %d in a wide view, the second is %d wide", c.Pinned(), c.Width(1))
	}
	long := virtual.NewColumns([]port.Column{{Key: true, Width: 200}, {Key: true, Width: 560, Sized: true}})
	if long.Pin(800); long.Pinned() != 1 || long.Width(1) != 560 {
		t.Errorf("a width that a person chose: %d pinned, %d wide", long.Pinned(), long.Width(1))
	}
	slots = c.Slots(1000)
	for left := 0; left <= c.Total()-1000; left += 37 {
		first := c.First(left, slots)
		if c.Left(first) > left+300 || c.Left(first+slots-1)+c.Width(first+slots-1) < left+1000 {
			t.Fatalf("at %d columns [%d, %d) leave a gap", left, first, first+slots)
		}
	}
	if got := c.Reveal(100, 0, 1000); got != c.Left(101)-1000 {
		t.Fatalf("reveal to the right: %d", got)
	}
	if got := c.Reveal(100, 0, 950); got != c.Left(101)-950+50 {
		t.Fatalf("reveal to the right leaves the end of a column: %d", got)
	}
	if got := c.Reveal(10, 20_000, 1000); got != c.Left(10)-300 {
		t.Fatalf("reveal to the left: %d", got)
	}
	if got := c.SetWidth(3, -4); got != virtual.MinWidth {
		t.Fatalf("width %d", got)
	}
	if c.Left(4) != 300+100+virtual.MinWidth {
		t.Fatalf("column 4 begins at %d", c.Left(4))
	}
}

// Ensure that a view ends in no stray letter and in within no number, without touching a width that a person chose.
func TestColumns_Spread(t *testing.T) {
	column := func(width int) port.Column { return port.Column{Name: "P", Width: width} }
	typed := port.Column{Name: "T", Width: 200, Least: 100}
	number, sized := port.Column{Name: "N", Width: 200, Whole: true}, port.Column{Name: "S", Width: 100, Sized: true}
	for _, tc := range []struct {
		name    string
		columns []port.Column
		view    int
		want    []int
	}{
		{"a stray letter", []port.Column{column(100), column(101), column(100)}, 221, []int{110, 111, 100}},
		{"enough to read", []port.Column{column(100), column(100), column(100)}, 272, []int{100, 100, 100}},
		{"less than half a number", []port.Column{column(100), column(100), number}, 280, []int{140, 140, 200}},
		{"half a number", []port.Column{column(100), column(100), number}, 300, []int{150, 150, 200}},
		{"all but a px of a number", []port.Column{column(100), column(100), number, number}, 399, []int{199, 200, 200, 200}},
		{"a number's width that a person chose", []port.Column{column(100), column(100), {Name: "N", Width: 200, Whole: true, Sized: true}}, 360, []int{180, 180, 200}},
		{"a key that was narrowed comes first", []port.Column{{Name: "K", Key: true, Width: 100}, {Name: "R", Key: true, Width: 700}, number, number, number}, 1200, []int{100, 700, 200, 200, 200}},
		{"less than half a number beside keys", []port.Column{{Name: "K", Key: true, Width: 100}, column(100), number}, 280, []int{140, 140, 200}},
		{"a stray letter beside keys", []port.Column{{Name: "K", Key: true, Width: 100}, column(100), number}, 220, []int{100, 120, 200}},
		{"ends with a column", []port.Column{column(100), column(100), number}, 200, []int{100, 100, 200}},
		{"all are seen", []port.Column{column(100), number}, 400, []int{100, 200}},
		{"the last types go first", []port.Column{typed, typed}, 250, []int{150, 100}},
		{"all types have room", []port.Column{typed, typed}, 400, []int{200, 200}},
		{"a chosen width stays", []port.Column{sized, column(100), column(100)}, 220, []int{100, 120, 100}},
		{"chosen widths only", []port.Column{sized, sized, column(100)}, 220, []int{100, 100, 100}},
	} {
		c := virtual.NewColumns(tc.columns)
		c.Pin(tc.view)
		for i, want := range tc.want {
			if c.Width(i) != want {
				t.Errorf("%s: column %d is %d px wide, want %d", tc.name, i, c.Width(i), want)
			}
		}
	}

	// While an edge is dragged the columns before it keep what they have been given.
	c := virtual.NewColumns([]port.Column{column(100), column(100), column(100)})
	c.Pin(220)
	c.SetWidth(1, 130)
	if c.Pin(220); c.Width(0) != 110 || c.Width(1) != 130 {
		t.Errorf("after a drag the columns are %d and %d px wide", c.Width(0), c.Width(1))
	}
	c = virtual.NewColumns([]port.Column{typed, typed})
	c.Pin(250)
	c.SetWidth(1, 130)
	if c.Pin(250); c.Width(0) != 150 || c.Width(1) != 130 {
		t.Errorf("after a drag columns without their types are %d and %d px wide", c.Width(0), c.Width(1))
	}
}

func TestText(t *testing.T) {
	for _, tc := range []struct {
		name string
		cell port.Cell
		key  bool
		want string
	}{
		{"plain", port.Cell{Text: "Alien"}, false, "Alien"},
		{"markup stays text", port.Cell{Text: "<img onerror=x>"}, false, "<img onerror=x>"},
		{"missing", port.Cell{Kind: port.CellMissing}, false, "not set"},
		{"empty", port.Cell{Kind: port.CellEmpty}, false, `""`},
		{"empty key", port.Cell{Kind: port.CellEmpty}, true, "(empty)"},
		{"null", port.Cell{Kind: port.CellNull}, false, "null"},
		{"line break", port.Cell{Text: "a\nb\tc\x00\x7f"}, false, "a↵b⇥c␀␡"},
		{"line breaks of other systems", port.Cell{Text: "a\r\nb\rc\u2028d"}, false, "a↵b↵c↵d"},
		{"direction override", port.Cell{Text: "a\u202etxt"}, false, "a\ufffdtxt"},
		{"no character", port.Cell{Text: "Sh\uffff"}, true, `Sh\uFFFF`},
		{"accents", port.Cell{Text: "Le Samouraï"}, false, "Le Samouraï"},
		{"long", port.Cell{Text: strings.Repeat("é", 201)}, false, strings.Repeat("é", 200) + "…"},
		{"exactly long enough", port.Cell{Text: strings.Repeat("x", 200)}, false, strings.Repeat("x", 200)},
		{"long ASCII", port.Cell{Text: strings.Repeat("x", 64_000)}, false, strings.Repeat("x", 200) + "…"},
	} {
		if got := virtual.Text(tc.cell, tc.key); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// Ensure that of prose only what turns the direction of the text after it is shown as something else.
func TestStraight(t *testing.T) {
	const text = "first\n\nעברית \u200fand é\U0001F600\u200d"
	if got := virtual.Straight(text); got != text {
		t.Errorf("%q became %q", text, got)
	}
	if got := virtual.Straight("a\u202eb\u2066c\u202ad\u2069"); got != "a\ufffdb\ufffdc\ufffdd\ufffd" {
		t.Errorf("got %q", got)
	}
}

// Ensure that a key begins another value when it is a character, and not one that the grid has another use for.
func TestBegins(t *testing.T) {
	for key, want := range map[string]bool{"a": true, "é": true, "=": true, "7": true, "": false, " ": false, "?": false, "Enter": false, "\u200b": false} {
		if got := virtual.Begins(key); got != want {
			t.Errorf("%q begins a value: %v, want %v", key, got, want)
		}
	}
}
