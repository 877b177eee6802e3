package tableauth

import (
	"context"
	"crypto/subtle"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// MaxSkew is how far the date of a signed request may be from the clock, either way.
const MaxSkew = 15 * time.Minute

// Verifier knows an account and says what the sender of a request to it may do.
type Verifier struct {
	Account Account
	// Policies returns the stored access policies of a table, named in lower case; nil is none.
	Policies func(ctx context.Context, table string) ([]tablerest.AccessPolicy, error)
	Now      func() time.Time // time.Now when nil
	// Debug puts the string to sign into the detail of the error for a wrong signature.
	Debug bool
}

// Verify returns what the sender of a request may do; nil is everything. The request is as it came: what was stripped from its
// URL is found in its RequestURI. Errors: InvalidAuthenticationInfo, AuthenticationFailed, InvalidQueryParameterValue, and
// the Authorization mismatches of a SAS that is genuine but not for this request.
func (v *Verifier) Verify(r *http.Request) (*tablerest.Limit, *engine.Error) {
	p, err := parseSAS(r.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	values := r.Header["Authorization"]
	switch {
	case len(values) > 1 || len(values) == 1 && p.has:
		return nil, tablerest.Errorf(tablerest.InvalidAuthenticationInfo, "The request is signed more than once.")
	case len(values) == 1:
		return nil, v.verifyHeader(r, values[0])
	case !p.has:
		return nil, failed("The request is not signed.")
	case p.tn != "" && p.ss == "" && p.srt == "":
		return v.verifyTable(r, &p)
	case p.tn == "" && p.ss != "":
		return v.verifyAccount(r, &p)
	}
	return nil, failed("The signature is neither one of a table, with tn, nor one of an account, with ss and srt.")
}

func (v *Verifier) now() time.Time {
	if v.Now == nil {
		return time.Now()
	}
	return v.Now()
}

// verifyHeader checks SharedKey and SharedKeyLite.
func (v *Verifier) verifyHeader(r *http.Request, value string) *engine.Error {
	s, account, signature, ok := parseAuthorization(value)
	if !ok {
		return tablerest.Errorf(tablerest.InvalidAuthenticationInfo, "The Authorization header has the form SharedKey account:signature or SharedKeyLite account:signature.")
	}
	if strings.TrimSuffix(account, secondarySuffix) != v.Account.Name {
		return failed("The request is signed for another account than the one it is sent to.")
	}
	date := signingDate(r)
	if date == "" {
		return failed("The request has neither x-ms-date nor Date.")
	}
	sent, failure := http.ParseTime(date)
	if failure != nil {
		return failed("The date of the request is not one like %s.", http.TimeFormat)
	}
	if skew := v.now().Sub(sent).Abs(); skew > MaxSkew {
		return failed("The date of the request is %v from the clock here; %v is the most.", skew.Round(time.Second), MaxSkew)
	}
	path := wirePath(r)
	plain := withoutSecondary(path, v.Account.Name)
	texts := []string{stringToSign(s, r, date, v.Account.Name, plain)}
	if plain != path {
		// Clients sign the plain name of the account in both places; some sign what they send, in one place or in both.
		texts = append(texts, stringToSign(s, r, date, v.Account.Name, path), stringToSign(s, r, date, v.Account.Name+secondarySuffix, path))
	}
	return v.compare(signature, texts...)
}

// compare refuses a signature that no key of the account makes of any of the texts. It takes as long for a wrong one as for
// a right one.
func (v *Verifier) compare(signature string, texts ...string) *engine.Error {
	same := 0
	for _, key := range v.Account.Keys {
		for _, text := range texts {
			same |= subtle.ConstantTimeCompare([]byte(key.Sign(text)), []byte(signature))
		}
	}
	switch {
	case same == 1:
		return nil
	case v.Debug:
		return failed("The signature is not one of this account's. The string to sign is %s", strconv.Quote(texts[0]))
	}
	return failed("The signature is not one of this account's.")
}

// verifyTable checks a SAS of a table.
func (v *Verifier) verifyTable(r *http.Request, p *sasParameters) (*tablerest.Limit, *engine.Error) {
	if err := p.checkTable(); err != nil {
		return nil, asError(err)
	}
	if err := v.compare(p.sig, p.tableString(v.Account.Name)); err != nil {
		return nil, err
	}
	policy, err := v.policy(r.Context(), p)
	if err != nil {
		return nil, err
	}
	permissions, start, expiry, err := p.withPolicy(policy)
	if err != nil {
		return nil, err
	}
	if err := checkWindow(v.now(), start, expiry); err != nil {
		return nil, err
	}
	if err := p.checkTransport(r.TLS != nil, remoteAddress(r)); err != nil {
		return nil, err
	}
	return p.tableLimit(permissions), nil
}

// policy returns the stored access policy that the signature names, nil when it names none.
func (v *Verifier) policy(ctx context.Context, p *sasParameters) (*tablerest.AccessPolicy, *engine.Error) {
	if p.si == "" {
		return nil, nil
	}
	if v.Policies == nil {
		return nil, failed("There is no stored access policy of that name.")
	}
	policies, err := v.Policies(ctx, strings.ToLower(p.tn))
	if err != nil {
		return nil, asError(err)
	}
	for i := range policies {
		if policies[i].ID == p.si {
			return &policies[i], nil
		}
	}
	return nil, failed("There is no stored access policy of that name.")
}

// verifyAccount checks a SAS of an account.
func (v *Verifier) verifyAccount(r *http.Request, p *sasParameters) (*tablerest.Limit, *engine.Error) {
	if err := p.checkAccount(); err != nil {
		return nil, asError(err)
	}
	if err := v.compare(p.sig, p.accountString(v.Account.Name)); err != nil {
		return nil, err
	}
	_, start, expiry, err := p.withPolicy(nil)
	if err != nil {
		return nil, err
	}
	if err := checkWindow(v.now(), start, expiry); err != nil {
		return nil, err
	}
	if err := p.checkTransport(r.TLS != nil, remoteAddress(r)); err != nil {
		return nil, err
	}
	if strings.IndexByte(p.ss, 't') < 0 {
		return nil, tablerest.Errorf(tablerest.AuthorizationServiceMismatch, "The signature's ss does not hold t, for tables.")
	}
	return p.accountLimit(), nil
}

// remoteAddress returns where a request comes from; the zero Addr when that is not known.
func remoteAddress(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr()
}

func asError(err error) *engine.Error {
	if e, ok := err.(*engine.Error); ok {
		return e
	}
	return engine.Errorf(engine.InternalError, "The stored access policies cannot be read.")
}
