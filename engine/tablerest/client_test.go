package tablerest_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// canned is a Doer that gives one answer and keeps what it was asked.
type canned struct {
	answer tablerest.Response
	asked  []tablerest.Request
}

func (c *canned) Do(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
	c.asked = append(c.asked, r)
	return &c.answer, nil
}

// Ensure that the continuations of other services go back as they came.
func TestClient_ForeignContinuation(t *testing.T) {
	for _, token := range []string{"1!8!U21pdGg-", "U21pdGg=", "1!4!a+b/", "\"quoted\"", "1!8!U21pdGg="} {
		d := &canned{answer: tablerest.Response{Status: 200, Body: `{"value":[]}`, Header: []tablerest.Field{
			{Name: "X-Ms-Continuation-Nextpartitionkey", Value: token}, {Name: "x-ms-continuation-nextrowkey", Value: token}, {Name: "x-ms-continuation-NextTableName", Value: token},
		}}}
		c := &tablerest.Client{Doer: d, URL: "http://x"}
		page, err := c.Query(context.Background(), "Movies", engine.Query{})
		if err != nil || !page.Next.Valid || !page.Next.HasRow {
			t.Fatalf("%s: %v, %v", token, page, err)
		}
		if _, err := c.Query(context.Background(), "Movies", engine.Query{From: page.Next}); err != nil {
			t.Fatal(err)
		}
		tables, err := c.Tables(context.Background(), "", 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Tables(context.Background(), tables.Next, 0); err != nil {
			t.Fatal(err)
		}
		escaped := strings.NewReplacer("!", "%21", "=", "%3D", "+", "%2B", "/", "%2F", `"`, "%22").Replace(token)
		if got, want := d.asked[1].URL, "http://x/Movies()?NextPartitionKey="+escaped+"&NextRowKey="+escaped; got != want {
			t.Errorf("asked for %s, want %s", got, want)
		}
		if got, want := d.asked[3].URL, "http://x/Tables?NextTableName="+escaped; got != want {
			t.Errorf("asked for %s, want %s", got, want)
		}
	}
}

// Ensure that keys are asked for with every projection, and that one of too many names becomes none.
func TestClient_Select(t *testing.T) {
	d := &canned{answer: tablerest.Response{Status: 200, Body: `{"value":[{"PartitionKey":"p","RowKey":"r","A":null}]}`}}
	c := &tablerest.Client{Doer: d, URL: "http://x"}
	var many []string
	for i := range 253 {
		many = append(many, fmt.Sprint("P", i))
	}
	for _, names := range [][]string{{"A", "RowKey"}, many} {
		page, err := c.Query(context.Background(), "Movies", engine.Query{Select: names})
		if err != nil || page.Entities[0].PartitionKey() != "p" || page.Entities[0].Len() != 0 {
			t.Fatalf("%v, %v", page, err)
		}
	}
	if got, want := d.asked[0].URL, "http://x/Movies()?$select=PartitionKey%2CRowKey%2CTimestamp%2CA"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	if got, want := d.asked[1].URL, "http://x/Movies()"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

// Ensure that a Double that is a whole number says that it is one: Azurite keeps it as an Int32 otherwise.
func TestClient_WholeDouble(t *testing.T) {
	d := &canned{answer: tablerest.Response{Status: 204, Header: []tablerest.Field{{Name: "ETag", Value: `W/"datetime'2026-11-26T19%3A00%3A00Z'"`}}}}
	c := &tablerest.Client{Doer: d, URL: "http://x"}
	op := engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: "r", Properties: []engine.Property{
		{Name: "A", Value: edm.NewDouble(394)}, {Name: "B", Value: edm.NewDouble(0.5)}, {Name: "C", Value: edm.NewDouble(math.Inf(1))}, {Name: "D", Value: edm.NewDouble(1e300)}}}
	if _, err := c.Apply(context.Background(), "Movies", op); err != nil {
		t.Fatal(err)
	}
	want := `{"PartitionKey":"p","RowKey":"r","A@odata.type":"Edm.Double","A":394.0,"B":0.5,"C@odata.type":"Edm.Double","C":"Infinity","D@odata.type":"Edm.Double","D":1E+300}`
	if got := d.asked[0].Body; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

// Ensure that what cannot be said in the protocol is refused without a request.
func TestClient_Inexpressible(t *testing.T) {
	d := &canned{}
	c := &tablerest.Client{Doer: d, URL: "http://x"}
	for _, test := range []struct {
		table string
		op    engine.Op
		code  engine.Code
	}{
		{"Movies", engine.Op{Kind: engine.Merge}, engine.InvalidInput},
		{"Movies", engine.Op{Kind: engine.InsertOrMerge, IfMatch: "*"}, engine.InvalidInput},
		{"Movies", engine.Op{Kind: engine.Insert, Properties: []engine.Property{{Name: "Timestamp"}}}, engine.PropertyNameInvalid},
		{"Movies", engine.Op{Kind: engine.Insert, Properties: []engine.Property{{Name: "odata.etag"}}}, engine.PropertyNameInvalid},
		{"Movies", engine.Op{Kind: engine.Insert, Properties: []engine.Property{{Name: "A@odata.type"}}}, engine.PropertyNameInvalid},
		{"Movies/x?y", engine.Op{Kind: engine.Insert}, engine.TableNotFound},
	} {
		_, err := c.Apply(context.Background(), test.table, test.op)
		failed, ok := errors.AsType[*engine.Error](err)
		if !ok || failed.Code != test.code {
			t.Errorf("%+v: %v, want %s", test.op, err, test.code)
		}
	}
	if len(d.asked) > 0 {
		t.Errorf("asked %v", d.asked)
	}
}

// Ensure that errors are read in every form, and that an answer of something else is an error too.
func TestClient_Errors(t *testing.T) {
	for _, test := range []struct {
		status  int
		body    string
		code    engine.Code
		message string
		index   int
	}{
		{409, `{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"The specified entity already exists.\nRequestId:x\nTime:y"}}}`, "EntityAlreadyExists", "The specified entity already exists.", -1},
		{400, `{"odata.error" : { "message":{"value":"13:A: b","lang":"en-US"}, "code":"InvalidInput"}}`, "InvalidInput", "A: b", 13},
		{502, `{"odata.error":{"code":"UpstreamUnreachable","message":{"lang":"en-US","value":"Nobody answers.\nTime:y"}}}`, "UpstreamUnreachable", "Nobody answers.", -1},
		{403, "\ufeff<?xml version=\"1.0\"?><Error><Code>AuthenticationFailed</Code><Message>Server failed &amp; more.\nRequestId:x</Message></Error>", "AuthenticationFailed", "Server failed & more.", -1},
		{403, `<m:error xmlns:m="x"><m:code>AuthenticationFailed</m:code><m:message xml:lang="en-US">no</m:message></m:error>`, "AuthenticationFailed", "no", -1},
		{502, `<html><body>Bad Gateway</body></html>`, engine.WrongAnswer, "", -1},
		{301, ``, engine.WrongAnswer, "", -1},
		{200, `{}`, engine.WrongAnswer, "", -1},
		{200, `{"value":[{"PartitionKey":"p"`, engine.WrongAnswer, "", -1},
	} {
		c := &tablerest.Client{Doer: &canned{answer: tablerest.Response{Status: test.status, Body: test.body}}, URL: "http://x"}
		_, err := c.Query(context.Background(), "Movies", engine.Query{})
		failed, ok := errors.AsType[*engine.Error](err)
		if !ok || failed.Code != test.code || test.message != "" && failed.Message != test.message || failed.Index != test.index {
			t.Errorf("%d %s: %v", test.status, test.body, err)
		}
	}
}

// Ensure that the cost a handler tells is the page's.
func TestClient_Stats(t *testing.T) {
	c := &tablerest.Client{Doer: &canned{answer: tablerest.Response{Status: 200, Body: `{"value":[]}`,
		Header: []tablerest.Field{{Name: "X-Rangefinder-Plan", Value: "row-range; examined=612; returned=87; partitions=1"}}}}, URL: "http://x"}
	page, err := c.Query(context.Background(), "Movies", engine.Query{Filter: "PartitionKey eq 'a'"})
	if err != nil || page.Stats.Examined != 612 || page.Stats.Partitions != 1 || page.Plan.Class.Name() != "row-range" {
		t.Errorf("%+v, %v", page, err)
	}
}
