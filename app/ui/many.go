package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// editMany is the dialog that changes a property of many entities. Whatever is typed is tried on all of them at once, and
// nothing is changed before the button is pressed.
func (p *DialogPanel) editMany(d *state.Dialog) []app.UI {
	f := d.Many
	set := func(field string) func(string) state.Msg {
		return func(v string) state.Msg { return state.ManyTyped{Field: field, Text: v} }
	}
	field := func(id, name, field string) app.UI {
		input := h("input#many-"+id+" type=text autocomplete=off spellcheck=false list=many-names", typed(p.Store, "input", "many-"+id, set(field)), off(f.Working))
		if f.ErrField == "many-"+id {
			input.(app.HTMLElem).Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return h("div.prop.keyprop", h("label for=many-"+id, name), input)
	}
	choose := func(id, name, chosen string, list ...string) app.UI {
		return h("div.prop.keyprop", h("label for=many-"+id, name), h("select#many-"+id, off(f.Working), typed(p.Store, "change", "many-"+id, set(id)),
			each(len(list)/2, func(i int) app.UI { return h("option", value(list[2*i]), on(list[2*i] == chosen), list[2*i+1]) })))
	}
	all := "All " + words.Count(f.Entities, "entity", "entities") + " of the result"
	if !f.Whole {
		all += " so far: not everything was read"
	}
	scope := any(h("p.dim", all+"."))
	if f.Last > f.First {
		chosen := "some"
		if f.All {
			chosen = "all"
		}
		scope = choose("all", "Which entities", chosen, "some", "The "+words.Count(f.Last-f.First+1, "line that is", "lines that are")+" selected", "all", all)
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
	return []app.UI{h("div.stack#many",
		scope,
		h("div.spec", choose("action", "What", string(f.Req.Action), "set", "Set a property", "rename", "Rename a property", "remove", "Remove a property", "retype", "Give it another type"),
			field("Property", "Property", "property"), to, typ, text, only),
		h("datalist#many-names", each(min(len(p.Names), maxNames), func(i int) app.UI { return h("option", value(p.Names[i])) })),
		slot(f.Err != "", func() app.UI { return h("p.err#dialog-err role=alert", f.Err) }),
		p.manyPreview(f), p.manyActions(f))}
}

func typeChoices() []string {
	var list []string
	for _, t := range edm.Types {
		list = append(list, t.String(), t.String())
	}
	return list
}

// manyPreview is what would become of the entities.
func (p *DialogPanel) manyPreview(f *state.ManyForm) app.UI {
	r := f.Reply
	switch {
	case f.Asking && f.Progress.Done > 0:
		return h("p.dim", "Trying it: "+words.Number(f.Progress.Done)+" of "+words.Number(f.Progress.Total)+" lines")
	case r == nil:
		return h("p.dim", "Name a property, and what would change is shown here. Nothing is changed yet.")
	}
	var samples, failures any
	if len(r.Samples) > 0 {
		samples = h("div.scroll-x role=region tabindex=0", label("Samples"), h("table.preview",
			h("thead", h("tr", h("th scope=col", "For example"), h("th scope=col", "Now"), h("th scope=col", "Then"))),
			h("tbody", each(len(r.Samples), func(i int) app.UI {
				s := r.Samples[i]
				return h("tr", h("th scope=row", entityName(s.PartitionKey, s.RowKey)), manyCell(s.Before, f), manyCell(s.After, f))
			}))))
	}
	if r.Failed > 0 {
		failures = h("div.failure#many-failed role=group", label("What cannot be changed"), h("p", h("b", words.Count(r.Failed, "entity stays as it is", "entities stay as they are"))),
			h("div.tall role=region tabindex=0", label("Entities that stay as they are"), h("ul.notes", each(len(r.Failures), func(i int) app.UI {
				x := r.Failures[i]
				return h("li", h("b", entityName(x.PartitionKey, x.RowKey)), " "+words.Clip(x.Text, 60)+" · "+x.Reason)
			}))))
	}
	return h("div.stack", h("p.facts#many-facts role=status", h("b", state.ManyText(r))), samples, failures)
}

func manyCell(v wire.TextProperty, f *state.ManyForm) app.UI {
	name := ""
	if f.Req.Action == wire.RenameProperty && v.Type != edm.NoType {
		name = v.Name + " = "
	}
	switch {
	case v.Type == edm.NoType:
		return h("td.dim", "·")
	case v.Text == "":
		return h("td.dim", name+"(empty)")
	}
	return h("td", name+words.Clip(v.Text, 100), h("small.dim", " "+typeMarks[v.Type]))
}

func (p *DialogPanel) manyActions(f *state.ManyForm) app.UI {
	n := 0
	if f.Reply != nil {
		n = f.Reply.Changed
	}
	if f.Working {
		done, total := f.Progress.Done, max(f.Progress.Total, 1)
		return h("div.working", h("progress max=100", label("Changing"), value(words.Number(done*100/total))),
			h("div.row", h("span.grow.num role=status", words.Number(done)+" of "+words.Number(f.Progress.Total)+" lines"+state.Rate(f.Progress)), press(p.Store, ".btn.small", "Stop", state.ManyStopped{})))
	}
	text, note := "Add "+words.Count(n, "change", "changes")+" to the pending ones", ""
	if !f.Collects() {
		text = "Change " + words.Count(n, "entity", "entities") + " now"
		note = "More than 1,000 changes are not collected: they are written at once, can be stopped, and can be undone until the page is reloaded."
	} else if f.Source != "" && n > wire.MaxCollected {
		note = "At most 1,000 changes of an account can wait to be committed. Choose fewer entities."
	}
	return h("div.stack", slot(note != "", func() app.UI { return h("p.dim", note) }),
		h("div.row.end", p.cancel(), press(p.Store, ".btn.primary#many-do", text, state.ManyCommit{}, off(n == 0 || f.Asking || f.Source != "" && n > wire.MaxCollected))))
}
