package shell

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// Ensure that a link for a class is to the lesson on screen, that whoever opens it is in that class, also at the next visit, and
// that the page's own addresses do not name the class.
func TestClass_Link(t *testing.T) {
	teacher, cmds := after(ready(t), course.ClassPressed{}, course.ClassNamed{Text: "4B  \u202eA\n"})
	if !has(cmds, page.KeepSetting{Key: course.ClassSetting, Value: "4B A"}) {
		t.Error(cmds)
	}
	teacher, cmds = after(teacher, course.ClassCopied{})
	link, ok := find[page.Copy](cmds)
	if !ok || !strings.Contains(link.Text, "lesson=four-classes") || !strings.Contains(link.Text, "class=4B%20A") {
		t.Fatalf("%v %v", link, cmds)
	}
	_, fragment, _ := strings.Cut(link.Text, "#")
	m, cmds := after(New(), Started{Fragment: fragment})
	if m.Course.Class.Name != "4B A" || !has(cmds, page.KeepSetting{Key: course.ClassSetting, Value: "4B A"}) || m.Start.Lesson == nil || m.Start.Lesson.Class != "" {
		t.Errorf("%+v %v", m.Course.Class, cmds)
	}
	m, cmds = after(ready(t), Navigated{Fragment: fragment})
	if m.Course.Class.Name != "4B A" || m.Course.Lesson == nil || strings.Contains(routeOf(m).Fragment(), "class=") {
		t.Errorf("%+v %v", m.Course.Class, cmds)
	}
	if m, _ := after(New(), Started{Class: "4B"}); m.Course.Class.Name != "4B" {
		t.Error("the class is gone at the next visit")
	}
	if m, _ := after(New(), Started{Fragment: fragment, Embed: true}); m.Course.Class.Name != "" {
		t.Error("an embedded page takes the class")
	}
	if teacher.Dialog == nil || teacher.Dialog.Kind != course.ClassDialog {
		t.Error("the dialog closed")
	}
}

// Ensure that files of learners are read together, that one that is no progress is told of, and that other files are not imported
// with them.
func TestClass_Files(t *testing.T) {
	a, b := port.FileRef{Token: "1", Name: "ann.progress.csv"}, port.FileRef{Token: "2", Name: "bob.progress (1).CSV"}
	m, cmds := after(ready(t), page.FilesGiven{Files: []port.FileRef{a, {Token: "3", Name: "data.csv"}, b}})
	if !has(cmds, course.ReadReport{File: a}) || !has(cmds, course.ReadReport{File: b}) || !has(cmds, page.ForgetFile{Token: "3"}) || m.Dialog == nil || m.Dialog.Kind != course.ClassDialog || m.Course.Class.Reading != 2 {
		t.Fatalf("%v %+v", cmds, m.Course.Class)
	}
	m, cmds = after(m, course.ReportRead{File: a, Reply: &wire.ReportFileReply{Report: report.Report{Learner: "Ann"}}}, course.ReportRead{File: b, Err: errors.New("no")})
	c := m.Course.Class
	if len(c.Reports) != 1 || len(c.Refused) != 1 || !strings.HasPrefix(c.Refused[0], "bob.progress (1).CSV: ") || c.Reading != 0 || !has(cmds, page.ForgetFile{Token: "2"}) {
		t.Errorf("%+v %v", c, cmds)
	}
	if m, _ = after(m, course.ReportsCleared{}); len(m.Course.Class.Reports)+len(m.Course.Class.Refused) != 0 {
		t.Error("the table is not empty")
	}
}

// Ensure that a try, a hint, the solution and the end of a step are noted, each once, and that what breaks a solution is no try.
func TestClass_Noted(t *testing.T) {
	m := taught(t, "four-classes", 1)
	of := lesson.EffortOf{Lesson: m.Course.Lesson.Name, Step: m.Course.Lesson.Step}
	m, _ = after(m, course.LessonPredicted{Answer: "row-range"})
	for _, test := range []struct {
		msg  page.Msg
		want lesson.Noted
	}{{course.LessonHintPressed{}, lesson.Hinted}, {course.LessonPut{What: course.SolutionAttempt}, lesson.SolutionShown}, {course.LessonCheckPressed{}, lesson.Tried}} {
		var cmds []page.Cmd
		if m, cmds = after(m, test.msg); !has(cmds, course.NoteEffort{Of: of, What: test.want}) {
			t.Errorf("%T: %v", test.msg, cmds)
		}
	}
	m, cmds := after(m, course.LessonTried{Seq: m.Course.Lesson.Seq, Reply: &wire.TryReply{Judged: true, Passed: true}})
	if !has(cmds, course.NoteEffort{Of: of, What: lesson.Passed}) {
		t.Error(cmds)
	}
	if _, cmds = after(m, course.LessonPut{What: course.BreakAttempt}); has(cmds, course.NoteEffort{Of: of, What: lesson.Tried}) {
		t.Error("what breaks it counts as a try")
	}
	m, cmds = after(m, course.LearnerNamed{Text: " Ann "}, course.ReportSaved{})
	if save, ok := find[course.SaveReport](cmds); !ok || save.Learner != "Ann" || !save.Progress.HasPassed(of.Lesson, of.Step) {
		t.Error(cmds)
	}
}
