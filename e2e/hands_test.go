package e2e

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// What a person's hands do. Each of these waits until what it is done to is there and can be used, as a person does who looks
// first: what a press leads to comes a message and a frame later, on a busy machine many.

// at does something with the element of a selector, which the JavaScript calls e.
func at(selector, what string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		look := fmt.Sprintf(`(() => { `+unfold+` const e = document.querySelector(%q); if (!e || e.disabled || folded(e)) return false; %s; return true; })()`, selector, what)
		for done := false; !done; {
			if err := harness.Look(look, &done).Do(ctx); err != nil {
				return fmt.Errorf("%s, which is not there, disabled or cannot be used: %w", selector, err)
			}
		}
		return nil
	})
}

// unfold declares folded, which reports whether an element is in a fold that is closed, and opens that.
const unfold = `const folded = (e) => { const f = e.closest(".folded[hidden]"); f?.parentElement.querySelector("button").click(); return !!f };`

// focused moves the keyboard to what a selector names.
func focused(selector string) chromedp.Action { return at(selector, `e.focus()`) }

// clicked clicks what a selector names.
func clicked(selector string) chromedp.Action { return at(selector, `e.click()`) }

// chosen picks an option of a select by its value.
func chosen(selector, value string) chromedp.Action {
	return at(selector, fmt.Sprintf(`if (![...e.options].some((o) => o.value === %q)) return false; e.value = %[1]q; e.dispatchEvent(new Event("change", { bubbles: true }))`, value))
}

// filled types a text in place of what a field holds.
func filled(selector, text string) chromedp.Action {
	return chromedp.Tasks{at(selector, `e.focus(); e.select()`), input.InsertText(text)}
}

// typed types a text in place of the editor's. It is one change: between two, the page would be as for an empty text, and what is
// waited for next may be true of that.
func typed(text string) chromedp.Action {
	tasks := chromedp.Tasks{focused("#editor .cm-content"), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl))}
	if text == "" {
		return append(tasks, chromedp.KeyEvent(kb.Backspace))
	}
	return append(tasks, input.InsertText(text))
}

// runKey runs the query.
func runKey() chromedp.Action {
	return chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl))
}
