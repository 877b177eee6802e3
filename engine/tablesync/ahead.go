package tablesync

import (
	"context"
	"sync"

	"rangefinder/engine"
)

// ahead reads pages before a pull needs them. Where a page begins is told by the page before it, so of one query the next page can be
// read while this one is merged, and no more; of a copy of several partitions, each of which is a query, several can be read at once.
// Pages are merged in order all the same, and one that was read ahead and not merged is read again by the next pull.
type ahead struct {
	ctx     context.Context
	stop    context.CancelFunc
	reading sync.WaitGroup
	pages   map[pageAt]chan pageRead
}

// pageAt is where a page begins: in which query of the scope, and at which token.
type pageAt struct {
	part int
	from engine.Token
}

type pageRead struct {
	page *engine.Page
	err  error
}

// end ends what is still being read.
func (a *ahead) end() {
	if a.stop != nil {
		a.stop()
	}
	a.reading.Wait()
}

// nextPage returns the page that begins where the pull is, and begins to read what follows it.
func (p *puller) nextPage() (*engine.Page, error) {
	at := pageAt{p.state.Part, p.state.From}
	var page *engine.Page
	var err error
	if early, ok := p.ahead.pages[at]; ok {
		delete(p.ahead.pages, at)
		read := <-early
		page, err = read.page, read.err
	} else {
		p.report.Requests++
		page, err = p.remote.Query(p.ctx, p.state.Remote, p.queryAt(at))
	}
	if err == nil && p.opt.AtOnce > 1 {
		p.readAhead(at.part, page.Next)
	}
	return page, err
}

// readAhead begins to read the page after one of a query, and the first pages of the queries after that.
func (p *puller) readAhead(part int, next engine.Token) {
	a := &p.ahead
	if a.pages == nil {
		a.pages = map[pageAt]chan pageRead{}
		a.ctx, a.stop = context.WithCancel(p.ctx)
	}
	if next.Valid {
		p.readEarly(pageAt{part, next})
	}
	for part++; part < p.state.origin().Scope.queries() && len(a.pages) < p.opt.AtOnce; part++ {
		p.readEarly(pageAt{part: part})
	}
}

func (p *puller) readEarly(at pageAt) {
	if _, ok := p.ahead.pages[at]; ok {
		return
	}
	early := make(chan pageRead, 1)
	p.ahead.pages[at] = early
	p.report.Requests++
	query, table := p.queryAt(at), p.state.Remote // the state changes meanwhile
	p.ahead.reading.Go(func() {
		page, err := p.remote.Query(p.ahead.ctx, table, query)
		early <- pageRead{page, err}
	})
}

func (p *puller) queryAt(at pageAt) engine.Query {
	filter, _, _ := p.state.origin().Scope.query(at.part)
	return engine.Query{Filter: filter, From: at.from}
}
