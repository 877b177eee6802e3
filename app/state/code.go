package state

import (
	"rangefinder/app/code"
	"rangefinder/app/page"
	"rangefinder/app/result"
)

// updateCode hands a message to the query as code.
func updateCode(m Model, msg Msg) (Model, []Cmd, bool) {
	if _, pressed := msg.(page.CodePressed); !pressed && !of("code", msg) {
		return m, nil, false
	}
	cmds, ok := code.Update(m.View(), m.Plan, m.Map, msg)
	return took(m, cmds, ok)
}

// Markdown returns a page about the query on screen with the first rows of its result; it waits for the worker.
func (s *Store) Markdown() (string, error) {
	m := s.model
	text, told := code.Markdown(m.View(), m.Plan, result.ThenText(m.Grid, m.Then()), s.client)
	s.later(told)
	return text, told.Err
}
