package bulk

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// Dialog draws the dialog, if it is one of this package that is open.
func Dialog(v *page.View) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		d := v.Dialog
		if f := page.Held[ManyForm](d); f != nil {
			return Drawn{Label: "Change many entities of " + d.Table, Class: "wide", Body: f.body(s, v.Census.Names())}, true
		}
		if r := page.Held[Removal](d); r != nil {
			return Drawn{Label: "Delete entities of " + d.Table, Body: r.body(s, d)}, true
		}
		return Drawn{}, false
	}
}
