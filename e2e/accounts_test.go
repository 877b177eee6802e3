package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
	"rangefinder/server/connection"
	"rangefinder/server/proxy"
	"rangefinder/server/tableauth"
)

// asking lets a test ask the page's worker, as the page does.
const asking = `
"use strict";
if (location.protocol !== "about:") {
  const calls = new Map(), encoder = new TextEncoder(), decoder = new TextDecoder();
  const post = Worker.prototype.postMessage;
  let last = 9e12, worker;
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      worker = this;
      this.addEventListener("message", (event) => {
        if (!(event.data instanceof ArrayBuffer || event.data instanceof Uint8Array)) return;
        const { id, kind, body } = JSON.parse(decoder.decode(event.data));
        const call = calls.get(id);
        if (!call) return;
        event.stopImmediatePropagation();
        if (kind === "progress") return;
        calls.delete(id);
        call(JSON.stringify({ Failure: kind === "error" ? body : null, Reply: kind === "error" ? null : body }));
      });
    }
  };
  globalThis.ask = (op, body) =>
    new Promise((done) => {
      calls.set(++last, done);
      const message = encoder.encode(JSON.stringify({ id: last, kind: "request", op, body }));
      const send = () => (worker ? post.call(worker, message, [message.buffer]) : setTimeout(send, 10)); // the page makes it when it has started
      send();
    });
}`

// ask asks the page's worker.
func ask[R any](t *testing.T, page *harness.Page, op string, request any) (*R, *wire.Failure) {
	t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Failure *wire.Failure
		Reply   *R
	}
	text := eval[string](t, page, fmt.Sprintf("ask(%q, %s)", op, body))
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("%s answers %.200s: %v", op, text, err)
	}
	return answer.Reply, answer.Failure
}

// done is ask of what must not fail.
func done[R any](t *testing.T, page *harness.Page, op string, request any) *R {
	t.Helper()
	reply, failed := ask[R](t, page, op, request)
	if failed != nil {
		t.Fatalf("%s: %v", op, failed)
	}
	return reply
}

// liveSite serves the page with two accounts on the binary's Table endpoint: shop, which may be written, and locked.
func liveSite(t *testing.T, e *endpoint) *harness.Site {
	t.Helper()
	text := "DefaultEndpointsProtocol=http;AccountName=" + tableauth.WellKnownName + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=" + e.tables
	account, err := connection.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Live, err = proxy.New(proxy.Config{Accounts: []connection.Entry{{Name: "shop", Account: account}, {Name: "locked", Account: account}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := config.Live.AllowWrites("shop", true); err != nil {
		t.Fatal(err)
	}
	handler, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	site, err := harness.Serve(handler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return site
}

// theirs is a client of the service that goes there directly.
func (e *endpoint) theirs() *tablerest.Client {
	account := tableauth.WellKnownAccount()
	return &tablerest.Client{URL: e.tables, Doer: tablerest.HTTPDoer{Sign: func(r *http.Request) error {
		tableauth.SignSharedKeyLite(r, account.Name, account.Keys[0], time.Now())
		return nil
	}}}
}

// Ensure that a table of an account is explored, pulled, changed here and there, and pushed, over the page's own server and its
// proxy; that nothing is overwritten unseen; and that the copy is still one after a reload.
func TestAccounts_PullAndPush(t *testing.T) {
	t.Parallel()
	e := startEndpoint(t)
	site := liveSite(t, e)
	theirs := e.theirs()
	ctx := t.Context()
	if err := theirs.CreateTable(ctx, "Orders"); err != nil {
		t.Fatal(err)
	}
	n := func(n int32) []engine.Property { return []engine.Property{{Name: "N", Value: edm.NewInt32(n)}} }
	keys := []string{"plain", "o'clock %2F", "..", "\u6f22 +&=", `"`}
	for _, pk := range keys {
		var ops []engine.Op
		for _, rk := range keys {
			ops = append(ops, engine.Op{PartitionKey: pk, RowKey: rk, Properties: n(1)})
		}
		if _, err := theirs.Batch(ctx, "Orders", ops); err != nil {
			t.Fatal(err)
		}
	}

	profile, err := browser.NewProfile()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(profile.Close)
	tab, err := profile.Open(site.URL, asking)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tab.Close)
	page := tab.Page
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}

	tables := done[wire.TablesReply](t, page, "tables", wire.SourceRequest{Source: "shop"})
	if len(tables.Tables) != 1 || tables.Tables[0] != (wire.TableInfo{Name: "Orders", Entities: wire.Unknown, Partitions: wire.Unknown, Bytes: wire.Unknown}) {
		t.Fatalf("%+v", tables)
	}
	// The page runs a query of its own when it starts, which may take the place of the result.
	var more *wire.RunReply
	failed := &wire.Failure{Code: wire.ResultGone}
	for tries := 0; tries < 20 && failed != nil && failed.Code == wire.ResultGone; tries++ {
		run := done[wire.RunReply](t, page, "run", wire.QueryRequest{Source: "locked", Table: "Orders", Top: 20, Pages: 1})
		if run.Lines != 20 || !run.Live.More || run.Live.AtLeast || run.Live.Pages[0].RequestID == "" {
			t.Errorf("%+v, %+v", run, run.Live)
		}
		more, failed = ask[wire.RunReply](t, page, "more", wire.MoreRequest{Result: run.Result})
	}
	if failed != nil || more.Lines != 26 || more.Live.More {
		t.Errorf("%+v, %v", more, failed)
	}
	_, failed = ask[wire.ApplyReply](t, page, "apply", wire.ApplyRequest{Source: "locked", Table: "Orders", Kind: "delete", PartitionKey: "plain", RowKey: "plain", IfMatch: "*"})
	if failed == nil || failed.Code != proxy.AccountIsLocked {
		t.Errorf("a write to a locked account: %v", failed)
	}
	_, failed = ask[wire.TablesReply](t, page, "tables", wire.SourceRequest{Source: "nobody"})
	if failed == nil || failed.Code != proxy.AccountNotFound {
		t.Errorf("an account that is not there: %v", failed)
	}

	from := wire.PullRequest{Source: "shop", Endpoint: theirs.URL, Remote: "Orders", Table: "Copy"}
	if pulled := done[wire.PullReply](t, page, "pull", from); pulled.Report.Added != 25 || pulled.Problem != "" {
		t.Fatalf("%+v", pulled)
	}
	change := func(pk, rk, kind, n string) {
		t.Helper()
		req := wire.ApplyRequest{Table: "Copy", Kind: kind, PartitionKey: pk, RowKey: rk}
		if kind == "delete" {
			req.IfMatch = "*"
		} else {
			req.Properties = []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: n}}
		}
		done[wire.ApplyReply](t, page, "apply", req)
	}
	for _, rk := range keys {
		change("o'clock %2F", rk, "insert-or-merge", "2")
	}
	change("..", "..", "delete", "")
	change("..", "new", "insert", "2")
	change("plain", "plain", "insert-or-merge", "2")
	if _, err := theirs.Apply(ctx, "Orders", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: "plain", RowKey: "plain", Properties: n(3)}); err != nil {
		t.Fatal(err)
	}
	// What is pending outlives the page.
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	copies := done[wire.CopiesReply](t, page, "copies", wire.Done{})
	if len(copies.Copies) != 1 || copies.Copies[0].Pending != 8 {
		t.Fatalf("%+v", copies)
	}
	plan := done[wire.PushPlanReply](t, page, "push-plan", wire.PullCopyRequest{Table: "Copy"})
	if plan.Inserts != 1 || plan.Updates != 6 || plan.Deletes != 1 || len(plan.Groups) != 3 {
		t.Errorf("%+v", plan)
	}
	for _, g := range plan.Groups {
		if strings.Contains(g.Request, "Signature") || strings.Contains(g.Request, "Authorization") || !strings.Contains(g.Request, "Host: "+hostOf(e.tables)) {
			t.Errorf("the request of a group: %s", g.Request)
		}
	}
	pushed := done[wire.PushReply](t, page, "push", wire.PushRequest{Table: "Copy", Endpoint: theirs.URL})
	if pushed.Report.Written != 7 || pushed.Report.Conflicts != 1 || pushed.Report.Left != 1 || pushed.Problem != "" {
		t.Fatalf("%+v", pushed)
	}
	value := func(pk, rk string) string {
		t.Helper()
		e, err := theirs.Get(ctx, "Orders", pk, rk)
		if err != nil {
			return err.Error()
		}
		v, _ := e.Value("N")
		return v.Display()
	}
	got := []string{value("plain", "plain"), value("o'clock %2F", ".."), value("o'clock %2F", `"`), value("..", "new"), value("\u6f22 +&=", "plain")}
	if !slices.Equal(got, []string{"3", "2", "2", "2", "1"}) || !strings.Contains(value("..", ".."), "ResourceNotFound") {
		t.Fatalf("the service has %q after the push", got)
	}
	conflicts := done[wire.ConflictsReply](t, page, "conflicts", wire.ConflictsRequest{Table: "Copy", Count: 10})
	if conflicts.Total != 1 || conflicts.Conflicts[0].Theirs.Properties[0].Text != "3" || conflicts.Conflicts[0].Mine.Properties[0].Text != "2" {
		t.Fatalf("%+v", conflicts)
	}
	done[wire.ResolveReply](t, page, "resolve", wire.ResolveRequest{Table: "Copy", Rule: tablesync.TakeMine})
	if again := done[wire.PushReply](t, page, "push", wire.PushRequest{Table: "Copy", Endpoint: theirs.URL}); again.Report.Written != 1 || value("plain", "plain") != "2" {
		t.Errorf("%+v, %s", again, value("plain", "plain"))
	}
	same := done[wire.CompareReply](t, page, "compare", wire.CompareRequest{LeftTable: "Copy", RightSource: "shop", RightTable: "Orders"})
	if same.Summary != (tablesync.Summary{Equal: 25, Read: same.Summary.Read}) {
		t.Errorf("%+v", same.Summary)
	}
	for _, problem := range page.Problems() {
		if !strings.Contains(problem, "403") { // the browser complains of the refused write
			t.Error(problem)
		}
	}
}

func hostOf(address string) string {
	host, _, _ := strings.Cut(strings.TrimPrefix(address, "http://"), "/")
	return host
}
