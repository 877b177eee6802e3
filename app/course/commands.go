package course

import (
	"cmp"
	"strconv"

	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Commands are what can be done with lessons.
func (m *Model) Commands(v *page.View) []page.Command {
	name, step := "", 0
	if m.Lesson != nil {
		name, step = m.Lesson.Name, m.Lesson.Step
	}
	next, goOn := m.Next(name), "Open the next lesson"
	if at := m.Begun(next); at > 0 {
		goOn = "Continue the lesson " + words.Quote(m.Title(next)) + ", step " + strconv.Itoa(at)
	}
	aLesson := page.Wanting("No lesson is open.", m.Lesson.At() != nil)
	return []page.Command{
		{ID: "lesson-next-lesson", Title: goOn, Words: "open next", Group: page.LearnGroup, Not: page.Wanting("Every lesson is finished, or the list is not here yet.", next != ""), Do: []page.Msg{page.LessonChosen{Name: next}}},
		{ID: "lesson-file", Title: "Open a lesson file…", Group: page.LearnGroup, Do: []page.Msg{page.ImportPressed{}}},
		{ID: "lesson-help", Title: "Write a lesson", Group: page.LearnGroup, Do: []page.Msg{LessonHelpPressed{}}},
		{ID: "class", Title: "Teach a class, or save my progress", Words: "teacher instructor export learners", Group: page.LearnGroup, Do: []page.Msg{ClassPressed{}}},
		{ID: "lesson-check", Title: "Check the step of the lesson", Group: page.LearnGroup, Keys: []string{"Ctrl+Shift+Enter"}, Not: aLesson, Do: []page.Msg{LessonCheckPressed{}}},
		{ID: "lesson-show", Title: "Show me the solution", Group: page.LearnGroup, Not: cmp.Or(aLesson, page.Wanting("The step has no solution, or asks for a prediction first.", m.tries(SolutionAttempt))), Do: []page.Msg{LessonPut{What: SolutionAttempt}}},
		{ID: "lesson-break", Title: "Break the solution", Group: page.LearnGroup, Not: cmp.Or(aLesson, page.Wanting("The step has nothing to break, or asks for a prediction first.", m.tries(BreakAttempt))), Do: []page.Msg{LessonPut{What: BreakAttempt}}},
		{ID: "lesson-next", Title: "Go to the next step", Group: page.LearnGroup, Not: aLesson, Do: []page.Msg{LessonNextPressed{}}},
		{ID: "lesson-back", Title: "Go to the previous step", Group: page.LearnGroup, Not: cmp.Or(aLesson, page.Wanting("This is the first step.", step > 0)), Do: []page.Msg{LessonStepChosen{Step: step - 1}}},
		{ID: "lesson-over", Title: "Start the step over, with its data as it was", Group: page.LearnGroup, Not: aLesson, Do: []page.Msg{LessonStartOver{}}},
		{ID: "lesson-text", Title: "Go to the text of the lesson", Group: page.LearnGroup, Not: aLesson, Do: []page.Msg{LessonFocused{}}},
		{ID: "lesson-projector", Title: "Show the lesson on a projector, or stop that", Group: page.LearnGroup, Not: aLesson, Do: []page.Msg{ProjectorPressed{}}},
		{ID: "projector-keys", Title: "Reveal, hide, leave", Group: page.LearnGroup, Keys: []string{"Space", "Right", "Left", "Escape"}, Place: "on the projector", Not: page.Wanting("The lesson is not on the projector.", m.Lesson != nil && m.Lesson.Projector)},
		{ID: "lesson-forget", Title: "Reset progress of this lesson", Words: "progress reset again score", Group: page.LearnGroup, Not: cmp.Or(aLesson, page.Wanting("You have done no step of it yet.", m.Progress.Has(name))), Do: []page.Msg{ProgressForgotten{Name: name}}},
		{ID: "lessons-forget", Title: "Reset lesson progress", Words: "progress reset again score clear", Group: page.LearnGroup, Not: page.Wanting("You have done no lesson yet.", !m.Progress.Empty()), Do: []page.Msg{ProgressForgotten{}}},
		{ID: "lesson-leave", Title: "Leave the lesson", Group: page.LearnGroup, Not: page.Wanting("No lesson is open.", m.Lesson != nil), Do: []page.Msg{LessonLeavePressed{}}},
	}
}

// tries reports whether the step on screen has an attempt of that name to be put into its place.
func (m *Model) tries(name AttemptName) bool {
	return m.Lesson.At() != nil && m.Lesson.Attempt(name) != nil && !m.Hides()
}
