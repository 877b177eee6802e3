package worker

import "context"

// The operations of the tools beside the query.
const (
	opNodes  = "nodes"
	opMisses = "misses"
	opValues = "values"
)

// Nodes counts each node of a filter over what is read.
func (c *Client) Nodes(ctx context.Context, req NodesRequest, onProgress func(Progress)) (*NodesReply, error) {
	return call[NodesReply](ctx, c, opNodes, req, onProgress, leave)
}

// Misses answers filters near one that takes nothing.
func (c *Client) Misses(ctx context.Context, req MissesRequest, onProgress func(Progress)) (*MissesReply, error) {
	return call[MissesReply](ctx, c, opMisses, req, onProgress, leave)
}

// Values answers the values of a property.
func (c *Client) Values(ctx context.Context, req ValuesRequest, onProgress func(Progress)) (*ValuesReply, error) {
	return call[ValuesReply](ctx, c, opValues, req, onProgress, leave)
}
