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
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/tablesync"
)

// slice is how many entities become one commit, and are looked up at once.
const slice = 1000

// File is where a workspace was read from and is written to.
type File struct {
	path string      // the file itself, where the name is a link to it
	read fs.FileInfo // as it was read; nil when there was none

	edited error // a table is no copy any more, because it was changed in the file
}

// Open reads the file into a database of its own. A file that is not there is an empty workspace. Unlike an import it takes the
// whole file or none: what is left out would count as deleted. Errors name the file and the line.
func Open(ctx context.Context, path string) (*engine.DB, *File, error) {
	db := engine.Open(engine.Options{})
	if at, err := filepath.EvalSymlinks(path); err == nil {
		path = at
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return db, &File{path: path}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s is not a file", path)
	}
	edited, err := read(ctx, db, f, path, info.Size())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, &File{path, info, edited}, nil
}

// Read reads a file that is open into a database of its own. It is for those who only read.
func Read(ctx context.Context, f *os.File) (*engine.DB, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	db := engine.Open(engine.Options{})
	if _, err := read(ctx, db, f, f.Name(), info.Size()); err != nil {
		return nil, err
	}
	return db, nil
}

// ReadFrom reads a file that is in memory or open into a database of its own.
func ReadFrom(ctx context.Context, file io.ReaderAt, size int64) (*engine.DB, error) {
	db := engine.Open(engine.Options{})
	if _, err := read(ctx, db, file, "workspace.rangefinder.ndjson", size); err != nil {
		return nil, err
	}
	return db, nil
}

// Write writes a database as a workspace file.
func Write(ctx context.Context, db *engine.DB, w io.Writer) error { return write(ctx, db, w) }

// Writable reports, as an error, why Save would fail or lose something: asked before a long work, it is not done for nothing.
func (f *File) Writable() error {
	if f.edited != nil {
		return fmt.Errorf("%s: %w", f.path, f.edited)
	}
	if f.read != nil && f.read.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%s is read-only", f.path)
	}
	beside, err := f.temporary()
	if err != nil {
		return err
	}
	beside.Close()
	return os.Remove(beside.Name())
}

// temporary makes the file that Save writes. Its error is about the folder: nobody knows the name of that file.
func (f *File) temporary() (*os.File, error) {
	folder := filepath.Dir(f.path)
	beside, err := os.CreateTemp(folder, "."+filepath.Base(f.path)+".*")
	switch failed, ok := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s cannot be written: there is no folder %s", f.path, folder)
	case ok:
		return nil, fmt.Errorf("%s cannot be written: the folder %s takes no file: %w", f.path, folder, failed.Err)
	}
	return beside, err
}

// read fills the database from the file. edited is why a table of it is no copy though it was one.
func read(ctx context.Context, db *engine.DB, f io.ReaderAt, path string, size int64) (edited, err error) {
	found, err := interchange.Inspect(f, size, filepath.Base(path), interchange.Layout{})
	if err != nil {
		return nil, err
	}
	if found.Format != interchange.Workspace {
		return nil, fmt.Errorf("this is not a workspace file but %s; the page exports one with all tables", found.Format)
	}
	in := &loading{ctx: ctx, db: db}
	r := interchange.NewReader(f, size, interchange.ReaderOptions{Layout: found.Layout, Begin: in.begin, Document: in.document})
	var e interchange.Entity
	for {
		switch err := r.Next(&e); {
		case err == io.EOF:
			return in.edited, in.flush()
		case err != nil:
			return nil, err
		}
		if err := in.add(&e); err != nil {
			return nil, err
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
	edited     error
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
		err := tablesync.Unpack(l.ctx, l.db, name, text)
		if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == tablesync.Edited {
			l.edited, err = err, nil
		}
		return err
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

// Save writes the database in the place of the file that was read, with its permissions; a new one is for its owner only. The old
// file stays until the new one is whole and on the disk. Error: among others, somebody else wrote the file since it was read.
func (f *File) Save(ctx context.Context, db *engine.DB) error {
	beside, err := f.temporary()
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name()) // gone already when all went well
	w := bufio.NewWriterSize(beside, 1<<16)
	err = write(ctx, db, w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && f.read != nil {
		err = beside.Chmod(f.read.Mode().Perm())
	}
	if err == nil {
		err = beside.Sync()
	}
	if closed := beside.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = f.unchanged()
	}
	if err == nil {
		err = os.Rename(beside.Name(), f.path)
	}
	if err != nil {
		return fmt.Errorf("%s was not written: %w", f.path, err)
	}
	if folder, err := os.Open(filepath.Dir(f.path)); err == nil {
		_ = folder.Sync() // not every system can; the file is there either way
		folder.Close()
	}
	f.read, err = os.Stat(f.path)
	return err
}

// unchanged returns an error when the file is not the one that was read.
func (f *File) unchanged() error {
	now, err := os.Stat(f.path)
	switch {
	case f.read == nil && errors.Is(err, os.ErrNotExist):
		return nil
	case f.read == nil && err == nil:
		return errors.New("somebody else made it meanwhile; run the command again")
	case err != nil:
		return err
	case !os.SameFile(now, f.read) || now.Size() != f.read.Size() || !now.ModTime().Equal(f.read.ModTime()):
		return errors.New("somebody else changed it meanwhile; what they wrote is kept: run the command again")
	}
	return nil
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
