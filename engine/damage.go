package engine

import "slices"

// OpenDamaged opens a damaged file that recovery put aside, to export it. Errors: ResourceNotFound, StorageFailed.
func (db *DB) OpenDamaged(name string) (File, error) {
	db.keeping.Lock()
	defer db.keeping.Unlock()
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
