//go:build !js

package worker

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// pulled serves a copy "Copy" of an account's table "Orders" of partitions with rows.
func pulled(t *testing.T, partitions, rows int) (*desk, *remote, PullRequest) {
	t.Helper()
	d, m := openLive(t)
	m.fill(t, "Orders", partitions, rows)
	req := PullRequest{Source: "shop", Endpoint: m.url + "/", Remote: "Orders", Table: "Copy"}
	r, err := d.Pull(t.Context(), req, nil)
	if err != nil || r.Report.Added != partitions*rows || r.Stopped || r.Problem != "" || r.Report.Copy.Partial {
		t.Fatalf("pull: %+v, %v", r, err)
	}
	return d, m, req
}

// write changes an entity of the browser's own table.
func (d *desk) write(t *testing.T, kind, pk, rk string, n int) {
	t.Helper()
	req := ApplyRequest{Table: "Copy", Kind: kind, PartitionKey: pk, RowKey: rk, Properties: []TextProperty{{"N", edm.Int32, fmt.Sprint(n)}}}
	if kind == "delete" {
		req.Properties, req.IfMatch = nil, "*"
	}
	if _, err := d.Apply(t.Context(), req); err != nil {
		t.Fatal(err)
	}
}

func (m *remote) n(t *testing.T, pk, rk string) string {
	t.Helper()
	e, err := m.db.Get(t.Context(), "Orders", pk, rk)
	if err != nil {
		return string(failure(t, failureOf(err)).Code)
	}
	v, _ := e.Value("N")
	return v.Display()
}

func TestSync_PushWhatChanged(t *testing.T) {
	d, m, req := pulled(t, 2, 3)
	d.write(t, "insert-or-merge", "p000", "r0000", 100)
	d.write(t, "insert", "p000", "new", 101)
	d.write(t, "delete", "p001", "r0001", 0)
	plan, err := d.PushPlan(t.Context(), PullCopyRequest{"Copy"})
	if err != nil || plan.Inserts != 1 || plan.Updates != 1 || plan.Deletes != 1 || len(plan.Groups) != 2 || plan.Copy.Pending != 3 {
		t.Fatalf("plan: %+v, %v", plan, err)
	}
	m.mu.Lock()
	m.requests = nil
	m.mu.Unlock()
	r, err := d.Push(t.Context(), PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	if err != nil || r.Report.Written != 3 || r.Report.Left != 0 || len(r.Report.Groups) != 2 {
		t.Fatalf("push: %+v, %v", r, err)
	}
	if got := []string{m.n(t, "p000", "r0000"), m.n(t, "p000", "new"), m.n(t, "p001", "r0001")}; !reflect.DeepEqual(got, []string{"100", "101", "ResourceNotFound"}) {
		t.Errorf("the account has %v", got)
	}
	// The plan showed the very requests.
	for i, sent := range m.requests {
		text := plan.Groups[i].Request
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		first, _, _ := strings.Cut(head, "\r\n")
		if body != sent.Body || first != sent.Method+" "+strings.TrimPrefix(sent.URL, m.url)+" HTTP/1.1" {
			t.Errorf("planned %s\nsent %s %s\n%s", text, sent.Method, sent.URL, sent.Body)
		}
		for _, f := range sent.Header {
			if f.Name != "x-ms-client-request-id" && !strings.Contains(head, "\r\n"+f.Name+": "+f.Value) {
				t.Errorf("the plan lacks %v", f)
			}
		}
	}
	if plan, err := d.PushPlan(t.Context(), PullCopyRequest{"Copy"}); err != nil || len(plan.Groups) != 0 {
		t.Errorf("plan after the push: %+v, %v", plan, err)
	}
}

func TestSync_Conflict(t *testing.T) {
	d, m, req := pulled(t, 1, 2)
	d.write(t, "insert-or-merge", "p000", "r0000", 100)
	d.write(t, "insert-or-merge", "p000", "r0001", 100)
	m.put(t, "Orders", "p000", "r0000", engine.Property{Name: "N", Value: edm.NewInt32(200)})
	r, err := d.Push(t.Context(), PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	if err != nil || r.Report.Written != 1 || r.Report.Conflicts != 1 || r.Report.Left != 1 {
		t.Fatalf("push: %+v, %v", r, err)
	}
	if got := m.n(t, "p000", "r0000"); got != "200" {
		t.Fatalf("overwritten: %s", got)
	}
	list, err := d.Conflicts(t.Context(), ConflictsRequest{"Copy", 0, 10})
	if err != nil || list.Total != 1 || list.Conflicts[0].Base == nil || list.Conflicts[0].Theirs == nil || list.Conflicts[0].Mine == nil || !reflect.DeepEqual(list.Conflicts[0].Properties, []string{"N"}) {
		t.Fatalf("%+v, %v", list, err)
	}
	resolved, err := d.Resolve(t.Context(), ResolveRequest{"Copy", &ConflictKey{"p000", "r0000"}, tablesync.TakeMine})
	if err != nil || *resolved != (ResolveReply{1, 0}) {
		t.Fatalf("%+v, %v", resolved, err)
	}
	if _, err := d.Push(t.Context(), PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil); err != nil {
		t.Fatal(err)
	}
	if got := m.n(t, "p000", "r0000"); got != "100" {
		t.Errorf("after the resolution: %s", got)
	}
}

func TestSync_StoppedPullGoesOn(t *testing.T) {
	d, m := openLive(t)
	m.fill(t, "Orders", 5, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	m.fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if n++; n == 4 {
			cancel()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}
	req := PullRequest{Source: "shop", Endpoint: m.url, Remote: "Orders", Table: "Copy"}
	r, err := d.Pull(ctx, req, nil)
	if err != nil || !r.Stopped || r.Report.Read != 3000 || !r.Report.Copy.Partial {
		t.Fatalf("stopped: %+v, %v", r, err)
	}
	copies, err := d.Copies(t.Context())
	if err != nil || len(copies.Copies) != 1 || !copies.Copies[0].Partial || copies.Copies[0].Entities != 3000 {
		t.Fatalf("%+v, %v", copies, err)
	}
	r, err = d.Pull(t.Context(), req, nil)
	if err != nil || r.Stopped || r.Report.Read != 2000 || r.Report.Copy.Partial {
		t.Fatalf("gone on: %+v, %v", r, err)
	}
	s, err := d.db.Snapshot("Copy")
	if err != nil || s.Len() != 5000 {
		t.Errorf("the copy has %d entities, %v", s.Len(), err)
	}
}

// Ensure that what a pull or a push met after it had begun is told beside what it did.
func TestSync_Problem(t *testing.T) {
	d, m := openLive(t)
	m.fill(t, "Orders", 2, 1000)
	m.fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if strings.Contains(r.URL, "NextPartitionKey") {
			return nil, errors.New("the line is cut")
		}
		return nil, nil
	}
	req := PullRequest{Source: "shop", Endpoint: m.url, Remote: "Orders", Table: "Copy"}
	r, err := d.Pull(t.Context(), req, nil)
	if err != nil || r.Stopped || r.Code != NoAnswer || !strings.Contains(r.Problem, "the line is cut") || r.Report.Pages != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	_, err = d.Pull(t.Context(), req, nil)
	wantCode(t, err, NoAnswer)
	req.Endpoint = "https://elsewhere.example"
	_, err = d.Pull(t.Context(), req, nil)
	wantCode(t, err, AccountChanged)
}

func TestSync_OneAtATime(t *testing.T) {
	d, m, req := pulled(t, 1, 10)
	d.write(t, "insert", "p000", "new", 1)
	asked, answer := make(chan struct{}), make(chan struct{})
	m.fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "POST" {
			close(asked)
			<-answer
		}
		return nil, nil
	}
	done := make(chan error, 1)
	go func() {
		_, err := d.Push(t.Context(), PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
		done <- err
	}()
	within(t, "the request of the push", asked)
	_, err := d.Push(t.Context(), PushRequest{Table: "copy", Endpoint: req.Endpoint}, nil)
	wantCode(t, err, CopyBusy)
	_, err = d.Pull(t.Context(), req, nil)
	wantCode(t, err, CopyBusy)
	wantCode(t, d.Detach(t.Context(), PullCopyRequest{"Copy"}), CopyBusy)
	close(answer)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := d.Detach(t.Context(), PullCopyRequest{"Copy"}); err != nil {
		t.Fatal(err)
	}
	_, err = d.Push(t.Context(), PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	wantCode(t, err, string(tablesync.NotACopy))
}

func TestSync_Compare(t *testing.T) {
	d, m, _ := pulled(t, 150, 2)
	d.write(t, "insert-or-merge", "p000", "r0000", -1)
	d.write(t, "insert", "p000", "Here", -1)
	for p := 10; p < 150; p++ {
		m.put(t, "Orders", fmt.Sprintf("p%03d", p), "there")
	}
	r, err := d.Compare(t.Context(), CompareRequest{LeftTable: "Copy", RightSource: "shop", RightTable: "Orders"}, nil)
	if err != nil || r.Summary.OnlyLeft != 1 || r.Summary.OnlyRight != 140 || r.Summary.Changed != 1 || r.Kept != 142 || len(r.Partitions) != MaxWindow || r.More != 41 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := r.Partitions[0]; p.PartitionKey != "p000" || p.Summary.OnlyLeft != 1 || p.Summary.Changed != 1 {
		t.Errorf("first partition: %+v", p)
	}
	own := "p000"
	for _, test := range []struct {
		req   DifferencesRequest
		total int
		keys  string
	}{
		{DifferencesRequest{PartitionKey: &own}, 2, "Here r0000"},
		{DifferencesRequest{Kinds: []tablesync.DifferenceKind{tablesync.Changed}}, 1, "r0000"},
		{DifferencesRequest{Contains: "HERE", First: 139}, 141, "there there"},
		{DifferencesRequest{Contains: "n", Kinds: []tablesync.DifferenceKind{tablesync.Changed, tablesync.OnlyLeft}}, 1, "r0000"},
		{DifferencesRequest{Contains: "nothing"}, 0, ""},
	} {
		test.req.Comparison, test.req.Count = r.Comparison, 100
		got, err := d.Differences(t.Context(), test.req)
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
	base, err := d.Compare(t.Context(), CompareRequest{LeftTable: "Copy", Base: true}, nil)
	if err != nil || base.Summary.OnlyLeft != 1 || base.Summary.Changed != 1 || base.Summary.OnlyRight != 0 {
		t.Errorf("with its base: %+v, %v", base, err)
	}
	_, err = d.Differences(t.Context(), DifferencesRequest{Comparison: r.Comparison, Count: 1})
	wantCode(t, err, ComparisonGone)
	if reverted, err := d.Revert(t.Context(), RevertRequest{Table: "Copy"}); err != nil || reverted.Reverted != 2 {
		t.Errorf("%+v, %v", reverted, err)
	}
}

// Ensure that a deleted copy takes what was known of it away, and that its undo brings it back.
func TestSync_DropCopy(t *testing.T) {
	d, _, req := pulled(t, 1, 3)
	d.write(t, "insert", "p000", "new", 1)
	undo, err := d.DropTable(t.Context(), TableRequest{Table: "Copy"})
	if err != nil {
		t.Fatal(err)
	}
	if copies, err := d.Copies(t.Context()); err != nil || len(copies.Copies) > 0 {
		t.Errorf("%+v, %v", copies, err)
	}
	if err := d.Undo(t.Context(), UndoRequest(*undo)); err != nil {
		t.Fatal(err)
	}
	copies, err := d.Copies(t.Context())
	if err != nil || len(copies.Copies) != 1 || copies.Copies[0].Pending != 1 {
		t.Fatalf("%+v, %v", copies, err)
	}
	if _, err := d.Push(t.Context(), PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil); err != nil {
		t.Fatal(err)
	}
}

// Ensure that of many differences some are kept and all are counted.
func TestCompare_Bounded(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Many", 101, 1000)
	if err := d.CreateTable(t.Context(), TableRequest{Table: "None"}); err != nil {
		t.Fatal(err)
	}
	r, err := d.Compare(t.Context(), CompareRequest{LeftTable: "Many", RightTable: "None"}, nil)
	if err != nil || r.Summary.OnlyLeft != 101_000 || r.Kept != maxDifferences || len(r.Partitions) != MaxWindow || r.More != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	last, err := d.Differences(t.Context(), DifferencesRequest{Comparison: r.Comparison, First: maxDifferences - 1, Count: 10})
	if err != nil || last.Total != maxDifferences || len(last.Differences) != 1 || last.Differences[0].RowKey != "r0999" {
		t.Errorf("%+v, %v", last, err)
	}
}

func TestTally_Bounded(t *testing.T) {
	var seen tally
	for i := range maxTallied + 10 {
		seen.count(fmt.Sprint("P", i), edm.String, 1)
	}
	seen.count("P0", edm.Int32, 2)
	c := seen.Census()
	if len(c.Properties) != maxTallied || c.Properties[0].Types[0].Type != edm.Int32 {
		t.Errorf("%d properties, the first %+v", len(c.Properties), c.Properties[0])
	}
}

// Ensure that a part is compared on both sides, and that of a copy of that part nothing is left out.
func TestCompare_Scope(t *testing.T) {
	d, m := openLive(t)
	m.fill(t, "Orders", 3, 4)
	d.fill(t, "Own", 2, 4)
	part := tablesync.Scope{Filter: "N lt 6"}
	r, err := d.Compare(t.Context(), CompareRequest{LeftTable: "Own", RightSource: "shop", RightTable: "Orders", Scope: part}, nil)
	if err != nil || r.Summary.Equal != 6 || r.Kept != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := d.Pull(t.Context(), PullRequest{Source: "shop", Endpoint: m.url, Remote: "Orders", Table: "Copy", Scope: part}, nil); err != nil {
		t.Fatal(err)
	}
	d.write(t, "insert-or-merge", "p000", "r0000", 100)
	r, err = d.Compare(t.Context(), CompareRequest{LeftTable: "Copy", RightSource: "shop", RightTable: "Orders", Scope: part}, nil)
	if err != nil || r.Summary.Equal != 5 || r.Summary.Changed != 1 || r.Kept != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	_, err = d.Compare(t.Context(), CompareRequest{LeftTable: "Own", RightSource: "shop", RightTable: "Orders", Scope: tablesync.Scope{Filter: "N lt"}}, nil)
	wantCode(t, err, string(engine.InvalidInput))
}
