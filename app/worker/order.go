package worker

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// orders are the display orders of a result, and the last search in it.
type orders struct {
	mu    sync.Mutex
	last  int // number of the newest
	kept  []ordered
	found *found
}

// ordered is one display order: the entity on each line.
type ordered struct {
	number int
	lines  []uint32
}

// keptOrders is how many orders of a result are kept: the one on screen, and the one that is about to take its place.
const keptOrders = 2

// lines are the lines of a result in one of its orders.
type lines struct {
	r     *result
	order []uint32 // nil for the service's
}

// linesIn returns the lines in an order.
func (r *result) linesIn(order int) (lines, error) {
	if order == 0 {
		return lines{r: r}, nil
	}
	r.orders.mu.Lock()
	defer r.orders.mu.Unlock()
	for _, o := range r.orders.kept {
		if o.number == order {
			return lines{r, o.lines}, nil
		}
	}
	return lines{}, gone(r.number)
}

func (l lines) len() int {
	if l.order != nil {
		return len(l.order)
	}
	return l.r.pages.lines()
}

// at returns what is on a line: the index of an entity, or with marker set that of the page which begins there.
func (l lines) at(line int) (index int, marker bool) {
	if l.order != nil {
		return int(l.order[line]), false
	}
	return l.r.pages.at(line)
}

// scan calls visit with the entities of the lines in turn, without the page markers, and lets messages in on its way.
func (l lines) scan(j *Job, visit func(line int, e *engine.Entity)) error {
	const window = 256
	n := l.r.Len()
	if l.order != nil {
		for line, i := range l.order {
			e := l.r.At(int(i))
			visit(line, &e)
			if line%window == window-1 {
				if err := j.Pause(line+1, len(l.order), 0); err != nil {
					return err
				}
			}
		}
		return nil
	}
	page, next := 0, 0 // the line of entity i is i + its page
	if l.r.pages.count > 1 {
		next = l.r.pages.first(1)
	} else {
		next = n
	}
	for from := 0; from < n; from += window {
		entities := l.r.Window(from, window)
		for k := range entities {
			for i := from + k; i >= next && page+1 < l.r.pages.count; {
				page++
				if next = n; page+1 < l.r.pages.count {
					next = l.r.pages.first(page + 1)
				}
			}
			visit(from+k+page, &entities[k])
		}
		if err := j.Pause(min(from+window, n), n, 0); err != nil {
			return err
		}
	}
	return nil
}

// sort makes a display order, of those entities that the step keeps: by type first where types are mixed, then by the service's order of values, what is equal in
// the service's order of entities. Entities without the property come last.
func (j *Job) sort(req wire.SortRequest) (*wire.SortReply, error) {
	r, err := j.kept(req.Result)
	if err != nil {
		return nil, err
	}
	steps, problem := filterlang.ParseSteps(req.Step)
	if problem != "" {
		return nil, wire.Invalid("Step", problem)
	}
	n, at := r.Len(), uint32(0)
	keys := make([]sortKey, 0, n)
	order := []uint32{}
	var types [len(edm.Types) + 1]int
	err = (lines{r: r}).scan(j, func(_ int, e *engine.Entity) {
		v, _ := e.Value(req.Column)
		keys = append(keys, sortKeyOf(v))
		if keeps(steps, e) {
			order = append(order, at)
			types[v.Type()]++
		}
		at++
	})
	if err != nil {
		return nil, err
	}
	direction := 1
	if req.Descending {
		direction = -1
	}
	if req.Column == "" {
		types = [len(edm.Types) + 1]int{}
	} else if order, err = j.mergeSort(order, func(a, b uint32) int { return keys[a].compare(&keys[b], direction) }); err != nil {
		return nil, err
	}
	reply := &wire.SortReply{Lines: len(order), Entities: len(order), Of: n, Missing: types[edm.NoType], Held: 4 * int64(len(order)), Micros: j.Micros()}
	for _, t := range edm.Types {
		if types[t] > 0 {
			reply.Types = append(reply.Types, filterlang.TypeCount{Type: t, Count: types[t]})
		}
	}
	stable.Sort(reply.Types, func(a, b filterlang.TypeCount) int { return b.Count - a.Count })
	o := r.orders
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last++
	reply.Order = o.last
	o.kept = append(o.kept, ordered{o.last, order})
	if len(o.kept) > keptOrders {
		o.kept = slices.Delete(o.kept, 0, 1)
	}
	return reply, nil
}

// keeps reports whether an entity satisfies every step.
func keeps(steps []filterlang.Step, e *engine.Entity) bool {
	for _, s := range steps {
		if v, _ := e.Value(s.Property); !s.Match(v) {
			return false
		}
	}
	return true
}

// mergeSort sorts from the bottom up, stable, and lets messages in on its way. It uses list and as much again.
func (j *Job) mergeSort(list []uint32, compare func(a, b uint32) int) ([]uint32, error) {
	n := len(list)
	other := make([]uint32, n)
	passes := 0
	for width := 1; width < n; width *= 2 {
		passes++
	}
	pass, sincePause := 0, 0
	for width := 1; width < n; width *= 2 {
		for from := 0; from < n; from += 2 * width {
			mid, to := min(from+width, n), min(from+2*width, n)
			a, b := from, mid
			for k := from; k < to; k++ {
				if a < mid && (b >= to || compare(list[a], list[b]) <= 0) {
					other[k] = list[a]
					a++
				} else {
					other[k] = list[b]
					b++
				}
				if sincePause++; sincePause == 2048 {
					sincePause = 0
					if err := j.Pause(n*pass/passes, n, 0); err != nil {
						return nil, err
					}
				}
			}
		}
		list, other = other, list
		pass++
	}
	return list, nil
}

// sortKey is what a value is sorted by.
type sortKey struct {
	group  uint8 // missing last
	double bool  // of a number: f holds it, not n
	n      int64 // Int32, Int64, Boolean, DateTime
	f      float64
	s      string // sort form of a String, bytes of a Guid or Binary
}

// Groups of values that compare with each other, in the order they are shown.
const (
	groupNumber uint8 = iota
	groupNaN
	groupBoolean
	groupDateTime
	groupString
	groupGuid
	groupBinary
	groupMissing
)

func sortKeyOf(v edm.Value) sortKey {
	switch v.Type() {
	case edm.Int32, edm.Int64:
		return sortKey{group: groupNumber, n: v.Int()}
	case edm.Double:
		if f := v.Float(); f != f {
			return sortKey{group: groupNaN}
		}
		return sortKey{group: groupNumber, double: true, f: v.Float()}
	case edm.Boolean:
		k := sortKey{group: groupBoolean}
		if v.Bool() {
			k.n = 1
		}
		return k
	case edm.DateTime:
		return sortKey{group: groupDateTime, n: int64(v.Ticks())}
	case edm.String:
		return sortKey{group: groupString, s: edm.SortForm(v.Text())}
	case edm.Guid:
		return sortKey{group: groupGuid, s: v.Text()}
	case edm.Binary:
		return sortKey{group: groupBinary, s: v.Text()}
	}
	return sortKey{group: groupMissing}
}

// compare orders two values; direction -1 turns all around but that missing ones come last.
func (k *sortKey) compare(o *sortKey, direction int) int {
	if k.group != o.group {
		if k.group == groupMissing || o.group == groupMissing {
			return cmp.Compare(k.group, o.group)
		}
		return direction * cmp.Compare(k.group, o.group)
	}
	switch k.group {
	case groupNumber:
		switch {
		case k.double && o.double:
			return direction * cmp.Compare(k.f, o.f)
		case k.double:
			return direction * -compareIntDouble(o.n, k.f)
		case o.double:
			return direction * compareIntDouble(k.n, o.f)
		}
		return direction * cmp.Compare(k.n, o.n)
	case groupBoolean, groupDateTime:
		return direction * cmp.Compare(k.n, o.n)
	}
	return direction * cmp.Compare(k.s, o.s)
}

// compareIntDouble compares exactly: making a Double of an Int64 would round it. f is not NaN.
func compareIntDouble(n int64, f float64) int {
	switch {
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := math.Floor(f)
	if c := cmp.Compare(n, int64(whole)); c != 0 {
		return c
	}
	if f > whole {
		return -1
	}
	return 0
}
