package queryline

import (
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// takeSQL replaces the text. A table that is not there stays what it is.
func (l Line) takeSQL(v *page.View, near bool) []page.Cmd {
	e := l.Plan.Err
	if e == nil || e.SQL == nil || !e.SQL.Verb.Asks() {
		return nil
	}
	sql, filter := e.SQL, e.SQL.Filter
	if n := l.Near.Beside(l.Plan); near && n != nil {
		filter = n.Miss.Filter
	}
	var cmds []page.Cmd
	if info := wire.TableNamed(v.Tables, sql.Table); info != nil && l.Query.Source == "" && info.Name != l.Query.Table {
		cmds = append(cmds, page.Repeat{Msg: page.TableChosen{Table: info.Name}})
	}
	cmds = append(cmds, page.Send{Msg: page.FilterEdited{Text: filter}})
	fields := map[string]string{}
	if sql.Select != nil {
		fields["select"] = strings.Join(sql.Select, ",")
		cmds = append(cmds, page.Repeat{Msg: SelectTyped{fields["select"]}})
	}
	was := l.Query.Top
	if l.Query.Limit != nil {
		was = l.Query.Limit.Was
	}
	if sql.Top >= 0 {
		fields["top"] = strconv.Itoa(sql.Top)
		limit := &Limit{Filter: filterlang.KeepComments(l.Query.Filter, filter), Top: fields["top"], Was: was}
		cmds = append(cmds, page.Repeat{Msg: LimitTaken{limit}})
		if limit.Top != strings.TrimSpace(was) {
			of := "The limit of the statement"
			if sql.URL {
				of = "$top"
			}
			cmds = append(cmds, page.Notify{Notice: page.Notice{
				Text: of + " became the page size " + words.Number(sql.Top) + " of this filter only: the service has no limit, it pages. The next filter has " + limit.back() + " again.",
				Undo: TopSet{was}, Action: "Back to " + limit.back(),
			}})
		}
	}
	if len(fields) > 0 {
		cmds = append(cmds, page.ResetFields{Values: fields})
	}
	return append(cmds, page.Announce{Text: "The filter is written. Ctrl+Z undoes it."})
}

// SQLBeside says what a statement sets besides the filter, "" for nothing.
func (l Line) SQLBeside(tables []wire.TableInfo) string {
	e := l.Plan.Err
	if e == nil || e.SQL == nil {
		return ""
	}
	var parts []string
	if e.SQL.Select != nil {
		names := strings.Join(e.SQL.Select, ",")
		parts = append(parts, "$select "+words.Clip(names, 80))
		if note := SelectNote(&Query{Query: query.Query{Select: names}, Census: l.Query.Census}); note != "" && (e.SQL.Table == "" || strings.EqualFold(e.SQL.Table, l.Query.Table)) {
			parts = append(parts, note)
		}
	}
	if e.SQL.Top >= 0 {
		parts = append(parts, "page size "+words.Number(e.SQL.Top)+" for this filter only")
	}
	if e.SQL.Table != "" && !strings.EqualFold(e.SQL.Table, l.Query.Table) {
		if wire.TableNamed(tables, e.SQL.Table) != nil && l.Query.Source == "" {
			parts = append(parts, "on "+e.SQL.Table)
		} else {
			parts = append(parts, "the table "+words.Quote(words.Clip(e.SQL.Table, 63))+" is not here")
		}
	}
	return strings.Join(parts, " · ")
}

// Limit is a page size that came with a statement: it is of its filter, and the next one has the size that was there before.
type Limit struct {
	Filter   string
	Top, Was string
}

// LimitTaken makes a limit the page size.
type LimitTaken struct{ Limit *Limit }

// back is the page size before.
func (l *Limit) back() string {
	if was := strings.TrimSpace(l.Was); was != "" {
		return words.Clip(was, 20)
	}
	return words.Number(engine.MaxPage)
}

// unlimit gives the query back the page size from before a limit, once its filter is another.
func (q *Query) unlimit() []page.Cmd {
	if q.Limit == nil || filterlang.SameFilter(q.Filter, q.Limit.Filter) {
		return nil
	}
	q.Top, q.Limit = q.Limit.Was, nil
	return []page.Cmd{page.ResetFields{Values: map[string]string{"top": q.Top}}}
}
