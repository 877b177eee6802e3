package worker

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"

	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// smallSpec is a table of n entities.
func smallSpec(table string, n int) sample.Spec {
	return sample.Spec{Table: table, Entities: n, Partitions: max(1, n/100), Seed: 1, Properties: []sample.PropertySpec{
		{Name: "Number", Type: edm.Int32, Fill: 1}, {Name: "Text", Type: edm.String, Fill: 0.5, Length: 10},
	}}
}

func (d *desk) names(t *testing.T) []string {
	t.Helper()
	return workertest.Names(t, d.Client)
}

func TestGenerate_Whole(t *testing.T) {
	d := open(t, nil)
	r, err := wire.Call(t.Context(), d, wire.Generate, wire.GenerateRequest{Spec: smallSpec("Made", 5000)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Entities != 5000 || !reflect.DeepEqual(r.Tables, []string{"Made"}) {
		t.Errorf("made %+v", r)
	}
	if got := d.names(t); !reflect.DeepEqual(got, []string{"Made 5000"}) {
		t.Errorf("tables %v", got)
	}
	_, err = wire.Call(t.Context(), d, wire.Generate, wire.GenerateRequest{Spec: smallSpec("made", 10)}, nil)
	workertest.WantCode(t, err, string(engine.TableAlreadyExists))
	if got := d.names(t); !reflect.DeepEqual(got, []string{"Made 5000"}) {
		t.Errorf("tables after a refused load %v", got)
	}
	bad := smallSpec("Other", 10)
	bad.Properties[1].Fill = 7
	_, err = wire.Call(t.Context(), d, wire.Generate, wire.GenerateRequest{Spec: bad}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
	if f := workertest.Failure(t, err); f.Field != "Properties[1].Fill" {
		t.Errorf("the failure is about %q", f.Field)
	}
}

// TestGenerate_Canceled stops a load after its first breath: nothing of it is left, nobody saw it, and its name is free.
func TestGenerate_Canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var breaths atomic.Int32
	var seen []string
	var d *desk
	hold := make(chan struct{})
	d = open(t, func(c *Config) {
		c.Now = ticking()
		c.Yield = func(ctx context.Context) error {
			if breaths.Add(1) == 1 {
				close(hold)
				<-ctx.Done()
			}
			return ctx.Err()
		}
	})
	done := make(chan error, 1)
	go func() {
		_, err := wire.Call(ctx, d, wire.Generate, wire.GenerateRequest{Spec: smallSpec("Made", 1_000_000)}, nil)
		done <- err
	}()
	workertest.Within(t, "the first breath of the load", hold)
	seen = d.names(t)
	cancel()
	workertest.WantCode(t, <-done, wire.Canceled)
	if len(seen) != 0 {
		t.Errorf("listed while it was loading: %v", seen)
	}
	if got := d.names(t); len(got) != 0 {
		t.Errorf("left after the cancel: %v", got)
	}
	if _, err := d.db.Snapshot("Made"); err == nil {
		t.Error("the engine still has the table")
	}
	if _, err := wire.Call(t.Context(), d, wire.Generate, wire.GenerateRequest{Spec: smallSpec("Made", 10)}, nil); err != nil {
		t.Errorf("the name is not free: %v", err)
	}
}

func TestLoadSample_FileFails(t *testing.T) {
	d := open(t, func(c *Config) {
		c.Fetch = func(context.Context, string, func(int64, int64)) ([]byte, error) { return nil, errors.New("404") }
	})
	files := 0
	for _, s := range sample.Samples() {
		if s.File == "" {
			continue
		}
		files++
		_, err := wire.Call(t.Context(), d, wire.LoadSample, wire.SampleRequest{Name: s.Name}, nil)
		workertest.WantCode(t, err, wire.FetchFailed)
	}
	if files == 0 {
		t.Error("no sample has a file")
	}
	if got := d.names(t); len(got) != 0 {
		t.Errorf("left after the failure: %v", got)
	}
	_, err := wire.Call(t.Context(), d, wire.LoadSample, wire.SampleRequest{Name: "Nothing of the kind"}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

func TestLoadSample_BadFile(t *testing.T) {
	for _, data := range []string{"", "nonsense", "\x1f\x8b\x08"} {
		d := open(t, func(c *Config) {
			c.Fetch = func(context.Context, string, func(int64, int64)) ([]byte, error) { return []byte(data), nil }
		})
		for _, s := range sample.Samples() {
			if s.File == "" {
				continue
			}
			if _, err := wire.Call(t.Context(), d, wire.LoadSample, wire.SampleRequest{Name: s.Name}, nil); err == nil {
				t.Errorf("%s was loaded from %q", s.Name, data)
			}
		}
		if got := d.names(t); len(got) != 0 {
			t.Errorf("left after the failure: %v", got)
		}
	}
}

func TestLoadSample_Generated(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	most := 100_000
	if testing.Short() { // the race detector runs, and a sample is made by one goroutine
		most = 20_000
	}
	for _, s := range sample.Samples() {
		if s.File != "" || s.Entities > most {
			continue
		}
		r, err := wire.Call(t.Context(), d, wire.LoadSample, wire.SampleRequest{Name: s.Name}, nil)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if r.Entities != s.Entities {
			t.Errorf("%s: %d entities, told were %d", s.Name, r.Entities, s.Entities)
		}
	}
}

func TestOnChange_Coalesced(t *testing.T) {
	d := open(t, nil)
	events := make(chan wire.Changed, 1000)
	d.OnChange(func(c wire.Changed) { events <- c })
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Busy"}); err != nil {
		t.Fatal(err)
	}
	const writes = 500
	for i := range writes {
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Busy", Kind: "insert", PartitionKey: "p", RowKey: fmt.Sprint(i)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Last"}); err != nil {
		t.Fatal(err)
	}
	busy, came := 0, 0
	for came < 2 {
		switch c := <-events; c.Table {
		case "Busy":
			busy++
		case "":
			came++
		default:
			t.Fatalf("event %+v", c)
		}
	}
	if busy == 0 || busy > writes/2 {
		t.Errorf("%d events for %d writes", busy, writes)
	}
}

// Ensure that a change which a run has read is told before its rows, so that they are not taken for older than it.
func TestOnChange_BeforeTheRun(t *testing.T) {
	d := open(t, nil)
	events := make(chan wire.Changed, 1000)
	d.OnChange(func(c wire.Changed) { events <- c })
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Busy"}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Busy", Kind: "insert", PartitionKey: "p", RowKey: fmt.Sprint(i)}, nil); err != nil {
			t.Fatal(err)
		}
		for _, merge := range []bool{false, true} {
			filter := "PartitionKey eq 'p' or PartitionKey eq 'q'"
			if _, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Busy", Filter: filter, Merge: merge}, nil); err != nil {
				t.Fatal(err)
			}
			for len(events) > 0 {
				<-events
			}
			if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: fmt.Sprintf("Last%d%t", i, merge)}); err != nil {
				t.Fatal(err)
			}
			if c := <-events; c.Table != "" {
				t.Fatalf("run %d, merged %t: told after its rows that %q has changed", i, merge, c.Table)
			}
			if !merge {
				if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Busy", Kind: "insert", PartitionKey: "q", RowKey: fmt.Sprint(i)}, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Ensure that each table of a load comes in one commit, so that a crash leaves none in part.
func TestLoad_Commits_OneATable(t *testing.T) {
	d := open(t, nil)
	var commits []engine.Commit
	defer d.db.Subscribe(func(c engine.Commit) { commits = append(commits, c) })()
	r, err := wire.Call(t.Context(), d, wire.LoadSample, wire.SampleRequest{Name: "Blogs"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(commits) != len(r.Tables) || len(commits) < 2 {
		t.Errorf("%d commits for the tables %q: %+v", len(commits), r.Tables, commits)
	}
}
