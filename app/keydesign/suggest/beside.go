package suggest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine/stable"
)

const (
	maxCopies = 3 // that are added to a design
	besides   = 7 // designs that get copies, in each round
	shared    = 4 // others that do because copies can lie in the partition of the entities
	dearest   = 3 // patterns that one may get a copy for
	waysBest  = 4 // keys that are tried for a copy
)

// beside gives the best designs buckets where a partition is hot, and copies for the patterns that they leave dear.
func (s *search) beside() error {
	if err := s.buckets(); err != nil {
		return err
	}
	for round := range maxCopies {
		found := len(s.pool)
		widest := s.widest()
		for i, t := range widest {
			s.share = keysEnd + roundShare*(float64(round)+float64(i)/float64(len(widest)))
			for _, n := range s.dear(t) {
				for _, d := range s.copies(t, n) {
					more, err := s.try(d)
					if err != nil {
						return err
					}
					if more != nil && more.keys == nil && !more.given {
						more.keys, more.copies = t.keys, t.copies+1
					}
				}
			}
		}
		if len(s.pool) == found {
			break
		}
	}
	return nil
}

// widest returns the designs that are worth more: the best of the front, and of those of the Spec that fit.
func (s *search) widest() []*tried {
	list := choose(s.front(), nil, besides)
	for _, t := range s.given() {
		if t.fits && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	sharing := slices.DeleteFunc(slices.Clone(s.pool), func(t *tried) bool { return !t.fits || !s.shares(t) })
	stable.Sort(sharing, func(a, b *tried) int { return cmp.Compare(a.scores.Total(), b.scores.Total()) })
	for _, t := range sharing[:min(len(sharing), shared)] {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return slices.DeleteFunc(list, func(t *tried) bool { return t.copies == maxCopies || len(t.design.Indexes) == lab.MaxIndexes })
}

// shares reports whether several reads ask for one partition of a design, so that a copy beside the entities serves one of them.
func (s *search) shares(t *tried) bool {
	reads := 0
	for i := range s.needs {
		if n := &s.needs[i]; !n.write && t.keys != nil && n.within(t.keys.partition) {
			reads++
		}
	}
	return reads > 1
}

// within reports whether what a need asks to be equal tells the partition.
func (n *need) within(partition []part) bool {
	return len(partition) > 0 && !slices.ContainsFunc(partition, func(p part) bool { return p.role == coarse || !slices.Contains(n.equal, p.of) })
}

// buckets spreads the hot partitions of the best designs over several.
func (s *search) buckets() error {
	hot := slices.Clone(s.pool)
	stable.Sort(hot, func(a, b *tried) int { return cmp.Compare(a.scores.Total(), b.scores.Total()) })
	n := 0
	for _, t := range hot {
		if t.keys == nil || t.scores.Hottest <= lab.PartitionLimit2010 || n == besides || t.lost() {
			continue
		}
		n++
		by := s.facts.identity[len(s.facts.identity)-1]
		if len(s.facts.unique) > 0 {
			by = s.facts.unique[0]
		}
		least := 2
		for float64(least)*lab.PartitionLimit2010 < t.scores.Hottest {
			least *= 2
		}
		for _, count := range []int{least / 2, least, 2 * least} {
			if count < 2 || count > 1024 {
				continue
			}
			bucket := part{by, coarse, "{" + by.name + "|hash(" + strconv.Itoa(count) + ")}"}
			k := keys{append(slices.Clip(t.keys.partition), bucket), t.keys.row}
			more, err := s.try(k.design())
			if err != nil {
				return err
			}
			if more != nil {
				more.keys = &k
			}
		}
	}
	return nil
}

// lost reports whether a design cannot hold the data, which buckets do not mend.
func (t *tried) lost() bool {
	d := &t.report.Designs[0]
	return d.Refused != nil || d.Duplicates+d.Keyless > 0
}

// dear returns the reads for which another design is cheaper, the one with the most to gain first.
func (s *search) dear(t *tried) []int {
	gain := map[int]float64{}
	var list []int
	for i := range s.needs {
		n := &s.needs[i]
		if n.write || !t.report.Patterns[n.pattern].Cells[0].Known {
			continue
		}
		least := s.cost(t, n.pattern)
		for _, o := range s.pool {
			if o.report.Designs[0].Refused == nil && !o.lost() {
				least = min(least, s.cost(o, n.pattern))
			}
		}
		if gain[i] = n.calls * (s.cost(t, n.pattern) - least); gain[i] > 0.01*t.scores.Total() {
			list = append(list, i)
		}
	}
	stable.Sort(list, func(a, b int) int { return cmp.Compare(gain[b], gain[a]) })
	return list[:min(len(list), dearest)]
}

// cost is what one call of a pattern costs under a design.
func (s *search) cost(t *tried, pattern int) float64 {
	return points(&t.report.Patterns[pattern].Cells[0], s.weight)
}

// copies returns a design with a copy or a list more, for a read, in the ways that there are.
func (s *search) copies(t *tried, need int) []lab.Design {
	n := &s.needs[need]
	var list []lab.Design
	add := func(x lab.Index, beside bool) {
		d := t.design
		d.Indexes = append(slices.Clone(d.Indexes), x)
		if beside {
			d.Row = prefixed(d.Row, 0)
		}
		list = append(list, d)
	}
	// A copy has what the read gets, or what it asks for, and then each entity is looked up.
	copied := func(x lab.Index, beside bool) {
		add(x, beside)
		if x.Properties = n.asked; n.wants != nil {
			x.Properties = n.wants
		}
		if len(x.Properties) > 0 {
			add(x, beside)
		}
	}
	own := s.best[need]
	for i := range min(waysBest, len(own)) {
		k := own[i]
		copied(lab.Index{Kind: lab.OtherTable, Partition: text(k.partition), Row: text(k.row)}, false)
	}
	if t.keys == nil {
		return list
	}
	// In the partition of the entities a copy is written in one transaction with them.
	if k := t.keys; n.within(k.partition) {
		number := 1
		for _, x := range t.design.Indexes {
			if x.Kind == lab.SamePartition || x.Kind == lab.KeyList {
				number++
			}
		}
		middle := without(append(orders(n.equal)[0], n.ends()...), k.partition)
		rows, _ := s.rows(k.partition, middle)
		for i := range min(waysBest, len(rows)) {
			copied(lab.Index{Kind: lab.SamePartition, Row: prefixed(text(rows[i]), number)}, true)
		}
		if row := text(without(orders(n.equal)[0], k.partition)); row != "" {
			add(lab.Index{Kind: lab.KeyList, Partition: t.design.Partition, Row: prefixed(row, number)}, true)
		}
	} else if len(n.equal) > 0 {
		add(lab.Index{Kind: lab.KeyList, Partition: "list_" + text(orders(n.equal)[0]), Row: ""}, false)
	}
	return list
}

// ends returns the parts that a need wants behind those that are equal.
func (n *need) ends() []part {
	list := n.sorted()
	for _, one := range n.between {
		if one.rising != "" && one != n.order && len(list) == 0 {
			list = append(list, part{one, rising, one.rising})
		}
	}
	return list
}

// prefixed puts a letter before a RowKey: a for the entities, b for the first copy. So no property has to tell them apart.
func prefixed(row string, number int) string {
	letter := string(rune('a'+number)) + "_"
	if strings.HasPrefix(row, letter) {
		return row
	}
	return letter + row
}
