package azurite

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// typed is a value as text, exact and written here only in one way, so that equal values are equal texts.
type typed struct{ Type, Text string }

func typedOf(v edm.Value) typed {
	text := ""
	switch v.Type() {
	case edm.String:
		text = v.Text()
	case edm.Int32, edm.Int64:
		text = strconv.FormatInt(v.Int(), 10)
	case edm.Double:
		text = doubleText(v.Float())
	case edm.Boolean:
		text = strconv.FormatBool(v.Bool())
	case edm.DateTime:
		text = v.Ticks().String()
	case edm.Guid:
		text = v.UUID().String()
	case edm.Binary:
		text = base64.StdEncoding.EncodeToString([]byte(v.Text()))
	}
	return typed{v.Type().String(), text}
}

// doubleText writes a Double with as many digits as it takes, the not finite ones as JSON has them.
func doubleText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// key is an entity's.
type key struct{ Partition, Row string }

// table is what a table holds.
type table map[key]map[string]typed

func (t table) add(partitionKey, rowKey string, properties []engine.Property) {
	entity := map[string]typed{}
	for _, p := range properties {
		if !p.Value.IsZero() {
			entity[p.Name] = typedOf(p.Value)
		}
	}
	t[key{partitionKey, rowKey}] = entity
}

func tableOf(entities []engine.BulkEntity) table {
	t := table{}
	for _, e := range entities {
		t.add(e.PartitionKey, e.RowKey, e.Properties)
	}
	return t
}

// mapped returns the table with every value changed; the zero typed takes the property away.
func (t table) mapped(change func(name string, v typed) typed) table {
	out := table{}
	for k, entity := range t {
		out[k] = map[string]typed{}
		for name, v := range entity {
			if v = change(name, v); v.Type != "" {
				out[k][name] = v
			}
		}
	}
	return out
}

// same fails the test with the differences of two tables.
func same(t *testing.T, got, want table) {
	t.Helper()
	var wrong []string
	for k, entity := range want {
		g, ok := got[k]
		if !ok {
			wrong = append(wrong, fmt.Sprintf("%.40q is missing", k))
			continue
		}
		for name, v := range entity {
			if g[name] != v {
				wrong = append(wrong, fmt.Sprintf("%.40q %s is %.80q, want %.80q", k, name, g[name], v))
			}
		}
		for name, v := range g {
			if _, ok := entity[name]; !ok {
				wrong = append(wrong, fmt.Sprintf("%.40q has %s, %.80q, which was not written", k, name, v))
			}
		}
	}
	for k := range got {
		if _, ok := want[k]; !ok {
			wrong = append(wrong, fmt.Sprintf("%.40q was not written", k))
		}
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		t.Errorf("%d differences:\n%s", len(wrong), strings.Join(wrong[:min(20, len(wrong))], "\n"))
	}
}

// lines writes entities for write.mjs.
func lines(entities []engine.BulkEntity) []byte {
	var out []byte
	for _, e := range entities {
		properties := [][3]string{}
		for _, p := range e.Properties {
			if !p.Value.IsZero() {
				v := typedOf(p.Value)
				properties = append(properties, [3]string{p.Name, v.Type, v.Text})
			}
		}
		line, err := json.Marshal([]any{e.PartitionKey, e.RowKey, properties})
		if err != nil {
			panic(err) // strings always can be written
		}
		out = append(append(out, line...), '\n')
	}
	return out
}

// prototype are members of Object.prototype: legal names of properties that Azurite drops.
var prototype = []string{"constructor", "toString", "valueOf", "isPrototypeOf"}

// fields are the client's own names; as names of properties they are legal and lost.
var fields = []string{"etag", "timestamp"}

// everything returns entities of every type at its ends, odd keys, odd names, and two hundred random ones.
func everything() []engine.BulkEntity {
	text, i32, i64, double := edm.NewString, edm.NewInt32, edm.NewInt64, edm.NewDouble
	guid := edm.NewGuid
	ends := map[string][]edm.Value{
		"String": {text(""), text("a"), text(" blank "), text("line\nline\r\nline\ttab"), text("null\x00and\x1f\x7f\u0085"), text("\"quotes\", 'quotes', commas; \\"),
			text("\u2028\u2029\ufeff\ufffd\uffff"), text("😀 \U0010FFFF 漢字 e\u0301 é"), text("=1+1"), text("12"), text("true"), text("2024-01-02T03:04:05Z"),
			text("W/\"datetime'x'\""), text("Edm.Int64"), text("<b>&amp;</b>"), text(strings.Repeat("é", 1_000)), text(strings.Repeat("s", 32_768))},
		"Int32": {i32(0), i32(-1), i32(math.MaxInt32), i32(math.MinInt32)},
		"Int64": {i64(0), i64(7), i64(math.MaxInt64), i64(math.MinInt64), i64(1<<53 + 1), i64(-1<<53 - 1)},
		"Double": {double(0), double(math.Copysign(0, -1)), double(10), double(-10), double(0.1), double(1.0 / 3), double(math.MaxFloat64), double(-math.MaxFloat64),
			double(math.SmallestNonzeroFloat64), double(2.2250738585072014e-308), double(1 << 53), double(1<<53 + 2), double(123456789012345680), double(1e21), double(1e300),
			double(math.NaN()), double(math.Inf(1)), double(math.Inf(-1))},
		"Boolean": {edm.NewBoolean(true), edm.NewBoolean(false)},
		"DateTime": {edm.NewDateTime(edm.MinTicks), edm.NewDateTime(edm.MaxTicks), edm.NewDateTime(edm.MinTicks + 1), edm.NewDateTime(638397830456789012),
			edm.NewDateTime(638397830450000000), edm.NewDateTime(630822816000000000)},
		"Guid":   {guid(edm.UUID{}), guid(edm.UUID{0xdd, 0x3c, 0xb8, 0xf8, 0x93, 0xb7, 0x44, 0xe2, 0xb7, 0x4a, 0xc0, 0xaa, 0x3b, 0x27, 0xa6, 0xd2})},
		"Binary": {edm.NewBinary(""), edm.NewBinary("\x00"), edm.NewBinary("\x00\xff"), edm.NewBinary("abc"), edm.NewBinary(strings.Repeat("\xff\x00", 32_768))},
	}
	var entities []engine.BulkEntity
	add := func(partitionKey, rowKey string, properties ...engine.Property) {
		entities = append(entities, engine.BulkEntity{PartitionKey: partitionKey, RowKey: rowKey, Properties: properties})
	}
	for name, values := range ends {
		for i, v := range values {
			add("ends", fmt.Sprintf("%s%02d", name, i), engine.Property{Name: name, Value: v}, engine.Property{Name: "Value", Value: v})
		}
	}
	for _, k := range []string{"", " ", "a b", "it's", "''", "100%", "%25", "%2F", "a+b&c=d", "\"", "é", "漢字", "😀", "\U0010FFFD", "~", "(x)", "a;b,c", "2024-01-02T03:04:05Z", "null",
		strings.Repeat("k", 512), strings.Repeat("é", 512), "$batch", "@odata.type", "odata.etag", "{0}", "<x>", "|", "`", "\u00a0", "\u2028"} {
		add(k, "row", engine.Property{Name: "S", Value: text(k)})
		add("partition", k, engine.Property{Name: "S", Value: text(k)})
	}
	add("names", "none")
	for _, name := range slices.Concat(prototype, fields, []string{"_", "Größe", "名前", "value", "type", "Value", "VALUE", "odata", "partitionkey", "Table", strings.Repeat("n", 255)}) {
		add("names", name, engine.Property{Name: name, Value: i64(1)}, engine.Property{Name: "S", Value: text(name)})
	}
	many := make([]engine.Property, 252)
	for i := range many {
		many[i] = engine.Property{Name: fmt.Sprintf("P%03d", i), Value: i32(int32(i))}
	}
	add("names", "many", many...)
	g := enginetest.NewGenerator(1)
	for i := range 200 {
		add("random", fmt.Sprintf("%03d", i), g.Properties(6)...)
	}
	return entities
}

// inAzurite is what Azurite can hold of a value.
func inAzurite(name string, v typed) typed {
	if slices.Contains(prototype, name) {
		return typed{}
	}
	if v == (typed{"Double", "-0"}) {
		v.Text = "0"
	}
	return v
}

// byClient is what the client can write of a value.
func byClient(name string, v typed) typed {
	if slices.Contains(fields, name) {
		return typed{}
	}
	return v
}
