package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
)

// policies are the words of ImportRequest.OnExisting.
var policies = map[string]engine.OnExisting{
	"skip":    engine.SkipExisting,
	"replace": engine.ReplaceExisting,
	"merge":   engine.MergeExisting,
	"refuse":  engine.RefuseExisting,
}

// importFile takes a file in, slice by slice, each slice one commit. What was written when it ends stays, however it ends.
// Two imports into one table may run at once: an entity meets what is there by the policy.
func importFile(j *worker.Job, req wire.ImportRequest) (*wire.ImportReply, error) {
	policy, ok := policies[req.OnExisting]
	if !ok {
		return nil, wire.Invalid("OnExisting", fmt.Sprintf("%q is not a policy; use skip, replace, merge or refuse", wire.Clip(req.OnExisting)))
	}
	file, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	layout, err := layoutOf(file, req.Layout)
	if err != nil {
		return nil, err
	}
	if !severalTables(layout.Format) {
		if err := engine.CheckTableName(req.Table); err != nil {
			return nil, err
		}
	}
	m := &importing{Job: j, file: file, policy: policy, stopAtError: req.StopAtError, before: j.DB().Image(), tables: map[string]*target{}}
	m.begin(req.Resume)
	m.reader = interchange.NewReader(file, file.Size(), m.readerOptions(req, layout))
	m.reply.Place = m.reader.Place()
	err = m.run()
	m.end(req, layout, err)
	return &m.reply, nil
}

// layoutOf returns the layout of a file, found out when it is not given.
func layoutOf(file port.SourceFile, l interchange.Layout) (interchange.Layout, error) {
	if l.Format != interchange.NoFormat {
		return l, nil
	}
	found, err := interchange.Inspect(file, file.Size(), file.Name(), l)
	if err != nil {
		return l, worker.Unreadable(err)
	}
	return found.Layout, nil
}

// severalTables reports whether files of a format name the table of each entity.
func severalTables(f interchange.Format) bool {
	return f == interchange.Workspace || f == interchange.AzuriteDB
}

// Bounds of a slice: a commit is flushed to the disk at once, and while it is written nothing else is answered.
const (
	sliceEntities = 1000
	sliceBytes    = 1 << 20 // of the file
)

// importing is an import under way. reply tells what is written; what the slice holds comes to it with the commit.
type importing struct {
	*worker.Job
	file        port.SourceFile
	reader      *interchange.Reader
	policy      engine.OnExisting
	stopAtError bool
	before      *engine.Image
	tables      map[string]*target // by name as the file has it
	reply       wire.ImportReply
	report      *report

	table   *target // of the slice
	slice   slice
	touched *imported
	doubles doubles
}

// target is a table that the import writes to.
type target struct {
	name   string
	failed *engine.Error // why nothing can be written to it
}

// errStop ends an import at the first refused row.
var errStop = errors.New("a row was refused")

// writeError is why a slice could not be committed.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// begin takes over what an import that was stopped has told.
func (m *importing) begin(resume *wire.ImportReply) {
	if resume == nil {
		return
	}
	m.reply = *resume
	m.reply.Stopped, m.reply.Problem = false, ""
	for _, name := range resume.Tables {
		m.tables[name] = &target{name: name}
	}
	m.touched = m.kept().imported(resume.Undo)
	m.report = m.kept().report(resume.Report)
}

// readerOptions tells the reader where to begin.
func (m *importing) readerOptions(req wire.ImportRequest, layout interchange.Layout) interchange.ReaderOptions {
	o := interchange.ReaderOptions{
		Layout:   layout,
		Mapping:  req.Mapping,
		Offset:   m.reply.Offset,
		Line:     m.reply.Line,
		Table:    req.Table,
		Begin:    m.beginTable,
		Document: m.document,
	}
	if o.Mapping != nil && m.reply.Rows > 0 {
		mapping := *o.Mapping
		mapping.Counter += m.reply.Rows
		o.Mapping = &mapping
	}
	return o
}

// run reads to the end, or to what ends the import: nil at the end of the file.
func (m *importing) run() error {
	var e interchange.Entity
	m.slice.begin(m.reply.Offset)
	for {
		err := m.reader.Next(&e)
		bad, isBad := errors.AsType[*interchange.RowError](err)
		switch {
		case isBad:
			m.slice.refuse(rowRefused(bad), bad.Offset)
		case err != nil:
			if failed := m.flush(); failed != nil {
				return failed
			}
			if err == io.EOF {
				return nil
			}
			return err
		default:
			if err := m.take(&e); err != nil {
				return err
			}
		}
		full := len(m.slice.rows) >= sliceEntities || m.slice.offset-m.slice.from >= sliceBytes
		if full || isBad && m.stopAtError {
			if err := m.flush(); err != nil {
				return err
			}
		}
		if m.slice.read++; m.slice.read%64 == 0 || m.slice.offset-m.slice.seen >= 64<<10 {
			m.slice.seen = m.slice.offset
			if err := m.breathe(); err != nil {
				if failed := m.flush(); failed != nil {
					return failed
				}
				return err
			}
		}
	}
}

// take adds an entity to the slice.
func (m *importing) take(e *interchange.Entity) error {
	t := m.target(e.Table)
	if t.failed != nil {
		m.slice.refuse(entityRefused(&e.BulkEntity, t.name, e.Line, t.failed), e.Offset)
		if m.stopAtError {
			return m.flush()
		}
		return nil
	}
	if t != m.table {
		if err := m.flush(); err != nil {
			return err
		}
		m.table = t
	}
	m.slice.add(e)
	return nil
}

// target finds the table of an entity; one of a name that no table can have is remembered too.
func (m *importing) target(name string) *target {
	if m.table != nil && m.table.name == name {
		return m.table
	}
	if t := m.tables[name]; t != nil {
		return t
	}
	t := &target{name: name}
	if e, ok := errors.AsType[*engine.Error](engine.CheckTableName(name)); ok {
		t.failed = e
	}
	m.tables[name] = t
	return t
}

// beginTable makes a table of a file that has several; one of a name that no table can have is refused, with each of its
// entities.
func (m *importing) beginTable(name string) error {
	t := m.target(name)
	if t.failed == nil {
		if err := m.make(name); err != nil {
			return &writeError{err}
		}
		return nil
	}
	if m.reply.StoppedAt == name {
		return nil // it is refused already
	}
	m.refused(wire.RefusedRow{Table: worker.Cut(name), Code: string(t.failed.Code), Reason: worker.Sentence(t.failed)})
	if m.stopAtError {
		m.reply.StoppedAt = name
		return errStop
	}
	return nil
}

// make makes a table unless it is there.
func (m *importing) make(name string) error {
	if slices.Contains(m.reply.Tables, name) {
		return nil
	}
	if m.BeingMade(name) {
		return engine.Errorf(engine.TableAlreadyExists, "The table %s is being loaded; wait until it is whole.", name)
	}
	err := m.DB().CreateTable(context.WithoutCancel(m.Ctx), name)
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableAlreadyExists {
		err = nil
	} else if err == nil {
		m.reply.Made = append(m.reply.Made, name)
		m.touch(name)
	}
	if err == nil {
		m.reply.Tables = append(m.reply.Tables, name)
	}
	return err
}

// breathe lets messages in and tells how far the import is.
func (m *importing) breathe() error {
	return m.Rest(wire.Progress{
		Done:     m.reply.Rows + len(m.slice.rows),
		Found:    m.reply.Added + m.reply.Replaced + m.reply.Merged,
		Received: m.slice.offset,
		Size:     m.file.Size(),
		Refused:  m.reply.Refused,
	})
}

// end completes the reply.
func (m *importing) end(req wire.ImportRequest, layout interchange.Layout, err error) {
	r := &m.reply
	switch {
	case err == nil:
		if !severalTables(layout.Format) {
			// A file without entities makes an empty table.
			if err := m.make(req.Table); err != nil {
				r.Problem = worker.Sentence(err)
			}
		}
	case errors.Is(err, errStop), m.Ctx.Err() != nil && errors.Is(err, m.Ctx.Err()):
		r.Stopped = true
	default:
		if w, ok := errors.AsType[*writeError](err); ok {
			r.Stopped = true
			r.Problem = "Nothing more could be written: " + worker.Sentence(w.err)
		} else {
			r.Problem = worker.Sentence(err)
		}
	}
	if m.report != nil {
		r.Report = m.report.id
	}
	if m.touched != nil {
		r.Undo = m.touched.id
	}
	r.Micros += m.Micros()
}
