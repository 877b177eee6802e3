package state

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func (cmd ReadLab) Run(ctx context.Context, out Outside) Msg {
	reply, err := out.Document(ctx, LabDocument(cmd.Table))
	if err != nil {
		reply = &wire.DocumentReply{}
	}
	return LabRead{Table: cmd.Table, Text: reply.Text, Err: err}
}

func (cmd KeepLab) Document() (name, text string) { return LabDocument(cmd.Table), cmd.Text }

func (cmd SuggestLab) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LabSuggest, cmd.Req, nil)
	if err != nil {
		reply = &wire.LabSuggestReply{}
	}
	return LabRead{Table: cmd.Req.Table, Text: reply.Spec, Suggested: true, Err: err}
}

func (AskLab) Slot() Slot     { return labSlot }
func (LeaveLab) Slot() Slot   { return labSlot }
func (KeepDesign) Slot() Slot { return designSlot }

func (cmd AskLab) Run(ctx context.Context, out Outside) Msg {
	time.Sleep(cmd.Pause)
	if ctx.Err() != nil {
		return nil
	}
	report, err := wire.Call(ctx, out.Client, wire.Lab, cmd.Req, func(p wire.Progress) {
		if ctx.Err() == nil {
			out.Tell(LabMeasuring{cmd.Req, p})
		}
	})
	return page.UnlessStopped(ctx, LabMeasured{cmd.Req, report, err})
}

func (LeaveLab) Run(ctx context.Context, out Outside) Msg {
	_ = wire.Do(context.WithoutCancel(ctx), out.Client, wire.LeaveLab, wire.Done{}) // a worker that is gone keeps nothing
	return nil
}

func (cmd KeepDesign) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LabKeep, cmd.Req, func(p wire.Progress) { out.Tell(DesignKeeping{p}) })
	return DesignKept{reply, err}
}
