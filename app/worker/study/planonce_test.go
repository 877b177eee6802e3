package study

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/filterlang"
)

// What is asked about one text of the editor parses it once: its numbers, its matches, the numbers of its nodes, its run, and why that
// is empty. A filter with a rewrite is no example: what is proposed is parsed too.
func TestExplain_ParsedOnce(t *testing.T) {
	d := open(t, nil)
	workertest.Fill(t, d.DB, "Numbers", 3, 5)
	ctx := t.Context()
	ask := func(filter string) {
		t.Helper()
		req := wire.QueryRequest{Table: "Numbers", Filter: filter}
		if _, err := wire.Call(ctx, d, wire.Explain, req, nil); err != nil {
			t.Fatal(err)
		}
		req.Step = "contains(S,'text')"
		if _, err := wire.Call(ctx, d, wire.Match, req, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := wire.Call(ctx, d, wire.Nodes, wire.NodesRequest{Table: "Numbers", Filter: filter}, nil); err != nil {
			t.Fatal(err)
		}
		req.Step = ""
		if _, err := wire.Call(ctx, d, wire.Run, req, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := wire.Call(ctx, d, wire.Misses, wire.MissesRequest{Table: "Numbers", Filter: filter}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, filter := range []string{"PartitionKey eq 'p001' and N lt 40", "PartitionKey eq 'p001' and N lt 400"} {
		before := filterlang.Parses()
		ask(filter)
		if n := filterlang.Parses() - before; n != 1 {
			t.Errorf("%s was parsed %d times", filter, n)
		}
	}
}
