package worker

import "context"

// The operations of the tools beside the query.
const (
	opNodes = "nodes"
)

// Nodes counts each node of a filter over what is read.
func (c *Client) Nodes(ctx context.Context, req NodesRequest, onProgress func(Progress)) (*NodesReply, error) {
	return call[NodesReply](ctx, c, opNodes, req, onProgress, leave)
}
