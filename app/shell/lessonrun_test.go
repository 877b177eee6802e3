package shell

import (
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// Ensure that a run checks the filter that the learner wrote, once, without taking the keyboard, and neither what the step put there nor
// a filter that was checked.
func TestLesson_RunChecks(t *testing.T) {
	ran := result.RunEnded{Reply: &wire.RunReply{Result: 9}}
	checks := func(cmds []page.Cmd) bool {
		_, ok := find[course.TryAttempt](cmds)
		return ok
	}
	run := func(m Model) (Model, []page.Cmd) {
		m, _ = after(m, page.RunPressed{})
		return after(m, ran)
	}
	m, cmds := after(taught(t, "four-classes", 1), course.LessonPredicted{Answer: "full-scan"}, course.LessonPut{What: course.StartAttempt})
	if _, cmds = after(m, ran); checks(cmds) {
		t.Error("it checks what the step begins with")
	}
	m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'SciFi'"})
	m, cmds = run(m)
	try, ok := find[course.TryAttempt](cmds)
	if !ok || !try.Req.Judge || try.Req.Query.Filter != "PartitionKey eq 'SciFi'" || !m.Course.Lesson.Trying {
		t.Fatalf("it does not check the filter: %v", cmds)
	}
	if _, ok := find[page.RunQuery](cmds); ok {
		t.Error("it runs once more")
	}
	tried := func(passed bool) course.LessonTried {
		return course.LessonTried{Seq: try.Seq, Reply: &wire.TryReply{Judged: true, Passed: passed, Why: "Because."}}
	}
	good, cmds := after(m, tried(true))
	if _, ok := find[page.Focus](cmds); ok || !good.Course.Lesson.Done || !has(cmds, page.Announce{Text: "Passed. Because."}) {
		t.Errorf("a filter that passes: %v", cmds)
	}
	m, cmds = after(m, tried(false))
	if !has(cmds, page.Reveal{ID: "lesson-word"}) || !has(cmds, page.Announce{Text: "Not yet. Because."}) {
		t.Errorf("a filter that does not pass: %v", cmds)
	}
	if _, cmds = run(m); checks(cmds) {
		t.Error("it checks a filter that was checked")
	}
	m, cmds = after(m, course.LessonCheckPressed{})
	try, _ = find[course.TryAttempt](cmds)
	if _, cmds = after(m, ran); checks(cmds) {
		t.Error("it checks twice at once")
	}
	if _, cmds = after(m, tried(true)); !has(cmds, page.Focus{Target: "lesson-next"}) {
		t.Errorf("Check does not lead on: %v", cmds)
	}
}
