package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rangefinder/server/budget"
	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// Ensure that signatures in the query limit what a request may do, and that stored policies are what they say now.
func TestTables_SAS(t *testing.T) {
	known := tableauth.WellKnownAccount()
	h := openTables(t, TablesConfig{})
	send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
	for _, row := range []string{"a", "b", "c"} {
		if w := send(h, known, "POST", wellKnownBase+"/Movies", `{"PartitionKey":"p","RowKey":"`+row+`"}`); w.Code != 201 {
			t.Fatal(w.Body)
		}
	}
	hour := time.Now().Add(time.Hour)
	sign := func(s tableauth.TableSAS) string {
		query, err := tableauth.MakeTableSAS(known.Name, known.Keys[0], s)
		if err != nil {
			t.Fatal(err)
		}
		return query
	}
	ranged := sign(tableauth.TableSAS{Table: "Movies", Permissions: "r", Expiry: hour, StartPartition: "p", StartRow: "b", EndPartition: "p", EndRow: "b"})
	adding := sign(tableauth.TableSAS{Table: "MOVIES", Permissions: "a", Expiry: hour})
	stored := sign(tableauth.TableSAS{Table: "Movies", Identifier: "mine"})
	ask := func(method, path, query, body string) string {
		w := send(h, tableauth.Account{}, method, wellKnownBase+path+"?"+query, body)
		if w.Code < 300 {
			return fmt.Sprint(w.Code, " ", strings.Count(w.Body.String(), "RowKey"))
		}
		return fmt.Sprint(w.Code, " ", codeIn(w))
	}
	policy := func(permission string) {
		body := "<SignedIdentifiers><SignedIdentifier><Id>mine</Id><AccessPolicy><Expiry>2999-01-01T00:00:00Z</Expiry><Permission>" + permission + "</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>"
		if w := send(h, known, "PUT", wellKnownBase+"/Movies?comp=acl", body); w.Code != 204 {
			t.Fatal(w.Body)
		}
	}
	for _, step := range []struct{ method, path, query, body, want string }{
		{"GET", "/Movies()", ranged, "", "200 1"},
		{"GET", "/Movies(PartitionKey='p',RowKey='b')", ranged, "", "200 1"},
		{"GET", "/Movies(PartitionKey='p',RowKey='c')", ranged, "", "403 AuthorizationFailure"},
		{"POST", "/Movies", ranged, `{"PartitionKey":"p","RowKey":"b"}`, "403 AuthorizationPermissionMismatch"},
		{"GET", "/Tables", ranged, "", "403 AuthorizationPermissionMismatch"},
		{"GET", "/Movies()", strings.Replace(ranged, "erk=b", "erk=z", 1), "", "403 AuthenticationFailed"},
		{"POST", "/movies", adding, `{"PartitionKey":"p","RowKey":"d"}`, "201 1"},
		{"PUT", "/Movies(PartitionKey='p',RowKey='e')", adding, `{}`, "403 AuthorizationPermissionMismatch"},
		{"GET", "/Movies()", adding, "", "403 AuthorizationPermissionMismatch"},
		{"GET", "/Movies()", stored, "", "403 AuthenticationFailed"},
		{"policy", "r", "", "", ""},
		{"GET", "/Movies()", stored, "", "200 4"},
		{"policy", "a", "", "", ""},
		{"GET", "/Movies()", stored, "", "403 AuthorizationPermissionMismatch"},
	} {
		if step.method == "policy" {
			policy(step.path)
		} else if got := ask(step.method, step.path, step.query, step.body); got != step.want {
			t.Errorf("%s %s?%s: %s, want %s", step.method, step.path, step.query, got, step.want)
		}
	}
	// The host name is not on a list, and https is wanted.
	secure := sign(tableauth.TableSAS{Table: "Movies", Permissions: "r", Expiry: hour, Protocol: "https"})
	if got := ask("GET", "/Movies()", secure, ""); got != "403 AuthorizationProtocolMismatch" {
		t.Error(got)
	}
}

// Ensure that denied queries are refused with what is wrong with them, by class and by table, and others are not.
func TestTables_Deny(t *testing.T) {
	known := tableauth.WellKnownAccount()
	rules, err := budget.Parse("full-scan,Log=none")
	if err != nil {
		t.Fatal(err)
	}
	requests := feed.New(0)
	h := openTables(t, TablesConfig{Budget: rules, Feed: requests})
	for _, table := range []string{"Movies", "Log"} {
		send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"`+table+`"}`)
	}
	for path, want := range map[string]int{
		"/Movies()": 400, "/Movies()?$filter=Rating%20gt%204": 400, "/Movies()?$filter=PartitionKey%20ge%20'a'": 200, "/Log()": 200,
		"/Movies(PartitionKey='a',RowKey='b')": 404, "/Tables": 200,
	} {
		w := send(h, known, "GET", wellKnownBase+path, "")
		if w.Code != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if want == 400 && (codeIn(w) != "QueryDenied" || !strings.Contains(w.Body.String(), "full scan of table Movies")) {
			t.Errorf("%s: %s", path, w.Body)
		}
	}
	// What a signature lets see is judged, not what its holder asks for.
	for end, want := range map[string]int{"a": 200, "z": 400} {
		query, err := tableauth.MakeTableSAS(known.Name, known.Keys[0], tableauth.TableSAS{Table: "Movies", Permissions: "r", Expiry: time.Now().Add(time.Hour), StartPartition: "a", EndPartition: end})
		if err != nil {
			t.Fatal(err)
		}
		strict, err := budget.Parse("partition-range")
		if err != nil {
			t.Fatal(err)
		}
		h := openTables(t, TablesConfig{Budget: strict})
		send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
		if w := send(h, tableauth.Account{}, "GET", wellKnownBase+"/Movies()?"+query, ""); w.Code != want {
			t.Errorf("keys from a to %s: %d %s", end, w.Code, w.Body)
		}
	}
	var denied int
	for _, s := range requests.Shapes() {
		denied += s.Errors
	}
	if denied != 3 { // a point read that found nothing is one
		t.Errorf("%d errors in %+v", denied, requests.Shapes())
	}
}

// blockedBody is a body of which nothing more comes until it is let go, when it turns out to be cut off.
type blockedBody struct {
	size    int // bytes that come at once
	reached chan struct{}
	free    chan struct{}
}

func (b *blockedBody) Read(p []byte) (int, error) {
	if n := min(b.size, len(p)); n > 0 {
		b.size -= n
		return n, nil
	}
	close(b.reached)
	<-b.free
	return 0, io.ErrUnexpectedEOF
}

func (b *blockedBody) Close() error { return nil }

// Ensure that too many requests, and too many bytes of bodies, are refused with the advice to come again, that there is room
// when they are gone, and that a body which has stalled holds no slot.
func TestTables_Busy(t *testing.T) {
	known := tableauth.WellKnownAccount()
	for name, test := range map[string]struct {
		config TablesConfig
		want   int
	}{
		"requests": {TablesConfig{MaxRequests: 1}, 201}, "bytes": {TablesConfig{MaxBodies: 1000}, 503},
	} {
		h := openTables(t, test.config)
		b := &blockedBody{size: 990, reached: make(chan struct{}), free: make(chan struct{})}
		r := httptest.NewRequest("POST", wellKnownBase+"/Tables", b)
		r.RequestURI = r.URL.RequestURI()
		r.ContentLength = 1000
		r.Header.Set("Accept", "application/json")
		r.Header.Set("Content-Type", "application/json")
		tableauth.SignSharedKey(r, known.Name, known.Keys[0], time.Now())
		done := make(chan any)
		go func() {
			defer func() { done <- recover() }()
			h.ServeHTTP(httptest.NewRecorder(), r)
		}()
		<-b.reached
		w := send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
		if w.Code != test.want || w.Code == 503 && (codeIn(w) != "ServerBusy" || w.Header().Get("Retry-After") == "") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if w := send(h, known, "GET", "http://x/healthz", ""); w.Code != 200 {
			t.Errorf("%s: health %d", name, w.Code)
		}
		close(b.free)
		if p := <-done; p != http.ErrAbortHandler {
			t.Errorf("%s: a body that was cut off ends in %v", name, p)
		}
		if w := send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"More"}`); w.Code != 201 {
			t.Errorf("%s: %d after the others are gone", name, w.Code)
		}
		if n := h.gate.taken.Load(); n != 0 || len(h.gate.slots) != 0 {
			t.Errorf("%s: %d bytes, %d slots are taken for good", name, n, len(h.gate.slots))
		}
	}
	h := openTables(t, TablesConfig{MaxRequests: 1})
	h.gate.slots <- struct{}{} // somebody is at work
	if w := send(h, known, "GET", wellKnownBase+"/Tables", ""); w.Code != 503 || codeIn(w) != "ServerBusy" || w.Header().Get("Retry-After") == "" {
		t.Errorf("without a slot: %d %s", w.Code, w.Body)
	}
	<-h.gate.slots
	if w := send(h, known, "GET", wellKnownBase+"/Tables", ""); w.Code != 200 {
		t.Errorf("with a slot again: %d %s", w.Code, w.Body)
	}
}

// Ensure that the log has a line for each request and nothing that signs one.
func TestTables_AccessLog(t *testing.T) {
	known := tableauth.WellKnownAccount()
	var access, notes bytes.Buffer
	h := openTables(t, TablesConfig{Access: &access, Debug: true, Log: slog.New(slog.NewTextHandler(&notes, nil))})
	send(h, known, "POST", wellKnownBase+"/Tables", `{"TableName":"Movies"}`)
	query, err := tableauth.MakeTableSAS(known.Name, known.Keys[0], tableauth.TableSAS{Table: "Movies", Permissions: "r", Expiry: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	send(h, tableauth.Account{}, "GET", wellKnownBase+"/Movies()?$filter=A%20eq%201&"+query, "")
	send(h, tableauth.Account{}, "GET", wellKnownBase+"/Movies()?"+query+"x", "")
	send(h, ownAccount(t), "GET", wellKnownBase+"/Movies(PartitionKey='a%0Ab',RowKey='')", "")
	lines := strings.Split(strings.TrimSuffix(access.String(), "\n"), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines:\n%s", len(lines), access.String())
	}
	var line struct {
		Time         time.Time
		Method, Path string
		Filter, Plan string
		Status       int
		Bytes        int
		Ms           *float64
		Examined     *int
	}
	if err := json.Unmarshal([]byte(lines[1]), &line); err != nil {
		t.Fatal(err)
	}
	if line.Time.IsZero() || line.Method != "GET" || line.Path != "/Movies()" || line.Filter != "A eq 1" || line.Plan != "full-scan" || line.Status != 200 || line.Bytes == 0 || line.Ms == nil || line.Examined == nil {
		t.Errorf("%+v of %s", line, lines[1])
	}
	if !strings.Contains(lines[3], `"code":"AuthenticationFailed"`) {
		t.Error(lines[3])
	}
	for _, secret := range []string{"sig=", "SharedKey", query[strings.Index(query, "sig=")+4:][:8], tableauth.WellKnownKey[:8], "c2Vjb25k"} {
		if strings.Contains(access.String()+notes.String(), secret) {
			t.Errorf("%s is in the log:\n%s%s", secret, access.String(), notes.String())
		}
	}
}
