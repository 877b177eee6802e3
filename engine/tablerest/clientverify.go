package tablerest

import (
	"context"
	"slices"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// write sends a request that changes something. again is set when it was sent more than once: what the answer is about may have
// been done by an attempt before.
func (c *Client) write(ctx context.Context, request Request) (r *Response, again bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	r, err = c.Doer.Do(ctx, request)
	if err != nil {
		return nil, false, &engine.UnknownOutcome{Err: err}
	}
	again = r.Attempts > 1
	switch {
	case r.Status == 201 || r.Status == 202 || r.Status == 204:
		return r, again, nil
	case 200 <= r.Status && r.Status < 300:
		return nil, again, unsaid(r)
	}
	return nil, again, refused(r, again)
}

// refused returns the error of an answer to a write. Of the answers that blame the server two say that nothing was done, if no
// attempt before did it.
func refused(r *Response, again bool) error {
	failed := r.failure()
	nothing := !again && (failed.Code == ServerBusy || failed.Code == engine.StorageFull)
	if tried(r.Status) && !nothing {
		return &engine.UnknownOutcome{Err: failed}
	}
	return failed
}

// unsaid is the error of an answer that says neither that a write was done nor that it was not.
func unsaid(r *Response) error {
	return &engine.UnknownOutcome{Err: engine.Errorf(engine.WrongAnswer, "The service answered a write with status %d, which does not say whether it was done. Read the entity to see.", r.Status)}
}

// codeOf returns the code of a refusal, "" of anything else.
func codeOf(err error) engine.Code {
	if e, ok := err.(*engine.Error); ok {
		return e.Code
	}
	return ""
}

// doubtful reports whether a write may be refused because an attempt before did it.
func doubtful(err error) bool {
	switch codeOf(err) {
	case engine.EntityAlreadyExists, engine.UpdateConditionNotSatisfied, engine.ConditionNotMet, engine.ResourceNotFound, entityNotFound:
		return true
	}
	return false
}

// entityNotFound is what the documentation has for ResourceNotFound.
const entityNotFound engine.Code = "EntityNotFound"

// verify reads back the entity of an operation that was refused after it was sent more than once. It returns what the operation
// would have answered when the entity is as it was to be; of a merge without the ETag, which nobody knows. When it is not as it
// was to be, an attempt before may have done it and somebody changed the entity since: the refusal comes as an unknown outcome.
func (c *Client) verify(ctx context.Context, table string, op *engine.Op, refusal error) (engine.OpResult, error) {
	e, err := c.Get(ctx, table, op.PartitionKey, op.RowKey)
	switch code := codeOf(err); {
	case err == nil:
	case code == engine.ResourceNotFound || code == entityNotFound:
		e = engine.Entity{}
	default:
		return engine.OpResult{}, &engine.UnknownOutcome{Err: err}
	}
	if !written(op, e) {
		return engine.OpResult{}, &engine.UnknownOutcome{Err: refusal}
	}
	return resultOf(op, e), nil
}

// resultOf returns what an operation that left an entity so would have answered.
func resultOf(op *engine.Op, e engine.Entity) engine.OpResult {
	switch op.Kind {
	case engine.Delete, engine.Merge, engine.InsertOrMerge: // what a merge does not name may be of others: their ETag must not pass for ours
		return engine.OpResult{}
	}
	return engine.OpResult{ETag: e.ETag(), Timestamp: e.Timestamp()}
}

// verifyPages is how many pages verifyBatch reads before it goes on entity by entity.
const verifyPages = 3

// verifyBatch does so for a transaction. It was done as a whole or not at all, so the first entity that is not as it was to be
// settles it. The entities mostly lie together: a query of the range reads them in one request.
func (c *Client) verifyBatch(ctx context.Context, table string, ops []engine.Op, refusal error) ([]engine.OpResult, error) {
	results := make([]engine.OpResult, len(ops))
	order := make([]*engine.Op, len(ops))
	place := make(map[*engine.Op]int, len(ops))
	for i := range ops {
		order[i], place[&ops[i]] = &ops[i], i
	}
	slices.SortFunc(order, func(a, b *engine.Op) int { return edm.CompareString(a.RowKey, b.RowKey) })
	q := engine.Query{Filter: "PartitionKey eq " + edm.NewString(ops[0].PartitionKey).Literal() +
		" and RowKey ge " + edm.NewString(order[0].RowKey).Literal() + " and RowKey le " + edm.NewString(order[len(order)-1].RowKey).Literal()}
	for n := 0; n < verifyPages && len(order) > verifyPages; n++ {
		page, err := c.Query(ctx, table, q)
		if err != nil {
			break // reading one by one tells more
		}
		q.From = page.Next
		at := 0
		for len(order) > 0 {
			op := order[0]
			for at < len(page.Entities) && edm.CompareString(page.Entities[at].RowKey(), op.RowKey) < 0 {
				at++
			}
			var e engine.Entity
			if at < len(page.Entities) {
				if page.Entities[at].RowKey() == op.RowKey {
					e = page.Entities[at]
				}
			} else if page.Next.Valid {
				break
			}
			if !written(op, e) {
				return nil, &engine.UnknownOutcome{Err: refusal}
			}
			results[place[op]] = resultOf(op, e)
			order = order[1:]
		}
	}
	for _, op := range order {
		var err error
		if results[place[op]], err = c.verify(ctx, table, op, refusal); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// written reports whether an entity, or none, is as an operation leaves it.
func written(op *engine.Op, e engine.Entity) bool {
	if op.Kind == engine.Delete || e.IsZero() {
		return op.Kind == engine.Delete && e.IsZero()
	}
	values := 0
	for _, p := range op.Properties {
		if p.Value.IsZero() {
			continue
		}
		values++
		if v, ok := e.Value(p.Name); !ok || !engine.SameValue(v, p.Value) {
			return false
		}
	}
	return op.Kind == engine.Merge || op.Kind == engine.InsertOrMerge || values == e.Len()
}
