package tablesync

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// A workspace file holds the entities of tables and nothing else of them. What is known of a copy goes into documents of the
// file, so that the copy can be pushed from wherever the file is read. The ETags of entities that were not changed here are not
// among it: a write that needs one learns it from the service, which refuses the wrong one.

// carriedPrefix begins the names of such documents: "rangefinder.copy/Movies/0001".
const carriedPrefix = "rangefinder.copy/"

// carriedBytes is the size of the entities in a document, unless it is one alone.
const carriedBytes = 512 << 10

// carried is a document. The last one of a copy has its state, and tells what the table held: an entity that somebody changed in
// the file itself would pass for what the service holds, and the next pull would overwrite it unseen.
type carried struct {
	Part    int    // 1, 2, 3 …
	State   *state `json:",omitempty"`
	Held    string `json:",omitempty"` // held of the table; "" in files of before
	Changed []carriedChange
}

// carriedChange is an entity that was changed here; it is itself in the table. A nil version is "not there".
type carriedChange struct {
	P, R     string
	Base     *carriedVersion `json:",omitempty"`
	Conflict bool            `json:",omitempty"`
	Theirs   *carriedVersion `json:",omitempty"`
	Sent     string          `json:",omitempty"`
}

type carriedVersion struct {
	At         edm.Ticks
	ETag       string `json:",omitempty"` // when it does not follow
	Properties []carriedProperty
}

type carriedProperty struct {
	Name, Type string
	Value      json.RawMessage
}

// Carry gives the documents that a workspace file needs for a copy to be one where the file is read; none of another table.
// They are in the order of their names. Its error is that of each.
func Carry(s *engine.Snapshot, each func(name, text string) error) error {
	view := s.Tracking()
	if view == nil {
		return nil
	}
	st, ok := stateOf(view.Note)
	if !ok {
		return nil
	}
	var d carried
	part, bytes := 0, 0
	give := func() error {
		part++
		d.Part = part
		text, err := json.Marshal(&d)
		if err != nil {
			panic(err) // it has no value that JSON lacks
		}
		d.Changed, bytes = nil, 0
		return each(fmt.Sprintf("%s%s/%04d", carriedPrefix, s.Table(), part), string(text))
	}
	var err error
	view.EachChanged(engine.FirstKey, func(k engine.Known) bool {
		c := carriedChange{P: k.PartitionKey, R: k.RowKey, Base: carry(k.Base), Conflict: k.Conflict, Theirs: carry(k.Theirs), Sent: k.Sent}
		size := 256
		for _, e := range [...]engine.Entity{k.Base, k.Theirs} {
			if !e.IsZero() {
				size += e.Size()
			}
		}
		if len(d.Changed) > 0 && bytes+size > carriedBytes {
			err = give()
		}
		d.Changed = append(d.Changed, c)
		bytes += size
		return err == nil
	})
	if err != nil {
		return err
	}
	d.State, d.Held = &st, held(s)
	return give()
}

// held returns a hash of all keys and properties of a table, whatever order an entity has its properties in.
func held(s *engine.Snapshot) string {
	const some = 1000
	h := fnv.New64a()
	var b []byte
	total := uint64(s.Len())
	for first := 0; first < s.Len(); first += some {
		for _, e := range s.Window(first, some) {
			sum := uint64(0)
			for name, value := range e.All() {
				if value.Type() == edm.Double && value.Float() == 0 {
					value = edm.NewDouble(0)
				}
				b = value.AppendLiteral(append(append(b[:0], name...), 0, byte(value.Type())))
				h.Reset()
				h.Write(b)
				sum += h.Sum64()
			}
			b = append(append(append(b[:0], e.PartitionKey()...), 0), e.RowKey()...)
			b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, sum), total)
			h.Reset()
			h.Write(b)
			total = h.Sum64()
		}
	}
	return strconv.FormatUint(total, 36)
}

func carry(e engine.Entity) *carriedVersion {
	if e.IsZero() {
		return nil
	}
	v := &carriedVersion{At: e.Timestamp(), Properties: []carriedProperty{}}
	if tag := e.ETag(); tag != engine.ETagOf(v.At) {
		v.ETag = tag
	}
	for name, value := range e.All() {
		v.Properties = append(v.Properties, carriedProperty{name, value.Type().String(), edm.AppendJSON(nil, value)})
	}
	return v
}

// Carried returns the table that a document of a workspace file is about; ok is false when it is none that Carry made.
func Carried(name string) (table string, ok bool) {
	rest, ok := strings.CutPrefix(name, carriedPrefix)
	table, _, part := strings.Cut(rest, "/")
	return table, ok && part
}

// Unpack takes in a document that Carry made, after the entities of its table, and in the order they were made. The table must
// have been made from the same file: what is in it and not in the documents counts as what the service holds. With the last
// document it is a copy. Errors: InvalidInput for a document that is none, Edited
// when the table holds something else than it did, those of a table that is a copy already, of storage,
// and the context's.
func Unpack(ctx context.Context, db *engine.DB, name, text string) error {
	table, ok := Carried(name)
	var d carried
	if err := json.Unmarshal([]byte(text), &d); err != nil || !ok || d.Part < 1 {
		return engine.Errorf(engine.InvalidInput, "The document %q is none that tells of a copy; the table stays an ordinary one.", name)
	}
	if _, _, err := open(db, table); err == nil {
		return engine.Errorf(engine.TableAlreadyExists, "The table %s is a copy already.", table)
	}
	if d.State != nil {
		from, err := d.State.origin().checked()
		if err != nil {
			return err
		}
		d.State.Partitions = from.Scope.Partitions
		if d.State.Part < 0 || d.State.Part >= d.State.origin().Scope.queries() {
			return engine.Errorf(engine.InvalidInput, "The document %q does not tell where its pull is.", name)
		}
		if err := d.check(db, table); err != nil {
			return err
		}
	}
	view, err := db.Tracking(table)
	switch {
	case err != nil:
		return err
	case view == nil && d.Part == 1:
		err = db.Track(ctx, table, unpacked(0))
	case view == nil || view.Note != unpacked(d.Part-1):
		err = engine.Errorf(engine.InvalidInput, "The document %q does not come after the one before it; the table stays an ordinary one.", name)
	}
	if err == nil {
		err = db.Sync(ctx, table, func(x *engine.SyncTx) error {
			for i := range d.Changed {
				if err := d.Changed[i].unpack(x); err != nil {
					return err
				}
			}
			if d.State == nil {
				return x.SetNote(unpacked(d.Part))
			}
			return x.SetNote(d.State.text())
		})
	}
	if err != nil { // without all of them what was changed would pass for what the service holds
		_ = db.Untrack(context.WithoutCancel(ctx), table)
	}
	return err
}

// check returns an error when the table holds something else than the one that was carried.
func (d *carried) check(db *engine.DB, table string) error {
	s, err := db.Snapshot(table)
	if err == nil && d.Held != "" && d.Held != held(s) {
		_ = db.Untrack(context.Background(), table)
		err = engine.Errorf(Edited, "The table %s was changed in the file itself, and what was changed there cannot be told from what the service holds. It stays an ordinary table: pull a new copy beside it, compare the two, and change the copy.", table)
	}
	return err
}

// unpacked is the note of a table of whose documents so many were taken in.
func unpacked(parts int) string { return fmt.Sprintf("%s%d", carriedPrefix, parts) }

func (c *carriedChange) unpack(x *engine.SyncTx) error {
	if _, err := engine.NewEntity(c.P, c.R, 0, nil); err != nil {
		return err
	}
	base, err := c.Base.entity(c.P, c.R)
	if err != nil {
		return err
	}
	theirs, err := c.Theirs.entity(c.P, c.R)
	if err != nil {
		return err
	}
	x.Rebase(c.P, c.R, base)
	if c.Conflict {
		x.Oppose(c.P, c.R, theirs)
	}
	if list := strings.Fields(c.Sent); len(list) > 0 && len(list) <= maxSent && len(c.Sent) < 64*maxSent {
		x.SetSent(c.P, c.R, c.Sent)
	}
	return nil
}

// entity returns the version as an entity, zero of none.
func (v *carriedVersion) entity(partitionKey, rowKey string) (engine.Entity, error) {
	if v == nil {
		return engine.Entity{}, nil
	}
	properties := make([]engine.Property, len(v.Properties))
	for i, p := range v.Properties {
		t, err := edm.ParseType(p.Type)
		if err != nil {
			return engine.Entity{}, err
		}
		value, err := edm.ParseJSON(t, p.Value)
		if err != nil {
			return engine.Entity{}, err
		}
		properties[i] = engine.Property{Name: p.Name, Value: value}
	}
	e, err := engine.NewEntity(partitionKey, rowKey, v.At, properties)
	return engine.WithETag(e, v.ETag), err
}
