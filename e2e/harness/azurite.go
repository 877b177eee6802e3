package harness

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
	"time"
)

// AzuriteAccount is the account that Azurite serves, with the key of every emulator.
const AzuriteAccount = "devstoreaccount1"

// AzuriteDatabase is Azurite's name of the file in its folder that has the tables. It is written every five seconds and when
// the process ends.
const AzuriteDatabase = "__azurite_db_table__.json"

// azuritePatience bounds what Azurite may take to begin and to end. It is only reached when something is broken.
const azuritePatience = 30 * time.Second

// Azurite is a running Azurite, tables only, of the version that e2e/package.json pins.
type Azurite struct {
	URL     string // of the account
	Folder  string // of its files
	command *exec.Cmd
	output  bytes.Buffer
	ended   chan struct{} // closed when the process is gone
}

// StartAzurite starts Azurite on a free port of the loopback interface, with its files in the folder, and waits until it
// answers.
func StartAzurite(folder string) (*Azurite, error) {
	program := filepath.Join(Root(), "e2e", "node_modules", "azurite", "dist", "src", "table", "main.js")
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("%w: `make test` installs Azurite, or `npm ci --ignore-scripts` in e2e", err)
	}
	var err error
	for range 3 { // somebody else may take the port between its choice and its use
		var a *Azurite
		if a, err = startAzurite(program, folder); err == nil {
			return a, nil
		}
	}
	return nil, err
}

func startAzurite(program, folder string) (*Azurite, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	a := &Azurite{URL: fmt.Sprintf("http://127.0.0.1:%d/%s", port, AzuriteAccount), Folder: folder, ended: make(chan struct{})}
	a.command = exec.Command("node", program, "--silent", "--disableTelemetry", "--skipApiVersionCheck",
		"--tableHost", "127.0.0.1", "--tablePort", fmt.Sprint(port), "--location", folder, "--debug", a.debugLog())
	a.command.Stdout, a.command.Stderr = &a.output, &a.output
	if err := a.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = a.command.Wait()
		close(a.ended)
	}()
	if err := a.answers(); err != nil {
		_ = a.Stop()
		return nil, fmt.Errorf("starting Azurite: %w; it prints:\n%s", err, a.output.String())
	}
	return a, nil
}

func (a *Azurite) debugLog() string { return filepath.Join(a.Folder, "debug.log") }

// Log returns the end of Azurite's log.
func (a *Azurite) Log() string {
	log, err := os.ReadFile(a.debugLog())
	if err != nil {
		return err.Error()
	}
	return string(log[max(0, len(log)-4000):])
}

// answers returns once the service answers anything.
func (a *Azurite) answers() error {
	client := &http.Client{Timeout: time.Second}
	for end := time.Now().Add(azuritePatience); time.Now().Before(end); {
		if response, err := client.Get(a.URL); err == nil {
			return response.Body.Close()
		}
		select {
		case <-a.ended:
			return errors.New("it ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
	return errors.New("it does not answer")
}

// Stop asks Azurite to end, which writes its database, and waits for it.
func (a *Azurite) Stop() error {
	select {
	case <-a.ended:
		return nil
	default:
	}
	_ = a.command.Process.Signal(os.Interrupt)
	select {
	case <-a.ended:
		return nil
	case <-time.After(azuritePatience):
		_ = a.command.Process.Kill()
		<-a.ended
		return fmt.Errorf("Azurite did not end; it prints:\n%s", a.output.String())
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
