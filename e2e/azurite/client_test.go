package azurite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that the client and the service agree on what was written, read without our own reader: when this fails, no other
// test here says anything about us.
func TestClient_ReadsWhatItWrote(t *testing.T) {
	want := shared.written(t, "Client", everything())
	same(t, fromAnswer(t, shared.node(t, nil, "get.mjs", "Client", "minimalmetadata")), want)
	same(t, fromClient(t, shared.node(t, nil, "list.mjs", "Client", "typed")), want.mapped(readByClient))
}

// written puts entities into Azurite by the client and returns what is there then.
func (s *service) written(t *testing.T, name string, entities []engine.BulkEntity) table {
	t.Helper()
	want := tableOf(entities).mapped(byClient)
	var possible []engine.BulkEntity
	for _, e := range entities {
		e.Properties = slices.DeleteFunc(slices.Clone(e.Properties), func(p engine.Property) bool { return slices.Contains(fields, p.Name) })
		possible = append(possible, e)
	}
	s.node(t, lines(possible), "write.mjs", name)
	return want.mapped(inAzurite)
}

// fromAnswer reads the service's answer with minimal metadata by the rules of the protocol, without our own reader.
func fromAnswer(t *testing.T, answer []byte) table {
	t.Helper()
	var list struct {
		Value []map[string]json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		t.Fatal(err)
	}
	out := table{}
	for _, object := range list.Value {
		entity := map[string]typed{}
		for name, raw := range object {
			switch {
			case strings.Contains(name, "@"), strings.HasPrefix(name, "odata."), name == "PartitionKey", name == "RowKey", name == "Timestamp":
				continue
			}
			var value any
			decoder := json.NewDecoder(bytes.NewReader(raw))
			decoder.UseNumber()
			if err := decoder.Decode(&value); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprint(value)
			v := typed{strings.TrimPrefix(unquoted(t, object[name+"@odata.type"]), "Edm."), text}
			if v.Type == "" {
				switch value.(type) {
				case json.Number:
					v.Type = "Int32"
					if strings.ContainsAny(text, ".eE") {
						v.Type = "Double"
					}
				case bool:
					v.Type = "Boolean"
				default:
					v.Type = "String"
				}
			}
			entity[name] = canonical(t, v)
		}
		out[key{unquoted(t, object["PartitionKey"]), unquoted(t, object["RowKey"])}] = entity
	}
	return out
}

func unquoted(t *testing.T, raw json.RawMessage) (s string) {
	t.Helper()
	if raw == nil {
		return ""
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// fromClient reads what list.mjs prints of the client's types.
func fromClient(t *testing.T, list []byte) table {
	t.Helper()
	var objects []map[string]json.RawMessage
	if err := json.Unmarshal(list, &objects); err != nil {
		t.Fatal(err)
	}
	out := table{}
	for _, object := range objects {
		entity := map[string]typed{}
		for name, raw := range object {
			switch name {
			case "partitionKey", "rowKey", "etag", "timestamp":
				continue
			}
			var v struct {
				Type  string
				Value any
			}
			if err := json.Unmarshal(raw, &v); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			entity[name] = canonical(t, typed{v.Type, fmt.Sprint(v.Value)})
		}
		out[key{unquoted(t, object["partitionKey"]), unquoted(t, object["rowKey"])}] = entity
	}
	return out
}

// canonical writes the text of Doubles and DateTimes in our one way.
func canonical(t *testing.T, v typed) typed {
	t.Helper()
	switch v.Type {
	case "Double":
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			t.Fatal(err)
		}
		v.Text = doubleText(f)
	case "DateTime":
		ticks, err := edm.ParseDateTime(v.Text)
		if err != nil {
			t.Fatal(err)
		}
		v.Text = ticks.String()
	}
	return v
}

// readByClient is what the client makes of a value: it takes a Double that is a whole number for an Int32.
func readByClient(_ string, v typed) typed {
	if v.Type == "Double" {
		f, err := strconv.ParseFloat(v.Text, 64)
		if err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return typed{"Int32", strconv.FormatFloat(f, 'f', 0, 64)}
		}
	}
	return v
}
