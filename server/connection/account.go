package connection

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rangefinder/server/tableauth"
)

// Account is an account of the service and what signs for it. However it is printed, no secret shows.
type Account struct {
	Name       string   // that is signed for
	Endpoint   *url.URL // of its tables, without a slash at the end
	Secondary  *url.URL // the read-only copy, nil when none is known
	Credential Credential
	Scheme     Scheme // of signatures with a key
}

// Scheme is how a key signs.
type Scheme uint8

// The schemes. Most clients of tables use the first.
const (
	SharedKeyLite Scheme = iota
	SharedKey
)

func (s Scheme) String() string { return [...]string{"SharedKeyLite", "SharedKey"}[s] }

// ParseScheme reads the name of a scheme, in any case.
func ParseScheme(text string) (Scheme, error) {
	for _, s := range []Scheme{SharedKeyLite, SharedKey} {
		if strings.EqualFold(text, s.String()) {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%.40q is no way to sign: SharedKeyLite or SharedKey", text)
}

// Auth says how requests are authorized: "SharedKeyLite", "SharedKey", "SAS" or "Entra ID".
func (a *Account) Auth() string {
	if a.Credential.kind() == withKey {
		return a.Scheme.String()
	}
	return a.Credential.kind().String()
}

// URL returns the address of the primary endpoint, without a slash at the end.
func (a *Account) URL() string { return a.Endpoint.String() }

// IsLocal reports whether the endpoint is on this machine.
func (a *Account) IsLocal() bool { return isLocal(a.Endpoint) }

// IsCosmos reports whether the account is of Cosmos DB for Table.
func (a *Account) IsCosmos() bool { return isCosmos(a.Endpoint) }

// Table returns the one table that the account's signature is for, "" when it is for all.
func (a *Account) Table() string {
	if s := a.Credential.sas(); s != nil {
		return s.table
	}
	return ""
}

// ReadOnly reports whether the account's signature permits no write whatsoever.
func (a *Account) ReadOnly() bool {
	s := a.Credential.sas()
	return s != nil && s.readOnly()
}

// Valid returns from when until when the account's signature is good, as it says itself; zero times for what it does not say, and for
// keys and tokens.
func (a *Account) Valid() (from, until time.Time) {
	if s := a.Credential.sas(); s != nil {
		return sasTime(s.from), sasTime(s.until)
	}
	return time.Time{}, time.Time{}
}

// foreignAddress is the error of a request that does not go to the account.
type foreignAddress struct{ account, host string }

func (e *foreignAddress) Error() string {
	return fmt.Sprintf("a request to %s is not signed for the account %s", e.host, e.account)
}

// SignInError is the error of an account that no token could be had for. Its text may hold what the means to sign in say, for the
// person who runs the program; it is not for the page.
type SignInError struct{ Err error }

func (e *SignInError) Error() string { return e.Err.Error() }

// Unwrap returns the error of signing in.
func (e *SignInError) Unwrap() error { return e.Err }

// Sign authorizes a request that is about to be sent: it dates and signs it, or adds the token or the SAS. It is called afresh
// for each attempt, with a request that it was not called with before. The path of the URL must be the one that goes over the
// wire. Errors: the URL is not below the account's endpoints, or a *SignInError.
func (a *Account) Sign(r *http.Request) error {
	if !below(r.URL, a.Endpoint) && (a.Secondary == nil || !below(r.URL, a.Secondary)) {
		return &foreignAddress{a.Name, r.URL.Host}
	}
	switch c := a.Credential.secret; a.Credential.kind() {
	case withKey:
		if a.Scheme == SharedKey {
			tableauth.SignSharedKey(r, a.Name, c.key, time.Now())
		} else {
			tableauth.SignSharedKeyLite(r, a.Name, c.key, time.Now())
		}
	case withSAS:
		if r.URL.RawQuery != "" {
			r.URL.RawQuery += "&"
		}
		r.URL.RawQuery += c.sas.query
		r.Header.Set("X-Ms-Date", time.Now().UTC().Format(http.TimeFormat))
	default:
		token, err := c.entra.token(r.Context())
		if err != nil {
			return &SignInError{err}
		}
		r.Header.Set("X-Ms-Date", time.Now().UTC().Format(http.TimeFormat))
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return nil
}

// below reports whether an address is an endpoint or below it.
func below(u, endpoint *url.URL) bool {
	if u.Scheme != endpoint.Scheme || u.Host != endpoint.Host || u.User != nil {
		return false
	}
	rest, ok := strings.CutPrefix(u.EscapedPath(), endpoint.Path)
	return ok && (rest == "" || rest[0] == '/')
}
