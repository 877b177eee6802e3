package queries

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

// Document is the name of the document that holds the saved queries, a JSON array.
const Document = "queries"

// kind is that of the dialog.
const kind page.DialogKind = "save-query"

// Model is the queries that the workspace keeps. It is never nil.
type Model struct {
	List []query.Saved
	Read bool // the workspace told which there are

	early *page.Route // a table that was chosen before that, as it was opened
}

type (
	// ReadQueries and KeepQueries read and write the saved queries. Answer: QueriesRead, QueriesKept.
	ReadQueries struct{}
	KeepQueries struct{ Text string }

	QueriesRead struct {
		Text string
		Err  error
	}
	QueriesKept struct{ Err error }
)

// What a person does to the saved queries.
type (
	QueryNamed        struct{ Name string } // submitted in the dialog
	SavedQueryOpened  struct{ Index int }
	SavedQueryRemoved struct{ Index int }
	OpeningKept       struct{} // the query on screen is the one that its table is opened with
	OpeningDropped    struct{} // the table is opened without one
)

// queriesRestored takes back a change of the saved queries.
type queriesRestored struct{ before []query.Saved }

// openingName is what the query that a table is opened with is called in the list.
const openingName = "When it is opened"

// Opening is the query that a table is opened with, nil when nobody chose one.
func (m *Model) Opening(source, table string) *query.Saved {
	for i := range m.List {
		if q := &m.List[i]; q.Opens && q.Source == source && strings.EqualFold(q.Table, table) {
			return q
		}
	}
	return nil
}

// Chose notes the view of a table that was just chosen: the query that it is opened with may not be known yet.
func (m *Model) Chose(route page.Route) *Model {
	next := *m
	if next.early = nil; !m.Read {
		next.early = &route
	}
	return &next
}

// Update takes a message of the saved queries; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case QueriesRead:
		next, cmds = m.read(v, msg)
		return next, cmds, true

	case QueriesKept:
		if msg.Err != nil {
			return m, []page.Cmd{page.Fail{What: "The queries were not saved", Err: msg.Err}, ReadQueries{}}, true
		}
		return m, nil, true

	case OpeningKept:
		next, cmds = m.open(v, true)
		return next, cmds, true

	case OpeningDropped:
		next, cmds = m.open(v, false)
		return next, cmds, true

	case page.SaveQueryPressed:
		if v.Query.Table == "" {
			return m, nil, true
		}
		return m, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: kind, Table: v.Query.Table}}, page.ResetFields{Values: map[string]string{"query-name": ""}}, page.OpenDialog{}}, true

	case QueryNamed:
		next, cmds = m.save(v, strings.TrimSpace(msg.Name))
		return next, cmds, true

	case SavedQueryOpened:
		if msg.Index >= len(m.List) {
			return m, nil, true
		}
		return m, show(v, m.List[msg.Index]), true

	case SavedQueryRemoved:
		if msg.Index >= len(m.List) {
			return m, nil, true
		}
		next, keep := m.with(append(append([]query.Saved{}, m.List[:msg.Index]...), m.List[msg.Index+1:]...))
		return next, []page.Cmd{page.Notify{Notice: page.Notice{Text: "Removed the query " + words.Quote(m.List[msg.Index].Name) + ".", Undo: queriesRestored{m.List}, Action: "Undo"}}, keep}, true

	case queriesRestored:
		next, keep := m.with(msg.before)
		return next, []page.Cmd{keep, page.Announce{Text: "Undone."}}, true
	}
	return m, nil, false
}

// read takes in what the workspace keeps, and gives a table the query that it is opened with, where that was not known when it was
// chosen.
func (m *Model) read(v *page.View, msg QueriesRead) (*Model, []page.Cmd) {
	var list []query.Saved
	if msg.Err != nil || json.Unmarshal([]byte(msg.Text), &list) != nil {
		list = nil
	}
	next := &Model{List: list, Read: true}
	var cmds []page.Cmd
	if !m.Read && len(m.List) > 0 { // made in the moment before they were there: neither may push the other aside
		kept, keep := next.with(joined(list, m.List))
		next, cmds = kept, []page.Cmd{keep}
	}
	return next, append(cmds, next.openEarly(v, m.early)...)
}

// openEarly leaves what was typed or opened meanwhile.
func (m *Model) openEarly(v *page.View, early *page.Route) []page.Cmd {
	if early == nil || v.Lesson || v.Query != early.Query {
		return nil
	}
	q := m.Opening(early.Source, early.Table)
	if q == nil {
		return nil
	}
	route := v.Route()
	route.Query = q.On(route.Source, route.Table)
	return []page.Cmd{page.Show{Route: route}, page.RunQuery{Address: true}}
}

// open makes the query on screen the one that its table is opened with, or has it opened without one.
func (m *Model) open(v *page.View, keeps bool) (*Model, []page.Cmd) {
	q := v.Query
	if q.Table == "" || v.Lesson {
		return m, nil
	}
	list := slices.DeleteFunc(slices.Clone(m.List), func(old query.Saved) bool {
		return old.Opens && old.Source == q.Source && strings.EqualFold(old.Table, q.Table)
	})
	text := q.Table + " opens without a query of its own."
	if keeps {
		list = append(list, query.Saved{Query: q, Name: openingName, Opens: true})
		text = q.Table + " is opened with this query from now on; it is in the list on the left."
		if q.Source != "" {
			text = q.Table + " is opened with this query from now on, which runs when you say so; it is in the list on the left."
		}
	}
	next, keep := m.with(list)
	return next, []page.Cmd{page.Notify{Notice: page.Notice{Text: text, Undo: queriesRestored{m.List}, Action: "Undo"}}, page.Own{}, keep}
}

// save keeps the query on screen under a name.
func (m *Model) save(v *page.View, name string) (*Model, []page.Cmd) {
	if v.Dialog == nil || v.Dialog.Kind != kind {
		return m, nil
	}
	if name == "" || len(name) > 100 {
		d := *v.Dialog
		d.Err = "Give the query a name of 1 to 100 characters."
		return m, []page.Cmd{page.ShowDialog{Dialog: &d}, page.Focus{Target: "query-name"}, page.Announce{Text: d.Err}}
	}
	next, keep := m.with(joined(m.List, []query.Saved{{Query: v.Query, Name: name}}))
	return next, []page.Cmd{page.ShowDialog{}, page.Notify{Notice: page.Notice{Text: "Saved the query " + words.Quote(name) + "; it is in the list on the left."}}, page.Own{}, page.CloseDialog{}, keep}
}

// show puts a query on screen, and runs one of this browser.
func show(v *page.View, q query.Saved) []page.Cmd {
	if q.Source != "" {
		return []page.Cmd{page.Show{Route: page.Route{Query: q.Query, Why: v.Why}, Listed: true}, page.Readdress{Push: true}}
	}
	info := v.Table(q.Table)
	if info == nil {
		return []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The table " + words.Quote(q.Table) + " of this query is not here."}}}
	}
	return []page.Cmd{page.Show{Route: page.Route{Query: q.On("", info.Name), Why: v.Why}}, page.RunQuery{Address: true, Push: true}}
}

// joined adds queries to a list; each takes the place of the one of its name, or of the one that opens its table.
func joined(list, made []query.Saved) []query.Saved {
	list = slices.Clone(list)
	for _, q := range made {
		list = slices.DeleteFunc(list, func(old query.Saved) bool {
			return old.Opens == q.Opens && old.Source == q.Source && (q.Opens && strings.EqualFold(old.Table, q.Table) || old.Name == q.Name && old.Table == q.Table)
		})
	}
	return append(list, made...)
}

// with returns the model with another list, and the command that keeps it.
func (m *Model) with(list []query.Saved) (*Model, page.Cmd) {
	next := *m
	next.List = list
	return &next, KeepQueries{Encode(list)}
}

// Encode is a list as the workspace keeps it, "" for none.
func Encode(list []query.Saved) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return ""
	}
	return string(b)
}

// Run implements page.Runner.
func (ReadQueries) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := out.Document(ctx, Document)
	if err != nil {
		reply = &wire.DocumentReply{}
	}
	return QueriesRead{reply.Text, err}
}

// Document implements page.Document.
func (cmd KeepQueries) Document() (name, text string) { return Document, cmd.Text }
