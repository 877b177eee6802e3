package course

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// put puts an attempt where the learner writes: the editor of the query, or that of the panel. Both can undo it.
func (m Model) put(v *page.View, what AttemptName, a *lesson.Attempt) (*Model, []page.Cmd) {
	l := *m.Lesson
	l.Put, l.Reply, l.Err = what, nil, nil
	var cmds []page.Cmd
	if l.Trying { // what is being tried is not what is on screen any more
		l.Trying, cmds = false, []page.Cmd{page.Stop{Slot: trySlot}}
		l.Seq++
	}
	one := l.At().Form() == lesson.OneForm
	if one {
		shown := *v
		shown.Query = queryOf(a, a.Table)
		v = &shown
		cmds = append(cmds, page.Show{Route: page.Route{Query: v.Query, Why: v.Why}}, page.RunQuery{}, page.Readdress{})
	} else {
		if l.Text != a.Text {
			l.Replaced = append(slices.Clip(l.Replaced), Replaced{l.Text, a.Text})
		}
		l.Text, l.Problems = a.Text, nil
		m.note(func(n *Answered) { n.Text = a.Text })
		cmds = append(cmds, page.ResetFields{Values: map[string]string{"lesson-text": l.Text}}, keepAttempt(&l))
	}
	m.Lesson = &l
	if what == BreakAttempt { // what it spoils is told at once
		next, more := m.try(v, true)
		return next, append(cmds, more...)
	}
	target := "lesson-text"
	if one {
		target = "editor"
		cmds = append(cmds, page.Reveal{ID: "result-line"}, page.Reveal{ID: target}) // on a phone rows are in sight below the filter
	}
	return &m, append(cmds, page.Focus{Target: target})
}

// queryOf is the last query of an attempt, as the page asks it.
func queryOf(a *lesson.Attempt, table string) query.Query {
	q := a.Queries[len(a.Queries)-1]
	return query.Query{Table: table, Filter: q.Filter, Select: strings.Join(q.Select, ", "), Top: topText(q.Top)}
}

// typed takes what is in the panel's editor.
func (m Model) typed(text string) (*Model, []page.Cmd) {
	l := *m.Lesson
	l.Text, l.Since = text, l.Reply != nil && text != l.Of
	_, err := lesson.ParseAttempt(l.At().Form(), text)
	problems := problemsOf(text, err)
	cmds := []page.Cmd{keepAttempt(&l)}
	if len(problems) > 0 && len(l.Problems) == 0 { // what is wrong must not begin below the fold
		cmds = append(cmds, page.Reveal{ID: "lesson-problems"})
	}
	l.Problems = problems
	m.Lesson = &l
	m.note(func(a *Answered) { a.Text = text })
	return &m, cmds
}

func keepAttempt(l *Lesson) page.Cmd {
	return page.KeepInTab{Name: AttemptSlot, Text: KeptText(l.Name, l.Step, l.Text)}
}

// try does what the learner wrote, and judges it. The entities of a query belong to the verdict.
func (m Model) try(v *page.View, judge bool) (*Model, []page.Cmd) {
	next, try := m.ask(v, judge)
	if next.Lesson.At().Form() == lesson.OneForm {
		return next, []page.Cmd{page.RunQuery{Once: true}, try}
	}
	return next, []page.Cmd{try}
}

// ask has the worker try what the learner wrote.
func (m Model) ask(v *page.View, judge bool) (*Model, page.Cmd) {
	l := *m.Lesson
	l.Trying, l.Tried, l.Reply, l.Asked, l.Err = true, wire.Progress{}, nil, 0, nil
	l.Seq++
	req := wire.TryRequest{Step: l.Step, Judge: judge}
	if l.At().Form() == lesson.OneForm {
		names, _ := query.SelectNames(v.Query.Select)
		top, _ := query.TopNumber(v.Query.Top)
		req.Query = &wire.TriedQuery{Table: v.Query.Table, Filter: filterlang.WithoutComments(v.Query.Filter), Select: names, Top: max(top, 0)}
		l.Of = v.Query.Filter
	} else {
		req.Text, l.Of = l.Text, l.Text
	}
	l.Since, l.ByRun = false, false
	m.Lesson = &l
	return &m, TryAttempt{l.Seq, req}
}

// tried shows what became of an attempt.
func (m Model) tried(v *page.View, msg LessonTried) (*Model, []page.Cmd) {
	l := *m.Lesson
	l.Trying = false
	if f := wire.FailureOf(msg.Err); f != nil {
		m.Lesson = &l
		switch f.Code {
		case wire.Canceled:
			return &m, []page.Cmd{page.Announce{Text: "Stopped."}}
		case wire.RoomGone:
			return m.reopen(v)
		}
		l.Err = f
		return &m, []page.Cmd{page.Announce{Text: f.Message}}
	}
	r := msg.Reply
	l.Reply = r
	if l.At().Form() == lesson.OneForm {
		l.Since = !filterlang.SameFilter(v.Query.Filter, l.Of)
	} else {
		l.Since = l.Text != l.Of
	}
	l.Changed = l.Changed || r.Shown != "" || len(r.Outcomes) > 0
	m.Lesson = &l
	var cmds []page.Cmd
	if r.Shown != "" {
		if r.Filter != "" || !strings.EqualFold(v.Query.Table, r.Shown) {
			// A list that was asked for before the table was made has not got it, and is older than this one.
			cmds = append(cmds, page.Show{Route: page.Route{Query: query.Query{Table: r.Shown, Filter: r.Filter}, Screen: v.Screen, Why: v.Why}}, page.Relist{}, page.Readdress{})
		}
		cmds = append(cmds, page.RunQuery{})
	}
	if s := l.At(); s.Form() == lesson.Queries { // plan, picture and entities of the start would contradict the verdict
		if a, err := lesson.ParseAttempt(lesson.Queries, l.Text); err == nil && len(a.Queries) > 0 {
			l.Asked = len(a.Queries)
			cmds = append(cmds, page.Show{Route: page.Route{Query: queryOf(a, cmp.Or(a.Table, s.Start.Table)), Screen: v.Screen, Why: v.Why}}, page.RunQuery{}, page.Readdress{})
		}
	}
	switch {
	case r.Passed:
		keep := m.pass()
		if !l.ByRun { // who ran a query reads its rows
			cmds = append(cmds, page.Focus{Target: "lesson-next"})
		}
		return &m, append(cmds, keep, m.noted(lesson.Passed), page.Reveal{ID: "lesson-word"}, page.Announce{Text: "Passed. " + r.Why})
	case r.Judged:
		return &m, append(cmds, page.Reveal{ID: "lesson-word"}, page.Announce{Text: "Not yet. " + strings.ReplaceAll(r.Why, "`", "")})
	}
	return &m, append(cmds, page.Reveal{ID: "lesson-word"}, page.Announce{Text: words.Count(len(r.Outcomes)+r.More, "request", "requests") + " done."})
}
