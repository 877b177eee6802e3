package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long calls may still take after the client has closed its side. The longest are searches for keys on a million
// entities. A client that wants to wait no longer ends the program by a signal.
const patience = 5 * time.Minute

// answering is a transport that reports the end of the input only when every call before it is answered. The SDK drops calls at the
// end of the input, so a script that pipes calls into the program would get no answer.
type answering struct{ mcp.Transport }

// Connect implements mcp.Transport.
func (t answering) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{Connection: c, open: map[jsonrpc.ID]bool{}, answered: make(chan struct{}, 1), closed: make(chan struct{})}, nil
}

type connection struct {
	mcp.Connection
	answered chan struct{} // gets one after an answer
	closed   chan struct{}
	close    sync.Once

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // calls without an answer
}

// Read implements mcp.Connection.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		if late := c.wait(ctx, patience); late != nil {
			err = late
		}
	}
	if call, ok := m.(*jsonrpc.Request); ok && err == nil && call.IsCall() {
		c.mu.Lock()
		c.open[call.ID] = true
		c.mu.Unlock()
	}
	return m, err
}

// wait returns when all calls are answered, or nobody wants that any more. The error says how many have no answer after a while.
func (c *connection) wait(ctx context.Context, while time.Duration) error {
	late := time.NewTimer(while)
	defer late.Stop()
	for {
		c.mu.Lock()
		left := len(c.open)
		c.mu.Unlock()
		if left == 0 {
			return nil
		}
		select {
		case <-c.answered:
		case <-c.closed:
			return nil
		case <-ctx.Done():
			return nil
		case <-late.C:
			return fmt.Errorf("calls without an answer %v after the end of the input: %d", while, left)
		}
	}
}

// Write implements mcp.Connection.
func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if answer, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, answer.ID)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

// Close implements mcp.Connection.
func (c *connection) Close() error {
	c.close.Do(func() { close(c.closed) })
	return c.Connection.Close()
}
