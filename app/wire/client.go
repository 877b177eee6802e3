package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"rangefinder/app/port"
)

// stopGrace is how long a cancelled request that keeps or rolls back work is waited for before it is given up.
const stopGrace = 3 * time.Second

// Client is the page's end of the protocol. Its methods may be called from several goroutines, but never from inside a
// JavaScript callback: they wait for the worker. Every error is a *Failure, Code Canceled when ctx was cancelled.
//
// Requests made before the worker listens are kept and sent when it does.
type Client struct {
	port   port.Port
	in     *port.Inbox
	done   chan struct{}
	remove func()

	mu      sync.Mutex
	ready   bool
	waiting [][]byte // requests made before the worker was ready
	next    int64
	calls   map[int64]*pending
	lost    *Failure
	changed []func(Changed)
	fault   []func(error)
	crash   []func(report string)
	moved   []func()
	storage []func(StorageInfo)

	exchanged []func([]Exchanged)
	retry     any    // the body of the last Retry, for the worker that serves next
	room      string // that was entered
}

// pending is a request under way. signal holds one token while something new may be read; a newer progress replaces one
// that was not read yet.
type pending struct {
	signal   chan struct{}
	mu       sync.Mutex
	progress *Progress
	body     json.RawMessage
	err      error
	over     bool
	room     string // that it is about
}

// NewClient talks to the worker at the other end of p.
func NewClient(p port.Port) *Client {
	c := &Client{port: p, in: port.NewInbox(), done: make(chan struct{}), calls: map[int64]*pending{}}
	c.remove = p.Listen(c.in.Put)
	go c.in.Each(c.done, c.receive)
	if b, err := EncodeFrame(0, FrameHello, "", nil); err == nil {
		p.Send(b)
	}
	return c
}

// OnChange calls f after every commit in the worker, on the client's goroutine; f must not wait for the client.
func (c *Client) OnChange(f func(Changed)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed = append(c.changed, f)
}

// OnFault calls f for every message that could not be understood and when the worker is lost; f must not wait for the
// client.
func (c *Client) OnFault(f func(error)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fault = append(c.fault, f)
}

// OnMoved calls f when the tab that held the tables is gone and they are served by another from now on: every result is gone,
// and what was read before may be out of date. f must not wait for the client.
func (c *Client) OnMoved(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = append(c.moved, f)
}

// OnStorage calls f when it is known where the workspace is kept and whenever that changes; f must not wait for the client.
func (c *Client) OnStorage(f func(StorageInfo)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.storage = append(c.storage, f)
}

// OnExchange calls f after attempts at requests to accounts behind the server, with those since the last call, the oldest first. It is
// called on the client's goroutine; f must not wait for the client.
func (c *Client) OnExchange(f func([]Exchanged)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.exchanged = append(c.exchanged, f)
}

// OnCrash calls f with a report when a request failed because its handler panicked. f must not wait for the client.
func (c *Client) OnCrash(f func(report string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.crash = append(c.crash, f)
}

// Lost tells the client that the worker is gone: every request under way and every later one fails with WorkerLost and the
// given reason.
func (c *Client) Lost(reason string) {
	f := &Failure{Code: WorkerLost, Message: "The engine's worker stopped. Reload the page to start it again.", Detail: reason}
	c.mu.Lock()
	if c.lost != nil {
		c.mu.Unlock()
		return
	}
	c.lost = f
	calls := c.calls
	c.calls = map[int64]*pending{}
	c.waiting = nil
	c.mu.Unlock()
	for _, p := range calls {
		p.finish(nil, f)
	}
	c.faulted(f)
}

// Close ends the client and its port.
func (c *Client) Close() {
	c.mu.Lock()
	closed := c.remove == nil
	remove := c.remove
	c.remove = nil
	c.mu.Unlock()
	if closed {
		return
	}
	remove()
	c.Lost("closed")
	close(c.done)
	c.port.Close()
}

func (c *Client) faulted(err error) {
	c.mu.Lock()
	fs := c.fault
	c.mu.Unlock()
	for _, f := range fs {
		f(err)
	}
}

// receive handles one message from the worker.
func (c *Client) receive(b []byte) {
	f, err := DecodeFrame(b)
	if err != nil {
		if p := c.take(f.ID); p != nil {
			p.finish(nil, Mistake(fmt.Errorf("the worker's answer cannot be read: %w", err)))
		}
		c.faulted(err)
		return
	}
	switch f.Kind {
	case FrameEvent:
		c.event(f)
	case FrameProgress:
		var v Progress
		if err := json.Unmarshal(f.Body, &v); err != nil {
			c.faulted(fmt.Errorf("progress of request %d: %w", f.ID, err))
			return
		}
		c.mu.Lock()
		p := c.calls[f.ID]
		c.mu.Unlock()
		if p != nil {
			p.report(v)
		}
	case FrameReply:
		if p := c.take(f.ID); p != nil {
			p.finish(f.Body, nil)
		}
	case FrameError:
		v := new(Failure)
		if err := json.Unmarshal(f.Body, v); err != nil {
			v = Mistake(fmt.Errorf("the worker's error cannot be read: %w", err))
		}
		if p := c.take(f.ID); p != nil {
			p.finish(nil, v)
		}
		if v.Crash != "" {
			c.mu.Lock()
			tell := c.crash
			c.mu.Unlock()
			for _, f := range tell {
				f(v.Crash)
			}
		}
	default:
		c.faulted(fmt.Errorf("the worker sent a %s", f.Kind))
	}
}

func (c *Client) event(f Frame) {
	switch f.Op {
	case EventReady:
		c.mu.Lock()
		c.ready = true
		waiting := c.waiting
		c.waiting = nil
		for _, b := range waiting {
			c.port.Send(b)
		}
		c.mu.Unlock()
	case EventChanged:
		var v Changed
		c.mu.Lock()
		room := c.room
		c.mu.Unlock()
		if err := json.Unmarshal(f.Body, &v); err == nil && v.Room != room {
			return // of tables that are not on screen
		}
		hear(c, f, &c.changed)
	case EventExchanged:
		hear(c, f, &c.exchanged)
	case EventMoved:
		c.mu.Lock()
		fs, retry := c.moved, c.retry
		c.mu.Unlock()
		if retry != nil { // the worker before knew it
			_, _, _ = c.start(Retry.Name, retry)
		}
		for _, g := range fs {
			g()
		}
	case EventStorage:
		hear(c, f, &c.storage)
	case EventFault:
		v := new(Failure)
		if err := json.Unmarshal(f.Body, v); err != nil {
			c.faulted(fmt.Errorf("fault event: %w", err))
			return
		}
		c.faulted(v)
	default:
		c.faulted(fmt.Errorf("unknown event %q", Clip(f.Op)))
	}
}

// hear hands an event's body to everybody who listens for it.
func hear[T any](c *Client, f Frame, to *[]func(T)) {
	var v T
	if err := json.Unmarshal(f.Body, &v); err != nil {
		c.faulted(fmt.Errorf("%s event: %w", f.Op, err))
		return
	}
	c.mu.Lock()
	fs := *to
	c.mu.Unlock()
	for _, g := range fs {
		g(v)
	}
}

// take removes and returns the request under way with that number, nil when it is over.
func (c *Client) take(id int64) *pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.calls[id]
	delete(c.calls, id)
	return p
}

// send sends now or, before the worker is ready, later.
func (c *Client) send(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost != nil {
		return
	}
	if !c.ready {
		c.waiting = append(c.waiting, b)
		return
	}
	c.port.Send(b)
}

func (p *pending) poke() {
	select {
	case p.signal <- struct{}{}:
	default:
	}
}

func (p *pending) report(v Progress) {
	p.mu.Lock()
	p.progress = &v
	p.mu.Unlock()
	p.poke()
}

func (p *pending) finish(body json.RawMessage, err error) {
	p.mu.Lock()
	p.body, p.err, p.over = body, err, true
	p.mu.Unlock()
	p.poke()
}

func (p *pending) read() (v *Progress, body json.RawMessage, err error, over bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	v, p.progress = p.progress, nil
	return v, p.body, p.err, p.over
}

// start numbers and sends a request.
func (c *Client) start(op string, req any) (int64, *pending, error) {
	c.mu.Lock()
	if c.lost != nil {
		c.mu.Unlock()
		return 0, nil, c.lost
	}
	c.next++
	id := c.next
	p := &pending{signal: make(chan struct{}, 1)}
	c.calls[id] = p
	room := c.room
	p.room = room
	c.mu.Unlock()
	b, err := Frame{ID: id, Kind: FrameRequest, Op: op, Room: room}.Encode(req)
	if err != nil {
		c.take(id)
		return 0, nil, &Failure{Code: "InvalidInput", Message: "One of the request inputs is not valid.", Detail: err.Error()}
	}
	c.send(b)
	return id, p, nil
}

// Ask sends a request and decodes its answer into reply, a pointer.
func (c *Client) Ask(ctx context.Context, op *Traits, req, reply any, onProgress func(Progress)) error {
	if ctx.Err() != nil {
		return Stopped()
	}
	if op == Retry.Traits {
		c.mu.Lock()
		c.retry = req
		c.mu.Unlock()
	}
	id, p, err := c.start(op.Name, req)
	if err != nil {
		return err
	}
	stop := ctx.Done()
	var grace <-chan time.Time
	for {
		select {
		case <-stop:
			if b, err := EncodeFrame(id, FrameCancel, "", nil); err == nil {
				c.send(b)
			}
			if !op.finish {
				c.take(id)
				return Stopped()
			}
			stop = nil
			t := time.NewTimer(stopGrace)
			defer t.Stop()
			grace = t.C
		case <-grace:
			c.take(id)
			return Stopped()
		case <-p.signal:
			v, body, err, over := p.read()
			if v != nil && onProgress != nil {
				onProgress(*v)
			}
			if !over {
				continue
			}
			if c.left(p.room, op) {
				return Stopped() // nobody looks at those tables any more
			}
			if err != nil {
				return err
			}
			if err := json.Unmarshal(body, reply); err != nil {
				return Mistake(fmt.Errorf("the worker's answer cannot be read: %w", err))
			}
			return nil
		}
	}
}

// left reports whether an answer is about tables that the page has left since it asked, and nobody wants it any more.
func (c *Client) left(room string, op *Traits) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.room != room && !op.page && !op.lasts
}
