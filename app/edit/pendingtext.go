package edit

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// PendingText says where the changes are and in how many groups they go.
func PendingText(p *Pending) string {
	places, tables := map[EntityKey]bool{}, map[EntityKey]bool{}
	for _, c := range p.Changes {
		k := c.EntityKey
		k.RowKey = ""
		places[k] = true
		k.PartitionKey = ""
		tables[k] = true
	}
	text := " in " + words.Count(len(places), "partition", "partitions")
	if len(tables) > 1 {
		text += " of " + words.Count(len(tables), "table", "tables")
	}
	single := false
	for _, b := range p.Batches {
		single = single || len(b.Changes) == 1
	}
	return text + " → " + RequestsText(len(p.Batches), single)
}

// RequestsText counts what a commit sends. single says that one of them or more is a write of one entity, which is no transaction.
func RequestsText(n int, single bool) string {
	if single {
		return words.Count(n, "request", "requests")
	}
	return words.Count(n, "transaction", "transactions")
}

// CommitAll says on a button what a commit of the changes sends: all of them.
func CommitAll(p *Pending) string {
	if n := len(p.Changes); n > 1 {
		return "Commit all " + words.Number(n) + " changes"
	}
	return "Commit 1 change"
}

// PlaceText names the tables of the changes, where a commit writes, unless all are of the one on screen.
func PlaceText(p *Pending, source, table string) string {
	var names []string
	here := true
	for _, c := range p.Changes {
		at := "this browser"
		if c.Source != "" {
			at = c.Source
		}
		here = here && c.Source == source && c.Table == table
		if name := c.Table + " of " + at; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if here {
		return ""
	}
	return "in " + strings.Join(names, ", ")
}

// Any reports whether there is something to show of pending changes: some, or a commit of them.
func (p *Pending) Any() bool {
	return len(p.Changes) > 0 || p.Commit != nil && p.Commit.Running
}

// CommitText says how far a commit is, or how it ended.
func CommitText(c *Commit) string {
	over := 0
	for _, r := range c.Runs {
		if r.State >= Committed {
			over++
		}
	}
	if c.Running {
		text := "Committing transaction " + words.Number(min(over+1, len(c.Runs))) + " of " + words.Number(len(c.Runs))
		if c.Stopped {
			text += ", then stopping"
		}
		return text
	}
	done := 0
	for _, r := range c.Runs {
		if r.State == Committed {
			done++
		}
	}
	return words.Number(done) + " of " + words.Count(len(c.Runs), "transaction was", "transactions were") + " committed."
}

// RunText says what became of a group that was not committed.
func RunText(r *BatchRun) string {
	n := words.Count(len(r.Changes), "operation", "operations")
	switch r.State {
	case Refused:
		text := "Nothing of it was done (" + n + ")"
		if r.At >= 0 && r.At < len(r.Changes) {
			text += ": operation " + words.Number(r.At+1) + ", " + r.Changes[r.At].Kind + " of " + r.Changes[r.At].Name() + ", failed it all"
		}
		if r.Failed != nil {
			text += ". " + r.Failed.Code + ": " + words.Clip(r.Failed.Message, 300)
		}
		return text
	case Doubtful:
		return "The service did not answer, and its entities cannot be read, so it is not known whether it was done. Its " + n + " stay pending; commit again to find out."
	}
	return r.Why
}

// BatchText says what goes in a group.
func BatchText(b *Batch) string {
	text := words.Count(len(b.Changes), "operation", "operations") + " of 100 · " + words.Bytes(int64(b.Bytes)) + " of 4 MiB · all or nothing"
	if len(b.Changes) == 1 {
		text = "1 operation · " + words.Bytes(int64(b.Bytes))
	}
	if b.Late {
		text += " · after what it moves to"
	}
	return text
}

// BatchPlace names the table of a group, before its partition.
func BatchPlace(b *Batch) string {
	if b.Source != "" {
		return b.Source + " · " + b.Table + " · "
	}
	return b.Table + " · "
}

// ChangeText says in a few words what a change does.
func ChangeText(c *Change) string {
	switch {
	case c.To != nil && c.Kind == DeleteKind:
		return "to " + c.To.Name() + atomic(c.EntityKey, *c.To)
	case c.From != nil:
		return "from " + c.From.Name() + atomic(c.EntityKey, *c.From)
	case c.Kind == DeleteKind:
		return ""
	}
	var added, changed, removed []string
	only := ""
	for _, r := range page.Diff(c.Base, &wire.EntityReply{Properties: c.Want}) {
		switch {
		case r.Same:
		case r.Cells[0].Type == 0:
			added = append(added, r.Name)
		case r.Cells[1].Type == 0:
			removed = append(removed, r.Name)
		default:
			changed = append(changed, r.Name)
			only = words.Clip(r.Name, 40) + ": " + words.Clip(page.KeyText(r.Cells[0].Text), 40) + " → " + words.Clip(page.KeyText(r.Cells[1].Text), 40)
		}
	}
	if c.Base == nil {
		return words.Count(len(added), "property", "properties")
	}
	if len(changed) == 1 && len(added)+len(removed) == 0 {
		return only
	}
	var parts []string
	if len(added) > 0 {
		parts = append(parts, "+ "+some(added))
	}
	if len(changed) > 0 {
		parts = append(parts, some(changed)+" changed")
	}
	if len(removed) > 0 {
		parts = append(parts, "− "+some(removed))
	}
	return strings.Join(parts, " · ")
}

// some are the first of many names.
func some(names []string) string {
	shown := names[:min(len(names), 4)]
	text := words.Clip(strings.Join(shown, ", "), 120)
	if more := len(names) - len(shown); more > 0 {
		text += " and " + words.Number(more) + " more"
	}
	return text
}

func atomic(a, b EntityKey) string {
	if a.PartitionKey == b.PartitionKey {
		return ", in one transaction"
	}
	return ", in two requests: the partitions differ"
}

// Wanted returns a property as a change leaves it, nil when it leaves none or does not say.
func (c *Change) Wanted(name string) *wire.TextProperty { return PropertyOf(c.Want, name) }

// Changes reports whether a change touches a property; of an entity whose base is not known, unlike says what can be seen.
func (c *Change) Changes(name string, unlike bool) bool {
	if c.Base == nil {
		return unlike
	}
	was, now := PropertyOf(c.Base.Properties, name), PropertyOf(c.Want, name)
	return (was == nil) != (now == nil) || was != nil && !page.SameText(*was, *now)
}
