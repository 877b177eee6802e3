package suggest

import (
	"context"
	"encoding/json"
	"slices"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
)

// search is one run of Search.
type search struct {
	ctx   context.Context
	spec  lab.Spec
	watch lab.Watch
	facts *facts
	needs []need
	best  [lab.MaxPatterns][]keys // by need: what serves it best, by the estimate

	bench  *lab.Bench
	from   *engine.Snapshot // the entities that are searched on
	weight float64          // entities of the table for each of them

	pool   []*tried // in the order in which they were measured
	known  map[string]*tried
	usable int // patterns that can be measured
	done   int // work
	work   int
	cut    bool    // the work ran out
	share  float64 // of the whole search that is behind it, about
}

// tried is a design that was measured.
type tried struct {
	design lab.Design
	keys   *keys // nil for a design of the Spec
	copies int   // that were added to it
	given  bool  // it is one of the Spec
	fits   bool
	scores Scores
	spread float64 // partitions that the reads of a day cross
	report *lab.Report
}

// pause lets others work, and ends the search when it is stopped.
func (s *search) pause() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.watch.Yield == nil {
		return nil
	}
	return s.watch.Yield(int(shares*s.share), shares)
}

// The stages of a search end at these shares of it. What one will have to do is not known before: shares are a guess that never
// goes back.
const (
	shares     = 1000 // that progress is told in
	keysEnd    = 0.4
	roundShare = 0.17 // of each round of copies
	settleFrom = 0.92
)

// cellWork is what asking one pattern counts for, in entities that get a key.
const cellWork = 500

// try measures a design, or returns what is known of it; nil when there is no work left for it.
func (s *search) try(d lab.Design) (*tried, error) {
	d.Name = ""
	for i := range d.Indexes {
		d.Indexes[i].Name = ""
	}
	id, _ := json.Marshal(d)
	if t := s.known[string(id)]; t != nil {
		return t, nil
	}
	if s.done >= s.work {
		s.cut = true
		return nil, nil
	}
	t, err := s.measure(s.bench, d)
	if err != nil {
		return nil, err
	}
	s.done += s.from.Len()*(1+len(d.Indexes)) + cellWork*len(s.spec.Patterns)
	s.known[string(id)] = t
	s.pool = append(s.pool, t)
	if len(s.pool) <= len(s.spec.Designs) {
		t.given = true
	}
	return t, s.pause()
}

func (s *search) measure(b *lab.Bench, d lab.Design) (*tried, error) {
	spec := s.spec
	spec.Designs = []lab.Design{d}
	r, err := b.Measure(s.ctx, spec, lab.Watch{Yield: func(int, int) error { return s.pause() }})
	if err != nil {
		return nil, err
	}
	t := &tried{design: d, report: r}
	t.scores, t.spread, t.fits = scored(&spec, r, 0, s.weight)
	s.usable = 0
	for k, p := range r.Patterns {
		if p.Refused == nil && !spec.Patterns[k].Blank() {
			s.usable++
		}
	}
	return t, nil
}

// given returns the designs of the Spec, in its order.
func (s *search) given() []*tried {
	var list []*tried
	for _, d := range s.spec.Clone().Designs {
		t, _ := s.try(d)
		if t == nil {
			t = &tried{design: d}
		}
		list = append(list, t)
	}
	return list
}

// front returns the designs that can hold the data and do everything and that no other beats in every number.
func (s *search) front() []*tried { return front(s.pool) }

func front(pool []*tried) []*tried {
	var list []*tried
	for i, t := range pool {
		if t.fits && !slices.ContainsFunc(pool, func(o *tried) bool { return o != t && o.fits && o.better(t) }) &&
			!slices.ContainsFunc(pool[:i], func(o *tried) bool { return o.fits && !t.better(o) && !o.better(t) && o.scores == t.scores }) {
			list = append(list, t)
		}
	}
	return list
}

// better reports whether t is as good as o in every number and better in one, or the same and simpler: its reads cross fewer
// partitions, or it stores fewer copies; or it has more partitions, over which the service can spread a load.
func (t *tried) better(o *tried) bool {
	if !t.scores.NoWorse(o.scores) {
		return false
	}
	if !o.scores.NoWorse(t.scores) {
		return true
	}
	if t.spread != o.spread {
		return t.spread < o.spread
	}
	if len(t.design.Indexes) != len(o.design.Indexes) {
		return len(t.design.Indexes) < len(o.design.Indexes)
	}
	return t.partitions() > o.partitions()
}

// partitions is how many a design's table has.
func (t *tried) partitions() int { return t.report.Designs[0].Partitions }

// settled is how many designs are measured on all entities.
const settled = 20

// settle measures the designs that are left on all entities, and returns those that are left then. Those of the Spec are
// measured too, so that they are compared on the same entities.
func (s *search) settle(from *engine.Snapshot, generated bool, opt Options, left []*tried) ([]*tried, error) {
	// The number of a design that must not be lost, because it is best in one number, does not depend on the entities.
	left = choose(left, nil, settled)
	given := s.given()
	s.bench, s.from, s.weight = lab.NewBench(from, generated), from, 1
	s.known, s.pool = map[string]*tried{}, nil
	for i, t := range append(given, left...) {
		s.share = settleFrom + (1-settleFrom)*float64(i)/float64(len(given)+len(left))
		id, _ := json.Marshal(t.design)
		if s.known[string(id)] != nil {
			continue
		}
		all, err := s.measure(s.bench, t.design)
		if err != nil {
			return nil, err
		}
		all.keys, all.copies, all.given = t.keys, t.copies, i < len(given)
		s.known[string(id)] = all
		s.pool = append(s.pool, all)
	}
	return s.front(), nil
}
