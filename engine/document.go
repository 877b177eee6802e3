package engine

import (
	"context"
	"maps"
	"slices"
	"unicode/utf8"
)

// The limits of documents.
const (
	MaxDocument     = 1 << 20 // bytes
	MaxDocumentName = 64      // characters
)

// Document returns a small text that belongs to the workspace beside the tables: saved queries, designs. ok is false when
// there is none of that name.
func (db *DB) Document(name string) (text string, ok bool) {
	text, ok = db.root.Load().documents[name]
	return text, ok
}

// Documents returns the names of the documents, ascending.
func (db *DB) Documents() []string { return db.root.Load().documentNames() }

func (r *root) documentNames() []string { return slices.Sorted(maps.Keys(r.documents)) }

// SetDocument keeps a text of at most 1 MiB under a name of 1 to 64 characters; "" deletes it. Errors: InvalidInput, those of
// storage, and the context's.
func (db *DB) SetDocument(ctx context.Context, name, text string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxDocumentName || !utf8.ValidString(name) {
		return Errorf(InvalidInput, "The name of a document has 1 to %d characters; %s has %d.", MaxDocumentName, shown(name), n)
	}
	if len(text) > MaxDocument || !utf8.ValidString(text) {
		return Errorf(InvalidInput, "A document is UTF-8 text of at most %d bytes; %s has %d.", MaxDocument, shown(name), len(text))
	}
	return db.write(func(r *root) (*root, Commit, error) {
		if r.documents[name] == text {
			return nil, Commit{}, nil
		}
		next := *r
		next.documents = maps.Clone(r.documents)
		if next.documents == nil {
			next.documents = map[string]string{}
		}
		setDocument(next.documents, name, text)
		return &next, Commit{Kind: DocumentChanged, Document: name}, nil
	})
}

func setDocument(documents map[string]string, name, text string) {
	if text == "" {
		delete(documents, name)
	} else {
		documents[name] = text
	}
}

// Document returns a document of the image; ok is false when it has none of that name.
func (i *Image) Document(name string) (text string, ok bool) {
	text, ok = i.root.documents[name]
	return text, ok
}

// Documents returns the names of the image's documents, ascending.
func (i *Image) Documents() []string { return i.root.documentNames() }
