package copies

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// The dialogs.
const (
	CopyInfo         page.DialogKind = "copy-info"
	PullTable        page.DialogKind = "pull-table"
	CompareTables    page.DialogKind = "compare-tables"
	PushChanges      page.DialogKind = "push-changes"
	ResolveConflicts page.DialogKind = "resolve-conflicts"
)

// Form is what the dialogs about copies hold. Of the parts, the one of the dialog's kind is there.
type Form struct {
	Working   bool   // what it started is under way; how far it is, View.Loading tells
	Confirm   string // CopyInfo: what waits for a yes, "revert" or "detach"
	Pull      *PullForm
	Compare   *Comparing
	Push      *Pushing
	Conflicts *Conflicting
}

// show makes it the one that is open.
func (d *dialog) show() page.Cmd {
	shown, form := d.Dialog, d.Form
	shown.Of = &form
	return page.ShowDialog{Dialog: &shown}
}

// open opens it. One that was open becomes it: the keyboard is put to its beginning, because what was pressed is gone.
func (d *dialog) open(v *page.View) []page.Cmd {
	cmds := []page.Cmd{page.OpenDialog{}}
	if v.Dialog != nil {
		cmds = append(cmds, page.Focus{Target: "sync"})
	}
	return append(cmds, d.show())
}

// refuse says in it what is wrong, where the keyboard goes to.
func (d *dialog) refuse(text, focus string) []page.Cmd {
	d.Err = text
	return []page.Cmd{d.show(), page.Announce{Text: text}, page.Focus{Target: focus}}
}

// failed shows a refusal of the worker in it.
func (d *dialog) failed(what string, err error) []page.Cmd {
	d.Busy = false
	return d.refuse(page.Refused(what, wire.FailureOf(err)), "sync")
}

// failed shows a refusal in the dialog when one about copies is open.
func failed(v *page.View, what string, err error) []page.Cmd {
	if d := dialogOf(v); d != nil {
		return d.failed(what, err)
	}
	return []page.Cmd{page.Fail{What: what, Err: err}}
}

// begin starts a work that the list of tables shows too. It does not, and says why, when another is under way or the account is not
// there.
func (d *dialog) begin(v *page.View, title, source string, work page.Cmd) []page.Cmd {
	d.Err = v.Accounts.Missing(source)
	if v.Loading != nil {
		d.Err = "Something else is under way: " + v.Loading.Title + ". Stop it, or wait for its end."
	}
	if d.Err != "" {
		return []page.Cmd{d.show(), page.Announce{Text: d.Err}}
	}
	d.ErrField = ""
	d.Working = true
	return []page.Cmd{page.ShowLoading{Loading: &page.Loading{Title: title}}, d.show(), work, page.Focus{Target: "work-stop"}}
}

// ended is the dialog that a work belongs to which is over, nil when that was left.
func ended(v *page.View, mine func(*dialog) bool) *dialog {
	d := dialogOf(v)
	if d == nil || !d.Working || !mine(d) {
		return nil
	}
	d.Working = false
	return d
}
