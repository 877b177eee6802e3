package review

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// maxNew is how many entities NewBar names.
const maxNew = 3

// NewBar names the entities of the table on screen that the next commit inserts, and opens them. The grid cannot: its rows are those that the
// query returned.
type NewBar struct {
	app.Compo
	Store Sender
	New   []*edit.Change
}

// NewOf are the changes that insert an entity into a table.
func NewOf(p *edit.Pending, source, table string) (list []*edit.Change) {
	for _, c := range p.Changes {
		if c.Base == nil && c.Source == source && c.Table == table {
			list = append(list, c)
		}
	}
	return list
}

func (b *NewBar) Render() app.UI {
	shown := b.New[:min(len(b.New), maxNew)]
	return H("section.new-bar#pending-new", Label("Entities to be inserted"),
		H("span.dim", "To be inserted:"),
		Each(len(shown), func(i int) app.UI {
			c := shown[i]
			name, title := words.Clip(page.KeyText(c.PartitionKey), 28)+" / "+words.Clip(page.KeyText(c.RowKey), 28), "Opens it in the inspector"
			if c.From != nil {
				title += ". It comes from " + c.From.Name()
			}
			return Press(b.Store, ".btn.small", "+ "+name, ChangeEdited{c.EntityKey}, Title(title))
		}),
		Slot(len(b.New) > len(shown), func() app.UI {
			return Press(b.Store, ".btn.small", "and "+words.Number(len(b.New)-len(shown))+" more…", ReviewPressed{})
		}))
}

// PendingBar says what is pending and leads to what can be done with it.
type PendingBar struct {
	app.Compo
	Store   Sender
	Pending *edit.Pending
	Unkept  bool   // the browser keeps no drafts
	Source  string // of the table on screen
	Table   string
}

func (b *PendingBar) Render() app.UI {
	p := b.Pending
	if c := p.Commit; c != nil && c.Running {
		return H("section.pendings#pending aria-label=Pending", H("span.facts role=status", edit.CommitText(c)), Press(b.Store, ".btn.small", "Stop", CommitStopped{}, Off(c.Stopped)), H("span.grow"),
			Press(b.Store, ".btn.small.primary#pending-commit", edit.CommitAll(p), CommitPressed{}, Off(true))) // so that a second press meets nothing else
	}
	var heavy any // why a reload loses them
	if b.Unkept {
		heavy = H("span.tag.odd", "would not outlive a reload: commit soon")
	} else if p.Heavy {
		heavy = H("span.tag.odd", "too large to outlive a reload: commit soon")
	}
	facts := H("span.facts", H("b", words.Count(len(p.Changes), "change", "changes")), edit.PendingText(p))
	var elsewhere any
	if text := edit.PlaceText(p, b.Source, b.Table); text != "" {
		elsewhere = H("span.tag.odd", words.Clip(text, 160))
	}
	return H("section.pendings#pending aria-label=Pending",
		facts, elsewhere, heavy, H("span.grow"),
		Press(b.Store, ".btn.small#pending-review", "Review…", ReviewPressed{}),
		Press(b.Store, ".btn.small#pending-undo", "Undo", PendingUndone{}, Off(!p.Undoable()), Title("Ctrl+Z")),
		Press(b.Store, ".btn.small#pending-redo", "Redo", PendingRedone{}, Off(!p.Redoable()), Title("Ctrl+Y")),
		Press(b.Store, ".btn.small#pending-discard", "Discard", PendingDiscarded{}),
		Press(b.Store, ".btn.small.primary#pending-commit", edit.CommitAll(p), CommitPressed{}))
}
