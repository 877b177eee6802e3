package bulk

import (
	"slices"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// findToChange reads what a filter returns of an account, whole, because a changed entity is written whole. Stopped, what was read can
// be changed, and read on from.
func findToChange(j *worker.Job, req wire.ManyRequest) (*wire.ManyReply, error) {
	f := &worker.Own[toChangeThere](j).foundInAccount
	before, held, from, err := f.readOn(req)
	if err != nil {
		return nil, err
	}
	list, read, next, micros, err := readAll(j, req.Source, req.Table, engine.Query{Filter: req.Filter, From: from}, wire.MaxManyFound-len(before), wire.MaxManyBytes-held)
	if err != nil {
		return nil, err
	}
	list, read.Bytes = slices.Concat(before, list), read.Bytes+held
	r := &wire.ManyReply{Entities: len(list), Reads: read.Reads, Bytes: read.Bytes, Charge: read.Charge, Partial: read.Partial, Found: j.NewNumber(), Micros: j.Micros()}
	r.Full = read.Partial && tooMuch(len(list), read.Bytes)
	if read.Failed != nil {
		r.Account = &wire.Written{Failed: read.Failed}
	}
	if err := f.keepFound(r.Found, req.Source, req.Table, list, read, micros); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.on = reading{r.Found, req.Filter, next}
	return r, nil
}

// tooMuch reports whether so much was read that no more is.
func tooMuch(entities int, bytes int64) bool {
	return entities >= wire.MaxManyFound || bytes >= wire.MaxManyBytes
}

// readOn is where a request to find begins, and what was read before it and stays, with its size.
func (f *foundInAccount) readOn(req wire.ManyRequest) (before []engine.Entity, held int64, from engine.Token, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case req.Found == 0:
		return nil, 0, from, nil
	case f.sending:
		return nil, 0, from, underWay()
	case f.on.number != req.Found || f.on.filter != req.Filter || f.source != req.Source || f.table != req.Table || !f.on.next.Valid:
		return nil, 0, from, notKnown()
	case f.writes != nil:
		return nil, 0, from, wire.Invalid("Step", "what is left of the change that was begun is written first")
	case f.number == req.Found && tooMuch(len(f.list), f.reply.Bytes):
		return nil, 0, from, &wire.Failure{Code: wire.TooMuch, Message: "No more entities are held at once. Change these first, then read on."}
	case f.number == req.Found:
		before, held = f.list, f.reply.Bytes
	}
	return before, held, f.on.next, nil
}

// leave forgets what was found, at once or when it is not sent any more.
func (f *foundInAccount) leave(number int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.on.number != number:
	case f.sending:
		f.left = true
	default:
		f.number, f.list, f.writes, f.on = 0, nil, nil, reading{}
	}
}

// manyThere previews a change of what was found in an account, or writes it, or what a run before left of it.
func manyThere(j *worker.Job, req wire.ManyRequest) (*wire.ManyReply, error) {
	f := &worker.Own[toChangeThere](j).foundInAccount
	f.mu.Lock()
	known := f.number == req.Found && f.source == req.Source && f.table == req.Table
	list, micros, goesOn := f.list, f.micros, f.writes != nil
	f.mu.Unlock()
	switch {
	case req.Step == wire.LeaveMany:
		f.leave(req.Found)
		return &wire.ManyReply{}, nil
	case !known:
		return nil, notKnown()
	case req.Step == wire.GoOnMany && !goesOn, req.Step != wire.GoOnMany && goesOn:
		return nil, wire.Invalid("Step", "what is left of the change that was begun is written first")
	case req.Step == wire.GoOnMany:
		return writeMany(j, req, f, nil, &wire.ManyReply{Entities: len(list)})
	}
	w := &accountWrites{table: req.Table}
	m := &manyEdit{Job: j, req: req, result: &worker.Result{Source: req.Source, Table: req.Table}, found: w}
	if err := m.check(); err != nil {
		return nil, err
	}
	for i := range list {
		m.reply.Entities++
		m.one(list[i])
		at := i + 1
		if req.Step == wire.ApplyMany { // how many are written: none yet
			at = 0
		}
		if err := j.Pause(at, len(list), m.reply.Changed); err != nil {
			return nil, err
		}
	}
	plan := w.plan(micros)
	m.reply.Plan, m.reply.Micros = &plan, j.Micros()
	if req.Step != wire.ApplyMany {
		return &m.reply, nil
	}
	return writeMany(j, req, f, w, &m.reply)
}

// writeMany sends a change. W is what was worked out, nil for what is left of the one before.
func writeMany(j *worker.Job, req wire.ManyRequest, f *foundInAccount, w *accountWrites, r *wire.ManyReply) (*wire.ManyReply, error) {
	a, err := j.ManyAt(req.Source, "")
	if err != nil {
		return nil, err
	}
	w, release, err := f.begin(req.Found, req.Source, req.Table, func() *accountWrites { return w })
	if err != nil {
		return nil, err
	}
	defer release()
	w.run(j, a)
	plan := w.plan(f.micros)
	r.Account, r.Plan, r.Found = w.told(), &plan, req.Found
	r.Changed, r.Conflicts, r.Gone = w.count(done), w.count(quicker), w.count(vanished)
	r.Stopped, r.Micros = r.Account.Left > 0, j.Micros()
	return r, nil
}

// add is the replacement of an entity by what it shall hold, if it is as it was read.
func (w *accountWrites) add(e engine.Entity, want []engine.Property) {
	size := e.Size()
	if now, err := engine.NewEntity(e.PartitionKey(), e.RowKey(), e.Timestamp(), want); err == nil {
		size = now.Size()
	}
	w.ops = append(w.ops, engine.Op{Kind: engine.Replace, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), IfMatch: e.ETag(), Properties: want})
	w.bases, w.sizes, w.fates = append(w.bases, e), append(w.sizes, size), append(w.fates, toDo)
}
