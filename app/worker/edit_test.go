package worker

import (
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// everyType is a property of each type as a form gives it.
var everyType = []TextProperty{
	{"S", edm.String, "it's ☕"},
	{"I", edm.Int32, "-5"},
	{"L", edm.Int64, "9007199254740993"},
	{"D", edm.Double, "2.5"},
	{"B", edm.Boolean, "true"},
	{"T", edm.DateTime, "2026-11-20T12:00:00.1234567Z"},
	{"G", edm.Guid, "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"},
	{"X", edm.Binary, "0x010203"},
}

func TestApply_EveryTypeThereAndBack(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := d.CreateTable(ctx, TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	r, err := d.Apply(ctx, ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "", RowKey: "ro'w", Properties: everyType})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Entity.Properties) != len(everyType) || r.Entity.ETag == "" || r.Entity.Size == 0 {
		t.Fatalf("stored %+v", r.Entity)
	}
	got, err := d.Entity(ctx, KeyRequest{Table: "Things", PartitionKey: "", RowKey: "ro'w"})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range got.Properties {
		if p != everyType[i] {
			t.Errorf("%+v, want %+v", p, everyType[i])
		}
	}
}

func TestApply_Failures(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := d.CreateTable(ctx, TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	base := ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "p", RowKey: "r"}
	first, err := d.Apply(ctx, base)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*ApplyRequest)
		code   engine.Code
		field  string
	}{
		"exists":         {func(r *ApplyRequest) {}, engine.EntityAlreadyExists, ""},
		"no table":       {func(r *ApplyRequest) { r.Table = "Nowhere" }, engine.TableNotFound, ""},
		"kind":           {func(r *ApplyRequest) { r.Kind = "explode" }, engine.InvalidInput, "Kind"},
		"not a number":   {func(r *ApplyRequest) { r.Properties = []TextProperty{{"Age", edm.Int32, "x"}} }, engine.InvalidInput, "Age"},
		"too large":      {func(r *ApplyRequest) { r.Properties = []TextProperty{{"Age", edm.Int32, "2147483648"}} }, engine.InvalidInput, "Age"},
		"no such type":   {func(r *ApplyRequest) { r.Properties = []TextProperty{{"Age", 200, "1"}} }, engine.InvalidInput, "Age"},
		"bad name":       {func(r *ApplyRequest) { r.RowKey = "new"; r.Properties = []TextProperty{{"a-b", edm.String, ""}} }, engine.PropertyNameInvalid, ""},
		"bad key":        {func(r *ApplyRequest) { r.RowKey = "a/b" }, engine.OutOfRangeInput, ""},
		"replace, gone":  {func(r *ApplyRequest) { r.Kind, r.RowKey, r.IfMatch = "replace", "x", "*" }, engine.ResourceNotFound, ""},
		"replace, stale": {func(r *ApplyRequest) { r.Kind, r.IfMatch = "replace", `W/"datetime'2001-01-01T00%3A00%3A00Z'"` }, engine.UpdateConditionNotSatisfied, ""},
		"delete, stale":  {func(r *ApplyRequest) { r.Kind, r.IfMatch = "delete", `W/"datetime'2001-01-01T00%3A00%3A00Z'"` }, engine.UpdateConditionNotSatisfied, ""},
	} {
		req := base
		c.change(&req)
		_, err := d.Apply(ctx, req)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		f := failure(t, err)
		if f.Code != string(c.code) || c.field != "" && f.Field != c.field || f.Message == "" {
			t.Errorf("%s: %+v, want %s about %q", name, f, c.code, c.field)
		}
	}
	now, err := d.Entity(ctx, KeyRequest{Table: "Things", PartitionKey: "p", RowKey: "r"})
	if err != nil || now.ETag != first.Entity.ETag {
		t.Errorf("a failure changed the entity: %+v, %v", now, err)
	}
	if _, err := d.Apply(ctx, ApplyRequest{Table: "Things", Kind: "delete", PartitionKey: "p", RowKey: "r", IfMatch: now.ETag}); err != nil {
		t.Fatal(err)
	}
	_, err = d.Entity(ctx, KeyRequest{Table: "Things", PartitionKey: "p", RowKey: "r"})
	wantCode(t, err, string(engine.ResourceNotFound))
}
