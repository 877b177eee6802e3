package suggest

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// facts are what is known of the entities' properties.
type facts struct {
	from     *engine.Snapshot
	byName   map[string]*fact
	unique   []*fact // properties that no two entities have in common, the shortest first
	nearly   []*fact // others with many values, the most first: with what a key has already they may make it unique
	identity []*fact // the keys that the entities have
	known    bool    // they mean something
	joint    map[string]bool
	pause    func() error
}

// fact is what a property's values can be in a key. A text is empty where they cannot be it.
type fact struct {
	name     string
	exact    string // the template of a part that tells each value from the others
	rising   string // of one that also keeps their order
	falling  string // of one that turns it around
	periods  []period
	digits   int // that a number gets; a greater one has no key
	distinct int
	average  int  // characters of exact
	names    bool // its values are such as things are called by: not a moment, an amount or a content
	unique   bool // no two entities have the same, and it names
}

// period is a part that keeps the day or the month of a DateTime, and the same with the newest first.
type period struct{ rising, falling string }

// longKey is from how many characters on a text is put into a key as its digest.
const longKey = 120

// drawn returns n of the entities as a table, or from when there are no more: one of each of n stretches in key order.
func drawn(ctx context.Context, from *engine.Snapshot, n int, seed uint64, watch lab.Watch) (*engine.Snapshot, error) {
	if from.Len() <= n {
		return from, nil
	}
	const table = "Drawn"
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, table); err != nil {
		return nil, err
	}
	load, err := db.Load(ctx, table)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, uint64(from.Len())))
	for i := range n {
		low, high := i*from.Len()/n, (i+1)*from.Len()/n
		e := from.At(low + r.IntN(high-low))
		if err := load.Add(e.PartitionKey(), e.RowKey(), e.Properties()); err != nil {
			return nil, err
		}
		if i%512 == 0 && watch.Yield != nil {
			if err := watch.Yield(0, 1); err != nil {
				return nil, err
			}
		}
	}
	if _, err := load.Commit(); err != nil {
		return nil, err
	}
	return db.Snapshot(table)
}

// factsOf looks at the properties that patterns name, and at those that may tell all entities apart.
func factsOf(from *engine.Snapshot, spec *lab.Spec, generated bool, pause func() error) (*facts, error) {
	f := &facts{from: from, byName: map[string]*fact{}, joint: map[string]bool{}, pause: pause}
	census := from.Census()
	var names []string
	add := func(name string) {
		key := name == filterlang.PartitionKey || name == filterlang.RowKey
		known := slices.ContainsFunc(census.Properties, func(p filterlang.PropertyCensus) bool { return p.Name == name })
		if (known || key && !generated) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i := range spec.Patterns {
		for _, name := range named(&spec.Patterns[i]) {
			add(name)
		}
	}
	for _, p := range census.Properties {
		if 20*p.Count > 19*census.Entities && 20*p.Distinct > census.Entities && len(p.Types) == 1 && p.Longest <= longKey {
			add(p.Name)
		}
	}
	names = append(names, filterlang.PartitionKey, filterlang.RowKey)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		one, err := f.look(name)
		if err != nil {
			return nil, err
		}
		if generated && (name == filterlang.PartitionKey || name == filterlang.RowKey) {
			f.identity = append(f.identity, one)
			continue
		}
		f.byName[name] = one
		switch key := name == filterlang.PartitionKey || name == filterlang.RowKey; {
		case one.unique:
			f.unique = append(f.unique, one)
		case !key && one.names && 20*one.distinct > from.Len():
			f.nearly = append(f.nearly, one)
		}
	}
	stable.Sort(f.nearly, func(a, b *fact) int { return b.distinct - a.distinct })
	stable.Sort(f.unique, func(a, b *fact) int { return a.average - b.average })
	if !generated {
		f.identity = []*fact{f.byName[filterlang.PartitionKey], f.byName[filterlang.RowKey]}
	} else if f.identity[1].unique {
		f.identity = f.identity[1:]
	}
	f.known = !generated
	return f, nil
}

// look reads all values of a property.
func (f *facts) look(name string) (*fact, error) {
	one := &fact{name: name}
	var types []edm.Type
	seen := map[edm.Value]struct{}{}
	count, longest, all, digits := 0, 0, 0, 0
	forbidden, negative, days := false, false, true
	err := f.each(func(e engine.Entity) {
		v, ok := e.Value(name)
		if !ok {
			return
		}
		count++
		seen[v] = struct{}{}
		if !slices.Contains(types, v.Type()) {
			types = append(types, v.Type())
		}
		switch v.Type() {
		case edm.String:
			n := utf8.RuneCountInString(v.Text())
			longest, all = max(longest, n), all+n
			forbidden = forbidden || engine.CheckKey(filterlang.RowKey, v.Text()) != nil
		case edm.Int32, edm.Int64:
			n := len(strconv.FormatInt(v.Int(), 10))
			digits, all = max(digits, n), all+n
			negative = negative || v.Int() < 0
		case edm.DateTime:
			const day = 24 * 60 * 60 * 1e7
			days = days && int64(v.Ticks())%day == 0
			all += 19
		default:
			all += 36
		}
	})
	if err != nil {
		return nil, err
	}
	one.distinct = max(1, len(seen))
	one.average = all / max(1, count)
	hole := func(filters ...string) string {
		return "{" + strings.Join(append([]string{name}, filters...), "|") + "}"
	}
	one.exact = hole()
	if len(types) == 1 {
		switch types[0] {
		case edm.String:
			one.rising = one.exact
			if forbidden || longest > longKey {
				one.exact, one.rising, one.average = hole("sha(16)"), "", 16
			}
		case edm.Int32, edm.Int64:
			if !negative {
				one.digits = min(digits+1, 19)
				one.rising = hole("pad(" + strconv.Itoa(one.digits) + ")")
				one.falling = hole("pad("+strconv.Itoa(one.digits)+")", "inverse")
			}
		case edm.DateTime:
			one.exact, one.rising, one.falling = hole("ticks"), hole("ticks"), hole("inverse")
			day := period{hole("date(yyyy-MM-dd)"), hole("inverse(yyyy-MM-dd)")}
			one.periods = []period{day, {hole("date(yyyy-MM)"), hole("inverse(yyyy-MM)")}}
			if days {
				one.exact, one.rising, one.falling, one.average = day.rising, day.rising, day.falling, 10
				one.periods = one.periods[1:]
			}
		case edm.Guid:
			one.rising = one.exact
		case edm.Binary:
			one.exact, one.average = hole("sha(16)"), 16
		}
	}
	// A moment or an amount is unique by chance.
	one.names = len(types) == 1 && (types[0] == edm.String || types[0] == edm.Guid || types[0] == edm.Int32 || types[0] == edm.Int64) && longest <= longKey
	one.unique = one.names && count == f.from.Len() && len(seen) == count
	return one, nil
}

// each visits all entities.
func (f *facts) each(visit func(engine.Entity)) error {
	const window = 512
	var entities []engine.Entity
	for rank := 0; rank < f.from.Len(); rank += window {
		entities = f.from.AppendWindow(entities[:0], rank, window)
		for _, e := range entities {
			visit(e)
		}
		if err := f.pause(); err != nil {
			return err
		}
	}
	return nil
}

// together reports whether no two entities have the same values of all of some properties.
func (f *facts) together(names []string) (bool, error) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	distinct := 1.0
	for _, name := range names {
		one := f.byName[name]
		if one == nil {
			return false, nil
		}
		if one.unique {
			return true, nil
		}
		distinct *= float64(one.distinct + 1)
	}
	if distinct < float64(f.from.Len()) {
		return false, nil
	}
	key := strings.Join(names, "\t")
	if known, ok := f.joint[key]; ok {
		return known, nil
	}
	seen := make(map[string]struct{}, f.from.Len())
	var text []byte
	err := f.each(func(e engine.Entity) {
		text = text[:0]
		for _, name := range names {
			v, _ := e.Value(name)
			if !v.IsZero() {
				text = v.AppendLiteral(text)
			}
			text = append(text, 0)
		}
		seen[string(text)] = struct{}{}
	})
	f.joint[key] = len(seen) == f.from.Len()
	return f.joint[key], err
}
