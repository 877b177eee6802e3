package main

import (
	"context"
	"fmt"
)

// measureGrowth compares a point query on the small table with one on the big table, a hundred times as large.
func measureGrowth(_ context.Context, l *lab) ([]row, error) {
	few, many := pointArg{small, 2000, 5}, pointArg{big, 2000, 5}
	smallOurs, smallTheirs, err := l.pair(5, "point", few, "point", few)
	if err != nil {
		return nil, err
	}
	bigOurs, bigTheirs, err := l.pair(5, "point", many, "point", many)
	if err != nil {
		return nil, err
	}
	growth := median(bigOurs.Ms) / median(smallOurs.Ms)
	return []row{{
		what:   fmt.Sprintf("growth of a point query, %d → %d entities", l.entities()/100, l.entities()),
		target: "under 2×",
		ours:   fmt.Sprintf("%.2f×", growth),
		theirs: fmt.Sprintf("%.2f×", median(bigTheirs.Ms)/median(smallTheirs.Ms)),
		met:    growth < 2,
	}}, nil
}
