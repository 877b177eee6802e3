package tablesync

import (
	"context"

	"rangefinder/engine"
)

// Decision is what somebody made of a conflict that was shown to them.
type Decision struct {
	Key
	Shown  string            // ETag of the theirs that was shown, "" for none
	Rule   Rule              // Ask: the entity becomes Merged
	Merged []engine.Property // put together from both sides, which are there
}

// Decide ends one conflict of a copy. What stays of mine is pending, with theirs as its base: the next push writes it on condition that
// the service still has the theirs that was shown. Errors: UpdateConditionNotSatisfied when theirs is not what was shown any more, and
// ResourceNotFound when there is no such conflict; then nothing is decided. Those of an Insert for Merged. TableNotFound, NotACopy,
// SyncUnderWay, those of storage, and the context's.
func Decide(ctx context.Context, db *engine.DB, table string, d Decision, opt Options) error {
	release, err := claim(db, table)
	if err != nil {
		return err
	}
	defer release()
	err = db.Sync(ctx, table, func(x *engine.SyncTx) error {
		k := x.Look(d.PartitionKey, d.RowKey)
		if !k.Conflict {
			return engine.Errorf(engine.ResourceNotFound, "There is no conflict of (%q, %q) in %s any more.", d.PartitionKey, d.RowKey, table)
		}
		shown := ""
		if !k.Theirs.IsZero() {
			shown = k.Theirs.ETag()
		}
		if shown != d.Shown {
			return engine.Errorf(engine.UpdateConditionNotSatisfied, "Somebody changed (%q, %q) again since this was shown.", d.PartitionKey, d.RowKey)
		}
		if d.Rule != Ask {
			resolve(x, &k, k.Theirs, d.Rule)
			return nil
		}
		if k.Theirs.IsZero() || k.Local.IsZero() {
			return engine.Errorf(engine.InvalidInput, "There is nothing to put together: one side of (%q, %q) is not there.", d.PartitionKey, d.RowKey)
		}
		e, err := engine.NewEntity(d.PartitionKey, d.RowKey, k.Theirs.Timestamp(), d.Merged)
		if err != nil {
			return err
		}
		if engine.SameContent(e, k.Theirs) {
			x.Take(k.Theirs)
			return nil
		}
		x.Rebase(d.PartitionKey, d.RowKey, k.Theirs)
		if engine.SameContent(e, k.Local) {
			return nil
		}
		return x.Write(d.PartitionKey, d.RowKey, d.Merged)
	})
	if err == nil {
		opt.step(ctx, "chunk committed")
	}
	return err
}
