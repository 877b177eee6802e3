package page

import (
	"slices"

	"rangefinder/filterlang"
)

// Lead is what a plan reads, in a few words, before its numbers.
func Lead(p *filterlang.Plan) string {
	if p.Profile == filterlang.Cosmos {
		return leadByIndex(p)
	}
	switch p.Class {
	case filterlang.Empty:
		return "The key conditions exclude each other: nothing can match"
	case filterlang.Point:
		return "Reads one entity by its full key"
	case filterlang.RowRange:
		what := "Reads part of partition "
		if p.WholePartition {
			what = "Reads the whole partition "
		}
		name, _ := p.Range.Partition.Single()
		return what + KeyText(name)
	case filterlang.PartitionRange:
		return "Reads a range of partitions"
	}
	_, or := p.Filter.(*filterlang.Or)
	switch {
	case or && mentions(p.Filter, filterlang.PartitionKey):
		return "“or” sets no range of keys: reads the whole table"
	case p.Filter == nil:
		return "No filter: reads the whole table"
	case mentions(p.Filter, filterlang.PartitionKey):
		return "The PartitionKey condition sets no range: reads the whole table"
	}
	return "No PartitionKey condition: reads the whole table"
}

// mentions reports whether a filter compares a property.
func mentions(e filterlang.Expr, property string) bool {
	switch e := e.(type) {
	case *filterlang.And:
		return slices.ContainsFunc(e.Operands, func(o filterlang.Expr) bool { return mentions(o, property) })
	case *filterlang.Or:
		return slices.ContainsFunc(e.Operands, func(o filterlang.Expr) bool { return mentions(o, property) })
	case *filterlang.Not:
		return mentions(e.Operand, property)
	case *filterlang.Comparison:
		return e.Property == property
	}
	return false
}
