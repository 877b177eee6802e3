package loadsim

import (
	"slices"
	"strconv"
	"time"

	"rangefinder/engine/tablerest"
)

// Config says what is simulated. New checks it; the zero Config is refused, Default is a good start. It holds no pointers but
// Given and may be kept and sent as JSON.
type Config struct {
	Seed     uint64        // the same Config gives the same run, to the byte
	Duration time.Duration // simulated, from 1 s to 24 h

	// The service.
	Era     Era
	Servers int // 1 to 64, that may serve range partitions of the table
	Ranges  int // 1 to 256 range partitions at the start

	// The clients: each VM has so many threads, and each thread asks again as soon as it has an answer.
	VMs     int // 1 to 1,000
	Threads int // 1 to 100 a VM; at most 20,000 in all
	Size    VMSize
	Rate    int // entities a second that all clients ask for together, at most 1,000,000; 0: as fast as they can

	// What they ask.
	Mix        Mix
	BatchSize  int // 1 to 100 entities in a batch insert
	PageSize   int // 1 to 1,000 entities that a query returns; a page ends at 4 MiB
	EntitySize int // bytes, 1 to 1 MiB; a batch stays within 4 MiB
	Keys       Keys
	// Given tells the PartitionKey of entity n of 0 to Keys.Count-1, in the order of writing; for Keys of kind Given.
	Given func(n int) string `json:"-"`

	// What they do when they are refused.
	Retry tablerest.Policy
	Pause time.Duration // of a thread after an operation that failed for good, up to 10 min
}

// Default returns a minute of ten large VMs that insert batches with keys in the order of time.
func Default() Config {
	return Config{
		Seed: 1, Duration: time.Minute,
		Servers: 8, Ranges: 1,
		VMs: 10, Threads: 10, Size: ExtraLarge,
		Mix: Mix{Batch: 1}, BatchSize: 100, PageSize: 100, EntitySize: 1024,
		Keys:  Keys{Kind: Sequential, Buckets: 10},
		Retry: tablerest.Exponential.Policy(),
	}
}

// Era is whose limits and servers are simulated.
type Era uint8

// The eras.
const (
	Measured2010 Era = iota // servers of 2010 that spend what they have to spare, as the performance study of that year found them
	Targets2010             // the same servers under load: 500 entities a second a partition and 5,000 an account, enforced
	TargetsToday            // servers of today: 2,000 and 20,000, enforced
	eras
)

// VMSize is the size of the VMs that the clients run on.
type VMSize uint8

// The sizes of the performance study.
const (
	Small      VMSize = iota // one core
	ExtraLarge               // eight cores
	vmSizes
)

// Mix tells how often each operation is chosen, as weights of 0 to 1,000; one at least is not 0.
type Mix struct {
	Get    int // a point query
	Insert int // of one entity
	Batch  int // an entity group transaction of BatchSize inserts in one partition
	Query  int // one page of PageSize entities of a partition
}

// Keys says which PartitionKey each request is for.
type Keys struct {
	Kind    KeyKind
	Buckets int // 1 to 10,000; Buckets and BucketTicks
	Hot     int // 0 to 100 percent of the requests go to one partition in the middle instead
	Count   int // 1 to 1,000,000; Given
}

// KeyKind is a way to make PartitionKeys.
type KeyKind uint8

// The kinds of keys.
const (
	Single       KeyKind = iota // one partition for all
	Sequential                  // the time: always behind the last one
	InverseTicks                // inverted ticks of the time: always before the first one
	Random                      // a new GUID for each request
	PerThread                   // a GUID for each thread
	Buckets                     // a hash into so many partitions
	BucketTicks                 // a hash into so many buckets, then the time
	Given                       // what a function tells, such as a design of the lab
	keyKinds
)

// Error says which field of a Config cannot be used and why.
type Error struct {
	Field   string
	Message string // the rest of a sentence that begins with the setting, for a user to act on
}

func (e *Error) Error() string { return "loadsim: " + e.Field + ": " + e.Message }

// Bounds of a Config.
const (
	MaxDuration  = 24 * time.Hour
	MaxServers   = 64
	MaxRanges    = 256
	MaxVMs       = 1000
	MaxThreads   = 100
	MaxClients   = 20_000 // VMs × Threads
	MaxRate      = 1_000_000
	MaxBatch     = 100
	MaxBatchSize = 4 << 20 // bytes
	MaxPage      = 1000
	MaxAnswer    = 4 << 20 // bytes of a page
	MaxEntity    = 1 << 20 // bytes
	MaxBuckets   = 10_000
	MaxGiven     = 1_000_000
	MaxRetries   = 20
	MaxPause     = 10 * time.Minute
	maxWeight    = 1000
)

type bound struct {
	field          string
	value, low, hi int64
}

func (c *Config) bounds() []bound {
	return []bound{
		{"Era", int64(c.Era), 0, int64(eras) - 1},
		{"Servers", int64(c.Servers), 1, MaxServers},
		{"Ranges", int64(c.Ranges), 1, MaxRanges},
		{"VMs", int64(c.VMs), 1, MaxVMs},
		{"Threads", int64(c.Threads), 1, MaxThreads},
		{"Size", int64(c.Size), 0, int64(vmSizes) - 1},
		{"Rate", int64(c.Rate), 0, MaxRate},
		{"Mix.Get", int64(c.Mix.Get), 0, maxWeight},
		{"Mix.Insert", int64(c.Mix.Insert), 0, maxWeight},
		{"Mix.Batch", int64(c.Mix.Batch), 0, maxWeight},
		{"Mix.Query", int64(c.Mix.Query), 0, maxWeight},
		{"BatchSize", int64(c.BatchSize), 1, MaxBatch},
		{"PageSize", int64(c.PageSize), 1, MaxPage},
		{"EntitySize", int64(c.EntitySize), 1, MaxEntity},
		{"Keys.Kind", int64(c.Keys.Kind), 0, int64(keyKinds) - 1},
		{"Keys.Hot", int64(c.Keys.Hot), 0, 100},
		{"Retry.Kind", int64(c.Retry.Kind), 0, int64(tablerest.Exponential)},
		{"Retry.Retries", int64(c.Retry.Retries), 0, MaxRetries},
	}
}

// Bounds are the least and the greatest number that a field of an Error may hold.
func Bounds(field string) (low, high int) {
	if field == "Keys.Buckets" { // which is not looked at for keys of another kind
		return 1, MaxBuckets
	}
	for _, b := range new(Config).bounds() {
		if b.field == field {
			return int(b.low), int(b.hi)
		}
	}
	panic("loadsim: no bounds of " + field)
}

type timeBound struct {
	field            string
	value, low, high time.Duration
}

func (c *Config) timeBounds() []timeBound {
	return []timeBound{
		{"Duration", c.Duration, time.Second, MaxDuration},
		{"Retry.Wait", c.Retry.Wait, 0, MaxPause},
		{"Pause", c.Pause, 0, MaxPause},
	}
}

// TimeBounds are the shortest and the longest time that a field of an Error may hold.
func TimeBounds(field string) (low, high time.Duration) {
	for _, b := range new(Config).timeBounds() {
		if b.field == field {
			return b.low, b.high
		}
	}
	panic("loadsim: no bounds of " + field)
}

// Check returns an *Error when the configuration is out of bounds.
func (c *Config) Check() error {
	if list := c.Faults(); len(list) > 0 {
		return list[0]
	}
	return nil
}

// Faults are all fields that are out of bounds, and what is wrong with several together where each of them is within its own.
func (c *Config) Faults() []*Error {
	var list []*Error
	wrong := func(field, message string) { list = append(list, &Error{field, message}) }
	for _, b := range c.bounds() {
		if b.value < b.low || b.value > b.hi {
			wrong(b.field, "is "+number(b.value)+"; it must be from "+number(b.low)+" to "+number(b.hi)+".")
		}
	}
	for _, b := range c.timeBounds() {
		if b.value < b.low || b.value > b.high {
			wrong(b.field, "is "+Span(b.value)+"; it must be from "+Span(b.low)+" to "+Span(b.high)+".")
		}
	}
	within := func(fields ...string) bool {
		return !slices.ContainsFunc(list, func(e *Error) bool { return slices.Contains(fields, e.Field) })
	}
	if c.VMs*c.Threads > MaxClients && within("VMs", "Threads") {
		wrong("Threads", "makes "+number(int64(c.VMs*c.Threads))+" clients on "+number(int64(c.VMs))+" VMs; at most "+number(MaxClients)+" can be simulated.")
	}
	if c.Mix == (Mix{}) {
		wrong("Mix", "leaves nothing to do; give one of the operations a weight.")
	}
	if c.Mix.Batch > 0 && c.BatchSize*c.EntitySize > MaxBatchSize && within("BatchSize", "EntitySize") {
		wrong("BatchSize", "makes batches of more than the 4 MiB that one may have, with "+number(int64(c.EntitySize))+" bytes in each entity; send fewer or smaller ones.")
	}
	switch {
	case (c.Keys.Kind == Buckets || c.Keys.Kind == BucketTicks) && (c.Keys.Buckets < 1 || c.Keys.Buckets > MaxBuckets):
		wrong("Keys.Buckets", "is "+number(int64(c.Keys.Buckets))+"; it must be from 1 to "+number(MaxBuckets)+".")
	case c.Keys.Kind == Given && c.Given == nil:
		wrong("Given", "is missing; keys of this kind come from a function.")
	case c.Keys.Kind == Given && (c.Keys.Count < 1 || c.Keys.Count > MaxGiven):
		wrong("Keys.Count", "is "+number(int64(c.Keys.Count))+"; it must be from 1 to "+number(MaxGiven)+".")
	}
	return list
}

// number writes n with separators: 20,000.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
