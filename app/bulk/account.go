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
		text += ". About " + words.Micros(rounds*w.RoundTrip) + ": " + words.Number(w.AtOnce) + " at a time, if each takes as long as a read just took, " + words.Micros(w.RoundTrip)
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
	// Returned opens the dialog again.
	Returned struct{ Dialog *page.Dialog }
)

// updateList takes a message of the list of those entities; ok is false for any other.
func updateList(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case ChangedPressed:
		if page.Held[ManyForm](v.Dialog) == nil && page.Held[Removal](v.Dialog) == nil {
			return nil, true
		}
		d := v.Dialog
		return []page.Cmd{page.ShowDialog{}, page.CloseDialog{},
			edit.ReadEntity{Req: wire.KeyRequest{Source: d.Source, Table: d.Table, PartitionKey: msg.Key.PartitionKey, RowKey: msg.Key.RowKey}, Focus: true},
			page.Notify{Notice: page.Notice{Text: "Opened " + page.EntityName(msg.Key.PartitionKey, msg.Key.RowKey) + " as it is now.", Undo: Returned{d}, Action: "Back to the list"}}}, true
	case Returned:
		if v.Query.Source != msg.Dialog.Source || v.Query.Table != msg.Dialog.Table {
			return []page.Cmd{page.Notify{Notice: page.Notice{Text: "That list is of " + words.Quote(msg.Dialog.Table) + ". Open that table first.", Undo: msg, Action: "Back to the list"}}}, true
		}
		return []page.Cmd{page.ShowDialog{Dialog: msg.Dialog}, page.OpenDialog{}, page.Focus{Target: didID}}, true
	}
	return nil, false
}

// didID is the element that says what a run came to.
const didID = "bulk-did"
