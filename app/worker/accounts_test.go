//go:build !js

package worker

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// openLive serves an empty database with one account, "shop", beside it.
func openLive(t *testing.T) (*desk, *workertest.Remote) {
	t.Helper()
	m, remote := workertest.Shop(t)
	d := open(t, func(c *Config) { c.Remote = remote })
	return d, m
}

func TestLive_NoAccounts(t *testing.T) {
	d := open(t, nil)
	_, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{Source: "shop"}, nil)
	workertest.WantCode(t, err, wire.NoAccounts)
	_, err = wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders"}, nil)
	workertest.WantCode(t, err, wire.NoAccounts)
}

func TestLive_Tables(t *testing.T) {
	d, m := openLive(t)
	for _, name := range []string{"Orders", "People"} {
		if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Source: "shop", Table: name}); err != nil {
			t.Fatal(err)
		}
	}
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Source: "shop", Table: "orders"}), string(engine.TableAlreadyExists))
	if _, err := wire.Call(t.Context(), d, wire.DropTable, wire.TableRequest{Source: "shop", Table: "Orders"}, nil); err != nil {
		t.Fatal(err)
	}
	r, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{Source: "shop"}, nil)
	if err != nil || !reflect.DeepEqual(r.Tables, []wire.TableInfo{{Name: "People", Entities: wire.Unknown, Partitions: wire.Unknown, Bytes: wire.Unknown}}) {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{}, nil); err != nil || len(r.Tables) > 0 {
		t.Errorf("the browser's own tables: %+v, %v", r, err)
	}
	_, err = wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{Source: "other"}, nil)
	workertest.WantCode(t, err, "AccountNotFound")
	if _, err := m.DB.Snapshot("People"); err != nil {
		t.Error(err)
	}
}

func TestLive_RunPageByPage(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 5, 500)
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Numbers", Pages: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Lines != 1000 || r.Pages != 1 || r.Stats.Examined != 1000 || r.Stats.Partitions != 2 || !r.Live.More || r.Live.AtLeast || r.Live.Requests != 1 ||
		r.Live.Continue != (wire.PageMarker{Page: 2, PartitionKey: "p002", RowKey: "r0000", HasRow: true}) || len(r.Live.Pages) != 1 || r.Live.Pages[0].RequestID == "" {
		t.Errorf("first page: %+v, %+v", r, r.Live)
	}
	before, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: 990, Count: 20}, nil)
	if err != nil || len(before.Rows) != 10 {
		t.Fatalf("%v, %v", before, err)
	}
	more, err := wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result, Pages: 1}, nil)
	if err != nil || more.Result != r.Result || more.Lines != 2001 || !more.Live.More || more.Stats.Returned != 2000 || len(more.Live.Pages) != 2 {
		t.Fatalf("second page: %+v, %v", more, err)
	}
	after, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: 990, Count: 20}, nil)
	if err != nil || !reflect.DeepEqual(after.Rows[:10], before.Rows) || after.Rows[10].Marker == nil || after.Rows[10].Marker.Page != 2 || after.Rows[11].Cells[0].V != "p002" {
		t.Fatalf("window over the seam: %v, %v", after, err)
	}
	last, err := wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result, Pages: 0}, nil)
	if err != nil || last.Lines != 2502 || last.Live.More || last.Live.Requests != 3 {
		t.Fatalf("the rest: %+v, %+v, %v", last, last.Live, err)
	}
	again, err := wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result, Pages: 0}, nil)
	if err != nil || again.Lines != 2502 || again.Live.Requests != 3 {
		t.Errorf("after the end: %+v, %v", again, err)
	}
	e, err := wire.Call(t.Context(), d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: 2501}, nil)
	if err != nil || e.PartitionKey != "p004" || e.RowKey != "r0499" {
		t.Errorf("last line: %+v, %v", e, err)
	}
}

func TestLive_RunFiltered(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 3, 10)
	census, err := wire.Call(t.Context(), d, wire.Census, wire.TableRequest{Source: "shop", Table: "Numbers"}, nil)
	if err != nil || census.Census.Entities != 0 {
		t.Errorf("census before anything was read: %+v, %v", census, err)
	}
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Numbers", Filter: "Odd", Select: []string{"N", "PartitionKey"}}, nil)
	if err != nil || r.Stats.Examined != 30 || r.Stats.Returned != 15 || r.Plan.Class != filterlang.FullScan || len(r.Columns) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: 4, Count: 2}, nil)
	if err != nil || w.Rows[0].Cells[0] != (wire.Cell{T: edm.Int32, V: "9"}) || w.Rows[0].Band == w.Rows[1].Band {
		t.Errorf("%+v, %v", w, err)
	}
	if _, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Numbers"}, nil); err != nil {
		t.Fatal(err)
	}
	census, err = wire.Call(t.Context(), d, wire.Census, wire.TableRequest{Source: "shop", Table: "numbers"}, nil)
	if err != nil || census.Census.Entities != 30 || len(census.Census.Properties) != 3 || census.Census.Properties[2].Count != 15 {
		t.Errorf("census of what was read: %+v, %v", census, err)
	}
	x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Source: "shop", Table: "Numbers", Filter: "N eq 'x'"}, nil)
	if err != nil || !x.Live || x.Entities != wire.Unknown || x.Cost.Class != filterlang.FullScan || x.Cost.Examined != wire.Unknown || x.Conjuncts[0].Keys != wire.Unknown || len(x.Findings) == 0 {
		t.Errorf("explained: %+v, %v", x, err)
	}
}

func TestLive_Apply(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 1, 1)
	key := wire.KeyRequest{Source: "shop", Table: "Numbers", PartitionKey: "p'%2F \u00e9", RowKey: "..%2e."}
	a, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Source: "shop", Table: "Numbers", Kind: "insert", PartitionKey: key.PartitionKey, RowKey: key.RowKey, Properties: []wire.TextProperty{{Name: "N", Type: edm.Int64, Text: "12345678901234"}}}, nil)
	if err != nil || a.Entity.ETag == "" || len(a.Entity.Properties) != 1 {
		t.Fatalf("%+v, %v", a, err)
	}
	e, err := wire.Call(t.Context(), d, wire.Entity, key, nil)
	if err != nil || !reflect.DeepEqual(*e, a.Entity) {
		t.Errorf("%+v, %v", e, err)
	}
	stale := a.Entity.ETag
	m.Put(t, "Numbers", key.PartitionKey, key.RowKey)
	_, err = wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Source: "shop", Table: "Numbers", Kind: "delete", PartitionKey: key.PartitionKey, RowKey: key.RowKey, IfMatch: stale}, nil)
	workertest.WantCode(t, err, string(engine.UpdateConditionNotSatisfied))
	if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Source: "shop", Table: "Numbers", Kind: "delete", PartitionKey: key.PartitionKey, RowKey: key.RowKey, IfMatch: "*"}, nil); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(t.Context(), d, wire.Entity, key, nil)
	workertest.WantCode(t, err, string(engine.ResourceNotFound))
}

func TestLive_WriteWithoutAnswer(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 1, 1)
	m.Lose = func(r tablerest.Request) bool { return r.Method == "POST" }
	_, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Source: "shop", Table: "Numbers", Kind: "insert", PartitionKey: "p", RowKey: "r"}, nil)
	workertest.WantCode(t, err, wire.OutcomeUnknown)
	m.Lose = func(r tablerest.Request) bool { return true }
	_, err = wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{Source: "shop"}, nil)
	workertest.WantCode(t, err, wire.NoAnswer)
}

// Ensure that an account that does not answer is told of at once: nobody sees or stops the waits of this request.
func TestLive_Tables_Busy(t *testing.T) {
	d, m := openLive(t)
	if err := wire.Do(t.Context(), d, wire.Retry, wire.RetryRequest{Policy: tablerest.Policy{Kind: tablerest.Linear, Retries: 2, Wait: time.Millisecond}}); err != nil {
		t.Fatal(err)
	}
	n := 0
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		n++
		return &tablerest.Response{Status: 503, Body: `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"The server is busy."}}}`}, nil
	}
	_, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{Source: "shop"}, nil)
	if workertest.WantCode(t, err, "ServerBusy"); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// Ensure that a run that the service refuses tells the id of the answer, at its beginning and in the middle, and none where no
// answer came.
func TestLive_RefusedRun(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Orders", 1, 1500)
	refused := tablerest.Response{Status: 403, Header: []tablerest.Field{{Name: "x-ms-request-id", Value: "r-7"}}, Body: `{"odata.error":{"code":"AuthorizationFailure","message":{"lang":"en-US","value":"Not authorized."}}}`}
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) { return &refused, nil }
	_, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders"}, nil)
	if workertest.WantCode(t, err, "AuthorizationFailure"); workertest.Failure(t, err).RequestID != "r-7" {
		t.Errorf("told the id %q", workertest.Failure(t, err).RequestID)
	}
	m.Fail = nil
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders", Pages: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Lose = func(tablerest.Request) bool { return true }
	if r, err = wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result}, nil); err != nil || r.Live.Failed == nil || r.Live.Failed.RequestID != "" {
		t.Errorf("%+v, %v", r.Live.Failed, err)
	}
}

func TestLive_RetriedWhileTold(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Orders", 1, 3)
	seen := make(chan wire.Exchanged, 10)
	d.OnExchange(func(list []wire.Exchanged) {
		for _, x := range list {
			seen <- x
		}
	})
	if err := wire.Do(t.Context(), d, wire.Retry, wire.RetryRequest{Policy: tablerest.Policy{Kind: tablerest.Linear, Retries: 2, Wait: time.Millisecond}}); err != nil {
		t.Fatal(err)
	}
	busy := tablerest.Response{Status: 503, Body: `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"The server is busy."}}}`}
	n := 0
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		if n++; n < 3 {
			answer := busy
			return &answer, nil
		}
		return nil, nil
	}
	var waited []wire.Waiting
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders"}, func(p wire.Progress) {
		if p.Waiting != nil {
			waited = append(waited, *p.Waiting)
		}
	})
	if err != nil || r.Live.Requests != 3 || r.Live.Pages[0].Attempts != 3 || r.Stats.RoundTrips != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if len(waited) == 0 || waited[len(waited)-1].Code != "ServerBusy" || waited[0].Status != 503 {
		t.Errorf("waited %+v", waited)
	}
	for i := range 3 {
		x := workertest.Next(t, "an exchange", seen)
		if x.Source != "shop" || x.Exchange.Attempt != i+1 || x.Exchange.URL != m.URL+"/Orders()" || (x.Exchange.Status == 200) != (i == 2) {
			t.Errorf("%+v", x)
		}
	}
	n = -1000
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		answer := busy
		return &answer, nil
	}
	_, err = wire.Call(t.Context(), d, wire.Entity, wire.KeyRequest{Source: "shop", Table: "Orders", PartitionKey: "p000", RowKey: "r0000"}, nil)
	workertest.WantCode(t, err, "ServerBusy")
}

// Ensure that a page that fails leaves the ones before, and that reading goes on there.
func TestLive_FailedPage(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Orders", 3, 1000)
	m.Put(t, "Orders", "p002", "r0999", engine.Property{Name: "N", Value: edm.NewString("many")})
	broken := true
	m.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if broken && strings.Contains(r.URL, "NextPartitionKey") {
			return nil, errors.New("the line is cut")
		}
		return nil, nil
	}
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders"}, nil)
	if err != nil || r.Lines != 1000 || r.Live.Failed == nil || r.Live.Failed.Code != wire.NoAnswer || !r.Live.More {
		t.Fatalf("%+v, %+v, %v", r, r.Live, err)
	}
	broken = false
	r, err = wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result}, nil)
	if err != nil || r.Lines != 3002 || r.Live.Failed != nil || r.Live.More || r.Live.Requests != 4 {
		t.Fatalf("%+v, %+v, %v", r, r.Live, err)
	}
	if _, err := wire.Call(t.Context(), d, wire.DropTable, wire.TableRequest{Source: "shop", Table: "Orders"}, nil); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
}

// Ensure that a stopped run keeps the pages it has.
func TestLive_Stopped(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Orders", 3, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m.Fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if strings.Contains(r.URL, "NextPartitionKey") {
			cancel()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders"}, nil)
	if err != nil || !r.Canceled || r.Lines != 1000 || !r.Live.More || r.Live.Failed != nil {
		t.Fatalf("%+v, %v", r, err)
	}
}

// Ensure that of a service that does not tell what it read only lower bounds are told, and that its own continuations are
// shown as they came.
func TestLive_UntoldCost(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Orders", 3, 700)
	m.Fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		r.URL = strings.Replace(r.URL, "NextPartitionKey=foreign%21&NextRowKey=x%3D", "NextPartitionKey="+engine.EncodeTokenKey("p001")+"&NextRowKey="+engine.EncodeTokenKey("r0300"), 1)
		answer, err := tablerest.HTTPDoer{}.Do(ctx, r)
		if err != nil {
			return nil, err
		}
		var header []tablerest.Field
		for _, f := range answer.Header {
			switch strings.ToLower(f.Name) {
			case "x-rangefinder-plan":
				continue
			case "x-ms-continuation-nextpartitionkey":
				f.Value = "foreign!"
			case "x-ms-continuation-nextrowkey":
				f.Value = "x="
			}
			header = append(header, f)
		}
		answer.Header = header
		return answer, nil
	}
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders", Filter: "Odd", Pages: 1}, nil)
	if err != nil || !r.Live.AtLeast || r.Stats.Examined != 1000 || r.Stats.Returned != 1000 || r.Stats.Partitions != 3 || !r.Live.More {
		t.Fatalf("one page: %+v, %+v, %v", r, r.Live, err)
	}
	r, err = wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Orders", Pages: 1}, nil)
	if err != nil || r.Stats.Partitions != 2 || r.Live.Continue != (wire.PageMarker{Page: 2, PartitionKey: "foreign!", RowKey: "x=", HasRow: true}) {
		t.Fatalf("first page: %+v, %+v, %v", r, r.Live, err)
	}
	r, err = wire.Call(t.Context(), d, wire.More, wire.MoreRequest{Result: r.Result, Pages: 1}, nil)
	if err != nil || r.Stats.Examined != 2000 || r.Stats.Partitions != 3 || !r.Live.AtLeast {
		t.Fatalf("second page: %+v, %+v, %v", r, r.Live, err)
	}
	w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: 1000, Count: 2}, nil)
	if err != nil || w.Rows[0].Marker == nil || w.Rows[0].Marker.PartitionKey != "foreign!" || w.Rows[1].Cells[1].V != "r0300" {
		t.Errorf("%+v, %v", w, err)
	}
}

// Ensure that a result does not grow beyond what may be kept.
func TestLive_TooMuch(t *testing.T) {
	m := &workertest.Remote{DB: engine.Open(engine.Options{})}
	server := httptest.NewServer(tablerest.NewHandler(m.DB, tablerest.Options{}))
	t.Cleanup(server.Close)
	m.Fill(t, "Orders", 2, 1000)
	near, far := port.Pipe()
	t.Cleanup(near.Close)
	j := &Job{Ctx: t.Context(), server: newServerFor(far, Config{DB: engine.Open(engine.Options{}), Now: time.Now, Remote: func(context.Context, string) (tablerest.Client, error) {
		return tablerest.Client{Doer: m, URL: server.URL}, nil
	}})}
	first, err := j.runLive(wire.QueryRequest{Source: "shop", Table: "Orders", Pages: 1})
	if err != nil || first.Live.Failed != nil {
		t.Fatalf("%+v, %v", first, err)
	}
	r, err := j.Kept(first.Result)
	if err != nil {
		t.Fatal(err)
	}
	r.query.stats.Bytes = MaxLiveBytes
	more, err := j.more(wire.MoreRequest{Result: first.Result})
	if err != nil || more.Lines != 1000 || more.Live.Failed == nil || more.Live.Failed.Code != wire.TooMuch || !more.Live.More {
		t.Errorf("%+v, %+v, %v", more, more.Live, err)
	}
}

func newServerFor(ch port.Port, cfg Config) *server {
	return &server{ctx: context.Background(), cfg: cfg, shared: newWorkspace(0), ch: ch, jobs: map[int64]*Job{}, changes: newChanges()}
}

// Ensure that a page whose own server is gone does not blame the account behind it.
func TestLive_ServerSilent(t *testing.T) {
	d, m := openLive(t)
	m.Fill(t, "Numbers", 1, 1)
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		return nil, fmt.Errorf("%w (TypeError: Failed to fetch)", port.ErrSilent)
	}
	_, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{Source: "shop"}, nil)
	workertest.WantCode(t, err, wire.ServerSilent)
}
