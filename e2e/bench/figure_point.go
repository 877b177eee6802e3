package main

import "context"

type pointArg struct {
	Table  string `json:"table"`
	Count  int    `json:"count"`
	Rounds int    `json:"rounds"`
}

// measurePoint reads whole entities at pseudo-random keys that exist. With keys bound SQLite's statement is prepared and ours
// is Get; from text both parse the query anew each time, ours to a plan and a page.
func measurePoint(_ context.Context, l *lab) ([]row, error) {
	arg := pointArg{big, 2000, 5}
	a, b, err := l.pair(5, "point", arg, "point", arg)
	if err != nil {
		return nil, err
	}
	c, d, err := l.pair(5, "point-text", arg, "point-text", arg)
	if err != nil {
		return nil, err
	}
	return []row{
		faster("point query, keys bound, one object", a, b),
		faster("point query from its text, one object", c, d),
	}, nil
}
