//go:build !js

package tablerest

import (
	"strings"
	"testing"

	"rangefinder/engine"
)

// Ensure that a path is written as what it was read as, and that what is no path of the protocol is refused.
func TestParseTarget(t *testing.T) {
	for _, test := range []struct {
		path string
		kind TargetKind
		want string
		code engine.Code
	}{
		{"", ServiceTarget, "/", ""},
		{"/", ServiceTarget, "/", ""},
		{"/$batch", BatchTarget, "/$batch", ""},
		{"/%24batch", BatchTarget, "/$batch", ""},
		{"/Tables", TablesTarget, "/Tables", ""},
		{"/tables()", TablesTarget, "/Tables", ""},
		{"/Tables('Movies')", TableTarget, "/Tables('Movies')", ""},
		{"/Tables%28%27Movies%27%29", TableTarget, "/Tables('Movies')", ""},
		{"/Movies", EntitiesTarget, "/Movies", ""},
		{"/Movies()", EntitiesTarget, "/Movies", ""},
		{"/%4dovies", EntitiesTarget, "/Movies", ""},
		{"/$MetricsHourPrimaryTransactionsTable()", EntitiesTarget, "/$MetricsHourPrimaryTransactionsTable", ""},
		{"/Movies(PartitionKey='a',RowKey='b')", EntityTarget, "/Movies(PartitionKey='a',RowKey='b')", ""},
		{"/Movies(RowKey='b', PartitionKey='a')", EntityTarget, "/Movies(PartitionKey='a',RowKey='b')", ""},
		{"/Movies(PartitionKey='..',RowKey='%252e%252e')", EntityTarget, "/Movies(PartitionKey='..',RowKey='%252e%252e')", ""},
		{"/Movies(PartitionKey='O''Neil',RowKey='%27%27%20%26%C3%BC')", EntityTarget, "/Movies(PartitionKey='O%27%27Neil',RowKey='%27%27%20%26%C3%BC')", ""},
		{"/..", "", "", engine.OutOfRangeInput},
		{"/.", "", "", engine.OutOfRangeInput},
		{"/Movies/..", "", "", engine.InvalidResourceName},
		{"//evil.example/x", "", "", engine.InvalidResourceName},
		{"/Movies%2f..%2f", "", "", engine.InvalidResourceName},
		{"/Movies%5c..", "", "", engine.InvalidResourceName},
		{"/Movies%00", "", "", engine.InvalidResourceName},
		{"/Movies%0d%0aHost:evil", "", "", engine.InvalidResourceName},
		{"/Mov%zzies", "", "", InvalidURI},
		{"/Movies%c0%af", "", "", engine.InvalidInput},
		{"/Movies(PartitionKey='a/b',RowKey='c')", "", "", engine.InvalidInput},
		{"/Movies(PartitionKey='a%2fb',RowKey='c')", "", "", engine.InvalidInput},
		{"/Movies(PartitionKey='a',RowKey='..%5c..')", "", "", engine.InvalidInput},
		{"/Movies(PartitionKey='a%23',RowKey='c')", "", "", engine.OutOfRangeInput},
		{"/Movies(PartitionKey='a%3F',RowKey='c')", "", "", engine.OutOfRangeInput},
		{"/Movies(PartitionKey='a%00',RowKey='c')", "", "", engine.OutOfRangeInput},
		{"/Movies(PartitionKey='a',RowKey='c%0d%0a')", "", "", engine.OutOfRangeInput},
		{"/Movies(PartitionKey='a')", "", "", engine.InvalidInput},
		{"/Movies(PartitionKey='a',RowKey='b')/x", "", "", engine.InvalidInput},
		{"/Tables('../x')", "", "", engine.ResourceNotFound},
		{"/Tables('Movies')/x", "", "", engine.InvalidInput},
		{"/$metadata", "", "", engine.NotImplemented},
		{"/$Metrics/x", "", "", engine.InvalidResourceName},
		{"/$Metrics%3Fcomp=acl", "", "", engine.InvalidResourceName},
		{"/$Metrics@evil.example(PartitionKey='a',RowKey='b')", "", "", engine.InvalidResourceName},
	} {
		target, err := ParseTarget(test.path)
		if test.code != "" {
			if err == nil || err.Code != test.code {
				t.Errorf("%s: %v, want %s", test.path, err, test.code)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		if got := string(target.AppendPath(nil)); target.Kind() != test.kind || got != test.want {
			t.Errorf("%s: %s %s, want %s %s", test.path, target.Kind(), got, test.kind, test.want)
		}
	}
}

const rebuiltBase = "https://acct.table.core.windows.net"

func batchOf(requests ...string) string {
	text := "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
	for _, r := range requests {
		text += "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" + r + "\r\n"
	}
	return text + "--c--\r\n--b--\r\n"
}

// Ensure that the requests in a batch are addressed to the service, wherever they were addressed to, and lose what they may not
// have.
func TestRebuildBatch(t *testing.T) {
	body := batchOf(
		"POST http://127.0.0.1:8080/some/api/accounts/x/Movies HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: mine\r\nX-Evil: 1\r\n\r\n{\"PartitionKey\":\"a\"}",
		"MERGE /Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\nIf-Match: *\r\nContent-ID: 7\r\nContent-Type: application/json\r\n\r\n{\"A\":1}",
		"DELETE https://evil.example/Movies(PartitionKey='a',RowKey='c%27%27d') HTTP/1.1\r\nif-match: W/\"x\"\r\n\r\nbody",
	)
	out, contentType, writes, err := RebuildBatch(body, "multipart/mixed; boundary=b", rebuiltBase)
	if err != nil {
		t.Fatal(err)
	}
	if !writes {
		t.Error("writes are not told")
	}
	messages, changeset, err := readBatch(string(out), contentType, 9)
	if err != nil || !changeset || len(messages) != 3 {
		t.Fatalf("%v of\n%s", err, out)
	}
	for i, want := range []struct{ method, url, header, body string }{
		{"POST", rebuiltBase + "/Movies", "Content-Type: application/json", `{"PartitionKey":"a"}`},
		{"MERGE", rebuiltBase + "/Movies(PartitionKey='a',RowKey='b')", "Content-ID: 7\nContent-Type: application/json\nIf-Match: *", `{"A":1}`},
		{"DELETE", rebuiltBase + "/Movies(PartitionKey='a',RowKey='c%27%27d')", `If-Match: W/"x"`, ""},
	} {
		m := messages[i]
		var header []string
		for _, l := range m.header {
			header = append(header, l.name+": "+l.value)
		}
		if m.method != want.method || m.url != want.url || strings.Join(header, "\n") != want.header || strings.TrimSpace(m.body) != want.body {
			t.Errorf("%d: %+v", i, m)
		}
	}
	read := "--b\r\nContent-Type: application/http\r\n\r\nGET http://x/y/Movies(PartitionKey='a',RowKey='b') HTTP/1.1\r\n\r\n--b--\r\n"
	if out, _, writes, err := RebuildBatch(read, "multipart/mixed; boundary=b", rebuiltBase); err != nil || writes || !strings.Contains(string(out), "GET "+rebuiltBase+"/Movies(PartitionKey='a',RowKey='b') HTTP/1.1") {
		t.Errorf("%v %v\n%s", writes, err, out)
	}
}

// Ensure that a batch holds nothing but what a batch may hold.
func TestRebuildBatch_Refused(t *testing.T) {
	const point = "/Movies(PartitionKey='a',RowKey='b')"
	for name, request := range map[string]string{
		"a table":             "POST http://x/Tables HTTP/1.1\r\n\r\n{}",
		"a batch":             "POST http://x/$batch HTTP/1.1\r\n\r\n{}",
		"the properties":      "PUT http://x/?restype=service&comp=properties HTTP/1.1\r\n\r\n",
		"the policies":        "PUT http://x/Movies?comp=acl HTTP/1.1\r\n\r\n",
		"options":             "PUT http://x" + point + "?sig=x HTTP/1.1\r\n\r\n{}",
		"a read":              "GET http://x" + point + " HTTP/1.1\r\n\r\n",
		"a query":             "GET http://x/Movies() HTTP/1.1\r\n\r\n",
		"tunnelling":          "POST http://x/Movies HTTP/1.1\r\nX-HTTP-Method: DELETE\r\n\r\n{}",
		"an unknown method":   "TRACE http://x" + point + " HTTP/1.1\r\n\r\n",
		"a bare line end":     "PUT http://x" + point + " HTTP/1.1\r\nIf-Match: *\rX-HTTP-Method: DELETE\r\n\r\n{}",
		"a header twice":      "PUT http://x" + point + " HTTP/1.1\r\nIf-Match: *\r\nIf-Match: x\r\n\r\n{}",
		"a slash in a key":    "PUT http://x/Movies(PartitionKey='a%2fb',RowKey='b') HTTP/1.1\r\n\r\n{}",
		"a line end in a key": "PUT http://x/Movies(PartitionKey='a%0d%0ab',RowKey='b') HTTP/1.1\r\n\r\n{}",
		"no request":          "hello",
		"a boundary":          "PUT http://x" + point + " HTTP/1.1\r\nAccept: application/json;boundary=zzz;--zzz\r\n\r\n{}",
		"a request in a type": "PUT http://x" + point + " HTTP/1.1\r\nContent-Type: DELETE http://x" + point + " HTTP/1.1\r\n\r\n{}",
		"a request in an ID":  "PUT http://x" + point + " HTTP/1.1\r\nContent-ID: DELETE http://x" + point + "\r\n\r\n{}",
		"a request in a tag":  "PUT http://x" + point + " HTTP/1.1\r\nIf-Match: W/\"DELETE http://x" + point + "\"\r\n\r\n{}",
		"a version with more": "PUT http://x" + point + " HTTP/1.1\r\nDataServiceVersion: 3.0;DELETE\r\n\r\n{}",
		"another preference":  "PUT http://x" + point + " HTTP/1.1\r\nPrefer: respond-async\r\n\r\n{}",
		"two objects":         "PUT http://x" + point + " HTTP/1.1\r\n\r\n{}\r\n{}",
		"no object":           "PUT http://x" + point + " HTTP/1.1\r\n\r\nDELETE http://x" + point + " HTTP/1.1",
		"a NUL in an entity":  "PUT http://x" + point + " HTTP/1.1\r\n\r\n{\"A\":\"\x00\"}",
	} {
		if out, _, _, err := RebuildBatch(batchOf("POST /Movies HTTP/1.1\r\n\r\n{}", request), "multipart/mixed; boundary=b", rebuiltBase); err == nil {
			t.Errorf("%s passes:\n%s", name, out)
		}
	}
	many := make([]string, engine.MaxBatchOps+1)
	for i := range many {
		many[i] = "POST /Movies HTTP/1.1\r\n\r\n{}"
	}
	if _, _, _, err := RebuildBatch(batchOf(many...), "multipart/mixed; boundary=b", rebuiltBase); err == nil {
		t.Error("101 operations pass")
	}
	if _, _, _, err := RebuildBatch("x", "application/json", rebuiltBase); err == nil {
		t.Error("a body of another type passes")
	}
}

// Ensure that an entity is written on one line, whatever a program takes for the end of one, and is the same entity.
func TestCompactObject(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{}", "{}"},
		{"\r\n{ \"A\" :\r\n\t1.0 , \"B\":\"x y\\r\\n\" }\r\n", `{"A":1.0,"B":"x y\r\n"}`},
		{"{\"A\u0085\":\"\u2028\u2029\"}", `{"A\u0085":"\u2028\u2029"}`},
		{"{\"A\":\"\n\"}", ""},
		{"{\"A\":\"\xff\"}", ""},
		{"[{}]", ""},
		{"{} {}", ""},
		{"\ufeff{}", ""},
		{"", ""},
	} {
		got, ok := CompactObject([]byte(test.text))
		if ok != (test.want != "") || ok && string(got) != test.want {
			t.Errorf("%q: %q %v, want %q", test.text, got, ok, test.want)
		}
	}
}
