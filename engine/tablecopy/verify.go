package tablecopy

import (
	"context"
	"math/rand/v2"
	"sync"

	"rangefinder/engine"
)

// Verify reads back what the target should have after a Run: n of the entities, chosen at random by the seed, or all of them when n is
// negative. Entities that were skipped, refused or changed by others are not looked for. Errors: those of the service, of opt.Yield, and
// the context's; the Verification then tells what was found before.
func (c *Copy) Verify(ctx context.Context, n int, seed uint64, opt Options) (*Verification, error) {
	var ranks []int
	for rank, is := range c.is {
		if is <= equal {
			ranks = append(ranks, rank)
		}
	}
	v := &Verification{}
	s := &survey{ctx: ctx, source: c.source, to: c.to, opt: &opt, phase: Verifying}
	if n >= 0 && n < len(ranks) {
		r := rand.New(rand.NewPCG(seed, uint64(len(ranks))))
		r.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
		err := c.sample(s, ranks[:n], v)
		v.Requests = s.requests
		return v, err
	}
	there := make([]bool, len(c.is))
	s.each = func(rank int, e engine.Entity) error {
		if is := c.is[rank]; is > equal || there[rank] {
			return nil
		}
		there[rank] = true
		if mine := c.source.At(rank); !c.written(e, mine) {
			c.unlike(v, e, mine)
		}
		return nil
	}
	err := s.run()
	v.Requests, v.Read = s.requests, len(ranks)
	if err != nil {
		return v, err
	}
	for _, rank := range ranks {
		if !there[rank] {
			e := c.source.At(rank)
			v.Missing = append(v.Missing, Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()})
		}
	}
	return v, nil
}

// sample reads some entities, several at a time.
func (c *Copy) sample(s *survey, ranks []int, v *Verification) error {
	next := make(chan int, len(ranks))
	for _, rank := range ranks {
		next <- rank
	}
	close(next)
	var working sync.WaitGroup
	for range min(max(1, s.opt.AtOnce), len(ranks)) {
		working.Go(func() {
			for rank := range next {
				e, err := s.get(rank)
				s.lock.Lock()
				if err != nil && s.failed == nil {
					s.failed = err
				}
				mine := c.source.At(rank)
				key := Key{PartitionKey: mine.PartitionKey(), RowKey: mine.RowKey()}
				switch {
				case err != nil:
				case e.IsZero():
					v.Missing = append(v.Missing, key)
				case !c.written(e, mine):
					c.unlike(v, e, mine)
				}
				if err == nil {
					v.Read++
				}
				s.opt.tell(Progress{Phase: Verifying, Done: v.Read, Total: len(ranks), Requests: s.requests})
				s.lock.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	working.Wait()
	return s.failed
}
