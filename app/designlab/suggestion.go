package designlab

import (
	"context"
	"slices"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// What the buttons of the suggestions do.
const (
	SuggestKeys  = "suggest-keys"
	StopSuggest  = "stop-suggest"
	CloseSuggest = "close-suggest"
	AddSuggested = "add-suggested" // At is the suggestion
)

// Search is a search for keys for the patterns of the comparison.
type Search struct {
	Busy     bool
	Stopping bool
	Progress wire.Progress
	Spec     lab.Spec        // that was searched for
	Result   *suggest.Result // nil until it came
	Failed   *wire.Failure
}

const searchSlot page.Slot = "lab-search"

// SearchKeys searches for keys, Apart for a table of a lesson. Answer: Searching, Searched.
type SearchKeys struct {
	Req   wire.LabSearchRequest
	Apart bool
}

// Messages of a search.
type (
	Searching struct {
		Of       SearchKeys
		Progress wire.Progress
	}
	Searched struct {
		Of     SearchKeys
		Result *suggest.Result
		Err    error
	}
)

// Slot is that of the one search there can be.
func (SearchKeys) Slot() page.Slot { return searchSlot }

// Run asks the worker.
func (cmd SearchKeys) Run(ctx context.Context, out page.Outside) page.Msg {
	result, err := wire.Call(ctx, out.Client, wire.LabSearch, cmd.Req, func(p wire.Progress) {
		if ctx.Err() == nil {
			out.Tell(Searching{cmd, p})
		}
	})
	return Searched{cmd, result, err} // of one that was stopped, what was found until then
}

// search begins a search, stops it, or takes its answer off the screen.
func (m *Model) search(msg Did) (*Model, []page.Cmd) {
	l := *m
	switch {
	case msg.Act == SuggestKeys && (l.Search == nil || !l.Search.Busy):
		spec := l.Spec.Clone()
		l.Search = &Search{Busy: true, Spec: spec}
		return &l, []page.Cmd{SearchKeys{wire.LabSearchRequest{Table: l.Table, Spec: spec.String()}, l.Apart}, page.FocusOn{From: "lab-suggest", To: "lab-suggest-stop"}}
	case msg.Act == StopSuggest && l.Search != nil && l.Search.Busy && !l.Search.Stopping:
		s := *l.Search
		s.Stopping, l.Search = true, &s
		return &l, []page.Cmd{page.Stop{Slot: searchSlot}}
	case msg.Act == CloseSuggest && l.Search != nil && !l.Search.Busy:
		l.Search = nil
		return &l, []page.Cmd{page.Focus{Target: "lab-suggest"}}
	}
	return m, nil
}

// searched takes in what a search tells; ok is false for any other message.
func (m *Model) searched(msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	l := *m
	switch msg := msg.(type) {
	case Searching:
		if l.seeks(msg.Of) {
			s := *l.Search
			s.Progress = msg.Progress
			l.Search = &s
			return &l, nil, true
		}
	case Searched:
		if l.seeks(msg.Of) {
			s := *l.Search
			f := wire.FailureOf(msg.Err)
			focus := page.FocusOn{From: "lab-suggest-stop", To: "lab-suggest-close", Show: "lab-suggestions"}
			if f != nil && (s.Stopping || f.Code == wire.Canceled) { // it had found nothing yet
				l.Search, focus = nil, page.FocusOn{From: "lab-suggest-stop", To: "lab-suggest"}
				return &l, []page.Cmd{focus, page.Announce{Text: "Stopped: nothing is suggested."}}, true
			}
			if s.Busy, s.Failed = false, f; f == nil {
				s.Result = msg.Result
			}
			l.Search = &s
			return &l, []page.Cmd{focus}, true
		}
	default:
		return m, nil, false
	}
	return m, nil, true
}

// seeks reports whether that is the search which the lab waits for.
func (m *Model) seeks(of SearchKeys) bool {
	return m.Search != nil && m.Search.Busy && of.Apart == m.Apart && of.Req.Table == m.Table && of.Req.Spec == m.Search.Spec.String()
}

// HearAside takes what a search tells a lab that is set aside, see Aside; ok is false for any other message.
func (m *Model) HearAside(msg page.Msg) (next *Model, ok bool) {
	var of SearchKeys
	switch msg := msg.(type) {
	case Searching:
		of = msg.Of
	case Searched:
		of = msg.Of
	}
	if m == nil || !m.seeks(of) {
		return m, false
	}
	next, _, ok = m.searched(msg) // what moves the keyboard is for a screen that shows it
	return next, ok
}

// of reports whether the answer is still one for the comparison on screen: designs are not asked for.
func (s *Search) of(spec *lab.Spec) bool {
	a, b := lab.Spec{Population: s.Spec.Population, Patterns: s.Spec.Patterns}, lab.Spec{Population: spec.Population, Patterns: spec.Patterns}
	return a.String() == b.String()
}

// added reports whether the comparison has a design of the same keys and indexes.
func added(spec *lab.Spec, d *lab.Design) bool {
	return slices.ContainsFunc(spec.Designs, func(o lab.Design) bool {
		return o.Partition == d.Partition && o.Row == d.Row && slices.EqualFunc(o.Indexes, d.Indexes, func(x, y lab.Index) bool {
			return x.Kind == y.Kind && x.Partition == y.Partition && x.Row == y.Row && slices.Equal(x.Properties, y.Properties)
		})
	})
}

// SearchSummary says what a search did.
func SearchSummary(r *suggest.Result) string {
	text := words.Count(r.Tried, "design", "designs") + " measured"
	switch {
	case r.Stopped && r.Screened < r.Entities:
		text += " on " + words.Number(r.Screened) + " of " + words.Count(r.Entities, "entity", "entities") + " until it was stopped: more might be found, and on all entities the numbers differ"
	case r.Screened < r.Entities:
		text += " on " + words.Number(r.Screened) + " of the entities, the best of them on all " + words.Number(r.Entities)
	default:
		text += " on " + words.Count(r.Entities, "entity", "entities")
	}
	switch {
	case r.Stopped && r.Screened == r.Entities:
		text += " until it was stopped: more might be found"
	case !r.Complete && !r.Stopped:
		text += "; not everything was tried"
	}
	return text + "."
}
