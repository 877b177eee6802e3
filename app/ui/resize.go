package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// OnResize keeps in sight what the projector revealed last: a window of another size breaks its lines elsewhere, and the browser
// keeps the place of the first line.
func (r *Root) OnResize(ctx app.Context) {
	if r.mounted() && r.model.Course.Lesson != nil && r.model.Course.Lesson.Projector {
		ctx.Defer(func(app.Context) { r.platform.Page.ScrollIntoView("lesson-beat-last") })
	}
}
