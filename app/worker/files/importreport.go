package files

import (
	"fmt"
	"io"
	"strconv"
	"sync"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/interchange"
)

// keptReports is how many reports are kept; the oldest goes when there are more.
const keptReports = 16

// kept is what imports leave for the pages until the next reload: what was refused, and what can be taken back. The zero value is empty.
type kept struct {
	mu      sync.Mutex
	reports map[string]*report
	order   []string // of reports, oldest first
	imports map[string]*imported
}

func (m *importing) kept() *kept { return worker.Shared[kept](m.Job) }

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
func (m *kept) newReport(files port.Files, earlier *wire.ImportReply) *report {
	r := &report{id: worker.NewID()}
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
func (m *kept) report(id string) *report {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reports[id]
}

// add writes a row.
func (r *report) add(row wire.RefusedRow) {
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
		r.line = wire.AppendQuoted(r.line, interchange.Guard(cell), ',')
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
func importReport(j *worker.Job, req wire.ReportRequest) (*wire.FileReply, error) {
	r := worker.Shared[kept](j).report(req.Report)
	if r == nil {
		return nil, &wire.Failure{Code: wire.FileGone, Message: "The list of refused rows is not here any more.", Detail: "It is kept until the page is loaded anew."}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return nil, worker.Unwritable(r.failed)
	}
	url, err := r.sink.URL()
	if err != nil {
		return nil, worker.Unwritable(err)
	}
	return &wire.FileReply{URL: url, Name: "refused-rows.csv", Bytes: r.bytes, Entities: r.rows, Micros: j.Micros()}, nil
}
