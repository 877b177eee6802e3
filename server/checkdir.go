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
	return len(r.Recovery.Damage) > 0 || len(r.Recovery.Snapshots) > 0 || slices.ContainsFunc(r.Checkpoints, func(c CheckedCheckpoint) bool { return c.Err != nil })
}

// CheckDataDir reads everything in a data directory and writes nothing to it, not even to mend what it finds. Errors: a
// *DataDirInUse while a process has the directory, fs.ErrNotExist when there is no workspace in it and none was, and those of
// DataDir.OpenWorkspace: what the server would say.
func CheckDataDir(ctx context.Context, path string) (*Report, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// A copy of a directory may lack the lock; then nobody has it.
	used := false
	lock, err := os.Open(filepath.Join(path, lockName))
	if err == nil {
		defer lock.Close()
		used = lockedBefore(lock)
		err = hold(path, lock, false)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names, err := listFiles(path)
	if err != nil {
		return nil, err
	}
	db, recovery, err := engine.OpenFolder(ctx, &readOnlyDir{path, names}, engine.Options{ReadOnly: true, Used: used})
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	defer db.Close()
	if recovery.New {
		return nil, noWorkspace(path)
	}
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

// noWorkspace is the path of a directory that never kept a workspace. It is an fs.ErrNotExist.
type noWorkspace string

func (path noWorkspace) Error() string {
	return fmt.Sprintf("there is no workspace in %s; the server begins one there", string(path))
}

func (noWorkspace) Unwrap() error { return fs.ErrNotExist }

// readOnlyDir is a directory in which nothing changes. Files that are not there are empty.
type readOnlyDir struct {
	path  string
	names []string
}

var errReadOnly = errors.New("the directory is only read")

func (d *readOnlyDir) Open(name string) (engine.File, error) {
	if !slices.Contains(d.names, name) {
		return readOnlyFile{}, nil
	}
	f, err := os.Open(filepath.Join(d.path, name))
	if err != nil {
		return nil, err
	}
	if isLog(name) {
		if err := holdLog(d.path, f, false); err != nil {
			f.Close()
			return nil, err
		}
	}
	return readOnlyFile{f}, nil
}

func (d *readOnlyDir) Remove(string) error { return errReadOnly }

func (d *readOnlyDir) List() ([]string, error) { return slices.Clone(d.names), nil }

// readOnlyFile is a file that is only read; nil is an empty one.
type readOnlyFile struct{ file *os.File }

func (f readOnlyFile) ReadAt(b []byte, offset int64) (int, error) {
	if f.file == nil {
		return 0, io.EOF
	}
	return f.file.ReadAt(b, offset)
}

func (f readOnlyFile) WriteAt([]byte, int64) (int, error) { return 0, errReadOnly }
func (f readOnlyFile) Truncate(int64) error               { return errReadOnly }
func (f readOnlyFile) Sync() error                        { return nil }

func (f readOnlyFile) Size() (int64, error) {
	if f.file == nil {
		return 0, nil
	}
	return (&diskFile{File: f.file}).Size()
}

func (f readOnlyFile) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
