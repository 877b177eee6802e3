package state

import (
	"slices"
	"strings"

	"rangefinder/app/editor"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/filterlang"
)

// updateSelection runs a part of the filter.
func updateSelection(m Model, msg Msg) (Model, []Cmd, bool) {
	run, ok := msg.(queryline.SelectionRun)
	if !ok {
		return m, nil, false
	}
	m, cmds := runSelection(m, strings.TrimSpace(run.Text))
	return m, cmds, true
}

// runSelection runs a part of the filter in a tab of its own, so that the whole stays where it is.
func runSelection(m Model, text string) (Model, []Cmd) {
	if strings.TrimSpace(sent(text)) == "" {
		return m, []Cmd{Announce{Text: "Select a part of the filter first."}, Focus{Target: "editor"}}
	}
	then := queryline.Step(m.Query) // of the whole, it goes with each part
	if _, err := filterlang.Parse(filterlang.Uncomment(text)); err != nil {
		filter, steps, ok := filterlang.SplitSteps(sent(text))
		if ok {
			then = queryline.JoinSteps(then, steps)
			text = filterlang.KeepComments(text, filter)
		}
		if !ok || len(then) > queryline.MaxThen {
			return notify(m, Notice{Bad: true, Text: "What is selected is no filter by itself: " + err.Error()})
		}
	}
	before := m.Query
	next, cmds := Update(m, querytabs.Added{})
	if next.Query == before {
		return next, cmds // no room, or a lesson: that is told
	}
	cmds = slices.DeleteFunc(cmds, func(c Cmd) bool { _, is := c.(editor.SetEditor); return is }) // the tab's text is the one that follows
	for _, msg := range []Msg{queryline.SelectTyped{Text: before.Select}, queryline.TopTyped{Text: before.Top}, queryline.ThenTyped{Text: then}, FilterSet{Text: text}, RunPressed{}} {
		var more []Cmd
		next, more = Update(next, msg)
		cmds = append(cmds, more...)
	}
	cmds = append(cmds, ResetFields{Values: map[string]string{"select": before.Select, "top": before.Top, "then": then}})
	if then != "" {
		cmds = append(cmds, Announce{Text: "What the service returns is checked in the browser: " + then + "."})
	}
	return next, cmds
}
