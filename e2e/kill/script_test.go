package kill

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

const (
	writers    = 6
	partitions = 3
	rows       = 40
	members    = 8    // entities that are only written together
	loaded     = 1500 // entities of a load
	shared     = "Shared"
)

// key names an entity.
type key struct{ table, pk, rk string }

// entity is what an entity holds; nil is a property that it does not have.
type entity struct{ a, b, c any }

// state is all that one writer has written: it has keys of its own, a table of its own and a document of its own.
type state struct {
	entities map[key]entity
	table    bool
	policies string // the document of the table
	document string
}

func (s *state) clone() *state {
	return &state{maps.Clone(s.entities), s.table, s.policies, s.document}
}

func (s *state) equal(other *state) bool {
	return s.table == other.table && s.policies == other.policies && s.document == other.document && maps.Equal(s.entities, other.entities)
}

func ownTable(writer int) string    { return fmt.Sprintf("Own%d", writer) }
func ownDocument(writer int) string { return fmt.Sprintf("document-%d", writer) }
func prefix(writer int) string      { return fmt.Sprintf("w%d-", writer) }
func group(writer int) string       { return prefix(writer) + "group" }

// stepKind is what a step does.
type stepKind int

const (
	replaceOne stepKind = iota
	mergeOne
	deleteOne
	batch      // an entity group transaction of several keys
	batchGroup // the same, of all that are only written together
	bulk
	createTable
	loadTable
	setPolicies
	dropTable
	document
	kinds
)

// step is one change, with one acknowledgement.
type step struct {
	kind    stepKind
	writer  int
	pk      string
	ops     []op
	payload string
}

// op writes one entity.
type op struct {
	pk, rk string
	merge  bool
	b      int64
}

// script gives a writer's steps one after the other: the same for the same seed.
type script struct {
	writer int
	random *rand.Rand
	n      int64
}

func newScript(seed uint64, writer int) *script {
	return &script{writer: writer, random: rand.New(rand.NewPCG(seed, uint64(writer)))}
}

func (s *script) next() step {
	s.n++
	weights := [kinds]int{replaceOne: 20, mergeOne: 15, deleteOne: 10, batch: 20, batchGroup: 15, bulk: 6, createTable: 6, loadTable: 2, setPolicies: 6, dropTable: 5, document: 3}
	total := 0
	for _, w := range weights {
		total += w
	}
	at := s.random.IntN(total)
	kind := stepKind(0)
	for ; at >= weights[kind]; kind++ {
		at -= weights[kind]
	}
	st := step{kind: kind, writer: s.writer, pk: fmt.Sprint(prefix(s.writer), s.random.IntN(partitions))}
	value := int64(s.random.Uint32())<<20 | s.n
	switch kind {
	case replaceOne, mergeOne, deleteOne:
		st.ops = []op{{st.pk, s.row(), kind == mergeOne, value}}
	case batch:
		first, count := s.random.IntN(rows), 2+s.random.IntN(30)
		for i := range count {
			st.ops = append(st.ops, op{st.pk, rowKey((first + i) % rows), s.random.IntN(2) == 0, value + int64(i)})
		}
	case batchGroup:
		st.pk = group(s.writer)
		for i := range members {
			st.ops = append(st.ops, op{st.pk, rowKey(i), false, value})
		}
	case bulk:
		for range 1 + s.random.IntN(200) {
			st.ops = append(st.ops, op{fmt.Sprint(prefix(s.writer), s.random.IntN(partitions)), s.row(), false, value})
			value++
		}
	case document, setPolicies:
		st.payload = fmt.Sprint(value)
	}
	return st
}

func (s *script) row() string  { return rowKey(s.random.IntN(rows)) }
func rowKey(row int) string    { return fmt.Sprintf("r%02d", row) }
func loadedKey(row int) string { return fmt.Sprintf("r%05d", row) }

// text makes entities of different sizes, up to some kilobytes.
func text(b int64) string {
	return fmt.Sprintf("%0*d", 1+int(b%7)*int(b%11)*20, b)
}

// apply does the step to a state.
func (st *step) apply(s *state) {
	own := ownTable(st.writer)
	switch st.kind {
	case deleteOne:
		delete(s.entities, key{shared, st.pk, st.ops[0].rk})
	case createTable:
		s.table = true
	case setPolicies:
		if s.table {
			s.policies = st.payload
		}
	case dropTable:
		s.table, s.policies = false, ""
		maps.DeleteFunc(s.entities, func(k key, _ entity) bool { return k.table == own })
	case loadTable:
		if _, full := s.entities[key{own, "p", loadedKey(0)}]; s.table && !full {
			for i := range loaded {
				s.entities[key{own, "p", loadedKey(i)}] = entity{b: int64(i)}
			}
		}
	case document:
		s.document = st.payload
	default:
		for _, o := range st.ops {
			k := key{shared, o.pk, o.rk}
			e := entity{a: text(o.b), b: o.b}
			if o.merge {
				e = s.entities[k]
				e.b, e.c = o.b, true
			}
			s.entities[k] = e
		}
	}
}

// do does the step to a database. The error is nil when it was acknowledged.
func (st *step) do(ctx context.Context, db *engine.DB) error {
	own := ownTable(st.writer)
	switch st.kind {
	case replaceOne, mergeOne:
		_, err := db.Apply(ctx, shared, st.ops[0].engine())
		return err
	case deleteOne:
		_, err := db.Apply(ctx, shared, engine.Op{Kind: engine.Delete, PartitionKey: st.pk, RowKey: st.ops[0].rk, IfMatch: "*"})
		return except(err, engine.ResourceNotFound)
	case batch, batchGroup:
		ops := make([]engine.Op, len(st.ops))
		for i, o := range st.ops {
			ops[i] = o.engine()
		}
		_, err := db.Batch(ctx, shared, ops)
		return err
	case bulk:
		entities := make([]engine.BulkEntity, len(st.ops))
		for i, o := range st.ops {
			e := o.engine()
			entities[i] = engine.BulkEntity{PartitionKey: o.pk, RowKey: o.rk, Properties: e.Properties}
		}
		result, err := db.Bulk(ctx, shared, entities, engine.ReplaceExisting)
		if err == nil && len(result.Refused) > 0 {
			return result.Refused[0].Err
		}
		return err
	case createTable:
		return except(db.CreateTable(ctx, own), engine.TableAlreadyExists)
	case setPolicies:
		return except(db.SetTableDocument(ctx, own, st.payload), engine.TableNotFound)
	case dropTable:
		if _, err := db.Snapshot(own); err == nil { // else there is nothing to kill it in
			say("b", deletion, st.writer)
			defer say("e", deletion, st.writer)
		}
		return except(db.DeleteTable(ctx, own), engine.ResourceNotFound)
	case loadTable:
		return st.load(ctx, db, own)
	case document:
		return db.SetDocument(ctx, ownDocument(st.writer), st.payload)
	}
	return fmt.Errorf("step %d", st.kind)
}

func (st *step) load(ctx context.Context, db *engine.DB, own string) error {
	if snapshot, err := db.Snapshot(own); err != nil || snapshot.Len() > 0 {
		return except(err, engine.TableNotFound)
	}
	loader, err := db.Load(ctx, own)
	if err != nil {
		return err
	}
	for i := range loaded {
		if err := loader.Add("p", loadedKey(i), []engine.Property{{Name: "B", Value: edm.NewInt64(int64(i))}}); err != nil {
			return err
		}
	}
	_, err = loader.Commit()
	return err
}

func (o op) engine() engine.Op {
	if o.merge {
		return engine.Op{Kind: engine.InsertOrMerge, PartitionKey: o.pk, RowKey: o.rk, Properties: []engine.Property{
			{Name: "B", Value: edm.NewInt64(o.b)}, {Name: "C", Value: edm.NewBoolean(true)},
		}}
	}
	return engine.Op{Kind: engine.InsertOrReplace, PartitionKey: o.pk, RowKey: o.rk, Properties: []engine.Property{
		{Name: "A", Value: edm.NewString(text(o.b))}, {Name: "B", Value: edm.NewInt64(o.b)},
	}}
}

// except takes an error away that says that there was nothing to do.
func except(err error, code engine.Code) error {
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == code {
		return nil
	}
	return err
}
