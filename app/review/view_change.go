package review

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// line is one change, and what it changes when it is opened.
func (dr drawing) line(c *edit.Change, r *Review, running bool) app.UI {
	what, open := ".item aria-expanded=false", any(nil)
	if r.Open == c.EntityKey {
		what, open = ".item aria-expanded=true", dr.change(c, running)
	}
	var trouble any
	switch {
	case c.Conflict != nil:
		trouble = H("span.tag.bad", "changed elsewhere")
	case c.Failed != nil:
		trouble = H("span.tag.bad", "refused")
	}
	return H("li", Press(dr.store, what, "", ChangeOpened{Key: c.EntityKey}, ChangeTag(c), H("span.name", page.EntityName(c.PartitionKey, c.RowKey)), trouble, H("small.name", edit.ChangeText(c))), open)
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

func (dr drawing) change(c *edit.Change, running bool) app.UI {
	key := page.EntityName(c.PartitionKey, c.RowKey)
	if c.Conflict != nil {
		return dr.conflict(c, running)
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

// conflict is base, theirs and mine of a change that met another, with a choice for each property. Writing mine over theirs
// comes last and says what it undoes.
func (dr drawing) conflict(c *edit.Change, running bool) app.UI {
	f, key, mine := c.Conflict, page.EntityName(c.PartitionKey, c.RowKey), dr.pending.Mine(c)
	open := f.Open()
	settle := func(id, text string, w edit.Whose) app.UI {
		return Press(dr.store, ".btn.small#"+id, text, ConflictSettled{Key: c.EntityKey, Whose: w}, Label(text+": "+key), Off(running || w == edit.Undecided && open > 0))
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
				pick(dr.store, c, r.Name, "Theirs", edit.Theirs, w), pick(dr.store, c, r.Name, "Mine", edit.Mine, w))
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

func pick(s Sender, c *edit.Change, name, text string, w, chosen edit.Whose) app.UI {
	what := ".btn.small aria-pressed=" + strconv.FormatBool(w == chosen)
	return Press(s, what, text, SidePicked{Key: c.EntityKey, Property: name, Whose: w}, Label(text+" for "+words.Clip(name, 60)))
}

// request is the request of operations as it goes over the wire.
func (dr drawing) request(source, table string, ops []wire.ApplyRequest) app.UI {
	text := RequestOf(dr.accounts, source, table, ops)
	return H("div.stack", H("pre.request role=region tabindex=0", Label("Request"), text),
		H("div.row.end", Press(dr.store, ".btn.small", "Copy", page.CopyPressed{Text: text, What: "the request"}, Label("Copy the request"))))
}
