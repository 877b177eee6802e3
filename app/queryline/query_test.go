package queryline

import (
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

func TestSelectNote(t *testing.T) {
	census := &filterlang.Census{Properties: []filterlang.PropertyCensus{{Name: "Rating"}}}
	for _, tt := range []struct{ text, names string }{
		{"", ""}, {"Rating, RowKey,Timestamp", ""}, {"rating, Nope,Nope", "rating, Nope:"}, {",", ""},
	} {
		got := SelectNote(&Query{Query: query.Query{Select: tt.text}, Census: census})
		if (got == "") != (tt.names == "") || !strings.Contains(got, tt.names) {
			t.Errorf("%q: %q", tt.text, got)
		}
	}
	if got := SelectNote(&Query{Query: query.Query{Select: "Nope"}}); got != "" {
		t.Errorf("without a census: %q", got)
	}
}

// Ensure that a request has what can be used of a query, and nothing that the service does not know.
func TestQuery_Request(t *testing.T) {
	for _, c := range []struct {
		name string
		q    query.Query
		want wire.QueryRequest
	}{
		{"nothing typed", query.Query{Table: "T"}, wire.QueryRequest{Table: "T"}},
		{"a comment is not sent", query.Query{Table: "T", Filter: "a eq 1 // one"}, wire.QueryRequest{Table: "T", Filter: "a eq 1"}},
		{"names and a page size", query.Query{Source: "prod", Table: "T", Select: "a, b", Top: "5"}, wire.QueryRequest{Source: "prod", Table: "T", Select: []string{"a", "b"}, Top: 5}},
		{"what cannot be used is left out", query.Query{Table: "T", Select: "a,,b", Top: "many"}, wire.QueryRequest{Table: "T"}},
		{"a page of none", query.Query{Table: "T", Top: "0"}, wire.QueryRequest{Table: "T", Top: engine.NoEntities}},
		{"the step in the browser stays here", query.Query{Table: "T", Then: "contains(a,'b')"}, wire.QueryRequest{Table: "T"}},
	} {
		if got := (&Query{Query: c.q}).Request(filterlang.Storage); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestStretchFilter(t *testing.T) {
	table := &wire.MapReply{Segments: []wire.Segment{{FirstKey: "a", LastKey: "b"}, {FirstKey: "c", LastKey: "c"}, {FirstKey: "d'e", LastKey: "f"}}}
	inside := &wire.MapReply{Inside: true, Segments: []wire.Segment{{PartitionKey: "p", FirstKey: "1", LastKey: "5"}, {PartitionKey: "p", FirstKey: "6", LastKey: "9"}}}
	for _, c := range []struct {
		name     string
		r        *wire.MapReply
		from, to int
		want     string
	}{
		{"one partition", table, 1, 1, "PartitionKey eq 'c'"},
		{"partitions in a row", table, 0, 1, "PartitionKey ge 'a' and PartitionKey le 'c'"},
		{"a quote in a key", table, 2, 2, "PartitionKey ge 'd''e' and PartitionKey le 'f'"},
		{"keys of one partition", inside, 0, 1, "PartitionKey eq 'p' and RowKey ge '1' and RowKey le '9'"},
	} {
		if got := StretchFilter(c.r, wire.Stretch{From: c.from, To: c.to}); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
