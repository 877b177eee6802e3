package study

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// maxPrefixes is how many prefixes are told apart before the rest is only counted.
const maxPrefixes = 2000

// kinds answers the kinds of entities of a table.
func kinds(j *worker.Job, req wire.KindsRequest) (*wire.KindsReply, error) {
	if req.Source != "" {
		return kindsOfCount(j, req)
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	var g gathering
	switch req.By {
	case wire.ByProperties:
		err = g.byProperties(j, s.Layouts())
	case wire.ByRowKey, wire.ByPartitionKey:
		err = g.byPrefix(j, s, req.By == wire.ByPartitionKey)
	default:
		err = wire.Invalid("By", "kinds are told apart by properties, rowkey or partitionkey")
	}
	if err != nil {
		return nil, err
	}
	r := g.reply(s.Len())
	r.Micros = j.Micros()
	return r, nil
}

// kindsOfCount answers the kinds of the entities of an account that a count has read.
func kindsOfCount(j *worker.Job, req wire.KindsRequest) (*wire.KindsReply, error) {
	if req.Count == 0 || req.By != wire.ByProperties {
		return nil, worker.Uncounted()
	}
	layouts, entities, err := countedLayouts(j, req.Count)
	if err != nil {
		return nil, err
	}
	var g gathering
	if err := g.byProperties(j, layouts); err != nil {
		return nil, err
	}
	return g.reply(entities), nil
}

// gathering puts entities into kinds.
type gathering struct {
	kinds []*gathered
	rest  int // entities whose prefixes are not told apart
}

// gathered is a kind with the property sets of its entities.
type gathered struct {
	prefix  string
	layouts map[*engine.Layout]int
	count   int
}

func (g *gathering) kind(prefix string) *gathered {
	k := &gathered{prefix: prefix, layouts: map[*engine.Layout]int{}}
	g.kinds = append(g.kinds, k)
	return k
}

// maxCores is how many kinds a property set is held against; the sets of a table with more are mostly kinds of their own.
const maxCores = 100

// byProperties puts property sets, whatever their types, into kinds: the sets of one share a core that is more than half of
// each. The most frequent sets come first, and each joins the kind with whose core it has most in common. So entities that
// differ in optional properties are one kind, and two kinds that have a property or two in common stay apart.
func (g *gathering) byProperties(j *worker.Job, layouts []engine.LayoutCount) error {
	type set struct {
		names   []string // ascending
		layouts map[*engine.Layout]int
		count   int
	}
	sets := map[string]*set{}
	var list []*set
	for _, l := range layouts {
		var names []string
		for _, p := range l.Layout.Properties() {
			names = append(names, p.Name)
		}
		slices.Sort(names)
		id := strings.Join(names, "\x00")
		one := sets[id]
		if one == nil {
			one = &set{names: names, layouts: map[*engine.Layout]int{}}
			sets[id] = one
			list = append(list, one)
		}
		one.layouts[l.Layout] += l.Count
		one.count += l.Count
	}
	stable.Sort(list, func(a, b *set) int { return b.count - a.count })
	var cores [][]string // of the first kinds
	var longest []int    // set of each
	for i, one := range list {
		best, common := -1, []string(nil)
		for k := range cores {
			if shared := both(cores[k], one.names); 2*len(shared) > max(longest[k], len(one.names)) && len(shared) > len(common) {
				best, common = k, shared
			}
		}
		switch {
		case best >= 0:
			cores[best], longest[best] = common, max(longest[best], len(one.names))
		default:
			best = len(g.kinds)
			g.kind("")
			if best < maxCores {
				cores, longest = append(cores, one.names), append(longest, len(one.names))
			}
		}
		k := g.kinds[best]
		k.count += one.count
		for l, n := range one.layouts {
			k.layouts[l] += n
		}
		if i%64 == 63 {
			if err := j.Pause(i, len(list), len(g.kinds)); err != nil {
				return err
			}
		}
	}
	return nil
}

// both returns what two ascending lists have in common.
func both(a, b []string) []string {
	var list []string
	for len(a) > 0 && len(b) > 0 {
		switch c := strings.Compare(a[0], b[0]); {
		case c < 0:
			a = a[1:]
		case c > 0:
			b = b[1:]
		default:
			list = append(list, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return list
}

// byPrefix makes a kind of each prefix of a key.
func (g *gathering) byPrefix(j *worker.Job, s *engine.Snapshot, partitionKey bool) error {
	kinds := map[string]*gathered{}
	const window = 512
	for rank := 0; rank < s.Len(); rank += window {
		for _, e := range s.Window(rank, window) {
			key := e.RowKey()
			if partitionKey {
				key = e.PartitionKey()
			}
			prefix := prefixOf(key)
			k := kinds[prefix]
			if k == nil {
				if len(kinds) == maxPrefixes {
					g.rest++
					continue
				}
				k = g.kind(prefix)
				kinds[prefix] = k
			}
			k.layouts[e.Layout()]++
			k.count++
		}
		if err := j.Pause(min(rank+window, s.Len()), s.Len(), len(kinds)); err != nil {
			return err
		}
	}
	return nil
}

// reply lists the largest kinds.
func (g *gathering) reply(entities int) *wire.KindsReply {
	stable.Sort(g.kinds, func(a, b *gathered) int { return b.count - a.count })
	r := &wire.KindsReply{Entities: entities, Kinds: []wire.Kind{}, Rest: g.rest, Many: g.rest > 0}
	for i, k := range g.kinds {
		if i < wire.MaxKinds {
			r.Kinds = append(r.Kinds, wire.Kind{Prefix: k.prefix, Entities: k.count, Columns: k.columns()})
			continue
		}
		r.More++
		r.Rest += k.count
	}
	return r
}

// columns returns the properties of the kind's entities.
func (k *gathered) columns() []wire.KindColumn {
	list := []wire.KindColumn{}
	at := map[string]int{}
	for l, n := range k.layouts {
		for _, p := range l.Properties() {
			i, ok := at[p.Name]
			if !ok {
				i = len(list)
				at[p.Name] = i
				list = append(list, wire.KindColumn{Name: p.Name})
			}
			c := &list[i]
			c.Count += n
			t := slices.IndexFunc(c.Types, func(t filterlang.TypeCount) bool { return t.Type == p.Type })
			if t < 0 {
				t = len(c.Types)
				c.Types = append(c.Types, filterlang.TypeCount{Type: p.Type})
			}
			c.Types[t].Count += n
		}
	}
	stable.Sort(list, func(a, b wire.KindColumn) int {
		return cmp.Or(b.Count-a.Count, edm.CompareString(a.Name, b.Name))
	})
	for _, c := range list {
		stable.Sort(c.Types, func(a, b filterlang.TypeCount) int {
			return cmp.Or(b.Count-a.Count, int(a.Type)-int(b.Type))
		})
	}
	return list
}
