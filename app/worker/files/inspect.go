package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/workload"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// inspect tells what a file holds.
func inspect(j *worker.Job, req wire.InspectRequest) (*wire.InspectReply, error) {
	file, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	log := logKind(file)
	found, err := interchange.Inspect(file, file.Size(), file.Name(), req.Layout)
	if err != nil && log != "" {
		return &wire.InspectReply{Log: log}, nil
	}
	if err != nil {
		return nil, worker.Unreadable(err)
	}
	r := &wire.InspectReply{Inspection: *found, Log: log}
	for _, t := range found.Tables {
		if s, err := j.DB().Snapshot(t.Name); err == nil {
			r.Existing = append(r.Existing, s.Table())
		}
	}
	return r, nil
}

// logKind is the kind of log that a file is, "" for none.
func logKind(file port.SourceFile) workload.Kind {
	beginning := make([]byte, min(file.Size(), workload.Recognized))
	n, _ := file.ReadAt(beginning, 0) // what cannot be read is told where the file is read
	return workload.Recognize(beginning[:n])
}

// showBefore reads the first rows exactly as an import does, and writes them to tables of their own to see what is refused.
func showBefore(j *worker.Job, req wire.PreviewRequest) (*wire.PreviewReply, error) {
	file, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	layout, err := layoutOf(file, req.Layout)
	if err != nil {
		return nil, err
	}
	table := ""
	if !severalTables(layout.Format) {
		table = "Preview"
	}
	reader := interchange.NewReader(file, file.Size(), interchange.ReaderOptions{Layout: layout, Mapping: req.Mapping, Table: table})
	p := &preview{scratch: engine.Open(engine.Options{}), one: table, columns: map[string]int{}, same: map[uint64][]int{}, parts: map[string]bool{}, place: reader.Place()}
	count := min(max(req.Count, 1), wire.MaxPreview)
	var e interchange.Entity
	p.meet(j, req.Table)
	for read := 0; len(p.reply.Rows) < count || read < wire.MaxMet; read++ {
		err := reader.Next(&e)
		if bad, ok := errors.AsType[*interchange.RowError](err); ok {
			p.bad(bad.Line, refusalOf(bad))
			if bad.Clash {
				p.reply.Clashes = append(p.reply.Clashes, p.at(bad.Line, refusalOf(bad)))
			}
			if len(p.reply.Rows) < count {
				p.refuse(bad)
			}
			continue
		}
		if fault, ok := errors.AsType[*interchange.FileError](err); err == io.EOF || ok && fault.Whole {
			p.reply.Whole = true
			break
		}
		if err != nil {
			if len(p.reply.Rows) == 0 {
				return nil, worker.Unreadable(err)
			}
			p.reply.Problem = worker.Sentence(err)
			break
		}
		switch {
		case e.Mended:
			p.reply.Mended++
		case engine.MendKey(e.PartitionKey, '_') != e.PartitionKey || engine.MendKey(e.RowKey, '_') != e.RowKey:
			p.reply.Illegal++
		}
		refused, shown := false, len(p.reply.Rows) < count
		if shown {
			if refused, err = p.take(j, &e); err != nil {
				return nil, err
			}
		}
		if refused {
			p.bad(e.Line, p.reply.Rows[len(p.reply.Rows)-1].Refused)
		} else {
			p.compare(&e, shown)
		}
	}
	return p.whole(), nil
}

// preview is a preview in the making.
type preview struct {
	scratch *engine.DB
	one     string         // the table's name here when the file has one only
	columns map[string]int // index by name
	there   *engine.Snapshot
	doubles doubles
	parts   map[string]bool  // PartitionKeys so far
	place   string           // what lines count
	same    map[uint64][]int // rows of the reply, by the hash of their keys
	reply   wire.PreviewReply
}

// meet has the rows compared with a table, when it is there.
func (p *preview) meet(j *worker.Job, table string) {
	if s, err := j.DB().Snapshot(table); err == nil && table != "" {
		types := map[string]edm.Type{}
		for _, property := range s.Census().Properties {
			types[property.Name] = property.Types[0].Type
		}
		p.there, p.reply.Met = s, &wire.Met{Table: s.Table(), Types: types}
	}
}

// compare looks for a row's keys in the rows before it, and in the table. The row is the last of the reply when it is shown.
func (p *preview) compare(e *interchange.Entity, shown bool) {
	if err := cmp.Or(engine.CheckKey(filterlang.PartitionKey, e.PartitionKey), engine.CheckKey(filterlang.RowKey, e.RowKey)); err != nil {
		p.bad(e.Line, worker.Sentence(err))
		return
	}
	p.reply.Looked++
	p.reply.Sound++
	p.parts[e.PartitionKey] = true
	for i, key := range [...]string{e.PartitionKey, e.RowKey} {
		if key == "" {
			p.reply.Empty[i]++
		}
	}
	if first, again := p.doubles.find(e.Table, &e.BulkEntity); again {
		if p.reply.Doubled++; len(p.reply.Doubles) < doublesShown {
			p.reply.Doubles = append(p.reply.Doubles, doubleOf(&e.BulkEntity, first, e.Line))
		}
		for _, i := range p.same[p.doubles.last] {
			p.reply.Rows[i].Later = e.Line
		}
		if shown {
			p.reply.Rows[len(p.reply.Rows)-1].Earlier = first
		}
	} else {
		p.doubles.keep(e.Line)
	}
	if shown {
		p.same[p.doubles.last] = append(p.same[p.doubles.last], len(p.reply.Rows)-1)
	}
	if p.there == nil {
		return
	}
	if _, ok := p.there.Get(e.PartitionKey, e.RowKey); ok {
		p.reply.Met.There++
	}
}

// bad counts a row that cannot be taken.
func (p *preview) bad(line int, why string) {
	if p.reply.Looked++; p.reply.Refused == "" {
		p.reply.Refused = p.at(line, why)
	}
}

func (p *preview) at(line int, why string) string {
	return fmt.Sprintf("%s %d: %s", p.place, line, why)
}

func (p *preview) refuse(bad *interchange.RowError) {
	row := wire.PreviewRow{Line: bad.Line, Table: bad.Table, Refused: refusalOf(bad)}
	if row.Table == p.one {
		row.Table = ""
	}
	p.reply.Rows = append(p.reply.Rows, row)
}

func (p *preview) take(j *worker.Job, e *interchange.Entity) (refused bool, err error) {
	row := wire.PreviewRow{Line: e.Line, Table: e.Table, PartitionKey: worker.Cut(e.PartitionKey), RowKey: worker.Cut(e.RowKey)}
	if row.Table == p.one {
		row.Table = ""
	}
	for _, property := range e.Properties {
		i, ok := p.columns[property.Name]
		if !ok {
			i = len(p.reply.Columns)
			p.columns[property.Name] = i
			p.reply.Columns = append(p.reply.Columns, property.Name)
		}
		for len(row.Cells) <= i {
			row.Cells = append(row.Cells, wire.Cell{})
		}
		row.Cells[i] = worker.CellFor(property.Value)
	}
	bad, err := p.try(j, e)
	if err != nil {
		return false, err
	}
	if bad != nil {
		row.Refused = worker.Sentence(bad)
	}
	p.reply.Rows = append(p.reply.Rows, row)
	return bad != nil, nil
}

// try writes an entity and answers why it is refused.
func (p *preview) try(j *worker.Job, e *interchange.Entity) (*engine.Error, error) {
	err := p.scratch.CreateTable(j.Ctx, e.Table)
	if bad, ok := errors.AsType[*engine.Error](err); ok && bad.Code != engine.TableAlreadyExists {
		return bad, nil
	}
	done, err := p.scratch.Bulk(j.Ctx, e.Table, []engine.BulkEntity{e.BulkEntity}, engine.ReplaceExisting)
	if err != nil || len(done.Refused) == 0 {
		return nil, err
	}
	return done.Refused[0].Err, nil
}

// whole gives every row a cell for each column.
func (p *preview) whole() *wire.PreviewReply {
	for i := range p.reply.Rows {
		row := &p.reply.Rows[i]
		row.Cells = append(row.Cells, make([]wire.Cell, len(p.reply.Columns)-len(row.Cells))...)
	}
	p.reply.Parts = len(p.parts)
	return &p.reply
}

// refusalOf says why a row is refused, with the column and the value that are at fault; its line is told beside it.
func refusalOf(bad *interchange.RowError) string {
	if bad.Column == "" {
		return bad.Reason
	}
	return bad.Column + " \u201c" + bad.Value + "\u201d: " + bad.Reason
}
