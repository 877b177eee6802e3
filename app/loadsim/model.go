package loadsim

// All times of the model are microseconds. The figures are those of the performance study "How to get most out of Windows
// Azure Tables" (2010); CALIBRATION.md shows what comes of each number.

// cost is what an operation takes: once, and for each of its entities of 1 KiB. Half of the latter grows with the size of
// the entity.
type cost struct{ once, each float64 }

func (c cost) of(entities int, kib float64) float64 {
	return c.once + c.each*float64(entities)*(0.5+0.5*kib)
}

// The operations.
const (
	opGet = iota
	opInsert
	opBatch
	opQuery
	operations
)

// The costs of operations, by kind. An insert is a batch of one.
var (
	// client is what a VM computes for a request, one after another: it is what saturates a VM in figures 10 and 11.
	client = [vmSizes][operations]cost{
		Small:      {opGet: {9300, 0}, opInsert: {9200, 770}, opBatch: {9200, 770}, opQuery: {9200, 100}},
		ExtraLarge: {opGet: {2400, 0}, opInsert: {2300, 507}, opBatch: {2300, 507}, opQuery: {2350, 50}},
	}
	// network is the mean time that a request spends on its way, in the service's front ends and on replicas: what is left
	// of figures 3, 4 and 5 without the other two.
	network = [vmSizes][operations]cost{
		Small:      {opGet: {28700, 0}, opInsert: {30200, 8100}, opBatch: {30200, 8100}, opQuery: {28600, 100}},
		ExtraLarge: {opGet: {28700, 0}, opInsert: {28400, 6000}, opBatch: {28400, 6000}, opQuery: {28600, 100}},
	}
	// serve is how long a range partition's server works on a request, one after another: figure 8 gives that of one
	// entity, figure 15 that of a batch of 100.
	serve = [operations]cost{opGet: {600, 0}, opInsert: {600, 394}, opBatch: {600, 394}, opQuery: {600, 20}}
)

const (
	// spread is sigma of the lognormal network time.
	spread = 0.4
	// lanes is how many range partitions a server can serve at their full rate.
	lanes = 4
	// refusedAfter is the part of the network time after which a refused request has its answer.
	refusedAfter = 0.5
)

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

// refusal is the chance that the service refuses a request of one entity, and one of a hundred, when so many microseconds of
// work for its partition are waiting already. It is not documented anywhere; the points are fitted to what figures 8 and 15
// tell, and between them it is a line on double logarithmic paper.
var refusal = []struct{ wait, one, hundred float64 }{
	{1e3, 1e-11, 1e-9},
	{30e3, 3.3e-6, 1e-4},
	{75e3, 1.05e-4, 1e-3},
	{95e3, 2.2e-4, 0.16},
	{190e3, 2e-3, 0.22},
	{300e3, 1e-2, 0.25},
	{2e6, 1, 1},
}
