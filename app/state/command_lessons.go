package state

import (
	"rangefinder/app/course"
	"rangefinder/app/page"
)

// lessonCommands are what can be done with lessons.
var lessonCommands = []Command{
	{ID: "lesson-next-lesson", Title: "Open the next lesson", Group: LearnGroup, Not: missing("Every lesson is finished, or the list is not here yet.", func(m *Model) bool { return m.Course.Next(openName(m)) != "" }), Do: func(m *Model) []Msg { return []Msg{page.LessonChosen{Name: m.Course.Next(openName(m))}} }},
	{ID: "lesson-file", Title: "Open a lesson file…", Group: LearnGroup, Do: always(ImportPressed{})},
	{ID: "lesson-help", Title: "Write a lesson", Group: LearnGroup, Do: always(course.LessonHelpPressed{})},
	{ID: "class", Title: "Teach a class, or save my progress", Words: "teacher instructor export learners", Group: LearnGroup, Do: always(course.ClassPressed{})},
	{ID: "lesson-check", Title: "Check the step of the lesson", Group: LearnGroup, Keys: []string{"Ctrl+Shift+Enter"}, Not: aLesson, Do: always(course.LessonCheckPressed{})},
	{ID: "lesson-show", Title: "Show me the solution", Group: LearnGroup, Not: unless(aLesson, missing("The step has no solution, or asks for a prediction first.", hasAttempt(course.SolutionAttempt))), Do: always(course.LessonPut{What: course.SolutionAttempt})},
	{ID: "lesson-break", Title: "Break the solution", Group: LearnGroup, Not: unless(aLesson, missing("The step has nothing to break, or asks for a prediction first.", hasAttempt(course.BreakAttempt))), Do: always(course.LessonPut{What: course.BreakAttempt})},
	{ID: "lesson-next", Title: "Go to the next step", Group: LearnGroup, Not: aLesson, Do: always(course.LessonNextPressed{})},
	{ID: "lesson-back", Title: "Go to the step before", Group: LearnGroup, Not: unless(aLesson, missing("This is the first step.", func(m *Model) bool { return m.Course.Lesson.Step > 0 })), Do: func(m *Model) []Msg { return []Msg{course.LessonStepChosen{Step: m.Course.Lesson.Step - 1}} }},
	{ID: "lesson-over", Title: "Start the step over, with its data as it was", Group: LearnGroup, Not: aLesson, Do: always(course.LessonStartOver{})},
	{ID: "lesson-text", Title: "Go to the text of the lesson", Group: LearnGroup, Not: aLesson, Do: always(course.LessonFocused{})},
	{ID: "lesson-projector", Title: "Show the lesson on a projector, or stop that", Group: LearnGroup, Not: aLesson, Do: always(course.ProjectorPressed{})},
	{ID: "projector-keys", Title: "Reveal, hide, leave", Group: LearnGroup, Keys: []string{"Space", "Right", "Left", "Escape"}, Place: "on the projector", Not: missing("The lesson is not on the projector.", func(m *Model) bool { return m.Course.Lesson != nil && m.Course.Lesson.Projector })},
	{ID: "lesson-forget", Title: "Reset progress of this lesson", Words: "progress reset again score", Group: LearnGroup, Not: unless(aLesson, missing("Nothing is done of it yet.", func(m *Model) bool { return m.Course.Progress.Has(openName(m)) })), Do: func(m *Model) []Msg { return []Msg{course.ProgressForgotten{Name: openName(m)}} }},
	{ID: "lessons-forget", Title: "Reset lesson progress", Words: "progress reset again score clear", Group: LearnGroup, Not: missing("Nothing is done of any lesson yet.", func(m *Model) bool { return !m.Course.Progress.Empty() }), Do: always(course.ProgressForgotten{})},
	{ID: "lesson-leave", Title: "Leave the lesson", Group: LearnGroup, Not: missing("No lesson is open.", func(m *Model) bool { return m.Course.Lesson != nil }), Do: always(course.LessonLeavePressed{})},
}

var aLesson = missing("No lesson is open.", func(m *Model) bool { return m.Course.Lesson.At() != nil })

// findLessons offers the lessons, by name only: there are many.
func findLessons(s *search) {
	ls := s.m.Course
	if ls == nil {
		return
	}
	offer := func(name, title, note string) {
		if len(s.words) > 0 || s.recent["lesson:"+name] > 0 {
			s.offer(PaletteItem{ID: "lesson:" + name, Kind: "lesson", Title: title, Note: note, Words: "learn course", Do: []Msg{page.LessonChosen{Name: name}}})
		}
	}
	if ls.Course != nil {
		for _, g := range ls.Course.Groups {
			for _, e := range g.Lessons {
				offer(e.Name, e.Title, g.Title)
			}
		}
	}
	for _, o := range ls.Own {
		offer(o.Name, o.Title, "from a file")
	}
}

func openName(m *Model) string {
	if m.Course.Lesson == nil {
		return ""
	}
	return m.Course.Lesson.Name
}

func hasAttempt(name course.AttemptName) func(*Model) bool {
	return func(m *Model) bool {
		return m.Course.Lesson.At() != nil && m.Course.Lesson.Attempt(name) != nil && !m.Hides()
	}
}
