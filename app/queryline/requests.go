package queryline

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// matchSlot is where one count of matches goes on.
const MatchSlot page.Slot = "match"

// Requests to the worker about the query on screen and its table.
type (
	// Explain asks for exact counts without a scan. Answer: Explained.
	Explain struct {
		Seq int
		Req wire.QueryRequest
	}
	// Match counts the matches; a newer one cancels it. Answer: Matching, Matched.
	Match struct {
		Seq int
		Req wire.QueryRequest
	}
	// DrawMap asks for segments. Answer: Mapped.
	DrawMap struct{ Req wire.MapRequest }
	// TakeCensus asks for the properties of a table. Answer: Counted.
	TakeCensus struct{ Source, Table string }
)

// Effects on the page.
type (
	// AnnouncePlan speaks the plan on screen when nothing was typed for a while. What was said of it before is not said again.
	AnnouncePlan struct{}
)

func (cmd Explain) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Explain, cmd.Req, nil)
	return Explained{cmd.Seq, reply, err}
}

func (Match) Slot() page.Slot { return MatchSlot }

func (cmd Match) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Match, cmd.Req, func(p wire.Progress) { out.Tell(Matching{cmd.Seq, p}) })
	return Matched{cmd.Seq, cmd.Req.View, reply, err}
}

func (cmd DrawMap) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Map, cmd.Req, nil)
	return Mapped{cmd.Req.Table, reply, err}
}

func (cmd TakeCensus) Run(ctx context.Context, out page.Outside) page.Msg {
	var census *filterlang.Census
	if reply, err := wire.Call(ctx, out.Client, wire.Census, wire.TableRequest{Source: cmd.Source, Table: cmd.Table}, nil); err == nil {
		census = &reply.Census
	}
	return Counted{cmd.Source, cmd.Table, census}
}
