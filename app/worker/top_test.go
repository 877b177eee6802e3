package worker

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// Ensure that a run to so many entities reads what Match foretells, tells that there is more, and that neither says so where the limit is
// beyond the end.
func TestMatchRun_Limit(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 3, 50)
	req := wire.QueryRequest{Table: "Numbers", Filter: "RowKey ge 'r'", Top: 5, Limit: 5}
	ask := func() (*wire.MatchReply, *wire.RunReply) {
		t.Helper()
		m, err := wire.Call(t.Context(), d, wire.Match, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := wire.Call(t.Context(), d, wire.Run, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m, r
	}
	m, r := ask()
	if m.Limited == nil || *m.Limited != (wire.RunStats{Examined: r.Stats.Examined, Returned: 5, Partitions: 1, Bytes: r.Stats.Bytes, RoundTrips: 1, Micros: m.Limited.Micros}) || !r.Limited || r.Stats.Returned != 5 || r.Pages != 1 || r.Stats.Examined >= 50 {
		t.Errorf("foretold %+v, the run %+v", m.Limited, r)
	}
	whole := m.Returned
	req.Limit = whole
	if m, r = ask(); m.Limited != nil || r.Limited || r.Stats.Returned != whole {
		t.Errorf("to the end: foretold %+v, the run %+v", m.Limited, r)
	}
}

// Ensure that the plan of $top=0 foretells what its run does: it reads nothing.
func TestExplainMatchRun_TopZero(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 3, 5)
	req := wire.QueryRequest{Table: "Numbers", Filter: "PartitionKey eq 'p001'", Top: engine.NoEntities}
	x, err := wire.Call(t.Context(), d, wire.Explain, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := wire.Call(t.Context(), d, wire.Match, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := wire.Call(t.Context(), d, wire.Run, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if x.Cost.Examined != r.Stats.Examined || m.Returned != r.Stats.Returned || m.RoundTrips != r.Pages || x.Cost.Partitions != 0 || len(x.Reads) != 0 {
		t.Fatalf("plan: %+v, %d returned in %d round trips; run: %+v in %d pages", x.Cost, m.Returned, m.RoundTrips, r.Stats, r.Pages)
	}
}
