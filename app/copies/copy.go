package copies

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Requests to the worker.
type (
	// Revert takes local changes back. Answer: Reverted.
	Revert struct{ Req wire.RevertRequest }
	// Detach makes a copy an ordinary table. Answer: Detached.
	Detach struct{ Table string }
)

// What the worker told.
type (
	Reverted struct {
		Req   wire.RevertRequest
		Count int
		Err   error
	}
	Detached struct {
		Table string
		Err   error
	}
)

// What the person did.
type (
	Opened       struct{ Table string }
	Shown        struct{ Table string } // in the query screen
	ConfirmAsked struct{ What string }
	Confirmed    struct{}
)

// open opens the dialog of a copy.
func (m *Model) open(v *page.View, table string) []page.Cmd {
	c := m.Copy(table)
	if c == nil {
		return nil
	}
	d := &dialog{Dialog: page.Dialog{Kind: CopyInfo, Table: c.Table}}
	return d.open(v)
}

// updateCopy takes a message of the dialog of a copy.
func (d *dialog) updateCopy(msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case ConfirmAsked:
		d.Confirm, d.Err = msg.What, ""
		if msg.What == "" {
			return []page.Cmd{d.show(), page.Focus{Target: "copy-push"}}, true
		}
		return []page.Cmd{d.show(), page.Focus{Target: "copy-confirm"}}, true

	case Confirmed:
		if d.Busy || d.Confirm == "" {
			return nil, true
		}
		d.Busy = true
		if d.Confirm == "detach" {
			return []page.Cmd{d.show(), Detach{d.Table}}, true
		}
		return []page.Cmd{d.show(), Revert{wire.RevertRequest{Table: d.Table}}}, true
	}
	return nil, false
}

func (m *Model) reverted(v *page.View, msg Reverted) (*Model, []page.Cmd) {
	if msg.Err != nil {
		return m, failed(v, "Nothing was taken back", msg.Err)
	}
	next, list := m.list()
	cmds := append([]page.Cmd{page.Notify{Notice: page.Notice{Text: "Took " + words.Count(msg.Count, "local change", "local changes") + " of " + msg.Req.Table + " back."}}}, list...)
	switch d := dialogOf(v); {
	case d == nil:
	case d.Compare == nil:
		cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{})
	default: // the list is another now
		cmds = append(cmds, next.compare(v, d)...)
	}
	return next, cmds
}

func (m *Model) detached(v *page.View, msg Detached) (*Model, []page.Cmd) {
	if msg.Err != nil {
		return m, failed(v, "It is still a copy", msg.Err)
	}
	next, list := m.list()
	return next, append([]page.Cmd{page.ShowDialog{}, page.Notify{Notice: page.Notice{Text: msg.Table + " is an ordinary table of this browser now."}}, page.CloseDialog{}}, list...)
}

func (cmd Revert) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Revert, cmd.Req, nil)
	if err != nil {
		reply = &wire.RevertReply{}
	}
	return Reverted{cmd.Req, reply.Reverted, err}
}

func (cmd Detach) Run(ctx context.Context, out page.Outside) page.Msg {
	return Detached{cmd.Table, wire.Do(ctx, out.Client, wire.Detach, wire.PullCopyRequest{Table: cmd.Table})}
}
