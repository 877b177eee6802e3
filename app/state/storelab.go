package state

import (
	"context"
	"time"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/worker"
)

// LabClient is what the store asks the worker for the design lab.
type LabClient interface {
	Lab(ctx context.Context, req worker.LabRequest, progress func(worker.Progress)) (*lab.Report, error)
	LabSuggest(ctx context.Context, req worker.LabSuggestRequest) (*worker.LabSuggestReply, error)
	LabKeep(ctx context.Context, req worker.LabKeepRequest, progress func(worker.Progress)) (*worker.LabKeepReply, error)
	LeaveLab(ctx context.Context) error
}

// asksLab carries out a command of the design lab; false when it is another.
func (s *Store) asksLab(cmd Cmd) bool {
	switch cmd := cmd.(type) {
	case ReadLab:
		go func() {
			reply, err := s.document(context.Background(), LabDocument(cmd.Table))
			if err != nil {
				reply = &worker.DocumentReply{}
			}
			s.later(LabRead{Table: cmd.Table, Text: reply.Text, Err: err})
		}()
	case KeepLab:
		s.keepDocument(LabDocument(cmd.Table), cmd.Text)
	case SuggestLab:
		go func() {
			reply, err := s.client.LabSuggest(context.Background(), cmd.Req)
			if err != nil {
				reply = &worker.LabSuggestReply{}
			}
			s.later(LabRead{Table: cmd.Req.Table, Text: reply.Spec, Suggested: true, Err: err})
		}()
	case AskLab:
		ctx := renew(&s.stopLab)
		go func() {
			time.Sleep(cmd.Pause)
			if ctx.Err() != nil {
				return
			}
			report, err := s.client.Lab(ctx, cmd.Req, func(p worker.Progress) {
				if ctx.Err() == nil {
					s.later(LabMeasuring{cmd.Req, p})
				}
			})
			if ctx.Err() == nil {
				s.later(LabMeasured{cmd.Req, report, err})
			}
		}()
	case StopLab, LeaveLab:
		if s.stopLab != nil {
			s.stopLab()
		}
		if _, leave := cmd.(LeaveLab); leave {
			go func() { _ = s.client.LeaveLab(context.Background()) }() // a worker that is gone keeps nothing
		}
	case KeepDesign:
		ctx := renew(&s.stopKeeping)
		go func() {
			reply, err := s.client.LabKeep(ctx, cmd.Req, func(p worker.Progress) { s.later(DesignKeeping{p}) })
			s.later(DesignKept{reply, err})
		}()
	case StopKeeping:
		if s.stopKeeping != nil {
			s.stopKeeping()
		}
	default:
		return false
	}
	return true
}
