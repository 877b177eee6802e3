package sdk

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
)

// generator makes random requests. Its pools are small, so that keys meet and literals equal stored values.
type generator struct{ *rand.Rand }

func pick[T any](g generator, from []T) T { return from[g.IntN(len(from))] }

var (
	// The empty PartitionKey is left out: see "pages and empty keys".
	partitionKeys = []string{"a", "aa", "b", "B", "é", "it's", "100%", "a b", "a+b", "😀", "\uffff", "%27"}
	rowKeys       = []string{"", "0", "00", "1", "10", "2", "z z", "'", "%20", "x&y=z;,:@$", "ü", "\ue000", "𐀀", "Z"}
	// keyLiterals are looked for and never there.
	keyLiterals = []string{"m", "A", "~", "a\u00a0", "\ue001"}
)

// column is a property that has one type in all entities: what happens when types meet is written down in the file of
// differences, and is too much for a list of excuses.
type column struct {
	name, edm string   // edm is written where JSON cannot tell the type
	values    []string // in JSON
	literals  []string // in a filter
	unordered bool     // is only compared for equality: see "the order of Binary values"
}

var columns = []column{
	{"S", "", []string{`""`, `"a"`, `"b"`, `"B"`, `"it's"`, `"é😀\u0001\\\""`, `"5"`, `"😀"`, `"\uffff"`}, []string{"''", "'a'", "'b'", "'B'", "'it''s'", "'5'", "'😀'", "'\uffff'"}, false},
	{"I", "", []string{"0", "1", "-1", "2147483647", "-2147483648"}, []string{"0", "1", "-1", "2147483647", "-2147483648"}, false},
	{"L", "Edm.Int64", []string{`"0"`, `"1"`, `"-1"`, `"9223372036854775807"`, `"-9223372036854775808"`}, []string{"0L", "1L", "-1L", "9223372036854775807L"}, false},
	{"D", "Edm.Double", []string{"0.5", "-1.25", "2.5", "1e300", "4.81516"}, []string{"0.5", "-1.25", "2.5", "4.81516"}, false},
	{"T", "", []string{"true", "false"}, []string{"true", "false"}, false},
	{"W", "Edm.DateTime", []string{`"2014-05-07T08:20:53Z"`, `"2014-05-07T08:20:53.123Z"`, `"1601-01-01T00:00:00Z"`, `"9999-12-31T23:59:59.9999999Z"`}, []string{"datetime'2014-05-07T08:20:53Z'", "datetime'2014-05-07T08:20:53.123Z'", "datetime'2000-01-01T00:00:00Z'"}, false},
	{"G", "Edm.Guid", []string{`"00000000-0000-0000-0000-000000000000"`, `"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"`, `"ffffffff-ffff-ffff-ffff-ffffffffffff"`}, []string{"guid'00000000-0000-0000-0000-000000000000'", "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"}, false},
	{"B", "Edm.Binary", []string{`""`, `"AA=="`, `"AQID"`, `"//79"`}, []string{"X''", "X'00'", "X'010203'", "binary'fffefd'"}, true},
}

func (g generator) place() place {
	return place{pick(g, tables), pick(g, partitionKeys), pick(g, rowKeys)}
}

// anyCase returns a table's name in another case, now and then.
func (g generator) anyCase(name string) string {
	switch g.IntN(60) {
	case 0:
		return strings.ToLower(name)
	case 1:
		return strings.ToUpper(name)
	}
	return name
}

// path returns the entity's address.
func (p place) path(name func(string) string) string {
	if name == nil {
		name = func(s string) string { return s }
	}
	key := func(k string) string {
		return strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(k, "'", "''")), "+", "%20")
	}
	return "/" + name(p.table) + "(PartitionKey='" + key(p.partitionKey) + "',RowKey='" + key(p.rowKey) + "')"
}

// properties returns the members of some properties, each with a comma before it.
func (g generator) properties() string {
	var b strings.Builder
	for _, i := range g.Perm(len(columns))[:g.IntN(5)] {
		c := &columns[i]
		value := pick(g, c.values)
		if g.IntN(12) == 0 {
			value = "null"
		}
		if c.edm != "" && value != "null" {
			fmt.Fprintf(&b, `,"%s@odata.type":"%s"`, c.name, c.edm)
		}
		fmt.Fprintf(&b, `,"%s":%s`, c.name, value)
	}
	return b.String()
}

// operation returns a write to an entity, and whether it needs an ETag.
func (g generator) operation(at place) (m message, existing bool) {
	switch g.IntN(8) {
	case 0, 1, 2:
		m = message{method: "POST", path: "/" + g.anyCase(at.table), body: at.body(g.properties())}
		if g.IntN(2) == 0 {
			m.header = append(m.header, "Prefer: return-no-content")
		}
		return m, false
	case 3:
		return message{method: "DELETE", path: at.path(g.anyCase)}, true
	case 4, 5:
		m = g.upsert(at)
		return m, true
	default:
		return g.upsert(at), false
	}
}

// upsert returns a write without condition.
func (g generator) upsert(at place) message {
	return message{method: pick(g, []string{"PUT", "PATCH", "MERGE"}), path: at.path(g.anyCase), body: at.body(g.properties())}
}

// body returns an entity in JSON.
func (p place) body(properties string) string {
	return fmt.Sprintf(`{"PartitionKey":%s,"RowKey":%s%s}`, quoted(p.partitionKey), quoted(p.rowKey), properties)
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(s) + `"`
}

// spoil makes an insert break a rule, now and then.
func (g generator) spoil(m *message, at place) {
	if m.method != "POST" || g.IntN(12) > 0 {
		return
	}
	m.body = pick(g, []string{
		fmt.Sprintf(`{"PartitionKey":%s}`, quoted(at.partitionKey)),
		fmt.Sprintf(`{"PartitionKey":%s,"RowKey":null}`, quoted(at.partitionKey)),
		place{rowKey: "a/b"}.body(""),
		place{rowKey: strings.Repeat("k", 513)}.body(""),
		at.body(`,"a-b":1`),
		at.body(`,"I":1,"I":2`),
		at.body(`,"I":2147483648`),
		at.body(`,"S":"` + strings.Repeat("x", 32769) + `"`),
		at.body(`,"S":[]`),
		`{"PartitionKey":`,
	})
}

// names returns some names of properties for $select.
func (g generator) names() string {
	names := []string{"PartitionKey", "RowKey", "Timestamp", "Absent"}
	for i := range columns {
		names = append(names, columns[i].name)
	}
	var chosen []string
	for _, i := range g.Perm(len(names))[:1+g.IntN(4)] {
		chosen = append(chosen, names[i])
	}
	return strings.Join(chosen, ",")
}

var operators = []string{"eq", "ne", "gt", "ge", "lt", "le"}

// filter returns a filter of up to depth levels, without comparisons that no type fits.
func (g generator) filter(depth int) string {
	if depth > 0 && g.IntN(2) > 0 {
		left, right := g.filter(depth-1), g.filter(depth-1)
		switch g.IntN(5) {
		case 0:
			return "not (" + left + ")"
		case 1, 2:
			return "(" + left + ") or (" + right + ")"
		default:
			return "(" + left + ") and (" + right + ")"
		}
	}
	literal := func(keys []string) string {
		return "'" + strings.ReplaceAll(pick(g, slices.Concat(keys, keyLiterals)), "'", "''") + "'"
	}
	name, value := "PartitionKey", ""
	switch g.IntN(10) {
	case 0, 1, 2:
		value = literal(partitionKeys)
	case 3, 4:
		name, value = "RowKey", literal(rowKeys)
	case 5:
		return pick(g, []string{"T", "Timestamp gt datetime'2020-01-01T00:00:00Z'", "Absent eq 5", "Absent ne 'a'", "not (Absent eq 5)"})
	default:
		c := pick(g, columns)
		name, value = c.name, pick(g, c.literals)
		if c.unordered {
			return name + " " + pick(g, operators[:2]) + " " + value
		}
	}
	if g.IntN(6) == 0 {
		return value + " " + pick(g, operators) + " " + name
	}
	return name + " " + pick(g, operators) + " " + value
}
