package cosmos_test

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/filterlang/edm"
)

// Ensure that a move lists what is refused, with the entities, and what becomes of order and cost of each query.
func TestMove(t *testing.T) {
	db, a := account(t, 1, 0)
	put(t, a, "r1")
	for _, op := range []engine.Op{
		{PartitionKey: "a", RowKey: strings.Repeat("é", 127)}, // 254 bytes
		{PartitionKey: "a", RowKey: strings.Repeat("é", 128)},
		{PartitionKey: "b", RowKey: "x", Properties: []engine.Property{{Name: "etag", Value: edm.NewInt32(1)}, {Name: "Etag", Value: edm.NewInt32(1)}}},
	} {
		if _, err := db.Apply(ctx, "Things", op); err != nil {
			t.Fatal(err)
		}
	}
	s, err := db.Snapshot("Things")
	if err != nil {
		t.Fatal(err)
	}
	changes, err := cosmos.Move(ctx, s, []cosmos.Query{
		{Table: "things", Filter: "PartitionKey eq 'a'", Top: 1},
		{Table: "Things", Filter: "etag ne 5"},
		{Table: "Things", Filter: "PartitionKey gt 'a'"},
		{Table: "Things", Filter: "PartitionKey eq 'b' and RowKey eq 'x'"},
		{Table: "Things", Filter: "what ne"},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range changes {
		got.WriteString(string(c.Subject))
		if c.Refused {
			got.WriteString(" refused")
		}
		if c.Query != nil {
			got.WriteString(" [" + c.Query.Filter + "] " + c.Before + ">" + c.After)
		}
		for _, k := range c.First {
			got.WriteString(" " + k.PartitionKey + "/" + k.RowKey[:1])
		}
		got.WriteString("\n")
	}
	const want = `limit refused a/` + "\xc3" + `
name refused b/x
name refused [PartitionKey eq 'a'] >
order [PartitionKey eq 'a'] > a/` + "\xc3 a/\xc3" + `
order [PartitionKey gt 'a'] > b/x p1/r
cost [PartitionKey eq 'a'] row-range>one-partition a/` + "\xc3 a/\xc3" + `
cost [etag ne 5] full-scan>no-index-help b/x
cost [PartitionKey gt 'a'] partition-range>all-partitions b/x p1/r
cost [PartitionKey eq 'b' and RowKey eq 'x'] point>point-read b/x
cost [what ne] >
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	stop := errors.New("stop")
	if _, err := cosmos.Move(ctx, s, nil, func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("it is not stopped: %v", err)
	}
}
