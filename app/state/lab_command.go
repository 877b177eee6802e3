package state

import "rangefinder/app/designlab"

// theLab is a condition: the design lab is on screen and has something to work on.
var theLab = unless(aHomeTable, missing("Open the design lab first.", func(m *Model) bool { return m.Screen == LabScreen && m.Lab.Have }))

var labCommands = []Command{
	{ID: "lab-design", Title: "Add a key design", Group: TableGroup, Not: theLab, Do: always(designlab.Did{Act: designlab.AddDesign})},
	{ID: "lab-read", Title: "Add an access pattern that reads", Group: TableGroup, Not: theLab, Do: always(designlab.Did{Act: designlab.AddRead})},
	{ID: "lab-write", Title: "Add an access pattern that writes", Group: TableGroup, Not: theLab, Do: always(designlab.Did{Act: designlab.AddWrite})},
	{ID: "lab-simulate", Title: "Simulate the best design of the lab", Words: "load hot partition throttling", Group: TableGroup, Not: theLab, Do: func(m *Model) []Msg {
		return []Msg{designlab.Did{Act: designlab.Simulate, At: m.Lab.Best()}}
	}},
	{ID: "lab-undo", Title: "Undo in the design lab", Group: TableGroup, Not: theLab, Do: always(designlab.Did{Act: designlab.Undo})},
	{ID: "lab-markdown", Title: "Copy the comparison of designs as Markdown", Group: TableGroup, Not: theLab, Do: always(designlab.Did{Act: designlab.CopyReview})},
}
