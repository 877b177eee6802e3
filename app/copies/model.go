package copies

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablesync"
)

// Model is what the page knows of the copies in this browser: tables that were pulled from an account. It is immutable: Update returns
// another.
type Model struct {
	Copies []tablesync.Copy // by table
	known  bool             // they were listed once
	asking bool             // they are being listed
	again  bool             // something changed meanwhile
	then   after            // what the pull is for whose dialog is open
}

// after is a message for when a pull is over, while its account is on screen.
type after struct {
	source string
	msg    page.Msg
}

// New returns the model before anything is known.
func New() *Model { return &Model{} }

// Copy returns what is known of a local table as a copy, nil when it is none.
func (m *Model) Copy(table string) *tablesync.Copy {
	if m == nil {
		return nil
	}
	for i := range m.Copies {
		if strings.EqualFold(m.Copies[i].Table, table) {
			return &m.Copies[i]
		}
	}
	return nil
}

// Of returns the copies of a table of an account.
func (m *Model) Of(source, remote string) []*tablesync.Copy {
	var list []*tablesync.Copy
	for i := 0; m != nil && i < len(m.Copies); i++ {
		if c := &m.Copies[i]; c.Source == source && c.Remote == remote {
			list = append(list, c)
		}
	}
	return list
}

// List asks for the copies. Answer: Listed.
type List struct{}

// Listed answers List.
type Listed struct {
	Copies []tablesync.Copy
	Err    error
}

// Update takes a message about copies; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	switch msg := msg.(type) {
	case Listed:
		next, cmds = m.listed(msg)
	case Opened:
		cmds = m.open(v, msg.Table)
	case Shown:
		n := *m
		n.then = after{}
		next, cmds = &n, []page.Cmd{page.ShowDialog{}, page.Send{Msg: page.TableWanted{Table: msg.Table}}, page.CloseDialog{}}
	case page.PullPressed:
		n := *m
		n.then = after{v.Query.Source, msg.Then}
		next, cmds = &n, pullPressed(v, msg.Table)
	case PullAgainPressed:
		cmds = m.pullAgain(v, msg)
	case PullEnded:
		next, cmds = m.pullEnded(v, msg)
	case ComparePressed:
		cmds = m.comparePressed(v, msg)
	case Compared:
		cmds = compared(v, msg)
	case page.PushPressed:
		cmds = m.pushPressed(v, msg.Table)
	case PushEnded:
		next, cmds = m.pushEnded(v, msg)
	case ConflictsPressed:
		cmds = m.conflictsPressed(v, msg.Table)
	case Reverted:
		next, cmds = m.reverted(v, msg)
	case Detached:
		next, cmds = m.detached(v, msg)
	default:
		return m.updateDialog(v, msg)
	}
	return next, cmds, ok
}

// updateDialog takes a message of the dialog that is open.
func (m *Model) updateDialog(v *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	d := dialogOf(v)
	var cmds []page.Cmd
	ok := false
	switch {
	case d == nil:
	case d.Pull != nil:
		cmds, ok = d.updatePull(v, msg)
	case d.Compare != nil:
		cmds, ok = m.updateCompare(v, d, msg)
	case d.Push != nil:
		cmds, ok = d.updatePush(v, msg)
	case d.Conflicts != nil:
		return m.updateConflicts(d, msg)
	default:
		cmds, ok = d.updateCopy(msg)
	}
	return m, cmds, ok
}

// dialog is a dialog about copies while it is changed.
type dialog struct {
	page.Dialog
	Form
}

// dialogOf returns the dialog that is open, nil when it is not about copies.
func dialogOf(v *page.View) *dialog {
	f := page.Held[Form](v.Dialog)
	if f == nil {
		return nil
	}
	return &dialog{*v.Dialog, *f}
}

// Follow asks for the copies anew when a message may have changed them, and goes back from a pull that was given up to what it was for.
func (m *Model) Follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	if m.then.msg != nil && (v.Dialog == nil || v.Dialog.Kind != PullTable) {
		n, then := *m, m.then
		n.then = after{}
		if v.Dialog == nil && v.Loading == nil && v.Query.Source == then.source {
			return &n, []page.Cmd{page.Send{Msg: then.msg}}
		}
		m = &n
	}
	if !v.Ready || v.Embedded {
		return m, nil
	}
	switch msg := msg.(type) {
	case page.TablesListed:
		if m.known || m.asking || msg.Err != nil {
			return m, nil
		}
	case page.TableChanged, page.Moved, page.TakenBack, page.CheckpointRestored:
	default:
		return m, nil
	}
	return m.list()
}

// list asks once at a time: a pull changes a table many times a second.
func (m *Model) list() (*Model, []page.Cmd) {
	n := *m
	n.again, n.asking = m.asking, true
	if n.again {
		return &n, nil
	}
	return &n, []page.Cmd{List{}}
}

// listed takes in the copies. At the first time it tells of pulls that were not finished.
func (m *Model) listed(msg Listed) (*Model, []page.Cmd) {
	n := *m
	n.asking = false
	var cmds []page.Cmd
	for _, c := range msg.Copies {
		if c.Partial && !n.known {
			cmds = []page.Cmd{page.Notify{Notice: page.Notice{Text: "The pull of " + c.Remote + " from " + c.Source + " into " + c.Table + " is not finished. Go on from its ⇄ mark in the list of tables."}}}
		}
	}
	if msg.Err == nil { // the next change asks anew
		n.Copies, n.known = msg.Copies, true
	}
	if n.again {
		next, ask := n.list()
		return next, append(cmds, ask...)
	}
	return &n, cmds
}

func (List) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Copies, wire.Done{}, nil)
	if err != nil {
		reply = &wire.CopiesReply{}
	}
	return Listed{reply.Copies, err}
}
