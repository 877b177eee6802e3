package worker

import "context"

// The operations of the grid's tools.
const (
	opSort        = "sort"
	opFind        = "find"
	opCellFilters = "cell-filters"
	opRemove      = "remove"
)

// Sort makes a display order of the last run's result.
func (c *Client) Sort(ctx context.Context, req SortRequest, onProgress func(Progress)) (*SortReply, error) {
	return call[SortReply](ctx, c, opSort, req, onProgress, leave)
}

// Find looks for a text in all lines of the last run's result.
func (c *Client) Find(ctx context.Context, req FindRequest, onProgress func(Progress)) (*FindReply, error) {
	return call[FindReply](ctx, c, opFind, req, onProgress, leave)
}

// CellFilters answers the filters that a cell offers.
func (c *Client) CellFilters(ctx context.Context, req CellFiltersRequest) (*CellFiltersReply, error) {
	return call[CellFiltersReply](ctx, c, opCellFilters, req, nil, leave)
}

// Remove deletes many entities, or only counts. Cancelling ctx keeps what was deleted until then: the reply has Stopped set.
func (c *Client) Remove(ctx context.Context, req RemoveRequest, onProgress func(Progress)) (*RemoveReply, error) {
	return call[RemoveReply](ctx, c, opRemove, req, onProgress, await)
}
