package state

import (
	"strconv"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// takeSQL replaces the text. A table that is not there stays what it is.
func takeSQL(m Model, near bool) (Model, []Cmd) {
	e := m.Plan.Err
	if e == nil || e.SQL == nil || !e.SQL.Verb.Asks() {
		return m, nil
	}
	sql, filter := e.SQL, e.SQL.Filter
	if n := m.Near.Beside(m.Plan); near && n != nil {
		filter = n.Miss.Filter
	}
	var cmds []Cmd
	if info := wire.TableNamed(m.Tables.List, sql.Table); info != nil && m.Query.Source == "" && info.Name != m.Query.Table {
		m, cmds = Update(m, TableChosen{Table: info.Name})
	}
	m, more := edited(m, filter)
	cmds = append(cmds, more...)
	fields := map[string]string{}
	if sql.Select != nil {
		fields["select"] = strings.Join(sql.Select, ",")
		m, more = Update(m, SelectTyped{fields["select"]})
		cmds = append(cmds, more...)
	}
	if sql.Top >= 0 {
		fields["top"] = strconv.Itoa(sql.Top)
		m, more = Update(m, TopTyped{fields["top"]})
		cmds = append(cmds, more...)
	}
	if len(fields) > 0 {
		cmds = append(cmds, ResetFields{Values: fields})
	}
	return m, append(cmds, Announce{Text: "The filter is written. Ctrl+Z undoes it."})
}

// SQLBeside says what a statement sets besides the filter, "" for nothing.
func SQLBeside(m *Model) string {
	e := m.Plan.Err
	if e == nil || e.SQL == nil {
		return ""
	}
	var parts []string
	if e.SQL.Select != nil {
		parts = append(parts, "$select "+words.Clip(strings.Join(e.SQL.Select, ","), 80))
	}
	if e.SQL.Top >= 0 {
		parts = append(parts, "page size "+words.Number(e.SQL.Top))
	}
	if e.SQL.Table != "" && !strings.EqualFold(e.SQL.Table, m.Query.Table) {
		if wire.TableNamed(m.Tables.List, e.SQL.Table) != nil && m.Query.Source == "" {
			parts = append(parts, "on "+e.SQL.Table)
		} else {
			parts = append(parts, "the table "+words.Quote(words.Clip(e.SQL.Table, 63))+" is not here")
		}
	}
	return strings.Join(parts, " · ")
}
