package workload

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"
)

// form is how a call of a known shape is written.
type form struct {
	table, text string // of the shape
	operation   Operation
	filter      string // with %s for a text and %d for a number
	keys        bool
}

// forms are 40 shapes.
var forms = func() []form {
	filters := [][2]string{
		{"", ""},
		{"PartitionKey eq {String}", "PartitionKey eq '%s'"},
		{"PartitionKey eq {String} and RowKey ge {String} and RowKey lt {String}", "PartitionKey eq '%s' and RowKey ge 'a%s' and RowKey lt 'b%s'"},
		{"PartitionKey ge {String} and PartitionKey lt {String}", "PartitionKey ge 'a%s' and PartitionKey lt 'b%s'"},
		{"Rating gt {Int32}", "Rating gt %d"},
		{"Rating gt {Int64}", "Rating gt %dL"},
		{"Rating gt {Double}", "Rating gt %d.5"},
		{"PartitionKey eq {String} and (Seen or Year lt {Int32})", "PartitionKey eq '%s' and (Seen  or Year lt %d)"},
		{"Added ge datetime", "Added ge datetime'2026-11-%02dT09:30:00Z'"},
	}
	filters[8][0] = "Added ge {DateTime}"
	var out []form
	for _, table := range []string{"Movies", "Log", "Orders"} {
		for _, f := range filters {
			out = append(out, form{table: table, text: f[0], operation: Query, filter: f[1]})
		}
		out = append(out, form{table: table, text: byKeys, operation: PointRead, keys: true}, form{table: table, operation: Insert},
			form{table: table, text: byKeys, operation: Merge, keys: true}, form{table: table, text: byKeys, operation: Delete, keys: true})
	}
	return append(out, form{operation: Transaction})
}()

// request is one call as every kind of log can tell of it.
type request struct {
	form
	shape  int
	at     time.Time
	filter string
	status int
	ms     int
	in     int
	out    int
	id     string
}

const (
	hostileAddress   = "203.0.113.77"
	hostileAddress6  = "2001:db8::77"
	hostileSignature = "Zm9yYmlkZGVuU2lnbmF0dXJl"
	hostileKey       = "SecretPartition"
)

// requests makes n calls, with all shapes among them.
func requests(n int, seed uint64) []request {
	random := rand.New(rand.NewPCG(seed, 1))
	out := make([]request, n)
	for i := range out {
		shape := i % len(forms)
		if i >= len(forms) {
			shape = random.IntN(len(forms))
		}
		r := request{form: forms[shape], shape: shape, at: start.Add(time.Duration(i) * time.Second), status: 200, ms: 1 + random.IntN(40), in: random.IntN(500), out: random.IntN(9000), id: fmt.Sprintf("c%08x-%d", random.Uint32(), i)}
		r.filter = r.form.filter
		for strings.Contains(r.filter, "%s") {
			r.filter = strings.Replace(r.filter, "%s", fmt.Sprintf("k''%d", random.IntN(1000)), 1)
		}
		if strings.Contains(r.filter, "%") {
			r.filter = fmt.Sprintf(r.filter, random.IntN(28)+1)
		}
		if r.operation.Writes() {
			r.status = 204
		}
		if random.IntN(50) == 0 {
			r.status = 503
		}
		out[i] = r
	}
	return out
}

// path is the request's path and query below the account.
func (r *request) path() string {
	if r.operation == Transaction {
		return "/$batch"
	}
	path := "/" + r.table
	switch {
	case r.keys:
		path += fmt.Sprintf("(PartitionKey='%s%d',RowKey='r%%2F%d')", hostileKey, r.ms, r.out)
	case r.operation == Query:
		path += "()"
	}
	query := "?"
	if r.filter != "" {
		query += "$filter=" + strings.ReplaceAll(url.QueryEscape(r.filter), "+", "%20") + "&"
	}
	return path + query + "sv=2019-02-02&sig=" + hostileSignature
}

func (r *request) method() string {
	return map[Operation]string{Query: "GET", PointRead: "GET", Insert: "POST", Merge: "MERGE", Delete: "DELETE", Transaction: "POST"}[r.operation]
}

func (r *request) name() string {
	return map[Operation]string{Query: "QueryEntities", PointRead: "QueryEntity", Insert: "InsertEntity", Merge: "MergeEntity", Delete: "DeleteEntity", Transaction: "EntityGroupTransaction"}[r.operation]
}

const accountURL = "https://acme.table.core.windows.net:443"

func quoteJSON(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

// writer writes a log of a kind line by line.
type writer struct {
	kind         Kind
	head, foot   string
	line         func(r *request, n int) string // with its end; several lines of Azurite's log
	separator    string                         // between elements
	unterminated bool
}

// writers are all kinds; some have several layouts.
var writers = map[string]writer{
	"csv": {kind: MonitorCSV, head: "TenantId,\"TimeGenerated [UTC]\",OperationName,StatusCode,DurationMs,CallerIpAddress,Uri,RequestBodySize,ResponseBodySize,ClientRequestId\r\n", line: func(r *request, _ int) string {
		return fmt.Sprintf("t,\"%s\",%s,%d,%d,%s:51,\"%s\",%d,%d,%s\r\n", r.at.Format("1/2/2006, 3:04:05.000 PM"), r.name(), r.status, r.ms, hostileAddress, accountURL+r.path(), r.in, r.out, r.id)
	}},
	"json array": {kind: MonitorJSON, head: "[", foot: "]\n", separator: ",\n", line: monitorObject},
	"json array, indented": {kind: MonitorJSON, head: "[\n", foot: "\n]\n", separator: ",\n", line: func(r *request, n int) string {
		var b bytes.Buffer
		_ = json.Indent(&b, []byte(monitorObject(r, n)), "  ", "  ")
		return "  " + b.String()
	}},
	"query API": {kind: MonitorJSON, head: `{"tables":[{"name":"PrimaryResult","columns":[{"name":"TimeGenerated","type":"datetime"},{"name":"CallerIpAddress","type":"string"},{"name":"OperationName","type":"string"},{"name":"StatusCode","type":"string"},{"name":"DurationMs","type":"real"},{"name":"Uri","type":"string"}],"rows":[` + "\n", foot: "\n]}]}", separator: ",\n", line: func(r *request, _ int) string {
		return fmt.Sprintf(`[%q,%q,%q,"%d",%d.5,%s]`, r.at.Format(time.RFC3339Nano), hostileAddress, r.name(), r.status, r.ms, quoteJSON(accountURL+r.path()))
	}},
	"diagnostic": {kind: JSONLines, line: func(r *request, _ int) string {
		return fmt.Sprintf(`{ "time": %q, "resourceId": "/subscriptions/x/providers/Microsoft.Storage/storageAccounts/acme/tableServices/default", "category": "StorageRead", "operationName": %q, "statusCode": %d, "statusText": "Success", "durationMs": %d, "callerIpAddress": "%s:12", "uri": %s, "properties": {"accountName":"acme","serverLatencyMs":3,"serviceType":"table","objectKey":"/acme/%s","operationCount":0,"requestBodySize":%d,"responseBodySize":%d,"clientRequestId":%q}}`+"\n",
			r.at.Format(time.RFC3339Nano), r.name(), r.status, r.ms, hostileAddress, quoteJSON(accountURL+r.path()), hostileKey, r.in, r.out, r.id)
	}},
	"own": {kind: JSONLines, line: func(r *request, _ int) string {
		path, _, _ := strings.Cut(r.path(), "?")
		path, _ = url.PathUnescape(path)
		plan := ""
		if r.operation == Query || r.operation == PointRead {
			plan = `,"plan":"row-range","examined":10,"returned":2`
		}
		return fmt.Sprintf(`{"time":%q,"account":"acme","method":%q,"path":%s,"filter":%s,"status":%d,"bytes":%d,"ms":%d.25,"bytesIn":%d%s,"clientRequest":%q}`+"\n",
			r.at.Format(time.RFC3339Nano), r.method(), quoteJSON(path), quoteJSON(r.filter), r.status, r.out, r.ms, r.in, plan, r.id)
	}},
	"analytics": {kind: Analytics, line: func(r *request, _ int) string {
		escaped := strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&#39;").Replace(accountURL + r.path())
		return fmt.Sprintf(`1.0;%s;%s;Success;%d;%d;3;authenticated;acme;acme;table;"%s";"/acme/%s";85ba10a5-b7e2;0;%s:4362;2015-04-05;505;%d;188;%d;0;;;""0x8CE1B67AD473BC5"";Friday, 09-Aug-11 18:02:40 GMT;;"azsdk;net";;"%s"`+"\n",
			r.at.Format("2006-01-02T15:04:05.0000000Z"), r.name(), r.status, r.ms, escaped, hostileKey, hostileAddress, r.in, r.out, r.id)
	}},
	"HAR": {kind: HAR, head: `{"log":{"version":"1.2","pages":[],"entries":[`, foot: "]}}", separator: ",", line: harEntry},
	"HAR, indented": {kind: HAR, head: "{\n  \"log\": {\n    \"version\": \"1.2\",\n    \"entries\": [\n", foot: "\n    ]\n  }\n}\n", separator: ",\n", line: func(r *request, n int) string {
		var b bytes.Buffer
		_ = json.Indent(&b, []byte(harEntry(r, n)), "      ", "  ")
		return "      " + b.String()
	}},
	"Azurite": {kind: Azurite, line: func(r *request, n int) string {
		at := r.at.Format("2006-01-02T15:04:05.000Z")
		ifMatch := ""
		if r.operation == Merge {
			ifMatch = `,"if-match":"*"`
		}
		return fmt.Sprintf("%s %d info: TableStorageContextMiddleware: RequestMethod=%s RequestURL=http://127.0.0.1/devstoreaccount1%s RequestHeaders:{\"host\":\"127.0.0.1:10002\",\"authorization\":\"SharedKeyLite acme:%s\",\"x-ms-client-request-id\":%q%s} ClientIP=%s Protocol=http HTTPVersion=1.1\n%s %d verbose: DispatchMiddleware: Dispatching request...\n%s %d info: EndMiddleware: End response. TotalTimeInMS=%d StatusCode=%d StatusMessage=OK Headers={\"server\":\"Azurite-Table/3.35.0\"}\n",
			at, n, r.method(), r.path(), hostileSignature, r.id, ifMatch, hostileAddress, at, n, at, n, r.ms, r.status)
	}},
	"access": {kind: Azurite, line: func(r *request, _ int) string {
		method := r.method()
		return fmt.Sprintf("%s - - [%s] \"%s /devstoreaccount1%s HTTP/1.1\" %d %d\n", hostileAddress, r.at.Format("02/Jan/2006:15:04:05 -0700"), method, r.path(), r.status, r.out)
	}},
}

func monitorObject(r *request, _ int) string {
	return fmt.Sprintf(`{"TenantId":"t","TimeGenerated":%q,"OperationName":%q,"StatusCode":"%d","DurationMs":%d,"Uri":%s,"CallerIpAddress":"%s:51","RequestBodySize":%d,"ResponseBodySize":%d,"ClientRequestId":%q}`,
		r.at.Format(time.RFC3339Nano), r.name(), r.status, r.ms, quoteJSON(accountURL+r.path()), hostileAddress, r.in, r.out, r.id)
}

func harEntry(r *request, _ int) string {
	ifMatch := ""
	if r.operation == Merge {
		ifMatch = `{"name":"If-Match","value":"*"},`
	}
	return fmt.Sprintf(`{"startedDateTime":%q,"time":%d.5,"request":{"method":%q,"url":%s,"headers":[%s{"name":"Authorization","value":"SharedKey acme:%s"},{"name":"x-ms-client-request-id","value":%q}],"bodySize":%d,"postData":{"text":"{\"PartitionKey\":\"%s\"}"}},"response":{"status":%d,"bodySize":%d,"content":{"size":%d,"text":"[{}]"}},"serverIPAddress":"%s"}`,
		r.at.Format(time.RFC3339Nano), r.ms, r.method(), quoteJSON(accountURL+r.path()), ifMatch, hostileSignature, r.id, r.in, hostileKey, r.status, r.out, r.out, hostileAddress6)
}

// breakLine spoils a line in one of several ways, none of which leaves it readable.
func breakLine(line string, way int) string {
	end := ""
	if text, found := strings.CutSuffix(line, "\n"); found {
		line, end = text, "\n"
	}
	if i := strings.IndexByte(line, '\n'); i >= 0 && end != "" { // Azurite: the line with the URL
		line = line[:i]
	}
	switch way % 3 {
	case 0:
		if at := strings.Index(line, "RequestURL="); at >= 0 {
			return line[:at+30] + end
		}
		return line[:len(line)*2/5] + end
	case 1:
		return "{\"broken " + hostileAddress + " sig=" + hostileSignature + end
	}
	if at := strings.Index(line, "/"); at >= 0 && strings.Contains(line, " - - [") { // only times and numbers make an access line
		return line[:at] + end
	}
	if at := strings.Index(line, "RequestURL="); at >= 0 {
		return line[:at] + "RequestURL=nowhere RequestHeaders:{}" + end
	}
	return "\x00\xff" + line[len(line)/2:] + end
}

// write writes a log with a broken line after each hundredth request, and returns how many are broken.
func (w *writer) write(out io.Writer, all []request, broken bool) (spoilt int) {
	io.WriteString(out, w.head)
	for i := range all {
		if i > 0 {
			io.WriteString(out, w.separator)
		}
		line := w.line(&all[i], i)
		if broken && i%100 == 50 {
			io.WriteString(out, breakLine(line, spoilt))
			io.WriteString(out, w.separator)
			spoilt++
		}
		io.WriteString(out, line)
	}
	io.WriteString(out, w.foot)
	return spoilt
}

func packed(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data)
	_ = z.Close()
	return b.Bytes()
}

func summarize(t testing.TB, data []byte) (*Summary, Report) {
	t.Helper()
	var s Summary
	report, err := Read(bytes.NewReader(data), s.Add)
	if err != nil {
		t.Fatal(err)
	}
	return &s, report
}
