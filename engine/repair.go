package engine

import (
	"io"
	"slices"
	"strconv"
)

// aside returns the logs that must be kept aside: the one that is used when it is damaged, and then any beside it.
func aside(damaged bool, c, other *candidate) (out []*candidate) {
	if damaged && len(c.damage) > 0 {
		out = append(out, c)
	}
	if damaged && other.size > headerSize {
		out = append(out, other)
	}
	return out
}

// repair puts copies of logs aside and writes the workspace anew. When that fails, for want of room for example, the workspace can
// only be read: nothing may be written before the logs are safe.
func (o *opening) repair(l *log, logs []*candidate) error {
	var err error
	for _, c := range logs {
		if failed := o.putAside(l, c); err == nil {
			err = failed
		}
	}
	if err == nil {
		l.openNote(o.folder)
		err = o.db.Rewrite(o.ctx, o.db.options.Yield)
	}
	if err == nil || o.ctx.Err() != nil {
		return err
	}
	l.refuse(Errorf(StorageFailed, "The log is damaged and could not be put aside to be written anew (%v): the workspace can only be read. Make room, and open it again.", err).causedBy(err))
	return nil
}

// putAside keeps a copy of a log and tells of its damage. After an error the log itself is what is kept.
func (o *opening) putAside(l *log, c *candidate) error {
	kept := o.free(damagedPrefix)
	err := o.copy(c, kept)
	if err == nil {
		o.names = append(o.names, kept)
		o.db.kept = append(o.db.kept, kept)
	} else {
		kept = c.name
		l.unsaved[c.name] = c.file
	}
	o.tell(c, kept)
	return err
}

// tell tells of the damage of a log, and of a whole one too: that it is kept.
func (o *opening) tell(c *candidate, kept string) {
	damage := c.damage
	if len(damage) == 0 {
		damage = []Damage{{File: c.name, Reason: "This log was beside a damaged one; all of it is kept."}}
	}
	for _, d := range damage {
		d.Kept = kept
		o.recovery.Damage = append(o.recovery.Damage, d)
	}
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
