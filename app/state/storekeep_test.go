package state

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"rangefinder/app/designlab"
	"rangefinder/app/queries"
	"rangefinder/app/wire"
)

// Ensure that of texts that come faster than they are written the newest of each document is what stays, written last.
func TestKeeper_NewestStays(t *testing.T) {
	var k keeper
	var mu sync.Mutex
	stays := map[string]string{}
	writing, most := 0, 0
	for n := range 200 {
		k.keep("doc"+strconv.Itoa(n%3), strconv.Itoa(n), func(name, text string) error {
			mu.Lock()
			writing++
			most = max(most, writing)
			mu.Unlock()
			mu.Lock()
			stays[name] = text
			writing--
			mu.Unlock()
			return nil
		}, func(string, error) {})
	}
	for over := false; !over; {
		k.mu.Lock()
		over = !k.busy
		k.mu.Unlock()
	}
	if left := k.encode(); left != "" {
		t.Errorf("%s is not written", left)
	}
	if most != 1 || stays["doc0"] != "198" || stays["doc1"] != "199" || stays["doc2"] != "197" {
		t.Errorf("what stays is %v, %d at once", stays, most)
	}
}

// Ensure that a text that comes back while it is being written, as Undo brings it, is written once more and not as nothing.
func TestKeeper_TextComesBack(t *testing.T) {
	var k keeper
	let, written := make(chan bool), make(chan string, 2)
	for n, text := range []string{"a", "b", "a"} {
		k.keep("doc", text, func(_, text string) error {
			written <- text
			<-let
			return nil
		}, func(string, error) {})
		if n == 0 {
			<-written // it is being written
		}
	}
	close(let)
	if text := <-written; text != "a" {
		t.Errorf("%q is written", text)
	}
}

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
func (d *tab) Do(cmd Cmd) {
	if keep, ok := cmd.(KeepInTab); ok {
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
		if _, ok := s.documents.text("other"); ok {
			t.Errorf("%s: written", text)
		}
	}
}
