package loadsim

import "math/bits"

// wheel holds the threads by the time at which they act next. Threads within 64 µs of each other act in the order in which
// they were added, which is nothing beside latencies of 30 ms. A thread is in it once at most.
type wheel struct {
	next   []int32 // after a thread in its slot; -1: none
	when   []int64
	near   level // slots of 64 µs: half a second
	far    level // slots of half a second: an hour, and what is later once more
	now    int64 // slot of near that is next
	nearN  int
	before int64 // start of the far slot after the one that is in near
}

const (
	slotBits  = 6
	levelBits = 13
	slots     = 1 << levelBits
)

// level is a ring of lists with a bit for each that is not empty.
type level struct {
	first, last [slots]int32
	used        [slots / 64]uint64
}

func newWheel(threads int) *wheel {
	return &wheel{next: make([]int32, threads), when: make([]int64, threads), before: 1 << (slotBits + levelBits)}
}

func (l *level) add(next []int32, slot, thread int32) {
	next[thread] = -1
	if word, bit := &l.used[slot>>6], uint64(1)<<(slot&63); *word&bit == 0 {
		*word |= bit
		l.first[slot] = thread
	} else {
		next[l.last[slot]] = thread
	}
	l.last[slot] = thread
}

// add lets a thread act at a time, or at once when that is past.
func (w *wheel) add(thread int32, when int64) {
	w.when[thread] = when
	slot := max(when>>slotBits, w.now)
	if slot<<slotBits < w.before {
		w.near.add(w.next, int32(slot&(slots-1)), thread)
		w.nearN++
		return
	}
	w.far.add(w.next, int32(slot>>levelBits&(slots-1)), thread)
}

// take returns the next thread whose slot begins before a time, or -1.
func (w *wheel) take(until int64) int32 {
	for {
		if w.nearN > 0 {
			at := int32(w.now & (slots - 1))
			word := w.near.used[at>>6] >> (at & 63)
			if word == 0 { // something is left in this round, but not in these 64 slots
				w.now += int64(64 - at&63)
				continue
			}
			w.now += int64(bits.TrailingZeros64(word))
			if w.now<<slotBits >= until {
				return -1
			}
			at = int32(w.now & (slots - 1))
			thread := w.near.first[at]
			if w.near.first[at] = w.next[thread]; w.next[thread] < 0 {
				w.near.used[at>>6] &^= 1 << (at & 63)
			}
			w.nearN--
			return thread
		}
		if w.before >= until {
			return -1
		}
		w.turn()
	}
}

// turn brings the next half second near.
func (w *wheel) turn() {
	w.now = w.before >> slotBits
	w.before += 1 << (slotBits + levelBits)
	at := w.now >> levelBits & (slots - 1)
	if w.far.used[at>>6]&(1<<(at&63)) == 0 {
		return
	}
	w.far.used[at>>6] &^= 1 << (at & 63)
	for thread := w.far.first[at]; thread >= 0; {
		next := w.next[thread]
		w.add(thread, w.when[thread])
		thread = next
	}
}
