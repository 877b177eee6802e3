package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
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
			ops := make([]worker.ApplyRequest, len(b.Changes))
			for k, c := range b.Changes {
				ops[k] = c.Op()
			}
			request = p.exactRequest(b.Source, b.Table, ops)
		}
		name := clip(state.KeyText(b.PartitionKey), 60)
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
		more = h("p.dim", state.Count(hidden, "more change is", "more changes are")+" not listed; all are sent.")
	}
	if running {
		act = h("div.row.end", h("span.grow role=status", state.CommitText(n.Commit)), press(p.Store, ".btn#commit-stop", "Stop", state.CommitStopped{}, off(n.Commit.Stopped)))
	} else {
		act = h("div.row.end", p.history(n, running),
			press(p.Store, ".btn", "Discard all", state.PendingDiscarded{}),
			press(p.Store, ".btn.primary#commit", "Commit "+state.Count(len(n.Changes), "change", "changes"), state.CommitPressed{}))
	}
	return []app.UI{h("div.stack#review tabindex=-1",
		h("p.facts", h("b", state.Count(len(n.Changes), "change", "changes")), state.PendingText(n)), last, groups, more, act)}
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
		if r.State == state.Committed || len(lines) == worker.MaxWindow {
			continue
		}
		lines = append(lines, h("li", h("b", clip(state.KeyText(r.PartitionKey), 60)), " "+state.RunText(r)))
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
	var failed any
	if c.Failed != nil {
		failed = h("p.err", c.Failed.Code+": "+clip(c.Failed.Message+" "+c.Failed.Detail, 400))
	}
	if c.Conflict != nil {
		return h("div.stack", failed, p.conflictOf(c, running))
	}
	var mine *worker.EntityReply
	if c.Kind != "delete" {
		mine = &worker.EntityReply{Properties: c.Want}
	}
	return h("div.stack", failed,
		diffTable("Change of "+key, []string{"Now", "Then"}, []*worker.EntityReply{c.Base, mine}, func(r state.DiffRow) app.UI {
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

// conflictOf is base, theirs and mine of a change that met another, with a choice for each property.
func (p *DialogPanel) conflictOf(c *state.Change, running bool) app.UI {
	f, key := c.Conflict, entityName(c.PartitionKey, c.RowKey)
	settle := func(id, text string, w state.Whose, disabled bool) app.UI {
		return press(p.Store, ".btn.small#"+id, text, state.ConflictSettled{Key: c.EntityKey, Whose: w}, label(text+": "+key), off(running || disabled))
	}
	switch {
	case f.Theirs == nil && c.Kind == "delete":
		return h("div.stack", h("p", "It is gone already."), h("div.row", settle("take-theirs", "Drop the change", state.Theirs, false)))
	case f.Theirs == nil:
		return h("div.stack", h("p", "It was deleted since it was read."), h("div.row", settle("take-mine", "Keep mine: insert it again", state.Mine, false), settle("take-theirs", "Leave it deleted", state.Theirs, false)))
	}
	var mine *worker.EntityReply
	if c.Kind != "delete" {
		mine = &worker.EntityReply{Properties: c.Want}
	}
	picks := map[string]state.Whose{}
	for _, x := range f.Picks {
		picks[x.Name] = x.Whose
	}
	table := diffTable("Base, theirs and mine of "+key, []string{"Base", "Theirs", "Mine"}, []*worker.EntityReply{c.Base, f.Theirs, mine}, func(r state.DiffRow) app.UI {
		w, ok := picks[r.Name]
		if !ok {
			return h("span.dim", "the same")
		}
		return h("div.row.nowrap",
			p.pick(c, r.Name, "Theirs", state.Theirs, w), p.pick(c, r.Name, "Mine", state.Mine, w))
	})
	if c.Kind == "delete" {
		return h("div.stack", h("p", "It was changed since it was read."), table,
			h("div.row", settle("take-mine", "Delete it all the same", state.Mine, false), settle("take-theirs", "Keep it", state.Theirs, false)))
	}
	open := f.Open()
	var left any
	if open > 0 {
		left = h("span.dim", state.Count(open, "property was", "properties were")+" changed on both sides: choose.")
	}
	return h("div.stack", h("p", "It was changed since it was read. Nothing was written."), table,
		h("div.row", settle("settle", "Use what is chosen", state.Undecided, open > 0), settle("take-mine", "All mine", state.Mine, false), settle("take-theirs", "All theirs", state.Theirs, false), left))
}

func (p *DialogPanel) pick(c *state.Change, name, text string, w, chosen state.Whose) app.UI {
	what := ".btn.small aria-pressed=" + strconv.FormatBool(w == chosen)
	return press(p.Store, what, text, state.SidePicked{Key: c.EntityKey, Property: name, Whose: w}, label(text+" for "+clip(name, 60)))
}

// exactRequest is the request of operations as it goes over the wire.
func (p *DialogPanel) exactRequest(source, table string, ops []worker.ApplyRequest) app.UI {
	m := state.Model{Sources: p.Sources}
	text := state.RequestOf(&m, source, table, ops)
	return h("div.stack", h("pre.request role=region tabindex=0", label("Request"), text),
		h("div.row.end", press(p.Store, ".btn.small", "Copy", state.CopyPressed{Text: text, What: "the request"}, label("Copy the request"))))
}
