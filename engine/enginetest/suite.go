package enginetest

import (
	"context"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// RunService holds a service to the rules of sections 1, 3, 4 and 6 of the service's description. newService returns an empty
// account.
func RunService(t *testing.T, newService func(t *testing.T) engine.Service) {
	for _, group := range []struct {
		name string
		run  func(t *testing.T, s engine.Service)
	}{
		{"Tables", testTables},
		{"Keys", testKeys},
		{"PropertyNames", testPropertyNames},
		{"Values", testValues},
		{"Sizes", testSizes},
		{"Nulls", testNulls},
		{"Operations", testOperations},
		{"ETags", testETags},
		{"Precedence", testPrecedence},
		{"Batch", testBatch},
		{"BatchIsAtomic", testBatchIsAtomic},
		{"Order", testOrder},
		{"Top", testTop},
		{"RangeEnd", testRangeEnd},
		{"Select", testSelect},
		{"Pages", testPages},
		{"PageBytes", testPageBytes},
		{"FilterErrors", testFilterErrors},
		{"FilterSemantics", testFilterSemantics},
	} {
		t.Run(group.name, func(t *testing.T) { group.run(t, newService(t)) })
	}
}

var ctx = context.Background()

const table = "Table"

// ok fails the test on an error.
func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// want fails the test unless err is of that code; "" is no error.
func want(t *testing.T, what string, err error, code engine.Code) {
	t.Helper()
	wantAt(t, what, err, code, -1)
}

func wantAt(t *testing.T, what string, err error, code engine.Code, index int) {
	t.Helper()
	got := "no error"
	if err != nil {
		got = Verdict(err)
	}
	expected := "no error"
	if code != "" {
		expected = Verdict(&engine.Error{Code: code, Index: index})
	}
	if got != expected {
		t.Errorf("%s: %s, want %s", what, got, expected)
	}
}

func create(t *testing.T, s engine.Service) {
	t.Helper()
	ok(t, s.CreateTable(ctx, table))
}

func insert(pk, rk string, properties ...engine.Property) engine.Op {
	return engine.Op{Kind: engine.Insert, PartitionKey: pk, RowKey: rk, Properties: properties}
}

func apply(t *testing.T, s engine.Service, op engine.Op) engine.OpResult {
	t.Helper()
	r, err := s.Apply(ctx, table, op)
	ok(t, err)
	return r
}

func text(name, value string) engine.Property {
	return engine.Property{Name: name, Value: edm.NewString(value)}
}

func number(name string, value int32) engine.Property {
	return engine.Property{Name: name, Value: edm.NewInt32(value)}
}

func testTables(t *testing.T, s engine.Service) {
	for _, c := range []struct {
		name string
		code engine.Code
	}{
		{"Movies", ""}, {"movies", engine.TableAlreadyExists}, {"MOVIES", engine.TableAlreadyExists},
		{"abc", ""}, {"a1b", ""}, {strings.Repeat("t", 63), ""},
		{"ab", engine.OutOfRangeInput}, {"", engine.OutOfRangeInput}, {strings.Repeat("t", 64), engine.OutOfRangeInput},
		{"1ab", engine.InvalidResourceName}, {"a-b", engine.InvalidResourceName}, {"a_b", engine.InvalidResourceName},
		{"täble", engine.InvalidResourceName}, {"$Metrics", engine.InvalidResourceName}, {"a b", engine.InvalidResourceName},
		{"tables", engine.InvalidInput}, {"Tables", engine.InvalidInput},
		{"node2", ""}, {"node10", ""}, {"Node1", ""},
	} {
		want(t, "create "+c.name, s.CreateTable(ctx, c.name), c.code)
	}
	names := []string{"a1b", "abc", "Movies", "Node1", "node10", "node2", strings.Repeat("t", 63)}
	for _, top := range []int{0, 1, 3, 1000} {
		var got []string
		for after := ""; ; {
			page, err := s.Tables(ctx, after, top)
			ok(t, err)
			got = append(got, page.Names...)
			if after = page.Next; after == "" {
				break
			}
		}
		if strings.Join(got, ",") != strings.Join(names, ",") {
			t.Errorf("tables by %d: %v, want %v", top, got, names)
		}
	}
	_, err := s.Tables(ctx, "", 1001)
	want(t, "1001 tables", err, engine.InvalidInput)
	want(t, "delete MOVIES", s.DeleteTable(ctx, "MOVIES"), "")
	want(t, "delete again", s.DeleteTable(ctx, "Movies"), engine.ResourceNotFound)
	want(t, "delete a-b", s.DeleteTable(ctx, "a-b"), engine.ResourceNotFound)
	_, err = s.Get(ctx, "Movies", "a", "b")
	want(t, "get", err, engine.TableNotFound)
	_, err = s.Query(ctx, "Movies", engine.Query{})
	want(t, "query", err, engine.TableNotFound)
	_, err = s.Apply(ctx, "Movies", insert("a", "b"))
	want(t, "insert", err, engine.TableNotFound)
	_, err = s.Batch(ctx, "Movies", []engine.Op{insert("a", "b")})
	wantAt(t, "batch", err, engine.TableNotFound, 0)
	want(t, "create again", s.CreateTable(ctx, "MOVIES"), "")
	_, err = s.Apply(ctx, "movies", insert("a", "b"))
	want(t, "insert in any case", err, "")
}

func testKeys(t *testing.T, s engine.Service) {
	create(t, s)
	for _, c := range []struct {
		key           string
		insert, point engine.Code
	}{
		{"", "", ""}, {"a", "", ""}, {"%", "", ""}, {"100%25", "", ""}, {"it's", "", ""}, {" ", "", ""}, {"+&=:@$,;", "", ""},
		{"é\u00a0", "", ""}, {"\U0001F600\uffff", "", ""}, {strings.Repeat("k", 512), "", ""},
		{strings.Repeat("k", 513), engine.PropertyValueTooLarge, engine.PropertyValueTooLarge},
		{strings.Repeat("é", 512), "", ""}, {strings.Repeat("\U0001F600", 256), "", ""},
		{strings.Repeat("\U0001F600", 257), engine.PropertyValueTooLarge, engine.PropertyValueTooLarge},
		{"a/b", engine.OutOfRangeInput, engine.InvalidInput}, {`a\b`, engine.OutOfRangeInput, engine.InvalidInput},
		{"a#b", engine.OutOfRangeInput, engine.OutOfRangeInput}, {"a?b", engine.OutOfRangeInput, engine.OutOfRangeInput},
		{"\x00", engine.OutOfRangeInput, engine.OutOfRangeInput}, {"a\x1f", engine.OutOfRangeInput, engine.OutOfRangeInput},
		{"\x7f", engine.OutOfRangeInput, engine.OutOfRangeInput}, {"\u0080", engine.OutOfRangeInput, engine.OutOfRangeInput},
		{"\u009f", engine.OutOfRangeInput, engine.OutOfRangeInput}, {"\xff", engine.InvalidInput, engine.InvalidInput},
	} {
		for _, op := range []engine.Op{insert(c.key, "as PartitionKey"), insert("as RowKey", c.key)} {
			_, err := s.Apply(ctx, table, op)
			want(t, "insert "+shown(op), err, c.insert)
			op.Kind = engine.InsertOrReplace
			_, err = s.Apply(ctx, table, op)
			want(t, "insert or replace "+shown(op), err, c.point)
			e, err := s.Get(ctx, table, op.PartitionKey, op.RowKey)
			switch {
			case c.point == engine.PropertyValueTooLarge:
				want(t, "get "+shown(op), err, engine.ResourceNotFound)
			case err != nil || c.point != "":
				want(t, "get "+shown(op), err, c.point)
			case e.PartitionKey() != op.PartitionKey || e.RowKey() != op.RowKey:
				t.Errorf("get %s gave (%q, %q)", shown(op), e.PartitionKey(), e.RowKey())
			}
		}
	}
}

func shown(op engine.Op) string {
	cut := func(s string) string { return s[:min(len(s), 12)] }
	return "(" + cut(op.PartitionKey) + ", " + cut(op.RowKey) + ")"
}

func testPropertyNames(t *testing.T, s engine.Service) {
	create(t, s)
	for _, c := range []struct {
		name string
		code engine.Code
	}{
		{"A", ""}, {"_", ""}, {"_1", ""}, {"Größe", ""}, {"日本語", ""}, {"aͅ", ""}, {"Ⅷ", ""}, {"partitionkey", ""}, {"ETag", ""},
		{strings.Repeat("n", 255), ""}, {strings.Repeat("n", 256), engine.PropertyNameTooLong},
		{"", engine.PropertyNameInvalid}, {"1a", engine.PropertyNameInvalid}, {"a-b", engine.PropertyNameInvalid},
		{"a b", engine.PropertyNameInvalid}, {"a.b", engine.PropertyNameInvalid}, {"a\x00", engine.PropertyNameInvalid},
		{"\u0301a", engine.PropertyNameInvalid}, {"\xff", engine.PropertyNameInvalid},
		{"PartitionKey", engine.PropertyNameInvalid}, {"RowKey", engine.PropertyNameInvalid}, {"Timestamp", engine.PropertyNameInvalid},
	} {
		op := insert("p", "r", number(c.name, 1))
		op.Kind = engine.InsertOrReplace
		_, err := s.Apply(ctx, table, op)
		want(t, "property "+c.name, err, c.code)
	}
	_, err := s.Apply(ctx, table, insert("p", "twice", number("A", 1), number("A", 1)))
	want(t, "the same name twice", err, engine.DuplicatePropertiesSpecified)
	_, err = s.Apply(ctx, table, insert("p", "case", number("A", 1), number("a", 1)))
	want(t, "names that differ in case", err, "")
}
