package shell

import (
	"context"
	"sync"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/wire"
)

// tab is a worker that takes in documents when it is let, and the tab that keeps texts.
type tab struct {
	Client
	mu     sync.Mutex
	let    chan error
	texts  map[string]string
	slots  map[string]string
	events chan func()
}

func newTab() *tab {
	return &tab{let: make(chan error), texts: map[string]string{}, slots: map[string]string{}, events: make(chan func(), 100)}
}

func (d *tab) Ask(_ context.Context, _ *wire.Traits, body, reply any, _ func(wire.Progress)) error {
	req := body.(wire.DocumentRequest)
	if req.Set {
		if err := <-d.let; err != nil {
			return err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if req.Set {
		d.texts[req.Name] = req.Text
	}
	reply.(*wire.DocumentReply).Text = d.texts[req.Name]
	return nil
}

func (d *tab) Draw(Model)     {}
func (d *tab) Later(f func()) { d.events <- f }
func (d *tab) Do(cmd page.Cmd) {
	if keep, ok := cmd.(page.KeepInTab); ok {
		d.slots[keep.Name] = keep.Text
	}
}

// Ensure that a document that the worker has not taken in when the page ends is read, and written, by the page after it, that one that
// the worker was lost with is too, that one that was refused is not, and that nothing is left behind when all is written.
func TestStore_UnwrittenOutlivesThePage(t *testing.T) {
	first := newTab()
	s := NewStore(first, first)
	s.keepDocument(designlab.Document("Logs"), "refused")
	first.let <- &wire.Failure{Code: "InvalidInput"}
	(<-first.events)()
	s.keepDocument(designlab.Document("Movies"), "lost")
	first.let <- &wire.Failure{Code: wire.WorkerLost}
	(<-first.events)()
	s.keepDocument(queries.Document, "older")
	s.keepDocument(queries.Document, "newer")
	s.KeepUnwritten()
	left := first.slots[UnwrittenSlot]

	second := newTab()
	second.texts[queries.Document] = "before"
	s = NewStore(second, second)
	s.Resume(left)
	if reply, err := s.outside().Document(t.Context(), queries.Document); err != nil || reply.Text != "newer" {
		t.Errorf("read before it is written: %v, %v", reply, err)
	}
	for range 2 {
		second.let <- nil
		(<-second.events)()
	}
	if second.texts[queries.Document] != "newer" || second.texts[designlab.Document("Movies")] != "lost" || len(second.texts) != 2 {
		t.Errorf("written is %v", second.texts)
	}
	if left, ok := second.slots[UnwrittenSlot]; left != "" || !ok {
		t.Errorf("the tab still keeps %q", left)
	}
}

// Ensure that what is no document of ours, or damaged, is not written, and is forgotten.
func TestStore_Resume_Damaged(t *testing.T) {
	for _, text := range []string{"{", "[]", `{"other":"x"}`, `{"queries":1}`} {
		d := newTab()
		s := NewStore(d, d)
		s.Resume(text)
		if left, ok := d.slots[UnwrittenSlot]; left != "" || !ok {
			t.Errorf("%s: the tab still keeps %q", text, left)
		}
		if _, ok := s.documents.Text("other"); ok {
			t.Errorf("%s: written", text)
		}
	}
}
