package files

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

type (
	// AskStorage asks where the workspace is kept. Answer: StorageTold.
	AskStorage struct{}
	// ForgetDamage drops a damaged file. Answer: StorageTold.
	ForgetDamage struct{ File string }
	// BeginAnew makes a new workspace in the browser's storage. Answer: BegunAnew.
	BeginAnew struct{}
	// LoadAnew loads the page anew. It is an effect on the page.
	LoadAnew struct{}
)

type (
	// StorageTold answers AskStorage; the worker also tells by itself.
	StorageTold struct{ Info wire.StorageInfo }
	// PersistAnswered tells whether the browser will keep the workspace when its disk is nearly full.
	PersistAnswered struct{ Granted bool }
	// BegunAnew answers BeginAnew.
	BegunAnew        struct{ Err error }
	DamagedPressed   struct{ File string }
	DamageForgotten  struct{ File string }
	BeginAnewPressed struct{}
)

func (cmd ForgetDamage) Run(ctx context.Context, out page.Outside) page.Msg {
	if err := wire.Do(ctx, out.Client, wire.ForgetDamage, wire.DamageRequest{File: cmd.File}); err != nil {
		return nil
	}
	return AskStorage{}.Run(ctx, out)
}

func (BeginAnew) Run(ctx context.Context, out page.Outside) page.Msg {
	return BegunAnew{wire.Do(ctx, out.Client, wire.BeginAnew, wire.Done{})}
}

func (AskStorage) Run(ctx context.Context, out page.Outside) page.Msg {
	info, err := wire.Call(ctx, out.Client, wire.Storage, wire.Done{}, nil)
	if err != nil {
		return nil
	}
	return StorageTold{*info}
}

// storage is where the workspace is kept.
func (m *Model) storage(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case StorageTold:
		next, cmds := m.stored(msg.Info)
		return next, cmds, true
	case PersistAnswered:
		return m, []page.Cmd{AskStorage{}}, true
	case DamagedPressed:
		return m, []page.Cmd{ExportDamaged{msg.File}}, true
	case DamageForgotten:
		return m, []page.Cmd{ForgetDamage{msg.File}}, true
	case BeginAnewPressed:
		return m, []page.Cmd{BeginAnew{}}, true
	case BegunAnew:
		if msg.Err != nil {
			return m, keepFailed(v, "No new workspace was begun", msg.Err), true
		}
		return m, []page.Cmd{LoadAnew{}}, true
	}
	return m, nil, false
}

// stored takes in where the workspace is kept; what a person has to know is told once.
func (m *Model) stored(info wire.StorageInfo) (*Model, []page.Cmd) {
	old := m.Storage
	f := *m
	f.Storage = &info
	var cmds []page.Cmd
	tell := func(bad bool, text string) {
		cmds = append(cmds, page.Tell{Notice: page.Notice{Bad: bad, Text: text}})
	}
	switch {
	case len(info.Damage) > 0 && (old == nil || len(old.Damage) == 0), info.Missing && (old == nil || !old.Missing):
		cmds = []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: Snapshots, Of: &Snapshotting{}}}, page.OpenDialog{}, ListCheckpoints{}}
	case info.Failed != "" && (old == nil || old.Failed == ""):
		tell(true, "Nothing can be saved any more: "+info.Failed+" Export the workspace to a file before the page is closed.")
	case info.Told != "" && (old == nil || old.Told == ""):
		tell(false, info.Told)
	case !info.Durable && old != nil && old.Durable:
		tell(true, "From here on the tables are in memory only: "+info.Reason)
	}
	switch {
	case info.Full && (old == nil || !old.Full):
		tell(true, FullText(&info))
	case old != nil && old.Full && !info.Full && info.Failed == "":
		tell(false, "There is room again: changes are saved.")
	}
	return &f, cmds
}

// FullText says what to do when this browser gives the page no more room.
func FullText(s *wire.StorageInfo) string {
	text := "This browser gives the page no more room, so nothing can be saved. Deleting works: delete what you do not need, and saving works again."
	for i, held := range s.Largest {
		what := "the table "
		if held.Snapshot {
			what = "the snapshot "
		}
		if i == 0 {
			text += " The largest: "
		} else {
			text += ", "
		}
		text += what + held.Name + " (" + words.Bytes(held.Bytes) + ")"
	}
	if len(s.Largest) > 0 {
		text += "."
	}
	return text
}
