package ui

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/plan"
	"rangefinder/filterlang"
)

// settled is how long nothing must have been typed before the plan is spoken.
const settled = time.Second

// mostSpoken bounds what is said at once, in bytes: a tab in the background has no frames, and so nobody who heard the last text.
const mostSpoken = 1000

// say speaks through the live region that can be heard: while a dialog is open, everything outside of it is inert.
func (r *Root) say(text string) {
	d := r.model.Dialog
	switch {
	case d == nil:
		r.speak(&r.live, text)
	case text == d.Err: // an alert in the dialog says it
		return
	case r.shown != r.model.Dialogs: // what is there when it opens is not heard
		r.held = strings.TrimSpace(r.held + " " + text)
		return
	default:
		r.speak(&r.told, text)
	}
	r.ctx.Update()
}

// speak puts a text into a region. One that comes before the last was heard stands behind it: what is replaced unseen is not heard.
func (r *Root) speak(region *string, text string) {
	if r.speaking == region && len(*region) < mostSpoken {
		*region += " " + text
		return
	}
	*region, r.speaking = again(*region, text), region
	// That it is drawn is not enough: a busy page draws twice before the browser looks at it.
	r.ctx.Defer(func(app.Context) { r.platform.Page.NextFrame("speech", func() { r.speaking = nil }) })
}

// sayHeld speaks what was said while the dialog was about to open.
func (r *Root) sayHeld() {
	text := r.held
	if r.held = ""; text != "" {
		r.say(text)
	}
}

// again makes a text differ from the one before it: a region that does not change is silent.
func again(before, text string) string {
	if before == text {
		return text + "\u00a0"
	}
	return text
}

// planSpeech speaks plans, one for a stretch of typing.
type planSpeech struct {
	timer *time.Timer
	said  string
}

// wait has what is said next said when nothing was typed for a while, on the goroutine of later.
func (s *planSpeech) wait(later func(func()), speak func()) {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(settled, func() { later(speak) })
}

// speak says what the plan is now. Of a filter whose result is on screen the end of the run told more.
func (s *planSpeech) speak(r *Root) {
	m := &r.model
	if !m.Told() {
		return // what comes next has it spoken
	}
	text := plan.Sentence(m.Plan)
	if text == s.said || text == "" || m.Hides() || m.Dialog != nil {
		return
	}
	s.said = text
	if res := m.Grid.Result; res.Running || res.Reply != nil && res.Table == m.Query.Table && res.Source == m.Query.Source && filterlang.SameFilter(res.Filter, m.Plan.Filter) && !res.Stale {
		return
	}
	r.say(text)
}
