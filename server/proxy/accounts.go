package proxy

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/server/connection"
)

// Account is an account as the page is told of it: app/port's Account, whose fields it has. Nothing in it is secret.
type Account struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	Live     bool   `json:"live"`
	Endpoint string `json:"endpoint"`
	Auth     string `json:"auth"`
	Durable  bool   `json:"durable"`
	Writes   bool   `json:"writes"`
	Locked   bool   `json:"locked"`
	Typed    bool   `json:"typed"`
	Label    string `json:"label"`
	Emulator bool   `json:"emulator"`
	Profile  string `json:"profile,omitempty"` // "cosmos" of Azure Cosmos DB for Table

	// Connection is the connection string of an account of the server's own with the key that everybody knows, "" of any other.
	Connection string `json:"connection,omitempty"`
}

// ProfileOf names the engine that answers where that is not Azure Table storage's.
func ProfileOf(p filterlang.Profile) string {
	if p == filterlang.Cosmos {
		return p.String()
	}
	return ""
}

// Path is where the page finds an account, relative to its own address.
func Path(name string) string { return "api/accounts/" + name }

// account is an account and its lock.
type account struct {
	Name   string
	label  string
	typed  bool
	signs  connection.Account
	locked bool // for good
	writes atomic.Bool
	slots  chan struct{} // one for each request that the service has not answered yet: an account that hangs holds up no other
}

func newAccount(e connection.Entry, c Config, typed bool) *account {
	a := &account{Name: e.Name, label: e.Label, typed: typed, signs: e.Account, slots: make(chan struct{}, c.MaxRequests)}
	a.signs.Scheme = c.Scheme
	a.locked = e.Account.ReadOnly()
	a.writes.Store(c.AllowWrites && !a.locked)
	return a
}

func (a *account) described() Account {
	return Account{Name: a.Name, Path: Path(a.Name), Live: true, Endpoint: a.signs.URL(), Auth: a.signs.Auth(), Durable: true,
		Writes: a.writes.Load(), Locked: a.locked, Typed: a.typed, Label: a.label, Emulator: a.signs.IsLocal(), Profile: ProfileOf(engine.ProfileOf(a.signs.URL()))}
}

func (a *account) lockedRefusal() *refusal {
	if a.locked {
		return &refusal{AccountIsLocked, "The signature that the account " + a.Name + " is reached with permits no writes."}
	}
	return &refusal{AccountIsLocked, "The account " + a.Name + " is read-only until its lock is opened."}
}

// Accounts returns the accounts in the order they came.
func (p *Proxy) Accounts() []Account {
	p.mutex.RLock()
	defer p.mutex.RUnlock()
	out := make([]Account, 0, len(p.order))
	for _, a := range p.order {
		out = append(out, a.described())
	}
	return out
}

// Connection is what the page gives of an account: app/port's Connection.
type Connection struct {
	Name   string `json:"name"`
	String string `json:"connectionString"`
	Entra  bool   `json:"entra"`
	Label  string `json:"label"`
}

// Bounds of what the page may give.
const (
	maxTyped = 100 // accounts
	maxLabel = connection.MaxName
)

// taken reports whether an account has that name; p.mutex is held.
func (p *Proxy) taken(name string) bool {
	return p.accounts[name] != nil || slices.Contains(p.config.Taken, name)
}

// Connect adds an account that the page gives, after a request that has to succeed. What it refuses is not kept.
func (p *Proxy) Connect(ctx context.Context, c Connection) (Account, error) {
	e := connection.Entry{Name: c.Name, Label: c.Label}
	var err error
	if c.Entra {
		e.Account, err = connection.ParseEntra(c.String, p.config.Tokens)
	} else {
		e.Account, err = connection.Parse(c.String)
	}
	switch {
	case err != nil:
		return Account{}, failure(InvalidConnection, "%s", sentence(err.Error()))
	case c.Name != "" && !connection.ValidName(c.Name):
		return Account{}, failure(InvalidConnection, "The name of an account is letters, digits, '-' and '_', at most %d.", connection.MaxName)
	case len(c.Label) > maxLabel || !utf8.ValidString(c.Label) || strings.ContainsFunc(c.Label, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return Account{}, failure(InvalidConnection, "The label is a short text, at most %d bytes.", maxLabel)
	}
	if e.Name, err = p.free(e); err != nil {
		return Account{}, err
	}
	a := newAccount(e, p.config, true)
	if err := p.try(ctx, a); err != nil {
		return Account{}, err
	}
	if err := p.add(a); err != nil {
		return Account{}, failure(NameTaken, "%s", sentence(err.Error()))
	}
	return a.described(), nil
}

// free returns the name that an account gets: the one it was given, or its own with a number when that is taken.
func (p *Proxy) free(e connection.Entry) (string, error) {
	p.mutex.RLock()
	defer p.mutex.RUnlock()
	typed := 0
	for _, a := range p.order {
		if a.typed {
			typed++
		}
	}
	switch {
	case typed >= maxTyped:
		return "", failure(InvalidConnection, "There are %d connections already; forget one of them first.", maxTyped)
	case e.Name != "" && p.taken(e.Name):
		return "", failure(NameTaken, "Another account is named %s.", e.Name)
	case e.Name != "":
		return e.Name, nil
	}
	return p.numbered(e.Account.Name), nil
}

// numbered returns a name with a number when it is taken; p.mutex is held.
func (p *Proxy) numbered(own string) string {
	name := own
	for n := 2; p.taken(name); n++ {
		name = fmt.Sprintf("%.56s-%d", own, n)
	}
	return name
}

// tryPatience bounds the request that tries a connection.
const tryPatience = 30 * time.Second

// permitted are errors that say that the signature is right and permits something else than what was asked.
var permitted = []string{"AuthorizationPermissionMismatch", "AuthorizationResourceTypeMismatch"}

// try sends one request that reads next to nothing.
func (p *Proxy) try(ctx context.Context, a *account) error {
	ctx, cancel := context.WithTimeout(ctx, tryPatience)
	defer cancel()
	path := "/Tables"
	if table := a.signs.Table(); table != "" {
		path = "/" + url.PathEscape(table) + "()"
	}
	doer := a.signs.Doer(p.config.Transport)
	answer, err := doer.Do(ctx, tablerest.Request{Method: http.MethodGet, URL: a.signs.URL() + path + "?$top=1", Header: []tablerest.Field{
		{Name: "Accept", Value: defaultAccept}, {Name: "DataServiceVersion", Value: dataVersion}, {Name: "x-ms-version", Value: serviceVersion}}})
	host := a.signs.Endpoint.Host
	if signIn, ok := errors.AsType[*connection.SignInError](err); ok {
		p.config.Log.Warn("a request could not be signed", "account", a.Name, "error", a.signs.Redact(signIn.Error()))
		return failure(SignInFailed, "The server could not sign in with Entra ID; what it prints says why.")
	}
	if err != nil {
		return failure(UpstreamUnreachable, "%s cannot be reached: %s.", host, reason(err))
	}
	code, message := tablerest.ReadError(answer.Body)
	message, _, _ = strings.Cut(message, "\n")
	switch {
	case answer.Status == http.StatusOK && strings.HasPrefix(passedType(answer.Get("Content-Type")), "application/json"), slices.Contains(permitted, code):
		return nil
	case connection.IsNotTaken(code, message):
		return failure(shortText(code), "%s", sentence(a.signs.WhyNotTaken(time.Now())))
	case code != "" && answer.Status >= 400:
		return failure(shortText(code), "%s refuses: %s", host, a.signs.Redact(shortText(message)))
	}
	return failure(UpstreamRefused, "%s answered with status %d and nothing of the protocol. Is it a Table endpoint?", host, answer.Status)
}

// shortText is a text of a service, which may be hostile.
func shortText(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError || r >= 0x7f && r <= 0x9f {
			return -1
		}
		return r
	}, fmt.Sprintf("%.300s", text))
}

// Forget drops an account that Connect added.
func (p *Proxy) Forget(name string) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	a := p.accounts[name]
	switch {
	case a == nil:
		return failure(AccountNotFound, "There is no account %.70q here.", name)
	case !a.typed:
		return failure(OperationNotAllowed, "The server was started with the account %s; it cannot be forgotten from here.", name)
	}
	delete(p.accounts, name)
	p.order = slices.DeleteFunc(p.order, func(b *account) bool { return b == a })
	return nil
}

// AllowWrites opens or closes the lock of an account.
func (p *Proxy) AllowWrites(name string, writes bool) (Account, error) {
	a := p.lookup(name)
	switch {
	case a == nil:
		return Account{}, failure(AccountNotFound, "There is no account %.70q here.", name)
	case a.locked && writes:
		return Account{}, failure(AccountIsLocked, "%s", a.lockedRefusal().message)
	}
	a.writes.Store(writes)
	return a.described(), nil
}

// Error is why a connection was refused.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Message }

func failure(code, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// sentence makes one of an error's text.
func sentence(text string) string {
	text = strings.ToUpper(text[:1]) + text[1:]
	if strings.HasSuffix(text, "?") {
		return text
	}
	return strings.TrimSuffix(text, ".") + "."
}
