package shell

import (
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/lesson"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// Ensure that what another tab did is put together with what was done here, and that a question it answered shows its plan.
func TestLesson_ProgressOfAnotherTab(t *testing.T) {
	m := taught(t, "four-classes", 1)
	m, cmds := after(m, course.ProgressTold{Text: "logs=1.0.0"})
	if len(cmds) != 0 || !m.Hides() || !m.Course.Progress.HasPassed("logs", 0) {
		t.Errorf("another lesson there does %+v", cmds)
	}
	m, cmds = after(m, course.LessonPredicted{Answer: "row-range"})
	if keep, _ := find[page.KeepSetting](cmds); keep.Value != "four-classes=0.1.1 logs=1.0.0" {
		t.Errorf("keeps %q", keep.Value)
	}
	m, cmds = after(taught(t, "four-classes", 1), course.ProgressTold{Text: "four-classes=0.1.0"})
	if _, ok := find[result.Run](cmds); !ok || m.Hides() {
		t.Errorf("the question was answered there: %+v", cmds)
	}
}

// Ensure that a prediction counts while the step's data is still being made, once, and that its plan comes with the data.
func TestLesson_PredictedEarly(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), course.LessonPredicted{Answer: "row-range"})
	m, cmds := after(m, course.LessonStepChosen{Step: 1})
	if m.Course.Lesson.Guess != "" || !has(cmds, course.ResetLesson{Room: m.Course.Lesson.Room}) {
		t.Fatalf("the next step begins with the guess %q and %+v", m.Course.Lesson.Guess, cmds)
	}
	p := m.Course.Lesson.At().Predict
	m, cmds = after(m, course.LessonPredicted{Answer: p.AnswerText()})
	if right, of := m.Course.Progress.Score(); right != 2 || of != 2 {
		t.Errorf("the score is %d of %d", right, of)
	}
	if _, ok := find[page.KeepSetting](cmds); !ok {
		t.Errorf("it is not kept: %+v", cmds)
	}
	if _, ok := find[result.Run](cmds); ok || !m.Hides() {
		t.Errorf("the data of the step before is shown: %+v", cmds)
	}
	m, cmds = after(m, course.LessonPredicted{Answer: "1234"}, course.LessonReset{Room: m.Course.Lesson.Room})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Filter != p.Query.Filter || m.Hides() || !m.Course.Lesson.Right || !has(cmds, page.Focus{Target: "lesson-begin"}) {
		t.Errorf("then: %+v, %+v", cmds, m.Course.Lesson)
	}
	if right, of := m.Course.Progress.Score(); right != 2 || of != 2 {
		t.Errorf("the score is %d of %d after a second answer", right, of)
	}
}

// Ensure that a prediction of a number takes numbers only, and that only the first answer counts.
func TestLesson_Predicted(t *testing.T) {
	m := taught(t, "four-classes", 2)
	for _, text := range []string{"", "ten", "-1", "1e3"} {
		m, _ = after(m, course.LessonPredicted{Answer: text})
		if m.Course.Lesson.GuessErr == "" || !m.Hides() {
			t.Errorf("%q is taken", text)
		}
	}
	m, _ = after(m, course.LessonPredicted{Answer: "1,000"})
	if m.Course.Lesson.Right || m.Hides() || m.Course.Lesson.GuessErr != "" {
		t.Errorf("%+v", m.Course.Lesson)
	}
	m, _ = after(m, course.LessonPredicted{Answer: "10"})
	if right, of := m.Course.Progress.Score(); right != 0 || of != 1 || m.Course.Lesson.Right {
		t.Errorf("%d of %d after a second answer", right, of)
	}
	// A step that only asks is done with the answer.
	m, _ = after(taught(t, "zero-padding", 1), course.LessonPredicted{Answer: "1"})
	if !m.Course.Lesson.Done || m.Course.Progress.Passed("zero-padding") != 1 {
		t.Error("a step with nothing but a question is not done")
	}
}

// Ensure that what was done of a lesson, or of all, can be forgotten and brought back: the questions are open again, the data is
// anew, another tab follows, and nothing of it happens twice.
func TestLesson_Forgotten(t *testing.T) {
	m := taught(t, "four-classes", 1)
	m, _ = after(m, course.ProgressTold{Text: "logs=1.0.0"}, course.LessonPredicted{Answer: "row-range"})
	before := m.Course.Progress.String()
	m, cmds := after(m, course.ProgressForgotten{Name: "four-classes"})
	if m.Course.Progress.String() != "four-classes=0.0.0.1 logs=1.0.0" || !has(cmds, page.KeepSetting{Key: course.ProgressSetting, Value: m.Course.Progress.String()}) || !m.Hides() || !has(cmds, course.ResetLesson{Room: m.Course.Lesson.Room}) {
		t.Fatalf("%s, %+v", m.Course.Progress, cmds)
	}
	if !has(cmds, page.KeepSetting{Key: course.AnswersSetting}) || len(m.Course.Answers) > 0 {
		t.Errorf("the answers are kept: %+v", m.Course.Answers)
	}
	m, _ = after(m, course.LessonReset{Room: m.Course.Lesson.Room})
	if !m.Hides() || m.Course.Lesson.Step != 0 || m.Notice == nil || !m.Notice.Offers() {
		t.Errorf("%+v, %+v", m.Course.Lesson, m.Notice)
	}
	back, cmds := after(m, notices.UndoPressed{})
	if recall, ok := find[course.RecallEfforts](cmds); !ok || recall.Before.String() != before || recall.Now.String() != back.Course.Progress.String() {
		t.Errorf("the tries and hints stay forgotten: %+v", cmds)
	}
	if a := back.Course.Answers; len(a) != 1 || a[0].Guess != "row-range" {
		t.Errorf("the answers stay forgotten: %+v", a)
	}
	if _, ok := find[result.Run](cmds); !ok || back.Hides() || back.Notice != nil || back.Course.Progress.String() != "four-classes=0.1.1.2 logs=1.0.0" {
		t.Errorf("undone: %s, %+v", back.Course.Progress, cmds)
	}
	anew, _ := after(m, course.LessonPredicted{Answer: "point"}, course.ProgressRecalled{Before: lesson.ParseProgress(before), Answers: []course.Answered{{Lesson: "four-classes", Guess: "row-range"}}})
	if a := anew.Course.Answers; len(a) != 1 || a[0].Guess != "point" {
		t.Errorf("an answer that was given anew gives way to the old one: %+v", a)
	}
	_, again := after(back, notices.UndoPressed{})
	if len(again) != 0 {
		t.Errorf("undone twice: %+v", again)
	}
	// The other tab has the same lesson open at its second step.
	other := taught(t, "four-classes", 2)
	other, _ = after(other, course.ProgressTold{Text: before})
	other, cmds = after(other, course.ProgressTold{Text: m.Course.Progress.String()})
	if other.Course.Lesson.Step != 0 || !has(cmds, course.ResetLesson{Room: other.Course.Lesson.Room}) || other.Course.Progress.Has("four-classes") {
		t.Errorf("the other tab is at step %d of %s: %+v", other.Course.Lesson.Step, other.Course.Progress, cmds)
	}
	all, _ := after(m, course.ProgressForgotten{})
	if !all.Course.Progress.Empty() || all.Notice.Text != "Forgot your progress in all lessons." {
		t.Error(all.Course.Progress, all.Notice)
	}
	out, _ := after(ready(t), course.ProgressTold{Text: "logs=1.0.0"})
	if _, cmds := after(out, course.ProgressForgotten{}); !has(cmds, page.Focus{Target: "lessons-all"}) {
		t.Errorf("the keyboard is left on what is gone: %+v", cmds)
	}
	if _, cmds := after(all, course.ProgressForgotten{}); has(cmds, page.KeepSetting{Key: course.ProgressSetting, Value: all.Course.Progress.String()}) {
		t.Error("nothing is forgotten once more")
	}
}

// Ensure that a lesson opens at its title, and that a later step's question comes into view.
func TestLesson_OpensAtItsTitle(t *testing.T) {
	reveal := page.Reveal{ID: course.Guess}
	m, _ := after(ready(t), Navigated{page.Route{Lesson: "four-classes", Step: 1}.Fragment()})
	m, cmds := after(m, course.LessonOpened{Room: m.Course.Lesson.Room, Reply: &wire.OpenLessonReply{Text: lessonText(t, "four-classes.lesson")}})
	if !m.Hides() || has(cmds, reveal) || !has(cmds, page.Reveal{ID: "lesson-leave"}) {
		t.Errorf("the question takes the title out of view: %+v", cmds)
	}
	_, cmds = after(m, course.LessonStepChosen{Step: 1}, course.LessonReset{Room: m.Course.Lesson.Room})
	if !has(cmds, reveal) {
		t.Errorf("the next question is not brought into view: %+v", cmds)
	}
}
