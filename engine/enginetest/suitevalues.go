package enginetest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func testValues(t *testing.T, s engine.Service) {
	create(t, s)
	for i, c := range []struct {
		value edm.Value
		code  engine.Code
	}{
		{edm.NewString(""), ""}, {edm.NewString("ö\U0001F600\x00\n"), ""}, {edm.NewString("\xff"), engine.InvalidInput},
		{edm.NewString(strings.Repeat("é", 32768)), ""}, {edm.NewString(strings.Repeat("é", 32769)), engine.PropertyValueTooLarge},
		{edm.NewString(strings.Repeat("\U0001F600", 16384)), ""}, {edm.NewString(strings.Repeat("\U0001F600", 16385)), engine.PropertyValueTooLarge},
		{edm.NewInt32(math.MinInt32), ""}, {edm.NewInt32(math.MaxInt32), ""},
		{edm.NewInt64(math.MinInt64), ""}, {edm.NewInt64(math.MaxInt64), ""},
		{edm.NewDouble(math.NaN()), ""}, {edm.NewDouble(math.Inf(-1)), ""}, {edm.NewDouble(math.SmallestNonzeroFloat64), ""},
		{edm.NewBoolean(false), ""}, {edm.NewBoolean(true), ""},
		{edm.NewDateTime(edm.MinTicks), ""}, {edm.NewDateTime(edm.MinTicks - 1), engine.OutOfRangeInput},
		{edm.NewDateTime(edm.MaxTicks), ""}, {edm.NewDateTime(edm.MaxTicks + 1), engine.OutOfRangeInput}, {edm.NewDateTime(0), engine.OutOfRangeInput},
		{edm.NewGuid(edm.UUID{0: 1, 15: 255}), ""},
		{edm.NewBinary(""), ""}, {edm.NewBinary("\x00\xff"), ""},
		{edm.NewBinary(strings.Repeat("\xff", 65536)), ""}, {edm.NewBinary(strings.Repeat("b", 65537)), engine.PropertyValueTooLarge},
	} {
		key := fmt.Sprint(i)
		_, err := s.Apply(ctx, table, insert("p", key, engine.Property{Name: "V", Value: c.value}, text("After", "x")))
		want(t, fmt.Sprintf("%d: a %s", i, c.value.Type()), err, c.code)
		if c.code != "" {
			_, err := s.Get(ctx, table, "p", key)
			want(t, "what was refused", err, engine.ResourceNotFound)
			continue
		}
		e, err := s.Get(ctx, table, "p", key)
		ok(t, err)
		got, _ := e.Value("V")
		if got != c.value {
			t.Errorf("%d: %s came back as %s %.60s", i, c.value.Type(), got.Type(), got.Literal())
		}
		if after, _ := e.Value("After"); after != edm.NewString("x") {
			t.Errorf("%d: the property behind it came back as %.60s", i, after.Literal())
		}
	}
}

func testSizes(t *testing.T, s engine.Service) {
	create(t, s)
	example := insert("Action", "Cop Out", engine.Property{Name: "Rating", Value: edm.NewDouble(4.5)}, text("Language", "English"),
		engine.Property{Name: "Favorite", Value: edm.NewBoolean(true)})
	apply(t, s, example)
	e, err := s.Get(ctx, table, "Action", "Cop Out")
	ok(t, err)
	if e.Size() != 125 {
		t.Errorf("the example of section 1.3 has %d bytes, want 125", e.Size())
	}
	many := func(n int) []engine.Property {
		out := make([]engine.Property, n)
		for i := range out {
			out[i] = number(fmt.Sprint("P", i), int32(i))
		}
		return out
	}
	_, err = s.Apply(ctx, table, insert("p", "252", many(252)...))
	want(t, "252 properties", err, "")
	_, err = s.Apply(ctx, table, insert("p", "253", many(253)...))
	want(t, "253 properties", err, engine.TooManyProperties)
	_, err = s.Apply(ctx, table, engine.Op{Kind: engine.Merge, PartitionKey: "p", RowKey: "252", IfMatch: "*", Properties: []engine.Property{number("More", 1)}})
	want(t, "a merge to 253", err, engine.TooManyProperties)
	_, err = s.Apply(ctx, table, engine.Op{Kind: engine.Merge, PartitionKey: "p", RowKey: "252", IfMatch: "*", Properties: []engine.Property{number("P7", 1)}})
	want(t, "a merge of one of 252", err, "")

	// 4 + 2·(1+1) + 15·(8+2·3+4+65536) + 8+2·1+4+n: n brings it to 1 MiB exactly.
	big := func(last int) []engine.Property {
		var out []engine.Property
		for i := range 15 {
			out = append(out, engine.Property{Name: fmt.Sprintf("B%02d", i), Value: edm.NewBinary(strings.Repeat("b", 65536))})
		}
		return append(out, engine.Property{Name: "L", Value: edm.NewBinary(strings.Repeat("l", last))})
	}
	room := 1<<20 - 4 - 4 - 15*(8+6+4+65536) - (8 + 2 + 4)
	_, err = s.Apply(ctx, table, insert("b", "1", big(room)...))
	want(t, "1 MiB", err, "")
	_, err = s.Apply(ctx, table, insert("b", "2", big(room+1)...))
	want(t, "1 MiB and a byte", err, engine.EntityTooLarge)
	_, err = s.Apply(ctx, table, engine.Op{Kind: engine.InsertOrMerge, PartitionKey: "b", RowKey: "1", Properties: []engine.Property{number("M", 1)}})
	want(t, "a merge over 1 MiB", err, engine.EntityTooLarge)
	e, err = s.Get(ctx, table, "b", "1")
	ok(t, err)
	if e.Size() != 1<<20 || e.Len() != 16 {
		t.Errorf("after a refused merge it has %d bytes in %d properties", e.Size(), e.Len())
	}
}

func testNulls(t *testing.T, s engine.Service) {
	create(t, s)
	apply(t, s, insert("p", "r", number("A", 1), engine.Property{Name: "B"}, number("C", 3)))
	check := func(what, expected string) {
		t.Helper()
		e, err := s.Get(ctx, table, "p", "r")
		ok(t, err)
		if got := Describe(e); !strings.HasSuffix(got, expected) {
			t.Errorf("%s: %s, want %s", what, got, expected)
		}
	}
	check("insert", "[A=Int32 1 C=Int32 3]")
	apply(t, s, engine.Op{Kind: engine.Merge, PartitionKey: "p", RowKey: "r", IfMatch: "*", Properties: []engine.Property{{Name: "A"}, number("B", 2)}})
	check("a merge with null keeps the value", "[A=Int32 1 B=Int32 2 C=Int32 3]")
	apply(t, s, engine.Op{Kind: engine.Merge, PartitionKey: "p", RowKey: "r", IfMatch: "*", Properties: []engine.Property{text("A", "x")}})
	check("a merge changes the type", "[A=String 'x' B=Int32 2 C=Int32 3]")
	apply(t, s, engine.Op{Kind: engine.Replace, PartitionKey: "p", RowKey: "r", IfMatch: "*", Properties: []engine.Property{{Name: "A"}, number("C", 4)}})
	check("a replace drops it", "[C=Int32 4]")
}

func testSelect(t *testing.T, s engine.Service) {
	create(t, s)
	apply(t, s, insert("p", "r", number("A", 1)))
	names := []string{"Absent", "A", "RowKey"}
	page, err := s.Query(ctx, table, engine.Query{Select: names})
	ok(t, err)
	got := engine.Project(page.Entities[0], names)
	if len(got) != 3 || got[0].Name != "Absent" || !got[0].Value.IsZero() || got[1].Value != edm.NewInt32(1) || got[2].Value != edm.NewString("r") {
		t.Errorf("projected: %v", got)
	}
	if got := engine.Project(page.Entities[0], []string{"A"}); len(got) != 1 {
		t.Errorf("keys come only when they are named: %v", got)
	}
	_, err = s.Query(ctx, table, engine.Query{Select: make([]string, 255)})
	want(t, "255 names", err, "")
	_, err = s.Query(ctx, table, engine.Query{Select: make([]string, 256)})
	want(t, "256 names", err, engine.InvalidInput)
}
