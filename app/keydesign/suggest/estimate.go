package suggest

import (
	"slices"
	"strings"

	"rangefinder/app/keydesign/lab"
)

// role is what a part of a key does with the values of its property.
type role uint8

const (
	exactly role = iota
	rising
	falling
	coarse // several values have one text
)

// part is a property in a key.
type part struct {
	of   *fact
	role role
	text string
}

// keys are the parts of both keys of a design.
type keys struct{ partition, row []part }

func (k keys) design() lab.Design { return lab.Design{Partition: text(k.partition), Row: text(k.row)} }

func text(parts []part) string {
	var texts []string
	for _, p := range parts {
		texts = append(texts, p.text)
	}
	return strings.Join(texts, "_")
}

func has(parts []part, one *fact) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.of == one })
}

// aRange is the share of the values that a range is taken to hold.
const aRange = 0.1

// estimate returns about how many of n entities a read examines under keys.
func (n *need) estimate(k keys, entities float64) float64 {
	share := 1.0
	for i, parts := range [2][]part{k.partition, k.row} {
		for at, p := range parts {
			switch {
			case slices.Contains(n.equal, p.of) && p.role != coarse:
				share /= float64(p.of.distinct)
				continue
			case i == 1 && n.ordered(p, parts[at+1:]):
				return min(float64(n.top), share*entities)
			case slices.Contains(n.between, p.of) && (p.role != exactly || p.of.rising == p.text):
				return share * aRange * entities
			}
			return share * entities
		}
	}
	return share * entities
}

// ordered reports whether the first of the entities from a part on are those that are wanted first: all that is asked to be
// equal stands before it.
func (n *need) ordered(p part, behind []part) bool {
	if n.top == 0 || n.order != p.of || n.others || n.falling != (p.role == falling) || !n.falling && p.text != p.of.rising {
		return false
	}
	return !slices.ContainsFunc(behind, func(q part) bool { return slices.Contains(n.equal, q.of) }) &&
		!slices.ContainsFunc(n.between, func(one *fact) bool { return one != p.of })
}

// estimate returns about what the patterns of a day cost under keys.
func (s *search) estimate(k keys) float64 {
	entities := float64(s.facts.from.Len())
	sum, penalty := 0.0, 1.0
	for i := range s.needs {
		n := &s.needs[i]
		if !n.write {
			sum += n.calls * (1 + n.estimate(k, entities)/1000)
			continue
		}
		sum += n.calls
		partitions := 1.0
		for _, p := range k.partition {
			partitions *= float64(p.of.distinct)
			if len(n.equal) > 0 && p.of != n.equal[0] {
				penalty *= 100 // no transaction
			}
		}
		if n.rate/partitions > lab.PartitionLimit {
			penalty *= 2
		}
	}
	return sum * penalty
}
