package lesson

import (
	"context"
	"errors"

	"rangefinder/engine"
)

// Outcome is what became of an action.
type Outcome struct {
	Action *Action
	Err    *engine.Error // as the client sees it; nil when it was done
	Lost   bool          // done or not: the answer did not arrive
}

// Played is what became of a script.
type Played struct {
	Outcomes []Outcome
	After    *engine.Image
}

// NotSent is the code of an action that the script itself makes impossible: no request was sent, so no service refused it.
const NotSent engine.Code = "NotSent"

// Play does the first n actions of a script, all when n is negative, on a copy of an account. An action that the service
// refuses does not stop it: a client goes on. Errors: the context's.
func Play(ctx context.Context, script []Action, n int, account *engine.Image) (*Played, error) {
	db, err := openCopy(ctx, account)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(script) {
		n = len(script)
	}
	p := &Played{}
	etags := map[string]string{}
	for i := range script[:n] {
		a := &script[i]
		err := act(ctx, db, a, etags)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o := Outcome{Action: a, Lost: a.Lost}
		if e, ok := errors.AsType[*engine.Error](err); ok {
			o.Err = e
		} else if err != nil {
			o.Err = engine.Errorf(engine.ProgramError, "%v", err)
		}
		p.Outcomes = append(p.Outcomes, o)
	}
	p.After = db.Image()
	return p, nil
}

func openCopy(ctx context.Context, account *engine.Image) (*engine.DB, error) {
	db := engine.Open(clockOptions())
	return db, db.Replace(ctx, account)
}

func act(ctx context.Context, db *engine.DB, a *Action, etags map[string]string) error {
	if a.barred {
		return engine.Errorf(engine.OutOfRangeInput, "The part of the address with both keys has %d characters.", len([]rune(a.segment())))
	}
	switch a.Verb {
	case Get:
		e, err := db.Get(ctx, a.Table, a.PartitionKey, a.RowKey)
		if err == nil && a.As != "" {
			etags[a.As] = e.ETag()
		}
		return err
	case Create:
		return db.CreateTable(ctx, a.Table)
	case Drop:
		return db.DeleteTable(ctx, a.Table)
	case Transaction:
		ops := make([]engine.Op, len(a.Actions))
		table := ""
		for i := range a.Actions {
			op, err := a.Actions[i].op(etags)
			if err != nil {
				return err
			}
			ops[i], table = op, a.Actions[i].Table
		}
		_, err := db.Batch(ctx, table, ops)
		return err
	}
	op, err := a.op(etags)
	if err != nil {
		return err
	}
	_, err = db.Apply(ctx, a.Table, op)
	return err
}

func (a *Action) op(etags map[string]string) (engine.Op, error) {
	op := engine.Op{PartitionKey: a.PartitionKey, RowKey: a.RowKey, Properties: a.Properties}
	switch a.Verb {
	case Insert:
		op.Kind = engine.Insert
	case Merge:
		op.Kind = engine.Merge
	case Replace:
		op.Kind = engine.Replace
	case UpsertMerge:
		op.Kind = engine.InsertOrMerge
	case UpsertReplace:
		op.Kind = engine.InsertOrReplace
	case Delete:
		op.Kind = engine.Delete
	}
	if a.Verb == Merge || a.Verb == Replace || a.Verb == Delete {
		op.IfMatch = "*"
		if a.If != "" {
			etag, ok := etags[a.If]
			if !ok {
				return op, engine.Errorf(NotSent, "No get before it remembered an ETag as %q; read the entity with `get … as %s` first.", a.If, a.If)
			}
			op.IfMatch = etag
		}
	}
	return op, nil
}
