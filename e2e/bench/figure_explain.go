package main

import (
	"context"
	"fmt"
)

type explainArg struct {
	Table   string   `json:"table"`
	Filters []string `json:"filters"` // each is typed from its first character to its last
	Rounds  int      `json:"rounds"`
	Busy    string   `json:"busy,omitempty"` // a filter that runs over and over meanwhile
}

// typed are filters that exercise every class, an or of keys with its rewrites, and findings that need the census.
var typed = []string{
	"PartitionKey eq 'p0500' and RowKey eq 'r0001'",
	"PartitionKey eq 'p0500' and RowKey ge 'r01' and RowKey lt 'r02' and N gt 5",
	"PartitionKey ge 'p01' and PartitionKey lt 'p02' and D ge 0.25",
	"PartitionKey eq 'p0001' or PartitionKey eq 'p0400' or (PartitionKey eq 'p0900' and RowKey ne 'r0500')",
	"RowKey ge 'r05' and RowKey lt 'r06' and S eq 'abc'",
	"not (PartitionKey lt 'p0100' or PartitionKey gt 'p0200') and Nn gt 4",
}

// measureExplain types filters on the big table and times what the worker answers to each keystroke, from the request's
// bytes to the reply's: parse, plan, findings, exact counts, the cost of each rewrite, and the JSON of both. SQLite has no
// counterpart that counts without scanning.
func measureExplain(_ context.Context, l *lab) ([]row, error) {
	type answers struct {
		samples
		Counted int // keystrokes that left a filter with a plan; the others answer a syntax error
	}
	var idle, busy answers
	if err := l.ask(ours, "explain", explainArg{Table: big, Filters: typed, Rounds: 3}, &idle); err != nil {
		return nil, err
	}
	if err := l.ask(ours, "explain", explainArg{Table: big, Filters: typed, Rounds: 1, Busy: "S ne 'x' and D lt 0.01"}, &busy); err != nil {
		return nil, err
	}
	line := func(what, target string, limit float64, s answers) row {
		p95 := quantile(s.Ms, 0.95)
		return row{
			what:   fmt.Sprintf("%s, p95 of %d (%d with a plan)", what, len(s.Ms), s.Counted),
			target: target,
			ours:   fmt.Sprintf("%s (median %s, most %s)", duration(p95), duration(median(s.Ms)), duration(quantile(s.Ms, 1))),
			met:    p95 <= limit,
		}
	}
	return []row{
		line("keystroke to plan with exact counts in the worker", "1 ms", 1, idle),
		line("the same while a full scan runs", "10 ms", 10, busy),
	}, nil
}
