package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"rangefinder/engine"
)

// lockName is the file in a data directory that its user holds locked. It stays when nobody does, and holds the number of
// the process that locked it last.
const lockName = ".lock"

// DataDir is a directory on disk that keeps a workspace: an engine.Folder. One process at a time has it; others are
// refused. What is created and removed in it is safe from a crash of the machine when Open and Remove return.
type DataDir struct {
	path string
	lock *os.File
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
	if err := lock.Truncate(0); err == nil {
		// For the message of the next one; without it that only lacks the number.
		_, _ = lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &DataDir{path, lock}, nil
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
	b := make([]byte, 20)
	n, _ := lock.ReadAt(b, 0) // the number is there or not
	pid, _ := strconv.Atoi(strings.TrimSpace(string(b[:n])))
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
			}
		}
	}
	if err != nil {
		return nil, spaceError(err)
	}
	return diskFile{f}, nil
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
type diskFile struct{ *os.File }

func (f diskFile) WriteAt(b []byte, offset int64) (int, error) {
	n, err := f.File.WriteAt(b, offset)
	return n, spaceError(err)
}

func (f diskFile) Truncate(size int64) error { return spaceError(f.File.Truncate(size)) }

func (f diskFile) Sync() error { return spaceError(syncData(f.File)) }

func (f diskFile) Size() (int64, error) {
	info, err := f.File.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// spaceError makes an error known to the engine when it is for want of space, of the disk or of the person's share of it.
func spaceError(err error) error {
	if err != nil && isFull(err) {
		return fmt.Errorf("%w: %w", engine.ErrNoSpace, err)
	}
	return err
}
