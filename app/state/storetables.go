package state

import (
	"context"

	"rangefinder/app/designlab"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func (cmd CloneTable) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CloneTable, wire.CloneRequest{Table: cmd.Table, To: cmd.To}, nil)
	if err == nil {
		cmd.cloneComparison(ctx, out)
	}
	return TableCloned{cmd, undoOf(reply), err}
}

func (AskStats) Slot() Slot { return statsSlot }

func (cmd AskStats) Run(ctx context.Context, out Outside) Msg {
	if !page.Paused(ctx, cmd.Pause) {
		return nil
	}
	stats := statsOf(ctx, out, cmd.Table)
	return page.UnlessStopped(ctx, StatsTold{cmd.Table, stats})
}

// cloneComparison gives a clone the designs that its table has in the lab: a rename shall not lose them. One that was kept for a
// table of that name before is not its own. It is no reason for the clone to fail.
func (cmd CloneTable) cloneComparison(ctx context.Context, out Outside) {
	kept, err := out.Document(ctx, designlab.Document(cmd.Table))
	if err == nil {
		_, err = wire.Call(ctx, out.Client, wire.Document, wire.DocumentRequest{Name: designlab.Document(cmd.To), Text: kept.Text, Set: true}, nil)
	}
	if err != nil {
		out.Tell(designlab.SpecKept{Err: err})
	}
}

// stats asks for the parts of a table's statistics.
func statsOf(ctx context.Context, out Outside, table string) (t TableStats) {
	census, err := wire.Call(ctx, out.Client, wire.Census, wire.TableRequest{Table: table}, nil)
	if err == nil {
		t.Census = &census.Census
		t.Sizes, err = wire.Call(ctx, out.Client, wire.Partitions, wire.PartitionsRequest{Table: table, Order: wire.ByEntities, Count: 1}, nil)
	}
	if err == nil {
		var heavy *wire.PartitionsReply
		if heavy, err = wire.Call(ctx, out.Client, wire.Partitions, wire.PartitionsRequest{Table: table, Order: wire.ByBytes, Count: 1}, nil); err == nil && len(heavy.List) > 0 {
			t.Heaviest = heavy.List[0]
		}
	}
	if err != nil {
		t.Failed = wire.FailureOf(err).Message
	}
	return t
}
