package tablesync

import (
	"cmp"
	"errors"
	"sync"

	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang/edm"
)

// lanes is a push that has several requests under way: a lane sends the groups of one partition, one after the other and in key order,
// and then takes the next partition that nobody has. So whoever reads a partition meanwhile finds what a push without lanes leaves
// there, and no two requests are about the same entity.
type lanes struct {
	turns   *Turns
	lock    sync.Mutex
	whole   *pusher // gathers what the lanes report
	next    string  // sort key from which on no lane has taken a partition
	failed  error   // the first error; it ends all lanes before their next request
	created bool    // the table, by a lane
}

// errOtherLane ends a lane because another one failed.
var errOtherLane = errors.New("tablesync: another lane failed")

// runLanes sends with several lanes what run sends with one.
func (p *pusher) runLanes() error {
	l := &lanes{whole: p, next: engine.FirstKey, turns: NewTurns(p.opt.AtOnce)}
	var all sync.WaitGroup
	for range p.opt.AtOnce * Lanes {
		lane := l.lane()
		all.Go(func() { l.run(lane) })
	}
	all.Wait()
	byPartition := func(a, b string) int { return cmp.Compare(edm.SortForm(a), edm.SortForm(b)) }
	stable.Sort(p.report.Groups, func(a, b GroupResult) int { return byPartition(a.PartitionKey, b.PartitionKey) })
	stable.Sort(p.report.Refused, func(a, b Refusal) int { return byPartition(a.PartitionKey, b.PartitionKey) })
	return l.failed
}

// lane returns a pusher for some of the partitions.
func (l *lanes) lane() *pusher {
	p := l.whole
	opt := *p.opt
	opt.Yield = func() error {
		l.lock.Lock()
		defer l.lock.Unlock()
		if l.failed != nil {
			return errOtherLane
		}
		if p.opt.Yield != nil {
			return p.opt.Yield()
		}
		return nil
	}
	lane := &pusher{ctx: p.ctx, db: p.db, remote: p.remote, table: p.table, there: p.there, opt: &opt, aside: map[Key]bool{}, lanes: l, turn: NewTurn()}
	if p.stage != nil {
		lane.remote = p.stage.Service
		lane.goOnStage(p.stage.made)
	}
	return lane
}

// run has a lane send one partition after the other.
func (l *lanes) run(lane *pusher) {
	for {
		low, high, err := l.take()
		if err == nil && high != "" {
			err = lane.between(low, high)
		}
		l.gather(lane)
		if err != nil {
			l.fail(err)
			return
		}
		if high == "" {
			return
		}
	}
}

// take returns the sort keys between which the next partition with changes lies; high is "" when there is none.
func (l *lanes) take() (low, high string, err error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.failed != nil {
		return "", "", errOtherLane
	}
	view, _, err := open(l.whole.db, l.whole.table)
	if err != nil {
		return "", "", err
	}
	view.EachChanged(l.next, func(k engine.Known) bool {
		low, high = engine.PartitionBounds(k.PartitionKey)
		return false
	})
	if high != "" {
		l.next = high
	}
	return low, high, nil
}

// fail notes why a lane ended.
func (l *lanes) fail(err error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.failed == nil {
		l.failed = err
	}
}

// gather adds what a lane has done since the last time to the report of all, and tells how far they are.
func (l *lanes) gather(lane *pusher) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.whole.report.add(&lane.report)
	l.whole.passed += lane.passed
	lane.report, lane.passed = PushReport{}, 0
	if s := lane.stage; s != nil {
		l.whole.stage.reads.report.Requests += s.reads.report.Requests
		s.reads.report.Requests = 0
	}
	l.whole.tell()
}

func (r *PushReport) add(o *PushReport) {
	r.Written += o.Written
	r.AlreadyThere += o.AlreadyThere
	r.Resolved += o.Resolved
	r.Unchanged += o.Unchanged
	r.Conflicts += o.Conflicts
	r.Groups = append(r.Groups, o.Groups...)
	r.Refused = append(r.Refused, o.Refused...)
	r.Requests += o.Requests
	r.Reads += o.Reads
}

// make makes the table, once for all lanes.
func (l *lanes) make(lane *pusher) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.created {
		return nil
	}
	err := lane.createTable()
	l.created = err == nil
	return err
}
