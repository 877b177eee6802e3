package worker

import (
	"context"

	"rangefinder/app/keydesign/lab"
)

// Lab measures a comparison of key designs. The worker keeps the tables that it made for the next one, until LeaveLab.
func (c *Client) Lab(ctx context.Context, req LabRequest, onProgress func(Progress)) (*lab.Report, error) {
	return call[lab.Report](ctx, c, opLab, req, onProgress, leave)
}

// LabSuggest answers a comparison to begin with.
func (c *Client) LabSuggest(ctx context.Context, req LabSuggestRequest) (*LabSuggestReply, error) {
	return call[LabSuggestReply](ctx, c, opLabSuggest, req, nil, leave)
}

// LabKeep makes a table of a design, whole or not at all.
func (c *Client) LabKeep(ctx context.Context, req LabKeepRequest, onProgress func(Progress)) (*LabKeepReply, error) {
	return call[LabKeepReply](ctx, c, opLabKeep, req, onProgress, await)
}

// LeaveLab drops what the worker keeps for comparisons.
func (c *Client) LeaveLab(ctx context.Context) error {
	_, err := call[Done](ctx, c, opLabLeave, Done{}, nil, leave)
	return err
}
