package main

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// generated is the size of the table that the page generates.
const generated = 1_000_000

// table returns a page that shows every entity of the generated table, as a visitor gets there: by the dialog, whose defaults
// are the table of the figures.
func (p *playground) table() (*visit, error) {
	if p.million != nil {
		return p.million, nil
	}
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	p.million = v
	script := []struct{ do, until string }{
		{`[...document.querySelectorAll("button")].find((b) => b.innerText.includes("Generate data")).click()`, `document.querySelector("#dialog").open`},
		{`document.querySelector("#spec-partitions").focus()`, `true`},
	}
	for _, s := range script {
		if err := v.Eval(s.do+", null", nil); err != nil {
			return nil, err
		}
		if err := v.Wait(s.until); err != nil {
			return nil, err
		}
	}
	all := chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl))
	err = v.Run(all, input.InsertText("1000"), chromedp.Evaluate(`document.querySelector("#spec-entities").focus()`, nil), all, input.InsertText(fmt.Sprint(generated)), chromedp.KeyEvent(kb.Enter))
	if err != nil {
		return nil, err
	}
	for _, until := range []string{
		`document.querySelector(".crumb h1").innerText === "Generated"`,
		`/1,000 pages/.test(document.querySelector(".result-line")?.innerText || "")`,
		`/returns 1,000,000/.test(document.querySelector("#planstrip").innerText)`,
	} {
		if err := v.Wait(until); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// retype puts a text in place of the editor's, with the caret back runes from its end.
func (v *visit) retype(text string, back int) error {
	actions := []chromedp.Action{
		chromedp.Evaluate(`document.querySelector("#editor .cm-content").focus()`, nil),
		chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)),
		chromedp.KeyEvent(kb.Backspace),
		input.InsertText(text),
		chromedp.KeyEvent(kb.Escape), // closes a list of completions
	}
	for range back {
		actions = append(actions, chromedp.KeyEvent(kb.ArrowLeft))
	}
	return v.Run(actions...)
}
