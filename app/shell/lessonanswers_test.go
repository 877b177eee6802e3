package shell

import (
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
)

// Ensure that what was predicted and what was written are there again when the learner comes back to the step, from another step or
// another lesson and in a later visit, unless the step is started over.
func TestLesson_ComesBack(t *testing.T) {
	const mine = "PartitionKey eq 'SciFi'"
	m, _ := after(taught(t, "four-classes", 1), course.LessonPredicted{Answer: "point"}, course.LessonPut{What: course.StartAttempt}, queryline.FilterTyped{Text: mine})
	back := func(what string, m Model, filter string, put course.AttemptName) {
		t.Helper()
		if l := m.Course.Lesson; l.Guess != "point" || l.Right || m.Query.Filter != filter || l.Put != put {
			t.Errorf("%s: predicted %q, right: %t, filter %q, of %q", what, l.Guess, l.Right, m.Query.Filter, l.Put)
		}
	}
	room := m.Course.Room()
	there, _ := after(m, course.LessonStepChosen{Step: 1}, course.LessonReset{Room: room}, course.LessonStepChosen{Step: 0}, course.LessonReset{Room: room})
	back("another step", there, mine, course.OwnAttempt)

	left, cmds := after(m, course.LessonLeavePressed{})
	kept := ""
	for _, cmd := range cmds {
		if k, ok := cmd.(page.KeepSetting); ok && k.Key == course.AnswersSetting {
			kept = k.Value
		}
	}
	again, _ := after(left, page.LessonChosen{Name: "four-classes"})
	again = arrived(t, again)
	back("left", again, mine, course.OwnAttempt)

	if later := course.DecodeAnswered(kept); len(later) != 1 || later[0].Guess != "point" || later[0].Query.Filter != mine {
		t.Errorf("kept as %q", kept)
	}
	over, _ := after(m, course.LessonStartOver{}, course.LessonReset{Room: room})
	back("started over", over, m.Course.Lesson.At().Start.Queries[0].Filter, course.StartAttempt)
}

// Ensure that a verdict says that it is of another filter as soon as that is another one, and no longer when it is back.
func TestLesson_VerdictSince(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), course.LessonPredicted{Answer: "point"}, course.LessonPut{What: course.StartAttempt}, queryline.FilterTyped{Text: "RowKey eq 'a'"})
	m, cmds := after(m, course.LessonCheckPressed{})
	try, _ := find[course.TryAttempt](cmds)
	during, _ := after(m, queryline.FilterTyped{Text: "RowKey eq 'b'"}, course.LessonTried{Seq: try.Seq, Reply: &wire.TryReply{Judged: true}})
	m, _ = after(m, course.LessonTried{Seq: try.Seq, Reply: &wire.TryReply{Judged: true}})
	if l := m.Course.Lesson; l.Since || l.Of != "RowKey eq 'a'" {
		t.Fatalf("%+v", l)
	}
	other, _ := after(m, queryline.FilterTyped{Text: "PartitionKey eq 'a'"})
	if !other.Course.Lesson.Since || other.Course.Lesson.Reply == nil || !during.Course.Lesson.Since {
		t.Errorf("%t while it is checked, %t after that", during.Course.Lesson.Since, other.Course.Lesson.Since)
	}
	if other, _ = after(other, queryline.FilterTyped{Text: "RowKey eq 'a'"}); other.Course.Lesson.Since {
		t.Error("it is back, and the verdict is of another")
	}
	script, _ := after(taught(t, "etag", 1), course.LessonCheckPressed{})
	script, _ = after(script, course.LessonTried{Seq: script.Course.Lesson.Seq, Reply: &wire.TryReply{Judged: true}})
	if script.Course.Lesson.Since {
		t.Error("it is of another text at once")
	}
	if script, _ = after(script, course.LessonTyped{Text: "get Blogs 'a','b'"}); !script.Course.Lesson.Since {
		t.Error("the text is another, and the verdict does not say so")
	}
}

// Ensure that Run and Check before the prediction point at the question, each time anew, and that the answer ends that.
func TestLesson_AnswerFirst(t *testing.T) {
	m := taught(t, "four-classes", 1)
	l := *m.Course.Lesson
	l.Folded = true
	c := *m.Course
	c.Lesson, m.Course = &l, &c
	for i, press := range []page.Msg{page.RunPressed{}, course.LessonCheckPressed{}} {
		var cmds []page.Cmd
		m, cmds = after(m, press)
		if m.Course.Lesson.Pointed != i+1 || m.Course.Lesson.Folded || !has(cmds, page.Focus{Target: "lesson-ask"}) || !has(cmds, page.Announce{Text: course.PointedText}) {
			t.Errorf("%T: %+v", press, cmds)
		}
	}
	if m, _ = after(m, course.LessonPredicted{Answer: "point"}); m.Course.Lesson.Pointed != 0 {
		t.Error("it is still pointed at")
	}
}
