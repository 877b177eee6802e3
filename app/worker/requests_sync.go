package worker

import "context"

// The operations on copies of tables of accounts behind the server.
const (
	opPull        = "pull"
	opCopies      = "copies"
	opCompare     = "compare"
	opDifferences = "differences"
	opPushPlan    = "push-plan"
	opPush        = "push"
	opConflicts   = "conflicts"
	opResolve     = "resolve"
	opRevert      = "revert"
	opDetach      = "detach"
)

// Pull makes a copy of a table, or brings one up to date. Cancelling ctx keeps what was read: the reply has Stopped set, and
// another Pull goes on.
func (c *Client) Pull(ctx context.Context, req PullRequest, onProgress func(Progress)) (*PullReply, error) {
	return call[PullReply](ctx, c, opPull, req, onProgress, await)
}

// Copies lists the local tables that are copies.
func (c *Client) Copies(ctx context.Context) (*CopiesReply, error) {
	return call[CopiesReply](ctx, c, opCopies, Done{}, nil, leave)
}

// Compare counts how two tables differ. Cancelling ctx keeps what was found: the reply has Canceled set.
func (c *Client) Compare(ctx context.Context, req CompareRequest, onProgress func(Progress)) (*CompareReply, error) {
	return call[CompareReply](ctx, c, opCompare, req, onProgress, await)
}

// Differences answers differences of the last comparison.
func (c *Client) Differences(ctx context.Context, req DifferencesRequest) (*DifferencesReply, error) {
	return call[DifferencesReply](ctx, c, opDifferences, req, nil, leave)
}

// PushPlan tells what a push would do, without asking the service.
func (c *Client) PushPlan(ctx context.Context, req PullCopyRequest) (*PushPlanReply, error) {
	return call[PushPlanReply](ctx, c, opPushPlan, req, nil, leave)
}

// Push sends the local changes of a copy. Cancelling ctx keeps what was sent: the reply has Stopped set, and another Push
// goes on.
func (c *Client) Push(ctx context.Context, req PushRequest, onProgress func(Progress)) (*PushReply, error) {
	return call[PushReply](ctx, c, opPush, req, onProgress, await)
}

// Conflicts answers conflicts of a copy.
func (c *Client) Conflicts(ctx context.Context, req ConflictsRequest) (*ConflictsReply, error) {
	return call[ConflictsReply](ctx, c, opConflicts, req, nil, leave)
}

// Resolve resolves a conflict of a copy, or all of them.
func (c *Client) Resolve(ctx context.Context, req ResolveRequest) (*ResolveReply, error) {
	return call[ResolveReply](ctx, c, opResolve, req, nil, leave)
}

// Revert takes back local changes of a copy that were not pushed.
func (c *Client) Revert(ctx context.Context, req RevertRequest) (*RevertReply, error) {
	return call[RevertReply](ctx, c, opRevert, req, nil, leave)
}

// Detach makes a copy a table of its own: where it came from is forgotten.
func (c *Client) Detach(ctx context.Context, req PullCopyRequest) error {
	_, err := call[Done](ctx, c, opDetach, req, nil, leave)
	return err
}
