package state

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"rangefinder/app/designlab"
	"rangefinder/app/queries"
	"rangefinder/app/wire"
)

// UnwrittenSlot is the name under which the tab keeps documents that are not written yet, a JSON object of texts by name.
const UnwrittenSlot = "unwritten"

// keeper writes documents one after another, and of each only the newest text: goroutines of their own would write what is typed
// quickly in any order, and an older text could be what stays. The zero keeper is ready.
type keeper struct {
	mu    sync.Mutex
	texts map[string]string // newest texts that are not written, by document: those that wait, the one being written, those the worker was lost with
	queue []string          // documents that wait
	busy  bool
}

// keep has a text written, after what is being written now, and done told what became of it. It does not wait.
func (k *keeper) keep(name, text string, write func(name, text string) error, done func(name string, err error)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.texts == nil {
		k.texts = map[string]string{}
	}
	k.texts[name] = text
	if !slices.Contains(k.queue, name) {
		k.queue = append(k.queue, name)
	}
	if !k.busy {
		k.busy = true
		go k.run(write, done)
	}
}

func (k *keeper) run(write func(name, text string) error, done func(name string, err error)) {
	for {
		k.mu.Lock()
		if k.busy = len(k.queue) > 0; !k.busy {
			k.mu.Unlock()
			return
		}
		name := k.queue[0]
		k.queue = k.queue[1:]
		text := k.texts[name]
		k.mu.Unlock()
		err := write(name, text)
		k.mu.Lock()
		if !lost(err) && !slices.Contains(k.queue, name) {
			delete(k.texts, name)
		}
		k.mu.Unlock()
		done(name, err)
	}
}

// lost tells that the worker is gone, and what it was to write is for the worker of the next start. What it refused stays refused.
func lost(err error) bool {
	var f *wire.Failure
	return errors.As(err, &f) && f.Code == wire.WorkerLost
}

// text is that of a document which is not written yet.
func (k *keeper) text(name string) (string, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	text, ok := k.texts[name]
	return text, ok
}

// encode is what is not written, "" for nothing.
func (k *keeper) encode() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.texts) == 0 {
		return ""
	}
	b, err := json.Marshal(k.texts)
	if err != nil {
		return "" // never: texts by name
	}
	return string(b)
}

// keepDocument has a document written, and tells what became of it.
func (s *Store) keepDocument(name, text string) {
	s.documents.keep(name, text, func(name, text string) error {
		_, err := wire.Call(context.Background(), s.client, wire.Document, wire.DocumentRequest{Name: name, Text: text, Set: true}, nil)
		return err
	}, func(name string, err error) {
		s.screen.Later(func() {
			if s.unwritten != "" {
				s.KeepUnwritten()
			}
			if name == queries.Document {
				s.Send(queries.QueriesKept{Err: err})
			} else {
				s.Send(designlab.SpecKept{Err: err})
			}
		})
	})
}

// KeepUnwritten lets the tab keep the documents that are not written yet, for [Store.Resume]: the page may be about to end, and the
// worker with it.
func (s *Store) KeepUnwritten() {
	if text := s.documents.encode(); text != s.unwritten {
		s.unwritten = text
		s.screen.Do(KeepInTab{Name: UnwrittenSlot, Text: text})
	}
}

// Resume writes the documents that the page before this one could not, whose text the tab kept. It comes before all messages:
// whoever reads such a document gets that text. Names that are no document's are left out.
func (s *Store) Resume(text string) {
	s.unwritten = text
	var texts map[string]string
	if err := json.Unmarshal([]byte(text), &texts); err != nil {
		texts = nil // "", or damaged
	}
	for name, text := range texts {
		if name == queries.Document || strings.HasPrefix(name, designlab.Document("")) {
			s.keepDocument(name, text)
		}
	}
	s.KeepUnwritten()
}
