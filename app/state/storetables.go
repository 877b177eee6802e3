package state

import (
	"context"

	"rangefinder/app/designlab"
	"rangefinder/app/wire"
)

func (cmd CloneTable) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CloneTable, wire.CloneRequest{Table: cmd.Table, To: cmd.To}, nil)
	if err == nil {
		cmd.cloneComparison(ctx, out)
	}
	return TableCloned{cmd, undoOf(reply), err}
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
