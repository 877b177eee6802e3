package proxy

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"rangefinder/server/connection"
)

// Config says which accounts there are. The zero value of every field is usable.
type Config struct {
	// Accounts are there from the start and cannot be forgotten. One without a name gets its own, with a number when it is taken.
	Accounts []connection.Entry

	// Taken are names that no account may be given, because others have them.
	Taken []string

	// AllowWrites has every account begin unlocked.
	AllowWrites bool

	// Scheme is how keys sign.
	Scheme connection.Scheme

	// Tokens signs in with Entra ID for accounts that the page connects to; nil has no such accounts.
	Tokens connection.Tokens

	// Log is told of services that cannot be reached or misbehave. Nil discards it.
	Log *slog.Logger

	// Transport sends the requests; connection.NewTransport's when nil. It must not follow redirects.
	Transport http.RoundTripper

	MaxRequests int           // to one account at a time; 64 when 0
	MaxAnswer   int64         // bytes of an answer's body; connection.MaxAnswer when 0
	Idle        time.Duration // the longest pause within an answer; 30 s when 0
	Whole       time.Duration // the longest time for request and answer; 3 min when 0
}

// Proxy passes requests to live accounts. Its methods may be called from several goroutines.
type Proxy struct {
	config Config

	mutex    sync.RWMutex
	accounts map[string]*account
	order    []*account
}

// New makes the proxy of the accounts. Errors: a name is taken, twice or none.
func New(c Config) (*Proxy, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Transport == nil {
		c.Transport = connection.NewTransport()
	}
	if c.MaxRequests == 0 {
		c.MaxRequests = 64
	}
	if c.MaxAnswer == 0 {
		c.MaxAnswer = connection.MaxAnswer
	}
	if c.Idle == 0 {
		c.Idle = 30 * time.Second
	}
	if c.Whole == 0 {
		c.Whole = 3 * time.Minute
	}
	p := &Proxy{config: c, accounts: map[string]*account{}}
	for _, e := range c.Accounts {
		if e.Name == "" {
			e.Name = p.numbered(e.Account.Name)
		}
		if !connection.ValidName(e.Name) {
			return nil, fmt.Errorf("proxy: %.40q cannot be the name of an account", e.Name)
		}
		if err := p.add(newAccount(e, c, false)); err != nil {
			return nil, fmt.Errorf("proxy: %w", err)
		}
	}
	return p, nil
}

// Serve answers a request to the account of that name; path is what stands below the account in the request's path, in
// percent-encoding.
func (p *Proxy) Serve(w http.ResponseWriter, r *http.Request, name, path string) {
	a := p.lookup(name)
	if a == nil {
		refuse(w, r, refusal{AccountNotFound, fmt.Sprintf("There is no account %.70q here.", name)})
		return
	}
	defer p.recovered(a)
	out, refused := p.request(a, r, path)
	if refused != nil {
		refuse(w, r, *refused)
		return
	}
	select { // after the page's request was read: a slow page takes no slot
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	default:
		w.Header().Set("Retry-After", "1")
		refuse(w, r, refusal{ServerBusy, fmt.Sprintf("%d requests to the account %s wait for an answer already; try again when one has it.", cap(a.slots), a.Name)})
		return
	}
	p.exchange(w, r, a, out)
}

// recovered keeps a failure of the program from telling what it worked on, and ends the answer.
func (p *Proxy) recovered(a *account) {
	switch failed := recover(); failed {
	case nil:
	case http.ErrAbortHandler:
		panic(failed)
	default:
		p.config.Log.Error("the proxy failed", "account", a.Name, "panic", a.signs.Redact(fmt.Sprint(failed)), "stack", string(debug.Stack()))
		panic(http.ErrAbortHandler)
	}
}

func (p *Proxy) lookup(name string) *account {
	p.mutex.RLock()
	defer p.mutex.RUnlock()
	return p.accounts[name]
}

// errTaken is the error of a name that another account has.
var errTaken = errors.New("another account has that name")

// add adds an account. Error: errTaken.
func (p *Proxy) add(a *account) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.taken(a.Name) {
		return fmt.Errorf("%w: %s", errTaken, a.Name)
	}
	p.accounts[a.Name], p.order = a, append(p.order, a)
	return nil
}
