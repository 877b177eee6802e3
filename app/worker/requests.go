package worker

import (
	"context"

	"rangefinder/app/sample"
)

// Done is the empty reply.
type Done struct{}

// Tables lists every table. Of an account behind the server only the names are known.
func (c *Client) Tables(ctx context.Context, req SourceRequest, onProgress func(Progress)) (*TablesReply, error) {
	return call[TablesReply](ctx, c, opTables, req, onProgress, leave)
}

// CreateTable makes an empty table.
func (c *Client) CreateTable(ctx context.Context, req TableRequest) error {
	_, err := call[Done](ctx, c, opCreateTable, req, nil, leave)
	return err
}

// DeleteTable removes a table and its entities.
func (c *Client) DeleteTable(ctx context.Context, req TableRequest) error {
	_, err := call[Done](ctx, c, opDeleteTable, req, nil, leave)
	return err
}

// Explain answers everything about a plan that needs no scan. A refused filter is a Failure with Syntax.
func (c *Client) Explain(ctx context.Context, req QueryRequest) (*ExplainReply, error) {
	return call[ExplainReply](ctx, c, opExplain, req, nil, leave)
}

// Match scans what the plan reads and counts what matches.
func (c *Client) Match(ctx context.Context, req QueryRequest, onProgress func(Progress)) (*MatchReply, error) {
	return call[MatchReply](ctx, c, opMatch, req, onProgress, leave)
}

// Map answers the segments of the key map.
func (c *Client) Map(ctx context.Context, req MapRequest) (*MapReply, error) {
	return call[MapReply](ctx, c, opMap, req, nil, leave)
}

// Run runs the query over all its pages. Cancelling ctx keeps what was found until then: the reply has Canceled set.
func (c *Client) Run(ctx context.Context, req QueryRequest, onProgress func(Progress)) (*RunReply, error) {
	return call[RunReply](ctx, c, opRun, req, onProgress, await)
}

// Window answers lines of the last run's result.
func (c *Client) Window(ctx context.Context, req WindowRequest) (*WindowReply, error) {
	return call[WindowReply](ctx, c, opWindow, req, nil, leave)
}

// EntityAt reads the entity on a line of the last run's result, as it was then.
func (c *Client) EntityAt(ctx context.Context, req LineRequest) (*EntityReply, error) {
	return call[EntityReply](ctx, c, opEntityAt, req, nil, leave)
}

// Entity reads an entity by its keys, as it is now.
func (c *Client) Entity(ctx context.Context, req KeyRequest) (*EntityReply, error) {
	return call[EntityReply](ctx, c, opEntity, req, nil, leave)
}

// Apply does one write. A Failure names the property that is at fault.
func (c *Client) Apply(ctx context.Context, req ApplyRequest) (*ApplyReply, error) {
	return call[ApplyReply](ctx, c, opApply, req, nil, leave)
}

// Census reads the property census of a table; of an account behind the server, that of the entities read so far.
func (c *Client) Census(ctx context.Context, req TableRequest) (*CensusReply, error) {
	return call[CensusReply](ctx, c, opCensus, req, nil, leave)
}

// LoadSample fetches a sample and makes its tables, all of them or none.
func (c *Client) LoadSample(ctx context.Context, name string, onProgress func(Progress)) (*LoadReply, error) {
	return call[LoadReply](ctx, c, opSample, SampleRequest{Name: name}, onProgress, await)
}

// Generate fills a new table, whole or not at all.
func (c *Client) Generate(ctx context.Context, spec sample.Spec, onProgress func(Progress)) (*LoadReply, error) {
	return call[LoadReply](ctx, c, opGenerate, GenerateRequest{Spec: spec}, onProgress, await)
}
