package tablesync

import "rangefinder/engine"

// noteSent keeps, before a group is sent, what is sent of each entity: should the answer be lost, and the entity be changed
// again, what was written is still known to be ours.
func (p *pusher) noteSent(g *group) error {
	err := p.db.Sync(p.ctx, p.table, func(x *engine.SyncTx) error {
		for i := range g.changes {
			k := &g.changes[i].known
			if now := x.Look(k.PartitionKey, k.RowKey); now.Changed {
				x.SetSent(k.PartitionKey, k.RowKey, addSent(now.Sent, k.Local))
			}
		}
		return nil
	})
	if err == nil {
		p.opt.step(p.ctx, "request noted")
	}
	return err
}

// noteRefused forgets what noteSent kept: nothing of the group was done.
func (p *pusher) noteRefused(g *group) error {
	err := p.db.Sync(p.ctx, p.table, func(x *engine.SyncTx) error {
		for i := range g.changes {
			k := &g.changes[i].known
			if now := x.Look(k.PartitionKey, k.RowKey); now.Changed {
				x.SetSent(k.PartitionKey, k.RowKey, k.Sent)
			}
		}
		return nil
	})
	if err == nil {
		p.opt.step(p.ctx, "refusal noted")
	}
	return err
}

// written makes what was sent the base.
func (p *pusher) written(g *group, results []engine.OpResult) error {
	err := p.db.Sync(p.ctx, p.table, func(x *engine.SyncTx) error {
		for i := range g.changes {
			sent := &g.changes[i].known
			pk, rk := sent.PartitionKey, sent.RowKey
			k := x.Look(pk, rk)
			if sent.Local.IsZero() {
				if k.Local.IsZero() {
					x.Forget(pk, rk)
				} else {
					x.Rebase(pk, rk, engine.Entity{})
				}
				continue
			}
			e := engine.WithTimestamp(sent.Local, results[i].Timestamp)
			if tag := results[i].ETag; tag == "" {
				e = engine.WithETag(e, engine.UnknownETag)
			} else {
				e = engine.WithETag(e, tag)
			}
			if !k.Local.IsZero() && engine.SameContent(k.Local, sent.Local) {
				x.Take(e)
			} else {
				x.Rebase(pk, rk, e)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.report.Written += len(g.changes)
	p.result.Written += len(g.changes)
	p.opt.step(p.ctx, "result committed")
	return nil
}
