package state

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func (ListCopies) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Copies, wire.Done{}, nil)
	if err != nil {
		reply = &wire.CopiesReply{}
	}
	return CopiesListed{reply.Copies, err}
}

func (cmd ListSides) Run(ctx context.Context, out Outside) Msg {
	sides, err := listSides(ctx, out, nil, "")
	if cmd.Source != "" && err == nil {
		sides, err = listSides(ctx, out, sides, cmd.Source)
	}
	return SidesListed{cmd.Source, sides, err}
}

// sides adds the tables of a source to a list.
func listSides(ctx context.Context, out Outside, list []Side, source string) ([]Side, error) {
	reply, err := wire.Call(ctx, out.Client, wire.Tables, wire.SourceRequest{Source: source}, nil)
	if err != nil {
		return list, err
	}
	for _, t := range reply.Tables {
		list = append(list, Side{Source: source, Table: t.Name})
	}
	return list, nil
}

func (Pull) Slot() Slot    { return page.LoadSlot }
func (Compare) Slot() Slot { return page.LoadSlot }
func (Push) Slot() Slot    { return page.LoadSlot }

func (cmd Pull) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Pull, cmd.Req, page.LoadProgress(out))
	return PullEnded{cmd.Req, reply, err}
}

func (cmd Compare) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Compare, cmd.Req, page.LoadProgress(out))
	return Compared{cmd.Req, reply, err}
}

func (cmd ReadDifferences) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Differences, cmd.Req, nil)
	return DifferencesRead{cmd.Asked, reply, err}
}

func (cmd PlanPush) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.PushPlan, wire.PullCopyRequest{Table: cmd.Table}, nil)
	return PushPlanned{cmd.Table, reply, err}
}

func (cmd Push) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Push, cmd.Req, page.LoadProgress(out))
	return PushEnded{cmd.Req, reply, err}
}

func (cmd ReadConflicts) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Conflicts, cmd.Req, nil)
	return ConflictsRead{cmd.Req, reply, err}
}

func (cmd Resolve) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Resolve, cmd.Req, nil)
	return Resolved{cmd.Req, reply, err}
}

func (cmd Revert) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Revert, cmd.Req, nil)
	if err != nil {
		reply = &wire.RevertReply{}
	}
	return Reverted{cmd.Req, reply.Reverted, err}
}

func (cmd Detach) Run(ctx context.Context, out Outside) Msg {
	return Detached{cmd.Table, wire.Do(ctx, out.Client, wire.Detach, wire.PullCopyRequest{Table: cmd.Table})}
}
