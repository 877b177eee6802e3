package connection

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// listened is a service that counts its connections.
func listened(t *testing.T, secure bool, h http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var opened atomic.Int64
	s := httptest.NewUnstartedServer(h)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	if secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s, &opened
}

func sendTo(t *Transport, ctx context.Context, method, address, body string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	if body == "" {
		r.Body, r.GetBody = http.NoBody, nil
	}
	answer, err := t.RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	return string(b), err
}

// Ensure that one connection does for many requests, one after the other, encrypted or not, with bodies of all kinds.
func TestTransport_Reuse(t *testing.T) {
	for _, secure := range []bool{false, true} {
		s, opened := listened(t, secure, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			switch r.URL.Path {
			case "/none":
				w.WriteHeader(http.StatusNoContent)
			case "/chunks":
				io.WriteString(w, "chunk")
				w.(http.Flusher).Flush()
				io.WriteString(w, strings.Repeat("s", 100<<10))
			default:
				w.Write(body)
			}
		})
		transport := NewTransport()
		if secure {
			transport.tls.RootCAs = s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
			transport.tls.InsecureSkipVerify = false
		}
		for range 3 {
			for path, want := range map[string]int{"/none": 0, "/chunks": 100<<10 + 5, "/echo": 70000} {
				got, err := sendTo(transport, t.Context(), "POST", s.URL+path, strings.Repeat("b", 70000))
				if err != nil || len(got) != want {
					t.Errorf("%s: %d bytes, %v", path, len(got), err)
				}
				if _, err := sendTo(transport, t.Context(), "HEAD", s.URL+path, ""); err != nil {
					t.Error(err)
				}
			}
		}
		if n := opened.Load(); n != 1 {
			t.Errorf("secure %v: %d connections", secure, n)
		}
		transport.CloseIdleConnections()
		if _, err := sendTo(transport, t.Context(), "GET", s.URL+"/echo", ""); err != nil || opened.Load() != 2 {
			t.Errorf("after closing: %v, %d connections", err, opened.Load())
		}
	}
}

// Ensure that a certificate of nobody's is refused, and that the error says so.
func TestTransport_Certificate(t *testing.T) {
	s, _ := listened(t, true, func(http.ResponseWriter, *http.Request) {})
	s.Config.ErrorLog = nil
	if _, err := sendTo(NewTransport(), t.Context(), "GET", s.URL, ""); err == nil || !strings.Contains(err.Error(), "tls:") {
		t.Errorf("%v", err)
	}
}

// Ensure that a connection that the service closed meanwhile is replaced: for a read always, for a write when that is seen before
// anything is sent; and that no write is ever sent twice.
func TestTransport_ClosedMeanwhile(t *testing.T) {
	var mutex sync.Mutex
	var methods []string
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var first atomic.Bool
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				b := make([]byte, 4<<10)
				for {
					n, err := conn.Read(b)
					if err != nil {
						return
					}
					method, _, _ := strings.Cut(string(b[:n]), " ")
					mutex.Lock()
					methods = append(methods, method)
					mutex.Unlock()
					if method == "DROP" || first.Swap(false) {
						return // without an answer
					}
					io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
					if method == "LAST" {
						return
					}
				}
			}()
		}
	}()
	address := "http://" + listener.Addr().String()
	transport := NewTransport()
	send := func(method string) error {
		_, err := sendTo(transport, t.Context(), method, address, "")
		return err
	}
	for _, method := range []string{"GET", "LAST", "GET", "LAST", "GET"} {
		if err := send(method); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
	}
	if err := send("LAST"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond) // the end of the connection is on its way
	if err := send("PUT"); err != nil {
		t.Errorf("a write on a connection that is seen to be closed: %v", err)
	}
	first.Store(true)
	if err := send("PUT"); err == nil {
		t.Error("a write without an answer has no error")
	}
	if err := send("GET"); err != nil {
		t.Error(err)
	}
	first.Store(true)
	if err := send("GET"); err != nil {
		t.Errorf("a read is not sent again: %v", err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if got := strings.Join(methods, " "); strings.Count(got, "PUT") != 2 {
		t.Errorf("the service saw %s", got)
	}
}

// Ensure that the context ends a request at every point, and that a body that is left does not come into the next answer.
func TestTransport_Context(t *testing.T) {
	release := make(chan struct{})
	s, _ := listened(t, false, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/header":
			<-release
		case "/body":
			io.WriteString(w, strings.Repeat("x", 10<<10))
			w.(http.Flusher).Flush()
			<-release
		default:
			io.WriteString(w, "next")
		}
	})
	defer close(release)
	transport := NewTransport()
	for _, path := range []string{"/header", "/body"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if got, err := sendTo(transport, ctx, "GET", s.URL+path, ""); err == nil {
			t.Errorf("%s: %d bytes and no error", path, len(got))
		} else if path == "/header" && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", path, err)
		}
		cancel()
		r, _ := http.NewRequest("GET", s.URL+"/body", nil)
		answer, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if got, err := sendTo(transport, t.Context(), "GET", s.URL+"/next", ""); err != nil || got != "next" {
			t.Errorf("after %s: %q %v", path, got, err)
		}
	}
}

// Ensure that https goes by the environment's proxy where there is one, and http never; and that the proxy resolves no name but
// those of the services themselves: it gets the address that was judged here in place of any other, and none that no account can
// have.
func TestTransport_Proxy(t *testing.T) {
	s, _ := listened(t, true, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "behind, for "+r.Host) })
	plain, _ := listened(t, false, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "direct") })
	var mutex sync.Mutex
	var asked []string
	proxy, _ := listened(t, false, func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		asked = append(asked, r.Method+" "+r.Host)
		mutex.Unlock()
		if r.Host != "198.18.0.1:443" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		there, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		here, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() {
			io.Copy(there, here)
			there.Close()
		}()
		io.Copy(here, there)
		here.Close()
	})
	transport := NewTransport()
	transport.tls.RootCAs = s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	t.Cleanup(transport.CloseIdleConnections)
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport.proxyFor = func(*http.Request) (*url.URL, error) { return at, nil }
	transport.resolve = func(_ context.Context, _, host string) ([]netip.Addr, error) {
		known := map[string][]netip.Addr{
			"example.com":   {netip.MustParseAddr("198.18.0.1")}, // the certificate of httptest is for it
			"other.example": {netip.MustParseAddr("198.18.0.1")},
			"evil.example":  {netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("64:ff9b::169.254.169.254")},
		}
		if ip, err := netip.ParseAddr(host); err == nil {
			return []netip.Addr{ip}, nil
		}
		if known[host] == nil {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		return known[host], nil
	}
	for _, test := range []struct{ address, asked, got, err string }{
		{"https://acct.table.core.windows.net/Tables", "CONNECT acct.table.core.windows.net:443", "", "Forbidden"},
		{"https://example.com/Tables", "CONNECT 198.18.0.1:443", "behind, for example.com", ""},
		{"https://other.example/Tables", "CONNECT 198.18.0.1:443", "", "certificate"},
		{"https://evil.example/Tables", "", "", "not an address that an account can have"},
		{"https://169.254.169.254/Tables", "", "", "not an address that an account can have"},
		{"https://[fd00:ec2::254]/Tables", "", "", "not an address that an account can have"},
		{"https://unknown.example/Tables", "", "", "no such host"},
		{"https://evil-core.windows.net/Tables", "", "", "no such host"},
		{plain.URL, "", "direct", ""},
	} {
		asked = nil
		got, err := sendTo(transport, t.Context(), "GET", test.address, "")
		if got != test.got || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) || strings.Join(asked, " ") != test.asked {
			t.Errorf("%s: %q %v; the proxy is asked %q", test.address, got, err, asked)
		}
	}
}
