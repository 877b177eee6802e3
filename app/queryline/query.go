package queryline

import (
	"slices"
	"strings"

	"rangefinder/app/query"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Query is the query line.
type Query struct {
	query.Query
	// SelectErr, TopErr and ThenErr say what is wrong with those fields, "" when nothing is.
	SelectErr string
	TopErr    string
	ThenErr   string
	Limit     *Limit             // what came with a statement; nil for nothing
	ThenOpen  bool               // the field of Then is on screen though it is empty
	Census    *filterlang.Census // of the table, for completion; nil until it came
	Examples  []sample.Query     // instructive filters of this table
}

// Checked fills in what is wrong with $select and $top as typed, and what of them came with a statement.
func Checked(q *Query) *Query {
	n := *q
	n.SelectErr, n.TopErr, n.ThenErr = "", "", thenProblem(q)
	if n.Limit == nil && n.Was != "" {
		n.Limit = limitOf(&n.Query)
	}
	if n.Was = ""; n.Limit != nil {
		n.Limit = n.Limit.still(&n)
		n.Was = n.Limit.was()
	}
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

// parsed is the filter as it is meant, without its comments.
func (q *Query) Parsed() (filterlang.Expr, error) {
	return filterlang.Parse(filterlang.Uncomment(q.Filter))
}

// maxThen is how long the text of a step may be, in bytes.
const MaxThen = 2000

// thenProblem says what is wrong with the step of a query, "" when nothing is.
func thenProblem(q *Query) string {
	if len(q.Then) > MaxThen {
		return "The step in the browser is longer than " + words.Number(MaxThen) + " characters."
	}
	steps, problem := filterlang.ParseSteps(q.Then)
	names, _ := query.SelectNames(q.Select)
	for _, s := range steps {
		if len(names) > 0 && !containsName(names, s.Property) {
			return "The step in the browser looks at " + s.Property + ", which $select leaves out: name it there too."
		}
	}
	return problem
}

func containsName(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// JoinSteps adds steps to those of a text. One that cannot be read is replaced.
func JoinSteps(then string, steps []filterlang.Step) string {
	if old, problem := filterlang.ParseSteps(then); problem == "" {
		steps = append(old, steps...)
	}
	return filterlang.JoinSteps(steps)
}

// step is the step of a query that can be checked, "" for none.
func Step(q *Query) string {
	if q.ThenErr != "" {
		return ""
	}
	return strings.TrimSpace(q.Then)
}

// Request returns the query as the worker and the service take it: a $select or $top that cannot be used is left out, and so
// are comments.
func (q *Query) Request(profile filterlang.Profile) wire.QueryRequest {
	names, _ := query.SelectNames(q.Select)
	top, _ := query.TopNumber(q.Top)
	switch {
	case strings.TrimSpace(q.Top) == "" || top < 0:
		top = 0 // the service's page size
	case top == 0:
		top = engine.NoEntities
	}
	req := wire.QueryRequest{Source: q.Source, Table: q.Table, Filter: filterlang.WithoutComments(q.Filter), Select: names, Top: top, Profile: profile}
	if q.Limit.rows() && top > 0 && strings.TrimSpace(q.Then) == "" { // the step may leave out some of the first
		req.Limit = top
	}
	return req
}
