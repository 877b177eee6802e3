package state

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func (cmd ForgetDamage) Run(ctx context.Context, out Outside) Msg {
	if err := wire.Do(ctx, out.Client, wire.ForgetDamage, wire.DamageRequest{File: cmd.File}); err != nil {
		return nil
	}
	return AskStorage{}.Run(ctx, out)
}

func (BeginAnew) Run(ctx context.Context, out Outside) Msg {
	return BegunAnew{wire.Do(ctx, out.Client, wire.BeginAnew, wire.Done{})}
}

func (AskStorage) Run(ctx context.Context, out Outside) Msg {
	info, err := wire.Call(ctx, out.Client, wire.Storage, wire.Done{}, nil)
	if err != nil {
		return nil
	}
	return StorageTold{*info}
}

func (ListCheckpoints) Slot() Slot { return snapshotsSlot }

func (ListCheckpoints) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Checkpoints, wire.Done{}, nil)
	if ctx.Err() != nil {
		return nil // a newer list is on its way
	}
	if err != nil {
		reply = &wire.CheckpointsReply{}
	}
	return CheckpointsListed{reply.Checkpoints, err}
}

func (cmd SaveCheckpoint) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.SaveCheckpoint, wire.CheckpointRequest{Name: cmd.Name}, nil)
	if err != nil {
		reply = &wire.CheckpointInfo{}
	}
	return CheckpointSaved{*reply, err}
}

func (cmd RestoreCheckpoint) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.RestoreCheckpoint, wire.CheckpointRequest{ID: cmd.ID}, nil)
	return page.CheckpointRestored{Name: cmd.Name, Undo: undoOf(reply), Err: err}
}

func (cmd DropCheckpoint) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.DropCheckpoint, wire.CheckpointRequest{ID: cmd.ID}, nil)
	return CheckpointDropped{cmd.Name, undoOf(reply), err}
}

func (cmd BundleTable) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Bundle, cmd.Req, nil)
	return Bundled{reply, err}
}

func (cmd AdoptTables) Run(ctx context.Context, out Outside) Msg {
	var made []string
	for _, req := range cmd.Reqs {
		if _, err := wire.Call(ctx, out.Client, wire.Adopt, req, nil); err != nil {
			return LinkAdopted{made, err}
		}
		made = append(made, req.Table)
	}
	return LinkAdopted{made, nil}
}

func (cmd TakeBack) Run(ctx context.Context, out Outside) Msg {
	return page.TakenBack{ID: cmd.ID, Err: wire.Do(ctx, out.Client, wire.Undo, wire.UndoRequest{Undo: cmd.ID})}
}

func (ReadQueries) Run(ctx context.Context, out Outside) Msg {
	reply, err := out.Document(ctx, QueriesDocument)
	if err != nil {
		reply = &wire.DocumentReply{}
	}
	return QueriesRead{reply.Text, err}
}

func (cmd KeepQueries) Document() (name, text string) { return QueriesDocument, cmd.Text }

func undoOf(reply *wire.UndoReply) string {
	if reply == nil {
		return ""
	}
	return reply.Undo
}
