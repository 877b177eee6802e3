package state

import (
	"context"
	"time"

	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// What is pressed while an account is read, and what the clock tells.
type (
	ScanChosen   struct{ All bool } // else one page
	ScanCanceled struct{}
	// WaitTicked answers Tick.
	WaitTicked struct{ ID int }
)

type (
	// More reads on. Answer: RunProgressed, RunEnded.
	More struct{ Req wire.MoreRequest }
	// Tick sends WaitTicked after a second.
	Tick struct{ ID int }
)

// Worst says what a query that scans may cost at most, with nothing guessed.
func Worst(m *Model) string {
	if p := m.Plan.Plan; p != nil && p.Profile == filterlang.Cosmos {
		return worstByIndex(m, p)
	}
	what := "the whole table"
	if p := m.Plan.Plan; p != nil && p.Class == filterlang.PartitionRange {
		what = "every partition in its range"
	}
	size := 1000
	if top, _ := query.TopNumber(m.Query.Top); top > 0 {
		size = top
	}
	return "Reads " + what + ", page by page, at most " + words.Count(size, "entity", "entities") + " a page, and each page is billed. How many there are is not known before reading."
}

func (cmd Tick) Run(context.Context, Outside) Msg {
	time.Sleep(time.Second)
	return WaitTicked{cmd.ID}
}
