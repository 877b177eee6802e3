package accounts

import (
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/port"
)

type (
	// LockPressed closes the lock of the account on screen, or opens the dialog that opens it. An account of the server's own has none.
	LockPressed struct{}
	// UnlockConfirmed opens the lock.
	UnlockConfirmed struct{}
)

// AllowWrites opens or closes a lock. Answer: WritesAllowed.
type AllowWrites struct {
	Name   string
	Writes bool
}

// WritesAllowed answers AllowWrites.
type WritesAllowed struct {
	Name    string
	Account port.Account
	Err     error
}

func (m *Model) lockPressed(v *page.View) []page.Cmd {
	a := m.Account(v.Query.Source)
	switch {
	case a == nil || a.Locked || !a.Live:
		return nil
	case a.Writes:
		return []page.Cmd{AllowWrites{a.Name, false}}
	}
	return unlock(page.UnlockPressed{Source: a.Name})
}

// unlock asks before an account can be written to.
func unlock(msg page.UnlockPressed) []page.Cmd {
	return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: UnlockAccount, Source: msg.Source, Table: msg.Table, Of: &Form{Then: msg.Then}}}, page.OpenDialog{}}
}

// writesAllowed tells what became of a lock, in its dialog while that is open.
func (m *Model) writesAllowed(v *page.View, msg WritesAllowed) (*Model, []page.Cmd) {
	d := dialogOf(v)
	asked := d != nil && d.Kind == UnlockAccount && d.Source == msg.Name
	if msg.Err != nil {
		if asked {
			d.Busy, d.Err = false, msg.Err.Error()
			return m, []page.Cmd{d.show()}
		}
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The lock of " + msg.Name + " was not changed: " + msg.Err.Error()}}}
	}
	n := *m
	n.changes++
	n.List = slices.Clone(m.List)
	for i := range n.List {
		if n.List[i].Name == msg.Name {
			n.List[i] = msg.Account
		}
	}
	text := msg.Name + " is read-only again."
	if msg.Account.Writes {
		text = msg.Name + " can be written to, until the lock is closed or the server stops."
	}
	cmds := []page.Cmd{page.Announce{Text: text}}
	if asked {
		cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{}, page.Focus{Target: "lock"})
		if d.Table != "" {
			cmds = append(cmds, page.Send{Msg: page.PushPressed{Table: d.Table}})
		}
		if d.Then != nil {
			cmds = append(cmds, page.Send{Msg: d.Then})
		}
	}
	return &n, cmds
}
