package connection

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"
)

// Limits of connections to services.
const (
	maxAnswerHeader = 64 << 10 // bytes of an answer before its body, preliminary answers included
	maxIdle         = 64       // connections kept for one endpoint
	idlePatience    = time.Minute
	dialPatience    = 10 * time.Second
	maxNamed        = 64 // names that have a Transport of their own behind a proxy
)

// Transport sends requests to services: on connections of its own, kept open, by HTTP/1.1. It follows no redirect, keeps no
// cookies, asks for no compression, bounds the headers of answers, and connects to no address that no account can have, such as
// those at which machines of clouds find their secrets. A request is sent by the goroutine that asks and its answer read by it,
// which costs half of what net/http's own Transport does; only where the environment names a proxy for https that one is used.
type Transport struct {
	dialer   net.Dialer
	tls      *tls.Config
	proxied  *http.Transport
	proxyFor func(*http.Request) (*url.URL, error)
	resolve  func(ctx context.Context, network, host string) ([]netip.Addr, error) // of what a proxy is asked for

	mutex sync.Mutex
	idle  map[endpoint][]*wire       // those used last are last
	named map[string]*http.Transport // proxied's copies for names that a proxy gets an address in place of
}

// endpoint is where a connection goes.
type endpoint struct {
	secure  bool
	address string // host:port
}

// NewTransport returns a Transport without connections.
func NewTransport() *Transport {
	t := &Transport{
		dialer:   net.Dialer{Timeout: dialPatience, KeepAlive: 30 * time.Second, Control: judgeDialled},
		tls:      &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, ClientSessionCache: tls.NewLRUClientSessionCache(32)},
		proxyFor: http.ProxyFromEnvironment,
		resolve:  net.DefaultResolver.LookupNetIP,
		idle:     map[endpoint][]*wire{},
		named:    map[string]*http.Transport{},
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	t.proxied = &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return t.proxyFor(r) },
		DialContext:            t.dialer.DialContext,
		TLSHandshakeTimeout:    dialPatience,
		MaxResponseHeaderBytes: maxAnswerHeader,
		MaxIdleConnsPerHost:    maxIdle,
		IdleConnTimeout:        idlePatience,
		DisableCompression:     true,
		Protocols:              protocols,
	}
	return t
}

// errStale is the error of a connection that the service closed while nobody used it.
var errStale = errors.New("the service closed the connection")

// RoundTrip implements http.RoundTripper. A read whose connection turns out to be closed is sent again on a new one.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	to := endpoint{secure: r.URL.Scheme == "https", address: r.URL.Host}
	if r.URL.Port() == "" {
		to.address = net.JoinHostPort(r.URL.Hostname(), map[bool]string{false: "80", true: "443"}[to.secure])
	}
	if to.secure {
		if proxy, err := t.proxyFor(r); err != nil || proxy != nil {
			return t.roundTripProxied(r)
		}
	}
	ctx := r.Context()
	again := r.ContentLength == 0 && (r.Method == http.MethodGet || r.Method == http.MethodHead)
	if w := t.take(to, again); w != nil {
		answer, err := w.exchange(r)
		if !errors.Is(err, errStale) || !again || ctx.Err() != nil {
			return answer, because(ctx, err)
		}
	}
	w, err := t.dial(ctx, to)
	if err != nil {
		return nil, because(ctx, err)
	}
	answer, err := w.exchange(r)
	return answer, because(ctx, err)
}

// roundTripProxied sends a request by the environment's proxy.
func (t *Transport) roundTripProxied(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), dialPatience)
	defer cancel()
	to, err := behindProxy(ctx, t.resolve, r.URL)
	if err != nil {
		return nil, because(r.Context(), err)
	}
	host := r.URL.Hostname()
	if name, _, _ := net.SplitHostPort(to); name == host {
		return t.proxied.RoundTrip(r)
	}
	out, u := *r, *r.URL
	u.Host, out.URL = to, &u
	if out.Host == "" {
		out.Host = r.URL.Host
	}
	return t.forName(host).RoundTrip(&out)
}

// forName returns what sends requests to an address in place of that name, whose certificate the service there has to have.
func (t *Transport) forName(name string) *http.Transport {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if known := t.named[name]; known != nil {
		return known
	}
	if len(t.named) >= maxNamed {
		t.forgetNamed()
	}
	own := t.proxied.Clone()
	own.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, ServerName: name, RootCAs: t.tls.RootCAs}
	t.named[name] = own
	return own
}

// forgetNamed drops what forName made; t.mutex is held.
func (t *Transport) forgetNamed() {
	for _, own := range t.named {
		own.CloseIdleConnections()
	}
	clear(t.named)
}

// because returns the context's error in place of what came of it.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (t *Transport) dial(ctx context.Context, to endpoint) (*wire, error) {
	conn, err := t.dialer.DialContext(ctx, "tcp", to.address)
	if err != nil {
		return nil, err
	}
	w := &wire{transport: t, to: to, conn: conn, socket: conn}
	if to.secure {
		host, _, _ := net.SplitHostPort(to.address)
		config := t.tls.Clone()
		config.ServerName = host
		secure := tls.Client(conn, config)
		ctx, cancel := context.WithTimeout(ctx, dialPatience)
		defer cancel()
		if err := secure.HandshakeContext(ctx); err != nil {
			conn.Close()
			return nil, fmt.Errorf("tls: %w", err)
		}
		w.conn = secure
	}
	w.prepare()
	return w, nil
}

// take returns a kept connection for a request, nil when there is none. again tells that the request can be sent again.
func (t *Transport) take(to endpoint, again bool) *wire {
	for {
		t.mutex.Lock()
		kept := t.idle[to]
		if len(kept) == 0 {
			t.mutex.Unlock()
			return nil
		}
		w := kept[len(kept)-1]
		t.idle[to] = kept[:len(kept)-1]
		t.mutex.Unlock()
		w.expiry.Stop()
		if !w.stale(again) {
			return w
		}
		w.conn.Close()
	}
}

// keep keeps a connection for the next request, for a while.
func (t *Transport) keep(w *wire) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	kept := t.idle[w.to]
	if len(kept) >= maxIdle {
		w.conn.Close()
		return
	}
	w.since = time.Now()
	if w.expiry == nil {
		w.expiry = time.AfterFunc(idlePatience, w.expire)
	} else {
		w.expiry.Reset(idlePatience)
	}
	t.idle[w.to] = append(kept, w)
}

// CloseIdleConnections closes the connections that nobody uses.
func (t *Transport) CloseIdleConnections() {
	t.proxied.CloseIdleConnections()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.forgetNamed()
	for to, kept := range t.idle {
		for _, w := range kept {
			w.expiry.Stop()
			w.conn.Close()
		}
		delete(t.idle, to)
	}
}

var _ http.RoundTripper = (*Transport)(nil)
