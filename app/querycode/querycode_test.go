package querycode

import (
	"context"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

const hostile = "O'Hara \"x\" \\u0041 `$(id)` </script> %41+&#\u202e\u00a0😀\n\tend"

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
	}
}

// Ensure that every way to write a query down is as its golden file has it, with a hostile filter and without any.
func TestFormats_Golden(t *testing.T) {
	for _, f := range Formats(filterlang.Storage) {
		golden(t, f.ID+".txt", f.Write(Query{Table: "Movies", Filter: "PartitionKey eq '" + strings.ReplaceAll(hostile, "'", "''") + "' and Rating gt 4.0", Select: []string{"PartitionKey", "Rating"}, Top: 10})+
			"\n----\n\n"+f.Write(Query{Endpoint: "http://127.0.0.1:10002/devstoreaccount1/", Table: "Movies"}))
	}
}

// Ensure that every way to write several queries down is as its golden file has it.
func TestFormats_GoldenMerged(t *testing.T) {
	for _, f := range Formats(filterlang.Storage) {
		golden(t, f.ID+"-merged.txt", f.Write(Query{Table: "Movies", Filters: []string{"PartitionKey eq 'Action'", "PartitionKey eq '" + strings.ReplaceAll(hostile, "'", "''") + "'"}, Select: []string{"PartitionKey", "Rating"}, Top: 10})+
			"\n----\n\n"+f.Write(Query{Endpoint: "http://127.0.0.1:10002/devstoreaccount1/", Table: "Movies", Filters: []string{"PartitionKey eq 'a'", "PartitionKey eq 'b'"}}))
	}
}

// Ensure that every way to write a query down whose limit is wanted, and no more, is as its golden file has it.
func TestFormats_GoldenLimited(t *testing.T) {
	for _, f := range Formats(filterlang.Storage) {
		golden(t, f.ID+"-limited.txt", f.Write(Query{Table: "Movies", Filter: "PartitionKey eq 'Action'", Top: 5, Limit: 5})+
			"\n----\n\n"+f.Write(Query{Table: "Movies", Filters: []string{"PartitionKey eq 'a'", "PartitionKey eq 'b'"}, Top: 5, Limit: 5}))
	}
}

// Ensure that what is written for an account of Azure Cosmos DB for Table is as its golden file has it, and without a shared access
// signature, which that service does not take.
func TestFormats_GoldenCosmos(t *testing.T) {
	for _, f := range Formats(filterlang.Cosmos) {
		text := f.Write(Query{Profile: filterlang.Cosmos, Table: "Movies", Filter: "PartitionKey eq '" + strings.ReplaceAll(hostile, "'", "''") + "' and Rating gt 4.0", Select: []string{"PartitionKey", "Rating"}, Top: 10}) +
			"\n----\n\n" + f.Write(Query{Profile: filterlang.Cosmos, Endpoint: "https://shop.table.cosmos.azure.com", Table: "Movies", Filters: []string{"PartitionKey eq 'a'", "PartitionKey eq 'b'"}})
		golden(t, f.ID+"-cosmos.txt", text)
		for _, word := range []string{"SAS", "Sas", "core.windows.net"} {
			if strings.Contains(text+f.Note(filterlang.Cosmos), word) {
				t.Errorf("%s: %s in\n%s", f.ID, word, text)
			}
		}
	}
}

// Ensure that the request is the one that the client of this program sends, for any filter.
func TestRequest_IsTheClientsOwn(t *testing.T) {
	for _, q := range []Query{{Table: "Movies"}, {Table: "Movies", Filter: "A eq '" + strings.ReplaceAll(hostile, "'", "''") + "'", Select: []string{"B", "A", "B"}, Top: 3}, {Table: "Movies", Top: engine.NoEntities}} {
		d := &recorder{}
		c := tablerest.Client{Doer: d, URL: "https://ACCOUNT.table.core.windows.net"}
		_, _ = c.Query(t.Context(), q.Table, engine.Query{Filter: q.Filter, Select: q.Select, Top: q.Top})
		r, err := q.Request()
		if err != nil || len(d.asked) != 1 || r.URL != d.asked[0].URL || len(r.Header) != len(d.asked[0].Header) || r.Method != d.asked[0].Method {
			t.Errorf("%+v: %+v, %v; the client sends %+v", q, r, err, d.asked)
		}
	}
}

func TestFormats_HoldNoSecret(t *testing.T) {
	for _, f := range Formats(filterlang.Storage) {
		text := f.Write(Query{Table: "Movies", Filter: "A eq 1"})
		if strings.Contains(strings.ToLower(text), "accountkey") || strings.Contains(text, "sig=") {
			t.Errorf("%s: %s", f.ID, text)
		}
	}
	if FormatOf("none", filterlang.Storage).ID != "http" || FormatOf("az", filterlang.Storage).ID != "az" || FormatOf("az", filterlang.Cosmos).ID != "http" {
		t.Error("formats are not found by name")
	}
}

func TestMarkdown_Golden(t *testing.T) {
	golden(t, "page.md", Markdown(Page{Query: Query{Table: "Movies", Filter: "A eq '```" + hostile + "'", Select: []string{"A|B"}, Top: 2}, Sentence: "Full scan: examines 10 of 20 entities.", Result: "3 entities returned.",
		Columns: []string{"PartitionKey", hostile}, Rows: [][]string{{hostile, "| a | b |"}, {"[x](javascript:alert(1))", "<img src=x onerror=alert(1)>"}, {"@someone", "- 1"}}, Total: 12, Link: "https://example.org/#v=1&f=a<b"}))
}

// Ensure that pictures of plans are XML whatever is in them, and show matches only where something is read.
func TestSVG_Golden(t *testing.T) {
	p := Picture{Table: "Movies", Filter: "A eq '" + hostile + "]]><script>'", Sentence: "Row range: " + hostile, Class: filterlang.RowRange, Mark: "▬", To: 100,
		Segments: []Segment{{0, 40, "Action"}, {40, 41, "War"}, {41, 100, hostile}}, Reads: [][2]int{{5, 20}, {-3, 0}, {90, 400}}, Ticks: []int{1, 0, 0, 5}}
	got := SVG(p)
	golden(t, "plan.svg", got)
	for _, text := range []string{got, SVG(Picture{Table: "\x00\ufffe\xff<", Filter: strings.Repeat("😀", 900)})} {
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if e, ok := token.(xml.StartElement); ok && !strings.Contains("svg title desc rect text", e.Name.Local) {
				t.Errorf("an element %s", e.Name.Local)
			}
		}
	}
}

// recorder keeps the requests that are made of it and answers none.
type recorder struct{ asked []tablerest.Request }

func (r *recorder) Do(_ context.Context, q tablerest.Request) (*tablerest.Response, error) {
	r.asked = append(r.asked, q)
	return &tablerest.Response{Status: 200, Body: `{"value":[]}`}, nil
}
