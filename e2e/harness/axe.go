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

// Axe checks the page with axe-core, all its rules. The script comes in through the debugger and is not subject to the
// page's policy.
func (p *Page) Axe() ([]Violation, error) {
	script, err := os.ReadFile(filepath.Join(Root(), "e2e", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return nil, fmt.Errorf("%w: `make test` installs axe-core, or `npm ci --ignore-scripts` in e2e", err)
	}
	if err := p.Eval(string(script)+"\n;true", nil); err != nil {
		return nil, err
	}
	var found string
	if err := p.Eval(`axe.run(document, {resultTypes: ["violations"]}).then((r) => JSON.stringify(r.violations))`, &found); err != nil {
		return nil, err
	}
	var violations []Violation
	err = json.Unmarshal([]byte(found), &violations)
	return violations, err
}
