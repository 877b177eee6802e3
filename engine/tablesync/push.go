package tablesync

import (
	"context"

	"rangefinder/engine"
)

// Push writes the local changes of a copy to the service, on condition that it holds what the base says. The result of each
// group is committed before the next of its partition is sent. What is not written stays pending, so that the next push goes on with it. The
// report counts what this call did, also when there is an error. With opt.DryRun it says what a push would do, as rehearse
// finds out by asking the service, and nothing is changed on either side.
//
// Errors: TableNotFound (here, or at the service when opt.Create is not set), NotACopy, OtherOrigin, SyncUnderWay,
// OutcomeUnsure, those of the service that are about no entity, of storage, of opt.Yield, and the context's.
func Push(ctx context.Context, db *engine.DB, remote engine.Service, table string, opt PushOptions) (PushReport, error) {
	release, err := claim(db, table)
	if err != nil {
		return PushReport{}, err
	}
	defer release()
	view, s, err := open(db, table)
	if err != nil {
		return PushReport{}, err
	}
	if err := opt.goesTo(table, &s); err != nil {
		return PushReport{}, err
	}
	p := &pusher{ctx: ctx, db: db, remote: remote, table: table, opt: &opt, there: s.Remote, aside: map[Key]bool{}}
	p.total = view.Changed()
	p.report.Left, p.report.InConflict = view.Changed(), view.Conflicts()
	if opt.DryRun {
		err = p.rehearse()
	} else if err = p.resolveFirst(); err == nil {
		err = p.run()
	}
	if view, _, failed := open(p.db, table); failed == nil {
		p.report.Left, p.report.InConflict = view.Changed(), view.Conflicts()
	}
	return p.report, err
}

// pusher is a Push that is going on.
type pusher struct {
	ctx    context.Context
	db     *engine.DB
	remote engine.Service
	table  string
	there  string // name of the table at the service
	opt    *PushOptions
	report PushReport
	total  int
	passed int // entities dealt with

	aside     map[Key]bool // not to be sent again by this push
	fruitless int          // requests one after the other that changed nothing
	touched   int          // conditions one after the other that failed because somebody wrote entities as they were
	created   bool
	result    *GroupResult // of the group that is being sent
	requests  int          // for its operations
	stage     *stage       // of a rehearsal, which remote is then
	lanes     *lanes       // nil for the only one
	turn      *Turn
}

// resolveFirst applies the rule to the conflicts that are there already, if that was asked for.
func (p *pusher) resolveFirst() error {
	if !p.opt.All || p.opt.Rule == Ask {
		return nil
	}
	n, err := resolveClaimed(p.ctx, p.db, p.table, nil, p.opt.Rule, p.opt.Options)
	p.report.Resolved += n
	return err
}

// empty returns a group without changes.
func (p *pusher) empty() group { return group{most: engine.BatchBytes(p.opt.profile(p.opt.Endpoint))} }

// run sends all that is pending.
func (p *pusher) run() error {
	if p.opt.AtOnce > 1 {
		return p.runLanes()
	}
	return p.between(engine.FirstKey, engine.LastKey)
}

// between sends one group after the other, each from the state of the table after the one before, of the entities whose sort keys lie
// in [low, high).
func (p *pusher) between(low, high string) error {
	for more := true; more; {
		if p.lanes != nil {
			p.lanes.turns.Take(p.turn)
		}
		var err error
		low, more, err = p.next(low, high)
		if p.lanes != nil {
			p.lanes.turns.Done()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next sends the next group of those, and returns from which sort key on there is more.
func (p *pusher) next(low, high string) (last string, more bool, err error) {
	if err := p.opt.pause(p.ctx); err != nil {
		return "", false, err
	}
	view, _, err := open(p.db, p.table)
	if err != nil {
		return "", false, err
	}
	g := p.empty()
	var same, doubted []Key // that are again as they were; of the doubted something was sent meanwhile
	looked := 0
	last = low
	view.EachChanged(low, func(k engine.Known) bool {
		key := Key{k.PartitionKey, k.RowKey}
		if key.sortKey() >= high {
			return false
		}
		if looked++; looked > resolveChunk {
			more = true
			return false
		}
		if !k.Conflict {
			c, ok := changeOf(&k)
			if ok && !g.fits(&c) {
				more = true
				return false
			}
			switch {
			case ok:
				g.add(c)
			case k.Sent != "":
				doubted = append(doubted, key)
			default:
				same = append(same, key)
			}
		}
		p.passed++
		last = engine.AfterKey(key.sortKey())
		return true
	})
	if err := p.same(same); err != nil {
		return "", false, err
	}
	for _, key := range doubted {
		if err := p.doubt(key); err != nil {
			return "", false, err
		}
	}
	if len(g.changes) > 0 {
		err = p.group(&g)
	}
	return last, more, err
}

// group sends a group, again without what the service refuses, until each of its entities is written, settled or put aside.
func (p *pusher) group(g *group) error {
	result := GroupResult{PartitionKey: g.changes[0].op.PartitionKey, Ops: len(g.changes)}
	p.result, p.requests = &result, 0
	keys := make([]Key, len(g.changes))
	for i := range keys {
		keys[i] = Key{g.changes[i].op.PartitionKey, g.changes[i].op.RowKey}
	}
	err := p.all(keys)
	result.Split = p.requests > 1
	p.report.Groups = append(p.report.Groups, result)
	if p.lanes != nil {
		p.lanes.gather(p)
	} else {
		p.tell()
	}
	return err
}

// tell tells how far the push is.
func (p *pusher) tell() {
	if p.opt.Progress != nil {
		p.opt.Progress(Progress{
			Entities: p.passed, Total: p.total, Pages: len(p.report.Groups), Changed: p.report.Written, Conflicts: p.report.Conflicts,
			Requests: p.report.Requests,
		})
	}
}

// all sends what is pending of entities of one partition.
func (p *pusher) all(keys []Key) error {
	waiting := [][]Key{keys}
	for len(waiting) > 0 {
		if err := p.opt.pause(p.ctx); err != nil {
			return err
		}
		keys := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		g, rest, unsure, err := p.derive(keys)
		if err != nil {
			return err
		}
		if len(unsure) > 0 { // their ETags are not known: whoever writes over them must have seen them
			if err := p.readBack(unsure, errNoETag); err != nil {
				return err
			}
			waiting = append(waiting, keys)
			continue
		}
		if len(rest) > 0 {
			waiting = append(waiting, rest)
		}
		if len(g.changes) == 0 {
			continue
		}
		again, err := p.send(g)
		if err != nil {
			return err
		}
		waiting = append(waiting, again...)
	}
	return nil
}

// derive returns the changes that are pending of entities: the first that one request holds, and what is left of keys. unsure
// are those whose ETag is not known.
func (p *pusher) derive(keys []Key) (g *group, rest, unsure []Key, err error) {
	view, s, err := open(p.db, p.table)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := p.opt.goesTo(p.table, &s); err != nil { // another was put in its place
		return nil, nil, nil, err
	}
	g = new(p.empty())
	for i, key := range keys {
		k := view.Look(key.PartitionKey, key.RowKey)
		if p.aside[key] || !k.Changed || k.Conflict {
			continue
		}
		c, ok := changeOf(&k)
		switch {
		case !ok:
			continue // the next push settles it
		case c.op.IfMatch == engine.UnknownETag:
			unsure = append(unsure, key)
			continue
		case !g.fits(&c):
			return g, keys[i:], unsure, nil
		}
		g.add(c)
	}
	return g, nil, unsure, nil
}

// send sends a group and deals with the answer. It returns the keys that are to be sent again, in groups.
func (p *pusher) send(g *group) (again [][]Key, err error) {
	keys := make([]Key, len(g.changes))
	for i := range keys {
		keys[i] = Key{g.changes[i].op.PartitionKey, g.changes[i].op.RowKey}
	}
	if !p.opt.Alone {
		if err := p.noteSent(g); err != nil {
			return nil, err
		}
	}
	p.requests++
	results, err := p.request(g.ops())
	p.opt.step(p.ctx, "request answered")
	if err == nil {
		p.fruitless, p.touched = 0, 0
		return nil, p.written(g, results)
	}
	if p.ctx.Err() != nil {
		return nil, p.ctx.Err()
	}
	failed, at := failure(err, len(keys))
	p.result.Code, p.result.Message = codeAndText(err)
	if failed != aboutOutcome && !p.opt.Alone {
		if err := p.noteRefused(g); err != nil {
			return nil, err
		}
	}
	switch failed {
	case aboutRequest:
		return nil, err
	case aboutTable:
		return [][]Key{keys}, p.create(err)
	case aboutEntity:
		switch {
		case at >= 0:
			p.refuse(keys[at], err)
			keys = append(keys[:at:at], keys[at+1:]...)
			return [][]Key{keys}, nil
		case len(keys) > 1:
			return [][]Key{keys[len(keys)/2:], keys[:len(keys)/2]}, nil
		}
		p.refuse(keys[0], err)
		return nil, nil
	case aboutCondition:
		ask := keys
		if at >= 0 && p.fruitless == 0 && !p.dense(keys) {
			ask = keys[at : at+1]
		}
		if err := p.readBack(ask, err); err != nil {
			return nil, err
		}
		if n := len(keys) / 2; p.touched > 1 && n > 0 { // of fewer entities, fewer are touched until they are written
			return [][]Key{keys[n:], keys[:n]}, nil
		}
		return [][]Key{keys}, nil
	}
	if failed := p.readBack(keys, err); failed != nil {
		return nil, failed
	}
	if at >= 0 && len(keys) > 1 && p.fruitless > 1 { // an answer nobody knows, about one of them
		p.refuse(keys[at], err)
	}
	return [][]Key{keys}, nil
}

// request makes the request of a group.
func (p *pusher) request(ops []engine.Op) ([]engine.OpResult, error) {
	p.report.Requests++
	if len(ops) > 1 {
		results, err := p.remote.Batch(p.ctx, p.there, ops)
		if err == nil && len(results) != len(ops) {
			err = engine.Errorf(engine.WrongAnswer, "The service answered %d results to the %d operations of a transaction; each entity is read to see what it holds.", len(results), len(ops))
		}
		return results, err
	}
	result, err := p.remote.Apply(p.ctx, p.there, ops[0])
	return []engine.OpResult{result}, err
}

// create makes the table at the service, when that was asked for; cause is what told that it is missing.
func (p *pusher) create(cause error) error {
	if !p.opt.Create || p.created {
		return cause
	}
	make := p.createTable
	if p.lanes != nil {
		make = func() error { return p.lanes.make(p) }
	}
	if err := make(); err != nil {
		return err
	}
	p.created = true
	p.opt.step(p.ctx, "table created")
	return nil
}

func (p *pusher) createTable() error {
	p.report.Requests++
	err := p.remote.CreateTable(p.ctx, p.there)
	if isCode(err, engine.TableAlreadyExists) {
		return nil
	}
	return err
}

// refuse notes that the service does not take an entity.
func (p *pusher) refuse(key Key, err error) {
	p.aside[key] = true
	code, message := codeAndText(err)
	p.report.Refused = append(p.report.Refused, Refusal{key.PartitionKey, key.RowKey, code, message})
}
