package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// reviewed is how many changes the review lists; what is in trouble is listed always.
const reviewed = 100

// reviewChanges is the dialog of the pending changes: group by group, each change as a difference, and each group as the exact
// request.
func (p *DialogPanel) reviewChanges(d *state.Dialog) []app.UI {
	n, r := p.Pending, d.Review
	running := n.Commit != nil && n.Commit.Running
	var last any
	if n.Commit != nil && !running {
		last = p.commitReport(n.Commit)
	}
	if len(n.Changes) == 0 {
		return []app.UI{H("div.stack#review tabindex=-1", last,
			H("p.dim", "Nothing is pending. What is saved in the inspector is collected here until it is committed."),
			H("div.row.end", p.history(n, running)))}
	}
	listed, hidden := 0, 0
	var groups []app.UI
	for i, b := range n.Batches {
		var lines []app.UI
		for _, c := range b.Changes {
			if listed >= reviewed && c.Conflict == nil && c.Failed == nil {
				hidden++
				continue
			}
			listed++
			lines = append(lines, p.changeLine(c, r, running))
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
			request = p.exactRequest(b.Source, b.Table, ops)
		}
		name := words.Clip(page.KeyText(b.PartitionKey), 60)
		var state0 any
		if running {
			state0 = batchTag(n.Commit, b)
		}
		groups = append(groups, H("section.batch", Label("Transaction on "+name),
			H("div.row", H("h3.wrap", edit.BatchPlace(b)+name), H("span.dim", edit.BatchText(b)), H("span.grow"), state0, Press(p.Store, what, "Request", state.BatchOpened{Index: i}, Label("Request for "+name))),
			request, H("ul.plain.diffs", lines)))
	}
	var more, act any
	if hidden > 0 {
		more = H("p.dim", words.Count(hidden, "more change is", "more changes are")+" not listed; all are sent.")
	}
	if running {
		act = H("div.row.end", H("span.grow role=status", edit.CommitText(n.Commit)), Press(p.Store, ".btn#commit-stop", "Stop", state.CommitStopped{}, Off(n.Commit.Stopped)))
	} else {
		act = H("div.row.end", p.history(n, running),
			Press(p.Store, ".btn", "Discard all", state.PendingDiscarded{}),
			Press(p.Store, ".btn.primary#commit", "Commit "+words.Count(len(n.Changes), "change", "changes"), state.CommitPressed{}))
	}
	return []app.UI{H("div.stack#review tabindex=-1",
		H("p.facts", H("b", words.Count(len(n.Changes), "change", "changes")), edit.PendingText(n)), last, groups, more, act)}
}

func (p *DialogPanel) history(n *edit.Pending, running bool) app.UI {
	return H("div.row",
		Press(p.Store, ".btn", "Undo", state.PendingUndone{}, Off(running || len(n.Done) == 0), Label("Undo the last pending change")),
		Press(p.Store, ".btn", "Redo", state.PendingRedone{}, Off(running || len(n.Undone) == 0), Label("Redo the pending change")))
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

// commitReport says of each group of the last commit that was not done why.
func (p *DialogPanel) commitReport(c *edit.Commit) app.UI {
	var lines []app.UI
	for _, r := range c.Runs {
		if r.State == edit.Committed || len(lines) == wire.MaxWindow {
			continue
		}
		lines = append(lines, H("li", H("b", words.Clip(page.KeyText(r.PartitionKey), 60)), " "+edit.RunText(r)))
	}
	if len(lines) == 0 {
		return H("div.slot")
	}
	return H("div.failure#commit-report role=group", Label("What was not committed"), H("p", H("b", edit.CommitText(c))), H("ul.notes", lines))
}

// changeLine is one change, and what it changes when it is opened.
func (p *DialogPanel) changeLine(c *edit.Change, r *state.Review, running bool) app.UI {
	what, open := ".item aria-expanded=false", any(nil)
	if r.Open == c.EntityKey {
		what, open = ".item aria-expanded=true", p.change(c, running)
	}
	var trouble any
	switch {
	case c.Conflict != nil:
		trouble = H("span.tag.bad", "changed elsewhere")
	case c.Failed != nil:
		trouble = H("span.tag.bad", "refused")
	}
	return H("li", Press(p.Store, what, "", state.ChangeOpened{Key: c.EntityKey}, changeTag(c), H("span.name", page.EntityName(c.PartitionKey, c.RowKey)), trouble, H("small.name", edit.ChangeText(c))), open)
}

func changeTag(c *edit.Change) app.UI {
	switch {
	case c.Kind == "delete" && c.To != nil:
		return H("span.tag.odd", "moves away")
	case c.Kind == "delete":
		return H("span.tag.bad", "delete")
	case c.From != nil:
		return H("span.tag.right", "moves here")
	case c.Kind == "insert":
		return H("span.tag.right", "insert")
	}
	return H("span.tag.left", c.Kind)
}

func (p *DialogPanel) change(c *edit.Change, running bool) app.UI {
	key := page.EntityName(c.PartitionKey, c.RowKey)
	if c.Conflict != nil {
		return p.conflictOf(c, running)
	}
	var failed any
	if c.Failed != nil {
		failed = H("p.err", c.Failed.Code+": "+words.Clip(c.Failed.Message+" "+c.Failed.Detail, 400))
	}
	var mine *wire.EntityReply
	if c.Kind != "delete" {
		mine = &wire.EntityReply{Properties: c.Want}
	}
	return H("div.stack", failed,
		DiffTable("Change of "+key, []string{"Now", "Then"}, []*wire.EntityReply{c.Base, mine}, func(r page.DiffRow) app.UI {
			switch {
			case r.Same:
				return H("span.dim", "the same")
			case r.Cells[0].Type == edm.NoType:
				return H("span.tag.right", "added")
			case r.Cells[1].Type == edm.NoType:
				return H("span.tag.bad", "removed")
			case r.Cells[0].Type != r.Cells[1].Type:
				return H("span.tag.odd", "other type")
			}
			return H("span.tag.left", "changed")
		}),
		H("div.row", Press(p.Store, ".btn.small", "Edit", state.ChangeEdited{Key: c.EntityKey}, Label("Edit "+key), Off(running || c.Kind == "delete")),
			Press(p.Store, ".btn.small", "Discard", state.ChangeDropped{Key: c.EntityKey}, Label("Discard the change of "+key), Off(running))))
}

// conflictOf is base, theirs and mine of a change that met another, with a choice for each property. Writing mine over theirs
// comes last and says what it undoes.
func (p *DialogPanel) conflictOf(c *edit.Change, running bool) app.UI {
	f, key, mine := c.Conflict, page.EntityName(c.PartitionKey, c.RowKey), p.Pending.Mine(c)
	open := f.Open()
	settle := func(id, text string, w edit.Whose) app.UI {
		return Press(p.Store, ".btn.small#"+id, text, state.ConflictSettled{Key: c.EntityKey, Whose: w}, Label(text+": "+key), Off(running || w == edit.Undecided && open > 0))
	}
	moves := c.Kind == "delete" && c.To != nil
	if f.Theirs == nil && mine == nil {
		return H("div.stack", H("p", "Somebody deleted it already."), H("div.row", settle("take-theirs", "Discard change", edit.Theirs)))
	}
	picks := map[string]edit.Whose{}
	for _, x := range f.Picks {
		picks[x.Name] = x.Whose
	}
	table := DiffTable("Base, theirs and mine of "+key, []string{"Base", "Theirs", "Mine"}, []*wire.EntityReply{c.Base, f.Theirs, mine}, func(r page.DiffRow) app.UI {
		w, ok := picks[r.Name]
		there := !page.SameText(r.Cells[0], r.Cells[1])
		switch {
		case ok:
			return H("div.row",
				p.pick(c, r.Name, "Theirs", edit.Theirs, w), p.pick(c, r.Name, "Mine", edit.Mine, w))
		case f.Theirs == nil && !page.SameText(r.Cells[0], r.Cells[2]):
			return H("span.tag.left", "changed here")
		case f.Theirs == nil || !there:
			return H("span.dim", "the same")
		case mine == nil:
			return H("span.tag.right", "changed there")
		}
		return H("span.dim", "changed alike")
	})
	if f.Theirs == nil {
		text, again := "Somebody deleted it since it was read. Nothing was written.", "Keep mine: insert it again"
		if moves {
			text, again = "Somebody deleted it since it was read. It was not moved.", "Keep mine: insert it under the new key"
		}
		return H("div.stack", H("p", text), table, H("div.row", settle("take-theirs", "Leave it deleted", edit.Theirs), settle("take-mine", again, edit.Mine)))
	}
	loses := edit.Loses(c.Base, f.Theirs, mine)
	over := func(does string) app.UI {
		if loses == "" {
			return H("div.row", settle("take-mine", does, edit.Mine))
		}
		return H("div.row", settle("take-mine aria-describedby=conflict-cost", does, edit.Mine), H("span#conflict-cost", "This "+loses+"."))
	}
	if mine == nil {
		text := "Somebody changed it since it was read. It was not deleted."
		if moves {
			text = "Somebody changed it since it was read. " + c.To.Name() + ", which it moves to, is written already; the old entity is not deleted."
		}
		return H("div.stack", H("p", text), table, H("div.row", settle("take-theirs", "Keep theirs", edit.Theirs)), over("Delete it all the same"))
	}
	text := "Somebody changed it since it was read. Nothing was written."
	if c.Base == nil {
		text = "Somebody inserted an entity with this key. Nothing was written."
	}
	both := "Keep mine on theirs"
	var left, write any
	if moves {
		both = "Move theirs with my changes"
	}
	if loses != "" { // else mine on theirs is the same
		write = over("Overwrite theirs")
	}
	if open > 0 {
		left = H("span.dim", words.Count(open, "property was", "properties were")+" changed on both sides: choose.")
	}
	return H("div.stack", H("p", text), table,
		H("div.row", settle("take-theirs", "Take theirs", edit.Theirs), settle("take-both", both, edit.Both), settle("settle", "Use my choices", edit.Undecided), left),
		write)
}

func (p *DialogPanel) pick(c *edit.Change, name, text string, w, chosen edit.Whose) app.UI {
	what := ".btn.small aria-pressed=" + strconv.FormatBool(w == chosen)
	return Press(p.Store, what, text, state.SidePicked{Key: c.EntityKey, Property: name, Whose: w}, Label(text+" for "+words.Clip(name, 60)))
}

// exactRequest is the request of operations as it goes over the wire.
func (p *DialogPanel) exactRequest(source, table string, ops []wire.ApplyRequest) app.UI {
	m := state.Model{Sources: p.Sources}
	text := state.RequestOf(&m, source, table, ops)
	return H("div.stack", H("pre.request role=region tabindex=0", Label("Request"), text),
		H("div.row.end", Press(p.Store, ".btn.small", "Copy", state.CopyPressed{Text: text, What: "the request"}, Label("Copy the request"))))
}
