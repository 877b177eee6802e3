package state

import (
	"errors"
	"rangefinder/app/designlab"
	"rangefinder/app/editor"
	"rangefinder/app/plan"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// matchBuckets is how many stretches of the key map count their matches.
const matchBuckets = 240

// updateQuery is the query line, the plan strip and the light bulb.
func updateQuery(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case FilterTyped:
		if msg.Text == m.Query.Filter {
			return m, nil, true
		}
		q := *m.Query
		q.Filter = msg.Text
		m.Query = &q
		m, cmds := typed(m)
		m, address := draft(m)
		return m, append(cmds, address), true

	case Rested:
		if msg.Seq != m.Seq {
			return m, nil, true
		}
		m, cmds := rested(m, false)
		return m, cmds, true

	case FilterSet:
		q := *m.Query
		q.Filter = msg.Text
		m.Query = &q
		m, cmds := ask(m)
		m.Draft = true
		return m, append(cmds, editor.SetEditor{Text: msg.Text}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "editor"}), true

	case FilterEdited:
		m, cmds := edited(m, msg.Text)
		return m, cmds, true

	case plan.SQLTaken:
		m, cmds := takeSQL(m, msg.Near)
		return m, cmds, true

	case plan.NearFound:
		if msg.Seq != m.Seq || msg.Reply == nil {
			return m, nil, true
		}
		if near := m.Plan.NearIn(msg.Reply); near != nil {
			m.Near = near
		}
		return m, nil, true

	case plan.NearTaken:
		if m.Near == nil || m.Near.Filter != m.Query.Filter {
			return m, nil, true
		}
		m, cmds := edited(m, m.Near.Miss.Filter)
		return m, append(cmds, Announce{Text: "Ctrl+Z undoes it."}), true

	case CommentWanted:
		return m, []Cmd{editor.ToggleComment{}}, true

	case FilterTidied:
		e, err := m.Query.parsed()
		if err != nil {
			m, cmds := notify(m, Notice{Bad: true, Text: "The filter was left as it is: " + err.Error()})
			return m, cmds, true
		}
		text := ""
		if e != nil { // nil: nothing but comments
			text = e.String()
		}
		again, err := filterlang.Parse(text)
		if tidy := filterlang.KeepComments(m.Query.Filter, text); err != nil || e != nil && !filterlang.Equal(again, e) || tidy == m.Query.Filter { // too long, or tidy
			return m, []Cmd{Announce{Text: "The filter is left as it is."}}, true
		}
		m, cmds := edited(m, text)
		return m, append(cmds, Announce{Text: "The filter is tidy: " + text}), true

	case SelectionWanted:
		return m, []Cmd{editor.TellSelection{}}, true

	case SelectionRun:
		m, cmds := runSelection(m, strings.TrimSpace(msg.Text))
		return m, cmds, true

	case SelectTyped:
		q := *m.Query
		q.Select = msg.Text
		m.Query = checked(&q)
		m, address := draft(m)
		return m, []Cmd{address}, true

	case SelectToggled:
		m, cmds := selectToggled(m, msg.Name)
		return m, cmds, true

	case TopTyped:
		q := *m.Query
		q.Top = msg.Text
		m.Query = checked(&q)
		m, cmds := ask(m)
		m, address := draft(m)
		return m, append(cmds, address), true

	case Counted:
		if msg.Table == m.Query.Table && msg.Source == m.Query.Source {
			q := *m.Query
			q.Census = msg.Census
			m.Query = &q
			if m.Plan.Err != nil { // which fix is offered depends on the types
				m, cmds := ask(m)
				return m, cmds, true
			}
		}
		return m, nil, true

	case Explained:
		return explained(m, msg)

	case Matching:
		if msg.Seq == m.Seq && !m.Plan.Asked {
			p := *m.Plan
			p.Matching = msg.Progress
			m.Plan = &p
		}
		return m, nil, true

	case Matched:
		return matched(m, msg)

	case plan.WhyToggled:
		p := *m.Plan
		p.Why = !p.Why
		m.Plan = &p
		cmds := []Cmd{SetAddress{Fragment: routeOf(m).Fragment(), Push: false}}
		if p.Why && m.Lab.Price == "" {
			cmds = append(cmds, designlab.ReadPrice{})
		}
		return m, cmds, true

	case plan.PlanFilled:
		m, cmds := planFilled(m)
		return m, cmds, true

	case plan.BulbToggled:
		p := *m.Plan
		p.Bulb = !p.Bulb
		m.Plan = &p
		if p.Bulb {
			return m, []Cmd{Focus{Target: "advice"}}, true
		}
		return m, nil, true

	case plan.RewriteTaken:
		return takeRewrite(m, msg)

	case page.KeyTaken:
		return takeKey(m, msg)
	}
	return m, nil, false
}

// draft puts a query that is being typed into the address. The first change after a run makes an entry of its own, so
// that Back returns to the query that was run.
func draft(m Model) (Model, Cmd) {
	push := !m.Draft
	m.Draft = true
	return m, SetAddress{Fragment: routeOf(m).Fragment(), Push: push}
}

// checked fills in what is wrong with $select and $top as typed.
func checked(q *Query) *Query {
	n := *q
	n.SelectErr, n.TopErr, n.ThenErr = "", "", thenProblem(q)
	if _, err := query.SelectNames(q.Select); err != "" {
		n.SelectErr = err
	}
	if _, err := query.TopNumber(q.Top); err != "" {
		n.TopErr = err
	}
	return &n
}

// SelectNote tells of names in $select that no entity of the table has, "" for none or when that is not known. They are
// no error: the service returns null for them.
func SelectNote(q *Query) string {
	names, problem := query.SelectNames(q.Select)
	if problem != "" || q.Census == nil {
		return ""
	}
	known := map[string]bool{filterlang.PartitionKey: true, filterlang.RowKey: true, filterlang.Timestamp: true}
	for _, name := range q.Census.Names() {
		known[name] = true
	}
	var odd []string
	for _, name := range names {
		if !known[name] && !slices.Contains(odd, name) {
			odd = append(odd, name)
		}
	}
	if len(odd) == 0 {
		return ""
	}
	return "No entity of this table has " + strings.Join(odd, ", ") + ": the service returns null for it. Names are case-sensitive."
}

// selectToggled puts a property into $select, or takes it out.
func selectToggled(m Model, name string) (Model, []Cmd) {
	names, problem := query.SelectNames(m.Query.Select)
	if problem != "" {
		return m, []Cmd{Announce{Text: problem}}
	}
	if at := slices.Index(names, name); at >= 0 {
		names = slices.Delete(names, at, at+1)
	} else {
		names = append(names, name)
	}
	text := strings.Join(names, ",")
	next, cmds := Update(m, SelectTyped{text})
	return next, append(cmds, ResetFields{Values: map[string]string{"select": text}})
}

// parsed is the filter as it is meant, without its comments.
func (q *Query) parsed() (filterlang.Expr, error) {
	return filterlang.Parse(filterlang.Uncomment(q.Filter))
}

// request returns the query line as the worker and the service take it: a $select or $top that cannot be used is left out, and so
// are comments.
func request(m Model) wire.QueryRequest {
	names, _ := query.SelectNames(m.Query.Select)
	top, _ := query.TopNumber(m.Query.Top)
	switch {
	case strings.TrimSpace(m.Query.Top) == "" || top < 0:
		top = 0 // the service's page size
	case top == 0:
		top = engine.NoEntities
	}
	return wire.QueryRequest{Source: m.Query.Source, Table: m.Query.Table, Filter: sent(m.Query.Filter), Select: names, Top: top, Profile: m.Profile()}
}

// ask parses and plans what the query line says and asks for its numbers. What the text alone tells is on screen at once: class,
// clauses, ranges. The numbers follow. Those of the text before are not shown for this one; where only the table changed they stay
// until the new ones are there.
func ask(m Model) (Model, []Cmd) {
	m.Seq++
	m = unasked(m)
	q, old := m.Query, m.Plan
	next := &plan.Plan{Table: q.Table, Filter: q.Filter, Why: old.Why, Bulb: old.Bulb, Applied: old.Applied, Of: plan.Question{Source: q.Source, Table: q.Table, Filter: q.Filter, Top: q.Top, Profile: m.Profile()}}
	if next.Applied != nil && next.Applied.Filter != q.Filter {
		next.Applied, next.Bulb = nil, false
	}
	m.Plan = next
	if old.Filter == q.Filter && old.Plan != nil && old.Plan.Profile == next.Of.Profile {
		next.Plan = old.Plan
	} else if expr, err := q.parsed(); err == nil {
		next.Plan = next.Of.Profile.Plan(expr)
	} else {
		next.Err, _ = errors.AsType[*filterlang.SyntaxError](err)
		next.Err = editor.Suited(next.Err, q.Query, q.Census)
		near := next.NearRefused(m.Seq)
		next.Bulb, next.Was, next.Last = false, old.Room(), old.Standing()
		next.Rested = old.Rested || old.Filter != q.Filter
		next.Pressed = old.Pressed && old.Filter == q.Filter
		return unread(m), append([]Cmd{editor.ShowMarks{Marks: editor.MarksOf(next)}, AnnouncePlan{}}, near...)
	}
	if m.Hides() {
		next.Plan = nil // what is not known here, nothing can tell
		return unread(m), []Cmd{Stop{Slot: matchSlot}, editor.ShowMarks{Marks: editor.MarksOf(next)}}
	}
	if q.Table == "" {
		return m, []Cmd{editor.ShowMarks{Marks: editor.MarksOf(next)}}
	}
	if m.Tables.Loading != nil && q.Source == "" && q.Table != m.Tables.Selected {
		return m, []Cmd{editor.ShowMarks{Marks: editor.MarksOf(next)}} // its numbers come when the table is there
	}
	next.Asked = true
	if next.Of == old.Of {
		next.Explain, next.Match = old.Explain, old.Match
	}
	if next.Was = old.Room(); next.Of.Source != old.Of.Source || next.Of.Table != old.Of.Table {
		next.Was = plan.Room{}
	}
	// One thing after the other: the counts, while the page draws, and then the scan for the matches.
	return m, []Cmd{Stop{Slot: matchSlot}, Explain{m.Seq, planRequest(m)}, editor.ShowMarks{Marks: editor.MarksOf(next), Found: old.Err == nil}}
}

// unread takes what the plan reads off the key map.
func unread(m Model) Model {
	mp := *m.Map
	mp.Reads, mp.Ticks, mp.Class = nil, nil, filterlang.Empty
	m.Map = &mp
	return m
}

// planRequest is the query of the plan on screen. Comments are blanks in it: what is found is told by its place in the text, and
// everything that is asked about one text has the same text, which the worker plans once.
func planRequest(m Model) wire.QueryRequest {
	req := request(m)
	req.Filter = filterlang.Uncomment(m.Query.Filter)
	return req
}

// matchRequest asks for the matches of the plan on screen, and where on the key map they are.
func matchRequest(m Model) wire.QueryRequest {
	req := planRequest(m)
	req.View, req.Buckets, req.Step = m.Map.Zoom, matchBuckets, step(m.Query)
	return req
}

func explained(m Model, msg Explained) (Model, []Cmd, bool) {
	if msg.Seq != m.Seq || !m.Plan.Asked {
		return m, nil, true
	}
	p := *m.Plan
	p.Asked = false
	m.Plan = &p
	if f := wire.FailureOf(msg.Err); f != nil {
		if f.Code == wire.Canceled {
			return m, nil, true
		}
		p.Failed, p.Explain, p.Match, p.Was = f.Message, nil, nil, plan.Room{}
		return unread(m), []Cmd{editor.ShowFindings{}}, true
	}
	if p.Explain, p.Was.Explain = msg.Reply, nil; p.Match != nil {
		p.Match, p.Was.Match = nil, p.Match
	}
	mp := *m.Map
	mp.Reads, mp.Class = msg.Reply.Reads, p.Plan.Class
	mp.Ticks = nil
	m.Map = &mp
	cmds := []Cmd{editor.ShowFindings{Diagnostics: editor.DiagnosticsOf(&p, msg.Reply.Findings)}}
	if outside(mp.Reads, mp.Zoom) { // of what the plan reads the map would show nothing
		mp.Zoom, mp.Drag, mp.Hover = wire.Stretch{}, nil, -1
		cmds = append(cmds, DrawMap{wire.MapRequest{Table: m.Query.Table, Buckets: MapSegments}})
	}
	if m.Query.Source == "" { // of an account only reading tells
		cmds = append(cmds, Match{m.Seq, matchRequest(m)})
	}
	return m, append(cmds, AnnouncePlan{}), true
}

func classOf(p *plan.Plan) filterlang.Class {
	if p.Plan == nil {
		return filterlang.Empty
	}
	return p.Plan.Class
}

func matched(m Model, msg Matched) (Model, []Cmd, bool) {
	if msg.Seq != m.Seq || m.Plan.Asked {
		return m, nil, true
	}
	p := *m.Plan
	if f := wire.FailureOf(msg.Err); f != nil {
		if f.Code != wire.Canceled { // a newer question cancelled it
			p.Failed = f.Message
			m.Plan = &p
			return m, []Cmd{AnnouncePlan{}}, true // what is known is spoken
		}
		return m, nil, true
	}
	p.Match, p.Was.Match = msg.Reply, nil
	m.Plan = &p
	if msg.View == m.Map.Zoom {
		mp := *m.Map
		mp.Ticks = msg.Reply.Ticks
		m.Map = &mp
	}
	cmds := []Cmd{AnnouncePlan{}}
	if m.Embed == nil {
		cmds = append(cmds, p.Nearby(m.Seq)...)
	}
	return m, cmds, true
}

// takeRewrite replaces the filter with a rewrite's, or with one of its parallel queries: the editor holds one filter.
func takeRewrite(m Model, msg plan.RewriteTaken) (Model, []Cmd, bool) {
	p := m.Plan
	if p.Explain == nil || msg.Finding >= len(p.Explain.Findings) || msg.Rewrite >= len(p.Explain.Findings[msg.Finding].Rewrites) {
		return m, nil, true
	}
	f := p.Explain.Findings[msg.Finding]
	rw := f.Rewrites[msg.Rewrite]
	if msg.Filter >= len(rw.Filters) {
		return m, nil, true
	}
	text := rw.Filters[msg.Filter]
	var applied *plan.Applied
	if len(rw.Filters) == 1 && msg.Rewrite < len(f.Costs) {
		applied = &plan.Applied{Title: rw.Title, Filter: filterlang.KeepComments(m.Query.Filter, text), Before: p.Explain.Cost, After: f.Costs[msg.Rewrite]}
	}
	n := *p
	n.Bulb, n.Applied = false, applied
	m.Plan = &n
	next, cmds := edited(m, text)
	return next, append(cmds, Announce{Text: "Applied: " + rw.Title + ". Ctrl+Z undoes it."}), true
}

// runSelection runs a part of the filter in a tab of its own, so that the whole stays where it is.
func runSelection(m Model, text string) (Model, []Cmd) {
	if strings.TrimSpace(sent(text)) == "" {
		return m, []Cmd{Announce{Text: "Select a part of the filter first."}, Focus{Target: "editor"}}
	}
	then := step(m.Query) // of the whole, it goes with each part
	if _, err := filterlang.Parse(filterlang.Uncomment(text)); err != nil {
		filter, steps, ok := filterlang.SplitSteps(sent(text))
		if ok {
			then = joinSteps(then, steps)
			text = filterlang.KeepComments(text, filter)
		}
		if !ok || len(then) > maxThen {
			return notify(m, Notice{Bad: true, Text: "What is selected is no filter by itself: " + err.Error()})
		}
	}
	before := m.Query
	next, cmds := Update(m, TabAdded{})
	if next.Query == before {
		return next, cmds // no room, or a lesson: that is told
	}
	cmds = slices.DeleteFunc(cmds, func(c Cmd) bool { _, is := c.(editor.SetEditor); return is }) // the tab's text is the one that follows
	for _, msg := range []Msg{SelectTyped{before.Select}, TopTyped{before.Top}, ThenTyped{then}, FilterSet{Text: text}, RunPressed{}} {
		var more []Cmd
		next, more = Update(next, msg)
		cmds = append(cmds, more...)
	}
	cmds = append(cmds, ResetFields{Values: map[string]string{"select": before.Select, "top": before.Top, "then": then}})
	if then != "" {
		cmds = append(cmds, Announce{Text: "What the service returns is checked in the browser: " + then + "."})
	}
	return next, cmds
}
