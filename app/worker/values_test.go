package worker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func TestValues_Counts(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 5, 40)
	p := "p003"
	for _, tt := range []struct {
		req            ValuesRequest
		have, distinct int
		first          ValueCount
	}{
		{ValuesRequest{Property: "PartitionKey"}, 200, 5, ValueCount{edm.String, "p000", "'p000'", 40}},
		{ValuesRequest{Property: "PartitionKey", Prefix: "P003"}, 200, 1, ValueCount{edm.String, "p003", "'p003'", 40}},
		{ValuesRequest{Property: "RowKey"}, 200, 40, ValueCount{edm.String, "r0000", "'r0000'", 5}},
		{ValuesRequest{Property: "RowKey", Partition: &p, Prefix: "r003"}, 40, 10, ValueCount{edm.String, "r0030", "'r0030'", 1}},
		{ValuesRequest{Property: "S"}, 200, 7, ValueCount{edm.String, "text 0", "'text 0'", 29}},
		{ValuesRequest{Property: "N"}, 200, 200, ValueCount{edm.Int32, "0", "0", 1}},
		{ValuesRequest{Property: "Odd"}, 100, 1, ValueCount{edm.Boolean, "true", "true", 100}},
		{ValuesRequest{Property: "None"}, 0, 0, ValueCount{}},
	} {
		tt.req.Table = "Numbers"
		got, err := d.Values(t.Context(), tt.req, nil)
		if err != nil {
			t.Fatal(err)
		}
		var first ValueCount
		if len(got.Values) > 0 {
			first = got.Values[0]
		}
		if got.Have != tt.have || got.Distinct != tt.distinct || first != tt.first || len(got.Values) > MaxValues || got.Many {
			t.Errorf("%+v: %d have it, %d distinct, first %+v; want %d, %d, %+v", tt.req, got.Have, got.Distinct, first, tt.have, tt.distinct, tt.first)
		}
	}
}

// Ensure that a literal that is offered finds what was counted, whatever the value, and that long values are not offered.
func TestValues_LiteralsFindWhatTheyCount(t *testing.T) {
	d := open(t, nil)
	if err := d.db.CreateTable(t.Context(), "Odd"); err != nil {
		t.Fatal(err)
	}
	var list []engine.BulkEntity
	for i, v := range []edm.Value{
		edm.NewString("O'Hara's \"x\" \\ 😀 \n"), edm.NewString(""), edm.NewInt64(1 << 60), edm.NewDouble(4), edm.NewBinary("\x00\xff"), edm.NewBoolean(false),
		edm.NewString(strings.Repeat("long", 1000)), edm.NewBinary(strings.Repeat("b", 60000)), edm.NewDateTime(edm.MinTicks), edm.NewGuid(edm.UUID{1, 2, 3}),
	} {
		list = append(list, engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprint(i), Properties: []engine.Property{{Name: "V", Value: v}}})
	}
	if r, err := d.db.Bulk(t.Context(), "Odd", list, engine.RefuseExisting); err != nil || r.Added != len(list) {
		t.Fatal(r, err)
	}
	got, err := d.Values(t.Context(), ValuesRequest{Table: "Odd", Property: "V"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Distinct != 10 || len(got.Values) != 8 {
		t.Errorf("%d distinct, %d offered", got.Distinct, len(got.Values))
	}
	for _, v := range got.Values {
		m, err := d.Match(t.Context(), QueryRequest{Table: "Odd", Filter: "V eq " + v.Literal}, nil)
		if err != nil || m.Returned != v.Count {
			t.Errorf("%+v finds %+v, %v", v, m, err)
		}
	}
	if i := slices.IndexFunc(got.Values, func(v ValueCount) bool { return v.Type == edm.String && v.Text == "" }); i < 0 {
		t.Error("the empty text is not offered")
	}
}
