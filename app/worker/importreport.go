package worker

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"rangefinder/app/port"
)

// keptReports is how many reports are kept; the oldest goes when there are more.
const keptReports = 16

// report is the list of all refused rows of an import, a CSV file. It is written as the rows are refused, so that it has no
// bound.
type report struct {
	id string

	mu     sync.Mutex
	sink   port.Sink
	line   []byte
	rows   int
	bytes  int64
	failed error // why it could not be written
}

// newReport begins the report of an import. Rows that an earlier part of the import refused, whose report is gone, are told
// as far as its reply has them.
func (m *memory) newReport(files port.Files, earlier *ImportReply) *report {
	r := &report{id: newID()}
	if r.sink, r.failed = files.Create("text/csv;charset=utf-8"); r.failed == nil {
		r.write("Line", "Table", "PartitionKey", "RowKey", "Column", "Value", "Code", "Reason")
		for _, row := range earlier.First {
			r.add(row)
		}
		if left := earlier.Refused - len(earlier.First); left > 0 {
			r.write("", "", "", "", "", "", "", fmt.Sprintf("%d more rows were refused before the import went on here; they are not in this list.", left))
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reports == nil {
		m.reports = map[string]*report{}
	}
	m.reports[r.id] = r
	m.order = append(m.order, r.id)
	if len(m.order) > keptReports {
		m.reports[m.order[0]].drop()
		delete(m.reports, m.order[0])
		m.order = m.order[1:]
	}
	return r
}

// report returns the report of that name, nil when it is gone.
func (m *memory) report(id string) *report {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reports[id]
}

// add writes a row.
func (r *report) add(row RefusedRow) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line := ""
	if row.Line > 0 {
		line = strconv.Itoa(row.Line)
	}
	r.rows++
	r.write(line, row.Table, row.PartitionKey, row.RowKey, row.Column, row.Value, row.Code, row.Reason)
}

func (r *report) write(cells ...string) {
	if r.failed != nil {
		return
	}
	r.line = r.line[:0]
	for i, cell := range cells {
		if i > 0 {
			r.line = append(r.line, ',')
		}
		r.line = appendQuoted(r.line, guarded(cell), ',')
	}
	r.line = append(r.line, '\r', '\n')
	r.bytes += int64(len(r.line))
	_, r.failed = r.sink.Write(r.line)
}

// drop frees the file.
func (r *report) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sink != nil {
		r.sink.Abort()
	}
	r.failed = io.ErrClosedPipe
}

// importReport gives the refused rows of an import as a CSV file.
func (j *job) importReport(req ReportRequest) (*FileReply, error) {
	r := j.shared.memory.report(req.Report)
	if r == nil {
		return nil, &Failure{Code: FileGone, Message: "The list of refused rows is not here any more.", Detail: "It is kept until the page is loaded anew."}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return nil, unwritable(r.failed)
	}
	url, err := r.sink.URL()
	if err != nil {
		return nil, unwritable(err)
	}
	return &FileReply{URL: url, Name: "refused-rows.csv", Bytes: r.bytes, Entities: r.rows, Micros: j.micros()}, nil
}

// guarded puts an apostrophe before what a spreadsheet would take for a formula, and before what looks guarded already, so
// that taking one away gives the text back.
func guarded(cell string) string {
	if text := strings.TrimLeft(cell, "'"); text != "" {
		switch text[0] {
		case '=', '+', '-', '@', '\t', '\r':
			return "'" + cell
		}
	}
	return cell
}

// appendQuoted appends a cell of a line of text, in quotes when it holds the separator, a quote or a line end.
func appendQuoted(dst []byte, cell string, separator byte) []byte {
	quote := false
	for i := 0; i < len(cell) && !quote; i++ {
		switch cell[i] {
		case separator, '"', '\n', '\r':
			quote = true
		}
	}
	if !quote {
		return append(dst, cell...)
	}
	dst = append(dst, '"')
	for i := 0; i < len(cell); i++ {
		if cell[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, cell[i])
	}
	return append(dst, '"')
}

// imported returns what an import changed, nil when that is not known any more.
func (m *memory) imported(id string) *imported {
	m.mu.Lock()
	defer m.mu.Unlock()
	if u := m.undos[id]; u != nil {
		return u.imported
	}
	return nil
}
