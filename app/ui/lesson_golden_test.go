package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/course"
	. "rangefinder/app/kit"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// lessonPanels are panels of a lesson whose every text is hostile.
func lessonPanels(t *testing.T, store *shell.Store, hostile string) map[string]app.UI {
	t.Helper()
	text := strings.NewReplacer("My lesson", hostile, "A question before", hostile+" before", "shown with all of them", hostile, "How will", hostile+" How will", "It reads the whole", hostile+" It reads").Replace(lesson.Template)
	l, err := lesson.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	whole := &lesson.Course{Groups: []lesson.Group{{Title: hostile, Lessons: []lesson.Entry{{Name: "a", Title: hostile, Steps: 2}, {Name: "b", Title: "B", Steps: 1}}}}}
	lessons := &course.Model{Course: whole, All: true, Progress: lesson.ParseProgress("a=1.1.1 b=1.3.1 my-c=1.1.0"), Own: []course.OwnLesson{{Name: "my-c", Title: hostile}}}
	tables := &side.Model{Selected: "Orders", List: []wire.TableInfo{{Name: "Orders", Entities: 3, Partitions: 2}}}
	panel := func(l course.Lesson) app.UI {
		l.Title = hostile
		open := *lessons
		open.Lesson = &l
		return &course.Panel{Store: store, Course: &open, Tables: tables.List, Shown: tables.Selected}
	}
	script, err := lesson.ParseAttempt(lesson.Script, "lost insert Orders 'a','b' Note='"+strings.ReplaceAll(hostile, "'", "''")+"'")
	if err != nil {
		t.Fatal(err)
	}
	writing := *l
	writing.Steps = []lesson.Step{{Title: hostile, Start: script, Solution: script, Break: script, Checks: make([]lesson.Check, 1)}}
	dialog := func(kind page.DialogKind, problem string, m *course.Model) app.UI {
		return &DialogPanel{Store: store, Dialog: &page.Dialog{Kind: kind}, Features: []func(Sender) (Drawn, bool){course.Dialog(m, &page.Dialog{Kind: kind, Err: problem})}}
	}
	return map[string]app.UI{
		"side-lessons":   &side.Panel{Store: store, Tables: tables, Storage: &wire.StorageInfo{Durable: true, Failed: "full"}, Course: lessons},
		"lesson-opening": panel(course.Lesson{Name: "my-x", Progress: wire.Progress{Done: 1024}}),
		"lesson-failed":  panel(course.Lesson{Name: "my-x", Failed: &wire.Failure{Code: wire.FetchFailed, Message: "The lesson could not be fetched.", Detail: hostile}}),
		"lesson-predict": panel(course.Lesson{Name: "my-x", L: l}),
		"lesson-wrong":   panel(course.Lesson{Name: "my-c", L: l, Guess: "point"}),
		"lesson-broken": panel(course.Lesson{Name: "my-x", L: l, Step: 1, Put: course.BreakAttempt,
			Reply: &wire.TryReply{Judged: true, Why: hostile, Checks: []wire.TriedCheck{{Text: "x", Passed: true, Why: "Yes."}, {Text: hostile, Why: hostile}}, FirstPage: true, Requests: 1, Class: filterlang.FullScan, Examined: 1000}}),
		"lesson-script": panel(course.Lesson{Name: "my-x", L: &writing, Put: course.StartAttempt, Text: script.Text, Problems: lesson.Problems{{Line: 2, Message: hostile}}, Done: true,
			Reply: &wire.TryReply{Judged: true, Passed: true, ByHand: true, Gone: true, More: 3, Outcomes: []wire.TriedOutcome{{Text: hostile, Lost: true}, {Text: "b", Code: "EntityAlreadyExists", Why: hostile}}}}),
		"lesson-projector-unfolds": panel(course.Lesson{Name: "my-x", L: l, Projector: true, Shown: 1, Folded: true}),
		"lesson-projector":         panel(course.Lesson{Name: "my-x", L: l, Projector: true, Shown: 9}),
		"dialog-lesson-refused": dialog(course.RefusedDialog, "", &course.Model{File: &course.LessonFile{File: hostile,
			Problems: lesson.Problems{{Line: 7, Message: hostile, Fix: hostile}, {Message: "No title."}}}}),
		"dialog-lesson-leave": dialog(course.LeaveDialog, "No.", lessons),
	}
}

// Ensure that no text of a lesson turns the direction of what stands after it.
func TestLessonPanels_Direction(t *testing.T) {
	for name, panel := range lessonPanels(t, shell.NewStore(nil, nil), "a\u202eb") {
		if _, ok := panel.(*course.Panel); !ok {
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
