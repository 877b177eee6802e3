package state

import (
	"slices"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port"
)

// updateGiven takes the files that are none of tables: those that came with the start wait for the first view, lessons are opened, and
// what learners saved of their progress is read. Other files are imported.
func updateGiven(m Model, msg Msg) (Model, []Cmd, bool) {
	given, ok := msg.(page.FilesGiven)
	switch {
	case !ok || len(given.Files) == 0:
		return m, nil, false
	case m.Start != nil: // the installed application was started with them
		start := *m.Start
		start.Files = append(slices.Clone(start.Files), given.Files...)
		m.Start = &start
		return m, nil, true
	}
	if i := slices.IndexFunc(given.Files, func(f port.FileRef) bool { return lesson.IsFile(f.Name) }); i >= 0 {
		m, cmds, _ := hand(m, "course", page.LessonFileGiven{File: given.Files[i]})
		return m, append(cmds, forget(slices.Delete(slices.Clone(given.Files), i, i+1))...), true
	}
	isReport := func(f port.FileRef) bool { return lesson.IsReport(f.Name) }
	if reports := slices.Clone(given.Files); slices.ContainsFunc(reports, isReport) {
		others := slices.DeleteFunc(slices.Clone(given.Files), isReport)
		m, cmds, _ := hand(m, "course", page.ReportsGiven{Files: slices.DeleteFunc(reports, func(f port.FileRef) bool { return !isReport(f) })})
		return m, append(cmds, forget(others)...), true
	}
	return m, nil, false
}

// forget frees files that the person gave.
func forget(files []port.FileRef) []Cmd {
	cmds := make([]Cmd, len(files))
	for i, f := range files {
		cmds[i] = page.ForgetFile{Token: f.Token}
	}
	return cmds
}
