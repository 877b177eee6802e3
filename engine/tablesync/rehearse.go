package tablesync

import (
	"context"
	"sync/atomic"

	"rangefinder/engine"
)

// rehearse does a push on a copy of the database in memory, against a service that reads the real one and keeps to itself what
// is written. So the report says what the push would find and how many requests it would make, by the push's own code, as long
// as nobody changes anything meanwhile. It cannot say what only the service knows: which entities it refuses, who may write,
// and which requests fail. p.report.Requests counts the requests that the push would make, p.report.Asked those of the rehearsal.
func (p *pusher) rehearse() error {
	scratch := engine.Open(engine.Options{Now: p.opt.Now})
	if err := scratch.Replace(p.ctx, p.db.Image()); err != nil {
		return err
	}
	p.db = scratch
	if err := p.resolveFirst(); err != nil {
		return err
	}
	p.goOnStage(new(atomic.Bool))
	err := p.run()
	p.report.Asked = p.stage.reads.report.Requests
	return err
}

// goOnStage puts a stage between the pusher and the service. made is shared by all lanes.
func (p *pusher) goOnStage(made *atomic.Bool) {
	reads := *p
	p.stage = &stage{Service: p.remote, reads: &reads, held: map[Key]engine.Entity{}, made: made}
	p.remote = p.stage
}

// stage is the service of a rehearsal: it reads the real one and writes nothing there. Reads that a push makes after a refusal
// are answered from held, because the service was asked for these entities already.
type stage struct {
	engine.Service
	reads *pusher               // reads the entities that a request is about
	held  map[Key]engine.Entity // what the service has of them; zero for none
	made  *atomic.Bool          // the table, here only
}

// CreateTable makes the table for the rehearsal only.
func (s *stage) CreateTable(context.Context, string) error {
	s.made.Store(true)
	return nil
}

// Get answers what the service has.
func (s *stage) Get(ctx context.Context, table, partitionKey, rowKey string) (engine.Entity, error) {
	key := Key{partitionKey, rowKey}
	if err := s.look([]Key{key}); err != nil {
		return engine.Entity{}, err
	}
	if e := s.held[key]; !e.IsZero() {
		return e, nil
	}
	return engine.Entity{}, engine.Errorf(engine.ResourceNotFound, "There is no such entity.")
}

// Query asks the service. A push only looks on the page for entities that it has not written.
func (s *stage) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	if s.made.Load() {
		return &engine.Page{}, nil
	}
	s.reads.report.Requests++
	return s.Service.Query(ctx, table, q)
}

// Apply does one operation for the rehearsal only.
func (s *stage) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	results, err := s.Batch(ctx, table, []engine.Op{op})
	if err != nil {
		return engine.OpResult{}, err
	}
	return results[0], nil
}

// Batch does what the service would do, for the rehearsal only: it checks the condition of each operation in order, and does
// all or none.
func (s *stage) Batch(_ context.Context, _ string, ops []engine.Op) ([]engine.OpResult, error) {
	keys := make([]Key, len(ops))
	for i := range ops {
		keys[i] = Key{ops[i].PartitionKey, ops[i].RowKey}
	}
	if err := s.look(keys); err != nil {
		return nil, err
	}
	for i := range ops {
		theirs := s.held[keys[i]]
		var code engine.Code
		switch {
		case ops[i].Kind == engine.Insert && !theirs.IsZero():
			code = engine.EntityAlreadyExists
		case ops[i].Kind == engine.Insert:
		case theirs.IsZero():
			code = engine.ResourceNotFound
		case theirs.ETag() != ops[i].IfMatch:
			code = engine.UpdateConditionNotSatisfied
		}
		if code != "" {
			err := engine.Errorf(code, "The entity is not as it was pulled.")
			err.Index = i
			return nil, err
		}
	}
	for _, key := range keys {
		delete(s.held, key) // a push reads nothing again that it has written
	}
	return make([]engine.OpResult, len(ops)), nil
}

// look reads entities that were not read before.
func (s *stage) look(keys []Key) error {
	var unread []Key
	for _, key := range keys {
		if _, ok := s.held[key]; !ok {
			unread = append(unread, key)
		}
	}
	if len(unread) == 0 || s.made.Load() {
		return nil
	}
	found, err := s.reads.read(unread)
	for _, key := range unread {
		if err == nil {
			s.held[key] = found[key]
		}
	}
	return err
}
