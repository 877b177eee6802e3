package tablesync_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

var (
	seed  = flag.Uint64("seed", 0, "seed of the random tests; 0 takes the clock")
	cases = flag.Int("cases", 60, "cases of the random tests")
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

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func isCode(err error, code engine.Code) bool {
	e, ok := errors.AsType[*engine.Error](err)
	return ok && e.Code == code
}

var ctx = context.Background()

// origin is that of the copies of tests.
var origin = tablesync.Origin{Source: "acct", Endpoint: "https://acct.example.org", Remote: "Remote"}

var pushing = tablesync.PushOptions{Endpoint: origin.Endpoint}

// clock is a clock that steps when it is asked.
func clock() func() time.Time {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		at = at.Add(time.Millisecond)
		return at
	}
}

// there is a service: a database that gives small pages and fails when told.
type there struct {
	*engine.DB
	page   int             // entities on a page
	opaque bool            // ETags do not follow from Timestamps
	stray  *engine.DB      // answers queries instead, whatever they ask for
	lists  *cosmos.Account // answers queries, in no order

	// before is asked before every request, what it does named by a letter: Q, G, A, B or C. answer says what becomes of the
	// answer. An error of either is that of the request.
	before func(what byte, ops []engine.Op) error
	answer func(what byte, ops []engine.Op) error
	log    []byte      // letters of all requests
	sent   []engine.Op // all operations
}

func newThere(t testing.TB, entities ...string) *there {
	s := &there{DB: engine.Open(engine.Options{Now: clock()}), page: 3}
	must(t, s.DB.CreateTable(ctx, "Remote"))
	for _, e := range entities {
		put(t, s.DB, "Remote", e)
	}
	return s
}

func (s *there) ask(what byte, ops []engine.Op) error {
	s.log = append(s.log, what)
	s.sent = append(s.sent, ops...)
	if s.before != nil {
		return s.before(what, ops)
	}
	return nil
}

func (s *there) reply(what byte, ops []engine.Op, err error) error {
	if err == nil && s.answer != nil {
		return s.answer(what, ops)
	}
	return err
}

func (s *there) shown(e engine.Entity) engine.Entity {
	if s.opaque {
		return engine.WithETag(e, opaqueTag(e.Timestamp()))
	}
	return e
}

func opaqueTag(t edm.Ticks) string { return fmt.Sprintf(`W/"0x%X"`, int64(t)) }

// asked returns operations with the ETags that the database knows.
func (s *there) asked(ops []engine.Op) []engine.Op {
	ops = slices.Clone(ops)
	for i := range ops {
		var at edm.Ticks
		if _, err := fmt.Sscanf(ops[i].IfMatch, `W/"0x%X"`, &at); s.opaque && err == nil {
			ops[i].IfMatch = engine.ETagOf(at)
		}
	}
	return ops
}

func (s *there) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	if err := s.ask('Q', nil); err != nil {
		return nil, err
	}
	if q.Top == 0 {
		q.Top = s.page
	}
	query := s.DB.Query
	switch {
	case s.stray != nil:
		q.Filter, query = "", s.stray.Query
	case s.lists != nil:
		query = s.lists.Query
	}
	page, err := query(ctx, table, q)
	if err == nil {
		for i := range page.Entities {
			page.Entities[i] = s.shown(page.Entities[i])
		}
	}
	if err := s.reply('Q', nil, err); err != nil {
		return nil, err
	}
	return page, nil
}

func (s *there) Get(ctx context.Context, table, partitionKey, rowKey string) (engine.Entity, error) {
	if err := s.ask('G', nil); err != nil {
		return engine.Entity{}, err
	}
	e, err := s.DB.Get(ctx, table, partitionKey, rowKey)
	if err := s.reply('G', nil, err); err != nil {
		return engine.Entity{}, err
	}
	return s.shown(e), nil
}

func (s *there) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	ops := []engine.Op{op}
	if err := s.ask('A', ops); err != nil {
		return engine.OpResult{}, err
	}
	result, err := s.DB.Apply(ctx, table, s.asked(ops)[0])
	if err := s.reply('A', ops, err); err != nil {
		return engine.OpResult{}, err
	}
	if s.opaque && result.ETag != "" {
		result.ETag = opaqueTag(result.Timestamp)
	}
	return result, nil
}

func (s *there) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	if err := s.ask('B', ops); err != nil {
		return nil, err
	}
	results, err := s.DB.Batch(ctx, table, s.asked(ops))
	if err := s.reply('B', ops, err); err != nil {
		return nil, err
	}
	for i := range results {
		if s.opaque && results[i].ETag != "" {
			results[i].ETag = opaqueTag(results[i].Timestamp)
		}
	}
	return results, nil
}

func (s *there) CreateTable(ctx context.Context, table string) error {
	if err := s.ask('C', nil); err != nil {
		return err
	}
	return s.DB.CreateTable(ctx, table)
}

// put writes "p/r A=1 B=2" to a table, "p/r" with no properties, and "-p/r" removes one.
func put(t testing.TB, db *engine.DB, table, text string) {
	t.Helper()
	name, gone := strings.CutPrefix(text, "-")
	fields := strings.Fields(name)
	pk, rk, _ := strings.Cut(fields[0], "/")
	op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: pk, RowKey: rk}
	if gone {
		op.Kind, op.IfMatch = engine.Delete, "*"
	}
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, "=")
		op.Properties = append(op.Properties, engine.Property{Name: name, Value: edm.NewString(value)})
	}
	_, err := db.Apply(ctx, table, op)
	must(t, err)
}

// text returns an entity as put takes it, "" of none.
func text(e engine.Entity) string {
	if e.IsZero() {
		return ""
	}
	var parts []string
	for name, v := range e.All() {
		parts = append(parts, name+"="+v.Text())
	}
	slices.Sort(parts)
	return strings.TrimSpace(e.PartitionKey() + "/" + e.RowKey() + " " + strings.Join(parts, " "))
}

// all returns the entities of a table, one in a line.
func all(t testing.TB, db *engine.DB, table string) string {
	t.Helper()
	s, err := db.Snapshot(table)
	must(t, err)
	var out []string
	for _, e := range s.Window(0, s.Len()) {
		out = append(out, text(e))
	}
	return strings.Join(out, "\n")
}

// known returns what a copy knows of an entity.
func known(t testing.TB, db *engine.DB, key string) engine.Known {
	t.Helper()
	view, err := db.Tracking("Copy")
	must(t, err)
	pk, rk, _ := strings.Cut(key, "/")
	return view.Look(pk, rk)
}

func pull(t testing.TB, db *engine.DB, s engine.Service) tablesync.PullReport {
	t.Helper()
	report, err := tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{})
	must(t, err)
	must(t, db.Check())
	return report
}

func push(t testing.TB, db *engine.DB, s engine.Service) tablesync.PushReport {
	t.Helper()
	report, err := tablesync.Push(ctx, db, s, "Copy", pushing)
	must(t, err)
	must(t, db.Check())
	return report
}

// here returns a database with a copy of what a service has.
func here(t testing.TB, s engine.Service) *engine.DB {
	t.Helper()
	db := engine.Open(engine.Options{Now: clock()})
	pull(t, db, s)
	return db
}

// inStep checks that a copy is what the service has, and nothing is pending.
func inStep(t testing.TB, db *engine.DB, s *there) {
	t.Helper()
	if got, want := all(t, db, "Copy"), all(t, s.DB, "Remote"); got != want {
		t.Errorf("the copy has\n%s\nthe service\n%s", got, want)
	}
	c, err := tablesync.CopyOf(db, "Copy")
	must(t, err)
	if c.Pending != 0 || c.Conflicts != 0 || c.Partial {
		t.Errorf("%d are pending, %d in conflict, partial is %v", c.Pending, c.Conflicts, c.Partial)
	}
	snapshot, err := db.Snapshot("Copy")
	must(t, err)
	view := snapshot.Tracking()
	for _, e := range snapshot.Window(0, snapshot.Len()) {
		theirs, err := s.DB.Get(ctx, "Remote", e.PartitionKey(), e.RowKey())
		must(t, err)
		if got, want := view.Look(e.PartitionKey(), e.RowKey()).Base.ETag(), s.shown(theirs).ETag(); got != want {
			t.Errorf("the ETag of %s is %s, the service's %s", text(e), got, want)
		}
		if e.Timestamp() != theirs.Timestamp() {
			t.Errorf("the Timestamp of %s is %v, the service's %v", text(e), e.Timestamp(), theirs.Timestamp())
		}
	}
}

// reopen opens a workspace on a disk.
func reopen(t testing.TB, disk *enginetest.Disk) *engine.DB {
	t.Helper()
	db, recovery, err := engine.OpenFolder(ctx, disk, engine.Options{Now: clock()})
	must(t, err)
	if len(recovery.Damage) > 0 {
		t.Fatalf("the log is damaged: %+v", recovery.Damage)
	}
	return db
}
