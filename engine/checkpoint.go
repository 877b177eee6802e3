package engine

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Checkpoint is a named snapshot of the whole workspace, kept in the folder, or in memory where there is none.
type Checkpoint struct {
	ID       string
	Name     string
	Time     time.Time
	Tables   int
	Entities int
	Bytes    int64 // in the folder
}

// MaxCheckpointName is the most characters of a checkpoint's name.
const MaxCheckpointName = 100

// checkpoint is a Checkpoint and where it is.
type checkpoint struct {
	Checkpoint
	number  int
	image   *Image // in memory
	dropped bool
}

func (c *checkpoint) file() string { return checkpointPrefix + c.ID + logSuffix }
func (c *checkpoint) mark() string { return checkpointPrefix + c.ID + markSuffix }

// saving is the name of an empty file that is there while the checkpoint is being saved.
func (c *checkpoint) saving() string { return checkpointPrefix + c.ID + savingSuffix }

func (w *recordWriter) checkpoint(c *Checkpoint) {
	w.named(itemCheckpoint, c.Name)
	for _, n := range [...]int64{c.Time.UnixNano(), int64(c.Tables), int64(c.Entities)} {
		w.buf = binary.AppendUvarint(w.buf, uint64(n))
	}
}

// Checkpoints lists the checkpoints, newest first.
func (db *DB) Checkpoints() []Checkpoint {
	db.keeping.Lock()
	defer db.keeping.Unlock()
	var out []Checkpoint
	for _, c := range slices.Backward(db.checkpoints) {
		if !c.dropped {
			out = append(out, c.Checkpoint)
		}
	}
	return out
}

// SaveCheckpoint keeps the workspace as it is now under a name of 1 to 100 characters. It writes in slices and calls yield
// between them; an error, yield's too, leaves no checkpoint. Errors: InvalidInput, those of storage, and the context's.
func (db *DB) SaveCheckpoint(ctx context.Context, name string, yield func() error) (Checkpoint, error) {
	if err := ctx.Err(); err != nil {
		return Checkpoint{}, err
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxCheckpointName || !utf8.ValidString(name) {
		return Checkpoint{}, Errorf(InvalidInput, "The name of a snapshot has 1 to %d characters; %s has %d.", MaxCheckpointName, shown(name), n)
	}
	image := db.Image() // also for the second try: what is written meanwhile is not in it
	if db.log == nil {
		return db.saveImage(ctx, name, image, yield)
	}
	seen := db.log.rewrites.Load()
	c, err := db.saveImage(ctx, name, image, yield)
	if isFull(err) && db.makeRoom(ctx, seen) {
		return db.saveImage(ctx, name, image, yield)
	}
	return c, err
}

// saveImage keeps an image of the workspace as a checkpoint.
func (db *DB) saveImage(ctx context.Context, name string, image *Image, yield func() error) (Checkpoint, error) {
	db.rewriting.Lock()
	defer db.rewriting.Unlock()
	db.keeping.Lock()
	db.numbered++
	c := &checkpoint{number: db.numbered}
	db.keeping.Unlock()
	c.ID, c.Name, c.Time = strconv.Itoa(c.number), name, db.options.Now()
	c.Tables, c.Entities = image.root.tables.Len(), image.Entities()
	if db.log == nil {
		c.image = image
	} else if err := db.saveCheckpoint(c, image, db.pauses(ctx, yield)); err != nil {
		return Checkpoint{}, err
	}
	db.keeping.Lock()
	defer db.keeping.Unlock()
	db.checkpoints = append(db.checkpoints, c)
	return c.Checkpoint, nil
}

// saveCheckpoint writes the file of a checkpoint. It counts only when the file that says that it is being saved is gone.
func (db *DB) saveCheckpoint(c *checkpoint, image *Image, p *pauses) error {
	if db.closing.Load() {
		return errClosed()
	}
	err := db.setMark(c.saving(), true)
	if err == nil {
		err = db.writeCheckpoint(c, image, p)
	}
	if err == nil {
		err = db.setMark(c.saving(), false)
	}
	if err == nil {
		return nil
	}
	// What cannot be removed now is at the next opening: the file that says that it was being saved is there.
	if db.setMark(c.saving(), true) == nil && db.folder.Remove(c.file()) == nil {
		_ = db.setMark(c.saving(), false)
	}
	if p.err != nil {
		return p.err
	}
	return storageError(err, "the snapshot was saved")
}

func (db *DB) writeCheckpoint(c *checkpoint, image *Image, p *pauses) error {
	f, err := db.folder.Open(c.file())
	if err != nil {
		return err
	}
	c.Bytes, err = db.fillCheckpoint(f, c, image, p)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func (db *DB) fillCheckpoint(f File, c *checkpoint, image *Image, p *pauses) (int64, error) {
	if err := f.Truncate(0); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	salt := db.log.header.salt
	end, err := writePicture(f, salt, db.log.slice, image.root, &c.Checkpoint, p.pause)
	if err != nil {
		return 0, err
	}
	header := fileHeader{version: logVersion, state: stateWhole, salt: salt, safe: end, picture: end, shown: image.root.seq, seq: image.root.seq}
	if _, err := f.WriteAt(header.bytes(), 0); err != nil {
		return 0, err
	}
	return end, f.Sync()
}

// find returns the checkpoint of that ID. The caller holds keeping.
func (db *DB) findCheckpoint(id string, dropped bool) (*checkpoint, error) {
	for _, c := range db.checkpoints {
		if c.ID == id && c.dropped == dropped {
			return c, nil
		}
	}
	return nil, Errorf(ResourceNotFound, "There is no such snapshot.")
}

// OpenCheckpoint reads a checkpoint; Replace makes it the workspace. Errors: ResourceNotFound, those of storage, yield's and
// the context's. With StorageDamaged comes an image of what could be read.
func (db *DB) OpenCheckpoint(ctx context.Context, id string, yield func() error) (*Image, error) {
	db.rewriting.Lock() // a file is open once at a time
	defer db.rewriting.Unlock()
	db.keeping.Lock()
	c, err := db.findCheckpoint(id, false)
	db.keeping.Unlock()
	if err != nil {
		return nil, err
	}
	if c.image != nil {
		return c.image, nil
	}
	f, err := db.folder.Open(c.file())
	if err != nil {
		return nil, storageError(err, "the snapshot was opened")
	}
	defer f.Close()
	pauses := db.pauses(ctx, yield)
	r, header, ok, err := readCheckpoint(f)
	if err != nil {
		return nil, storageError(err, "the snapshot was opened")
	}
	if ok && header.version > logVersion {
		return nil, newerVersion(header.version)
	}
	p := newReplay(ctx, &Options{Yield: pauses.pause}, db.split, 0)
	p.pictures = true
	if err := p.run(r); err != nil {
		if pauses.err != nil {
			return nil, pauses.err
		}
		return nil, storageError(err, "the snapshot was opened")
	}
	image := &Image{root: p.root(), match: db.options.Match, lock: new(sync.Mutex)}
	entities := image.Entities()
	switch {
	case len(p.damage) == 0 && ok && p.end == r.size && entities == c.Entities && len(image.Tables()) == c.Tables:
		return image, nil
	case !ok:
		p.end = 0
	case len(p.damage) > 0:
		p.end = p.damage[0].Offset
	}
	return image, Errorf(StorageDamaged, "The file of the snapshot %s is damaged from byte %d on; %d of its %d entities could be read.",
		shown(c.Name), p.end, entities, c.Entities)
}

// readCheckpoint returns a reader of a checkpoint's records, and its header.
func readCheckpoint(f File) (*recordReader, fileHeader, bool, error) {
	b := make([]byte, headerSize)
	size, err := f.Size()
	if err != nil {
		return nil, fileHeader{}, false, err
	}
	if err := readFull(f, b[:min(size, headerSize)], 0); err != nil {
		return nil, fileHeader{}, false, err
	}
	header, ok := parseHeader(b)
	r, err := newRecordReader(f, header, ok)
	return r, header, ok, err
}

// DropCheckpoint takes a checkpoint off the list. Until the folder is closed UndropCheckpoint brings it back, unless its room was
// needed.
func (db *DB) DropCheckpoint(id string) error { return db.setDropped(id, true) }

// UndropCheckpoint puts a dropped checkpoint on the list again.
func (db *DB) UndropCheckpoint(id string) error { return db.setDropped(id, false) }

func (db *DB) setDropped(id string, dropped bool) error {
	db.rewriting.Lock()
	defer db.rewriting.Unlock()
	db.keeping.Lock()
	defer db.keeping.Unlock()
	c, err := db.findCheckpoint(id, !dropped)
	if err != nil {
		return err
	}
	if c.image == nil {
		if db.closing.Load() {
			return errClosed()
		}
		err := db.setMark(c.mark(), dropped)
		if dropped && isNoSpace(err) {
			if err = db.folder.Remove(c.file()); err == nil {
				_ = db.folder.Remove(c.saving())
				db.checkpoints = slices.DeleteFunc(db.checkpoints, func(other *checkpoint) bool { return other == c })
				return nil
			}
		}
		if err != nil {
			if dropped && db.setMark(c.mark(), false) != nil {
				return Errorf(StorageFailed, "The snapshot could not be deleted: %v. It may be gone when the workspace is opened again.", err).causedBy(err)
			}
			return storageError(err, "the list of snapshots was changed")
		}
	}
	c.dropped = dropped
	return nil
}

// setMark makes or deletes an empty file that says something of a checkpoint.
func (db *DB) setMark(name string, there bool) error {
	if !there {
		return db.folder.Remove(name)
	}
	f, err := db.folder.Open(name)
	if err != nil {
		return err
	}
	return f.Close()
}

// sweep deletes the files of dropped checkpoints and forgets them; what cannot be deleted now is at the next opening. It reports
// whether there were any.
func (db *DB) sweep() bool {
	db.keeping.Lock()
	defer db.keeping.Unlock()
	n := len(db.checkpoints)
	db.checkpoints = slices.DeleteFunc(db.checkpoints, func(c *checkpoint) bool {
		if c.dropped && !db.options.ReadOnly && db.folder.Remove(c.file()) == nil {
			// Alone they mean nothing: no number is given out again.
			_ = db.folder.Remove(c.mark())
			_ = db.folder.Remove(c.saving())
		}
		return c.dropped
	})
	return len(db.checkpoints) < n
}

// listCheckpoints finds the checkpoints of a folder, and deletes the files of those that were dropped or never completed.
func (o *opening) listCheckpoints() error {
	for _, name := range o.names {
		id, found := strings.CutPrefix(name, checkpointPrefix)
		id, file := strings.CutSuffix(id, logSuffix)
		number, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(id, markSuffix), savingSuffix))
		if !found || err != nil {
			continue
		}
		o.db.numbered = max(o.db.numbered, number)
		if !file {
			continue
		}
		c := &checkpoint{Checkpoint: Checkpoint{ID: id}, number: number}
		c.dropped = slices.Contains(o.names, c.mark()) || slices.Contains(o.names, c.saving())
		if !c.dropped {
			if err := o.listCheckpoint(c); err != nil {
				return err
			}
		}
		o.db.checkpoints = append(o.db.checkpoints, c)
	}
	o.db.sweep()
	slices.SortFunc(o.db.checkpoints, func(a, b *checkpoint) int { return a.number - b.number })
	return nil
}

// listCheckpoint reads what the list shows of a checkpoint, and tells when the file is not what was written.
func (o *opening) listCheckpoint(c *checkpoint) error {
	f, err := o.folder.Open(c.file())
	if err != nil {
		return err
	}
	defer f.Close()
	r, header, ok, err := readCheckpoint(f)
	if err != nil {
		return err
	}
	c.Bytes = r.size
	what, rec, _, err := r.next()
	if err != nil {
		return err
	}
	p := newReplay(o.ctx, &o.db.options, o.db.split, 0)
	readable := what == foundRecord && rec.version <= trackVersion && p.items(&rec, false) && p.head.Name != ""
	if readable {
		id, bytes := c.ID, c.Bytes
		c.Checkpoint = p.head
		c.ID, c.Bytes = id, bytes
	} else {
		c.Name = "(damaged)"
	}
	d := Damage{File: c.file(), Kept: c.file()}
	switch {
	case !ok:
		d.Length, d.Reason = headerSize, "The header of the snapshot was changed after it had been written."
	case header.version > logVersion:
		return nil
	case r.size < header.safe:
		d.Offset, d.Length, d.Reason = r.size, header.safe-r.size, fmt.Sprintf("The last %d bytes of the snapshot are missing.", header.safe-r.size)
	case r.size > header.safe:
		d.Offset, d.Length, d.Reason = header.safe, r.size-header.safe, fmt.Sprintf("The file of the snapshot has %d bytes more than were written.", r.size-header.safe)
	case !readable:
		d.Offset, d.Reason = headerSize, "The beginning of the snapshot cannot be read."
	default:
		return nil
	}
	o.recovery.Snapshots = append(o.recovery.Snapshots, d)
	return nil
}
