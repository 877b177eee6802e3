package files

import (
	"fmt"
	"io"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/stable"
	"rangefinder/engine/tablesync"
)

// chosen is what an export writes: tables one after the other, each from a picture that nobody changes.
type chosen struct {
	parts     []part
	documents []textDocument
	columns   []string // of a file of one table
	project   bool     // write no other properties
	bare      bool     // without Timestamp and ETag
	total     int
	name      string // of the file, without the extension
}

// part is a table, or a result that was read from one.
type part struct {
	table  string
	source interchange.Source // its values may be lost; of a result the whole table
	length int
	window func(first, count int) []engine.Entity
}

type textDocument struct{ name, text string }

// choose finds what a request names.
func choose(j *worker.Job, req wire.ExportRequest) (*chosen, error) {
	format := req.Format.Info()
	if !format.Writable {
		return nil, wire.Invalid("Format", fmt.Sprintf("files of %s are not written", format.Name))
	}
	c := &chosen{}
	switch req.What {
	case "table":
		s, err := j.DB().Snapshot(req.Table)
		if err != nil {
			return nil, err
		}
		c.add(s.Table(), s, s)
		c.columns, c.name = s.Columns(), s.Table()
	case "result":
		r, err := j.Kept(req.Result)
		if err != nil {
			return nil, err
		}
		c.add(r.Table, r.Origin, r)
		c.columns, c.project = r.Exported()
		c.name = r.Table + "Result"
	case "workspace":
		if req.Format != interchange.Workspace {
			return nil, wire.Invalid("Format", fmt.Sprintf("%s holds one table; a workspace file holds them all", format.Name))
		}
		image := j.DB().Image()
		for _, name := range image.Tables() {
			if j.BeingMade(name) {
				continue // still being loaded
			}
			s, err := image.Snapshot(name)
			if err != nil {
				return nil, err
			}
			c.add(s.Table(), s, s)
			_ = tablesync.Carry(s, func(name, text string) error {
				c.documents = append(c.documents, textDocument{name, text})
				return nil
			})
		}
		for _, name := range image.Documents() {
			text, _ := image.Document(name)
			c.documents = append(c.documents, textDocument{name, text})
		}
		stable.Sort(c.documents, func(a, b textDocument) int { return strings.Compare(a.name, b.name) })
		c.name = "rangefinder-" + j.Now().Format("2006-01-02")
	default:
		return nil, wire.Invalid("What", fmt.Sprintf("%q cannot be exported; use result, table, workspace or partitions", wire.Clip(req.What)))
	}
	return c, nil
}

func (c *chosen) add(table string, source interchange.Source, entities interface {
	Len() int
	Window(first, count int) []engine.Entity
}) {
	c.parts = append(c.parts, part{table, source, entities.Len(), entities.Window})
	c.total += entities.Len()
}

// losses answers what an export would lose and how many entities it has.
func losses(j *worker.Job, req wire.ExportRequest) (*wire.LossesReply, error) {
	c, err := choose(j, req)
	if err != nil {
		return nil, err
	}
	r := &wire.LossesReply{Entities: c.total}
	written := map[string]bool{}
	for _, name := range c.columns {
		written[name] = true
	}
	for _, p := range c.parts {
		for _, loss := range interchange.Losses(req.Format, p.source) {
			if loss.Property == "" || !c.project || written[loss.Property] {
				r.Losses = append(r.Losses, loss)
			}
		}
	}
	return r, nil
}

// export writes a file of a result, a table or the workspace. A cancel leaves none.
func export(j *worker.Job, req wire.ExportRequest) (*wire.FileReply, error) {
	c, err := choose(j, req)
	if err != nil {
		return nil, err
	}
	format := req.Format.Info()
	return j.MakeFile(c.name+format.Extension, format.MIME, func(w io.Writer) (int, error) {
		return c.total, write(j, w, c, req)
	})
}

// exportWindow is the number of entities that are looked up at once.
const exportWindow = 512

// write writes what was chosen.
func write(j *worker.Job, w io.Writer, c *chosen, req wire.ExportRequest) error {
	o := interchange.WriterOptions{Format: req.Format, Columns: c.columns, Project: c.project, Bare: c.bare, Formulas: req.Formulas}
	if len(c.parts) == 1 {
		o.Table = c.parts[0].table
	}
	file, err := interchange.NewWriter(w, o)
	if err != nil {
		return err
	}
	done := 0
	for _, p := range c.parts {
		if req.Format == interchange.Workspace {
			if err := file.Table(p.table); err != nil {
				return err
			}
		}
		for first := 0; first < p.length; first += exportWindow {
			for i, e := range p.window(first, exportWindow) {
				if err := file.Write(e); err != nil {
					return err
				}
				if i%64 == 63 {
					if err := j.Pause(done+i, c.total, 0); err != nil {
						return err
					}
				}
			}
			done += min(exportWindow, p.length-first)
			if err := j.Pause(done, c.total, 0); err != nil {
				return err
			}
		}
	}
	for _, d := range c.documents {
		if err := file.Document(d.name, d.text); err != nil {
			return err
		}
	}
	return file.Close()
}
