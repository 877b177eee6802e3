package state

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// SavedQuery is a named query of the workspace.
type SavedQuery = query.Saved

// QueriesDocument is the name of the document that holds the saved queries, a JSON array.
const QueriesDocument = "queries"

// What becomes of the query that a table is opened with.
type (
	OpeningKept    struct{} // it is the one on screen
	OpeningDropped struct{}
)

var openingCommands = []Command{
	{ID: "opening", Title: "Use this query whenever this table is opened", Words: "default start first query", Group: QueryGroup, Not: unless(aTable, missing("A lesson says how its tables are opened.", func(m *Model) bool { return m.Course.Lesson == nil })), Do: onQuery(OpeningKept{})},
	{ID: "opening-drop", Title: "Open this table without a query of its own", Words: "default forget first query", Group: QueryGroup, Not: unless(aTable, missing("It has none.", func(m *Model) bool { return m.opening(m.Query.Source, m.Query.Table) != nil })), Do: onQuery(OpeningDropped{})},
}

// opening is the query that a table is opened with, nil when nobody chose one.
func (m *Model) opening(source, table string) *SavedQuery {
	if m.Course.Lesson != nil {
		return nil
	}
	for i := range m.Queries {
		if q := &m.Queries[i]; q.Opens && q.Source == source && strings.EqualFold(q.Table, table) {
			return q
		}
	}
	return nil
}

// openedEarly gives a table the query that it is opened with, where that was not known when it was chosen. What was typed or opened
// meanwhile stays.
func openedEarly(m Model, early *Route) (Model, []Cmd) {
	if early == nil || m.Query.Source != early.Source || m.Query.Table != early.Table {
		return m, nil
	}
	was, q := m.Query, m.opening(early.Source, early.Table)
	if q == nil || was.Query != early.Query {
		return m, nil
	}
	route := routeOf(m)
	route.Query = q.On(route.Source, route.Table)
	m, cmds := show(m, route)
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}), run...)
}

// withQueries adds queries to a list; each takes the place of the one of its name, or of the one that opens its table.
func withQueries(list, made []SavedQuery) []SavedQuery {
	list = slices.Clone(list)
	for _, q := range made {
		list = slices.DeleteFunc(list, func(old SavedQuery) bool {
			return old.Opens == q.Opens && old.Source == q.Source && (q.Opens && strings.EqualFold(old.Table, q.Table) || old.Name == q.Name && old.Table == q.Table)
		})
	}
	return append(list, made...)
}

// openingName is what the query is called in the list.
const openingName = "When it is opened"

// updateQueries keeps named queries.
func updateQueries(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case QueriesRead:
		var list []SavedQuery
		if msg.Err != nil || json.Unmarshal([]byte(msg.Text), &list) != nil {
			list = nil
		}
		early, made := m.Early, m.Queries
		m.Early, m.Queries = nil, list
		var cmds []Cmd
		if !m.Queried && len(made) > 0 { // in the moment before they were there: neither may push the other aside
			var keep Cmd
			m, keep = keepQueries(m, withQueries(list, made))
			cmds = append(cmds, keep)
		}
		m.Queried = true
		m, more := openedEarly(m, early)
		return m, append(cmds, more...), true

	case QueriesKept:
		if msg.Err != nil {
			m, cmds := fail(m, "The queries were not saved", msg.Err)
			return m, append(cmds, ReadQueries{}), true
		}
		return m, nil, true

	case OpeningKept, OpeningDropped:
		q := m.Query
		if q.Table == "" || m.Course.Lesson != nil {
			return m, nil, true
		}
		list := slices.DeleteFunc(slices.Clone(m.Queries), func(old SavedQuery) bool {
			return old.Opens && old.Source == q.Source && strings.EqualFold(old.Table, q.Table)
		})
		text := q.Table + " is opened as it comes."
		if _, ok := msg.(OpeningKept); ok {
			list = append(list, SavedQuery{Query: q.Query, Name: openingName, Opens: true})
			text = q.Table + " is opened with this query from now on; it is in the list on the left."
			if q.Source != "" {
				text = q.Table + " is opened with this query from now on, which runs when you say so; it is in the list on the left."
			}
		}
		before := m.Queries
		m, keep := keepQueries(m, list)
		m, cmds := notify(m, Notice{Text: text, Undo: queriesRestored{before}, Action: "Undo"})
		m, cmds = own(m, cmds, true)
		return m, append(cmds, keep), true

	case page.SaveQueryPressed:
		if m.Query.Table == "" {
			return m, nil, true
		}
		m.Dialog = &Dialog{Kind: SaveQuery, Table: m.Query.Table}
		return m, []Cmd{ResetFields{Values: map[string]string{"query-name": ""}}, OpenDialog{}}, true

	case QueryNamed:
		if m.Dialog == nil || m.Dialog.Kind != SaveQuery {
			return m, nil, true
		}
		d := *m.Dialog
		name := strings.TrimSpace(msg.Name)
		if name == "" || len(name) > 100 {
			d.Err = "Give the query a name of 1 to 100 characters."
			m.Dialog = &d
			return m, []Cmd{Focus{Target: "query-name"}, Announce{Text: d.Err}}, true
		}
		q := m.Query
		list := []SavedQuery{}
		for _, old := range m.Queries {
			if old.Opens || old.Name != name || old.Table != q.Table || old.Source != q.Source {
				list = append(list, old)
			}
		}
		list = append(list, SavedQuery{Query: q.Query, Name: name})
		m.Dialog = nil
		m, keep := keepQueries(m, list)
		m, cmds := notify(m, Notice{Text: "Saved the query " + words.Quote(name) + "; it is in the list on the left."})
		m, cmds = own(m, cmds, true)
		return m, append(cmds, CloseDialog{}, keep), true

	case SavedQueryOpened:
		if msg.Index >= len(m.Queries) {
			return m, nil, true
		}
		q := m.Queries[msg.Index]
		if q.Source != "" {
			m, cmds := openLive(m, Route{Query: q.Query, Why: m.Plan.Why})
			return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), true
		}
		info := wire.TableNamed(m.Tables.List, q.Table)
		if info == nil {
			m, cmds := notify(m, Notice{Bad: true, Text: "The table " + words.Quote(q.Table) + " of this query is not here."})
			return m, cmds, true
		}
		m, cmds := show(m, Route{Query: q.On("", info.Name), Why: m.Plan.Why})
		m, run := runQuery(m)
		cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
		return m, append(cmds, run...), true

	case SavedQueryRemoved:
		if msg.Index >= len(m.Queries) {
			return m, nil, true
		}
		gone := m.Queries[msg.Index]
		list := append(append([]SavedQuery{}, m.Queries[:msg.Index]...), m.Queries[msg.Index+1:]...)
		before := m.Queries
		m, keep := keepQueries(m, list)
		m, cmds := notify(m, Notice{Text: "Removed the query " + words.Quote(gone.Name) + ".", Undo: queriesRestored{before}, Action: "Undo"})
		return m, append(cmds, keep), true
	}
	return m, nil, false
}

func keepQueries(m Model, list []SavedQuery) (Model, Cmd) {
	m.Queries = list
	text := ""
	if len(list) > 0 {
		b, err := json.MarshalIndent(list, "", "  ")
		if err == nil {
			text = string(b)
		}
	}
	return m, KeepQueries{text}
}

type (
	// ReadQueries and KeepQueries read and write the saved queries. Answer: QueriesRead, QueriesKept.
	ReadQueries struct{}
	KeepQueries struct{ Text string }
)

func (ReadQueries) Run(ctx context.Context, out Outside) Msg {
	reply, err := out.Document(ctx, QueriesDocument)
	if err != nil {
		reply = &wire.DocumentReply{}
	}
	return QueriesRead{reply.Text, err}
}

func (cmd KeepQueries) Document() (name, text string) { return QueriesDocument, cmd.Text }
