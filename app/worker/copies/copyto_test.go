//go:build !js

package copies

import (
	"context"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// entitiesOf counts the entities of a table.
func entitiesOf(t *testing.T, db *engine.DB, table string) int {
	t.Helper()
	s, err := db.Snapshot(table)
	if err != nil {
		t.Fatal(err)
	}
	return s.Len()
}

// plannedCopy plans a copy.
func plannedCopy(t *testing.T, d *desk.Desk, req wire.CopyToRequest) *wire.CopyToPlan {
	t.Helper()
	p, err := wire.Call(t.Context(), d, wire.PlanCopyTo, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ranCopy carries a planned copy out.
func ranCopy(t *testing.T, d *desk.Desk, copy int) *wire.CopyToReply {
	t.Helper()
	r, err := wire.Call(t.Context(), d, wire.CopyTo, wire.CopyToRun{Copy: copy}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Ensure that a table of this browser comes into an account as the plan says, request by request; that nothing there is written over
// unless it is told to; and that all of it is read back.
func TestCopyTo_Account(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	d.Fill(t, "Orders", 5, 300)
	req := wire.CopyToRequest{Table: "Orders", ToSource: "shop", ToEndpoint: m.URL, ToTable: "Sold"}
	p := plannedCopy(t, d, req)
	if p.Plan.Inserts != 1500 || p.Plan.Creates != 1 || p.Plan.Transactions != 15 || p.Plan.Requests() != 16 || p.Plan.Bytes == 0 {
		t.Fatalf("%+v", p.Plan)
	}
	if _, err := m.DB.Snapshot("Sold"); err == nil {
		t.Fatal("the plan made the table")
	}
	m.Requests = nil
	r := ranCopy(t, d, p.Copy)
	if r.Report.Written != 1500 || r.Report.Requests != 16 || len(m.Requests) != 16 || len(r.Wrote) != wire.MaxCopyKeys || r.MoreWrote != 500 || r.Undo != "" {
		t.Fatalf("%+v, %d requests", r.Report, len(m.Requests))
	}
	v, err := wire.Call(t.Context(), d, wire.VerifyCopyTo, wire.CopyToVerify{Copy: p.Copy, Sample: -1}, nil)
	if err != nil || v.Read != 1500 || v.Of != 1500 || v.Missing+v.Changed != 0 {
		t.Errorf("%+v, %v", v, err)
	}

	m.Put(t, "Sold", "p000", "r0000", engine.Property{Name: "N", Value: edm.NewInt32(-1)})
	v, err = wire.Call(t.Context(), d, wire.VerifyCopyTo, wire.CopyToVerify{Copy: p.Copy, Sample: -1}, nil)
	if err != nil || v.Changed != 1 || len(v.FirstChanged) != 1 {
		t.Errorf("after a change: %+v, %v", v, err)
	}
	p = plannedCopy(t, d, req)
	if p.Plan.Stopping != 1 || p.Plan.Equal != 1499 || p.Plan.Requests() != 0 {
		t.Errorf("stop: %+v", p.Plan)
	}
	if _, err := wire.Call(t.Context(), d, wire.CopyTo, wire.CopyToRun{Copy: p.Copy}, nil); err == nil {
		t.Error("it ran although the rule is to stop")
	}
	req.Existing = tablecopy.Replace
	if p = plannedCopy(t, d, req); p.Plan.Updates != 1 || p.Plan.Singles != 1 {
		t.Errorf("replace: %+v", p.Plan)
	}
	ranCopy(t, d, p.Copy)
	if e, err := m.DB.Get(t.Context(), "Sold", "p000", "r0000"); err != nil {
		t.Error(err)
	} else if n, _ := e.Value("N"); n.Display() == "-1" {
		t.Error("it was not replaced")
	}
}

// Ensure that a copy which is stopped goes on with what is left, and writes nothing twice.
func TestCopyTo_StoppedGoesOn(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	d.Fill(t, "Orders", 1, 1000)
	p := plannedCopy(t, d, wire.CopyToRequest{Table: "Orders", ToSource: "shop", ToTable: "Orders"})
	ctx, cancel := context.WithCancel(t.Context())
	var sent atomic.Int32
	m.Fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if sent.Add(1) == 5 {
			cancel()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nil
	}
	r, err := wire.Call(ctx, d, wire.CopyTo, wire.CopyToRun{Copy: p.Copy}, nil)
	if err != nil || !r.Stopped || r.Report.Written != 300 || r.Report.Left != 700 || len(r.Wrote) != 300 {
		t.Fatalf("stopped: %+v, %v", r, err)
	}
	m.Fail, m.Requests = nil, nil
	r = ranCopy(t, d, p.Copy)
	if r.Stopped || r.Report.Written+r.Report.AlreadyThere != 700 || entitiesOf(t, m.DB, "Orders") != 1000 || len(m.Requests) > 9 {
		t.Errorf("%+v in %d requests", r.Report, len(m.Requests))
	}
}

// Ensure that a copy into this browser can be taken back, whether it made the table or not.
func TestCopyTo_BrowserUndo(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Orders", 2, 10)
	d.Fill(t, "Mine", 1, 4)
	for table, before := range map[string]int{"New": -1, "Mine": 4} {
		p := plannedCopy(t, d, wire.CopyToRequest{Source: "shop", Endpoint: m.URL, Table: "Orders", ToTable: table})
		if p.Read != 1 || p.Plan.Creates > 0 != (before < 0) || p.Plan.Inserts+p.Plan.Equal != 20 {
			t.Errorf("%s: %+v", table, p)
		}
		r := ranCopy(t, d, p.Copy)
		if entitiesOf(t, d.DB, table) != 20 || r.Undo == "" {
			t.Fatalf("%s: %+v", table, r)
		}
		if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: r.Undo}); err != nil {
			t.Fatal(err)
		}
		if s, err := d.DB.Snapshot(table); before < 0 && err == nil || before >= 0 && (err != nil || s.Len() != before) {
			t.Errorf("%s is not as it was: %v", table, err)
		}
	}
}

// Ensure that of a result those entities are copied that its lines show, with the properties that were asked for.
func TestCopyTo_Result(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	d.Fill(t, "Orders", 3, 10)
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Orders", Filter: "Odd", Select: []string{"PartitionKey", "N"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := plannedCopy(t, d, wire.CopyToRequest{Table: "Orders", Result: run.Result, ToSource: "shop", ToTable: "Odds"})
	if p.Plan.Inserts != 15 || p.Read != 0 {
		t.Fatalf("%+v", p.Plan)
	}
	ranCopy(t, d, p.Copy)
	s, err := m.DB.Snapshot("Odds")
	if err != nil || s.Len() != 15 {
		t.Fatal(err)
	}
	if e := s.At(0); e.Len() != 1 || e.Property(0).Name != "N" {
		t.Errorf("the first has %v", e.Properties())
	}
}

// Ensure what is refused: a table into itself, a plan that is gone, an account that the name does not stand for any more.
func TestCopyTo_Refused(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	d.Fill(t, "Orders", 1, 1)
	plan := func(req wire.CopyToRequest) error {
		_, err := wire.Call(t.Context(), d, wire.PlanCopyTo, req, nil)
		return err
	}
	workertest.WantCode(t, plan(wire.CopyToRequest{Table: "Orders", ToTable: "orders"}), string(engine.InvalidInput))
	workertest.WantCode(t, plan(wire.CopyToRequest{Table: "Orders", ToSource: "shop", ToEndpoint: "https://other/", ToTable: "Orders"}), wire.AccountChanged)
	p := plannedCopy(t, d, wire.CopyToRequest{Table: "Orders", ToSource: "shop", ToTable: "Orders"})
	if err := wire.Do(t.Context(), d, wire.LeaveCopyTo, wire.CopyToRun{Copy: p.Copy}); err != nil {
		t.Fatal(err)
	}
	_, err := wire.Call(t.Context(), d, wire.CopyTo, wire.CopyToRun{Copy: p.Copy}, nil)
	workertest.WantCode(t, err, wire.CopyToGone)
	if _, err := m.DB.Snapshot("Orders"); err == nil {
		t.Error("it was written")
	}
}
