package engine

// Close ends the use of the folder; later writes fail, reading goes on. Checkpoints that were dropped are deleted. A DB that is
// only in memory has nothing to close.
func (db *DB) Close() error {
	l := db.log
	if l == nil {
		return nil
	}
	db.closing.Store(true)
	db.rewriting.Lock()
	defer db.rewriting.Unlock()
	l.lead.Lock()
	defer l.lead.Unlock()
	if !db.drain() {
		return nil
	}
	var failed error
	if l.refusing == nil {
		if err := l.ready(); err != nil {
			failed = err
		}
		l.keepNote(db.root.Load().seq)
	}
	for _, f := range [...]File{l.file, l.other, l.note} {
		if f == nil {
			continue
		}
		if err := f.Close(); err != nil && failed == nil {
			failed = storageError(err, "the workspace was closed")
		}
	}
	_ = l.reserve.close() // there is nothing in it
	db.sweep()
	return failed
}

// drain writes all that is in the buffer and lets nothing more in. It returns false when the log is closed already. The caller
// holds lead.
func (db *DB) drain() bool {
	for {
		db.flush()
		db.writing.Lock()
		if len(db.log.queue) == 0 {
			break
		}
		db.writing.Unlock()
	}
	defer db.writing.Unlock()
	open := !db.log.closed
	db.log.closed = true
	return open
}
