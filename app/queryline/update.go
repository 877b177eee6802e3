package queryline

import (
	"maps"
	"slices"
	"strings"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/filterlang"
)

// Update answers what became of the query line after msg and what shall be done; false when it is not its message.
func (l Line) Update(v *page.View, msg page.Msg) (Line, []page.Cmd, bool) {
	for _, part := range []func(Line, *page.View, page.Msg) (Line, []page.Cmd, bool){Line.updateText, Line.updateStep, Line.updateMap} {
		if next, cmds, ok := part(l, v, msg); ok {
			return next, cmds, true
		}
	}
	return l, nil, false
}

// updateText is the text with $select and $top, its plan and the light bulb.
func (l Line) updateText(v *page.View, msg page.Msg) (Line, []page.Cmd, bool) {
	switch msg := msg.(type) {
	case FilterTyped:
		if msg.Text == l.Query.Filter { // all of it was replaced by the same, and the editor dropped the colours of what was there
			return l, []page.Cmd{l.marks()}, true
		}
		q := *l.Query
		q.Filter = msg.Text
		back := q.unlimit()
		l.Query = Checked(&q)
		l, cmds := l.typed(v)
		l, address := l.draft()
		return l, append(append(cmds, address), back...), true

	case Rested:
		if msg.Seq != l.Seq {
			return l, nil, true
		}
		l, cmds := l.rest(v, false)
		return l, cmds, true

	case page.FilterSet:
		q := *l.Query
		q.Filter = msg.Text
		back := q.unlimit()
		l.Query = Checked(&q)
		l, cmds := l.Ask(v)
		l.Draft = true
		return l, append(append(cmds, back...), editor.SetEditor{Text: msg.Text}, page.Readdress{Push: true}, page.Focus{Target: "editor"}), true

	case page.FilterEdited:
		l, cmds := l.edited(v, msg.Text)
		return l, cmds, true

	case plan.SQLTaken:
		return l, l.takeSQL(v, msg.Near), true

	case plan.NearFound:
		if msg.Seq != l.Seq || msg.Reply == nil {
			return l, nil, true
		}
		if near := l.Plan.NearIn(msg.Reply); near != nil {
			l.Near = near
		}
		return l, nil, true

	case plan.NearTaken:
		if l.Near == nil || l.Near.Filter != l.Query.Filter {
			return l, nil, true
		}
		l, cmds := l.edited(v, l.Near.Miss.Filter)
		return l, append(cmds, page.Announce{Text: "Ctrl+Z undoes it."}), true

	case CommentWanted:
		return l, []page.Cmd{editor.ToggleComment{}}, true

	case FilterTidied:
		e, err := l.Query.Parsed()
		if err != nil {
			return l, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The filter was left as it is: " + err.Error()}}}, true
		}
		text := ""
		if e != nil { // nil: nothing but comments
			text = e.String()
		}
		again, err := filterlang.Parse(text)
		if tidy := filterlang.KeepComments(l.Query.Filter, text); err != nil || e != nil && !filterlang.Equal(again, e) || tidy == l.Query.Filter { // too long, or tidy
			return l, []page.Cmd{page.Announce{Text: "The filter is left as it is."}}, true
		}
		l, cmds := l.edited(v, text)
		return l, append(cmds, page.Announce{Text: "The filter is tidy: " + text}), true

	case SelectionWanted:
		return l, []page.Cmd{editor.TellSelection{}}, true

	case SelectTyped:
		q := *l.Query
		q.Select = msg.Text
		l.Query = Checked(&q)
		l, address := l.draft()
		return l, []page.Cmd{address}, true

	case SelectToggled:
		l, cmds := l.selectToggled(v, msg.Name)
		return l, cmds, true

	case LimitTaken:
		l, cmds := l.takeLimit(v, msg.SQL)
		return l, cmds, true

	case LimitLeft:
		if msg.Limit == nil || msg.Limit != l.Query.Limit {
			return l, nil, true
		}
		q := *l.Query
		back := q.leave()
		l.Query = Checked(&q)
		l, cmds := l.Ask(v)
		l, address := l.draft()
		return l, append(append(cmds, address), back...), true

	case page.LimitLifted:
		limit := l.Query.Limit
		if !limit.rows() {
			return l, nil, true
		}
		q, left := *l.Query, *limit
		q.Top, left.Top, left.Rows = limit.Top.Was, nil, false
		q.Limit = &left
		l.Query = Checked(&q)
		l, cmds := l.Ask(v)
		l, address := l.draft()
		return l, append(cmds, address, page.ResetFields{Values: map[string]string{"top": q.Top}}, page.Repeat{Msg: page.RunPressed{}}), true

	case TopTyped:
		q := *l.Query
		q.Top = msg.Text
		l.Query = Checked(&q)
		l, cmds := l.Ask(v)
		l, address := l.draft()
		return l, append(cmds, address), true

	case Counted:
		if msg.Table == l.Query.Table && msg.Source == l.Query.Source {
			q := *l.Query
			q.Census = msg.Census
			l.Query = &q
			if l.Plan.Err != nil { // which fix is offered depends on the types
				l, cmds := l.Ask(v)
				return l, cmds, true
			}
		}
		return l, nil, true

	case Explained:
		return l.explained(v, msg)

	case Matching:
		if msg.Seq == l.Seq && !l.Plan.Asked {
			p := *l.Plan
			p.Matching = msg.Progress
			l.Plan = &p
		}
		return l, nil, true

	case Matched:
		return l.matched(v, msg)

	case plan.BulbToggled:
		p := *l.Plan
		p.Bulb = !p.Bulb
		l.Plan = &p
		if p.Bulb {
			return l, append([]page.Cmd{page.Focus{Target: "advice"}}, p.CountHints(l.Seq, l.planRequest(v))...), true
		}
		return l, []page.Cmd{page.FocusOn{From: "advice", To: "bulb"}}, true

	case plan.HintCounted:
		if msg.Seq != l.Seq {
			return l, nil, true
		}
		p := *l.Plan
		p.Hints = maps.Clone(p.Hints)
		if p.Hints == nil {
			p.Hints = map[string]int{}
		}
		p.Hints[msg.Filter] = msg.Returned
		l.Plan = &p
		return l, nil, true

	case plan.RewriteTaken:
		return l.takeRewrite(v, msg)

	case page.KeyTaken:
		return l.takeKey(v, msg)
	}
	return l, nil, false
}

// draft puts a query that is being typed into the address. The first change after a run makes an entry of its own, so
// that Back returns to the query that was run.
func (l Line) draft() (Line, page.Cmd) {
	push := !l.Draft
	l.Draft = true
	return l, page.Readdress{Push: push}
}

// Write makes a text the filter, as a step of its own in the editor.
func (l Line) Write(v *page.View, text string) (Line, []page.Cmd) {
	q := *l.Query
	q.Filter = text
	back := q.unlimit()
	l.Query = Checked(&q)
	l, cmds := l.Ask(v)
	l, address := l.draft()
	return l, append(append(cmds, back...), editor.SetEditor{Text: text}, address)
}

// edited makes a text the filter that says the same, or something else, of the query on screen.
func (l Line) edited(v *page.View, text string) (Line, []page.Cmd) {
	l, cmds, _ := l.updateText(v, page.FilterSet{Text: filterlang.KeepComments(l.Query.Filter, text)})
	return l, cmds
}

// selectToggled puts a property into $select, or takes it out; "" is all properties.
func (l Line) selectToggled(v *page.View, name string) (Line, []page.Cmd) {
	names, problem := query.SelectNames(l.Query.Select)
	if problem != "" {
		return l, []page.Cmd{page.Announce{Text: problem}}
	}
	switch at := slices.Index(names, name); {
	case name == "":
		names = nil
	case at >= 0:
		names = slices.Delete(names, at, at+1)
	default:
		names = append(names, name)
	}
	text := strings.Join(names, ",")
	next, cmds, _ := l.updateText(v, SelectTyped{text})
	return next, append(cmds, page.ResetFields{Values: map[string]string{"select": text}})
}
