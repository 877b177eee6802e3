package faults

import (
	"context"
	"fmt"

	"rangefinder/engine"
)

// Service returns a service in which the rules of pages and ETags hold for requests that Serve let through.
func (s *Set) Service(to engine.Service) engine.Service { return &service{to, s} }

type service struct {
	engine.Service
	set *Set
}

// Query implements engine.Service.
func (s *service) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	t := toldOf(ctx)
	if t == nil {
		return s.Service.Query(ctx, table, q)
	}
	most := 0 // entities
	var by *Rule
	for _, h := range s.set.hits(pages, t.method) {
		n := h.rule.few + int(h.dice*float64(h.rule.lot-h.rule.few+1))
		if by == nil || n < most {
			most, by = n, h.rule
		}
	}
	asked := q.Top
	if asked == 0 {
		asked = engine.MaxPage
	}
	if by == nil || q.Top == engine.NoEntities || asked <= most {
		return s.Service.Query(ctx, table, q)
	}
	q.Top = max(1, most)
	page, err := s.Service.Query(ctx, table, q)
	if err != nil || !page.Next.Valid && len(page.Entities) <= most {
		return page, err
	}
	t.add(fmt.Sprintf("%s: the page ended after %d", by, most))
	if most > 0 {
		return page, nil
	}
	empty := *page
	empty.Entities, empty.Next = nil, q.From
	empty.Stats.Returned, empty.Stats.Bytes = 0, 0
	if !q.From.Valid { // a token for the first entity of all
		empty.Next = engine.Token{PartitionKey: "", HasRow: true, Valid: true}
	}
	return &empty, nil
}

// Apply implements engine.Service.
func (s *service) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	s.touch(ctx, table, &op)
	return s.Service.Apply(ctx, table, op)
}

// Batch implements engine.Service.
func (s *service) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	for i := range ops {
		s.touch(ctx, table, &ops[i])
	}
	return s.Service.Batch(ctx, table, ops)
}

// touch has somebody else write the entity of a conditional operation, as it is, if a rule says so.
func (s *service) touch(ctx context.Context, table string, op *engine.Op) {
	t := toldOf(ctx)
	if t == nil || op.IfMatch == "" || op.IfMatch == "*" {
		return
	}
	for _, h := range s.set.hits(etag, t.method) {
		_, err := s.Service.Apply(ctx, table, engine.Op{Kind: engine.Merge, PartitionKey: op.PartitionKey, RowKey: op.RowKey, IfMatch: "*"})
		if err == nil {
			t.add(fmt.Sprintf("%s: somebody else wrote (%q, %q) first", h.rule, op.PartitionKey, op.RowKey))
		}
	}
}
