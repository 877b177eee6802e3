package tables

import "rangefinder/app/page"

// Update takes a message about whole tables; ok is false for any other.
func Update(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case StatsPressed:
		return statsPressed(v, msg.Table), true
	case StatsTold:
		return statsTold(v, msg), true
	}
	return nil, false
}
