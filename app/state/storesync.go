package state

import (
	"context"

	"rangefinder/app/worker"
)

// SyncClient is what the store asks the worker about copies.
type SyncClient interface {
	Copies(ctx context.Context) (*worker.CopiesReply, error)
	Pull(ctx context.Context, req worker.PullRequest, progress func(worker.Progress)) (*worker.PullReply, error)
	Compare(ctx context.Context, req worker.CompareRequest, progress func(worker.Progress)) (*worker.CompareReply, error)
	Differences(ctx context.Context, req worker.DifferencesRequest) (*worker.DifferencesReply, error)
	PushPlan(ctx context.Context, req worker.PullCopyRequest) (*worker.PushPlanReply, error)
	Push(ctx context.Context, req worker.PushRequest, progress func(worker.Progress)) (*worker.PushReply, error)
	Conflicts(ctx context.Context, req worker.ConflictsRequest) (*worker.ConflictsReply, error)
	Resolve(ctx context.Context, req worker.ResolveRequest) (*worker.ResolveReply, error)
	Revert(ctx context.Context, req worker.RevertRequest) (*worker.RevertReply, error)
	Detach(ctx context.Context, req worker.PullCopyRequest) error
}

// asksSync carries out a command about copies that is no effect on the page; false when it is one.
func (s *Store) asksSync(cmd Cmd) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case ListCopies:
		go func() {
			reply, err := s.client.Copies(ctx)
			if err != nil {
				reply = &worker.CopiesReply{}
			}
			s.later(CopiesListed{reply.Copies, err})
		}()
	case ListSides:
		go func() {
			sides, err := s.sides(ctx, nil, "")
			if cmd.Source != "" && err == nil {
				sides, err = s.sides(ctx, sides, cmd.Source)
			}
			s.later(SidesListed{cmd.Source, sides, err})
		}()
	case Pull:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.Pull(ctx, cmd.Req, s.loadProgress)
			s.later(PullEnded{cmd.Req, reply, err})
		}()
	case Compare:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.Compare(ctx, cmd.Req, s.loadProgress)
			s.later(Compared{cmd.Req, reply, err})
		}()
	case ReadDifferences:
		go func() {
			reply, err := s.client.Differences(ctx, cmd.Req)
			s.later(DifferencesRead{cmd.Asked, reply, err})
		}()
	case PlanPush:
		go func() {
			reply, err := s.client.PushPlan(ctx, worker.PullCopyRequest{Table: cmd.Table})
			s.later(PushPlanned{cmd.Table, reply, err})
		}()
	case Push:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.Push(ctx, cmd.Req, s.loadProgress)
			s.later(PushEnded{cmd.Req, reply, err})
		}()
	case ReadConflicts:
		go func() {
			reply, err := s.client.Conflicts(ctx, cmd.Req)
			s.later(ConflictsRead{cmd.Req, reply, err})
		}()
	case Resolve:
		go func() {
			reply, err := s.client.Resolve(ctx, cmd.Req)
			s.later(Resolved{cmd.Req, reply, err})
		}()
	case Revert:
		go func() {
			reply, err := s.client.Revert(ctx, cmd.Req)
			if err != nil {
				reply = &worker.RevertReply{}
			}
			s.later(Reverted{cmd.Req, reply.Reverted, err})
		}()
	case Detach:
		go func() {
			s.later(Detached{cmd.Table, s.client.Detach(ctx, worker.PullCopyRequest{Table: cmd.Table})})
		}()
	default:
		return false
	}
	return true
}

// sides adds the tables of a source to a list.
func (s *Store) sides(ctx context.Context, list []Side, source string) ([]Side, error) {
	reply, err := s.client.Tables(ctx, worker.SourceRequest{Source: source}, nil)
	if err != nil {
		return list, err
	}
	for _, t := range reply.Tables {
		list = append(list, Side{Source: source, Table: t.Name})
	}
	return list, nil
}
