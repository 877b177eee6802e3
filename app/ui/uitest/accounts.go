package uitest

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// accounts are those of a server in this process: an account of the server's own, or one of a service, for each store.
type accounts struct {
	mu    sync.Mutex
	list  []port.Account
	asked int           // how often the list was asked for
	held  chan struct{} // lists that are asked for are answered when it is closed, nil for at once
}

// Store is an empty account of a service, which the page's server knows nothing of before it is connected under that name.
func (w *Workspace) Store(t *testing.T, name string) *workertest.Remote {
	t.Helper()
	r := &workertest.Remote{DB: engine.Open(engine.Options{})}
	server := httptest.NewServer(tablerest.NewHandler(r.DB, tablerest.Options{}))
	t.Cleanup(server.Close)
	r.URL = server.URL
	if w.Remotes == nil {
		w.Remotes, w.Accounts = map[string]*workertest.Remote{}, &accounts{}
	}
	w.Remotes[name] = r
	return r
}

// Account puts an account behind the page's server before a page is opened: of a live service when it has a label, else the server's
// own.
func (w *Workspace) Account(t *testing.T, name, label string) *workertest.Remote {
	t.Helper()
	r := w.Store(t, name)
	a := port.Account{Name: name, Path: name, Writes: true, Connection: "AccountName=" + name + ";TableEndpoint=" + r.URL + ";"}
	if label != "" {
		a = port.Account{Name: name, Path: name, Live: true, Endpoint: r.URL, Auth: "SharedKey", Label: label}
	}
	of := w.Accounts.(*accounts)
	of.list = append(of.list, a)
	return r
}

func (s *accounts) Accounts(context.Context, bool) ([]port.Account, bool, error) {
	s.mu.Lock()
	s.asked++
	list, held := slices.Clone(s.list), s.held
	s.mu.Unlock()
	if held != nil {
		<-held
	}
	return list, true, nil
}

// hold keeps the answers to those who ask for the accounts until the test lets them go; lists tells how often somebody asked.
func (s *accounts) hold(t *testing.T) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held := make(chan struct{})
	s.held = held
	release = sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.held = nil
		close(held)
	})
	t.Cleanup(release)
	return release
}

func (s *accounts) lists() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// Connect takes every connection string for that of the store which the test put under the name of the connection.
func (s *accounts) Connect(_ context.Context, c port.Connection) (port.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := port.Account{Name: c.Name, Path: c.Name, Live: true, Auth: "SharedKey", Label: c.Label, Typed: true}
	s.list = append(s.list, a)
	return a, nil
}

func (s *accounts) Forget(_ context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = slices.DeleteFunc(s.list, func(a port.Account) bool { return a.Typed && a.Name == name })
	return nil
}

func (s *accounts) AllowWrites(_ context.Context, name string, writes bool) (port.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.list {
		if a := &s.list[i]; a.Name == name {
			a.Writes = writes
			return *a, nil
		}
	}
	return port.Account{}, fmt.Errorf("there is no account %s", name)
}

// Source goes to the source of that name.
func (p *Page) Source(name string) {
	p.t.Helper()
	p.Wait("the source "+name, func() bool {
		for _, e := range p.all("#sources button.item") {
			if names, _ := p.within(e.node, ".name"); len(names) > 0 && strings.Contains(p.text(names[0].node), name) {
				p.click(e)
				return true
			}
		}
		return false
	})
	p.pump()
}
