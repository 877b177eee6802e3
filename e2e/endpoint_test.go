package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"rangefinder/server/tableauth"
)

// endpoint is a running binary with its Table endpoint.
type endpoint struct {
	page, tables string // addresses, without a slash at the end
	stop         func() error
	errors       *strings.Builder // what was printed as errors, after stop
}

// startEndpoint runs serve on free ports until it is stopped or the test ends.
func startEndpoint(t *testing.T, args ...string) *endpoint {
	t.Helper()
	c := serving(t, append([]string{"--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0"}, args...)...)
	e := &endpoint{errors: new(strings.Builder)}
	c.Stderr = e.errors
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	lines := bufio.NewReader(stdout)
	for _, to := range []*string{&e.page, &e.tables} {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("serve prints %q: %v", line, err)
		}
		*to = strings.TrimSuffix(regexp.MustCompile(`http://\S+`).FindString(line), "/")
	}
	e.stop = func() error { return end(c) }
	return e
}

// ask sends a request signed with the well-known key.
func (e *endpoint) ask(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, e.tables+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	account := tableauth.WellKnownAccount()
	return sendSigned(t, r, account.Name, account.Keys[0])
}

// sendSigned signs and sends a request.
func sendSigned(t *testing.T, r *http.Request, account string, key tableauth.Key) (int, string) {
	t.Helper()
	tableauth.SignSharedKeyLite(r, account, key, time.Now())
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// Ensure that the binary keeps what a client writes over a stop and a start, denies what it is told to deny, tells of it, and
// logs no secrets.
func TestCLI_Tables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, log := filepath.Join(dir, "data"), filepath.Join(dir, "access.log")
	e := startEndpoint(t, "--data", data, "--log", log, "--deny", "full-scan")
	if status, body := e.ask(t, "POST", "/Tables", `{"TableName":"Movies"}`); status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := e.ask(t, "POST", "/Movies", `{"PartitionKey":"Action","RowKey":"Cop Out","Rating":4.5}`); status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := e.ask(t, "GET", "/Movies()?$filter=Rating%20gt%204", ""); status != http.StatusBadRequest || !strings.Contains(body, "QueryDenied") || !strings.Contains(body, "Rating gt 4") {
		t.Errorf("%d %s", status, body)
	}
	if status, body := e.ask(t, "GET", "/Movies()?$filter=PartitionKey%20eq%20'Action'", ""); status != http.StatusOK || !strings.Contains(body, "Cop Out") {
		t.Errorf("%d %s", status, body)
	}
	response, err := http.Get(e.page + "/api/requests")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var requests struct {
		Requests []struct {
			Status   int
			Class    string
			Findings []any
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&requests); err != nil {
		t.Fatal(err)
	}
	if n := len(requests.Requests); n != 4 || requests.Requests[2].Class != "full-scan" || requests.Requests[3].Class != "row-range" {
		t.Errorf("%+v", requests)
	}
	if output, err := command(t, "check", data).CombinedOutput(); err == nil {
		t.Errorf("a directory in use is checked: %s", output)
	}
	if err := e.stop(); err != nil {
		t.Fatalf("after SIGTERM: %v\n%s", err, e.errors)
	}
	access, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(access), "\n"); n != 4 || strings.Contains(string(access), "SharedKey") || e.errors.Len() > 0 {
		t.Errorf("%d lines:\n%s%s", n, access, e.errors)
	}
	if output, err := command(t, "check", data).CombinedOutput(); err != nil || !strings.Contains(string(output), "1 tables, 1 entities") {
		t.Errorf("%v: %s", err, output)
	}
	again := startEndpoint(t, "--data", data)
	if status, body := again.ask(t, "GET", "/Movies(PartitionKey='Action',RowKey='Cop%20Out')", ""); status != http.StatusOK || !strings.Contains(body, "4.5") {
		t.Errorf("%d %s", status, body)
	}
	if err := again.stop(); err != nil {
		t.Error(err)
	}
}

// Ensure that a port of the Table endpoint in use is explained, and ends the server only when the endpoint was asked for.
func TestCLI_TablesPortTaken(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	output, err := command(t, "serve", "--listen", "127.0.0.1:0", "--tables", listener.Addr().String()).CombinedOutput()
	if err == nil || !strings.Contains(string(output), "is in use by another program; choose another port, for example --tables") {
		t.Errorf("%v: %s", err, output)
	}
	// The port is taken here, or by whatever else has it on this machine.
	if standard, err := net.Listen("tcp", "127.0.0.1:10002"); err == nil {
		defer standard.Close()
	}
	_, address := start(t, "--listen", "127.0.0.1:0")
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}
