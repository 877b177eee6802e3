package worker

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// everyType is a property of each type as a form gives it.
var everyType = []wire.TextProperty{
	{Name: "S", Type: edm.String, Text: "it's ☕"},
	{Name: "I", Type: edm.Int32, Text: "-5"},
	{Name: "L", Type: edm.Int64, Text: "9007199254740993"},
	{Name: "D", Type: edm.Double, Text: "2.5"},
	{Name: "B", Type: edm.Boolean, Text: "true"},
	{Name: "T", Type: edm.DateTime, Text: "2026-11-20T12:00:00.1234567Z"},
	{Name: "G", Type: edm.Guid, Text: "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"},
	{Name: "X", Type: edm.Binary, Text: "0x010203"},
}

func TestApply_EveryTypeThereAndBack(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := wire.Do(ctx, d, wire.CreateTable, wire.TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	r, err := wire.Call(ctx, d, wire.Apply, wire.ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "", RowKey: "ro'w", Properties: everyType}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Entity.Properties) != len(everyType) || r.Entity.ETag == "" || r.Entity.Size == 0 {
		t.Fatalf("stored %+v", r.Entity)
	}
	got, err := wire.Call(ctx, d, wire.Entity, wire.KeyRequest{Table: "Things", PartitionKey: "", RowKey: "ro'w"}, nil)
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
	if err := wire.Do(ctx, d, wire.CreateTable, wire.TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	base := wire.ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "p", RowKey: "r"}
	first, err := wire.Call(ctx, d, wire.Apply, base, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*wire.ApplyRequest)
		code   engine.Code
		field  string
	}{
		"exists":   {func(r *wire.ApplyRequest) {}, engine.EntityAlreadyExists, ""},
		"no table": {func(r *wire.ApplyRequest) { r.Table = "Nowhere" }, engine.TableNotFound, ""},
		"kind":     {func(r *wire.ApplyRequest) { r.Kind = "explode" }, engine.InvalidInput, "Kind"},
		"not a number": {func(r *wire.ApplyRequest) {
			r.Properties = []wire.TextProperty{{Name: "Age", Type: edm.Int32, Text: "x"}}
		}, engine.InvalidInput, "Age"},
		"too large": {func(r *wire.ApplyRequest) {
			r.Properties = []wire.TextProperty{{Name: "Age", Type: edm.Int32, Text: "2147483648"}}
		}, engine.InvalidInput, "Age"},
		"no such type": {func(r *wire.ApplyRequest) { r.Properties = []wire.TextProperty{{Name: "Age", Type: 200, Text: "1"}} }, engine.InvalidInput, "Age"},
		"bad name": {func(r *wire.ApplyRequest) {
			r.RowKey = "new"
			r.Properties = []wire.TextProperty{{Name: "a-b", Type: edm.String, Text: ""}}
		}, engine.PropertyNameInvalid, ""},
		"bad key":        {func(r *wire.ApplyRequest) { r.RowKey = "a/b" }, engine.OutOfRangeInput, ""},
		"replace, gone":  {func(r *wire.ApplyRequest) { r.Kind, r.RowKey, r.IfMatch = "replace", "x", "*" }, engine.ResourceNotFound, ""},
		"replace, stale": {func(r *wire.ApplyRequest) { r.Kind, r.IfMatch = "replace", `W/"datetime'2001-01-01T00%3A00%3A00Z'"` }, engine.UpdateConditionNotSatisfied, ""},
		"delete, stale":  {func(r *wire.ApplyRequest) { r.Kind, r.IfMatch = "delete", `W/"datetime'2001-01-01T00%3A00%3A00Z'"` }, engine.UpdateConditionNotSatisfied, ""},
	} {
		req := base
		c.change(&req)
		_, err := wire.Call(ctx, d, wire.Apply, req, nil)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		f := workertest.Failure(t, err)
		if f.Code != string(c.code) || c.field != "" && f.Field != c.field || f.Message == "" {
			t.Errorf("%s: %+v, want %s about %q", name, f, c.code, c.field)
		}
	}
	now, err := wire.Call(ctx, d, wire.Entity, wire.KeyRequest{Table: "Things", PartitionKey: "p", RowKey: "r"}, nil)
	if err != nil || now.ETag != first.Entity.ETag {
		t.Errorf("a failure changed the entity: %+v, %v", now, err)
	}
	if _, err := wire.Call(ctx, d, wire.Apply, wire.ApplyRequest{Table: "Things", Kind: "delete", PartitionKey: "p", RowKey: "r", IfMatch: now.ETag}, nil); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(ctx, d, wire.Entity, wire.KeyRequest{Table: "Things", PartitionKey: "p", RowKey: "r"}, nil)
	workertest.WantCode(t, err, string(engine.ResourceNotFound))
}
