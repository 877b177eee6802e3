package state

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// HistorySetting is the setting that holds the queries that were run.
const HistorySetting = "history"

// Bounds of the history. What is longer than an entry may be is not kept.
const (
	maxHistory      = 100
	maxHistoryEntry = 2000 // bytes of a filter
	maxHistoryText  = 256 << 10
)

// Ran is a query of this browser's tables that was run. Those of accounts are not kept: their filters hold their keys.
type Ran struct {
	query.Query
	Class    string // of the plan, as an identifier
	Returned int
	Examined int
}

// RanText says what came of it. What an engine with an index of values looked at is not known.
func RanText(a *Ran) string {
	for _, c := range page.IndexClasses {
		if a.Class == c.Name() {
			return words.Number(a.Returned) + " returned"
		}
	}
	return words.Number(a.Returned) + " of " + words.Number(a.Examined) + " examined"
}

func (a Ran) same(b Ran) bool { return a.Query == b.Query }

// ranText is a Ran as the browser keeps it.
type ranText struct {
	ranQuery
	Class    string `json:"c,omitempty"`
	Returned int    `json:"r"`
	Examined int    `json:"x"`
}

// ranQuery has the fields of a query.Query under shorter names.
type ranQuery struct {
	Source string `json:"-"`
	Table  string `json:"t"`
	Filter string `json:"f,omitempty"`
	Select string `json:"s,omitempty"`
	Top    string `json:"top,omitempty"`
	Then   string `json:"then,omitempty"`
}

// MarshalJSON writes the form that the browser keeps.
func (a Ran) MarshalJSON() ([]byte, error) {
	return json.Marshal(ranText{ranQuery(a.Query), a.Class, a.Returned, a.Examined})
}

// UnmarshalJSON reads it.
func (a *Ran) UnmarshalJSON(b []byte) error {
	var text ranText
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	*a = Ran{query.Query(text.ranQuery), text.Class, text.Returned, text.Examined}
	return nil
}

type (
	HistoryPressed struct{}
	HistorySought  struct{ Text string }
	RanChosen      struct{ Ran Ran }
	HistoryCleared struct{}
)

// parseHistory reads what encodeHistory wrote; of damaged text nothing is kept.
func parseHistory(text string) []Ran {
	var list []Ran
	if len(text) > maxHistoryText || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	list = slices.DeleteFunc(list, func(r Ran) bool { return r.Table == "" || len(r.Filter) > maxHistoryEntry })
	return list[:min(len(list), maxHistory)]
}

func encodeHistory(list []Ran) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	return string(b)
}

// remembered puts the query that has just been run at the head of the history.
func remembered(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	ended, ok := msg.(RunEnded)
	if !ok || ended.Err != nil || ended.Reply == nil || ended.Reply.Canceled || !old.Grid.Result.Running || m.Embed != nil {
		return m, cmds
	}
	q := m.Query
	if m.Grid.Result.Source != "" || q.Source != "" || m.Grid.Result.Table != q.Table || m.Grid.Result.Filter != q.Filter || len(q.Filter) > maxHistoryEntry || !utf8.ValidString(q.Filter) {
		return m, cmds
	}
	ran := Ran{Query: q.Query, Class: ended.Reply.Plan.Class.Name(), Returned: ended.Reply.Stats.Returned, Examined: ended.Reply.Stats.Examined}
	list := append([]Ran{ran}, slices.DeleteFunc(slices.Clone(m.History), ran.same)...)
	m.History = list[:min(len(list), maxHistory)]
	return m, append(cmds, KeepSetting{Key: HistorySetting, Value: encodeHistory(m.History)})
}

// updateHistory is the list of queries that were run.
func updateHistory(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case HistoryPressed:
		m.Dialog = &Dialog{Kind: QueryHistory}
		return m, []Cmd{ResetFields{Values: map[string]string{"history-find": ""}}, OpenDialog{}}, true

	case HistorySought:
		if m.Dialog != nil && m.Dialog.Kind == QueryHistory {
			d := *m.Dialog
			d.Find = msg.Text
			m.Dialog = &d
		}
		return m, nil, true

	case RanChosen:
		info := wire.TableNamed(m.Tables.List, msg.Ran.Table)
		if info == nil {
			m, cmds := notify(m, Notice{Bad: true, Text: "The table " + words.Quote(msg.Ran.Table) + " of this query is not here."})
			return m, cmds, true
		}
		m.Dialog = nil
		m, cmds := show(m, Route{Query: msg.Ran.On("", info.Name), Why: m.Plan.Why})
		m, run := runQuery(m)
		cmds = append(cmds, CloseDialog{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
		return m, append(cmds, run...), true

	case HistoryCleared:
		m.History = nil
		return m, []Cmd{KeepSetting{Key: HistorySetting, Value: ""}, Focus{Target: "history-find"}, Announce{Text: "The history is empty."}}, true
	}
	return m, nil, false
}

// HistoryOf returns the queries whose table or filter holds all words, in any case, newest first.
func HistoryOf(list []Ran, find string) []Ran {
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
