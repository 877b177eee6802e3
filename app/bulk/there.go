package bulk

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// There is the part of a ManyForm that is about all pages of an account: they are read first, which is told and can be stopped, then
// the change is tried on what was read, told with its cost, and written.
type There struct {
	Can     bool // it can be chosen: the table is in an account, and the result does not hold all that matches
	Chosen  bool
	Filter  string // of the result
	Asks    bool   // the account is marked production: the table's name is asked for
	Name    string // as it was typed
	Price   string // of 10,000 requests, "" where none applies
	Finding bool
	Found   *wire.ManyReply // what was read; nil before
	Did     *wire.ManyReply // what a run came to that leaves something to do or to tell; nil before
}

// What happens in a form that is about all pages of an account.
type (
	ManySought struct{} // reads what the query finds, or reads on
	ManyNamed  struct{ Text string }
)

// leaveMany has the worker forget what was read.
type leaveMany struct{ req wire.ManyRequest }

// thereOf is what is offered of the account of a result.
func thereOf(v *page.View, whole bool) There {
	r := v.Rows
	filter := filterlang.WithoutComments(r.Filter)
	t := There{Can: r.Source != "" && !whole && v.Then == "", Filter: filter}
	if strings.TrimSpace(filter) != "" {
		_, err := filterlang.Parse(filter)
		t.Can = t.Can && err == nil
	}
	t.Asks = v.Accounts.Production(r.Source)
	return t
}

// request is what is asked of the worker. Of an account it names what was read.
func (f *ManyForm) request(step wire.ManyStep) wire.ManyRequest {
	req := f.Req
	req.Step = step
	if !f.There.Chosen {
		return req
	}
	if step == wire.FindMany || step == wire.LeaveMany {
		req = wire.ManyRequest{Step: step}
	}
	req.Result, req.Order, req.First, req.Last = 0, 0, 0, 0
	req.Source, req.Table, req.Filter = f.Source, f.Table, f.There.Filter
	if f.There.Found != nil {
		req.Found = f.There.Found.Found
	}
	return req
}

// blank reports whether the account has not been read for what is to be changed.
func (t *There) blank() bool { return t.Chosen && (t.Found == nil || t.Found.Entities == 0) }

// left is how many entities a run left to change.
func (t *There) left() int {
	if t.Did == nil {
		return 0
	}
	return t.Did.Account.Left
}

// readsOn reports whether there is more to read than what was read, and that it can be read as things are.
func (t *There) readsOn() bool {
	switch {
	case t.Found == nil || !t.Found.Partial || t.Found.Entities == 0:
		return false
	case t.Did != nil:
		return t.left() == 0
	}
	return !t.Found.Full
}

// named reports whether the table was named, where that is asked for.
func (f *ManyForm) named() bool { return !f.There.Chosen || !f.There.Asks || f.There.Name == f.Table }

// seek reads the account, from the beginning or on from where that ended.
func (f ManyForm) seek(v *page.View) []page.Cmd {
	t := &f.There
	if !t.Chosen || t.Finding || f.Working || t.left() > 0 {
		return nil
	}
	if !t.readsOn() {
		t.Found = nil
	}
	f.Seq++
	f.Progress, f.Err, f.ErrField, f.Asking, f.Reply = wire.Progress{}, "", "", false, nil
	t.Finding, t.Did = true, nil
	return []page.Cmd{f.shown(v), EditMany{f.Seq, f.request(wire.FindMany)}, page.Focus{Target: "many-stop"}}
}

// sought takes the answer of seek. The change is tried at once, where it is known.
func (f ManyForm) sought(v *page.View, msg ManyAnswered) []page.Cmd {
	t := &f.There
	if !t.Finding || msg.Req != f.request(wire.FindMany) {
		return nil
	}
	t.Finding = false
	if e := wire.FailureOf(msg.Err); e != nil {
		if e.Code != wire.Canceled {
			f.Err = e.Message
			return []page.Cmd{f.shown(v)}
		}
		if t.Found == nil { // stopped before the worker began
			t.Found = &wire.ManyReply{Partial: true}
		}
		return []page.Cmd{f.shown(v), page.Announce{Text: t.text()}, page.Focus{Target: "many-found"}}
	}
	t.Found, t.Price = msg.Reply, v.Accounts.Price(f.Source, msg.Price)
	cmds := []page.Cmd{page.Announce{Text: t.text()}, page.Focus{Target: "many-found"}}
	if msg.Reply.Entities == 0 {
		return append([]page.Cmd{f.shown(v)}, cmds...)
	}
	return append(f.preview(v), cmds...)
}

// text says what was read.
func (t *There) text() string {
	r := t.Found
	switch {
	case r == nil:
		return "Not read yet, so the number of entities is not known."
	case r.Entities == 0 && r.Partial:
		return "Stopped before anything was read."
	case r.Entities == 0:
		return "The query finds nothing: there is nothing to change."
	}
	text := "Read " + words.Count(r.Entities, "entity", "entities") + ", " + words.Bytes(r.Bytes) + ", in " + words.Count(r.Reads, "request", "requests")
	if r.Charge > 0 {
		text += ", " + words.Units(r.Charge) + " request units"
	}
	switch {
	case r.Full:
		return text + ". That is as much as is held at once: change these, then read on for the next."
	case r.Partial:
		return text + ". There may be more: change these, or read on first."
	}
	return text + ": all that the query finds."
}

// wroteThere takes what a run in an account came to.
func wroteThere(v *page.View, msg ManyAnswered) []page.Cmd {
	r := msg.Reply
	f := ManyForm{Req: msg.Req}
	held := page.Held[ManyForm](v.Dialog)
	var cmds []page.Cmd
	if held != nil && held.Working && held.Seq == msg.Seq {
		f = *held
		f.Working = false
		f.There.Did = r
		if r.Account.Left+r.Conflicts+r.Gone > 0 || f.There.readsOn() {
			cmds = []page.Cmd{f.shown(v), page.Focus{Target: didID}}
		} else {
			cmds = []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.Focus{Target: "grid"}, f.leave()}
		}
	}
	text := manyTitle(&f) + ": " + words.Number(r.Changed) + " of " + words.Count(r.Entities, "entity", "entities") + " changed."
	if r.Stopped {
		text = "Stopped. " + text
	}
	if n := r.Account.Already; n > 0 {
		text += " " + words.Count(n, "was", "were") + " so already."
	}
	if n := r.Conflicts + r.Gone; n > 0 {
		text += " " + words.Count(n, "was", "were") + " changed or deleted by somebody else first."
	}
	if e := r.Account.Failed; e != nil {
		text += " " + e.Message
	}
	cmds = append(cmds, page.Notify{Notice: page.Notice{Text: text, Bad: r.Stopped || r.Conflicts+r.Gone > 0}})
	if v.Query.Source != msg.Req.Source || v.Query.Table != msg.Req.Table || v.Rows.Reply == nil {
		return cmds
	}
	return append(cmds, page.Written{Source: msg.Req.Source, Table: msg.Req.Table})
}

// closed is what closing the form does: going on unseen would be worse than stopping, and what was written is told.
func (f *ManyForm) closed() []page.Cmd {
	cmds := []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.Stop{Slot: manySlot}}
	if f.There.Found != nil {
		cmds = append(cmds, f.leave())
	}
	return cmds
}

// leave has the worker forget what was read.
func (f ManyForm) leave() page.Cmd {
	f.There.Chosen = true
	return leaveMany{f.request(wire.LeaveMany)}
}
