package state

import (
	"context"
	"time"

	"rangefinder/app/worker"
)

// asksLive carries out a command about an account that is no effect on the page; false when it is one.
func (s *Store) asksLive(cmd Cmd) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case ListSource:
		go func() {
			reply, err := s.client.Tables(ctx, worker.SourceRequest{Source: cmd.Source}, nil)
			s.later(SourceListed{cmd.Source, reply, err})
		}()
	case More:
		s.read(func(ctx context.Context, progress func(worker.Progress)) (*worker.RunReply, error) {
			return s.client.More(ctx, cmd.Req, progress)
		})
	case SetRetry:
		go func() { _ = s.client.Retry(ctx, worker.RetryRequest{Policy: cmd.Policy}) }() // a lost worker tells by itself
	case Tick:
		go func() {
			time.Sleep(time.Second)
			s.later(WaitTicked{cmd.ID})
		}()
	default:
		return false
	}
	return true
}

// read runs a query, or reads on, in the place of what is being read.
func (s *Store) read(ask func(ctx context.Context, progress func(worker.Progress)) (*worker.RunReply, error)) {
	ctx := renew(&s.stopRun)
	s.runs++
	n := s.runs
	newest := func(msg Msg) {
		s.screen.Later(func() {
			if n == s.runs {
				s.Send(msg)
			}
		})
	}
	go func() {
		reply, err := ask(ctx, func(p worker.Progress) { newest(RunProgressed{p}) })
		newest(RunEnded{reply, err})
	}()
}
