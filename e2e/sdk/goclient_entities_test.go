package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// Ensure that the Go client's writes do what they are named for, and that each is refused when its condition does not hold.
func TestGo_Writes(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoWrites")
	merge, replace := aztables.UpdateModeMerge, aztables.UpdateModeReplace
	has := func(want map[string]any) {
		t.Helper()
		if got := get(t, c, "p", "r"); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	first := must(c.AddEntity(ctx, object(t, "p", "r", "A", 1, "B", "x", "C", nil), nil))(t)
	if read := must(c.GetEntity(ctx, "p", "r", nil))(t); read.ETag != first.ETag || decode(t, first.Value).ETag != string(first.ETag) {
		t.Errorf("ETag %s, then %s, in the body %s", first.ETag, read.ETag, decode(t, first.Value).ETag)
	}
	has(map[string]any{"A": int32(1), "B": "x"})
	_, err := c.AddEntity(ctx, object(t, "p", "r"), nil)
	refused(t, err, 409, "EntityAlreadyExists")

	second := must(c.UpdateEntity(ctx, object(t, "p", "r", "A", 2, "B", nil), &aztables.UpdateEntityOptions{IfMatch: &first.ETag, UpdateMode: merge}))(t)
	has(map[string]any{"A": int32(2), "B": "x"})
	for _, mode := range []aztables.UpdateMode{merge, replace} {
		_, err = c.UpdateEntity(ctx, object(t, "p", "r", "A", 3), &aztables.UpdateEntityOptions{IfMatch: &first.ETag, UpdateMode: mode})
		refused(t, err, 412, "UpdateConditionNotSatisfied")
		_, err = c.UpdateEntity(ctx, object(t, "p", "absent"), &aztables.UpdateEntityOptions{UpdateMode: mode})
		refused(t, err, 404, "ResourceNotFound")
	}
	_, err = c.UpdateEntity(ctx, object(t, "p", "r"), &aztables.UpdateEntityOptions{IfMatch: new(azcore.ETag("nonsense")), UpdateMode: merge})
	refused(t, err, 400, "InvalidInput")
	_, err = c.DeleteEntity(ctx, "p", "r", &aztables.DeleteEntityOptions{IfMatch: &first.ETag})
	refused(t, err, 412, "UpdateConditionNotSatisfied")
	has(map[string]any{"A": int32(2), "B": "x"})
	third := must(c.UpdateEntity(ctx, object(t, "p", "r", "D", true), &aztables.UpdateEntityOptions{IfMatch: &second.ETag, UpdateMode: replace}))(t)
	has(map[string]any{"D": true})
	must(c.UpdateEntity(ctx, object(t, "p", "r", "E", 1.5), &aztables.UpdateEntityOptions{UpdateMode: merge}))(t)
	has(map[string]any{"D": true, "E": 1.5})
	_, err = c.UpdateEntity(ctx, object(t, "p", "r"), &aztables.UpdateEntityOptions{IfMatch: &third.ETag, UpdateMode: replace})
	refused(t, err, 412, "UpdateConditionNotSatisfied")

	must(c.UpsertEntity(ctx, object(t, "p", "r", "F", "f"), &aztables.UpsertEntityOptions{UpdateMode: merge}))(t)
	has(map[string]any{"D": true, "E": 1.5, "F": "f"})
	last := must(c.UpsertEntity(ctx, object(t, "p", "r", "F", "g"), &aztables.UpsertEntityOptions{UpdateMode: replace}))(t)
	has(map[string]any{"F": "g"})
	must(c.DeleteEntity(ctx, "p", "r", &aztables.DeleteEntityOptions{IfMatch: &last.ETag}))(t)
	_, err = c.GetEntity(ctx, "p", "r", nil)
	refused(t, err, 404, "ResourceNotFound")
	_, err = c.DeleteEntity(ctx, "p", "r", nil)
	refused(t, err, 404, "ResourceNotFound")
	for _, mode := range []aztables.UpdateMode{merge, replace} {
		must(c.UpsertEntity(ctx, object(t, "p", "r", "New", string(mode)), &aztables.UpsertEntityOptions{UpdateMode: mode}))(t)
		has(map[string]any{"New": string(mode)})
		must(c.DeleteEntity(ctx, "p", "r", nil))(t)
	}
}

// Ensure that the Go client gets back what it wrote, of every type, at its ends.
func TestGo_Types(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoTypes")
	at := func(year int, month time.Month, day, hour, minute, second, nanosecond int) aztables.EDMDateTime {
		return aztables.EDMDateTime(time.Date(year, month, day, hour, minute, second, nanosecond, time.UTC))
	}
	for name, want := range map[string][]any{
		"String":   {"", " ", "it's", "\x00\x01\u007f\uffff", "zażółć 😀", strings.Repeat("x", 32768), strings.Repeat("😀", 16384), `"\/<&>`, "2017-01-05T03:24:39Z"},
		"Int32":    {int32(0), int32(-1), int32(math.MinInt32), int32(math.MaxInt32)},
		"Int64":    {aztables.EDMInt64(0), aztables.EDMInt64(math.MinInt64), aztables.EDMInt64(math.MaxInt64), aztables.EDMInt64(1<<53 + 1)},
		"Double":   {0.5, -1.25, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-7, 123456789012345.12, 4.81516},
		"Boolean":  {true, false},
		"DateTime": {at(1601, 1, 1, 0, 0, 0, 0), at(9999, 12, 31, 23, 59, 59, 999999900), at(2017, 1, 5, 3, 24, 39, 100), at(2014, 5, 7, 8, 20, 53, 588957000)},
		"Guid":     {aztables.EDMGUID("00000000-0000-0000-0000-000000000000"), aztables.EDMGUID("ffffffff-ffff-ffff-ffff-ffffffffffff"), aztables.EDMGUID("dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2")},
		"Binary":   {aztables.EDMBinary{}, aztables.EDMBinary{0}, aztables.EDMBinary{0xfb, 0xff, 0xfe}, aztables.EDMBinary(bytes.Repeat([]byte{0xff}, 65536))},
	} {
		for i, value := range want {
			e := aztables.EDMEntity{Entity: aztables.Entity{PartitionKey: name, RowKey: fmt.Sprint(i)}, Properties: map[string]any{"V": value}}
			added := decode(t, must(c.AddEntity(ctx, must(json.Marshal(e))(t), nil))(t).Value)
			for how, got := range map[string]any{"the answer": added.Properties["V"], "reading": get(t, c, name, e.RowKey)["V"]} {
				if !reflect.DeepEqual(got, value) {
					t.Errorf("%s %.60v: %s has %.60v (%T)", name, value, how, got, got)
				}
			}
		}
	}
	// The client writes the Double 4.0 as 4, which is an Int32 unless it is told otherwise.
	for _, text := range []string{"NaN", "Infinity", "-Infinity"} {
		must(c.UpsertEntity(ctx, object(t, "special", "r", "V@odata.type", "Edm.Double", "V", text, "W@odata.type", "Edm.Double", "W", 4), nil))(t)
		raw := must(c.GetEntity(ctx, "special", "r", nil))(t).Value
		if !strings.Contains(string(raw), `"V":"`+text+`","V@odata.type":"Edm.Double"`) {
			t.Errorf("%s: %s", text, raw)
		}
	}
	if got := query(t, c, "PartitionKey eq 'special' and W eq 4.0"); len(got) != 1 {
		t.Error("a whole Double became another type")
	}
	for code, value := range map[string][]any{
		"PropertyValueTooLarge": {"V", strings.Repeat("x", 32769), "B", 1},
		"TooManyProperties":     numbered(253, 1),
		"EntityTooLarge":        numbered(17, strings.Repeat("x", 32000)),
		"PropertyNameTooLong":   {strings.Repeat("n", 256), 1},
		"InvalidInput":          {"V", map[string]any{}},
	} {
		_, err := c.AddEntity(ctx, object(t, "refused", "r", value...), nil)
		refused(t, err, 400, code)
	}
	for edm, text := range map[string]any{"Edm.Int32": "2147483648", "Edm.Int64": "9223372036854775808", "Edm.Guid": "dd3cb8f8", "Edm.Binary": "?", "Edm.DateTime": "yesterday", "Edm.Boolean": "maybe", "Edm.Other": "x"} {
		_, err := c.AddEntity(ctx, object(t, "refused", "r", "V", text, "V@odata.type", edm), nil)
		refused(t, err, 400, "InvalidInput")
	}
	must(c.AddEntity(ctx, object(t, "kept", "r", numbered(252, 1)...), nil))(t)
	if got := get(t, c, "kept", "r"); len(got) != 252 {
		t.Errorf("%d properties", len(got))
	}
	if got := query(t, c, "PartitionKey eq 'refused'"); got != nil {
		t.Errorf("refused entities are there: %q", got)
	}
}

// numbered returns n properties of one value.
func numbered(n int, value any) []any {
	var out []any
	for i := range n {
		out = append(out, fmt.Sprintf("P%d", i), value)
	}
	return out
}

// hostileKeys are keys that are hard to carry in a URL. All clients are given them, and the empty key too, which the Go client
// cannot put into a URL.
var hostileKeys = []string{
	" ", "  two  ", "it's", "''", "'", "%", "100%", "%20", "%2F", "%25", "%27", "a+b", "a b", "é😀", "\uffff", "x&y=z;,:@$", `"quoted"`, "<tag>", "~-_.!*()[]{}|^`",
	"(PartitionKey='a',RowKey='b')", "..", ".", "a,b", "\u00a0", "名前", "null", "true", strings.Repeat("k", 512), strings.Repeat("ü", 250),
}

// Ensure that the Go client writes, reads, finds and deletes entities whatever their keys are.
func TestGo_Keys(t *testing.T) {
	ctx, c := t.Context(), goTable(t, "GoKeys")
	for i, row := range hostileKeys {
		partition := hostileKeys[(i*7+3)%len(hostileKeys)]
		must(c.AddEntity(ctx, object(t, partition, row, "N", i), nil))(t)
		read := must(c.GetEntity(ctx, partition, row, &aztables.GetEntityOptions{Format: new(aztables.MetadataFormatFull)}))(t)
		if e := decode(t, read.Value); e.PartitionKey != partition || e.RowKey != row || e.Properties["N"] != int32(i) || e.EditLink == "" {
			t.Errorf("%.40q, %.40q: %+v", partition, row, e)
		}
		must(c.UpdateEntity(ctx, object(t, partition, row, "M", i), &aztables.UpdateEntityOptions{IfMatch: &read.ETag, UpdateMode: aztables.UpdateModeMerge}))(t)
		must(c.UpdateEntity(ctx, object(t, partition, row, "N", -i), &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace}))(t)
		must(c.UpsertEntity(ctx, object(t, partition, row, "O", i), nil))(t)
		if got, want := get(t, c, partition, row), (map[string]any{"N": int32(-i), "O": int32(i)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%.40q, %.40q: %v", partition, row, got)
		}
		literal := func(key string) string { return "'" + strings.ReplaceAll(key, "'", "''") + "'" }
		if got := query(t, c, "PartitionKey eq "+literal(partition)+" and RowKey eq "+literal(row)); len(got) != 1 || got[0] != row {
			t.Errorf("%.40q, %.40q: the filter finds %q", partition, row, got)
		}
	}
	if all, _ := list(t, c, nil); len(all) != len(hostileKeys) {
		t.Errorf("%d entities, want %d: two keys are one", len(all), len(hostileKeys))
	}
	for i, row := range hostileKeys {
		must(c.DeleteEntity(ctx, hostileKeys[(i*7+3)%len(hostileKeys)], row, nil))(t)
	}
	if all, _ := list(t, c, nil); len(all) != 0 {
		t.Errorf("%d entities are left", len(all))
	}
	for key, code := range map[string]string{
		"a/b": "OutOfRangeInput", `a\b`: "OutOfRangeInput", "a#b": "OutOfRangeInput", "a?b": "OutOfRangeInput", "a\x00": "OutOfRangeInput", "\t": "OutOfRangeInput", "\x7f": "OutOfRangeInput", "\u0085": "OutOfRangeInput",
		strings.Repeat("k", 513): "PropertyValueTooLarge", strings.Repeat("😀", 257): "PropertyValueTooLarge",
	} {
		_, err := c.AddEntity(ctx, object(t, "p", key), nil)
		refused(t, err, 400, code)
		_, err = c.AddEntity(ctx, object(t, key, "r"), nil)
		refused(t, err, 400, code)
		_, err = c.UpsertEntity(ctx, object(t, "p", key), nil)
		if r, ok := errors.AsType[*azcore.ResponseError](err); !ok || r.StatusCode != 400 {
			t.Errorf("upsert of %.20q: %v", key, err)
		}
	}
	must(c.AddEntity(ctx, object(t, "", "", "N", 1), nil))(t)
	if got := query(t, c, "PartitionKey eq '' and RowKey eq ''"); !slices.Equal(got, []string{""}) {
		t.Errorf("empty keys: %q", got)
	}
	_, err := c.AddEntity(ctx, object(t, "", ""), nil)
	refused(t, err, 409, "EntityAlreadyExists")
	if _, err = c.AddEntity(ctx, []byte(`{"PartitionKey":"p"}`), nil); err == nil {
		t.Error("an entity without RowKey is added")
	}
}
