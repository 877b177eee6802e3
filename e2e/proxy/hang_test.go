package proxy

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"rangefinder/server/connection"
	"rangefinder/server/proxy"
)

// Ensure that an account whose service hangs holds up no other account, and that requests whose page has gone away hold up
// nothing.
func TestAttack_HangingAccount(t *testing.T) {
	const limit = 8
	other := newService(t)
	a := attacked(t, func(c *proxy.Config) {
		c.MaxRequests = limit
		account, err := connection.Parse("AccountName=acct;AccountKey=" + key + ";TableEndpoint=" + other.url())
		if err != nil {
			t.Fatal(err)
		}
		c.Accounts = append(c.Accounts, connection.Entry{Name: "other", Account: account})
	})
	arrived, gone := make(chan struct{}, limit), make(chan struct{}, limit)
	a.service.hostile(func(conn net.Conn) {
		arrived <- struct{}{}
		conn.Read(make([]byte, 1)) // until the proxy ends it
		gone <- struct{}{}
	})
	pages := make([]net.Conn, limit)
	for i := range pages {
		page, err := net.Dial("tcp", a.host)
		if err != nil {
			t.Fatal(err)
		}
		defer page.Close()
		request := "GET /api/accounts/x/Tables HTTP/1.1\r\nHost: " + a.host + "\r\nX-Rangefinder-Session: " + a.session + "\r\n\r\n"
		if i%2 == 0 { // one with a body ends as well as one without
			request = strings.Replace(strings.Replace(request, "GET", "POST", 1), "\r\n\r\n", "\r\nContent-Length: 2\r\n\r\n{}", 1)
		}
		if _, err := io.WriteString(page, request); err != nil {
			t.Fatal(err)
		}
		pages[i] = page
		wait(t, arrived, "a request at the service that hangs")
	}
	if r := a.ask("GET", "/api/accounts/x/Tables", ""); r.status != 503 || !strings.Contains(r.body, "ServerBusy") {
		t.Errorf("one more to the account that hangs: %d %s", r.status, r.body)
	}
	if r := a.ask("GET", "/api/accounts/other/Tables", ""); r.status != 200 {
		t.Errorf("another account: %d %s", r.status, r.body)
	}
	for _, page := range pages {
		page.Close()
	}
	for range pages {
		wait(t, gone, "the end of a request whose page is gone")
	}
	a.service.answers(friendly)
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if r := a.ask("GET", "/api/accounts/x/Tables", ""); r.status == 200 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("after the pages are gone: %d %s", r.status, r.body)
		}
	}
}

// wait waits for what a channel tells.
func wait(t *testing.T, told <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-told:
	case <-time.After(patience):
		t.Fatalf("%s does not come", what)
	}
}
