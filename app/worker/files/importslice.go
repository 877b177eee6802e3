package files

import (
	"context"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
)

// slice is the part of an import that becomes one commit.
type slice struct {
	rows       []row
	entities   []engine.BulkEntity
	properties []engine.Property // of all entities, one after the other
	from       int64             // offset where it begins
	offset     int64             // offset of the first byte after it
	read       int               // rows of the whole import, to look at the clock now and then
	seen       int64             // offset when the clock was looked at
}

// row is what one row of the file became.
type row struct {
	line    int
	offset  int64 // of the first byte after it
	cut     int   // its DateTimes that lost decimals
	left    int   // its values that were left out
	refused *wire.RefusedRow
}

// begin empties the slice.
func (s *slice) begin(offset int64) {
	clear(s.properties) // they hold on to texts
	s.rows, s.entities, s.properties = s.rows[:0], s.entities[:0], s.properties[:0]
	s.from, s.offset = offset, offset
}

// add adds an entity; its properties are copied.
func (s *slice) add(e *interchange.Entity) {
	at := len(s.properties)
	s.properties = append(s.properties, e.Properties...)
	entity := e.BulkEntity
	entity.Properties = s.properties[at:len(s.properties):len(s.properties)]
	s.entities = append(s.entities, entity)
	s.rows = append(s.rows, row{line: e.Line, offset: e.Offset, cut: e.Cut, left: e.Left})
	s.offset = e.Offset
}

// refuse adds a row that is not an entity.
func (s *slice) refuse(r wire.RefusedRow, offset int64) {
	s.rows = append(s.rows, row{line: r.Line, offset: offset, refused: &r})
	s.offset = offset
}

// flush commits the slice and counts it. When the commit fails nothing of the slice is counted or reported: the reply is
// where to go on. A cancel comes too late for a slice.
func (m *importing) flush() error {
	s := &m.slice
	var done engine.BulkResult
	if len(s.entities) > 0 {
		if err := m.make(m.table.name); err != nil {
			return &writeError{err}
		}
		write := m.DB().Bulk
		if m.stopAtError {
			write = m.DB().BulkUntilRefused
		}
		var err error
		if done, err = write(context.WithoutCancel(m.Ctx), m.table.name, s.entities, m.policy); err != nil {
			return &writeError{err}
		}
		if done.Added+done.Replaced+done.Merged > 0 {
			m.touch(m.table.name)
		}
	}
	r := &m.reply
	r.Added += done.Added
	r.Replaced += done.Replaced
	r.Merged += done.Merged
	r.Skipped += done.Skipped
	entity, refusals := 0, done.Refused
	for i := range s.rows {
		row := &s.rows[i]
		refused := row.refused
		if refused == nil {
			if len(refusals) > 0 && refusals[0].Index == entity {
				e := entityRefused(&s.entities[entity], m.table.name, row.line, refusals[0].Err)
				refused, refusals = &e, refusals[1:]
			}
			entity++
		}
		r.Rows++
		r.Line, r.Offset = row.line, row.offset
		if row.refused == nil {
			m.double(&s.entities[entity-1], row.line, refused)
		}
		if refused == nil {
			r.Cut += row.cut
			r.Left += row.left
		} else {
			m.refused(*refused)
			if m.stopAtError {
				return errStop
			}
		}
	}
	s.begin(s.offset)
	return nil
}

// refused counts and reports a row.
func (m *importing) refused(row wire.RefusedRow) {
	r := &m.reply
	if m.report == nil {
		m.report = m.kept().newReport(m.Files(), r)
	}
	r.Refused++
	if len(r.First) < firstRefused {
		r.First = append(r.First, row)
	}
	m.report.add(row)
}

// firstRefused is how many refused rows a reply holds; the report has them all.
const firstRefused = 100

// rowRefused tells of a row that the reader refused.
func rowRefused(e *interchange.RowError) wire.RefusedRow {
	return wire.RefusedRow{Line: e.Line, Table: e.Table, Column: e.Column, Value: worker.Cut(e.Value), Reason: e.Reason}
}

// entityRefused tells of an entity that the engine refused.
func entityRefused(e *engine.BulkEntity, table string, line int, err *engine.Error) wire.RefusedRow {
	r := wire.RefusedRow{
		Line:         line,
		Table:        table,
		PartitionKey: worker.Cut(e.PartitionKey),
		RowKey:       worker.Cut(e.RowKey),
		Column:       err.Field,
		Code:         string(err.Code),
		Reason:       worker.Sentence(err),
	}
	switch err.Field {
	case filterlang.PartitionKey:
		r.Value = r.PartitionKey
	case filterlang.RowKey:
		r.Value = r.RowKey
	}
	for _, p := range e.Properties {
		if p.Name == err.Field {
			r.Value = worker.CellFor(p.Value).V
		}
	}
	return r
}
