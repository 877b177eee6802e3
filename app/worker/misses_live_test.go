//go:build !js

package worker

import (
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that near misses on an account are made of what was read before only, without a request.
func TestMisses_AccountUsesWhatWasRead(t *testing.T) {
	d, m := openLive(t)
	if err := m.db.CreateTable(t.Context(), "Films"); err != nil {
		t.Fatal(err)
	}
	m.put(t, "Films", "Action", "Alien", engine.Property{Name: "Year", Value: edm.NewInt32(1979)})
	m.put(t, "Films", "Drama", "Unseen", engine.Property{Name: "Year", Value: edm.NewInt32(1980)})
	ask := func(filter string) *MissesReply {
		t.Helper()
		got, err := d.Misses(t.Context(), MissesRequest{Source: "shop", Table: "Films", Filter: filter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := ask("PartitionKey eq 'action'"); got.Entities != 0 || len(got.Misses) > 0 {
		t.Errorf("nothing was read: %+v", got)
	}
	if _, err := d.Run(t.Context(), QueryRequest{Source: "shop", Table: "Films", Filter: "PartitionKey eq 'Action'"}, nil); err != nil {
		t.Fatal(err)
	}
	requests := len(m.requests)
	if got := ask("PartitionKey eq 'action'"); got.Entities != 1 || len(got.Misses) == 0 || got.Misses[0].Kind != MissCase || got.Misses[0].Count != 1 {
		t.Errorf("one was read: %+v", got)
	}
	if got := ask("PartitionKey eq 'drama'"); len(got.Misses) > 0 && got.Misses[0].Kind == MissCase {
		t.Errorf("knows what was not read: %+v", got)
	}
	if got := ask("PartitionKey eq 'action' and Timestamp gt datetime'2020-01-01T00:00:00Z'"); got.Entities != 0 {
		t.Errorf("knows Timestamps: %+v", got)
	}
	if len(m.requests) != requests {
		t.Errorf("%d requests were made", len(m.requests)-requests)
	}
}
