package engine_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// attack returns how often an attack is made, few times or, when the environment has RANGEFINDER_ATTACK=1, many; and a generator whose
// seed RANGEFINDER_SEED may give.
func attack(t testing.TB, few, many int) (int, *rand.Rand) {
	t.Helper()
	s := randomSeed(t)
	if given, err := strconv.ParseUint(os.Getenv("RANGEFINDER_SEED"), 10, 64); err == nil {
		s = given
	}
	t.Logf("RANGEFINDER_SEED=%d", s)
	if os.Getenv("RANGEFINDER_ATTACK") == "1" {
		few = many
	}
	return few, rand.New(rand.NewPCG(s, 0))
}

// files are those of a folder.
type files map[string][]byte

func filesOf(disk *enginetest.Disk) files {
	out := files{}
	names, _ := disk.List()
	for _, name := range names {
		out[name] = disk.Data(name)
	}
	return out
}

func (f files) disk() *enginetest.Disk {
	disk := &enginetest.Disk{}
	for name, data := range f {
		disk.SetData(name, data)
	}
	return disk
}

// moment is what a folder held when its process ended there, and what had been acknowledged.
type moment struct {
	name   string
	files  files
	want   string            // what the workspace holds
	points map[string]string // the same of the snapshots, by their IDs
	older  [][]byte          // what the files of the workspace held before
}

// past is a workspace that had many moments.
type past struct {
	t       testing.TB
	disk    *enginetest.Disk
	db      *engine.DB
	points  map[string]string
	moments []moment
	older   [][]byte
	seen    map[string]bool // every line that the workspace ever had
	keep    string          // this log is not emptied after a rewrite
}

func (p *past) open() {
	p.t.Helper()
	db, recovery, err := engine.OpenFolder(context.Background(), p.disk, engine.InSlices(diskOptions(), 400))
	must(p.t, err)
	if told(recovery) != "" {
		p.t.Fatal(told(recovery))
	}
	p.db = db
	p.see()
	db.Subscribe(func(engine.Commit) { p.see() })
}

func (p *past) see() {
	for line := range strings.Lines(contents(p.t, p.db)) {
		p.seen[line] = true
	}
}

// now notes the moment.
func (p *past) now(name string) {
	f := filesOf(p.disk)
	p.moments = append(p.moments, moment{name, f, contents(p.t, p.db), maps.Clone(p.points), slices.Clone(p.older)})
	for _, name := range slices.Sorted(maps.Keys(f)) {
		p.older = append(p.older, f[name])
	}
}

// put writes a new version of one entity, and an entity that no other commit writes, named by the number of the commit.
func (p *past) put(seq *int) {
	p.t.Helper()
	*seq++
	text := engine.Property{Name: "V", Value: edm.NewString(fmt.Sprint("version ", *seq, strings.Repeat("x", *seq%7*40)))}
	_, err := p.db.Batch(context.Background(), "Table", []engine.Op{
		{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: fmt.Sprint("shared", *seq%3), Properties: []engine.Property{text}},
		{Kind: engine.Insert, PartitionKey: "p", RowKey: fmt.Sprint("own", *seq), Properties: []engine.Property{text}},
	})
	must(p.t, err)
}

// pastOf lives the life of a workspace: changes of every kind, rewrites, snapshots, closings and crashes.
func pastOf(t testing.TB) *past {
	ctx := context.Background()
	p := &past{t: t, disk: &enginetest.Disk{}, points: map[string]string{}, seen: map[string]bool{}}
	p.disk.Fault = func(op enginetest.DiskOp, file string) enginetest.Fault {
		if p.keep == file && op == enginetest.DiskTruncate {
			return enginetest.Fails
		}
		return enginetest.NoFault
	}
	seq := 0
	puts := func(n int) {
		for range n {
			p.put(&seq)
		}
	}
	p.open()
	must(t, p.db.CreateTable(ctx, "Table"))
	puts(6)
	fill(t, p.db, "Loaded", 30)
	must(t, p.db.CreateTracked(ctx, "Copy", "note"))
	for _, row := range []string{"1", "2"} {
		_, err := p.db.Apply(ctx, "Copy", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: row})
		must(t, err)
	}
	p.now("running")
	must(t, p.db.Close())
	p.now("closed")
	p.open()
	puts(3)
	must(t, p.db.Replace(ctx, p.db.Image()))
	puts(2)
	save := func(name string) {
		c, err := p.db.SaveCheckpoint(ctx, name, nil)
		must(t, err)
		p.points[c.ID] = contents(t, p.db)
	}
	save("first")
	p.now("running, with a snapshot")
	slices := 0
	must(t, p.db.Rewrite(ctx, func() error {
		if slices++; slices%4 == 0 {
			puts(1)
		}
		if slices == 5 {
			p.now("in a rewrite")
		}
		return nil
	}))
	p.now("rewritten")
	puts(4)
	must(t, p.db.Close())
	p.now("rewritten and closed")
	p.open()
	puts(3)
	p.keep = logOf(p.disk)
	must(t, p.db.Rewrite(ctx, nil))
	p.keep = ""
	p.now("rewritten, the old log still there")
	puts(3)
	p.now("gone on, the old log still there")
	slices = 0
	_, err := p.db.SaveCheckpoint(ctx, "second", func() error {
		if slices++; slices == 3 {
			p.now("in a snapshot")
		}
		return nil
	})
	must(t, err)
	p.points["2"] = contents(t, p.db)
	image, err := p.db.OpenCheckpoint(ctx, "1", nil)
	must(t, err)
	must(t, p.db.Replace(ctx, image))
	seq += 10
	puts(2)
	p.now("a snapshot restored")
	must(t, p.db.Close())
	p.now("a snapshot restored, and closed")
	return p
}

// isSum reports whether a line of contents is about more than one entity or document.
func isSum(line string) bool {
	return strings.HasPrefix(line, "table ") || strings.HasPrefix(line, "tracked ")
}

// isLog reports whether a file is one of records.
func isLog(name string) bool { return strings.HasSuffix(name, ".log") }

// mutation is a change of one file.
type mutation struct {
	what    string
	file    string
	added   bool // something was added between commits, or parts of a picture, of which all are there still
	changed bool
}

// mutate changes one file in one way.
func (m *moment) mutate(r *rand.Rand, f files) mutation {
	var names []string
	for name, data := range f {
		if len(data) > 0 {
			names = append(names, name)
			if isLog(name) {
				names = append(names, name, name)
			}
		}
	}
	slices.Sort(names)
	name := names[r.IntN(len(names))]
	data := slices.Clone(f[name])
	x := mutation{file: name}
	ends := []int{}
	if isLog(name) {
		ends = engine.RecordEnds(data)
	}
	piece := func() []byte { // of an older file, records or any bytes
		from := m.older[r.IntN(len(m.older))]
		if ends := engine.RecordEnds(from); len(ends) > 1 && r.IntN(3) > 0 {
			i := r.IntN(len(ends) - 1)
			return from[ends[i]:ends[min(len(ends)-1, i+1+r.IntN(3))]]
		}
		if len(from) == 0 {
			return []byte{0}
		}
		at := r.IntN(len(from))
		return from[at:min(len(from), at+1+r.IntN(400))]
	}
	if len(m.older) == 0 {
		piece = func() []byte { return data[:min(len(data), 100)] }
	}
	insert := func(at int, b []byte) { data = slices.Concat(data[:at], b, data[at:]) }
	switch n := r.IntN(14); {
	case n == 0:
		x.what, data = "cut", data[:r.IntN(len(data))]
	case n == 1 && len(ends) > 0:
		x.what, data = "cut between records", data[:ends[r.IntN(len(ends))]]
	case n == 2:
		at := r.IntN(len(data))
		x.what, data[at] = fmt.Sprint("flipped at ", at), data[at]^byte(1<<r.IntN(8))
	case n == 3:
		at := r.IntN(len(data))
		end := min(len(data), at+1+r.IntN(300))
		if r.IntN(4) == 0 {
			at, end = 0, len(data)
		}
		x.what = fmt.Sprintf("zeroed from %d to %d", at, end)
		clear(data[at:end])
	case n == 4 && len(ends) > 1: // twice
		i, to := r.IntN(len(ends)-1), r.IntN(len(ends))
		x.what, x.added = fmt.Sprintf("record %d again at %d", i, to), !engine.InsideCommit(data, ends[to])
		insert(ends[to], data[ends[i]:ends[i+1]])
	case n == 5 && len(ends) > 2: // swapped
		i := r.IntN(len(ends) - 2)
		k := i + 1 + r.IntN(len(ends)-i-2)
		x.what = fmt.Sprintf("records %d and %d swapped", i, k)
		data = slices.Concat(data[:ends[i]], data[ends[k]:ends[k+1]], data[ends[i+1]:ends[k]], data[ends[i]:ends[i+1]], data[ends[k+1]:])
	case n == 6 && len(ends) > 1: // left out
		i := r.IntN(len(ends) - 1)
		k := min(len(ends)-1, i+1+r.IntN(3))
		x.what = fmt.Sprintf("records %d to %d left out", i, k-1)
		data = slices.Delete(data, ends[i], ends[k])
	case n == 7:
		x.what, x.added = "a piece appended", true
		insert(len(data), piece())
	case n == 8 && len(ends) > 1:
		at := r.IntN(len(ends))
		x.what, x.added = fmt.Sprint("a piece before record ", at), !engine.InsideCommit(data, ends[at])
		insert(ends[at], piece())
	case n == 9:
		x.what = "a piece somewhere"
		insert(r.IntN(len(data)), piece())
	case n == 10:
		b := piece()
		at := r.IntN(len(data))
		x.what = fmt.Sprintf("%d bytes of a piece over %d", len(b), at)
		copy(data[at:], b)
	case n == 11 && len(ends) > 1: // a record in the place of another
		i, b := r.IntN(len(ends)-1), piece()
		x.what = fmt.Sprint("a piece for record ", i)
		data = slices.Concat(data[:ends[i]], b, data[ends[i+1]:])
	case n == 12 && len(m.older) > 0: // another header
		from := m.older[r.IntN(len(m.older))]
		x.what = "the header of an older file"
		copy(data, from[:min(len(from), 64)])
	case n == 13:
		x.what, data = "emptied", nil
		if r.IntN(2) == 0 && (name == "a.log" || name == "b.log" || name == "workspace.note") {
			x.what = "removed"
			delete(f, name)
			x.changed = true
			return x
		}
	default:
		x.what = "bytes appended"
		x.added = true
		insert(len(data), []byte(strings.Repeat("\xa7R\x00x", 1+r.IntN(30))))
	}
	x.changed = !slices.Equal(data, f[name])
	f[name] = data
	return x
}

// lived checks what is there after a mutation: everything, or less than that and a plain message. It returns what was told.
func (p *past) lived(m *moment, x mutation, f files) string {
	t := p.t
	t.Helper()
	at := fmt.Sprintf("%s: %s: %s", m.name, x.file, x.what)
	disk := f.disk()
	db, recovery, err := engine.OpenFolder(context.Background(), disk, engine.InSlices(diskOptions(), 400))
	if err != nil {
		if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != engine.StorageMissing {
			t.Fatalf("%s: %v", at, err)
		}
		if !maps.EqualFunc(f, filesOf(disk), slices.Equal[[]byte]) {
			for name, data := range filesOf(disk) {
				if len(data) > 0 && !slices.Equal(data, f[name]) {
					t.Fatalf("%s: %s was changed though it was refused", at, name)
				}
			}
		}
		return err.Error()
	}
	got, said := contents(t, db), told(recovery)
	whole := got == m.want
	if !whole && said == "" {
		t.Fatalf("%s: nothing is told, and there is something else: %s", at, difference(m.want, got))
	}
	if whole && isLog(x.file) && !strings.HasPrefix(x.file, "checkpoint") && recovery.New {
		t.Fatalf("%s: begun anew", at)
	}
	for line := range strings.Lines(got) {
		if !p.seen[line] && !isSum(line) {
			t.Fatalf("%s: told %q, and there is what never was: %s", at, said, line)
		}
	}
	if x.added && !whole {
		t.Fatalf("%s: told %q, and not everything is there that can be read: %s", at, said, difference(m.want, got))
	}
	for _, d := range recovery.Damage {
		if d.Reason == "" || !slices.Equal(disk.Data(d.Kept), f[d.File]) {
			t.Fatalf("%s: %+v: the file is not kept as it was", at, d)
		}
	}
	listed := map[string]bool{}
	for _, c := range db.Checkpoints() {
		listed[c.ID] = true
		image, err := db.OpenCheckpoint(context.Background(), c.ID, nil)
		file := "checkpoint-" + c.ID + ".log"
		switch {
		case err == nil && picture(t, image) != m.points[c.ID]:
			t.Fatalf("%s: snapshot %s is another: %s", at, c.ID, difference(m.points[c.ID], picture(t, image)))
		case err != nil && !isCode(err, engine.StorageDamaged):
			t.Fatalf("%s: snapshot %s: %v", at, c.ID, err)
		case err != nil && x.file != file:
			t.Fatalf("%s: snapshot %s, which was not changed: %v", at, c.ID, err)
		case err != nil:
			said += err.Error()
			for line := range strings.Lines(picture(t, image)) {
				if !p.seen[line] && !isSum(line) {
					t.Fatalf("%s: snapshot %s has what never was: %s", at, c.ID, line)
				}
			}
		}
		if !slices.Equal(disk.Data(file), f[file]) {
			t.Fatalf("%s: snapshot %s was changed", at, c.ID)
		}
	}
	for id := range m.points {
		if !listed[id] {
			t.Fatalf("%s: snapshot %s is gone", at, id)
		}
	}
	must(t, db.SetDocument(context.Background(), "written", "after"))
	must(t, db.SetDocument(context.Background(), "written", ""))
	must(t, db.Close())
	again, recovery := openDisk(t, disk)
	if after := contents(t, again); after != got || len(recovery.Damage) > 0 || recovery.Torn > 0 {
		t.Fatalf("%s: opened again: %q, %s", at, told(recovery), difference(got, after))
	}
	must(t, again.Close())
	return said
}

// Ensure that a file that was changed in any way, by cuts, flips, zeros, records that are left out, doubled, moved or taken from
// older files, costs at most what was changed: everything is there, or a message says what is not, and nothing is there that
// never was. It is so for logs that were closed or not, in rewrites and snapshots and after them.
func TestAttack_Mutations(t *testing.T) {
	n, r := attack(t, 600, 10_000)
	p := pastOf(t)
	whole, said := 0, 0
	for range rounds(n) {
		m := &p.moments[r.IntN(len(p.moments))]
		f := maps.Clone(m.files)
		x := m.mutate(r, f)
		if p.lived(m, x, f) == "" {
			whole++
		} else {
			said++
		}
	}
	t.Logf("%d mutations: %d all there, %d told", whole+said, whole, said)
}

// Ensure that every moment opens whole when nothing is changed.
func TestAttack_Mutations_None(t *testing.T) {
	p := pastOf(t)
	for i := range p.moments {
		m := &p.moments[i]
		if said := p.lived(m, mutation{what: "nothing"}, maps.Clone(m.files)); said != "" && m.name != "in a rewrite" {
			t.Errorf("%s: told %q", m.name, said)
		}
	}
}
