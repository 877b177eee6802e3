package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/server/tableauth"
)

// logLines collects what a server logs.
type logLines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logLines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *logLines) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

// eventually waits for a condition that is to hold within a second.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("not within a second: %s", what)
			return
		}
	}
}

// Ensure that nothing is acknowledged that goes into a deleted or moved directory, that health says so, that it is logged once, and
// that it works again when the directory is back.
func TestTables_DirectoryGone(t *testing.T) {
	known := tableauth.WellKnownAccount()
	for name, test := range map[string]struct {
		take func(dir string) error
		back func(dir string) error
	}{
		"removed": {take: os.RemoveAll},
		"unlinked": {take: func(dir string) error {
			return os.Remove(filepath.Join(dir, known.Name, "a.log"))
		}},
		"moved": {
			take: func(dir string) error { return os.Rename(dir, dir+"-moved") },
			back: func(dir string) error { return os.Rename(dir+"-moved", dir) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			lines := &logLines{}
			h := openTables(t, TablesConfig{Data: dir, Accounts: []tableauth.Account{known}, Log: slog.New(slog.NewTextHandler(lines, nil))})
			n := 0
			insert := func() int {
				n++
				return send(h, known, "POST", wellKnownBase+"/Movies", fmt.Sprintf(`{"PartitionKey":"a","RowKey":"%d"}`, n)).Code
			}
			health := func() int { return send(h, tableauth.Account{}, "GET", "http://x/healthz", "").Code }
			send(h, known, "POST", wellKnownBase+"/Tables", createMovies)
			if code := insert(); code != 201 || health() != 200 {
				t.Fatalf("before: %d, health %d", code, health())
			}
			if err := test.take(dir); err != nil {
				t.Fatal(err)
			}
			if test.back == nil {
				if code := insert(); code < 500 {
					t.Errorf("the first insert after it: %d", code)
				}
			}
			if w := send(h, tableauth.Account{}, "GET", "http://x/healthz", ""); w.Code != 503 || !strings.Contains(w.Body.String(), "deleted, moved or replaced") {
				t.Errorf("health: %d %s", w.Code, w.Body)
			}
			for range 5 {
				if code := insert(); code < 500 {
					t.Errorf("an insert after it: %d", code)
				}
			}
			if w := send(h, known, "GET", wellKnownBase+"/Movies(PartitionKey='a',RowKey='1')", ""); w.Code != 200 {
				t.Errorf("a read after it: %d", w.Code)
			}
			eventually(t, "it is logged", func() bool { return lines.count("nothing can be written") == 1 })
			if n := lines.count("a request failed"); n > 0 {
				t.Errorf("%d refusals are logged besides", n)
			}
			if test.back == nil {
				return
			}
			if err := test.back(dir); err != nil {
				t.Fatal(err)
			}
			eventually(t, "health is well again", func() bool { return health() == 200 })
			eventually(t, "that is logged", func() bool { return lines.count("writing works again") == 1 })
			if code := insert(); code != 201 {
				t.Errorf("an insert into the directory that is back: %d", code)
			}
		})
	}
}
