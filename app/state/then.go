package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// A query can have a step that the service does not know, such as contains: this browser checks it on what the service returned.
// It never goes to a service, and it changes nothing of the plan: the service reads and returns as much as without it.

// What happened to the step.
type (
	ThenTyped  struct{ Text string }
	ThenOpened struct{} // its field
	ThenClosed = page.ThenClosed
)

var thenCommands = []Command{
	{ID: "then", Title: "Check in the browser what the service does not know", Words: "contains endswith client-side like search text step", Group: QueryGroup, Not: aTable, Do: onQuery(ThenOpened{})},
	{ID: "then-off", Title: "Remove client-side step", Words: "contains client-side", Group: QueryGroup, Not: missing("There is no such step.", func(m *Model) bool { return m.Query.Then != "" || m.Query.ThenOpen }), Do: onQuery(ThenClosed{})},
}

// maxThen is how long the text of a step may be, in bytes.
const maxThen = 2000

// updateThen is the step in the browser.
func updateThen(m Model, msg Msg) (Model, []Cmd, bool) {
	q := *m.Query
	switch msg := msg.(type) {
	case ThenTyped:
		if msg.Text == q.Then {
			return m, nil, true
		}
		q.Then = msg.Text
		m.Query = checked(&q)
		m, address := draft(m)
		return m, append(countStep(m), address), true

	case plan.ThenTaken:
		filter, steps, ok := filterlang.SplitSteps(sent(q.Filter))
		if !ok {
			return m, nil, true
		}
		then := joinSteps(q.Then, steps)
		q.Then = then
		m.Query = checked(&q)
		m, cmds := edited(m, filter)
		return m, append(cmds, ResetFields{Values: map[string]string{"then": then}}, Announce{Text: "The service reads " + orNone(filter) + "; then this browser checks " + then + "."}), true

	case ThenOpened:
		q.ThenOpen = true
		m.Query = &q
		return m, []Cmd{ResetFields{Values: map[string]string{"then": q.Then}}, Focus{Target: "then"}}, true

	case ThenClosed:
		q.Then, q.ThenOpen = "", false
		m.Query = checked(&q)
		m, address := draft(m)
		return m, []Cmd{address, ResetFields{Values: map[string]string{"then": ""}}, Focus{Target: "editor"}, Announce{Text: "Everything that the service returns is shown."}}, true
	}
	return m, nil, false
}

// joinSteps adds steps to those of a text. One that cannot be read is replaced.
func joinSteps(then string, steps []filterlang.Step) string {
	if old, problem := filterlang.ParseSteps(then); problem == "" {
		steps = append(old, steps...)
	}
	return filterlang.JoinSteps(steps)
}

func orNone(filter string) string {
	if strings.TrimSpace(filter) == "" {
		return "without a filter"
	}
	return filter
}

// thenProblem says what is wrong with the step of a query, "" when nothing is.
func thenProblem(q *Query) string {
	if len(q.Then) > maxThen {
		return "The step in the browser is longer than " + words.Number(maxThen) + " characters."
	}
	steps, problem := filterlang.ParseSteps(q.Then)
	names, _ := query.SelectNames(q.Select)
	for _, s := range steps {
		if len(names) > 0 && !containsName(names, s.Property) {
			return "The step in the browser looks at " + s.Property + ", which $select leaves out: name it there too."
		}
	}
	return problem
}

func containsName(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// then is the step that holds for the result on screen, "" for none.
func (m *Model) then() string {
	if m.Query.ThenErr != "" || m.Grid.Result.Source != m.Query.Source || m.Grid.Result.Table != m.Query.Table {
		return ""
	}
	return strings.TrimSpace(m.Query.Then)
}

// step is the step of a query that can be checked, "" for none.
func step(q *Query) string {
	if q.ThenErr != "" {
		return ""
	}
	return strings.TrimSpace(q.Then)
}

// countStep asks how many entities the step would keep, where that is not known and can be told before anything is run.
func countStep(m Model) []Cmd {
	p := m.Plan
	if m.Query.Source != "" || p.Asked || p.Plan == nil || p.Explain == nil || step(m.Query) == "" || p.Match != nil && p.Match.Step == step(m.Query) {
		return nil
	}
	return []Cmd{Match{m.Seq, matchRequest(m)}}
}

// ThenPlan says what will come of the step as soon as that is counted, and what came of it when the query on screen was run.
func ThenPlan(m *Model) string {
	r := m.Grid.Result
	if r.Reply != nil && !r.Running && r.Filter == m.Query.Filter && m.then() != "" || m.Query.Source != "" {
		return ThenText(m)
	}
	switch match := m.Plan.Match; {
	case match != nil && match.Step == step(m.Query):
		return "keeps " + words.Number(match.Kept) + " of the " + words.Number(match.Returned) + " that the service returns"
	case m.Plan.Plan != nil && m.Plan.Failed == "" && m.Query.Table != "":
		return "counting what it keeps…"
	}
	return "checked on what the service returns"
}

// filtered reports whether the lines on screen are those that the step keeps.
func (m *Model) filtered() bool {
	o := m.Grid.Order
	return o != nil && o.Then != "" && o.Reply != nil && !o.Asked && o.Then == m.then()
}

// ThenText says what came of the step: how many the service examined and returned, and how many of those the browser kept.
func ThenText(m *Model) string {
	o, r := m.Grid.Order, m.Grid.Result.Reply
	switch {
	case r == nil || m.then() == "" || m.Grid.Result.Running:
		return "checked on what the service returns"
	case o == nil || o.Then != m.then():
		return ""
	case o.Asked:
		text := "checking"
		if p := o.Progress; p.Total > 0 {
			text += " · " + words.Number(p.Done) + " of " + words.Number(p.Total)
		}
		return text
	case o.Reply == nil:
		return "stopped: everything that the service returned is shown. Run the query to check it."
	}
	least, more := "", ""
	if r.Live != nil && r.Live.AtLeast {
		least = "at least "
	}
	if r.Live != nil && r.Live.More || r.Canceled {
		more = " so far: there is more"
	}
	if r.Plan.Class.ByIndex() {
		return "the service returned " + words.Number(o.Reply.Of) + " · the browser kept " + words.Number(o.Reply.Entities) + more
	}
	return "the service examined " + least + words.Number(r.Stats.Examined) + " and returned " + words.Number(o.Reply.Of) + " · the browser kept " + words.Number(o.Reply.Entities) + more
}
