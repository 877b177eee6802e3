// Package workspacefile reads a workspace file into a database in memory and writes one, for commands that work on files. The
// format is interchange's; copies of tables of an account stay copies.
package workspacefile

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/tablesync"
)

// slice is how many entities become one commit, and are looked up at once.
const slice = 1000

// Open reads the file into a database of its own. A file that is not there is an empty workspace. Unlike an import it takes the
// whole file or none: what is left out would count as deleted. Errors name the file and the line.
func Open(ctx context.Context, path string) (*engine.DB, error) {
	db := engine.Open(engine.Options{})
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return db, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := read(ctx, db, f, path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, nil
}

func read(ctx context.Context, db *engine.DB, f *os.File, path string) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	found, err := interchange.Inspect(f, info.Size(), filepath.Base(path), interchange.Layout{})
	if err != nil {
		return err
	}
	if found.Format != interchange.Workspace {
		return fmt.Errorf("this is no workspace file but %s; the playground exports one with all tables", found.Format)
	}
	in := &loading{ctx: ctx, db: db}
	r := interchange.NewReader(f, info.Size(), interchange.ReaderOptions{Layout: found.Layout, Begin: in.begin, Document: in.document})
	var e interchange.Entity
	for {
		switch err := r.Next(&e); {
		case err == io.EOF:
			return in.flush()
		case err != nil:
			if bad, ok := errors.AsType[*interchange.RowError](err); ok {
				return fmt.Errorf("line %d: %w", bad.Line, err)
			}
			return err
		}
		if err := in.add(&e); err != nil {
			return err
		}
	}
}

// loading gathers entities for commits.
type loading struct {
	ctx        context.Context
	db         *engine.DB
	table      string
	entities   []engine.BulkEntity
	properties []engine.Property // of all entities, one after the other
	line       int               // of the first
}

func (l *loading) begin(table string) error {
	if err := l.flush(); err != nil {
		return err
	}
	l.table = table
	return l.db.CreateTable(l.ctx, table)
}

func (l *loading) document(name, text string) error {
	if err := l.flush(); err != nil {
		return err
	}
	if _, ok := tablesync.Carried(name); ok {
		return tablesync.Unpack(l.ctx, l.db, name, text)
	}
	return l.db.SetDocument(l.ctx, name, text)
}

func (l *loading) add(e *interchange.Entity) error {
	if len(l.entities) == 0 {
		l.line = e.Line
	}
	at := len(l.properties)
	l.properties = append(l.properties, e.Properties...)
	kept := e.BulkEntity
	kept.Properties = l.properties[at:len(l.properties):len(l.properties)]
	l.entities = append(l.entities, kept)
	if len(l.entities) < slice {
		return nil
	}
	return l.flush()
}

func (l *loading) flush() error {
	if len(l.entities) == 0 {
		return nil
	}
	done, err := l.db.Bulk(l.ctx, l.table, l.entities, engine.RefuseExisting)
	if err == nil && len(done.Refused) > 0 {
		bad := done.Refused[0]
		err = fmt.Errorf("after line %d, table %s, entity (%q, %q): %w", l.line+bad.Index, l.table, l.entities[bad.Index].PartitionKey, l.entities[bad.Index].RowKey, bad.Err)
	}
	l.entities, l.properties = l.entities[:0], l.properties[:0]
	return err
}

// Save writes the database as a workspace file in the place of the one that is there. The old file stays until the new one is
// whole and on the disk.
func Save(ctx context.Context, db *engine.DB, path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone already when all went well
	w := bufio.NewWriterSize(f, 1<<16)
	err = write(ctx, db, w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("%s was not written: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}

type document struct{ name, text string }

func write(ctx context.Context, db *engine.DB, w io.Writer) error {
	file, err := interchange.NewWriter(w, interchange.WriterOptions{Format: interchange.Workspace})
	if err != nil {
		return err
	}
	image := db.Image()
	var documents []document
	for _, name := range image.Tables() {
		s, err := image.Snapshot(name)
		if err != nil {
			return err
		}
		if err := file.Table(s.Table()); err != nil {
			return err
		}
		for first := 0; first < s.Len(); first += slice {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, e := range s.Window(first, slice) {
				if err := file.Write(e); err != nil {
					return err
				}
			}
		}
		err = tablesync.Carry(s, func(name, text string) error {
			documents = append(documents, document{name, text})
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, name := range image.Documents() {
		text, _ := image.Document(name)
		documents = append(documents, document{name, text})
	}
	slices.SortStableFunc(documents, func(a, b document) int { return cmp.Compare(a.name, b.name) })
	for _, d := range documents {
		if err := file.Document(d.name, d.text); err != nil {
			return err
		}
	}
	return file.Close()
}
