package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxFile is the size in bytes of the largest file that a tool reads.
const MaxFile = 256 << 20

// Files are the files that tools may read, and those that they may write.
type Files struct {
	named   []string // as they were given
	files   []string // absolute
	roots   []folder
	written []string // absolute, of files; they may be read, too
	targets []string // the same as they were given
}

type folder struct {
	path string // absolute
	root *os.Root
}

// NewFiles returns the files of the paths: each a file, or a folder with all that is in it. Close gives the folders free. Errors:
// those of the system.
func NewFiles(paths ...string) (*Files, error) {
	f := &Files{named: paths}
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(absolute)
		if err != nil {
			f.Close()
			return nil, err
		}
		if !info.IsDir() {
			f.files = append(f.files, absolute)
			continue
		}
		root, err := os.OpenRoot(absolute)
		if err != nil {
			f.Close()
			return nil, err
		}
		f.roots = append(f.roots, folder{absolute, root})
	}
	return f, nil
}

// AllowWriting lets tools write files, which need not be there yet. Errors: a path is a folder, or something else that is no file.
func (f *Files) AllowWriting(paths ...string) error {
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		if info, err := os.Stat(absolute); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%q is not a file: --write takes a workspace file", path)
		}
		f.written, f.targets = append(f.written, absolute), append(f.targets, path)
	}
	return nil
}

// writable returns the absolute path of a file that may be written. The error says which may.
func (f *Files) writable(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err == nil && slices.Contains(f.written, absolute) {
		return absolute, nil
	}
	return "", fmt.Errorf("%.100q is not among what `rangefinder mcp` may write: %s", path, strings.Join(f.targets, ", "))
}

// Close gives the folders free.
func (f *Files) Close() {
	for _, folder := range f.roots {
		folder.root.Close() // it was read from only
	}
}

// open opens a file for reading. Errors say which files there are, and those of the system; none tells whether a file exists that
// may not be read.
func (f *Files) open(path string) (*os.File, error) {
	absolute, err := filepath.Abs(path)
	if err != nil || strings.ContainsRune(path, 0) {
		return nil, fmt.Errorf("%.100q is not a path", path)
	}
	if slices.Contains(f.files, absolute) || slices.Contains(f.written, absolute) {
		return regular(path, os.Stat, os.Open, absolute)
	}
	for _, folder := range f.roots {
		if below, err := filepath.Rel(folder.path, absolute); err == nil && filepath.IsLocal(below) {
			return regular(path, folder.root.Stat, folder.root.Open, below)
		}
	}
	return nil, fmt.Errorf("%.100q is not among what `rangefinder mcp` may read: %s; whoever starts it names files and folders", path, f)
}

// regular opens a file that is one: to open a pipe would wait.
func regular(path string, stat func(string) (os.FileInfo, error), open func(string) (*os.File, error), name string) (*os.File, error) {
	info, err := stat(name)
	switch {
	case err != nil:
		if e, ok := errors.AsType[*os.PathError](err); ok {
			err = e.Err // it would name the path again
		}
		return nil, fmt.Errorf("%.100q cannot be read: %w", path, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%.100q is not a file", path)
	case info.Size() > MaxFile:
		return nil, fmt.Errorf("%.100q has %d bytes, more than the %d that a tool reads", path, info.Size(), MaxFile)
	}
	return open(name)
}

// String lists what was given.
func (f *Files) String() string {
	if named := slices.Concat(f.named, f.targets); len(named) > 0 {
		return strings.Join(named, ", ")
	}
	return "nothing"
}
