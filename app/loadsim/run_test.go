package loadsim

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"testing"
	"time"

	"rangefinder/engine/tablerest"
)

// start returns a run of a configuration that is known to be good.
func start(t *testing.T, c Config) *Run {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish simulates to the end, in slices.
func finish(t *testing.T, c Config, slice time.Duration) *Run {
	t.Helper()
	r := start(t, c)
	for !r.Done() {
		if err := r.Step(r.Now()+slice, nil); err != nil {
			t.Fatal(err)
		}
	}
	check(t, r)
	return r
}

// check compares the sums that a run keeps in several places.
func check(t *testing.T, r *Run) {
	t.Helper()
	f := r.Since(0, 0)
	var sum, rows Totals
	var heat, refused int64
	for _, c := range f.Columns {
		if len(c) != Heat+2*Rows {
			t.Fatalf("a column has %d numbers", len(c))
		}
		sum.Served += int64(c[Served])
		sum.Refused += int64(c[Refused])
		sum.Entities += int64(c[Entities])
		for i := Heat; i < len(c); i += 2 {
			heat += int64(c[i])
			refused += int64(c[i+1])
		}
	}
	for i, row := range f.Ranges {
		rows.Served += row.Served
		rows.Refused += row.Refused
		rows.Entities += row.Entities
		if i > 0 && r.ranges[i].from <= r.ranges[i-1].from {
			t.Errorf("range %d begins at %d, the one before at %d", i, r.ranges[i].from, r.ranges[i-1].from)
		}
	}
	got := f.Totals
	if got.Served != sum.Served || got.Refused != sum.Refused || got.Entities != sum.Entities || got.Billed != got.Served+got.Refused {
		t.Errorf("totals %+v, columns %+v", got, sum)
	}
	if heat != got.Billed || refused != got.Refused {
		t.Errorf("the heat map has %d requests and %d refused ones, the totals %+v", heat, refused, got)
	}
	if r.Done() && (rows.Served != got.Served || rows.Refused != got.Refused || rows.Entities != got.Entities) {
		t.Errorf("range partitions %+v, totals %+v", rows, got)
	}
	why := int64(0)
	for _, n := range got.Why {
		why += n
	}
	if why != got.Refused {
		t.Errorf("%d requests were refused, for the reasons %v", got.Refused, got.Why)
	}
	if len(f.Columns) > columns {
		t.Errorf("%d columns", len(f.Columns))
	}
}

func TestRun_SameSeedSameBytes(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"batches in order": func(c *Config) {},
		"mixed":            func(c *Config) { c.Mix, c.Keys.Kind, c.Keys.Hot = Mix{3, 2, 1, 1}, Random, 10 },
		"limits":           func(c *Config) { c.Era, c.Mix, c.Keys.Kind = Targets2010, Mix{Insert: 1}, Buckets },
	} {
		c := Default()
		change(&c)
		frame := func(c Config, slice time.Duration) string {
			b, err := json.Marshal(finish(t, c, slice).Since(0, 0))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		whole := frame(c, time.Hour)
		if frame(c, time.Hour) != whole {
			t.Errorf("%s: two runs differ", name)
		}
		if frame(c, 333*time.Millisecond) != whole {
			t.Errorf("%s: a run in slices differs", name)
		}
		c.Seed++
		if frame(c, time.Hour) == whole {
			t.Errorf("%s: another seed gives the same run", name)
		}
	}
}

func TestRun_FramesInPieces(t *testing.T) {
	c := Default()
	c.Duration, c.Keys.Kind, c.Mix = 20*time.Minute, Random, Mix{Insert: 1}
	r := start(t, c)
	columns, events := 0, 0
	for !r.Done() {
		if err := r.Step(r.Now()+7*time.Second, nil); err != nil {
			t.Fatal(err)
		}
		f := r.Since(columns, events)
		columns += len(f.Columns)
		events += len(f.Events)
	}
	if f := r.Since(0, 0); columns != len(f.Columns) || events != len(f.Events) || events == 0 {
		t.Errorf("%d columns and %d events in pieces, %d and %d in one", columns, events, len(f.Columns), len(f.Events))
	}
}

func TestStep_StopsAndGoesOn(t *testing.T) {
	c := Default()
	c.Mix = Mix{Insert: 1}
	whole := finish(t, c, time.Hour).Totals()
	r := start(t, c)
	stop := errors.New("stop")
	stopped := 0
	for !r.Done() {
		err := r.Step(time.Hour, func() error { stopped++; return stop })
		if err != nil && err != stop {
			t.Fatal(err)
		}
	}
	if stopped < 5 {
		t.Errorf("asked %d times whether to go on", stopped)
	}
	if got := r.Totals(); got != whole {
		t.Errorf("stopped run %+v, whole run %+v", got, whole)
	}
}

func TestRun_Rate(t *testing.T) {
	c := Default()
	c.Rate, c.Mix, c.Keys.Kind, c.Ranges = 700, Mix{Get: 1, Insert: 1}, Random, 16
	got := finish(t, c, time.Minute).Totals()
	near(t, "entities a second", float64(got.Entities)/got.Seconds, 700, 0.03)
	if got.Refused > 0 {
		t.Errorf("%d refused", got.Refused)
	}
}

// Ensure that limits which are enforced hold, and that what is above them waits and then is refused.
func TestRun_EnforcedLimits(t *testing.T) {
	for _, test := range []struct {
		name   string
		era    Era
		keys   Keys
		ranges int
		want   float64
	}{
		{"a partition in 2010", Targets2010, Keys{Kind: Single}, 1, 500},
		{"an account in 2010", Targets2010, Keys{Kind: Random}, 64, 5000},
		{"a partition today", TargetsToday, Keys{Kind: Single}, 1, 2000},
		{"an account today", TargetsToday, Keys{Kind: Random}, 64, 20_000},
	} {
		c := Default()
		c.Era, c.Keys, c.Ranges, c.Servers = test.era, test.keys, test.ranges, 16
		c.Mix, c.VMs, c.Threads, c.Pause = Mix{Insert: 1}, 100, 20, 3*time.Second
		got := finish(t, c, time.Hour).Totals()
		near(t, test.name, float64(got.Entities)/got.Seconds, test.want, 0.05)
		if got.Refused == 0 || got.P50 < 90_000 {
			t.Errorf("%s: %+v, want waits and refusals", test.name, got)
		}
	}
}

// Ensure that reads and writes cost by the size of their entities: on the way, on the VM, and of their range partition.
func TestRun_SizeCosts(t *testing.T) {
	run := func(vms int, mix Mix, size int) Totals {
		c := Default()
		c.VMs, c.Mix, c.EntitySize, c.PageSize, c.Keys, c.Pause = vms, mix, size, 10, Keys{Kind: Single}, 3*time.Second
		return finish(t, c, time.Hour).Totals()
	}
	for _, tt := range []struct {
		name           string
		mix            Mix
		latency, serve float64 // of 1 MiB beside 1 KiB: at least so many times
	}{
		{"get", Mix{Get: 1}, 3, 20}, {"insert", Mix{Insert: 1}, 5, 30}, {"query", Mix{Query: 1}, 3, 10},
	} {
		for _, sizes := range [][2]int{{1, 1024}, {1024, 64 << 10}, {64 << 10, 1 << 20}} {
			small, large := run(1, tt.mix, sizes[0]), run(1, tt.mix, sizes[1])
			if small.P50 > large.P50 {
				t.Errorf("a %s of %d bytes takes %d µs, one of %d bytes %d µs", tt.name, sizes[0], small.P50, sizes[1], large.P50)
			}
		}
		if a, b := run(1, tt.mix, 1024), run(1, tt.mix, 1<<20); float64(b.P50) < tt.latency*float64(a.P50) {
			t.Errorf("a %s of 1 MiB takes %d µs, one of 1 KiB %d µs", tt.name, b.P50, a.P50)
		}
		if a, b := run(40, tt.mix, 1024), run(40, tt.mix, 1<<20); float64(a.Served) < tt.serve*float64(b.Served) {
			t.Errorf("a partition serves %d %ss of 1 MiB, %d of 1 KiB", b.Served, tt.name, a.Served)
		}
	}
	// A page of more than 4 MiB ends there.
	if got := run(1, Mix{Query: 1}, 1<<20); got.Entities != 4*got.Served {
		t.Errorf("%d pages have %d entities of 1 MiB", got.Served, got.Entities)
	}
}

// Ensure that a request is refused when its wait would be longer than the service allows, whatever makes it wait.
func TestRun_RefusedByWait(t *testing.T) {
	for name, wait := range map[string]func(*Run, int64){
		"range":   func(r *Run, until int64) { r.ranges[0].free = until },
		"server":  func(r *Run, until int64) { r.servers[0].free = until },
		"account": func(r *Run, until int64) { r.account = until },
	} {
		for _, tt := range []struct {
			wait    int64
			refused bool
		}{{0, false}, {patience, false}, {patience + 1, true}} {
			c := Default()
			c.VMs, c.Threads = 1, 1
			r := start(t, c)
			r.rand.state = 2 // of a request that no other work holds up
			wait(r, 1000+tt.wait)
			r.threads[0].op, r.threads[0].sent = opBatch, true
			r.arrive(0, &r.threads[0], 1000)
			if refused := r.record.current[Refused] > 0; refused != tt.refused {
				t.Errorf("%s: a wait of %d µs is refused %v", name, tt.wait, refused)
			}
		}
	}
}

// Ensure that VMs which are simulated as one give what each of them would.
func TestRun_VMsAsOne(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Config)
	}{
		{"nothing waits", func(c *Config) { c.Mix, c.Keys.Kind, c.Ranges = Mix{Get: 1}, Random, 64 }},
		{"ranges wait", func(c *Config) { c.Mix, c.Keys.Kind = Mix{Insert: 1}, Random }},
		{"keys in order", func(c *Config) { c.Mix = Mix{Insert: 1} }},
		{"buckets", func(c *Config) { c.Mix, c.Keys.Kind, c.Pause = Mix{Get: 3, Insert: 1}, Buckets, 3*time.Second }},
		{"a rate", func(c *Config) { c.Mix, c.Keys.Kind, c.Rate = Mix{Get: 3, Insert: 1}, Random, 4000 }},
	} {
		c := Default()
		c.VMs, c.Servers, c.Ranges, c.Duration, c.Retry = 64, 16, 8, time.Minute, tablerest.Policy{}
		test.change(&c)
		run := func(weight int) Totals {
			r, err := newRun(c, weight)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Step(c.Duration, nil); err != nil {
				t.Fatal(err)
			}
			check(t, r)
			return r.Totals()
		}
		each := run(1)
		for _, weight := range []int{2, 6} {
			got, name := run(weight), test.name+", "+strconv.Itoa(weight)+" as one"
			near(t, name+": entities", float64(got.Entities), float64(each.Entities), 0.07)
			near(t, name+": median", float64(got.P50), float64(each.P50), 0.07)
			near(t, name+": 95 of 100", float64(got.P95), float64(each.P95), 0.2)
			a, b := share(got.Refused, float64(got.Billed)), share(each.Refused, float64(each.Billed))
			if math.Abs(a-b) > 0.005 {
				t.Errorf("%s: refuses %v, each %v", name, a, b)
			}
		}
	}
	c := hour("Points")
	r := start(t, c)
	if len(r.vms) == c.VMs {
		t.Error("a long run simulates each VM")
	}
	weight := int(r.vms[0].weight)
	c.Duration = 2 * time.Minute
	var few [2]Totals
	for i, w := range []int{1, weight} {
		r, err := newRun(c, w)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Step(c.Duration, nil); err != nil {
			t.Fatal(err)
		}
		few[i] = r.Totals()
	}
	near(t, "few VMs: entities", float64(few[1].Entities), float64(few[0].Entities), 0.01)
	near(t, "few VMs: median", float64(few[1].P50), float64(few[0].P50), 0.01)
	near(t, "few VMs: 99 of 100", float64(few[1].P99), float64(few[0].P99), 0.02)
	if n := len(start(t, Default()).vms); n != Default().VMs {
		t.Errorf("a short run simulates %d VMs", n)
	}
}

func near(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if !(math.Abs(got-want) <= off*want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Ensure that retries lower what is refused, and that what they cost is seen in the latency of operations.
func TestRun_Retries(t *testing.T) {
	run := func(p tablerest.Policy) Totals {
		c := Default()
		c.Keys.Kind, c.Retry, c.Duration = Single, p, 10*time.Minute
		c.VMs = 5
		return finish(t, c, time.Hour).Totals()
	}
	none := run(tablerest.Policy{})
	linear := run(tablerest.Linear.Policy())
	exponential := run(tablerest.Exponential.Policy())
	if !(none.Refused > 2*linear.Refused && linear.Refused > exponential.Refused && exponential.Refused > 0) {
		t.Errorf("refused: %d without retries, %d linear, %d exponential", none.Refused, linear.Refused, exponential.Refused)
	}
	if none.Failed != none.Refused || linear.Failed >= none.Failed/10 {
		t.Errorf("failed: %d without retries, %d linear", none.Failed, linear.Failed)
	}
	if linear.P99 < 3e6 || none.P99 > 3e6 {
		t.Errorf("99 of 100 take at most %d µs without retries, %d linear", none.P99, linear.P99)
	}
}

func TestCompare_Better(t *testing.T) {
	a := Totals{Seconds: 10, Served: 100, Refused: 50, Billed: 150, Entities: 1000, P50: 5}
	b := Totals{Seconds: 20, Served: 400, Billed: 400, Entities: 4000, P50: 9}
	got := map[string]int{}
	for _, d := range Compare(a, b) {
		got[d.Name] = d.Better
	}
	for name, want := range map[string]int{"Entities served": 1, "Requests refused": 1, "Billed for 1,000 entities": 1, "Median latency": -1, "Operations given up after all retries": 0} {
		if better, ok := got[name]; !ok || better != want {
			t.Errorf("%s: %d, want %d", name, better, want)
		}
	}
	for _, d := range Compare(Totals{}, Totals{}) {
		if math.IsNaN(d.A) || math.IsInf(d.A, 0) || d.Better != 0 {
			t.Errorf("of nothing: %+v", d)
		}
	}
}

// Ensure that a number is called better only beyond what chance makes of it: up to that, to the digit, it is close.
func TestCompare_Edge(t *testing.T) {
	base := Totals{Seconds: 100, Served: 1000, Entities: 100_000, Billed: 1000, P50: 100_000, P95: 100_000, P99: 100_000}
	for _, tt := range []struct {
		name, of string
		change   func(a, b *Totals)
		better   int
		close    bool
	}{
		{"nothing", "Entities served", func(a, b *Totals) {}, 0, false},
		{"a tenth less", "Entities served", func(a, b *Totals) { b.Entities = 90_000 }, 0, true},
		{"more than a tenth less", "Entities served", func(a, b *Totals) { b.Entities = 89_999 }, -1, false},
		{"more than a tenth more", "Entities served", func(a, b *Totals) { a.Entities = 89_999 }, 1, false},
		{"a fifth after a split", "Entities served", func(a, b *Totals) { a.Splits, b.Entities = 1, 80_000 }, 0, true},
		{"more after a move", "Entities served", func(a, b *Totals) { b.Moves, b.Entities = 1, 79_999 }, -1, false},
		{"a fifth of few requests", "Median latency", func(a, b *Totals) { a.Served, b.P50 = 75, 80_000 }, 0, true},
		{"more of few requests", "Median latency", func(a, b *Totals) { a.Served, b.P50 = 75, 79_999 }, 1, false},
		{"nothing served", "Entities served", func(a, b *Totals) { a.Served, a.Entities = 0, 0 }, 1, false},
		{"a fifth of the slowest", "99th percentile", func(a, b *Totals) { b.P99 = 80_000 }, 0, true},
		{"a tenth more", "95th percentile", func(a, b *Totals) { a.P95 = 90_000 }, 0, true},
		{"one per cent refused", "Requests refused", func(a, b *Totals) { b.Refused = 10 }, 0, true},
		{"more refused", "Requests refused", func(a, b *Totals) { b.Refused = 11 }, -1, false},
		{"36 given up", "Operations given up after all retries", func(a, b *Totals) { b.Failed = 36 }, 0, true},
		{"37 given up", "Operations given up after all retries", func(a, b *Totals) { b.Failed = 37 }, -1, false},
		{"splits", "Splits", func(a, b *Totals) { b.Splits = 9 }, 0, false},
	} {
		a, b := base, base
		tt.change(&a, &b)
		for _, d := range Compare(a, b) {
			if d.Name == tt.of && (d.Better != tt.better || d.Close != tt.close) {
				t.Errorf("%s: %+v", tt.name, d)
			}
		}
	}
}

func TestAssumptions_Told(t *testing.T) {
	for _, a := range Assumptions() {
		if len(a.Text) < 40 {
			t.Errorf("%+v", a)
		}
	}
}

// Ensure that a run knows why it refused a request: a range partition that moved; one page that took its range partition for longer than
// the service lets a request wait, far below the limit on average; the account's limit; the server.
func TestTotals_Why(t *testing.T) {
	for _, test := range []struct {
		name   string
		want   Reason
		change func(*Config)
	}{
		{"pages of 473", PartitionBusy, func(c *Config) {
			c.Mix, c.PageSize, c.Rate, c.Ranges, c.Keys.Kind = Mix{Insert: 999, Query: 1}, 473, 138, 4, Random
		}},
		{"one partition", PartitionBusy, func(c *Config) { c.Keys.Kind = Single }},
		{"the account", AccountBusy, func(c *Config) {
			c.Ranges, c.Keys.Kind, c.Servers, c.VMs, c.Duration = 256, Random, 64, 100, time.Minute
		}},
		{"the server", ServerBusy, func(c *Config) { c.Era, c.Ranges, c.Keys.Kind, c.Servers = Measured2010, 16, Random, 1 }},
	} {
		c := Default()
		c.Era, c.Duration = TargetsToday, 10*time.Minute
		test.change(&c)
		got := finish(t, c, time.Hour).Totals()
		if got.Refused == 0 || got.Why[test.want] < got.Refused*9/10 {
			t.Errorf("%s: %d refused, for %v", test.name, got.Refused, got.Why)
		}
	}
	c := Default()
	c.Era, c.Duration, c.Mix, c.Keys.Kind = TargetsToday, 30*time.Minute, Mix{Insert: 1}, Random
	r := finish(t, c, time.Hour)
	if got := r.Totals(); got.Moves == 0 || got.Why[Moving] == 0 {
		t.Errorf("%d moves, refused for %v", got.Moves, got.Why)
	}
}
