package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/server"
	"rangefinder/server/budget"
	"rangefinder/server/connection"
	"rangefinder/server/faults"
	"rangefinder/server/tableauth"
	"rangefinder/server/workspacefile"
)

// tablesOptions are the flags of serve that are about the Table endpoint.
type tablesOptions struct {
	listen      string // "off": no endpoint
	data        string
	seed        string // a file
	beginAnew   bool   // where the log is missing
	accounts    string // a file
	wellKnown   bool
	log         string // a file, "-" for the error output
	deny        texts
	debug       bool
	deleteDelay time.Duration
	profile     filterlang.Profile
	units       float64
	faults      texts
	faultSeed   uint64

	wanted bool // one of these was given: without the endpoint serve fails
}

// accountsVariable is the environment variable that holds accounts with their keys.
const accountsVariable = "RANGEFINDER_ACCOUNTS"

// texts collects a flag that may be given several times.
type texts []string

func (t *texts) String() string { return fmt.Sprint(*t) }

func (t *texts) Set(value string) error {
	*t = append(*t, value)
	return nil
}

func (o *tablesOptions) register(flags *flag.FlagSet) {
	flags.StringVar(&o.listen, "tables", "127.0.0.1:10002", "`address` of the Table endpoint, host:port; off for none")
	flags.StringVar(&o.data, "data", "", "`directory` that keeps the tables; without it they are gone when the server ends")
	flags.StringVar(&o.seed, "seed", "", "`file` that the first account begins with, a workspace file or another with entities and their keys; POST /api/reset on the page's port brings it back, for test suites")
	flags.BoolVar(&o.beginAnew, "begin-anew", false, "begin without tables also in a directory whose log is missing; without it the server does not start there")
	flags.StringVar(&o.accounts, "accounts", "", "`file` of accounts, one name:key or name:key:key a line, readable by its owner only; or give them in "+accountsVariable)
	flags.BoolVar(&o.wellKnown, "allow-well-known-key", false, "accept "+tableauth.WellKnownName+", and any account with the key that everybody knows, also from other machines and under any host name")
	flags.StringVar(&o.log, "log", "", "`file` that gets a line of JSON for each request to the Table endpoint; - for the error output")
	flags.Var(&o.deny, "deny", "`classes` of queries to answer with an error: full-scan, partition-range, whole-partition, row-range, with all that read more; Table=class for one table; may be repeated")
	flags.Var(&choice{"storage", profileFlag(&o.profile)}, "profile", "`engine` that the endpoint behaves as: storage (Azure Table storage) or cosmos (Azure Cosmos DB for Table: other order, limits and charges)")
	flags.Float64Var(&o.units, "request-units", 0, "request `units` a second, by a model, above which --profile cosmos answers 429; 0 for no limit")
	flags.Var(&o.faults, "fault", "`rule` of faults on purpose, to test what an application does about them: lose 1/20 POST, drop 1/100, delay 200ms, throttle 500/s, pages 10, etag 1/50; may be repeated")
	flags.Uint64Var(&o.faultSeed, "fault-seed", 1, "`number` that decides which requests meet a fault of a share such as 1/20: the same seed, the same faults")
	flags.BoolVar(&o.debug, "debug", false, "tell in refusals what was wrong with which value, and what a wrong signature should have signed")
	flags.DurationVar(&o.deleteDelay, "delete-delay", 0, "how long the name of a deleted table is not free again; the service takes some 40s")
}

func isTablesFlag(name string) bool {
	return slices.Contains([]string{"tables", "data", "seed", "begin-anew", "accounts", "allow-well-known-key", "log", "deny", "delete-delay", "profile", "request-units", "fault", "fault-seed"}, name)
}

// endpoint is the Table endpoint, or none when tables is nil.
type endpoint struct {
	tables   *server.Tables
	listener net.Listener
	log      io.Closer // may be nil
	data     string
}

// config returns what the flags say of the endpoint; without accounts when there is to be none. Its errors are mistakes in the
// flags and in what they name, and show no key.
func (o *tablesOptions) config(hosts []string) (server.TablesConfig, error) {
	c := server.TablesConfig{Data: o.data, BeginAnew: o.beginAnew, Hosts: hosts, AnyHost: o.wellKnown, Debug: o.debug, DeleteDelay: o.deleteDelay}
	if o.listen == "off" {
		if o.data != "" || o.seed != "" || o.accounts != "" || o.log != "" || len(o.deny) > 0 || len(o.faults) > 0 {
			return c, errors.New("--data, --seed, --accounts, --log, --deny and --fault are about the Table endpoint, which --tables off leaves out")
		}
		return c, nil
	}
	if !(o.units >= 0) || o.units > 0 && o.profile != filterlang.Cosmos {
		return c, fmt.Errorf("--request-units: %v is not taken; it is a rate of --profile cosmos, 0 or more", o.units)
	}
	c.Profile, c.RequestUnits = o.profile, o.units
	if o.beginAnew && o.data == "" {
		return c, errors.New("--begin-anew is about the directory that --data names")
	}
	var err error
	if c.Faults, err = faults.New(o.faults, o.faultSeed); err != nil {
		return c, fmt.Errorf("--fault: %w", err)
	}
	if o.seed != "" {
		if c.Seed, err = readSeed(o.seed); err != nil {
			return c, fmt.Errorf("--seed: %w", err)
		}
	}
	if c.Budget, err = budget.Parse(o.deny...); err != nil {
		return c, fmt.Errorf("--deny: %w", err)
	}
	if err := c.Budget.CheckFor(o.profile); err != nil {
		return c, fmt.Errorf("--deny: %w", err)
	}
	c.Accounts, err = o.configured()
	return c, err
}

// readSeed reads the tables of a file.
func readSeed(path string) (*engine.Image, error) {
	ctx := context.Background()
	f, size, found, err := inspected(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var db *engine.DB
	if found.Format == interchange.Workspace {
		db, err = workspacefile.Read(ctx, f)
	} else {
		var in *fileReading
		if in, err = new(fileKeys).reading(found, "", path); err == nil {
			db, err = in.open(ctx, f, size, found)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db.Image(), nil
}

// openEndpoint opens the tables and their port. A port in use is an error only when the endpoint was asked for.
func openEndpoint(ctx context.Context, o tablesOptions, c server.TablesConfig, stderr io.Writer) (*endpoint, error) {
	e := &endpoint{data: c.Data}
	if o.listen == "off" {
		return e, nil
	}
	var err error
	e.listener, err = server.Listen(o.listen)
	if _, used := errors.AsType[*server.PortInUse](err); used && !o.wanted {
		c.Log.Warn("there is no Table endpoint, because "+err.Error()+"; give it another with --tables, or --tables off", "address", o.listen)
		return e, nil
	}
	if err != nil {
		return nil, advise(err, "--tables")
	}
	switch o.log {
	case "":
	case "-":
		c.Access = stderr
	default:
		f, err := os.OpenFile(o.log, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("--log: %w", err), e.close())
		}
		c.Access, e.log = f, f
	}
	if len(o.faults) > 0 {
		c.Log.Warn("requests meet faults on purpose", "rules", strings.Join(o.faults, "; "), "seed", o.faultSeed)
	}
	c.Address = address("http", e.listener.Addr(), "")
	if e.tables, err = server.OpenTables(ctx, c); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// close ends the endpoint after its last request.
func (e *endpoint) close() error {
	var failed error
	if e.listener != nil {
		e.listener.Close() // it may be closed already
	}
	if e.tables != nil {
		failed = e.tables.Close()
	}
	if e.log != nil {
		failed = errors.Join(failed, e.log.Close())
	}
	return failed
}

// announce prints what to put into a connection string, keys aside.
func (e *endpoint) announce(w io.Writer) {
	if e.tables == nil {
		return
	}
	kept := "in memory"
	if e.data != "" {
		kept = "kept in " + e.data
	}
	for _, name := range e.tables.Accounts() {
		fmt.Fprintf(w, "TableEndpoint=%s%s (%s)\n", address("http", e.listener.Addr(), ""), name, kept)
	}
}

// configured returns the accounts to serve. Its errors show no key.
func (o *tablesOptions) configured() ([]tableauth.Account, error) {
	accounts, err := tableauth.ParseAccounts(os.Getenv(accountsVariable))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", accountsVariable, err)
	}
	if o.accounts != "" {
		text, err := connection.ReadPrivate(o.accounts)
		if err != nil {
			return nil, fmt.Errorf("--accounts: %w", err)
		}
		more, err := tableauth.ParseAccounts(text)
		if err != nil {
			return nil, fmt.Errorf("--accounts: %s: %w", o.accounts, err)
		}
		for _, a := range more {
			if slices.ContainsFunc(accounts, func(b tableauth.Account) bool { return a.Name == b.Name }) {
				return nil, fmt.Errorf("--accounts: account %s is in %s and in %s", a.Name, accountsVariable, o.accounts)
			}
			accounts = append(accounts, a)
		}
	}
	own := slices.ContainsFunc(accounts, func(a tableauth.Account) bool { return a.Name == tableauth.WellKnownName })
	if !own && (o.wellKnown || server.IsLoopback(o.listen)) {
		accounts = append([]tableauth.Account{tableauth.WellKnownAccount()}, accounts...)
	}
	if i := slices.IndexFunc(accounts, tableauth.Account.WellKnown); i >= 0 && !o.wellKnown && !server.IsLoopback(o.listen) {
		return nil, fmt.Errorf("--tables: account %s has the key that everybody knows, and %s can be reached from other machines: give the account a key of its own, or allow the key with --allow-well-known-key",
			accounts[i].Name, o.listen)
	}
	if len(accounts) == 0 {
		return nil, fmt.Errorf("--tables: %s can be reached from other machines, where everybody knows the well-known key: give accounts of your own in %s or with --accounts FILE, or allow the key with --allow-well-known-key",
			o.listen, accountsVariable)
	}
	return accounts, nil
}
