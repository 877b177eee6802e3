package state

import (
	"context"
	"time"

	"rangefinder/app/worker"
)

// asksTables carries out a command about whole tables that is no effect on the page; false when it is one.
func (s *Store) asksTables(cmd Cmd) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case CloneTable:
		go func() {
			reply, err := s.client.CloneTable(ctx, worker.CloneRequest{Table: cmd.Table, To: cmd.To})
			if err == nil {
				s.cloneComparison(ctx, cmd)
			}
			s.later(TableCloned{cmd, undoOf(reply), err})
		}()
	case AskStats:
		ctx := renew(&s.stopStats)
		go func() {
			select {
			case <-ctx.Done():
				return
			case <-time.After(cmd.Pause):
			}
			if stats := s.stats(ctx, cmd.Table); ctx.Err() == nil {
				s.later(StatsTold{cmd.Table, stats})
			}
		}()
	default:
		return false
	}
	return true
}

// cloneComparison gives a clone the designs that its table has in the lab: a rename shall not lose them. One that was kept for a
// table of that name before is not its own. It is no reason for the clone to fail.
func (s *Store) cloneComparison(ctx context.Context, cmd CloneTable) {
	kept, err := s.document(ctx, LabDocument(cmd.Table))
	if err == nil {
		_, err = s.client.Document(ctx, worker.DocumentRequest{Name: LabDocument(cmd.To), Text: kept.Text, Set: true})
	}
	if err != nil {
		s.later(LabKept{err})
	}
}

// stats asks for the parts of a table's statistics.
func (s *Store) stats(ctx context.Context, table string) (t TableStats) {
	census, err := s.client.Census(ctx, worker.TableRequest{Table: table})
	if err == nil {
		t.Census = &census.Census
		t.Sizes, err = s.client.Partitions(ctx, worker.PartitionsRequest{Table: table, Order: worker.ByEntities, Count: 1})
	}
	if err == nil {
		var heavy *worker.PartitionsReply
		if heavy, err = s.client.Partitions(ctx, worker.PartitionsRequest{Table: table, Order: worker.ByBytes, Count: 1}); err == nil && len(heavy.List) > 0 {
			t.Heaviest = heavy.List[0]
		}
	}
	if err != nil {
		t.Failed = failureOf(err).Message
	}
	return t
}
