package tablecopy_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang/edm"
)

var (
	seed  = flag.Uint64("seed", 0, "seed of the random tests; 0 takes the clock")
	cases = flag.Int("cases", 40, "cases of the random tests")
	cuts  = flag.Int("cuts", 4, "copies of 20,000 entities that are cut and resumed")
)

func randomSeed(t testing.TB) uint64 {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return s
}

var ctx = context.Background()

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// service is an account whose requests are counted, whose answers get lost in per cent of the writes, and which is told before each
// request.
type service struct {
	engine.Service
	db     *engine.DB
	page   int // entities on a page; 0 as the service has it
	loss   int
	before func()

	lock    sync.Mutex
	chance  *rand.Rand
	reads   int
	writes  int
	written map[string]int // how often each entity was written, by all that was done
}

func newService(seed uint64) *service {
	db := engine.Open(engine.Options{})
	return &service{Service: db, db: db, chance: rand.New(rand.NewPCG(seed, 5)), written: map[string]int{}}
}

func (s *service) target() tablecopy.Target {
	return tablecopy.Target{Service: s, Endpoint: "https://acct.table.core.windows.net", Table: "Copied"}
}

func (s *service) read() {
	if s.before != nil {
		s.before()
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.reads++
}

func (s *service) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	s.read()
	if q.Top == 0 {
		q.Top = s.page
	}
	return s.Service.Query(ctx, table, q)
}

func (s *service) Get(ctx context.Context, table, pk, rk string) (engine.Entity, error) {
	s.read()
	return s.Service.Get(ctx, table, pk, rk)
}

func (s *service) CreateTable(ctx context.Context, table string) error {
	s.read()
	return s.Service.CreateTable(ctx, table)
}

// write does a write, which may be lost on the way there or back.
func (s *service) write(ops []engine.Op, do func() error) error {
	if s.before != nil {
		s.before()
	}
	s.lock.Lock()
	s.writes++
	lost := 0
	if s.chance.IntN(100) < s.loss {
		lost = 1 + s.chance.IntN(2)
	}
	s.lock.Unlock()
	if lost == 1 {
		return &engine.UnknownOutcome{Err: errors.New("the connection was reset")}
	}
	err := do()
	s.lock.Lock()
	defer s.lock.Unlock()
	if err == nil {
		for i := range ops {
			s.written[ops[i].PartitionKey+"/"+ops[i].RowKey]++
		}
	}
	if lost == 2 {
		return &engine.UnknownOutcome{Err: errors.New("the connection was reset")}
	}
	return err
}

func (s *service) Apply(ctx context.Context, table string, op engine.Op) (result engine.OpResult, err error) {
	err = s.write([]engine.Op{op}, func() (err error) { result, err = s.db.Apply(ctx, table, op); return err })
	return result, err
}

func (s *service) Batch(ctx context.Context, table string, ops []engine.Op) (results []engine.OpResult, err error) {
	err = s.write(ops, func() (err error) { results, err = s.db.Batch(ctx, table, ops); return err })
	return results, err
}

// put writes "p/r A=1 B=2" to a table.
func put(t testing.TB, db *engine.DB, table string, list ...string) {
	t.Helper()
	for _, text := range list {
		fields := strings.Fields(text)
		pk, rk, _ := strings.Cut(fields[0], "/")
		op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: pk, RowKey: rk}
		for _, f := range fields[1:] {
			name, value, _ := strings.Cut(f, "=")
			op.Properties = append(op.Properties, engine.Property{Name: name, Value: edm.NewString(value)})
		}
		_, err := db.Apply(ctx, table, op)
		must(t, err)
	}
}

// source returns a snapshot of entities.
func source(t testing.TB, list ...string) *engine.Snapshot {
	t.Helper()
	db := engine.Open(engine.Options{})
	must(t, db.CreateTable(ctx, "Source"))
	put(t, db, "Source", list...)
	s, err := db.Snapshot("Source")
	must(t, err)
	return s
}

// table reads a table page by page, as who has nothing to do with this package would, one entity a line.
func table(t testing.TB, db *engine.DB, name string) []string {
	t.Helper()
	var out []string
	for q := (engine.Query{}); ; {
		page, err := db.Query(ctx, name, q)
		must(t, err)
		for _, e := range page.Entities {
			var parts []string
			for name, v := range e.All() {
				parts = append(parts, fmt.Sprintf("%s=%s", name, v.Literal()))
			}
			slices.Sort(parts)
			out = append(out, strings.TrimSpace(e.PartitionKey()+"/"+e.RowKey()+" "+strings.Join(parts, " ")))
		}
		if q.From = page.Next; !page.Next.Valid {
			return out
		}
	}
}

// many returns n entities in partitions of a size.
func many(t testing.TB, n, size, value int) *engine.Snapshot {
	t.Helper()
	db := engine.Open(engine.Options{})
	must(t, db.CreateTable(ctx, "Source"))
	var list []engine.BulkEntity
	for i := range n {
		list = append(list, engine.BulkEntity{PartitionKey: fmt.Sprintf("p%04d", i/size), RowKey: fmt.Sprintf("r%06d", i),
			Properties: []engine.Property{{Name: "A", Value: edm.NewInt32(int32(value))}, {Name: "B", Value: edm.NewString(fmt.Sprint("thing ", i))}}})
		if len(list) == 5000 || i == n-1 {
			_, err := db.Bulk(ctx, "Source", list, engine.ReplaceExisting)
			must(t, err)
			list = list[:0]
		}
	}
	s, err := db.Snapshot("Source")
	must(t, err)
	return s
}
