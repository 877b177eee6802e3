package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// log is where a DB keeps its commits. There are two files, of which one is in use; a rewrite fills the other and then takes
// its place.
//
// A writer appends its commit to a buffer under DB.writing, on top of commits that are not safe yet, and lets others in. Then
// it waits for lead: whoever has it writes the whole buffer, syncs once, and publishes all commits of it in order. So commits
// that come while the disk is busy share the next sync.
type log struct {
	lead sync.Mutex // guards the files and what follows; taken before DB.writing, never while it is held

	file, other File
	note        File       // nil when it could not be made
	header      fileHeader // of the next rewrite, as far as it is known
	generation  uint64     // of file
	slice       int
	dirty       bool            // there may be bytes behind end
	doubtful    bool            // the other file may have become a whole log, which must not be left so
	refusing    *Error          // nothing is written at all: the reason
	unsaved     map[string]File // by its name, the files of which there is no copy though they are damaged
	spare       []byte
	reserve     reserve

	rewrites atomic.Int64           // how often the log was written anew
	full     atomic.Bool            // there was no room for a small change when it was looked last
	end      atomic.Int64           // everything before it in file is safe and published
	failed   atomic.Pointer[string] // why nothing can be written, nil when all is well

	// Guarded by DB.writing.
	out    recordWriter
	queue  []*waiting
	closed bool
}

// waiting is a commit that is in the buffer. done and err are guarded by lead.
type waiting struct {
	next   *root
	commit Commit
	done   bool
	err    *Error
}

func errClosed() *Error {
	return Errorf(StorageFailed, "The workspace is closed; open it again to change it.")
}

// storageError tells what a File or Folder failed with.
func storageError(err error, doing string) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Errorf(StorageFailed, "It was stopped while %s; nothing was changed.", doing).causedBy(err)
	}
	if isNoSpace(err) {
		return Errorf(StorageFull, "The storage was full while %s; that change was not made. Delete entities, tables or snapshots, which works when the storage is full, or make room on the disk, and try again.", doing).causedBy(err)
	}
	return Errorf(StorageFailed, "An error happened while %s: %v. Nothing was changed: try again, and export the workspace if it goes on.", doing, err).causedBy(err)
}

// enqueue writes a commit into the buffer. The caller holds DB.writing.
func (l *log) enqueue(next *root, c Commit) (*waiting, error) {
	if l.closed {
		return nil, errClosed()
	}
	w := &waiting{next: next, commit: c}
	if err := l.out.commit(&w.commit, next); err != nil {
		return nil, err
	}
	l.queue = append(l.queue, w)
	return w, nil
}

// last returns the latest commit of the buffer, nil when it is empty. The caller holds DB.writing.
func (l *log) last() *waiting {
	if n := len(l.queue); n > 0 {
		return l.queue[n-1]
	}
	return nil
}

// settle returns when a commit of the buffer is safe and published, or refused.
func (db *DB) settle(w *waiting) error {
	db.log.lead.Lock()
	defer db.log.lead.Unlock()
	if !w.done {
		db.flush()
	}
	if w.err != nil {
		return w.err
	}
	return nil
}

// spareLimit is the size from which on a buffer is not kept for the next commits.
const spareLimit = 1 << 20

// flush writes the buffer, and publishes or refuses its commits. The caller holds lead.
func (db *DB) flush() {
	l := db.log
	db.writing.Lock()
	if len(l.queue) == 0 {
		db.writing.Unlock()
		return // the buffers stay two: commits are never encoded into the one that is being written
	}
	batch, buf := l.queue, l.out.buf
	l.queue, l.out.buf = nil, l.spare[:0]
	db.writing.Unlock()
	failed := db.append(buf, batch[len(batch)-1].next.seq)
	db.writing.Lock()
	defer db.writing.Unlock()
	if l.spare = buf; cap(buf) > spareLimit {
		l.spare = nil
	}
	if failed != nil {
		for _, w := range batch {
			w.done, w.err = true, failed
		}
		for _, w := range l.queue { // it was begun on top of what is not there
			w.done, w.err = true, Errorf(failed.Code, "A change before this one could not be written, so this one was not made: try again.").causedBy(failed)
		}
		l.queue, l.out.buf = nil, l.out.buf[:0]
		db.tip = db.root.Load()
		return
	}
	for _, w := range batch {
		w.done = true
		db.publish(w.next, &w.commit)
	}
}

// append writes commits to the end of the log and syncs it, unless the log could not be written anew then for want of room; seq is
// the number of the last one. Its error says whether the file is as it was.
func (db *DB) append(b []byte, seq uint64) *Error {
	l := db.log
	if err := l.ready(); err != nil {
		return err
	}
	if err := db.secure(int64(len(b))); err != nil {
		return storageError(err, "the change was written")
	}
	l.dirty = true
	end := l.end.Load()
	_, err := l.file.WriteAt(b, end)
	if err == nil {
		err = l.file.Sync()
	}
	return l.written(err, end+int64(len(b)), seq)
}

// written ends a write that reaches to end, or takes it back after an error. Until that works nothing else is written: each
// write tries it first.
func (l *log) written(err error, end int64, seq uint64) *Error {
	if err == nil {
		l.end.Store(end)
		l.dirty = false
		l.takeNote(seq)
		return nil
	}
	if back := l.ready(); l.dirty {
		return Errorf(StorageFailed, "Writing the change failed (%v), and so did removing what had been written of it (%v). Whether the change was made is known only when the workspace is opened again; nothing can be written until it is removed.", err, back.cause).
			saying("It is not known whether the change was stored.").causedBy(err)
	}
	return storageError(err, "the change was written")
}

// takeNote notes how long the log is and which commit is its last; seq is the number of that. A note that cannot be written is no
// failure: less is known later, and nothing wrong.
func (l *log) takeNote(seq uint64) {
	if l.note == nil {
		return
	}
	note := fileHeader{version: logVersion, state: stateNote, salt: l.header.salt, generation: l.generation, safe: l.end.Load(), seq: seq}
	_, _ = l.note.WriteAt(note.bytes(), 0)
}

// keepNote is takeNote and makes the note safe.
func (l *log) keepNote(seq uint64) {
	if l.takeNote(seq); l.note != nil {
		_ = l.note.Sync()
	}
}

// openNote opens the note, or makes it.
func (l *log) openNote(folder Folder) {
	if l.note == nil {
		l.note, _ = folder.Open(noteName) // without it nothing is missing but what it would tell
	}
}

// ready brings the files into a state in which a commit can be written. Its error is the reason why that cannot be.
func (l *log) ready() *Error {
	if l.refusing != nil {
		return l.refusing
	}
	err := error(nil)
	if l.dirty {
		if err = l.file.Truncate(l.end.Load()); err == nil {
			err = l.file.Sync()
		}
		l.dirty = err != nil
	}
	if err == nil && l.doubtful {
		if err = l.other.Truncate(0); err == nil {
			err = l.other.Sync()
		}
		l.doubtful = err != nil
	}
	if err == nil {
		l.failed.Store(nil)
		return nil
	}
	failed := Errorf(StorageFailed, "An earlier write failed and could not be taken back (%v): nothing can be written until that works. Export the workspace and open it again.", err).causedBy(err)
	l.failed.Store(&failed.Detail)
	return failed
}

// refuse makes every later write fail with an error.
func (l *log) refuse(err *Error) {
	l.refusing = err
	l.failed.Store(&err.Detail)
}

// keepFrom is the size of a commit from which on the note is made safe after it: a power failure leaves no other sign that it
// was acknowledged.
const keepFrom = 1 << 20

// writeLarge is write for a commit that does not fit into memory a second time: it is written in chunks, and other writers wait
// until it is published.
func (db *DB) writeLarge(ctx context.Context, prepare prepare) error {
	if db.log == nil {
		return db.write(prepare)
	}
	return db.persist(ctx, prepare, db.writeAlone)
}

// writeAlone makes one commit that shares its sync with no other. One that only deletes may live on the reserve.
func (db *DB) writeAlone(ctx context.Context, prepare prepare) error {
	l := db.log
	l.lead.Lock()
	defer l.lead.Unlock()
	for {
		db.flush()
		db.writing.Lock()
		if len(l.queue) == 0 {
			break
		}
		db.writing.Unlock()
	}
	defer db.writing.Unlock()
	if l.closed {
		return errClosed()
	}
	next, c, err := db.prepared(prepare)
	if err != nil || next == nil {
		return err
	}
	if err := l.ready(); err != nil {
		return err
	}
	file := l.file
	shrinks := c.shrinks(next)
	if shrinks {
		file = spending{File: l.file, r: &l.reserve}
	}
	l.dirty = true
	begin := l.end.Load()
	out := recordWriter{salt: l.header.salt, slice: l.slice}
	pauses := db.pauses(ctx, db.options.Yield)
	out.full = func() error {
		if _, err := file.WriteAt(out.buf, begin+out.base); err != nil {
			return err
		}
		return pauses.pause()
	}
	if err = out.commit(&c, next); err == nil {
		_, err = file.WriteAt(out.buf, begin+out.base)
	}
	if err == nil && !shrinks {
		err = db.secure(out.base + int64(len(out.buf)))
	}
	if err == nil {
		err = file.Sync()
	}
	end := begin + out.base + int64(len(out.buf))
	if failed := l.written(err, end, next.seq); failed != nil {
		if pauses.err != nil && !l.dirty {
			return pauses.err
		}
		return failed
	}
	db.tip = next
	db.publish(next, &c)
	if end-begin >= keepFrom {
		l.keepNote(next.seq)
	}
	return nil
}
