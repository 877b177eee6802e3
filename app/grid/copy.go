package grid

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

type (
	// LinesCopied tells how a copy of several lines went.
	LinesCopied struct {
		Format   string
		Entities int
		Columns  int // of cells that were selected; 0 of entities
		Cut      bool
		Err      error
	}
	LinesSelected struct{ First, Last int }
)

// CopyLines puts lines of the result on the clipboard. A format with a ! at its end leaves the header out.
func (h *Host) CopyLines(first, last int, format string) {
	req := wire.CopyRequest{First: first, Last: last}
	req.Format, req.Bare = strings.CutSuffix(format, "!")
	if format == "rich" {
		h.Page.CopyRich(func() (plain, html string, err error) {
			reply, err := h.copy(req)
			if err != nil {
				return "", "", err
			}
			return reply.Text, reply.HTML, nil
		}, h.Refused)
		return
	}
	h.Page.CopyLater(func() (string, error) { return h.text(req) }, h.Refused)
}

// CopyCell puts one value on the clipboard whole; column is among those shown.
func (h *Host) CopyCell(line, column int) {
	h.Page.CopyLater(func() (string, error) {
		names := h.Now().Names()
		if column >= len(names) {
			return "", &wire.Failure{Code: wire.ResultGone, Message: "There is no such column any more."}
		}
		return h.text(wire.CopyRequest{First: line, Last: line, Format: "cell", Columns: names[column : column+1]})
	}, h.Refused)
}

// CopyCells puts the cells of some lines and columns on the clipboard, as a spreadsheet takes them.
func (h *Host) CopyCells(first, last, left, right int) {
	h.Page.CopyLater(func() (string, error) {
		names := h.Now().Names()
		if right >= len(names) {
			return "", &wire.Failure{Code: wire.ResultGone, Message: "There is no such column any more."}
		}
		return h.text(wire.CopyRequest{First: first, Last: last, Format: "tsv", Bare: true, Columns: names[left : right+1]})
	}, h.Refused)
}

// text reads lines as a text; it waits for the worker.
func (h *Host) text(req wire.CopyRequest) (string, error) {
	reply, err := h.copy(req)
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// copy asks for lines as they are on screen and tells how it went.
func (h *Host) copy(req wire.CopyRequest) (*wire.CopyReply, error) {
	m := h.Now()
	if m.Result.Reply == nil {
		return nil, &wire.Failure{Code: wire.ResultGone, Message: "There is no result to copy from."}
	}
	req.Result, req.Order = m.Result.Reply.Result, m.OrderNumber()
	cells := len(req.Columns)
	if req.Columns == nil {
		req.Columns = m.Names()
	}
	reply, err := wire.Call(context.Background(), h.Client, wire.CopyRows, req, nil)
	told := LinesCopied{Err: err}
	if err == nil {
		told = LinesCopied{Format: req.Format, Entities: reply.Entities, Columns: cells, Cut: reply.Cut}
	}
	h.Later(func() { h.Send(told) })
	return reply, err
}

// copied is the entities that are selected together, and what came of copying them.
func (m *Model) copied(_ *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	switch msg := msg.(type) {
	case LinesSelected:
		r := *m.Result
		r.First, r.Last = msg.First, msg.Last
		return m.WithResult(&r), nil, true

	case LinesCopied:
		if msg.Err != nil {
			return m, []page.Cmd{page.Fail{What: "Nothing was copied", Err: msg.Err}}, true
		}
		format := strings.ToUpper(msg.Format)
		if msg.Format == "rich" {
			format = "TSV and as a table"
		}
		text := "Copied " + words.Count(msg.Entities, "entity", "entities") + " as " + format + "."
		switch {
		case msg.Format == "cell":
			text = "Copied the whole value."
		case msg.Columns > 0:
			text = "Copied " + words.Count(msg.Entities*msg.Columns, "cell", "cells") + "."
		}
		if msg.Cut {
			text += " The rest was too much for the clipboard: export it to a file."
		}
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Text: text, Bad: msg.Cut}}}, true
	}
	return m, nil, false
}
