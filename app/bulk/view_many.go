package bulk

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// body is the dialog that changes a property of many entities. Whatever is typed is tried on all of them at once, and
// nothing is changed before the button is pressed.
func (f *ManyForm) body(s Sender, names []string) []app.UI {
	set := func(field string) func(string) page.Msg {
		return func(v string) page.Msg { return ManyTyped{Field: field, Text: v} }
	}
	field := func(id, name, field string) app.UI {
		input := H("input#many-"+id+" type=text autocomplete=off spellcheck=false list=many-names", Typed(s, "input", "many-"+id, set(field)), Off(f.Working))
		if f.ErrField == "many-"+id {
			input.(app.HTMLElem).Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return H("div.prop.keyprop", H("label for=many-"+id, name), input)
	}
	choose := func(id, name, chosen string, list ...string) app.UI {
		return H("div.prop.keyprop", H("label for=many-"+id, name), H("select#many-"+id, Off(f.Working || f.There.Finding && id == "all"), Typed(s, "change", "many-"+id, set(id)),
			Each(len(list)/2, func(i int) app.UI { return H("option", Value(list[2*i]), On(list[2*i] == chosen), list[2*i+1]) })))
	}
	all := "All " + words.Count(f.Entities, "entity", "entities") + " of the result"
	if !f.Whole {
		all += " so far: not everything was read"
	}
	scope := any(H("p.dim", all+"."))
	var list []string
	chosen := "all"
	if f.Last > f.First {
		list = append(list, "some", "The "+words.Count(f.Last-f.First+1, "selected row", "selected rows"))
		if !f.All {
			chosen = "some"
		}
	}
	list = append(list, "all", all)
	if f.There.Can {
		list = append(list, "there", "All that the query finds, on all pages")
		if f.There.Chosen {
			chosen = "there"
		}
	}
	if len(list) > 2 {
		scope = choose("all", "Which entities", chosen, list...)
	}
	if f.There.Did != nil && !f.Working {
		return f.did(s)
	}
	var to, typ, text, only any
	switch f.Req.Action {
	case wire.RenameProperty:
		to = field("To", "New name", "to")
	case wire.RetypeProperty:
		typ = choose("type", "Type", f.Type.String(), typeChoices()...)
	case wire.SetProperty:
		typ, text = choose("type", "Type", f.Type.String(), typeChoices()...), field("Text", "Value", "text")
		only = choose("only", "Where", f.Req.Only, "", "in every entity", "missing", "only where it is missing", "present", "only where it is there")
	}
	return []app.UI{H("div.stack#many",
		scope, Slot(f.There.Chosen, func() app.UI { return f.there(s) }),
		H("div.spec", choose("action", "What", string(f.Req.Action), "set", "Set a property", "rename", "Rename a property", "remove", "Remove a property", "retype", "Give it another type"),
			field("Property", "Property", "property"), to, typ, text, only),
		H("datalist#many-names", Each(min(len(names), MaxNames), func(i int) app.UI { return H("option", Value(names[i])) })),
		Slot(f.Err != "", func() app.UI { return H("p.err#dialog-err role=alert", f.Err) }),
		f.previewed(), f.actions(s))}
}

func typeChoices() []string {
	var list []string
	for _, t := range edm.Types {
		list = append(list, t.String(), t.String())
	}
	return list
}

// previewed is what would become of the entities.
func (f *ManyForm) previewed() app.UI {
	r := f.Reply
	switch {
	case f.Asking && f.Progress.Done > 0:
		return H("p.dim", "Trying it: "+words.Number(f.Progress.Done)+" of "+words.Number(f.Progress.Total)+" entities")
	case r == nil && f.There.blank():
		return H("p.dim", "What would change is shown here once the entities were read and a property is named. Nothing is changed yet.")
	case r == nil:
		return H("p.dim", "Name a property, and what would change is shown here. Nothing is changed yet.")
	}
	var samples, failures any
	if len(r.Samples) > 0 {
		samples = H("div.scroll-x role=region tabindex=0", Label("Samples"), H("table.preview",
			H("thead", H("tr", H("th scope=col", "For example"), H("th scope=col", "Now"), H("th scope=col", "Then"))),
			H("tbody", Each(len(r.Samples), func(i int) app.UI {
				x := r.Samples[i]
				return H("tr", H("th scope=row", page.EntityName(x.PartitionKey, x.RowKey)), f.cell(x.Before), f.cell(x.After))
			}))))
	}
	if r.Failed > 0 {
		failures = H("div.failure#many-failed role=group", Label("What cannot be changed"), H("p", H("b", words.Count(r.Failed, "entity stays as it is", "entities stay as they are"))),
			H("div.tall role=region tabindex=0", Label("Entities that stay as they are"), H("ul.notes", Each(len(r.Failures), func(i int) app.UI {
				x := r.Failures[i]
				return H("li", H("b", page.EntityName(x.PartitionKey, x.RowKey)), " "+words.Clip(x.Text, 60)+" · "+x.Reason)
			}))))
	}
	return H("div.stack", H("p.facts#many-facts role=status", H("b", ManyText(r))), samples, failures)
}

func (f *ManyForm) cell(v wire.TextProperty) app.UI {
	name := ""
	if f.Req.Action == wire.RenameProperty && v.Type != edm.NoType {
		name = v.Name + " = "
	}
	switch {
	case v.Type == edm.NoType:
		return H("td.dim", "·")
	case v.Text == "":
		return H("td.dim", name+"(empty)")
	}
	return H("td", name+words.Clip(v.Text, 100), H("small.dim", " "+v.Type.String()))
}

func (f *ManyForm) actions(s Sender) app.UI {
	n := 0
	if f.Reply != nil {
		n = f.Reply.Changed
	}
	if f.There.Chosen {
		return f.doThere(s, n)
	}
	if f.Working {
		done, total := f.Progress.Done, max(f.Progress.Total, 1)
		return H("div.working", H("progress max=100", Label("Changing"), Value(words.Number(done*100/total))),
			H("div.row", H("span.grow.num role=status", words.Number(done)+" of "+words.Number(f.Progress.Total)+" entities"+page.Rate(f.Progress)), Press(s, ".btn.small", "Stop", ManyStopped{})))
	}
	text, note := "Add "+words.Count(n, "pending change", "pending changes"), ""
	if n == 0 {
		text = "Add pending changes"
	}
	if !f.Collects() {
		text = "Change " + words.Count(n, "entity", "entities") + " now"
		note = "More than 1,000 changes are not collected: they are written at once, can be stopped, and can be undone until the page is reloaded."
	} else if f.Source != "" && n > wire.MaxCollected {
		note = "At most 1,000 changes of an account can wait to be committed. Choose fewer entities."
	}
	return H("div.stack", Slot(note != "", func() app.UI { return H("p.dim", note) }),
		H("div.row.end", Cancel(s), Press(s, ".btn.primary#many-do", text, ManyCommit{}, Off(n == 0 || f.Asking || f.Source != "" && n > wire.MaxCollected))))
}
