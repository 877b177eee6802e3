package engine

import (
	"context"
	"io"

	"rangefinder/filterlang/edm"
)

// StorageStats is what the workspace takes on disk.
type StorageStats struct {
	Durable     bool  // false: everything is in memory only
	Log         int64 // bytes of the log
	Live        int64 // bytes that a rewritten log would have, about
	Checkpoints int64 // bytes of the checkpoints
	Reserve     int64 // bytes that are held for a time when the disk is full
	// Failed is why nothing can be written any more, "" when all is well: the tables are still readable.
	Failed string
	// Full is why nothing can be written but deletes, "" when there is room.
	Full string
}

// Storage returns what the workspace takes on disk.
func (db *DB) Storage() StorageStats {
	s := StorageStats{Live: db.root.Load().live()}
	for _, c := range db.Checkpoints() {
		s.Checkpoints += c.Bytes
	}
	if l := db.log; l != nil {
		s.Durable, s.Log = true, l.end.Load()
		if failed := l.failed.Load(); failed != nil {
			s.Failed = *failed
		}
		if l.full.Load() {
			s.Full = fullReason
		}
		l.reserve.mu.Lock()
		s.Reserve = l.reserve.held
		l.reserve.mu.Unlock()
	}
	return s
}

// live returns the length of a log of the root alone, about: an entity takes an item's letter and length beside its packed
// form.
func (r *root) live() int64 {
	n := int64(headerSize + recordSize)
	r.tables.Scan(func(_ string, t *table) bool {
		n += t.live()
		if t.track != nil {
			n += int64(len(t.track.note))
			for _, side := range t.track.sides {
				n += side.live()
			}
		}
		return true
	})
	for name, text := range r.documents {
		n += int64(len(name) + len(text) + 8)
	}
	return n
}

func (t *table) live() int64 { return t.packed + 3*int64(t.entities.Len()) + 256 }

// rewriteFrom is the number of bytes that must be out of date, at least, for a rewrite to pay.
const rewriteFrom = 1 << 20

// RewriteDue reports whether so much of the log is out of date that Rewrite pays.
func (db *DB) RewriteDue() bool {
	if db.log == nil {
		return false
	}
	live := db.root.Load().live()
	return db.log.end.Load()-live > max(live, rewriteFrom)
}

// syncEvery is how many slices are written before they are synced, so that no sync takes long: in a browser it stops
// everything else.
const syncEvery = 16

// Rewrite writes the log anew without what is out of date, in slices of 128 KiB, which take a millisecond in a browser: between
// two of them it calls yield, whose error ends it. Readers never wait, a commit waits for one slice and the last two syncs at
// most, and a crash at any point leaves one whole log. Rewrites and the saving, opening and dropping of checkpoints take
// turns, so yield must not do them; it may write to tables.
//
// It fills the other file from a picture of the tables while commits go on to the log, copies what they wrote since, and makes
// that file the log by writing its header, when all else in it is safe.
func (db *DB) Rewrite(ctx context.Context, yield func() error) error {
	l := db.log
	if l == nil {
		return nil
	}
	db.rewriting.Lock()
	defer db.rewriting.Unlock()
	return db.rewrite(db.pauses(ctx, yield))
}

// rewrite is Rewrite for a caller that holds rewriting.
func (db *DB) rewrite(pauses *pauses) error {
	l := db.log
	x := &rewrite{db: db, log: l, other: spending{l.other, &l.reserve, true}, pause: pauses}
	err := x.run()
	l.lead.Lock()
	defer l.lead.Unlock()
	if err != nil && !x.switched {
		l.doubtful = true
		_ = l.ready()
	}
	l.reserve.mu.Lock()
	l.reserve.lent = false
	l.reserve.mu.Unlock()
	_ = db.replenish(0)
	return x.stopped(err)
}

// pauses returns what work in slices calls between two of them. yield may write to tables.
func (db *DB) pauses(ctx context.Context, yield func() error) *pauses {
	if yield == nil {
		return &pauses{db: db, ctx: ctx}
	}
	return &pauses{db: db, ctx: ctx, yield: func() error {
		db.yielding.Add(1)
		defer db.yielding.Add(-1)
		return yield()
	}}
}

type pauses struct {
	db    *DB
	ctx   context.Context
	yield func() error
	err   error // why the work was ended, nil while it goes on
}

func (p *pauses) pause() error {
	if p.yield != nil {
		p.err = p.yield()
	}
	if p.err == nil {
		p.err = p.ctx.Err()
	}
	if p.err == nil && p.db.closing.Load() {
		p.err = errClosed()
	}
	return p.err
}

// rewrite is a Rewrite that is going on.
type rewrite struct {
	db       *DB
	log      *log
	other    File // the log's other file, which may live on the reserve
	pause    *pauses
	tail     int64  // of the log is not copied from here on
	at       int64  // where the other file ends
	picture  int64  // where the picture in it ends
	shown    uint64 // number of the commit that it shows
	unsynced int64
	switched bool
}

// stopped returns the error that the caller gets.
func (x *rewrite) stopped(err error) error {
	if err == nil || x.pause.err != nil {
		return x.pause.err
	}
	return storageError(err, "the log was written anew")
}

func (x *rewrite) run() error {
	l := x.log
	l.lead.Lock()
	if err := l.ready(); err != nil {
		l.lead.Unlock()
		return err
	}
	r := x.db.root.Load()
	x.tail, x.shown = l.end.Load(), r.seq
	l.lead.Unlock()

	if err := x.other.Truncate(0); err != nil {
		return err
	}
	if err := x.other.Sync(); err != nil {
		return err
	}
	var err error
	if x.picture, err = writePicture(x.other, l.header.salt, l.slice, r, nil, x.pause.pause); err != nil {
		return err
	}
	x.at = x.picture
	l.reserve.mu.Lock()
	l.reserve.extra = max(0, x.at-r.live())
	l.reserve.mu.Unlock()
	for {
		l.lead.Lock()
		rest := l.end.Load() - x.tail
		if rest <= int64(l.slice) && x.unsynced == 0 {
			err := x.finish(rest)
			l.lead.Unlock()
			if err != nil {
				return err
			}
			return x.clear()
		}
		b := make([]byte, min(rest, int64(l.slice)))
		err := readFull(l.file, b, x.tail)
		l.lead.Unlock()
		if err != nil {
			return err
		}
		if err := x.add(b); err != nil {
			return err
		}
		if x.unsynced >= int64(l.slice*syncEvery) || rest <= int64(l.slice) {
			if err := x.other.Sync(); err != nil {
				return err
			}
			x.unsynced = 0
		}
		if err := x.pause.pause(); err != nil {
			return err
		}
	}
}

// add appends bytes of the log to the other file.
func (x *rewrite) add(b []byte) error {
	if _, err := x.other.WriteAt(b, x.at); err != nil {
		return err
	}
	x.at += int64(len(b))
	x.tail += int64(len(b))
	x.unsynced += int64(len(b))
	return nil
}

// finish copies the rest of the log and makes the other file the log. The caller holds lead.
func (x *rewrite) finish(rest int64) error {
	l := x.log
	if err := l.ready(); err != nil {
		return err
	}
	b := make([]byte, rest)
	if err := readFull(l.file, b, x.tail); err != nil {
		return err
	}
	if err := x.add(b); err != nil {
		return err
	}
	if err := x.other.Sync(); err != nil {
		return err
	}
	header := l.header
	header.version, header.state = logVersion, stateWhole
	header.generation++
	header.safe, header.seq = x.at, x.db.root.Load().seq
	header.picture, header.shown = x.picture, x.shown
	l.doubtful = true // from here on a crash may find either of the two
	if _, err := x.other.WriteAt(header.bytes(), 0); err != nil {
		return err
	}
	if err := x.other.Sync(); err != nil {
		return err
	}
	l.doubtful, x.switched = false, true
	l.header, l.generation = header, header.generation
	l.file, l.other = l.other, l.file
	l.end.Store(x.at)
	l.takeNote(header.seq)
	l.reserve.good.Store(0)
	l.rewrites.Add(1)
	return nil
}

// clearEvery is how many slices are cut off a file at once: in a browser that stops everything else, a third of a millisecond for a MiB.
const clearEvery = 32

// clear empties the file that was the log, from its end, with a pause between steps as long as anybody wants to go on. On a full disk it
// frees the room at once. When it fails the next rewrite does it.
func (x *rewrite) clear() error {
	f, r := x.log.other, &x.log.reserve
	r.mu.Lock()
	full := r.lent
	r.mu.Unlock()
	if size, err := f.Size(); err == nil && !full {
		step := int64(x.log.slice * clearEvery)
		for size -= step; size > 0 && f.Truncate(size) == nil && x.pause.pause() == nil; size -= step {
		}
	}
	if f.Truncate(0) == nil {
		_ = f.Sync()
	}
	x.pause.err = nil // it is written
	return nil
}

func readFull(f File, b []byte, at int64) error {
	if len(b) == 0 {
		return nil
	}
	n, err := f.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// writePicture writes a root to a file behind its header and syncs it; pause is called between slices. It returns where the
// file ends.
func writePicture(file File, salt uint16, slice int, r *root, head *Checkpoint, pause func() error) (int64, error) {
	out := recordWriter{salt: salt, slice: slice}
	unsynced := 0
	out.full = func() error {
		if _, err := file.WriteAt(out.buf, headerSize+out.base); err != nil {
			return err
		}
		if unsynced += len(out.buf); unsynced >= slice*syncEvery {
			unsynced = 0
			if err := file.Sync(); err != nil {
				return err
			}
		}
		return pause()
	}
	out.begin(r.seq, recordState)
	if head != nil {
		out.checkpoint(head)
	}
	out.clock(max(r.clock, edm.MinTicks))
	if err := out.everything(r); err != nil {
		return 0, err
	}
	out.end()
	if _, err := file.WriteAt(out.buf, headerSize+out.base); err != nil {
		return 0, err
	}
	return headerSize + out.base + int64(len(out.buf)), file.Sync()
}
