package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/lesson"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// lessonPanels are panels of a lesson whose every text is hostile.
func lessonPanels(t *testing.T, store *state.Store, hostile string) map[string]app.UI {
	t.Helper()
	text := strings.NewReplacer("My lesson", hostile, "A question before", hostile+" before", "shown with all of them", hostile, "How will", hostile+" How will", "It reads the whole", hostile+" It reads").Replace(lesson.Template)
	l, err := lesson.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	course := &lesson.Course{Groups: []lesson.Group{{Title: hostile, Lessons: []lesson.Entry{{Name: "a", Title: hostile, Steps: 2}, {Name: "b", Title: "B", Steps: 1}}}}}
	lessons := &state.Lessons{Course: course, All: true, Progress: lesson.ParseProgress("a=1.1.1 b=1.3.1 my-c=1.1.0"), Own: []state.OwnLesson{{Name: "my-c", Title: hostile}}}
	tables := &state.Tables{Selected: "Orders", List: []wire.TableInfo{{Name: "Orders", Entities: 3, Partitions: 2}}}
	panel := func(l state.Lesson) app.UI {
		l.Title = hostile
		return &LessonPanel{Store: store, Lessons: lessons, Lesson: &l, Tables: tables}
	}
	script, err := lesson.ParseAttempt("lost insert Orders 'a','b' Note='" + strings.ReplaceAll(hostile, "'", "''") + "'")
	if err != nil {
		t.Fatal(err)
	}
	writing := *l
	writing.Steps = []lesson.Step{{Title: hostile, Start: script, Solution: script, Break: script, Checks: make([]lesson.Check, 1)}}
	return map[string]app.UI{
		"side-lessons":   &Side{Store: store, Tables: tables, Storage: &wire.StorageInfo{Durable: true, Failed: "full"}, Lessons: lessons},
		"lesson-opening": panel(state.Lesson{Name: "my-x", Progress: wire.Progress{Done: 1024}}),
		"lesson-failed":  panel(state.Lesson{Name: "my-x", Failed: &wire.Failure{Code: wire.FetchFailed, Message: "The lesson could not be fetched.", Detail: hostile}}),
		"lesson-predict": panel(state.Lesson{Name: "my-x", L: l}),
		"lesson-wrong":   panel(state.Lesson{Name: "my-c", L: l, Guess: "point"}),
		"lesson-broken": panel(state.Lesson{Name: "my-x", L: l, Step: 1, Put: state.BreakAttempt,
			Reply: &wire.TryReply{Judged: true, Why: hostile, Checks: []wire.TriedCheck{{Text: hostile, Why: hostile}, {Text: "x", Passed: true, Why: "Yes."}}, FirstPage: true, Requests: 1, Class: filterlang.FullScan, Examined: 1000}}),
		"lesson-script": panel(state.Lesson{Name: "my-x", L: &writing, Put: state.StartAttempt, Text: script.Text, Problems: lesson.Problems{{Line: 2, Message: hostile}}, Done: true,
			Reply: &wire.TryReply{Judged: true, Passed: true, ByHand: true, Gone: true, More: 3, Outcomes: []wire.TriedOutcome{{Text: hostile, Lost: true}, {Text: "b", Code: "EntityAlreadyExists", Why: hostile}}}}),
		"lesson-projector-unfolds": panel(state.Lesson{Name: "my-x", L: l, Projector: true, Shown: 1, Folded: true}),
		"lesson-projector":         panel(state.Lesson{Name: "my-x", L: l, Projector: true, Shown: 9}),
		"dialog-lesson-refused": &DialogPanel{Store: store, Dialog: &state.Dialog{Kind: state.RefusedLesson}, Lessons: &state.Lessons{File: &state.LessonFile{File: hostile,
			Problems: lesson.Problems{{Line: 7, Message: hostile, Fix: hostile}, {Message: "No title."}}}}},
		"dialog-lesson-leave": &DialogPanel{Store: store, Dialog: &state.Dialog{Kind: state.LeaveLesson, Err: "No."}},
	}
}

// Ensure that no text of a lesson turns the direction of what stands after it.
func TestLessonPanels_Direction(t *testing.T) {
	for name, panel := range lessonPanels(t, state.NewStore(nil, nil), "a\u202eb") {
		if _, ok := panel.(*LessonPanel); !ok {
			continue
		}
		if html := app.HTMLString(panel); strings.Contains(html, "\u202e") {
			at := strings.Index(html, "\u202e")
			t.Errorf("%s: %q", name, html[max(0, at-120):min(len(html), at+40)])
		} else if !strings.Contains(html, "a\ufffdb") {
			t.Errorf("%s does not show the text", name)
		}
	}
}
