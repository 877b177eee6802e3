package proxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/server/connection"
)

// recorder is a service that keeps what reaches it, byte for byte.
type recorder struct{ wire [][]byte }

func (s *recorder) RoundTrip(r *http.Request) (*http.Response, error) {
	var wire bytes.Buffer
	if err := r.Write(&wire); err != nil {
		return nil, err
	}
	s.wire = append(s.wire, wire.Bytes())
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {jsonMinimal}}, Body: io.NopCloser(strings.NewReader(`{"value":[]}`)), ContentLength: 12, Request: r}, nil
}

// pageRequest is a request of a hostile page, as it comes: the fields that it can choose.
type pageRequest struct {
	method, target string
	header         []string // lines
	body           string
}

func (r pageRequest) String() string {
	return r.method + " " + r.target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + strings.Join(append(r.header, ""), "\r\n") + "Content-Length: " + strconv.Itoa(len(r.body)) + "\r\n\r\n" + r.body
}

// attacked is a proxy with a locked account and one that is not, before the recorder.
func attacked(t testing.TB) (*Proxy, *recorder) {
	t.Helper()
	s := &recorder{}
	account, err := connection.Parse("AccountName=acct;AccountKey=" + testKey + ";TableEndpoint=http://127.0.0.1:10002/acct")
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(Config{Accounts: []connection.Entry{{Name: "open", Account: account}, {Name: "locked", Account: account}}, AllowWrites: true, Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.AllowWrites("locked", false); err != nil {
		t.Fatal(err)
	}
	return p, s
}

// attack sends what a page sent to both accounts, and says what is wrong with what reached the service. passed tells that
// something did.
func attack(p *Proxy, s *recorder, raw string) (passed bool, wrong string) {
	for _, account := range []string{"open", "locked"} {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
		if err != nil {
			return false, "" // the server refuses it before
		}
		s.wire = nil
		p.Serve(httptest.NewRecorder(), r, account, r.URL.EscapedPath())
		if len(s.wire) == 0 {
			continue
		}
		passed = true
		if len(s.wire) > 1 {
			return true, fmt.Sprintf("%d requests", len(s.wire))
		}
		if wrong := judge(s.wire[0], r.Method, account == "locked"); wrong != "" {
			return true, fmt.Sprintf("%s, account %s; on the wire:\n%s", wrong, account, s.wire[0])
		}
	}
	return passed, ""
}

// judge says what is wrong with what reached the service; "" is nothing.
func judge(wire []byte, method string, locked bool) string {
	meant, batch, err := strictly(wire)
	switch {
	case err != nil:
		return err.Error()
	case !strings.HasPrefix(meant[0], method+" /acct/"):
		return "the request is " + meant[0]
	case locked && batch && (len(meant) != 2 || !strings.HasPrefix(meant[1], "GET http://127.0.0.1:10002/acct/")):
		return fmt.Sprintf("the batch is %q", meant)
	case locked && !batch && method != "GET" && method != "HEAD":
		return "a locked account is asked to " + method
	}
	for i, request := range meant[1:] {
		if !strings.HasPrefix(request[strings.IndexByte(request, ' ')+1:], "http://127.0.0.1:10002/acct/") {
			return fmt.Sprintf("request %d of the batch is %s", i, request)
		}
	}
	for _, parser := range parsers {
		same := func(got, want string) bool { return got == want }
		if parser.name == decodedLines {
			if !locked {
				continue // in an entity "%0A" is three characters of the user's
			}
			same = func(got, want string) bool { return got == want || strings.HasPrefix(decodeText(want), got) } // up to a blank
		}
		if got := parser.find(string(wire)); !slices.EqualFunc(got, meant, same) {
			return fmt.Sprintf("the parser of %s finds %q, not %q", parser.name, got, meant)
		}
	}
	if i := bytes.IndexByte(bytes.ReplaceAll(wire, []byte("\r\n"), nil), '\r'); i >= 0 {
		return "a bare CR"
	}
	if i := bytes.IndexByte(bytes.ReplaceAll(wire, []byte("\r\n"), nil), '\n'); i >= 0 {
		return "a bare LF"
	}
	return ""
}

const (
	attackURL    = "http://127.0.0.1:10002/acct/Movies(PartitionKey='a',RowKey='b')"
	attackDelete = "DELETE " + attackURL + " HTTP/1.1"
)

// readBatch is a batch that reads, with more header lines of the request in it.
func readBatch(lines ...string) pageRequest {
	return pageRequest{"POST", "/$batch", []string{"Content-Type: multipart/mixed; boundary=batch_b"},
		"--batch_b\r\nContent-Type: application/http\r\n\r\nGET /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n" + strings.Join(append(lines, ""), "\r\n") + "\r\n\r\n--batch_b--\r\n"}
}

// writeBatch is a transaction of one insert, with more header lines, and this entity.
func writeBatch(entity string, lines ...string) pageRequest {
	return pageRequest{"POST", "/$batch", []string{"Content-Type: multipart/mixed; boundary=batch_b"},
		"--batch_b\r\nContent-Type: multipart/mixed; boundary=changeset_c\r\n\r\n--changeset_c\r\nContent-Type: application/http\r\n\r\nPOST /Movies HTTP/1.1\r\nContent-Type: application/json\r\n" +
			strings.Join(append(lines, ""), "\r\n") + "\r\n" + entity + "\r\n--changeset_c--\r\n--batch_b--\r\n"}
}

// seeds are attacks that were thought of. The first are those of the review, by which Azurite deleted an entity of a locked
// account.
func seeds() []string {
	requests := []pageRequest{
		readBatch("Accept: application/json;boundary=zzz;--zzz", "Content-Type: "+attackDelete, "If-Match: *"),
		readBatch("Content-ID: boundary=zzz;--zzz", "Accept: "+attackDelete, "If-Match: *"),
		readBatch("Content-ID: --batch_b\n" + attackDelete),
		readBatch("Accept: --batch_b", "Prefer: "+attackDelete),
		readBatch("DataServiceVersion: 3.0;" + attackDelete),
		readBatch("If-Match: W/\"" + attackDelete + "\""),
		readBatch("Accept: application/json\r\n\t" + attackDelete),
		writeBatch(`{"A":1}`, "Content-ID: 1\r\n "+attackDelete),
		writeBatch("{\"A\":\n\"--changeset_c\",\n\"B\":\n1}\r\n" + attackDelete),
		writeBatch("{\n}\n\n" + attackDelete + "\n\n{}"),
		writeBatch("{\"A\":\"\u2028" + attackDelete + "\u2028\",\"B\":\"x\u0085" + attackDelete + "\u2029\"}"),
		writeBatch(`{"A":"--changeset_c"}` + "\n--changeset_c\nContent-Type: application/http\n\n" + attackDelete + "\n\n"),
		writeBatch(`{"A":{"B":[1]}}`, "Prefer: return-content, "+attackDelete),
		{"GET", "/Movies()?$filter=A%20eq%20'%0d%0a%0d%0a" + url.QueryEscape(attackDelete) + "'", nil, ""},
		{"GET", "/Movies()?$filter=A%0aeq%0a1", nil, ""},
		{"GET", "/Movies()?NextPartitionKey=" + url.QueryEscape("\r\n\r\n"+attackDelete), nil, ""},
		{"GET", "/Movies()?$select=A%0d%0a" + url.QueryEscape(attackDelete), nil, ""},
		{"GET", "/Movies()?timeout=1%20HTTP/1.1%0d%0a", nil, ""},
		{"GET", "/$Metrics%3Fcomp=acl&x(PartitionKey='a',RowKey='b')", nil, ""},
		{"GET", "/Tables", []string{"X-Ms-Client-Request-Id: " + attackDelete}, ""},
		{"GET", "/Tables", []string{"Accept: " + attackDelete, "Prefer: " + attackDelete}, ""},
		{"PUT", "/Movies(PartitionKey='a',RowKey='b')", []string{"If-Match: W/\"x\"\t" + attackDelete}, "{\"A\":1}\r\n\r\n" + attackDelete + "\r\n\r\n"},
		{"POST", "/Movies", []string{"Content-Type: application/json\r\n boundary=zzz"}, "{\"A\":\r\n1}"},
		{"POST", "/Movies", []string{"Content-Type: multipart/mixed; boundary=zzz"}, "--zzz\r\n\r\n" + attackDelete + "\r\n\r\n--zzz--"},
		{"PUT", "/Movies?comp=acl", []string{"Content-Type: application/xml"}, "<SignedIdentifiers>\r\n<SignedIdentifier><Id>x\r\n" + attackDelete + "</Id></SignedIdentifier></SignedIdentifiers>"},
		{"PUT", "/Movies?comp=acl", nil, "<!DOCTYPE a [<!ENTITY b 'c'>]><SignedIdentifiers/>"},
		{"GET", "/", []string{"X-HTTP-Method: DELETE"}, ""},
	}
	out := make([]string, len(requests))
	for i, r := range requests {
		out[i] = r.String()
	}
	return append(out,
		"GET /Tables HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+attackDelete+"\r\n\r\n",
		"GET "+attackURL+" HTTP/1.1\r\nHost: a\r\n\r\n",
		"POST /Movies HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"+attackDelete+"\r\n\r\n",
		readBatch().String(), writeBatch(`{"A":1}`).String())
}

// FuzzProxy has a page send anything, and services read it in all their ways.
func FuzzProxy(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed)
	}
	p, s := attacked(f)
	f.Fuzz(func(t *testing.T, raw string) {
		if _, wrong := attack(p, s, raw); wrong != "" {
			t.Errorf("%s\nthe page sent:\n%s", wrong, raw)
		}
	})
}

// TestAttack_ProxyFields fills every field that a page can choose with hostile values: 3,000 requests, 100,000 with
// RANGEFINDER_ATTACK=1. None but the request that was meant reaches the service, however it reads it.
func TestAttack_ProxyFields(t *testing.T) {
	count := 3000
	if testing.Short() { // the race detector runs, and one request comes after the other
		count = 300
	}
	if os.Getenv("RANGEFINDER_ATTACK") == "1" {
		count = 100_000
	}
	seed := rand.Uint64()
	if text := os.Getenv("RANGEFINDER_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	p, s := attacked(t)
	h := hostile{rand.New(rand.NewPCG(seed, 0))}
	passed, failed := 0, 0
	for n := 0; n < count && failed < 5; n++ {
		raw := h.request().String()
		ok, wrong := attack(p, s, raw)
		if ok {
			passed++
		}
		if wrong != "" {
			failed++
			t.Errorf("%s\nthe page sent:\n%s", wrong, raw)
		}
	}
	t.Logf("%d hostile requests: %d passed as they were meant, %d refused; seed %d", count, passed, count-passed, seed)
	if passed < count/50 {
		t.Errorf("only %d requests passed: the attack does not reach the service", passed)
	}
}

// hostile makes requests of a hostile page.
type hostile struct{ *rand.Rand }

func (h hostile) of(values ...string) string { return values[h.IntN(len(values))] }

// value is a hostile value: pieces of which each means something to some parser, or a good value with one of them.
func (h hostile) value(good string) string {
	if h.IntN(6) > 0 {
		return good
	}
	pieces := []string{
		"\r\n", "\n", "\r", "\r\n\r\n", "\n\n", "\t", " ", "\r\n ", "\n\t", "\x00", "\v", "\f", "\x1e", "\u0085", "\u2028", "\u2029", "\ufeff", "\xff",
		"%0d%0a", "%0a", "%00", "%250d%250a", "%u000a", "\\r\\n", "&#10;", attackDelete, "DELETE", "GET", "MERGE /acct/Movies HTTP/1.1", attackURL, "http://x/y/z", " HTTP/1.1",
		"boundary=zzz", "boundary=batch_b", ";", ",", "--zzz", "--batch_b", "--changeset_c", "--batch_b--", "{", "}", `{"A":1}`, `"`, "'", "''", "(", ")", "=", "?", "&", "#", "/", "\\", "..",
		"X-HTTP-Method: DELETE", "If-Match: *", "Content-Length: 0", "Transfer-Encoding: chunked", "Host: evil.example", "Content-Type: multipart/mixed; boundary=zzz", "comp=acl", "<", ">", "$batch",
	}
	out := ""
	if h.IntN(2) == 0 {
		out = good
	}
	for range 1 + h.IntN(6) {
		piece := h.of(pieces...)
		if h.IntN(3) == 0 {
			out = piece + out
		} else {
			out += piece
		}
	}
	return out
}

// escaped is a value as a page puts it into an address, with percent-encoding or without.
func (h hostile) escaped(good string) string {
	value := h.value(good)
	if h.IntN(4) > 0 {
		return url.PathEscape(value)
	}
	return value
}

func (h hostile) entity() string {
	return `{"PartitionKey":"` + h.value("a") + `",` + h.of("", "\r\n", "\n  ") + `"` + h.value("A") + `":` + h.value("1") + "}" + h.value("")
}

func (h hostile) point() string {
	return "/" + h.escaped("Movies") + "(PartitionKey='" + h.escaped("a") + "',RowKey='" + h.escaped("b") + "')"
}

// headerLines are headers with hostile values, each good one for itself.
func (h hostile) headerLines() (out []string) {
	for _, header := range [][2]string{
		{"Accept", "application/json;odata=nometadata"}, {"DataServiceVersion", "3.0;NetFx"}, {"MaxDataServiceVersion", "3.0"}, {"If-Match", `W/"datetime'2026-01-01T00%3A00%3A00Z'"`},
		{"If-None-Match", "*"}, {"Prefer", "return-no-content"}, {"X-Ms-Client-Request-Id", "a-1"}, {"X-Ms-Version", "2019-02-02"}, {"Content-ID", "1"}, {"Content-Transfer-Encoding", "binary"},
	} {
		if h.IntN(5) == 0 {
			out = append(out, header[0]+h.of(":", ": ", ":\t")+h.value(header[1]))
		}
	}
	return out
}

func (h hostile) part() string {
	request := h.of("POST /", "POST http://h/x/", "PUT /", "MERGE /", "DELETE /", "GET /") + "Movies"
	if !strings.HasPrefix(request, "POST") {
		request = request[:strings.IndexByte(request, '/')] + h.point()[h.IntN(2):]
	}
	text := "Content-Type: application/http" + h.of("\r\n", "\n") + h.value("") + h.of("\r\n\r\n", "\n\n") + request + " HTTP/1.1\r\n" + strings.Join(append(h.headerLines(), ""), h.of("\r\n", "\r\n", "\n"))
	return text + "\r\n" + h.entity() + "\r\n"
}

// request is a request with hostile values in every field that a page can choose.
func (h hostile) request() pageRequest {
	r := pageRequest{header: h.headerLines()}
	switch h.IntN(8) {
	case 0, 1:
		r.method, r.target = h.of("GET", "GET", "HEAD", "POST"), "/"+h.escaped("Movies")+h.of("", "()")+"?$filter="+h.escaped("A eq 'x'")+"&"+h.escaped("$top")+"="+h.escaped("5")+
			"&$select="+h.escaped("A,B")+"&NextPartitionKey="+h.escaped("1!4!YQ--")+"&NextRowKey="+h.escaped("")+"&$format="+h.escaped("application/json")+"&timeout="+h.escaped("10")
	case 2:
		r.method, r.target, r.body = h.of("PUT", "MERGE", "PATCH", "DELETE", "GET", "POST"), h.point(), h.entity()
	case 3:
		r.method, r.target, r.body = "POST", "/"+h.escaped(h.of("Movies", "Tables")), h.entity()
	case 4:
		r.method, r.target = h.of("GET", "DELETE"), "/Tables("+h.of("'", "")+h.escaped("Movies")+"')"
	case 5:
		r.method, r.target, r.body = "PUT", h.of("/Movies?comp=acl", "/?restype=service&comp=properties"), h.value("<SignedIdentifiers><SignedIdentifier><Id>")+h.value("x")+h.value("</Id></SignedIdentifier></SignedIdentifiers>")
	case 6:
		batch := readBatch(h.headerLines()...)
		batch.body = strings.Replace(batch.body, "/Movies(PartitionKey='a',RowKey='b')", h.point(), h.IntN(2))
		return batch
	default:
		r.method, r.target = "POST", "/$batch"
		body := "--batch_b\r\nContent-Type: multipart/mixed; boundary=" + h.value("changeset_c") + "\r\n\r\n"
		for range 1 + h.IntN(3) {
			body += "--changeset_c\r\n" + h.part()
		}
		r.body = body + "--changeset_c--\r\n--batch_b--" + h.value("\r\n")
		r.header = append(r.header, "Content-Type: multipart/mixed; boundary=batch_b")
		return r
	}
	if h.IntN(3) == 0 {
		r.header = append(r.header, "Content-Type: "+h.value("application/json"))
	}
	return r
}
