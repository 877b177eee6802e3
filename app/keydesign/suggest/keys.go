package suggest

import (
	"cmp"
	"slices"

	"rangefinder/engine/stable"
)

// How many designs are measured without copies: the best by the estimate for all patterns, and the best for each.
const (
	bestOfAll  = 150
	bestOfEach = 8
)

// keys makes the designs without copies, and measures those that the estimate speaks for.
func (s *search) keys() error {
	type rated struct {
		keys  keys
		all   float64
		parts int
	}
	var list []rated
	seen := map[string]bool{}
	add := func(partition, middle []part) error {
		rows, err := s.rows(partition, middle)
		if err != nil {
			return err
		}
		for _, row := range rows {
			k := keys{partition, row}
			id := text(k.partition) + "\n" + text(k.row)
			if !seen[id] {
				seen[id] = true
				list = append(list, rated{k, s.estimate(k), len(partition) + len(row)})
			}
		}
		return nil
	}
	partitions, middles := s.halves()
	for _, partition := range partitions {
		for _, middle := range middles {
			if err := add(partition, without(middle, partition)); err != nil {
				return err
			}
		}
	}
	stable.Sort(list, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.all, b.all), cmp.Compare(a.parts, b.parts))
	})
	chosen := map[string]bool{}
	try := func(k keys) error {
		d := k.design()
		if id := d.Partition + "\n" + d.Row; chosen[id] {
			return nil
		} else {
			chosen[id] = true
		}
		t, err := s.try(d)
		if t != nil {
			t.keys = &k
		}
		return err
	}
	first := min(bestOfAll, len(list))
	for i := range first {
		s.share = keysEnd / 2 * float64(i) / float64(first)
		if err := try(list[i].keys); err != nil {
			return err
		}
	}
	entities := float64(s.facts.from.Len())
	for i := range s.needs {
		n := &s.needs[i]
		if n.write {
			continue
		}
		s.share = keysEnd / 2 * (1 + float64(i)/float64(len(s.needs)))
		own := slices.Clone(list)
		stable.Sort(own, func(a, b rated) int {
			return cmp.Or(cmp.Compare(n.estimate(a.keys, entities), n.estimate(b.keys, entities)), -cmp.Compare(min(1, len(a.keys.partition)), min(1, len(b.keys.partition))), cmp.Compare(a.parts, b.parts))
		})
		for j := range own {
			if len(s.best[i]) == bestOfEach {
				break
			}
			s.best[i] = append(s.best[i], own[j].keys)
			if err := try(own[j].keys); err != nil {
				return err
			}
		}
	}
	return nil
}

// halves returns what can stand in the PartitionKey, and what in the RowKey before that which makes it unique.
func (s *search) halves() (partitions, middles [][]part) {
	seen := [2]map[string]bool{{}, {}}
	partition := func(parts []part) {
		if id := text(parts); !seen[0][id] {
			seen[0][id] = true
			partitions = append(partitions, slices.Clone(parts))
		}
	}
	middle := func(parts []part) {
		if id := text(parts); !seen[1][id] {
			seen[1][id] = true
			middles = append(middles, slices.Clone(parts))
		}
	}
	middle(nil)
	for i := range s.needs {
		n := &s.needs[i]
		var sorted [][]part
		if one := n.order; one != nil {
			if p := (part{one, falling, one.falling}); n.falling && p.text != "" {
				sorted = append(sorted, []part{p})
			} else if !n.falling && one.rising != "" {
				sorted = append(sorted, []part{{one, rising, one.rising}})
			}
		}
		for _, one := range n.between {
			if one.rising != "" && one != n.order {
				sorted = append(sorted, []part{{one, rising, one.rising}})
			}
		}
		for _, equal := range orders(n.equal) {
			for cut := range len(equal) + 1 {
				partition(equal[:cut])
				middle(equal[cut:])
				for _, end := range sorted {
					middle(append(slices.Clip(equal[cut:]), end...))
					if one := end[0].of; len(one.periods) > 0 {
						for _, period := range one.periods {
							whole := part{one, coarse, period.rising}
							if end[0].role == falling {
								whole.text = period.falling
							}
							partition(append(slices.Clip(equal[:cut]), whole))
						}
					} else {
						partition(append(slices.Clip(equal[:cut]), end...))
					}
				}
			}
		}
	}
	for _, one := range s.facts.unique {
		partition([]part{{one, exactly, one.exact}})
	}
	if len(s.facts.unique) == 0 && s.facts.known {
		var parts []part
		for _, one := range s.facts.identity {
			parts = append(parts, part{one, exactly, one.exact})
		}
		partition(parts)
	}
	return partitions, middles
}

// orders returns the parts of properties in every order when they are few, and in the given one.
func orders(list []*fact) [][]part {
	var parts []part
	for _, one := range list {
		parts = append(parts, part{one, exactly, one.exact})
	}
	if len(parts) < 2 || len(parts) > 3 {
		return [][]part{parts}
	}
	var all [][]part
	for i := range parts {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, tail := range orders(rest) {
			all = append(all, append([]part{parts[i]}, tail...))
		}
	}
	return all
}

// without returns the parts whose property is not exactly in others already.
func without(parts, others []part) []part {
	return slices.DeleteFunc(slices.Clone(parts), func(p part) bool {
		return slices.ContainsFunc(others, func(o part) bool { return o.of == p.of && o.role != coarse })
	})
}

// rows returns a RowKey's parts with what makes the key unique, in the ways that there are.
func (s *search) rows(partition, middle []part) ([][]part, error) {
	var names []string
	for _, p := range append(slices.Clip(partition), middle...) {
		if p.role != coarse {
			names = append(names, p.of.name)
		}
	}
	alone, err := s.facts.together(names)
	if err != nil {
		return nil, err
	}
	if alone {
		return [][]part{middle}, nil
	}
	var rows [][]part
	for i, one := range s.facts.unique {
		if i < 2 {
			rows = append(rows, append(slices.Clip(middle), part{one, exactly, one.exact}))
		}
	}
	for i := range s.needs { // what another pattern asks for may make it unique as well
		more := without(append(orders(s.needs[i].equal)[0], s.needs[i].sorted()...), append(slices.Clip(partition), middle...))
		all := slices.Clone(names)
		for _, p := range more {
			all = append(all, p.of.name)
		}
		alone, err := s.facts.together(all)
		if err != nil {
			return nil, err
		}
		if alone && len(more) > 0 && s.needs[i].usesAll(more) {
			rows = append(rows, append(slices.Clip(middle), more...))
		}
	}
	for _, one := range s.facts.nearly {
		if len(rows) > 2 {
			break
		}
		if has(partition, one) || has(middle, one) {
			continue
		}
		alone, err := s.facts.together(append(slices.Clone(names), one.name))
		if err != nil {
			return nil, err
		}
		if alone {
			rows = append(rows, append(slices.Clip(middle), part{one, exactly, one.exact}))
		}
	}
	if len(rows) == 0 && (s.facts.known || len(s.facts.unique)+len(s.facts.nearly) == 0) {
		row := slices.Clip(middle)
		for _, one := range s.facts.identity {
			if !has(partition, one) && !has(middle, one) {
				row = append(row, part{one, exactly, one.exact})
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// sorted returns the part by whose order a need wants entities.
func (n *need) sorted() []part {
	switch {
	case n.order == nil:
	case n.falling && n.order.falling != "":
		return []part{{n.order, falling, n.order.falling}}
	case !n.falling && n.order.rising != "":
		return []part{{n.order, rising, n.order.rising}}
	}
	return nil
}

// usesAll reports whether each part is one that the need asks for.
func (n *need) usesAll(parts []part) bool {
	return !slices.ContainsFunc(parts, func(p part) bool { return p.of != n.order && !slices.Contains(n.equal, p.of) })
}
