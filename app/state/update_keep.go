package state

import (
	"slices"
	"strings"
	"time"

	"rangefinder/app/files"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Snapshotting is the dialog of snapshots and storage.
type Snapshotting struct {
	List []wire.CheckpointInfo
	Name string // being typed
	Busy bool
}

// updateKeep is where the workspace is kept: storage, snapshots, what can be taken back.
func updateKeep(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case StorageTold:
		return storageTold(m, msg.Info)

	case PersistAnswered:
		return m, []Cmd{AskStorage{}}, true

	case SnapshotsPressed:
		m.Dialog = &Dialog{Kind: Snapshots, Keep: &Snapshotting{Name: msg.Name}}
		return m, []Cmd{ResetFields{Values: map[string]string{"snapshot-name": msg.Name}}, OpenDialog{}, ListCheckpoints{}, AskStorage{}}, true

	case page.TakenBack:
		for i, u := range m.Undos {
			if u.ID == msg.ID && msg.Err == nil {
				m.Undos = append(append([]page.UndoEntry(nil), m.Undos[:i]...), m.Undos[i+1:]...)
				break
			}
		}
		if msg.Err != nil {
			m, cmds := fail(m, "It could not be undone", msg.Err)
			return m, cmds, true
		}
		m.Reshow = true
		m, cmds := notify(m, Notice{Text: "Undone."})
		cmds = append(cmds, ListTables{})
		if m.Dialog != nil && m.Dialog.Kind == Snapshots {
			cmds = append(cmds, ListCheckpoints{}, Focus{Target: "snapshot-name"}) // the button that was pressed goes
		}
		return m, cmds, true

	case page.TakeBackPressed:
		m, cmds := takeBack(m, msg.ID)
		return m, cmds, true

	case page.CheckpointRestored:
		if msg.Err != nil {
			return keepFailed(m, "Nothing was restored", msg.Err)
		}
		m.Dialog, m.Reshow = nil, true
		m, cmds := undoable(m, msg.Undo, "Restored the snapshot "+words.Quote(msg.Name))
		return m, append(cmds, CloseDialog{}, ListTables{}, ReadQueries{}), true

	case CheckpointDropped:
		if msg.Err != nil {
			return keepFailed(m, "The snapshot was not deleted", msg.Err)
		}
		m, cmds := undoable(m, msg.Undo, "Deleted the snapshot "+words.Quote(msg.Name))
		if m.Dialog != nil && m.Dialog.Kind == Snapshots {
			cmds = append(cmds, Focus{Target: "snapshot-name"}) // the button that was pressed goes
		}
		return m, append(cmds, ListCheckpoints{}, AskStorage{}), true

	case DamagedPressed:
		return m, []Cmd{files.ExportDamaged{File: msg.File}}, true

	case DamageForgotten:
		return m, []Cmd{ForgetDamage{msg.File}}, true

	case BeginAnewPressed:
		return m, []Cmd{BeginAnew{}}, true

	case BegunAnew:
		if msg.Err != nil {
			return keepFailed(m, "No new workspace was begun", msg.Err)
		}
		return m, []Cmd{LoadAnew{}}, true
	}
	if m.Dialog == nil || m.Dialog.Keep == nil {
		return m, nil, false
	}
	d, k := *m.Dialog, *m.Dialog.Keep
	d.Keep = &k
	switch msg := msg.(type) {
	case CheckpointsListed:
		if msg.Err != nil {
			d.Err = wire.FailureOf(msg.Err).Message
		}
		k.List = msg.List
		m.Dialog = &d
		return m, nil, true

	case SnapshotNamed:
		k.Name, d.Err = msg.Text, ""
		m.Dialog = &d
		return m, nil, true

	case SnapshotSaved:
		name := strings.TrimSpace(k.Name)
		if k.Busy {
			return m, nil, true
		}
		if name == "" {
			d.Err = "Give the snapshot a name, so that it can be told from the others."
			m.Dialog = &d
			return m, []Cmd{Focus{Target: "snapshot-name"}, Announce{Text: d.Err}}, true
		}
		k.Busy = true
		m.Dialog = &d
		return m, []Cmd{SaveCheckpoint{name}}, true

	case CheckpointSaved:
		k.Busy = false
		if msg.Err != nil {
			return keepFailed(m, "The snapshot was not saved", msg.Err)
		}
		k.Name = ""
		m.Dialog = &d
		return m, []Cmd{ResetFields{Values: map[string]string{"snapshot-name": ""}}, ListCheckpoints{}, AskStorage{}, Announce{Text: "Saved the snapshot " + msg.Checkpoint.Name + "."}}, true

	case RestorePressed:
		if k.Busy {
			return m, nil, true
		}
		k.Busy = true
		m.Dialog = &d
		return m, []Cmd{RestoreCheckpoint{ID: msg.ID, Name: checkpointName(k.List, msg.ID)}}, true

	case DropCheckpointPressed:
		return m, []Cmd{DropCheckpoint{ID: msg.ID, Name: checkpointName(k.List, msg.ID)}}, true
	}
	return m, nil, false
}

func checkpointName(list []wire.CheckpointInfo, id string) string {
	for _, c := range list {
		if c.ID == id {
			return c.Name
		}
	}
	return ""
}

// keepFailed shows a refusal in the dialog when it is open.
func keepFailed(m Model, what string, err error) (Model, []Cmd, bool) {
	f := wire.FailureOf(err)
	if m.Dialog == nil || m.Dialog.Keep == nil {
		m, cmds := fail(m, what, err)
		return m, cmds, true
	}
	d, k := *m.Dialog, *m.Dialog.Keep
	k.Busy = false
	d.Keep, d.Err = &k, page.WhatFailed(what, f)
	m.Dialog = &d
	return m, []Cmd{Announce{Text: d.Err}}, true
}

// storageTold takes in where the workspace is kept; what a person has to know is told once.
func storageTold(m Model, info wire.StorageInfo) (Model, []Cmd, bool) {
	old := m.Storage
	m.Storage = &info
	var cmds []Cmd
	switch {
	case len(info.Damage) > 0 && (old == nil || len(old.Damage) == 0), info.Missing && (old == nil || !old.Missing):
		m.Dialog = &Dialog{Kind: Snapshots, Keep: &Snapshotting{}}
		cmds = []Cmd{OpenDialog{}, ListCheckpoints{}}
	case info.Failed != "" && (old == nil || old.Failed == ""):
		m, cmds = tell(m, Notice{Bad: true, Text: "Nothing can be saved any more: " + info.Failed + " Export the workspace to a file before the page is closed."})
	case info.Told != "" && (old == nil || old.Told == ""):
		m, cmds = tell(m, Notice{Text: info.Told})
	case !info.Durable && old != nil && old.Durable:
		m, cmds = tell(m, Notice{Bad: true, Text: "From here on the tables are in memory only: " + info.Reason})
	}
	switch {
	case info.Full && (old == nil || !old.Full):
		full, more := tell(m, Notice{Bad: true, Text: FullText(&info)})
		m, cmds = full, append(cmds, more...)
	case old != nil && old.Full && !info.Full && info.Failed == "":
		room, more := tell(m, Notice{Text: "There is room again: changes are saved."})
		m, cmds = room, append(cmds, more...)
	}
	return m, cmds, true
}

// undoable tells of something that can be taken back until the next reload.
func undoable(m Model, id, text string) (Model, []Cmd) {
	if id == "" {
		return notify(m, Notice{Text: text + "."})
	}
	m.Undos = append([]page.UndoEntry{{ID: id, Text: text}}, m.Undos...)
	if len(m.Undos) > maxUndos {
		m.Undos = m.Undos[:maxUndos:maxUndos]
	}
	return notify(m, Notice{Text: text + ".", Undo: page.TakeBackPressed{ID: id}, Action: "Undo"})
}

// maxUndos bounds the list of what can be taken back.
const maxUndos = 20

func takeBack(m Model, id string) (Model, []Cmd) {
	offer := Msg(page.TakeBackPressed{ID: id})
	switch n := m.Notice; {
	case n == nil:
	case n.Undo == offer:
		m.Notice = nil
	case n.Under != nil && n.Under.Undo == offer:
		alone := *n
		alone.Under, m.Notice = nil, &alone
	}
	m.Messages = slices.DeleteFunc(slices.Clone(m.Messages), func(n Notice) bool { return n.Undo == offer })
	return m, []Cmd{TakeBack{id}}
}

// SnapshotName proposes a name for a snapshot.
func SnapshotName(now time.Time) string { return now.Format("2006-01-02 15:04") }
