package tablecopy

import (
	"context"
	"slices"

	"rangefinder/engine"
)

// Gather reads what a query returns of a table, all pages of it, into memory. It returns how many requests that took, also when there is
// an error. Errors: those of Each.
func Gather(ctx context.Context, from engine.Service, table string, q engine.Query, opt Options) (*engine.Snapshot, int, error) {
	db := engine.Open(engine.Options{Now: opt.Now})
	if err := db.CreateTable(ctx, table); err != nil {
		return nil, 0, err
	}
	requests, err := Each(ctx, from, table, q, opt, func(page []engine.Entity) error { return store(ctx, db, table, page, q.Select) })
	if err != nil {
		return nil, requests, err
	}
	s, err := db.Snapshot(table)
	return s, requests, err
}

// Each calls f for the pages of what a query returns of a table. The next page is read meanwhile. It returns how many requests that took,
// also when there is an error. Errors: those of the service, of opt.Yield and of f, and the context's.
func Each(ctx context.Context, from engine.Service, table string, q engine.Query, opt Options, f func(page []engine.Entity) error) (requests int, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type answer struct {
		page *engine.Page
		err  error
	}
	ask := func(q engine.Query) <-chan answer {
		next := make(chan answer, 1)
		go func() {
			page, err := from.Query(ctx, table, q)
			next <- answer{page, err}
		}()
		return next
	}
	requests, read := 1, 0
	for next := ask(q); next != nil; {
		got := <-next
		if got.err != nil {
			return requests, got.err
		}
		if err := opt.pause(ctx); err != nil {
			return requests, err
		}
		if next = nil; got.page.Next.Valid {
			requests++
			following := q
			following.From = got.page.Next
			next = ask(following)
		}
		if err := f(got.page.Entities); err != nil {
			return requests, err
		}
		read += len(got.page.Entities)
		opt.tell(Progress{Phase: Reading, Done: read, Requests: requests})
	}
	return requests, nil
}

// store keeps the named properties of a page's entities, all when names is nil. An entity that is on two pages was changed meanwhile, and
// the later one counts.
func store(ctx context.Context, db *engine.DB, table string, page []engine.Entity, names []string) error {
	list := make([]engine.BulkEntity, 0, min(len(page), engine.MaxBulk))
	for i, e := range page {
		properties := e.Properties()
		if names != nil {
			properties = slices.DeleteFunc(properties, func(p engine.Property) bool { return !slices.Contains(names, p.Name) })
		}
		list = append(list, engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: properties})
		if len(list) < engine.MaxBulk && i < len(page)-1 {
			continue
		}
		done, err := db.Bulk(ctx, table, list, engine.ReplaceExisting)
		if err != nil {
			return err
		}
		if len(done.Refused) > 0 { // the service has what no service should have
			return done.Refused[0].Err
		}
		list = list[:0]
	}
	return nil
}

// pause lets others run; its error ends the work.
func (o *Options) pause(ctx context.Context) error {
	if o.Yield != nil {
		if err := o.Yield(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (o *Options) tell(p Progress) {
	if o.Progress != nil {
		o.Progress(p)
	}
}
