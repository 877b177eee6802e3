package worker

import "fmt"

// window answers lines of the last run's result, fewer at its end. Only the asked lines and the result's columns are read.
func (j *job) window(req WindowRequest) (*WindowReply, error) {
	r, err := j.kept(req.Result)
	if err != nil {
		return nil, err
	}
	if req.Count < 1 || req.Count > MaxWindow {
		return nil, invalid("Count", fmt.Sprintf("a window has 1 to %d lines", MaxWindow))
	}
	if req.First < 0 {
		return nil, invalid("First", "lines are numbered from 0")
	}
	last := min(req.First+req.Count, r.pages.lines())
	if req.First > r.pages.lines() { // also where the sum has run over
		last = req.First
	}
	reply := &WindowReply{First: req.First, Rows: make([]Row, 0, max(0, last-req.First))}
	// Between two lines the entities follow each other, so they are read at once.
	from, marker := 0, false
	for line := req.First; line < last; line++ {
		if from, marker = r.pages.at(line); !marker {
			break
		}
	}
	entities := r.Window(from, last-req.First)
	for line := req.First; line < last; line++ {
		i, marker := r.pages.at(line)
		if marker {
			reply.Rows = append(reply.Rows, Row{Marker: r.markerOf(i)})
			continue
		}
		e := entities[i-from]
		row := Row{Band: r.bandOf(i, e), Cells: make([]Cell, len(r.columns))}
		for k := range r.columns {
			row.Cells[k] = cellOf(e, r.columns[k].Name)
		}
		reply.Rows = append(reply.Rows, row)
	}
	return reply, nil
}

// markerOf describes the page of that index, from 1, and the continuation token that leads to it.
func (r *result) markerOf(page int) *PageMarker {
	here, before := r.Page(page), r.Page(page-1)
	return markerFor(page+1, here.To-here.From, before.Next)
}

// entityAt reads the entity on a line of the last run's result, as it was then.
func (j *job) entityAt(req LineRequest) (*EntityReply, error) {
	r, err := j.kept(req.Result)
	if err != nil {
		return nil, err
	}
	if req.Line < 0 || req.Line >= r.pages.lines() {
		return nil, invalid("Line", fmt.Sprintf("the result has %d lines, numbered from 0", r.pages.lines()))
	}
	i, marker := r.pages.at(req.Line)
	if marker {
		return &EntityReply{Marker: true}, nil
	}
	reply := entityReply(r.At(i))
	return &reply, nil
}
