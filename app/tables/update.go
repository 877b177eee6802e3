package tables

import "rangefinder/app/page"

// Update takes a message about whole tables; ok is false for any other.
func Update(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case StatsPressed:
		return statsPressed(v, msg.Table), true
	case StatsTold:
		return statsTold(v, msg), true
	case SamplePressed:
		return samplePressed(msg.Name), true
	}
	for _, update := range []func(*page.View, page.Msg) ([]page.Cmd, bool){updateNaming, updateDeletion, updateGenerator} {
		if cmds, ok := update(v, msg); ok {
			return cmds, true
		}
	}
	return nil, false
}
