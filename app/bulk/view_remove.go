package bulk

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
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
			H("p.dim", "If you stop, deleted entities stay deleted"+takeBackText(d, ".")),
			H("div.row.end", Press(s, ".btn#remove-stop", "Stop", RemoveStopped{})),
		}
	}
	if r.Did != nil {
		return r.did(s, d)
	}
	about := map[RemoveWhat]string{RemoveLines: "The selected entities", RemoveFound: "All that the query finds", RemoveQuery: "All that the query finds, on all pages", RemoveAll: "Every entity of the table"}
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
	seek := r.sought(d) && !can
	if seek && r.Count == nil && !r.Finding {
		text = "Not read yet, so the number of entities is not known."
	} else if r.Finding {
		text = "Reading the keys: " + words.Count(r.Progress.Found, "entity", "entities") + " in " + words.Count(r.Progress.Requests, "request", "requests") + " so far" + page.Rate(r.Progress)
	}
	do := "Delete"
	if can {
		do = "Delete " + words.Count(r.Count.Entities, "entity", "entities")
	}
	return []app.UI{
		H("div.row role=radiogroup", Label("What is deleted"), Each(len(r.Can), func(i int) app.UI {
			what := r.Can[i]
			return Press(s, ".btn.small#remove-"+string(what)+" role=radio aria-checked="+strconv.FormatBool(what == r.What), about[what], RemoveChosen{What: what})
		})),
		Slot(r.What == RemoveFound || r.What == RemoveQuery, func() app.UI { return H("p", "Filter: ", H("code.wrap", words.Clip(filter, 300))) }),
		H("p#remove-count role=status tabindex=-1", Bold(text)),
		Slot(seek, func() app.UI {
			return H("p.dim", "To find them, their keys are read page by page: up to 1,000 entities a request, at most "+words.Number(wire.MaxRemoveFound)+" entities at once. Reading deletes nothing. If you stop it, you can delete what was found until then.")
		}),
		Slot(can && r.Count.Failed != nil, func() app.UI { return H("p.err", "Reading ended early: "+r.Count.Failed.Message) }),
		Slot(can && (r.What != RemoveAll || d.Source != ""), func() app.UI { return H("p.dim", "In the service: "+r.Cost()) }),
		Slot(can && r.What == RemoveAll && d.Source == "", func() app.UI {
			return H("p.dim", "In this browser it is one step. The service has no request that empties a table. There it takes "+r.Cost()+" Deleting the table and making it again takes two requests, but the service refuses its name for at least 40 s (TableBeingDeleted).")
		}),
		H("p.dim", "Nothing is deleted until you confirm"+takeBackText(d, " and it can be undone until this page is reloaded.")),
		Slot(d.Source != "" && r.sought(d), func() app.UI { return KeepFirst(s, d.Table, RemovePressed{r.What}) }),
		Slot(can && r.Asks, func() app.UI {
			return NameTable(d.Source, d.Table, "remove-name", Typed(s, "input", "remove-name", func(text string) page.Msg { return RemoveNamed{text} }))
		}),
		DialogErr(d.Err),
		H("div.row.end", Cancel(s),
			Slot(seek && !r.Finding, func() app.UI { return Press(s, ".btn.primary#remove-seek", "Find them", RemoveSought{}) }),
			Slot(r.Finding, func() app.UI { return Press(s, ".btn#remove-stop", "Stop", RemoveStopped{}) }),
			Slot(!seek && !r.Finding, func() app.UI {
				return Press(s, ".btn.danger#remove-go", do, RemoveConfirmed{}, Off(!can || !r.Named(d)))
			})),
	}
}

// did is what a deletion in an account came to, and what of it can go on.
func (r *Removal) did(s Sender, d *page.Dialog) []app.UI {
	did := r.Did
	text := "Deleted " + words.Number(did.Removed) + " of " + words.Count(did.Entities, "entity", "entities") + "."
	if did.Account.Wrote < did.Removed {
		text += " " + words.Number(did.Account.Wrote) + " of them by this run."
	}
	if did.Account.Already > 0 {
		text += " " + words.Count(did.Account.Already, "was", "were") + " gone already."
	}
	left := did.Account.Left
	return []app.UI{
		H("p#"+didID+" role=status tabindex=-1", H("b", text)),
		Slot(did.Failed != nil, func() app.UI { return H("p.err", "It ended early: "+did.Failed.Message) }),
		Slot(left > 0, func() app.UI {
			return H("p", words.Count(left, "entity is", "entities are")+" still to delete. Going on takes "+writingText(did.Plan, r.Price)+" Nothing is found again.")
		}),
		changedList(s, did.Account, did.Changed),
		DialogErr(d.Err),
		H("div.row.end", Close(s),
			Slot(left > 0, func() app.UI {
				return Press(s, ".btn.danger#remove-go", "Go on: delete "+words.Number(left)+" more", RemoveConfirmed{})
			})),
	}
}

// KeepFirst offers a copy of a table of an account before it loses something. then is sent after it.
func KeepFirst(s Sender, table string, then page.Msg) app.UI {
	return H("div.row", H("span.dim", "A copy in this browser keeps what is there now."), Press(s, ".btn.small#keep-first", "Pull a copy first…", page.PullPressed{Table: table, Then: then}))
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
