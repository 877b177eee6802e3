package tablecopy

import (
	"context"
	"errors"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Met is an entity that the source and the target have differently. One that is zero is not there.
type Met struct {
	Base, Theirs, Mine engine.Entity
	Based              bool // a Run found it changed: Base is what Prepare found. Else nobody knows what it was before
}

// Meet reads an entity of the source as the target has it now, by one request. Errors: ResourceNotFound for one that the source has not,
// those of the service, and the context's.
func (c *Copy) Meet(ctx context.Context, k Key) (Met, error) {
	rank := c.rank(k)
	if rank < 0 {
		return Met{}, engine.Errorf(engine.ResourceNotFound, "There is no entity (%q, %q) in what is copied.", k.PartitionKey, k.RowKey)
	}
	m := Met{Mine: c.source.At(rank)}
	theirs, err := c.to.Get(ctx, c.to.Table, k.PartitionKey, k.RowKey)
	if e, ok := errors.AsType[*engine.Error](err); ok && (e.Code == engine.ResourceNotFound || e.Code == engine.TableNotFound) {
		theirs, err = engine.Entity{}, nil
	}
	if err != nil {
		return Met{}, err
	}
	m.Theirs = theirs
	err = c.db.Sync(ctx, c.to.Table, func(x *engine.SyncTx) error {
		known := x.Look(k.PartitionKey, k.RowKey)
		m.Based = known.Conflict
		if known.Conflict {
			m.Base, m.Mine = known.Base, known.Local // as the rule or Decide made it of both, not as the source has it
		}
		return nil
	})
	if c.met == nil {
		c.met = map[Key]engine.Entity{}
	}
	c.met[k] = theirs
	return m, err
}

// Decide says what becomes of one entity that Meet has read, whatever the rule: it stays as the target has it when keep is set, or becomes
// want. shown is the ETag of the theirs that Meet returned, "" for none; Run writes on condition that the target still has it. Before the
// first Run, the Plan is measured anew. Errors: UpdateConditionNotSatisfied when Meet has returned another since, those of an Insert for
// want, of opt.Yield, and the context's.
func (c *Copy) Decide(ctx context.Context, k Key, shown string, keep bool, want []engine.Property, opt Options) error {
	theirs, ok := c.met[k]
	tag := ""
	if !theirs.IsZero() {
		tag = theirs.ETag()
	}
	if !ok || tag != shown {
		return engine.Errorf(engine.UpdateConditionNotSatisfied, "(%q, %q) is not as it was shown.", k.PartitionKey, k.RowKey)
	}
	rank := c.rank(k)
	var wanted engine.Entity
	if !keep {
		var err error
		if wanted, err = engine.NewEntity(k.PartitionKey, k.RowKey, c.source.At(rank).Timestamp(), want); err != nil {
			return err
		}
		keep = !theirs.IsZero() && engine.SameContent(wanted, theirs)
	}
	err := c.db.Sync(ctx, c.to.Table, func(x *engine.SyncTx) error {
		if theirs.IsZero() {
			x.Forget(k.PartitionKey, k.RowKey)
		} else {
			x.Take(theirs)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if c.decided == nil {
		c.decided = map[Key]engine.Entity{}
	}
	c.is[rank], c.sent[rank], c.decided[k] = skipped, true, engine.Entity{}
	if !keep {
		op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: k.PartitionKey, RowKey: k.RowKey, Properties: want}
		if _, err := c.db.Apply(ctx, c.to.Table, op); err != nil {
			return err
		}
		c.is[rank], c.decided[k] = different, wanted
	}
	if c.ran {
		return nil
	}
	p := &c.Plan
	p.Inserts, p.Updates, p.Equal, p.Skipped, p.Stopping, p.Differing = 0, 0, 0, 0, 0, nil
	p.Transactions, p.Singles, p.Bytes, p.Chain = 0, 0, 0, 0
	return c.measure(ctx, &opt)
}

// Left returns how many entities Run is still to write.
func (c *Copy) Left() int { return c.left() }

// written reports whether the target has an entity as the copy writes it.
func (c *Copy) written(theirs, mine engine.Entity) bool {
	if want, ok := c.decided[Key{PartitionKey: mine.PartitionKey(), RowKey: mine.RowKey()}]; ok && !want.IsZero() {
		return engine.SameContent(theirs, want)
	}
	return c.holds(theirs, mine)
}

// unlike notes an entity that is not as it was written, and what of the first one is not. An emulator may keep a type in another way.
func (c *Copy) unlike(v *Verification, theirs, mine engine.Entity) {
	key := Key{PartitionKey: mine.PartitionKey(), RowKey: mine.RowKey()}
	if v.Changed = append(v.Changed, key); v.Differs != "" {
		return
	}
	if want, ok := c.decided[key]; ok && !want.IsZero() {
		mine = want
	}
	text := func(value edm.Value) string {
		shown := []rune(value.Display())
		if len(shown) > 40 {
			shown = append(shown[:40], '…')
		}
		return value.Type().String() + " " + string(shown)
	}
	for name, want := range mine.All() {
		switch got, ok := theirs.Value(name); {
		case !ok:
			v.Differs = name + " is not there"
		case got.Type() == want.Type() && got.Display() == want.Display():
			continue
		case text(got) == text(want):
			v.Differs = name + " differs after its first 40 characters"
		default:
			v.Differs = name + " is " + text(got) + " there and " + text(want) + " here"
		}
		return
	}
	for name := range theirs.All() {
		if _, ok := mine.Value(name); !ok {
			v.Differs = name + " is there and not here"
			return
		}
	}
}

func (c *Copy) isDecided(e engine.Entity) bool {
	if c.decided == nil {
		return false
	}
	_, ok := c.decided[Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}]
	return ok
}
