package ports

import (
	"fmt"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

const million = 1_000_000

// misplaced finds rows in view that do not hold what their aria-rowindex says, or that lie in the wrong place.
const misplaced = `(() => {
  const root = document.querySelector(".rf-grid"), head = 32;
  const box = root.getBoundingClientRect();
  const wrong = [], seen = [];
  for (const row of root.querySelectorAll(".rf-row")) {
    const r = row.getBoundingClientRect();
    if (r.bottom <= box.top + head || r.top >= box.bottom) continue;
    const line = row.getAttribute("aria-rowindex") - 2;
    seen.push([r.top, line]);
    if (row.classList.contains("rf-loading")) wrong.push("line " + line + " is loading");
    else if (row.classList.contains("rf-marker")) { if (line % 1000 !== 999) wrong.push("line " + line + " is a marker"); }
    else if (+row.children[1].textContent !== line) wrong.push("line " + line + " shows " + row.children[1].textContent);
  }
  seen.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < seen.length; i++)
    if (seen[i][1] !== seen[i-1][1] + 1 || Math.abs(seen[i][0] - seen[i-1][0] - 30) > 0.6) wrong.push("after line " + seen[i-1][1] + " comes " + seen[i][1] + " at +" + (seen[i][0] - seen[i-1][0]));
  if (seen.length * 30 < root.clientHeight - head - 1) wrong.push("only " + seen.length + " rows in view");
  return wrong;
})()`

func (p *page) inPlace() {
	p.t.Helper()
	var wrong []string
	for deadline := time.Now().Add(harness.Timeout); time.Now().Before(deadline); {
		if wrong = eval[[]string](p, misplaced); len(wrong) == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatalf("rows are wrong: %q", wrong)
}

func (p *page) keys(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.keyWith(0, k)
	}
}

// keyWith presses a key. The character that belongs to a key such as Enter is left out: sent as an event of its own, it would
// reach the page even when that takes the key.
func (p *page) keyWith(modifiers input.Modifier, k string) {
	p.t.Helper()
	r := []rune(k)[0]
	for _, event := range kb.Encode(r) {
		if event.Type == input.KeyChar && !(unicode.IsLetter(r) && modifiers == 0) {
			continue
		}
		if err := p.p.Run(event.WithModifiers(modifiers)); err != nil {
			p.t.Fatal(err)
		}
	}
}

// focused is the text of the element with the focus, and its line.
func (p *page) focused() string {
	p.t.Helper()
	return eval[string](p, `(() => { const e = document.activeElement; return e.closest("[role=row]")?.getAttribute("aria-rowindex") + ":" + e.getAttribute("aria-colindex") + ":" + e.textContent; })()`)
}

func TestGrid_Million_ScrollsRight(t *testing.T) {
	p := open(t, harness.View{})
	p.do(fmt.Sprintf("ports.total(%d, false)", million))
	p.inPlace()
	p.picture("top")
	for _, position := range []string{"0", "1e9", "7.4e6", "7.4e6 + 90", "123456.7", "0"} {
		p.do(`document.querySelector(".rf-grid").scrollTop = ` + position)
		p.inPlace()
	}
	p.do(`document.querySelector(".rf-grid").scrollTop = 1e9`)
	p.inPlace()
	if last := eval[string](p, `String(document.querySelector(".rf-row[aria-rowindex='1000001']") !== null)`); last != "true" {
		t.Fatal("the last line is not there at the end of the scroll bar")
	}
	// Once scrolling rests, the rows stand in the document in the order of their lines, and the one with the focus has kept it.
	p.do(`document.querySelector(".rf-grid").scrollTop = 0, ports.focus()`)
	for _, position := range []string{"300", "660", "90", "123456"} {
		p.do(`document.querySelector(".rf-grid").scrollTop = ` + position)
		p.inPlace()
		p.wait(`(() => { const lines = [...document.querySelectorAll(".rf-row:not(.rf-free)")].map((r) => +r.ariaRowIndex); return lines.every((l, i) => !i || l > lines[i - 1]) && document.activeElement.closest("[role=row]")?.ariaRowIndex === "2" })()`)
	}
	// What the table holds is text, wherever it comes from.
	if n := eval[int](p, `document.querySelectorAll(".rf-grid img, .rf-grid b").length`); n != 0 {
		t.Fatalf("%d elements came out of values", n)
	}
	p.do("ports.total(10, false)")
	p.wait(`document.querySelector(".rf-grid").scrollTop === 0 && document.querySelector(".rf-row[aria-rowindex='5']")?.children[1].textContent === "0000003"`)
	if text := eval[string](p, `[...document.querySelectorAll(".rf-row[aria-rowindex='5'] .rf-cell")].map((e) => e.textContent).join("|")`); text != "(empty)|0000003|0.3|1953|null|two↵lines⇥and \ufffdreversed|true|2026-11-20 09:14:02.118Z|00000000-0000-0000-0000-000000000003|2026-11-20 09:14:02.118Z" {
		t.Fatalf("line 3 reads %q", text)
	}
}

// Ensure that what a jump of the scroll bar shows is drawn as soon as it is read, and waits for no frame.
func TestGrid_Jump(t *testing.T) {
	p := open(t, harness.View{})
	p.do(fmt.Sprintf("ports.total(%d, false)", million))
	p.inPlace()
	wrong := eval[[]string](p, fmt.Sprintf(`new Promise((done) => {
		const root = document.querySelector(".rf-grid"), frame = requestAnimationFrame, held = [];
		root.scrollTop = 5e6;
		frame(() => { // the grid has heard of it, and asks in this frame, its last one
			globalThis.requestAnimationFrame = (draw) => held.push(draw);
			let tries = 0;
			const look = () => {
				const wrong = %s;
				if (wrong.length && tries++ < 100) return setTimeout(look, 20);
				globalThis.requestAnimationFrame = frame;
				held.forEach((draw) => frame(draw));
				done(wrong);
			};
			look();
		});
	})`, misplaced))
	if len(wrong) > 0 {
		t.Fatalf("without a frame the rows are wrong: %q", wrong)
	}
	p.inPlace()
}

func TestGrid_Keyboard(t *testing.T) {
	p := open(t, harness.View{})
	p.do(fmt.Sprintf("ports.total(%d, false)", million))
	p.inPlace()
	p.do("ports.focus()")
	expect := func(name, want string) {
		t.Helper()
		if err := p.p.Wait(fmt.Sprintf(`(() => { const e = document.activeElement; return e.closest("[role=row]")?.getAttribute("aria-rowindex") + ":" + e.getAttribute("aria-colindex") + ":" + e.textContent; })() === %q`, want)); err != nil {
			t.Fatalf("%s: focus on %s, want %s", name, p.focused(), want)
		}
	}
	expect("first", "2:1:P00000")
	p.keys(kb.ArrowDown, kb.ArrowRight)
	expect("down, right", "3:2:0000001")
	p.said("select 1 1")
	p.keyWith(input.ModifierCtrl, kb.End)
	expect("Ctrl+End", "1000001:null:page 1001 · continues at P01428/1000000 · 999 entities")
	p.keys(kb.ArrowUp)
	expect("up from the end", "1000000:10:2026-11-20 09:14:02.118Z")
	p.keyWith(input.ModifierCtrl, kb.Home)
	expect("Ctrl+Home", "2:1:P00000")
	p.keys(kb.PageDown, kb.PageUp, kb.End)
	expect("page down, up, End", "2:10:2026-11-20 09:14:02.118Z")
	p.keys(kb.Home, kb.ArrowRight, kb.Enter)
	p.said("open 0")
	p.keys(kb.F2)
	p.said("edit 0 1 false")
	p.keys(kb.Delete)
	p.said("delete 0-0 1-1")
	p.keyWith(input.ModifierShift, kb.ArrowRight)
	p.keys(kb.Backspace)
	p.said("delete 0-0 1-2")
	p.keys(kb.Escape, kb.ArrowLeft)
	p.keys(kb.ArrowUp)
	expect("header", "1:2:RowKey")
	p.keyWith(input.ModifierShift, kb.ArrowRight)
	p.said("width 1 186")
	p.keys(kb.Enter)
	p.said("sort 1")
	p.keyWith(input.ModifierAlt, kb.ArrowDown)
	p.said("header 1")
	p.keys(kb.ArrowDown)
	expect("back from the header", "2:2:0000000")

	// The current cell keeps the focus while it is scrolled away and its neighbours' elements serve other lines.
	p.do(`document.querySelector(".rf-grid").scrollTop = 6e6`)
	p.inPlace()
	expect("scrolled away", "2:2:0000000")
	p.keys(kb.ArrowDown)
	expect("back by a key", "3:2:0000001")
	p.inPlace()

	// One tab stop in, one out.
	if n := eval[int](p, `document.querySelectorAll(".rf-grid [tabindex='0'], .rf-grid[tabindex='0']").length`); n != 1 {
		t.Fatalf("%d tab stops", n)
	}
	p.do(`document.getElementById("split").focus()`)
	p.keys(kb.Tab)
	expect("Tab into the grid", "3:2:0000001")
	p.keys(kb.ArrowDown)
	expect("and on", "4:2:0000002")
	// A click moves the current cell, a double click edits.
	if err := p.p.Run(chromedp.DoubleClick(`.rf-row[aria-rowindex='7'] .rf-cell[aria-colindex='5']`, chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	p.said("edit 5 4 false")
	p.keys(kb.Escape)
	expect("clicked", "7:5:not set")
	p.picture("selected")
}

// Ensure that both presses of a double click meet the same cell where the view cuts that off, at the right edge and at the bottom: nothing
// scrolls until its editor opens, which is seen whole.
func TestGrid_PressedTwice(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.total(500, false)")
	p.inPlace()
	p.do(`document.getElementById("grid").style.width = "700px"`)
	p.wait(`parseFloat(document.querySelector(".rf-grid").style.getPropertyValue("--rf-room")) < 701`) // the grid has measured it
	const cut = `(() => { const g = document.querySelector(".rf-grid"), b = g.getBoundingClientRect(), right = b.left + g.clientWidth, bottom = b.top + g.clientHeight;
		const c = [...document.querySelectorAll(".rf-row:not(.rf-free) .rf-cell")].find((e) => { const r = e.getBoundingClientRect(); return r.left < right - 5 && r.right > right + 5 && r.top < bottom - 4 && r.bottom > bottom + 4 });
		const r = c?.getBoundingClientRect(); return r && [r.left + 3, r.top + 3, c.parentElement.ariaRowIndex - 2, c.ariaColIndex - 1] })()`
	at := eval[[]float64](p, `(() => { const g = document.querySelector(".rf-grid"), right = g.getBoundingClientRect().left + g.clientWidth;
		const heads = [...document.querySelectorAll(".rf-th:not(.rf-pin0, .rf-pin1)")].map((e) => e.getBoundingClientRect()), r = heads.find((r) => r.left + r.width / 2 > right);
		g.scrollTo(r.left + r.width / 2 - right, (60 - (g.clientHeight - 32) % 30 + 15) % 30 || 30);
		return [g.scrollLeft, g.scrollTop] })()`)
	left, top := at[0], at[1]
	p.wait(cut + `?.length === 4`)
	at = eval[[]float64](p, cut)
	p.do("events.length = 0")
	for times := int64(1); times <= 2; times++ {
		for _, kind := range []input.MouseType{input.MousePressed, input.MouseReleased} {
			if err := p.p.Run(input.DispatchMouseEvent(kind, at[0], at[1]).WithButton(input.Left).WithClickCount(times)); err != nil {
				t.Fatal(err)
			}
			if times == 2 {
				continue
			}
			if now := eval[[]float64](p, `[document.querySelector(".rf-grid").scrollLeft, document.querySelector(".rf-grid").scrollTop]`); now[0] != left || now[1] != top {
				t.Fatalf("the first press scrolls from %v, %v to %v", left, top, now)
			}
		}
	}
	p.said(fmt.Sprintf("edit %v %v false", at[2], at[3]))
	p.wait(`(() => { const g = document.querySelector(".rf-grid"), b = g.getBoundingClientRect(), r = document.querySelector(".rf-field")?.getBoundingClientRect(); return r && r.right <= b.left + g.clientWidth + 1 && r.bottom <= b.top + g.clientHeight + 1 })()`)
	p.keys(kb.Escape)
}

// Ensure that what is asked of a line that is not read yet is done when it is, unless another is gone to meanwhile.
func TestGrid_AskedBeforeRead(t *testing.T) {
	p := open(t, harness.View{})
	p.do(fmt.Sprintf("ports.total(%d, false)", million))
	p.inPlace()
	p.do("ports.focus()")
	p.do("ports.slow(400)")
	p.keyWith(input.ModifierCtrl, kb.End)
	p.keys(kb.ArrowUp, kb.Enter)
	p.said("open 999998")
	again := func(slow int) {
		t.Helper()
		p.do("ports.slow(4)")
		p.do(fmt.Sprintf("ports.total(%d, false)", million))
		p.inPlace()
		p.do("events.length = 0")
		p.do(fmt.Sprintf("ports.slow(%d)", slow))
	}
	again(1000)
	p.keyWith(input.ModifierCtrl, kb.End)
	p.keys(kb.ArrowUp, kb.Enter)
	p.keyWith(input.ModifierCtrl, kb.Home)
	p.inPlace()
	p.keyWith(input.ModifierCtrl, kb.End)
	p.inPlace()
	if said := eval[[]string](p, `events.filter((e) => e.startsWith("open"))`); len(said) > 0 {
		t.Errorf("opened %q, which was left", said)
	}
	again(400)
	p.keyWith(input.ModifierCtrl, kb.End)
	p.keys(kb.ArrowUp, kb.F2)
	p.said("edit 999998 9 false")
}

// Ensure that a finger opens the line that it chose before, that two quick taps edit, and that a mouse only chooses; and that on a phone,
// where the inspector covers the grid, one tap opens.
func TestGrid_Tap(t *testing.T) {
	p := open(t, harness.View{Width: 800, Height: 600})
	p.do("ports.total(500, false)")
	p.inPlace()
	tap := func(times int) {
		t.Helper()
		at := eval[[]float64](p, `(() => { const r = document.querySelector(".rf-row[aria-rowindex='7'] .rf-cell[aria-colindex='3']").getBoundingClientRect(); return [r.x + 20, r.y + 5] })()`)
		for range times {
			if err := p.p.Run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{})); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := p.p.Run(emulation.SetTouchEmulationEnabled(true)); err != nil {
		t.Fatal(err)
	}
	p.do("events.length = 0")
	tap(1)
	p.said("select 5 2")
	time.Sleep(time.Second) // longer than a double tap
	opened := func() []string { return eval[[]string](p, `events.filter((e) => e.startsWith("open"))`) }
	if said := opened(); len(said) > 0 {
		t.Errorf("the first tap said %q", said)
	}
	tap(1)
	p.said("open 5")
	time.Sleep(time.Second)
	p.do("ports.select(1, 2)")
	tap(2)
	p.wait(`events.includes("edit 5 2 false")`)
	p.keys(kb.Escape)
	if err := p.p.Run(emulation.SetTouchEmulationEnabled(false), chromedp.Click(`.rf-row[aria-rowindex='7'] .rf-cell[aria-colindex='3']`, chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	p.inPlace()
	if said := opened(); len(said) > 0 {
		t.Errorf("a mouse, or a double tap, said %q", said)
	}

	if err := p.p.View(harness.View{Width: 700, Height: 600}); err != nil {
		t.Fatal(err)
	}
	p.inPlace()
	p.do("ports.select(1, 2)")
	p.do("events.length = 0")
	if err := p.p.Run(emulation.SetTouchEmulationEnabled(true)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // longer than a double tap
	tap(1)
	p.wait(`events.includes("open 5")`)
}

// Ensure that F2, a double click and a character put a field in the cell, which keeps what is typed through everything that the
// grid does with its elements, and gives the focus back.
func TestGrid_Edit(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.total(500, false)")
	p.inPlace()
	p.do("ports.select(2, 2)")
	p.do("ports.focus()")
	field := func(want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`(() => { const f = document.activeElement; return f.className === "rf-field" && f.value + "|" + f.closest("[role=row]").getAttribute("aria-rowindex") + ":" + f.closest(".rf-cell").getAttribute("aria-colindex") === %q && f.getBoundingClientRect().width > 40 })()`, want))
	}
	gone := func(current string) {
		t.Helper()
		p.wait(fmt.Sprintf(`!document.querySelector(".rf-field, .rf-note, .rf-editing") && (() => { const e = document.activeElement; return e.closest("[role=row]")?.getAttribute("aria-rowindex") + ":" + e.getAttribute("aria-colindex") })() === %q`, current))
	}
	p.keys(kb.F2)
	field("0.2|4:3")
	p.keys("x")
	field("0.2x|4:3")
	p.said("text 0.2x")
	p.keys(kb.ArrowLeft, kb.Home, kb.Delete) // of the text
	field(".2x|4:3")
	p.keys(kb.Enter)
	p.said("end .2x 0")
	gone("4:3")
	p.keys("w")
	field("w|4:3")
	p.keys("r", "o", "n", "g", kb.Tab)
	p.said("end wrong 1")
	p.wait(`document.activeElement.ariaInvalid === "true" && document.activeElement.ariaLabel === "Rating" && document.getElementById(document.activeElement.getAttribute("aria-describedby")).textContent === "no number"`)
	p.picture("edit")
	// Rows that come again, another height, another width and a way down leave it alone.
	p.do("ports.refresh()")
	p.do("ports.dense()")
	p.do(`document.getElementById("grid").style.width = "500px"`)
	p.do(`document.querySelector(".rf-grid").scrollTop = 6000`)
	p.wait(`document.querySelector(".rf-row[aria-rowindex='235'] .rf-cell")?.textContent`)
	field("wrong|4:3")
	p.keys("z")
	field("wrongz|4:3")
	p.keys(kb.Escape)
	p.said("end wrongz 3")
	gone("4:3")
	// Where its cell goes, or the focus does, it hands over what is in it.
	p.do(`document.querySelector(".rf-grid").scrollTop = 0`)
	p.keys("q")
	field("q|4:3")
	p.do("ports.select(3, 2)")
	p.said("end q 4")
	gone("5:3")
	p.keys("r")
	field("r|5:3")
	p.do(`document.getElementById("split").focus()`)
	p.said("end r 4")
	p.wait(`!document.querySelector(".rf-field") && document.activeElement.id === "split"`)
}

func TestGrid_Copy(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.total(500, false)")
	p.inPlace()
	p.do("ports.select(8, 5)")
	p.do("ports.focus()")
	copy := func(at string) string {
		t.Helper()
		return eval[string](p, `(() => { const data = new DataTransfer(); `+at+`.dispatchEvent(new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true})); return data.getData("text/plain"); })()`)
	}
	// Firefox and Safari have the event begin at the body when no text is selected.
	for _, at := range []string{"document.activeElement", "document.body"} {
		if copied := copy(at); copied != "<img src=x onerror=alert(1)><b>hostile</b>" {
			t.Fatalf("%s: copied %q", at, copied)
		}
	}
	p.do("ports.select(9, 5)")
	if copied := copy("document.activeElement"); len(copied) != 10_000 {
		t.Fatalf("a long value was copied as %d characters", len(copied))
	}
	p.do(`document.getElementById("split").focus()`)
	if copied := copy("document.body"); copied != "" {
		t.Fatalf("copied %q from a grid without the focus", copied)
	}
}

func TestGrid_DragWidth(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.total(500, false)")
	p.inPlace()
	wide := eval[int](p, `document.querySelector("[role=columnheader][aria-colindex='1']").offsetWidth`) // a narrow grid narrows its keys
	x := eval[float64](p, `document.querySelector("[role=columnheader][aria-colindex='1'] .rf-resize").getBoundingClientRect().x + 4`)
	y := eval[float64](p, `document.querySelector("[role=columnheader][aria-colindex='1'] .rf-resize").getBoundingClientRect().y + 10`)
	err := p.p.Run(chromedp.MouseEvent("mousePressed", x, y, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", x+40, y, chromedp.ButtonLeft), chromedp.MouseEvent("mouseReleased", x+40, y, chromedp.ButtonLeft))
	if err != nil {
		t.Fatal(err)
	}
	p.said(fmt.Sprint("width 0 ", wide+40))
	// The rows themselves may still be on their way.
	p.wait(fmt.Sprintf(`document.querySelector(".rf-cell[aria-colindex='2']")?.getBoundingClientRect().x - document.querySelector(".rf-cell[aria-colindex='1']")?.getBoundingClientRect().x === %d`, wide+40))
}

// Ensure that a grid that is hidden for a while, as between two results, shows the same columns again, with the head that has the
// keyboard whole; and that a narrow head shows its name from the beginning, before the type and beside the mark of the order.
func TestGrid_HeadWhole(t *testing.T) {
	p := open(t, harness.View{Width: 1600, Height: 500})
	p.do("ports.total(500, false)")
	p.inPlace()
	p.do("ports.select(-1, 2)")
	p.do("ports.focus()")
	const paint = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(document.querySelector(".rf-grid").scrollLeft), 50))))`
	before := eval[int](p, paint)
	p.do(`document.querySelector(".rf-grid").style.width = "0"`)
	eval[int](p, paint)
	p.do(`document.querySelector(".rf-grid").style.width = ""`)
	if after := eval[int](p, paint); after != before {
		t.Errorf("the columns lie at %d, and at %d after the grid was hidden", before, after)
	}
	p.do(`document.querySelectorAll(".rf-arrow").forEach((e) => e.textContent = "▲ ")`)
	for _, width := range []int{190, 170, 155} {
		p.do(fmt.Sprintf(`document.querySelector(".rf-head").style.gridTemplateColumns = "150px 170px %dpx %dpx repeat(6, 150px)"`, width-50, width))
		for _, cut := range eval[[]string](p, `[3, 4].map((i) => { const head = document.querySelector(".rf-th:nth-child(" + i + ")"), [name, arrow] = head.children, box = head.getBoundingClientRect(), n = name.getBoundingClientRect(), a = arrow.getBoundingClientRect(), text = document.createRange();
			text.selectNodeContents(name);
			return n.left < box.left + 11 || text.getBoundingClientRect().width > n.width + .1 || a.right > box.right || a.right > head.querySelector(".rf-more").getBoundingClientRect().left ? name.textContent + " at " + (n.left - box.left) + ", " + n.width + " px of " + text.getBoundingClientRect().width : ""; }).filter(Boolean)`) {
			t.Errorf("with %d px: %s", width, cut)
		}
	}
}

// Sideways, the keys stay and the columns follow.
func TestGrid_Narrow_KeysStay(t *testing.T) {
	p := open(t, harness.View{Width: 700, Height: 500})
	p.do("ports.total(5000, false)")
	p.inPlace()
	p.do("ports.select(40, 9)")
	p.do("ports.focus()")
	p.inPlace()
	p.wait(`(() => { const box = document.querySelector(".rf-grid").getBoundingClientRect(), c = document.activeElement.getBoundingClientRect(); return c.left >= box.left && c.right <= box.right && c.bottom <= box.bottom })()`)
	if x := eval[float64](p, `document.querySelector(".rf-row[aria-rowindex='40'] .rf-pin0").getBoundingClientRect().x - document.querySelector(".rf-grid").getBoundingClientRect().x`); x < -1 || x > 2 {
		t.Fatalf("PartitionKey lies at %v", x)
	}
	p.picture("sideways")
}

func TestGrid_Accessible(t *testing.T) {
	for _, view := range []harness.View{{}, {Width: 390, Height: 844}} {
		t.Run(view.String(), func(t *testing.T) {
			p := open(t, view)
			p.accessible()
			p.do(fmt.Sprintf("ports.total(%d, false)", million))
			p.inPlace()
			p.do("ports.select(998, 0)")
			p.do("ports.focus()")
			p.inPlace()
			p.do("ports.dense")
			p.accessibleBoth()
			p.picture("grid")
		})
	}
}
