package enginetest

import (
	"context"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Model is a Service that does the obvious: a list of entities for each table, sorted when asked. It shares no code with the
// store but the types, the filter parser and filterlang.Eval.
type Model struct {
	Match filterlang.MatchOptions

	lock   sync.Mutex
	tables map[string]*modelTable // by lower-cased name
	clock  edm.Ticks
}

type modelTable struct {
	name string
	rows map[[2]string]modelRow
}

type modelRow struct {
	timestamp  edm.Ticks
	properties map[string]edm.Value
}

var _ engine.Service = (*Model)(nil)

// NewModel returns an empty account.
func NewModel() *Model {
	return &Model{tables: map[string]*modelTable{}, clock: edm.TicksOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))}
}

// CreateTable implements engine.Service.
func (m *Model) CreateTable(_ context.Context, name string) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	switch {
	case len(name) < 3 || len(name) > 63:
		return fail(engine.OutOfRangeInput, -1)
	case !tableName.MatchString(name):
		return fail(engine.InvalidResourceName, -1)
	case strings.ToLower(name) == "tables":
		return fail(engine.InvalidInput, -1)
	case m.tables[strings.ToLower(name)] != nil:
		return fail(engine.TableAlreadyExists, -1)
	}
	m.tables[strings.ToLower(name)] = &modelTable{name, map[[2]string]modelRow{}}
	return nil
}

// DeleteTable implements engine.Service.
func (m *Model) DeleteTable(_ context.Context, name string) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.tables[strings.ToLower(name)] == nil {
		return fail(engine.ResourceNotFound, -1)
	}
	delete(m.tables, strings.ToLower(name))
	return nil
}

// Tables implements engine.Service.
func (m *Model) Tables(_ context.Context, after string, top int) (engine.TablePage, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if top < 0 || top > 1000 {
		return engine.TablePage{}, fail(engine.InvalidInput, -1)
	}
	if top == 0 {
		top = 1000
	}
	var lower []string
	for key := range m.tables {
		if after == "" || key > strings.ToLower(after) {
			lower = append(lower, key)
		}
	}
	sort.Strings(lower)
	var page engine.TablePage
	for i, key := range lower {
		if i == top {
			page.Next = lower[i-1]
			break
		}
		page.Names = append(page.Names, m.tables[key].name)
	}
	return page, nil
}

// Get implements engine.Service.
func (m *Model) Get(_ context.Context, table, pk, rk string) (engine.Entity, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if code := pointKeys(pk, rk); code != "" {
		return engine.Entity{}, fail(code, -1)
	}
	t := m.tables[strings.ToLower(table)]
	if t == nil {
		return engine.Entity{}, fail(engine.TableNotFound, -1)
	}
	row, ok := t.rows[[2]string{pk, rk}]
	if !ok {
		return engine.Entity{}, fail(engine.ResourceNotFound, -1)
	}
	return entity(pk, rk, row), nil
}

// entity turns a row into what a Service answers with.
func entity(pk, rk string, row modelRow) engine.Entity {
	var properties []engine.Property
	for name, v := range row.properties {
		properties = append(properties, engine.Property{Name: name, Value: v})
	}
	slices.SortFunc(properties, func(a, b engine.Property) int { return strings.Compare(a.Name, b.Name) })
	e, err := engine.NewEntity(pk, rk, row.timestamp, properties)
	if err != nil {
		panic(err)
	}
	return e
}

// Query implements engine.Service.
func (m *Model) Query(_ context.Context, table string, q engine.Query) (*engine.Page, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if q.Top < engine.NoEntities || q.Top > 1000 || len(q.Select) > 255 {
		return nil, fail(engine.InvalidInput, -1)
	}
	var filter filterlang.Expr
	if q.Filter != "" {
		var err error
		if filter, err = filterlang.Parse(q.Filter); err != nil {
			return nil, fail(engine.Code(err.(*filterlang.SyntaxError).Code), -1)
		}
	}
	t := m.tables[strings.ToLower(table)]
	if t == nil {
		return nil, fail(engine.TableNotFound, -1)
	}
	page := &engine.Page{Plan: filterlang.NewPlan(filter)}
	page.Stats.RoundTrips = 1
	if q.Top == engine.NoEntities {
		return page, nil
	}
	if q.Top == 0 {
		q.Top = 1000
	}
	reads := page.Plan.Class != filterlang.Empty
	for _, key := range t.keys() {
		if q.From.Valid && compareKeys(key, [2]string{q.From.PartitionKey, q.From.RowKey}) < 0 {
			continue
		}
		if !reads || !page.Plan.Range.Contains(key[0], key[1]) {
			continue
		}
		e := entity(key[0], key[1], t.rows[key])
		full := len(page.Entities) == q.Top
		matches := !full && filterlang.Eval(filter, value(e), m.Match)
		if full || matches && len(page.Entities) > 0 && page.Stats.Bytes+int64(size(e)) > 4<<20 {
			page.Next = engine.Token{PartitionKey: key[0], RowKey: key[1], HasRow: true, Valid: true}
			break
		}
		page.Stats.Examined++
		if matches {
			page.Entities = append(page.Entities, e)
			page.Stats.Bytes += int64(size(e))
			page.Stats.Returned++
		}
	}
	return page, nil
}

func value(e engine.Entity) func(string) edm.Value {
	return func(name string) edm.Value {
		v, _ := e.Value(name)
		return v
	}
}

// keys returns the keys in order.
func (t *modelTable) keys() [][2]string {
	keys := make([][2]string, 0, len(t.rows))
	for key := range t.rows {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compareKeys)
	return keys
}

// compareKeys is the order of section 1.4.
func compareKeys(a, b [2]string) int {
	if c := compareUTF16(a[0], b[0]); c != 0 {
		return c
	}
	return compareUTF16(a[1], b[1])
}

// Apply implements engine.Service.
func (m *Model) Apply(_ context.Context, table string, op engine.Op) (engine.OpResult, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if code := checkOp(op); code != "" {
		return engine.OpResult{}, fail(code, -1)
	}
	t := m.tables[strings.ToLower(table)]
	if t == nil {
		return engine.OpResult{}, fail(engine.TableNotFound, -1)
	}
	m.clock++
	r, code := m.do(t, op)
	if code != "" {
		return engine.OpResult{}, fail(code, -1)
	}
	return r, nil
}

// Batch implements engine.Service: it does the operations on a copy and keeps the copy when none failed.
func (m *Model) Batch(_ context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if code, index := checkBatch(ops); code != "" {
		return nil, fail(code, index)
	}
	t := m.tables[strings.ToLower(table)]
	if t == nil {
		return nil, fail(engine.TableNotFound, 0)
	}
	m.clock++
	next := &modelTable{t.name, map[[2]string]modelRow{}}
	for key, row := range t.rows {
		next.rows[key] = row
	}
	results := make([]engine.OpResult, len(ops))
	for i, op := range ops {
		r, code := m.do(next, op)
		if code != "" {
			return nil, fail(code, i)
		}
		results[i] = r
	}
	m.tables[strings.ToLower(table)] = next
	return results, nil
}

// do does an operation whose request is in order.
func (m *Model) do(t *modelTable, op engine.Op) (engine.OpResult, engine.Code) {
	if code := checkSizes(op.PartitionKey, op.RowKey, op.Properties); code != "" {
		return engine.OpResult{}, code
	}
	key := [2]string{op.PartitionKey, op.RowKey}
	old, exists := t.rows[key]
	switch op.Kind {
	case engine.Insert:
		if exists {
			return engine.OpResult{}, engine.EntityAlreadyExists
		}
	case engine.Replace, engine.Merge, engine.Delete:
		if !exists {
			return engine.OpResult{}, engine.ResourceNotFound
		}
		if op.IfMatch != "*" && colons(op.IfMatch) != colons(engine.ETagOf(old.timestamp)) {
			if op.Kind != engine.Delete && strings.HasPrefix(op.IfMatch, "W/") && !serviceETag.MatchString(colons(op.IfMatch)) {
				return engine.OpResult{}, engine.ConditionNotMet
			}
			return engine.OpResult{}, engine.UpdateConditionNotSatisfied
		}
	}
	if op.Kind == engine.Delete {
		delete(t.rows, key)
		return engine.OpResult{}, ""
	}
	row := modelRow{m.clock, map[string]edm.Value{}}
	if op.Kind == engine.Merge || op.Kind == engine.InsertOrMerge {
		for name, v := range old.properties {
			row.properties[name] = v
		}
	}
	for _, p := range op.Properties {
		if !p.Value.IsZero() {
			row.properties[p.Name] = p.Value
		}
	}
	if len(row.properties) > 252 {
		return engine.OpResult{}, engine.TooManyProperties
	}
	if rowSize(op.PartitionKey, op.RowKey, row.properties) > 1<<20 {
		return engine.OpResult{}, engine.EntityTooLarge
	}
	t.rows[key] = row
	return engine.OpResult{ETag: engine.ETagOf(m.clock), Timestamp: m.clock}, ""
}
