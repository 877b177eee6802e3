package plan

import (
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Saving says what a rewrite changes: "10,681 → 612 entities examined"; "" when it was not counted.
func Saving(before, after wire.Cost) string {
	if after.Queries == 0 || after.Examined == wire.Unknown || before.Examined == wire.Unknown {
		return ""
	}
	if after.Queries == 1 && after.Examined == before.Examined {
		return about(after) + words.Count(after.Examined, "entity", "entities") + " examined, as now"
	}
	text := words.Number(before.Examined) + " → " + about(after) + words.Count(after.Examined, "entity", "entities") + " examined"
	if after.Queries > 1 {
		text += " in " + words.Number(after.Queries) + " parallel queries"
	}
	return text
}

// Spending says what one way of asking costs: "examines 612 entities in 1 partition".
func Spending(c wire.Cost) string {
	if c.Examined == wire.Unknown {
		return page.UnknownCost(c.Class)
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

// ReadText says how many entities a run examined, with a comma before it; "" where that is not known.
func ReadText(r *wire.RunReply) string {
	switch {
	case r.Plan.Class.ByIndex() && r.Live != nil && r.Live.Charge > 0:
		return ", " + words.Units(r.Live.Charge) + " request units"
	case r.Plan.Class.ByIndex(), r.Live != nil && r.Live.AtLeast:
		return ""
	}
	return ", " + words.Number(r.Stats.Examined) + " examined"
}

// Mergeable reports whether several queries together read less than the one, so that they can be run and merged; see
// filterlang.Plan.Parallel.
func Mergeable(p *filterlang.Plan) bool {
	return p != nil && p.Profile != filterlang.Cosmos && p.MultiRange && !p.FilterIsFalse && !p.IdealGaveUp && len(p.Ideal) > 1 &&
		!slices.ContainsFunc(p.Ideal, func(r filterlang.KeyRange) bool { return !r.Contiguous() || r.Class() == filterlang.FullScan })
}

// MergedText says what queries that were merged did, beside what the one query does.
func MergedText(r *wire.RunReply) string {
	text := words.Number(r.Merged.Queries) + " queries merged, read in " + words.Count(r.Stats.RoundTrips, "round trip", "round trips")
	if r.Merged.Single == wire.Unknown {
		return text
	}
	return text + "; the query above alone examines " + words.Number(r.Merged.Single)
}
