package shell

import (
	"context"
	"encoding/json"
	"strings"

	"rangefinder/app/designlab"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/wire"
)

// UnwrittenSlot is the name under which the tab keeps documents that are not written yet, a JSON object of texts by name.
const UnwrittenSlot = "unwritten"

// keepDocument has a document written, and tells what became of it.
func (s *Store) keepDocument(name, text string) {
	s.documents.Keep(name, text, func(name, text string) error {
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
	if text := s.documents.Encode(); text != s.unwritten {
		s.unwritten = text
		s.screen.Do(page.KeepInTab{Name: UnwrittenSlot, Text: text})
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
