package faults

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
	"rangefinder/server/tableauth"
)

const (
	remoteTable = "Original"
	localTable  = "Copied"
)

func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// ours is our own Table endpoint.
func ours(t *testing.T) string {
	tables := must(server.OpenTables(t.Context(), server.TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}}))(t)
	site := must(harness.Serve(tables))(t)
	t.Cleanup(func() { site.Close() })
	return site.URL + tableauth.WellKnownName
}

// azurite is Azurite.
func azurite(t *testing.T) string {
	a := must(harness.StartAzurite(t.TempDir()))(t)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the end of Azurite's log:\n%s", a.Log())
		}
		if err := a.Stop(); err != nil {
			t.Error(err)
		}
	})
	return a.URL
}

// Ensure that a copy that is pulled, changed and pushed over a bad line, while somebody else changes the table, ends the same as
// the table, with every change of both sides in it, and that the service wrote each change once.
func TestSync_BadLine(t *testing.T) {
	for _, service := range []struct {
		name  string
		start func(*testing.T) string
	}{{"our endpoint", ours}, {"Azurite", azurite}} {
		t.Run(service.name, func(t *testing.T) { syncOverBadLine(t, service.start(t)) })
	}
}

func syncOverBadLine(t *testing.T, address string) {
	ctx := t.Context()
	plain := must(Client(address, nil))(t)
	const partitions, each = 40, 20
	if err := plain.CreateTable(ctx, remoteTable); err != nil {
		t.Fatal(err)
	}
	for p := range partitions {
		ops := make([]engine.Op, 0, each)
		for i := range each {
			ops = append(ops, engine.Op{Kind: engine.Insert, PartitionKey: partition(p), RowKey: row(i), Properties: values(0, 0)})
		}
		for ; len(ops) > 0; ops = ops[min(100, len(ops)):] {
			must(plain.Batch(ctx, remoteTable, ops[:min(100, len(ops))]))(t)
		}
	}
	const perThousand = 40 // with each of five faults
	proxy := must(Listen(address, 7, Even(perThousand)))(t)
	defer proxy.Close()
	client := must(Client(proxy.URL, nil))(t)
	db := engine.Open(engine.Options{})
	origin := tablesync.Origin{Source: "test", Endpoint: address, Remote: remoteTable}
	pull := func() {
		t.Helper()
		for try := 0; ; try++ {
			_, err := tablesync.Pull(ctx, db, client, localTable, origin, tablesync.Options{})
			if err == nil {
				return
			}
			if try == 20 {
				t.Fatal(err)
			}
		}
	}
	pull()
	if differs := must(Same(ctx, db, localTable, plain, remoteTable))(t); differs != "" {
		t.Fatalf("the copy is not the table: %s", differs)
	}

	// Of each ten entities of a partition: 0 to 4 are changed here, 4 to 6 there (4 in the same property, 5 alone, and 6 also here
	// in another), 7 is deleted here, 8 there, and new ones come on both sides.
	want := map[[2]string][2]int32{}
	changes := 0
	here := func(op engine.Op) {
		t.Helper()
		must(db.Apply(ctx, localTable, op))(t)
		changes++
	}
	there := func(op engine.Op) {
		t.Helper()
		must(plain.Apply(ctx, remoteTable, op))(t)
	}
	for p := range partitions {
		for i := range each {
			key := [2]string{partition(p), row(i)}
			op := engine.Op{Kind: engine.Merge, PartitionKey: key[0], RowKey: key[1], IfMatch: "*"}
			with := func(name string, n int32) engine.Op {
				op.Properties = []engine.Property{{Name: name, Value: edm.NewInt32(n)}}
				return op
			}
			switch i % 10 {
			case 0, 1, 2, 3:
				here(with("A", 1))
				want[key] = [2]int32{1, 0}
			case 4: // a conflict, decided for ours
				here(with("A", 1))
				there(with("A", 2))
				want[key] = [2]int32{1, 0}
			case 5:
				there(with("B", 2))
				want[key] = [2]int32{0, 2}
			case 6:
				here(with("A", 1))
				there(with("B", 2))
				want[key] = [2]int32{1, 2}
			case 7:
				here(engine.Op{Kind: engine.Delete, PartitionKey: key[0], RowKey: key[1], IfMatch: "*"})
			case 8:
				there(engine.Op{Kind: engine.Delete, PartitionKey: key[0], RowKey: key[1], IfMatch: "*"})
			default:
				want[key] = [2]int32{0, 0}
				fresh := engine.Op{Kind: engine.Insert, PartitionKey: key[0], RowKey: "new" + key[1], Properties: values(3, 3)}
				if i%20 == 9 {
					here(fresh)
				} else {
					there(fresh)
				}
				want[[2]string{key[0], "new" + key[1]}] = [2]int32{3, 3}
			}
		}
	}

	before := proxy.Counts()
	conflicts := 0
	for round := 0; ; round++ {
		if round == 40 {
			t.Fatal("it does not come to an end")
		}
		report, err := tablesync.Push(ctx, db, client, localTable, tablesync.PushOptions{Endpoint: address})
		t.Logf("push: %d written, %d already there, %d resolved, %d conflicts, %d requests, %d left: %v", report.Written, report.AlreadyThere, report.Resolved, report.Conflicts, report.Requests, report.Left, err)
		if len(report.Refused) > 0 {
			t.Fatalf("refused: %+v", report.Refused[0])
		}
		pull()
		n := must(tablesync.Resolve(ctx, db, localTable, nil, tablesync.MergeMine, tablesync.Options{}))(t)
		if conflicts += n; err == nil && report.Left == 0 && n == 0 {
			break
		}
	}
	counts := proxy.Counts()
	t.Logf("%d requests came, %d had a fault", counts.Requests, counts.Faults)
	if counts.Faults < 20 {
		t.Error("too little went wrong for this to mean something")
	}
	if least := partitions * each / 10; conflicts < least {
		t.Errorf("%d conflicts were shown, want at least %d", conflicts, least)
	}
	if written := counts.Written - before.Written; written != changes {
		t.Errorf("the service wrote %d operations for %d changes", written, changes)
	}
	if differs := must(Same(ctx, db, localTable, plain, remoteTable))(t); differs != "" {
		t.Errorf("the copy is not the table: %s", differs)
	}
	all := must(All(ctx, plain, remoteTable))(t)
	for _, e := range all {
		key := [2]string{e.PartitionKey(), e.RowKey()}
		a, _ := e.Value("A")
		b, _ := e.Value("B")
		if expected, ok := want[key]; !ok || expected != [2]int32{int32(a.Int()), int32(b.Int())} {
			t.Errorf("%q has A %d and B %d, want %v", key, a.Int(), b.Int(), expected)
		}
		delete(want, key)
	}
	for key := range want {
		t.Errorf("%q is lost", key)
	}
}

func partition(p int) string { return fmt.Sprintf("p'%d ä", p) }

func row(i int) string { return fmt.Sprintf("r%04d", i) }

func values(a, b int32) []engine.Property {
	return []engine.Property{{Name: "A", Value: edm.NewInt32(a)}, {Name: "B", Value: edm.NewInt32(b)}, {Name: "Text", Value: edm.NewString("some text that takes room")}}
}

// Ensure that each fault is what it says, seen from both ends.
func TestProxy_Faults(t *testing.T) {
	upstream := 0
	service := must(harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		upstream++
		w.Header().Set("X-Ms-Request-Id", "theirs")
		if r.Method == "DELETE" {
			w.WriteHeader(204)
			return
		}
		io.WriteString(w, strings.Repeat(r.URL.EscapedPath()+"?"+r.URL.RawQuery, 100))
	})))(t)
	defer service.Close()
	const path = "/T(PartitionKey='a%20b',RowKey='%C3%A4')"
	for _, test := range []struct {
		fault  Fault
		status int // 0: no answer
		done   bool
	}{
		{LostRequest, 0, false}, {LostAnswer, 0, true}, {CutAnswer, 0, true}, {Busy, 503, false}, {FailedDone, 500, true}, {Slow, 200, true},
	} {
		for _, method := range []string{"POST", "DELETE"} {
			var share Share
			share[test.fault] = 1000
			proxy := must(Listen(strings.TrimSuffix(service.URL, "/")+"/account", 1, share))(t)
			upstream = 0
			doer := tablerest.HTTPDoer{Client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
			answer, err := doer.Do(context.Background(), tablerest.Request{Method: method, URL: proxy.URL + path + "?a=%20b", Body: "x"})
			status := 0
			if err == nil {
				status = answer.Status
			}
			want := test.status
			if want == 200 && method == "DELETE" {
				want = 204
			}
			if status != want || (upstream == 1) != test.done || upstream > 1 {
				t.Errorf("%d %s: status %d, asked %d times, %v", test.fault, method, status, upstream, err)
			}
			if status == 200 && (answer.Get("X-Ms-Request-Id") != "theirs" || !strings.HasPrefix(answer.Body, "/account"+path+"?a=%20b")) {
				t.Errorf("the answer is %v %.80s", answer.Header, answer.Body)
			}
			if c := proxy.Counts(); c.Requests != 1 || c.Faults != 1 && test.fault != Slow {
				t.Errorf("%d: counted %+v", test.fault, c)
			}
			if err := proxy.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
