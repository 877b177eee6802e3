package state

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/app/builder"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Mismatched says why entities are skipped whose values the filter is not compared with.
func Mismatched(p *Plan) string {
	switch names := propertiesIn(p.Plan.Filter, nil); len(names) {
	case 1:
		return names[0] + " has another type"
	default:
		return "another type"
	}
}

// propertiesIn appends the properties that a filter compares, each once and without the keys.
func propertiesIn(e filterlang.Expr, names []string) []string {
	switch e := e.(type) {
	case *filterlang.And:
		for _, o := range e.Operands {
			names = propertiesIn(o, names)
		}
	case *filterlang.Or:
		for _, o := range e.Operands {
			names = propertiesIn(o, names)
		}
	case *filterlang.Not:
		return propertiesIn(e.Operand, names)
	case *filterlang.BoolProperty:
		return withName(names, e.Property)
	case *filterlang.Comparison:
		return withName(names, e.Property)
	}
	return names
}

func withName(names []string, name string) []string {
	if builder.HasFixedType(name) || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// Sentence is the plan strip in words, for the live region and for copying.
func Sentence(p *Plan) string {
	if p.Err != nil && p.Unfinished() {
		return "The filter is not finished: " + page.Refusal(p.Err)
	}
	if p.Err != nil {
		return "The filter is refused: " + page.Refusal(p.Err)
	}
	if p.Plan == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(words.Sentence(p.Plan.Class.String()) + ": " + words.InSentence(page.Lead(p.Plan)))
	if e := p.Explain; e != nil && e.Cost.Examined != wire.Unknown {
		fmt.Fprintf(&b, ", examines %s of %s", words.Number(e.Cost.Examined), words.Count(e.Entities, "entity", "entities"))
	}
	if mt := p.Match; mt != nil && p.Plan.Profile == filterlang.Cosmos {
		fmt.Fprintf(&b, ", returns %s", words.Number(mt.Returned))
	} else if mt != nil {
		least := "at least " // pages end for reasons that nobody can tell before
		if p.Plan.Class == filterlang.Point {
			least = ""
		}
		fmt.Fprintf(&b, ", returns %s, %s%s", words.Number(mt.Returned), least, words.Count(mt.RoundTrips, "round trip", "round trips"))
	}
	return b.String() + "."
}

// Told reports whether the sentence of a plan is whole: the numbers that will come have come.
func (m *Model) Told() bool {
	p := m.Plan
	return p.Err != nil || p.Explain != nil && (p.Match != nil || p.Failed != "" || m.Query.Source != "")
}

// Saving says what a rewrite changes: "10,681 → 612 entities examined"; "" when it was not counted.
func Saving(before, after wire.Cost) string {
	if after.Queries == 0 || after.Examined == wire.Unknown || before.Examined == wire.Unknown {
		return ""
	}
	text := words.Number(before.Examined) + " → " + about(after) + words.Count(after.Examined, "entity", "entities") + " examined"
	if after.Queries > 1 {
		text += " in " + words.Number(after.Queries) + " parallel queries"
	}
	return text
}

// read says how many entities a run examined, with a comma before it; "" where that is not known.
func read(r *wire.RunReply) string {
	switch {
	case r.Plan.Class.ByIndex() && r.Live != nil && r.Live.Charge > 0:
		return ", " + words.Units(r.Live.Charge) + " request units"
	case r.Plan.Class.ByIndex():
		return ""
	case r.Live != nil && r.Live.AtLeast:
		return ", at least " + words.Number(r.Stats.Examined) + " examined"
	}
	return ", " + words.Number(r.Stats.Examined) + " examined"
}

// Spending says what one way of asking costs: "examines 612 entities in 1 partition".
func Spending(c wire.Cost) string {
	if c.Examined == wire.Unknown {
		return unknownCost(c.Class)
	}
	text := "examines " + about(c) + words.Count(c.Examined, "entity", "entities") + " in " + words.Count(c.Partitions, "partition", "partitions")
	if c.Queries > 1 {
		text += ", " + words.Count(c.Queries, "query", "parallel queries")
	}
	return text
}

// about marks a number that was estimated from a sample, which is never shown as a count.
func about(c wire.Cost) string {
	if c.Estimated {
		return "about "
	}
	return ""
}
