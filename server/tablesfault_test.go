package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
	"rangefinder/server/faults"
	"rangefinder/server/feed"
	"rangefinder/server/tableauth"
)

// disturbed is an endpoint with rules, and a client of it that sends each request once.
type disturbed struct {
	*tablerest.Client
	tables *Tables
	feed   *feed.Feed
	log    *strings.Builder
	told   []string // faults that answers told
}

func newDisturbed(t *testing.T, rules ...string) *disturbed {
	t.Helper()
	set, err := faults.New(rules, 7)
	if err != nil {
		t.Fatal(err)
	}
	d := &disturbed{feed: feed.New(0), log: &strings.Builder{}}
	d.tables = openTables(t, TablesConfig{Faults: set, Feed: d.feed, Access: d.log})
	if err := d.tables.order[0].db.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	base, _ := serveTables(t, d.tables)
	known := tableauth.WellKnownAccount()
	transport := &http.Transport{DisableKeepAlives: true} // net/http sends requests again whose connection was closed before
	d.Client = &tablerest.Client{URL: base + "/" + known.Name, Doer: noting{tablerest.HTTPDoer{Client: &http.Client{Transport: transport}, Sign: func(r *http.Request) error {
		tableauth.SignSharedKeyLite(r, known.Name, known.Keys[0], time.Now())
		return nil
	}}, d}}
	return d
}

// noting is a Doer that notes the faults that answers tell.
type noting struct {
	tablerest.HTTPDoer
	d *disturbed
}

func (n noting) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	answer, err := n.HTTPDoer.Do(ctx, r)
	if err == nil {
		if text := answer.Get(faults.Header); text != "" {
			n.d.told = append(n.d.told, text)
		}
	}
	return answer, err
}

func (d *disturbed) insert(t *testing.T, i int) error {
	_, err := d.Apply(t.Context(), "Orders", engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: fmt.Sprintf("%03d", i), Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(int32(i))}}})
	return err
}

// has reports whether the tables really have an entity.
func (d *disturbed) has(t *testing.T, i int) bool {
	_, err := d.tables.order[0].db.Get(t.Context(), "Orders", "p", fmt.Sprintf("%03d", i))
	return err == nil
}

// inFeed counts the requests with a fault that the feed and the log tell.
func (d *disturbed) inFeed(t *testing.T, text string) (n int) {
	t.Helper()
	requests, _, _ := d.feed.Since(0, -1)
	for i := range requests {
		if strings.Contains(requests[i].Fault, text) {
			n++
		}
	}
	if logged := strings.Count(d.log.String(), text); logged != n {
		t.Errorf("the feed tells %q of %d requests, the log of %d", text, n, logged)
	}
	return n
}

// Ensure that an answer that is lost is one of a request that was done, that a dropped one was not done, that both are told, and that
// the same seed picks the same requests.
func TestFaults_LoseAndDrop(t *testing.T) {
	var picked [2]string
	for round := range picked {
		for rule, done := range map[string]bool{"lose 1/5 POST": true, "drop 1/5 writes": false} {
			d := newDisturbed(t, rule)
			failed := 0
			for i := range 60 {
				err := d.insert(t, i)
				if err != nil {
					failed++
					picked[round] += fmt.Sprint(i, " ")
				}
				if want := err == nil || done; d.has(t, i) != want {
					t.Errorf("%s: entity %d is there: %v, after %v", rule, i, !want, err)
				}
			}
			if failed < 4 || failed > 25 || d.inFeed(t, rule) != failed {
				t.Errorf("%s: %d requests had no answer, the feed tells of %d", rule, failed, d.inFeed(t, rule))
			}
			if _, err := d.Query(t.Context(), "Orders", engine.Query{}); err != nil {
				t.Errorf("%s: a read: %v", rule, err)
			}
		}
	}
	if len(strings.Fields(picked[0])) != len(strings.Fields(picked[1])) {
		t.Errorf("the same seed picked %s and %s", picked[0], picked[1])
	}
}

// Ensure that a delay holds requests up before they are done, those that the rule is about.
func TestFaults_Delay(t *testing.T) {
	d := newDisturbed(t, "delay 80ms reads")
	start := time.Now()
	if err := d.insert(t, 1); err != nil || d.inFeed(t, "delay") != 0 {
		t.Errorf("a write: %v after %v", err, time.Since(start))
	}
	start = time.Now()
	if _, err := d.Query(t.Context(), "Orders", engine.Query{}); err != nil || time.Since(start) < 80*time.Millisecond || d.inFeed(t, "delay 80ms reads: it waited 80ms") != 1 {
		t.Errorf("a read: %v after %v", err, time.Since(start))
	}
	if len(d.told) != 1 || d.told[0] != "delay 80ms reads: it waited 80ms" {
		t.Errorf("the answers told %q", d.told)
	}
}

// Ensure that throttled requests are answered as the service does it and are not done, by share and by rate.
func TestFaults_Throttle(t *testing.T) {
	for _, rule := range []string{"throttle 1/4", "throttle 10/s writes"} {
		d := newDisturbed(t, rule)
		busy := 0
		for i := range 40 {
			err := d.insert(t, i)
			if err != nil {
				if busy++; !strings.Contains(err.Error(), "ServerBusy") {
					t.Errorf("%s: %v", rule, err)
				}
			}
			if d.has(t, i) != (err == nil) {
				t.Errorf("%s: entity %d after %v", rule, i, err)
			}
		}
		if busy < 3 || busy > 36 || d.inFeed(t, rule) != busy || len(d.told) != busy {
			t.Errorf("%s: %d busy, the feed tells of %d, answers of %d", rule, busy, d.inFeed(t, rule), len(d.told))
		}
	}
}

// Ensure that pages end early with a token, also before the first entity, and that who follows the tokens gets every entity once.
func TestFaults_Pages(t *testing.T) {
	for _, rule := range []string{"pages 7", "pages 0-3"} {
		d := newDisturbed(t, rule)
		for i := range 50 {
			if _, err := d.tables.order[0].db.Apply(t.Context(), "Orders", engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: fmt.Sprintf("%03d", i)}); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		pages, empty := 0, 0
		for q := (engine.Query{}); ; {
			page, err := d.Query(t.Context(), "Orders", q)
			if err != nil {
				t.Fatal(err)
			}
			pages++
			if len(page.Entities) == 0 {
				empty++
			}
			if len(page.Entities) > 7 || rule == "pages 0-3" && len(page.Entities) > 3 {
				t.Errorf("%s: a page of %d", rule, len(page.Entities))
			}
			for _, e := range page.Entities {
				got = append(got, e.RowKey())
			}
			if q.From = page.Next; !page.Next.Valid || pages > 500 {
				break
			}
		}
		for i, key := range got {
			if key != fmt.Sprintf("%03d", i) {
				t.Fatalf("%s: entity %d is %s", rule, i, key)
			}
		}
		if len(got) != 50 || pages < 8 || rule == "pages 0-3" && empty < 3 || d.inFeed(t, rule) < pages-1 {
			t.Errorf("%s: %d entities on %d pages, %d of them empty; the feed tells of %d", rule, len(got), pages, empty, d.inFeed(t, rule))
		}
	}
}

// Ensure that a conditional write finds another ETag than was read, with the entity as it was, and that whoever reads again succeeds; in
// transactions too. What has no condition is not touched.
func TestFaults_ETag(t *testing.T) {
	d := newDisturbed(t, "etag 1/2")
	if err := d.insert(t, 1); err != nil {
		t.Fatal(err)
	}
	refused, tries := 0, 0
	for n := 0; n < 20; tries++ {
		before, err := d.Get(t.Context(), "Orders", "p", "001")
		if err != nil || tries > 200 {
			t.Fatal(err)
		}
		op := engine.Op{Kind: engine.Merge, PartitionKey: "p", RowKey: "001", IfMatch: before.ETag(), Properties: []engine.Property{{Name: "Tries", Value: edm.NewInt32(int32(n))}}}
		if tries%2 == 0 {
			_, err = d.Batch(t.Context(), "Orders", []engine.Op{op})
		} else {
			_, err = d.Apply(t.Context(), "Orders", op)
		}
		after, _ := d.Get(t.Context(), "Orders", "p", "001")
		switch {
		case err == nil:
			n++
		case !strings.Contains(err.Error(), "UpdateConditionNotSatisfied"):
			t.Fatal(err)
		default:
			if refused++; !engine.SameContent(before, after) || before.ETag() == after.ETag() {
				t.Fatalf("a refused write made %v of %v", after.Properties(), before.Properties())
			}
		}
		op.IfMatch = "*"
		if _, err := d.Apply(t.Context(), "Orders", op); err != nil {
			t.Fatalf("without a condition: %v", err)
		}
	}
	if refused < 5 || d.inFeed(t, "etag 1/2") != refused {
		t.Errorf("%d of %d refused, the feed tells of %d", refused, tries, d.inFeed(t, "etag 1/2"))
	}
}

// Ensure that rules are told and changed over HTTP, that a reset begins them anew, and that the page meets none.
func TestFaults_API(t *testing.T) {
	d := newDisturbed(t, "lose 1/1", "delay 5m-9m GET")
	h := testHandler(t, func(c *Config) { c.Tables = d.tables })
	fields := append(pageFields(t, h), "Accept", "application/json")
	if r := get(h, "/api/accounts/devstoreaccount1/Tables", fields...); r.StatusCode != 200 {
		t.Errorf("the page: %d", r.StatusCode)
	}
	status, text := call(h, "PUT", "/api/faults", `{"rules":["throttle 1/1 writes"],"seed":9}`)
	if status != 200 || !strings.Contains(text, `{"rule":"throttle 1/1 writes","seen":0,"faults":0}`) {
		t.Fatalf("%d %s", status, text)
	}
	if err := d.insert(t, 1); err == nil || !strings.Contains(err.Error(), "ServerBusy") {
		t.Errorf("%v", err)
	}
	for _, bad := range []string{``, `[]`, `{"rules":["slow"]}`, `{"rules":[1]}`} {
		if status, _ := call(h, "PUT", "/api/faults", bad); status != 400 {
			t.Errorf("%s: %d", bad, status)
		}
	}
	var told struct {
		Rules []faults.Count
		Seed  uint64
	}
	read := func() {
		t.Helper()
		_, text := call(h, "GET", "/api/faults", "")
		if err := json.NewDecoder(io.Reader(strings.NewReader(text))).Decode(&told); err != nil {
			t.Fatal(err)
		}
	}
	if read(); told.Seed != 9 || len(told.Rules) != 1 || told.Rules[0].Faults != 1 || told.Rules[0].Seen != 1 {
		t.Errorf("%+v", told)
	}
	call(h, "POST", "/api/reset", "")
	if read(); len(told.Rules) != 1 || told.Rules[0].Seen != 0 {
		t.Errorf("after a reset: %+v", told)
	}
	if status, _ := call(h, "PUT", "/api/faults", `{"rules":[]}`); status != 200 {
		t.Error(status)
	}
	if err := d.CreateTable(t.Context(), "More"); err != nil {
		t.Errorf("without rules: %v", err)
	}
}
