package engine

import (
	"context"

	"rangefinder/filterlang/edm"
)

// Apply does one operation; see Service.
func (db *DB) Apply(ctx context.Context, name string, op Op) (OpResult, error) {
	if err := ctx.Err(); err != nil {
		return OpResult{}, err
	}
	if err := checkRequest(&op); err != nil {
		return OpResult{}, err
	}
	var result OpResult
	err := db.write(func(r *root) (*root, Commit, error) {
		t, err := db.table(r, name)
		if err != nil {
			return nil, Commit{}, err
		}
		x := db.begin(t)
		if result, err = x.apply(&op); err != nil {
			return nil, Commit{}, err
		}
		next, c := x.commit(r)
		return next, c, nil
	})
	if err != nil {
		return OpResult{}, err
	}
	return result, nil
}

// Batch does an entity group transaction; see Service. An empty set of operations, or one of over 100, is InvalidInput; what
// takes over 4 MiB in a request is RequestBodyTooLarge.
func (db *DB) Batch(ctx context.Context, name string, ops []Op) ([]OpResult, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := checkBatch(ops); err != nil {
		return nil, err
	}
	results := make([]OpResult, len(ops))
	err := db.write(func(r *root) (*root, Commit, error) {
		t, err := db.table(r, name)
		if err != nil {
			return nil, Commit{}, err.at(0)
		}
		x := db.begin(t)
		x.changes = make([]Change, 0, len(ops))
		for i := range ops {
			if results[i], err = x.apply(&ops[i]); err != nil {
				return nil, Commit{}, err.at(i)
			}
		}
		next, c := x.commit(r)
		return next, c, nil
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

func (db *DB) begin(t *table) *tx {
	db.writer++
	return newTx(t, db.tick(), db.writer)
}

// commit returns the root that follows r by the transaction, and what it changed.
func (x *tx) commit(r *root) (*root, Commit) {
	t := x.table()
	t.changed = r.seq + 1
	columns := t.schema.columns[len(x.base.schema.columns):]
	c := Commit{Table: t.name, Kind: EntitiesChanged, Changes: x.changes, columns: columns}
	if k := x.keeper; k != nil {
		c.sides = k.changes()
		if k.noted {
			c.tracking = trackChanged
		}
	}
	return r.with(fold(t.name), t), c
}

// CheckBatch checks what can be told of an entity group transaction without the table: number, size, one partition, each entity
// once, and each operation by itself. The *Error's Index is the operation at fault.
func CheckBatch(ops []Op) error {
	if err := checkBatch(ops); err != nil {
		return err
	}
	for i := range ops {
		if err := checkLimits(&ops[i]); err != nil {
			return err.at(i)
		}
	}
	return nil
}

// checkBatch checks the rules of an entity group transaction and what the front end checks of each operation.
func checkBatch(ops []Op) *Error {
	switch {
	case len(ops) == 0:
		return Errorf(InvalidInput, "A transaction needs at least one operation.")
	case len(ops) > MaxBatchOps:
		return Errorf(InvalidInput, "A transaction has at most %d operations; this one has %d. Split it.", MaxBatchOps, len(ops)).
			saying("The batch request operation exceeds the maximum 100 changes per change set.").at(0)
	}
	bytes := 0
	for i := range ops {
		bytes += payloadBytes(&ops[i])
	}
	if bytes > MaxBatchBytes {
		return Errorf(RequestBodyTooLarge, "The request of the operations has at least %d bytes; that of a transaction has at most %d. Split it.", bytes, MaxBatchBytes)
	}
	rows := make(map[string]int, len(ops))
	for i := range ops {
		op := &ops[i]
		if err := checkRequest(op); err != nil {
			return err.at(i)
		}
		if op.PartitionKey != ops[0].PartitionKey {
			return Errorf(DifferentPartitions, "All operations of a transaction act on one partition; this one is on %s, the first on %s.",
				shown(op.PartitionKey), shown(ops[0].PartitionKey)).about("PartitionKey").at(i)
		}
		if first, ok := rows[op.RowKey]; ok {
			return Errorf(InvalidDuplicateRow, "The entity with RowKey %s is already changed by operation %d; each entity at most once.",
				shown(op.RowKey), first+1).about("RowKey").at(i)
		}
		rows[op.RowKey] = i
	}
	return nil
}

// payloadBytes returns what an operation takes at least in the body of a request: its texts as UTF-8, its bytes as Base64. The
// service limits that body, not the size of the entities. A body within the limit is therefore never refused here, and what no
// body within the limit can hold always is.
func payloadBytes(op *Op) int {
	n := len(op.PartitionKey) + len(op.RowKey)
	for i := range op.Properties {
		p := &op.Properties[i]
		text := len(p.Value.Text())
		if p.Value.Type() == edm.Binary {
			text = (text + 2) / 3 * 4
		}
		n += len(p.Name) + text
	}
	return n
}
