//go:build !js

package copies

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// pulled serves a copy "Copy" of an account's table "Orders" of partitions with rows.
func pulled(t *testing.T, partitions, rows int) (*desk.Desk, *workertest.Remote, wire.PullRequest) {
	t.Helper()
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Orders", partitions, rows)
	req := wire.PullRequest{Source: "shop", Endpoint: m.URL + "/", Remote: "Orders", Table: "Copy"}
	r, err := wire.Call(t.Context(), d, wire.Pull, req, nil)
	if err != nil || r.Report.Added != partitions*rows || r.Stopped || r.Problem != "" || r.Report.Copy.Partial {
		t.Fatalf("pull: %+v, %v", r, err)
	}
	return d, m, req
}

// write changes an entity of the browser's own table.
func write(t *testing.T, d *desk.Desk, kind, pk, rk string, n int) {
	t.Helper()
	req := wire.ApplyRequest{Table: "Copy", Kind: kind, PartitionKey: pk, RowKey: rk, Properties: []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: fmt.Sprint(n)}}}
	if kind == "delete" {
		req.Properties, req.IfMatch = nil, "*"
	}
	if _, err := wire.Call(t.Context(), d, wire.Apply, req, nil); err != nil {
		t.Fatal(err)
	}
}

// storedN is N of an order of the account, or why there is none.
func storedN(t *testing.T, m *workertest.Remote, pk, rk string) string {
	t.Helper()
	e, err := m.DB.Get(t.Context(), "Orders", pk, rk)
	if err != nil {
		return worker.FailureOf(err).Code
	}
	v, _ := e.Value("N")
	return v.Display()
}

func TestSync_PushWhatChanged(t *testing.T) {
	d, m, req := pulled(t, 2, 3)
	write(t, d, "insert-or-merge", "p000", "r0000", 100)
	write(t, d, "insert", "p000", "new", 101)
	write(t, d, "delete", "p001", "r0001", 0)
	plan, err := wire.Call(t.Context(), d, wire.PushPlan, wire.PullCopyRequest{Table: "Copy"}, nil)
	if err != nil || plan.Inserts != 1 || plan.Updates != 1 || plan.Deletes != 1 || len(plan.Groups) != 2 || plan.Copy.Pending != 3 {
		t.Fatalf("plan: %+v, %v", plan, err)
	}
	m.Mu.Lock()
	m.Requests = nil
	m.Mu.Unlock()
	r, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	if err != nil || r.Report.Written != 3 || r.Report.Left != 0 || len(r.Report.Groups) != 2 {
		t.Fatalf("push: %+v, %v", r, err)
	}
	if got := []string{storedN(t, m, "p000", "r0000"), storedN(t, m, "p000", "new"), storedN(t, m, "p001", "r0001")}; !reflect.DeepEqual(got, []string{"100", "101", "ResourceNotFound"}) {
		t.Errorf("the account has %v", got)
	}
	// The plan showed the very requests. Those of different partitions are under way together, so they may come in another order.
	if len(m.Requests) != len(plan.Groups) {
		t.Errorf("%d requests", len(m.Requests))
	}
	for _, sent := range m.Requests {
		i := slices.IndexFunc(plan.Groups, func(g wire.GroupInfo) bool { return strings.HasPrefix(g.Request, sent.Method+" ") })
		if i < 0 {
			t.Errorf("not planned: %s %s", sent.Method, sent.URL)
			continue
		}
		text := plan.Groups[i].Request
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		first, _, _ := strings.Cut(head, "\r\n")
		if body != sent.Body || first != sent.Method+" "+strings.TrimPrefix(sent.URL, m.URL)+" HTTP/1.1" {
			t.Errorf("planned %s\nsent %s %s\n%s", text, sent.Method, sent.URL, sent.Body)
		}
		for _, f := range sent.Header {
			if f.Name != "x-ms-client-request-id" && !strings.Contains(head, "\r\n"+f.Name+": "+f.Value) {
				t.Errorf("the plan lacks %v", f)
			}
		}
	}
	if plan, err := wire.Call(t.Context(), d, wire.PushPlan, wire.PullCopyRequest{Table: "Copy"}, nil); err != nil || len(plan.Groups) != 0 {
		t.Errorf("plan after the push: %+v, %v", plan, err)
	}
}

func TestSync_Conflict(t *testing.T) {
	d, m, req := pulled(t, 1, 2)
	write(t, d, "insert-or-merge", "p000", "r0000", 100)
	write(t, d, "insert-or-merge", "p000", "r0001", 100)
	m.Put(t, "Orders", "p000", "r0000", engine.Property{Name: "N", Value: edm.NewInt32(200)})
	r, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	if err != nil || r.Report.Written != 1 || r.Report.Conflicts != 1 || r.Report.Left != 1 {
		t.Fatalf("push: %+v, %v", r, err)
	}
	if got := storedN(t, m, "p000", "r0000"); got != "200" {
		t.Fatalf("overwritten: %s", got)
	}
	list, err := wire.Call(t.Context(), d, wire.Conflicts, wire.ConflictsRequest{Table: "Copy", First: 0, Count: 10}, nil)
	if err != nil || list.Total != 1 || list.Conflicts[0].Base == nil || list.Conflicts[0].Theirs == nil || list.Conflicts[0].Mine == nil || !reflect.DeepEqual(list.Conflicts[0].Properties, []string{"N"}) {
		t.Fatalf("%+v, %v", list, err)
	}
	resolved, err := wire.Call(t.Context(), d, wire.Resolve, wire.ResolveRequest{Table: "Copy", Keys: &wire.ConflictKey{PartitionKey: "p000", RowKey: "r0000"}, Shown: list.Conflicts[0].Theirs.ETag, Rule: tablesync.TakeMine}, nil)
	if err != nil || *resolved != (wire.ResolveReply{Resolved: 1, Left: 0}) {
		t.Fatalf("%+v, %v", resolved, err)
	}
	if _, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil); err != nil {
		t.Fatal(err)
	}
	if got := storedN(t, m, "p000", "r0000"); got != "100" {
		t.Errorf("after the resolution: %s", got)
	}
}

func TestSync_StoppedPullGoesOn(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Orders", 5, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	m.Fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if n++; n == 4 { // it is asked for while the page before is still being kept
			for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
				if s, err := d.DB.Snapshot("Copy"); err == nil && s.Len() == 3000 {
					break
				}
			}
			cancel()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}
	req := wire.PullRequest{Source: "shop", Endpoint: m.URL, Remote: "Orders", Table: "Copy"}
	r, err := wire.Call(ctx, d, wire.Pull, req, nil)
	if err != nil || !r.Stopped || r.Report.Read != 3000 || !r.Report.Copy.Partial {
		t.Fatalf("stopped: %+v, %v", r, err)
	}
	copies, err := wire.Call(t.Context(), d, wire.Copies, wire.Done{}, nil)
	if err != nil || len(copies.Copies) != 1 || !copies.Copies[0].Partial || copies.Copies[0].Entities != 3000 {
		t.Fatalf("%+v, %v", copies, err)
	}
	r, err = wire.Call(t.Context(), d, wire.Pull, req, nil)
	if err != nil || r.Stopped || r.Report.Read != 2000 || r.Report.Copy.Partial {
		t.Fatalf("gone on: %+v, %v", r, err)
	}
	s, err := d.DB.Snapshot("Copy")
	if err != nil || s.Len() != 5000 {
		t.Errorf("the copy has %d entities, %v", s.Len(), err)
	}
}

// Ensure that what a pull or a push met after it had begun is told beside what it did.
func TestSync_Problem(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Orders", 2, 1000)
	m.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if strings.Contains(r.URL, "NextPartitionKey") {
			return nil, errors.New("the line is cut")
		}
		return nil, nil
	}
	req := wire.PullRequest{Source: "shop", Endpoint: m.URL, Remote: "Orders", Table: "Copy"}
	r, err := wire.Call(t.Context(), d, wire.Pull, req, nil)
	if err != nil || r.Stopped || r.Code != wire.NoAnswer || !strings.Contains(r.Problem, "the line is cut") || r.Report.Pages != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	_, err = wire.Call(t.Context(), d, wire.Pull, req, nil)
	workertest.WantCode(t, err, wire.NoAnswer)
	req.Endpoint = "https://elsewhere.example"
	_, err = wire.Call(t.Context(), d, wire.Pull, req, nil)
	workertest.WantCode(t, err, wire.AccountChanged)
}

func TestSync_OneAtATime(t *testing.T) {
	d, m, req := pulled(t, 1, 10)
	write(t, d, "insert", "p000", "new", 1)
	asked, answer := make(chan struct{}), make(chan struct{})
	m.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "POST" {
			close(asked)
			<-answer
		}
		return nil, nil
	}
	done := make(chan error, 1)
	go func() {
		_, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
		done <- err
	}()
	workertest.Within(t, "the request of the push", asked)
	_, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "copy", Endpoint: req.Endpoint}, nil)
	workertest.WantCode(t, err, wire.CopyBusy)
	_, err = wire.Call(t.Context(), d, wire.Pull, req, nil)
	workertest.WantCode(t, err, wire.CopyBusy)
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.Detach, wire.PullCopyRequest{Table: "Copy"}), wire.CopyBusy)
	close(answer)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(t.Context(), d, wire.Detach, wire.PullCopyRequest{Table: "Copy"}); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	workertest.WantCode(t, err, string(tablesync.NotACopy))
}

func TestSync_Compare(t *testing.T) {
	d, m, _ := pulled(t, 150, 2)
	write(t, d, "insert-or-merge", "p000", "r0000", -1)
	write(t, d, "insert", "p000", "Here", -1)
	for p := 10; p < 150; p++ {
		m.Put(t, "Orders", fmt.Sprintf("p%03d", p), "there")
	}
	r, err := wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Copy", RightSource: "shop", RightTable: "Orders"}, nil)
	if err != nil || r.Summary.OnlyLeft != 1 || r.Summary.OnlyRight != 140 || r.Summary.Changed != 1 || r.Kept != 142 || len(r.Partitions) != wire.MaxWindow || r.More != 41 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := r.Partitions[0]; p.PartitionKey != "p000" || p.Summary.OnlyLeft != 1 || p.Summary.Changed != 1 {
		t.Errorf("first partition: %+v", p)
	}
	own := "p000"
	for _, test := range []struct {
		req   wire.DifferencesRequest
		total int
		keys  string
	}{
		{wire.DifferencesRequest{PartitionKey: &own}, 2, "Here r0000"},
		{wire.DifferencesRequest{Kinds: []tablesync.DifferenceKind{tablesync.Changed}}, 1, "r0000"},
		{wire.DifferencesRequest{Contains: "HERE", First: 139}, 141, "there there"},
		{wire.DifferencesRequest{Contains: "n", Kinds: []tablesync.DifferenceKind{tablesync.Changed, tablesync.OnlyLeft}}, 1, "r0000"},
		{wire.DifferencesRequest{Contains: "nothing"}, 0, ""},
	} {
		test.req.Comparison, test.req.Count = r.Comparison, 100
		got, err := wire.Call(t.Context(), d, wire.Differences, test.req, nil)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, x := range got.Differences {
			keys = append(keys, x.RowKey)
			if (x.Left == nil) != (x.Kind == tablesync.OnlyRight) || (x.Right == nil) != (x.Kind == tablesync.OnlyLeft) {
				t.Errorf("sides of %+v", x)
			}
		}
		if got.Total != test.total || strings.Join(keys, " ") != test.keys {
			t.Errorf("%+v: %d, %v", test.req, got.Total, keys)
		}
	}
	base, err := wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Copy", Base: true}, nil)
	if err != nil || base.Summary.OnlyLeft != 1 || base.Summary.Changed != 1 || base.Summary.OnlyRight != 0 {
		t.Errorf("with its base: %+v, %v", base, err)
	}
	_, err = wire.Call(t.Context(), d, wire.Differences, wire.DifferencesRequest{Comparison: r.Comparison, Count: 1}, nil)
	workertest.WantCode(t, err, wire.ComparisonGone)
	if reverted, err := wire.Call(t.Context(), d, wire.Revert, wire.RevertRequest{Table: "Copy"}, nil); err != nil || reverted.Reverted != 2 {
		t.Errorf("%+v, %v", reverted, err)
	}
}

// Ensure that a deleted copy takes what was known of it away, and that its undo brings it back.
func TestSync_DropCopy(t *testing.T) {
	d, _, req := pulled(t, 1, 3)
	write(t, d, "insert", "p000", "new", 1)
	undo, err := wire.Call(t.Context(), d, wire.DropTable, wire.TableRequest{Table: "Copy"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if copies, err := wire.Call(t.Context(), d, wire.Copies, wire.Done{}, nil); err != nil || len(copies.Copies) > 0 {
		t.Errorf("%+v, %v", copies, err)
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest(*undo)); err != nil {
		t.Fatal(err)
	}
	copies, err := wire.Call(t.Context(), d, wire.Copies, wire.Done{}, nil)
	if err != nil || len(copies.Copies) != 1 || copies.Copies[0].Pending != 1 {
		t.Fatalf("%+v, %v", copies, err)
	}
	if _, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil); err != nil {
		t.Fatal(err)
	}
}

// Ensure that of many differences some are kept and all are counted.
func TestCompare_Bounded(t *testing.T) {
	d := desk.Open(t, Handlers(), nil)
	d.Fill(t, "Many", 101, 1000)
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "None"}); err != nil {
		t.Fatal(err)
	}
	r, err := wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Many", RightTable: "None"}, nil)
	if err != nil || r.Summary.OnlyLeft != 101_000 || r.Kept != maxDifferences || len(r.Partitions) != wire.MaxWindow || r.More != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	last, err := wire.Call(t.Context(), d, wire.Differences, wire.DifferencesRequest{Comparison: r.Comparison, First: maxDifferences - 1, Count: 10}, nil)
	if err != nil || last.Total != maxDifferences || len(last.Differences) != 1 || last.Differences[0].RowKey != "r0999" {
		t.Errorf("%+v, %v", last, err)
	}
}

// Ensure that a part is compared on both sides, and that of a copy of that part nothing is left out.
func TestCompare_Scope(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Orders", 3, 4)
	d.Fill(t, "Own", 2, 4)
	part := tablesync.Scope{Filter: "N lt 6"}
	r, err := wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Own", RightSource: "shop", RightTable: "Orders", Scope: part}, nil)
	if err != nil || r.Summary.Equal != 6 || r.Kept != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := wire.Call(t.Context(), d, wire.Pull, wire.PullRequest{Source: "shop", Endpoint: m.URL, Remote: "Orders", Table: "Copy", Scope: part}, nil); err != nil {
		t.Fatal(err)
	}
	write(t, d, "insert-or-merge", "p000", "r0000", 100)
	r, err = wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Copy", RightSource: "shop", RightTable: "Orders", Scope: part}, nil)
	if err != nil || r.Summary.Equal != 5 || r.Summary.Changed != 1 || r.Kept != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	_, err = wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Own", RightSource: "shop", RightTable: "Orders", Scope: tablesync.Scope{Filter: "N lt"}}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

// Ensure that a comparison knows by an account's address that its lists have no order: the first page may be in order by chance.
func TestCompare_AccountOfCosmos(t *testing.T) {
	for url, want := range map[string]bool{"https://shop.table.core.windows.net": false, "https://shop.table.cosmos.azure.com": true} {
		side := accountSide(nil, url, "Orders", tablesync.Scope{})
		if got := reflect.ValueOf(side).FieldByName("unordered").Bool(); got != want {
			t.Errorf("%s: unordered %v, want %v", url, got, want)
		}
	}
}

// late is a service whose list goes out of key order behind its first page.
type late struct{}

func (late) Do(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
	if strings.Contains(r.URL, "NextPartitionKey") {
		return &tablerest.Response{Status: 200, Body: `{"value":[{"PartitionKey":"p000","RowKey":"r0000"}]}`}, nil
	}
	return &tablerest.Response{Status: 200, Body: `{"value":[{"PartitionKey":"p001","RowKey":"r0000"}]}`,
		Header: []tablerest.Field{{Name: "x-ms-continuation-NextPartitionKey", Value: "x"}}}, nil
}

// Ensure that a comparison that finds out late that a list has no order begins again, and counts nothing twice.
func TestCompare_NoOrderFoundLate(t *testing.T) {
	d := desk.Open(t, Handlers(), func(c *worker.Config) {
		c.Remote = func(context.Context, string) (tablerest.Client, error) {
			return tablerest.Client{Doer: late{}, URL: "http://x"}, nil
		}
	})
	d.Fill(t, "Own", 1, 1)
	r, err := wire.Call(t.Context(), d, wire.Compare, wire.CompareRequest{LeftTable: "Own", RightSource: "shop", RightTable: "Orders"}, nil)
	if err != nil || r.Summary.Changed != 1 || r.Summary.OnlyRight != 1 || r.Summary.OnlyLeft != 0 || r.Kept != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}
