package state

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

type (
	// TakeBack undoes what the worker remembers. Answer: TakenBack.
	TakeBack struct{ ID string }
)

// undoable tells of something that can be taken back until the next reload.
func undoable(m Model, id, text string) (Model, []Cmd) {
	if id == "" {
		return notify(m, Notice{Text: text + "."})
	}
	m.Undos = append([]page.UndoEntry{{ID: id, Text: text}}, m.Undos...)
	if len(m.Undos) > maxUndos {
		m.Undos = m.Undos[:maxUndos:maxUndos]
	}
	return notify(m, Notice{Text: text + ".", Undo: page.TakeBackPressed{ID: id}, Action: "Undo"})
}

// maxUndos bounds the list of what can be taken back.
const maxUndos = 20

func takeBack(m Model, id string) (Model, []Cmd) {
	m.Board = m.Board.Without(page.TakeBackPressed{ID: id})
	return m, []Cmd{TakeBack{id}}
}

func (cmd TakeBack) Run(ctx context.Context, out Outside) Msg {
	return page.TakenBack{ID: cmd.ID, Err: wire.Do(ctx, out.Client, wire.Undo, wire.UndoRequest{Undo: cmd.ID})}
}

// updateUndo takes back what the worker remembers.
func updateUndo(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case page.TakenBack:
		for i, u := range m.Undos {
			if u.ID == msg.ID && msg.Err == nil {
				m.Undos = append(append([]page.UndoEntry(nil), m.Undos[:i]...), m.Undos[i+1:]...)
				break
			}
		}
		if msg.Err != nil {
			m, cmds := fail(m, "It could not be undone", msg.Err)
			return m, cmds, true
		}
		m.Reshow = true
		m, cmds := notify(m, Notice{Text: "Undone."})
		return m, append(cmds, ListTables{}), true

	case page.TakeBackPressed:
		m, cmds := takeBack(m, msg.ID)
		return m, cmds, true
	}
	return m, nil, false
}
