package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/entra"
	"rangefinder/server/workspacefile"
)

// accountOptions are the flags that say where accounts are, as serve has them, and how requests to them are tried again.
type accountOptions struct {
	flags  texts
	file   string
	scheme string
	retry  string
	atOnce int
}

func (o *accountOptions) register(flags *flag.FlagSet) {
	flags.Var(&o.flags, "account", "account `NAME=FILE`, NAME=env:VARIABLE or NAME=https://… as for serve; may be repeated; "+connection.Variable+" is an account too")
	flags.StringVar(&o.file, "connections", "", "`file` of accounts, as for serve")
	flags.StringVar(&o.scheme, "sign", connection.SharedKeyLite.String(), "how keys sign: SharedKeyLite or SharedKey")
	flags.StringVar(&o.retry, "retry", "short", "how failed requests are tried again: none; short, after 1, 2, 4, 8 and 16 s; linear, 3 times after 3 s; exponential, after 3, 30 and 90 s as old client libraries do")
	flags.IntVar(&o.atOnce, "at-once", atOnce, "`requests` to an account under way at a time, those of one partition one after the other; fewer while the service throttles")
}

// atOnce is how many requests are under way at a time. An account takes 20,000 entities a second: 14 transactions of 100 that take 70 ms
// each, 40 of them on the way. A service that is nearer or smaller throttles, and then fewer are.
const atOnce = 16

// maxAtOnce bounds --at-once.
const maxAtOnce = 64

var retryKinds = map[string]tablerest.PolicyKind{"none": tablerest.NoRetry, "short": tablerest.Short, "linear": tablerest.Linear, "exponential": tablerest.Exponential}

// remote is an account that was named, and how to speak with it.
type remote struct {
	engine.Service
	name, endpoint string
	account        connection.Account
}

// entries returns the accounts that flags and environment name. Errors show no secret.
func (o *accountOptions) entries() ([]connection.Entry, error) {
	var entries []connection.Entry
	e, ok, err := connection.FromEnvironment()
	if err != nil {
		return nil, &usageError{err.Error()}
	}
	if ok {
		entries = append(entries, e)
	}
	tokens := entra.Default()
	if o.file != "" {
		more, err := connection.ReadFile(o.file, tokens)
		if err != nil {
			return nil, &usageError{"--connections: " + err.Error()}
		}
		entries = append(entries, more...)
	}
	for _, text := range o.flags {
		e, err := connection.ParseFlag(text, tokens)
		if err != nil {
			return nil, &usageError{"--account: " + err.Error()}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// names reports whether an account has that name. It wins over a file or folder that is called so too, and that is said: a copy for an
// account must not end in a folder that happens to be there.
func (o *accountOptions) names(name string, say func(string)) bool {
	entries, err := o.entries()
	if !slices.ContainsFunc(entries, func(e connection.Entry) bool { return e.Name == name }) &&
		(err == nil || !slices.ContainsFunc(o.flags, func(flag string) bool { return strings.HasPrefix(flag, name+"=") })) {
		return false // find tells what is wrong with the accounts
	}
	if _, err := os.Stat(name); err == nil {
		say(fmt.Sprintf("%s is taken for the account; write ./%s for the file or folder", name, name))
	}
	return true
}

// find returns the account of a name. Its errors show no secret.
func (o *accountOptions) find(name string, say func(string)) (*remote, error) {
	kind, ok := retryKinds[o.retry]
	if !ok {
		return nil, &usageError{fmt.Sprintf("--retry is none, short, linear or exponential, not %.30q", o.retry)}
	}
	if o.atOnce < 1 || o.atOnce > maxAtOnce {
		return nil, &usageError{fmt.Sprintf("--at-once is a number from 1 to %d, not %d", maxAtOnce, o.atOnce)}
	}
	scheme, err := connection.ParseScheme(o.scheme)
	if err != nil {
		return nil, &usageError{"--sign: " + err.Error()}
	}
	entries, err := o.entries()
	if err != nil {
		return nil, err
	}
	var known []string
	for _, e := range entries {
		if e.Name != name {
			known = append(known, e.Name)
			continue
		}
		e.Account.Scheme = scheme
		sender := &sender{Doer: e.Account.Doer(nil)}
		doer := &tablerest.Retrier{
			Doer:   sender,
			AtOnce: o.atOnce,
			Policy: func() tablerest.Policy {
				if sender.signedOut.Load() {
					return tablerest.Policy{} // who cannot sign in cannot in a minute either
				}
				return kind.Policy()
			},
			Waiting: (&waits{name: name, say: say}).tell,
		}
		r := &remote{name: e.Name, endpoint: e.Account.URL(), account: e.Account}
		r.Service = telling{&tablerest.Client{Doer: doer, URL: e.Account.URL()}, r}
		return r, nil
	}
	text := fmt.Sprintf("there is no account %.60q: give --account %.60s=FILE with a connection string in the file%s", name, name, meant(name, "", known))
	if strings.ContainsAny(name, "=:/\\.") { // it was to be a file, or something else that no account is called
		text = fmt.Sprintf("there is no account and no file %.60q; an account is given by --account NAME=FILE, with a connection string in the file", name)
	}
	return nil, &usageError{text}
}

// waits tells what an account is waited for. Several requests that fail together wait together, so it is told once.
type waits struct {
	name string
	say  func(string)

	mutex   sync.Mutex
	attempt int // that was told last
	until   time.Time
}

// tell says that a request waits for its next attempt.
func (w *waits) tell(p tablerest.Pause) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	now := time.Now()
	if p.Attempt <= w.attempt && now.Before(w.until) {
		return
	}
	w.attempt, w.until = p.Attempt, now.Add(p.Wait)
	why := fmt.Sprintf("answers %d %s", p.Status, p.Code)
	if p.Failed != nil {
		why = fmt.Sprint("cannot be reached: ", p.Failed)
	}
	w.say(fmt.Sprintf("%s %s; attempt %d in %v, Ctrl+C stops", w.name, why, p.Attempt+1, waitText(p.Wait)))
}

// sender is a Doer that remembers whether somebody could not sign in.
type sender struct {
	tablerest.Doer
	signedOut atomic.Bool
}

// Do implements tablerest.Doer.
func (s *sender) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	answer, err := s.Doer.Do(ctx, r)
	if _, ok := errors.AsType[*connection.SignInError](err); ok {
		s.signedOut.Store(true)
	}
	return answer, err
}

// place is a database on this machine: a workspace file, which is read whole and written anew, or the data directory of an
// account, where every commit is kept at once.
type place struct {
	*engine.DB
	file *workspacefile.File // nil for a directory
	dir  *server.DataDir     // nil for a file
}

// newAccount is the account of a data directory that has none.
const newAccount = "devstoreaccount1"

// missing says that a file or folder is not there, if that is what err says.
func missing(path string, err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no file or folder %s", path)
	}
	return err
}

// has refuses a table that the place does not keep.
func (p *place) has(path, table string) error {
	_, err := p.Snapshot(table)
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableNotFound {
		return fmt.Errorf("%s has no table %s (%s)", path, table, e.Code)
	}
	return err
}

// writable refuses to write with a signature that permits none.
func (r *remote) writable() error {
	if r.account.ReadOnly() {
		return fmt.Errorf("%s: the shared access signature permits no writes; ask for one that does", r.name)
	}
	return nil
}

// access is what a place is opened for.
type access uint8

const (
	toRead access = iota
	toWrite
	toCreate // to write, and it need not be there
)

// openPlace opens what path names: a directory, or a path that ends like one, or else a file.
func openPlace(ctx context.Context, path string, to access) (*place, error) {
	create := to == toCreate
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir(), err != nil && create && strings.HasSuffix(path, string(filepath.Separator)):
		return openDir(ctx, path, create)
	case err != nil && !(create && errors.Is(err, os.ErrNotExist)):
		return nil, missing(path, err)
	}
	db, file, err := workspacefile.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if to != toRead {
		if err := file.Writable(); err != nil {
			return nil, err
		}
	}
	return &place{DB: db, file: file}, nil
}

func openDir(ctx context.Context, path string, create bool) (*place, error) {
	if create {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return nil, err
		}
	}
	dirs, err := server.DataDirs(path)
	switch {
	case err != nil:
		return nil, err
	case len(dirs) > 1:
		return nil, fmt.Errorf("%s keeps several accounts; name the folder of one: %s", path, strings.Join(dirs, ", "))
	}
	dir := dirs[0]
	if keeps, err := server.KeepsWorkspace(dir); err != nil {
		return nil, err
	} else if !keeps {
		if !create {
			return nil, fmt.Errorf("%s keeps no tables", path)
		}
		dir = filepath.Join(path, newAccount)
	}
	d, err := server.OpenDataDir(dir)
	if err != nil {
		return nil, err
	}
	db, recovery, err := d.OpenWorkspace(ctx, engine.Options{})
	if err != nil {
		d.Close()
		return nil, err
	}
	if len(recovery.Damage) > 0 {
		db.Close()
		d.Close()
		return nil, fmt.Errorf("%s is damaged; `rangefinder check %s` tells what is", dir, dir)
	}
	return &place{DB: db, dir: d}, nil
}

// close keeps what was changed, also when the work was cut off: it can then be gone on with.
func (p *place) close(changed bool) error {
	if p.dir == nil {
		if !changed {
			return nil
		}
		return p.file.Save(context.Background(), p.DB)
	}
	err := p.DB.Close()
	if closed := p.dir.Close(); err == nil {
		err = closed
	}
	return err
}

// waitText is a wait for a person: in seconds, and one shorter than a second in milliseconds.
func waitText(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second)
}
