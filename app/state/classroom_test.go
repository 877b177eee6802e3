package state

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// Ensure that a link for a class is to the lesson on screen, that whoever opens it is in that class, also at the next visit, and
// that the page's own addresses do not name the class.
func TestClass_Link(t *testing.T) {
	teacher, cmds := after(ready(t), ClassPressed{}, ClassNamed{"4B  \u202eA\n"})
	if !has(cmds, KeepSetting{ClassSetting, "4B A"}) {
		t.Error(cmds)
	}
	teacher, cmds = after(teacher, ClassCopied{})
	link, ok := find[Copy](cmds)
	if !ok || !strings.Contains(link.Text, "lesson=four-classes") || !strings.Contains(link.Text, "class=4B%20A") {
		t.Fatalf("%v %v", link, cmds)
	}
	_, fragment, _ := strings.Cut(link.Text, "#")
	m, cmds := after(New(), Started{Fragment: fragment})
	if m.Lessons.Class.Name != "4B A" || !has(cmds, KeepSetting{ClassSetting, "4B A"}) || m.Start.Lesson == nil || m.Start.Lesson.Class != "" {
		t.Errorf("%+v %v", m.Lessons.Class, cmds)
	}
	m, cmds = after(ready(t), Navigated{Fragment: fragment})
	if m.Lessons.Class.Name != "4B A" || m.Lesson == nil || strings.Contains(routeOf(m).Fragment(), "class=") {
		t.Errorf("%+v %v", m.Lessons.Class, cmds)
	}
	if m, _ := after(New(), Started{Class: "4B"}); m.Lessons.Class.Name != "4B" {
		t.Error("the class is gone at the next visit")
	}
	if m, _ := after(New(), Started{Fragment: fragment, Embed: true}); m.Lessons.Class.Name != "" {
		t.Error("an embedded page takes the class")
	}
	if teacher.Dialog == nil || teacher.Dialog.Kind != ClassDialog {
		t.Error("the dialog closed")
	}
}

// Ensure that files of learners are read together, that one that is no progress is told of, and that other files are not imported
// with them.
func TestClass_Files(t *testing.T) {
	a, b := port.FileRef{Token: "1", Name: "ann.progress.csv"}, port.FileRef{Token: "2", Name: "bob.progress (1).CSV"}
	m, cmds := after(ready(t), page.FilesGiven{Files: []port.FileRef{a, {Token: "3", Name: "data.csv"}, b}})
	if !has(cmds, ReadReport{a}) || !has(cmds, ReadReport{b}) || !has(cmds, page.ForgetFile{Token: "3"}) || m.Dialog == nil || m.Dialog.Kind != ClassDialog || m.Lessons.Class.Reading != 2 {
		t.Fatalf("%v %+v", cmds, m.Lessons.Class)
	}
	m, cmds = after(m, ReportRead{File: a, Reply: &wire.ReportFileReply{Report: lesson.Report{Learner: "Ann"}}}, ReportRead{File: b, Err: errors.New("no")})
	c := m.Lessons.Class
	if len(c.Reports) != 1 || len(c.Refused) != 1 || !strings.HasPrefix(c.Refused[0], "bob.progress (1).CSV: ") || c.Reading != 0 || !has(cmds, page.ForgetFile{Token: "2"}) {
		t.Errorf("%+v %v", c, cmds)
	}
	if m, _ = after(m, ReportsCleared{}); len(m.Lessons.Class.Reports)+len(m.Lessons.Class.Refused) != 0 {
		t.Error("the table is not empty")
	}
}

// Ensure that a try, a hint, the solution and the end of a step are noted, each once, and that what breaks a solution is no try.
func TestClass_Noted(t *testing.T) {
	m := taught(t, "four-classes", 1)
	of := lesson.EffortOf{Lesson: m.Lesson.Name, Step: m.Lesson.Step}
	m, _ = after(m, LessonPredicted{Answer: "row-range"})
	for _, test := range []struct {
		msg  Msg
		want lesson.Noted
	}{{LessonHintPressed{}, lesson.Hinted}, {LessonPut{SolutionAttempt}, lesson.SolutionShown}, {LessonCheckPressed{}, lesson.Tried}} {
		var cmds []Cmd
		if m, cmds = after(m, test.msg); !has(cmds, NoteEffort{of, test.want}) {
			t.Errorf("%T: %v", test.msg, cmds)
		}
	}
	m, cmds := after(m, LessonTried{Seq: m.Lesson.Seq, Reply: &wire.TryReply{Judged: true, Passed: true}})
	if !has(cmds, NoteEffort{of, lesson.Passed}) {
		t.Error(cmds)
	}
	if _, cmds = after(m, LessonPut{BreakAttempt}); has(cmds, NoteEffort{of, lesson.Tried}) {
		t.Error("what breaks it counts as a try")
	}
	m, cmds = after(m, LearnerNamed{" Ann "}, ReportSaved{})
	if save, ok := find[SaveReport](cmds); !ok || save.Learner != "Ann" || !save.Progress.HasPassed(of.Lesson, of.Step) {
		t.Error(cmds)
	}
}
