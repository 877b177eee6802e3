package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"rangefinder/e2e/harness"
)

// logKind writes a log of one kind: what stands before, a request, between two, and at the end.
type logKind struct {
	name            string
	head, sep, foot string
	request         func(w *bytes.Buffer, r *logged)
	packed          bool
	linesOfARequest int // of Azurite's log; 0 for one
}

// logged is a request to be written into a log.
type logged struct {
	at              time.Time
	number          int
	name            string // as Azure's logs have it
	method          string
	table, filter   string
	keys            bool
	status, ms, out int
}

const logAccount = "https://acme.table.core.windows.net"

// path is the request's path and query below the account.
func (r *logged) path() string {
	switch {
	case r.keys:
		return fmt.Sprintf("/%s(PartitionKey='p%d',RowKey='r%d')", r.table, r.number%97, r.number)
	case r.filter != "":
		return "/" + r.table + "()?$filter=" + strings.ReplaceAll(url.QueryEscape(r.filter), "+", "%20")
	}
	return "/" + r.table
}

// loggedShapes are the shapes of the requests, in turn: 40, of which 28 are queries.
const loggedShapes = 40

// at makes the n-th request.
func loggedAt(n int) logged {
	tables := [...]string{"Movies", "Orders", "Log", "Users"}
	r := logged{at: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * 50 * time.Millisecond), number: n, table: tables[n%len(tables)], name: "QueryEntities", method: "GET", status: 200, ms: 1 + n%40, out: 100 + n%9000}
	switch n / len(tables) % 10 {
	case 0:
		r.filter = fmt.Sprintf("PartitionKey eq 'k%d'", n%1000)
	case 1:
		r.filter = fmt.Sprintf("PartitionKey eq 'k%d' and RowKey ge 'a%d' and RowKey lt 'b%d'", n%1000, n%7, n%9)
	case 2:
		r.filter = fmt.Sprintf("PartitionKey ge 'a%d' and PartitionKey lt 'b%d'", n%7, n%9)
	case 3:
		r.filter = fmt.Sprintf("Rating gt %d.5", n%10)
	case 4:
		r.filter = fmt.Sprintf("Added ge datetime'2026-11-%02dT09:30:00Z' and Seen eq false", n%28+1)
	case 5:
		r.filter = fmt.Sprintf("PartitionKey eq 'k%d' or PartitionKey eq 'k%d'", n%1000, n%990)
	case 6:
		r.filter = fmt.Sprintf("not (Title eq 'it''s %d')", n%100)
	case 7:
		r.name, r.keys = "QueryEntity", true
	case 8:
		r.name, r.method, r.status = "InsertEntity", "POST", 204
	case 9:
		r.name, r.method, r.status, r.keys = "DeleteEntity", "DELETE", 204, true
	}
	return r
}

// logKinds are all that rangefinder workload reads.
var logKinds = []logKind{
	{name: "StorageTableLogs as CSV", head: "TenantId,TimeGenerated,OperationName,StatusCode,DurationMs,CallerIpAddress,Uri,RequestBodySize,ResponseBodySize,ClientRequestId\n", request: func(w *bytes.Buffer, r *logged) {
		fmt.Fprintf(w, "t,%s,%s,%d,%d,10.0.0.1:51,\"%s\",0,%d,c-%d\n", r.at.Format(time.RFC3339Nano), r.name, r.status, r.ms, logAccount+r.path(), r.out, r.number)
	}},
	{name: "StorageTableLogs as JSON", head: "[", sep: ",\n", foot: "]\n", request: func(w *bytes.Buffer, r *logged) {
		fmt.Fprintf(w, `{"TenantId":"t","TimeGenerated":%q,"OperationName":%q,"StatusCode":"%d","DurationMs":%d,"Uri":%q,"CallerIpAddress":"10.0.0.1:51","RequestBodySize":0,"ResponseBodySize":%d,"ClientRequestId":"c-%d"}`,
			r.at.Format(time.RFC3339Nano), r.name, r.status, r.ms, logAccount+r.path(), r.out, r.number)
	}},
	{name: "JSON lines of a diagnostic setting", request: writeDiagnostic},
	{name: "Storage Analytics 1.0", request: func(w *bytes.Buffer, r *logged) {
		fmt.Fprintf(w, `1.0;%s;%s;Success;%d;%d;3;authenticated;acme;acme;table;"%s";"/acme/x";85ba10a5-b7e2;0;10.0.0.1:4362;2015-04-05;505;0;188;%d;0;;;""0x8CE1B67AD473BC5"";Friday, 09-Aug-11 18:02:40 GMT;;"azsdk;net";;"c-%d"`+"\n",
			r.at.Format("2006-01-02T15:04:05.0000000Z"), r.name, r.status, r.ms, strings.NewReplacer("&", "&amp;", "'", "&#39;").Replace(logAccount+r.path()), r.out, r.number)
	}},
	{name: "HAR", head: `{"log":{"version":"1.2","pages":[],"entries":[`, sep: ",\n", foot: "]}}", request: func(w *bytes.Buffer, r *logged) {
		fmt.Fprintf(w, `{"startedDateTime":%q,"time":%d.5,"request":{"method":%q,"url":%q,"httpVersion":"HTTP/2","headers":[{"name":"Accept","value":"application/json"},{"name":"x-ms-client-request-id","value":"c-%d"}],"queryString":[],"bodySize":0},"response":{"status":%d,"headers":[],"bodySize":%d,"content":{"size":%d,"mimeType":"application/json","text":"{}"}},"timings":{"wait":1}}`,
			r.at.Format(time.RFC3339Nano), r.ms, r.method, logAccount+r.path(), r.number, r.status, r.out, r.out)
	}},
	{name: "Azurite's debug log, 2 lines a request", linesOfARequest: 2, request: func(w *bytes.Buffer, r *logged) {
		at := r.at.Format("2006-01-02T15:04:05.000Z")
		fmt.Fprintf(w, "%s %d info: TableStorageContextMiddleware: RequestMethod=%s RequestURL=http://127.0.0.1/devstoreaccount1%s RequestHeaders:{\"host\":\"127.0.0.1:10002\",\"x-ms-client-request-id\":\"c-%d\"} ClientIP=127.0.0.1 Protocol=http HTTPVersion=1.1\n%s %d info: EndMiddleware: End response. TotalTimeInMS=%d StatusCode=%d StatusMessage=OK Headers={}\n",
			at, r.number, r.method, r.path(), r.number, at, r.number, r.ms, r.status)
	}},
	{name: "what serve --log writes", request: func(w *bytes.Buffer, r *logged) {
		path, _, _ := strings.Cut(r.path(), "?")
		plan := ""
		if r.method == "GET" {
			plan = `,"plan":"row-range","examined":10,"returned":2`
		}
		fmt.Fprintf(w, `{"time":%q,"account":"acme","method":%q,"path":%q,"filter":%q,"status":%d,"bytes":%d,"ms":%d.25%s}`+"\n", r.at.Format(time.RFC3339Nano), r.method, path, r.filter, r.status, r.out, r.ms, plan)
	}},
	{name: "JSON lines of a diagnostic setting, by gzip", packed: true, request: writeDiagnostic},
}

func writeDiagnostic(w *bytes.Buffer, r *logged) {
	fmt.Fprintf(w, `{ "time": %q, "resourceId": "/subscriptions/x/providers/Microsoft.Storage/storageAccounts/acme/tableServices/default", "category": "StorageRead", "operationName": %q, "statusCode": %d, "statusText": "Success", "durationMs": %d, "callerIpAddress": "10.0.0.1:12", "uri": %q, "properties": {"accountName":"acme","serverLatencyMs":3,"serviceType":"table","operationCount":0,"responseBodySize":%d,"clientRequestId":"c-%d"}}`+"\n",
		r.at.Format(time.RFC3339Nano), r.name, r.status, r.ms, logAccount+r.path(), r.out, r.number)
}

// runLogs measures how the binary reads a million lines of each kind of log, if it is wanted, and prints it.
func runLogs(ctx context.Context, wanted func(name string) bool) error {
	if !wanted("logs") {
		return nil
	}
	fmt.Printf("\nrangefinder workload, a log of 1,000,000 lines of each kind with 40 shapes, 1 line of 200 broken; a process of its own\n\n")
	rows, err := measured("logs", func() ([]row, error) { return measureLogs(ctx) })
	if err != nil {
		return err
	}
	return printTable(rows, "", "")
}

func measureLogs(ctx context.Context) (rows []row, err error) {
	folder, err := os.MkdirTemp("", "rangefinder-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "rangefinder")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./server/cmd/rangefinder")
	build.Dir = harness.Root()
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the binary: %w\n%s", err, out)
	}
	for i := range logKinds {
		path := filepath.Join(folder, "log")
		r, err := logKinds[i].measure(ctx, binary, path)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", logKinds[i].name, err)
		}
		rows = append(rows, r...)
		_ = os.Remove(path)
	}
	return rows, nil
}

// measure writes a log, has the binary read it, and checks what it counted.
func (k *logKind) measure(ctx context.Context, binary, path string) ([]row, error) {
	requests, broken, size, err := k.write(path)
	if err != nil {
		return nil, err
	}
	waitQuiet()
	c := exec.CommandContext(ctx, binary, "workload", path, "--json")
	var out, told bytes.Buffer
	c.Stdout, c.Stderr = &out, &told
	begun := time.Now()
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, told.String())
	}
	took := time.Since(begun)
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	var end struct{ Calls, Shapes, NotUnderstood int }
	if err := json.Unmarshal(lines[len(lines)-1], &end); err != nil {
		return nil, err
	}
	shapes := map[int]int{}
	for _, line := range lines[:len(lines)-1] {
		var s struct{ Calls int }
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, err
		}
		shapes[s.Calls]++
	}
	if each := requests / loggedShapes; end.Calls != requests || end.Shapes != loggedShapes || shapes[each] != loggedShapes || end.NotUnderstood != broken {
		return nil, fmt.Errorf("%+v with calls %v, want %d calls of %d shapes, each as often, and %d lines not understood", end, shapes, requests, loggedShapes, broken)
	}
	memory := float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) * 1024
	what := fmt.Sprintf("%s, %.0f MB", k.name, float64(size)/1e6)
	return []row{
		{what: what, target: "20 s", ours: duration(took.Seconds() * 1000), met: took <= 20*time.Second},
		{what: "memory of the process, at most", target: "200 MB", ours: fmt.Sprintf("%.0f MB", memory/1e6), met: memory <= 200e6},
	}, nil
}

// write writes a log of logLines lines, of which some are broken.
func (k *logKind) write(path string) (requests, broken int, size int64, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, 0, 0, err
	}
	var out io.Writer = file
	var z *gzip.Writer
	if k.packed {
		z = gzip.NewWriter(file)
		out = z
	}
	buffered := bufio.NewWriterSize(out, 1<<20)
	var b bytes.Buffer
	b.WriteString(k.head)
	requests = logLines / max(k.linesOfARequest, 1) * 199 / 200 / loggedShapes * loggedShapes
	for n := range requests {
		if n > 0 {
			b.WriteString(k.sep)
		}
		r := loggedAt(n)
		at := b.Len()
		k.request(&b, &r)
		if n%199 == 100 {
			broken++
			line, _, _ := bytes.Cut(bytes.Clone(b.Bytes()[at:]), []byte("\n"))
			b.Write([]byte(k.sep))
			cut := len(line) / 3
			if url := bytes.Index(line, []byte("RequestURL=")); url > 0 { // a line of a debug log may be anything up to there
				cut = url + len("RequestURL=http://127.0.0.1/dev")
			}
			b.Write(line[:cut])
			if k.sep == "" {
				b.WriteByte('\n')
			}
		}
		if _, err = buffered.Write(b.Bytes()); err != nil {
			break
		}
		b.Reset()
	}
	_, footed := buffered.WriteString(k.foot)
	err = errors.Join(err, footed, buffered.Flush())
	if z != nil {
		err = errors.Join(err, z.Close())
	}
	if info, told := file.Stat(); told == nil {
		size = info.Size()
	}
	return requests, broken, size, errors.Join(err, file.Close())
}
