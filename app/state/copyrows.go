package state

import (
	"context"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

type (
	// LinesCopied tells how a copy of several lines went.
	LinesCopied struct {
		Format   string
		Entities int
		Cut      bool
		Err      error
	}
	LinesSelected struct{ First, Last int }
)

// CopyRows reads lines of the result on screen for the clipboard; it waits for the worker. A format with a ! at its end leaves
// the header out.
func (s *Store) CopyRows(first, last int, format string) (string, error) {
	req := wire.CopyRequest{First: first, Last: last}
	req.Format, req.Bare = strings.CutSuffix(format, "!")
	reply, err := s.copyRows(req)
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// CopyRich is CopyRows as TSV and as an HTML table.
func (s *Store) CopyRich(first, last int) (plain, html string, err error) {
	reply, err := s.copyRows(wire.CopyRequest{First: first, Last: last, Format: "rich"})
	if err != nil {
		return "", "", err
	}
	return reply.Text, reply.HTML, nil
}

// CopyCell reads one value whole; column is among those shown.
func (s *Store) CopyCell(line, column int) (string, error) {
	names := s.model.Grid.Names()
	if column >= len(names) {
		return "", &wire.Failure{Code: wire.ResultGone, Message: "There is no such column any more."}
	}
	reply, err := s.copyRows(wire.CopyRequest{First: line, Last: line, Format: "cell", Columns: names[column : column+1]})
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// copyRows asks for lines as they are on screen and tells how it went.
func (s *Store) copyRows(req wire.CopyRequest) (*wire.CopyReply, error) {
	m := s.model
	if m.Grid.Result.Reply == nil {
		return nil, &wire.Failure{Code: wire.ResultGone, Message: "There is no result to copy from."}
	}
	req.Result, req.Order = m.Grid.Result.Reply.Result, m.Grid.OrderNumber()
	if req.Columns == nil {
		req.Columns = m.Grid.Names()
	}
	reply, err := wire.Call(context.Background(), s.client, wire.CopyRows, req, nil)
	if err != nil {
		s.later(LinesCopied{Err: err})
		return nil, err
	}
	s.later(LinesCopied{Format: req.Format, Entities: reply.Entities, Cut: reply.Cut})
	return reply, nil
}

// updateLines is the entities that are selected together, and what came of copying them.
func updateLines(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case LinesSelected:
		r := *m.Grid.Result
		r.First, r.Last = msg.First, msg.Last
		m = m.withResult(&r)
		return m, nil, true

	case LinesCopied:
		if msg.Err != nil {
			m, cmds := fail(m, "Nothing was copied", msg.Err)
			return m, cmds, true
		}
		format := strings.ToUpper(msg.Format)
		if msg.Format == "rich" {
			format = "TSV and as a table"
		}
		text := "Copied " + words.Count(msg.Entities, "entity", "entities") + " as " + format + "."
		if msg.Format == "cell" {
			text = "Copied the whole value."
		}
		if msg.Cut {
			text += " The rest was too much for the clipboard: export it to a file."
		}
		m, cmds := notify(m, Notice{Text: text, Bad: msg.Cut})
		return m, cmds, true
	}
	return m, nil, false
}
