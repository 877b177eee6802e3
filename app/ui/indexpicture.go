package ui

import (
	"rangefinder/app/anatomy/drawn"
	"rangefinder/app/state"
	"rangefinder/filterlang"
)

// tableOf is what the picture of a table under a plan is made of.
func tableOf(p *filterlang.Plan, m *state.Map) drawn.Table {
	if m == nil {
		return drawn.Table{Plan: p}
	}
	return drawn.Table{Plan: p, Map: m.Reply, Reads: m.Reads, Part: m.Zoom.To > 0}
}

// lessonPicture is that of the query on screen, for a lesson. It is nothing for a step that shows no picture, so that the panel is not
// drawn anew at every key.
func lessonPicture(m *state.Model) drawn.Table {
	if s := m.Course.Lesson.At(); s == nil || !s.Picture {
		return drawn.Table{}
	}
	shown, _ := m.Plan.Shown()
	return tableOf(shown.Plan, m.Map)
}
