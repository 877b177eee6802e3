package tables

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/partitions"
	"rangefinder/app/sample"
)

// panel draws a dialog about tables.
type panel struct {
	s     Sender
	v     *page.View
	d     *page.Dialog
	exact *partitions.Recount
}

// Dialog draws the dialog that is open; false when it is not about tables.
func Dialog(v *page.View, exact *partitions.Recount) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if v.Dialog == nil {
			return Drawn{}, false
		}
		d := v.Dialog
		p := &panel{s, v, d, exact}
		switch of := d.Of.(type) {
		case *Naming:
			if d.Kind == CloneDialog {
				return Drawn{Label: "Clone " + d.Table, Body: p.cloneTable(d, of)}, true
			}
			return Drawn{Label: "New table", Body: p.newTable(d)}, true
		case *Deletion:
			return Drawn{Label: "Delete the table " + d.Table, Body: p.deleteTable(d, of)}, true
		case *SpecForm:
			return Drawn{Label: "Generate a table", Body: p.generate(d, of)}, true
		case *sample.Sample:
			return Drawn{Label: of.Title, Body: p.sample(of)}, true
		case *Stats:
			return Drawn{Label: "Statistics of " + d.Table, Class: "wide", Body: p.stats(of)}, true
		}
		return Drawn{}, false
	}
}
