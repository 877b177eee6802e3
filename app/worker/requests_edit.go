package worker

import "context"

// Batch does an entity group transaction. What the rules refuse is told in the reply; an error says that nobody answered.
func (c *Client) Batch(ctx context.Context, req BatchRequest) (*BatchReply, error) {
	return call[BatchReply](ctx, c, opBatch, req, nil, leave)
}

// Many changes a property of many entities. Cancelling ctx stops it: the reply then tells what was done until then.
func (c *Client) Many(ctx context.Context, req ManyRequest, onProgress func(Progress)) (*ManyReply, error) {
	return call[ManyReply](ctx, c, opMany, req, onProgress, await)
}
