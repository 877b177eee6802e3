package azurite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rangefinder/e2e/harness"
)

// patience bounds what the service and the scripts may take. It is only reached when something is broken.
const patience = 30 * time.Second

// account is the emulator's.
const account = "devstoreaccount1"

// debugLog and database are Azurite's names of files in its folder. It writes the database every five seconds and when it
// ends.
const (
	debugLog = "debug.log"
	database = "__azurite_db_table__.json"
)

// service is a running Azurite, tables only, in a folder of its own.
type service struct {
	url     string // of the emulator's account
	folder  string
	command *exec.Cmd
	log     bytes.Buffer
	ended   chan struct{} // closed when the process is gone
	watched *testing.T    // shows the end of the service's log if it fails
}

// shared is the service that tests write tables of their own to; a test that stops it starts another.
var shared *service

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "azurite-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	if shared, err = start(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// explain shows the end of the service's log when the test fails.
func (s *service) explain(t *testing.T) {
	if s.watched == t {
		return
	}
	s.watched = t
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		log, err := os.ReadFile(filepath.Join(s.folder, debugLog))
		if err != nil {
			t.Log(err)
		}
		t.Logf("the end of Azurite's log:\n%s", log[max(0, len(log)-4000):])
	})
}

// start starts Azurite's table service on a free port of the loopback interface and waits until it answers.
func start(folder string) (*service, error) {
	var err error
	for range 3 { // somebody else may take the port between its choice and its use
		var s *service
		if s, err = startOnce(folder); err == nil {
			return s, nil
		}
	}
	return nil, err
}

func startOnce(folder string) (*service, error) {
	program := filepath.Join(harness.Root(), "e2e", "node_modules", "azurite", "dist", "src", "table", "main.js")
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("%w: `make test` installs Azurite, or `npm ci --ignore-scripts` in e2e", err)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	s := &service{url: fmt.Sprintf("http://127.0.0.1:%d/%s", port, account), folder: folder, ended: make(chan struct{})}
	s.command = exec.Command("node", program, "--silent", "--disableTelemetry", "--skipApiVersionCheck",
		"--tableHost", "127.0.0.1", "--tablePort", fmt.Sprint(port), "--location", folder, "--debug", filepath.Join(folder, debugLog))
	s.command.Stdout, s.command.Stderr = &s.log, &s.log
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	if err := s.answers(); err != nil {
		_ = s.stop()
		return nil, fmt.Errorf("starting Azurite: %w; its log:\n%s", err, s.log.String())
	}
	return s, nil
}

// answers returns once the service answers anything.
func (s *service) answers() error {
	client := &http.Client{Timeout: time.Second}
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if response, err := client.Get(s.url); err == nil {
			return response.Body.Close()
		}
		select {
		case <-s.ended:
			return errors.New("it ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
	return errors.New("it does not answer")
}

// stop asks the service to end, which writes its database, and waits for it.
func (s *service) stop() error {
	select {
	case <-s.ended:
		return nil
	default:
	}
	_ = s.command.Process.Signal(os.Interrupt)
	select {
	case <-s.ended:
		return nil
	case <-time.After(patience):
		_ = s.command.Process.Kill()
		<-s.ended
		return fmt.Errorf("Azurite did not end; its log:\n%s", s.log.String())
	}
}

func freePort() (int, error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
