package shell

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/wire"
)

// slowDocuments is a worker that takes in no document until it is let, and then in any order what came at the same time.
type slowDocuments struct {
	Client
	let    chan struct{}
	mu     sync.Mutex
	texts  []string
	atOnce int
}

func (d *slowDocuments) Ask(_ context.Context, _ *wire.Traits, body, _ any, _ func(wire.Progress)) error {
	req := body.(wire.DocumentRequest)
	d.mu.Lock()
	d.atOnce++
	if d.atOnce > 1 {
		req.Text = "at once"
	}
	d.mu.Unlock()
	<-d.let
	d.mu.Lock()
	defer d.mu.Unlock()
	d.atOnce--
	d.texts = append(d.texts, req.Text)
	return nil
}

// answered counts answers; it shows nothing.
type answered chan struct{}

func (answered) Draw(Model)       {}
func (answered) Do(page.Cmd)      {}
func (k answered) Later(f func()) { k <- struct{}{} }

// Ensure that of saved queries that change faster than they are written the newest text is written last.
func TestStore_NewestQueriesStay(t *testing.T) {
	d := &slowDocuments{let: make(chan struct{})}
	answers := make(answered)
	s := NewStore(d, answers)
	for n := range 20 {
		s.carryOut(queries.KeepQueries{Text: strconv.Itoa(n)})
	}
	close(d.let)
	for last := ""; last != "19"; {
		<-answers
		d.mu.Lock()
		last = d.texts[len(d.texts)-1]
		d.mu.Unlock()
		if last == "at once" {
			t.Fatal("two texts are written at once")
		}
	}
}
