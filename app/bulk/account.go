package bulk

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// writingText says what writing to an account takes, in time and, where 10,000 requests have a price, in money.
func writingText(w *wire.Writing, price string) string {
	if w == nil || w.Requests == 0 {
		return ""
	}
	text := words.Count(w.Requests, "entity group transaction", "entity group transactions")
	if w.Bytes > 0 {
		text += ", " + words.Bytes(w.Bytes)
	}
	if w.RoundTrip > 0 {
		rounds := int64((w.Requests + w.AtOnce - 1) / max(1, w.AtOnce))
		text += ". About " + page.WritingTime(rounds*w.RoundTrip, w.AtOnce, w.RoundTrip)
	}
	if money := page.PriceText(w.Requests, price); money != "" {
		text += ". " + money
	}
	return text + "."
}

// What is done with the entities that somebody else changed first.
type (
	// ChangedPressed closes the dialog and opens an entity of its list in the inspector.
	ChangedPressed struct{ Key wire.Key }
	// DecidePressed makes them pending changes and has each decided in the review of those.
	DecidePressed struct{}
	// Returned opens the dialog again.
	Returned struct{ Dialog *page.Dialog }
)

// updateList takes a message of the list of those entities; ok is false for any other.
func updateList(v *page.View, pending *edit.Pending, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case ChangedPressed:
		if page.Held[ManyForm](v.Dialog) == nil && page.Held[Removal](v.Dialog) == nil {
			return nil, true
		}
		d := v.Dialog
		return []page.Cmd{page.ShowDialog{}, page.CloseDialog{},
			edit.ReadEntity{Req: wire.KeyRequest{Source: d.Source, Table: d.Table, PartitionKey: msg.Key.PartitionKey, RowKey: msg.Key.RowKey}, Focus: true},
			back(d, "Opened "+page.EntityName(msg.Key.PartitionKey, msg.Key.RowKey)+" as it is now.")}, true
	case DecidePressed:
		return decide(v, pending), true
	case Returned:
		if v.Query.Source != msg.Dialog.Source || v.Query.Table != msg.Dialog.Table {
			return []page.Cmd{back(msg.Dialog, "That list is of "+words.Quote(msg.Dialog.Table)+". Open that table first.")}, true
		}
		return []page.Cmd{page.ShowDialog{Dialog: msg.Dialog}, page.OpenDialog{}, page.Focus{Target: didID}}, true
	}
	return nil, false
}

// back tells why a dialog has gone, with the way back to it.
func back(d *page.Dialog, text string) page.Cmd {
	return page.Notify{Notice: page.Notice{Text: text, Undo: Returned{d}, Action: "Back to the list"}}
}

// decide makes what met somebody else's change pending, beside theirs. What was made pending of it by hand stays.
func decide(v *page.View, pending *edit.Pending) []page.Cmd {
	d, kind, did := v.Dialog, edit.ReplaceKind, (*wire.Written)(nil)
	if f := page.Held[ManyForm](d); f != nil && f.There.Did != nil {
		did = f.There.Did.Account
	} else if r := page.Held[Removal](d); r != nil && r.Did != nil {
		kind, did = edit.DeleteKind, r.Did.Account
	}
	if did == nil || v.Committing {
		return nil
	}
	changes := map[edit.EntityKey]*edit.Change{}
	for _, met := range did.Met {
		k := edit.EntityKey{Source: d.Source, Table: d.Table, PartitionKey: met.Base.PartitionKey, RowKey: met.Base.RowKey}
		if pending.At(k) != nil {
			continue
		}
		c := edit.Change{EntityKey: k, Kind: kind, Base: &met.Base, Want: met.Want, Blind: met.Base.Partial}
		if len(met.Base.Properties) > 0 {
			c = edit.Completed(c, met.Theirs)
		}
		c.Conflict = pending.NewConflict(&c, met.Theirs)
		changes[k] = edit.MeasuredChange(&c)
	}
	text := words.Count(len(changes), "change", "changes") + " that met somebody else's"
	told := text + words.Plural(len(changes), " is", " are") + " pending."
	if len(changes) == 0 {
		told = "They are pending already."
	}
	return []page.Cmd{back(d, told), page.Send{Msg: edit.Collected{Text: text, Changes: changes, Review: true}}}
}

// didID is the element that says what a run came to.
const didID = "bulk-did"
