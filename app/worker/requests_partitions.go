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
