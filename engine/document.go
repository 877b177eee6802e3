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

// TableDocument returns the text that belongs to a table; ok is false when it has none.
func (db *DB) TableDocument(table string) (text string, ok bool) {
	return db.Document(tableDocument(fold(table)))
}

// SetTableDocument keeps a text that belongs to a table, "" for none. The text goes with the table in one commit, so that a table
// that is created again under the name has none. Errors: InvalidInput, TableNotFound, those of storage, and the context's.
func (db *DB) SetTableDocument(ctx context.Context, table, text string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(text) > MaxDocument || !utf8.ValidString(text) {
		return Errorf(InvalidInput, "A document is UTF-8 text of at most %d bytes; that of the table %s has %d.", MaxDocument, shown(table), len(text))
	}
	return db.write(func(r *root) (*root, Commit, error) {
		if _, err := db.table(r, table); err != nil {
			return nil, Commit{}, err
		}
		next := *r
		if !next.own(fold(table), text) {
			return nil, Commit{}, nil
		}
		return &next, Commit{Kind: DocumentChanged, Document: tableDocument(fold(table))}, nil
	})
}

// tableDocument is the name of the document that belongs to the table of that lower-cased name. With a table's 63 characters it
// is as long as such a name may be.
func tableDocument(key string) string { return "@" + key }

// own gives a table its document, "" for none, and reports whether it had another. Nobody else sees r yet.
func (r *root) own(key, text string) bool {
	name := tableDocument(key)
	if r.documents[name] == text {
		return false
	}
	if r.documents = maps.Clone(r.documents); r.documents == nil {
		r.documents = map[string]string{}
	}
	setDocument(r.documents, name, text)
	return true
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
