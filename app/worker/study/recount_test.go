package study

import (
	"context"
	"reflect"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that values are counted exactly in the order that is asked for, that the census knows it until the table changes, and that
// a change is counted.
func TestRecount_ExactUntilAChange(t *testing.T) {
	d := desk.Open(t, Handlers(), func(c *worker.Config) { c.Now = desk.Ticking() })
	d.Fill(t, "Numbers", 10, 900)
	exact := func() map[string]bool {
		r, err := wire.Call(t.Context(), d, wire.Census, wire.TableRequest{Table: "Numbers"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, p := range r.Census.Properties {
			known[p.Name] = p.Exact
			if p.Exact && p.Distinct != map[string]int{"N": 9000, "S": 7, "Odd": 1}[p.Name] {
				t.Errorf("exact is %+v", p)
			}
		}
		return known
	}
	if got := exact(); got["N"] || !got["S"] || !got["Odd"] {
		t.Errorf("at first exact: %v", got)
	}
	var last wire.Progress
	r, err := wire.Call(t.Context(), d, wire.Recount, wire.RecountRequest{Table: "Numbers", Properties: []string{"S", "N", "None"}}, func(p wire.Progress) { last = p })
	if want := []wire.Recounted{{Name: "S", Distinct: 7, Longest: 6}, {Name: "N", Distinct: 9000, Longest: 0}}; err != nil || !reflect.DeepEqual(r.Properties, want) {
		t.Fatalf("%+v, %v; want %+v", r, err, want)
	}
	if last.Total != 3*9000 || last.Done == 0 || len(last.Recounted) != 1 || last.Recounted[0].Name != "S" {
		t.Errorf("the progress was %+v", last)
	}
	if got := exact(); !got["N"] {
		t.Errorf("counted, and exact: %v", got)
	}
	if _, err := d.DB.Apply(t.Context(), "Numbers", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p000", RowKey: "r0001",
		Properties: []engine.Property{{Name: "N", Value: edm.NewString("éa")}}}); err != nil {
		t.Fatal(err)
	}
	if got := exact(); got["N"] || got["S"] {
		t.Errorf("after a change exact: %v", got)
	}
	r, err = wire.Call(t.Context(), d, wire.Recount, wire.RecountRequest{Table: "Numbers", Properties: []string{"N", "S", "Odd"}}, nil)
	if want := []wire.Recounted{{Name: "N", Distinct: 9000, Longest: 2}, {Name: "S", Distinct: 7, Longest: 6}, {Name: "Odd", Distinct: 1, Longest: 0}}; err != nil || !reflect.DeepEqual(r.Properties, want) {
		t.Errorf("after a change %+v, %v; want %+v", r, err, want)
	}
	_, err = wire.Call(t.Context(), d, wire.Recount, wire.RecountRequest{Table: "Missing"}, nil)
	workertest.WantCode(t, err, "TableNotFound")
	_, err = wire.Call(t.Context(), d, wire.Recount, wire.RecountRequest{Source: "prod", Table: "Numbers"}, nil)
	workertest.WantCode(t, err, workertest.Failure(t, worker.Uncounted()).Code)
}

// Ensure that a count lets messages in all the time, and is over when it is left.
func TestRecount_LeftInTheMiddle(t *testing.T) {
	var slices atomic.Int64
	left, leave := context.WithCancel(t.Context())
	over := make(chan struct{})
	d := desk.Open(t, Handlers(), func(c *worker.Config) {
		c.Now = desk.Ticking()
		c.Yield = func(ctx context.Context) error {
			if slices.Add(1) == 2 {
				leave()
				<-ctx.Done() // the page's word is here
				close(over)
			}
			return ctx.Err()
		}
	})
	d.Fill(t, "Numbers", 10, 3000)
	if _, err := wire.Call(left, d, wire.Recount, wire.RecountRequest{Table: "Numbers", Properties: []string{"N", "S", "Odd"}}, nil); err == nil {
		t.Error("it was answered")
	}
	workertest.Within(t, "the end of the count", over)
	r, err := wire.Call(t.Context(), d, wire.Census, wire.TableRequest{Table: "Numbers"}, nil)
	if err != nil || r.Census.Properties[0].Exact || slices.Load() != 2 {
		t.Errorf("%+v, %v, after %d slices", r, err, slices.Load())
	}
}
