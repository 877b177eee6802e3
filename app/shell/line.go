package shell

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/filterlang"
)

// Line is the query line with what is known of its text.
func (m *Model) Line() queryline.Line {
	return queryline.Line{Query: m.Query, Plan: m.Plan, Map: m.Map, Near: m.Near, Seq: m.Seq, Draft: m.Draft}
}

// withLine takes in what became of it. The question whether to scan was asked about the text before.
func (m Model) withLine(l queryline.Line) Model {
	if l.Seq != m.Seq {
		m = unasked(m)
	}
	m.Query, m.Plan, m.Map, m.Near, m.Seq, m.Draft = l.Query, l.Plan, l.Map, l.Near, l.Seq, l.Draft
	return m
}

// ask plans what the query line says and asks for its numbers.
func ask(m Model) (Model, []page.Cmd) {
	l, cmds := m.Line().Ask(m.View())
	return m.withLine(l), cmds
}

// rested says what is wrong with the text on screen, because somebody wants to run it.
func rested(m Model) (Model, []page.Cmd) {
	l, cmds := m.Line().Pressed(m.View())
	return m.withLine(l), cmds
}

// PlanOf returns the plan of a text if it is the one in the editor, nil otherwise.
func (m *Model) PlanOf(text string) *filterlang.Plan {
	if text != m.Query.Filter {
		return nil
	}
	plan, _ := m.Line().Planned()
	return plan
}

// Told reports whether the sentence of a plan is whole: the numbers that will come have come.
func (m *Model) Told() bool {
	p := m.Plan
	return p.Err != nil || p.Explain != nil && (p.Match != nil || p.Failed != "" || m.Query.Source != "")
}

// Then is the step that holds for the result on screen, "" for none. The rows of another filter than the one in the editor stay as they
// are, whatever step is typed beside it, until the query is run.
func (m *Model) Then() string {
	r, then := m.Grid.Result, strings.TrimSpace(m.Query.Then)
	if m.Query.ThenErr != "" || r.Source != m.Query.Source || r.Table != m.Query.Table {
		return ""
	}
	if then != "" && r.Reply != nil && !filterlang.SameFilter(r.Filter, m.Query.Filter) {
		if then = ""; m.Grid.Order != nil {
			then = m.Grid.Order.Then
		}
	}
	return then
}

// ThenPlan says what will come of the step as soon as that is counted, and what came of it when the query on screen was run.
func ThenPlan(m *Model) string {
	r := m.Grid.Result
	if r.Reply != nil && !r.Running && r.Filter == m.Query.Filter && m.Then() != "" || m.Query.Source != "" {
		return result.ThenText(m.Grid, m.Then())
	}
	return m.Line().ThenPlan()
}

// Comments are of this page alone: what is sent, shown as a request or written as code has none; see filterlang.Comments. The text
// as it was written is kept everywhere else: in links, open and saved queries, the history.

// sent is what of a filter a service gets.
func sent(filter string) string { return filterlang.WithoutComments(filter) }

// KeyOffersOf are those of a text, nil while the plan is of another.
func (m *Model) KeyOffersOf(text string) map[filterlang.Span]page.KeyOffer {
	if m.PlanOf(text) == nil {
		return nil
	}
	return plan.KeyOffers(m.Plan)
}

// Profile is the engine that answers the query line: what an account is, where a copy came from, and what was chosen for the other
// tables of this browser.
func (m *Model) Profile() filterlang.Profile {
	if m.Query.Source != "" {
		return m.Sources.Profile(m.Query.Source)
	}
	if m.Course.Lesson == nil && (m.Settings.Value(queryline.ProfileSetting) == "cosmos" || queryline.CopiedFrom(m.Copies.Copy(m.Query.Table)) == filterlang.Cosmos) {
		return filterlang.Cosmos
	}
	return filterlang.Storage
}
