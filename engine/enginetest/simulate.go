package enginetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Simulate does the same random operations on two services and compares every answer, and now and then the whole state. The
// services may have clocks of their own: Timestamps are only held to the rules.
func Simulate(t testing.TB, seed uint64, steps int, a, b engine.Service) {
	t.Helper()
	s := &simulation{
		Generator: NewGenerator(seed),
		services:  [2]engine.Service{a, b},
		etags:     map[[3]string][][2]string{},
		stamps:    map[[3]string]edm.Ticks{},
	}
	for step := range steps {
		what, err := s.step()
		if err == nil && step%64 == 63 {
			what, err = "state", s.compareState()
		}
		if err != nil {
			t.Fatalf("seed %d, step %d, %s: %v", seed, step, what, err)
		}
	}
	if err := s.compareState(); err != nil {
		t.Fatalf("seed %d, at the end: %v", seed, err)
	}
}

type simulation struct {
	*Generator
	services [2]engine.Service
	etags    map[[3]string][][2]string // table and keys -> what each service answered, oldest first
	stamps   map[[3]string]edm.Ticks   // last Timestamp the first service gave
}

// ask is an operation before its ETag is known, which differs between services.
type ask struct {
	op   engine.Op
	etag int // index in the history of the key, or -1: op.IfMatch is to be used as it is
}

func (s *simulation) table() string {
	return pick(s.Generator, []string{"First", "first", "Second", "SECOND"})
}

// step does one thing on both services.
func (s *simulation) step() (string, error) {
	ctx := context.Background()
	switch n := s.IntN(100); {
	case n < 3:
		name := pick(s.Generator, []string{"First", "SECOND", "tables", "x", "a-b", "1ab", strings.Repeat("t", 64)})
		return "create " + name, same(s.both(func(v engine.Service, _ int) (any, error) { return nil, v.CreateTable(ctx, name) }))
	case n < 4:
		name := s.table()
		for key := range s.stamps {
			if strings.EqualFold(key[0], name) {
				delete(s.stamps, key)
				delete(s.etags, key)
			}
		}
		return "delete table " + name, same(s.both(func(v engine.Service, _ int) (any, error) { return nil, v.DeleteTable(ctx, name) }))
	case n < 12:
		return s.get()
	case n < 30:
		return s.query()
	case n < 50:
		return s.batch()
	default:
		return s.apply()
	}
}

// both asks each service and turns the answers into text.
func (s *simulation) both(f func(v engine.Service, i int) (any, error)) [2]string {
	var out [2]string
	for i, v := range s.services {
		answer, err := f(v, i)
		out[i] = fmt.Sprint(answer)
		if err != nil {
			out[i] = Verdict(err)
		}
	}
	return out
}

func same(answers [2]string) error {
	if answers[0] != answers[1] {
		return fmt.Errorf("\n first: %s\nsecond: %s", answers[0], answers[1])
	}
	return nil
}

// Verdict returns an error's code and failing operation as text.
func Verdict(err error) string {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return fmt.Sprintf("%s at %d", e.Code, e.Index)
	}
	return "not an engine.Error: " + err.Error()
}

func (s *simulation) get() (string, error) {
	table, pk, rk := s.table(), s.PartitionKey(), s.RowKey()
	if s.IntN(20) == 0 {
		rk = pick(s.Generator, []string{"a/b", `a\b`, "a#b", "a\x7f", "a\u0085", "\xff"})
	}
	return fmt.Sprintf("get %s (%q, %q)", table, pk, rk), same(s.both(func(v engine.Service, _ int) (any, error) {
		e, err := v.Get(context.Background(), table, pk, rk)
		if err != nil {
			return nil, err
		}
		return Describe(e), nil
	}))
}

// Describe returns an entity's keys, size and properties as text, without its Timestamp.
func Describe(e engine.Entity) string {
	lines := make([]string, 0, e.Len())
	for name, v := range e.All() {
		lines = append(lines, fmt.Sprintf("%s=%s %s", name, v.Type(), v.Literal()))
	}
	sortStrings(lines)
	return fmt.Sprintf("(%q, %q) %d bytes %v", e.PartitionKey(), e.RowKey(), e.Size(), lines)
}

func (s *simulation) query() (string, error) {
	table := s.table()
	q := engine.Query{Top: pick(s.Generator, []int{0, 1, 2, 7, 1000, 1001, engine.NoEntities, -2})}
	if s.IntN(4) > 0 {
		q.Filter = s.Filter(2)
	}
	if s.IntN(30) == 0 {
		q.Filter = pick(s.Generator, []string{"A eq", "1 eq 1", "A eq B", "startswith(A,'x')"})
	}
	if s.IntN(4) == 0 {
		q.From = engine.Token{PartitionKey: s.keyLiteral(partitionPool), RowKey: s.RowKey(), HasRow: true, Valid: true}
		if s.IntN(2) == 0 {
			q.From.HasRow, q.From.RowKey = false, ""
		}
	}
	return fmt.Sprintf("query %s %+v", table, q), same(s.both(func(v engine.Service, _ int) (any, error) {
		page, err := v.Query(context.Background(), table, q)
		if err != nil {
			return nil, err
		}
		return fmt.Sprintln(describeAll(page.Entities), page.Next, page.Stats.Examined, page.Stats.Returned, page.Stats.Bytes), nil
	}))
}

func describeAll(entities []engine.Entity) []string {
	out := make([]string, len(entities))
	for i, e := range entities {
		out[i] = Describe(e)
	}
	return out
}

// ask makes an operation on a row of a partition.
func (s *simulation) ask(table, pk, rk string) ask {
	a := ask{engine.Op{Kind: engine.OpKind(s.IntN(6)), PartitionKey: pk, RowKey: rk}, -1}
	if a.op.Kind != engine.Delete || s.IntN(20) == 0 {
		a.op.Properties = s.Properties(4)
	}
	switch a.op.Kind {
	case engine.Replace, engine.Merge, engine.Delete:
		history := s.etags[[3]string{fold(table), pk, rk}]
		switch n := s.IntN(20); {
		case n < 10:
			a.op.IfMatch = "*"
		case n < 15 && len(history) > 0:
			a.etag = len(history) - 1
		case n < 18 && len(history) > 0:
			a.etag = s.IntN(len(history))
		case n < 19:
			a.op.IfMatch = `W/"datetime'2020-01-01T00%3A00%3A00Z'"`
		default:
			a.op.IfMatch = pick(s.Generator, []string{"", "no", `"a"b"`, "W/", `W/"x"`})
		}
	default:
		if s.IntN(40) == 0 {
			a.op.IfMatch = "*"
		}
	}
	if s.IntN(40) == 0 {
		s.spoil(&a.op)
		if a.op.RowKey != rk && a.etag >= 0 {
			a.op.IfMatch, a.etag = "*", -1
		}
	}
	return a
}

// spoil makes an operation break a rule.
func (s *simulation) spoil(op *engine.Op) {
	switch s.IntN(9) {
	case 0:
		op.RowKey = pick(s.Generator, []string{"a/b", "a?b", "tab\t", strings.Repeat("é", 513)})
	case 1:
		op.Properties = append(op.Properties, engine.Property{Name: pick(s.Generator, []string{"1a", "a-b", "", "RowKey", "Timestamp", strings.Repeat("n", 256)})})
	case 2:
		op.Properties = append(op.Properties, engine.Property{Name: "D", Value: edm.NewDateTime(pick(s.Generator, []edm.Ticks{0, edm.MinTicks - 1, edm.MaxTicks + 1}))})
	case 3:
		op.Properties = append(op.Properties, engine.Property{Name: "Same", Value: s.Value()}, engine.Property{Name: "Same"})
	case 4:
		op.Properties = append(op.Properties, engine.Property{Name: "Long", Value: edm.NewString(strings.Repeat("é", 32767+s.IntN(3)))})
	case 5:
		op.Properties = append(op.Properties, engine.Property{Name: "Blob", Value: edm.NewBinary(strings.Repeat("x", 65535+s.IntN(3)))})
	case 6:
		for i := range 247 + s.IntN(8) {
			op.Properties = append(op.Properties, engine.Property{Name: fmt.Sprint("N", i), Value: edm.NewInt32(int32(i))})
		}
	case 7:
		for i := range 15 + s.IntN(3) {
			op.Properties = append(op.Properties, engine.Property{Name: fmt.Sprint("Big", i), Value: edm.NewBinary(strings.Repeat("x", 65536))})
		}
	case 8:
		op.Properties = append(op.Properties, engine.Property{Name: "Bad", Value: edm.NewString("\xff")})
	}
}

// resolve gives the operation its ETag as service i knows it.
func (s *simulation) resolve(table string, a ask, i int) engine.Op {
	op := a.op
	if a.etag >= 0 {
		op.IfMatch = s.etags[[3]string{fold(table), op.PartitionKey, op.RowKey}][a.etag][i]
		if s.Uint32()&1 == 0 {
			op.IfMatch = strings.ReplaceAll(op.IfMatch, "%3A", ":")
		}
	}
	return op
}

func (s *simulation) apply() (string, error) {
	table := s.table()
	a := s.ask(table, s.PartitionKey(), s.RowKey())
	var results [2][]engine.OpResult
	answers := s.both(func(v engine.Service, i int) (any, error) {
		r, err := v.Apply(context.Background(), table, s.resolve(table, a, i))
		if err != nil {
			return nil, err
		}
		results[i] = []engine.OpResult{r}
		return r.ETag == "", nil
	})
	if err := same(answers); err != nil {
		return fmt.Sprintf("%+.300v", a), err
	}
	return fmt.Sprintf("%+.300v", a), s.learn(table, []ask{a}, results)
}

func (s *simulation) batch() (string, error) {
	table, pk := s.table(), s.PartitionKey()
	asks := make([]ask, 1+s.IntN(6))
	rows := s.Perm(len(rowPool))
	for i := range asks {
		asks[i] = s.ask(table, pk, rowPool[rows[i]])
	}
	switch s.IntN(30) {
	case 0:
		asks = nil
	case 1:
		asks[len(asks)-1].op.PartitionKey, asks[len(asks)-1].etag = "other", -1
	case 2:
		asks = append(asks, asks[0])
	case 3:
		for len(asks) < 101 {
			asks = append(asks, ask{engine.Op{Kind: engine.InsertOrMerge, PartitionKey: pk, RowKey: fmt.Sprint("many", len(asks))}, -1})
		}
		asks = asks[:100+s.IntN(2)]
	}
	var results [2][]engine.OpResult
	answers := s.both(func(v engine.Service, i int) (any, error) {
		ops := make([]engine.Op, len(asks))
		for k, a := range asks {
			ops[k] = s.resolve(table, a, i)
		}
		r, err := v.Batch(context.Background(), table, ops)
		if err != nil {
			return nil, err
		}
		results[i] = r
		return len(r), nil
	})
	what := fmt.Sprintf("batch %s %+.2000v", table, asks)
	if err := same(answers); err != nil {
		return what, err
	}
	return what, s.learn(table, asks, results)
}

// learn keeps the ETags that were answered, and holds the Timestamps to the rules.
func (s *simulation) learn(table string, asks []ask, results [2][]engine.OpResult) error {
	for k := range results[0] {
		r := results[0][k]
		key := [3]string{fold(table), asks[k].op.PartitionKey, asks[k].op.RowKey}
		if asks[k].op.Kind == engine.Delete {
			if r.ETag != "" {
				return fmt.Errorf("a delete answered the ETag %s", r.ETag)
			}
			continue
		}
		if r.Timestamp <= s.stamps[key] {
			return fmt.Errorf("Timestamp of %q went from %d to %d", key, s.stamps[key], r.Timestamp)
		}
		if r.Timestamp != results[0][0].Timestamp && results[0][0].ETag != "" {
			return fmt.Errorf("operations of a transaction have different Timestamps")
		}
		s.stamps[key] = r.Timestamp
		s.etags[key] = append(s.etags[key], [2]string{r.ETag, results[1][k].ETag})
		if n := len(s.etags[key]); n > 4 {
			s.etags[key] = s.etags[key][n-4:]
		}
	}
	return nil
}

// compareState compares every entity of every table.
func (s *simulation) compareState() error {
	return same(s.both(func(v engine.Service, _ int) (any, error) { return State(v) }))
}

// State returns all a service holds as text.
func State(v engine.Service) (string, error) {
	ctx := context.Background()
	var b strings.Builder
	tables, err := v.Tables(ctx, "", 0)
	if err != nil {
		return "", err
	}
	for _, name := range tables.Names {
		b.WriteString("table " + name + "\n")
		for q := (engine.Query{}); ; {
			page, err := v.Query(ctx, name, q)
			if err != nil {
				return "", err
			}
			for _, e := range page.Entities {
				b.WriteString(Describe(e) + "\n")
			}
			if q.From = page.Next; !q.From.Valid {
				break
			}
		}
	}
	return b.String(), nil
}
