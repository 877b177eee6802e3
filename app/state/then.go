package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/words"
)

// A query can have a step that the service does not know, such as contains: this browser checks it on what the service returned.
// It never goes to a service, and it changes nothing of the plan: the service reads and returns as much as without it.

func thenCommands(m *Model) []page.Command {
	return []page.Command{
		{ID: "then", Title: "Check in the browser what the service does not know", Words: "contains endswith client-side like search text step", Group: page.QueryGroup, Not: aTable(m), Do: page.OnQuery(queryline.ThenOpened{})},
		{ID: "then-off", Title: "Remove client-side step", Words: "contains client-side", Group: page.QueryGroup, Not: missing("There is no such step.", func(m *Model) bool { return m.Query.Then != "" || m.Query.ThenOpen })(m), Do: page.OnQuery(page.ThenClosed{})},
	}
}

// then is the step that holds for the result on screen, "" for none.
func (m *Model) then() string {
	if m.Query.ThenErr != "" || m.Grid.Result.Source != m.Query.Source || m.Grid.Result.Table != m.Query.Table {
		return ""
	}
	return strings.TrimSpace(m.Query.Then)
}

// ThenPlan says what will come of the step as soon as that is counted, and what came of it when the query on screen was run.
func ThenPlan(m *Model) string {
	r := m.Grid.Result
	if r.Reply != nil && !r.Running && r.Filter == m.Query.Filter && m.then() != "" || m.Query.Source != "" {
		return ThenText(m)
	}
	switch match := m.Plan.Match; {
	case match != nil && match.Step == queryline.Step(m.Query):
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
