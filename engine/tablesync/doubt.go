package tablesync

import (
	"rangefinder/engine"
)

// same settles entities that are again as they were.
func (p *pusher) same(keys []Key) error {
	if len(keys) == 0 {
		return nil
	}
	n := 0
	err := p.db.Sync(p.ctx, p.table, func(x *engine.SyncTx) error {
		n = 0
		for _, key := range keys {
			k := x.Look(key.PartitionKey, key.RowKey)
			if !k.Changed || k.Conflict {
				continue
			}
			if _, ok := changeOf(&k); ok {
				continue
			}
			n++
			if k.Base.IsZero() {
				x.Forget(key.PartitionKey, key.RowKey)
			} else {
				x.Take(k.Base)
			}
		}
		return nil
	})
	if err == nil {
		p.report.Unchanged += n
		p.opt.step(p.ctx, "unchanged committed")
	}
	return err
}

// doubt settles an entity that is again as it was, but of which something was sent whose outcome is not known: the service may
// hold that.
func (p *pusher) doubt(key Key) error {
	found, err := p.read([]Key{key})
	if err != nil {
		if isCode(err, engine.TableNotFound) {
			return p.create(err)
		}
		return err
	}
	var counts pushCounts
	err = p.db.Sync(p.ctx, p.table, func(x *engine.SyncTx) error {
		counts = pushCounts{}
		k := x.Look(key.PartitionKey, key.RowKey)
		if !k.Changed || k.Conflict {
			return nil
		}
		if p.meet(x, &k, found[key], &counts); !counts.any() {
			x.SetSent(key.PartitionKey, key.RowKey, "") // it did not arrive
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.report.Resolved += counts.resolved
	p.report.Conflicts += counts.conflicts
	p.opt.step(p.ctx, "doubt committed")
	g, _, _, err := p.derive([]Key{key})
	switch {
	case err != nil:
		return err
	case len(g.changes) > 0:
		return p.group(g)
	case !counts.any():
		return p.same([]Key{key})
	}
	return nil
}
