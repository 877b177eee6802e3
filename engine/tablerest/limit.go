//go:build !js

package tablerest

import (
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// holds reports whether a key lies in the limit's range.
func (l *Limit) holds(partitionKey, rowKey string) bool {
	if l.StartPartition != nil {
		switch edm.CompareString(partitionKey, *l.StartPartition) {
		case -1:
			return false
		case 0:
			if l.StartRow != nil && edm.CompareString(rowKey, *l.StartRow) < 0 {
				return false
			}
		}
	}
	if l.EndPartition != nil {
		switch edm.CompareString(partitionKey, *l.EndPartition) {
		case 1:
			return false
		case 0:
			if l.EndRow != nil && edm.CompareString(rowKey, *l.EndRow) > 0 {
				return false
			}
		}
	}
	return true
}

// narrow returns a filter for what of a filter's entities lies in the limit's range. The filter is one that parses, or "".
func (l *Limit) narrow(filter string) string {
	var terms []string
	if filter != "" {
		terms = append(terms, "("+filter+")")
	}
	compare := func(property, op, key string) string {
		return property + " " + op + " " + edm.NewString(key).Literal()
	}
	single := l.StartPartition != nil && l.EndPartition != nil && *l.StartPartition == *l.EndPartition
	if single {
		terms = append(terms, compare(filterlang.PartitionKey, "eq", *l.StartPartition))
	}
	if l.StartPartition != nil {
		if !single {
			terms = append(terms, compare(filterlang.PartitionKey, "ge", *l.StartPartition))
		}
		if l.StartRow != nil {
			term := compare(filterlang.RowKey, "ge", *l.StartRow)
			if !single {
				term = "(" + compare(filterlang.PartitionKey, "gt", *l.StartPartition) + " or " + term + ")"
			}
			terms = append(terms, term)
		}
	}
	if l.EndPartition != nil {
		if !single {
			terms = append(terms, compare(filterlang.PartitionKey, "le", *l.EndPartition))
		}
		if l.EndRow != nil {
			term := compare(filterlang.RowKey, "le", *l.EndRow)
			if !single {
				term = "(" + compare(filterlang.PartitionKey, "lt", *l.EndPartition) + " or " + term + ")"
			}
			terms = append(terms, term)
		}
	}
	return strings.Join(terms, " and ")
}
