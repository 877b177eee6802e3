package tablerest_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// Ensure that what a client says briefly to a Joiner is, byte by byte, what another client says, wherever the Joiner has no server that
// takes it, and that it is counted, shown and told alike.
func TestClient_Brief(t *testing.T) {
	text := func(s string) []engine.Property { return []engine.Property{{Name: "Text", Value: edm.NewString(s)}} }
	insert := func(row, s string) engine.Op {
		return engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: row, Properties: text(s)}
	}
	merge := engine.Op{Kind: engine.Merge, PartitionKey: "p", RowKey: "m", IfMatch: "*", Properties: text("\x00")}
	remove := engine.Op{Kind: engine.Delete, PartitionKey: "p", RowKey: "d", IfMatch: `W/"x"`}
	tests := []struct {
		name string
		ops  []engine.Op
	}{
		{"one", []engine.Op{insert("a", "b")}},
		{"inserts", []engine.Op{insert("a", ""), insert("b", "\x00\x00"), insert("c", "\r\n--changeset_rangefinder")}},
		{"no insert", []engine.Op{merge, remove}},
		{"all kinds", []engine.Op{remove, insert("a", "ä\x00"), merge, insert("b", "é")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var sent [2]tablerest.Request
			var told [2]tablerest.Exchange
			var shown [2]string
			var size [2]int
			for i := range sent {
				last := doerFunc(func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
					sent[i] = r
					return &tablerest.Response{Status: 403}, nil
				})
				doer := tablerest.Doer(last)
				if i == 1 {
					doer = &tablerest.Joiner{Doer: last, URL: "http://x/shop", Most: 4}
				}
				c := tablerest.Client{URL: "http://x/shop", Brief: i == 1, Doer: &tablerest.Retrier{Doer: doer, NewID: func() string { return "1" }, Observe: func(x tablerest.Exchange) { told[i] = x }}}
				if _, err := c.Batch(t.Context(), "Sold", test.ops); err == nil {
					t.Fatal("no error")
				}
				shown[i], size[i] = c.RequestText("Sold", test.ops, 1<<20), c.RequestBytes("Sold", test.ops)
			}
			if sent[0].Body != sent[1].Body || sent[1].Times != 0 {
				t.Errorf("%q\n%q", sent[0].Body, sent[1].Body)
			}
			if told[0].Body != sent[0].Body || told[0].Body != told[1].Body || told[0].BodySize != told[1].BodySize || told[0].BodySize != len(sent[0].Body) {
				t.Errorf("told %d %q\n%d %q", told[0].BodySize, told[0].Body, told[1].BodySize, told[1].Body)
			}
			if shown[0] != shown[1] || size[0] != size[1] {
				t.Errorf("%d %q\n%d %q", size[0], shown[0], size[1], shown[1])
			}
		})
	}
}

// Ensure that a short answer that is not one for each operation tells nothing of what was done.
func TestClient_ShortAnswer(t *testing.T) {
	ops := []engine.Op{
		{Kind: engine.Insert, PartitionKey: "p", RowKey: "a"},
		{Kind: engine.Insert, PartitionKey: "p", RowKey: "b"},
		{Kind: engine.Delete, PartitionKey: "p", RowKey: "c", IfMatch: "*"},
	}
	const tag = `W/"datetime'2026-11-26T10%3A00%3A00Z'"`
	tests := []struct {
		name, body string
		want       string // the ETags, "" for an unknown outcome
	}{
		{"one of each", tag + "\nW/\"x\"\n\n", tag + ` W/"x" `},
		{"the same", tag + "\n=\n\n", tag + " " + tag + " "},
		{"none of an insert", tag + "\n\n\n", ""},
		{"nothing before it", "=\n=\n\n", ""},
		{"one too few", tag + "\n=\n", ""},
		{"cut", tag + "\n=", ""},
		{"one too many", tag + "\n=\n\n=\n", ""},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer := tablerest.Response{Status: 202, Header: []tablerest.Field{{Name: tablerest.SizeHeader, Value: "9"}}, Body: test.body}
			c := tablerest.Client{URL: "http://x", Doer: doerFunc(func(context.Context, tablerest.Request) (*tablerest.Response, error) { return &answer, nil })}
			results, err := c.Batch(t.Context(), "Sold", ops)
			var tags []string
			for _, r := range results {
				tags = append(tags, r.ETag)
			}
			_, unknown := errors.AsType[*engine.UnknownOutcome](err)
			if strings.Join(tags, " ") != test.want || unknown != (test.want == "") {
				t.Errorf("%q, %v", tags, err)
			}
			if len(results) > 1 && results[0].Timestamp == 0 {
				t.Error("no Timestamp")
			}
		})
	}
}
