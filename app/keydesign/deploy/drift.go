package deploy

import (
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

const (
	buckets = 1 << 16
	maxHeld = 100_000 // copies and lines whose keys the second reading keeps
)

// item is a copy, or a list of keys.
type item struct {
	set int
	lab.Key
}

// drift compares what entities ask for with what is there, in any order. First it has only sums; after narrow it keeps the items of some
// buckets that are not zero.
type drift struct {
	layout *lab.Layout
	sums   [buckets]uint64
	counts [buckets]uint32
	held   map[uint16]bool // buckets; nil before narrow
	items  map[item]*state
}

// state is what is known of an item.
type state struct {
	item
	want, is     uint64 // hashes of the content; of a list, sums of those of its lines
	wanted       int    // entities that ask for it
	there, twice bool   // twice: it was on two pages
	etag         string
	of           lab.Key // its entity, from the third reading; not of a list
	properties   []engine.Property
	lines        []string // of a list that is wanted, from the third reading
	asked        int      // entities that asked for it in the third reading
	orphan       bool     // none did, and it is still there as it was
}

// bucket returns that of an item.
func (d *drift) bucket(i item) uint16 { return uint16(d.hash(i, "bucket", nil)) }

// hash hashes an item with a text and properties, whose order does not matter.
func (d *drift) hash(i item, text string, properties []engine.Property) uint64 {
	sum := fnv(fnv(fnv(uint64(i.set), i.Partition), i.Row), text)
	factor := mixed(sum) | 1 // another for each item: else properties could be swapped between two
	for j := range properties {
		p := &properties[j]
		v := p.Value
		if v.Type() == edm.Double && v.Float() == 0 {
			v = edm.NewDouble(0) // there is one zero
		}
		sum += mixed(fnv(fnv(0, p.Name), v.Literal())) * factor
	}
	return mixed(sum)
}

// fnv goes on with a hash, FNV-1a of 64 bits, and ends the text.
func fnv(h uint64, text string) uint64 {
	h ^= 14695981039346656037
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return (h ^ 256) * 1099511628211
}

// mixed lets every bit of a hash depend on every other, so that sums of hashes are as good as each.
func mixed(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// entity takes an entity of set 0 in. It reports false for a set in which it has no key.
func (d *drift) entity(set int, e engine.Entity) (ok bool) {
	key, err := d.layout.Key(set, e)
	if err != nil {
		return false
	}
	i := item{set, key}
	b := d.bucket(i)
	if d.held != nil && !d.held[b] {
		return true
	}
	hash := d.asked(i, e)
	if d.held == nil {
		d.sums[b] += hash
		d.counts[b]++
		return true
	}
	s := d.state(i)
	s.want += hash
	s.wanted++
	return true
}

// asked returns the hash of what an entity asks of an item.
func (d *drift) asked(i item, e engine.Entity) uint64 {
	if d.layout.Sets[i.set].List() {
		return d.hash(i, "line "+d.layout.Line(i.set, e), nil)
	}
	return d.hash(i, "copy", d.layout.Properties(i.set, e))
}

// copy takes in what is there of another set.
func (d *drift) copy(set int, e engine.Entity) {
	i := item{set, lab.Key{Partition: e.PartitionKey(), Row: e.RowKey()}}
	b := d.bucket(i)
	if d.held != nil && !d.held[b] {
		return
	}
	var hash uint64
	n := 1
	if d.layout.Sets[set].List() {
		lines := d.layout.Lines(e)
		n = len(lines)
		for _, line := range lines {
			hash += d.hash(i, "line "+line, nil)
		}
	} else {
		hash = d.hash(i, "copy", e.Properties())
	}
	if d.held == nil {
		d.sums[b] -= hash
		d.counts[b] += uint32(n)
		return
	}
	s := d.state(i)
	s.twice = s.there
	s.there, s.is, s.etag = true, hash, strings.Clone(e.ETag())
}

// state returns the state of an item that is held.
func (d *drift) state(i item) *state {
	s := d.items[i]
	if s == nil {
		i.Partition, i.Row = strings.Clone(i.Partition), strings.Clone(i.Row) // else the page they are of stays in memory
		s = &state{item: i}
		d.items[i] = s
	}
	return s
}

func cloned(e engine.Entity) lab.Key {
	return lab.Key{Partition: strings.Clone(e.PartitionKey()), Row: strings.Clone(e.RowKey())}
}

// narrow keeps the buckets that are not zero, as many as fit. It returns how many there are, and whether some do not fit.
func (d *drift) narrow() (drifted int, more bool) {
	held := 0
	d.held, d.items = map[uint16]bool{}, map[item]*state{}
	for b := range d.sums {
		switch {
		case d.sums[b] == 0:
			continue
		case held > 0 && held+int(d.counts[b]) > maxHeld:
			more = true
		default:
			held += int(d.counts[b])
			d.held[uint16(b)] = true
		}
		drifted++
	}
	return drifted, more
}

// settle drops what is in step, and returns how many entities ask for a copy that another asks for. Those copies are left alone: nobody can
// say which entity is right.
func (d *drift) settle() (colliding int) {
	for i, s := range d.items {
		list := d.layout.Sets[i.set].List()
		if s.wanted > 1 && !list {
			colliding += s.wanted - 1
		}
		if s.want == s.is && s.there == (s.wanted > 0) || s.wanted > 1 && !list || s.twice {
			delete(d.items, i)
		}
	}
	return colliding
}
