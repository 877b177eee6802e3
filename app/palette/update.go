package palette

import (
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Update takes a message about the palette; ok is false for any other.
func (m *Model) Update(p *Page, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	found := page.Held[Search](p.Dialog)
	if _, pressed := msg.(Pressed); pressed {
		switch {
		case found != nil:
			return m, []page.Cmd{page.ShowDialog{}, page.CloseDialog{}}, true
		case p.Dialog != nil:
			return m, nil, true // it would take away what is typed there
		}
		return m, []page.Cmd{show(lookFor(p, m.Recent, "")), page.ResetFields{Values: map[string]string{"palette": ""}}, page.OpenDialog{}}, true
	}
	if found == nil {
		return m, nil, false
	}
	switch msg := msg.(type) {
	case Searched:
		found = lookFor(p, m.Recent, msg.Text)
		return m, []page.Cmd{show(found), page.Reveal{ID: LineID(0)}, page.Announce{Text: told(found)}}, true

	case Moved:
		n := len(found.Items)
		if n == 0 {
			return m, nil, true
		}
		moved := *found
		switch at := found.At + msg.By; {
		case msg.By == 1 || msg.By == -1:
			moved.At = (at + n) % n
		default:
			moved.At = min(max(at, 0), n-1)
		}
		return m, []page.Cmd{show(&moved), page.Reveal{ID: LineID(moved.At)}}, true

	case Chosen:
		at := msg.Index
		if at < 0 {
			at = found.At
		}
		if at < 0 || at >= len(found.Items) {
			return m, nil, true
		}
		item := found.Items[at]
		if item.Not != "" {
			return m, []page.Cmd{page.Announce{Text: item.Title + ": " + item.Not}}, true
		}
		next, keep := m.with(item.ID)
		cmds := []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, keep}
		for _, do := range item.Do {
			cmds = append(cmds, page.Repeat{Msg: do})
		}
		return next, cmds, true
	}
	return m, nil, false
}

// show has the dialog show what fits.
func show(found *Search) page.Cmd {
	return page.ShowDialog{Dialog: &page.Dialog{Kind: Dialog, Of: found}}
}

// told is what a screen reader is told of a search.
func told(s *Search) string {
	return words.Count(s.Total, "result", "results") + ", first " + s.Items[0].Title
}
