package loadsim

// All times of the model are microseconds. They are fitted to numbers of the performance study "How to get most out of Windows
// Azure Tables" (2010), those that stand in the comments; CALIBRATION.md has these, and the numbers that were not used.

// cost is what a request takes: once, for each of its entities, and for each KiB of them.
type cost struct{ once, entity, kib float64 }

func (c cost) of(entities int, kib float64) float64 {
	return c.once + float64(entities)*(c.entity+c.kib*kib)
}

// The operations.
const (
	opGet = iota
	opInsert
	opBatch
	opQuery
	operations
)

// A get costs what a query of one entity does, an insert what a batch of one does.
const (
	read = iota
	write
	directions
)

var directionOf = [operations]int{opGet: read, opInsert: write, opBatch: write, opQuery: read}

// The costs of requests. What a KiB costs was not measured. It is ours: a small VM handles 10 MiB a second, a range partition
// reads 50, and a write goes to three replicas.
var (
	// client is what a VM computes for a request, one after another: it is what saturates a VM in figures 7, 10 and 11.
	client = [vmSizes][directions]cost{
		Small:      {read: {8900, 0, 100}, write: {3300, 720, 100}},
		ExtraLarge: {read: {2300, 0, 30}, write: {2300, 475, 30}},
	}
	// way is the mean time that a request spends on its way, in the service's front ends and on replicas: what is left of
	// figures 3 to 6 without the work of the VM and of the range partition.
	way = [vmSizes][directions]cost{
		Small:      {read: {29_500, 0, 100}, write: {29_500, 7100, 300}},
		ExtraLarge: {read: {29_500, 0, 100}, write: {29_500, 5400, 300}},
	}
	// serve is how long a range partition's server works on a request, one after another: figure 8 gives that of one
	// entity, figure 15 that of a batch of 100.
	serve = [directions]cost{read: {600, 0, 20}, write: {600, 340, 60}}
)

const (
	// spread is sigma of the lognormal time on the way.
	spread = 0.4
	// On an extra-large VM one request in collected meets a garbage collection and computes collection times as long, so
	// that the throughput of figure 10 rises past 15 threads.
	collected, collection = 20, 8
	// lanes is how many range partitions a server can serve at their full rate.
	lanes = 4
	// patience is the longest wait before a request is served; the service refuses what would wait longer. It comes from
	// the shares refused in figure 8 with 16 VMs and in figure 15 with 30 threads.
	patience = 207_000
	// One request in held has to wait for work of other accounts on its server, for heldFor on average. Both come from the
	// few requests that were refused in figure 8 with 5 and 10 VMs.
	held, heldFor = 450, 62_000
	// refusedAfter is the part of the time on the way after which a refused request has its answer.
	refusedAfter = 0.5
)

// Patience is the longest time between a request's acceptance, when it is counted, and its service, in µs.
const Patience = patience

// limits are what an era enforces, in entities of 1 KiB a second, 0 when it does not, and how much faster its servers are
// than those of 2010.
type limits struct {
	partition, account float64
	speed              float64
}

var limitsOf = [eras]limits{
	Measured2010: {0, 0, 1},
	Targets2010:  {500, 5000, 1},
	TargetsToday: {2000, 20000, 4},
}

// Limits returns what a partition and an account may take in an era, in entities of 1 KiB a second. The servers that were
// measured in 2010 enforced none; then these are the targets of that time.
func Limits(e Era) (partition, account float64, enforced bool) {
	l := limitsOf[e]
	if enforced = l.partition > 0; !enforced {
		l = limitsOf[Targets2010]
	}
	return l.partition, l.account, enforced
}

// The load balancer.
const (
	balanceEvery  = 10e6  // how often servers are looked at
	decideLeast   = 300e6 // a server is hot for so long
	decideMost    = 600e6 // to so long before it is relieved
	moveLeast     = 10e6  // a range partition that moves is gone for so long
	moveMost      = 20e6  // to so long
	hotShare      = 0.8   // of the time busy makes a range partition or a server hot
	maxLiveRanges = 1024
)
