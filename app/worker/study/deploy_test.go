//go:build !js

package study

import (
	"slices"
	"testing"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/wire"
	"rangefinder/app/worker/copies"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang/edm"
)

// Ensure that a design comes into an account as its plan says, request by request, that a check finds a copy that somebody deleted and
// mends it in the requests that it told, and that in this browser all tables are taken back together.
func TestDeploy(t *testing.T) {
	d, m := desk.OpenShop(t, slices.Concat(Handlers(), copies.Handlers()))
	d.Load(t, "Blogs", func(add func(string, string, ...engine.Property)) {
		for _, row := range []string{"1", "2", "3", "4"} {
			add("channel", row, engine.Property{Name: "Author", Value: edm.NewString("a" + row)})
		}
	})
	spec := lab.Spec{Table: "Blogs", Designs: []lab.Design{{Name: "By author", Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "{Author}", Row: "{RowKey}"}}}}}
	req := wire.DeployRequest{Table: "Blogs", Spec: spec.String(), ToSource: "shop", ToTable: "Live"}
	plan := func(req wire.DeployRequest) *wire.CopyToPlan {
		t.Helper()
		p, err := wire.Call(t.Context(), d, wire.PlanDeploy, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	run := func(p *wire.CopyToPlan) *wire.CopyToReply {
		t.Helper()
		m.Requests = nil
		r, err := wire.Call(t.Context(), d, wire.CopyTo, wire.CopyToRun{Copy: p.Copy}, nil)
		if err != nil || r.Problem != "" {
			t.Fatal(r, err)
		}
		return r
	}
	p := plan(req)
	if p.Plan.Inserts != 8 || p.Plan.Creates != 2 || p.Plan.Transactions != 1 || p.Plan.Singles != 4 || !slices.Equal(p.Tables, []string{"Live", "LiveBy1"}) || p.Found != nil {
		t.Fatalf("%+v", p)
	}
	if r := run(p); r.Report.Written != 8 || len(m.Requests) != p.Plan.Requests() || r.Undo != "" {
		t.Fatalf("%+v in %d requests", r.Report, len(m.Requests))
	}
	check := req
	check.Check = true
	if p = plan(check); p.Found == nil || p.Found.Drifted() != 0 || p.Found.Entities != 4 || p.Found.Copies != 4 || p.Plan.Requests() != 0 {
		t.Fatalf("%+v, %+v", p, p.Found)
	}
	if _, err := m.DB.Apply(t.Context(), "LiveBy1", engine.Op{Kind: engine.Delete, PartitionKey: "a2", RowKey: "2", IfMatch: "*"}); err != nil {
		t.Fatal(err)
	}
	m.Requests = nil
	if p = plan(check); p.Found.Missing != 1 || p.Found.Drifted() != 1 || p.Plan.Requests() != 1 || len(p.Found.Examples) != 1 || p.Found.Examples[0].Of != (lab.Key{Partition: "channel", Row: "2"}) {
		t.Fatalf("%+v, %+v", p, p.Found)
	}
	if n := p.Read + p.Plan.Looked; n != len(m.Requests) {
		t.Errorf("%d requests are told, %d were made", n, len(m.Requests))
	}
	if run(p); len(m.Requests) != 1 {
		t.Errorf("%d requests", len(m.Requests))
	}
	if p = plan(check); p.Found.Drifted() != 0 {
		t.Errorf("%+v", p.Found)
	}

	req.ToSource, req.Existing = "", tablecopy.Replace
	p = plan(req)
	r := run(p)
	if _, err := d.DB.Snapshot("LiveBy1"); err != nil || r.Undo == "" {
		t.Fatal(err, r)
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: r.Undo}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Live", "LiveBy1"} {
		if _, err := d.DB.Snapshot(name); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	spec.Designs[0].Row = "same"
	req.Spec = spec.String()
	if _, err := wire.Call(t.Context(), d, wire.PlanDeploy, req, nil); err == nil {
		t.Error("a design in which entities have no place is deployed")
	}
	check.ToTable = "Nowhere"
	if _, err := wire.Call(t.Context(), d, wire.PlanDeploy, check, nil); err == nil {
		t.Error("tables that are not there are checked")
	}
}
