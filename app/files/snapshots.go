package files

import (
	"context"
	"strings"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Snapshots is the dialog of snapshots, of what can be taken back, and of where the workspace is kept.
const Snapshots page.DialogKind = "snapshots"

// Snapshotting is what it holds.
type Snapshotting struct {
	List []wire.CheckpointInfo
	Name string // being typed
	Busy bool
}

// SnapshotName proposes a name for a snapshot.
func SnapshotName(now time.Time) string { return now.Format("2006-01-02 15:04") }

const snapshotsSlot page.Slot = "snapshots"

type (
	// ListCheckpoints asks for the snapshots. Answer: CheckpointsListed.
	ListCheckpoints struct{}
	// SaveCheckpoint, RestoreCheckpoint and DropCheckpoint. Answer: CheckpointSaved, CheckpointRestored, CheckpointDropped.
	SaveCheckpoint    struct{ Name string }
	RestoreCheckpoint struct{ ID, Name string }
	DropCheckpoint    struct{ ID, Name string }
)

type (
	// CheckpointsListed answers ListCheckpoints.
	CheckpointsListed struct {
		List []wire.CheckpointInfo
		Err  error
	}
	// CheckpointSaved answers SaveCheckpoint.
	CheckpointSaved struct {
		Checkpoint wire.CheckpointInfo
		Err        error
	}
	// CheckpointDropped answers DropCheckpoint.
	CheckpointDropped struct {
		Name, Undo string
		Err        error
	}
	SnapshotsPressed      struct{ Name string } // a name to propose
	SnapshotNamed         struct{ Text string }
	SnapshotSaved         struct{}
	RestorePressed        struct{ ID string }
	DropCheckpointPressed struct{ ID string }
)

func (ListCheckpoints) Slot() page.Slot { return snapshotsSlot }

func (ListCheckpoints) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Checkpoints, wire.Done{}, nil)
	if ctx.Err() != nil {
		return nil // a newer list is on its way
	}
	if err != nil {
		reply = &wire.CheckpointsReply{}
	}
	return CheckpointsListed{reply.Checkpoints, err}
}

func (cmd SaveCheckpoint) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.SaveCheckpoint, wire.CheckpointRequest{Name: cmd.Name}, nil)
	if err != nil {
		reply = &wire.CheckpointInfo{}
	}
	return CheckpointSaved{*reply, err}
}

func (cmd RestoreCheckpoint) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.RestoreCheckpoint, wire.CheckpointRequest{ID: cmd.ID}, nil)
	if err != nil {
		reply = &wire.UndoReply{}
	}
	return page.CheckpointRestored{Name: cmd.Name, Undo: reply.Undo, Err: err}
}

func (cmd DropCheckpoint) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.DropCheckpoint, wire.CheckpointRequest{ID: cmd.ID}, nil)
	if err != nil {
		reply = &wire.UndoReply{}
	}
	return CheckpointDropped{cmd.Name, reply.Undo, err}
}

// snapshots keeps the workspace under names.
func (m *Model) snapshots(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case SnapshotsPressed:
		d := &page.Dialog{Kind: Snapshots, Of: &Snapshotting{Name: msg.Name}}
		return m, []page.Cmd{page.ShowDialog{Dialog: d}, page.ResetFields{Values: map[string]string{"snapshot-name": msg.Name}}, page.OpenDialog{}, ListCheckpoints{}, AskStorage{}}, true

	case page.CheckpointRestored:
		if msg.Err != nil {
			return m, keepFailed(v, "Nothing was restored", msg.Err), true
		}
		return m, []page.Cmd{page.ShowDialog{}, page.Undoable{Undo: msg.Undo, Text: "Restored the snapshot " + words.Quote(msg.Name)}, page.CloseDialog{}, page.Relist{Anew: true, Queries: true}}, true

	case CheckpointDropped:
		if msg.Err != nil {
			return m, keepFailed(v, "The snapshot was not deleted", msg.Err), true
		}
		cmds := []page.Cmd{page.Undoable{Undo: msg.Undo, Text: "Deleted the snapshot " + words.Quote(msg.Name)}}
		if v.Dialog != nil && v.Dialog.Kind == Snapshots {
			cmds = append(cmds, page.Focus{Target: "snapshot-name"}) // the button that was pressed goes
		}
		return m, append(cmds, ListCheckpoints{}, AskStorage{}), true
	}
	held := page.Held[Snapshotting](v.Dialog)
	if held == nil {
		return m, nil, false
	}
	d, k := *v.Dialog, *held
	d.Of = &k
	show := page.ShowDialog{Dialog: &d}
	switch msg := msg.(type) {
	case CheckpointsListed:
		if msg.Err != nil {
			d.Err = wire.FailureOf(msg.Err).Message
		}
		k.List = msg.List
		return m, []page.Cmd{show}, true

	case SnapshotNamed:
		k.Name, d.Err = msg.Text, ""
		return m, []page.Cmd{show}, true

	case SnapshotSaved:
		name := strings.TrimSpace(k.Name)
		if k.Busy {
			return m, nil, true
		}
		if name == "" {
			d.Err = "Give the snapshot a name, so that it can be told from the others."
			return m, []page.Cmd{show, page.Focus{Target: "snapshot-name"}, page.Announce{Text: d.Err}}, true
		}
		k.Busy = true
		return m, []page.Cmd{show, SaveCheckpoint{name}}, true

	case CheckpointSaved:
		if msg.Err != nil {
			return m, keepFailed(v, "The snapshot was not saved", msg.Err), true
		}
		k.Busy, k.Name = false, ""
		return m, []page.Cmd{show, page.ResetFields{Values: map[string]string{"snapshot-name": ""}}, ListCheckpoints{}, AskStorage{}, page.Announce{Text: "Saved the snapshot " + msg.Checkpoint.Name + "."}}, true

	case RestorePressed:
		if k.Busy {
			return m, nil, true
		}
		k.Busy = true
		return m, []page.Cmd{show, RestoreCheckpoint{ID: msg.ID, Name: k.name(msg.ID)}}, true

	case DropCheckpointPressed:
		return m, []page.Cmd{DropCheckpoint{ID: msg.ID, Name: k.name(msg.ID)}}, true
	}
	return m, nil, false
}

// name is what a snapshot is called.
func (k *Snapshotting) name(id string) string {
	for _, c := range k.List {
		if c.ID == id {
			return c.Name
		}
	}
	return ""
}

// keepFailed shows a refusal in the dialog when it is open.
func keepFailed(v *page.View, what string, err error) []page.Cmd {
	held := page.Held[Snapshotting](v.Dialog)
	if held == nil {
		return []page.Cmd{page.Fail{What: what, Err: err}}
	}
	d, k := *v.Dialog, *held
	k.Busy = false
	d.Of, d.Err = &k, page.WhatFailed(what, wire.FailureOf(err))
	return []page.Cmd{page.ShowDialog{Dialog: &d}, page.Announce{Text: d.Err}}
}

// undone lists the snapshots anew when something was taken back beside them: one may be there again.
func undone(v *page.View, msg page.Msg) []page.Cmd {
	back, ok := msg.(page.TakenBack)
	if !ok || back.Err != nil || v.Dialog == nil || v.Dialog.Kind != Snapshots {
		return nil
	}
	return []page.Cmd{ListCheckpoints{}, page.Focus{Target: "snapshot-name"}} // the button that was pressed goes
}
