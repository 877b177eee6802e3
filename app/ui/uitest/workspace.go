package uitest

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// Workspace is what outlives a page: its tables, and what the browser keeps of it. Set its fields before a page is opened over it.
type Workspace struct {
	DB    *engine.DB
	Files *workertest.Files
	// Storage is what the page is told of where the tables are kept; nil is in memory only.
	Storage func(context.Context) wire.StorageInfo
	// Remotes are the accounts behind the page's server, by name; Accounts is that server, nil for none.
	Remotes  map[string]*workertest.Remote
	Accounts port.Accounts
	// Doer, when set, takes the requests to an account that is not in Remotes.
	Doer func(source string) (tablerest.Client, bool)
	// Dark is the system's choice, and Embed the page without chrome.
	Dark, Embed bool
	// Coarse is a person who points with a finger.
	Coarse bool
	// Full is a browser that keeps no setting any more.
	Full bool

	server *ownServer // that Accounts is, nil for another or none

	mu       sync.Mutex
	settings map[string]string
	kept     map[string]string // of the tab: Keep and KeepText
	entry    string
	windows  *windows
	heeds    *heeds
}

// NewWorkspace is a browser that was never here.
func NewWorkspace() *Workspace {
	return &Workspace{DB: engine.Open(engine.Options{}), Files: workertest.NewFiles(), settings: map[string]string{}, kept: map[string]string{}, windows: &windows{open: map[string]bool{}}, heeds: &heeds{}}
}

// Setting is what the browser keeps under that name, "" for nothing.
func (w *Workspace) Setting(key string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.settings[key]
}

// serve answers a page until stop is called, at the latest when the test ends. What it is at then is not finished.
func (w *Workspace) serve(t *testing.T, end port.Port) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	stop = func() {
		cancel()
		<-over
	}
	t.Cleanup(stop)
	go func() {
		defer close(over)
		worker.Serve(ctx, end, worker.Config{DB: w.DB, Handlers: operations.Handlers(), Files: w.Files, Fetch: fetchStatic, Storage: w.Storage, Remote: w.remote})
	}()
	return stop
}

func (w *Workspace) remote(ctx context.Context, source string) (tablerest.Client, error) {
	if r := w.Remotes[source]; r != nil {
		return tablerest.Client{Doer: r, URL: r.URL}, nil
	}
	if w.Doer != nil {
		if c, ok := w.Doer(source); ok {
			return c, nil
		}
	}
	if w.server != nil {
		return w.server.remote(ctx, source)
	}
	return tablerest.Client{}, &wire.Failure{Code: "AccountNotFound", Message: "There is no account " + source + "."}
}

// fetchStatic reads from the files of the page.
func fetchStatic(_ context.Context, url string, _ func(received, total int64)) ([]byte, error) {
	_, here, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(here) { // built with -trimpath: the test runs in the folder of its package
		here = ""
		for dir, err := os.Getwd(); err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				here = filepath.Join(dir, "app", "ui", "uitest", "workspace.go")
				break
			}
		}
	}
	root := filepath.Join(filepath.Dir(here), "..", "..", "..")
	return os.ReadFile(filepath.Join(root, "web", "static", filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(url, "/"), "web/"))))
}
