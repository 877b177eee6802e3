package suggest

import (
	"context"
	"errors"
	"slices"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
)

// Options bound a search. The zero Options are the usual ones.
type Options struct {
	Seed   uint64 // which entities of a large table are searched on
	Screen int    // how many they are; 0 is DefaultScreen
	Work   int    // entities that get a key, copies included; 0 is DefaultWork
	Most   int    // suggestions; 0 is DefaultMost
}

// What the zero Options stand for.
const (
	DefaultScreen = 5000
	DefaultWork   = 6_000_000
	DefaultMost   = 6
)

// Result is what a search found.
type Result struct {
	Suggestions []Suggestion // the cheapest for a day first
	Now         []Scores     // of the designs of the Spec, in its order
	Tried       int          // designs that were measured
	Entities    int          // on which the suggestions were measured
	Screened    int          // on which the others were
	Complete    bool         // nothing that was to be tried was left out for want of work
	Stopped     bool         // the context ended before the search did: these are the best until then
	// Enough names designs of the Spec that a day costs no more under than under any suggestion, while none is as good in every
	// number: there may be nothing to gain.
	Enough []string
}

// Suggestion is a design that is worth a look.
type Suggestion struct {
	Design  lab.Design
	Scores  Scores
	Reasons []string // sentences
}

// Errors of a comparison that says too little.
var (
	ErrNoPatterns = errors.New("there is no access pattern that can be measured: the keys follow from what is asked and written")
	ErrNoEntities = errors.New("there are no entities to measure designs on: load some, or describe a population")
)

// Search looks for keys for the patterns of a comparison that has been checked. generated says that the keys of the entities mean
// nothing; then no pattern may ask for them. The designs of the comparison are measured too, and are not suggested again.
// When the context ends after something was found, the best until then is the result, measured on the entities that were searched on.
// Errors: ErrNoPatterns, ErrNoEntities, the context's and those of watch.
func Search(ctx context.Context, from *engine.Snapshot, generated bool, spec lab.Spec, opt Options, watch lab.Watch) (*Result, error) {
	if opt.Screen <= 0 {
		opt.Screen = DefaultScreen
	}
	if opt.Work <= 0 {
		opt.Work = DefaultWork
	}
	if opt.Most <= 0 {
		opt.Most = DefaultMost
	}
	if from.Len() == 0 {
		return nil, ErrNoEntities
	}
	screen, err := drawn(ctx, from, opt.Screen, opt.Seed, watch)
	if err != nil {
		return nil, err
	}
	s := &search{ctx: ctx, spec: spec, watch: watch, work: opt.Work, weight: float64(from.Len()) / float64(screen.Len()), known: map[string]*tried{}, bench: lab.NewBench(screen, generated), from: screen}
	if s.facts, err = factsOf(from, &spec, generated, s.pause); err != nil {
		return nil, err
	}
	s.needs = needsOf(&spec, s.facts)
	for i := range spec.Designs {
		if _, err := s.try(spec.Designs[i]); err != nil {
			return nil, err
		}
	}
	if s.usable == 0 {
		// A comparison without designs has not told which patterns can be measured.
		if _, err := s.try(lab.Design{Partition: "{PartitionKey}", Row: "{RowKey}"}); err != nil {
			return nil, err
		}
	}
	if s.usable == 0 {
		return nil, ErrNoPatterns
	}
	if err = s.keys(); err == nil {
		err = s.beside()
	}
	if err != nil && !(ctx.Err() != nil && s.found()) {
		return nil, err
	}
	r := &Result{Tried: len(s.pool), Entities: from.Len(), Screened: screen.Len(), Complete: !s.cut && err == nil, Stopped: err != nil}
	left, now := s.front(), s.given() // of the same entities, also when the context ends amid the rest
	if screen != from && !r.Stopped {
		settled, err := s.settle(from, generated, opt, left)
		switch {
		case err == nil:
			left, now = settled, s.given()
		case ctx.Err() == nil:
			return nil, err
		default:
			r.Stopped, r.Complete = true, false
		}
	}
	for _, t := range now {
		r.Now = append(r.Now, t.scores)
	}
	few := choose(left, now, opt.Most)
	for i, t := range few {
		d := t.design
		d.Name = nameOf(&d, i+1)
		r.Suggestions = append(r.Suggestions, Suggestion{Design: d, Scores: t.scores, Reasons: s.reasons(t, few, now)})
	}
	for i, t := range now {
		if t.fits && !beaten(t, few) && (len(few) == 0 || noMore(t.scores.Total(), few[0].scores.Total())) {
			r.Enough = append(r.Enough, spec.Designs[i].Name)
		}
	}
	return r, nil
}

// found reports whether there is a design to suggest already.
func (s *search) found() bool {
	return slices.ContainsFunc(s.pool, func(t *tried) bool { return t.fits && !t.given })
}

// beaten reports whether one of others is as good as a design in every number.
func beaten(t *tried, others []*tried) bool {
	for _, o := range others {
		if o.scores.NoWorse(t.scores) {
			return true
		}
	}
	return false
}
