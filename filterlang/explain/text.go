package explain

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rangefinder/filterlang"
)

// Style says if text may hold the escape sequences that color a terminal.
type Style uint8

// The two styles.
const (
	Plain Style = iota
	Colored
)

// marks draw how much a class reads.
var marks = map[filterlang.Class]string{
	filterlang.Point: "•", filterlang.RowRange: "▬", filterlang.PartitionRange: "▤", filterlang.FullScan: "▓", filterlang.Empty: "∅",
	filterlang.PointRead: "•", filterlang.OnePartition: "▬", filterlang.AllPartitions: "▤", filterlang.NoIndexHelp: "▓",
}

var severities = [...]struct{ mark, word, color string }{
	filterlang.Info:    {"·", "info", "2"},
	filterlang.Advice:  {"→", "advice", "36"},
	filterlang.Warning: {"!", "warning", "33"},
}

var classColors = map[filterlang.Class]string{
	filterlang.Point: "32;1", filterlang.RowRange: "34;1", filterlang.PartitionRange: "33;1", filterlang.FullScan: "31;1", filterlang.Empty: "35;1",
	filterlang.PointRead: "32;1", filterlang.OnePartition: "34;1", filterlang.AllPartitions: "33;1", filterlang.NoIndexHelp: "31;1",
}

// page prints one explanation.
type page struct {
	w     io.Writer
	style Style
}

func (p page) print(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// color wraps text in an escape sequence when the style allows it.
func (p page) color(code, text string) string {
	if p.style == Plain {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Text prints what the service does for filter to w, or why it refuses it, for a person. A filter of nothing but spaces is
// none. No character of the filter reaches w that could steer a terminal.
func Text(w io.Writer, filter string, style Style) (refused bool) {
	return TextFor(filterlang.Storage, w, filter, style)
}

// TextFor is Text for the engine of a profile.
func TextFor(profile filterlang.Profile, w io.Writer, filter string, style Style) (refused bool) {
	p := page{w, style}
	plan, err := planOf(profile, filter)
	if err != nil {
		p.refusal(filter, err)
		return true
	}
	p.plan(filter, plan)
	return false
}

// planOf parses and plans.
func planOf(profile filterlang.Profile, filter string) (*filterlang.Plan, *filterlang.SyntaxError) {
	e, err := filterlang.Parse(filter)
	if err == nil {
		return profile.Plan(e), nil
	}
	refusal, ok := errors.AsType[*filterlang.SyntaxError](err)
	if !ok {
		refusal = &filterlang.SyntaxError{Code: "InvalidInput", Message: err.Error(), Detail: err.Error()}
	}
	return nil, refusal
}

// longestShown bounds, in characters, what is repeated of a filter or a clause.
const (
	longestShown  = 400
	longestClause = 60
)

func (p page) plan(filter string, plan *filterlang.Plan) {
	shown := cut(visible(strings.TrimSpace(filter)), longestShown)
	if shown == "" {
		shown = p.color("2", "(no filter)")
	}
	p.print("%s\n\n", shown)
	does := "reads " + rangeText(plan.Range)
	if plan.Profile == filterlang.Cosmos {
		does = visible(plan.Asks())
	}
	p.print("%s  %s\n", p.color(classColors[plan.Class], marks[plan.Class]+" "+strings.ToUpper(plan.Class.String())), does)
	p.conjuncts(plan.Conjuncts)
	if plan.Class != filterlang.Empty && plan.Profile != filterlang.Cosmos {
		p.rest(plan)
		p.ideal(plan)
	}
	for _, n := range filterlang.Findings(plan, nil) {
		p.finding(filter, n)
	}
}

func rangeText(r filterlang.KeyRange) string { return cut(visible(r.String()), longestShown) }

// shownConjuncts bounds how many clauses and ranges are listed.
const shownConjuncts = 64

func (p page) conjuncts(list []filterlang.Conjunct) {
	if len(list) == 0 {
		return
	}
	more := max(0, len(list)-shownConjuncts)
	list = list[:len(list)-more]
	roles, clauses := 0, 0
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = cut(visible(c.Expr.String()), longestClause)
		roles, clauses = max(roles, columns(c.Role.String())), max(clauses, columns(texts[i]))
	}
	p.print("\n")
	for i, c := range list {
		code := "2"
		switch c.Role {
		case filterlang.SetsRange, filterlang.Routes, filterlang.Indexed:
			code = "32"
		case filterlang.Contradictory, filterlang.Unindexed:
			code = "31"
		}
		p.print("  %s  %s  %s\n", p.color(code, pad(c.Role.String(), roles)), pad(texts[i], clauses), p.color("2", visible(c.Reason)))
	}
	if more > 0 {
		p.print("  … and %d more\n", more)
	}
}

func (p page) rest(plan *filterlang.Plan) {
	if plan.Filter == nil {
		return
	}
	rest := "nothing: the range says it all"
	if plan.Residual != nil {
		rest = cut(visible(plan.Residual.String()), longestShown)
	}
	p.print("\n  %s  %s\n", p.color("2", "residual"), rest)
}

// ideal prints what parallel queries could read, when that differs from what the service reads.
func (p page) ideal(plan *filterlang.Plan) {
	switch {
	case plan.IdealGaveUp:
		p.print("  %s  too many key ranges to list\n", p.color("2", "ideal   "))
		return
	case plan.FilterIsFalse:
		p.print("  %s  nothing: no entity can match\n", p.color("2", "ideal   "))
		return
	case !plan.MultiRange:
		return
	}
	label := "ideal   "
	for _, r := range plan.Ideal {
		p.print("  %s  %s %s\n", p.color("2", label), p.color(classColors[r.Class()], marks[r.Class()]), rangeText(r))
		label = "        "
	}
}

func (p page) finding(filter string, n filterlang.Finding) {
	s := severities[n.Severity]
	line, carets := Pointed(filter, n.Span)
	p.print("\n%s %s\n", p.color(s.color, s.mark+" "+s.word+":"), visible(n.Message))
	p.print("    %s\n    %s\n", line, p.color(s.color, carets))
	for _, w := range n.Rewrites {
		note := "asks for something else"
		if w.Same {
			note = "same entities"
		}
		p.print("    %s %s\n", visible(w.Title), p.color("2", "("+note+")"))
		for _, f := range w.Filters {
			p.print("      %s\n", cut(visible(f), longestShown))
		}
	}
}

func (p page) refusal(filter string, e *filterlang.SyntaxError) {
	at := filterlang.PositionAt(filter, e.Span.Start)
	where := "position " + strconv.Itoa(at.Offset)
	if at.Line > 1 {
		where += ", line " + strconv.Itoa(at.Line) + " column " + strconv.Itoa(at.Column)
	}
	line, carets := Pointed(filter, e.Span)
	p.print("%s\n\n    %s\n    %s\n", p.color("31;1", "✗ REFUSED  "+e.Code+" at "+where), line, p.color("31", carets))
	p.print("  %s\n", cut(visible(e.Detail), longestShown))
	if len(e.Expected) > 0 {
		p.print("  %s %s\n", p.color("2", "expected:"), visible(strings.Join(e.Expected, ", ")))
	}
	if e.Fix != nil {
		p.print("  %s %s\n      %s\n", p.color("32", "fix:"), visible(e.Fix.Title), cut(visible(e.Fix.Apply(filter)), longestShown))
	}
	p.print("  %s %s\n", p.color("2", "the service says:"), cut(visible(e.Message), longestShown))
}
