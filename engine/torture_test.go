package engine_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// torture does random things to a workspace on a disk that fails, crashes it, opens it again, and keeps account of what must
// be there.
type torture struct {
	*rand.Rand
	t    testing.TB
	disk *enginetest.Disk
	db   *engine.DB

	rate    int // faults in a thousand operations
	crashIn int // operations on the disk until a crash; 0 is never
	dead    bool
	depth   int

	now       *world        // what was acknowledged
	image     *engine.Image // the same, as the workspace showed it
	maybe     *world        // what may be there instead after a crash, nil when nothing
	kept      []*engine.Image
	points    map[string]*world // checkpoints that must be there
	partial   string            // a checkpoint whose header was written in part
	uncertain bool              // checkpoints may be there that nobody was told of, or that were dropped
	seq       uint64
	written   int // makes every value another, so that no two states are alike
	done      map[string]int
}

func (x *torture) fault(op enginetest.DiskOp, _ string) enginetest.Fault {
	if x.crashIn > 0 {
		if x.crashIn--; x.crashIn == 0 {
			x.dead = true
		}
	}
	switch {
	case x.dead:
		return enginetest.Crashing
	case x.rate == 0 || x.IntN(1000) >= x.rate:
		return enginetest.NoFault
	case op == enginetest.DiskWrite:
		return []enginetest.Fault{enginetest.Fails, enginetest.Short, enginetest.NoSpace}[x.IntN(3)]
	default:
		return enginetest.Fails
	}
}

// open opens the workspace, through failures of the disk.
func (x *torture) open() {
	x.t.Helper()
	x.depth = 0
	for try := 0; ; try++ {
		db, recovery, err := engine.OpenFolder(context.Background(), x.disk, engine.InSlices(diskOptions(), 400))
		if err != nil {
			if x.rate == 0 && !x.dead || !errors.Is(err, enginetest.ErrDisk) && !errors.Is(err, engine.ErrNoSpace) {
				x.t.Fatalf("open: %v", err)
			}
			if x.dead || try > 3 {
				x.dead, x.rate, x.crashIn = false, 0, 0
				x.disk.Crash(x.Rand)
			}
			continue
		}
		if len(recovery.Damage) > 0 || len(recovery.Kept) > 0 || len(recovery.Snapshots) > 0 {
			x.t.Fatalf("nothing is damaged, and yet: %+v", recovery)
		}
		if x.dead { // it crashed over the note or the reserve, without which the workspace opens
			x.dead, x.rate, x.crashIn = false, 0, 0
			x.disk.Crash(x.Rand)
			continue
		}
		x.db = db
		break
	}
	got := x.check()
	switch {
	case got == x.now.String():
		if x.image != nil {
			if want, got := picture(x.t, x.image), picture(x.t, x.db.Image()); got != want {
				x.t.Fatal(difference(want, got))
			}
		}
	case x.maybe != nil && got == x.maybe.String():
		x.now = x.maybe
	default:
		x.t.Fatalf("acknowledged was\n%s\nafter opening again there is\n%s", x.now, got)
	}
	x.maybe, x.image = nil, x.db.Image()
	x.checkPoints()
	x.seq = 0
	x.db.Subscribe(func(c engine.Commit) {
		if x.seq > 0 && c.Seq != x.seq+1 {
			x.t.Errorf("commit %d after %d", c.Seq, x.seq)
		}
		x.seq = c.Seq
	})
}

func (x *torture) check() string {
	x.t.Helper()
	if err := x.db.Check(); err != nil {
		x.t.Fatal(err)
	}
	return worldOf(x.db.Image()).String()
}

// checkPoints checks that all checkpoints are there, and one of them reads.
func (x *torture) checkPoints() {
	x.t.Helper()
	listed := map[string]bool{}
	for _, c := range x.db.Checkpoints() {
		listed[c.ID] = true
		if x.points[c.ID] != nil || x.partial == c.ID {
			continue
		}
		if !x.uncertain {
			x.t.Fatalf("checkpoint %s is there", c.ID)
		}
		// Nobody was told that it was saved: its header may be written in part.
		if image, err := x.openedPoint(c.ID); err == nil {
			x.points[c.ID] = worldOf(image)
		} else if x.partial = c.ID; !isCode(err, engine.StorageDamaged) {
			x.t.Fatal(err)
		}
	}
	for id, want := range x.points {
		if !listed[id] {
			x.t.Fatalf("checkpoint %s is lost", id)
		}
		if x.IntN(4) == 0 && x.rate == 0 && x.crashIn == 0 {
			if got := worldOf(x.openPoint(id)); got.String() != want.String() {
				x.t.Fatalf("checkpoint %s: %s", id, difference(want.String(), got.String()))
			}
		}
	}
	x.uncertain = false
}

func (x *torture) openPoint(id string) *engine.Image {
	x.t.Helper()
	image, err := x.openedPoint(id)
	if err != nil {
		x.t.Fatal(err)
	}
	return image
}

// openedPoint opens a checkpoint while the disk does not fail.
func (x *torture) openedPoint(id string) (*engine.Image, error) {
	rate, crashIn := x.rate, x.crashIn
	x.rate, x.crashIn = 0, 0
	defer func() { x.rate, x.crashIn = rate, crashIn }()
	return x.db.OpenCheckpoint(context.Background(), id, nil)
}

// did notes the outcome of a change whose effect is after.
func (x *torture) did(what string, err error, after *world) {
	x.t.Helper()
	if err == nil {
		x.done[what]++
		x.now, x.maybe, x.image = after, nil, x.db.Image()
		return
	}
	x.done[what+" refused"]++
	e, ok := errors.AsType[*engine.Error](err)
	if !ok || e.Code != engine.StorageFailed && e.Code != engine.StorageFull {
		x.t.Fatalf("%s: %v", what, err)
	}
	switch failed := x.db.Storage().Failed; {
	case failed == "":
		x.maybe = nil // it was taken back
	case x.maybe == nil:
		x.maybe = after
	}
}

var errEnough = errors.New("enough")

// step does one thing.
func (x *torture) step() {
	ctx := context.Background()
	after := x.now.clone()
	table := []string{"One", "Two", "Three"}[x.IntN(3)]
	here := after.tables[table]
	switch n := x.IntN(100); {
	case n < 5:
		err := x.db.CreateTable(ctx, table)
		if here != nil {
			if !isCode(err, engine.TableAlreadyExists) && x.db.Storage().Failed == "" {
				x.t.Fatalf("created twice: %v", err)
			}
			return
		}
		after.tables[table] = map[[2]string]string{}
		x.did("create", err, after)
	case n < 7 && here != nil:
		delete(after.tables, table)
		x.did("delete table", x.db.DeleteTable(ctx, table), after)
	case n < 60 && here != nil:
		x.entities(ctx, table, after)
	case n < 62 && here != nil:
		x.load(ctx, table, after)
	case n < 66:
		name, text := fmt.Sprint("doc", x.IntN(3)), strings.Repeat("x", x.IntN(3)*x.IntN(2000))
		if after.documents[name] = text; text == "" {
			delete(after.documents, name)
		}
		x.did("document", x.db.SetDocument(ctx, name, text), after)
	case n < 70 && x.depth == 0:
		x.depth++
		err := x.db.Rewrite(ctx, func() error {
			for range x.IntN(3) * x.IntN(2) {
				x.step()
			}
			if x.IntN(100) == 0 {
				return errEnough
			}
			return nil
		})
		x.depth--
		x.done[fmt.Sprint("rewrite ", err == nil)]++
	case n < 72:
		if x.kept = append(x.kept, x.db.Image()); len(x.kept) > 4 {
			x.kept = x.kept[1:]
		}
	case n < 73 && len(x.kept) > 0:
		image := x.kept[x.IntN(len(x.kept))]
		x.did("replace", x.db.Replace(ctx, image), worldOf(image))
	case n < 74 && len(x.kept) > 0 && here == nil:
		image := x.kept[x.IntN(len(x.kept))]
		err := x.db.RestoreTable(ctx, image, table)
		if t, ok := worldOf(image).tables[table]; ok {
			after.tables[table] = t
			x.did("restore", err, after)
		} else if !isCode(err, engine.TableNotFound) {
			x.t.Fatal(err)
		}
	case n < 77 && x.depth == 0:
		x.point(ctx)
	}
}

// entities changes some entities of a table by one operation, a transaction or a bulk write.
func (x *torture) entities(ctx context.Context, table string, after *world) {
	t, pk := after.tables[table], fmt.Sprint("p", x.IntN(4))
	var ops []engine.Op
	rows := x.Perm(12)
	for i := range 1 + x.IntN(1+x.IntN(8)) {
		op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: pk, RowKey: fmt.Sprint(rows[i])}
		key := [2]string{pk, op.RowKey}
		if _, ok := t[key]; ok && x.IntN(4) == 0 {
			op.Kind, op.IfMatch = engine.Delete, "*"
			delete(t, key)
		} else {
			x.written++
			v := fmt.Sprint(x.written, strings.Repeat("v", x.IntN(2)*x.IntN(1500)))
			op.Properties = []engine.Property{{Name: "V", Value: edm.NewString(v)}}
			if x.IntN(5) == 0 {
				op.Properties = append(op.Properties, engine.Property{Name: fmt.Sprint("N", x.IntN(5)), Value: edm.NewInt32(1)})
			}
			t[key] = v
		}
		ops = append(ops, op)
	}
	var err error
	switch {
	case len(ops) == 1:
		_, err = x.db.Apply(ctx, table, ops[0])
	case x.IntN(3) == 0 && !slices.ContainsFunc(ops, func(op engine.Op) bool { return op.Kind == engine.Delete }):
		var entities []engine.BulkEntity
		for _, op := range ops {
			entities = append(entities, engine.BulkEntity{PartitionKey: op.PartitionKey, RowKey: op.RowKey, Properties: op.Properties})
		}
		_, err = x.db.Bulk(ctx, table, entities, engine.ReplaceExisting)
	default:
		_, err = x.db.Batch(ctx, table, ops)
	}
	x.did("entities", err, after)
}

// load adds new entities to a table, sometimes so many that the commit has several records.
func (x *torture) load(ctx context.Context, table string, after *world) {
	l, err := x.db.Load(ctx, table)
	if err != nil {
		x.t.Fatal(err)
	}
	text := strings.Repeat("l", []int{1, 1, 1000}[x.IntN(3)])
	for i := range 1 + x.IntN(30) {
		row := fmt.Sprintf("%08d-%02d", x.IntN(1e8), i)
		after.tables[table][[2]string{"q", row}] = text
		if err := l.Add("q", row, []engine.Property{{Name: "V", Value: edm.NewString(text)}}); err != nil {
			x.t.Fatal(err)
		}
	}
	_, err = l.Commit()
	x.did("load", err, after)
}

// point saves, opens, drops or brings back a checkpoint.
func (x *torture) point(ctx context.Context) {
	ids := slices.Sorted(maps.Keys(x.points))
	switch {
	case len(ids) < 3:
		want := x.now.clone()
		x.depth++
		c, err := x.db.SaveCheckpoint(ctx, "point", func() error { x.step(); return nil })
		x.depth--
		x.done[fmt.Sprint("checkpoint ", err == nil)]++
		if err == nil {
			x.points[c.ID] = want
		} else {
			x.uncertain = true
		}
	case x.IntN(2) == 0:
		image := x.openPoint(ids[0])
		x.did("replace by a checkpoint", x.db.Replace(ctx, image), worldOf(image))
	default:
		id := ids[x.IntN(len(ids))]
		if err := x.db.DropCheckpoint(id); err != nil {
			x.uncertain = true
			if x.dead {
				delete(x.points, id)
			}
			return
		}
		want := x.points[id]
		delete(x.points, id)
		x.done["drop"]++
		if x.IntN(2) == 0 {
			if err := x.db.UndropCheckpoint(id); err == nil {
				x.points[id] = want
			}
			x.uncertain = true
		}
	}
}

// crash stops the machine, or closes the workspace, and opens it again.
func (x *torture) crash() {
	x.dead = x.dead || x.IntN(4) > 0
	if !x.dead {
		if err := x.db.Close(); err == nil {
			x.maybe = nil
		} else if x.rate == 0 && !x.dead {
			x.t.Fatal(err)
		}
		x.done["close"]++
	}
	x.done["crash"]++
	x.disk.Crash(x.Rand)
	x.dead, x.rate, x.crashIn, x.disk.Room = false, 0, 0, 0
	x.kept = nil
	switch x.IntN(5) {
	case 0:
		x.rate = 1 + x.IntN(50)
	case 1, 2:
		x.crashIn = 1 + x.IntN(400)
	case 3:
		x.rate, x.crashIn = 1+x.IntN(20), 1+x.IntN(400)
	}
	x.open()
}

// Ensure that nothing that was acknowledged is ever lost, nothing else is there, and nothing is there by halves: random
// operations, rewrites and checkpoints on a disk that refuses writes, writes parts, fails to sync and crashes, which loses
// and reorders what was not synced.
func TestLog_Torture(t *testing.T) {
	x := &torture{
		Rand: generator(t), t: t, disk: &enginetest.Disk{}, points: map[string]*world{}, done: map[string]int{},
		now: &world{map[string]map[[2]string]string{}, map[string]string{}},
	}
	x.disk.Fault = x.fault
	x.open()
	for i := range rounds(*cases) {
		x.step()
		if i%64 == 0 {
			if got := x.check(); got != x.now.String() {
				t.Fatalf("step %d: %s", i, difference(x.now.String(), got))
			}
		}
		if x.dead || x.IntN(60) == 0 {
			x.crash()
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Log(x.done)
}
