package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
	"rangefinder/server/connection"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// attackSeed returns the seed of a random attack, and prints it: RANGEFINDER_SEED repeats one.
func attackSeed(t testing.TB) *rand.Rand {
	seed, err := strconv.ParseUint(os.Getenv("RANGEFINDER_SEED"), 10, 64)
	if err != nil {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("RANGEFINDER_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// cuttable is a kind of request that is cut. Each attempt n has entities, a table of its own: what it did can be told from what
// all others did.
type cuttable struct {
	name    string
	method  string
	path    func(n int) string
	typed   string // Content-Type
	body    func(n int) string
	prepare func(c *cutter, n int)
	// done returns how much of what the request asks for was done: 0, 1 for all, and anything else for a part of it.
	done func(c *cutter, n int) float64
}

const cutText = "so long that it takes more than one byte to write"

func entityPath(n int) string { return fmt.Sprintf("/Cuts(PartitionKey='%d',RowKey='a')", n) }

func entityBody(n int) string {
	return fmt.Sprintf(`{"PartitionKey":"%d","RowKey":"a","New":"%s"}`, n, cutText)
}

var cuttables = []cuttable{
	{name: "insert", method: "POST", path: func(int) string { return "/Cuts" }, typed: "application/json", body: entityBody, done: (*cutter).replaced},
	{name: "upsert", method: "PUT", path: entityPath, typed: "application/json", body: entityBody, prepare: (*cutter).insertOld, done: (*cutter).replaced},
	{name: "merge", method: "MERGE", path: entityPath, typed: "application/json", body: func(int) string { return `{"New":"` + cutText + `"}` }, prepare: (*cutter).insertOld, done: (*cutter).merged},
	{name: "delete", method: "DELETE", path: entityPath, prepare: (*cutter).insertOld, done: (*cutter).deleted},
	{name: "batch", method: "POST", path: func(int) string { return "/$batch" }, typed: "multipart/mixed; boundary=batch_x", body: batchBody, done: (*cutter).inserted},
	{name: "create table", method: "POST", path: func(int) string { return "/Tables" }, typed: "application/json", body: func(n int) string { return fmt.Sprintf(`{"TableName":"Table%d"}`, n) }, done: (*cutter).created},
	{name: "delete table", method: "DELETE", path: func(n int) string { return fmt.Sprintf("/Tables('Table%d')", n) }, prepare: (*cutter).createTable,
		done: func(c *cutter, n int) float64 { return 1 - c.created(n) }},
	{name: "set ACL", method: "PUT", path: func(n int) string { return fmt.Sprintf("/Table%d?comp=acl", n) }, typed: "application/xml", prepare: (*cutter).createTable,
		body: func(int) string {
			one := "<SignedIdentifier><Id>%d</Id><AccessPolicy><Expiry>2999-01-01T00:00:00Z</Expiry><Permission>r</Permission></AccessPolicy></SignedIdentifier>"
			return "<SignedIdentifiers>" + fmt.Sprintf(one+one, 1, 2) + "</SignedIdentifiers>"
		},
		done: func(c *cutter, n int) float64 {
			policies, err := c.account.settings.Policies(context.Background(), fmt.Sprintf("Table%d", n))
			if err != nil {
				c.t.Error(err)
			}
			return float64(len(policies)) / 2
		}},
	{name: "get ACL", method: "GET", path: func(int) string { return "/Cuts?comp=acl" }},
	{name: "query", method: "GET", path: func(int) string { return "/Cuts()?$filter=PartitionKey%20eq%20'fixed'" }},
	{name: "query of a missing table", method: "GET", path: func(int) string { return "/Nothing()" }},
	{name: "point get", method: "GET", path: func(int) string { return "/Cuts(PartitionKey='fixed',RowKey='a')" }},
	{name: "properties", method: "GET", path: func(int) string { return "/?restype=service&comp=properties" }},
}

func batchBody(n int) string {
	var b strings.Builder
	b.WriteString("--batch_x\r\nContent-Type: multipart/mixed; boundary=changeset_y\r\n\r\n")
	for _, row := range []string{"a", "b", "c"} {
		fmt.Fprintf(&b, "--changeset_y\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST /Cuts HTTP/1.1\r\nContent-Type: application/json\r\n\r\n"+
			`{"PartitionKey":"%d","RowKey":"%s","New":"x"}`+"\r\n", n, row)
	}
	return b.String() + "--changeset_y--\r\n--batch_x--\r\n"
}

// cutter cuts requests to one port.
type cutter struct {
	t       *testing.T
	account *account
	address string
	prefix  string                       // of paths
	head    func(r *http.Request) string // header lines that let the request in
}

func (c *cutter) insertOld(n int) {
	op := engine.Op{Kind: engine.Insert, PartitionKey: strconv.Itoa(n), RowKey: "a", Properties: []engine.Property{{Name: "Old", Value: edm.NewString("x")}}}
	if _, err := c.account.db.Apply(context.Background(), "Cuts", op); err != nil {
		c.t.Fatal(err)
	}
}

func (c *cutter) createTable(n int) {
	if err := c.account.db.CreateTable(context.Background(), fmt.Sprintf("Table%d", n)); err != nil {
		c.t.Fatal(err)
	}
}

// entity returns the names of the properties of an attempt's entity, nil when it is not there.
func (c *cutter) entity(n int, row string) map[string]bool {
	e, err := c.account.db.Get(context.Background(), "Cuts", strconv.Itoa(n), row)
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, p := range e.Properties() {
		names[p.Name] = true
	}
	return names
}

func (c *cutter) replaced(n int) float64 {
	names := c.entity(n, "a")
	return share(names["New"], names != nil && !names["Old"])
}

func (c *cutter) merged(n int) float64 {
	names := c.entity(n, "a")
	if !names["Old"] {
		return -1
	}
	return share(names["New"])
}

func (c *cutter) deleted(n int) float64 { return share(c.entity(n, "a") == nil) }

func (c *cutter) inserted(n int) float64 {
	return share(c.entity(n, "a") != nil, c.entity(n, "b") != nil, c.entity(n, "c") != nil)
}

func (c *cutter) created(n int) float64 {
	_, err := c.account.db.Get(context.Background(), fmt.Sprintf("Table%d", n), "p", "r")
	e, ok := errors.AsType[*engine.Error](err)
	return share(ok && e.Code == engine.ResourceNotFound)
}

// share returns how many of what is to be true is.
func share(done ...bool) float64 {
	n := 0
	for _, d := range done {
		if d {
			n++
		}
	}
	return float64(n) / float64(len(done))
}

// request returns what goes over the wire.
func (c *cutter) request(kind *cuttable, n int, chunked bool) string {
	path := c.prefix + kind.path(n)
	path, query, has := strings.Cut(path, "?")
	r := &http.Request{Method: kind.method, Header: http.Header{}, RequestURI: path, URL: &url.URL{Path: path, RawQuery: query}}
	target := path
	if has {
		target += "?" + query
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nAccept: application/json\r\n%s", kind.method, target, c.address, c.head(r))
	if kind.method == "DELETE" {
		b.WriteString("If-Match: *\r\n")
	}
	if kind.body == nil {
		return b.String() + "\r\n"
	}
	body := kind.body(n)
	fmt.Fprintf(&b, "Content-Type: %s\r\n", kind.typed)
	if !chunked {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
		return b.String()
	}
	b.WriteString("Transfer-Encoding: chunked\r\n\r\n")
	w := httputil.NewChunkedWriter(&b)
	for len(body) > 0 {
		k := min(len(body), 50)
		io.WriteString(w, body[:k])
		body = body[k:]
	}
	w.Close()
	return b.String() + "\r\n"
}

// The ways of cutting.
const (
	halfClose   = iota // the client stops sending and waits for an answer
	fullClose          // the client is gone
	closeAnswer        // the client sends all, and is gone in the middle of the answer
	cutWays
)

// attempt is a request that was cut, and what came back.
type attempt struct {
	kind    *cuttable
	n       int
	way     int
	whole   bool // all of the request was sent
	at      int
	chunked bool
	status  int // 0 without one
}

// cut sends a request up to a byte, and returns what came of it. An answer to a client that listens is whole or is none.
func (c *cutter) cut(kind *cuttable, n, way, at int, chunked bool) attempt {
	if kind.prepare != nil {
		kind.prepare(c, n)
	}
	raw := c.request(kind, n, chunked)
	a := attempt{kind: kind, n: n, way: way, at: at, chunked: chunked}
	send := raw[:min(at, len(raw))]
	if way == closeAnswer {
		send = raw
	}
	a.whole = len(send) == len(raw)
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(conn, send); err != nil {
		return a // the server closed the connection: it need not read all
	}
	var answer []byte
	switch way {
	case halfClose:
		conn.(*net.TCPConn).CloseWrite()
		answer, err = io.ReadAll(conn)
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			c.t.Errorf("%s cut at byte %d is neither answered nor closed", kind.name, at)
		}
	case closeAnswer:
		answer = make([]byte, at)
		k, _ := io.ReadFull(conn, answer)
		answer = answer[:k]
	}
	if len(answer) > len("HTTP/1.1 200") {
		a.status, _ = strconv.Atoi(string(answer[9:12]))
	}
	if way == halfClose && a.status != 0 {
		response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), &http.Request{Method: kind.method})
		var body []byte
		if err == nil {
			body, err = io.ReadAll(response.Body)
		}
		if err == nil && a.status == 200 && (len(body) == 0 || !strings.Contains(response.Header.Get("Content-Type"), "xml") && !json.Valid(body)) {
			err = fmt.Errorf("an empty or broken answer %q", body)
		}
		if err != nil {
			c.t.Errorf("%s cut at byte %d of %d: status %d, %v", kind.name, at, len(raw), a.status, err)
		}
	}
	return a
}

// judge holds an attempt against what is stored once the server has stopped.
func (c *cutter) judge(a *attempt) {
	where := fmt.Sprintf("%s, chunked %v, way %d, cut at byte %d", a.kind.name, a.chunked, a.way, a.at)
	if !a.whole && a.status != 0 && a.status < 400 { // net/http answers 400 to half a header
		c.t.Errorf("%s: status %d for a request that was cut", where, a.status)
	}
	if a.kind.done == nil {
		return
	}
	switch done := a.kind.done(c, a.n); {
	case done != 0 && done != 1:
		c.t.Errorf("%s: status %d, and %v of it is done", where, a.status, done)
	case done == 1 && !a.whole:
		c.t.Errorf("%s: status %d, and it was done all the same", where, a.status)
	case done == 0 && a.status >= 200 && a.status < 300:
		c.t.Errorf("%s: status %d for what is not stored", where, a.status)
	}
}

// Ensure that a request which is cut at whatever byte, or whose answer is, has a status of success only when it was done, is
// done all or not at all, and not at all when a part of it is missing: at the Table endpoint, through the page's server, and
// through the proxy of live accounts.
func TestAttack_CutRequests(t *testing.T) {
	random := attackSeed(t)
	known := tableauth.WellKnownAccount()
	for _, port := range []string{"endpoint", "page", "proxy"} {
		t.Run(port, func(t *testing.T) {
			tables := openTables(t, TablesConfig{})
			c := &cutter{t: t, account: tables.accounts[known.Name]}
			base, stop := serveTables(t, tables)
			c.address, c.prefix = strings.TrimPrefix(base, "http://"), "/"+known.Name
			c.head = func(r *http.Request) string {
				tableauth.SignSharedKeyLite(r, known.Name, known.Keys[0], time.Now())
				return "x-ms-date: " + r.Header.Get("X-Ms-Date") + "\r\nAuthorization: " + r.Header.Get("Authorization") + "\r\n"
			}
			if port != "endpoint" {
				stop = c.throughPage(tables, base, port == "proxy", stop)
			}
			db := c.account.db
			if err := db.CreateTable(context.Background(), "Cuts"); err != nil {
				t.Fatal(err)
			}
			for row := range 20 {
				op := engine.Op{Kind: engine.Insert, PartitionKey: "fixed", RowKey: string(rune('a' + row)), Properties: []engine.Property{{Name: "V", Value: edm.NewString(cutText)}}}
				if _, err := db.Apply(context.Background(), "Cuts", op); err != nil {
					t.Fatal(err)
				}
			}
			attempts := c.attempts(random)
			if err := stop(); err != nil {
				t.Error(err)
			}
			outcomes := map[string]int{}
			for i := range attempts {
				a := &attempts[i]
				c.judge(a)
				switch {
				case a.status == 0:
					outcomes["no status"]++
				default:
					outcomes[fmt.Sprint(a.status/100, "xx")]++
				}
			}
			t.Logf("%d requests and answers cut: %v", len(attempts), outcomes)
		})
	}
}

// attempts cuts every kind of request in every way: at some bytes, or, in the long form, at each byte and then at random ones.
func (c *cutter) attempts(random *rand.Rand) []attempt {
	var out []attempt
	n := 0
	for i := range cuttables {
		kind := &cuttables[i]
		for _, chunked := range []bool{false, true} {
			if chunked && kind.body == nil || chunked && c.prefix != "/devstoreaccount1" { // the page sends no chunks
				continue
			}
			length := len(c.request(kind, 100_000, chunked))
			for way := range cutWays {
				places := []int{length, length - 1, length - 3}
				for at := range length {
					if attack() && c.prefix == "/devstoreaccount1" || random.IntN(length) < 8 {
						places = append(places, at)
					}
				}
				for _, at := range places {
					n++
					out = append(out, c.cut(kind, 100_000+n, way, at, chunked))
				}
			}
		}
	}
	if !attack() {
		return out
	}
	for range 10_000 {
		n++
		kind := &cuttables[random.IntN(len(cuttables))]
		chunked := kind.body != nil && c.prefix == "/devstoreaccount1" && random.IntN(2) == 0
		at := random.IntN(len(c.request(kind, 100_000+n, chunked)) + 1)
		out = append(out, c.cut(kind, 100_000+n, random.IntN(cutWays), at, chunked))
	}
	return out
}

// throughPage puts the page's server before the endpoint: its own account, or one that the proxy signs for.
func (c *cutter) throughPage(tables *Tables, base string, live bool, stopTables func() error) (stop func() error) {
	name := tableauth.WellKnownName
	config := Config{Bundle: testBundle(c.t, "body{}"), Routes: testRoutes, Tables: tables}
	if live {
		a, err := connection.Parse("AccountName=" + name + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + base + "/" + name)
		if err != nil {
			c.t.Fatal(err)
		}
		name = "live"
		config.Live, err = proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: name, Account: a}}, AllowWrites: true, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			c.t.Fatal(err)
		}
	}
	h, err := New(config)
	if err != nil {
		c.t.Fatal(err)
	}
	listener, err := Listen("127.0.0.1:0")
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, listener, h) }()
	c.address, c.prefix = listener.Addr().String(), pageAccountsPath+name
	fields := pageFields(c.t, h)
	c.head = func(*http.Request) string { return fields[0] + ": " + fields[1] + "\r\n" }
	return func() error {
		cancel()
		if err := <-ended; err != nil {
			return err
		}
		return stopTables()
	}
}

// Ensure that a batch whose end is missing executes nothing, however much of it is there, when its length says that it is whole.
func TestAttack_CutBatch(t *testing.T) {
	known := tableauth.WellKnownAccount()
	h := openTables(t, TablesConfig{})
	c := &cutter{t: t, account: h.accounts[known.Name]}
	if err := c.account.db.CreateTable(context.Background(), "Cuts"); err != nil {
		t.Fatal(err)
	}
	length := len(batchBody(1000))
	for at := range length + 1 {
		body := batchBody(1000 + at)
		// The dashes behind the last boundary may be missing: published samples end so, and no operation is lost.
		whole := at == len(body)-4 || at >= len(body)-2
		w := send(h, known, "POST", wellKnownBase+"/$batch", body[:at], "Content-Type: multipart/mixed; boundary=batch_x")
		if done := c.inserted(1000 + at); done != share(whole) || whole != (w.Code == 202) {
			t.Errorf("the first %d of %d bytes: %d, %v of the operations done", at, length, w.Code, done)
		}
	}
	t.Logf("a batch of %d bytes was cut at each", length)
}
