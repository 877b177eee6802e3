package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"rangefinder/e2e/harness"
)

// command is a call of the program that has to end by itself, within harness.Timeout.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := harness.Binary(); err != nil { // built first: linking is no part of the call
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), harness.Timeout)
	t.Cleanup(cancel)
	return call(ctx, t, args...)
}

// serving is a call of the program that runs until somebody ends it: a test may take longer than one call may.
func serving(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return call(context.Background(), t, append([]string{"serve"}, args...)...)
}

func call(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := harness.Binary()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = t.TempDir() // it must not need the source tree
	return c
}

// end asks a running program to end and waits for it, harness.Timeout at most.
func end(c *exec.Cmd) error {
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	late := time.AfterFunc(harness.Timeout, func() { c.Process.Kill() })
	defer late.Stop()
	return c.Wait()
}

// Ensure that each way to call the binary prints where it should and exits as it should.
func TestCLI(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args           string
		status         int
		stdout, stderr string // patterns; empty means nothing is printed
	}{
		{"help", 0, `(?s)serve .*explain .*site .*version`, ``},
		{"--help", 0, `rangefinder serve`, ``},
		{"version", 0, `(?s)^rangefinder 20.*page: program [0-9a-f]{16}, `, ``},
		{"", 2, ``, `Usage:`},
		{"dig", 2, ``, `no subcommand "dig"`},
		{"serve --listen", 2, ``, `flag needs an argument`},
		{"serve now", 2, ``, `"now" is not a flag`},
		{"serve --listen nonsense", 2, ``, `--listen: "nonsense" is not an address`},
		{"site", 2, ``, `it takes 1 argument, and got 0`},
		{"explain --json PartitionKey", 1, `"error"`, ``},
	} {
		t.Run(test.args, func(t *testing.T) {
			c := command(t, strings.Fields(test.args)...)
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			err := c.Run()
			if status := c.ProcessState.ExitCode(); status != test.status {
				t.Errorf("status %d, want %d: %v", status, test.status, err)
			}
			match(t, "stdout", test.stdout, stdout.String())
			match(t, "stderr", test.stderr, stderr.String())
		})
	}
}

func match(t *testing.T, name, pattern, got string) {
	t.Helper()
	if pattern == "" && got != "" || !regexp.MustCompile(pattern).MatchString(got) {
		t.Errorf("%s is %q, want %q", name, got, pattern)
	}
}

// Ensure that explain is there and answers with one object for each filter.
func TestCLI_Explain(t *testing.T) {
	t.Parallel()
	output, err := command(t, "explain", "--json", "PartitionKey eq 'a' and RowKey eq 'b'", "Total gt 10").Output()
	if err != nil {
		t.Fatal(err)
	}
	var classes []string
	decoder := json.NewDecoder(bytes.NewReader(output))
	for {
		var plan struct{ Class string }
		if err := decoder.Decode(&plan); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, output)
		}
		classes = append(classes, plan.Class)
	}
	if got := strings.Join(classes, " "); got != "point full-scan" {
		t.Errorf("classes %q", got)
	}
}

// start runs serve until the test ends and returns the address it prints.
func start(t *testing.T, args ...string) (c *exec.Cmd, address string) {
	t.Helper()
	c = serving(t, args...)
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("serve prints %q: %v", line, err)
	}
	address = regexp.MustCompile(`http://\S+`).FindString(line)
	if address == "" {
		t.Fatalf("serve prints no address: %q", line)
	}
	return c, address
}

// Ensure that serve prints an address that works, is reachable from this machine only, and stops when told.
func TestCLI_Serve(t *testing.T) {
	t.Parallel()
	c, address := start(t, "--listen", "127.0.0.1:0")
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
	page := open(t, address, harness.View{})
	checkRouted(t, page)
	waitCached(t, page) // or the browser complains of a service worker that it could not fetch
	if err := c.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if output, err := command(t, "healthcheck", address).CombinedOutput(); err != nil {
		t.Errorf("after SIGHUP: %v: %s", err, output)
	}
	if err := end(c); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

// Ensure that a port in use is explained.
func TestCLI_ServePortTaken(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	output, err := command(t, "serve", "--listen", listener.Addr().String()).CombinedOutput()
	if err == nil || !strings.Contains(string(output), "is in use by another program; choose another port") {
		t.Errorf("%v: %s", err, output)
	}
}

// Ensure that a server that others can reach asks for a token, also when nobody chose one.
func TestCLI_ServeToken(t *testing.T) {
	t.Parallel()
	_, address := start(t, "--listen", "0.0.0.0:0", "--insecure-plain-http")
	token := regexp.MustCompile(`\?token=[A-Z2-7]{26}$`).FindString(address)
	if token == "" {
		t.Fatalf("no token in %s", address)
	}
	port := regexp.MustCompile(`:(\d+)/`).FindStringSubmatch(address)[1]
	client := &http.Client{
		Timeout:       10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for query, want := range map[string]int{"": http.StatusUnauthorized, token: http.StatusSeeOther} {
		response, err := client.Get("http://127.0.0.1:" + port + "/" + query)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%q: status %d, want %d", query, response.StatusCode, want)
		}
	}
}

// Ensure that site writes a page from the binary alone.
func TestCLI_Site(t *testing.T) {
	t.Parallel()
	c := command(t, "site", "out")
	if output, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "out", "index.html")); err != nil {
		t.Error(err)
	}
}
