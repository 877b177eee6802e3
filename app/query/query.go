// Package query holds the one type of a query as a person typed it.
//
// The query line, the address, links, query tabs, the history and saved queries all embed a Query, so that one of them is handed
// to another as one value and a new field has one home. What the fields mean is not decided here: filterlang parses Filter and
// Then, and the page checks Select and Top. The request to the worker is made from a Query in one place, queryline.Query.Request.
package query

import "strings"

// Query is a query as typed. The zero value is an empty query line: no table is chosen. Its JSON form is that of query tabs; forms
// with other names are made where they are kept.
type Query struct {
	Source string `json:"source,omitempty"` // name of an account behind the server, "" for this browser
	Table  string `json:"table,omitempty"`
	Filter string `json:"filter,omitempty"` // $filter, which may hold comments
	Select string `json:"select,omitempty"` // names separated by commas
	Top    string `json:"top,omitempty"`    // $top
	Then   string `json:"then,omitempty"`   // what this browser checks on what the service returned; see filterlang.ParseSteps
	Was    string `json:"was,omitempty"`    // what Select and Top were before a statement wrote them for this filter; see queryline.Limit. No link has it
}

// On returns the query on another table, of the account source, "" for this browser.
func (q Query) On(source, table string) Query {
	q.Source, q.Table = source, table
	return q
}

// Asks reports whether anything but the choice of a table is typed.
func (q Query) Asks() bool { return q.asked() != Query{} }

// Same reports whether both ask the same of the same table. Names of tables that differ only in case count as the same.
func (q Query) Same(other Query) bool {
	return strings.EqualFold(q.Table, other.Table) && q.Source == other.Source && q.asked() == other.asked()
}

// asked is what is typed, without the table and without what was there before.
func (q Query) asked() Query {
	q = q.On("", "")
	q.Was = ""
	return q
}
