package engine

import (
	"context"
	"encoding/binary"
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
	db.rewriting.Lock()
	defer db.rewriting.Unlock()
	image := db.Image()
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

// saveCheckpoint writes the file of a checkpoint. It counts only when its header is there, which is written last.
func (db *DB) saveCheckpoint(c *checkpoint, image *Image, p *pauses) error {
	if db.closing.Load() {
		return errClosed()
	}
	f, err := db.folder.Open(c.file())
	if err != nil {
		return storageError(err, "the snapshot was saved")
	}
	c.Bytes, err = db.fillCheckpoint(f, c, image, p)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		return nil
	}
	_ = db.folder.Remove(c.file())
	if p.err != nil {
		return p.err
	}
	return storageError(err, "the snapshot was saved")
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
	header := fileHeader{version: logVersion, state: stateWhole, salt: salt, safe: end}
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
	if err := p.run(r); err != nil {
		if pauses.err != nil {
			return nil, pauses.err
		}
		return nil, storageError(err, "the snapshot was opened")
	}
	image := &Image{root: p.root(), match: db.options.Match, lock: new(sync.Mutex)}
	if len(p.damage) > 0 || !ok || p.end < r.size {
		at := p.end
		if len(p.damage) > 0 {
			at = p.damage[0].Offset
		}
		return image, Errorf(StorageDamaged, "The file of the snapshot %s is damaged from byte %d on; %d of its %d entities could be read.",
			shown(c.Name), at, image.Entities(), c.Entities)
	}
	return image, nil
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

// DropCheckpoint takes a checkpoint off the list. Until the folder is closed UndropCheckpoint brings it back.
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
		if err := db.setMark(c, dropped); err != nil {
			return storageError(err, "the list of snapshots was changed")
		}
	}
	c.dropped = dropped
	return nil
}

// setMark makes or deletes the empty file that says that a checkpoint was dropped.
func (db *DB) setMark(c *checkpoint, dropped bool) error {
	if !dropped {
		return db.folder.Remove(c.mark())
	}
	f, err := db.folder.Open(c.mark())
	if err != nil {
		return err
	}
	return f.Close()
}

// sweep deletes the files of dropped checkpoints and forgets them; what cannot be deleted now is at the next opening.
func (db *DB) sweep() {
	db.keeping.Lock()
	defer db.keeping.Unlock()
	db.checkpoints = slices.DeleteFunc(db.checkpoints, func(c *checkpoint) bool {
		if c.dropped && db.folder.Remove(c.file()) == nil {
			_ = db.folder.Remove(c.mark()) // a mark alone means nothing: no number is given out again
		}
		return c.dropped
	})
}

// listCheckpoints finds the checkpoints of a folder, and deletes the files of those that were dropped or never completed.
func (o *opening) listCheckpoints() error {
	for _, name := range o.names {
		id, found := strings.CutPrefix(name, checkpointPrefix)
		id, file := strings.CutSuffix(id, logSuffix)
		id, mark := strings.CutSuffix(id, markSuffix)
		number, err := strconv.Atoi(id)
		if !found || file == mark || err != nil {
			continue
		}
		o.db.numbered = max(o.db.numbered, number)
		if mark {
			continue
		}
		c := &checkpoint{Checkpoint: Checkpoint{ID: id}, number: number}
		c.dropped = slices.Contains(o.names, c.mark())
		if keep, err := o.listCheckpoint(c); err != nil {
			return err
		} else if !keep {
			c.dropped = true
		}
		o.db.checkpoints = append(o.db.checkpoints, c)
	}
	o.db.sweep()
	slices.SortFunc(o.db.checkpoints, func(a, b *checkpoint) int { return a.number - b.number })
	return nil
}

// listCheckpoint reads what the list shows of a checkpoint. keep is false for a file that is none.
func (o *opening) listCheckpoint(c *checkpoint) (keep bool, err error) {
	f, err := o.folder.Open(c.file())
	if err != nil {
		return false, err
	}
	defer f.Close()
	r, _, ok, err := readCheckpoint(f)
	if err != nil {
		return false, err
	}
	c.Bytes = r.size
	b := make([]byte, min(r.size, headerSize))
	if err := readFull(f, b, 0); err != nil {
		return false, err
	}
	if !ok && strings.Trim(string(b), "\x00") == "" {
		return false, nil
	}
	what, rec, _, err := r.next()
	if err != nil {
		return false, err
	}
	p := newReplay(o.ctx, &o.db.options, o.db.split, 0)
	if what == foundRecord && rec.version <= trackVersion && p.items(&rec, false) && p.head.Name != "" {
		id, bytes := c.ID, c.Bytes
		c.Checkpoint = p.head
		c.ID, c.Bytes = id, bytes
	} else {
		c.Name = "(damaged)"
	}
	return true, nil
}
