package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func TestValues_Counts(t *testing.T) {
	d := open(t, nil)
	d.Fill(t, "Numbers", 5, 40)
	p := "p003"
	for _, tt := range []struct {
		req            wire.ValuesRequest
		have, distinct int
		first          wire.ValueCount
	}{
		{wire.ValuesRequest{Property: "PartitionKey"}, 200, 5, wire.ValueCount{Type: edm.String, Text: "p000", Literal: "'p000'", Count: 40}},
		{wire.ValuesRequest{Property: "PartitionKey", Prefix: "P003"}, 200, 1, wire.ValueCount{Type: edm.String, Text: "p003", Literal: "'p003'", Count: 40}},
		{wire.ValuesRequest{Property: "RowKey"}, 200, 40, wire.ValueCount{Type: edm.String, Text: "r0000", Literal: "'r0000'", Count: 5}},
		{wire.ValuesRequest{Property: "RowKey", Partition: &p, Prefix: "r003"}, 40, 10, wire.ValueCount{Type: edm.String, Text: "r0030", Literal: "'r0030'", Count: 1}},
		{wire.ValuesRequest{Property: "S"}, 200, 7, wire.ValueCount{Type: edm.String, Text: "text 0", Literal: "'text 0'", Count: 29}},
		{wire.ValuesRequest{Property: "N"}, 200, 200, wire.ValueCount{Type: edm.Int32, Text: "0", Literal: "0", Count: 1}},
		{wire.ValuesRequest{Property: "Odd"}, 100, 1, wire.ValueCount{Type: edm.Boolean, Text: "true", Literal: "true", Count: 100}},
		{wire.ValuesRequest{Property: "None"}, 0, 0, wire.ValueCount{}},
	} {
		tt.req.Table = "Numbers"
		got, err := wire.Call(t.Context(), d, wire.Values, tt.req, nil)
		if err != nil {
			t.Fatal(err)
		}
		var first wire.ValueCount
		if len(got.Values) > 0 {
			first = got.Values[0]
		}
		if got.Have != tt.have || got.Distinct != tt.distinct || first != tt.first || len(got.Values) > wire.MaxValues || got.Many {
			t.Errorf("%+v: %d have it, %d distinct, first %+v; want %d, %d, %+v", tt.req, got.Have, got.Distinct, first, tt.have, tt.distinct, tt.first)
		}
	}
}

// Ensure that a literal that is offered finds what was counted, whatever the value, and that long values are not offered.
func TestValues_LiteralsFindWhatTheyCount(t *testing.T) {
	d := open(t, nil)
	if err := d.DB.CreateTable(t.Context(), "Odd"); err != nil {
		t.Fatal(err)
	}
	var list []engine.BulkEntity
	for i, v := range []edm.Value{
		edm.NewString("O'Hara's \"x\" \\ 😀 \n"), edm.NewString(""), edm.NewInt64(1 << 60), edm.NewDouble(4), edm.NewBinary("\x00\xff"), edm.NewBoolean(false),
		edm.NewString(strings.Repeat("long", 1000)), edm.NewString(strings.Repeat("long", 2000)), edm.NewBinary(strings.Repeat("b", 60000)), edm.NewDateTime(edm.MinTicks), edm.NewGuid(edm.UUID{1, 2, 3}),
	} {
		list = append(list, engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprint(i), Properties: []engine.Property{{Name: "V", Value: v}}})
	}
	if r, err := d.DB.Bulk(t.Context(), "Odd", list, engine.RefuseExisting); err != nil || r.Added != len(list) {
		t.Fatal(r, err)
	}
	got, err := wire.Call(t.Context(), d, wire.Values, wire.ValuesRequest{Table: "Odd", Property: "V"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Distinct != 11 || len(got.Values) != 9 {
		t.Errorf("%d distinct, %d offered", got.Distinct, len(got.Values))
	}
	// The longest that is offered is offered whole, also to who has typed more of it than a cell shows.
	whole := strings.Repeat("long", 1000)
	deep, err := wire.Call(t.Context(), d, wire.Values, wire.ValuesRequest{Table: "Odd", Property: "V", Prefix: whole[:3000]}, nil)
	if err != nil || len(deep.Values) != 1 || deep.Values[0].Literal != "'"+whole+"'" {
		t.Errorf("%+v, %v", deep, err)
	}
	for _, v := range got.Values {
		m, err := wire.Call(t.Context(), d, wire.Match, wire.QueryRequest{Table: "Odd", Filter: "V eq " + v.Literal}, nil)
		if err != nil || m.Returned != v.Count {
			t.Errorf("%+v finds %+v, %v", v, m, err)
		}
	}
	if i := slices.IndexFunc(got.Values, func(v wire.ValueCount) bool { return v.Type == edm.String && v.Text == "" }); i < 0 {
		t.Error("the empty text is not offered")
	}
}
