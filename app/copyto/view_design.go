package copyto

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// job is a choice of what is done with a design.
func (p *panel) job() app.UI {
	choice := func(value, text string) app.UI {
		return H("label.row.check", H("input#copyto-do-"+value+" type=radio name=copyto-do", On(p.m.Checks == (value == "check")), Off(p.m.busy()),
			Typed(p.s, "change", value, func(string) page.Msg { return Chosen{Field: "do", Value: value} })), H("span.wrap", text))
	}
	return H("fieldset.choices", H("legend", "What is done"),
		choice("deploy", "Deploy: its tables, copies and index entities, filled from "+p.m.Table),
		choice("check", "Check tables that are in use: find copies that have drifted, and mend them"))
}

// drifted names copies that have drifted.
func (p *panel) drifted() app.UI {
	f := p.m.Plan.Found
	return Slot(len(f.Examples) > 0, func() app.UI {
		return H("details open", H("summary", "Examples"), H("ul.notes", Each(len(f.Examples), func(i int) app.UI {
			return H("li.wrap", exampleText(&f.Examples[i]))
		})))
	})
}
