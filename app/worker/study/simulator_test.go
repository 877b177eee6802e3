package study

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"rangefinder/app/keydesign/population"
	"rangefinder/app/loadsim"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// parts asks for a run part by part, as a page does, and puts them together.
func parts(t *testing.T, d *desk.Desk, req wire.SimulateRequest, each func(*wire.SimulateReply)) (columns [][]int32, events []loadsim.Event, last *wire.SimulateReply) {
	t.Helper()
	for range 100_000 {
		req.Columns, req.Events = len(columns), len(events)
		req.Until = len(columns) + 7
		r, err := wire.Call(t.Context(), d, wire.Simulate, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		columns, events = append(columns, r.Columns...), append(events, r.Events...)
		if len(columns) > req.Until {
			t.Fatalf("%d columns, %d were wanted", len(columns), req.Until)
		}
		if each != nil {
			each(r)
		}
		if r.Done {
			return columns, events, r
		}
	}
	t.Fatal("the run does not end")
	return nil, nil, nil
}

// Ensure that the page, which draws everything for an answer, gets ten of them a second and no more while a run takes long.
func TestSimulate_AnswersSeldom(t *testing.T) {
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	cfg := loadsim.Default()
	cfg.VMs, cfg.Threads, cfg.Duration = 1000, 20, 24*time.Hour
	columns := 0
	for range 5 {
		r, err := wire.Call(t.Context(), d, wire.Simulate, wire.SimulateRequest{Run: 1, Config: cfg, Columns: columns, Until: 240}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if columns += len(r.Columns); r.Micros < 100_000 {
			t.Errorf("an answer after %d µs brings %d columns", r.Micros, len(r.Columns))
		}
	}
}

// Ensure that a run simulated part by part is the run simulated at once, also when the worker has lost it on the way.
func TestSimulate_PartsAreTheWhole(t *testing.T) {
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	cfg := loadsim.Default()
	cfg.Era, cfg.Duration = loadsim.TargetsToday, 20*time.Minute
	run, err := loadsim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Step(cfg.Duration, nil); err != nil {
		t.Fatal(err)
	}
	want := run.Since(0, 0)
	if len(want.Events) == 0 {
		t.Fatal("nothing happens in this run")
	}
	number := 1
	for _, lossy := range []bool{false, true} {
		seen := 0
		columns, events, last := parts(t, d, wire.SimulateRequest{Run: number, Config: cfg}, func(*wire.SimulateReply) {
			if seen++; lossy && seen%5 == 0 {
				other := loadsim.Default()
				if _, err := wire.Call(t.Context(), d, wire.Simulate, wire.SimulateRequest{Run: 99 + seen, Config: other, Until: 1}, nil); err != nil {
					t.Fatal(err)
				}
			}
		})
		if !reflect.DeepEqual(columns, want.Columns) || !reflect.DeepEqual(events, want.Events) {
			t.Errorf("lossy %v: %d columns and %d events are not the %d and %d of the whole run", lossy, len(columns), len(events), len(want.Columns), len(want.Events))
		}
		if last.Totals != want.Totals || !reflect.DeepEqual(last.Ranges, want.Ranges) || !reflect.DeepEqual(last.Latency, want.Latency) {
			t.Errorf("lossy %v: the end is %+v, want %+v", lossy, last.Totals, want.Totals)
		}
		number++
	}
}

// Ensure that keys come from the entities of a table under a template, in the order of writing, and that what cannot be used
// names its field.
func TestSimulate_KeysOfATable(t *testing.T) {
	d := open(t, nil)
	d.Load(t, "Posts", func(add func(string, string, ...engine.Property)) {
		for n := range 30_000 {
			properties := []engine.Property{{Name: "Channel", Value: edm.NewString(fmt.Sprintf("c%d", n%7))}, {Name: "At", Value: edm.NewDateTime(edm.Ticks(6e17 + 1e9*int64(30_000-n)))}}
			if n%10 == 0 {
				properties[0].Value = edm.NewString("a/b")
			}
			add(fmt.Sprintf("%06d", n), "", properties...)
		}
	})
	if err := d.DB.CreateTable(t.Context(), "Empty"); err != nil {
		t.Fatal(err)
	}
	cfg := loadsim.Default()
	cfg.Keys.Kind = loadsim.Given
	req := wire.SimulateRequest{Run: 1, Config: cfg, Table: "Posts", Template: "{Channel}", Order: "At", Until: 1}
	r, err := wire.Call(t.Context(), d, wire.Simulate, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if k := r.Keys; k == nil || k.Entities != 30_000 || k.Taken != wire.MaxKeys || k.Distinct != 7 || k.Failed < 1500 || !strings.Contains(k.Reason, "a/b") {
		t.Errorf("the keys are %+v", k)
	}
	if r.Rows[0] != "c0" || r.Rows[1] != "" {
		t.Errorf("the rows are %q", r.Rows)
	}
	// The table has the newest first; in the order of writing the load goes from the first row that is not written before the
	// run, a tenth of all, to the last.
	req.Run, req.Template = 2, "{At|ticks}"
	columns, _, _ := parts(t, d, req, nil)
	if first, last := columns[0], columns[len(columns)-2]; first[loadsim.Heat+2*(loadsim.Rows/10)] == 0 || last[loadsim.Heat+2*(loadsim.Rows-1)] == 0 || first[loadsim.Heat+2*(loadsim.Rows-1)] != 0 {
		t.Errorf("by time the load goes from\n%v to\n%v", first, last)
	}
	// Those without a time are written last.
	d.Load(t, "Mixed", func(add func(string, string, ...engine.Property)) {
		for n := range 300 {
			add(fmt.Sprintf("a%03d", n), "", engine.Property{Name: "At", Value: edm.NewString("soon")})
		}
		for n := range 300 {
			add(fmt.Sprintf("b%03d", n), "", engine.Property{Name: "At", Value: edm.NewDateTime(6e17)})
		}
	})
	mixed := req
	mixed.Run, mixed.Table, mixed.Template = 5, "Mixed", "{PartitionKey}"
	columns, _, _ = parts(t, d, mixed, func(r *wire.SimulateReply) {
		if r.Keys != nil && r.Keys.Undated != 300 {
			t.Errorf("without a time are %+v", r.Keys)
		}
	})
	for row := range loadsim.Rows {
		if n := columns[20][loadsim.Heat+2*row]; (n > 0) && row < loadsim.Rows/2 {
			t.Errorf("row %d of those without a time has %d requests at the start", row, n)
		}
	}
	// Entities that are described have keys like those of a table.
	req.Run, req.Table, req.Template, req.Order = 4, "", "{Channel}_{RowKey|prefix(4)}", ""
	req.Population = &population.Spec{Entities: 50_000, Seed: 3, Properties: []population.Property{{Name: "Channel", Type: "String", Distinct: 7, Prefix: "c"}}}
	if r, err = wire.Call(t.Context(), d, wire.Simulate, req, nil); err != nil || r.Keys.Entities != 50_000 || r.Keys.Taken != wire.MaxKeys || r.Keys.Distinct != 7*5 || r.Keys.Failed != 0 {
		t.Errorf("the keys of described entities are %+v: %v", r, err)
	}
	req.Population, req.Table, req.Template, req.Order = nil, "Posts", "{At|ticks}", "At"
	for _, tt := range []struct {
		field  string
		change func(*wire.SimulateRequest)
	}{
		{"Population", func(r *wire.SimulateRequest) { r.Population = &population.Spec{Entities: -1} }},
		{"Template", func(r *wire.SimulateRequest) { r.Population, r.Template = &population.Spec{Entities: 3}, "{Nothing}/" }},
		{"Template", func(r *wire.SimulateRequest) { r.Template = "{Channel" }},
		{"Template", func(r *wire.SimulateRequest) { r.Template = "a{{" + strings.Repeat("x", 600) }},
		{"Template", func(r *wire.SimulateRequest) { r.Table = "Empty" }},
		{"Order", func(r *wire.SimulateRequest) { r.Order = "Channel" }},
		{"Order", func(r *wire.SimulateRequest) { r.Population, r.Order = &population.Spec{Entities: 3}, "Nothing" }},
		{"VMs", func(r *wire.SimulateRequest) { r.Config.VMs = 1001 }},
		{"TableName", func(r *wire.SimulateRequest) { r.Table = "Nowhere" }},
		{"", func(r *wire.SimulateRequest) { r.Source = "prod" }},
	} {
		bad := req
		bad.Run = 3
		tt.change(&bad)
		_, err := wire.Call(t.Context(), d, wire.Simulate, bad, nil)
		if f := workertest.Failure(t, err); f.Field != tt.field {
			t.Errorf("%+v is refused for the field %q: %v", bad, f.Field, f)
		}
	}
}

// Ensure that a part beyond the end of a run is the run to its end, however far it is: one that ended where it began was asked for again
// and again.
func TestSimulate_BeyondTheEnd(t *testing.T) {
	d := open(t, nil)
	cfg := loadsim.Default()
	cfg.Duration = time.Minute
	r, err := wire.Call(t.Context(), d, wire.Simulate, wire.SimulateRequest{Run: 1, Config: cfg, Until: 283_691_592_193_087}, nil)
	if err != nil || !r.Done {
		t.Errorf("%+v, %v", r, err)
	}
}
