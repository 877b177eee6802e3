package designlab

import (
	"cmp"

	"rangefinder/app/page"
)

// Commands are what can be done in the design lab.
func (m *Model) Commands(v *page.View) []page.Command {
	not, best := cmp.Or(v.NoHomeTable(), page.Wanting("Open the design lab first.", v.Screen == page.LabScreen && m.Have)), 0
	if not == "" {
		best = m.Best()
	}
	return []page.Command{
		{ID: "lab-design", Title: "Add a key design", Group: page.TableGroup, Not: not, Do: []page.Msg{Did{Act: AddDesign}}},
		{ID: "lab-read", Title: "Add an access pattern that reads", Group: page.TableGroup, Not: not, Do: []page.Msg{Did{Act: AddRead}}},
		{ID: "lab-write", Title: "Add an access pattern that writes", Group: page.TableGroup, Not: not, Do: []page.Msg{Did{Act: AddWrite}}},
		{ID: "lab-simulate", Title: "Simulate the best design of the lab", Words: "load hot partition throttling", Group: page.TableGroup, Not: not, Do: []page.Msg{Did{Act: Simulate, At: best}}},
		{ID: "lab-undo", Title: "Undo in the design lab", Group: page.TableGroup, Not: not, Do: []page.Msg{Did{Act: Undo}}},
		{ID: "lab-markdown", Title: "Copy the comparison of designs as Markdown", Group: page.TableGroup, Not: not, Do: []page.Msg{Did{Act: CopyReview}}},
	}
}
