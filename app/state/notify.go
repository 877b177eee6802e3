package state

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// notify puts up a notice. The offer that it covers is there again when it goes.
func notify(m Model, n Notice) (Model, []Cmd) {
	var cmds []Cmd
	m.Board, cmds = m.Board.Put(n)
	return m, cmds
}

// tell puts up a notice of what nobody pressed anything for; see page.Tell.
func tell(m Model, n Notice) (Model, []Cmd) {
	var cmds []Cmd
	m.Board, cmds = m.Board.Join(n)
	return m, cmds
}

// fail puts an error up as a notice. Cancelling is not an error.
func fail(m Model, what string, err error) (Model, []Cmd) {
	f := wire.FailureOf(err)
	if f == nil || f.Code == wire.Canceled {
		return m, nil
	}
	return notify(m, Notice{Text: page.WhatFailed(what, f), Details: strings.TrimSpace(f.Code + ". " + f.Detail), Bad: true})
}
