package main

import (
	"context"
	"fmt"
)

type explainArg struct {
	Table   string   `json:"table"`
	Filters []string `json:"filters"` // each is typed from its first character to its last
	Rounds  int      `json:"rounds"`
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
	var s struct {
		samples
		Counted int // keystrokes that left a filter with a plan; the others answer a syntax error
	}
	if err := l.ask(ours, "explain", explainArg{big, typed, 3}, &s); err != nil {
		return nil, err
	}
	p95 := quantile(s.Ms, 0.95)
	return []row{{
		what:   fmt.Sprintf("keystroke to plan with exact counts in the worker, p95 of %d (%d with a plan)", len(s.Ms), s.Counted),
		target: "1 ms",
		ours:   fmt.Sprintf("%s (median %s, most %s)", duration(p95), duration(median(s.Ms)), duration(quantile(s.Ms, 1))),
		met:    p95 <= 1,
	}}, nil
}
