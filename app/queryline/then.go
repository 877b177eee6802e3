package queryline

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// updateThen is the step in the browser.
func (l Line) updateStep(v *page.View, msg page.Msg) (Line, []page.Cmd, bool) {
	q := *l.Query
	switch msg := msg.(type) {
	case ThenTyped:
		if msg.Text == q.Then {
			return l, nil, true
		}
		q.Then = msg.Text
		l.Query = Checked(&q)
		l, address := l.draft()
		return l, append(l.countStep(v), address), true

	case ThenBack:
		q.Then = msg.Text
		l.Query = Checked(&q)
		l, address := l.draft()
		return l, append(l.countStep(v), address, page.ResetFields{Values: map[string]string{"then": msg.Text}}), true

	case plan.ThenTaken:
		filter, steps, ok := filterlang.SplitSteps(filterlang.WithoutComments(q.Filter))
		if !ok {
			return l, nil, true
		}
		then, statement := filterlang.JoinSteps(steps), l.Plan.Err
		q.Then = then
		l.Query = Checked(&q)
		l, cmds := l.edited(v, filter)
		if statement != nil && statement.SQL != nil && (statement.SQL.Select != nil || statement.SQL.All) {
			cmds = append(cmds, page.Repeat{Msg: LimitTaken{&filterlang.SQL{Select: withChecked(statement.SQL.Select, steps), All: statement.SQL.All, Top: -1}}})
		}
		return l, append(cmds, page.ResetFields{Values: map[string]string{"then": then}}, page.Announce{Text: "The service reads " + orNone(filter) + "; then this browser checks " + then + "."}), true

	case ThenOpened:
		q.ThenOpen = true
		l.Query = &q
		return l, []page.Cmd{page.ResetFields{Values: map[string]string{"then": q.Then}}, page.Focus{Target: "then"}}, true

	case page.ThenClosed:
		q.Then, q.ThenOpen = "", false
		l.Query = Checked(&q)
		l, address := l.draft()
		return l, []page.Cmd{address, page.ResetFields{Values: map[string]string{"then": ""}}, page.Focus{Target: "editor"}, page.Announce{Text: "Everything that the service returns is shown."}}, true
	}
	return l, nil, false
}

// withChecked adds to the properties that come back those that the steps look at; nil stays all of them.
func withChecked(names []string, steps []filterlang.Step) []string {
	for _, s := range steps {
		if names != nil && !slices.Contains(names, s.Property) {
			names = append(slices.Clip(names), s.Property)
		}
	}
	return names
}

func orNone(filter string) string {
	if strings.TrimSpace(filter) == "" {
		return "without a filter"
	}
	return filter
}

// countStep asks how many entities the step would keep, where that is not known and can be told before anything is run.
func (l Line) countStep(v *page.View) []page.Cmd {
	p := l.Plan
	if l.Query.Source != "" || p.Asked || p.Plan == nil || p.Explain == nil || Step(l.Query) == "" || p.Match != nil && p.Match.Step == Step(l.Query) {
		return nil
	}
	return []page.Cmd{Match{l.Seq, l.matchRequest(v)}}
}

// ThenPlan says what will come of the step in the browser, as soon as that is counted.
func (l Line) ThenPlan() string {
	switch match := l.Plan.Match; {
	case match != nil && match.Step == Step(l.Query):
		return "keeps " + words.Number(match.Kept) + " of the " + words.Number(match.Returned) + " that the service returns"
	case l.Plan.Plan != nil && l.Plan.Failed == "" && l.Query.Table != "":
		return "counting what it keeps…"
	}
	return "checked on what the service returns"
}
