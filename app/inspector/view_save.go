package inspector

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// pendingNote says what is pending of the entity of the form. What can be done with it is in the bar below the grid, which a phone has not
// in view.
func (p *Panel) pendingNote() app.UI {
	c := p.In.Saved
	if c == nil {
		return H("div.slot")
	}
	text, look := "Not committed yet.", ".btn.small.quiet"
	switch {
	case c.Taken():
		text = "There is an entity with this key already. Nothing was written; Review shows both."
	case c.Conflict != nil:
		text = "Somebody changed it since it was read. Nothing was written; Review shows both changes."
	case c.Kind == "delete":
		text = "The next commit deletes it."
	}
	switch what := edit.ChangeText(c); {
	case what == "":
	case c.From != nil || c.To != nil:
		text += " It moves " + what + "."
	default:
		text += " (" + what + ")"
	}
	if !c.Taken() && c.Conflict == nil {
		look += ".only-phone"
	}
	return H("div.advice-box.insp-note.pending-note#pending-note", H("div.row", review.ChangeTag(c), H("span", text),
		Press(p.Store, ".btn.small.primary.only-phone", "Commit", review.CommitPressed{}, Title("All pending changes")), Press(p.Store, look, "Review…", review.ReviewPressed{})))
}

// nearLimit is the part of a limit, in per cent, from which a meter is shown.
const nearLimit = 75

// meters are how near the form is to the limits of an entity that it is near to.
func (p *Panel) meters() app.UI {
	in, t := p.In, p.In.Meters
	largest := "largest value"
	if t.LargestName != "" {
		largest = words.Clip(t.LargestName, 24) + ", the largest value"
	}
	var near []app.UI
	meter := func(name string, value, limit int, text string) {
		if 100*value >= nearLimit*limit {
			near = append(near, Meter(name, value, limit, text))
		}
	}
	meter("Size", in.Size, edit.MaxEntity, words.Bytes(int64(in.Size))+" of 1 MiB")
	meter("Properties", t.Properties, edit.MaxProperties, words.Number(t.Properties)+" of 252 properties")
	meter("Largest value", t.Largest, 64<<10, words.Bytes(int64(t.Largest))+" of 64 KiB: "+largest)
	meter("PartitionKey", t.PKey, 1<<10, words.Bytes(int64(t.PKey))+" of 1 KiB: PartitionKey")
	if in.Profile == filterlang.Cosmos { // UTF-8 there, UTF-16 in Azure Table storage
		meter("RowKey", len(in.RK), edit.MaxRowKeyCosmos, words.Count(len(in.RK), "byte", "bytes")+" of 255: RowKey")
	} else {
		meter("RowKey", t.RKey, 1<<10, words.Bytes(int64(t.RKey))+" of 1 KiB: RowKey")
	}
	return Slot(len(near) > 0, func() app.UI { return H("div.meters role=group", Label("Limits that are near"), near) })
}

// allOthers is what the choice of all properties is called where the others have their names; no property is called so.
const allOthers = "*"

// others offers the properties that other entities of the table have and this one has not, with type and how many have it.
func (p *Panel) others() (offer, told app.UI) {
	list := edit.Absent(p.In, p.Census)
	if len(list) == 0 {
		return H("div.slot"), H("div.slot")
	}
	options := []app.UI{H("option", Value(""), On(true), "Known property…")}
	if len(list) > 1 {
		options = append(options, H("option", Value(allOthers), "All "+words.Number(len(list))+" of these"))
	}
	for _, c := range list {
		share := words.Number(c.Count)
		if p.Entities > 0 {
			share = words.Share(int64(c.Count), int64(p.Entities))
		}
		options = append(options, H("option", Value(c.Name), words.Clip(c.Name, 60)+" · "+c.Types[0].Type.String()+" · "+share))
	}
	offer = H("select.btn.small#others", Label("Add a property that other entities have"), On(false), Listen("change", func(ctx app.Context, e app.Event) {
		name := ValueOf(ctx.JSSrc())
		ctx.JSSrc().Set("selectedIndex", 0)
		p.Store.Send(PropertiesPicked{slices.DeleteFunc(slices.Clone(list), func(c filterlang.PropertyCensus) bool { return name != allOthers && c.Name != name })})
	}, app.EventScope("others", len(p.In.Rows), p.In.Added)), options)
	return offer, H("p.dim#absent", edit.AbsentText(list))
}

// said is what was understood of a value; of bytes also how they are written.
func (p *Panel) said(r edit.PropertyRow, id, name string) app.UI {
	if r.Type != edm.Binary {
		return H("p.said#said-"+id, r.Said)
	}
	form := func(f edit.BytesForm, text string) app.UI {
		return H("option", Value(string(f)), On(r.Form == f), text)
	}
	return H("div.said.row#said-"+id, H("span", r.Said),
		H("select#bytes-"+id, Label("How the bytes of "+name+" are written"), Typed(p.Store, "change", "bytes-"+id, func(v string) page.Msg { return BytesFormChosen{ID: r.ID, Form: edit.BytesForm(v)} }),
			form(edit.AnyBytes, "hex"), form(edit.Base64Bytes, "base64"), form(edit.TextBytes, "text")))
}

// failed tells why the save was refused.
func (p *Panel) failed() app.UI {
	f := p.In.Failed
	return El("div").Class("failure").Body( // no alert: that it was not saved is announced
		El("b").Text(f.Message),
		Slot(f.Detail != "", func() app.UI { return El("p").Text(f.Detail) }),
		El("p").Class("dim mono").Text(f.Code),
	)
}

// saveHow is the choice of what saving does, and what that means for this entity.
func (p *Panel) saveHow() app.UI {
	in := p.In
	choice := func(id, text string, chosen bool, msg page.Msg) app.UI {
		return H("label for="+id, H("input#"+id+" type=radio name=how", On(chosen), Listen("change", func(ctx app.Context, e app.Event) { p.Store.Send(msg) }, app.EventScope(id))), " "+text)
	}
	var choices []app.UI
	if in.Mode == edit.Editing {
		choices = []app.UI{choice("how-false", "Merge", !in.Replace, ReplaceChosen{}), choice("how-true", "Replace", in.Replace, ReplaceChosen{Replace: true})}
	} else {
		choices = []app.UI{choice("how-insert", "Insert", in.Kind == "insert" || in.Kind == "", KindChosen{Kind: "insert"}),
			choice("how-upsert", "Insert or replace", in.Kind == "insert-or-replace", KindChosen{Kind: "insert-or-replace"}),
			choice("how-upmerge", "Insert or merge", in.Kind == "insert-or-merge", KindChosen{Kind: "insert-or-merge"})}
	}
	text, deletes := edit.SaveEffect(in)
	return H("fieldset.how", H("legend.sr", "How to commit"), H("div.row", choices), H("p.dim#how-text", text, Slot(deletes != "", func() app.UI { return H("b.loses", " "+deletes) })))
}

// unready is why there is nothing in the form that can be added to the changes, "" when there is.
func (p *Panel) unready() string {
	in := p.In
	if p.Lens != nil {
		if text := p.Lens.unread(in); text != "" {
			return text
		}
	}
	if in.Dirty() || in.Mode == edit.Creating {
		for _, r := range in.Rows {
			if r.Err != "" && in.KeyErr == "" { // which its field tells
				return cmp.Or(words.Clip(r.Name, 40), "A property without a name") + " is not valid."
			}
		}
		_, _, problem := in.Wanted(false)
		return problem
	}
	if in.Saved != nil && in.Saved.Kind == edit.DeleteKind {
		return ""
	}
	return "Nothing was changed."
}

func (p *Panel) actions() app.UI {
	in := p.In
	locked := Off(in.Busy || p.ReadOnly != "")
	deleted := in.Saved != nil && in.Saved.Kind == edit.DeleteKind
	var save page.Msg = SavePressed{}
	text, hint := "Commit", ""
	var alone []FoldItem // what is added to the changes is committed with them, by the bar below the grid
	switch {
	case !p.AtOnce:
		text, hint = "Add to changes", "Commit writes all changes at once, from the bar below the grid"
		if deleted {
			text = "Keep the entity"
		} else if in.Saved != nil {
			text = "Update change"
		}
		unedited := deleted && !in.Dirty() // there is no edit to commit, and nothing of one to keep
		if unedited {
			save = review.ChangeDropped{Key: in.Saved.EntityKey}
		}
		alone = []FoldItem{{ID: "save-now", Text: "Commit only this", Title: "At once; other changes stay pending", Off: bool(locked) || unedited, Msg: SaveNowPressed{}}}
	case in.Mode == edit.Creating:
		text = "Insert"
	}
	why, look, ready := p.unready(), ".btn.small.primary", "false"
	if why != "" { // it can be pressed, and says so
		look, ready = ".btn.small.unready", "true"
	}
	more := append(alone, FoldItem{ID: "duplicate", Text: "Duplicate", Msg: DuplicatePressed{}})
	if in.Saved != nil && !deleted {
		more = append(more, FoldItem{ID: "discard-change", Text: "Discard the change", Title: "Only that of this entity", Off: in.Busy, Msg: review.ChangeDropped{Key: in.Saved.EntityKey}})
	}
	if in.Mode == edit.Editing && !deleted {
		more = append(more, FoldItem{ID: "delete-entity", Text: "Delete", Off: bool(locked), Title: p.ReadOnly, Msg: DeletePressed{}})
	}
	return H("div.insp-foot.row.actions",
		&Fold{Store: p.Store, ID: "entity-more", Class: "small", Label: "More about this entity: commit, duplicate, delete", Items: more},
		Slot(in.Dirty(), func() app.UI {
			back, about := "Revert", "Back to what is stored"
			switch {
			case in.Saved != nil:
				about = "Back to the pending change"
			case in.Mode == edit.Creating:
				back, about = "Discard", "The entity is not made"
			}
			return Press(p.Store, ".btn.small#revert", back, RevertPressed{}, Title(about))
		}),
		Press(p.Store, look+"#save", text, save, Title(cmp.Or(p.ReadOnly, why, hint)), Attr("aria-disabled", ready), locked))
}
