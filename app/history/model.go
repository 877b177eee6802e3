package history

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/words"
)

// Setting is the setting that holds the queries that were run.
const Setting = "history"

// kind is that of the dialog.
const kind page.DialogKind = "query-history"

// Bounds of the history. What is longer than an entry may be is not kept.
const (
	maxQueries = 100
	maxEntry   = 2000 // bytes of a filter
	maxText    = 256 << 10
)

// Model is the history; see Remember.
type Model struct {
	List []Ran // newest first
}

// Search is what the dialog looks for: queries that hold a text.
type Search struct{ Text string }

// Ran is a query of this browser's tables that was run. Those of accounts are not kept: their filters hold their keys.
type Ran struct {
	query.Query
	Class    string // of the plan, as an identifier
	Returned int
	Examined int
	At       int64 // when it ended, in seconds of Unix; 0 of those that earlier versions kept
}

// when is what stands behind its table: the time that it was run, in the browser's zone.
func (a *Ran) when() string {
	if a.At == 0 {
		return ""
	}
	return time.Unix(a.At, 0).Format(" · 2006-01-02 15:04")
}

// text says what came of it. What an engine with an index of values looked at is not known.
func (a *Ran) text() string {
	for _, c := range page.IndexClasses {
		if a.Class == c.Name() {
			return words.Number(a.Returned) + " returned"
		}
	}
	return words.Number(a.Returned) + " returned, " + words.Number(a.Examined) + " examined"
}

func (a Ran) same(b Ran) bool { return a.Query == b.Query }

// ranText is a Ran as the browser keeps it.
type ranText struct {
	ranQuery
	Class    string `json:"c,omitempty"`
	Returned int    `json:"r"`
	Examined int    `json:"x"`
	At       int64  `json:"at,omitempty"`
}

// ranQuery has the fields of a query.Query under shorter names.
type ranQuery struct {
	Source string `json:"-"`
	Table  string `json:"t"`
	Filter string `json:"f,omitempty"`
	Select string `json:"s,omitempty"`
	Top    string `json:"top,omitempty"`
	Then   string `json:"then,omitempty"`
	Was    string `json:"was,omitempty"`
}

// MarshalJSON writes the form that the browser keeps.
func (a Ran) MarshalJSON() ([]byte, error) {
	return json.Marshal(ranText{ranQuery(a.Query), a.Class, a.Returned, a.Examined, a.At})
}

// UnmarshalJSON reads it.
func (a *Ran) UnmarshalJSON(b []byte) error {
	var text ranText
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	*a = Ran{query.Query(text.ranQuery), text.Class, text.Returned, text.Examined, text.At}
	return nil
}

// What a person does to the history.
type (
	HistoryPressed struct{} // opens the dialog
	HistorySought  struct{ Text string }
	RanChosen      struct{ Ran Ran } // it is run again
	HistoryCleared struct{}
)

// Parse reads what Encode wrote; of damaged text nothing is kept.
func Parse(text string) []Ran {
	var list []Ran
	if len(text) > maxText || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	list = slices.DeleteFunc(list, func(r Ran) bool { return r.Table == "" || len(r.Filter) > maxEntry })
	return list[:min(len(list), maxQueries)]
}

// Encode is a list as the browser keeps it.
func Encode(list []Ran) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	return string(b)
}

// Remember puts a query that has just been run at the head.
func (m *Model) Remember(ran Ran) (*Model, []page.Cmd) {
	if ran.Source != "" || len(ran.Filter) > maxEntry || !utf8.ValidString(ran.Filter) {
		return m, nil
	}
	list := append([]Ran{ran}, slices.DeleteFunc(slices.Clone(m.List), ran.same)...)
	next := &Model{List: list[:min(len(list), maxQueries)]}
	return next, []page.Cmd{page.KeepSetting{Key: Setting, Value: Encode(next.List)}}
}

// Last is the newest query of a table, nil for none.
func (m *Model) Last(table string) *Ran {
	for i := range m.List {
		if r := &m.List[i]; r.Table == table {
			return r
		}
	}
	return nil
}

// Update takes a message of the history; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case HistoryPressed:
		return m, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: kind, Of: &Search{}}}, page.ResetFields{Values: map[string]string{"history-find": ""}}, page.OpenDialog{}}, true

	case HistorySought:
		if page.Held[Search](v.Dialog) == nil {
			return m, nil, true
		}
		d := *v.Dialog
		d.Of = &Search{msg.Text}
		return m, []page.Cmd{page.ShowDialog{Dialog: &d}}, true

	case RanChosen:
		info := v.Table(msg.Ran.Table)
		if info == nil {
			return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The table " + words.Quote(msg.Ran.Table) + " of this query is not here."}}}, true
		}
		return m, []page.Cmd{page.ShowDialog{}, page.Show{Route: page.Route{Query: msg.Ran.On("", info.Name), Why: v.Why}}, page.CloseDialog{}, page.RunQuery{Address: true, Push: true}}, true

	case HistoryCleared:
		return &Model{}, []page.Cmd{page.KeepSetting{Key: Setting}, page.Focus{Target: "history-find"}, page.Announce{Text: "The history is empty."}}, true
	}
	return m, nil, false
}

// found are the queries whose table or filter holds all words, in any case, newest first.
func found(list []Ran, find string) []Ran {
	words := strings.Fields(strings.ToLower(find))
	var out []Ran
	for _, r := range list {
		text := strings.ToLower(r.Table + " " + r.Filter + " " + r.Select + " " + r.Then)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			out = append(out, r)
		}
	}
	return out
}
