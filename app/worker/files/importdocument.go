package files

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// document takes a document of a workspace file in. With the policy "replace" the file's takes the place of the workspace's
// own; otherwise lists are joined and any other document that is there already is left alone. A document that cannot be kept
// is told like a refused row and does not end the import.
func (m *importing) document(name, text string) error {
	if table, ok := tablesync.Carried(name); ok {
		return m.copied(table, name, text)
	}
	own, exists := m.DB().Document(name)
	if exists && m.policy != engine.ReplaceExisting {
		joined, ok := joinLists(own, text)
		switch {
		case own == text || ok && joined == own:
			return nil
		case !ok && m.policy == engine.SkipExisting:
			m.reply.Skipped++
			return nil
		case !ok:
			m.refused(wire.RefusedRow{Column: worker.Cut(name), Code: string(engine.EntityAlreadyExists), Reason: "The workspace has a document of that name, which was left as it is; replace what exists to take the file's."})
			return nil
		}
		text = joined
	}
	if err := m.DB().SetDocument(context.WithoutCancel(m.Ctx), name, text); err != nil {
		m.refused(wire.RefusedRow{Column: worker.Cut(name), Value: worker.Cut(text), Reason: fmt.Sprintf("The document was not kept: %s", worker.Sentence(err))})
		return nil
	}
	m.touchDocument(name, own, text)
	return nil
}

// copied makes a table of the file a copy again, if the import made the table.
func (m *importing) copied(table, name, text string) error {
	if err := m.flush(); err != nil { // what is written to a copy counts as changed
		return err
	}
	err := error(engine.Errorf(engine.TableAlreadyExists, "The table %s was here before: it is not made the copy that the file has.", table))
	if slices.Contains(m.reply.Made, table) {
		err = tablesync.Unpack(context.WithoutCancel(m.Ctx), m.DB(), name, text)
	}
	if err != nil {
		m.refused(wire.RefusedRow{Table: worker.Cut(table), Column: worker.Cut(name), Reason: worker.Sentence(err)})
	}
	return nil
}

// joinLists returns a JSON list of the elements of two, those of the second that the first has left out; ok is false unless
// both are lists.
func joinLists(own, more string) (joined string, ok bool) {
	var a, b []json.RawMessage
	if json.Unmarshal([]byte(own), &a) != nil || json.Unmarshal([]byte(more), &b) != nil || a == nil || b == nil {
		return "", false
	}
	seen := map[string]bool{}
	key := func(element json.RawMessage) string {
		var plain bytes.Buffer
		if json.Compact(&plain, element) != nil {
			return string(element)
		}
		return plain.String()
	}
	for _, element := range a {
		seen[key(element)] = true
	}
	added := false
	for _, element := range b {
		if k := key(element); !seen[k] {
			seen[k], added = true, true
			a = append(a, element)
		}
	}
	if !added {
		return own, true
	}
	text, err := json.MarshalIndent(a, "", "  ")
	return string(text), err == nil
}
