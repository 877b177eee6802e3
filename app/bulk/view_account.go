package bulk

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// changedList names the n entities that somebody else changed or deleted first. Those that are there can be opened.
func changedList(s Sender, w *wire.Written, n int) app.UI {
	return Slot(n > 0, func() app.UI {
		changed := w.Changed[:min(len(w.Changed), maxNamed)]
		gone := w.Gone[:min(len(w.Gone), maxNamed-len(changed))]
		text := words.Count(n, "entity was", "entities were") + " changed or deleted by somebody else first and " + words.Plural(n, "was", "were") + " left alone"
		if shown := len(changed) + len(gone); shown < n {
			text += "; the first " + words.Number(shown)
		}
		return H("div.stack#bulk-changed role=group", Label("Changed by somebody else first"), H("p", H("b", text+".")),
			H("div.tall role=region tabindex=0", Label("Entities that somebody else changed first"), H("ul.notes",
				Each(len(changed), func(i int) app.UI {
					return H("li", Press(s, ".btn.small", page.EntityName(changed[i].PartitionKey, changed[i].RowKey), ChangedPressed{changed[i]}, Title("Open it in the inspector")))
				}),
				Each(len(gone), func(i int) app.UI {
					return H("li", page.EntityName(gone[i].PartitionKey, gone[i].RowKey)+" · deleted")
				}))),
			Slot(len(w.Met) > 0, func() app.UI {
				which := "each"
				if k := len(w.Met); k < n {
					which = "the first " + words.Number(k)
				}
				return H("div.row", Press(s, ".btn#bulk-decide", "Decide "+which+" in the review…", DecidePressed{}))
			}))
	})
}

// maxNamed is how many entities a list of a dialog names.
const maxNamed = 100
