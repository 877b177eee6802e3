package review

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/conflict"
	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// unfolded is how many conflicts are open without a press, so that nobody has to look for what keeps Commit back.
const unfolded = 20

// line is one change, and what it changes when it is opened. Of those in conflict it is the nth.
func (dr drawing) line(c *edit.Change, r *Review, running bool, nth int) app.UI {
	what, open := ".item aria-expanded=false", any(nil)
	met := c.Conflict != nil && nth < unfolded
	if met || r.Open == c.EntityKey {
		what, open = ".item aria-expanded=true", dr.change(c, running, nth)
	}
	var trouble any
	switch {
	case c.Taken():
		trouble = H("span.tag.bad", "key taken")
	case c.Conflict != nil:
		trouble = H("span.tag.bad", "changed elsewhere")
	case c.Failed != nil:
		trouble = H("span.tag.bad", "refused")
	}
	head := []any{ChangeTag(c), H("span.name", page.EntityName(c.PartitionKey, c.RowKey)), trouble, H("small.name", edit.ChangeText(c))}
	if met {
		return H("li", H("div.item", head...), open)
	}
	return H("li", Press(dr.store, what, "", ChangeOpened{Key: c.EntityKey}, head...), open)
}

// ChangeTag says in a word what a change does to its entity.
func ChangeTag(c *edit.Change) app.UI {
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

func (dr drawing) change(c *edit.Change, running bool, nth int) app.UI {
	key := page.EntityName(c.PartitionKey, c.RowKey)
	if c.Conflict != nil {
		return dr.conflict(c, running, nth)
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
		H("div.row", Press(dr.store, ".btn.small", "Edit", ChangeEdited{Key: c.EntityKey}, Label("Edit "+key), Off(running || c.Kind == "delete")),
			Press(dr.store, ".btn.small", "Discard", ChangeDropped{Key: c.EntityKey}, Label("Discard the change of "+key), Off(running))))
}

// taken is a new entity whose key has one already. Nothing of them is merged: they are two entities.
func (dr drawing) taken(c *edit.Change, running bool) app.UI {
	key := page.EntityName(c.PartitionKey, c.RowKey)
	return H("div.stack", H("p", "There is an entity with this key already. Nothing was written."),
		DiffTable("What is there and what is new of "+key, []string{"There", "New"}, []*wire.EntityReply{c.Conflict.Theirs, {Properties: c.Want}}, func(r page.DiffRow) app.UI {
			if r.Same {
				return H("span.dim", "the same")
			}
			return H("span.tag.bad", "different")
		}),
		H("div.row", Press(dr.store, ".btn.small.primary", "Choose another key", ChangeEdited{Key: c.EntityKey}, Off(running)),
			Press(dr.store, ".btn.small", "Open what is there", TakenOpened{Key: c.EntityKey}, Off(running)),
			Press(dr.store, ".btn.small", "Discard", ChangeDropped{Key: c.EntityKey}, Label("Discard the change of "+key), Off(running))))
}

// conflict is a change that met another, the nth of them.
func (dr drawing) conflict(c *edit.Change, running bool, nth int) app.UI {
	if c.Taken() {
		return dr.taken(c, running)
	}
	w := conflict.Words{Since: "it was read", After: "Nothing was written."}
	switch moves := c.Kind == edit.DeleteKind && c.To != nil; {
	case moves && dr.pending.At(*c.To) == nil:
		w.After, w.Moves = c.To.Name()+", which it moves to, is written already; the old entity is not deleted.", c.To.Name()
	case moves:
		w.After, w.Moves = "It was not moved.", c.To.Name()
	case c.Kind == edit.DeleteKind:
		w.After = "It was not deleted."
	}
	id := ""
	if nth > 0 {
		id = "-" + words.Number(nth)
	}
	met := conflict.Case{
		ID:    id,
		Sides: dr.pending.Sides(c), Name: page.EntityName(c.PartitionKey, c.RowKey), Picks: c.Conflict.Picks, Words: w, Off: running,
		Pick: func(property string, side conflict.Whose) page.Msg {
			return SidePicked{Key: c.EntityKey, Property: property, Whose: side}
		},
		Settle: func(side conflict.Whose) page.Msg { return ConflictSettled{Key: c.EntityKey, Whose: side} },
	}
	return met.Draw(dr.store)
}

// request is the request of operations as it goes over the wire.
func (dr drawing) request(source, table string, ops []wire.ApplyRequest) app.UI {
	text := RequestOf(dr.accounts, source, table, ops)
	return H("div.stack", H("pre.request role=region tabindex=0", Label("Request"), text),
		H("div.row.end", Press(dr.store, ".btn.small", "Copy", page.CopyPressed{Text: text, What: "the request"}, Label("Copy the request"))))
}
