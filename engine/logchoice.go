package engine

import (
	"fmt"
	"slices"
	"strings"
)

// candidate is one of the two log files.
type candidate struct {
	name   string
	file   File
	size   int64
	header fileHeader
	good   bool     // the header is
	lost   bool     // there is something, under a header that was changed
	zero   bool     // the header is all zeros: a rewrite that did not come to its end
	read   *replay  // what it holds, nil when that was not asked, or nothing can be read
	salted bool     // a record was read, or the header is good
	damage []Damage // of it
}

// readNote reads the note, if there is one.
func (o *opening) readNote() error {
	if !slices.Contains(o.names, noteName) {
		return nil
	}
	var err error
	if o.file, err = o.folder.Open(noteName); err != nil {
		return err
	}
	b, _, err := readHead(o.file)
	if err != nil {
		return err
	}
	if h, ok := parseHeader(b); ok && h.state == stateNote {
		o.note = h
	}
	return nil
}

// readHead reads as much of a header as a file has, and returns the size of the file.
func readHead(f File) ([]byte, int64, error) {
	size, err := f.Size()
	if err != nil {
		return nil, 0, err
	}
	b := make([]byte, min(size, headerSize))
	return b, size, readFull(f, b, 0)
}

// look reads the header of a log file.
func (o *opening) look(c *candidate) error {
	b, size, err := readHead(c.file)
	if err != nil {
		return err
	}
	c.size = size
	if c.header, c.good = parseHeader(b); c.good {
		if c.header.version > logVersion {
			return newerVersion(c.header.version)
		}
		c.good = c.header.state == stateWhole
	}
	c.zero = strings.Trim(string(b), "\x00") == ""
	c.lost = !c.good && c.size > headerSize
	if n := &o.note; c.good && n.salt == c.header.salt && n.generation == c.header.generation {
		c.header.safe, c.header.seq = max(c.header.safe, n.safe), max(c.header.seq, n.seq)
	}
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

// choose returns the file whose log is the workspace; it was not read when there is no workspace. The other one is read too when
// that is damaged: the one that has more commits is the workspace then, or of two that have the same the one that is whole.
func (o *opening) choose() (int, error) {
	use := -1
	for i := range o.logs {
		if c := &o.logs[i]; c.good && (use < 0 || c.newer(&o.logs[use])) {
			use = i
		}
	}
	if use >= 0 {
		if err := o.replay(&o.logs[use]); err != nil {
			return 0, err
		}
	}
	order := [2]int{0, 1}
	if o.logs[0].zero {
		order = [2]int{1, 0}
	}
	for _, i := range order {
		c := &o.logs[i]
		switch {
		case c.read != nil, !c.good && !c.lost:
			continue
		case use >= 0 && (c.zero || c.good && len(o.logs[use].damage) == 0):
			continue // a rewrite that did not come to its end, or what was the log before the last one
		}
		if err := o.replay(c); err != nil {
			return 0, err
		}
		if use < 0 || c.better(&o.logs[use]) {
			use = i
		}
	}
	if use >= 0 && !o.logs[use].good {
		if c := &o.logs[use]; c.salted {
			o.unheaded(c)
		} else {
			c.read = nil // there is no record in it that can be read: that is no workspace
		}
	}
	return max(use, 0), nil
}

// unheaded tells what is missing at the end of a log whose header was changed, as far as the note knows it.
func (o *opening) unheaded(c *candidate) {
	p := c.read
	if p.end < c.size {
		p.damaged(p.end, c.size, "These bytes are not records.")
	}
	if n := &o.note; n.version > 0 && n.salt == c.header.salt && n.seq > p.seq {
		p.missing(max(p.end, c.size), n.seq+1)
		p.seq = n.seq
	}
	c.tell()
}

// better reports whether a log holds more than another one.
func (c *candidate) better(other *candidate) bool {
	switch {
	case c.salted != other.salted:
		return c.salted
	case c.read.read != other.read.read:
		return c.read.read > other.read.read
	}
	return len(c.damage) == 0 && len(other.damage) > 0
}

// replay reads a log file.
func (o *opening) replay(c *candidate) error {
	r, err := newRecordReader(c.file, c.header, c.good)
	if err != nil {
		return err
	}
	o.db.writer++
	p := newReplay(o.ctx, &o.db.options, o.db.split, o.db.writer)
	if err := p.run(r); err != nil {
		return err
	}
	if p.told != nil {
		p.told(r.size, r.size)
	}
	if c.good {
		o.compare(c, p)
	} else {
		p.damage = slices.Insert(p.damage, 0, Damage{Length: headerSize, Reason: "The header of the file was changed after it had been written."})
	}
	if c.header.salt, c.salted = r.salt, r.salted; !r.salted {
		c.header.salt = newSalt()
	}
	c.header.version = logVersion
	c.read = p
	c.tell()
	return nil
}

// tell takes over the damage that reading found.
func (c *candidate) tell() {
	c.damage = c.read.damage
	for i := range c.damage {
		d := &c.damage[i]
		d.File, d.After = c.name, c.read.commits-d.Before
	}
}

// compare compares a log with the note, if that is about another one.
func (o *opening) compare(c *candidate, p *replay) {
	switch n := &o.note; {
	case n.version == 0:
	case n.salt != c.header.salt:
		p.damaged(c.size, c.size, "The folder kept another workspace before; this log took its place.")
	case n.generation > c.header.generation && n.seq > p.seq:
		p.damaged(c.size, c.size, fmt.Sprintf("Commits %d to %d are missing: they were in a newer log, which is not there.", p.seq+1, n.seq))
		p.seq = n.seq
	}
}

// missing returns an error when the folder was used before.
func (o *opening) missing() *Error {
	signs, used := []string(nil), o.db.options.Used && !slices.Contains(o.names, logA)
	for _, name := range o.names {
		if name == noteName || strings.HasPrefix(name, checkpointPrefix) || strings.HasPrefix(name, damagedPrefix) {
			signs = append(signs, name)
		}
	}
	var logs []string
	for i, c := range o.logs {
		switch there := slices.Contains(o.names, c.name); {
		case !there:
			logs = append(logs, c.name+" is not there")
		case c.size == 0:
			logs = append(logs, c.name+" is empty")
		default:
			what := "which are not the beginning of a log"
			if c.size > headerSize {
				what = "of which none can be read"
			}
			logs = append(logs, fmt.Sprintf("%s has %d bytes, %s", c.name, c.size, what))
			used = used || c.size != headerSize || !c.zero
		}
		// The first opening makes the two one after the other.
		used = used || i == 1 && slices.Contains(o.names, logB) && !slices.Contains(o.names, logA)
	}
	if !used && len(signs) == 0 {
		return nil
	}
	detail := "There was a workspace here, but its log is missing: " + strings.Join(logs, ", and ") + "."
	if n := &o.note; n.version > 0 {
		detail += fmt.Sprintf(" The log had %d bytes, and its last commit was number %d.", n.safe, n.seq)
	}
	if len(signs) > 0 {
		slices.Sort(signs)
		detail += " These files of the workspace are there: " + strings.Join(signs, ", ") + "."
	}
	return Errorf(StorageMissing, "%s Put the log back from a copy, or begin anew without tables; snapshots stay.", detail)
}
