package ports

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

const filter = "PartitionKey eq 'Action' and RowKey ge 'Alien' and Rating gt 4.0"

func (p *page) text(want string) {
	p.t.Helper()
	if err := p.p.Wait("ports.text() === " + quote(want)); err != nil {
		p.t.Fatalf("text is %q, want %q", eval[string](p, "ports.text()"), want)
	}
}

func quote(s string) string { return "\"" + strings.ReplaceAll(s, "\"", "\\\"") + "\"" }

func TestEditor_TypeCompleteRun(t *testing.T) {
	p := open(t, harness.View{})
	p.accessible()
	p.picture("empty")
	p.do("ports.edit()")
	if err := p.p.Run(input.InsertText("Rat")); err != nil {
		t.Fatal(err)
	}
	p.keyWith(input.ModifierCtrl, " ")
	p.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")`)
	p.keys(kb.Escape)
	p.wait(`!document.querySelector(".cm-tooltip-autocomplete")`)
	p.keys(kb.Backspace, "t")
	p.wait(`document.querySelector(".cm-tooltip-autocomplete li[aria-selected]")`)
	p.picture("completion")
	p.accessible()
	p.keys(kb.Tab)
	p.text("Rating")
	p.said("change Rating")
	p.keyWith(input.ModifierCtrl, kb.Enter)
	p.said("run")
	p.keyWith(input.ModifierShift, kb.Enter)
	p.said("run")
	p.text("Rating")
	// Tab is for the page when there is nothing to accept.
	p.keys(kb.Tab)
	p.wait(`document.activeElement.id === "split"`)
	p.text("Rating")
}

func TestEditor_SetTextAndReplace(t *testing.T) {
	p := open(t, harness.View{})
	p.do("ports.edit()")
	p.do(`ports.set("a eq 1")`)
	p.do(`ports.replace("b eq 2")`)
	p.said("change b eq 2")
	p.do("ports.undo()")
	p.said("change a eq 1")
	p.do("ports.undo()")
	p.text("a eq 1")
	if events := eval[[]string](p, "events"); len(events) != 0 {
		t.Fatalf("undo went past SetText, or SetText told of itself: %q", events)
	}
}

func TestEditor_MarksAndFix(t *testing.T) {
	for _, view := range []harness.View{{}, {Dark: true}} {
		t.Run(view.String(), func(t *testing.T) {
			p := open(t, view)
			p.do(`ports.set("` + filter + `")`)
			p.do("ports.mark()")
			p.wait(`getComputedStyle(document.querySelector(".cm-content .tok-key")).fontWeight === "600"`)
			if line := eval[string](p, `getComputedStyle(document.querySelector(".cm-content .checked")).textDecorationLine + getComputedStyle(document.querySelector(".cm-content .checked")).textDecorationStyle`); line != "underlinedotted" {
				t.Fatalf("a checked clause is drawn %s", line)
			}
			p.accessible()
			p.picture("marks")
			p.do(`ports.set("Rating == 4.0")`)
			p.do("ports.mark()")
			p.do("ports.refuse(7, 9)")
			p.wait(`document.querySelector(".cm-lintRange-error")`)
			x := eval[float64](p, `document.querySelector(".cm-lintRange-error").getBoundingClientRect().x + 4`)
			y := eval[float64](p, `document.querySelector(".cm-lintRange-error").getBoundingClientRect().y + 4`)
			if err := p.p.Run(chromedp.MouseEvent("mouseMoved", x, y)); err != nil {
				t.Fatal(err)
			}
			p.wait(`document.querySelector(".cm-tooltip .cm-diagnosticAction")`)
			p.picture("fix")
			p.accessible()
			if err := p.p.Run(chromedp.Click(".cm-tooltip .cm-diagnosticAction", chromedp.ByQuery)); err != nil {
				t.Fatal(err)
			}
			p.text("Rating eq 4.0")
			p.do("ports.undo()")
			p.text("Rating == 4.0")
			p.do("ports.refuse(7, 9)")
			p.do("ports.edit()")
			p.keyWith(input.ModifierCtrl, ".")
			p.text("Rating eq 4.0")
		})
	}
}

// An input method composes undisturbed: what Go wants to write waits for the end.
// Ensure that what is told in one turn is drawn after it, and not into a text that came meanwhile, and that the marks which an edit has
// moved are not drawn again where they are still right.
func TestEditor_Turn(t *testing.T) {
	p := open(t, harness.View{})
	got := eval[[]string](p, `(async () => {
		const place = document.body.appendChild(document.createElement("div")), none = () => {}, got = [];
		const editor = RangefinderEditor.create(place, {onChange: none, onCursor: none, onRun: none, onFocus: none, onBlur: none, complete: none});
		const drawn = () => [...place.querySelectorAll(".cm-line span")].map((e) => e.className + "=" + e.textContent).join(" ");
		const look = async () => { await null; await null; got.push(drawn()) };
		editor.setText("Rating gt 4");
		editor.setMarks([0, 6, "tok-prop"]);
		editor.setDiagnostics([{from: 10, to: 11, severity: "warning", message: "odd", actions: []}]);
		got.push(drawn());
		await look();
		editor.setMarks([0, 6, "tok-key"]);
		editor.setText("Year");
		await look();
		editor.setMarks([0, 4, "tok-prop"]);
		editor.replace("Title");
		await look();
		editor.setMarks([0, 5, "tok-prop"]);
		await look();
		const seen = new MutationObserver(none);
		seen.observe(place, {subtree: true, childList: true, characterData: true, attributes: true});
		editor.setMarks([0, 5, "tok-prop"]);
		await look();
		got.push(seen.takeRecords().length + " changes");
		editor.setMarks([0, 5, "tok-key"]);
		await look();
		editor.setMarks([0, 4, "tok-key"]);
		await look();
		editor.setMarks([]);
		await look();
		editor.destroy();
		place.remove();
		return got })()`)
	want := []string{"", "tok-prop=Rating cm-lintRange cm-lintRange-warning=4", "", "", "tok-prop=Title", "tok-prop=Title", "0 changes", "tok-key=Title", "tok-key=Titl", ""}
	if !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

func TestEditor_Composition(t *testing.T) {
	p := open(t, harness.View{})
	p.do(`ports.set("a eq ")`)
	p.do("ports.edit()")
	if err := p.p.Run(input.ImeSetComposition("に", 1, 1)); err != nil {
		t.Fatal(err)
	}
	p.text("a eq に")
	p.do("ports.mark()")
	p.do(`ports.set("overwritten")`)
	if err := p.p.Run(input.ImeSetComposition("にほ", 2, 2)); err != nil {
		t.Fatal(err)
	}
	p.text("a eq にほ")
	if err := p.p.Run(input.InsertText("日本")); err != nil {
		t.Fatal(err)
	}
	p.said("change a eq 日本")
	p.text("overwritten")
}
