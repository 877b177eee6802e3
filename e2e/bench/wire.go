package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/server/tableauth"
)

// wire is one connection to a server, kept open. It signs every request as a client library does, but writes it with less
// work than net/http does, because client and server share the processors and this is not the client's figure.
type wire struct {
	conn    net.Conn
	in      *bufio.Reader
	account tableauth.Account
	host    string
	session string // of the page; then nothing is signed
	out     []byte
	dated   int64 // the second that date is of
	date    string
	signed  string       // what signature is of
	sign    string       // the last signature
	body    bytes.Buffer // of the last answer
}

func (p *party) dial() (*wire, error) {
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, in: bufio.NewReaderSize(conn, 64<<10), account: tableauth.WellKnownAccount(), host: p.address, session: p.session}, nil
}

// jsonType is the content type of entities.
const jsonType = "application/json"

// do sends a request for a path below the account, in percent-encoding, and returns what the answer's header says of a continuation. The body is in
// w.body until the next request. A status other than want is an error.
func (w *wire) do(want int, method, path, query, contentType string, body []byte) (http.Header, error) {
	if now := time.Now(); now.Unix() != w.dated {
		w.dated, w.date = now.Unix(), now.UTC().Format(http.TimeFormat)
	}
	if w.session != "" {
		path = "/api/accounts/" + proxied + path
	} else {
		path = "/" + w.account.Name + path
	}
	b := append(w.out[:0], method...)
	b = append(append(b, ' '), path...)
	if query != "" {
		b = append(append(b, '?'), query...)
	}
	b = append(append(b, " HTTP/1.1\r\nHost: "...), w.host...)
	if w.session != "" {
		b = append(append(b, "\r\nAuthorization: Bearer "+proxyToken+"\r\nX-Rangefinder-Session: "...), w.session...)
	} else {
		b = append(append(b, "\r\nX-Ms-Date: "...), w.date...)
		b = append(append(b, "\r\nAuthorization: SharedKeyLite "...), w.account.Name...)
		if text := w.date + "\n/" + w.account.Name + path; text != w.signed {
			w.signed, w.sign = text, w.account.Keys[0].Sign(text)
		}
		b = append(append(b, ':'), w.sign...)
	}
	b = append(b, "\r\nX-Ms-Version: 2019-02-02\r\nDataServiceVersion: 3.0\r\nAccept: application/json;odata=minimalmetadata\r\nUser-Agent: bench\r\n"...)
	if contentType != "" {
		b = append(append(b, "Prefer: return-no-content\r\nContent-Type: "...), contentType...)
		b = append(strconv.AppendInt(append(b, "\r\nContent-Length: "...), int64(len(body)), 10), "\r\n"...)
	}
	w.out = append(append(b, "\r\n"...), body...)
	if _, err := w.conn.Write(w.out); err != nil {
		return nil, err
	}
	status, header, err := readAnswer(w.in, &w.body)
	if err != nil {
		return nil, fmt.Errorf("%s %s?%s: %w", method, path, query, err)
	}
	if status != want {
		return nil, fmt.Errorf("%s %s?%s: status %d\n%.500s", method, path, query, status, w.body.Bytes())
	}
	return header, nil
}

// found counts the entities of the last answer.
func (w *wire) found() int { return bytes.Count(w.body.Bytes(), []byte(`"RowKey":`)) }

// work is what a connection asks for the i-th time that any connection does.
type work func(w *wire, i int) error

// drive does the work on so many connections, for a time or up to a number of times where that is not 0, and returns how
// often per second.
func (p *party) drive(ctx context.Context, connections int, during time.Duration, times int, do work) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, during)
	defer cancel()
	wires := make([]*wire, connections)
	for i := range wires {
		w, err := p.dial()
		if err != nil {
			return 0, err
		}
		defer w.conn.Close()
		wires[i] = w
	}
	var next, done atomic.Int64
	var workers sync.WaitGroup
	failed := make([]error, connections)
	begin := time.Now()
	for c, w := range wires {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1) - 1)
				if times > 0 && i >= times {
					return
				}
				if failed[c] = do(w, i); failed[c] != nil {
					cancel()
					return
				}
				done.Add(1)
			}
		})
	}
	workers.Wait()
	took := time.Since(begin)
	if err := errors.Join(failed...); err != nil {
		return 0, fmt.Errorf("%s: %w", p.name, err)
	}
	if times > 0 && int(done.Load()) != times {
		return 0, fmt.Errorf("%s: %d of %d in %v", p.name, done.Load(), times, took)
	}
	return float64(done.Load()) / took.Seconds(), nil
}

// once does the work a single time.
func (p *party) once(ctx context.Context, do work) error {
	_, err := p.drive(ctx, 1, patience, 1, do)
	return err
}
