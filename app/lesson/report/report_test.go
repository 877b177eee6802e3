package report

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"rangefinder/app/lesson"
)

var noon = time.Date(2026, 11, 25, 12, 0, 30, 0, time.UTC)

// ann is what a learner did: a step passed at the third try, with a hint, and a prediction that was wrong.
func ann() (lesson.Progress, lesson.Efforts) {
	of := lesson.EffortOf{Lesson: "etag", Step: 1}
	e := lesson.Efforts(nil).Note(of, lesson.Tried, noon).Note(of, lesson.Hinted, noon.Add(time.Minute)).Note(of, lesson.Tried, noon).Note(of, lesson.Tried, noon).Note(of, lesson.Passed, noon.Add(5*time.Minute)).Note(of, lesson.Passed, noon.Add(time.Hour))
	return lesson.Progress{}.Pass("etag", 1).Predict("four-classes", 0, false), e
}

// Ensure that what was forgotten is in no report.
func TestReport_Forgotten(t *testing.T) {
	p, e := ann()
	if r := NewReport("", "", p.Forget("etag"), e, noon); len(r.Steps) != 1 || r.FileName() != "my.progress.csv" {
		t.Errorf("%+v", r)
	}
}

// Ensure that a report says in plain words what was done, and reads back as it was.
func TestReport_Text(t *testing.T) {
	p, e := ann()
	r := NewReport("4B", "Ann\nO'Hara", p, e, noon)
	const want = `Rangefinder progress 1
Class: 4B
Learner: Ann O'Hara
Saved: 2026-11-25T12:00Z

lesson,step,done,prediction,tries,hints,solution,first,passed
etag,2,yes,,3,1,,2026-11-25T12:00Z,2026-11-25T12:05Z
four-classes,1,,wrong,0,0,,,
`
	if r.String() != want {
		t.Error(r.String())
	}
	if r.FileName() != "ann-o-hara-4b.progress.csv" {
		t.Error(r.FileName())
	}
	got, err := ParseReport("\ufeff" + strings.ReplaceAll(want, "\n", "\r\n"))
	if err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v %v", got, err)
	}
	for _, spoiled := range []string{"", "a,b\n1,2", want[:40], strings.Replace(want, "yes", "YES", 1), strings.Replace(want, ",3,1,", ",3,-1,", 1), strings.Replace(want, "etag,2", "etag,0", 1), strings.Replace(want, "12:05Z", "25:05Z", 1), want + strings.Repeat("x", MaxReport)} {
		if r, err := ParseReport(spoiled); err == nil {
			t.Errorf("%.60q is read as %+v", spoiled, r)
		}
	}
}

// Ensure that a class counts each learner once, by the newest report, and each lesson by those who began it.
func TestNewClassroom(t *testing.T) {
	course := &lesson.Course{Groups: []lesson.Group{{Lessons: []lesson.Entry{{Name: "four-classes", Title: "The four classes", Steps: 1}, {Name: "etag", Title: "Two clients", Steps: 2}}}}}
	p, e := ann()
	old := NewReport("4B", "ann", lesson.Progress{}, nil, noon.Add(-time.Hour))
	all := []Report{NewReport("4B", "Bob", lesson.Progress{}.Pass("four-classes", 0).Predict("four-classes", 0, true).Pass("my-own", 0), nil, noon), old, NewReport("4B", "Ann", p, e, noon)}
	want := Classroom{Older: 1,
		Learners: []LearnerRow{
			{Learner: "Ann", Class: "4B", Steps: 1, Toll: Toll{Asked: 1, Tries: 3, Hints: 1}, Last: noon.Add(5 * time.Minute).Truncate(time.Minute)},
			{Learner: "Bob", Class: "4B", Finished: 1, Steps: 2, Toll: Toll{Right: 1, Asked: 1}},
		},
		Lessons: []LessonRow{
			{Name: "four-classes", Title: "The four classes", Begun: 2, Finished: 1, Toll: Toll{Right: 1, Asked: 2}, steps: 1},
			{Name: "etag", Title: "Two clients", Begun: 1, Toll: Toll{Tries: 3, Hints: 1}, steps: 2},
			{Name: "my-own", Title: "my-own", Begun: 1},
		}}
	if got := NewClassroom(all, course); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}
