package worker

import (
	"cmp"
	"math"
	"slices"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// sort makes a display order, of those entities that the step keeps: by type first where types are mixed, then by the service's order of values, what is equal in
// the service's order of entities. Entities without the property come last.
func (j *Job) sort(req wire.SortRequest) (*wire.SortReply, error) {
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	return j.orderOf(r, req)
}

// orderOf is sort of that result.
func (j *Job) orderOf(r *Result, req wire.SortRequest) (*wire.SortReply, error) {
	steps, problem := filterlang.ParseSteps(req.Step)
	if problem != "" {
		return nil, wire.Invalid("Step", problem)
	}
	n, at := r.Len(), uint32(0)
	keys := make([]sortKey, 0, n)
	order := []uint32{}
	var types [len(edm.Types) + 1]int
	kept := -1 // the entity that Keep names
	err := (Lines{r: r}).Scan(j, func(_ int, e *engine.Entity) {
		v, _ := e.Value(req.Column)
		keys = append(keys, sortKeyOf(v))
		if keeps(steps, e) {
			order = append(order, at)
			types[v.Type()]++
			if k := req.Keep; k != nil && e.RowKey() == k.RowKey && e.PartitionKey() == k.PartitionKey {
				kept = int(at)
			}
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
	reply := &wire.SortReply{Lines: len(order), Entities: len(order), Of: n, Missing: types[edm.NoType], Held: 4 * int64(len(order)), Micros: j.Micros(), Line: -1}
	if kept >= 0 {
		reply.Line = slices.Index(order, uint32(kept))
	}
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
