// Package monkey uses the page without knowing what it does: it clicks, drags, types and presses keys at random, by a seed.
//
//	go test ./e2e/monkey                                        half a minute of today's game; ten in the long attack
//	go test ./e2e/monkey -minutes 60 -seed 7 -timeout 2h        an hour of another one
//
// Whatever it does, the browser must not complain, the page must go on answering, and what was in the tables must be there
// after a reload.
package monkey

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

var (
	minutes = flag.Float64("minutes", usual(), "how `long` the monkey plays; 0: not at all")
	seed    = flag.Uint64("seed", uint64(time.Now().Unix()/86400), "`number` that decides what it does; another one each day unless given")
)

func usual() float64 {
	if os.Getenv("RANGEFINDER_ATTACK") != "" {
		return 10
	}
	return 0.5
}

// stored is the files that the browser keeps for the page, with their bytes: whether something is stuck or only large.
const stored = `(async () => {
	const walk = async (folder, path) => { const list = []; for await (const [name, handle] of folder.entries()) list.push(...handle.kind === "directory" ? await walk(handle, path + name + "/") : [path + name + " " + (await handle.getFile().then((f) => f.size, () => "?"))]); return list }
	return (await walk(await navigator.storage.getDirectory(), "")).join(", ") })()`

// patience bounds how long the page may take to answer, a busy machine included.
const patience = 20 * time.Second

// texts are what it types and pastes: filters, names, numbers, and what a page may choke on.
var texts = []string{
	"PartitionKey eq 'Action'", "RowKey ge 'A' and RowKey lt 'B'", "Rating gt 4.0", "not (Rating gt 4.0)", "PartitionKey eq 'Action' or RowKey eq 'x'", "Timestamp ge datetime'2020-01-01T00:00:00Z'",
	"(", "'", "a eq ", "PartitionKey == 'x'", "((((((((((a eq 1))))))))))", "startswith(RowKey,'Sh')",
	"Films", "T", "a b", "1", "-1", "0", "99999999999999999999", "1e309", "NaN", "2024-02-30", "{Language}", "{Nope|pad(9)}", "{", "_",
	"<img src=x onerror=alert(1)>", "‮abc", "e\u0301\u0323\u0323", "שלום", "\U0001F9EA\U0001F9EA", "%41%2F%25", "=1+1", "{}", "[]", `{"PartitionKey":"p","RowKey":"r"}`, "\\", "\t", "a\nb",
	strings.Repeat("x", 3000),
}

// keys are what it presses; those that would leave the page are not among them.
var keys = []string{kb.Tab, kb.Tab, kb.Tab, kb.Enter, kb.Enter, kb.Escape, kb.Escape, " ", kb.ArrowDown, kb.ArrowDown, kb.ArrowUp, kb.ArrowLeft, kb.ArrowRight, kb.Home, kb.End, kb.PageDown, kb.PageUp, kb.Delete, kb.Backspace, kb.F2, "a", "z", "?", "1"}

// chords are keys with Ctrl, Alt or Shift.
var chords = []struct {
	key  string
	with input.Modifier
}{
	{kb.Enter, input.ModifierCtrl}, {"a", input.ModifierCtrl}, {"c", input.ModifierCtrl}, {"z", input.ModifierCtrl}, {"y", input.ModifierCtrl}, {"k", input.ModifierCtrl}, {"f", input.ModifierCtrl}, {" ", input.ModifierCtrl},
	{kb.ArrowDown, input.ModifierShift}, {kb.ArrowDown, input.ModifierCtrl}, {kb.Tab, input.ModifierShift}, {kb.F6, 0}, {kb.F6, input.ModifierShift}, {"1", input.ModifierAlt}, {"2", input.ModifierAlt}, {"3", input.ModifierAlt}, {"4", input.ModifierAlt},
}

// target returns a place that can be clicked, the nth of those there are; no link that leads away, and no file dialog.
const target = `((n) => {
	const list = [];
	for (const e of document.querySelectorAll("button, a[href^='#'], input, select, textarea, [role=tab], [role=gridcell], [role=columnheader], [role=option], [role=separator], [role=slider], [tabindex], summary, .cm-content, canvas, svg rect, label")) {
		if (e.disabled || e.type === "file") continue;
		const r = e.getBoundingClientRect();
		const x = r.x + r.width / 2, y = r.y + Math.min(r.height / 2, 12);
		if (r.width < 2 || r.height < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
		const top = document.elementFromPoint(x, y);
		if (top !== e && !e.contains(top)) continue;
		list.push({ x, y, name: e.tagName + " " + (e.getAttribute("aria-label") || e.id || e.innerText || "").slice(0, 60) });
	}
	return list.length ? list[n % list.length] : { x: 5, y: 5, name: "nothing" };
})`

type place struct {
	X, Y float64
	Name string
}

// monkey plays with one page and remembers what it did last.
type monkey struct {
	t        *testing.T
	chromium *harness.Browser
	page     *harness.Page
	random   *rand.Rand
	done     []string
}

func (m *monkey) fatal(format string, args ...any) {
	m.t.Helper()
	if png, err := m.page.Screenshot(); err == nil {
		m.t.Logf("the page: %s", save(png))
	}
	var said string // who holds the tables, and what the last words were
	if err := m.page.Eval(`navigator.locks.query().then((l) => JSON.stringify(l) + " " + [...document.querySelectorAll(".notice, #late, .loading, #status")].map((e) => e.innerText).join(" | "))`, &said); err == nil {
		m.t.Log(said)
	}
	if err := m.page.Eval(stored, &said); err == nil {
		m.t.Logf("the browser keeps %s", said)
	}
	m.t.Logf("the browser wrote %s", m.chromium.LastWords())
	m.t.Fatalf("seed %d, after %d steps: %s\nthe last:\n%s", *seed, len(m.done), fmt.Sprintf(format, args...), strings.Join(m.done[max(0, len(m.done)-30):], "\n"))
}

func (m *monkey) run(actions ...chromedp.Action) {
	m.t.Helper()
	if err := m.page.Run(actions...); err != nil {
		m.fatal("%v", err)
	}
}

func pick[T any](m *monkey, list []T) T { return list[m.random.IntN(len(list))] }

// step does one thing.
func (m *monkey) step() {
	m.t.Helper()
	note := func(format string, args ...any) { m.done = append(m.done, fmt.Sprintf(format, args...)) }
	switch n := m.random.IntN(100); {
	case n < 45:
		at := m.somewhere()
		note("click %q", at.Name)
		m.run(chromedp.MouseClickXY(at.X, at.Y))
	case n < 48:
		at := m.somewhere()
		note("right click %q", at.Name)
		m.run(chromedp.MouseClickXY(at.X, at.Y, chromedp.ButtonRight))
	case n < 51:
		from, to := m.somewhere(), m.somewhere()
		note("drag %q to %q", from.Name, to.Name)
		m.run(chromedp.MouseEvent(input.MousePressed, from.X, from.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
			chromedp.MouseEvent(input.MouseMoved, to.X, to.Y, chromedp.ButtonLeft),
			chromedp.MouseEvent(input.MouseReleased, to.X, to.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	case n < 55:
		at := m.somewhere()
		down := float64(m.random.IntN(4000) - 1500)
		note("wheel %.0f over %q", down, at.Name)
		m.run(input.DispatchMouseEvent(input.MouseWheel, at.X, at.Y).WithDeltaX(0).WithDeltaY(down))
	case n < 75:
		k := pick(m, keys)
		note("key %q", k)
		m.run(chromedp.KeyEvent(k))
	case n < 83:
		c := pick(m, chords)
		note("key %q with %v", c.key, c.with)
		m.run(chromedp.KeyEvent(c.key, chromedp.KeyModifiers(c.with)))
	case n < 95:
		text := pick(m, texts)
		note("type %.40q", text)
		var takes bool // elsewhere it would write over what is selected in the editor, which no keyboard does to a place without the focus
		if err := m.page.Eval(`Boolean(document.activeElement?.matches("input, textarea, [contenteditable=true]"))`, &takes); err != nil {
			m.fatal("%v", err)
		}
		if takes {
			m.run(input.InsertText(text))
		}
	case n < 97:
		note("back")
		m.run(chromedp.Evaluate("navigation.canGoBack && history.back()", nil)) // never to the empty page before the first
	case n < 98:
		text := pick(m, texts)
		note("paste %.40q", text)
		quoted, _ := json.Marshal(text)
		m.run(chromedp.Evaluate(`(() => { const d = new DataTransfer(); d.setData("text/plain", `+string(quoted)+`); document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true, cancelable: true })) })()`, nil))
	default:
		views := harness.Views()
		view := pick(m, views)
		note("window %s", view)
		if err := m.page.View(view); err != nil {
			m.fatal("%v", err)
		}
	}
}

func (m *monkey) somewhere() place {
	m.t.Helper()
	var at place
	if err := m.page.Eval(fmt.Sprintf("%s(%d)", target, m.random.IntN(1<<20)), &at); err != nil {
		m.fatal("%v", err)
	}
	return at
}

// check fails when something is wrong that can be seen at any time.
func (m *monkey) check() {
	m.t.Helper()
	if problems := m.page.Problems(); len(problems) > 0 {
		m.fatal("the browser complains: %s", strings.Join(problems, "\n"))
	}
	begin := time.Now()
	var fatal string
	if err := m.page.Eval(`((sheet) => sheet ? sheet.innerText + "\n" + (sheet.querySelector("pre")?.textContent ?? "") : "")(document.querySelector(".fatal, .crash"))`, &fatal); err != nil {
		m.fatal("the page does not answer: %v", err)
	}
	if fatal != "" {
		m.fatal("the page gave up: %s", fatal)
	}
	if took := time.Since(begin); took > patience {
		m.fatal("the page took %v to answer", took)
	}
}

// useful fails when the page has come into a state from which a person does not get a query planned. As Cosmos DB, which the monkey may
// have chosen, the plan says what a query returns and not what it examines.
func (m *monkey) useful() {
	m.t.Helper()
	m.done = append(m.done, "look whether a query can be planned")
	if err := m.page.View(harness.View{Width: 1440, Height: 900}); err != nil {
		m.fatal("%v", err)
	}
	m.until("dialogs close with Escape", `!document.querySelector("dialog[open]") || (document.querySelector("dialog[open]").dispatchEvent(new Event("cancel", {cancelable: true})), document.querySelectorAll("dialog[open]").forEach((d) => d.close()), false)`)
	key := fmt.Sprintf("step %d", len(m.done)) // that no query before has
	m.run(chromedp.Evaluate(fmt.Sprintf(`location.hash = "#v=1&t=Movies&f=" + encodeURIComponent("RowKey eq '%s'")`, key), nil))
	m.until("the plan of a new query is shown", fmt.Sprintf(`document.querySelector("#editor")?.innerText.includes(%q) && /examines|returns [\d,]+ of/.test(document.querySelector("#planstrip")?.innerText ?? "") || document.body.innerText.includes("is not here any more") || document.querySelector(".loading")`, key))
	m.check()
}

// until waits for what has to happen; as long as a load tells that it gets on, patience begins anew.
func (m *monkey) until(what, expression string) {
	m.t.Helper()
	far := ""
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		var now struct {
			OK  bool
			Far string
		}
		if err := m.page.Eval("({ok: Boolean("+expression+`), far: document.querySelector(".loading")?.innerText ?? ""})`, &now); err != nil {
			m.fatal("%s: %v", what, err)
		}
		if now.OK {
			return
		}
		if now.Far != far {
			far, begin = now.Far, time.Now()
		}
		if time.Since(begin) > patience {
			m.fatal("it never happens that %s", what)
		}
	}
}

// tables returns what the page says of each table: its name, entities, partitions and bytes. It may have deleted them all, or hidden the list.
func (m *monkey) tables() []string {
	m.t.Helper()
	m.until("loads end", `!document.querySelector(".loading")`)
	m.until("the list of tables is there", `document.querySelector("#tables")`)
	var list []string
	if err := m.page.Eval(`[...document.querySelectorAll("#tables .item[title*=' in ']")].map((e) => [...e.children].map((c) => c.textContent).join(" ") + ": " + e.title).sort()`, &list); err != nil {
		m.fatal("%v", err)
	}
	return list
}

// reload loads the page anew and fails when a table is not as it was.
func (m *monkey) reload() {
	m.t.Helper()
	m.useful()
	m.until("the search of tables is empty", `(() => { const e = document.querySelector("#find-table"); if (!e?.value) return true; e.value = ""; e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	before := m.tables()
	for { // until the list is drawn with what the search left out
		time.Sleep(500 * time.Millisecond)
		now := m.tables()
		if slices.Equal(before, now) {
			break
		}
		before = now
	}
	m.done = append(m.done, "reload")
	if err := m.page.Reload(); err != nil {
		m.fatal("%v", err)
	}
	if err := m.page.WaitStarted(); err != nil {
		m.fatal("%v", err)
	}
	var after []string
	begin := time.Now()
	m.tables()
	m.t.Logf("after %d steps the tables open in %v", len(m.done), time.Since(begin).Round(time.Millisecond))
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(100 * time.Millisecond) {
		if after = m.tables(); slices.Equal(before, after) {
			return
		}
	}
	m.fatal("the tables were\n%s\nand after a reload are\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
}

// Ensure that nothing a person might do without thinking breaks the page, makes it stick, or loses an entity.
func TestAttack_Monkey(t *testing.T) {
	if *minutes == 0 {
		t.Skip("it is to play no minute")
	}
	site, err := harness.ServePage()
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	chromium, err := harness.Launch()
	if err != nil {
		t.Fatal(err)
	}
	defer chromium.Close()
	tab, err := chromium.Disk().Open(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	t.Logf("seed %d, for %v minutes", *seed, *minutes)
	m := &monkey{t: t, chromium: chromium, page: tab.Page, random: rand.New(rand.NewPCG(*seed, 0))}
	m.page.Leave()
	m.run(chromedp.ActionFunc(func(ctx context.Context) error {
		return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorDeny).WithBrowserContextID(chromedp.FromContext(ctx).BrowserContextID).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}), page.SetInterceptFileChooserDialog(true))
	if err := m.page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	m.until("there is a result", `document.querySelector(".result-line")?.textContent.includes("returned")`)
	end := time.Now().Add(time.Duration(*minutes * float64(time.Minute)))
	for n := 1; time.Now().Before(end); n++ {
		m.step()
		if n%20 == 0 {
			m.check()
		}
		if n%150 == 0 {
			m.useful()
		}
		if n%600 == 0 {
			m.reload()
		}
	}
	m.reload()
	t.Logf("seed %d: %d steps", *seed, len(m.done))
}

// save keeps a picture among the artifacts and returns its path.
func save(png []byte) string {
	dir := filepath.Join(harness.Root(), "e2e", "artifacts")
	name := filepath.Join(dir, "monkey.png")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err.Error()
	}
	if err := os.WriteFile(name, png, 0o644); err != nil {
		return err.Error()
	}
	return name
}
