package bulk

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// body is the dialog that deletes many entities: which, how many, what that takes, and only then the deed.
func (r *Removal) body(s Sender, d *page.Dialog) []app.UI {
	if r.Deleting {
		text := "Deleting"
		if n := r.Progress; n.Total > 0 {
			text = "Deleted " + words.Number(n.Found) + " of " + words.Count(n.Total, "entity", "entities") + page.Rate(n)
		}
		return []app.UI{
			H("p role=status", text), H("progress max="+strconv.Itoa(max(r.Progress.Total, 1))+" value="+strconv.Itoa(r.Progress.Done), Label("Deleted so far")),
			H("p.dim", "What is deleted when this is stopped stays deleted"+takeBackText(d, ".")),
			H("div.row.end", Press(s, ".btn#remove-stop", "Stop", RemoveStopped{})),
		}
	}
	about := map[RemoveWhat]string{RemoveLines: "The selected entities", RemoveFound: "All that the query finds", RemoveAll: "Every entity of the table"}
	if r.Kept {
		about[RemoveFound] = "All that the step in the browser kept"
	} else if d.Source != "" {
		about[RemoveFound] = "All that was read so far"
	}
	filter := r.Filter
	if filter == "" {
		filter = "no filter: the whole table"
	}
	text := r.Text()
	if r.Count == nil && d.Err == "" {
		if n := r.Progress; n.Total > 0 {
			text += " · " + words.Number(n.Done) + " of " + words.Number(n.Total)
		}
	} else if d.Err != "" {
		text = ""
	}
	can := r.Count != nil && r.Count.Entities > 0
	do := "Delete"
	if can {
		do = "Delete " + words.Count(r.Count.Entities, "entity", "entities")
	}
	return []app.UI{
		H("div.row role=radiogroup", Label("What is deleted"), Each(len(r.Can), func(i int) app.UI {
			what := r.Can[i]
			return Press(s, ".btn.small#remove-"+string(what)+" role=radio aria-checked="+strconv.FormatBool(what == r.What), about[what], RemoveChosen{What: what})
		})),
		Slot(r.What == RemoveFound, func() app.UI { return H("p", "Filter: ", H("code.wrap", words.Clip(filter, 300))) }),
		H("p#remove-count role=status", Bold(text)),
		Slot(can && r.What != RemoveAll, func() app.UI { return H("p.dim", "In the service: "+r.Cost()) }),
		Slot(can && r.What == RemoveAll, func() app.UI {
			return H("p.dim", "Here it is one step. The service has no request that empties a table: it takes "+r.Cost()+" Deleting the table and making it anew takes two, but its name is refused for 40 s or more (TableBeingDeleted).")
		}),
		H("p.dim", "Nothing is deleted before you say so"+takeBackText(d, " and it can be undone until this page is reloaded.")),
		DialogErr(d.Err),
		H("div.row.end", Cancel(s), Press(s, ".btn.danger#remove-go", do, RemoveConfirmed{}, Off(!can))),
	}
}

// takeBackText says whether it can be undone.
func takeBackText(d *page.Dialog, here string) string {
	if d.Source != "" {
		return ". In the account " + d.Source + " it cannot be undone."
	}
	if here == "." {
		return ", and can be undone."
	}
	return "," + here
}
