package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Recovery tells what OpenFolder found.
type Recovery struct {
	New       bool   // there was no workspace, and nothing that shows that there had been one
	Commits   int    // replayed
	Entities  int    // in all tables afterwards
	Log       string // name of the file that was read
	LogBytes  int64  // read
	Torn      int64  // bytes of an incomplete record at the end of the log, which are cut off
	Damage    []Damage
	Snapshots []Damage // snapshots that cannot be read, or not whole, as far as the list of them tells; they stay as they are
	Kept      []string // damaged files of earlier openings that nobody has told to forget
}

// Damage is a stretch of a file that cannot be read though it lies before its end, or commits that are missing. What could be
// read before and after it is in the tables; the damaged file itself is kept under Kept until ForgetDamage.
type Damage struct {
	File   string // that was damaged
	Kept   string // name under which OpenDamaged gives it
	Offset int64  // of the first byte that cannot be read
	Length int64  // of what cannot be read; 0 when something is missing there
	Reason string // sentences
	Before int    // commits read before it
	After  int    // commits read after it
}

// String tells of the damage in sentences.
func (d *Damage) String() string {
	place := fmt.Sprintf("%d bytes from byte %d on", d.Length, d.Offset)
	if d.Length == 0 {
		place = fmt.Sprint("at byte ", d.Offset)
	}
	return fmt.Sprintf("%s, %s: %s Commits that were read before it: %d, after it: %d.", d.File, place, d.Reason, d.Before, d.After)
}

// Problems tells in sentences what of the workspace is damaged, as far as that is certain.
func (r *Recovery) Problems() []string {
	var out []string
	for i := range r.Damage {
		out = append(out, r.Damage[i].String())
	}
	for i := range r.Snapshots {
		out = append(out, r.Snapshots[i].File+": "+r.Snapshots[i].Reason)
	}
	return out
}

// TornTail tells of the bytes that are cut off the log, "" when there are none.
func (r *Recovery) TornTail() string {
	if r.Torn == 0 {
		return ""
	}
	return fmt.Sprintf("%s: the last %d bytes are an incomplete record, which is cut off. Whether its commit was acknowledged cannot be known; the rest is whole.", r.Log, r.Torn)
}

// The names of the files in a folder.
const (
	logA             = "a.log"
	logB             = "b.log"
	noteName         = "workspace.note"
	damagedPrefix    = "damaged-"
	checkpointPrefix = "checkpoint-"
	logSuffix        = ".log"
	markSuffix       = ".dropped"
	savingSuffix     = ".saving"
)

// IsWorkspaceFile reports whether a file of that name is one of a workspace.
func IsWorkspaceFile(name string) bool {
	return name == noteName || strings.HasSuffix(name, logSuffix) || strings.HasPrefix(name, checkpointPrefix)
}

// OpenFolder opens the workspace that a folder keeps, or makes a new one. Every commit is written there and synced before it
// is visible. Recovery is never nil when the error is. Errors: StorageMissing when there was a workspace whose log is gone, unless
// Options.BeginAnew says what to do; StorageNewer when the workspace is of a newer version; after both the folder is as it was.
// StorageFailed, StorageFull, the context's, and that of Options.Yield.
func OpenFolder(ctx context.Context, folder Folder, options Options) (*DB, *Recovery, error) {
	db := Open(options)
	db.folder = folder
	names, err := folder.List()
	if err != nil {
		return nil, nil, storageError(err, "the workspace was opened")
	}
	defer roomToOpen()()
	o := &opening{ctx: ctx, db: db, folder: folder, names: names, recovery: &Recovery{}}
	if err := o.open(); err == nil {
		db.takeReserve()
	} else {
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
	file     File       // of the note; nil when there is none
	note     fileHeader // zero when it cannot be read
}

func (o *opening) close() {
	note := o.file
	if l := o.db.log; l != nil {
		note = l.note
	}
	for _, f := range [...]File{o.logs[0].file, o.logs[1].file, note} {
		if f != nil {
			_ = f.Close()
		}
	}
	if l := o.db.log; l != nil {
		_ = l.reserve.close()
	}
}

func (o *opening) open() error {
	if err := o.readNote(); err != nil {
		return err
	}
	for i, name := range [...]string{logA, logB} {
		c := &o.logs[i]
		c.name = name
		var err error
		if c.file, err = o.folder.Open(name); err != nil {
			return err
		}
		if err := o.look(c); err != nil {
			return err
		}
	}
	use, err := o.choose()
	if err != nil {
		return err
	}
	c := &o.logs[use]
	if c.read == nil && !o.db.options.BeginAnew {
		if err := o.missing(); err != nil {
			return err
		}
	}
	l := &log{file: c.file, other: o.logs[1-use].file, note: o.file, slice: o.db.options.slice, unsaved: map[string]File{}}
	l.reserve.folder = o.folder
	l.out.slice = l.slice
	if err := o.listCheckpoints(); err != nil {
		return err
	}
	o.db.log = l
	for _, name := range o.names {
		if strings.HasPrefix(name, damagedPrefix) {
			o.db.kept = append(o.db.kept, name)
		}
	}
	o.recovery.Kept = slices.Clone(o.db.kept)
	if c.read == nil {
		return o.begin(l)
	}
	return o.resume(l, c, &o.logs[1-use])
}

func newSalt() uint16 { return uint16(rand.Uint32()) }

// begin makes a new workspace.
func (o *opening) begin(l *log) error {
	o.recovery.New = true
	if o.db.options.ReadOnly {
		l.refuse(errReadOnly())
		return nil
	}
	for i := range o.logs {
		if c := &o.logs[i]; c.lost {
			if err := o.putAside(l, c); err != nil {
				return err
			}
		}
	}
	l.header = fileHeader{version: logVersion, state: stateWhole, salt: newSalt(), generation: 1, safe: headerSize, picture: headerSize}
	l.generation = l.header.generation
	l.out.salt = l.header.salt
	emptied := []File{l.file, l.other}
	if l.note != nil {
		emptied = []File{l.note, l.file, l.other} // it is about another log
	}
	for _, f := range emptied {
		if err := f.Truncate(0); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
	}
	_, err := l.file.WriteAt(l.header.bytes(), 0)
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		_ = l.file.Truncate(0) // a part of a header would be taken for the rest of a log
		return err
	}
	l.end.Store(headerSize)
	l.openNote(o.folder)
	l.keepNote(0)
	return nil
}

func errReadOnly() *Error {
	return Errorf(StorageFailed, "The workspace was opened only to be read.")
}

// resume goes on with the workspace that was read from c.
func (o *opening) resume(l *log, c, other *candidate) error {
	p := c.read
	l.header, l.generation = c.header, c.header.generation
	l.header.generation = max(o.note.generation, c.header.generation, other.header.generation)
	l.out.salt = l.header.salt
	r := p.root()
	o.db.clock = p.clock
	o.db.start(r)
	o.recovery.Commits = p.commits
	o.recovery.Log, o.recovery.LogBytes = c.name, c.size
	o.recovery.Entities = o.db.Image().Entities()
	// The other one is not told of when only its header is wrong: a crash came while that was written.
	damaged := len(c.damage) > 0 || len(other.damage) > 0 && (other.good || len(other.damage) > 1)
	if !damaged {
		o.recovery.Torn = max(0, c.size-p.end)
	}
	l.end.Store(min(p.end, c.size))
	switch {
	case o.db.options.ReadOnly:
		l.refuse(errReadOnly())
		for _, c := range aside(damaged, c, other) {
			o.tell(c, c.name)
		}
		return nil
	case damaged:
		return o.repair(l, aside(damaged, c, other))
	}
	if o.recovery.Torn > 0 {
		if err := l.file.Truncate(p.end); err != nil {
			return err
		}
		if err := l.file.Sync(); err != nil {
			return err
		}
	}
	if other.size > 0 {
		if err := l.other.Truncate(0); err != nil {
			return err
		}
		if err := l.other.Sync(); err != nil {
			return err
		}
	}
	l.openNote(o.folder)
	l.keepNote(r.seq)
	return nil
}
