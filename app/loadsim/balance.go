package loadsim

import "slices"

// server serves range partitions.
type server struct {
	free int64 // when its work is done
	acts int64 // when the load balancer relieves it; 0: it is not hot
}

// keyRange is a range partition: it holds the keys from one place to the next range's.
type keyRange struct {
	from   uint32
	server int
	free   int64 // when its work is done
	gone   int64 // until when it is on its way to another server
	acts   int64 // when the load balancer splits it; 0: it is not hot

	samples [64]uint32 // keys of requests, to find the middle of the load
	turn    uint32

	busy     int64 // µs of work since the last look
	busyLast int64 // of the time between the two looks before
	served   int64
	refused  int64
	entities int64
	moves    int32
}

// seen remembers every eighth key.
func (k *keyRange) seen(key uint32) {
	if k.turn&7 == 0 {
		k.samples[k.turn>>3&63] = key
	}
	k.turn++
}

// middle returns a place that half of the range's load is before, and false when all of it is one key.
func (k *keyRange) middle() (uint32, bool) {
	n := min(int(k.turn+7)>>3, len(k.samples))
	if n < 2 {
		return 0, false
	}
	s := slices.Clone(k.samples[:n])
	slices.Sort(s)
	for _, key := range s[n/2:] {
		if key > s[0] && key > k.from {
			return key, true
		}
	}
	return 0, false
}

// rangeOf returns the range partition of a key.
func (r *Run) rangeOf(key uint32) *keyRange {
	i := int(r.byKey[key>>24])
	for i+1 < len(r.ranges) && r.ranges[i+1].from <= key {
		i++
	}
	return r.ranges[i]
}

// index makes byKey after ranges have changed.
func (r *Run) index() {
	i := 0
	for b := range r.byKey {
		for i+1 < len(r.ranges) && r.ranges[i+1].from <= uint32(b)<<24 {
			i++
		}
		r.byKey[b] = int32(i)
	}
}

// balance is the load balancer's look at all servers. One that has been hot long enough is relieved: a hot range partition
// with several keys is split in the middle of its load and the later half moves; otherwise one range of a hot server moves
// where there is room.
func (r *Run) balance() {
	r.balanced += balanceEvery
	load := make([]int64, len(r.servers))
	for _, k := range r.ranges {
		k.busyLast, k.busy = k.busy, 0
		load[k.server] += k.busyLast
	}
	for i := 0; i < len(r.ranges); i++ {
		k := r.ranges[i]
		if !r.due(&k.acts, k.busyLast > hotShare*balanceEvery) || len(r.servers) == 1 || len(r.ranges) >= maxLiveRanges {
			continue
		}
		if at, ok := k.middle(); ok {
			half := &keyRange{from: at, server: k.server, free: k.free}
			half.busyLast = k.busyLast / 2
			k.busyLast -= half.busyLast
			r.ranges = slices.Insert(r.ranges, i+1, half)
			r.record.event(r, Split, half, k.server, 0)
			r.move(half, load)
			k.turn = 0
			i++
		}
	}
	for n := range r.servers {
		if !r.due(&r.servers[n].acts, load[n] > hotShare*lanes*balanceEvery) {
			continue
		}
		var best *keyRange
		for _, k := range r.ranges {
			if k.server == n && k.busyLast > 0 && r.now >= k.gone && (best == nil || k.busyLast > best.busyLast) &&
				load[coolest(load)]+k.busyLast < load[n] {
				best = k
			}
		}
		if best != nil {
			r.move(best, load)
		}
	}
	r.index()
}

// due keeps a timer: it starts when something becomes hot, stops when it is not, and reports when it has run out.
func (r *Run) due(acts *int64, hot bool) bool {
	switch {
	case !hot:
		*acts = 0
	case *acts == 0:
		*acts = r.now + int64(r.rand.between(decideLeast, decideMost))
	case r.now >= *acts:
		*acts = 0
		return true
	}
	return false
}

func coolest(load []int64) int {
	best := 0
	for n, l := range load {
		if l < load[best] {
			best = n
		}
	}
	return best
}

// move takes a range to the server with the least load.
func (r *Run) move(k *keyRange, load []int64) {
	to := coolest(load)
	if to == k.server {
		return
	}
	took := int64(r.rand.between(moveLeast, moveMost))
	from := k.server
	load[from] -= k.busyLast
	load[to] += k.busyLast
	k.server, k.gone, k.free = to, r.now+took, 0
	k.moves++
	r.record.event(r, Move, k, from, took)
}
