package worker

import "context"

// Partitions answers a window of a table's partition list with the histogram of all sizes.
func (c *Client) Partitions(ctx context.Context, req PartitionsRequest) (*PartitionsReply, error) {
	return call[PartitionsReply](ctx, c, opPartitions, req, nil, leave)
}

// Kinds answers the kinds of entities of a table.
func (c *Client) Kinds(ctx context.Context, req KindsRequest, onProgress func(Progress)) (*KindsReply, error) {
	return call[KindsReply](ctx, c, opEntityKinds, req, onProgress, leave)
}

// Recount answers exact numbers in the place of those that the census estimates.
func (c *Client) Recount(ctx context.Context, req RecountRequest, onProgress func(Progress)) (*RecountReply, error) {
	return call[RecountReply](ctx, c, opRecount, req, onProgress, leave)
}
