package designlab

import (
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// WithPatterns returns the lab with patterns that were measured elsewhere, which it takes in when their table is shown.
func (l *Model) WithPatterns(given page.PatternsGiven) *Model {
	n := *l
	n.Given = &given
	return &n
}

// brought reports whether a link or a log brought something for the table.
func (l *Model) brought() bool {
	return l.linked() || l.Given != nil && strings.EqualFold(l.Given.Table, l.Table)
}

// takeBrought takes that in.
func (m *Model) takeBrought() (*Model, []page.Cmd) {
	if m.linked() {
		return m.takeLink()
	}
	l := *m
	spec := l.Spec.Clone()
	spec.Patterns = l.Given.Patterns
	left := append([]lab.Left(nil), l.Given.Left...)
	for last := len(spec.Patterns) - 1; len(spec.String()) > lab.MaxText && last >= 0; last-- { // else it could not be kept
		left = append(left, lab.Left{Shape: spec.Patterns[last].Name, Why: "the comparison would become too long"})
		spec.Patterns = spec.Patterns[:last]
	}
	l.Given, l.Pattern, l.Row = nil, -1, -1
	text := words.Count(len(spec.Patterns), "pattern", "patterns") + " with the rates of the log. Undo in the lab brings back those that were here."
	if len(left) > 0 {
		text += " " + words.Count(len(left), "shape", "shapes") + " became none: " + words.Quote(words.Clip(left[0].Shape, 60)) + ", because " + left[0].Why
		if len(left) > 1 {
			text += ", and " + words.Count(len(left)-1, "other", "others")
		}
		text += "."
	}
	next, cmds := l.change(spec, "the patterns of the log", "", fieldTexts{})
	return next, append(cmds, page.Notify{Notice: page.Notice{Text: text}})
}
