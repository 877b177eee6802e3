package plan

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Mismatched ends a sentence on entities that hold another type than the literal: where they hold it, and what follows.
func Mismatched(p *Plan) string {
	names := slices.DeleteFunc(filterlang.Properties(p.Plan.Filter), func(name string) bool { return name == filterlang.PartitionKey || name == filterlang.RowKey })
	if slices.Sort(names); len(slices.Compact(names)) == 1 {
		return " in " + names[0] + ", so they do not match"
	}
	return ", so they do not match"
}

// Sentence is the plan strip in words, for the live region and for copying.
func Sentence(p *Plan) string {
	if p.Err != nil && p.Unfinished() {
		text := page.Refusal(p.Err)
		if strings.HasPrefix(text, "The filter is unfinished") {
			return text
		}
		return "The filter is not finished: " + text
	}
	if p.Err != nil {
		return "The filter is refused: " + page.Refusal(p.Err)
	}
	if p.Plan == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(words.Sentence(p.Plan.Class.String()) + ": " + words.InSentence(lead(p)))
	if e := p.Explain; e != nil && e.Cost.Examined != wire.Unknown {
		fmt.Fprintf(&b, ", examines %s of %s", words.Number(e.Cost.Examined), words.Count(e.Entities, "entity", "entities"))
	}
	if mt := p.Match; mt != nil && p.Plan.Profile == filterlang.Cosmos {
		fmt.Fprintf(&b, ", returns %s", words.Number(mt.Returned))
	} else if mt != nil {
		least := "at least " // pages end for reasons that nobody can tell before
		if certain(p) {
			least = ""
		}
		fmt.Fprintf(&b, ", returns %s, %s%s", words.Number(mt.Returned), least, words.Count(mt.RoundTrips, "round trip", "round trips"))
	}
	return b.String() + "."
}

// lead is what a plan reads, as far as it is known.
func lead(p *Plan) string {
	if key, missing := missing(p); missing {
		return "No partition " + words.Quote(words.Clip(key, 60)) + ": one request, which finds nothing"
	}
	return page.Lead(p.Plan)
}

// missing is the only partition that a plan reads, when it is known that there is none of that key.
func missing(p *Plan) (key string, ok bool) {
	if !p.Plan.WholePartition || p.Explain == nil || p.Explain.Entities == 0 || p.Explain.Cost.Examined > 0 || p.Of.Source != "" {
		return "", false
	}
	return p.Plan.Range.Partition.Single()
}

// certain tells whether the round trips of a plan are known before it ran.
func certain(p *Plan) bool {
	_, missing := missing(p)
	return missing || p.Plan.Class == filterlang.Point
}
