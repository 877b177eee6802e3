package engine

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Recovery tells what OpenFolder found.
type Recovery struct {
	Commits  int   // replayed
	Entities int   // in all tables afterwards
	LogBytes int64 // read
	Torn     int64 // bytes cut from the end: a commit that was never acknowledged
	Damage   []Damage
	Kept     []string // damaged files of earlier openings that nobody has told to forget
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

// The names of the files in a folder.
const (
	logA             = "a.log"
	logB             = "b.log"
	damagedPrefix    = "damaged-"
	checkpointPrefix = "checkpoint-"
	logSuffix        = ".log"
	markSuffix       = ".dropped"
)

// OpenFolder opens the workspace that a folder keeps, or makes a new one. Every commit is written there and synced before it
// is visible. Recovery is never nil when the error is. Errors: StorageNewer when the workspace is of a newer version, then the
// folder is as it was; StorageFailed, StorageFull, the context's, and that of Options.Yield.
func OpenFolder(ctx context.Context, folder Folder, options Options) (*DB, *Recovery, error) {
	db := Open(options)
	db.folder = folder
	names, err := folder.List()
	if err != nil {
		return nil, nil, storageError(err, "the workspace was opened")
	}
	o := &opening{ctx: ctx, db: db, folder: folder, names: names, recovery: &Recovery{}}
	if err := o.open(); err != nil {
		o.close()
		if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
			return nil, nil, cause
		}
		return nil, nil, storageError(err, "the workspace was opened")
	}
	return db, o.recovery, nil
}

// opening is an OpenFolder that is going on.
type opening struct {
	ctx      context.Context
	db       *DB
	folder   Folder
	names    []string
	recovery *Recovery
	logs     [2]candidate
}

// candidate is one of the two log files.
type candidate struct {
	name   string
	file   File
	size   int64
	header fileHeader
	good   bool // the header is
	lost   bool // there is something, under a header that was changed
	zero   bool // the header is all zeros: a rewrite that did not come to its end
}

func (o *opening) close() {
	for _, c := range o.logs {
		if c.file != nil {
			_ = c.file.Close()
		}
	}
}

func (o *opening) open() error {
	for i, name := range [...]string{logA, logB} {
		c := &o.logs[i]
		c.name = name
		var err error
		if c.file, err = o.folder.Open(name); err != nil {
			return err
		}
		if err := c.look(); err != nil {
			return err
		}
	}
	use, p, err := o.choose()
	if err != nil {
		return err
	}
	l := &log{file: o.logs[use].file, other: o.logs[1-use].file, slice: o.db.options.slice}
	l.out.slice = l.slice
	o.db.log = l
	if err := o.listCheckpoints(); err != nil {
		return err
	}
	for _, name := range o.names {
		if strings.HasPrefix(name, damagedPrefix) {
			o.db.kept = append(o.db.kept, name)
		}
	}
	o.recovery.Kept = slices.Clone(o.db.kept)
	if p == nil {
		return o.begin(l, &o.logs[use])
	}
	return o.resume(l, &o.logs[use], p)
}

// look reads the header of a log file.
func (c *candidate) look() error {
	var err error
	if c.size, err = c.file.Size(); err != nil {
		return err
	}
	b := make([]byte, min(c.size, headerSize))
	if n, err := c.file.ReadAt(b, 0); n < len(b) {
		return err
	}
	if c.header, c.good = parseHeader(b); c.good {
		if c.header.version > logVersion {
			return newerVersion(c.header.version)
		}
		c.good = c.header.state == stateWhole
	}
	c.zero = strings.Trim(string(b), "\x00") == ""
	c.lost = !c.good && c.size > headerSize
	return nil
}

// newer reports whether c is a later log than another. A header alone is none: a rewrite that failed at its last step empties
// the file, and a crash may keep the header all the same.
func (c *candidate) newer(other *candidate) bool {
	if c.emptied() != other.emptied() {
		return other.emptied()
	}
	return c.header.generation > other.header.generation
}

func (c *candidate) emptied() bool { return c.size <= headerSize && c.header.safe > headerSize }

// choose returns the file whose log is the workspace and what it holds, nil when there is no workspace yet.
func (o *opening) choose() (int, *replay, error) {
	use := -1
	for i := range o.logs {
		if c := &o.logs[i]; c.good && (use < 0 || c.newer(&o.logs[use])) {
			use = i
		}
	}
	var p *replay
	var err error
	if use >= 0 {
		if p, err = o.replay(&o.logs[use]); err != nil {
			return 0, nil, err
		}
	}
	for i := range o.logs {
		c := &o.logs[i]
		if !c.lost || use >= 0 && c.zero {
			continue
		}
		// Its header was changed, or a crash came while it was written: then the other log holds all that this one does.
		q, err := o.replay(c)
		if err != nil {
			return 0, nil, err
		}
		if p != nil && q.seq <= p.seq {
			continue
		}
		q.damage = append([]Damage{{Offset: 0, Length: headerSize, Reason: "The header of the file was changed after it had been written.", After: q.commits}}, q.damage...)
		use, p = i, q
	}
	return max(use, 0), p, nil
}

func (o *opening) replay(c *candidate) (*replay, error) {
	r, err := newRecordReader(c.file, c.header, c.good)
	if err != nil {
		return nil, err
	}
	o.db.writer++
	p := newReplay(o.ctx, &o.db.options, o.db.split, o.db.writer)
	if err := p.run(r); err != nil {
		return nil, err
	}
	if p.told != nil {
		p.told(r.size, r.size)
	}
	if c.header.salt = r.salt; !r.salted {
		c.header.salt = newSalt()
	}
	c.header.version = logVersion
	return p, nil
}

func newSalt() uint16 { return uint16(rand.Uint32()) }

// begin makes a new workspace.
func (o *opening) begin(l *log, c *candidate) error {
	l.header = fileHeader{version: logVersion, state: stateWhole, salt: newSalt(), generation: 1, safe: headerSize}
	l.out.salt = l.header.salt
	for _, f := range [...]File{l.file, l.other} {
		if err := f.Truncate(0); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
	}
	if _, err := l.file.WriteAt(l.header.bytes(), 0); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.end.Store(headerSize)
	return nil
}

// resume goes on with the workspace that was read.
func (o *opening) resume(l *log, c *candidate, p *replay) error {
	l.header = c.header
	l.header.generation = max(o.logs[0].header.generation, o.logs[1].header.generation)
	l.out.salt = l.header.salt
	r := p.root()
	o.db.clock = p.clock
	o.db.start(r)
	o.recovery.Commits = p.commits
	o.recovery.LogBytes = c.size
	o.recovery.Entities = o.db.Image().Entities()
	o.recovery.Torn = max(0, c.size-p.end)
	if len(p.damage) > 0 {
		l.end.Store(min(p.end, c.size))
		return o.repair(l, c, p)
	}
	l.end.Store(p.end)
	if o.recovery.Torn > 0 {
		if err := l.file.Truncate(p.end); err != nil {
			return err
		}
		if err := l.file.Sync(); err != nil {
			return err
		}
	}
	if size, err := l.other.Size(); err != nil || size == 0 {
		return err
	}
	if err := l.other.Truncate(0); err != nil {
		return err
	}
	return l.other.Sync()
}

// repair puts a copy of a damaged log aside and writes the workspace anew. When that fails, for want of room for example, the
// workspace can only be read: nothing may be written before the damaged log is safe.
func (o *opening) repair(l *log, c *candidate, p *replay) error {
	kept := o.free(damagedPrefix)
	for _, d := range p.damage {
		d.File, d.Kept, d.After = c.name, kept, p.commits-d.Before
		o.recovery.Damage = append(o.recovery.Damage, d)
	}
	err := o.copy(c, kept)
	if err == nil {
		o.db.kept = append(o.db.kept, kept)
		err = o.db.Rewrite(o.ctx, o.db.options.Yield)
	}
	if err == nil || o.ctx.Err() != nil {
		return err
	}
	if len(o.db.kept) == len(o.recovery.Kept) { // no copy could be made: then the log itself is what is kept
		l.damaged = c.name
		for i := range o.recovery.Damage {
			o.recovery.Damage[i].Kept = c.name
		}
	}
	l.refuse(Errorf(StorageFailed, "The log is damaged and could not be put aside to be written anew (%v): the workspace can only be read. Make room, and open it again.", err).causedBy(err))
	return nil
}

// free returns the first name of its kind that no file has.
func (o *opening) free(prefix string) string {
	for i := 1; ; i++ {
		if name := prefix + strconv.Itoa(i) + logSuffix; !slices.Contains(o.names, name) {
			return name
		}
	}
}

// copy copies a file in the folder and syncs the copy; after an error there is none.
func (o *opening) copy(c *candidate, name string) error {
	to, err := o.folder.Open(name)
	if err != nil {
		return err
	}
	err = o.fill(to, c)
	if closed := to.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = o.folder.Remove(name)
	}
	return err
}

func (o *opening) fill(to File, c *candidate) error {
	if err := to.Truncate(0); err != nil {
		return err
	}
	b := make([]byte, min(c.size, chunkPayload))
	for at := int64(0); at < c.size; {
		n, err := c.file.ReadAt(b[:min(int64(len(b)), c.size-at)], at)
		if n == 0 {
			if err == nil {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		if _, err := to.WriteAt(b[:n], at); err != nil {
			return err
		}
		at += int64(n)
		if o.db.options.Yield != nil {
			if err := o.db.options.Yield(); err != nil {
				return err
			}
		}
	}
	return to.Sync()
}
