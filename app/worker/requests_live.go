package worker

import "context"

// The operations on accounts behind the server.
const (
	opMore  = "more"
	opRetry = "retry"
)

// More goes on with the last run on an account behind the server. Cancelling ctx keeps what was read: the reply has Canceled
// set.
func (c *Client) More(ctx context.Context, req MoreRequest, onProgress func(Progress)) (*RunReply, error) {
	return call[RunReply](ctx, c, opMore, req, onProgress, await)
}

// Retry sets how requests of this page to accounts behind the server are tried again, for as long as the page lives.
func (c *Client) Retry(ctx context.Context, req RetryRequest) error {
	c.mu.Lock()
	c.retry = &req
	c.mu.Unlock()
	_, err := call[Done](ctx, c, opRetry, req, nil, leave)
	return err
}

// OnExchange calls f after each attempt at a request to an account behind the server, on the client's goroutine; f must not
// wait for the client.
func (c *Client) OnExchange(f func(Exchanged)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.exchanged = append(c.exchanged, f)
}
