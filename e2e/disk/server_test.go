package disk

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rangefinder/e2e/harness"
	"rangefinder/server/tableauth"
)

// diskSize is the room for everything, in MiB.
const diskSize = 16

// smallDisk returns a folder on a file system of its own. own is false where none can be mounted: then the server gets that much
// room for each of its files, which is as full for its log.
func smallDisk(t *testing.T) (folder string, own bool) {
	folder = t.TempDir()
	if exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm", diskSize), "tmpfs", folder).Run() != nil {
		t.Log("no file system can be mounted: the size of each file is limited instead")
		return folder, false
	}
	t.Cleanup(func() {
		if output, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", output)
		}
	})
	return folder, true
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

// process is the running binary.
type process struct {
	t       *testing.T
	url     string // of its port, without a slash
	account tableauth.Account
	command *exec.Cmd
	mu      sync.Mutex
	log     bytes.Buffer
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(b)
}

// logged counts the lines with a text.
func (p *process) logged(text string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Count(p.log.String(), text)
}

// start serves the tables of a folder. Each of its files may have so many MiB; 0 is any number.
func start(t *testing.T, binary, folder string, limit int) *process {
	t.Helper()
	p := &process{t: t, account: tableauth.WellKnownAccount()}
	args := []string{binary, "serve", "--listen", "127.0.0.1:0", "--tables", "127.0.0.1:0", "--data", filepath.Join(folder, "data")}
	if limit > 0 {
		args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$@"`, limit<<20/512), "sh"}, args...)
	}
	p.command = exec.Command(args[0], args[1:]...)
	p.command.Stderr = p
	stdout, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	lines := bufio.NewReader(stdout)
	for range 2 { // the page's address, then that of the tables
		line, err := lines.ReadString('\n')
		if err != nil {
			p.kill()
			t.Fatalf("serve prints %q: %v\n%s", line, err, p.log.String())
		}
		p.url = regexp.MustCompile(`http://[^/\s]+`).FindString(line)
	}
	return p
}

func (p *process) kill() {
	if p.command.ProcessState == nil {
		_ = p.command.Process.Kill()
		_ = p.command.Wait()
	}
}

// send sends a request below the account and returns its status.
func (p *process) send(method, path, body string, headers ...string) int {
	p.t.Helper()
	r, err := http.NewRequest(method, p.url+"/"+p.account.Name+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	tableauth.SignSharedKeyLite(r, p.account.Name, p.account.Keys[0], time.Now())
	return p.do(r)
}

func (p *process) do(r *http.Request) int {
	p.t.Helper()
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatalf("%s %s: %v\n%s", r.Method, r.URL, err, p.log.String())
	}
	defer w.Body.Close()
	io.Copy(io.Discard, w.Body)
	return w.StatusCode
}

func (p *process) health() int {
	r, _ := http.NewRequest("GET", p.url+"/healthz", nil)
	return p.do(r)
}

// put writes an entity of some 60 KB.
func (p *process) put(table string, row int) int {
	return p.send("PUT", fmt.Sprintf("/%s(PartitionKey='p',RowKey='%d')", table, row), fmt.Sprintf(`{"N":%d,"V":"%s"}`, time.Now().UnixNano()%1e9, strings.Repeat("x", 30_000)))
}

func (p *process) get(table string, row int) int {
	return p.send("GET", fmt.Sprintf("/%s(PartitionKey='p',RowKey='%d')", table, row), "")
}

func (p *process) remove(table string, row int) int {
	return p.send("DELETE", fmt.Sprintf("/%s(PartitionKey='p',RowKey='%d')", table, row), "", "If-Match", "*")
}

// within waits for a condition that is to hold within a second, and returns how long it took.
func (p *process) within(what string, holds func() bool) time.Duration {
	p.t.Helper()
	begin := time.Now()
	for !holds() {
		if time.Since(begin) > time.Second {
			p.t.Fatalf("not within a second: %s\n%s", what, p.log.String())
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(begin)
}

// Ensure that the binary goes on with a log full of what is out of date, that on a full disk reads answer, deletes work and health
// says what is the matter, also after a restart there, and that it recovers within a second of room.
func TestAttack_DiskFull_Server(t *testing.T) {
	folder, own := smallDisk(t)
	limit := diskSize
	if own {
		limit = 0
	}
	rounds := 2
	if os.Getenv("RANGEFINDER_ATTACK") != "" {
		rounds = 15
	}
	binary := build(t)
	p := start(t, binary, folder, limit)
	want := func(what string, got, want int) {
		t.Helper()
		if got != want {
			t.Fatalf("%s: %d, want %d\n%s", what, got, want, p.log.String())
		}
	}
	want("create", p.send("POST", "/Tables", `{"TableName":"Kept"}`), 201)
	for range 700 {
		want("overwrite", p.put("Kept", 0), 204)
	}
	want("health", p.health(), 200)
	var slowest time.Duration
	refused, deleted := 0, 0
	for round := range rounds {
		want("create", p.send("POST", "/Tables", `{"TableName":"Filled"}`), 201)
		filler := filepath.Join(folder, "filler")
		rows := 0
		for ; rows < 50*(round%5); rows++ {
			if p.put("Filled", rows) != 204 {
				break
			}
		}
		if own { // somebody else takes the rest
			f, err := os.Create(filler)
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.Copy(f, endless{})
			if f.Close(); !strings.Contains(fmt.Sprint(err), syscall.ENOSPC.Error()) {
				t.Fatalf("filling the disk: %v", err)
			}
		}
		for ; p.put("Filled", rows) == 204; rows++ {
		}
		for range 30 {
			want("write on a full disk", p.put("Filled", rows), 507)
			refused++
		}
		want("health on a full disk", p.health(), 503)
		if round%2 == 0 {
			p.kill()
			p = start(t, binary, folder, limit)
			want("write after a restart on a full disk", p.put("Filled", rows), 507)
			want("health after a restart", p.health(), 503)
		}
		want("read on a full disk", p.get("Kept", 0), 200)
		for row := range rows / 2 {
			want("read on a full disk", p.get("Filled", row), 200)
			want("delete on a full disk", p.remove("Filled", row), 204)
			deleted++
		}
		if own {
			if err := os.Remove(filler); err != nil {
				t.Fatal(err)
			}
		} else {
			want("delete a table on a full disk", p.send("DELETE", "/Tables('Filled')", ""), 204)
		}
		took := p.within("health is well when there is room", func() bool { return p.health() == 200 })
		slowest = max(slowest, took)
		want("write when there is room again", p.put("Kept", 1), 204)
		if own {
			want("delete a table", p.send("DELETE", "/Tables('Filled')", ""), 204)
		}
		p.within("one line for each state", func() bool {
			return p.logged(`msg="writing works again"`) == p.logged(`msg="nothing can be written"`)
		})
		if n := p.logged(`msg="nothing can be written"`); n > round+1 || p.logged("a request failed") > 0 {
			t.Fatalf("%d lines after %d rounds:\n%s", n, round+1, p.log.String())
		}
	}
	for range 400 {
		want("overwrite", p.put("Kept", 0), 204)
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.command.Wait(); err != nil {
		t.Errorf("the end: %v\n%s", err, p.log.String())
	}
	t.Logf("%d rounds on a disk of %d MiB: %d writes refused, %d deletes done, recovered within %v", rounds, diskSize, refused, deleted, slowest)
}

// endless is as many zeros as anybody likes.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }
