package worker

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

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
