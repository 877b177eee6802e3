package review

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// drawing is what the dialogs are drawn with.
type drawing struct {
	store    Sender
	pending  *edit.Pending
	accounts *page.Accounts
}

// Dialog draws the dialog, if it is one of this package that is open.
func Dialog(v *page.View, pending *edit.Pending) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		dr := drawing{s, pending, v.Accounts}
		if r := page.Held[Review](v.Dialog); r != nil {
			return Drawn{Label: "Pending changes", Class: "wide", Body: dr.changes(r)}, true
		}
		if b := page.Held[GroupForm](v.Dialog); b != nil {
			return Drawn{Label: "Entity group transaction on " + v.Dialog.Table, Class: "wide", Body: dr.group(b)}, true
		}
		return Drawn{}, false
	}
}

// reviewed is how many changes the review lists; what is in trouble is listed always.
const reviewed = 100

// changes is the dialog of the pending changes: group by group, each change as a difference, and each group as the exact
// request.
func (dr drawing) changes(r *Review) []app.UI {
	n, s := dr.pending, dr.store
	running := n.Commit != nil && n.Commit.Running
	var last any
	if n.Commit != nil && !running {
		last = commitReport(n.Commit)
	}
	if len(n.Changes) == 0 {
		return []app.UI{H("div.stack#review tabindex=-1", last,
			H("p.dim", "Nothing is pending. What is added to the changes stands here until it is committed."),
			H("div.row.end", history(s, n, running)))}
	}
	met, listed, hidden := 0, 0, 0
	var groups []app.UI
	for _, i := range troubledFirst(n.Batches, func(b *edit.Batch) bool { return slices.ContainsFunc(b.Changes, inConflict) }) {
		b := n.Batches[i]
		var lines []app.UI
		for _, k := range troubledFirst(b.Changes, inConflict) {
			c := b.Changes[k]
			if listed >= reviewed && c.Conflict == nil && c.Failed == nil {
				hidden++
				continue
			}
			listed++
			lines = append(lines, dr.line(c, r, running, met))
			if c.Conflict != nil {
				met++
			}
		}
		if len(lines) == 0 {
			continue
		}
		var request any
		what := ".btn.small aria-expanded=" + strconv.FormatBool(i == r.Request)
		if i == r.Request {
			ops := make([]wire.ApplyRequest, len(b.Changes))
			for k, c := range b.Changes {
				ops[k] = c.Op()
			}
			request = dr.request(b.Source, b.Table, ops)
		}
		name := words.Clip(page.KeyText(b.PartitionKey), 60)
		var state0 any
		if running {
			state0 = batchTag(n.Commit, b)
		}
		groups = append(groups, H("section.batch", Label("Transaction on "+name),
			H("div.row", H("h3.wrap", edit.BatchPlace(b)+name), H("span.dim", edit.BatchText(b)), H("span.grow"), state0, Press(s, what, "Request", BatchOpened{Index: i}, Label("Request for "+name))),
			request, H("ul.plain.diffs", lines)))
	}
	var more, act any
	if hidden > 0 {
		more = H("p.dim", words.Count(hidden, "more change is", "more changes are")+" not listed; all are sent.")
	}
	if running {
		act = H("div.row.end", H("span.grow role=status", edit.CommitText(n.Commit)), Press(s, ".btn#commit-stop", "Stop", CommitStopped{}, Off(n.Commit.Stopped)))
	} else {
		what, why := ".btn.primary#commit", any(nil)
		switch {
		case met == 1:
			why = "Settle the conflict first."
		case met > 1:
			why = "Settle the " + words.Number(met) + " conflicts first."
		}
		if met > 0 {
			what, why = what+" aria-describedby=commit-why", H("span#commit-why", why)
		}
		act = H("div.row.end", history(s, n, running),
			Press(s, ".btn", "Discard all", PendingDiscarded{}), why,
			Press(s, what, edit.CommitAll(n), CommitPressed{}, Off(met > 0)))
	}
	return []app.UI{H("div.stack#review tabindex=-1",
		H("p.facts", H("b", words.Count(len(n.Changes), "change", "changes")), edit.PendingText(n)), last, groups, more, act)}
}

func inConflict(c *edit.Change) bool { return c.Conflict != nil }

// troubledFirst is the order of a list in the review: what keeps Commit back comes first, so that it is in sight.
func troubledFirst[T any](list []T, troubled func(T) bool) (order []int) {
	var rest []int
	for i, x := range list {
		if troubled(x) {
			order = append(order, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(order, rest...)
}

func history(s Sender, n *edit.Pending, running bool) app.UI {
	last := "Undo the last pending change"
	if len(n.Back) > 0 {
		last = "Undo the last commit"
	}
	again := "Redo the pending change"
	if len(n.Undone) == 0 && len(n.Forth) > 0 {
		again = "Redo the commit"
	}
	return H("div.row",
		Press(s, ".btn", "Undo", PendingUndone{}, Off(running || !n.Undoable()), Label(last)),
		Press(s, ".btn", "Redo", PendingRedone{}, Off(running || !n.Redoable()), Label(again)))
}

// batchTag is what becomes of a group while others are sent.
func batchTag(c *edit.Commit, b *edit.Batch) any {
	for _, r := range c.Runs {
		if r.Changes[0].EntityKey == b.Changes[0].EntityKey {
			return H("span.tag", r.State.String())
		}
	}
	return nil
}

// commitReport says of each group of the last commit that was not done why. What met a change of somebody else says so at its change.
func commitReport(c *edit.Commit) app.UI {
	var lines []app.UI
	for _, r := range c.Runs {
		if r.State == edit.Committed || r.Met() || len(lines) == wire.MaxWindow {
			continue
		}
		lines = append(lines, H("li", H("b", words.Clip(page.KeyText(r.PartitionKey), 60)), " "+edit.RunText(r)))
	}
	if len(lines) == 0 {
		return H("div.slot")
	}
	return H("div.failure#commit-report role=group", Label("What was not committed"), H("p", H("b", edit.CommitText(c))), H("ul.notes", lines))
}
