package state

// theLab is a condition: the design lab is on screen and has something to work on.
var theLab = unless(aHomeTable, missing("Open the design lab first.", func(m *Model) bool { return m.Screen == LabScreen && m.Lab.Have }))

var labCommands = []Command{
	{ID: "lab-design", Title: "Add a key design", Group: TableGroup, Not: theLab, Do: always(LabDid{Act: AddDesign})},
	{ID: "lab-read", Title: "Add an access pattern that reads", Group: TableGroup, Not: theLab, Do: always(LabDid{Act: AddRead})},
	{ID: "lab-write", Title: "Add an access pattern that writes", Group: TableGroup, Not: theLab, Do: always(LabDid{Act: AddWrite})},
	{ID: "lab-simulate", Title: "Simulate the best design of the lab", Words: "load hot partition throttling", Group: TableGroup, Not: theLab, Do: func(m *Model) []Msg {
		return []Msg{LabDid{Act: Simulate, At: bestDesign(m.Lab)}}
	}},
	{ID: "lab-undo", Title: "Undo in the design lab", Group: TableGroup, Not: theLab, Do: always(LabDid{Act: UndoLab})},
	{ID: "lab-markdown", Title: "Copy the comparison of designs as Markdown", Group: TableGroup, Not: theLab, Do: always(LabDid{Act: CopyReview})},
}

// bestDesign is the first design that ranks first, the first of all when none does.
func bestDesign(l *Lab) int {
	if l.Report != nil {
		for i := range l.Report.Designs {
			if l.Report.Designs[i].Rank == 1 {
				return i
			}
		}
	}
	return 0
}
