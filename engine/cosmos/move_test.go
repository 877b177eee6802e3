package cosmos_test

import (
	"errors"
	"fmt"
	"slices"
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
			got.WriteString(" [" + c.Query.Filter + "] ")
			if p := c.Classes; p != nil {
				got.WriteString(p.Before.Name() + ">" + p.After.Name())
			}
		}
		for _, k := range c.First {
			got.WriteString(" " + k.PartitionKey + "/" + k.RowKey[:1])
		}
		got.WriteString("\n")
	}
	const want = `limit refused a/` + "\xc3" + `
name refused b/x
name refused [PartitionKey eq 'a'] 
order [PartitionKey eq 'a']  a/` + "\xc3 a/\xc3" + `
order [PartitionKey gt 'a']  b/x p1/r
cost [PartitionKey eq 'a'] row-range>one-partition a/` + "\xc3 a/\xc3" + `
cost [etag ne 5] full-scan>no-index-help b/x
cost [PartitionKey gt 'a'] partition-range>all-partitions b/x p1/r
cost [PartitionKey eq 'b' and RowKey eq 'x'] point>point-read b/x
cost [what ne] 
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	stop := errors.New("stop")
	if _, err := cosmos.Move(ctx, s, nil, func(int, int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("it is not stopped: %v", err)
	}
}

// Ensure that what many entities match is counted to the end, though only the first are named, and that the work tells how far it is.
func TestMove_Many(t *testing.T) {
	const entities = 20_000
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Things"); err != nil {
		t.Fatal(err)
	}
	load, err := db.Load(ctx, "Things")
	if err != nil {
		t.Fatal(err)
	}
	for i := range entities {
		if err := load.Add("p", fmt.Sprintf("%06d", i), []engine.Property{{Name: "Even", Value: edm.NewBoolean(i%2 == 0)}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := load.Commit(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot("Things")
	if err != nil {
		t.Fatal(err)
	}
	last, most := 0, 0
	changes, err := cosmos.Move(ctx, s, []cosmos.Query{{Filter: "Even eq true"}, {}, {Filter: "RowKey eq '019999'"}}, func(read, total int) error {
		if read < last || read > total || total != 4*entities {
			t.Errorf("%d of %d, after %d", read, total, last)
		}
		last, most = read, max(most, read)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if most < 3*entities {
		t.Errorf("%d entities are told", most)
	}
	var counts []int
	for _, c := range changes {
		if c.Subject == cosmos.Cost {
			counts = append(counts, c.Entities)
		}
		if c.Entities >= cosmos.MaxFirst && (len(c.First) != cosmos.MaxFirst || c.First[1].RowKey > "000002") {
			t.Errorf("%q names %v", c.Text, c.First)
		}
	}
	if want := []int{entities / 2, entities, 1}; !slices.Equal(counts, want) {
		t.Errorf("%v entities, want %v", counts, want)
	}
}
