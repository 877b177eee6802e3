package interchange

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// nativeFormats are those that hold one table.
var nativeFormats = []Format{ODataJSON, NDJSON, TypedCSV, Workspace}

// hazards makes entities of all that formats stumble over.
type hazards struct{ *rand.Rand }

func newHazards(seed uint64) hazards { return hazards{rand.New(rand.NewPCG(seed, 7))} }

func choose[T any](h hazards, from ...T) T { return from[h.IntN(len(from))] }

func (h hazards) name() string {
	return choose(h, "A", "B", "odata", "odata_type", "type", "Type", "value", "Name", "name", "partitionkey", "PARTITIONKEY", "rowKey", "timestamp",
		"Partition_Key", "Größe", "_", "_0", "ǅ", "a\u200d", "b\ufeff", "名前", "𝒳", "collections", "Column1", "X", "x", "null", "true", "e1")
}

func (h hazards) text() string {
	switch h.IntN(12) {
	case 0:
		return strings.Repeat(choose(h, "x", "\"", "\\", "\x01", "é", "😀", ",", "\n"), choose(h, 1, 2, 500, 16*1024, 32*1024/2))
	case 1:
		var b strings.Builder
		for range h.IntN(20) {
			if r := rune(h.IntN(0x110000)); r < 0xd800 || r > 0xdfff {
				b.WriteRune(r)
			}
		}
		return b.String()
	case 2:
		var b strings.Builder
		for range h.IntN(8) {
			b.WriteString(choose(h, "\"", ",", "\n", "\r", "\r\n", ";", "\t", " ", "'", "=", "\\", "\\u0041", "\x00", "\ufeff", "{", "}", "[", "]", ":", "a", "ß"))
		}
		return b.String()
	}
	return choose(h, "", " ", "a", "007", "1", "1.0", "-5", "true", "null", "NaN", "\x00", "\r", "\n", "\r\n", "\ufeff", "\ufeffa", "\ufffe", "\uffff", "\ufdd0",
		"\U0010ffff", "\u2028", "\u0085", "\x7f", "=1+1", "'=1", "＝1", "''＠x", "@x", "+1", "-x", "\"", "\"\"", "\"a\"", " a", "a ", "\t", "2014-05-07T08:20:53Z",
		"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2", "Edm.String", "AAAA", "{}", "[]", "a,b", "{\"rangefinder.table\":\"x\"}", "<<<<<<<", "😀", "\ufffd")
}

func (h hazards) key() string {
	return choose(h, "", " ", "a", "b", "A", "é", "a b", "=1", "-5", "'", "'=1", "＝1", "\"", "\"\"", ",", ";", "a,b", "{", "[", "\ufeff", "\uffff", "😀", "\ue000", "~", "%20", "null",
		"1", "007", "@", " x ", strings.Repeat("k", 512), fmt.Sprint(h.IntN(1_000_000)))
}

func (h hazards) value() edm.Value {
	switch choose(h, edm.Types[:]...) {
	case edm.String:
		return edm.NewString(h.text())
	case edm.Int32:
		return edm.NewInt32(choose(h, 0, 1, -1, math.MaxInt32, math.MinInt32, int32(h.Uint32())))
	case edm.Int64:
		return edm.NewInt64(choose(h, 0, 1, -1, math.MaxInt64, math.MinInt64, 1<<53, 1<<53+1, 999999999999999999, 1000000000000000000, int64(h.Uint64())))
	case edm.Double:
		f := math.Float64frombits(h.Uint64())
		if f != f {
			f = math.NaN() // the one NaN that there is
		}
		return edm.NewDouble(choose(h, f, 0, math.Copysign(0, -1), 1, -1, 10, 1e15, 1e20, 1e21, 1e22, 1e300, 123456789012345.12, math.NaN(), math.Inf(1), math.Inf(-1),
			math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 2.2250738585072011e-308, 0.1, 1<<53, 1<<63))
	case edm.Boolean:
		return edm.NewBoolean(h.IntN(2) == 0)
	case edm.DateTime:
		return edm.NewDateTime(choose(h, edm.MinTicks, edm.MaxTicks, edm.MinTicks+1, edm.MaxTicks-9_999_999, edm.MinTicks+edm.Ticks(h.Int64N(int64(edm.MaxTicks-edm.MinTicks)))))
	case edm.Guid:
		var g edm.UUID
		for i := range g {
			g[i] = byte(h.Uint32())
		}
		return edm.NewGuid(choose(h, g, edm.UUID{}))
	default:
		b := make([]byte, choose(h, 0, 1, 2, 3, 4, 16, 100, 64*1024))
		for i := range b {
			b[i] = byte(h.Uint32())
		}
		return edm.NewBinary(string(b))
	}
}

// snapshot makes a table of so many random entities.
func (h hazards) snapshot(t testing.TB, n int) *engine.Snapshot {
	t.Helper()
	db := engine.Open(engine.Options{})
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Hazards"); err != nil {
		t.Fatal(err)
	}
	var all []engine.BulkEntity
	for range n {
		e := engine.BulkEntity{PartitionKey: h.key(), RowKey: h.key()}
		taken := map[string]bool{}
		for range h.IntN(7) {
			if name := h.name(); !taken[name] {
				taken[name] = true
				e.Properties = append(e.Properties, engine.Property{Name: name, Value: h.value()})
			}
		}
		all = append(all, e)
	}
	result, err := db.Bulk(ctx, "Hazards", all, engine.SkipExisting)
	if err != nil || len(result.Refused) > 0 {
		t.Fatalf("the entities are refused: %v, %v", err, result.Refused)
	}
	s, err := db.Snapshot("Hazards")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// export writes a table.
func export(t testing.TB, s *engine.Snapshot, o WriterOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	if o.Format == Workspace {
		w.Table(s.Table())
	}
	for _, e := range s.Window(0, s.Len()) {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// text shows an entity with every bit of it; properties are sorted.
func text(pk, rk string, properties []engine.Property) string {
	lines := make([]string, len(properties))
	for i, p := range properties {
		v := p.Value
		lines[i] = fmt.Sprintf("%q %s %q %d", p.Name, v.Type(), v.Text(), v.Int())
	}
	sort.Strings(lines)
	return fmt.Sprintf("(%q, %q)\n\t%s", pk, rk, strings.Join(lines, "\n\t"))
}

func texts(s *engine.Snapshot) []string {
	var out []string
	for _, e := range s.Window(0, s.Len()) {
		out = append(out, text(e.PartitionKey(), e.RowKey(), e.Properties()))
	}
	return out
}

// read reads a file to its end. Errors of rows stand among the entities.
func read(t testing.TB, data []byte, o ReaderOptions) (out []string, end error) {
	t.Helper()
	r := NewReader(bytes.NewReader(data), int64(len(data)), o)
	for {
		var e Entity
		switch err := r.Next(&e); err := err.(type) {
		case nil:
			out = append(out, text(e.PartitionKey, e.RowKey, e.Properties))
		case *RowError:
			out = append(out, err.Error())
		default:
			if err == io.EOF {
				return out, nil
			}
			return out, err
		}
	}
}

func sameLines(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Fatalf("row %d of %d is\n%.2000s\nwant (of %d)\n%.2000s", i, len(got), g, len(want), w)
		}
	}
}

// Ensure that every native format gives back every entity equal in type and bits, by way of what Inspect finds out.
func TestRoundTrip_Native(t *testing.T) {
	for n := range 60 {
		seed := rand.Uint64()
		s := newHazards(seed).snapshot(t, n)
		for _, f := range nativeFormats {
			t.Run(fmt.Sprintf("%s %d entities seed %d", f, n, seed), func(t *testing.T) {
				data := export(t, s, WriterOptions{Format: f, Table: "Hazards", Columns: s.Columns()})
				found, err := Inspect(bytes.NewReader(data), int64(len(data)), "x"+f.Info().Extension, Layout{})
				if err != nil {
					t.Fatal(err)
				}
				if found.Format != f {
					t.Fatalf("the file is taken for %s", found.Format)
				}
				if len(found.Notes) > 0 {
					t.Errorf("notes on a whole native file: %q", found.Notes)
				}
				got, end := read(t, data, ReaderOptions{Layout: found.Layout})
				if end != nil {
					t.Fatal(end)
				}
				sameLines(t, got, texts(s))
			})
		}
	}
}

// fuzzTable makes a table with an entity for each value; nil when the engine refuses them.
func fuzzTable(t testing.TB, pk, rk, name string, values []edm.Value) *engine.Snapshot {
	db := engine.Open(engine.Options{})
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Hazards"); err != nil {
		t.Fatal(err)
	}
	var all []engine.BulkEntity
	for i, v := range values {
		all = append(all, engine.BulkEntity{PartitionKey: pk, RowKey: rk + fmt.Sprint(i), Properties: []engine.Property{{Name: name, Value: v}}})
	}
	if _, err := db.Bulk(ctx, "Hazards", all, engine.SkipExisting); err != nil {
		return nil
	}
	s, err := db.Snapshot("Hazards")
	if err != nil || s.Len() == 0 {
		return nil
	}
	return s
}
