package tablesync

import (
	"context"

	"rangefinder/engine"
)

func missing() error { return engine.Errorf(engine.NotImplemented, "This is not there yet.") }

// Pull copies what a table of a service holds into a local one, which it makes when it is not there, or brings such a copy up
// to date. Each page is one commit together with where the next begins: whatever ends a pull, the next one goes on there. Of
// an existing copy the origin must be the same, but for the name of the source. The report counts what this call did, also
// when there is an error.
func Pull(ctx context.Context, db *engine.DB, remote engine.Service, table string, from Origin, opt Options) (PullReport, error) {
	return PullReport{}, missing()
}

// Side is one of the two that Compare reads.
type Side struct {
	snapshot *engine.Snapshot
	remote   engine.Service
	table    string
	scope    Scope
}

// LocalSide is a local table as it is in a snapshot.
func LocalSide(s *engine.Snapshot) Side { return Side{snapshot: s} }

// RemoteSide is a table of a service, read page by page.
func RemoteSide(remote engine.Service, table string, scope Scope) Side {
	return Side{remote: remote, table: table, scope: scope}
}

// BaseSide is what the service held of a copy when it was last pulled or pushed.
func BaseSide(db *engine.DB, table string) (Side, error) { return Side{}, missing() }

// Compare calls each for the entities that are not the same on both sides, in key order; its error ends the work.
func Compare(ctx context.Context, left, right Side, opt Options, each func(Difference) error) (Summary, error) {
	return Summary{}, missing()
}

// PlanPush tells what Push would do with a copy, without asking the service. Groups has at most keep of them; all when keep is
// negative.
func PlanPush(ctx context.Context, db *engine.DB, table string, keep int, opt PushOptions) (*PushPlan, error) {
	return nil, missing()
}

// Push writes the local changes of a copy to the service, on condition that it holds what the base says. The result of each
// group is committed before the next is sent. What is not written stays pending, so that the next push goes on with it. The
// report counts what this call did, also when there is an error.
func Push(ctx context.Context, db *engine.DB, remote engine.Service, table string, opt PushOptions) (PushReport, error) {
	return PushReport{}, missing()
}

// Copies lists the local tables that are copies, by name.
func Copies(db *engine.DB) []Copy { return nil }

// Conflicts returns count conflicts of a copy from the first on in key order, and how many there are.
func Conflicts(db *engine.DB, table string, first, count int) ([]Conflict, int, error) {
	return nil, 0, missing()
}

// Resolve applies a rule to one conflict of a copy, or to all when key is nil, and returns how many are resolved.
func Resolve(ctx context.Context, db *engine.DB, table string, key *Key, rule Rule, opt Options) (int, error) {
	return 0, missing()
}

// Revert takes back the local change to one entity of a copy, or all when key is nil, and returns how many it took back.
func Revert(ctx context.Context, db *engine.DB, table string, key *Key, opt Options) (int, error) {
	return 0, missing()
}

// Detach makes a copy an ordinary table.
func Detach(ctx context.Context, db *engine.DB, table string) error { return missing() }
