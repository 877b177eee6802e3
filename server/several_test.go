package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
	"rangefinder/server/connection"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// line is the way of a page's request to an account of another service: the page's server and the account's, with what goes wrong there.
type line struct {
	db      *engine.DB // of the account
	url     string     // of the account, at the page's server
	several int        // requests of several that came to the page's server

	mutex   sync.Mutex
	faults  map[string]string // by partition, what goes wrong with its first write that the account gets
	cutting string            // a partition: the first answer of the page's server to a request with it is lost
	got     []string          // bodies of the account's requests
}

// boundaries are those of the batches that the proxy makes, each time others.
var boundaries = regexp.MustCompile(`(batch|changeset)_[-0-9a-f]{36}`)

// openLine serves both.
func openLine(t *testing.T, writes bool) *line {
	t.Helper()
	l := &line{db: engine.Open(engine.Options{}), faults: map[string]string{}}
	tables := tablerest.NewHandler(l.db, tablerest.Options{})
	account := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		l.mutex.Lock()
		l.got = append(l.got, strings.ReplaceAll(string(body), "http://"+r.Host, ""))
		l.mutex.Unlock()
		switch l.fault(string(body)) {
		case "lost":
			tables.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		case "busy":
			proxy.Refuse(w, r, "ServerBusy", "The server is busy.", http.StatusServiceUnavailable)
		case "throttled":
			w.Header().Set("x-ms-retry-after-ms", "1")
			proxy.Refuse(w, r, "TooManyRequests", "The request rate is large.", http.StatusTooManyRequests)
		case "refused":
			proxy.Refuse(w, r, "PropertyValueTooLarge", "7:The property value is too large.", http.StatusBadRequest)
		case "forbidden":
			proxy.Refuse(w, r, "AuthorizationFailure", "Not any more.", http.StatusForbidden)
		default:
			tables.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(account.Close)
	a, err := connection.Parse("AccountName=shop;AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + account.URL)
	if err != nil {
		t.Fatal(err)
	}
	live, err := proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "shop", Account: a}}, AllowWrites: writes})
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Live: live}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		l.mutex.Lock()
		if strings.HasSuffix(r.URL.Path, tablerest.SeveralPath) {
			l.several++
		}
		cut := l.cutting != "" && strings.Contains(string(body), `"`+l.cutting+`"`)
		for pk := range l.faults { // what goes wrong at the account has to be told, or it would be another copy's
			cut = cut && !strings.Contains(string(body), `"`+pk+`"`)
		}
		if cut {
			l.cutting = ""
		}
		l.mutex.Unlock()
		if cut {
			config.serveAccounts(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		config.serveAccounts(w, r)
	}))
	t.Cleanup(page.Close)
	l.url = page.URL + pageAccountsPath + "shop"
	return l
}

// fault returns what goes wrong with a request, once for each partition.
func (l *line) fault(body string) (kind string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for pk, kind := range l.faults {
		if strings.Contains(body, `"PartitionKey":"`+pk+`"`) {
			if kind != "forbidden" {
				delete(l.faults, pk)
			}
			return kind
		}
	}
	return ""
}

// client returns a client as the page's worker has it. joined has writes go together.
func (l *line) client(joined bool, observe func(tablerest.Exchange)) *tablerest.Client {
	var doer tablerest.Doer = tablerest.HTTPDoer{}
	if joined {
		doer = &tablerest.Joiner{Doer: doer, URL: l.url, Most: 6}
	}
	return &tablerest.Client{URL: l.url, Brief: joined, Doer: &tablerest.Retrier{
		Doer: doer, AtOnce: 12, Timeout: time.Minute, Observe: observe,
		Policy: func() tablerest.Policy { return tablerest.Policy{Kind: tablerest.Linear, Retries: 3} },
		Wait:   func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}}
}

// copySource is a table of partitions p00, p01 and so on.
func copySource(t *testing.T, partitions, rows int) *engine.Snapshot {
	t.Helper()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for p := range partitions {
		var list []engine.BulkEntity
		for r := range rows {
			list = append(list, engine.BulkEntity{PartitionKey: fmt.Sprintf("p%02d", p), RowKey: fmt.Sprintf("r%04d", r), Properties: []engine.Property{
				{Name: "Text", Value: edm.NewString(strings.Repeat("ä\"\r\n", random.IntN(20)))}, {Name: "Total", Value: edm.NewInt64(random.Int64())},
			}})
		}
		if _, err := db.Bulk(t.Context(), "Orders", list, engine.ReplaceExisting); err != nil {
			t.Fatal(err)
		}
	}
	s, err := db.Snapshot("Orders")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// entities returns what the account has, without its times.
func (l *line) entities(t *testing.T) (out []string) {
	t.Helper()
	s, err := l.db.Snapshot("Sold")
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Len() {
		e := s.At(i)
		out = append(out, fmt.Sprint(e.PartitionKey(), "/", e.RowKey(), " ", e.Properties()))
	}
	return out
}

// Ensure that a copy whose writes go together leaves the same entities behind and reports the same as one whose writes go alone, whatever
// goes wrong on the way; and that what it tells of requests is the account's requests.
func TestSeveral_LikeAlone(t *testing.T) {
	rows := 250
	if testing.Short() {
		rows = 120 // two transactions of each partition still
	}
	source := copySource(t, 20, rows)
	tests := []struct {
		name    string
		faults  map[string]string
		cutting string
		taken   string // a partition of which somebody else writes an entity after the plan
		wide    bool   // the fault ends the copy, and how far others are by then is chance
	}{
		{name: "nothing"},
		{name: "lost answers", faults: map[string]string{"p03": "lost", "p04": "lost", "p11": "lost"}},
		{name: "throttled", faults: map[string]string{"p01": "busy", "p02": "busy", "p09": "throttled", "p15": "throttled"}},
		{name: "one entity refused", faults: map[string]string{"p07": "refused"}},
		{name: "somebody was quicker", taken: "p05"},
		{name: "cut before the page", cutting: "p06"},
		{name: "everything at once", faults: map[string]string{"p03": "lost", "p09": "throttled", "p07": "refused"}, cutting: "p12", taken: "p05"},
		{name: "forbidden in the middle", faults: map[string]string{"p10": "forbidden"}, wide: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			type outcome struct {
				report   tablecopy.Report
				failed   string
				entities []string
				sent     int
				got      []string // by the account, when nothing goes wrong
			}
			var outcomes [2]outcome
			for i, joined := range []bool{false, true} {
				l, o := openLine(t, true), &outcomes[i]
				var attempts, bytes int
				var lock sync.Mutex
				client := l.client(joined, func(x tablerest.Exchange) {
					lock.Lock()
					defer lock.Unlock()
					attempts++
					if x.Status == 202 && x.AnswerSize > 0 && x.Answer != "" && !strings.Contains(x.Answer, "DataServiceVersion") {
						t.Errorf("a body that the account did not send is told: %s", x.Answer)
					}
					bytes += x.AnswerSize
				})
				c, err := tablecopy.Prepare(t.Context(), source, tablecopy.Target{Service: client, Endpoint: l.url, Table: "Sold", Profile: filterlang.Storage}, tablecopy.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if test.taken != "" {
					if err := l.db.CreateTable(t.Context(), "Sold"); err != nil {
						t.Fatal(err)
					}
					op := engine.Op{Kind: engine.Insert, PartitionKey: test.taken, RowKey: "r0110", Properties: []engine.Property{{Name: "Theirs", Value: edm.NewBoolean(true)}}}
					if _, err := l.db.Apply(t.Context(), "Sold", op); err != nil {
						t.Fatal(err)
					}
				}
				l.mutex.Lock()
				for pk, kind := range test.faults {
					l.faults[pk] = kind
				}
				l.cutting = test.cutting
				l.mutex.Unlock()
				attempts, bytes = 0, 0
				report, err := c.Run(t.Context(), tablecopy.Options{AtOnce: 12})
				if report.Elapsed = 0; test.wide {
					report.Written, report.Left, report.Requests = 0, 0, 0
				}
				o.report, o.failed = *report, fmt.Sprint(err)
				if !test.wide {
					o.entities, o.sent = l.entities(t), attempts
				}
				if joined && (l.several == 0 || l.several > attempts/2) {
					t.Errorf("%d requests went in %d", attempts, l.several)
				}
				if test.name == "nothing" {
					for _, body := range l.got {
						o.got = append(o.got, boundaries.ReplaceAllString(body, "set"))
					}
					slices.Sort(o.got)
				}
				if l.cutting != "" {
					t.Error("nothing was cut")
				}
				if test.cutting != "" {
					o.sent = 0 // those that went with it were cut too
				} else if i == 1 && !test.wide && attempts != outcomes[0].sent {
					t.Errorf("%d requests are told, %d when each goes alone", attempts, outcomes[0].sent)
				}
				v, err := c.Verify(t.Context(), 0, 1, tablecopy.Options{})
				if err != nil || !test.wide && len(v.Missing) > 0 {
					t.Errorf("%+v, %v", v, err)
				}
			}
			if !reflect.DeepEqual(outcomes[0], outcomes[1]) {
				for i := range outcomes {
					outcomes[i].entities = outcomes[i].entities[:min(3, len(outcomes[i].entities))]
					outcomes[i].got = outcomes[i].got[max(0, len(outcomes[i].got)-1):]
				}
				t.Errorf("alone    %+v\ntogether %+v", outcomes[0], outcomes[1])
			}
		})
	}
}

// Ensure that a copy whose writes go together can be stopped, and goes on where it was.
func TestSeveral_Stopped(t *testing.T) {
	l, source := openLine(t, true), copySource(t, 20, 250)
	target := tablecopy.Target{Service: l.client(true, nil), Endpoint: l.url, Table: "Sold", Profile: filterlang.Storage}
	written := 0
	for round := 0; ; round++ {
		c, err := tablecopy.Prepare(t.Context(), source, target, tablecopy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		opt := tablecopy.Options{AtOnce: 12, Progress: func(p tablecopy.Progress) {
			if p.Done >= 1500 && round < 3 {
				stop()
			}
		}}
		report, err := c.Run(ctx, opt)
		stop()
		written += report.Written
		if err == nil {
			break
		}
		if round > 3 {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); l.busy(t); { // what was under way when it was stopped may still be done
			if time.Now().After(deadline) {
				t.Fatal("the account works on")
			}
		}
	}
	if s, err := l.db.Snapshot("Sold"); err != nil || s.Len() != source.Len() || written > source.Len() {
		t.Errorf("%d entities, %d reported, %v", s.Len(), written, err)
	}
}

// busy reports whether the account's table still changes.
func (l *line) busy(t *testing.T) bool {
	t.Helper()
	before := len(l.entities(t))
	time.Sleep(50 * time.Millisecond)
	return len(l.entities(t)) != before
}
