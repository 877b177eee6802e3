package tablerest

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A server between a Client and an account may take several requests to the account in one. It is a POST to SeveralPath below the
// account of type SeveralType: requests one after the other as HTTP/1.1 writes them, each with its Content-Length and the path below
// the account. The answer of that type holds their answers in the same order; the status 100 alone is for a request that had none. All
// are carried out at the same time, each as if it had come alone.
const (
	SeveralPath = "/$several"
	SeveralType = "application/http"
	MaxSeveral  = 16 // requests in one

	// MaxSeveralBytes bounds the bodies of several together: as much as one may have.
	MaxSeveralBytes = 4 << 20

	// ShortHeader in a request says that of a transaction's answer only ETags are wanted, when all of it was done, as ShortAnswer writes
	// them. SizeHeader in the answer tells how many bytes the body had before it was shortened.
	ShortHeader = "x-rangefinder-short"
	SizeHeader  = "x-rangefinder-size"

	// RepeatsHeader in a request says that its body begins with a text of so many bytes, for which each byte 0 of the rest stands.
	RepeatsHeader = "x-rangefinder-repeats"
)

// Joiner is a Doer that sends writes in one request when they are made at the same time, to a server that takes several in one. Whoever
// calls it gets the answer to the own write, as from the Doer behind. So what backs off, tries again, counts and tells of requests is
// above a Joiner and works on the account's requests. Where the server takes no several, each write goes alone.
type Joiner struct {
	Doer Doer
	URL  string // of the account, as the requests have it
	Most int    // requests in one, MaxSeveral at most

	lock    sync.Mutex
	waiting []*part
	under   int // requests of several under way
	alone   bool
	example time.Time // when a transaction was last to be answered whole
}

// exampleEvery is how often a transaction is answered whole: reading such an answer costs more than the rest of the transaction.
const exampleEvery = 100 * time.Millisecond

// severalUnder is how many requests of several are under way: while the server works on one, the next is made.
const severalUnder = 2

// part is one of several requests.
type part struct {
	ctx     context.Context
	request Request
	answer  *Response
	err     error
	done    chan struct{}
}

func (p *part) end(answer *Response, err error) {
	p.answer, p.err = answer, err
	close(p.done)
}

// Do implements Doer.
func (j *Joiner) Do(ctx context.Context, r Request) (*Response, error) {
	j.lock.Lock()
	if j.alone || r.Method == "GET" || r.Method == "HEAD" || !strings.HasPrefix(r.URL, j.URL+"/") {
		j.lock.Unlock()
		return j.Doer.Do(ctx, r.whole())
	}
	p := &part{ctx: ctx, request: r, done: make(chan struct{})}
	j.waiting = append(j.waiting, p)
	if j.under < severalUnder {
		j.under++
		go j.run()
	}
	j.lock.Unlock()
	select {
	case <-p.done:
		return p.answer, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run sends what waits until nothing does.
func (j *Joiner) run() {
	for {
		parts := j.take()
		if len(parts) == 0 {
			return
		}
		j.send(parts)
	}
}

// take returns what is sent next, after it has let those run who are about to make a request. When it returns nothing, its caller is over.
func (j *Joiner) take() (parts []*part) {
	j.lock.Lock()
	defer j.lock.Unlock()
	for before := -1; before < len(j.waiting) && len(j.waiting) < j.Most; {
		before = len(j.waiting)
		j.lock.Unlock()
		runtime.Gosched()
		j.lock.Lock()
	}
	size, n := 0, 0
	for n < len(j.waiting) && len(parts) < max(1, min(j.Most, MaxSeveral)) {
		p := j.waiting[n]
		if err := p.ctx.Err(); err != nil {
			p.end(nil, err)
		} else if size += p.request.size(); size > MaxSeveralBytes && len(parts) > 0 {
			break
		} else {
			parts = append(parts, p)
		}
		n++
	}
	j.waiting = append([]*part(nil), j.waiting[n:]...)
	if len(parts) == 0 {
		j.under--
	}
	return parts
}

// send sends requests and gives everybody the answer. It is given up when nobody waits for one any more.
func (j *Joiner) send(parts []*part) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parts[0].ctx))
	defer cancel()
	var left atomic.Int32
	left.Store(int32(len(parts)))
	for _, p := range parts {
		defer context.AfterFunc(p.ctx, func() {
			if left.Add(-1) == 0 {
				cancel()
			}
		})()
	}
	if len(parts) == 1 {
		parts[0].end(j.Doer.Do(ctx, parts[0].request.whole()))
		return
	}
	answer, err := j.Doer.Do(ctx, j.several(parts))
	switch {
	case err != nil:
	case answer.Status == 200 && answer.Get("Content-Type") == SeveralType:
		rest := answer.Body
		for _, p := range parts {
			var one *Response
			one, rest, err = cutAnswer(rest)
			p.end(one, err)
		}
		return
	case answer.Status >= 400 && answer.Status < 500 && answer.Status != tooManyRequests: // nothing was done
		j.lock.Lock()
		j.alone = true
		j.lock.Unlock()
		var all sync.WaitGroup
		for _, p := range parts {
			all.Go(func() { p.end(j.Doer.Do(p.ctx, p.request.whole())) })
		}
		all.Wait()
		return
	}
	for _, p := range parts {
		p.end(answer, err)
	}
}

// several returns the one request. Now and then its first transaction asks for a whole answer, as an example to look at.
func (j *Joiner) several(parts []*part) Request {
	j.lock.Lock()
	whole := time.Since(j.example) >= exampleEvery
	if whole {
		j.example = time.Now()
	}
	j.lock.Unlock()
	room := bodies.Get().(*[]byte)
	defer bodies.Put(room)
	b := (*room)[:0]
	write := func(texts ...string) {
		for _, s := range texts {
			b = append(b, s...)
		}
	}
	for i, p := range parts {
		r := &p.request
		write(r.Method, " ", r.URL[len(j.URL):], " HTTP/1.1\r\n")
		for _, f := range r.Header {
			write(f.Name, ": ", f.Value, "\r\n")
		}
		if i > 0 || !whole {
			write(ShortHeader, ": 1\r\n")
		}
		said := "" // once
		if r.Times > 0 {
			said = r.Repeats
			write(RepeatsHeader, ": ", strconv.Itoa(len(said)), "\r\n")
		}
		write("Content-Length: ", strconv.Itoa(len(said)+len(r.Body)), "\r\n\r\n", said, r.Body)
	}
	*room = b
	return Request{Method: "POST", URL: j.URL + SeveralPath, Header: []Field{{"Content-Type", SeveralType}}, Body: string(b)}
}

// errUnanswered is the error of one of several requests that had no answer.
var errUnanswered = errors.New("the account gave no answer, or a part of one")

// cutAnswer reads the first of several answers. Error: there is none.
func cutAnswer(text string) (answer *Response, rest string, err error) {
	first, rest, _ := strings.Cut(text, "\n")
	status, ok := statusLine(first)
	header, rest, whole := cutHeader(rest)
	size, failed := strconv.Atoi(header.get("Content-Length"))
	if !ok || !whole || failed != nil || size < 0 || size > len(rest) {
		return nil, "", errUnanswered
	}
	if status == 100 {
		return nil, rest[size:], errUnanswered
	}
	answer = &Response{Status: status, Header: make([]Field, len(header)), Body: rest[:size]}
	for i, l := range header {
		answer.Header[i] = Field{l.name, l.value}
	}
	return answer, rest[size:], nil
}
