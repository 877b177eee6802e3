package study

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Ensure that under Azure Cosmos DB an explanation has the classes by index and no number that keys would tell, hints included.
func TestExplain_Cosmos(t *testing.T) {
	d := open(t, nil)
	d.Fill(t, "Numbers", 5, 10)
	for filter, class := range map[string]filterlang.Class{
		"":                       filterlang.NoIndexHelp,
		"N ge 3":                 filterlang.AllPartitions,
		"PartitionKey eq 'p001'": filterlang.OnePartition,
		"PartitionKey eq 'p001' or PartitionKey eq 'p002'": filterlang.AllPartitions,
		"PartitionKey eq 'p001' and RowKey eq 'r0001'":     filterlang.PointRead,
	} {
		req := wire.QueryRequest{Table: "Numbers", Filter: filter, Profile: filterlang.Cosmos}
		r, err := wire.Call(t.Context(), d, wire.Explain, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Cost.Class != class || r.Cost.Examined != wire.Unknown || r.Cost.Partitions != wire.Unknown || r.Ideal.Examined != wire.Unknown || len(r.Reads) > 0 || r.Entities != 50 {
			t.Errorf("%q: %+v", filter, r)
		}
		for _, f := range r.Findings {
			for i, c := range f.Costs {
				if c.Examined != wire.Unknown || !c.Class.ByIndex() {
					t.Errorf("%q: %s costs %+v", filter, f.Rewrites[i].Title, c)
				}
			}
		}
		run, err := wire.Call(t.Context(), d, wire.Run, req, nil)
		if err != nil || run.Plan.Class != class {
			t.Errorf("%q: ran as %+v, %v", filter, run, err)
		}
		nodes, err := wire.Call(t.Context(), d, wire.Nodes, wire.NodesRequest{Table: "Numbers", Filter: filter, Profile: filterlang.Cosmos}, nil)
		if filter != "" && (err != nil || nodes.Class != class) {
			t.Errorf("%q: nodes %+v, %v", filter, nodes, err)
		}
	}
}
