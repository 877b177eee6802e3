package sdk

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"rangefinder/e2e/harness"
	"rangefinder/server/tableauth"
)

// patience bounds what a program may take. It is only reached when something is broken.
const patience = 30 * time.Second

// account and key are the emulator's.
const (
	account = tableauth.WellKnownName
	key     = tableauth.WellKnownKey
)

// ours is the server that the clients speak to. Each test has tables of its own, those of service properties excepted.
var ours *endpoint

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "sdk-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	if ours, err = start(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if peer != nil {
		if err := peer.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if err := ours.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// endpoint is the running binary, which keeps its tables in a folder.
type endpoint struct {
	url     string // of the account
	cosmos  bool   // it behaves as Azure Cosmos DB for Table
	binary  string
	folder  string
	command *exec.Cmd
	errors  bytes.Buffer // what it printed as errors, when it has ended
}

// start builds the binary and serves tables in the folder on a free port.
func start(folder string, flags ...string) (*endpoint, error) {
	binary, err := harness.Binary()
	if err != nil {
		return nil, err
	}
	e := &endpoint{binary: binary, folder: folder}
	e.command = exec.Command(e.binary, "serve", "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--data", e.data(), "--log", e.log())
	e.command.Args = append(e.command.Args, flags...)
	e.command.Dir, e.command.Stderr = folder, &e.errors
	stdout, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.command.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(stdout)
	for range 2 { // the page's address, then that of the tables
		line, err := lines.ReadString('\n')
		if err != nil {
			_ = e.command.Process.Kill()
			_ = e.command.Wait()
			return nil, fmt.Errorf("serve prints %q: %w\n%s", line, err, e.errors.String())
		}
		e.url = strings.TrimSuffix(regexp.MustCompile(`http://\S+`).FindString(line), "/")
	}
	e.url = strings.TrimSuffix(e.url, "/"+account) + "/" + account
	return e, nil
}

func (e *endpoint) data() string { return filepath.Join(e.folder, "data") }
func (e *endpoint) log() string  { return filepath.Join(e.folder, "access.log") }

// stop ends the server and looks at what it leaves: nothing printed as an error, no request answered with a fault of the
// server's, no signature in its log, and data that are whole.
func (e *endpoint) stop() error {
	failed := e.command.Process.Signal(syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- e.command.Wait() }()
	select {
	case err := <-ended:
		failed = errors.Join(failed, err)
	case <-time.After(patience):
		_ = e.command.Process.Kill()
		<-ended
		failed = errors.Join(failed, errors.New("the server did not end"))
	}
	if e.errors.Len() > 0 {
		failed = errors.Join(failed, fmt.Errorf("the server complains: %s", e.errors.String()))
	}
	log, err := os.ReadFile(e.log())
	if err != nil {
		return errors.Join(failed, err)
	}
	for line := range strings.Lines(string(log)) {
		if regexp.MustCompile(`(?i)"status":500|sig=[^&"]*%|SharedKey`).MatchString(line) {
			failed = errors.Join(failed, fmt.Errorf("in the log: %s", line))
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if output, err := exec.CommandContext(ctx, e.binary, "check", e.data()).CombinedOutput(); err != nil {
		failed = errors.Join(failed, fmt.Errorf("the data afterwards: %w\n%s", err, output))
	}
	return failed
}
