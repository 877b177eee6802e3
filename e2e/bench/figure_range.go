package main

import "context"

// measureRange reads 100 consecutive entities of one partition as objects with every property: ours from $filter text to
// a page, SQLite from a prepared statement.
func measureRange(_ context.Context, l *lab) ([]row, error) {
	a, b, err := l.pair(5, "range",
		scanArg{Table: big, Filter: "PartitionKey eq 'p0007' and RowKey ge 'r0100' and RowKey lt 'r0200'", Times: 100}, "range",
		scanArg{Table: big, Where: "pk = 'p0007' and rk >= 'r0100' and rk < 'r0200'", Times: 100})
	if err != nil {
		return nil, err
	}
	return []row{faster("100 entities of a partition as objects", a, b)}, nil
}
