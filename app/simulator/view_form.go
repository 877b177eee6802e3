package simulator

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/filterlang"
)

// Form is the settings of a run.
type Form struct {
	app.Compo
	Store  Sender
	Texts  []string
	Faults []string
	Open   bool // on a phone
	Turned int  // bit by group: it is not as it is at first, folded or unfolded
	Table  string
	Census *filterlang.Census // of the table; nil until it came
}

func (f *Form) Render() app.UI {
	setup := SetupOf(f.Texts)
	class := "section.card.sim-form"
	if f.Open {
		class += ".open"
	}
	expanded := "false"
	if f.Open {
		expanded = "true"
	}
	return H(class+"#sim-form", Label("Settings"),
		H("div.row", H("h2", "Settings"), H("span.grow"), Press(f.Store, ".btn.small.only-phone#sim-form-toggle aria-expanded="+expanded, map[bool]string{false: "Show", true: "Hide"}[f.Open], FormToggled{})),
		H("div.sim-groups", Each(len(Groups), func(g int) app.UI {
			group := &Groups[g]
			wrong := slices.ContainsFunc(group.Fields, func(n int) bool { return f.Faults[n] != "" })
			open, class, brief := wrong || (group.Brief == nil) == (f.Turned>>g&1 == 0), "fieldset", ""
			if !open {
				class += ".shut"
				if group.Brief != nil {
					brief = group.Brief(&setup)
				}
			}
			return H(class, H("legend", Press(f.Store, ".line.sim-group#sim-group-"+strconv.Itoa(g), "", GroupToggled{g}, Expanded(open),
				H("span.mark", Attr("aria-hidden", "true"), map[bool]string{false: "▸", true: "▾"}[open]), H("span", group.Title), H("span.n", brief))), Each(len(group.Fields), func(i int) app.UI {
				n := group.Fields[i]
				field := &Fields[n]
				shown := field.Shown == nil || field.Shown(&setup) || f.Faults[n] != ""
				return Slot(shown, func() app.UI { return f.field(n, field, &setup) })
			}))
		})))
}

func (f *Form) field(n int, field *Field, setup *Setup) app.UI {
	id := FieldID(n)
	hears := func(event string) Listener {
		return Typed(f.Store, event, id, func(v string) page.Msg { return FieldTyped{Field: n, Text: v} })
	}
	about := " aria-describedby=" + id + "-note"
	if f.Faults[n] != "" {
		about += " aria-invalid=true"
	}
	var input app.UI
	if options := field.Options; options != nil {
		if field.ID == "people" {
			options = setup.PeopleOptions()
		}
		input = H("select.btn#"+id+about, Each(len(options), func(i int) app.UI {
			o := options[i]
			return H("option", Value(o[0]), On(o[0] == f.Texts[n]), o[1])
		}), hears("change"))
	} else {
		input = H("input#"+id+" type=text autocomplete=off spellcheck=false"+about, Value(f.Texts[n]), hears("input"))
	}
	note, class := field.Note, "span.dim"
	if field.ID == "template" && f.Table != "" && setup.Population == nil {
		note = "keys of " + f.Table + ", as in the design lab: {Property|function}"
	}
	if unknown := setup.UnknownProperties(f.Census); field.ID == "template" && unknown != "" {
		note, class = unknown, "span.err"
	}
	if f.Faults[n] != "" {
		note, class = f.Faults[n], "span.err"
	}
	wide := ""
	if field.ID == "template" {
		wide = ".template"
	}
	return H("div.sim-field"+wide, H("label for="+id, field.Label), input, H(class+"#"+id+"-note", note))
}
