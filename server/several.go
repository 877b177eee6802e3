package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/server/proxy"
)

// maxSeveralBytes bounds the body of several requests in one, with what stands around them.
const maxSeveralBytes = tablerest.MaxSeveralBytes + 64<<10

// serveSeveral answers several writes to an account in one request, see tablerest.SeveralPath. Each goes the way that it would have gone
// alone, with everything that is checked there; what came with the request around it, as who asks, was checked for all of them. Nothing is
// carried out unless all of them could be read.
func (c Config) serveSeveral(w http.ResponseWriter, r *http.Request, name string) {
	parts, err := readSeveral(w, r, name)
	if err != nil {
		proxy.Refuse(w, r, string(engine.InvalidInput), "Several requests in one are malformed: "+err.Error(), http.StatusBadRequest)
		return
	}
	var all sync.WaitGroup
	for _, p := range parts {
		all.Go(func() { p.serve(c, name) })
	}
	all.Wait()
	for _, p := range parts {
		if p.failed != nil {
			panic(p.failed) // as the request alone would have
		}
	}
	w.Header().Set("Content-Type", tablerest.SeveralType)
	w.Header().Set("Cache-Control", "no-store")
	var out bytes.Buffer
	for _, p := range parts {
		p.write(&out)
	}
	w.Write(out.Bytes()) // the page may be gone
}

// severalPart is one of several requests, and the ResponseWriter of its answer.
type severalPart struct {
	request *http.Request
	short   bool

	header http.Header
	status int
	body   bytes.Buffer
	none   bool // there is no answer, or no whole one
	failed any  // what the program panicked with
}

// readSeveral reads the requests.
func readSeveral(w http.ResponseWriter, r *http.Request, name string) ([]*severalPart, error) {
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != tablerest.SeveralType {
		return nil, errors.New("they come by POST, as " + tablerest.SeveralType)
	}
	ctx := context.WithValue(r.Context(), connKey{}, (*conn)(nil)) // their answers are not what is written on the connection
	in := bufio.NewReader(http.MaxBytesReader(w, r.Body, maxSeveralBytes))
	var parts []*severalPart
	room := maxSeveralBytes
	for {
		if _, err := in.Peek(1); err == io.EOF {
			return parts, nil
		}
		if len(parts) == tablerest.MaxSeveral {
			return nil, errors.New("there are more than " + strconv.Itoa(tablerest.MaxSeveral))
		}
		read, err := http.ReadRequest(in)
		if err != nil {
			return nil, errors.New("one is not a request of HTTP/1.1")
		}
		body, err := io.ReadAll(read.Body)
		if err != nil || int64(len(body)) != read.ContentLength {
			return nil, errors.New("one ends before its content length, or has none")
		}
		if read.Method == http.MethodGet || read.Method == http.MethodHead || !strings.HasPrefix(read.RequestURI, "/") {
			return nil, errors.New("only writes to paths below the account come together")
		}
		if repeats := read.Header.Get(tablerest.RepeatsHeader); repeats != "" {
			if body, err = expand(body, repeats, room); err != nil {
				return nil, err
			}
			read.Header.Del(tablerest.RepeatsHeader)
			read.Header.Set("Content-Length", strconv.Itoa(len(body)))
		}
		room -= len(body)
		one := r.WithContext(ctx)
		one.Method, one.Header, one.ContentLength, one.TransferEncoding = read.Method, read.Header, int64(len(body)), nil
		one.RequestURI = pageAccountsPath + name + read.RequestURI
		if one.URL, err = url.ParseRequestURI(one.RequestURI); err != nil {
			return nil, errors.New("one has no path")
		}
		one.Body = io.NopCloser(bytes.NewReader(body))
		p := &severalPart{request: one, short: read.Header.Get(tablerest.ShortHeader) != "", header: http.Header{}}
		one.Header.Del(tablerest.ShortHeader)
		parts = append(parts, p)
	}
}

// expand puts back what a brief body says once, see tablerest.RepeatsHeader. It has at most so many bytes then.
func expand(body []byte, repeats string, most int) ([]byte, error) {
	n, err := strconv.Atoi(repeats)
	if err != nil || n < 1 || n > len(body) {
		return nil, errors.New("one does not begin with what it repeats")
	}
	text, rest := body[:n], body[n:]
	if len(rest)+bytes.Count(rest, []byte{0})*(n-1) > most {
		return nil, errors.New("they are too long")
	}
	return bytes.ReplaceAll(rest, []byte{0}, text), nil
}

// serve carries the request out.
func (p *severalPart) serve(c Config, name string) {
	defer func() {
		switch failed := recover(); failed {
		case nil:
		case http.ErrAbortHandler:
			p.none = true
		default:
			p.failed = failed
		}
	}()
	c.serveAccount(p, p.request, name)
}

// Header implements http.ResponseWriter.
func (p *severalPart) Header() http.Header { return p.header }

// WriteHeader implements http.ResponseWriter.
func (p *severalPart) WriteHeader(status int) {
	if p.status == 0 {
		p.status = status
	}
}

// errLongAnswer is the error of an answer that no write has.
var errLongAnswer = errors.New("the answer to a write is too long")

// Write implements io.Writer.
func (p *severalPart) Write(b []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	if p.body.Len()+len(b) > tablerest.MaxBody {
		p.none = true
		return 0, errLongAnswer
	}
	return p.body.Write(b)
}

// write writes the answer among those of the others.
func (p *severalPart) write(out *bytes.Buffer) {
	if p.none || p.status == 0 {
		out.WriteString("HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n")
		return
	}
	body := p.body.Bytes()
	p.header.Del(tablerest.SizeHeader) // only what is shortened here has it
	if p.short && p.status == http.StatusAccepted {
		if short, ok := tablerest.ShortAnswer(p.header.Get("Content-Type"), body); ok {
			p.header.Set(tablerest.SizeHeader, strconv.Itoa(len(body)))
			body = short
		}
	}
	p.header.Set("Content-Length", strconv.Itoa(len(body)))
	out.WriteString("HTTP/1.1 " + strconv.Itoa(p.status) + " " + http.StatusText(p.status) + "\r\n")
	p.header.Write(out)
	out.WriteString("\r\n")
	out.Write(body)
}
