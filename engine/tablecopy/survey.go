package tablecopy

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/engine"
)

// survey reads what a target has under the keys of a source.
type survey struct {
	ctx    context.Context
	source *engine.Snapshot
	to     Target
	opt    *Options
	phase  Phase

	unordered atomic.Bool // a page was

	lock     sync.Mutex
	each     func(rank int, theirs engine.Entity) error // may get an entity twice; the lock is held
	found    int                                        // entities it got
	requests int
	took     time.Duration // by all requests
	failed   error
}

// pageEntities is how many entities a page has at most.
const pageEntities = 1000

// fewPartitions is how many partitions at most are asked for one by one from the beginning.
const fewPartitions = 16

// run reads what the target has. Error: TableNotFound, those of the service, of each and of opt.Yield, and the context's.
//
// The first request is for all of it, which is enough when there is little. The rest is cut into as many ranges of keys as requests may
// be under way. A range of several partitions in which the target has much that the source has not is not read to its end: then each of
// the source's partitions is asked for.
func (s *survey) run() error {
	whole := span{0, s.source.Len()}
	if whole.to == 0 {
		_, err := s.ask(engine.Query{Top: 1}) // whether there is a table
		return err
	}
	lanes := max(1, s.opt.AtOnce)
	if s.source.Partitions() <= min(2*lanes, fewPartitions) && s.source.Partitions() > 1 {
		return s.all(s.partitions(whole))
	}
	rest, from, err := s.read(whole, engine.Token{}, 1)
	if err == nil && rest.from < rest.to && !s.ordered() {
		rest, _, err = s.read(whole, from, s.budget(whole))
	}
	switch {
	case err != nil, rest.from == rest.to:
		return err
	case s.ordered():
		return s.all(s.cut(rest, min(lanes, 1+(rest.to-rest.from)/(2*pageEntities)))) // the last page of each is not full
	}
	return s.all(s.partitions(whole))
}

// ordered reports whether lists are taken to be in key order.
func (s *survey) ordered() bool { return s.to.Profile.Ordered() && !s.unordered.Load() }

// budget returns how many pages of a span are read before its partitions are asked for one by one.
func (s *survey) budget(p span) int {
	if s.single(p) {
		return 1 << 30
	}
	return s.source.PartitionRank(s.source.At(p.to-1).PartitionKey()) - s.source.PartitionRank(s.source.At(p.from).PartitionKey()) + 2 + (p.to-p.from)/pageEntities
}

// all reads spans, several at a time.
func (s *survey) all(spans []span) error {
	var working sync.WaitGroup
	next := make(chan span, len(spans))
	for _, p := range spans {
		next <- p
	}
	close(next)
	for range min(max(1, s.opt.AtOnce), len(spans)) {
		working.Go(func() {
			for p := range next {
				if err := s.span(p); err != nil {
					s.lock.Lock()
					if s.failed == nil {
						s.failed = err
					}
					s.lock.Unlock()
					return
				}
			}
		})
	}
	working.Wait()
	return s.failed
}

// span reads a span to its end.
func (s *survey) span(p span) error {
	rest, _, err := s.read(p, engine.Token{}, s.budget(p))
	if err != nil || rest.from == rest.to {
		return err
	}
	if !s.ordered() {
		rest = p
	}
	for _, one := range s.partitions(rest) {
		if _, _, err := s.read(one, engine.Token{}, s.budget(one)); err != nil {
			return err
		}
	}
	return nil
}

// read reads at most so many pages of a span, from a token on. rest is what has not been read of it, and next where a list without
// order goes on.
func (s *survey) read(p span, from engine.Token, pages int) (rest span, next engine.Token, err error) {
	none := span{p.to, p.to}
	for q := (engine.Query{Filter: s.filter(p), From: from}); ; q.From = next {
		page, err := s.ask(q)
		if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.InvalidInput && s.single(p) {
			return none, engine.Token{}, s.one(p) // a key that this service's filters cannot say
		}
		if err == nil {
			err = s.take(page.Entities)
		}
		if err != nil || !page.Next.Valid {
			return none, engine.Token{}, err
		}
		next = page.Next
		for i := range page.Entities {
			if i > 0 && engine.CompareKeys(page.Entities[i-1], page.Entities[i]) > 0 {
				s.unordered.Store(true)
			}
		}
		if n := len(page.Entities); n > 0 && s.ordered() {
			p = s.behind(p, page.Entities[n-1])
		}
		if pages--; pages <= 0 || p.from == p.to {
			return p, next, nil
		}
	}
}

// one reads the entities of a span by their addresses.
func (s *survey) one(p span) error {
	for rank := p.from; rank < p.to; rank++ {
		e, err := s.get(rank)
		if err != nil {
			return err
		}
		if !e.IsZero() {
			if err := s.take([]engine.Entity{e}); err != nil {
				return err
			}
		}
	}
	return nil
}

// get reads the entity that has the keys of one of the source's; zero for none.
func (s *survey) get(rank int) (engine.Entity, error) {
	if err := s.pause(); err != nil {
		return engine.Entity{}, err
	}
	mine := s.source.At(rank)
	start := s.now()
	e, err := s.to.Get(s.ctx, s.to.Table, mine.PartitionKey(), mine.RowKey())
	s.count(start)
	if failed, ok := errors.AsType[*engine.Error](err); ok && (failed.Code == engine.ResourceNotFound || failed.Code == "EntityNotFound") {
		return engine.Entity{}, nil
	}
	return e, err
}

// ask makes one request.
func (s *survey) ask(q engine.Query) (*engine.Page, error) {
	if err := s.pause(); err != nil {
		return nil, err
	}
	start := s.now()
	page, err := s.to.Query(s.ctx, s.to.Table, q)
	s.count(start)
	return page, err
}

func (s *survey) now() time.Time {
	if s.opt.Now != nil {
		return s.opt.Now()
	}
	return time.Now()
}

func (s *survey) count(start time.Time) {
	took := s.now().Sub(start)
	s.lock.Lock()
	defer s.lock.Unlock()
	s.requests++
	s.took += took
}

// pause lets others run, one lane at a time.
func (s *survey) pause() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failed != nil {
		return s.failed
	}
	return s.opt.pause(s.ctx)
}

// take gives those entities on that have the keys of one of the source's.
func (s *survey) take(page []engine.Entity) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, e := range page {
		rank := s.source.Rank(e.PartitionKey(), e.RowKey())
		if rank >= s.source.Len() || engine.CompareKeys(s.source.At(rank), e) != 0 {
			continue
		}
		s.found++
		if err := s.each(rank, e); err != nil {
			return err
		}
	}
	s.opt.tell(Progress{Phase: s.phase, Done: s.found, Total: s.source.Len(), Requests: s.requests})
	return nil
}
