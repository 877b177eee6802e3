package worker

import (
	"context"
	"slices"
	"sort"
	"sync"

	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// liveRows are the entities of a result that was read from an account, in the order they came. They are immutable: with adds
// a page to a copy.
type liveRows struct {
	pages []livePart
	seen  *tally // of all of them
}

// livePart is a page as it came.
type livePart struct {
	entities []engine.Entity
	end      int // entities up to its end
	next     engine.Token
}

// with returns rows and a page more. The pages before are shared.
func (l liveRows) with(p *engine.Page) liveRows {
	l.pages = append(l.pages, livePart{p.Entities, l.Len() + len(p.Entities), p.Next})
	return l
}

// Len implements rows.
func (l liveRows) Len() int {
	if len(l.pages) == 0 {
		return 0
	}
	return l.pages[len(l.pages)-1].end
}

// Pages implements rows.
func (l liveRows) Pages() int { return max(1, len(l.pages)) }

// Page implements rows.
func (l liveRows) Page(i int) engine.PageInfo {
	if i >= len(l.pages) {
		return engine.PageInfo{}
	}
	p := &l.pages[i]
	return engine.PageInfo{From: p.end - len(p.entities), To: p.end, Next: p.next}
}

// At implements rows.
func (l liveRows) At(i int) engine.Entity {
	if w := l.Window(i, 1); len(w) > 0 {
		return w[0]
	}
	return engine.Entity{}
}

// Window implements rows.
func (l liveRows) Window(first, count int) []engine.Entity {
	if first < 0 || first >= l.Len() || count <= 0 {
		return nil
	}
	count = min(count, l.Len()-first)
	out := make([]engine.Entity, 0, count)
	at := sort.Search(len(l.pages), func(i int) bool { return l.pages[i].end > first })
	for ; len(out) < count; at++ {
		p := &l.pages[at]
		from := first + len(out) - (p.end - len(p.entities))
		out = append(out, p.entities[from:min(len(p.entities), from+count-len(out))]...)
	}
	return out
}

// Census implements interchange.Source.
func (l liveRows) Census() filterlang.Census { return l.seen.Census() }

// Columns implements origin.
func (l liveRows) Columns() []string {
	census := l.seen.Census()
	names := make([]string, len(census.Properties))
	for i := range names {
		names[i] = census.Properties[i].Name
	}
	return names
}

// maxTallied bounds how many properties a tally knows.
const maxTallied = 5000

// tally counts entities and the types of their properties. The zero tally has seen none.
type tally struct {
	mu       sync.Mutex
	entities int
	place    map[string]int // name -> in names
	names    []string       // in the order they were first seen
	types    [][len(edm.Types) + 1]int

	kept      []engine.Entity // a few of them, see keep
	keptBytes int
}

// add counts entities.
func (t *tally) add(entities []engine.Entity) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entities += len(entities)
	for _, e := range entities {
		for name, v := range e.All() {
			t.count(name, v.Type(), 1)
		}
	}
}

func (t *tally) count(name string, typ edm.Type, n int) {
	i, ok := t.place[name]
	if !ok {
		if len(t.names) >= maxTallied {
			return
		}
		if t.place == nil {
			t.place = map[string]int{}
		}
		i = len(t.names)
		t.place[name] = i
		t.names = append(t.names, name)
		t.types = append(t.types, [len(edm.Types) + 1]int{})
	}
	t.types[i][typ] += n
}

// merge adds what another tally saw.
func (t *tally) merge(from *tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entities += from.entities
	for i, name := range from.names {
		for typ, n := range from.types[i] {
			if n > 0 {
				t.count(name, edm.Type(typ), n)
			}
		}
	}
}

// Census returns what was counted. How many distinct values there are and how long they get is not.
func (t *tally) Census() filterlang.Census {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := filterlang.Census{Entities: t.entities}
	for i, name := range t.names {
		p := filterlang.PropertyCensus{Name: name}
		for typ, n := range t.types[i] {
			if n > 0 {
				p.Count += n
				p.Types = append(p.Types, filterlang.TypeCount{Type: edm.Type(typ), Count: n})
			}
		}
		stable.Sort(p.Types, func(a, b filterlang.TypeCount) int { return b.Count - a.Count })
		out.Properties = append(out.Properties, p)
	}
	return out
}

// remembered returns a table of what was read whole of an account's table; nil when nothing was.
func (j *Job) Remembered(source, table string) (*engine.Snapshot, error) {
	return j.live.tallyOf(source, table).table(j.Ctx)
}

// table returns a table of the entities that are remembered; nil when there are none.
func (t *tally) table(ctx context.Context) (*engine.Snapshot, error) {
	t.mu.Lock()
	kept := slices.Clone(t.kept)
	t.mu.Unlock()
	if len(kept) == 0 {
		return nil, nil
	}
	db := engine.Open(engine.Options{})
	const name = "Read"
	if err := db.CreateTable(ctx, name); err != nil {
		return nil, err
	}
	list := make([]engine.BulkEntity, len(kept))
	for i, e := range kept {
		list[i] = engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: e.Properties()}
	}
	if _, err := db.Bulk(ctx, name, list, engine.ReplaceExisting); err != nil {
		return nil, err
	}
	return db.Snapshot(name)
}

// Bounds on the entities of an account's table that are remembered.
const (
	maxKept      = 2000
	maxKeptBytes = 1 << 20
)

// keep remembers entities that were read whole, the first of them.
func (t *tally) keep(entities []engine.Entity) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range entities {
		if len(t.kept) == maxKept || t.keptBytes+e.Size() > maxKeptBytes {
			return
		}
		t.kept = append(t.kept, e)
		t.keptBytes += e.Size()
	}
}
