package main

import "context"

// measurePartitions reads ten whole partitions as objects with every property; ours in the ten pages that the service's
// limit of 1,000 makes of them.
func measurePartitions(_ context.Context, l *lab) ([]row, error) {
	a, b, err := l.pair(5, "range",
		scanArg{Table: big, Filter: "PartitionKey ge 'p0020' and PartitionKey lt 'p0030'", Times: 5}, "range",
		scanArg{Table: big, Where: "pk >= 'p0020' and pk < 'p0030'", Times: 5})
	if err != nil {
		return nil, err
	}
	return []row{faster("ten partitions (10,000 entities) as objects", a, b)}, nil
}
