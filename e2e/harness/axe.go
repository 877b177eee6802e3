package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Violation is a rule of axe-core that the page breaks.
type Violation struct {
	ID     string `json:"id"`
	Impact string `json:"impact"`
	Help   string `json:"help"`
	Nodes  []struct {
		HTML    string `json:"html"`
		Target  []any  `json:"target"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// String tells what is wrong and where, for a person who mends it.
func (v Violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s", v.ID, v.Impact, v.Help)
	for _, node := range v.Nodes {
		fmt.Fprintf(&b, "\n  at %v: %.300s\n    %s", node.Target, node.HTML, strings.ReplaceAll(node.Summary, "\n", "\n    "))
	}
	return b.String()
}

// axeRun looks with all rules of axe-core and the size of targets that WCAG 2.2 adds, and when it is asked to at the contrast of
// colours in the other theme too, which is switched to and back. Style sheets are not read beforehand, a third of the time: only
// css-orientation-lock asks for them, which is experimental and not run.
const axeRun = `(async (both, where) => {
	const found = (await axe.run(where || document, {resultTypes: ["violations"], preload: {assets: ["media"]}, rules: {"target-size": {enabled: true}}})).violations;
	if (!both) return JSON.stringify(found);
	const root = document.documentElement, theme = root.dataset.theme;
	if (theme !== "light" && theme !== "dark") return JSON.stringify(found);
	const other = theme === "light" ? "dark" : "light";
	root.dataset.theme = other;
	try {
		const more = (await axe.run(where || document, {resultTypes: ["violations"], runOnly: ["color-contrast"]})).violations;
		found.push(...more.map((v) => ({...v, help: v.help + " (" + other + ")"})));
	} finally { root.dataset.theme = theme }
	return JSON.stringify(found);
})(%v, %q)`

// Axe checks the page as it is now. The script comes in through the debugger, once for each document, and is not subject to the
// page's policy.
func (p *Page) Axe() ([]Violation, error) { return p.axe(false, "") }

// AxeBoth is Axe, with the colours of both themes.
func (p *Page) AxeBoth() ([]Violation, error) { return p.axe(true, "") }

// AxeOf is AxeBoth of what a selector finds, for a state in which nothing else is new.
func (p *Page) AxeOf(selector string) ([]Violation, error) { return p.axe(true, selector) }

func (p *Page) axe(both bool, where string) ([]Violation, error) {
	there := false
	if err := p.Eval(`typeof axe !== "undefined"`, &there); err != nil {
		return nil, err
	}
	if !there {
		script, err := os.ReadFile(filepath.Join(Root(), "e2e", "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			return nil, fmt.Errorf("%w: `make test` installs axe-core, or `npm ci --ignore-scripts` in e2e", err)
		}
		if err := p.Eval(string(script)+"\n;true", nil); err != nil {
			return nil, err
		}
	}
	var found string
	if err := p.Eval(fmt.Sprintf(axeRun, both, where), &found); err != nil {
		return nil, err
	}
	var violations []Violation
	err := json.Unmarshal([]byte(found), &violations)
	return violations, err
}
