package state

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
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
	Table    string `json:"t"`
	Filter   string `json:"f,omitempty"`
	Select   string `json:"s,omitempty"`
	Top      string `json:"top,omitempty"`
	Then     string `json:"then,omitempty"` // the step in the browser
	Class    string `json:"c,omitempty"`    // of the plan, as an identifier
	Returned int    `json:"r"`
	Examined int    `json:"x"`
}

func (a Ran) same(b Ran) bool {
	return a.Table == b.Table && a.Filter == b.Filter && a.Select == b.Select && a.Top == b.Top && a.Then == b.Then
}

type (
	HistoryPressed struct{}
	HistorySought  struct{ Text string }
	RanChosen      struct{ Ran Ran }
	HistoryCleared struct{}
)

func (HistoryPressed) msg() {}
func (HistorySought) msg()  {}
func (RanChosen) msg()      {}
func (HistoryCleared) msg() {}

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
	if !ok || ended.Err != nil || ended.Reply == nil || ended.Reply.Canceled || !old.Result.Running || m.Embed != nil {
		return m, cmds
	}
	q := m.Query
	if m.Result.Source != "" || q.Source != "" || m.Result.Table != q.Table || m.Result.Filter != q.Filter || len(q.Filter) > maxHistoryEntry || !utf8.ValidString(q.Filter) {
		return m, cmds
	}
	ran := Ran{Table: q.Table, Filter: q.Filter, Select: q.Select, Top: q.Top, Then: q.Then, Class: ended.Reply.Plan.Class.Name(), Returned: ended.Reply.Stats.Returned, Examined: ended.Reply.Stats.Examined}
	list := append([]Ran{ran}, slices.DeleteFunc(slices.Clone(m.History), ran.same)...)
	m.History = list[:min(len(list), maxHistory)]
	return m, append(cmds, KeepSetting{HistorySetting, encodeHistory(m.History)})
}

// updateHistory is the list of queries that were run.
func updateHistory(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case HistoryPressed:
		m.Dialog = &Dialog{Kind: QueryHistory}
		return m, []Cmd{ResetFields{map[string]string{"history-find": ""}}, OpenDialog{}}, true

	case HistorySought:
		if m.Dialog != nil && m.Dialog.Kind == QueryHistory {
			d := *m.Dialog
			d.Find = msg.Text
			m.Dialog = &d
		}
		return m, nil, true

	case RanChosen:
		info := tableNamed(m.Tables.List, msg.Ran.Table)
		if info == nil {
			m, cmds := notify(m, Notice{Bad: true, Text: "The table " + quote(msg.Ran.Table) + " of this query is not here."})
			return m, cmds, true
		}
		m.Dialog = nil
		m, cmds := show(m, Route{Table: info.Name, Filter: msg.Ran.Filter, Select: msg.Ran.Select, Top: msg.Ran.Top, Then: msg.Ran.Then, Why: m.Plan.Why})
		m, run := runQuery(m)
		cmds = append(cmds, CloseDialog{}, SetAddress{routeOf(m).Fragment(), true})
		return m, append(cmds, run...), true

	case HistoryCleared:
		m.History = nil
		return m, []Cmd{KeepSetting{HistorySetting, ""}, Focus{"history-find"}, Announce{"The history is empty."}}, true
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
