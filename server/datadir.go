package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"rangefinder/engine"
)

// lockName is the file in a data directory that its user holds locked. It stays when nobody does, and holds the number of
// the process that locked it last, and a line that says newLine until there is a file beside it.
const (
	lockName = ".lock"
	newLine  = "new"
)

// DataDir is a directory on disk that keeps a workspace: an engine.Folder. One process at a time has it; others are
// refused, by the lock file and by locks on the log files. What is created and removed in it is safe from a crash of the machine when Open and Remove return.
type DataDir struct {
	path  string
	lock  *os.File
	fresh bool // no file was in it yet

	lost  atomic.Bool // Check found a log that is not in the directory any more
	mu    sync.Mutex
	files map[*diskFile]bool // that are open
}

var _ engine.Folder = (*DataDir)(nil)

// OpenDataDir locks a directory and makes it, readable by its owner only, when it is missing. Errors: a *DataDirInUse when
// another process has it, and those of the file system, which name the path.
func OpenDataDir(path string) (*DataDir, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := makeDir(path); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := hold(path, lock, true); err != nil {
		lock.Close()
		return nil, err
	}
	d := &DataDir{path: path, lock: lock, fresh: !lockedBefore(lock), files: map[*diskFile]bool{}}
	d.sign()
	return d, nil
}

// sign writes into the lock who has it. Without that the message of the next one lacks the number.
func (d *DataDir) sign() {
	text := strconv.Itoa(os.Getpid()) + "\n"
	if d.fresh {
		text += newLine + "\n"
	}
	if err := d.lock.Truncate(0); err == nil {
		_, _ = d.lock.WriteAt([]byte(text), 0)
	}
}

// lockedBefore reports whether a lock is of a directory that had files.
func lockedBefore(lock *os.File) bool {
	lines := lockLines(lock)
	return len(lines) > 0 && lines[len(lines)-1] != newLine
}

func lockLines(lock *os.File) []string {
	b := make([]byte, 40)
	n, _ := lock.ReadAt(b, 0) // they are there or not
	return strings.Fields(string(b[:n]))
}

// OpenWorkspace opens the workspace in the directory, or begins one. Errors: those of engine.OpenFolder, with the path and, when
// the workspace is missing, with the flag that begins anew.
func (d *DataDir) OpenWorkspace(ctx context.Context, options engine.Options) (*engine.DB, *engine.Recovery, error) {
	options.Used = !d.fresh
	db, recovery, err := engine.OpenFolder(ctx, d, options)
	return db, recovery, cannotOpen(d.path, err)
}

// cannotOpen says which directory an error of engine.OpenFolder is about.
func cannotOpen(path string, err error) error {
	e, ok := errors.AsType[*engine.Error](err)
	inUse, held := errors.AsType[*DataDirInUse](err)
	switch {
	case err == nil:
		return nil
	case held:
		return inUse
	case ok && e.Code == engine.StorageMissing:
		return fmt.Errorf("the tables in %s cannot be opened: %w To begin anew, start the server with --begin-anew", path, err)
	}
	return fmt.Errorf("the tables in %s cannot be opened: %w", path, err)
}

// DataDirInUse says that another process has a data directory.
type DataDirInUse struct {
	Path string
	PID  int // 0 when it is not known
}

func (e *DataDirInUse) Error() string {
	holder := "another process"
	if e.PID != 0 {
		holder = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("the data directory %s is in use by %s; stop that, or name another directory", e.Path, holder)
}

// hold locks the lock file of a directory, for the process or, not exclusively, among others that only read.
func hold(path string, lock *os.File, exclusive bool) error {
	err := tryLock(lock, exclusive)
	if err == nil {
		return nil
	}
	if !errors.Is(err, errLocked) {
		return fmt.Errorf("the data directory %s cannot be locked: %w", path, err)
	}
	pid := 0
	if lines := lockLines(lock); len(lines) > 0 {
		pid, _ = strconv.Atoi(lines[0])
	}
	return &DataDirInUse{path, pid}
}

// errLocked is what tryLock returns when another has the lock.
var errLocked = errors.New("it is locked")

// makeDir makes a directory and its parents, and syncs those that are new into theirs.
func makeDir(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return fmt.Errorf("%s is a file, not a directory", path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := makeDir(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// Path is the directory's absolute path.
func (d *DataDir) Path() string { return d.path }

// Open implements engine.Folder.
func (d *DataDir) Open(name string) (engine.File, error) {
	path, err := d.file(name)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			if err = syncDir(d.path); err != nil {
				f.Close()
			} else if d.fresh {
				d.fresh = false
				d.sign()
			}
		}
	}
	if err != nil {
		return nil, spaceError(err)
	}
	if isLog(name) {
		if err := holdLog(d.path, f, true); err != nil {
			f.Close()
			return nil, err
		}
	}
	out := &diskFile{f, d}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files[out] = true
	return out, nil
}

// errLost says that what is written goes nowhere.
var errLost = errors.New("the directory or a file in it was deleted, moved or replaced while it was in use")

// Check returns an error when the directory does not hold the logs any more that are open: whoever opened it again would not
// find what is written to them. From then on they cannot be synced, until Check finds them in their place again.
func (d *DataDir) Check() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	lost := false
	for f := range d.files {
		if filepath.Ext(f.Name()) != ".log" {
			continue
		}
		open, err := f.Stat()
		if err != nil {
			continue // it is being closed
		}
		named, err := os.Stat(f.Name())
		lost = lost || errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(open, named)
	}
	d.lost.Store(lost)
	if lost {
		return errLost
	}
	return nil
}

// isLog reports whether the engine keeps its log in a file of that name. Whoever has a directory open holds these files
// locked too: the lock file can be deleted, and then a second process would get a new one.
func isLog(name string) bool { return name == "a.log" || name == "b.log" }

// holdLog locks a log file of a directory, as hold does the lock file. Error: a *DataDirInUse.
func holdLog(path string, f *os.File, exclusive bool) error {
	err := tryLock(f, exclusive)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errLocked):
		return &DataDirInUse{Path: path}
	}
	return fmt.Errorf("%s cannot be locked: %w", f.Name(), err)
}

// Remove implements engine.Folder.
func (d *DataDir) Remove(name string) error {
	path, err := d.file(name)
	if err != nil {
		return err
	}
	if err := os.Remove(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return syncDir(d.path)
}

// List implements engine.Folder.
func (d *DataDir) List() ([]string, error) { return listFiles(d.path) }

func listFiles(path string) ([]string, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if entry.Type().IsRegular() && isFileName(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

func (d *DataDir) file(name string) (string, error) {
	if !isFileName(name) {
		return "", fmt.Errorf("%q cannot be the name of a file in a data directory", name)
	}
	return filepath.Join(d.path, name), nil
}

// isFileName reports whether the engine may give a file that name. Names that begin with a dot are the directory's own.
func isFileName(name string) bool {
	return name != "" && name[0] != '.' && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.") == ""
}

// Close gives the directory free. The files must be closed before.
func (d *DataDir) Close() error { return d.lock.Close() }

// diskFile is an engine.File on disk.
type diskFile struct {
	*os.File
	dir *DataDir
}

func (f *diskFile) WriteAt(b []byte, offset int64) (int, error) {
	n, err := f.File.WriteAt(b, offset)
	return n, spaceError(err)
}

func (f *diskFile) Truncate(size int64) error { return spaceError(f.File.Truncate(size)) }

// Sync makes the file safe. A file that was deleted is not: nobody will find it.
func (f *diskFile) Sync() error {
	if err := syncData(f.File); err != nil {
		return spaceError(err)
	}
	if f.dir.lost.Load() || isDeleted(f.File) {
		return errLost
	}
	return nil
}

func (f *diskFile) Size() (int64, error) {
	info, err := f.File.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f *diskFile) Close() error {
	f.dir.mu.Lock()
	delete(f.dir.files, f)
	f.dir.mu.Unlock()
	return f.File.Close()
}

// spaceError makes an error known to the engine when it is for want of space, of the disk or of the person's share of it.
func spaceError(err error) error {
	if err != nil && isFull(err) {
		return fmt.Errorf("%w: %w", engine.ErrNoSpace, err)
	}
	return err
}
