package engine

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/btree"

	"rangefinder/filterlang/edm"
)

// replay builds a workspace of the records of a file.
type replay struct {
	ctx    context.Context
	yield  func() error
	told   func(done, total int64) // as Options.Reading; may be nil
	idle   int                     // bytes of payload since the last pause
	writer uint64
	split  func(table string) []string

	tables    map[string]*replayed // by lower-cased name
	documents map[string]string
	layouts   map[string]*edm.Layout // by their bytes
	numbered  []*edm.Layout          // those of the record, by its numbers
	bound     []*rebinding           // those of numbered as the table has them
	clock     edm.Ticks
	head      Checkpoint

	seq       uint64 // of the last commit, or of the one that the picture shows
	read      uint64 // the same, without those that are known to be missing at the end
	next      int64  // distance of the next record of the picture, or of the commit
	committed bool   // the picture is over
	open      bool   // the last commit goes on
	pictures  bool   // the file is a checkpoint: it holds no commits
	commits   int
	anew      uint64 // commit that began with nothing
	part      uint64 // commit of which records are applied though some are lost, or all are known to be there
	damage    []Damage
	later     []stretch // of the rest of the file, nil as long as nothing is missing
	end       int64     // where what was read ends; the rest is torn
}

type replayed struct {
	*builder
	changed uint64
	tracked bool
	note    string
	sides   [sideCount]*replayed // nil: empty
}

// side returns a side of a table, and makes the table tracked.
func (t *replayed) side(i int, writer uint64) *replayed {
	t.tracked = true
	if t.sides[i] == nil {
		t.sides[i] = &replayed{builder: newBuilder("", nil, writer)}
	}
	return t.sides[i]
}

// unopposed removes the conflicts of entities that have no base: damage took it, and without it they did not change.
func (t *replayed) unopposed() {
	theirs := t.sides[sideTheirs]
	if theirs == nil {
		return
	}
	var gone []string
	theirs.entities.tree.Scan(func(p edm.Packed) bool {
		key := edm.PackedKey(p)
		if base := t.sides[sideBase]; base != nil {
			if _, ok := base.entities.tree.Get(probe(key)); ok {
				return true
			}
		}
		gone = append(gone, key)
		return true
	})
	for _, key := range gone {
		theirs.remove(key)
	}
}

// finished returns the table. The replayed must not be used any more.
func (t *replayed) finished() *table {
	out := t.table(t.changed)
	if t.tracked {
		out.track = newTrack(t.note)
		t.unopposed()
		for i, side := range t.sides {
			if side != nil {
				out.track.sides[i] = side.finished()
			}
		}
	}
	return out
}

func newReplay(ctx context.Context, options *Options, split func(string) []string, writer uint64) *replay {
	return &replay{
		ctx: ctx, yield: options.Yield, told: options.Reading, split: split, writer: writer,
		tables: map[string]*replayed{}, documents: map[string]string{}, layouts: map[string]*edm.Layout{},
	}
}

// run applies every commit of the file that is whole. Its errors are those of the file, of the context and of yield, and that
// of a newer version; what is damaged is noted.
func (p *replay) run(r *recordReader) error {
	r.step = func(checked int64, payload int) error { return p.step(r, checked, payload/8) } // a checksum is quickly made
	for {
		what, rec, to, err := r.next()
		if err != nil {
			return err
		}
		switch what {
		case foundEnd, foundTorn:
			if p.end = to; what == foundEnd {
				p.end = r.pos
			}
			p.ended(r)
			return nil
		case foundDamage:
			p.damaged(p.end, to, "These bytes are not records: they were changed or lost after they had been written.")
			p.end = to
			continue
		}
		if rec.version > trackVersion {
			return newerVersion(uint32(rec.version))
		}
		torn, err := p.record(r, &rec)
		if err != nil {
			return err
		}
		if torn {
			p.end = rec.start
			p.ended(r)
			return nil
		}
		p.end = rec.end
		if err := p.step(r, r.checked, len(rec.payload)+400); err != nil { // 400 bytes of payload take as long as a record does
			return err
		}
	}
}

// step tells how far the file is read, and pauses after so many bytes' worth of work.
func (p *replay) step(r *recordReader, checked int64, work int) error {
	if p.idle += work; p.idle < chunkPayload {
		return nil
	}
	p.idle = 0
	if p.told != nil {
		p.told((max(r.pos, checked)+r.pos)/2, r.size)
	}
	return p.pause()
}

func (p *replay) pause() error {
	if p.yield != nil {
		if err := p.yield(); err != nil {
			return err
		}
	}
	return p.ctx.Err()
}

func newerVersion(version uint32) *Error {
	return Errorf(StorageNewer, "The workspace was written by a newer version of this program, in format %d; this one reads formats up to %d. Open it with the newer version.",
		version, trackVersion)
}

// damaged notes damage. What follows other damage at once is a part of it, and says what is missing there.
func (p *replay) damaged(from, to int64, reason string) {
	if n := len(p.damage); n > 0 && p.damage[n-1].Offset+p.damage[n-1].Length == from && p.damage[n-1].Before == p.commits {
		last := &p.damage[n-1]
		last.Length += to - from
		if from == to && !strings.Contains(last.Reason, reason) {
			last.Reason += " " + reason
		}
		return
	}
	p.damage = append(p.damage, Damage{Offset: from, Length: to - from, Reason: reason, Before: p.commits})
}

// do applies a record that is in its place, and reports whether it makes sense.
func (p *replay) do(rec *record) bool {
	ok := p.apply(rec)
	if !ok {
		p.damaged(rec.start, rec.end, "The checksum of this record is right and yet it cannot be understood.")
	}
	return ok
}

// apply does the items of a record. It returns false when they make no sense; then a record that stands for itself has changed
// nothing.
func (p *replay) apply(rec *record) bool {
	if rec.is(recordWhole) && !p.items(rec, true) {
		return false
	}
	return p.items(rec, false)
}

// items reads the items of a record, and does them unless they are only checked.
func (p *replay) items(rec *record, check bool) bool {
	b := items{rest: rec.payload}
	var t, whole *replayed
	p.numbered, p.bound = p.numbered[:0], p.bound[:0]
	about := false
	for len(b.rest) > 0 && !b.bad {
		switch item := b.byte(); item {
		case itemTable, itemCreate, itemDrop:
			name := b.text()
			if b.bad || CheckTableName(string(name)) != nil {
				return false
			}
			about = item != itemDrop
			p.numbered, p.bound = p.numbered[:0], p.bound[:0]
			if !check {
				t = p.table(item, string(name), rec.seq)
				whole = t
			}
		case itemTrack:
			note := b.text()
			if b.bad || !about {
				return false
			}
			if !check {
				whole.tracked, whole.note = true, string(note)
			}
		case itemUntrack:
			if !about {
				return false
			}
			if !check {
				whole.tracked, whole.note, whole.sides = false, "", [sideCount]*replayed{}
			}
		case itemSide:
			side := b.number()
			if b.bad || !about || side >= sideCount {
				return false
			}
			if !check {
				t = whole.side(int(side), p.writer)
			}
		case itemColumn:
			name := b.text()
			if b.bad || !about || checkPropertyName(string(name)) != nil {
				return false
			}
			if !check {
				t.column(string(name))
			}
		case itemLayout:
			l := p.layout(&b)
			if l == nil || !about {
				return false
			}
			p.numbered, p.bound = append(p.numbered, l), append(p.bound, nil)
		case itemSet:
			raw := b.text()
			if b.bad || len(raw) < edm.PackedHeader {
				return false
			}
			number := binary.LittleEndian.Uint32(raw[4:])
			if uint64(number) >= uint64(len(p.numbered)) || !edm.CheckPacked(raw, p.numbered[number]) {
				return false
			}
			timestamp := edm.Ticks(binary.LittleEndian.Uint64(raw[8:]))
			if timestamp < edm.MinTicks || timestamp > edm.MaxTicks {
				return false
			}
			if check {
				continue
			}
			p.clock = max(p.clock, timestamp)
			if p.bound[number] == nil {
				p.bound[number] = t.bind(p.numbered[number])
			}
			if !t.set(raw, p.numbered[number], p.bound[number]) {
				return false
			}
			binary.LittleEndian.PutUint32(raw[4:], number) // as the file has it
		case itemDelete:
			key := b.text()
			if b.bad || !about {
				return false
			}
			if !check {
				t.remove(string(key))
			}
		case itemDocument:
			name, text := b.text(), b.text()
			if b.bad {
				return false
			}
			if !check {
				setDocument(p.documents, string(name), string(text))
			}
		case itemClock:
			ticks := edm.Ticks(b.fixed())
			if b.bad || ticks > edm.MaxTicks {
				return false
			}
			p.clock = max(p.clock, ticks)
		case itemCheckpoint:
			p.head = Checkpoint{Name: string(b.text()), Time: time.Unix(0, int64(b.number())), Tables: int(b.number()), Entities: int(b.number())}
		default:
			return false
		}
	}
	return !b.bad
}

// table does what an item says of a whole table and returns the one that the items after it are about.
func (p *replay) table(item byte, name string, seq uint64) *replayed {
	key := fold(name)
	if item == itemDrop {
		delete(p.tables, key)
		return nil
	}
	t := p.tables[key]
	if item == itemCreate || t == nil {
		t = &replayed{builder: newBuilder(name, p.split(name), p.writer)}
		p.tables[key] = t
	}
	t.changed = seq
	return t
}

// layout reads a layout; nil when it is none.
func (p *replay) layout(b *items) *edm.Layout {
	whole := b.rest
	n := b.number()
	if n > MaxProperties {
		return nil
	}
	for range n {
		b.byte()
		b.text()
	}
	if b.bad {
		return nil
	}
	key := whole[:len(whole)-len(b.rest)]
	if l, ok := p.layouts[string(key)]; ok {
		return l
	}
	in := items{rest: key}
	properties := make([]Property, in.number())
	parsed := make([]edm.LayoutProperty, len(properties))
	for i := range properties {
		t := edm.Type(in.byte())
		name := string(in.text())
		if t == edm.NoType || int(t) > len(edm.Types) {
			return nil
		}
		properties[i] = Property{name, zeros[t]}
		parsed[i] = edm.LayoutProperty{Name: name, Type: t}
	}
	if checkProperties(properties) != nil {
		return nil
	}
	l := edm.NewLayout(parsed)
	p.layouts[string(key)] = l
	return l
}

// root returns what was built. The replay must not be used any more.
func (p *replay) root() *root {
	r := &root{seq: p.seq, tables: new(btree.Map[string, *table]), documents: p.documents, clock: p.clock}
	for _, key := range slices.Sorted(maps.Keys(p.tables)) {
		t := p.tables[key]
		r.tables.Set(key, t.finished())
	}
	return r
}

// items reads the parts of a payload. After bad was set it gives zeros.
type items struct {
	rest []byte
	bad  bool
}

func (b *items) byte() byte {
	if len(b.rest) == 0 {
		b.bad = true
		return 0
	}
	c := b.rest[0]
	b.rest = b.rest[1:]
	return c
}

func (b *items) number() uint64 {
	v, n := binary.Uvarint(b.rest)
	if n <= 0 {
		b.bad, b.rest = true, nil
		return 0
	}
	b.rest = b.rest[n:]
	return v
}

func (b *items) text() []byte {
	n := b.number()
	if n > uint64(len(b.rest)) {
		b.bad, b.rest = true, nil
	}
	if b.bad {
		return nil
	}
	out := b.rest[:n:n]
	b.rest = b.rest[n:]
	return out
}

func (b *items) fixed() uint64 {
	if len(b.rest) < 8 {
		b.bad, b.rest = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint64(b.rest)
	b.rest = b.rest[8:]
	return v
}
