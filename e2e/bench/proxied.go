package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"

	"rangefinder/e2e/harness"
	"rangefinder/server/tableauth"
)

// proxied is the account's name at the proxy, proxyToken what its visitors know.
const (
	proxied    = "bench"
	proxyToken = "bench"
)

// proxySubject is a Table endpoint, and another process of the binary that signs for the account there.
type proxySubject struct {
	ctx      context.Context
	folder   string // deleted at the end
	endpoint *party
	through  *party
}

// openProxied builds the binary and starts both.
func openProxied(ctx context.Context) (_ *proxySubject, err error) {
	if _, err := harness.BestBundle(); err != nil {
		return nil, fmt.Errorf("building the page: %w", err)
	}
	p := &proxySubject{ctx: ctx, endpoint: &party{name: "endpoint"}, through: &party{name: "proxy"}}
	if p.folder, err = os.MkdirTemp("", "rangefinder-bench-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	binary, err := buildBinary(ctx, p.folder)
	if err != nil {
		return nil, err
	}
	p.endpoint.start = func() (*exec.Cmd, error) { return p.endpoint.serve(binary) }
	if err := p.endpoint.open(ctx); err != nil {
		return nil, err
	}
	connection := filepath.Join(p.folder, "connection")
	text := "AccountName=" + tableauth.WellKnownName + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=http://" + p.endpoint.address + "/" + tableauth.WellKnownName
	if err := os.WriteFile(connection, []byte(text), 0o600); err != nil {
		return nil, err
	}
	p.through.start = func() (*exec.Cmd, error) {
		return p.through.announced(1, binary, "--tables", "off", "--token", proxyToken, "--allow-writes", "--account", proxied+"="+connection)
	}
	if err := p.through.open(ctx); err != nil {
		return nil, err
	}
	p.through.session, err = session(ctx, p.through.address)
	return p, err
}

// session asks the server of the page for the page's secret.
func session(ctx context.Context, address string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/api/session", nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("Authorization", "Bearer "+proxyToken)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("the session is refused: %d %s", response.StatusCode, body)
	}
	return string(body), err
}

// close ends what openProxied started.
func (p *proxySubject) close() {
	for _, party := range []*party{p.endpoint, p.through} {
		if party.command != nil {
			party.command.Process.Kill()
			party.command.Wait()
		}
	}
	os.RemoveAll(p.folder)
}
