package worker

import (
	"slices"
	"sync"

	"rangefinder/engine"
)

// imported is what an import changed, for taking it back.
type imported struct {
	id     string
	before *engine.Image

	mu     sync.Mutex
	tables []string
}

// touch notes that the import changes a table.
func (m *importing) touch(table string) {
	if m.touched == nil {
		t := &imported{before: m.before}
		t.id = m.shared.memory.undoable(&undo{imported: t, back: t.back})
		m.touched = t
	}
	t := m.touched
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.tables, table) {
		t.tables = append(t.tables, table)
	}
}

// back makes the import's tables what they were before it, in one commit; what else was done to them since goes too.
func (t *imported) back(j *job) error {
	t.mu.Lock()
	tables := slices.Clone(t.tables)
	t.mu.Unlock()
	if err := j.cfg.DB.Replace(j.ctx, j.cfg.DB.Image().With(t.before, tables...)); err != nil {
		return err
	}
	j.dropGone()
	return nil
}
