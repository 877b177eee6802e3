package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/server/budget"
	"rangefinder/server/faults"
	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// TablesConfig says which accounts of tables to serve, and to whom. The zero value of every field but Accounts is usable.
type TablesConfig struct {
	Accounts []tableauth.Account

	// Address is where applications reach the accounts, such as http://127.0.0.1:10002; "" when the page need not tell.
	Address string

	// Data is the directory that keeps the tables, those of each account in a folder of its name; "" keeps them in memory.
	Data string
	// Seed is what the first account begins with when it has no tables, and what a reset brings back; nil is nothing.
	Seed *engine.Image
	// BeginAnew begins a workspace also in folders where one was whose log is gone.
	BeginAnew bool

	// Hosts are the host names, without port, under which an account with the well-known key, whatever its name, is reached, beside those of the
	// loopback interface; AnyHost allows every name. A foreign page could let its own name resolve to this machine, and
	// everybody can sign with that key. Accounts with keys of their own are reached under any name.
	Hosts   []string
	AnyHost bool

	// Profile says which service the accounts behave as: Cosmos is Azure Cosmos DB for Table, see package cosmos, with RequestUnits a
	// second, 0 for no limit; every other is Azure Table storage.
	Profile      filterlang.Profile
	RequestUnits float64

	Budget  *budget.Budget // of queries; nil denies none
	Feed    *feed.Feed     // is told of requests; may be nil
	Access  io.Writer      // gets a line of JSON for each request; may be nil
	Metrics *Metrics       // counts requests; may be nil
	Log     *slog.Logger   // what a person who runs the server should know; nil discards it

	// Faults are what is done to signed requests on purpose; nil is nothing.
	Faults *faults.Set

	// Debug adds to refusals what was wrong with which value, the string to sign of a wrong signature too.
	Debug bool

	// DeleteDelay is how long the name of a deleted table is not free again. The service takes 40 s or so.
	DeleteDelay time.Duration

	MaxRequests int              // at a time; 256 when 0
	MaxBody     int              // bytes of one body; 4 MiB when 0
	MaxBodies   int64            // bytes of all bodies at a time; 256 MiB when 0
	Now         func() time.Time // clock for signatures; time.Now when nil
}

// Tables serves accounts of tables as the Table service does: in paths that begin with the account's name, or under a host name
// that does. It is a handler for a port of its own.
type Tables struct {
	config   TablesConfig
	accounts map[string]*account
	order    []*account
	nobody   *tablerest.Handler // refuses what is sent to no account
	gate     gate
	access   slog.Handler // nil without a log
	stop     context.CancelFunc
	working  sync.WaitGroup
}

// account is one account and where its tables are kept.
type account struct {
	tableauth.Account
	wellKnown bool // the key is
	db        *engine.DB
	dir       *DataDir // nil in memory
	settings  settings
	verifier  tableauth.Verifier
	seed      atomic.Pointer[engine.Image] // what a reset brings back
	front     *cosmos.Front                // nil: Azure Table storage
	handler   *tablerest.Handler           // of signed requests
	page      *tablerest.Handler           // of the page, which signs nothing and is neither told of nor denied
}

// OpenTables opens the tables of all accounts, or none. Errors: those of the configuration, a *DataDirInUse, and those of
// reading the directory.
func OpenTables(ctx context.Context, c TablesConfig) (*Tables, error) {
	if len(c.Accounts) == 0 {
		return nil, errors.New("server: there is no account to serve")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.MaxRequests == 0 {
		c.MaxRequests = 256
	}
	if c.MaxBody == 0 {
		c.MaxBody = tablerest.MaxBody
	}
	if c.MaxBodies == 0 {
		c.MaxBodies = 256 << 20
	}
	t := &Tables{config: c, accounts: map[string]*account{}}
	t.gate = gate{slots: make(chan struct{}, c.MaxRequests), body: int64(c.MaxBody), bytes: c.MaxBodies}
	if c.Access != nil {
		t.access = newAccessLog(c.Access)
	}
	t.nobody = tablerest.NewHandler(engine.Open(engine.Options{}), t.options(""))
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	t.stop = stop
	for _, a := range c.Accounts {
		if err := t.open(ctx, background, a); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

func (t *Tables) open(ctx, background context.Context, configured tableauth.Account) error {
	name := configured.Name
	switch {
	case !tableauth.ValidName(name) || name == "healthz":
		return fmt.Errorf("%.30q cannot be the name of an account", name)
	case len(configured.Keys) == 0:
		return fmt.Errorf("account %s has no key", name)
	case t.accounts[name] != nil:
		return fmt.Errorf("account %s is given twice", name)
	}
	a := &account{Account: configured, wellKnown: configured.WellKnown()}
	options := engine.Options{DeleteDelay: t.config.DeleteDelay, BeginAnew: t.config.BeginAnew}
	if t.config.Data == "" {
		a.db = engine.Open(options)
	} else if err := a.openFolder(ctx, filepath.Join(t.config.Data, name), options, t.config.Log); err != nil {
		return err
	}
	first := len(t.order) == 0
	t.accounts[name], t.order = a, append(t.order, a)
	if err := a.sow(ctx, t.config.Seed, first, t.config.Log); err != nil {
		return err
	}
	a.settings.db = a.db
	a.verifier = tableauth.Verifier{Account: configured, Policies: a.settings.Policies, Now: t.config.Now, Debug: t.config.Debug}
	o := t.options(name)
	o.Properties, o.ACL = &a.settings, &a.settings
	var service engine.Service = a.db
	if t.config.Profile == filterlang.Cosmos {
		service, a.front = cosmos.New(a.db, 1), &cosmos.Front{Units: t.config.RequestUnits, Now: t.config.Now}
	}
	signed := service
	if t.config.Faults != nil {
		signed, o.Fault = t.config.Faults.Service(service), faults.Told
	}
	a.handler = tablerest.NewHandler(signed, o)
	o.Observe, o.Deny, o.Fault = nil, nil, nil
	a.page = tablerest.NewHandler(service, o)
	if a.dir != nil {
		t.working.Go(func() { a.tidy(background, t.config.Log) })
	}
	return nil
}

func (t *Tables) options(account string) tablerest.Options {
	o := tablerest.Options{Account: account, MaxBody: t.config.MaxBody, Debug: t.config.Debug, Observe: func(o tablerest.Observation) { t.observe(account, &o) }}
	if !t.config.Budget.IsZero() {
		o.Deny = func(table string, plan *filterlang.Plan, findings []filterlang.Finding) *engine.Error {
			if t.config.Profile == filterlang.Cosmos {
				plan = filterlang.Cosmos.Plan(plan.Filter)
				findings = filterlang.Findings(plan, nil)
			}
			return t.config.Budget.Deny(table, plan, findings)
		}
	}
	return o
}

func (a *account) openFolder(ctx context.Context, path string, options engine.Options, log *slog.Logger) error {
	dir, err := OpenDataDir(path)
	if err != nil {
		return err
	}
	db, recovery, err := dir.OpenWorkspace(ctx, options)
	if err != nil {
		return errors.Join(err, dir.Close())
	}
	a.db, a.dir = db, dir
	for _, text := range recovery.Problems() {
		log.Error(text, "directory", path)
	}
	if text := recovery.TornTail(); text != "" {
		log.Warn(text, "directory", path)
	}
	for i, d := range recovery.Damage {
		if i > 0 && recovery.Damage[i-1].Kept == d.Kept {
			continue
		}
		log.Info("what could be read was saved, and the file was kept as it was", "directory", path, "file", d.File, "kept", d.Kept)
	}
	return nil
}

// How often an account looks after its directory.
const (
	tidyEvery  = 10 * time.Second       // whether its log is worth writing anew
	watchEvery = 250 * time.Millisecond // whether it can be written
)

// tidy looks after the directory until the context ends.
func (a *account) tidy(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	told := ""
	for due := time.Now().Add(tidyEvery); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		told = a.watch(ctx, log, told)
		if time.Now().After(due) {
			a.rewrite(ctx, log)
			due = time.Now().Add(tidyEvery)
		}
	}
}

// watch recovers from what was in the way of writing, and logs what a person should know when that changes. It returns what it
// told last.
func (a *account) watch(ctx context.Context, log *slog.Logger, told string) string {
	a.db.Recover(ctx)
	switch trouble := a.trouble(); {
	case ctx.Err() != nil || trouble == told:
		return told
	case trouble != "":
		log.Error("nothing can be written", "account", a.Name, "directory", a.dir.Path(), "reason", trouble)
		return trouble
	}
	log.Info("writing works again", "account", a.Name, "directory", a.dir.Path())
	return ""
}

// trouble returns why nothing can be written, "" when all is well.
func (a *account) trouble() string {
	if a.dir != nil && a.dir.Check() != nil {
		return "The data directory, or a log in it, was deleted, moved or replaced while the server was using it. What is in the tables can be read and exported until the server ends."
	}
	return a.db.Trouble()
}

// rewrite writes the log anew if that pays.
func (a *account) rewrite(ctx context.Context, log *slog.Logger) {
	if !a.db.RewriteDue() {
		return
	}
	if err := a.db.Rewrite(ctx, nil); err != nil && ctx.Err() == nil {
		log.Error("the log could not be written anew; it goes on to grow", "account", a.Name, "error", err)
	}
}

// Close writes what is to be written and gives the directories free. No request may be in flight.
func (t *Tables) Close() error {
	t.stop()
	t.working.Wait()
	var failed error
	for _, a := range t.order {
		failed = errors.Join(failed, a.db.Close())
		if a.dir != nil {
			failed = errors.Join(failed, a.dir.Close())
		}
	}
	return failed
}

// Accounts returns the names of the accounts, in the order they were configured.
func (t *Tables) Accounts() []string {
	var names []string
	for _, a := range t.order {
		names = append(names, a.Name)
	}
	return names
}

// Connection returns the connection string of an account with the well-known key; "" of another one.
func (t *Tables) Connection(account string) string {
	a := t.accounts[account]
	if a == nil {
		return ""
	}
	return t.connection(a)
}

// health answers whether the tables can be read and written.
func (t *Tables) health(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	for _, a := range t.order {
		if trouble := a.trouble(); trouble != "" {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintf(w, "%s: %s\n", a.Name, trouble)
			return
		}
	}
	io.WriteString(w, "ok\n")
}
