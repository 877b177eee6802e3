package engine

import (
	"encoding/binary"
	"hash/crc32"
	"iter"
	"slices"

	"rangefinder/filterlang/edm"
)

// recordWriter writes records into a buffer. A record that grows large is closed and another begun, so that no reader and no
// yield has to wait for much at a time.
type recordWriter struct {
	salt  uint16
	slice int // payload from which on a record is closed
	buf   []byte
	base  int64 // bytes of what is written and synced together that precede buf

	// full is called with buf when a record was closed in it that another follows, to write it out; nil keeps all of it.
	full func() error

	seq     uint64
	flags   uint8
	always  uint8 // flags of every record
	start   int   // of the record in buf
	version uint8 // of the record in buf
	table   string
	side    int  // of the table, -1: the table itself
	told    bool // the record says which table it is about
	numbers []uint32
	known   []uint32 // layouts with a number in the record, by the table's numbers
}

// begin begins the records of a commit. flags are those of every one of them.
func (w *recordWriter) begin(seq uint64, flags uint8) {
	w.seq, w.always, w.table = seq, flags, ""
	w.open(flags | recordFirst)
}

func (w *recordWriter) open(flags uint8) {
	w.flags, w.start, w.version = flags, len(w.buf), logVersion
	w.buf = append(w.buf, make([]byte, recordSize)...)
	w.forget()
}

// forget makes the next entity tell its table and layout again.
func (w *recordWriter) forget() {
	w.told = false
	for _, number := range w.known {
		w.numbers[number] = 0
	}
	w.known = w.known[:0]
}

// close completes the record in the buffer.
func (w *recordWriter) close(flags uint8) {
	b := w.buf[w.start:]
	b[0], b[1] = recordMark0, recordMark1
	binary.LittleEndian.PutUint16(b[2:], w.salt)
	binary.LittleEndian.PutUint32(b[8:], uint32(len(b)-recordSize))
	b[12], b[13] = w.version, w.flags|flags
	binary.LittleEndian.PutUint64(b[16:], w.seq)
	binary.LittleEndian.PutUint64(b[24:], uint64(w.base)+uint64(w.start))
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[8:], castagnoli))
}

// end ends the commit.
func (w *recordWriter) end() { w.close(recordFinal) }

// room closes the record when it is large. The records of a picture of the workspace stand for themselves.
func (w *recordWriter) room() error {
	if len(w.buf)-w.start < recordSize+w.slice {
		return nil
	}
	if w.always&recordState != 0 {
		w.close(recordFinal)
	} else {
		w.close(0)
	}
	if w.full != nil {
		if err := w.full(); err != nil {
			return err
		}
		w.base += int64(len(w.buf))
		w.buf = w.buf[:0]
	}
	if w.always&recordState != 0 {
		w.open(w.always | recordFirst)
	} else {
		w.open(w.always)
	}
	return nil
}

func (w *recordWriter) text(s string) {
	w.buf = binary.AppendUvarint(w.buf, uint64(len(s)))
	w.buf = append(w.buf, s...)
}

func (w *recordWriter) named(item byte, name string) {
	w.buf = append(w.buf, item)
	w.text(name)
}

// about makes the entities that follow those of a table.
func (w *recordWriter) about(table string) {
	w.forget()
	w.table, w.side = table, -1
}

// beside makes the entities that follow those of a side of the table.
func (w *recordWriter) beside(side int) {
	w.forget()
	w.side = side
}

// tracking writes what a commit did to the note of the table.
func (w *recordWriter) tracking(what trackChange, note string) error {
	if what == trackKept {
		return nil
	}
	w.tell()
	w.version = trackVersion
	if what == trackEnded {
		w.buf = append(w.buf, itemUntrack)
		return nil
	}
	w.named(itemTrack, note)
	return w.room()
}

// track writes what a tracked table has beside its entities.
func (w *recordWriter) track(k *track) error {
	if k == nil {
		return nil
	}
	if err := w.tracking(trackChanged, k.note); err != nil {
		return err
	}
	for i, side := range k.sides {
		w.beside(i)
		if err := w.contents(side); err != nil {
			return err
		}
	}
	return nil
}

// create writes a new table with columns, and makes the entities that follow its.
func (w *recordWriter) create(table string, columns []string) error {
	w.about(table)
	w.named(itemCreate, table)
	w.told = true
	return w.columns(columns)
}

// columns writes the names of new columns.
func (w *recordWriter) columns(names []string) error {
	for _, name := range names {
		w.tell()
		w.named(itemColumn, name)
		if err := w.room(); err != nil {
			return err
		}
	}
	return nil
}

func (w *recordWriter) drop(table string) { w.named(itemDrop, table) }

func (w *recordWriter) document(name, text string) error {
	w.named(itemDocument, name)
	w.text(text)
	return w.room()
}

func (w *recordWriter) clock(t edm.Ticks) {
	w.buf = append(w.buf, itemClock)
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(t))
}

func (w *recordWriter) tell() {
	if !w.told {
		w.named(itemTable, w.table)
		if w.side >= 0 {
			w.version = trackVersion
			w.buf = append(w.buf, itemSide, byte(w.side))
		}
		w.told = true
	}
}

// layout returns the record's number of a layout.
func (w *recordWriter) layout(l *layout) uint32 {
	for int(l.number) >= len(w.numbers) {
		w.numbers = append(w.numbers, 0)
	}
	if n := w.numbers[l.number]; n > 0 {
		return n - 1
	}
	w.buf = append(w.buf, itemLayout)
	w.buf = binary.AppendUvarint(w.buf, uint64(l.Len()))
	for _, p := range l.Properties() {
		w.buf = append(w.buf, byte(p.Type))
		w.text(p.Name)
	}
	w.known = append(w.known, l.number)
	w.numbers[l.number] = uint32(len(w.known))
	return uint32(len(w.known) - 1)
}

// set writes an entity.
func (w *recordWriter) set(p edm.Packed, l *layout) error {
	w.tell()
	number := w.layout(l)
	w.buf = append(w.buf, itemSet)
	w.buf = binary.AppendUvarint(w.buf, uint64(len(p)))
	at := len(w.buf)
	w.buf = append(w.buf, p...)
	binary.LittleEndian.PutUint32(w.buf[at+4:], number)
	return w.room()
}

// remove writes that an entity is deleted.
func (w *recordWriter) remove(p edm.Packed) error {
	w.tell()
	w.named(itemDelete, edm.PackedKey(p))
	return w.room()
}

// contents writes every entity of a table.
func (w *recordWriter) contents(t *table) error {
	var failed error
	t.entities.Scan(func(p edm.Packed) bool {
		failed = w.set(p, t.schema.layouts[edm.PackedLayoutNumber(p)])
		return failed == nil
	})
	return failed
}

// whole writes a table and all it has.
func (w *recordWriter) whole(t *table) error {
	if err := w.create(t.name, t.schema.columns); err != nil {
		return err
	}
	if err := w.contents(t); err != nil {
		return err
	}
	return w.track(t.track)
}

// everything writes all tables and documents of a root.
func (w *recordWriter) everything(r *root) error {
	var failed error
	r.tables.Scan(func(_ string, t *table) bool {
		failed = w.whole(t)
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	for _, name := range r.documentNames() {
		if err := w.document(name, r.documents[name]); err != nil {
			return err
		}
	}
	return nil
}

// commit writes a commit whose root is next.
func (w *recordWriter) commit(c *Commit, next *root) error {
	flags := uint8(0)
	switch {
	case c.Kind == WorkspaceReplaced:
		flags = recordAnew
	case (len(c.Changes) <= MaxBatchOps || c.sides != nil || c.tracking != trackKept) && c.Kind != EntitiesLoaded && c.Kind != TableRestored:
		flags = recordWhole
	}
	w.begin(c.Seq, flags)
	if err := w.body(c, next); err != nil {
		return err
	}
	if name := tableDocument(fold(c.Table)); c.owned {
		if err := w.document(name, next.documents[name]); err != nil {
			return err
		}
	}
	w.end()
	return nil
}

func (w *recordWriter) body(c *Commit, next *root) error {
	switch c.Kind {
	case TableCreated:
		if err := w.create(c.Table, nil); err != nil {
			return err
		}
		return w.tracking(c.tracking, noteOf(next, c.Table))
	case TableDeleted:
		w.drop(c.Table)
	case TableRestored:
		t, _ := next.tables.Get(fold(c.Table))
		return w.whole(t)
	case WorkspaceReplaced:
		return w.everything(next)
	case DocumentChanged:
		return w.document(c.Document, next.documents[c.Document])
	default:
		if c.emptied {
			if err := w.create(c.Table, c.columns); err != nil {
				return err
			}
		} else {
			w.about(c.Table)
			if err := w.columns(c.columns); err != nil {
				return err
			}
		}
		if err := w.tracking(c.tracking, noteOf(next, c.Table)); err != nil {
			return err
		}
		if c.sides != nil {
			for i, changes := range c.sides {
				w.beside(i)
				if err := w.changes(slices.Values(changes)); err != nil {
					return err
				}
			}
			w.about(c.Table)
		}
		return w.changes(c.All())
	}
	return nil
}

// noteOf returns the note of a table, "" when it is not tracked.
func noteOf(r *root, table string) string {
	if t, ok := r.tables.Get(fold(table)); ok && t.track != nil {
		return t.track.note
	}
	return ""
}

// changes writes what entities are after changes.
func (w *recordWriter) changes(all iter.Seq[Change]) error {
	for change := range all {
		var failed error
		if !change.After.IsZero() {
			failed = w.set(change.After.packed, change.After.layout)
		} else if !change.Before.IsZero() {
			failed = w.remove(change.Before.packed)
		}
		if failed != nil {
			return failed
		}
	}
	return nil
}
