package enginetest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// rows reads all pages of a query and returns the RowKeys.
func rows(t *testing.T, s engine.Service, q engine.Query) string {
	t.Helper()
	var out []string
	for {
		page, err := s.Query(ctx, table, q)
		ok(t, err)
		for _, e := range page.Entities {
			out = append(out, e.RowKey())
		}
		if q.From = page.Next; !q.From.Valid {
			return strings.Join(out, " ")
		}
	}
}

func testOrder(t *testing.T, s engine.Service) {
	create(t, s)
	ordered := [][2]string{
		{"", ""}, {"", "z"}, {"111", "a"}, {"2", "a"}, {"B", "b"}, {"a", ""}, {"a", " "}, {"a", "B"}, {"a", "b"}, {"a", "bB"},
		{"a", "\U00010000"}, {"a", "\U0001F600"}, {"a", "\ue000"}, {"a", "\uffff"}, {"a ", "a"}, {"aa", ""}, {"é", "a"}, {"\U0001F600", "a"}, {"\uffff", "a"},
	}
	for _, i := range NewGenerator(1).Perm(len(ordered)) {
		apply(t, s, insert(ordered[i][0], ordered[i][1]))
	}
	page, err := s.Query(ctx, table, engine.Query{})
	ok(t, err)
	if len(page.Entities) != len(ordered) {
		t.Fatalf("%d entities, want %d", len(page.Entities), len(ordered))
	}
	for i, e := range page.Entities {
		if e.PartitionKey() != ordered[i][0] || e.RowKey() != ordered[i][1] {
			t.Errorf("entity %d is (%q, %q), want %q", i, e.PartitionKey(), e.RowKey(), ordered[i])
		}
	}
}

func testTop(t *testing.T, s engine.Service) {
	create(t, s)
	for i := range 5 {
		apply(t, s, insert("p", fmt.Sprint(i)))
	}
	for _, c := range []struct {
		top, count int
		more       bool
		code       engine.Code
	}{
		{1, 1, true, ""}, {4, 4, true, ""}, {5, 5, false, ""}, {1000, 5, false, ""}, {0, 5, false, ""}, {engine.NoEntities, 0, false, ""},
		{1001, 0, false, engine.InvalidInput}, {-2, 0, false, engine.InvalidInput}, {math.MinInt, 0, false, engine.InvalidInput},
	} {
		page, err := s.Query(ctx, table, engine.Query{Top: c.top})
		want(t, fmt.Sprint("top ", c.top), err, c.code)
		if err == nil && (len(page.Entities) != c.count || page.Next.Valid != c.more) {
			t.Errorf("top %d: %d entities, more %v", c.top, len(page.Entities), page.Next.Valid)
		}
	}
}

// testRangeEnd: section 4.1, a page that holds the last match inside the range of the filter's key bounds ends the list, though
// entities follow behind the range. One that other entities of the range follow goes on, though none of them may match.
func testRangeEnd(t *testing.T, s engine.Service) {
	create(t, s)
	for _, pk := range []string{"a", "b", "c"} {
		for _, rk := range []string{"1", "2", "3", "4"} {
			apply(t, s, insert(pk, rk, number("A", int32(rk[0]-'0'))))
		}
	}
	for _, c := range []struct {
		filter string
		top    int
		pages  string
	}{
		{"PartitionKey eq 'b'", 2, "2 2"}, {"PartitionKey eq 'b'", 3, "3 1"}, {"PartitionKey eq 'b'", 4, "4"}, {"PartitionKey eq 'c'", 4, "4"},
		{"PartitionKey ge 'a' and PartitionKey lt 'c'", 4, "4 4"}, {"PartitionKey gt 'a' and PartitionKey le 'b'", 4, "4"}, {"PartitionKey le 'b'", 8, "8"},
		{"PartitionKey eq 'b' and RowKey ge '2' and RowKey lt '4'", 2, "2"}, {"PartitionKey eq 'b' and RowKey le '2'", 1, "1 1"},
		{"PartitionKey eq 'b' and RowKey eq '2'", 1, "1"}, {"PartitionKey eq 'b' and RowKey eq '9'", 1, "0"},
		{"PartitionKey eq 'b' and A ge 3", 2, "2"}, {"PartitionKey eq 'b' and A le 2", 2, "2 0"}, {"PartitionKey eq 'b' and A lt 1", 1, "0"},
		{"PartitionKey eq 'b' and PartitionKey eq 'c'", 1, "0"}, {"PartitionKey eq 'a' or PartitionKey eq 'b'", 4, "4 4 0"},
		{"true and PartitionKey eq 'b'", 4, "4"}, {"False", 1, "0"}, {"true", 12, "12"}, {"", 12, "12"}, {"", 5, "5 5 2"},
	} {
		var pages []string
		for q := (engine.Query{Filter: c.filter, Top: c.top}); ; {
			page, err := s.Query(ctx, table, q)
			ok(t, err)
			pages = append(pages, fmt.Sprint(len(page.Entities)))
			if q.From = page.Next; !q.From.Valid {
				break
			}
		}
		if got := strings.Join(pages, " "); got != c.pages {
			t.Errorf("%s, top %d: pages of %s, want %s", c.filter, c.top, got, c.pages)
		}
	}
}

func testPages(t *testing.T, s engine.Service) {
	create(t, s)
	for i := 0; i < 2500; i += 100 {
		ops := make([]engine.Op, 100)
		for k := range ops {
			ops[k] = insert("p", fmt.Sprintf("%05d", 2*(i+k)))
		}
		_, err := s.Batch(ctx, table, ops)
		ok(t, err)
	}
	page, err := s.Query(ctx, table, engine.Query{})
	ok(t, err)
	if len(page.Entities) != 1000 || page.Next != (engine.Token{PartitionKey: "p", RowKey: "02000", HasRow: true, Valid: true}) {
		t.Fatalf("first page: %d entities, then %+v", len(page.Entities), page.Next)
	}
	// A token need not be an entity; what came behind it is seen, what came before it is not, and nothing comes twice.
	apply(t, s, insert("p", "00001"))
	apply(t, s, insert("p", "02001"))
	apply(t, s, engine.Op{Kind: engine.Delete, PartitionKey: "p", RowKey: "02000", IfMatch: "*"})
	page, err = s.Query(ctx, table, engine.Query{From: page.Next})
	ok(t, err)
	if len(page.Entities) != 1000 || page.Entities[0].RowKey() != "02001" || page.Entities[1].RowKey() != "02002" {
		t.Errorf("second page: %d entities from %s", len(page.Entities), page.Entities[0].RowKey())
	}
	one, thousand := rows(t, s, engine.Query{Top: 1, Filter: "RowKey lt '00100'"}), rows(t, s, engine.Query{Filter: "RowKey lt '00100'"})
	if one != thousand || strings.Count(one, " ") != 50 {
		t.Errorf("one by one %s, at once %s", one, thousand)
	}
	for _, from := range []engine.Token{
		{PartitionKey: "q", Valid: true}, {PartitionKey: "p\x00", RowKey: "", HasRow: true, Valid: true}, {PartitionKey: "p", RowKey: "\x7f", HasRow: true, Valid: true},
	} {
		if page, err := s.Query(ctx, table, engine.Query{From: from}); err != nil || len(page.Entities) != 0 || page.Next.Valid {
			t.Errorf("from %+v: %v, %v", from, page, err)
		}
	}
}

func testPageBytes(t *testing.T, s engine.Service) {
	create(t, s)
	for i := range 9 { // 9 entities of just under 1 MiB
		var properties []engine.Property
		for k := range 15 {
			properties = append(properties, engine.Property{Name: fmt.Sprint("B", k), Value: edm.NewBinary(strings.Repeat("b", 65536))})
		}
		apply(t, s, insert("p", fmt.Sprint(i), properties...))
	}
	var counts []int
	for q := (engine.Query{}); ; {
		page, err := s.Query(ctx, table, q)
		ok(t, err)
		counts = append(counts, len(page.Entities))
		if q.From = page.Next; !q.From.Valid {
			break
		}
	}
	if fmt.Sprint(counts) != "[4 4 1]" {
		t.Errorf("pages of %v entities, want [4 4 1]", counts)
	}
}

func testFilterErrors(t *testing.T, s engine.Service) {
	create(t, s)
	for _, c := range []struct {
		filter string
		code   engine.Code
	}{
		{"A eq 1", ""}, {"A eq", engine.InvalidInput}, {"A eq 'x", engine.InvalidInput}, {"A = 1", engine.InvalidInput}, {"(A eq 1", engine.InvalidInput},
		{"(PartitionKey ) and (RowKey ge '5')", engine.InvalidInput},
		{"1 eq 2", engine.NotImplemented}, {"true eq false", engine.NotImplemented}, {"A eq True", ""}, {"false", ""}, {"A eq B", engine.NotImplemented}, {"startswith(A,'b')", engine.NotImplemented}, {"A eq null", engine.NotImplemented},
	} {
		_, err := s.Query(ctx, table, engine.Query{Filter: c.filter})
		want(t, c.filter, err, c.code)
		_, err = s.Query(ctx, "Missing", engine.Query{Filter: c.filter})
		if c.code == "" {
			c.code = engine.TableNotFound
		}
		want(t, c.filter+" on a missing table", err, c.code)
	}
}

// testFilterSemantics is the table of section 4.4 through a service whose switches are off.
func testFilterSemantics(t *testing.T, s engine.Service) {
	create(t, s)
	for row, v := range map[string]edm.Value{
		"absent": {}, "int": edm.NewInt32(5), "long": edm.NewInt64(5), "double": edm.NewDouble(5), "text": edm.NewString("b"),
		"nan": edm.NewDouble(math.NaN()), "yes": edm.NewBoolean(true), "no": edm.NewBoolean(false),
		"date": edm.NewDateTime(630822816000000001), "bytes": edm.NewBinary("\x01\x02"),
	} {
		apply(t, s, insert("p", row, engine.Property{Name: "V", Value: v}))
	}
	for _, c := range []struct{ filter, rows string }{
		{"V eq 5", "double int long"}, {"V eq 5L", "double long"}, {"V eq 5.0", "double"},
		{"V ne 5", "nan"}, {"V lt 6", "double int long"}, {"V ne 6L", "double long nan"},
		{"V gt 'a'", "text"}, {"V lt 'bB'", "text"}, {"V ne 'b'", ""},
		{"V", "yes"}, {"not V", "absent bytes date double int long nan no text"}, {"V eq false", "no"}, {"V gt false", "yes"},
		{"not (V gt 4)", "absent bytes date nan no text yes"},
		{"V gt datetime'2000-01-01T00:00:00Z'", "date"}, {"V eq datetime'2000-01-01T00:00:00.0000001Z'", "date"},
		{"V ge X'01'", "bytes"}, {"V lt X'0103'", "bytes"},
		{"RowKey ge 'd' and RowKey lt 'e'", "date double"}, {"RowKey eq 'int' or V eq 'b'", "int text"},
		{"PartitionKey eq 'p' and RowKey eq 'int'", "int"}, {"PartitionKey eq 'p' and RowKey eq 'none'", ""},
		{"true and V eq 5.0", "double"}, {"V eq True", "yes"}, {"FALSE", ""}, {"not true or RowKey eq 'int'", "int"},
		{"TRUE", "absent bytes date double int long nan no text yes"}, {"PartitionKey eq 'p' and not (V eq false or true)", ""},
		{"PartitionKey eq 5", ""}, {"PartitionKey eq 'a' and PartitionKey eq 'b'", ""},
		{"Timestamp gt datetime'1700-01-01T00:00:00Z' and V eq 'b'", "text"},
	} {
		if got := rows(t, s, engine.Query{Filter: c.filter}); got != c.rows {
			t.Errorf("%s: %q, want %q", c.filter, got, c.rows)
		}
	}
}
