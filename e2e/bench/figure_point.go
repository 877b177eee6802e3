package main

import "context"

type pointArg struct {
	Table  string `json:"table"`
	Count  int    `json:"count"`
	Rounds int    `json:"rounds"`
}

// measurePoint reads whole entities at pseudo-random keys that exist. "Prepared" is a statement with bound keys for SQLite
// and Get for ours; "from text" is our whole path of a point query: $filter text, plan, page.
func measurePoint(_ context.Context, l *lab) ([]row, error) {
	arg := pointArg{big, 2000, 5}
	a, b, err := l.pair(5, "point", arg, "point", arg)
	if err != nil {
		return nil, err
	}
	var text samples
	if err := l.ask(ours, "point-text", arg, &text); err != nil {
		return nil, err
	}
	return []row{{
		what: "point query, keys bound, one object", target: "SQLite",
		ours: duration(median(a.Ms)), theirs: duration(median(b.Ms)), ratio: ratio(median(a.Ms), median(b.Ms)),
		met: median(a.Ms) <= median(b.Ms),
	}, {
		what: "point query from $filter text (SQLite: prepared)", target: "SQLite prepared",
		ours: duration(median(text.Ms)), theirs: duration(median(b.Ms)), ratio: ratio(median(text.Ms), median(b.Ms)),
		met: median(text.Ms) <= median(b.Ms),
	}}, nil
}
