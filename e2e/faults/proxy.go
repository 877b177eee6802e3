// Package faults puts a bad line between a client and a service of tables: a proxy that loses requests and answers, cuts answers
// short, answers for the service that it is busy or failed, and takes its time. In reading order:
//
//	proxy.go        Proxy and what it does to requests
//	client.go       the two ends: a client that retries through the proxy, and one that asks the service itself
//	sync_test.go    pull, change on both sides and push through it, before Azurite and before our own endpoint
package faults

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Fault is what can happen to a request.
type Fault uint8

// The faults.
const (
	LostRequest Fault = iota // the connection breaks before the service hears of it
	LostAnswer               // the connection breaks when the service has done it
	CutAnswer                // the connection breaks in the middle of the answer
	Busy                     // 503, and nothing done
	FailedDone               // 500, though done
	Slow                     // a few milliseconds more, nothing else
	faults
)

// Share is how many of 1,000 requests have each fault.
type Share [faults]int

// Even returns a share of n in 1,000 requests with each of the faults that break something.
func Even(n int) Share { return Share{n, n, n, n, n, 0} }

// Counts are what a proxy has seen.
type Counts struct {
	Requests int // that came
	Faults   int // of them, had one that breaks something
	Written  int // operations that the service did, those of transactions one by one
}

// Proxy is a server before a service. It takes one request at a time into account, so that the same requests in the same order
// have the same faults.
type Proxy struct {
	URL string // in place of the service's

	upstream  *url.URL
	transport *http.Transport
	listener  net.Listener
	server    *http.Server

	mu     sync.Mutex
	random *rand.Rand
	share  Share
	counts Counts
}

// Listen starts a proxy on a free port of the loopback interface before the account at an address. Close ends it.
func Listen(account string, seed uint64, share Share) (*Proxy, error) {
	u, err := url.Parse(account)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		URL: "http://" + l.Addr().String() + u.Path, upstream: u, listener: l, random: rand.New(rand.NewPCG(seed, 0)), share: share,
		transport: &http.Transport{MaxIdleConnsPerHost: 16, DisableCompression: true},
	}
	p.server = &http.Server{Handler: p}
	go p.server.Serve(l)
	return p, nil
}

// Close stops the proxy and breaks its connections.
func (p *Proxy) Close() error {
	p.transport.CloseIdleConnections()
	return p.server.Close()
}

// Set changes the share of requests that go wrong.
func (p *Proxy) Set(share Share) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.share = share
}

// Counts returns what it has seen.
func (p *Proxy) Counts() Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counts
}

// draw decides what becomes of a request.
func (p *Proxy) draw() (f Fault, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts.Requests++
	n := p.random.IntN(1000)
	for f := range p.share {
		if n -= p.share[f]; n < 0 {
			if Fault(f) != Slow {
				p.counts.Faults++
			}
			return Fault(f), true
		}
	}
	return 0, false
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	fault, faulty := p.draw()
	switch {
	case !faulty:
	case fault == LostRequest:
		hangUp(w)
		return
	case fault == Busy:
		fail(w, 503, "ServerBusy")
		return
	case fault == Slow:
		time.Sleep(3 * time.Millisecond)
	}
	answer, content, err := p.forward(r, body)
	if err != nil {
		hangUp(w)
		return
	}
	p.note(r, answer, content)
	switch {
	case faulty && fault == LostAnswer:
		hangUp(w)
		return
	case faulty && fault == FailedDone:
		fail(w, 500, "OperationTimedOut")
		return
	}
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	if answer.StatusCode == http.StatusNoContent {
		w.Header().Del("Content-Length")
	}
	if faulty && fault == CutAnswer {
		if len(content) == 0 {
			hangUp(w)
			return
		}
		w.WriteHeader(answer.StatusCode)
		w.Write([]byte(content[:len(content)/2]))
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(answer.StatusCode)
	io.WriteString(w, content)
}

// forward asks the service, whose name the client has signed for: only the address differs.
func (p *Proxy) forward(r *http.Request, body []byte) (*http.Response, string, error) {
	out := r.Clone(context.WithoutCancel(r.Context())) // the service does what it was asked, whoever waits
	out.URL.Scheme, out.URL.Host = p.upstream.Scheme, p.upstream.Host
	out.RequestURI = ""
	out.Body, out.ContentLength = io.NopCloser(strings.NewReader(string(body))), int64(len(body))
	if len(body) == 0 {
		out.Body = http.NoBody
	}
	answer, err := p.transport.RoundTrip(out)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	return answer, string(content), err
}

// note counts what the service has written.
func (p *Proxy) note(r *http.Request, answer *http.Response, content string) {
	n := 0
	switch {
	case r.Method == http.MethodGet || answer.StatusCode >= 300:
	case strings.HasSuffix(r.URL.Path, "/$batch"):
		if !strings.Contains(content, "HTTP/1.1 4") && !strings.Contains(content, "HTTP/1.1 5") {
			n = strings.Count(content, "HTTP/1.1 20")
		}
	default:
		n = 1
	}
	p.mu.Lock()
	p.counts.Written += n
	p.mu.Unlock()
}

// hangUp breaks the connection without an answer.
func hangUp(w http.ResponseWriter) {
	c, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetLinger(0) // with a reset, as a line does
	}
	c.Close()
}

func fail(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"odata.error":{"code":%q,"message":{"lang":"en-US","value":"The line is bad."}}}`, code)
}
