package anatomy

import (
	"fmt"

	"rangefinder/filterlang"
)

// The orders of a year: a partition for each month, and in it as many orders, numbered from 0000.
const (
	months = 12
	orders = 500
)

// Orders is a made-up table of a year's orders: a PartitionKey for each month, from '2026-01' to '2026-12', and in each RowKeys from
// '0000' to '0499'.
func Orders() *Index {
	x := &Index{}
	for m := range months {
		x.Parts = append(x.Parts, Part{month(m), month(m), 1, orders})
	}
	return x
}

// ReadOfOrders returns what a plan reads of Orders.
func ReadOfOrders(p *filterlang.Plan) []Stretch {
	if p.Class == filterlang.Empty {
		return nil
	}
	var reads []Stretch
	for m := range months {
		if !p.Range.Partition.Contains(month(m)) {
			continue
		}
		for n := range orders {
			at := m*orders + n
			switch last := len(reads) - 1; {
			case !p.Range.Row.Contains(fmt.Sprintf("%04d", n)):
			case last >= 0 && reads[last].To == at:
				reads[last].To++
			default:
				reads = append(reads, Stretch{at, at + 1})
			}
		}
	}
	return reads
}

func month(m int) string { return fmt.Sprintf("2026-%02d", m+1) }
