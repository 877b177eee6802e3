package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"rangefinder/engine"
)

// Report is what CheckDataDir found.
type Report struct {
	Path        string
	Recovery    engine.Recovery
	Tables      int
	Checkpoints []CheckedCheckpoint
}

// CheckedCheckpoint is a checkpoint and the error that reading all of it ended with, nil when it is whole.
type CheckedCheckpoint struct {
	engine.Checkpoint
	Err error
}

// Damaged reports whether anything of the workspace cannot be read.
func (r *Report) Damaged() bool {
	return len(r.Recovery.Damage) > 0 || slices.ContainsFunc(r.Checkpoints, func(c CheckedCheckpoint) bool { return c.Err != nil })
}

// CheckDataDir reads everything in a data directory and writes nothing to it, not even to mend what it finds. Errors: a
// *DataDirInUse while a process has the directory, fs.ErrNotExist when there is no workspace in it, and those of reading.
func CheckDataDir(ctx context.Context, path string) (*Report, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// A copy of a directory may lack the lock; then nobody has it.
	lock, err := os.Open(filepath.Join(path, lockName))
	if err == nil {
		defer lock.Close()
		err = hold(path, lock, false)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names, err := listFiles(path)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(names, func(name string) bool { return filepath.Ext(name) == ".log" }) {
		return nil, fmt.Errorf("there is no workspace in %s: %w", path, fs.ErrNotExist)
	}

	db, recovery, err := engine.OpenFolder(ctx, &readOnlyDir{path, names}, engine.Options{})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	report := &Report{Path: path, Recovery: *recovery, Tables: len(db.Image().Tables())}
	for _, c := range db.Checkpoints() {
		_, err := db.OpenCheckpoint(ctx, c.ID, func() error { return nil })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report.Checkpoints = append(report.Checkpoints, CheckedCheckpoint{c, err})
	}
	return report, nil
}

// readOnlyDir is a directory in which nothing changes. Cutting files off and removing them is believed, as opening a
// workspace does that; writing fails.
type readOnlyDir struct {
	path  string
	names []string
}

var errReadOnly = errors.New("the directory is only being checked")

func (d *readOnlyDir) Open(name string) (engine.File, error) {
	if !slices.Contains(d.names, name) {
		return &readOnlyFile{}, nil
	}
	f, err := os.Open(filepath.Join(d.path, name))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return &readOnlyFile{f, info.Size()}, nil
}

func (d *readOnlyDir) Remove(string) error { return nil }

func (d *readOnlyDir) List() ([]string, error) { return slices.Clone(d.names), nil }

// readOnlyFile shows a file, up to a size, with zeros behind its end. One that is not there is empty.
type readOnlyFile struct {
	file *os.File // nil when there is none
	size int64
}

func (f *readOnlyFile) ReadAt(b []byte, offset int64) (int, error) {
	if offset >= f.size {
		return 0, io.EOF
	}
	cut := b[:min(int64(len(b)), f.size-offset)]
	n := 0
	var err error
	if f.file != nil {
		n, err = f.file.ReadAt(cut, offset)
	}
	if err == nil || errors.Is(err, io.EOF) {
		clear(cut[n:])
		if n, err = len(cut), nil; n < len(b) {
			err = io.EOF
		}
	}
	return n, err
}

func (f *readOnlyFile) WriteAt([]byte, int64) (int, error) { return 0, errReadOnly }

func (f *readOnlyFile) Truncate(size int64) error {
	f.size = size
	return nil
}

func (f *readOnlyFile) Sync() error { return nil }

func (f *readOnlyFile) Size() (int64, error) { return f.size, nil }

func (f *readOnlyFile) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
