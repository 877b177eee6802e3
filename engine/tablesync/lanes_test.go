package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// distant is a service that takes a while and loses some requests and some answers. It watches that no partition has two requests under
// way, and how many there are in all.
type distant struct {
	*engine.DB
	trip time.Duration
	loss int // in per cent of the writes

	lock      sync.Mutex
	chance    *rand.Rand
	under     int
	most      int
	partition map[string]bool // with a write under way
	requests  int
	broken    []string
}

func newDistant(seed uint64) *distant {
	db := engine.Open(engine.Options{Now: clock()})
	return &distant{DB: db, trip: 40 * time.Millisecond, chance: rand.New(rand.NewPCG(seed, 7)), partition: map[string]bool{}}
}

var errLost = errors.New("the connection was reset")

// trips notes a request, and its end with the function it returns. lost is 1 when it does not arrive and 2 when its answer does not.
func (d *distant) trips(partition string) (end func(), lost int) {
	d.lock.Lock()
	d.requests++
	d.under++
	d.most = max(d.most, d.under)
	if partition != "" && d.partition[partition] {
		d.broken = append(d.broken, partition)
	}
	d.partition[partition] = true
	if partition != "" && d.chance.IntN(100) < d.loss {
		lost = 1 + d.chance.IntN(2)
	}
	d.lock.Unlock()
	time.Sleep(d.trip)
	return func() {
		d.lock.Lock()
		defer d.lock.Unlock()
		d.under--
		d.partition[partition] = false
	}, lost
}

func (d *distant) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	end, _ := d.trips("")
	defer end()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d.DB.Query(ctx, table, q)
}

func (d *distant) Get(ctx context.Context, table, pk, rk string) (engine.Entity, error) {
	end, _ := d.trips("")
	defer end()
	return d.DB.Get(ctx, table, pk, rk)
}

func (d *distant) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	end, lost := d.trips(op.PartitionKey)
	defer end()
	if lost == 1 {
		return engine.OpResult{}, &engine.UnknownOutcome{Err: errLost}
	}
	result, err := d.DB.Apply(ctx, table, op)
	if lost == 2 {
		return engine.OpResult{}, &engine.UnknownOutcome{Err: errLost}
	}
	return result, err
}

func (d *distant) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	end, lost := d.trips(ops[0].PartitionKey)
	defer end()
	if lost == 1 {
		return nil, &engine.UnknownOutcome{Err: errLost}
	}
	results, err := d.DB.Batch(ctx, table, ops)
	if lost == 2 {
		return nil, &engine.UnknownOutcome{Err: errLost}
	}
	return results, err
}

// many writes n entities in partitions of a size.
func many(t testing.TB, db *engine.DB, table string, n, size, value int) {
	t.Helper()
	var list []engine.BulkEntity
	for i := range n {
		list = append(list, engine.BulkEntity{PartitionKey: fmt.Sprintf("p%04d", i/size), RowKey: fmt.Sprintf("r%06d", i),
			Properties: []engine.Property{{Name: "A", Value: edm.NewInt32(int32(value))}}})
		if len(list) == 5000 || i == n-1 {
			done, err := db.Bulk(ctx, table, list, engine.ReplaceExisting)
			must(t, err)
			if len(done.Refused) > 0 {
				t.Fatal(done.Refused[0].Err)
			}
			list = list[:0]
		}
	}
}

// Ensure that a push of 20,000 entities over a round trip of 40 ms takes no longer than eight who send transactions of 100 one after the
// other, with eight requests at a time and one of each partition; and that a pull reads the partitions of its scope and what a page says
// is absent at once.
func TestLanes_RoundTrips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, size, lanes = 20_000, 800, 8 // 25 partitions: the last is not left to one of the eight
		s := newDistant(1)
		must(t, s.DB.CreateTable(ctx, "Remote"))
		db := engine.Open(engine.Options{Now: clock()})
		opt := tablesync.Options{AtOnce: lanes}
		if _, err := tablesync.Pull(ctx, db, s, "Copy", origin, opt); err != nil {
			t.Fatal(err)
		}
		many(t, db, "Copy", n, size, 1)
		s.requests, s.most = 0, 0
		start := time.Now()
		report, err := tablesync.Push(ctx, db, s, "Copy", tablesync.PushOptions{Options: opt, Endpoint: origin.Endpoint})
		must(t, err)
		if took, script := time.Since(start), n/100/lanes*s.trip; took > script {
			t.Errorf("the push took %v, the script %v", took, script)
		}
		if report.Written != n || report.Requests != n/100 || s.requests != n/100 || s.most != lanes || len(s.broken) > 0 {
			t.Errorf("%d written, %d and %d requests, %d at once, partitions with two: %v", report.Written, report.Requests, s.requests, s.most, s.broken)
		}
		if !slices.IsSortedFunc(report.Groups, func(a, b tablesync.GroupResult) int { return strings.Compare(a.PartitionKey, b.PartitionKey) }) {
			t.Errorf("the groups of the report are not in order")
		}

		parts := origin
		for i := range n / size {
			parts.Scope.Partitions = append(parts.Scope.Partitions, fmt.Sprintf("p%04d", i))
		}
		start, s.most = time.Now(), 0
		pulled, err := tablesync.Pull(ctx, db, s, "Parts", parts, opt)
		must(t, err)
		if took := time.Since(start); pulled.Added != n || s.most != lanes || took > (n/size/lanes+1)*s.trip {
			t.Errorf("%d pulled in %v with %d at once", pulled.Added, took, s.most)
		}

		some := origin
		some.Scope.Filter = "A ge 1"
		if _, err := tablesync.Pull(ctx, db, s, "Some", some, opt); err != nil {
			t.Fatal(err)
		}
		many(t, s.DB, "Remote", 80, size, 0) // not in the scope any more
		start, s.most = time.Now(), 0
		pulled, err = tablesync.Pull(ctx, db, s, "Some", some, opt)
		must(t, err)
		if took := time.Since(start); pulled.Deleted != 80 || s.most < lanes || took > (n/1000+80/lanes+1)*s.trip {
			t.Errorf("%d deleted in %v with %d at once", pulled.Deleted, took, s.most)
		}
	})
}

// Ensure that with several requests under way a push does what it does with one: the same is written, in conflict and refused, a dry run
// says so before, and what a push that was stopped has left the next one sends, whatever is lost on the way.
func TestLanes_Random(t *testing.T) {
	seed, cases := randomSeed(t), uint64(*cases)
	if testing.Short() { // the race detector runs
		cases /= 6
	}
	for n := range cases {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, n))
			s := newDistant(seed + n)
			must(t, s.DB.CreateTable(ctx, "Remote"))
			size := 1 + r.IntN(150)
			many(t, s.DB, "Remote", 600, size, 0)
			db := engine.Open(engine.Options{Now: clock()})
			opt := tablesync.PushOptions{Options: tablesync.Options{AtOnce: 1 + r.IntN(8)}, Endpoint: origin.Endpoint}
			if _, err := tablesync.Pull(ctx, db, s, "Copy", origin, opt.Options); err != nil {
				t.Fatal(err)
			}
			inStep(t, db, &there{DB: s.DB})
			many(t, db, "Copy", 700, size, 1)
			for i := range 20 {
				put(t, s.DB, "Remote", fmt.Sprintf("p%04d/r%06d A=2", i*20/size, i*20))
			}

			one, real := opt, opt
			one.AtOnce, one.DryRun = 1, true
			opt.DryRun = true
			alone, err := tablesync.Push(ctx, db, s, "Copy", one)
			must(t, err)
			would, err := tablesync.Push(ctx, db, s, "Copy", opt)
			must(t, err)
			if !reflect.DeepEqual(alone, would) {
				t.Errorf("case %d: %d lanes would do %+v, one %+v", n, opt.AtOnce, would, alone)
			}
			s.loss = r.IntN(30)
			clean := s.loss == 0
			var all tablesync.PushReport
			for round := 0; ; round++ {
				stop, cancel := context.WithCancel(ctx)
				work := real
				if round < 3 {
					work.Yield = func() error { return stop.Err() }
					after := time.Duration(r.IntN(800)) * time.Millisecond
					time.AfterFunc(after, cancel)
					clean = false
				}
				report, err := tablesync.Push(stop, db, s, "Copy", work)
				cancel()
				all.Written += report.Written
				all.AlreadyThere += report.AlreadyThere
				all.Conflicts += report.Conflicts
				all.Requests += report.Requests
				all.Left = report.Left
				switch {
				case err == nil:
				case errors.Is(err, context.Canceled), isCode(err, tablesync.OutcomeUnsure):
					continue
				default:
					t.Fatal(err)
				}
				break
			}
			if all.Written+all.AlreadyThere != would.Written+would.AlreadyThere || all.Conflicts != would.Conflicts || all.Left != would.Left || clean && all.Requests != would.Requests || len(s.broken) > 0 || s.most > opt.AtOnce {
				t.Errorf("case %d: %d lanes did %+v, the dry run said %+v; %d at once, %v twice", n, opt.AtOnce, all, would, s.most, s.broken)
			}
		})
	}
}
