package engine

import (
	"context"
	"time"
)

// Recovery tells what OpenFolder found.
type Recovery struct {
	Commits  int   // replayed
	Entities int   // in all tables afterwards
	LogBytes int64 // read
	Torn     int64 // bytes cut from the end: a commit that was never acknowledged
	Damage   []Damage
}

// Damage is a stretch of a log that cannot be read though it lies before its end. What could be read before and after it is
// in the tables; the damaged file itself is kept under Kept until ForgetDamage.
type Damage struct {
	File   string // that was damaged
	Kept   string // name under which OpenDamaged gives it
	Offset int64  // of the first byte that cannot be read
	Length int64  // of what cannot be read
	Reason string // a sentence
	Before int    // commits read before it
	After  int    // commits read after it
}

// OpenFolder opens the workspace that a folder keeps, or makes a new one. Every commit is written there and synced before it
// is visible. Recovery is never nil when the error is.
func OpenFolder(ctx context.Context, folder Folder, options Options) (*DB, *Recovery, error) {
	return nil, nil, Errorf(NotImplemented, "Folders cannot be opened yet.")
}

// Close ends the use of the folder; later writes fail.
func (db *DB) Close() error { return nil }

// StorageStats is what the workspace takes on disk.
type StorageStats struct {
	Durable     bool  // false: everything is in memory only
	Log         int64 // bytes of the log
	Live        int64 // bytes that a rewritten log would have, about
	Checkpoints int64 // bytes of the checkpoints
	// Failed is why nothing can be written any more, "" when all is well: the tables are still readable.
	Failed string
}

// Storage returns what the workspace takes on disk.
func (db *DB) Storage() StorageStats { return StorageStats{} }

// RewriteDue reports whether so much of the log is out of date that Rewrite pays.
func (db *DB) RewriteDue() bool { return false }

// Rewrite writes the log anew without what is out of date, in slices: between two of them it calls yield, whose error ends
// it. Readers never wait, a commit waits for one slice at most, and a crash at any point leaves one whole log.
func (db *DB) Rewrite(ctx context.Context, yield func() error) error { return nil }

// Replace makes image the whole workspace, in one commit. The image before it undoes that.
func (db *DB) Replace(ctx context.Context, image *Image) error {
	return Errorf(NotImplemented, "A workspace cannot be replaced yet.")
}

// RestoreTable brings a table of an image back as it was there, Timestamps and all. Errors: TableNotFound when the image has
// no such table, TableAlreadyExists.
func (db *DB) RestoreTable(ctx context.Context, image *Image, table string) error {
	return Errorf(NotImplemented, "A table cannot be restored yet.")
}

// Document returns a small text that belongs to the workspace beside the tables: saved queries, designs. ok is false when
// there is none of that name.
func (db *DB) Document(name string) (text string, ok bool) { return "", false }

// Documents returns the names of the documents, ascending.
func (db *DB) Documents() []string { return nil }

// SetDocument keeps a text of at most 1 MiB under a name of 1 to 64 characters; "" deletes it.
func (db *DB) SetDocument(ctx context.Context, name, text string) error {
	return Errorf(NotImplemented, "Documents cannot be kept yet.")
}

// Checkpoint is a named snapshot of the whole workspace, kept in the folder, or in memory where there is none.
type Checkpoint struct {
	ID       string
	Name     string
	Time     time.Time
	Tables   int
	Entities int
	Bytes    int64 // in the folder
}

// Checkpoints lists the checkpoints, newest first.
func (db *DB) Checkpoints() []Checkpoint { return nil }

// SaveCheckpoint keeps the workspace as it is now under a name of 1 to 100 characters. It writes in slices and calls yield
// between them; an error, yield's too, leaves no checkpoint.
func (db *DB) SaveCheckpoint(ctx context.Context, name string, yield func() error) (Checkpoint, error) {
	return Checkpoint{}, Errorf(NotImplemented, "A checkpoint cannot be saved yet.")
}

// OpenCheckpoint reads a checkpoint; Replace makes it the workspace.
func (db *DB) OpenCheckpoint(ctx context.Context, id string, yield func() error) (*Image, error) {
	return nil, Errorf(ResourceNotFound, "There is no such checkpoint.")
}

// DropCheckpoint takes a checkpoint off the list. Until the folder is closed UndropCheckpoint brings it back.
func (db *DB) DropCheckpoint(id string) error {
	return Errorf(ResourceNotFound, "There is no such checkpoint.")
}

// UndropCheckpoint puts a dropped checkpoint on the list again.
func (db *DB) UndropCheckpoint(id string) error {
	return Errorf(ResourceNotFound, "There is no such checkpoint.")
}

// OpenDamaged opens a damaged file that recovery put aside, to export it.
func (db *DB) OpenDamaged(name string) (File, error) {
	return nil, Errorf(ResourceNotFound, "There is no such file.")
}

// ForgetDamage deletes a damaged file that recovery put aside.
func (db *DB) ForgetDamage(name string) error { return nil }
