package lab

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// write measures a write pattern under a design, by the keys that the entities of the table have: they stand for those that an
// application will write.
func (b *Bench) write(s *shadow, p *pattern, at *progress) (Cell, error) {
	n := b.from.Len()
	order, err := b.ordered(p.spec.Arrival, at)
	if err != nil {
		return Cell{}, err
	}
	for i := range s.sets {
		s.locate(&s.sets[i], n)
	}
	w := &Write{Transaction: true, HottestIn: -1}
	cell := Cell{Known: true, Write: w}
	m := writing{b: b, s: s, p: p, w: w, order: order, at: at}
	if err := m.calls(); err != nil {
		return Cell{}, err
	}
	m.seconds()
	m.ends()
	cell.Cost = Cost{Requests: w.Requests, Written: w.Written}.points()
	return cell, nil
}

// ordered returns the ranks of all entities in the order of a property, those without it last; without a property in an order
// that has nothing to do with anything, but is always the same.
func (b *Bench) ordered(property string, at *progress) ([]uint32, error) {
	if order := b.arrival[property]; order != nil {
		return order, nil
	}
	n := b.from.Len()
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	// Entities of one moment come in any order too, not in that of their keys: every design would look as if it were appended to.
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	if property != "" {
		values, err := b.values(property, at)
		if err != nil {
			return nil, err
		}
		if byTime(order, values) {
			b.arrival[property] = order
			return order, nil
		}
		slices.SortStableFunc(order, func(i, j uint32) int {
			x, y := values[i], values[j]
			switch {
			case x.IsZero() || y.IsZero():
				return int(y.Type()) - int(x.Type()) // those without it last
			case x.Type() != y.Type():
				return int(x.Type()) - int(y.Type())
			}
			c, _ := compareValues(x, y)
			return c
		})
	}
	b.arrival[property] = order
	return order, nil
}

// byTime puts ranks in the order of their times, and as they were within one; false when a value is no DateTime.
func byTime(order []uint32, values []edm.Value) bool {
	type timed struct {
		at        edm.Ticks
		rank, was uint32
	}
	list := make([]timed, len(values))
	for i, rank := range order {
		v := values[rank]
		if v.Type() != edm.DateTime {
			return false
		}
		list[i] = timed{v.Ticks(), rank, uint32(i)}
	}
	slices.SortFunc(list, func(a, b timed) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		return cmp.Compare(a.was, b.was)
	})
	for i := range list {
		order[i] = list[i].rank
	}
	return true
}

// values returns the values of a property by rank.
func (b *Bench) values(property string, at *progress) ([]edm.Value, error) {
	values := make([]edm.Value, b.from.Len())
	const window = 512
	var entities []engine.Entity
	for rank := 0; rank < len(values); rank += window {
		entities = b.from.AppendWindow(entities[:0], rank, window)
		for i, e := range entities {
			values[rank+i], _ = e.Value(property)
		}
		if err := at.yield(); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// writing is a write pattern that is being measured under a design.
type writing struct {
	b     *Bench
	s     *shadow
	p     *pattern
	w     *Write
	order []uint32
	at    *progress
}

// touched tells which sets a call writes. An update leaves copies alone that do not have what changes, and lists whose key it
// is not in.
func (m *writing) touched(x *set) bool {
	if x.index == nil || m.p.spec.Kind != Update || len(m.p.spec.Changed) == 0 {
		return x.index == nil || x.index.Kind != KeyList || m.p.spec.Kind != Update
	}
	if uses(x.keys, m.p.spec.Changed) {
		return true
	}
	return x.index.Kind != KeyList && slices.ContainsFunc(m.p.spec.Changed, x.has)
}

// uses reports whether a key of a design is made of one of the properties.
func uses(d keydesign.Design, names []string) bool {
	return usesKey(d.Partition, names) || usesKey(d.Row, names)
}

func usesKey(t *keydesign.Template, names []string) bool {
	return slices.ContainsFunc(t.Properties(), func(name string) bool { return slices.Contains(names, name) })
}

// tally counts by partition, or by list, what is in a call: a hundred at most, and mostly few.
type tally []struct {
	of uint32
	n  int
}

func (t *tally) add(of uint32, n int) {
	for i := range *t {
		if x := &(*t)[i]; x.of == of {
			x.n += n
			return
		}
	}
	*t = append(*t, struct {
		of uint32
		n  int
	}{of, n})
}

// calls cuts the entities into the calls that would write them and counts what each takes.
func (m *writing) calls() error {
	size := max(1, m.p.spec.Batch)
	groups, err := m.groups()
	if err != nil {
		return err
	}
	var requests, written, extra, calls, single int
	var parts, own tally
	moved := func(x *set) (row, partition bool) {
		if m.p.spec.Kind != Update {
			return false, false
		}
		return uses(x.keys, m.p.spec.Changed), usesKey(x.keys.Partition, m.p.spec.Changed)
	}
	for _, group := range groups {
		for from := 0; from < len(group); from += size {
			call := group[from:min(from+size, len(group))]
			calls++
			if calls%512 == 0 {
				if err := m.at.yield(); err != nil {
					return err
				}
			}
			parts = parts[:0] // entities of the design's own partitions, with what lies beside them in one transaction
			kept := 0
			for _, rank := range call {
				if p := m.s.sets[0].part[rank]; p != none {
					parts.add(p, 1)
					kept++
				}
			}
			if kept == 0 {
				continue
			}
			single++
			if len(parts) > 1 {
				m.w.Split++
				if m.w.Example == "" {
					m.w.Example = m.example(call)
				}
			}
			row, partition := moved(&m.s.sets[0])
			if row {
				m.w.Moves = true
				extra += kept
				written += kept
				if partition { // the old key lies in another partition
					requests += len(parts)
					m.w.Transaction = false
				} else {
					for p := range parts {
						parts[p].n *= 2
					}
				}
			}
			written += kept
			for i := 1; i < len(m.s.sets); i++ {
				x := &m.s.sets[i]
				if !m.touched(x) {
					continue
				}
				row, partition := moved(x)
				times := 1
				if row {
					times = 2
				}
				if x.index.Kind == SamePartition {
					for _, rank := range call {
						if p := m.s.sets[0].part[rank]; p != none {
							parts.add(p, times)
						}
					}
					written += kept * times
					extra += kept * times
					continue
				}
				own = own[:0]
				for _, rank := range call {
					at := x.part[rank]
					if x.lists != nil {
						at = x.lists[rank] // each list is an entity
					}
					if at != none {
						own.add(at, 1)
					}
				}
				n := 0
				if x.lists != nil {
					n = len(own) // however many keys a list gets, it is read once and written once
					requests += 2 * n * times
				} else {
					for _, k := range own {
						n += k.n
						requests += (k.n + 99) / 100
					}
					if partition {
						requests += len(own)
					}
				}
				written += n * times
				extra += n * times
			}
			for _, p := range parts {
				requests += (p.n + 99) / 100
				if p.n > 100 {
					m.w.Transaction = false
				}
			}
		}
	}
	if single == 0 {
		return nil
	}
	m.w.Calls = single
	m.w.Requests = float64(requests) / float64(single)
	m.w.Written = float64(written) / float64(single)
	m.w.Extra = float64(extra) / float64(single)
	m.w.Transaction = m.w.Transaction && m.w.Split == 0
	return nil
}

// groupsKept is how many ways to write entities together are remembered.
const groupsKept = 8

// groups returns the entities that may be written together, in the order in which they come.
func (m *writing) groups() ([][]uint32, error) {
	if m.p.spec.Together == "" {
		return [][]uint32{m.order}, nil
	}
	known := [2]string{m.p.spec.Arrival, m.p.spec.Together}
	if groups := m.b.groups[known]; groups != nil {
		return groups, nil
	}
	values, err := m.b.values(m.p.spec.Together, m.at)
	if err != nil {
		return nil, err
	}
	at := map[edm.Value]int{}
	var groups [][]uint32
	for _, rank := range m.order {
		i, ok := at[values[rank]]
		if !ok {
			i = len(groups)
			at[values[rank]] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], rank)
	}
	if len(m.b.groups) == groupsKept { // of properties that are being typed
		clear(m.b.groups)
	}
	m.b.groups[known] = groups
	return groups, nil
}

// example names the partitions of a call that lies in several.
func (m *writing) example(call []uint32) string {
	var keys []string
	for _, rank := range call {
		if m.s.sets[0].part[rank] == none {
			continue
		}
		key, err := m.s.d.keys.Partition.Maker().Key(m.b.from.At(int(rank)))
		if err == nil && !slices.Contains(keys, key) {
			if keys = append(keys, key); len(keys) == 3 {
				break
			}
		}
	}
	return strings.Join(keys, ", ")
}

// seconds looks at what a second with the most entities does to partitions: in the order in which they come, or in any.
func (m *writing) seconds() {
	rate := m.p.spec.Rate
	n := len(m.order)
	window := min(n, max(1, int(math.Round(rate))))
	if rate <= 0 || n == 0 {
		return
	}
	scale := rate / float64(window) // there are not as many entities as a second has
	beside := 1                     // what one entity writes in its own partition
	for i := 1; i < len(m.s.sets); i++ {
		if x := &m.s.sets[i]; x.index.Kind == SamePartition && m.touched(x) {
			beside++
		}
	}
	for i := range m.s.sets {
		x := &m.s.sets[i]
		if !m.touched(x) || x.index != nil && x.index.Kind == SamePartition {
			continue
		}
		times := 1
		if i == 0 {
			times = beside
		}
		counts, epoch := make([]int, x.in.table.Partitions()), make([]int, x.in.table.Partitions())
		sum, peak, distinct, windows := 0, 0, 0, 0
		hottest := none
		for from := 0; from+window <= n; from += window {
			windows++
			most := 0
			for _, rank := range m.order[from : from+window] {
				p := x.part[rank]
				if x.lists != nil && x.lists[rank] != none {
					p = x.part[x.lists[rank]]
				}
				if p == none {
					continue
				}
				if epoch[p] != windows {
					epoch[p], counts[p] = windows, 0
					distinct++
				}
				if counts[p]++; counts[p] > most {
					if most = counts[p]; most > peak {
						peak, hottest = most, p
					}
				}
			}
			sum += most
		}
		mean := float64(sum*times) / float64(windows) * scale
		if i == 0 {
			m.w.Partitions = float64(distinct) / float64(windows)
		}
		if mean > m.w.Hottest {
			m.w.Hottest, m.w.HottestPeak = mean, float64(peak*times)*scale
			m.w.HottestIn = i - 1
			m.w.HottestKey = ""
			if hottest != none {
				m.w.HottestKey = x.in.table.PartitionAt(int(hottest)).Key
			}
		}
	}
}

// ends counts the entities whose key, when they come, is behind or before all keys that there are.
func (m *writing) ends() {
	if m.p.spec.Arrival == "" || m.p.spec.Kind != Insert {
		return
	}
	x := &m.s.sets[0]
	low, high := none, uint32(0)
	behind, before, n := 0, 0, 0
	for _, rank := range m.order {
		place := x.place[rank]
		if place == none {
			continue
		}
		if n > 0 {
			if place > high {
				behind++
			}
			if place < low {
				before++
			}
		}
		low, high = min(low, place), max(high, place)
		n++
	}
	if n > 1 {
		m.w.AtEnd = float64(max(behind, before)) / float64(n-1)
	}
}
