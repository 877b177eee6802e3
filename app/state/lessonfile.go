package state

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// isLesson reports whether a file says by its name that it is a lesson.
func isLesson(f port.FileRef) bool { return strings.HasSuffix(strings.ToLower(f.Name), ".lesson") }

// lessonGiven has a teacher's file run; other lessons that came with it are left.
func lessonGiven(m Model, f port.FileRef) (Model, []Cmd) {
	ls := *m.Lessons
	var cmds []Cmd
	if ls.File != nil {
		cmds = forget([]port.FileRef{{Token: ls.File.Token}})
	}
	ls.File = &LessonFile{Token: f.Token, File: f.Name, Busy: true}
	m.Lessons = &ls
	m.Dialog = &Dialog{Kind: RefusedLesson}
	return m, append(cmds, OpenDialog{}, ReadLessonFile{f.Token}, Announce{Text: "Trying the lesson " + f.Name + "."})
}

// lessonFileRead opens a teacher's lesson that works, and keeps it for this tab; else it tells what is wrong.
func lessonFileRead(m Model, msg LessonFileRead) (Model, []Cmd, bool) {
	ls := *m.Lessons
	if ls.File == nil || ls.File.Token != msg.Token {
		return m, nil, true
	}
	f := *ls.File
	f.Busy = false
	cmds := []Cmd{page.ForgetFile{Token: msg.Token}}
	if f.Failed = wire.FailureOf(msg.Err); f.Failed != nil && f.Failed.Code == wire.Canceled {
		ls.File = nil
		m.Lessons = &ls
		return m, cmds, true
	}
	if f.Failed == nil {
		f.Problems = msg.Reply.Problems
	}
	ls.File = &f
	m.Lessons = &ls
	if f.Failed != nil || len(f.Problems) > 0 {
		return m, append(cmds, Focus{Target: "lesson-choose"}, Announce{Text: f.File + " does not work yet."}), true
	}
	name, of := ownName(f.File, msg.Reply.Text)
	ls.File = nil
	ls.Own = slices.DeleteFunc(slices.Clone(ls.Own), func(o OwnLesson) bool { // the file as it was before
		tail, ok := strings.CutPrefix(o.Name, of)
		return ok && (tail == "" || len(tail) == len("-00000000") && tail[0] == '-')
	})
	ls.Own = append(ls.Own, OwnLesson{name, msg.Reply.Title, msg.Reply.Text})
	m.Lessons, m.Dialog = &ls, nil
	m, more := openLesson(m, name, 1, nil)
	return m, append(append(cmds, CloseDialog{}, KeepInTab{OwnLessonsSlot, encodeOwn(ls.Own)}), more...), true
}
