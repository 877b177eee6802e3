package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/e2e/harness"
	"rangefinder/server"
)

// desk is the page of these tests: nothing but a worker as it is shipped and somebody who speaks its protocol.
const desk = `<!doctype html><title>desk</title><link rel="icon" href="data:,"><script>
let calls = new Map(), last = 0, events = [], worker;
addEventListener("load", async () => {
  worker = new Worker("web/worker.js");
  worker.onmessage = ({ data }) => {
    if (!(data instanceof Uint8Array)) return events.push({ op: "failed", body: data });
    const frame = JSON.parse(new TextDecoder().decode(data));
    if (frame.kind === "event") return events.push({ op: frame.op, body: frame.body, at: performance.timeOrigin + performance.now() });
    const call = calls.get(frame.id);
    if (!call || frame.kind === "progress") return;
    calls.delete(frame.id);
    call(frame.kind === "error" ? { failure: frame.body } : { reply: frame.body });
  };
  worker.postMessage({ module: await WebAssembly.compileStreaming(fetch("web/app.wasm")) });
  send({ kind: "hello" });
  globalThis.ready = true;
});
function send(frame) { worker.postMessage(new TextEncoder().encode(JSON.stringify(frame))); }
function ask(op, body) {
  return new Promise((resolve) => {
    calls.set(++last, resolve);
    send({ id: last, kind: "request", op, body });
  });
}
function insert(table, pk, rk, text) {
  const Properties = [{ Name: "A", Type: 1, Text: text || rk }, { Name: "B", Type: 1, Text: text || rk }];
  return ask("apply", { Table: table, Kind: "insert", PartitionKey: pk, RowKey: rk, Properties });
}
</script>`

// deskSite is a server of the built page that has a desk too.
type deskSite struct {
	*harness.Site
	address string
}

// serveDesk serves it until the test ends. script is put before the worker's own.
func serveDesk(t testing.TB, script string) deskSite {
	t.Helper()
	config, err := harness.Config()
	if err != nil {
		t.Fatal(err)
	}
	page, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	site, err := harness.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/desk":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, desk)
		case r.URL.Path == "/web/worker.js" && script != "":
			b, err := config.Bundle.Lookup("worker.js").Identity()
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, "%s;\n%s", script, b)
		default:
			page.ServeHTTP(w, r)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return deskSite{site, site.URL + "desk"}
}

// desker is a tab with a desk.
type desker struct {
	t testing.TB
	*harness.Tab
}

// newProfile makes a private profile for the test.
func newProfile(t testing.TB) *harness.Profile {
	t.Helper()
	profile, err := browser.NewProfile()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(profile.Close)
	return profile
}

func (s deskSite) open(t testing.TB, profile *harness.Profile) *desker {
	t.Helper()
	tab, err := profile.Open(s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tab.Close)
	d := &desker{t, tab}
	d.wait("globalThis.ready")
	return d
}

func (d *desker) wait(expression string) {
	d.t.Helper()
	if err := d.Wait(expression); err != nil {
		d.t.Fatal(err)
	}
}

// do evaluates an expression.
func (d *desker) do(expression string, result any) {
	d.t.Helper()
	if err := d.Eval(expression, result); err != nil {
		d.t.Fatal(err)
	}
}

// answer is what a worker answers.
type answer[T any] struct {
	Reply   T
	Failure *wire.Failure
}

// asked asks the worker of a desk.
func asked[T any](d *desker, op string, body any) (T, *wire.Failure) {
	d.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	var a answer[T]
	d.do(fmt.Sprintf("ask(%q, %s)", op, b), &a)
	return a.Reply, a.Failure
}

// must fails the test when the worker refuses.
func must[T any](d *desker, op string, body any) T {
	d.t.Helper()
	reply, failure := asked[T](d, op, body)
	if failure != nil {
		d.t.Fatalf("%s: %s %s", op, failure, failure.Detail)
	}
	return reply
}

// count returns the number of entities in a table, -1 when there is no such table.
func (d *desker) count(table string) int {
	d.t.Helper()
	for _, info := range must[wire.TablesReply](d, "tables", wire.Done{}).Tables {
		if info.Name == table {
			return info.Entities
		}
	}
	return -1
}

func (d *desker) insert(table, pk, rk string) {
	d.t.Helper()
	var a answer[wire.ApplyReply]
	d.do(fmt.Sprintf("insert(%q, %q, %q)", table, pk, rk), &a)
	if a.Failure != nil {
		d.t.Fatalf("inserting %s: %s %s", rk, a.Failure, a.Failure.Detail)
	}
}

// storage returns what the worker last said of where the tables are kept.
func (d *desker) storage() wire.StorageInfo {
	d.t.Helper()
	d.wait(`events.some((e) => e.op === "storage")`)
	var info wire.StorageInfo
	d.do(`events.findLast((e) => e.op === "storage").body`, &info)
	return info
}

// trips are what most of these tests work on.
const trips = "Trips"

func (d *desker) createTrips() {
	d.t.Helper()
	must[wire.Done](d, "create-table", wire.TableRequest{Table: trips})
}

// Ensure that two tabs see each other's changes and are told of them.
func TestTabs_Changes_InBoth(t *testing.T) {
	t.Parallel()
	site, profile := serveDesk(t, ""), newProfile(t)
	first := site.open(t, profile)
	first.createTrips()
	if s := first.storage(); !s.Durable || s.Shared {
		t.Errorf("the first tab: %+v", s)
	}
	second := site.open(t, profile)
	second.insert(trips, "a", "1")
	if s := second.storage(); !s.Durable || !s.Shared {
		t.Errorf("the second tab: %+v", s)
	}
	changed := fmt.Sprintf(`events.some((e) => e.op === "changed" && e.body.Table === %q)`, trips)
	first.wait(changed)
	if n := first.count(trips); n != 1 {
		t.Errorf("the first tab sees %d entities", n)
	}
	second.do("events.length = 0", nil)
	first.insert(trips, "a", "2")
	second.wait(changed)
	if n := second.count(trips); n != 2 {
		t.Errorf("the second tab sees %d entities", n)
	}
}

// Ensure that another tab takes over within a second when the one that holds the tables is closed or crashes, and has
// everything.
func TestTabs_Holder_Gone(t *testing.T) {
	site := serveDesk(t, "")
	// The first crash of a browser takes it five seconds, for a report that nobody reads, in which the tab is still alive.
	blank, err := newProfile(t).Open("about:blank")
	if err != nil {
		t.Fatal(err)
	}
	blank.Crash()
	for _, test := range []struct {
		name string
		end  func(*desker)
	}{
		{"closed", func(d *desker) { d.Close() }},
		{"crashed", func(d *desker) { d.Crash() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			profile := newProfile(t)
			first := site.open(t, profile)
			must[wire.LoadReply](first, "sample", wire.SampleRequest{Name: "Movies"})
			second := site.open(t, profile)
			n := second.count("Movies")
			must[wire.ApplyReply](second, "apply", wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "mine", RowKey: "1"})
			third := site.open(t, profile)
			run := must[wire.RunReply](third, "run", wire.QueryRequest{Table: "Movies", Top: 10})
			// Somebody asks all the time, and is answered all the time; how long that takes is measured by make bench.
			second.do(`void (async () => {
				globalThis.refused = [];
				globalThis.asking = (async () => {
					while (!globalThis.enough) {
						const { failure } = await ask("tables", {});
						if (failure) refused.push(JSON.stringify(failure));
					}
				})();
			})()`, nil)
			test.end(first)
			second.wait(`events.some((e) => e.op === "moved")`)
			third.wait(`events.some((e) => e.op === "moved")`)
			if got := third.count("Movies"); got != n+1 {
				t.Errorf("%d movies after the takeover, want %d", got, n+1)
			}
			var refused []string
			second.do("(enough = true, asking.then(() => refused))", &refused)
			if len(refused) > 0 {
				t.Errorf("%d questions were refused, the first with %s", len(refused), refused[0])
			}
			if _, failure := asked[wire.WindowReply](third, "window", wire.WindowRequest{Result: run.Result, Count: 1}); failure == nil || failure.Code != wire.ResultGone {
				t.Errorf("an old result answers %v", failure)
			}
			third.insert("Movies", "mine", "2")
			if got := second.count("Movies"); got != n+2 {
				t.Errorf("%d movies, want %d", got, n+2)
			}
		})
	}
}

// Ensure that writes in flight while the holder crashes are either done or said to be unknown, and none is done twice.
func TestTabs_Holder_CrashUnderWrites(t *testing.T) {
	t.Parallel()
	site, profile := serveDesk(t, ""), newProfile(t)
	first := site.open(t, profile)
	first.createTrips()
	second := site.open(t, profile)
	second.do(`void (async () => {
		globalThis.done = []; globalThis.unknown = []; globalThis.other = [];
		const one = async (lane) => {
			for (let i = 0; !globalThis.enough; i++) {
				const rk = lane + "-" + i, { failure } = await insert("Trips", "a", rk);
				(!failure ? done : failure.Code === "OutcomeUnknown" ? unknown : other).push(rk + (failure ? " " + JSON.stringify(failure) : ""));
			}
		};
		globalThis.lanes = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(one));
	})()`, nil)
	second.wait("done.length > 100")
	first.Crash()
	second.wait(`events.some((e) => e.op === "moved")`)
	var before int
	second.do("done.length", &before)
	second.wait(fmt.Sprintf("done.length > %d", before+100))
	var said struct {
		Done    int
		Unknown []string
		Other   []string
	}
	second.do("(enough = true, lanes.then(() => ({ Done: done.length, Unknown: unknown, Other: other })))", &said)
	if len(said.Other) > 0 {
		t.Errorf("other answers: %q", said.Other)
	}
	n := second.count(trips)
	there := 0
	for _, text := range said.Unknown {
		rk, _, _ := strings.Cut(text, " ")
		if _, failure := asked[wire.EntityReply](second, "entity", wire.KeyRequest{Table: trips, PartitionKey: "a", RowKey: rk}); failure == nil {
			there++
		}
	}
	if n != said.Done+there {
		t.Errorf("%d entities, but %d writes done and %d of the %d unknown ones", n, said.Done, there, len(said.Unknown))
	}
	t.Logf("%d done, %d unknown, %d of them done", said.Done, len(said.Unknown), there)
}

// Ensure that a tab works through the holder at little more than it costs itself.
func BenchmarkTabs_Insert(b *testing.B) {
	site := serveDesk(b, "")
	first := site.open(b, browser.Disk())
	first.createTrips()
	second := site.open(b, browser.Disk())
	second.count(trips)
	for _, who := range []struct {
		name string
		*desker
	}{{"holder", first}, {"other", second}} {
		b.Run(who.name, func(b *testing.B) {
			var times []float64
			who.do(fmt.Sprintf(`(async () => {
				const times = [];
				for (let i = 0; i < %d; i++) {
					const before = performance.now();
					const { failure } = await insert("Trips", %q, String(performance.now()));
					if (failure) throw new Error(JSON.stringify(failure));
					times.push(performance.now() - before);
				}
				return times.sort((a, b) => a - b);
			})()`, b.N, who.name), &times)
			b.ReportMetric(times[len(times)/2], "ms-p50")
			b.ReportMetric(times[len(times)*95/100], "ms-p95")
		})
	}
}
