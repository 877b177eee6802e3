package lesson

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 25, 12, 0, 30, 0, time.UTC)

// ann is what a learner did: a step passed at the third try, with a hint, and a prediction that was wrong.
func ann() (Progress, Efforts) {
	of := EffortOf{Lesson: "etag", Step: 1}
	e := Efforts(nil).Note(of, Tried, noon).Note(of, Hinted, noon.Add(time.Minute)).Note(of, Tried, noon).Note(of, Tried, noon).Note(of, Passed, noon.Add(5*time.Minute)).Note(of, Passed, noon.Add(time.Hour))
	return Progress{}.Pass("etag", 1).Predict("four-classes", 0, false), e
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

// Ensure that efforts are kept as a text, and that what was forgotten is in no report.
func TestEfforts_Text(t *testing.T) {
	p, e := ann()
	if text, want := e.String(), "etag 1 0 = 3 1 0 29926800 29926805"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	if got := ParseEfforts(e.String() + "\netag x 0 = 1\n../ 1 0 = 3 1 0 1 1\n"); !reflect.DeepEqual(got, e) {
		t.Errorf("%+v", got)
	}
	if r := NewReport("", "", p.Forget("etag"), e, noon); len(r.Steps) != 1 || r.FileName() != "my.progress.csv" {
		t.Errorf("%+v", r)
	}
	for i := range maxEfforts + 20 {
		e = e.Note(EffortOf{Lesson: "etag", Step: i % 40, Forgotten: uint64(i)}, SolutionShown, noon.Add(time.Duration(i)*time.Hour))
	}
	if len(e) != maxEfforts {
		t.Error(len(e))
	}
}

// Ensure that an undo brings back tries and hints with the rest, and adds what was done since; that of other lessons and of times
// before stays as it is.
func TestEfforts_Recall(t *testing.T) {
	p, e := ann()
	other, older := EffortOf{Lesson: "logs"}, EffortOf{Lesson: "etag", Step: 2, Forgotten: 7}
	e.Note(other, Hinted, noon).Note(older, Tried, noon)
	left := p.Forget("etag")
	e.Note(EffortOf{"etag", 1, 1}, Tried, noon.Add(time.Hour)).Note(EffortOf{"etag", 3, 1}, SolutionShown, noon.Add(time.Hour))
	back := left.Recall(p)
	e = e.Recall(p, back)
	at := noon.Truncate(time.Minute)
	want := Efforts{
		{"etag", 1, 2}: {Tries: 4, Hints: 1, First: at, Done: at.Add(5 * time.Minute)},
		{"etag", 3, 2}: {Shown: true, First: at.Add(time.Hour)},
		other:          {Hints: 1, First: at},
		older:          {Tries: 1, First: at},
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("%+v\nwant %+v", e, want)
	}
	if r := NewReport("", "", back, e, noon); r.Steps[0].Tries != 4 || r.Steps[0].Hints != 1 || !r.Steps[0].Done {
		t.Errorf("%+v", r.Steps)
	}
	if again := e.Recall(p, back); !reflect.DeepEqual(again, want) {
		t.Errorf("brought back twice: %+v", again)
	}
}

// Ensure that a class counts each learner once, by the newest report, and each lesson by those who began it.
func TestNewClassroom(t *testing.T) {
	course := &Course{Groups: []Group{{Lessons: []Entry{{Name: "four-classes", Title: "The four classes", Steps: 1}, {Name: "etag", Title: "Two clients", Steps: 2}}}}}
	p, e := ann()
	old := NewReport("4B", "ann", Progress{}, nil, noon.Add(-time.Hour))
	all := []Report{NewReport("4B", "Bob", Progress{}.Pass("four-classes", 0).Predict("four-classes", 0, true).Pass("my-own", 0), nil, noon), old, NewReport("4B", "Ann", p, e, noon)}
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
