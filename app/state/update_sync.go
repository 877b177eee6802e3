package state

import (
	"strconv"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// updateSync is the copies of this browser and their dialogs.
func updateSync(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case CopiesListed:
		s := *m.Sync
		s.asking = false
		var cmds []Cmd
		for _, c := range msg.Copies {
			if c.Partial && !s.known {
				m, cmds = notify(m, Notice{Text: "The pull of " + c.Remote + " from " + c.Source + " into " + c.Table + " is not finished. Go on from its ⇄ mark in the list of tables."})
			}
		}
		if msg.Err == nil { // the next change asks anew
			s.Copies, s.known = msg.Copies, true
		}
		m.Sync = &s
		if s.again {
			m, more := listCopies(m)
			return m, append(cmds, more...), true
		}
		return m, cmds, true

	case CopyOpened:
		c := m.Sync.Copy(msg.Table)
		if c == nil {
			return m, nil, true
		}
		m, cmds := openSync(m, Dialog{Kind: CopyInfo, Table: c.Table, Sync: &SyncDialog{}})
		return m, cmds, true

	case CopyShown:
		m.Dialog = nil
		m, cmds := showLocal(m, msg.Table)
		return m, append(cmds, CloseDialog{}), true

	case PullAgainPressed:
		return pullAgain(m, msg)
	case PullPressed:
		return pullPressed(m, msg)
	case PullEnded:
		return pullEnded(m, msg)
	case ComparePressed:
		return comparePressed(m, msg)
	case Compared:
		return compared(m, msg)
	case PushPressed:
		return pushPressed(m, msg)

	case UnlockPressed:
		m.Dialog = &Dialog{Kind: UnlockAccount, Source: msg.Source, Table: msg.Table}
		return m, []Cmd{OpenDialog{}}, true

	case PushEnded:
		return pushEnded(m, msg)
	case ConflictsPressed:
		return conflictsPressed(m, msg)
	case Reverted:
		return reverted(m, msg)

	case Detached:
		if msg.Err != nil {
			return syncFailed(m, "It is still a copy", msg.Err)
		}
		m.Dialog = nil
		m, cmds := notify(m, Notice{Text: msg.Table + " is an ordinary table of this browser now."})
		m, more := listCopies(m)
		return m, append(append(cmds, CloseDialog{}), more...), true
	}
	if m.Dialog == nil || m.Dialog.Sync == nil {
		return m, nil, false
	}
	d, s := *m.Dialog, *m.Dialog.Sync
	d.Sync = &s
	switch {
	case s.Pull != nil:
		return updatePull(m, d, msg)
	case s.Compare != nil:
		return updateCompare(m, d, msg)
	case s.Push != nil:
		return updatePush(m, d, msg)
	case s.Conflicts != nil:
		return updateConflicts(m, d, msg)
	}
	switch msg := msg.(type) {
	case CopyConfirmAsked:
		s.Confirm, d.Err = msg.What, ""
		m.Dialog = &d
		if msg.What == "" {
			return m, []Cmd{Focus{Target: "copy-push"}}, true
		}
		return m, []Cmd{Focus{Target: "copy-confirm"}}, true

	case CopyConfirmed:
		if d.Busy || s.Confirm == "" {
			return m, nil, true
		}
		d.Busy = true
		m.Dialog = &d
		if s.Confirm == "detach" {
			return m, []Cmd{Detach{d.Table}}, true
		}
		return m, []Cmd{Revert{wire.RevertRequest{Table: d.Table}}}, true
	}
	return m, nil, false
}

// openSync opens a dialog. One that was open becomes it: the keyboard is put to its beginning, because what was pressed is gone.
func openSync(m Model, d Dialog) (Model, []Cmd) {
	cmds := []Cmd{OpenDialog{}}
	if m.Dialog != nil {
		cmds = append(cmds, Focus{Target: "sync"})
	}
	m.Dialog = &d
	return m, cmds
}

// followCopies asks for the copies anew when a message may have changed them, and goes back to a push whose lock was opened.
// before is the dialog that the message met.
func followCopies(before *Dialog, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	if m.Embed != nil || !m.Ready {
		return m, cmds
	}
	switch msg := msg.(type) {
	case TablesListed:
		if m.Sync.known || m.Sync.asking || msg.Err != nil {
			return m, cmds
		}
	case WritesAllowed:
		if before == nil || before.Kind != UnlockAccount || before.Table == "" || m.Dialog != nil {
			return m, cmds
		}
		m, more, _ := pushPressed(m, PushPressed{before.Table})
		return m, append(cmds, more...)
	case TableChanged, page.Moved, page.TakenBack, page.CheckpointRestored:
	default:
		return m, cmds
	}
	m, more := listCopies(m)
	return m, append(cmds, more...)
}

// listCopies asks once at a time: a pull changes a table many times a second.
func listCopies(m Model) (Model, []Cmd) {
	s := *m.Sync
	s.again, s.asking = s.asking, true
	m.Sync = &s
	if s.again {
		return m, nil
	}
	return m, []Cmd{ListCopies{}}
}

// begin starts a work that the side bar shows too; false when another is under way, or the account is not there.
func begin(m Model, title, source string, d Dialog) (Model, bool) {
	d.Err = m.Sources.Missing(source)
	if m.Tables.Loading != nil {
		d.Err = "Something else is under way: " + m.Tables.Loading.Title + ". Stop it, or wait for its end."
	}
	if d.Err != "" {
		m.Dialog = &d
		return m, false
	}
	t := *m.Tables
	t.Loading = &Loading{Title: title}
	m.Tables = &t
	d.ErrField = ""
	d.Sync.Working = true
	m.Dialog = &d
	return m, true
}

// ended clears the work under way, and returns the dialog that it belongs to, nil when that was left.
func ended(m Model, mine func(*SyncDialog) bool) (Model, *Dialog) {
	t := *m.Tables
	t.Loading = nil
	m.Tables = &t
	if m.Dialog == nil || m.Dialog.Sync == nil || !m.Dialog.Sync.Working || !mine(m.Dialog.Sync) {
		return m, nil
	}
	d, s := *m.Dialog, *m.Dialog.Sync
	s.Working = false
	d.Sync = &s
	return m, &d
}

// syncFailed shows a refusal in the dialog when it is one about copies.
func syncFailed(m Model, what string, err error) (Model, []Cmd, bool) {
	f := wire.FailureOf(err)
	if m.Dialog == nil || m.Dialog.Sync == nil {
		m, cmds := fail(m, what, err)
		return m, cmds, true
	}
	d := *m.Dialog
	d.Busy, d.Err = false, page.Refused(what, f)
	m.Dialog = &d
	return m, []Cmd{Announce{Text: d.Err}, Focus{Target: "sync"}}, true
}

func reverted(m Model, msg Reverted) (Model, []Cmd, bool) {
	if msg.Err != nil {
		return syncFailed(m, "Nothing was taken back", msg.Err)
	}
	m, cmds := notify(m, Notice{Text: "Took " + words.Count(msg.Count, "local change", "local changes") + " of " + msg.Req.Table + " back."})
	m, more := listCopies(m)
	cmds = append(cmds, more...)
	if m.Dialog == nil || m.Dialog.Sync == nil {
		return m, cmds, true
	}
	if m.Dialog.Sync.Compare == nil {
		m.Dialog = nil
		return m, append(cmds, CloseDialog{}), true
	}
	m, more, _ = updateSync(m, CompareStarted{}) // the list is another now
	return m, append(cmds, more...), true
}

// Unsynced says what a copy has that the service has not, and what stands in the way: "3 changes to push · 1 conflict"; "" for
// nothing.
func Unsynced(c *tablesync.Copy) string {
	text := ""
	add := func(s string) {
		if text != "" {
			text += " · "
		}
		text += s
	}
	if c.Partial {
		add("not all pulled yet")
	}
	if n := c.Pending - c.Conflicts; n > 0 {
		add(words.Count(n, "change to push", "changes to push"))
	}
	if c.Conflicts > 0 {
		add(words.Count(c.Conflicts, "conflict", "conflicts"))
	}
	return text
}

// CopyOf says what a table is a copy of.
func CopyOf(c *tablesync.Copy) string {
	text := "copy of " + c.Remote + " at " + c.Source
	if part := ScopeText(c.Scope); part != "" {
		text += ", " + part
	}
	return text
}

// ScopeText names the part of a table, "" for all of it.
func ScopeText(s tablesync.Scope) string {
	switch {
	case s.Filter != "":
		return "only " + s.Filter
	case len(s.Partitions) == 1:
		return "only the partition " + page.KeyText(s.Partitions[0])
	case len(s.Partitions) > 1:
		return "only " + strconv.Itoa(len(s.Partitions)) + " partitions"
	}
	return ""
}

// Excerpt cuts a long text at so many characters; what is cut off in front is before the character at, which stays in sight.
func Excerpt(text string, at, runes int) string {
	r := []rune(text)
	if len(r) <= runes {
		return text
	}
	from := max(0, min(at-runes/4, len(r)-runes))
	cut := string(r[from : from+runes])
	if from > 0 {
		cut = "…" + cut
	}
	if from+runes < len(r) {
		cut += "…"
	}
	return cut
}

// Apart is the number of the first character in which texts differ.
func Apart(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
