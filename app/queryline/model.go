package queryline

import "rangefinder/app/plan"

// Line is the query line with what is known of its text. What it points to is never changed: Update puts another in its place.
type Line struct {
	Query *Query
	Plan  *plan.Plan
	Map   *plan.Map
	Near  *plan.Near // nil until one was found
	Seq   int        // of the newest text; answers to older ones are dropped
	Draft bool       // the address names a query that has not been run; until it is, typing does not add to the history
}
