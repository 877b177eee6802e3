package files

import (
	"maps"
	"slices"
	"sync"

	"rangefinder/app/worker"
	"rangefinder/engine"
)

// imported is what an import changed, for taking it back.
type imported struct {
	id     string
	before *engine.Image

	mu        sync.Mutex
	tables    []string
	documents map[string]changedText
}

// changedText is a document before and after the import.
type changedText struct{ before, after string }

// mine returns what the import changed, which from then on can be taken back.
func (m *importing) mine() *imported {
	if m.touched == nil {
		t := &imported{before: m.before, documents: map[string]changedText{}}
		t.id = m.Undoable(t.back)
		m.kept().remember(t)
		m.touched = t
	}
	return m.touched
}

// touchDocument notes that the import has changed a document.
func (m *importing) touchDocument(name, before, after string) {
	t := m.mine()
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok := t.documents[name]; ok {
		before = c.before
	}
	t.documents[name] = changedText{before, after}
}

// touch notes that the import changes a table.
func (m *importing) touch(table string) {
	t := m.mine()
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.tables, table) {
		t.tables = append(t.tables, table)
	}
}

// remember keeps what an import changed, for one that goes on with it.
func (k *kept) remember(t *imported) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.imports == nil {
		k.imports = map[string]*imported{}
	}
	k.imports[t.id] = t
}

func (k *kept) forget(t *imported) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.imports, t.id)
}

// imported returns what an import changed, nil when that is not known any more.
func (k *kept) imported(id string) *imported {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.imports[id]
}

// back takes the import back; one that fails can be tried again.
func (t *imported) back(j *worker.Job) error {
	k := worker.Shared[kept](j)
	k.forget(t)
	err := t.restore(j)
	if err != nil {
		k.remember(t)
	}
	return err
}

// restore makes the import's tables what they were before it, in one commit; what else was done to them since goes too. A
// document that was changed since stays.
func (t *imported) restore(j *worker.Job) error {
	t.mu.Lock()
	tables, documents := slices.Clone(t.tables), maps.Clone(t.documents)
	t.mu.Unlock()
	if len(tables) > 0 {
		if err := j.DB().Replace(j.Ctx, j.DB().Image().With(t.before, tables...)); err != nil {
			return err
		}
		j.DropGone()
	}
	for name, c := range documents {
		if now, _ := j.DB().Document(name); now == c.after {
			if err := j.DB().SetDocument(j.Ctx, name, c.before); err != nil {
				return err
			}
		}
	}
	return nil
}
