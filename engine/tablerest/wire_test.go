//go:build !js

package tablerest_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Ensure that what a client writes to a connection is understood as it stands there, and what comes back is exact.
func TestHandler_Wire(t *testing.T) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(context.Background(), "Movies"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.StripPrefix("/acct", tablerest.NewHandler(db, tablerest.Options{})))
	defer server.Close()
	const (
		head = "Host: tables.example\r\nAccept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\n"
	)
	for _, c := range []struct {
		name, request string
		status        string
		want          []string
	}{
		{"insert", "POST /acct/Movies HTTP/1.1\r\n" + head + "Prefer: return-no-content\r\nContent-Length: 34\r\n\r\n" + `{"PartitionKey":"` + "é" + `","RowKey":"%"}`, "204",
			[]string{"Location: http://tables.example/acct/Movies(PartitionKey='%C3%A9',RowKey='%25')"}},
		{"insert in chunks", "POST /acct/Movies HTTP/1.1\r\n" + head + "Transfer-Encoding: chunked\r\n\r\n14\r\n{\"PartitionKey\":\"a\",\r\nd\r\n\"RowKey\":\"b\"}\r\n0\r\n\r\n", "201", nil},
		{"insert without a length", "POST /acct/Movies HTTP/1.1\r\n" + head + "\r\n", "411", []string{"MissingContentLengthHeader"}},
		{"insert of no length", "POST /acct/Movies HTTP/1.1\r\n" + head + "Content-Length: 0\r\n\r\n", "400", []string{"InvalidInput"}},
		{"raw UTF-8 in the path", "GET /acct/Movies(PartitionKey='é',RowKey='%25') HTTP/1.1\r\n" + head + "\r\n", "200", []string{`"http://tables.example/acct/$metadata#Movies/@Element"`}},
		{"encoded twice", "GET /acct/Movies(PartitionKey='%C3%A9',RowKey='%2525') HTTP/1.1\r\n" + head + "\r\n", "404", nil},
		{"quotes and commas encoded", "GET /acct/Movies(PartitionKey=%27a%27%2CRowKey=%27b%27) HTTP/1.1\r\n" + head + "\r\n", "200", nil},
		{"absolute form", "GET http://tables.example/acct/Movies() HTTP/1.1\r\n" + head + "\r\n", "200", []string{`"http://tables.example/acct/$metadata#Movies"`}},
		{"malformed path", "GET /acct/Movies(PartitionKey='%zz',RowKey='b') HTTP/1.1\r\n" + head + "\r\n", "400", nil},
		{"malformed query", "GET /acct/Movies()?$filter=%zz HTTP/1.1\r\n" + head + "\r\n", "400", []string{"InvalidQueryParameterValue"}},
		{"a semicolon in a filter", "GET /acct/Movies()?$filter=PartitionKey%20eq%20'a;b' HTTP/1.1\r\n" + head + "\r\n", "200", nil},
		{"a merge", "MERGE /acct/Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n" + head + "If-Match: *\r\nContent-Length: 2\r\n\r\n{}", "204", nil},
		{"a delete", "DELETE /acct/Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n" + head + "If-Match: *\r\n\r\n", "204", nil},
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, c.request); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var text strings.Builder
		if err := answer.Write(&text); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		conn.Close()
		if !strings.HasPrefix(answer.Status, c.status) {
			t.Errorf("%s: %s\n%s", c.name, answer.Status, text.String())
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s: %s is not in\n%s", c.name, want, text.String())
			}
		}
	}
}
