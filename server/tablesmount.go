package server

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/server/faults"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// ServeHTTP answers a request to the Table endpoint.
func (t *Tables) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/healthz" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		t.health(w)
		return
	}
	a, below, secondary := t.locate(r)
	if a == nil {
		err := tablerest.Errorf(tablerest.InvalidURI, "There is no such account here; an address is http://host/account/Tables.")
		err.Message += " There is no such account here: the path begins with the name of one, as in /" + t.order[0].Name + "/Tables."
		if r.Host == "" {
			err = tablerest.Errorf(tablerest.HostInformationNotPresent, "The request names no host.")
		}
		t.nobody.Refuse(w, r, err)
		return
	}
	in := stripped(r, below)
	if secondary {
		in = in.WithContext(tablerest.WithSecondary(in.Context()))
	}
	if a.wellKnown && !t.reachable(r.Host) {
		err := tablerest.Errorf(tablerest.AuthenticationFailed, "An account with the well-known key does not answer to the host name %.60q.", hostName(r.Host))
		err.Message += " The well-known key is accepted under this machine's own names only; start the server with --host and the name it is to answer to."
		a.handler.Refuse(w, in, err)
		return
	}
	if a.front != nil && a.front.Lacks(w, in) {
		return
	}
	if r.Method == http.MethodOptions {
		a.preflight(w, in)
		return
	}
	a.allowOrigin(w, r)
	limit, err := a.verifier.Verify(r)
	if err != nil {
		a.handler.Refuse(w, in, err)
		return
	}
	if limit != nil {
		in = in.WithContext(tablerest.WithLimit(in.Context(), limit))
	}
	t.config.Faults.Serve(w, in, faults.Answers{
		Next: func(w http.ResponseWriter, r *http.Request) { t.answer(w, r, a) },
		Busy: func(w http.ResponseWriter, r *http.Request) {
			a.handler.Refuse(w, r, tablerest.Errorf(tablerest.ServerBusy, "A rule of --fault throttles this request."))
		},
		Gone: func(_ http.ResponseWriter, r *http.Request) {
			t.observe(a.Name, &tablerest.Observation{Start: time.Now(), Method: r.Method, Path: r.URL.Path, Fault: faults.Told(r.Context())})
		},
	})
}

// answer answers a request that is signed and meets no fault.
func (t *Tables) answer(w http.ResponseWriter, r *http.Request, a *account) {
	if a.front != nil {
		a.front.Charge(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.gate.serve(a.handler, w, r) }), t.config.Metrics.watchRate(a.Name, w), r)
		return
	}
	t.gate.serve(a.handler, w, r)
}

// locate finds the account that a request is sent to, and the part of its path below the account. The account is nil when
// there is none of that name.
func (t *Tables) locate(r *http.Request) (a *account, below string, secondary bool) {
	host := hostName(r.Host)
	if label, _, ok := strings.Cut(host, "."); ok && net.ParseIP(host) == nil {
		if a, secondary := t.named(label); a != nil {
			return a, r.URL.Path, secondary
		}
	}
	path := strings.TrimPrefix(r.URL.Path, "/")
	name, _, _ := strings.Cut(path, "/")
	if a, secondary = t.named(name); a == nil || !strings.HasPrefix(r.URL.EscapedPath(), "/"+name) {
		return nil, "", false
	}
	return a, path[len(name):], secondary
}

const secondarySuffix = "-secondary"

// named returns the account of a name, or of the name of its secondary endpoint; nil when there is none.
func (t *Tables) named(name string) (a *account, secondary bool) {
	if a := t.accounts[name]; a != nil {
		return a, false
	}
	name, secondary = strings.CutSuffix(name, secondarySuffix)
	return t.accounts[name], secondary
}

// stripped returns the request with what is below the account for its path, "/" for nothing. RequestURI stays what came.
func stripped(r *http.Request, below string) *http.Request {
	in := new(http.Request)
	*in = *r
	in.URL = new(url.URL)
	*in.URL = *r.URL
	in.URL.RawPath = "" // nobody reads it any more
	if in.URL.Path = below; below == "" {
		in.URL.Path = "/"
	}
	return in
}

// reachable reports whether an account with the well-known key answers to a host.
func (t *Tables) reachable(host string) bool {
	name := hostName(host)
	return t.config.AnyHost || isLoopbackHost(name) || slices.Contains(t.config.Hosts, name)
}

// pageAccounts returns the accounts that the page shows. Those with keys of their own are shown only to visitors who know a
// token: on loopback any person of this machine may open the page.
func (t *Tables) pageAccounts(token bool) []proxy.Account {
	out := []proxy.Account{}
	for _, a := range t.order {
		if a.wellKnown || token {
			out = append(out, proxy.Account{Name: a.Name, Path: proxy.Path(a.Name), Durable: a.dir != nil, Writes: true, Connection: t.connection(a), Profile: proxy.ProfileOf(t.config.Profile)})
		}
	}
	return out
}

// connection is the connection string of an account with the well-known key.
func (t *Tables) connection(a *account) string {
	if !a.wellKnown || t.config.Address == "" {
		return ""
	}
	scheme, _, _ := strings.Cut(t.config.Address, ":")
	return "DefaultEndpointsProtocol=" + scheme + ";AccountName=" + a.Name + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + strings.TrimSuffix(t.config.Address, "/") + "/" + a.Name + ";"
}

// pageAccountsPath is where the page finds the accounts.
const pageAccountsPath = "/api/accounts/"

// shows reports whether the page may use an account.
func (t *Tables) shows(name string, token bool) bool {
	a := t.accounts[name]
	return a != nil && (a.wellKnown || token)
}

// servePage answers the page's own requests to an account that it may use, which come to the page's server and are not signed.
func (t *Tables) servePage(w http.ResponseWriter, r *http.Request, name string) {
	a := t.accounts[name]
	if below, ok := strings.CutPrefix(r.URL.EscapedPath(), pageAccountsPath+name); !ok || below != "" && below[0] != '/' {
		http.Error(w, "the name of an account is not written in percent-encoding", http.StatusNotFound)
		return
	}
	in := stripped(r, r.URL.Path[len(pageAccountsPath)+len(name):])
	if a.front != nil { // the page is charged and held up as every other client is
		a.front.Charge(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.gate.serve(a.page, w, r) }), w, in)
		return
	}
	t.gate.serve(a.page, w, in)
}
