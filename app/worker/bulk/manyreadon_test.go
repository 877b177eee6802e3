//go:build !js

package bulk

import (
	"fmt"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a search which failed reads on where it was, beside what was read before it or, once that is written, without it; and that
// what was left is forgotten.
func TestFindMany_ReadsOn(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Numbers", 5, 1000)
	ctx := t.Context()
	pages := func(n int64) { m.FailAfter(n, nil, fmt.Errorf("the line is cut")) }
	req := wire.ManyRequest{Source: "shop", Table: "Numbers", Step: wire.FindMany}
	find := func(entities int, partial bool) {
		t.Helper()
		r, err := wire.Call(ctx, d, wire.Many, req, nil)
		if err != nil || r.Entities != entities || r.Partial != partial || r.Full || r.Bytes == 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		req.Found = r.Found
	}
	pages(1)
	find(1000, true)
	pages(2)
	find(3000, true)
	mend(m)
	apply := req
	apply.Step, apply.Action, apply.Property, apply.Type, apply.Text = wire.ApplyMany, wire.SetProperty, "Seen", edm.Int32, "1"
	did, err := wire.Call(ctx, d, wire.Many, apply, nil)
	if err != nil || did.Changed != 3000 || did.Account.Wrote != 3000 {
		t.Fatalf("%+v, %v", did, err)
	}
	find(2000, false)
	other := req
	other.Filter = "N eq 1"
	_, err = wire.Call(ctx, d, wire.Many, other, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
	_, err = wire.Call(ctx, d, wire.Many, req, nil) // there is no more
	workertest.WantCode(t, err, string(engine.InvalidInput))
	apply.Found = req.Found
	if did, err = wire.Call(ctx, d, wire.Many, apply, nil); err != nil || did.Changed != 2000 {
		t.Fatalf("%+v, %v", did, err)
	}

	req.Found = 0
	find(5000, false)
	leave := req
	leave.Step = wire.LeaveMany
	if _, err := wire.Call(ctx, d, wire.Many, leave, nil); err != nil {
		t.Fatal(err)
	}
	apply.Found = req.Found
	_, err = wire.Call(ctx, d, wire.Many, apply, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}
