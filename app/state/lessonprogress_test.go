package state

import "testing"

// Ensure that what another tab did is put together with what was done here, and that a question it answered shows its plan.
func TestLesson_ProgressOfAnotherTab(t *testing.T) {
	m := taught(t, "four-classes", 1)
	m, cmds := after(m, ProgressTold{"logs=1.0.0"})
	if len(cmds) != 0 || !m.Hides() || !m.Lessons.Progress.HasPassed("logs", 0) {
		t.Errorf("another lesson there does %+v", cmds)
	}
	m, cmds = after(m, LessonPredicted{"row-range"})
	if keep, _ := find[KeepSetting](cmds); keep.Value != "four-classes=0.1.1 logs=1.0.0" {
		t.Errorf("keeps %q", keep.Value)
	}
	m, cmds = after(taught(t, "four-classes", 1), ProgressTold{"four-classes=0.1.0"})
	if _, ok := find[Run](cmds); !ok || m.Hides() {
		t.Errorf("the question was answered there: %+v", cmds)
	}
}

// Ensure that a prediction counts while the step's data is still being made, once, and that its plan comes with the data.
func TestLesson_PredictedEarly(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), LessonPredicted{"row-range"})
	m, cmds := after(m, LessonStepChosen{1})
	if m.Lesson.Guess != "" || !has(cmds, ResetLesson{m.Lesson.Room}) {
		t.Fatalf("the next step begins with the guess %q and %+v", m.Lesson.Guess, cmds)
	}
	p := m.Lesson.At().Predict
	m, cmds = after(m, LessonPredicted{p.AnswerText()})
	if right, of := m.Lessons.Progress.Score(); right != 2 || of != 2 {
		t.Errorf("the score is %d of %d", right, of)
	}
	if _, ok := find[KeepSetting](cmds); !ok {
		t.Errorf("it is not kept: %+v", cmds)
	}
	if _, ok := find[Run](cmds); ok || !m.Hides() {
		t.Errorf("the data of the step before is shown: %+v", cmds)
	}
	m, cmds = after(m, LessonPredicted{"1234"}, LessonReset{Room: m.Lesson.Room})
	if run, ok := find[Run](cmds); !ok || run.Req.Filter != p.Query.Filter || m.Hides() || !m.Lesson.Right || !has(cmds, Focus{Target: "lesson-begin"}) {
		t.Errorf("then: %+v, %+v", cmds, m.Lesson)
	}
	if right, of := m.Lessons.Progress.Score(); right != 2 || of != 2 {
		t.Errorf("the score is %d of %d after a second answer", right, of)
	}
}

// Ensure that a prediction of a number takes numbers only, and that only the first answer counts.
func TestLesson_Predicted(t *testing.T) {
	m := taught(t, "four-classes", 2)
	for _, text := range []string{"", "ten", "-1", "1e3"} {
		m, _ = after(m, LessonPredicted{text})
		if m.Lesson.GuessErr == "" || !m.Hides() {
			t.Errorf("%q is taken", text)
		}
	}
	m, _ = after(m, LessonPredicted{"1,000"})
	if m.Lesson.Right || m.Hides() || m.Lesson.GuessErr != "" {
		t.Errorf("%+v", m.Lesson)
	}
	m, _ = after(m, LessonPredicted{"10"})
	if right, of := m.Lessons.Progress.Score(); right != 0 || of != 1 || m.Lesson.Right {
		t.Errorf("%d of %d after a second answer", right, of)
	}
	// A step that only asks is done with the answer.
	m, _ = after(taught(t, "zero-padding", 1), LessonPredicted{"1"})
	if !m.Lesson.Done || m.Lessons.Progress.Passed("zero-padding") != 1 {
		t.Error("a step with nothing but a question is not done")
	}
}

// Ensure that what was done of a lesson, or of all, can be forgotten and brought back: the questions are open again, the data is
// anew, another tab follows, and nothing of it happens twice.
func TestLesson_Forgotten(t *testing.T) {
	m := taught(t, "four-classes", 1)
	m, _ = after(m, ProgressTold{"logs=1.0.0"}, LessonPredicted{"row-range"})
	before := m.Lessons.Progress.String()
	m, cmds := after(m, ProgressForgotten{"four-classes"})
	if m.Lessons.Progress.String() != "four-classes=0.0.0.1 logs=1.0.0" || !has(cmds, KeepSetting{LessonsSetting, m.Lessons.Progress.String()}) || !m.Hides() || !has(cmds, ResetLesson{m.Lesson.Room}) {
		t.Fatalf("%s, %+v", m.Lessons.Progress, cmds)
	}
	m, _ = after(m, LessonReset{Room: m.Lesson.Room})
	if !m.Hides() || m.Lesson.Step != 0 || m.Notice == nil || !m.Notice.Offers() {
		t.Errorf("%+v, %+v", m.Lesson, m.Notice)
	}
	back, cmds := after(m, UndoPressed{})
	if _, ok := find[Run](cmds); !ok || back.Hides() || back.Notice != nil || back.Lessons.Progress.String() != "four-classes=0.1.1.2 logs=1.0.0" {
		t.Errorf("undone: %s, %+v", back.Lessons.Progress, cmds)
	}
	_, again := after(back, UndoPressed{})
	if len(again) != 0 {
		t.Errorf("undone twice: %+v", again)
	}
	// The other tab has the same lesson open at its second step.
	other := taught(t, "four-classes", 2)
	other, _ = after(other, ProgressTold{before})
	other, cmds = after(other, ProgressTold{m.Lessons.Progress.String()})
	if other.Lesson.Step != 0 || !has(cmds, ResetLesson{other.Lesson.Room}) || other.Lessons.Progress.Has("four-classes") {
		t.Errorf("the other tab is at step %d of %s: %+v", other.Lesson.Step, other.Lessons.Progress, cmds)
	}
	all, _ := after(m, ProgressForgotten{})
	if !all.Lessons.Progress.Empty() || all.Notice.Text != "Forgot what you did of all lessons." {
		t.Error(all.Lessons.Progress, all.Notice)
	}
	out, _ := after(ready(t), ProgressTold{"logs=1.0.0"})
	if _, cmds := after(out, ProgressForgotten{}); !has(cmds, Focus{Target: "lessons-all"}) {
		t.Errorf("the keyboard is left on what is gone: %+v", cmds)
	}
	if _, cmds := after(all, ProgressForgotten{}); has(cmds, KeepSetting{LessonsSetting, all.Lessons.Progress.String()}) {
		t.Error("nothing is forgotten once more")
	}
}
