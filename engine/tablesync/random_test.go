package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablesync"
)

// both is a service and a copy of it that are changed at random, while requests fail and the machine crashes.
type both struct {
	t     *testing.T
	r     *rand.Rand
	s     *there
	disk  *enginetest.Disk
	db    *engine.DB
	from  tablesync.Origin
	value int
	fails int // of a hundred requests
}

func newBoth(t *testing.T, r *rand.Rand) *both {
	b := &both{t: t, r: r, s: newThere(t), disk: &enginetest.Disk{}, from: origin}
	b.s.page = 1 + r.IntN(5)
	b.s.opaque = r.IntN(2) == 0
	if r.IntN(2) == 0 {
		b.s.lists = cosmos.New(b.s.DB, r.Uint64())
	}
	switch r.IntN(4) {
	case 0:
		b.from.Scope.Partitions = []string{"p0", "p1", "p2"}
	case 1:
		b.from.Scope.Filter = "PartitionKey ge 'p0'"
	}
	fail := func(byte, []engine.Op) error {
		if r.IntN(100) >= b.fails {
			return nil
		}
		if r.IntN(2) == 0 {
			return errors.New("the connection was lost")
		}
		return engine.Errorf("ServerBusy", "busy")
	}
	b.s.before, b.s.answer = fail, fail
	b.db = reopen(t, b.disk)
	return b
}

// write changes an entity of a table: a property, or all, or whether it is there.
func (b *both) write(db *engine.DB, table string) {
	key := fmt.Sprintf("p%d/r%d", b.r.IntN(3), b.r.IntN(6))
	pk, rk, _ := strings.Cut(key, "/")
	e, err := db.Get(ctx, table, pk, rk)
	b.value++
	name := string(rune('A' + b.r.IntN(4)))
	switch {
	case err != nil:
		put(b.t, db, table, fmt.Sprintf("%s %s=%d", key, name, b.r.IntN(3)))
	case b.r.IntN(5) == 0:
		put(b.t, db, table, "-"+key)
	case b.r.IntN(5) == 0:
		put(b.t, db, table, fmt.Sprintf("%s %s=%d", key, name, b.value))
	default:
		p := properties(strings.TrimPrefix(text(e), key))
		p[name] = fmt.Sprint(b.value)
		if b.r.IntN(3) == 0 {
			p[name] = fmt.Sprint(b.r.IntN(2)) // what both sides may write
		}
		line := key
		for n, v := range p {
			line += " " + n + "=" + v
		}
		put(b.t, db, table, line)
	}
}

// wishes returns, for each entity that is pending, the properties that were changed here.
func (b *both) wishes() map[string]map[string]string {
	out := map[string]map[string]string{}
	view, err := b.db.Tracking("Copy")
	if err != nil || view == nil {
		return out
	}
	view.EachChanged(engine.FirstKey, func(k engine.Known) bool {
		key := k.PartitionKey + "/" + k.RowKey
		switch base, mine := properties(text(k.Base)), properties(text(k.Local)); {
		case k.Local.IsZero() == k.Base.IsZero() && engineSame(k.Local, k.Base):
		case k.Local.IsZero():
			out[key] = nil
		default:
			out[key] = map[string]string{"": "there"}
			for _, name := range []string{"A", "B", "C", "D"} {
				if base[name] != mine[name] {
					out[key][name] = mine[name]
				}
			}
		}
		return true
	})
	return out
}

func engineSame(a, b engine.Entity) bool { return a.IsZero() || engine.SameContent(a, b) }

// kept checks that what was wished for is still so here: a sync never takes back what was changed here.
func (b *both) kept(wishes map[string]map[string]string) {
	b.t.Helper()
	for key, wish := range wishes {
		k := known(b.t, b.db, key)
		if k.Local.IsZero() != (wish == nil) {
			b.t.Fatalf("%s is %q, and %v was wished for", key, text(k.Local), wish)
		}
		have := properties(text(k.Local))
		for name, v := range wish {
			if name != "" && have[name] != v {
				b.t.Fatalf("%s is %q, and %v was wished for", key, text(k.Local), wish)
			}
		}
	}
}

// sync pulls or pushes, perhaps until a crash.
func (b *both) sync(crash bool) (err error) {
	wishes := b.wishes()
	n := 0
	if crash {
		n = 1 + b.r.IntN(30)
	}
	opt, _ := stepping(n)
	opt.Profile = profileOf(b.s.lists != nil)
	if step := opt.Wait; b.r.IntN(3) == 0 {
		opt.Wait = func(ctx context.Context, name string) { // somebody works there meanwhile
			if b.r.IntN(4) == 0 {
				b.write(b.s.DB, "Remote")
			}
			step(ctx, name)
		}
	}
	crashed := crashing(func() {
		if b.r.IntN(2) == 0 {
			_, err = tablesync.Pull(ctx, b.db, b.s, "Copy", b.from, opt)
			return
		}
		push := pushing
		push.Options = opt
		_, err = tablesync.Push(ctx, b.db, b.s, "Copy", push)
	})
	if crashed {
		b.disk.Crash(b.r)
		b.db = reopen(b.t, b.disk)
	}
	must(b.t, b.db.Check())
	b.kept(wishes)
	return err
}

// Ensure that a copy and its service come together whatever happens between them, and that no sync takes back what was changed
// here or writes without a condition.
func TestSync_Random(t *testing.T) {
	seed, cases := randomSeed(t), uint64(*cases)
	if testing.Short() { // the race detector runs, and both are one goroutine's
		cases = max(1, cases/6)
	}
	for i := range cases {
		r := rand.New(rand.NewPCG(seed, i))
		b := newBoth(t, r)
		b.fails = []int{0, 5, 30}[r.IntN(3)]
		for range 60 {
			switch what := r.IntN(10); {
			case what < 4:
				b.write(b.s.DB, "Remote")
			case what < 7:
				if _, err := tablesync.CopyOf(b.db, "Copy"); err == nil {
					b.write(b.db, "Copy")
				}
			default:
				_ = b.sync(r.IntN(3) == 0)
			}
		}
		b.fails = 0
		rounds := 0
		for {
			_, err := tablesync.Pull(ctx, b.db, b.s, "Copy", b.from, tablesync.Options{Profile: profileOf(b.s.lists != nil)})
			must(t, err)
			if _, err := tablesync.Resolve(ctx, b.db, "Copy", nil, tablesync.Rule(1+r.IntN(4)), tablesync.Options{}); err != nil {
				t.Fatal(err)
			}
			report := push(t, b.db, b.s)
			if report.Left == 0 {
				break
			}
			if rounds++; rounds > 3 {
				t.Fatalf("case %d: %d changes are left after %d rounds", i, report.Left, rounds)
			}
		}
		_, err := tablesync.Pull(ctx, b.db, b.s, "Copy", b.from, tablesync.Options{Profile: profileOf(b.s.lists != nil)})
		must(t, err)
		inStep(t, b.db, b.s)
		for _, op := range b.s.sent {
			if op.Kind == engine.InsertOrMerge || op.Kind == engine.InsertOrReplace || op.IfMatch == "*" {
				t.Fatalf("case %d: %+v was sent", i, op)
			}
		}
		if t.Failed() {
			t.Fatalf("case %d", i)
		}
	}
}
