//go:build !js

package study

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that near misses on an account are made of what was read before only, without a request.
func TestMisses_AccountUsesWhatWasRead(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	if err := m.DB.CreateTable(t.Context(), "Films"); err != nil {
		t.Fatal(err)
	}
	m.Put(t, "Films", "Action", "Alien", engine.Property{Name: "Year", Value: edm.NewInt32(1979)})
	m.Put(t, "Films", "Drama", "Unseen", engine.Property{Name: "Year", Value: edm.NewInt32(1980)})
	ask := func(filter string) *wire.MissesReply {
		t.Helper()
		got, err := wire.Call(t.Context(), d, wire.Misses, wire.MissesRequest{Source: "shop", Table: "Films", Filter: filter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := ask("PartitionKey eq 'action'"); got.Entities != 0 || len(got.Misses) > 0 {
		t.Errorf("nothing was read: %+v", got)
	}
	if _, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Films", Filter: "PartitionKey eq 'Action'"}, nil); err != nil {
		t.Fatal(err)
	}
	requests := len(m.Requests)
	if got := ask("PartitionKey eq 'action'"); got.Entities != 1 || len(got.Misses) == 0 || got.Misses[0].Kind != wire.MissCase || got.Misses[0].Count != 1 {
		t.Errorf("one was read: %+v", got)
	}
	if got := ask("PartitionKey eq 'drama'"); len(got.Misses) > 0 && got.Misses[0].Kind == wire.MissCase {
		t.Errorf("knows what was not read: %+v", got)
	}
	if got := ask("PartitionKey eq 'action' and Timestamp gt datetime'2020-01-01T00:00:00Z'"); got.Entities != 0 {
		t.Errorf("knows Timestamps: %+v", got)
	}
	if len(m.Requests) != requests {
		t.Errorf("%d requests were made", len(m.Requests)-requests)
	}
}
