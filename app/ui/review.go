package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

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
		return []app.UI{h("div.stack#review tabindex=-1", last,
			h("p.dim", "Nothing is pending. What is saved in the inspector is collected here until it is committed."),
			h("div.row.end", p.history(n, running)))}
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
		name := words.Clip(state.KeyText(b.PartitionKey), 60)
		var state0 any
		if running {
			state0 = batchTag(n.Commit, b)
		}
		groups = append(groups, h("section.batch", label("Group of "+name),
			h("div.row", h("h3.wrap", state.BatchPlace(b)+name), h("span.dim", state.BatchText(b)), h("span.grow"), state0, press(p.Store, what, "Request", state.BatchOpened{Index: i}, label("Request for "+name))),
			request, h("ul.plain.diffs", lines)))
	}
	var more, act any
	if hidden > 0 {
		more = h("p.dim", words.Count(hidden, "more change is", "more changes are")+" not listed; all are sent.")
	}
	if running {
		act = h("div.row.end", h("span.grow role=status", state.CommitText(n.Commit)), press(p.Store, ".btn#commit-stop", "Stop", state.CommitStopped{}, off(n.Commit.Stopped)))
	} else {
		act = h("div.row.end", p.history(n, running),
			press(p.Store, ".btn", "Discard all", state.PendingDiscarded{}),
			press(p.Store, ".btn.primary#commit", "Commit "+words.Count(len(n.Changes), "change", "changes"), state.CommitPressed{}))
	}
	return []app.UI{h("div.stack#review tabindex=-1",
		h("p.facts", h("b", words.Count(len(n.Changes), "change", "changes")), state.PendingText(n)), last, groups, more, act)}
}

func (p *DialogPanel) history(n *state.Pending, running bool) app.UI {
	return h("div.row",
		press(p.Store, ".btn", "Undo", state.PendingUndone{}, off(running || len(n.Done) == 0), label("Undo the last pending change")),
		press(p.Store, ".btn", "Redo", state.PendingRedone{}, off(running || len(n.Undone) == 0), label("Redo the pending change")))
}

// batchTag is what becomes of a group while others are sent.
func batchTag(c *state.Commit, b *state.Batch) any {
	for _, r := range c.Runs {
		if r.Changes[0].EntityKey == b.Changes[0].EntityKey {
			return h("span.tag", r.State.String())
		}
	}
	return nil
}

// commitReport says of each group of the last commit that was not done why.
func (p *DialogPanel) commitReport(c *state.Commit) app.UI {
	var lines []app.UI
	for _, r := range c.Runs {
		if r.State == state.Committed || len(lines) == wire.MaxWindow {
			continue
		}
		lines = append(lines, h("li", h("b", words.Clip(state.KeyText(r.PartitionKey), 60)), " "+state.RunText(r)))
	}
	if len(lines) == 0 {
		return h("div.slot")
	}
	return h("div.failure#commit-report role=group", label("What was not committed"), h("p", h("b", state.CommitText(c))), h("ul.notes", lines))
}

// changeLine is one change, and what it changes when it is opened.
func (p *DialogPanel) changeLine(c *state.Change, r *state.Review, running bool) app.UI {
	what, open := ".item aria-expanded=false", any(nil)
	if r.Open == c.EntityKey {
		what, open = ".item aria-expanded=true", p.change(c, running)
	}
	var trouble any
	switch {
	case c.Conflict != nil:
		trouble = h("span.tag.bad", "changed elsewhere")
	case c.Failed != nil:
		trouble = h("span.tag.bad", "refused")
	}
	return h("li", press(p.Store, what, "", state.ChangeOpened{Key: c.EntityKey}, changeTag(c), h("span.name", entityName(c.PartitionKey, c.RowKey)), trouble, h("small.name", state.ChangeText(c))), open)
}

func changeTag(c *state.Change) app.UI {
	switch {
	case c.Kind == "delete" && c.To != nil:
		return h("span.tag.odd", "moves away")
	case c.Kind == "delete":
		return h("span.tag.bad", "delete")
	case c.From != nil:
		return h("span.tag.right", "moves here")
	case c.Kind == "insert":
		return h("span.tag.right", "insert")
	}
	return h("span.tag.left", c.Kind)
}

func (p *DialogPanel) change(c *state.Change, running bool) app.UI {
	key := entityName(c.PartitionKey, c.RowKey)
	if c.Conflict != nil {
		return p.conflictOf(c, running)
	}
	var failed any
	if c.Failed != nil {
		failed = h("p.err", c.Failed.Code+": "+words.Clip(c.Failed.Message+" "+c.Failed.Detail, 400))
	}
	var mine *wire.EntityReply
	if c.Kind != "delete" {
		mine = &wire.EntityReply{Properties: c.Want}
	}
	return h("div.stack", failed,
		diffTable("Change of "+key, []string{"Now", "Then"}, []*wire.EntityReply{c.Base, mine}, func(r state.DiffRow) app.UI {
			switch {
			case r.Same:
				return h("span.dim", "the same")
			case r.Cells[0].Type == edm.NoType:
				return h("span.tag.right", "added")
			case r.Cells[1].Type == edm.NoType:
				return h("span.tag.bad", "removed")
			case r.Cells[0].Type != r.Cells[1].Type:
				return h("span.tag.odd", "other type")
			}
			return h("span.tag.left", "changed")
		}),
		h("div.row", press(p.Store, ".btn.small", "Edit", state.ChangeEdited{Key: c.EntityKey}, label("Edit "+key), off(running || c.Kind == "delete")),
			press(p.Store, ".btn.small", "Drop", state.ChangeDropped{Key: c.EntityKey}, label("Drop the change of "+key), off(running))))
}

// conflictOf is base, theirs and mine of a change that met another, with a choice for each property. Writing mine over theirs
// comes last and says what it undoes.
func (p *DialogPanel) conflictOf(c *state.Change, running bool) app.UI {
	f, key, mine := c.Conflict, entityName(c.PartitionKey, c.RowKey), p.Pending.Mine(c)
	open := f.Open()
	settle := func(id, text string, w state.Whose) app.UI {
		return press(p.Store, ".btn.small#"+id, text, state.ConflictSettled{Key: c.EntityKey, Whose: w}, label(text+": "+key), off(running || w == state.Undecided && open > 0))
	}
	moves := c.Kind == "delete" && c.To != nil
	if f.Theirs == nil && mine == nil {
		return h("div.stack", h("p", "Somebody deleted it already."), h("div.row", settle("take-theirs", "Drop the change", state.Theirs)))
	}
	picks := map[string]state.Whose{}
	for _, x := range f.Picks {
		picks[x.Name] = x.Whose
	}
	table := diffTable("Base, theirs and mine of "+key, []string{"Base", "Theirs", "Mine"}, []*wire.EntityReply{c.Base, f.Theirs, mine}, func(r state.DiffRow) app.UI {
		w, ok := picks[r.Name]
		there := !sameText(r.Cells[0], r.Cells[1])
		switch {
		case ok:
			return h("div.row",
				p.pick(c, r.Name, "Theirs", state.Theirs, w), p.pick(c, r.Name, "Mine", state.Mine, w))
		case f.Theirs == nil && !sameText(r.Cells[0], r.Cells[2]):
			return h("span.tag.left", "changed here")
		case f.Theirs == nil || !there:
			return h("span.dim", "the same")
		case mine == nil:
			return h("span.tag.right", "changed there")
		}
		return h("span.dim", "changed alike")
	})
	if f.Theirs == nil {
		text, again := "Somebody deleted it since it was read. Nothing was written.", "Keep mine: insert it again"
		if moves {
			text, again = "Somebody deleted it since it was read. It was not moved.", "Keep mine: insert it under the new key"
		}
		return h("div.stack", h("p", text), table, h("div.row", settle("take-theirs", "Leave it deleted", state.Theirs), settle("take-mine", again, state.Mine)))
	}
	loses := state.Loses(c.Base, f.Theirs, mine)
	over := func(does string) app.UI {
		if loses == "" {
			return h("div.row", settle("take-mine", does, state.Mine))
		}
		return h("div.row", settle("take-mine aria-describedby=conflict-cost", does, state.Mine), h("span#conflict-cost", "This "+loses+"."))
	}
	if mine == nil {
		text := "Somebody changed it since it was read. It was not deleted."
		if moves {
			text = "Somebody changed it since it was read. " + c.To.Name() + ", which it moves to, is written already; the old entity is not deleted."
		}
		return h("div.stack", h("p", text), table, h("div.row", settle("take-theirs", "Keep theirs", state.Theirs)), over("Delete it all the same"))
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
		left = h("span.dim", words.Count(open, "property was", "properties were")+" changed on both sides: choose.")
	}
	return h("div.stack", h("p", text), table,
		h("div.row", settle("take-theirs", "Take theirs", state.Theirs), settle("take-both", both, state.Both), settle("settle", "Use what is chosen", state.Undecided), left),
		write)
}

func (p *DialogPanel) pick(c *state.Change, name, text string, w, chosen state.Whose) app.UI {
	what := ".btn.small aria-pressed=" + strconv.FormatBool(w == chosen)
	return press(p.Store, what, text, state.SidePicked{Key: c.EntityKey, Property: name, Whose: w}, label(text+" for "+words.Clip(name, 60)))
}

// exactRequest is the request of operations as it goes over the wire.
func (p *DialogPanel) exactRequest(source, table string, ops []wire.ApplyRequest) app.UI {
	m := state.Model{Sources: p.Sources}
	text := state.RequestOf(&m, source, table, ops)
	return h("div.stack", h("pre.request role=region tabindex=0", label("Request"), text),
		h("div.row.end", press(p.Store, ".btn.small", "Copy", state.CopyPressed{Text: text, What: "the request"}, label("Copy the request"))))
}
