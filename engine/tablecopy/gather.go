package tablecopy

import (
	"context"
	"slices"

	"rangefinder/engine"
)

// Gather reads what a query returns of a table, all pages of it, into memory. The next page is read while one is stored. It returns how
// many requests that took, also when there is an error. Errors: those of the service, of opt.Yield, and the context's.
func Gather(ctx context.Context, from engine.Service, table string, q engine.Query, opt Options) (*engine.Snapshot, int, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	db := engine.Open(engine.Options{Now: opt.Now})
	if err := db.CreateTable(ctx, table); err != nil {
		return nil, 0, err
	}
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
			return nil, requests, got.err
		}
		if err := opt.pause(ctx); err != nil {
			return nil, requests, err
		}
		if next = nil; got.page.Next.Valid {
			requests++
			following := q
			following.From = got.page.Next
			next = ask(following)
		}
		if err := store(ctx, db, table, got.page.Entities, q.Select); err != nil {
			return nil, requests, err
		}
		read += len(got.page.Entities)
		opt.tell(Progress{Phase: Reading, Done: read, Requests: requests})
	}
	s, err := db.Snapshot(table)
	return s, requests, err
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
