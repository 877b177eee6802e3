package engine

import (
	"context"

	"rangefinder/filterlang/edm"
)

// OnExisting says what a bulk write does with an entity whose key the table has already.
type OnExisting uint8

// The policies.
const (
	SkipExisting    OnExisting = iota // leave the entity as it is, count it as skipped
	ReplaceExisting                   // replace it
	MergeExisting                     // merge into it
	RefuseExisting                    // refuse the new one with EntityAlreadyExists
)

// MaxBulk is the most entities of one Bulk.
const MaxBulk = 10_000

// BulkEntity is an entity to write.
type BulkEntity struct {
	PartitionKey string
	RowKey       string
	Properties   []Property // a zero Value is a null and is not stored
}

// BulkResult tells what a Bulk did with its entities; every one of them is in exactly one of the counts or in Refused.
type BulkResult struct {
	Added     int
	Replaced  int
	Merged    int
	Skipped   int
	Refused   []Refusal // in the order of the entities
	Timestamp edm.Ticks // of all that were written
}

// Refusal is an entity that was not written.
type Refusal struct {
	Index int // in the entities given
	Err   *Error
}

// Bulk writes up to MaxBulk entities of any partitions as one commit. It is not part of the service's protocol: imports and
// pulls use it. An entity that breaks a rule is refused and does not stop the others; of two entities with one key the later
// meets the earlier by the policy. Errors: TableNotFound, InvalidInput for too many, and the context's; then nothing was
// written.
func (db *DB) Bulk(ctx context.Context, name string, entities []BulkEntity, on OnExisting) (BulkResult, error) {
	return db.bulk(ctx, name, entities, on, len(entities))
}

// BulkUntilRefused is Bulk up to the first entity that is refused: Refused holds that one, and those after it are in none of
// the counts.
func (db *DB) BulkUntilRefused(ctx context.Context, name string, entities []BulkEntity, on OnExisting) (BulkResult, error) {
	return db.bulk(ctx, name, entities, on, 0)
}

// bulk stops after more refusals than given.
func (db *DB) bulk(ctx context.Context, name string, entities []BulkEntity, on OnExisting, refusals int) (BulkResult, error) {
	if err := ctx.Err(); err != nil {
		return BulkResult{}, err
	}
	if len(entities) > MaxBulk {
		return BulkResult{}, Errorf(InvalidInput, "A bulk write holds at most %d entities, not %d; split it.", MaxBulk, len(entities))
	}
	var result BulkResult
	err := db.write(func(r *root) (*root, Commit, error) {
		t, failed := db.table(r, name)
		if failed != nil {
			return nil, Commit{}, failed
		}
		result = BulkResult{}
		x := db.begin(t)
		x.inOrder()
		x.changes = make([]Change, 0, len(entities))
		if len(entities) >= slabFrom {
			x.slab = new(edm.Slab)
		}
		result.Timestamp = x.timestamp
		for i := range entities {
			if err := x.bulk(&entities[i], on, &result); err != nil {
				result.Refused = append(result.Refused, Refusal{i, err})
				if len(result.Refused) > refusals {
					break
				}
			}
		}
		if len(x.changes) == 0 {
			return nil, Commit{}, nil
		}
		next, c := x.commit(r)
		return next, c, nil
	})
	if err != nil {
		return BulkResult{}, err
	}
	return result, nil
}

// slabFrom is the number of entities from which on a bulk write packs them into slabs: of fewer, some that stay would keep too
// much memory for those that go.
const slabFrom = 500

// bulk writes one entity.
func (x *tx) bulk(e *BulkEntity, on OnExisting, result *BulkResult) *Error {
	op := Op{Kind: Insert, PartitionKey: e.PartitionKey, RowKey: e.RowKey, Properties: e.Properties}
	fine := x.fine(&op)
	if !fine {
		if err := checkRequest(&op); err != nil {
			return err
		}
	}
	count, before := &result.Added, x.find(e.PartitionKey, e.RowKey)
	if !before.IsZero() {
		switch on {
		case SkipExisting:
			result.Skipped++
			return nil
		case ReplaceExisting:
			op.Kind, count = InsertOrReplace, &result.Replaced
		case MergeExisting:
			op.Kind, count = InsertOrMerge, &result.Merged
		}
	}
	if !fine {
		if err := checkLimits(&op); err != nil {
			return err
		}
	}
	if err := x.put(&op, before); err != nil {
		return err
	}
	*count++
	return nil
}

// fine reports that checkRequest and checkLimits would be content with an Insert, by less work when its properties are those of
// the entity before. It may say no of one that they are content with.
func (x *tx) fine(op *Op) bool {
	if x.in.last == nil || !sameLayout(x.in.last, op.Properties) || len(op.PartitionKey) > MaxKey || len(op.RowKey) > MaxKey {
		return false
	}
	for i := range op.Properties {
		switch p := &op.Properties[i]; p.Value.Type() {
		case edm.String, edm.Binary:
			if len(p.Value.Text()) > MaxString || checkText(p) != nil {
				return false
			}
		case edm.DateTime:
			if checkDateTime(p) != nil {
				return false
			}
		}
	}
	return checkKeyCharacters("PartitionKey", op.PartitionKey) == nil && checkKeyCharacters("RowKey", op.RowKey) == nil
}
