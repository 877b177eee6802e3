package state

import (
	"rangefinder/app/code"
	"rangefinder/app/result"
)

// Markdown returns a page about the query on screen with the first rows of its result; it waits for the worker.
func (s *Store) Markdown() (string, error) {
	m := s.model
	text, told := code.Markdown(m.View(), m.Plan, result.ThenText(m.Grid, m.Then()), s.client)
	s.later(told)
	return text, told.Err
}
