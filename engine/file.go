package engine

import (
	"errors"
	"io"
)

// ErrNoSpace is wrapped by the errors of a File or Folder whose disk, or whose quota in a browser, is full.
var ErrNoSpace = errors.New("there is no space left")

// File is the storage of one log or checkpoint: *os.File on a server, an OPFS sync access handle in a worker, a fake that
// fails on purpose in tests. Offsets and sizes are in bytes. A File is used by one goroutine at a time.
type File interface {
	io.ReaderAt
	io.WriterAt
	// Truncate makes the file that long; what it grows by reads as zeros.
	Truncate(size int64) error
	// Sync returns when everything written before is safe from a crash of the process and of the machine. What was written
	// since the last Sync may be lost in part and in any order by a crash.
	Sync() error
	Size() (int64, error)
	Close() error
}

// Folder holds the files of one workspace. Nobody else opens them while it is in use: on a server by a lock on the
// directory, in a browser by a Web Lock. Names are ASCII letters, digits, "-" and ".".
type Folder interface {
	// Open opens a file for reading and writing and makes it when it is missing. Each file is open once at a time. A crash
	// after Open leaves the file in the folder, though what is in it is safe only by its Sync.
	Open(name string) (File, error)
	// Remove deletes a file that is not open; a missing one is no error.
	Remove(name string) error
	// List returns the names of all files, in any order.
	List() ([]string, error)
}
