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
	cmds = append(cmds, page.Repeat{Msg: LimitTaken{sql}}, page.Announce{Text: "The filter is written. Ctrl+Z undoes it."})
	if then := l.Query.Then; then != "" && sql.Whole() { // it is of the query before
		cmds = append(cmds, page.Repeat{Msg: page.ThenClosed{}}, page.Notify{Notice: page.Notice{
			Text: "The statement is a whole query, so the check in this browser is gone: " + words.Clip(then, 80) + ".", Undo: ThenBack{then}, Action: "Check it again"}})
	}
	return cmds
}

// takeLimit writes what a statement, whose filter is written, has for other fields.
func (l Line) takeLimit(v *page.View, sql *filterlang.SQL) (Line, []page.Cmd) {
	limit := l.limit(sql)
	if limit.Top == nil && limit.Select == nil {
		return l, nil
	}
	q, fields := *l.Query, map[string]string{}
	if limit.Top != nil {
		q.Top, fields["top"] = limit.Top.Now, limit.Top.Now
	}
	if limit.Select != nil {
		q.Select, fields["select"] = limit.Select.Now, limit.Select.Now
	}
	limit.Filter, q.Limit = q.Filter, limit
	l.Query = Checked(&q)
	l, cmds := l.Ask(v)
	l, address := l.draft()
	text := "For this filter only: " + limit.now() + ". The next filter has " + limit.back() + " again."
	if limit.rows() {
		text += " The service has no LIMIT: it answers in pages of " + sizeOf(q.Top) + ", and Run stops after " + firstOf(q.Top) + "."
	}
	return l, append(cmds, address, page.ResetFields{Values: fields}, page.Notify{Notice: page.Notice{Text: text, Undo: LimitLeft{limit}, Action: "Back to " + limit.back()}})
}

// first reports whether a statement wants the first of an order: the service does not have it, so all that match are read.
func first(sql *filterlang.SQL) bool { return sql.Rows && sql.Sorted && sql.Top > 0 }

// limit is what a statement changes besides the filter.
func (l Line) limit(sql *filterlang.SQL) *Limit {
	base, limit := *l.Query, &Limit{}
	base.leave()
	limit.Rows = sql.Top > 0 && sql.Rows
	if sql.Top >= 0 && !first(sql) && (limit.Rows || words.Number(sql.Top) != sizeOf(base.Top)) {
		limit.Top = &Change{Now: strconv.Itoa(sql.Top), Was: base.Top}
	}
	if names := strings.Join(sql.Select, ","); (sql.Select != nil || sql.All) && names != strings.TrimSpace(base.Select) {
		limit.Select = &Change{Now: names, Was: base.Select}
	}
	return limit
}

// SQLBeside says what a statement sets besides the filter, "" for nothing.
func (l Line) SQLBeside(tables []wire.TableInfo) string {
	e := l.Plan.Err
	if e == nil || e.SQL == nil {
		return ""
	}
	var parts []string
	if limit := l.limit(e.SQL); limit.Top != nil || limit.Select != nil {
		parts = append(parts, "for this filter only: "+limit.now())
	}
	if first(e.SQL) {
		parts = append(parts, "the first "+words.Number(e.SQL.Top)+": read all that match, sort them, keep "+words.Number(e.SQL.Top))
	}
	if names := strings.Join(e.SQL.Select, ","); names != "" {
		if note := SelectNote(&Query{Query: query.Query{Select: names}, Census: l.Query.Census}); note != "" && (e.SQL.Table == "" || strings.EqualFold(e.SQL.Table, l.Query.Table)) {
			parts = append(parts, note)
		}
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

// Limit is what came with a statement: it is of its filter, and the next one has what was there before.
type Limit struct {
	Filter      string
	Top, Select *Change // nil for what it left, or somebody has typed since
	Rows        bool    // Top is what the statement wants of all, and not the size of a page
}

// Change is a field that a statement wrote, and what was in it.
type Change struct{ Now, Was string }

type (
	// LimitTaken writes what a statement has beside its filter, which is written.
	LimitTaken struct{ SQL *filterlang.SQL }
	// LimitLeft takes that back.
	LimitLeft struct{ Limit *Limit }
)

// rows reports whether only so many entities are wanted.
func (l *Limit) rows() bool { return l != nil && l.Rows && l.Top != nil }

func (l *Limit) now() string {
	return l.told(l.Rows, func(c *Change) string { return c.Now })
}

func (l *Limit) back() string {
	return l.told(false, func(c *Change) string { return c.Was })
}

func (l *Limit) told(rows bool, of func(*Change) string) string {
	var parts []string
	if rows && l.Top != nil {
		parts = append(parts, firstOf(l.Top.Now))
	} else if l.Top != nil {
		parts = append(parts, "page size "+sizeOf(of(l.Top)))
	}
	if l.Select != nil {
		names := "all properties"
		if text := strings.TrimSpace(of(l.Select)); text != "" {
			names = "$select " + words.Clip(text, 80)
		}
		parts = append(parts, names)
	}
	return strings.Join(parts, " and ")
}

// firstOf tells that only so many entities are wanted.
func firstOf(top string) string {
	if top == "1" {
		return "the first entity"
	}
	return "the first " + sizeOf(top) + " entities"
}

// sizeOf is a page size as it is told.
func sizeOf(top string) string {
	n, problem := query.TopNumber(top)
	switch {
	case problem != "":
		return words.Clip(strings.TrimSpace(top), 20)
	case n < 0:
		n = engine.MaxPage
	}
	return words.Number(n)
}

// unlimit gives the query back what was there before a statement, once its filter is another.
func (q *Query) unlimit() []page.Cmd {
	if q.Limit == nil || filterlang.SameFilter(q.Filter, q.Limit.Filter) {
		return nil
	}
	return q.leave()
}

// Unlimited is the query with what was there before a statement.
func (q *Query) Unlimited() query.Query {
	n := *q
	n.leave()
	return n.Query
}

func (q *Query) leave() []page.Cmd {
	fields := map[string]string{}
	if l := q.Limit; l != nil && l.Top != nil {
		q.Top, fields["top"] = l.Top.Was, l.Top.Was
	}
	if l := q.Limit; l != nil && l.Select != nil {
		q.Select, fields["select"] = l.Select.Was, l.Select.Was
	}
	q.Limit, q.Was = nil, ""
	return []page.Cmd{page.ResetFields{Values: fields}}
}

// was is what the limit replaced, as open queries and the history keep it: a line "t…" for $top, "n…" where that is
// the number of entities that are wanted, a line "s…" for $select.
func (l *Limit) was() string {
	text := ""
	if l.rows() {
		text = "n" + l.Top.Was
	} else if l != nil && l.Top != nil {
		text = "t" + l.Top.Was
	}
	if l != nil && l.Select != nil {
		text += "\ns" + l.Select.Was
	}
	return text
}

// limitOf reads it.
func limitOf(q *query.Query) *Limit {
	if q.Was == "" {
		return nil
	}
	l := &Limit{Filter: q.Filter}
	for line := range strings.SplitSeq(q.Was, "\n") {
		if was, ok := strings.CutPrefix(line, "n"); ok {
			l.Top, l.Rows = &Change{Now: q.Top, Was: was}, true
		} else if was, ok := strings.CutPrefix(line, "t"); ok {
			l.Top = &Change{Now: q.Top, Was: was}
		} else if was, ok := strings.CutPrefix(line, "s"); ok {
			l.Select = &Change{Now: q.Select, Was: was}
		}
	}
	return l
}

// still is what of it nobody has typed over; nil for nothing.
func (l *Limit) still(q *Query) *Limit {
	left := *l
	if left.Top != nil && left.Top.Now != q.Top {
		left.Top = nil
	}
	if left.Select != nil && left.Select.Now != q.Select {
		left.Select = nil
	}
	switch {
	case left.Top == nil && left.Select == nil:
		return nil
	case left == *l:
		return l
	}
	return &left
}
