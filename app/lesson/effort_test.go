package lesson

import (
	"reflect"
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

// Ensure that efforts are kept as a text, and no more of them than are bounded.
func TestEfforts_Text(t *testing.T) {
	_, e := ann()
	if text, want := e.String(), "etag 1 0 = 3 1 0 29926800 29926805"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	if got := ParseEfforts(e.String() + "\netag x 0 = 1\n../ 1 0 = 3 1 0 1 1\n"); !reflect.DeepEqual(got, e) {
		t.Errorf("%+v", got)
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
	if took := e[EffortOf{"etag", 1, back["etag"].Forgotten}]; took.Tries != 4 || took.Hints != 1 || !back.HasPassed("etag", 1) {
		t.Errorf("%+v of %+v", took, back)
	}
	if again := e.Recall(p, back); !reflect.DeepEqual(again, want) {
		t.Errorf("brought back twice: %+v", again)
	}
}
