package sdk

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// Ensure that transactions of the Go client do every operation, all or none, and that a failure names the one that failed.
func TestGo_Transactions(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoTransactions")
	action := func(kind aztables.TransactionType, entity []byte) aztables.TransactionAction {
		return aztables.TransactionAction{ActionType: kind, Entity: entity}
	}
	submit := func(actions ...aztables.TransactionAction) error {
		_, err := c.SubmitTransaction(ctx, actions, nil)
		return err
	}
	var inserts []aztables.TransactionAction
	for i := range 100 {
		inserts = append(inserts, action(aztables.TransactionTypeAdd, object(t, "p", fmt.Sprintf("%03d", i), "V", i)))
	}
	if err := submit(inserts...); err != nil {
		t.Fatal(err)
	}
	entities, _ := list(t, c, nil)
	if len(entities) != 100 || entities[0].ETag == "" || entities[0].ETag != entities[99].ETag {
		t.Errorf("%d entities, ETags %q and %q", len(entities), entities[0].ETag, entities[99].ETag)
	}
	etag := azcore.ETag(entities[0].ETag)
	conditional := action(aztables.TransactionTypeUpdateReplace, object(t, "p", "003", "W", 3))
	conditional.IfMatch = &etag
	merge := action(aztables.TransactionTypeUpdateMerge, object(t, "p", "002", "W", 2))
	merge.IfMatch = new(azcore.ETagAny)
	if err := submit(
		action(aztables.TransactionTypeDelete, object(t, "p", "001")),
		merge, conditional,
		action(aztables.TransactionTypeInsertMerge, object(t, "p", "004", "W", 4)),
		action(aztables.TransactionTypeInsertReplace, object(t, "p", "005", "W", 5)),
		action(aztables.TransactionTypeInsertMerge, object(t, "p", "new1", "W", 6)),
		action(aztables.TransactionTypeInsertReplace, object(t, "p", "new2 %+é😀", "W", 7)),
		action(aztables.TransactionTypeAdd, object(t, "p", "", "W", "it's")),
	); err != nil {
		t.Fatal(err)
	}
	for row, want := range map[string]map[string]any{
		"002": {"V": int32(2), "W": int32(2)}, "003": {"W": int32(3)}, "004": {"V": int32(4), "W": int32(4)}, "005": {"W": int32(5)},
		"new1": {"W": int32(6)}, "new2 %+é😀": {"W": int32(7)}, "": {"W": "it's"},
	} {
		if got := get(t, c, "p", row); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", row, got, want)
		}
	}
	_, err := c.GetEntity(ctx, "p", "001", nil)
	refused(t, err, 404, "ResourceNotFound")

	fresh := action(aztables.TransactionTypeAdd, object(t, "p", "fresh"))
	other := action(aztables.TransactionTypeInsertMerge, object(t, "p", "050", "V", -1))
	for _, test := range []struct {
		name    string
		actions []aztables.TransactionAction
		status  int
		code    string
		index   int
	}{
		{"there already", []aztables.TransactionAction{fresh, other, inserts[7]}, 409, "EntityAlreadyExists", 2},
		{"there already, alone", inserts[7:8], 409, "EntityAlreadyExists", -1},
		{"not there", []aztables.TransactionAction{other, action(aztables.TransactionTypeDelete, object(t, "p", "absent")), fresh}, 404, "ResourceNotFound", 1},
		{"changed since", []aztables.TransactionAction{fresh, conditional, other}, 412, "UpdateConditionNotSatisfied", 1},
		{"other partition", []aztables.TransactionAction{fresh, action(aztables.TransactionTypeAdd, object(t, "q", "r"))}, 400, "CommandsInBatchActOnDifferentPartitions", 1},
		{"twice", []aztables.TransactionAction{fresh, other, other}, 400, "InvalidDuplicateRow", 2},
		{"refused key", []aztables.TransactionAction{fresh, other, action(aztables.TransactionTypeAdd, object(t, "p", "a/b"))}, 400, "OutOfRangeInput", 2},
		{"refused value", []aztables.TransactionAction{fresh, action(aztables.TransactionTypeAdd, object(t, "p", "r", "V", strings.Repeat("x", 32769)))}, 400, "PropertyValueTooLarge", 1},
	} {
		t.Run(test.name, func(t *testing.T) { undone(t, submit(test.actions...), test.status, test.code, test.index) })
	}
	err = submit(append(slices.Clone(inserts), fresh)...)
	r, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok || !strings.Contains(err.Error(), "100") {
		t.Errorf("101 operations: %v (%v)", err, r)
	}
	if _, err := c.GetEntity(ctx, "p", "fresh", nil); err == nil || !reflect.DeepEqual(get(t, c, "p", "050"), map[string]any{"V": int32(50)}) {
		t.Error("a transaction that failed left something")
	}
	_, err = goService(t).NewClient("GoAbsent").SubmitTransaction(ctx, []aztables.TransactionAction{fresh}, nil)
	undone(t, err, 404, "TableNotFound", 0)
}

// Ensure that the Go client reads a table of several pages to its end, from any continuation, each entity once and in order.
func TestGo_Pages(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoPages")
	const partitions, rows = 25, 100
	for p := range partitions {
		var actions []aztables.TransactionAction
		for r := range rows {
			actions = append(actions, aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: object(t, fmt.Sprintf("p%02d 'é+%%", p), fmt.Sprintf("%03d", r), "N", p*rows+r)})
		}
		must(c.SubmitTransaction(ctx, actions, nil))(t)
	}
	for _, test := range []struct {
		filter         string
		top            int32
		entities, page int
	}{
		{"", 0, 2500, 3},
		{"", 700, 2500, 4},
		{"", 1, 0, 0},
		{"PartitionKey gt 'p10'", 0, 1500, 2},
		{"N ge 1990 and N lt 2010", 7, 20, 3},
		{"PartitionKey eq 'p03 ''é+%'", 99, 100, 2},
		{"N eq -1", 0, 0, 1},
	} {
		o := &aztables.ListEntitiesOptions{}
		if test.filter != "" {
			o.Filter = &test.filter
		}
		if test.top != 0 {
			o.Top = &test.top
		}
		if test.top == 1 {
			first := must(c.NewListEntitiesPager(o).NextPage(ctx))(t)
			if len(first.Entities) != 1 || first.NextPartitionKey == nil || first.NextRowKey == nil && !ours.cosmos {
				t.Errorf("a page of one: %d entities", len(first.Entities))
				continue
			}
			o = &aztables.ListEntitiesOptions{NextPartitionKey: first.NextPartitionKey, NextRowKey: first.NextRowKey}
			if rest, _ := list(t, c, o); len(rest) != partitions*rows-1 || rest[0].RowKey != "001" && !ours.cosmos {
				t.Errorf("after the first: %d entities", len(rest))
			}
			continue
		}
		entities, pages := list(t, c, o)
		if len(entities) != test.entities || pages != test.page {
			t.Errorf("%q, pages of %d: %d entities in %d pages", test.filter, test.top, len(entities), pages)
		}
		for i := range entities {
			if i > 0 && entities[i].Properties["N"].(int32) != entities[i-1].Properties["N"].(int32)+1 {
				t.Fatalf("%q: %v after %v", test.filter, entities[i].Properties["N"], entities[i-1].Properties["N"])
			}
		}
	}
	for _, top := range []int32{-1, 1001} {
		_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Top: &top}).NextPage(ctx)
		refused(t, err, 400, "InvalidInput")
	}
	if none := must(c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Top: new(int32(0))}).NextPage(ctx))(t); len(none.Entities) != 0 {
		t.Errorf("$top=0: %d entities", len(none.Entities))
	}
}

// Ensure that the Go client's filters find by every type, and those outside the language are refused as the service does it.
func TestGo_Filters(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoFilters")
	must(c.AddEntity(ctx, object(t, "p", "1", "S", "it's", "I", 5, "L", "9007199254740993", "L@odata.type", "Edm.Int64", "D", 2.5, "T", true,
		"G", "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2", "G@odata.type", "Edm.Guid", "W", "2014-05-07T08:20:53.0000001Z", "W@odata.type", "Edm.DateTime", "B", "AQID", "B@odata.type", "Edm.Binary"), nil))(t)
	must(c.AddEntity(ctx, object(t, "p", "2", "S", "é😀+%&#", "I", -5, "T", false), nil))(t)
	must(c.AddEntity(ctx, object(t, "q", "3", "I", "5"), nil))(t)
	for filter, want := range map[string]string{
		"S eq 'it''s'":           "1",
		"S eq 'é😀+%&#'":          "2",
		"I eq 5":                 "1",
		"I lt 0 or S gt 'j'":     "2",
		"L eq 9007199254740993L": "1",
		"L gt 5":                 "1",
		"D gt 2":                 "1",
		"D le 2.5":               "1",
		"T":                      "1",
		"T eq false":             "2",
		"not T":                  "23",
		"G eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'": "1",
		"W eq datetime'2014-05-07T08:20:53.0000001Z'":     "1",
		"W gt datetime'2014-05-07T08:20:53.0000001Z'":     "",
		"B eq X'010203'":      "1",
		"B lt binary'0102ff'": "1",
		"I ne 5":              "2",
		"Absent ne 5":         "",
		"not (Absent eq 5)":   "123",
		"Timestamp gt datetime'2020-01-01T00:00:00Z'":                                 "123",
		"PartitionKey eq 'p' and RowKey ge '2'":                                       "2",
		"PartitionKey ge 'p' and (RowKey eq '1' or RowKey eq '3')":                    "13",
		"(PartitionKey eq 'q' and RowKey eq '3') or (PartitionKey eq 'p' and I eq 5)": "13",
		"'p' lt PartitionKey": "3",
	} {
		if got := strings.Join(query(t, c, filter), ""); got != want {
			t.Errorf("%s finds %q, want %q", filter, got, want)
		}
	}
	for filter, want := range map[string]struct {
		status int
		code   string
	}{
		"I eq":                    {400, "InvalidInput"},
		"I = 5":                   {400, "InvalidInput"},
		"S eq 'a'b'":              {400, "InvalidInput"},
		"(I eq 5":                 {400, "InvalidInput"},
		"PartitionKey and I eq 5": {400, "InvalidInput"},
		"G eq guid'1'":            {400, "InvalidInput"},
		"startswith(S,'a')":       {501, "NotImplemented"},
		"S eq null":               {501, "NotImplemented"},
		"I eq D":                  {501, "NotImplemented"},
		"1 eq 1":                  {501, "NotImplemented"},
		"I add 1 eq 6":            {501, "NotImplemented"},
	} {
		_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter}).NextPage(ctx)
		r, ok := errors.AsType[*azcore.ResponseError](err)
		if !ok || r.StatusCode != want.status || r.ErrorCode != want.code {
			t.Errorf("%s: %v", filter, err)
		}
	}
	page := must(c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Select: new("RowKey,I,Absent"), Filter: new("RowKey eq '1'")}).NextPage(ctx))(t)
	var projected map[string]any
	if len(page.Entities) != 1 || json.Unmarshal(page.Entities[0], &projected) != nil {
		t.Fatalf("$select: %s", page.Entities)
	}
	delete(projected, "odata.etag")
	if want := map[string]any{"RowKey": "1", "I": 5.0, "Absent": nil}; !reflect.DeepEqual(projected, want) {
		t.Errorf("$select: %v, want %v", projected, want)
	}
	for _, format := range []aztables.MetadataFormat{aztables.MetadataFormatFull, aztables.MetadataFormatMinimal, aztables.MetadataFormatNone} {
		some, _ := list(t, c, &aztables.ListEntitiesOptions{Format: &format})
		full, none := format == aztables.MetadataFormatFull, format == aztables.MetadataFormatNone
		_, typed := some[0].Properties["L"].(aztables.EDMInt64)
		if len(some) != 3 || (some[0].ID != "") != full || (some[0].Type == account+".GoFilters") != full || (some[0].ETag == "") != none || typed == none {
			t.Errorf("%s: %+v", format, some[0])
		}
	}
}
