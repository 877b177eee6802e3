package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablerest"
	"rangefinder/server/tableauth"
)

// serveTables runs an endpoint on a free port until the test ends.
func serveTables(t *testing.T, tables *Tables) (base string, stop func() error) {
	t.Helper()
	listener, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- ServeTables(ctx, listener, tables) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { stop() })
	return "http://" + listener.Addr().String(), stop
}

// Ensure that the engine behind the endpoint, spoken to over TCP with signed requests, is a Service like any other.
func TestTables_Conformance(t *testing.T) {
	known := tableauth.WellKnownAccount()
	enginetest.RunService(t, func(t *testing.T) engine.Service {
		base, _ := serveTables(t, openTables(t, TablesConfig{}))
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		return &tablerest.Client{URL: base + "/" + known.Name, Doer: tablerest.HTTPDoer{Client: &http.Client{Transport: transport}, Sign: func(r *http.Request) error {
			tableauth.SignSharedKeyLite(r, known.Name, known.Keys[0], time.Now())
			return nil
		}}}
	})
}

// Ensure that a stop lets a running request end and takes no more.
func TestServeTables_Stop(t *testing.T) {
	known := tableauth.WellKnownAccount()
	tables := openTables(t, TablesConfig{Data: t.TempDir()})
	base, stop := serveTables(t, tables)
	c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const body = `{"TableName":"Movies"}`
	r := httptest.NewRequest("POST", base+"/devstoreaccount1/Tables", nil)
	r.RequestURI = r.URL.RequestURI()
	r.Header.Set("Content-Type", "application/json")
	tableauth.SignSharedKey(r, known.Name, known.Keys[0], time.Now())
	fmt.Fprintf(c, "POST /devstoreaccount1/Tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: application/json\r\nx-ms-date: %s\r\nAuthorization: %s\r\nContent-Length: %d\r\n\r\n%s",
		r.Header.Get("X-Ms-Date"), r.Header.Get("Authorization"), len(body), body[:10])
	for tables.gate.taken.Load() == 0 { // until it is in flight
		time.Sleep(time.Millisecond)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for {
		other, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			break // the port is closed
		}
		other.Close()
	}
	io.WriteString(c, body[10:])
	answer, err := io.ReadAll(c)
	if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 201 ")) {
		t.Errorf("%s %v", answer, err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// Ensure that nothing that comes over a connection, however broken, makes the server fail: it is refused, and the next is
// answered.
func TestServeTables_BrokenRequests(t *testing.T) {
	known := tableauth.WellKnownAccount()
	var notes bytes.Buffer
	base, stop := serveTables(t, openTables(t, TablesConfig{Log: slog.New(slog.NewTextHandler(&notes, nil))}))
	signed := func(method, path string) string {
		r := &http.Request{Method: method, Header: http.Header{}, RequestURI: path, URL: &url.URL{}}
		tableauth.SignSharedKeyLite(r, known.Name, known.Keys[0], time.Now())
		return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAccept: application/json\r\nx-ms-date: %s\r\nAuthorization: %s\r\n", method, path, r.Header.Get("X-Ms-Date"), r.Header.Get("Authorization"))
	}
	const jsonBody = "Content-Type: application/json\r\nContent-Length: "
	for name, raw := range map[string]string{
		"no request":              "\x00\x01\x02\r\n\r\n",
		"no host":                 "GET /devstoreaccount1/Tables HTTP/1.1\r\n\r\n",
		"bad escape":              "GET /devstoreaccount1/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
		"control character":       "GET /devstoreaccount1/a\x01 HTTP/1.1\r\nHost: a\r\n\r\n",
		"header without a name":   "GET /devstoreaccount1/Tables HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
		"headers without end":     "GET /devstoreaccount1/Tables HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 200<<10),
		"URL without end":         "GET /devstoreaccount1/" + strings.Repeat("x", 200<<10),
		"two lengths":             "POST /devstoreaccount1/Tables HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
		"invalid UTF-8 in a path": signed("GET", "/devstoreaccount1/Movies(PartitionKey='%ff',RowKey='')") + "\r\n",
		"bad escape in a query":   signed("GET", "/devstoreaccount1/Movies?$filter=%zz") + "\r\n",
		"long URL":                signed("GET", "/devstoreaccount1/Movies?$filter="+strings.Repeat("x", 70<<10)) + "\r\n",
		"no JSON":                 signed("POST", "/devstoreaccount1/Tables") + jsonBody + "3\r\n\r\n{]}",
		"invalid UTF-8 in JSON":   signed("POST", "/devstoreaccount1/Tables") + jsonBody + "17\r\n\r\n{\"TableName\":\"\xff\"}",
		"body too long":           signed("POST", "/devstoreaccount1/Tables") + jsonBody + "999999999999\r\n\r\n{",
		"chunks without end":      signed("POST", "/devstoreaccount1/Tables") + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n" + strings.Repeat(" ", 5<<20),
		"no multipart":            signed("POST", "/devstoreaccount1/$batch") + "Content-Type: multipart/mixed; boundary=a\r\nContent-Length: 4\r\n\r\n--a\n",
	} {
		c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		go io.WriteString(c, raw) // the server need not read all of it
		line := make([]byte, len("HTTP/1.1 400"))
		if _, err := io.ReadFull(c, line); err != nil || line[9] != '4' {
			t.Errorf("%s: %q %v", name, line, err)
		}
		c.Close()
	}
	c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, signed("GET", "/devstoreaccount1/Tables")+"\r\n")
	if answer, err := io.ReadAll(c); err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 200 ")) {
		t.Errorf("%s %v", answer, err)
	}
	if err := stop(); err != nil || notes.Len() > 0 {
		t.Errorf("%v\n%s", err, notes.String())
	}
}
