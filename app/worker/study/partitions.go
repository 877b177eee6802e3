package study

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// directory is what the worker remembers of a table's partition list until the table changes. The first windows need one look at
// every partition and no memory to speak of; the whole order, four bytes a partition, is made when somebody goes on from there.
type directory struct {
	table string
	seq   uint64
	sizes []wire.SizeClass // nil: nothing is known
	order wire.PartitionOrder
	top   []uint32 // numbers of the first MaxWindow partitions in the order
	ranks []uint32 // of all; nil until they are wanted
}

// directories keeps the directory that was asked for last.
type directories struct {
	mu   sync.Mutex
	last directory
}

func (k *directories) of() directory {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last
}

func (k *directories) note(d directory) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = d
}

// partitions answers a window of the partition list. The first after a change reads the whole directory, and the first beyond
// MaxWindow sorts it, slice by slice; the others take O(Count · log n).
func partitions(j *worker.Job, req wire.PartitionsRequest) (*wire.PartitionsReply, error) {
	if req.Source != "" {
		return nil, worker.Uncounted()
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	if req.Count < 1 || req.Count > wire.MaxWindow {
		return nil, wire.Invalid("Count", "a window of the partition list has 1 to 100 partitions")
	}
	if req.Order != wire.ByEntities && req.Order != wire.ByBytes && req.Order != wire.ByKey {
		return nil, wire.Invalid("Order", "partitions are listed by entities, bytes or key")
	}
	if (req.Find != "" || req.Keep != "") && req.Order != wire.ByKey {
		return nil, wire.Invalid("Find", "a key is found in the order of keys")
	}
	d, err := directoryOf(j, s, req.Order, req.First+req.Count > wire.MaxWindow)
	if err != nil {
		return nil, err
	}
	n := s.Partitions()
	r := &wire.PartitionsReply{Entities: s.Len(), Partitions: n, Bytes: s.Bytes(), Sizes: d.sizes, List: []wire.PartitionSize{}}
	if req.Find != "" && n > 0 {
		r.Found = min(s.PartitionRank(req.Find), n-1)
		r.Begins = strings.HasPrefix(s.PartitionAt(r.Found).Key, req.Find)
		req.First = r.Found / req.Count * req.Count
	} else if req.Keep != "" && n > 0 {
		r.Found = min(s.PartitionRank(req.Keep), n-1)
		if req.First = r.Found - req.Line; n <= req.Count {
			req.First = 0
		}
	}
	if r.First = max(req.First, 0); r.First >= n {
		r.First = max(n-1, 0) / req.Count * req.Count
	}
	ranks := d.ranks
	if ranks == nil {
		ranks = d.top
	}
	for i := r.First; i < min(r.First+req.Count, n); i++ {
		at := i
		if req.Order != wire.ByKey {
			at = int(ranks[i])
		}
		p := s.PartitionAt(at)
		r.List = append(r.List, wire.PartitionSize{Key: p.Key, Entities: p.Count, Bytes: p.Bytes})
	}
	r.Micros = j.Micros()
	return r, nil
}

// directoryOf returns what is known of the partitions of s in an order, all of it or the beginning; it is made when it is not
// remembered.
func directoryOf(j *worker.Job, s *engine.Snapshot, order wire.PartitionOrder, all bool) (directory, error) {
	known := worker.Own[directories](j)
	d := known.of()
	if d.sizes == nil || d.table != s.Table() || d.seq != s.Seq() {
		d = directory{table: s.Table(), seq: s.Seq()}
	}
	if order == wire.ByKey && d.sizes != nil || order != wire.ByKey && d.order == order && (d.ranks != nil || d.top != nil && !all) {
		return d, nil
	}
	var classes sizeClasses
	var top leaders
	var values []uint64
	if all && order != wire.ByKey {
		values = make([]uint64, 0, s.Partitions())
	}
	var paused, err error
	at, last, same := 0, 0, 0 // partitions of the last one's size: mostly many have one size
	s.PartitionRuns(func(run engine.PartitionRun) bool {
		for i := range run {
			entities, bytes := run.Size(i)
			if entities != last {
				classes.add(last, same)
				last, same = entities, 0
			}
			same++
			value := uint64(entities)
			if order == wire.ByBytes {
				value = uint64(bytes)
			}
			if values != nil {
				values = append(values, value)
			} else if order != wire.ByKey && value > top.least {
				top.add(uint32(at+i), value)
			}
		}
		if at/stride != (at+len(run))/stride {
			paused = j.Pause(at, s.Partitions(), 0)
		}
		at += len(run)
		return paused == nil
	})
	if paused != nil {
		return d, paused
	}
	classes.add(last, same)
	d.sizes = classes.list()
	if order != wire.ByKey {
		d.order, d.ranks, d.top = order, nil, top.at
		if values != nil {
			if d.ranks, err = largestFirst(j, values); err != nil {
				return d, err
			}
		}
	}
	known.note(d)
	return d, nil
}

// leaders are the first MaxWindow places by value, largest first, of those added in the order of their places.
type leaders struct {
	at     []uint32
	values []uint64
	least  uint64 // no value up to it has a place any more
}

// add adds a value above least.
func (l *leaders) add(at uint32, value uint64) {
	n := len(l.values)
	i := sort.Search(n, func(i int) bool { return l.values[i] < value })
	l.at, l.values = slices.Insert(l.at, i, at), slices.Insert(l.values, i, value)
	if n == wire.MaxWindow {
		l.at, l.values = l.at[:n], l.values[:n]
	}
	if len(l.values) == wire.MaxWindow {
		l.least = l.values[wire.MaxWindow-1]
	}
}

// stride is how many partitions are handled between two looks at the clock.
const stride = 4096

// largestFirst returns the places of values by their value, largest first, equal ones in their order. It is a radix sort of two
// bytes at a time: a million counts below 65,536 are one pass, and it can be left anywhere to let messages in.
func largestFirst(j *worker.Job, values []uint64) ([]uint32, error) {
	largest := uint64(0)
	for _, v := range values {
		largest = max(largest, v)
	}
	from, to := make([]uint32, len(values)), make([]uint32, len(values))
	for i := range from {
		from[i] = uint32(i)
	}
	begins := make([]uint32, 1<<16)
	for shift := 0; shift < 64 && largest>>shift > 0; shift += 16 {
		clear(begins)
		for _, v := range values {
			begins[^uint16(v>>shift)]++
		}
		sum := uint32(0)
		for i, n := range begins {
			begins[i] = sum
			sum += n
		}
		for at, i := range from {
			if at%stride == 0 {
				if err := j.Pause(at, len(values), 0); err != nil {
					return nil, err
				}
			}
			digit := ^uint16(values[i] >> shift)
			to[begins[digit]] = i
			begins[digit]++
		}
		from, to = to, from
	}
	return from, nil
}

// sizeClasses counts partitions by size: class 3k+0, +1, +2 begins at 1, 2, 5 times 10^k.
type sizeClasses [31]struct{ partitions, entities int }

// classStart is where a class begins.
func classStart(class int) int {
	n := [3]int{1, 2, 5}[class%3]
	for range class / 3 {
		n *= 10
	}
	return n
}

// add adds so many partitions of one size.
func (c *sizeClasses) add(entities, partitions int) {
	class := 0
	for rest := entities; ; class += 3 {
		if rest < 10 {
			if rest >= 5 {
				class += 2
			} else if rest >= 2 {
				class++
			}
			break
		}
		rest /= 10
	}
	c[class].partitions += partitions
	c[class].entities += entities * partitions
}

// list returns the classes from the first to the last that is not empty.
func (c *sizeClasses) list() []wire.SizeClass {
	list := []wire.SizeClass{}
	filled := 0
	for class, n := range c {
		if n.partitions == 0 && len(list) == 0 {
			continue
		}
		list = append(list, wire.SizeClass{From: classStart(class), To: classStart(class+1) - 1, Partitions: n.partitions, Entities: n.entities})
		if n.partitions > 0 {
			filled = len(list)
		}
	}
	return list[:filled]
}

// recount counts the values of properties where the census estimates them. What was counted is in the census from then on, for all
// who ask this server for it, until the table changes.
func recount(j *worker.Job, req wire.RecountRequest) (*wire.RecountReply, error) {
	if req.Source != "" {
		return nil, worker.Uncounted()
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	r := &wire.RecountReply{Properties: []wire.Recounted{}}
	var d engine.Distinct
	for i, name := range req.Properties {
		known := j.CensusOf(s)
		at := slices.IndexFunc(known.Properties, func(p filterlang.PropertyCensus) bool { return p.Name == name })
		if at < 0 {
			continue // gone meanwhile
		}
		p := known.Properties[at]
		if !p.Exact {
			done, total := 0, s.Len()
			c, err := d.Count(j.Ctx, s, name, engine.MatchOptions{
				Progress: func(examined, total, _ int) { done = examined },
				Yield: func() error {
					return j.Rest(wire.Progress{Done: i*total + done, Total: len(req.Properties) * total, Recounted: r.Properties})
				},
			})
			if err != nil {
				return nil, err
			}
			p.Distinct, p.Longest = c.Distinct, c.Longest
			j.Learn(s, name, c)
		}
		r.Properties = append(r.Properties, wire.Recounted{Name: name, Distinct: p.Distinct, Longest: p.Longest})
	}
	r.Micros = j.Micros()
	return r, nil
}
