package worker

import (
	"fmt"
	"slices"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// window answers lines of the last run's result, fewer at its end. Only the asked lines and columns are read.
func (j *Job) window(req wire.WindowRequest) (*wire.WindowReply, error) {
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	if req.Count < 1 || req.Count > wire.MaxWindow {
		return nil, wire.Invalid("Count", fmt.Sprintf("a window has 1 to %d lines", wire.MaxWindow))
	}
	if req.First < 0 {
		return nil, wire.Invalid("First", "lines are numbered from 0")
	}
	l, err := r.LinesIn(req.Order)
	if err != nil {
		return nil, err
	}
	columns, err := r.ColumnNames(req.Columns)
	if err != nil {
		return nil, err
	}
	last := min(req.First+req.Count, l.Len())
	if req.First > l.Len() { // also where the sum has run over
		last = req.First
	}
	reply := &wire.WindowReply{First: req.First, Rows: make([]wire.Row, 0, max(0, last-req.First))}
	find := newMatcher(req.Find.Text, req.Find.Case)
	read := r.reader(l, req.First, last)
	shown := slices.Contains(columns, filterlang.PartitionKey) && slices.Contains(columns, filterlang.RowKey)
	for line := req.First; line < last; line++ {
		i, marker := l.At(line)
		if marker {
			reply.Rows = append(reply.Rows, wire.Row{Marker: r.markerOf(i)})
			continue
		}
		e := read(i)
		row := wire.Row{Cells: make([]wire.Cell, len(columns))}
		if req.Order == 0 { // in another order neighbours have nothing to do with partitions
			row.Band = r.bandOf(i, e)
		}
		for k, name := range columns {
			v, ok := e.Value(name)
			if !ok {
				continue
			}
			row.Cells[k] = CellFor(v)
			row.Cells[k].M = req.Find.Text != "" && find.value(v)
		}
		if !shown || len(e.PartitionKey()) > wire.CellLimit || len(e.RowKey()) > wire.CellLimit {
			row.Key = &wire.Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}
		}
		reply.Rows = append(reply.Rows, row)
	}
	return reply, nil
}

// reader returns what reads the entities of lines [first, last). In the service's order they follow each other between page
// markers, so they are read at once.
func (r *Result) reader(l Lines, first, last int) func(i int) engine.Entity {
	if l.order != nil {
		return r.At
	}
	for line := first; line < last; line++ {
		if from, marker := l.At(line); !marker {
			entities := r.Window(from, last-first)
			return func(i int) engine.Entity { return entities[i-from] }
		}
	}
	return r.At
}

// markerOf describes the page of that index, from 1, and the continuation token that leads to it.
func (r *Result) markerOf(page int) *wire.PageMarker {
	here, before := r.Page(page), r.Page(page-1)
	return markerFor(page+1, here.To-here.From, before.Next)
}

// entityAt reads the entity on a line of the last run's result, as it was then.
func (j *Job) entityAt(req wire.LineRequest) (*wire.EntityReply, error) {
	e, err := j.EntityOn(req.Result, req.Order, req.Line)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return &wire.EntityReply{Marker: true}, nil
	}
	reply := EntityReply(*e)
	if r, err := j.Kept(req.Result); err == nil {
		reply.Partial = r.Source != "" && r.Selects
	}
	return &reply, nil
}
