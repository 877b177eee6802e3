package main

import (
	"context"
	"fmt"
)

type scanArg struct {
	Table  string `json:"table"`
	Filter string `json:"filter,omitempty"` // ours
	Fresh  bool   `json:"fresh,omitempty"`  // ours: nothing is remembered of the scan before
	Where  string `json:"where,omitempty"`  // theirs
	Below  int    `json:"below,omitempty"`  // of the array
	Times  int    `json:"times"`
}

// measureScan reads the whole table with a filter on a property. "Counts" is what the playground does at each keystroke:
// matches, and how many satisfy each clause; its peer is a prepared "select count(*)". "Run" also keeps what it found, cut
// into pages, which the peer's count does not do. "First" is the scan of a table that was just changed; all others are repeated,
// as somebody does who changes a filter, and read a column of the numbers that they compare.
func measureScan(_ context.Context, l *lab) ([]row, error) {
	filters := []struct{ step, what, filter, where string }{
		{"scan", "Int32 lt, 1 % match, counts", "N lt 10", "n < 10"},
		{"run", "Int32 lt, 1 % match, run", "N lt 10", "n < 10"},
		{"scan", "Double ge, 50 % match, counts", "D ge 0.5", "d >= 0.5"},
		{"run", "Double ge, 50 % match, run", "D ge 0.5", "d >= 0.5"},
		{"scan", "String eq, no match, counts", "S eq 'abcdefghijkl________'", "s = 'abcdefghijkl________'"},
		{"run", "two properties, run", "N lt 100 and B eq true", "n < 100 and b = 1"},
	}
	var rows []row
	for _, f := range filters {
		a, b, err := l.pair(7, f.step, scanArg{Table: big, Filter: f.filter, Times: 5}, "scan", scanArg{Table: big, Where: f.where, Times: 5})
		if err != nil {
			return nil, err
		}
		ourMs, theirMs := median(a.Ms), median(b.Ms)
		rate := float64(l.entities()) / ourMs / 1000
		rows = append(rows, row{
			what:   fmt.Sprintf("full scan, %s, median of %d", f.what, len(a.Ms)),
			target: "30 M/s, SQLite",
			ours:   fmt.Sprintf("%s (%.1f M/s)", duration(ourMs), rate),
			theirs: fmt.Sprintf("%s (%.1f M/s)", duration(theirMs), float64(l.entities())/theirMs/1000),
			ratio:  ratio(ourMs, theirMs),
			met:    rate >= 30 && ourMs <= theirMs,
		})
	}
	first, theirs, err := l.pair(7, "scan", scanArg{Table: big, Filter: "N lt 10", Fresh: true, Times: 5}, "scan", scanArg{Table: big, Where: "n < 10", Times: 5})
	if err != nil {
		return nil, err
	}
	again, array, err := l.pair(7, "scan", scanArg{Table: big, Filter: "N lt 10", Times: 5}, "array", scanArg{Table: big, Below: 10, Times: 5})
	if err != nil {
		return nil, err
	}
	a, b := median(again.Ms), median(array.Ms)
	return append(rows, faster("full scan, Int32 lt, 1 % match, counts, first", first, theirs), row{
		what:   "full scan, Int32 lt, 1 % match, counts, beside a loop over a sorted JavaScript array",
		target: "1.5 × the array's",
		ours:   duration(a),
		theirs: "array " + duration(b),
		ratio:  ratio(a, b),
		met:    a <= 1.5*b,
	}), nil
}
