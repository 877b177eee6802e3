package engine_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// tracked returns what a tracked table knows as text, "" of one that is not tracked.
func tracked(k *engine.Tracking) string {
	if k == nil {
		return ""
	}
	show := func(e engine.Entity) string {
		if e.IsZero() {
			return "none"
		}
		v, _ := e.Value("V")
		return v.Text() + " " + e.ETag()
	}
	out := fmt.Sprintf("tracked %q, %d changed, %d in conflict\n", k.Note, k.Changed(), k.Conflicts())
	changed, conflicts := 0, 0
	k.Known(engine.FirstKey, engine.LastKey, func(n engine.Known) bool {
		out += fmt.Sprintf("%s %s: %s", n.PartitionKey, n.RowKey, show(n.Local))
		if n.Changed {
			changed++
			out += ", was " + show(n.Base)
		} else {
			out += ", as " + n.Base.ETag()
		}
		if n.Conflict {
			conflicts++
			out += ", against " + show(n.Theirs)
		}
		out += " " + n.Sent + "\n"
		return true
	})
	if changed != k.Changed() || conflicts != k.Conflicts() {
		out += fmt.Sprintf("counted %d changed, %d in conflict\n", changed, conflicts)
	}
	return out
}

// trackModel is what a tracked table should know, entity by entity.
type trackModel struct {
	note   string
	local  map[string]versioned
	base   map[string]versioned // the zero one: there was none
	theirs map[string]versioned
	tags   map[string]string // of the base, where it does not follow
	sent   map[string]string
}

type versioned struct{ value, etag string }

func newTrackModel(note string) *trackModel {
	return &trackModel{note, map[string]versioned{}, map[string]versioned{}, map[string]versioned{}, map[string]string{}, map[string]string{}}
}

func (m *trackModel) clone() *trackModel {
	return &trackModel{m.note, maps.Clone(m.local), maps.Clone(m.base), maps.Clone(m.theirs), maps.Clone(m.tags), maps.Clone(m.sent)}
}

// change is a local one; the zero versioned is a delete.
func (m *trackModel) change(key string, to versioned) {
	if _, ok := m.base[key]; !ok {
		m.base[key] = m.local[key]
	}
	if to == (versioned{}) {
		delete(m.local, key)
	} else {
		m.local[key] = to
	}
}

func (m *trackModel) String() string {
	keys := map[string]bool{}
	for key := range m.local {
		keys[key] = true
	}
	for key := range m.base {
		keys[key] = true
	}
	show := func(v versioned) string {
		if v == (versioned{}) {
			return "none"
		}
		return v.value + " " + v.etag
	}
	out := fmt.Sprintf("tracked %q, %d changed, %d in conflict\n", m.note, len(m.base), len(m.theirs))
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		out += fmt.Sprintf("p %s: %s", key, show(m.local[key]))
		base, changed := m.base[key]
		if !changed {
			base = m.local[key]
		}
		if tag := m.tags[key]; tag != "" && base != (versioned{}) {
			base.etag = tag
		}
		if changed {
			out += ", was " + show(base)
		} else {
			out += ", as " + base.etag
		}
		if theirs, ok := m.theirs[key]; ok {
			out += ", against " + show(theirs)
		}
		out += " " + m.sent[key] + "\n"
	}
	return out
}

// tracker does random things to a tracked table and to its model.
type tracker struct {
	t    *testing.T
	r    *rand.Rand
	disk *enginetest.Disk
	db   *engine.DB
	m    *trackModel
	kept map[string]*trackModel // of checkpoints
	n    int
	at   edm.Ticks // of the other service
}

func (k *tracker) key() string { return fmt.Sprintf("r%02d", k.r.IntN(30)) }

func (k *tracker) value() []engine.Property {
	k.n++
	return []engine.Property{{Name: "V", Value: edm.NewString(fmt.Sprint("v", k.n))}}
}

// theirs makes an entity of another service.
func (k *tracker) theirs(key string) (engine.Entity, versioned, string) {
	k.at += edm.Ticks(1 + k.r.IntN(1000))
	e, err := engine.NewEntity("p", key, k.at, k.value())
	must(k.t, err)
	tag := ""
	if k.r.IntN(3) == 0 {
		tag = fmt.Sprintf(`W/"0x%d"`, k.n)
		e = engine.WithETag(e, tag)
	}
	return e, versioned{fmt.Sprint("v", k.n), engine.ETagOf(k.at)}, tag
}

func (k *tracker) apply(key string) {
	op := engine.Op{Kind: engine.OpKind(k.r.IntN(6)), PartitionKey: "p", RowKey: key, Properties: k.value()}
	if op.Kind == engine.Replace || op.Kind == engine.Merge || op.Kind == engine.Delete {
		op.IfMatch = "*"
	}
	if op.Kind == engine.Delete {
		op.Properties = nil
	}
	result, err := k.db.Apply(context.Background(), "Copy", op)
	if err != nil {
		return
	}
	if op.Kind == engine.Delete {
		k.m.change(key, versioned{})
	} else {
		k.m.change(key, versioned{fmt.Sprint("v", k.n), result.ETag})
	}
}

func (k *tracker) bulk() {
	var list []engine.BulkEntity
	var values []string
	seen := map[string]bool{}
	for range k.r.IntN(8) {
		key := k.key()
		if !seen[key] {
			seen[key] = true
			list = append(list, engine.BulkEntity{PartitionKey: "p", RowKey: key, Properties: k.value()})
			values = append(values, fmt.Sprint("v", k.n))
		}
	}
	result, err := k.db.Bulk(context.Background(), "Copy", list, engine.ReplaceExisting)
	must(k.t, err)
	for i, e := range list {
		k.m.change(e.RowKey, versioned{values[i], engine.ETagOf(result.Timestamp)})
	}
}

func (k *tracker) load() {
	l, err := k.db.Load(context.Background(), "Copy")
	must(k.t, err)
	added := map[string]string{}
	for range k.r.IntN(5) {
		key := k.key()
		if _, ok := k.m.local[key]; !ok && l.Add("p", key, k.value()) == nil {
			added[key] = fmt.Sprint("v", k.n)
		}
	}
	_, err = l.Commit()
	must(k.t, err)
	for key, value := range added {
		e, err := k.db.Get(context.Background(), "Copy", "p", key)
		must(k.t, err)
		k.m.change(key, versioned{value, e.ETag()})
	}
}

// sync does some of what Sync can, in one commit.
func (k *tracker) sync() {
	before := k.m.clone()
	refuse := k.r.IntN(5) == 0
	failed := fmt.Errorf("told to fail")
	err := k.db.Sync(context.Background(), "Copy", func(x *engine.SyncTx) error {
		for range 1 + k.r.IntN(4) {
			k.syncOne(x, k.key())
		}
		if refuse {
			return failed
		}
		return nil
	})
	if refuse {
		if err != failed {
			k.t.Fatalf("the error is %v", err)
		}
		k.m = before
		return
	}
	must(k.t, err)
}

func (k *tracker) syncOne(x *engine.SyncTx, key string) {
	m := k.m
	_, changed := m.base[key]
	switch k.r.IntN(8) {
	case 0, 1:
		e, v, tag := k.theirs(key)
		x.Take(e)
		m.local[key] = v
		k.settle(key)
		m.tags[key] = tag
	case 2:
		x.Forget("p", key)
		delete(m.local, key)
		k.settle(key)
	case 3:
		e, v, tag := k.theirs(key)
		x.Rebase("p", key, e)
		k.settle(key)
		m.base[key] = v
		m.tags[key] = tag
	case 4:
		x.Rebase("p", key, engine.Entity{})
		k.settle(key)
		m.base[key] = versioned{}
	case 5:
		if !changed {
			return
		}
		if k.r.IntN(2) == 0 {
			x.Oppose("p", key, engine.Entity{})
			m.theirs[key] = versioned{}
			return
		}
		e, v, tag := k.theirs(key)
		x.Oppose("p", key, e)
		if tag != "" {
			v.etag = tag
		}
		m.theirs[key] = v
	case 6:
		if changed {
			x.SetSent("p", key, key)
			m.sent[key] = key
		}
	case 7:
		m.note = fmt.Sprint("note ", k.n)
		must(k.t, x.SetNote(m.note))
	}
}

func (k *tracker) settle(key string) {
	delete(k.m.base, key)
	delete(k.m.theirs, key)
	delete(k.m.tags, key)
	delete(k.m.sent, key)
}

// reopen opens the workspace again, after a crash or a close.
func (k *tracker) reopen() {
	if k.r.IntN(2) == 0 {
		must(k.t, k.db.Close())
	} else {
		k.disk.Crash(k.r)
	}
	db, recovery := openDisk(k.t, k.disk)
	if len(recovery.Damage) > 0 {
		k.t.Fatalf("the log is damaged: %+v", recovery.Damage)
	}
	k.db = db
}

func (k *tracker) step() {
	ctx := context.Background()
	switch what := k.r.IntN(40); {
	case what < 14:
		k.apply(k.key())
	case what < 18:
		k.bulk()
	case what < 20:
		k.load()
	case what < 32:
		k.sync()
	case what == 32:
		k.m.note = fmt.Sprint("again ", k.n)
		must(k.t, k.db.Track(ctx, "Copy", k.m.note))
	case what == 33:
		must(k.t, k.db.Rewrite(ctx, nil))
	case what < 36:
		k.reopen()
	case what == 36: // a delete that is undone
		image := k.db.Image()
		must(k.t, k.db.DeleteTable(ctx, "Copy"))
		must(k.t, k.db.RestoreTable(ctx, image, "Copy"))
	case what == 37:
		c, err := k.db.SaveCheckpoint(ctx, "c", nil)
		must(k.t, err)
		k.kept[c.ID] = k.m.clone()
	case what == 38:
		if list := k.db.Checkpoints(); len(list) > 0 {
			c := list[k.r.IntN(len(list))]
			image, err := k.db.OpenCheckpoint(ctx, c.ID, nil)
			must(k.t, err)
			must(k.t, k.db.Replace(ctx, image))
			k.m = k.kept[c.ID].clone()
		}
	case what == 39 && k.r.IntN(4) == 0:
		must(k.t, k.db.Untrack(ctx, "Copy"))
		if s, _ := k.db.Snapshot("Copy"); s.Tracking() != nil {
			k.t.Fatal("it is tracked still")
		}
		k.reopen()
		must(k.t, k.db.Track(ctx, "Copy", "anew"))
		m := newTrackModel("anew")
		m.local = k.m.local
		k.m = m
	}
}
