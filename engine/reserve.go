package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"syscall"
)

// reserveName is the file of the reserve.
const reserveName = "reserve"

// Allocator is a File that takes room on its disk faster than by writing zeros.
type Allocator interface {
	// Allocate makes the file that long, where it is shorter, and takes the room for it: when it is shortened again, there is
	// room for that many bytes of other files. errors.ErrUnsupported: write zeros.
	Allocate(size int64) error
}

// reserve is a file that holds room on the disk. It is shortened when the disk is full and something needs room that frees more:
// a rewrite of the log, or a delete. All other writes leave it alone, and must find room besides.
//
// It is as long as a rewritten log would be and some more, see DB.replenish. So a rewrite always has room, and a log full of what
// is out of date never keeps a workspace from being used.
type reserve struct {
	folder Folder
	short  atomic.Bool  // it is shorter than it should be
	good   atomic.Int64 // it is long enough until the log has this length; 0 when it is not

	mu    sync.Mutex // guards what follows, and changes of good
	file  File       // nil until it was needed
	held  int64      // the file's length
	extra int64      // bytes that the last rewritten log had beyond root.live
	lent  bool       // a rewrite lives on it: what is free belongs to that
}

// open opens the file. The caller holds mu.
func (r *reserve) open() error {
	if r.file != nil {
		return nil
	}
	f, err := r.folder.Open(reserveName)
	if err != nil {
		return err
	}
	if r.held, err = f.Size(); err != nil {
		f.Close()
		return err
	}
	r.file = f
	return nil
}

func (r *reserve) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// grow makes the reserve that long. After an error it is as before. The caller holds mu.
func (r *reserve) grow(size int64) error {
	if r.lent {
		return ErrNoSpace
	}
	if err := r.open(); err != nil || r.held >= size {
		return err
	}
	err := allocate(r.file, r.held, size)
	if err != nil {
		_ = r.file.Truncate(r.held)
		return err
	}
	r.held = size
	return nil
}

func allocate(f File, from, to int64) error {
	if a, ok := f.(Allocator); ok {
		if err := a.Allocate(to); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	zeros := make([]byte, min(to-from, chunkPayload))
	for from < to {
		n, err := f.WriteAt(zeros[:min(to-from, int64(len(zeros)))], from)
		if err != nil {
			return err
		}
		from += int64(n)
	}
	return nil
}

// shrink makes the reserve that short, and reports whether that freed room. The caller holds mu.
func (r *reserve) shrink(size int64) bool {
	if size = max(0, size); r.open() != nil || r.held <= size || r.file.Truncate(size) != nil {
		return false
	}
	r.held = size
	return true
}

// release gives room for n bytes to somebody who may have it, and reports whether there was any left.
func (r *reserve) release(n int64, lend bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.good.Store(0)
	r.short.Store(true)
	r.lent = r.lent || lend
	return r.shrink(r.held - max(2*n, 16<<10)) // files take whole blocks, and blocks that say where those are
}

// spending is a File whose writes may live on the reserve.
type spending struct {
	File
	r    *reserve
	lend bool
}

func (s spending) WriteAt(b []byte, at int64) (int, error) {
	for {
		n, err := s.File.WriteAt(b, at)
		if err == nil || !isNoSpace(err) || !s.r.release(int64(len(b)), s.lend) {
			return n, err
		}
	}
}

func isNoSpace(err error) bool { return errors.Is(err, ErrNoSpace) || errors.Is(err, syscall.ENOSPC) }

// isFull reports whether a write was refused for want of room.
func isFull(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == StorageFull
}

// secure makes sure that the log may grow by n bytes and can still be rewritten. The caller holds lead.
func (db *DB) secure(n int64) error {
	if db.log.end.Load()+n <= db.log.reserve.good.Load() {
		return nil
	}
	return db.replenish(n)
}

// replenish makes the reserve as long as it should be when the log has n bytes more than are published. Its error is one for
// want of room: other failures of the reserve keep nobody from writing. The caller holds lead.
func (db *DB) replenish(n int64) error {
	l := db.log
	r := &l.reserve
	r.mu.Lock()
	defer r.mu.Unlock()
	live := db.root.Load().live() + r.extra + n
	some := 2 * int64(l.slice)
	least := live + some + live/8 // so that many deletes go into it before a rewrite must take place
	more := max(some, live/8)     // so that it grows seldom
	if r.held > least+4*more {
		r.shrink(least + more)
	}
	var err error
	if r.held < least {
		if err = r.grow(least + more); isNoSpace(err) {
			err = r.grow(least)
		}
	}
	if r.held >= least {
		r.good.Store(l.end.Load() + n + (r.held-least)*8/9)
		r.short.Store(false)
		return nil
	}
	r.good.Store(0)
	r.short.Store(true)
	if isNoSpace(err) {
		return err
	}
	return nil
}

// takeReserve takes the reserve of a workspace that was just opened, as far as there is room.
func (db *DB) takeReserve() {
	l := db.log
	l.lead.Lock()
	defer l.lead.Unlock()
	if l.refusing == nil && !db.options.ReadOnly { // or else a damaged log may need the room
		_ = db.replenish(0)
	}
}

// garbage returns how many bytes of the log are out of date, about, and how long it would be without them. The caller holds lead.
func (db *DB) garbage() (out, live int64) {
	r := &db.log.reserve
	r.mu.Lock()
	defer r.mu.Unlock()
	live = db.root.Load().live() + r.extra
	return db.log.end.Load() - live, live
}

// roomFor reports whether there is room for a rewritten log of that length. The caller holds lead.
func (r *reserve) roomFor(live int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open() == nil && (r.held >= live || r.grow(live) == nil)
}

// makeRoom frees room for a write that found none: it writes the log anew if that pays, or else deletes the snapshots that were
// dropped, which cannot be brought back then. It reports whether there is more room than when the log had been rewritten seen
// times.
func (db *DB) makeRoom(ctx context.Context, seen int64) bool {
	if db.yielding.Load() > 0 {
		return false // the caller may be who is waited for
	}
	db.rewriting.Lock()
	defer db.rewriting.Unlock()
	l := db.log
	if db.closing.Load() || ctx.Err() != nil {
		return false
	}
	if l.rewrites.Load() != seen {
		return true
	}
	l.lead.Lock()
	out, live := db.garbage()
	pays := out >= max(int64(l.slice)/2, live/16) && l.reserve.roomFor(live)
	l.lead.Unlock()
	if pays && db.rewrite(&pauses{db: db, ctx: ctx, yield: db.options.Yield}) == nil {
		return true
	}
	return db.sweep()
}

// persist does a write, and again after room was made for it when it was refused for want of room. prepare may be called several
// times.
func (db *DB) persist(ctx context.Context, prepare prepare, write func(context.Context, prepare) error) error {
	if db.log == nil {
		return write(ctx, prepare)
	}
	seen := db.log.rewrites.Load()
	err := write(ctx, prepare)
	for try := 0; isFull(err) && try < 3; try++ {
		if !db.makeRoom(ctx, seen) && try > 0 {
			break
		}
		seen = db.log.rewrites.Load()
		err = db.writeAlone(ctx, prepare)
	}
	if isFull(err) {
		db.log.lead.Lock()
		db.look()
		db.log.lead.Unlock()
	}
	return err
}

const fullReason = "The storage is full: nothing but deleting works. Delete entities, tables or snapshots, or make room on the disk. Then writing works again by itself."

// Trouble returns why nothing can be written, or nothing but deletes: Failed or Full of Storage. It costs nothing to ask.
func (db *DB) Trouble() string {
	if db.log == nil {
		return ""
	}
	if failed := db.log.failed.Load(); failed != nil {
		return *failed
	}
	if db.log.full.Load() {
		return fullReason
	}
	return ""
}

// look finds out whether the storage is full, which is said of it when there is no room for a small change. The caller holds
// lead.
func (db *DB) look() { db.log.full.Store(!db.hasRoom()) }

// hasRoom reports whether there is room for a small change. The caller holds lead.
func (db *DB) hasRoom() bool {
	return db.replenish(0) == nil && db.log.reserve.probe(int64(db.log.slice)/2)
}

// probe reports whether there is room for n bytes.
func (r *reserve) probe(n int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lent {
		return false
	}
	held := r.held
	err := r.grow(held + n)
	r.shrink(held)
	return !isNoSpace(err)
}

// Recover does what had to wait, when there is room again or an error has gone: it takes the reserve again, writes the log anew and
// finds out whether writes work. It costs next to nothing while all is well. Call it a few times a second.
func (db *DB) Recover(ctx context.Context) {
	l := db.log
	if l == nil || db.closing.Load() || !l.full.Load() && !l.reserve.short.Load() && l.failed.Load() == nil {
		return
	}
	// A write makes room before it is refused, so the storage is full only when that is of no use.
	seen, full := l.rewrites.Load(), l.full.Load()
	if !full {
		l.lead.Lock()
		full = !db.closing.Load() && l.ready() == nil && !db.hasRoom()
		l.lead.Unlock()
	}
	if full {
		db.makeRoom(ctx, seen)
	}
	l.lead.Lock()
	defer l.lead.Unlock()
	if db.closing.Load() || l.ready() != nil {
		return
	}
	db.look()
}

// shrinks reports whether a commit deletes and does nothing else.
func (c *Commit) shrinks(next *root) bool {
	switch c.Kind {
	case TableDeleted:
		return true
	case DocumentChanged:
		return next.documents[c.Document] == ""
	case EntitiesChanged:
		for _, change := range c.Changes {
			if !change.After.IsZero() {
				return false
			}
		}
		return len(c.Changes) > 0 || c.tracking == trackEnded
	}
	return false
}
