package tablesync

import (
	"context"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Pull copies what a table of a service holds into a local one, which it makes when it is not there, or brings such a copy up
// to date. Each page is one commit together with where the next begins: whatever ends a pull, the next one goes on there. Of
// an existing copy the origin must be the same, but for the name of the source. The report counts what this call did, also
// when there is an error.
//
// Errors: TableAlreadyExists for a local table that is no copy, OtherOrigin, SyncUnderWay, InvalidInput, those of the service,
// of storage, of opt.Yield, and the context's.
func Pull(ctx context.Context, db *engine.DB, remote engine.Service, table string, from Origin, opt Options) (PullReport, error) {
	from, err := from.checked()
	if err != nil {
		return PullReport{}, err
	}
	release, err := claim(db, table)
	if err != nil {
		return PullReport{}, err
	}
	defer release()
	p := &puller{ctx: ctx, db: db, remote: remote, table: table, opt: &opt}
	p.plan, _ = from.Scope.plan() // checked
	if err := p.begin(from); err != nil {
		return PullReport{}, err
	}
	err = p.run()
	p.ahead.end()
	p.report.Copy = Copy{Table: table, Origin: from}
	if k, s, failed := open(db, table); failed == nil {
		p.report.Copy = copyOf(k, &s)
	}
	return p.report, err
}

// puller is a Pull that is going on.
type puller struct {
	ctx    context.Context
	db     *engine.DB
	remote engine.Service
	table  string
	opt    *Options
	plan   *filterlang.Plan
	state  state // with the last commit
	made   bool  // the local table is there
	// gap is the sort key up to which the page says nothing of what is missing: the first page after a pull was stopped begins
	// somewhere behind the last entity that was read, and what is in between may have been written here since.
	gap    string
	fresh  bool     // nothing is known of the service
	seen   []uint64 // of a list without order: hashes of keys that are remembered, ascending in the sweep
	recent []uint64 // those that are not yet
	ahead  ahead
	report PullReport
	room   []action
	slab   edm.Slab
}

// begin finds out where to begin.
func (p *puller) begin(from Origin) error {
	fresh := state{
		Source: from.Source, Endpoint: from.Endpoint, Remote: from.Remote, Filter: from.Scope.Filter, Partitions: from.Scope.Partitions,
		Partial: true,
	}
	k, s, err := open(p.db, p.table)
	switch {
	case err == nil:
	case k == nil && isCode(err, NotACopy):
		return engine.Errorf(engine.TableAlreadyExists, "There is a table %s that is not a copy; choose another name for the copy.", p.table)
	case isCode(err, engine.TableNotFound):
		p.state, p.fresh = fresh, true
		return engine.CheckTableName(p.table)
	default:
		return err
	}
	p.made, p.fresh = true, k.Table.Len() == 0 && k.Changed() == 0
	if s.Endpoint != from.Endpoint || s.Remote != from.Remote {
		return engine.Errorf(OtherOrigin, "The table %s is a copy of %s at %s; pull %s at %s into a table of another name.",
			p.table, s.Remote, s.Endpoint, from.Remote, from.Endpoint)
	}
	if !sameScope(s.origin().Scope, from.Scope) {
		return engine.Errorf(OtherOrigin, "The table %s is a copy of another part of %s; pull this one into a table of another name.", p.table, s.Remote)
	}
	fresh.Pulled = s.Pulled
	if s.Partial && !p.opt.Restart {
		fresh = s
		fresh.Source = from.Source
		if s.From.Valid && !s.Unordered {
			p.gap = engine.LastKey
		}
	}
	p.state = fresh
	return nil
}

// run pulls in key order, and without it where the service keeps none.
func (p *puller) run() error {
	var err error = errUnordered
	if !p.state.Unordered && p.opt.profile(p.state.Endpoint).Ordered() {
		err = p.runOrdered()
	}
	if err == errUnordered {
		return p.list()
	}
	return err
}

func (p *puller) runOrdered() error {
	for p.state.Partial {
		page, low, high, err := p.read()
		if err != nil {
			return err
		}
		if p.state.After != nil {
			low = max(low, engine.AfterKey(p.state.After.sortKey()))
		}
		if err := p.page(page, low, high); err != nil {
			return err
		}
	}
	return nil
}

// read reads the next page. Its entities have sort keys in [low, high).
func (p *puller) read() (page *engine.Page, low, high string, err error) {
	if err := p.opt.pause(p.ctx); err != nil {
		return nil, "", "", err
	}
	_, low, high = p.state.origin().Scope.query(p.state.Part)
	if page, err = p.nextPage(); err == nil {
		p.opt.step(p.ctx, "page read")
	}
	return page, low, high, err
}

// page merges a page. What is known here of keys in [low, high) and up to the page's last, and is not on it, is not there.
func (p *puller) page(page *engine.Page, low, high string) error {
	entities := page.Entities
	for len(entities) > 0 && entities[0].SortKey() < low { // dealt with before the pull was stopped
		entities = entities[1:]
	}
	if p.gap != "" && len(entities) > 0 {
		p.gap = entities[0].SortKey()
	}
	from, last := low, low
	for i := range entities {
		key := entities[i].SortKey()
		if key < last || key >= high {
			return errUnordered // or others than were asked for, which the list finds out
		}
		last = engine.AfterKey(key)
	}
	if page.Next.Valid {
		high = last
	}
	p.report.Pages++
	p.state.Pages++
	for {
		c := &chunk{puller: p, low: low, high: high}
		if err := c.survey(entities); err != nil {
			return err
		}
		n := 0
		for n < len(entities) && entities[n].SortKey() < c.high {
			n++
		}
		c.entities, entities = entities[:n], entities[n:]
		next := p.state
		next.Entities += n
		if c.high < high {
			next.After = &c.last
		} else {
			next.passed(page.Next, c.entities)
			if !next.Partial {
				next.Pulled = p.opt.now()
			}
		}
		if err := c.commit(next); err != nil {
			return err
		}
		if c.high == high {
			if last > from || !page.Next.Valid {
				p.gap = ""
			}
			return nil
		}
		low = c.high
		if err := p.opt.pause(p.ctx); err != nil {
			return err
		}
	}
}

// passed makes the state that of a pull that is behind a page.
func (s *state) passed(next engine.Token, entities []engine.Entity) {
	s.From = next
	if next.Valid {
		if n := len(entities); n > 0 {
			s.After = &Key{entities[n-1].PartitionKey(), entities[n-1].RowKey()}
		}
		return
	}
	s.After = nil
	s.Part++
	if s.Part == s.origin().Scope.queries() {
		s.Part, s.Partial = 0, false
	}
}
