package engine

import (
	"io"
	"slices"
)

// OpenDamaged opens a damaged file that recovery put aside, or could not put aside, to export it. Errors: ResourceNotFound,
// StorageFailed.
func (db *DB) OpenDamaged(name string) (File, error) {
	db.keeping.Lock()
	defer db.keeping.Unlock()
	if db.log != nil && db.log.unsaved[name] != nil {
		return exported{db.log.unsaved[name]}, nil
	}
	if !slices.Contains(db.kept, name) {
		return nil, Errorf(ResourceNotFound, "There is no such file.")
	}
	f, err := db.folder.Open(name)
	if err != nil {
		return nil, storageError(err, "the damaged file was opened")
	}
	return f, nil
}

// ForgetDamage deletes a damaged file that recovery put aside; it must not be open. Errors: ResourceNotFound, StorageFailed.
func (db *DB) ForgetDamage(name string) error {
	db.keeping.Lock()
	defer db.keeping.Unlock()
	i := slices.Index(db.kept, name)
	if i < 0 {
		return Errorf(ResourceNotFound, "There is no such file.")
	}
	if err := db.folder.Remove(name); err != nil {
		return storageError(err, "the damaged file was deleted")
	}
	db.kept = slices.Delete(db.kept, i, i+1)
	return nil
}

// exported is a log itself, which stays open and is only read.
type exported struct{ File }

func (exported) WriteAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }
func (exported) Truncate(int64) error               { return io.ErrClosedPipe }
func (exported) Close() error                       { return nil }
