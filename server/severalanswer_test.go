package server

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// Ensure that each of several writes is refused as it is alone, that one that is refused keeps no other, and that nothing is done of what
// cannot be read.
func TestSeveral_Refused(t *testing.T) {
	create := func(name string) string { return `{"TableName":"` + name + `"}` }
	part := func(line, body string) string {
		return fmt.Sprintf("%s HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", line, len(body), body)
	}
	good := part("POST /Tables", create("One"))
	brief := func(size, body string) string {
		return strings.Replace(part("POST /Tables", body), "\r\n", "\r\n"+tablerest.RepeatsHeader+": "+size+"\r\n", 1)
	}
	tests := []struct {
		name, body string
		locked     bool
		status     int
		want       []string // the answers' first lines, or a part of the refusal
		made       int      // tables
	}{
		{"two", good + part("POST /Tables", create("Two")), false, 200, []string{"HTTP/1.1 201", "HTTP/1.1 201"}, 2},
		{"one refused", part("POST /Tables", create("1")) + good, false, 200, []string{"HTTP/1.1 400", "HTTP/1.1 201"}, 1},
		{"locked", good, true, 200, []string{"HTTP/1.1 403", "AccountIsLocked"}, 0},
		{"no operation", part("POST /a/b/c", "{}") + good, false, 200, []string{"HTTP/1.1 400", "HTTP/1.1 201"}, 1},
		{"another method in a header", strings.Replace(good, "\r\n", "\r\nX-HTTP-Method: DELETE\r\n", 1), false, 200, []string{"HTTP/1.1 403"}, 0},
		{"in one another", part("POST "+tablerest.SeveralPath, good) + good, false, 200, []string{"HTTP/1.1 400", "HTTP/1.1 201"}, 1},
		{"a read", good + part("GET /Tables", ""), false, 400, []string{"only writes"}, 0},
		{"another host", good + part("POST http://evil.example/Tables", create("Two")), false, 400, []string{"only writes"}, 0},
		{"cut", good + good[:len(good)-1], false, 400, []string{"ends before"}, 0},
		{"in pieces", good + "POST /Tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false, 400, []string{"ends before"}, 0},
		{"two lengths", good + strings.Replace(good, "\r\n", "\r\nContent-Length: 3\r\n", 1), false, 400, []string{"not a request"}, 0},
		{"not a request", good + "hello\r\n\r\n", false, 400, []string{"not a request"}, 0},
		{"too many", strings.Repeat(good, tablerest.MaxSeveral+1), false, 400, []string{"more than 16"}, 0},
		{"brief", brief("7", "{\"Table\x00Name\":\"Two\"}") + good, false, 200, []string{"HTTP/1.1 201", "HTTP/1.1 201"}, 2},
		{"brief without an end", good + brief("70", "{}"), false, 400, []string{"does not begin"}, 0},
		{"brief without a length", good + brief("-1", "{}"), false, 400, []string{"does not begin"}, 0},
		{"brief and too long", good + brief("1000", strings.Repeat(" ", 1000)+strings.Repeat("\x00", maxSeveralBytes/1000+1)), false, 400, []string{"too long"}, 0},
		{"brief and too long together", brief("9", "         "+strings.Repeat("\x00", maxSeveralBytes/16)) + brief("9", "         "+strings.Repeat("\x00", maxSeveralBytes/16)), false, 400, []string{"too long"}, 0},
		{"too long", good + part("POST /Tables", strings.Repeat(" ", maxSeveralBytes)), false, 400, []string{"ends before"}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := openLine(t, !test.locked)
			r, err := tablerest.HTTPDoer{}.Do(t.Context(), tablerest.Request{Method: "POST", URL: l.url + tablerest.SeveralPath, Header: []tablerest.Field{{Name: "Content-Type", Value: tablerest.SeveralType}}, Body: test.body})
			if err != nil || r.Status != test.status {
				t.Fatalf("%+v, %v", r, err)
			}
			rest := r.Body
			for _, want := range test.want {
				at := strings.Index(rest, want)
				if at < 0 {
					t.Fatalf("no %s in %s", want, r.Body)
				}
				rest = rest[at+len(want):]
			}
			page, err := l.db.Tables(t.Context(), "", 0)
			if err != nil || len(page.Names) != test.made {
				t.Errorf("%v, %v", page.Names, err)
			}
		})
	}
}

// Ensure that whoever writes together with others has the ETags that the account has, of all kinds of operations, although most answers
// come shortened.
func TestSeveral_ETags(t *testing.T) {
	l := openLine(t, true)
	client := l.client(true, nil)
	if err := client.CreateTable(t.Context(), "Sold"); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for p := range 12 {
		all.Go(func() {
			pk := fmt.Sprintf("p%02d", p)
			op := func(kind engine.OpKind, row, tag string) engine.Op {
				op := engine.Op{Kind: kind, PartitionKey: pk, RowKey: row, IfMatch: tag}
				if kind != engine.Delete {
					op.Properties = []engine.Property{{Name: "Text", Value: edm.NewString("\x00" + row)}}
				}
				return op
			}
			first := []engine.Op{op(engine.Insert, "a", ""), op(engine.Insert, "b", ""), op(engine.Insert, "c", "")}
			results, err := client.Batch(t.Context(), "Sold", first)
			if err != nil {
				t.Error(err)
				return
			}
			second := []engine.Op{op(engine.Delete, "a", results[0].ETag), op(engine.Merge, "b", results[1].ETag), op(engine.Insert, "d", ""), op(engine.InsertOrReplace, "c", ""), op(engine.Insert, "e", "")}
			if results, err = client.Batch(t.Context(), "Sold", second); err != nil || len(results) != len(second) || results[0] != (engine.OpResult{}) {
				t.Errorf("%+v, %v", results, err)
				return
			}
			for i, op := range second[1:] {
				e, err := l.db.Get(t.Context(), "Sold", pk, op.RowKey)
				if v, _ := e.Value("Text"); err != nil || e.ETag() != results[i+1].ETag || e.Timestamp() != results[i+1].Timestamp || v.Text() != "\x00"+op.RowKey {
					t.Errorf("%+v of %s: %+v, %v", results[i+1], op.RowKey, e, err)
				}
			}
		})
	}
	all.Wait()
	if l.several == 0 || l.several > 16 {
		t.Errorf("24 transactions went in %d", l.several)
	}
}
