package soak

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/server/tableauth"
)

// fate is what happens to the client of a request.
type fate uint8

const (
	lives fate = iota
	cut        // it is killed before the last byte is sent: what it asked for must not be done
	mute       // it is killed before it has the answer: what it asked for is done or not
)

// errKilled is the error of a request whose client was killed.
var errKilled = errors.New("the client was killed")

// doer sends the requests of one connection. What becomes of the next request's client is in next.
type doer struct {
	client *http.Client
	random *rand.Rand
	next   fate
}

func newDoer(random *rand.Rand) *doer {
	return &doer{random: random, client: &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{MaxConnsPerHost: 1, MaxIdleConnsPerHost: 1},
	}}
}

func signed(r *http.Request) error {
	account := tableauth.WellKnownAccount()
	tableauth.SignSharedKeyLite(r, account.Name, account.Keys[0], time.Now())
	return nil
}

// Do implements tablerest.Doer.
func (d *doer) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	what := d.next
	d.next = lives
	if what == lives {
		return tablerest.HTTPDoer{Client: d.client, Sign: signed}.Do(ctx, r)
	}
	return nil, d.killed(r, what)
}

// killed sends a request, or a part of it, on a connection of its own and breaks that. It returns errKilled.
func (d *doer) killed(r tablerest.Request, what fate) error {
	request, err := http.NewRequest(r.Method, r.URL, strings.NewReader(r.Body))
	if err != nil {
		return err
	}
	for _, f := range r.Header {
		request.Header.Add(f.Name, f.Value)
	}
	if err := signed(request); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := request.Write(&text); err != nil {
		return err
	}
	address, err := url.Parse(r.URL)
	if err != nil {
		return err
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		return err
	}
	defer conn.Close()
	part := text.Bytes()
	if what == cut {
		part = part[:1+d.random.IntN(len(part)-1)]
		if body := len(r.Body); body > 1 && d.random.IntN(2) == 0 { // in the body, which most of a short request is not
			part = text.Bytes()[:text.Len()-1-d.random.IntN(body-1)]
		}
	}
	if d.random.IntN(3) == 0 { // in two pieces, with time between them
		half := d.random.IntN(len(part))
		if _, err := conn.Write(part[:half]); err != nil {
			return err
		}
		time.Sleep(time.Duration(d.random.IntN(20)) * time.Millisecond)
		part = part[half:]
	}
	if _, err := conn.Write(part); err != nil {
		return err
	}
	switch d.random.IntN(3) {
	case 0: // at once, and without the usual end of a connection
		_ = conn.(*net.TCPConn).SetLinger(0)
	case 1:
		time.Sleep(time.Duration(d.random.IntN(10)) * time.Millisecond)
	}
	return errKilled
}
