package main

import (
	"context"
	"fmt"
)

// measureGrowth compares a point query on the small table with one on the big table, a hundred times as large: a whole query
// from its text, and Get beside SQLite's prepared statement, where little but the search is left.
func measureGrowth(_ context.Context, l *lab) ([]row, error) {
	var rows []row
	for _, way := range []struct{ step, what string }{
		{"point-text", "from its text"},
		{"point", "keys bound"},
	} {
		few, many := pointArg{small, 2000, 5}, pointArg{big, 2000, 5}
		var smallOurs, smallTheirs, bigOurs, bigTheirs samples
		// In turns, so that a busy moment of the machine touches both tables.
		for range 5 {
			a, b, err := l.pair(1, way.step, few, way.step, few)
			if err != nil {
				return nil, err
			}
			c, d, err := l.pair(1, way.step, many, way.step, many)
			if err != nil {
				return nil, err
			}
			smallOurs.Ms, smallTheirs.Ms = append(smallOurs.Ms, a.Ms...), append(smallTheirs.Ms, b.Ms...)
			bigOurs.Ms, bigTheirs.Ms = append(bigOurs.Ms, c.Ms...), append(bigTheirs.Ms, d.Ms...)
		}
		growth := median(bigOurs.Ms) / median(smallOurs.Ms)
		rows = append(rows, row{
			what:   fmt.Sprintf("growth of a point query, %s, %d → %d entities", way.what, l.entities()/100, l.entities()),
			target: "under 2×",
			ours:   fmt.Sprintf("%.2f× (from %s)", growth, duration(median(smallOurs.Ms))),
			theirs: fmt.Sprintf("%.2f× (from %s)", median(bigTheirs.Ms)/median(smallTheirs.Ms), duration(median(smallTheirs.Ms))),
			met:    growth < 2,
		})
	}
	return rows, nil
}
