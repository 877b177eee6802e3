package notices

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// TakeBack undoes what the worker remembers. Answer: page.TakenBack.
type TakeBack struct{ ID string }

// Run implements page.Runner.
func (cmd TakeBack) Run(ctx context.Context, out page.Outside) page.Msg {
	return page.TakenBack{ID: cmd.ID, Err: wire.Do(ctx, out.Client, wire.Undo, wire.UndoRequest{Undo: cmd.ID})}
}

// mostUndos bounds the list of what can be taken back.
const mostUndos = 20

// Remember notes something that the worker can take back, without a word.
func (b Board) Remember(id, text string, view *page.Route) Board {
	b.Undos = append([]page.UndoEntry{{ID: id, Text: text, View: view}}, b.Undos...)
	return b
}

// PutUndoable tells of something that can be taken back until the next reload; id is "" for what cannot. For view see page.UndoEntry.
func (b Board) PutUndoable(id, text string, view *page.Route) (Board, []page.Cmd) {
	if id == "" {
		return b.Put(page.Notice{Text: text + "."})
	}
	if b = b.Remember(id, text, view); len(b.Undos) > mostUndos {
		b.Undos = b.Undos[:mostUndos:mostUndos]
	}
	return b.Put(page.Notice{Text: text + ".", Undo: page.TakeBackPressed{ID: id}, Action: "Undo"})
}

// takenBack notes what was taken back.
func (b Board) takenBack(msg page.TakenBack) (Board, []page.Cmd) {
	if msg.Err != nil {
		return b, []page.Cmd{page.Fail{What: "It could not be undone", Err: msg.Err}}
	}
	text := "Undone."
	var view *page.Route
	for i, u := range b.Undos {
		if u.ID == msg.ID {
			view, text = u.View, "Undone: "+u.Text+"."
			b.Undos = append(append([]page.UndoEntry(nil), b.Undos[:i]...), b.Undos[i+1:]...)
			break
		}
	}
	return b, []page.Cmd{page.Notify{Notice: page.Notice{Text: text}}, page.Relist{Anew: true, View: view}}
}
