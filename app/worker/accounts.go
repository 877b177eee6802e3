package worker

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker/accounts"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// live is what a page's server keeps of accounts behind the page's server. The zero value is ready.
type live struct {
	mu      sync.Mutex
	policy  tablerest.Policy
	tallies map[[2]string]*accounts.Tally // by account and table, lower-cased
}

// maxTallies bounds how many tables it knows the properties of.
const maxTallies = 100

// tallyOf returns the tally of everything that was read of a table.
func (l *live) tallyOf(source, table string) *accounts.Tally {
	key := [2]string{source, strings.ToLower(table)}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.tallies[key]
	if t == nil {
		if len(l.tallies) >= maxTallies || l.tallies == nil {
			l.tallies = map[[2]string]*accounts.Tally{}
		}
		t = &accounts.Tally{}
		l.tallies[key] = t
	}
	return t
}

func (l *live) policyNow() tablerest.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.policy
}

// retry sets how requests of this page are tried again.
func (j *Job) retry(req wire.RetryRequest) (wire.Done, error) {
	j.live.mu.Lock()
	defer j.live.mu.Unlock()
	j.live.policy = req.Policy
	return wire.Done{}, nil
}

// Account is a client of an account behind the server for one request of the page.
type Account struct {
	tablerest.Client
	retrier tablerest.Retrier

	// What follows is of the last request, so whoever sends several at once does not read it.
	mu       sync.Mutex
	requests int     // sent, attempts included
	attempts int     // of the last
	id       string  // of the last
	told     bool    // the last answer tells what it read
	charge   float64 // request units of the last, 0 when it tells none
}

func (j *Job) Account(source string) (*Account, error) {
	if j.cfg.Remote == nil {
		return nil, &wire.Failure{Code: wire.NoAccounts, Message: "This page was not loaded from a Rangefinder server, so it can reach no accounts."}
	}
	client, err := j.cfg.Remote(j.Ctx, source)
	if err != nil {
		return nil, Answered(j.Ctx, err)
	}
	a := &Account{Client: client}
	a.retrier = tablerest.Retrier{
		Doer:    client.Doer,
		Policy:  j.live.policyNow,
		Timeout: attemptTimeout,
		Now:     j.Now,
		Observe: func(x tablerest.Exchange) {
			a.mu.Lock()
			a.requests++
			a.mu.Unlock()
			j.server.exchanged(source, x)
		},
		Waiting: func(p tablerest.Pause) {
			j.wait(wire.Waiting{Attempt: p.Attempt, Code: p.Code, Status: p.Status, Wait: p.Wait.Milliseconds()})
		},
	}
	a.Client.Doer = a
	return a, nil
}

// attemptTimeout is how long one attempt at a request may take. The service gives itself 30 s.
const attemptTimeout = 90 * time.Second

// Do implements tablerest.Doer: it keeps what the answer tells besides its body.
func (a *Account) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	answer, err := a.retrier.Do(ctx, r)
	if err == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.attempts, a.id, a.told = answer.Attempts, answer.Get("x-ms-request-id"), answer.Get("x-rangefinder-plan") != ""
		a.charge, _ = strconv.ParseFloat(answer.Get(tablerest.ChargeHeader), 64)
	}
	return answer, err
}

// Sent is how many requests there were.
func (a *Account) Sent() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests
}

// Charge is the request units of its last request, 0 when the answer told none.
func (a *Account) Charge() float64 { return a.charge }

// Answered turns what came of a request into what the person is told.
func Answered(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	if _, ok := errors.AsType[*engine.Error](err); ok { // that of an UnknownOutcome too
		return err
	}
	if _, ok := errors.AsType[*engine.UnknownOutcome](err); ok {
		return err
	}
	if _, ok := errors.AsType[*wire.Failure](err); ok {
		return err
	}
	if errors.Is(err, port.ErrSilent) {
		return &wire.Failure{Code: wire.ServerSilent, Message: "The server that this page came from does not answer."}
	}
	return &wire.Failure{Code: wire.NoAnswer, Message: "No answer came from the account.", Detail: err.Error()}
}

// Uncounted refuses what only reading the whole table could tell.
func Uncounted() *wire.Failure {
	return &wire.Failure{
		Code:    string(engine.NotImplemented),
		Message: "The service does not count. Run the query: what it reads is counted as it comes.",
	}
}

// tablesLive lists the tables of an account. It does not try again by itself: nothing shows such waits, nor stops them.
func (j *Job) tablesLive(req wire.SourceRequest) (*wire.TablesReply, error) {
	a, err := j.Account(req.Source)
	if err != nil {
		return nil, err
	}
	a.retrier.Policy = func() (once tablerest.Policy) { return }
	r := &wire.TablesReply{Tables: []wire.TableInfo{}, Heap: heapInUse()}
	after := ""
	for range maxTablePages {
		page, err := a.Tables(j.Ctx, after, 0)
		if err != nil {
			return nil, Answered(j.Ctx, err)
		}
		for _, name := range page.Names {
			r.Tables = append(r.Tables, wire.TableInfo{Name: name, Entities: wire.Unknown, Partitions: wire.Unknown, Bytes: wire.Unknown})
		}
		if page.Next == "" || page.Next == after {
			break
		}
		after = page.Next
	}
	return r, nil
}

// maxTablePages bounds how many pages of tables are read, of 1,000 each.
const maxTablePages = 100

// Remembered returns a table of what was read whole of an account's table; nil when nothing was.
func (j *Job) Remembered(source, table string) (*engine.Snapshot, error) {
	return j.live.tallyOf(source, table).Table(j.Ctx)
}

// createLive makes a table in an account.
func (j *Job) createLive(req wire.TableRequest) (wire.Done, error) {
	a, err := j.Account(req.Source)
	if err == nil {
		err = Answered(j.Ctx, a.CreateTable(j.Ctx, req.Table))
	}
	return wire.Done{}, err
}

// deleteLive removes a table of an account and the results that were read from it.
func (j *Job) deleteLive(req wire.TableRequest) (wire.Done, error) {
	a, err := j.Account(req.Source)
	if err != nil {
		return wire.Done{}, err
	}
	if err := a.DeleteTable(j.Ctx, req.Table); err != nil {
		return wire.Done{}, Answered(j.Ctx, err)
	}
	j.shared.drop(req.Source, req.Table)
	return wire.Done{}, nil
}

// entityLive reads an entity of an account.
func (j *Job) entityLive(req wire.KeyRequest) (*wire.EntityReply, error) {
	a, err := j.Account(req.Source)
	if err != nil {
		return nil, err
	}
	e, err := a.Get(j.Ctx, req.Table, req.PartitionKey, req.RowKey)
	if err != nil {
		return nil, Answered(j.Ctx, err)
	}
	r := EntityReply(e)
	return &r, nil
}

// applyLive does one write in an account.
func (j *Job) applyLive(req wire.ApplyRequest, op engine.Op) (*wire.ApplyReply, error) {
	a, err := j.Account(req.Source)
	if err != nil {
		return nil, err
	}
	if _, err := a.Apply(j.Ctx, req.Table, op); err != nil {
		return nil, Answered(j.Ctx, err)
	}
	if op.Kind == engine.Delete {
		return &wire.ApplyReply{}, nil
	}
	e, err := a.Get(j.Ctx, req.Table, req.PartitionKey, req.RowKey)
	if err != nil {
		return nil, &wire.Failure{Code: wire.NotReadBack, Message: "It was written, but could not be read back. Read it again to see it as it is.", Detail: err.Error()}
	}
	return &wire.ApplyReply{Entity: EntityReply(e)}, nil
}

// explainLive answers what a plan tells by itself, with hints from the entities read so far.
func (j *Job) explainLive(req wire.QueryRequest) (*wire.ExplainReply, error) {
	plan, err := j.PlanOf(req)
	if err != nil {
		return nil, err
	}
	r := &wire.ExplainReply{
		Live: true, Entities: wire.Unknown, Partitions: wire.Unknown,
		Cost:      wire.Cost{Class: plan.Class, Examined: wire.Unknown, Partitions: wire.Unknown, Queries: 1},
		Ideal:     wire.Cost{Class: plan.IdealClass, Examined: wire.Unknown, Partitions: wire.Unknown},
		Reads:     []wire.Stretch{},
		Conjuncts: make([]wire.ConjunctCount, len(plan.Conjuncts)),
		Findings:  []wire.Finding{},
	}
	for i := range r.Conjuncts {
		r.Conjuncts[i].Keys = wire.Unknown
	}
	census := j.live.tallyOf(req.Source, req.Table).Census()
	budget := maxCosted
	for _, f := range filterlang.Findings(plan, &census) {
		out := wire.Finding{Finding: f, Costs: make([]wire.Cost, len(f.Rewrites))}
		for i, w := range f.Rewrites {
			out.Costs[i] = wire.Cost{Examined: wire.Unknown, Partitions: wire.Unknown}
			if budget -= len(w.Filters); budget >= 0 {
				out.Costs[i].Class, out.Costs[i].Queries = classOf(plan.Profile, w.Filters), len(w.Filters)
			}
		}
		r.Findings = append(r.Findings, out)
	}
	return r, nil
}

// unpredicted takes what key ranges tell from an explanation: an engine with an index of values reads something else.
func unpredicted(r *wire.ExplainReply) {
	r.Cost.Examined, r.Cost.Partitions, r.Ideal.Examined, r.Ideal.Partitions = wire.Unknown, wire.Unknown, wire.Unknown, wire.Unknown
	r.Reads, r.IdealReads = []wire.Stretch{}, []wire.Stretch{}
	for i := range r.Conjuncts {
		r.Conjuncts[i].Keys = wire.Unknown
	}
}

// classOf returns the worst class of filters.
func classOf(profile filterlang.Profile, filters []string) (class filterlang.Class) {
	for _, text := range filters {
		if e, err := filterlang.Parse(text); err == nil {
			class = max(class, profile.Plan(e).Class)
		}
	}
	return class
}

// more goes on with a result of an account.
func (j *Job) more(req wire.MoreRequest) (*wire.RunReply, error) {
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	if r.query == nil {
		return nil, wire.Invalid("Result", fmt.Sprintf("result %d has all of its pages", req.Result))
	}
	if !r.query.reading.TryLock() {
		return nil, wire.Invalid("Result", fmt.Sprintf("result %d is being read on already", req.Result))
	}
	defer r.query.reading.Unlock()
	return j.readOn(r, req.Pages)
}

// AccountAt returns a client of an account that must be at an endpoint; of the page's server's own accounts there is none to
// compare.
func (j *Job) AccountAt(source, endpoint string) (*Account, error) {
	a, err := j.Account(source)
	if err == nil && endpoint != "" && strings.TrimSuffix(endpoint, "/") != a.URL {
		return nil, &wire.Failure{
			Code:    wire.AccountChanged,
			Message: "The account " + source + " is at another address now: " + a.URL + ", not " + endpoint + ".",
		}
	}
	return a, err
}

// ManyAt is accountAt for a work that has several requests under way.
func (j *Job) ManyAt(source, endpoint string) (*Account, error) {
	a, err := j.AccountAt(source, endpoint)
	if err == nil {
		a.retrier.AtOnce = AtOnce
		if _, ok := a.retrier.Doer.(interface{ TakesSeveral() }); ok {
			a.retrier.AtOnce = AtOnceJoined
			a.retrier.Doer = &tablerest.Joiner{Doer: a.retrier.Doer, URL: a.URL, Most: AtOnceJoined / 2}
			a.Brief = true
		}
	}
	return a, err
}

// AtOnce is how many requests to an account are under way at a time: a browser has six connections to a server.
const AtOnce = 6

// AtOnceJoined is atOnce of writes where the page's server takes several in one request, which costs the browser little more than one:
// half of them are carried out while the other half is made. Where it does not, or one is throttled, fewer of them are under way.
const AtOnceJoined = 12

// WritesUnderWay returns how many writes to a service are under way at a time.
func WritesUnderWay(s engine.Service) int {
	if a, ok := s.(*Account); ok {
		return a.retrier.AtOnce
	}
	return AtOnce
}

// Ended sorts out how a work ended that may have been half done: an error, that a person stopped it, or a problem.
func (j *Job) Ended(err error, did bool) (stopped bool, problem *wire.Failure, failed error) {
	switch err = Answered(j.Ctx, err); {
	case err == nil:
		return false, &wire.Failure{}, nil
	case j.Ctx.Err() != nil:
		return true, &wire.Failure{}, nil
	case did:
		return false, FailureOf(err), nil
	}
	return false, nil, err
}

// SideReply writes an entity, nil for one that is not there.
func SideReply(e engine.Entity) *wire.EntityReply {
	if e.IsZero() {
		return nil
	}
	r := EntityReply(e)
	return &r
}
