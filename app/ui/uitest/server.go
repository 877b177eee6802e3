package uitest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"rangefinder/app/port"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// ownServer is the page's own server, asked over HTTP in the form that app/browser asks it in. It is a port.Accounts and a port.Feed.
type ownServer struct {
	address string // with a slash at the end

	mu     sync.Mutex
	secret string
}

// ServedAt has the page's server answer at an address: with accounts, and with what is asked of its Table endpoint. Without it the
// page comes from a static host.
func (w *Workspace) ServedAt(address string) {
	w.server = &ownServer{address: strings.TrimSuffix(address, "/") + "/"}
	w.Accounts = w.server
}

// Badge is what stands before the title of the page in the browser's tab, "" for nothing.
func (p *Page) Badge() string { p.t.Helper(); p.pump(); return p.document.badge }

// ask asks with the secret that the server tells its own pages. A server that was started anew is not asked again.
func (s *ownServer) ask(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	secret, err := s.told(ctx)
	if err != nil {
		return nil, err
	}
	r.Header = append(r.Header[:len(r.Header):len(r.Header)], tablerest.Field{Name: "X-Rangefinder-Session", Value: secret})
	return s.exchange(ctx, r)
}

func (s *ownServer) told(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secret == "" {
		answer, err := s.exchange(ctx, tablerest.Request{Method: http.MethodGet, URL: s.address + "api/session"})
		if err != nil {
			return "", err
		}
		s.secret = strings.TrimSpace(answer.Body)
	}
	return s.secret, nil
}

func (s *ownServer) exchange(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	answer, err := tablerest.HTTPDoer{}.Do(ctx, r)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, port.ErrSilent
	}
	return answer, nil
}

// tell asks for something below api/ and reads the answer; a refusal becomes an error with its sentence.
func (s *ownServer) tell(ctx context.Context, method, path string, body, answer any) (status int, err error) {
	r := tablerest.Request{Method: method, URL: s.address + "api/" + path}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, err
		}
		r.Body = string(text)
		r.Header = []tablerest.Field{{Name: "Content-Type", Value: "application/json"}}
	}
	got, err := s.ask(ctx, r)
	if err != nil {
		return 0, err
	}
	if got.Status >= 300 {
		var refusal struct{ Code, Message string }
		if json.Unmarshal([]byte(got.Body), &refusal) == nil && refusal.Message != "" {
			if got.Status == http.StatusConflict {
				return got.Status, &port.NameTaken{Text: refusal.Message}
			}
			return got.Status, errors.New(refusal.Message)
		}
		return got.Status, fmt.Errorf("the server answered with status %d", got.Status)
	}
	if answer == nil || got.Status == http.StatusNoContent {
		return got.Status, nil
	}
	return got.Status, json.Unmarshal([]byte(got.Body), answer)
}

// Accounts implements port.Accounts.
func (s *ownServer) Accounts(ctx context.Context, patient bool) ([]port.Account, bool, error) {
	var list struct{ Accounts []port.Account }
	status, err := s.tell(ctx, http.MethodGet, "accounts", nil, &list)
	if status == http.StatusNotFound {
		return nil, false, nil
	}
	return list.Accounts, true, err
}

// Connect implements port.Accounts.
func (s *ownServer) Connect(ctx context.Context, c port.Connection) (a port.Account, err error) {
	_, err = s.tell(ctx, http.MethodPost, "connections", c, &a)
	return a, err
}

// Forget implements port.Accounts.
func (s *ownServer) Forget(ctx context.Context, name string) error {
	_, err := s.tell(ctx, http.MethodDelete, "connections/"+url.PathEscape(name), nil, nil)
	return err
}

// AllowWrites implements port.Accounts.
func (s *ownServer) AllowWrites(ctx context.Context, name string, writes bool) (a port.Account, err error) {
	_, err = s.tell(ctx, http.MethodPut, "connections/"+url.PathEscape(name), map[string]bool{"writes": writes}, &a)
	return a, err
}

// remote is worker.Config's Remote.
func (s *ownServer) remote(ctx context.Context, source string) (tablerest.Client, error) {
	list, _, err := s.Accounts(ctx, false)
	if err != nil {
		return tablerest.Client{}, err
	}
	for _, a := range list {
		if a.Name == source {
			path := s.address + "api/accounts/" + a.Name
			address := strings.TrimSuffix(a.Endpoint, "/")
			if address == "" {
				address = path
			}
			return tablerest.Client{Doer: &accountDoer{s, address, path}, URL: address}, nil
		}
	}
	return tablerest.Client{}, engine.Errorf("AccountNotFound", "The server knows no account %q. Connect it again.", source)
}

// accountDoer sends what is meant for an account to the page's server.
type accountDoer struct {
	server        *ownServer
	address, path string
}

func (d *accountDoer) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	rest, ok := strings.CutPrefix(r.URL, d.address)
	if !ok {
		return nil, fmt.Errorf("the request is not for the account at %s", d.address)
	}
	r.URL = d.path + rest
	return d.server.ask(ctx, r)
}

// HasFeed implements port.Feed; a page from a static host asks for nothing.
func (d *document) HasFeed() bool { return d.page.server != nil }

// OpenFeed hands on each request as it comes, where a browser gathers some first. A connection that ends is not made again.
func (d *document) OpenFeed(got func([]string), connected func(bool)) func() {
	ctx, stop := context.WithCancel(context.Background())
	d.page.t.Cleanup(stop)
	go func() {
		defer func() {
			if ctx.Err() == nil {
				connected(false)
			}
		}()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.page.server.address+"api/requests/stream", nil)
		if err != nil {
			return
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return
		}
		defer answer.Body.Close()
		connected(answer.StatusCode == http.StatusOK)
		for lines := bufio.NewReader(answer.Body); ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			if data, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "data: "); ok && strings.HasPrefix(data, `{"seq"`) {
				got([]string{data})
			}
		}
	}()
	return stop
}

// AskFeed implements port.Feed.
func (d *document) AskFeed(method, path, body string, done func([]byte, error)) {
	go func() {
		answer, err := d.page.server.exchange(context.Background(), tablerest.Request{Method: method, URL: d.page.server.address + "api/" + path, Body: body})
		switch {
		case err != nil:
			done(nil, err)
		case answer.Status >= 300:
			done(nil, errors.New(strings.TrimSpace(answer.Body)))
		default:
			done([]byte(answer.Body), nil)
		}
	}()
}

// fetch reads what the server tells without a port.
func (s *ownServer) fetch(ctx context.Context, path string) ([]byte, error) {
	answer, err := s.exchange(ctx, tablerest.Request{Method: http.MethodGet, URL: s.address + path})
	if err != nil {
		return nil, err
	}
	if answer.Status != http.StatusOK {
		return nil, fmt.Errorf("the server answered %d", answer.Status)
	}
	return []byte(answer.Body), nil
}
