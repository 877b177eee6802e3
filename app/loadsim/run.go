package loadsim

import (
	"math"
	"time"
)

// Run is a simulation on its way. Its methods are not for concurrent use.
type Run struct {
	cfg   Config
	keys  *keyspace
	rand  random
	wheel *wheel

	threads []thread
	vms     []vm
	servers []server
	ranges  []*keyRange
	byKey   [256]int32 // the first range of keys with a first byte
	account int64      // when the account's work is done

	ops      [operations]operation
	mix      [operations]uint64 // choose the operation by 32 random bits
	network  *quantiles
	compute  *quantiles
	held     *quantiles
	arrivals *quantiles // of clients with a rate
	interval int64      // of a thread with a rate, in µs
	end      int64
	now      int64
	balanced int64 // next look at the servers

	record record
}

// operation is what one request of a kind takes in this run.
type operation struct {
	entities int64
	client   int64
	network  int64
	serve    int64 // work of the range partition
	lane     int64 // what the range partition is taken for: serve, or what the limit allows
	server   int64 // what the server is taken for
	account  int64 // what the account is taken for
}

// thread is a client: one request at a time.
type thread struct {
	vm      int32
	sent    bool // its request is on its way to the service; else it is about to be made
	op      uint8
	attempt uint8 // 0: an operation begins
	key     uint32
	began   int64 // of the operation
	due     int64 // when the rate wants the next operation
}

// vm is one client computer, or several that do the same where that makes no difference: weight says how many.
type vm struct {
	free   int64
	weight int64
}

// New prepares a run, or returns an *Error that says what in the configuration cannot be used.
func New(cfg Config) (*Run, error) { return newRun(cfg, 0) }

// newRun is New with so many VMs simulated as one; 0: as many as fit.
func newRun(cfg Config, weight int) (*Run, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	r := &Run{
		cfg:     cfg,
		keys:    newKeyspace(&cfg),
		rand:    random{mix(cfg.Seed)},
		network: newQuantiles(lognormal), compute: newQuantiles(computing[cfg.Size]),
		held: newQuantiles(rayleigh), arrivals: newQuantiles(exponential),
		end:     cfg.Duration.Microseconds(),
		servers: make([]server, cfg.Servers),
	}
	r.prepare()
	r.balanced = balanceEvery
	for n, from := range r.keys.starts(cfg.Ranges) {
		r.ranges = append(r.ranges, &keyRange{from: from, server: n % cfg.Servers})
	}
	r.index()
	r.record.start(r)
	if weight == 0 {
		weight = r.weight()
	}
	r.clients(weight)
	return r, nil
}

// prepare works out what the operations take and how often each is chosen.
func (r *Run) prepare() {
	c, l := &r.cfg, limitsOf[r.cfg.Era]
	kib := float64(c.EntitySize) / 1024
	weights := [operations]int{opGet: c.Mix.Get, opInsert: c.Mix.Insert, opBatch: c.Mix.Batch, opQuery: c.Mix.Query}
	entities := [operations]int{opGet: 1, opInsert: 1, opBatch: c.BatchSize, opQuery: c.PageSize}
	sum, mean := 0, 0.0
	for _, w := range weights {
		sum += w
	}
	upTo := 0
	for i := range r.ops {
		o, n := &r.ops[i], entities[i]
		if i == opQuery { // a page ends at 4 MiB
			n = max(min(n, MaxAnswer/c.EntitySize), 1)
		}
		o.entities = int64(n)
		d := directionOf[i]
		o.client = int64(client[c.Size][d].of(n, kib))
		o.network = int64(way[c.Size][d].of(n, kib))
		work := serve[d].of(n, kib) / l.speed
		counted := float64(n) * max(1, math.Ceil(kib))
		o.serve, o.server = int64(work), int64(work/lanes)
		o.lane = o.serve
		if l.partition > 0 {
			o.lane = max(o.lane, int64(counted/l.partition*1e6))
			o.account = int64(counted / l.account * 1e6)
		}
		upTo += weights[i]
		r.mix[i] = uint64(upTo) << 32 / uint64(sum)
		mean += float64(weights[i]) / float64(sum) * float64(n)
	}
	if c.Rate > 0 {
		r.interval = int64(float64(c.VMs*c.Threads) * mean / float64(c.Rate) * 1e6)
	}
}

// clients sets up VMs and threads. They begin spread over the time of one request.
func (r *Run) clients(weight int) {
	for left := r.cfg.VMs; left > 0; left -= weight {
		r.vms = append(r.vms, vm{weight: int64(min(weight, left))})
	}
	r.threads = make([]thread, len(r.vms)*r.cfg.Threads)
	r.wheel = newWheel(len(r.threads))
	spread := 100_000.0
	if r.interval > 0 {
		spread = float64(r.interval)
	}
	for i := range r.threads {
		t := &r.threads[i]
		t.vm = int32(i % len(r.vms))
		t.due = int64(r.rand.between(0, spread))
		r.wheel.add(int32(i), t.due)
	}
}

// weight says how many VMs are simulated as one, so that a run stays quick. That is done only while the work of so many
// requests at once is short beside the time of one.
func (r *Run) weight() int {
	const (
		quick = 3e6 // requests in a run
		short = 6000
	)
	var time, compute, work, entities float64
	before := uint64(0)
	for i := range r.ops {
		o, share := &r.ops[i], float64(r.mix[i]-before)/(1<<32)
		before = r.mix[i]
		time += share * float64(o.client+o.network+o.serve)
		compute += share * float64(o.client)
		entities += share * float64(o.entities)
		if share > 0 {
			work = max(work, float64(o.lane))
		}
	}
	rate := float64(r.cfg.VMs) * min(float64(r.cfg.Threads)/time, 1/compute) * 1e6
	if r.cfg.Rate > 0 {
		rate = min(rate, float64(r.cfg.Rate)/entities)
	}
	weight := int(min(math.Ceil(rate*r.cfg.Duration.Seconds()/quick), short/work))
	return max(1, min(weight, r.cfg.VMs/2)) // two at least, so that they meet each other
}

// Done reports whether the run is at its end.
func (r *Run) Done() bool { return r.now >= r.end }

// Now returns how far the run is.
func (r *Run) Now() time.Duration { return time.Duration(r.now) * time.Microsecond }

// Step simulates until a time of the run, or its end. It calls yield every few milliseconds; when yield fails, Step stops
// there and returns that error, and another Step goes on as if nothing had been. yield may be nil.
func (r *Run) Step(until time.Duration, yield func() error) error {
	stop := min(until.Microseconds(), r.end)
	const slice = 1 << 14 // events
	for left := slice; r.now < stop; {
		border := min(stop, r.balanced, r.record.next)
		for left > 0 {
			t := r.wheel.take(border)
			if t < 0 {
				break
			}
			r.act(t, r.wheel.when[t])
			left--
		}
		if left > 0 {
			r.now = border
			if border == r.balanced {
				r.balance()
			}
			if border == r.record.next || border == r.end {
				r.record.close(r)
			}
			continue
		}
		left = slice
		if yield != nil {
			if err := yield(); err != nil {
				return err
			}
		}
	}
	return nil
}

// act lets a thread send a request, or its request meet the service.
func (r *Run) act(id int32, now int64) {
	t := &r.threads[id]
	if t.sent {
		r.arrive(id, t, now)
		return
	}
	u := r.rand.next()
	if t.attempt == 0 {
		for t.op = 0; u>>32 >= r.mix[t.op]; t.op++ {
		}
		t.key = r.keys.draw(now, id, r.rand.next())
		t.began = now
	}
	v := &r.vms[t.vm]
	o := &r.ops[t.op]
	v.free = max(v.free, now) + r.compute.at(u>>quantileBits, o.client)
	t.sent = true
	r.wheel.add(id, v.free+r.network.at(u, o.network)/2)
}

// arrive lets the service take a request or refuse it, and tells the thread when to go on.
func (r *Run) arrive(id int32, t *thread, now int64) {
	t.sent = false
	o := &r.ops[t.op]
	k := r.rangeOf(t.key)
	s := &r.servers[k.server]
	weight := r.vms[t.vm].weight
	u := r.rand.next()
	own := max(now, k.free, s.free, r.account) - now
	wait := own
	if u>>32 < 1<<32/held {
		wait += r.held.at(u>>quantileBits, heldFor)
	}
	refused := now < k.gone || wait > patience
	r.record.request(t.key, o.entities*weight, weight, refused)
	k.seen(t.key)
	if refused {
		k.refused += weight
		r.record.why[r.reason(k, now, own)] += weight
		answer := now + int64(refusedAfter*float64(o.network))
		if wait, again := r.cfg.Retry.Pause(int(t.attempt), r.rand.float()); again {
			t.attempt++
			r.wheel.add(id, answer+wait.Microseconds())
			return
		}
		t.attempt = 0
		r.record.failed(weight)
		r.next(id, t, answer+r.cfg.Pause.Microseconds())
		return
	}
	k.free = max(k.free, now) + o.lane*weight
	s.free = max(s.free, now) + o.server*weight
	r.account = max(r.account, now) + o.account*weight
	k.busy += o.lane * weight
	k.served += weight
	k.entities += o.entities * weight
	answer := now + wait + o.serve + r.network.at(u, o.network)/2
	r.record.latency.add(answer-t.began, weight)
	t.attempt = 0
	r.next(id, t, answer)
}

// reason says why a request for a range is refused that waits so long for work of its account.
func (r *Run) reason(k *keyRange, now, own int64) Reason {
	switch {
	case now < k.gone:
		return Moving
	case own <= patience:
		return OtherAccounts
	case now+own == k.free:
		return PartitionBusy
	case now+own == r.account:
		return AccountBusy
	}
	return ServerBusy
}

// next lets a thread begin its next operation when it can, or when its rate wants it.
func (r *Run) next(id int32, t *thread, when int64) {
	if r.interval > 0 {
		// A thread that is late makes up for eight operations at most.
		t.due = max(t.due+r.arrivals.at(r.rand.next(), r.interval), when-8*r.interval)
		when = max(when, t.due)
	}
	r.wheel.add(id, when)
}
