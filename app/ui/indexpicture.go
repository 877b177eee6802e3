package ui

import (
	"rangefinder/app/anatomy/drawn"
	"rangefinder/app/plan"
	"rangefinder/app/shell"
)

// lessonPicture is that of the query on screen, for a lesson. It is nothing for a step that shows no picture, so that the panel is not
// drawn anew at every key.
func lessonPicture(m *shell.Model) drawn.Table {
	if s := m.Course.Lesson.At(); s == nil || !s.Picture {
		return drawn.Table{}
	}
	shown, _ := m.Plan.Shown()
	return plan.TableOf(shown.Plan, m.Map, shown.Match, m.Query.Top)
}
