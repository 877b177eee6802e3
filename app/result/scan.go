package result

import (
	"rangefinder/app/query"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Worst says what a query that scans may cost at most, with nothing guessed. top is its $top, and last what is told of the last query of
// its shape, "" when nobody knows. free: nobody pays for what is read, as of this server's own tables.
func Worst(p *filterlang.Plan, top, last string, free bool) string {
	if p != nil && p.Profile == filterlang.Cosmos {
		return worstByIndex(p, last)
	}
	what := "the whole table"
	if p != nil && p.Class == filterlang.PartitionRange {
		what = "every partition in its range"
	}
	size := 1000
	if n, _ := query.TopNumber(top); n > 0 {
		size = n
	}
	billed := ", and each page is billed"
	if free {
		billed = ". Nothing is billed here, where a live account bills each page"
	}
	return "Reads " + what + ", page by page, at most " + words.Count(size, "entity", "entities") + " a page" + billed + ". How many there are is not known before reading."
}

// worstByIndex is Worst for an engine with an index of values.
func worstByIndex(p *filterlang.Plan, last string) string {
	text := "Each page is charged in request units. "
	if p.Class == filterlang.NoIndexHelp {
		text += "The index does not narrow it, so the charge grows with the table. "
	} else {
		text += "The index narrows it, so the charge grows with what it matches. "
	}
	if last != "" {
		return text + last
	}
	return text + "How many units that are is known when the service has answered."
}
