package soak

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rangefinder/e2e/harness"
)

// patience bounds what the server may take. It is only reached when something is broken.
const patience = 30 * time.Second

// process is the running binary, which keeps its tables in a folder.
type process struct {
	url     string // of the account
	command *exec.Cmd
	errors  bytes.Buffer // what it printed as errors, when it has ended
	ended   chan error   // gets what became of it
}

// build makes the binary and returns its path.
func build(t *testing.T) string {
	t.Helper()
	binary, err := harness.Binary()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// start serves the tables of a folder on a free port until stop or the end of the test.
func start(t *testing.T, binary, data string) *process {
	t.Helper()
	p := &process{ended: make(chan error, 1)}
	p.command = exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--data", data)
	p.command.Stderr = &p.errors
	stdout, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	for range 2 { // the page's address, then that of the tables
		line, err := lines.ReadString('\n')
		if err != nil {
			_ = p.command.Process.Kill()
			_ = p.command.Wait()
			t.Fatalf("serve prints %q: %v\n%s", line, err, p.errors.String())
		}
		p.url = regexp.MustCompile(`http://[^\s]*[^\s/]`).FindString(line)
	}
	go func() { p.ended <- p.command.Wait() }()
	t.Cleanup(func() { _ = p.command.Process.Kill() })
	return p
}

// stop ends the process as a person does and returns how long it took. What it printed as an error is an error.
func (p *process) stop() (took time.Duration, err error) {
	begin := time.Now()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	select {
	case err = <-p.ended:
	case <-time.After(patience):
		_ = p.command.Process.Kill()
		err = errors.Join(errors.New("the server did not end"), <-p.ended)
	}
	if p.errors.Len() > 0 {
		err = errors.Join(err, fmt.Errorf("the server complains: %.4000s", p.errors.String()))
	}
	return time.Since(begin), err
}

// resident returns the MiB of memory that the process has; ok is false where there is no /proc.
func (p *process) resident() (mib float64, ok bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if kib, found := strings.CutPrefix(line, "VmRSS:"); found {
			n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(kib), " kB"), 64)
			return n / 1024, err == nil
		}
	}
	return 0, false
}

// files returns how many files and connections the process has open; ok is false where there is no /proc.
func (p *process) files() (n int, ok bool) {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.command.Process.Pid))
	return len(entries), err == nil
}
