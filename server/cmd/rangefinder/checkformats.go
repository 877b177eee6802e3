package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/explain"
	"rangefinder/server/budget"
)

// judged is a filter and what becomes of it.
type judged struct {
	budget.Filter
	verdict budget.Verdict
	path    string   // of its file, "-" for the standard input
	code    bool     // that is source code
	log     bool     // of what an application asked
	over    []string // in what it costs more than its cap
}

// checkReport is what check prints.
type checkReport struct {
	path    string // the first that was named
	profile filterlang.Profile
	allowed *budget.Budget
	filters []judged
	bad     int
	caps    string // file of caps, "" for none
	capped  int    // filters that have one

	several bool     // files
	code    int      // files of source code
	unseen  []unseen // places in them
}

// checkFormats are what --format takes.
var checkFormats = map[string]func(*checkReport, *bufio.Writer) error{
	"text": (*checkReport).text, "json": (*checkReport).json, "github": (*checkReport).github, "sarif": (*checkReport).sarif,
}

// text explains the filters that are denied or refused.
func (r *checkReport) text(out *bufio.Writer) error {
	for _, f := range r.filters {
		if f.verdict == budget.Allowed {
			continue
		}
		fmt.Fprintf(out, "%s: %s%s\n", f.place(), f.verdict, origin(f.Filter))
		for _, how := range f.over {
			fmt.Fprintf(out, "  %s\n", how)
		}
		if f.explained() {
			explain.TextFor(r.profile, out, f.Text, explain.Plain)
		}
		if text := untyped(f.Filter); text != "" {
			fmt.Fprintf(out, "  %s\n", text)
		}
		out.WriteString("\n")
	}
	for _, u := range r.unseen {
		fmt.Fprintf(out, "%s:%d: not seen: %s\n", u.File, u.Line, u.Reason)
	}
	if len(r.unseen) > 0 {
		out.WriteString("\n")
	}
	out.WriteString(r.summary() + "\n")
	if r.code > 0 {
		holes := 0
		for _, f := range r.filters {
			holes += len(f.Untyped)
		}
		fmt.Fprintf(out, "%s of source code; %s not seen", counted(r.code, "file"), counted(len(r.unseen), "filter"))
		if holes > 0 {
			fmt.Fprintf(out, "; the code does not say the type of %s, and a text stands for each", counted(holes, "value"))
		}
		out.WriteString(".\n")
	}
	return nil
}

// untyped says of which values of a filter in source code the type is not known, "" for none. Their names are quoted: they are text of
// strangers.
func untyped(f budget.Filter) string {
	const most = 5
	var names []string
	for _, hole := range f.Untyped[:min(len(f.Untyped), most)] {
		names = append(names, fmt.Sprintf("%+q", hole))
	}
	switch n := len(f.Untyped); {
	case n == 0:
		return ""
	case n == 1:
		return "The code does not say the type of " + names[0] + ": a text stands for it."
	case n > most:
		names = append(names, fmt.Sprintf("%d more", n-most))
	}
	last := len(names) - 1
	return "The code does not say the types of " + strings.Join(names[:last], ", ") + " and " + names[last] + ": a text stands for each."
}

// place is where a filter stands, in a log first.
func (f *judged) place() string {
	return fmt.Sprintf("%s:%d", f.path, f.Line)
}

// explained reports whether there is a plan or a refusal to tell of: a log may have no filter that stands for a shape.
func (f *judged) explained() bool {
	_, err := filterlang.Parse(f.Text)
	return err == nil || f.verdict == budget.Refused
}

func (r *checkReport) summary() string {
	if r.caps != "" {
		return fmt.Sprintf("%d of %d filters cost more than their cap, read too much or are refused (--caps %s for %d of them, --deny %s).", r.bad, len(r.filters), r.caps, r.capped, r.allowed)
	}
	return fmt.Sprintf("%d of %d filters read too much or are refused (--deny %s).", r.bad, len(r.filters), r.allowed)
}

// verdict is what the format json prints of a filter.
type verdict struct {
	File        string          `json:"file,omitempty"` // of source code, or of several files
	Line        int             `json:"line"`
	Name        string          `json:"name,omitempty"`
	Table       string          `json:"table,omitempty"`
	Verdict     budget.Verdict  `json:"verdict"`
	Over        []string        `json:"over,omitempty"`    // in what it costs more than its cap
	Untyped     []string        `json:"untyped,omitempty"` // values in source code whose type is not known
	Explanation json.RawMessage `json:"explanation"`
}

// json prints an object for each filter, one a line.
func (r *checkReport) json(out *bufio.Writer) error {
	for _, f := range r.filters {
		explanation, _ := explain.JSONFor(r.profile, f.Text)
		v := verdict{Line: f.Line, Name: f.Name, Table: f.Table, Verdict: f.verdict, Over: f.over, Untyped: f.Untyped, Explanation: explanation}
		if f.code || f.log || r.several {
			v.File = f.path
		}
		if err := printJSON(out, v); err != nil {
			return err
		}
	}
	for _, u := range r.unseen {
		if err := printJSON(out, u); err != nil {
			return err
		}
	}
	return nil
}

func printJSON(out *bufio.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// github prints a workflow command for each filter that is denied or refused, which GitHub shows as an annotation of its line.
func (r *checkReport) github(out *bufio.Writer) error {
	for _, f := range r.filters {
		if f.verdict == budget.Allowed {
			continue
		}
		rule, message := r.complaint(f)
		file := ""
		if f.path != "-" {
			file = "file=" + commandProperty.Replace(inCheckout(f.path)) + ","
		}
		fmt.Fprintf(out, "::error %sline=%d,title=%s::%s\n", file, f.Line, commandProperty.Replace("$filter: "+rule), commandText.Replace(message))
	}
	out.WriteString(commandText.Replace(r.summary()) + "\n")
	return nil
}

// What a workflow command takes as something else.
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// inCheckout returns a path as it is below the working directory, with slashes: that is how a host of code knows the file. A file
// elsewhere keeps its path.
func inCheckout(path string) string {
	here, err := filepath.Abs(".")
	if err == nil {
		if absolute, err := filepath.Abs(path); err == nil {
			if below, err := filepath.Rel(here, absolute); err == nil && filepath.IsLocal(below) {
				path = below
			}
		}
	}
	return filepath.ToSlash(path)
}

// refusedRule is the rule that a refused filter breaks; every other is named after a class of plans.
const refusedRule = "refused"

// cappedRule is that of a query that costs more than its cap.
const cappedRule = "cap"

// complaint returns the rule that a filter breaks, and what is wrong with it and what to ask instead.
func (r *checkReport) complaint(f judged) (rule, message string) {
	e, err := filterlang.Parse(f.Text)
	switch {
	case err == nil:
	case !f.explained() && f.over != nil:
		return cappedRule, fmt.Sprintf("This query costs more than its cap: %s.\n%s", strings.Join(f.over, "; "), oneLine(f.Text)) + belonging(f.Filter)
	case !f.explained():
		return f.Cost.Class, "The plan of this query is " + f.Cost.Class + ": " + oneLine(f.Text) + belonging(f.Filter)
	default:
		return refusedRule, refusalText(f.Text, err) + belonging(f.Filter)
	}
	plan := r.profile.Plan(e)
	message = fmt.Sprintf("The plan of this filter is %s: %s", plan.Class, oneLine(f.Text))
	if f.over != nil {
		message = fmt.Sprintf("This query costs more than its cap: %s.\n", strings.Join(f.over, "; ")) + message
	}
	for _, finding := range filterlang.Findings(plan, nil) {
		message += "\n" + finding.Message
		for _, rewrite := range finding.Rewrites {
			message += "\n" + rewrite.Title + ": " + strings.Join(rewrite.Filters, "  |  ")
		}
	}
	if f.over != nil {
		return cappedRule, message + belonging(f.Filter)
	}
	return plan.Class.Name(), message + belonging(f.Filter)
}

func refusalText(text string, err error) string {
	e, ok := errors.AsType[*filterlang.SyntaxError](err)
	if !ok {
		return "The service refuses this filter: " + oneLine(text) + "\n" + err.Error()
	}
	message := "The service refuses this filter with " + e.Code + ": " + oneLine(text) + "\n" + cmp.Or(e.Detail, e.Message)
	if e.Fix != nil {
		message += "\n" + e.Fix.Title + ": " + e.Fix.Apply(text)
	}
	return message
}

// belonging says in a sentence of its own which saved query a filter is of, or what is not known of one in source code.
func belonging(f budget.Filter) string {
	if text := untyped(f); text != "" {
		return "\n" + text
	}
	if text := strings.TrimPrefix(origin(f), ","); text != "" {
		return "\nIt is" + text + "."
	}
	return ""
}

// oneLine returns a filter without line breaks, cut where it is long.
func oneLine(text string) string {
	const most = 300
	if r := []rune(text); len(r) > most {
		text = string(r[:most-1]) + "…"
	}
	if text == "" {
		return "(none)"
	}
	return strings.Join(strings.Fields(text), " ")
}

// The parts of SARIF 2.1.0 that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool              sarifTool     `json:"tool"`
		AutomationDetails sarifID       `json:"automationDetails"`
		ColumnKind        string        `json:"columnKind"`
		Results           []sarifResult `json:"results"`
	}
	sarifID struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}

	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int       `json:"startLine"`
		Snippet   sarifText `json:"snippet"`
	}
)

// sarif prints one object of SARIF 2.1.0, the format of static analysis that hosts of code take in.
func (r *checkReport) sarif(out *bufio.Writer) error {
	uri := artifactOf(r.path)
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "Rangefinder", Version: commit, Rules: []sarifRule{}}}, AutomationDetails: sarifID{"rangefinder/" + uri + "/"}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	rules := &run.Tool.Driver.Rules
	for _, f := range r.filters {
		if f.verdict == budget.Allowed {
			continue
		}
		rule, message := r.complaint(f)
		index := slices.IndexFunc(*rules, func(r sarifRule) bool { return r.ID == rule })
		if index < 0 {
			index = len(*rules)
			short := "A filter makes the service read more than is allowed: its plan is of the class " + rule + "."
			switch rule {
			case refusedRule:
				short = "The service refuses the filter."
			case cappedRule:
				short = "A query costs more than its cap."
			}
			*rules = append(*rules, sarifRule{rule, sarifText{short}})
		}
		run.Results = append(run.Results, sarifResult{RuleID: rule, RuleIndex: index, Level: "error", Message: sarifText{message},
			Locations: []sarifLocation{{sarifPhysical{sarifArtifact{artifactOf(f.path)}, sarifRegion{f.Line, sarifText{f.Text}}}}}})
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// artifactOf is how SARIF names a file.
func artifactOf(path string) string {
	if path == "-" {
		return "stdin"
	}
	return (&url.URL{Path: inCheckout(path)}).String()
}
