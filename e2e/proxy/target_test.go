package proxy

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"rangefinder/app/ui"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/proxy"
	"rangefinder/web"
)

// The secrets of the accounts under attack. Nobody has them.
var (
	key       = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("very secret key!"), 4))
	signature = base64.StdEncoding.EncodeToString([]byte("0123456789abcdef>>>???0123456789"))
	token     = "eyJ-a-token-of-nobody." + strings.Repeat("token", 200)
)

// patience bounds what a test waits for. It is only reached when something is broken.
const patience = 20 * time.Second

// target is the server under attack.
type target struct {
	t       *testing.T
	host    string // host:port
	session string
	service *service
	log     *lockedBuffer
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mutex sync.Mutex
	b     bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.b.String()
}

type tokens struct{}

func (tokens) Token(context.Context, string) (string, time.Time, error) {
	return token, time.Now().Add(time.Hour), nil
}

// attacked starts a server, as serve does, with four accounts at a service: x is unlocked, locked is not, sas and roles have a
// signature and a token.
func attacked(t *testing.T, change func(*proxy.Config)) *target {
	t.Helper()
	s := newService(t)
	log := &lockedBuffer{}
	logger := slog.New(slog.NewTextHandler(log, nil))
	parse := func(name, text string) connection.Entry {
		a, err := connection.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return connection.Entry{Name: name, Account: a}
	}
	roles, err := connection.ParseEntra(s.url(), tokens{})
	if err != nil {
		t.Fatal(err)
	}
	withKey := "AccountName=acct;AccountKey=" + key + ";TableEndpoint=" + s.url()
	c := proxy.Config{AllowWrites: true, Log: logger, Tokens: tokens{}, Accounts: []connection.Entry{
		parse("x", withKey), parse("locked", withKey), {Name: "roles", Account: roles},
		parse("sas", "TableEndpoint="+s.url()+";SharedAccessSignature=sv=2019-02-02&ss=t&srt=sco&sp=rwdlacu&se=2099-01-01T00%3A00%3A00Z&sig="+signature),
	}}
	if change != nil {
		change(&c)
	}
	live, err := proxy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := live.AllowWrites("locked", false); err != nil {
		t.Fatal(err)
	}
	handler, err := server.New(server.Config{Bundle: smallBundle(t), Routes: ui.Routes, Live: live, Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.Serve(ctx, listener, handler)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		noSecret(t, "the log", log.String())
	})
	target := &target{t: t, host: listener.Addr().String(), service: s, log: log}
	target.session = target.ask("GET", "/api/session", "", "Sec-Fetch-Site", "same-origin").body
	return target
}

// smallBundle stands for the page, which is not under attack here.
func smallBundle(t *testing.T) *web.Bundle {
	t.Helper()
	record, err := json.Marshal(web.Record{GoVersion: "go1", Files: map[string]web.RecordEntry{web.ProgramName: {Size: 1, SHA256: strings.Repeat("0", 64)}}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := web.Load(fstest.MapFS{"boot.js": {Data: []byte("//")}, "worker.js": {Data: []byte("//")}}, fstest.MapFS{
		web.RecordName: {Data: record}, web.WasmExecName: {Data: []byte("//")}, web.ProgramName + ".br": {Data: []byte("x")}, web.ProgramName + ".gz": {Data: []byte("x")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// reply is an answer as it came.
type reply struct {
	status int // 0: none
	header http.Header
	body   string
	whole  bool // the body came to its end
	late   bool // nothing came any more, and the connection stayed open
}

// ask sends a request as the page does; a path begins at the server's root.
func (a *target) ask(method, path, body string, fields ...string) reply {
	a.t.Helper()
	text := method + " " + path + " HTTP/1.1\r\nHost: " + a.host + "\r\nConnection: close\r\n"
	if a.session != "" {
		text += "X-Rangefinder-Session: " + a.session + "\r\n"
	}
	if body != "" {
		text += "Content-Length: " + itoa(len(body)) + "\r\n"
	}
	for i := 0; i < len(fields); i += 2 {
		text += fields[i] + ": " + fields[i+1] + "\r\n"
	}
	return a.raw(text + "\r\n" + body)
}

// raw sends bytes on a connection of their own and reads the first answer.
func (a *target) raw(text string) reply {
	a.t.Helper()
	conn, err := net.Dial("tcp", a.host)
	if err != nil {
		a.t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	go io.WriteString(conn, text) // the server may answer before it has read all
	in := bufio.NewReader(conn)
	method, _, _ := strings.Cut(text, " ")
	response, err := http.ReadResponse(in, &http.Request{Method: method})
	if err != nil {
		return reply{late: errors.Is(err, os.ErrDeadlineExceeded)}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, string(body), err == nil, errors.Is(err, os.ErrDeadlineExceeded)}
}

// service is a service that can be told to be hostile.
type service struct {
	listener net.Listener
	mutex    sync.Mutex
	requests []string // as they came: request line and headers
	bodies   []string
	answer   func(conn net.Conn)
}

// friendly is what a service answers.
const friendly = "HTTP/1.1 200 OK\r\nContent-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8\r\nContent-Length: 12\r\nx-ms-request-id: r1\r\n\r\n{\"value\":[]}"

func newService(t *testing.T) *service {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &service{listener: listener}
	s.answers(friendly)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

func (s *service) url() string { return "http://" + s.listener.Addr().String() + "/acct" }

// answers has the service send these bytes, and then nothing.
func (s *service) answers(text string) {
	s.hostile(func(conn net.Conn) { io.WriteString(conn, text) })
}

// hostile has the service do this to each connection that it got a request on. Then the connection is closed.
func (s *service) hostile(answer func(conn net.Conn)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answer = answer
}

// serve reads one request, byte for byte, and answers.
func (s *service) serve(conn net.Conn) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	in := bufio.NewReader(conn)
	var head strings.Builder
	length := 0
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if line == "\r\n" {
			break
		}
		head.WriteString(line)
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
			length = atoi(strings.TrimSpace(value))
		}
	}
	body := make([]byte, length)
	io.ReadFull(in, body)
	s.mutex.Lock()
	s.requests, s.bodies = append(s.requests, head.String()), append(s.bodies, string(body))
	answer := s.answer
	s.mutex.Unlock()
	answer(conn)
}

// taken returns the requests that came since it was called before.
func (s *service) taken() (requests, bodies []string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	requests, bodies = s.requests, s.bodies
	s.requests, s.bodies = nil, nil
	return requests, bodies
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

func atoi(text string) (n int) {
	json.Unmarshal([]byte(text), &n)
	return n
}

// noSecret fails the test when a text holds one of the secrets, in any form that one could come in.
func noSecret(t *testing.T, where, text string) {
	t.Helper()
	for _, secret := range []string{key, key[:30], "very secret key!", signature, strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(signature), "0123456789abcdef>>>", token} {
		if strings.Contains(text, secret) {
			t.Errorf("%s holds a secret:\n%.2000s", where, text)
			return
		}
	}
}
