package shell

import (
	"context"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/designlab"
	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
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
	return &waiting{asked: make(chan context.Context, 100), answer: make(chan struct{}), events: make(chan func(), 10)}
}

func (h *waiting) Ask(ctx context.Context, _ *wire.Traits, _, _ any, _ func(wire.Progress)) error {
	h.asked <- ctx
	<-h.answer
	return nil
}

func (*waiting) Draw(Model)       {}
func (*waiting) Do(page.Cmd)      {}
func (h *waiting) Later(f func()) { h.events <- f }

// Ensure that a newer command with the same slot cancels the older one, that of two runs only the newer tells what it found, and
// that a run that is stopped still does.
func TestStore_Slot(t *testing.T) {
	h := newWaiting()
	s := NewStore(h, h)
	var sent []page.Msg
	s.Watch(func(msg page.Msg, _ []page.Cmd) { sent = append(sent, msg) })
	s.carryOut(result.Run{})
	older := <-h.asked
	s.carryOut(queryline.Match{})
	match := <-h.asked
	s.carryOut(result.More{})
	newer := <-h.asked
	if older.Err() == nil || newer.Err() != nil || match.Err() != nil {
		t.Fatalf("the older run has %v, the newer %v, a count in another slot %v", older.Err(), newer.Err(), match.Err())
	}
	s.carryOut(page.Stop{Slot: result.RunSlot})
	s.carryOut(page.Stop{Slot: result.RunSlot})
	s.carryOut(page.Stop{Slot: "sort"})
	if newer.Err() == nil || match.Err() != nil {
		t.Fatalf("after the stop the run has %v, the count %v", newer.Err(), match.Err())
	}
	close(h.answer)
	for range 3 {
		(<-h.events)()
	}
	runs := 0
	for _, msg := range sent {
		if _, ok := msg.(result.RunEnded); ok {
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
	for _, cmd := range []page.Cmd{editor.SetEditor{}, page.CloseDialog{}, page.KeepInTab{}, accounts.ListAccounts{}, grid.ShowLine{}} {
		if s.carryOut(cmd) {
			t.Errorf("%T does not reach the screen", cmd)
		}
	}
	for _, cmd := range []page.Cmd{page.Stop{}, designlab.KeepSpec{}, queries.KeepQueries{}, designlab.Leave{}, files.AskStorage{}} {
		if !s.carryOut(cmd) {
			t.Errorf("%T reaches the screen", cmd)
		}
	}
}

// Ensure that a list of tables that comes after a later one is dropped, and that one from before a table was made does not make it gone.
func TestStore_Listed_Older(t *testing.T) {
	list := func(names ...string) (r wire.TablesReply) {
		for _, name := range names {
			r.Tables = append(r.Tables, wire.TableInfo{Name: name})
		}
		return r
	}
	h := newWaiting()
	s := NewStore(h, h)
	s.model = ready(t)
	s.model, _, _ = hand(s.model, "files", files.LinkAdopted{Tables: []string{"Notes"}})
	s.listings.asked = 2
	s.listed(1, page.TablesListed{Reply: list("Movies")})
	if s.model.Query.Table != "Notes" {
		t.Fatalf("a list from before shows %s", s.model.Query.Table)
	}
	s.listed(2, page.TablesListed{Reply: list("Movies", "Notes")})
	s.listings.asked = 3
	s.listed(1, page.TablesListed{Reply: list("Movies")})
	if len(s.model.Tables.List) != 2 {
		t.Errorf("an older list took the place of a newer: %v", s.model.Tables.List)
	}
	s.listed(3, page.TablesListed{Reply: list("Movies")})
	if s.model.Query.Table != "Movies" {
		t.Errorf("a table that is gone stays: %s", s.model.Query.Table)
	}
}

// Ensure that an older list does not take the place of the one that shows the tables anew after an undo.
func TestUpdate_TablesListed_OlderDoesNotReshow(t *testing.T) {
	m := ready(t)
	table := m.Query.Table
	list := m.Tables.List
	m.Reshow = true
	m, _ = after(m, page.TablesListed{Older: true})
	if !m.Reshow || m.Query.Table != table {
		t.Fatalf("an older list showed %q anew", m.Query.Table)
	}
	if m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: list}}); m.Reshow || m.Query.Table != table {
		t.Errorf("the newest list showed %q, want %q", m.Query.Table, table)
	}
}
