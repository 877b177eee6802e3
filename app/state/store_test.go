package state

import (
	"context"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/wire"
)

// waiting is a worker that answers when it is let, and a screen that shows nothing. It never heeds a cancelled context.
type waiting struct {
	Client
	asked  chan context.Context
	answer chan struct{}
	events chan func()
}

func newWaiting() *waiting {
	return &waiting{asked: make(chan context.Context, 10), answer: make(chan struct{}), events: make(chan func(), 10)}
}

func (h *waiting) Ask(ctx context.Context, _ *wire.Traits, _, _ any, _ func(wire.Progress)) error {
	h.asked <- ctx
	<-h.answer
	return nil
}

func (*waiting) Draw(Model)       {}
func (*waiting) Do(Cmd)           {}
func (h *waiting) Later(f func()) { h.events <- f }

// Ensure that a newer command with the same slot cancels the older one, that of two runs only the newer tells what it found, and
// that a run that is stopped still does.
func TestStore_Slot(t *testing.T) {
	h := newWaiting()
	s := NewStore(h, h)
	var sent []Msg
	s.Watch(func(msg Msg, _ []Cmd) { sent = append(sent, msg) })
	s.carryOut(Run{})
	older := <-h.asked
	s.carryOut(Match{})
	match := <-h.asked
	s.carryOut(More{})
	newer := <-h.asked
	if older.Err() == nil || newer.Err() != nil || match.Err() != nil {
		t.Fatalf("the older run has %v, the newer %v, a count in another slot %v", older.Err(), newer.Err(), match.Err())
	}
	s.carryOut(Stop{Slot: runSlot})
	s.carryOut(Stop{Slot: runSlot})
	s.carryOut(Stop{Slot: sortSlot})
	if newer.Err() == nil || match.Err() != nil {
		t.Fatalf("after the stop the run has %v, the count %v", newer.Err(), match.Err())
	}
	close(h.answer)
	for range 3 {
		(<-h.events)()
	}
	runs := 0
	for _, msg := range sent {
		if _, ok := msg.(RunEnded); ok {
			runs++
		}
	}
	if runs != 1 || len(sent) != 2 {
		t.Errorf("%d runs are told in %d messages", runs, len(sent))
	}
}

// Ensure that commands that are effects on the page reach the screen, and no other does.
func TestStore_CarryOut_Effects(t *testing.T) {
	h := newWaiting()
	close(h.answer)
	s := NewStore(h, h)
	for _, cmd := range []Cmd{SetEditor{}, CloseDialog{}, KeepInTab{}, ListAccounts{}, ShowLine{}} {
		if s.carryOut(cmd) {
			t.Errorf("%T does not reach the screen", cmd)
		}
	}
	for _, cmd := range []Cmd{Stop{}, designlab.KeepSpec{}, KeepQueries{}, designlab.Leave{}, AskStorage{}} {
		if !s.carryOut(cmd) {
			t.Errorf("%T reaches the screen", cmd)
		}
	}
}
