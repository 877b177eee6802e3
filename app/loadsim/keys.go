package loadsim

import (
	"slices"
	"strconv"

	"rangefinder/filterlang/edm"
)

// keyspace makes PartitionKeys. A key is its place among all keys of a run, from 0 to 2^32-1 in key order.
type keyspace struct {
	Keys
	duration int64
	seed     uint64
	sorted   []string // Given: the distinct keys
	history  []uint32 // Given: the place of each entity's key, in the order of writing
	written  int      // Given: so many of the history are written before the run
	hot      uint32   // the key that Keys.Hot is about
}

const (
	space        = 1 << 32
	writtenShare = 10 // a tenth of the keys that are given
)

func newKeyspace(c *Config) *keyspace {
	k := &keyspace{Keys: c.Keys, duration: c.Duration.Microseconds(), seed: mix(c.Seed + 1), hot: space / 2}
	if k.Kind == Buckets {
		k.hot = k.place(k.Buckets/2, k.Buckets)
	}
	if k.Kind != Given {
		return k
	}
	keys := make([]string, k.Count)
	for n := range keys {
		keys[n] = c.Given(n)
	}
	k.sorted = slices.Clone(keys)
	slices.SortFunc(k.sorted, edm.CompareString)
	k.sorted = slices.Compact(k.sorted)
	k.history = make([]uint32, len(keys))
	for n, key := range keys {
		rank, _ := slices.BinarySearchFunc(k.sorted, key, edm.CompareString)
		k.history[n] = k.place(rank, len(k.sorted))
	}
	k.hot = k.place(len(k.sorted)/2, len(k.sorted))
	k.written = min((len(k.history)+writtenShare-1)/writtenShare, len(k.history)-1)
	return k
}

// place returns where key number rank of count is.
func (k *keyspace) place(rank, count int) uint32 { return uint32(uint64(rank) * space / uint64(count)) }

// rank is its inverse: how many of count keys are before a place.
func (k *keyspace) rank(place uint32, count int) int {
	return int((uint64(place)*uint64(count) + space - 1) / space)
}

// draw returns the key of a request that a thread makes at a time, chosen by the random number u.
func (k *keyspace) draw(now int64, thread int32, u uint64) uint32 {
	if k.Hot > 0 && int(u>>40%100) < k.Hot {
		return k.hot
	}
	switch k.Kind {
	case Sequential:
		return k.time(now)
	case InverseTicks:
		return ^k.time(now)
	case Random:
		return uint32(u)
	case PerThread:
		return uint32(mix(k.seed + uint64(thread)))
	case Buckets:
		return k.place(int(uint64(uint32(u))*uint64(k.Buckets)>>32), k.Buckets)
	case BucketTicks:
		bucket := int(uint64(uint32(u)) * uint64(k.Buckets) >> 32)
		return k.place(bucket, k.Buckets) + uint32(uint64(k.time(now))/uint64(k.Buckets))
	case Given:
		// What is not written yet is written once through the run; neighbours take turns.
		rest := len(k.history) - k.written
		near := min(max(len(k.history)/columns, 64), rest)
		at := int(float64(now)/float64(k.duration)*float64(rest-near)) + int(uint64(uint32(u))*uint64(near)>>32)
		return k.history[k.written+at]
	}
	return k.hot
}

// time returns the place of a time's key among those of the run.
func (k *keyspace) time(now int64) uint32 {
	return uint32(min(uint64(now)<<20/uint64(k.duration)<<12, space-1))
}

// starts returns where so many range partitions begin at the start of a run. They are split only where something is written
// before it. Keys in the order of time are not, so that all of them lie in the last range or the first, of the table or of their
// bucket.
func (k *keyspace) starts(count int) []uint32 {
	written := slices.Sorted(slices.Values(k.history[:k.written]))
	list := make([]uint32, count)
	for n := 1; n < count; n++ {
		switch {
		case k.Kind == InverseTicks:
			list[n] = ^uint32(count - 1 - n)
		case k.Kind == BucketTicks:
			list[n] = k.place(n*k.Buckets/count, k.Buckets)
		case len(written) > 0:
			list[n] = written[n*len(written)/count]
		case k.Kind != Sequential:
			list[n] = k.place(n, count)
		}
		list[n] = max(list[n], list[n-1]+1)
	}
	return list
}

// label returns the first PartitionKey at or after a place, as it may look.
func (k *keyspace) label(place uint32) string {
	switch k.Kind {
	case Sequential:
		return clock(k.micros(place))
	case InverseTicks:
		return strconv.FormatInt(int64(edm.MaxTicks)-noon-10*k.micros(^place), 10)
	case Random, PerThread:
		return guid(place)
	case Buckets:
		return k.bucket(k.rank(place, k.Buckets))
	case BucketTicks:
		b := int(uint64(place) * uint64(k.Buckets) / space)
		if b+1 < k.Buckets && k.place(b+1, k.Buckets) <= place {
			b++
		}
		return k.bucket(b) + "_" + clock(k.micros(uint32(uint64(place-k.place(b, k.Buckets))*uint64(k.Buckets))))
	case Given:
		return k.sorted[min(k.rank(place, len(k.sorted)), len(k.sorted)-1)]
	}
	return ""
}

func (k *keyspace) micros(place uint32) int64 {
	return int64(float64(place) / space * float64(k.duration))
}

func (k *keyspace) bucket(n int) string {
	return pad(int64(n), len(strconv.Itoa(k.Buckets-1)))
}

// noon is when runs begin, as ticks: 2010-11-06T12:00:00Z.
const noon = 634_246_416_000_000_000

// clock returns noon and some microseconds as "12:00:07.250", and "12:00:07.250500" where milliseconds would not do.
func clock(micros int64) string {
	ms := micros/1000 + 12*3_600_000
	text := pad(ms/3_600_000, 2) + ":" + pad(ms/60_000%60, 2) + ":" + pad(ms/1000%60, 2) + "." + pad(ms%1000, 3)
	if rest := micros % 1000; rest > 0 {
		text += pad(rest, 3)
	}
	return text
}

func pad(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	for len(s) < width {
		s = "0" + s
	}
	return s
}

// guid returns the first eight digits of a GUID.
func guid(n uint32) string {
	s := strconv.FormatUint(uint64(n), 16)
	for len(s) < 8 {
		s = "0" + s
	}
	return s
}
