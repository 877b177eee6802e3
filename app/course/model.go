package course

import (
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Model is the course, what was done of it, the lessons of a teacher that this tab was given, and the lesson that is open.
type Model struct {
	Course   *lesson.Course // nil until it came
	Failed   *wire.Failure  // why it did not
	Asked    bool
	Progress lesson.Progress // never changed in place
	Answers  []Answered      // latest last; never changed in place
	Own      []OwnLesson
	All      bool // the whole list is unfolded
	Rooms    int  // made so far
	File     *LessonFile
	Class    Classroom
	Kept     string  // what was being written when the page was left; see KeptAttempt
	Lesson   *Lesson // that is open; nil when none is
	Waiting  string  // the lesson that opens when what is being loaded is here, "" for none
}

// LessonFile is a file that is being run, or that was refused.
type LessonFile struct {
	Token    string
	File     string // its name
	Busy     bool
	Progress wire.Progress
	Problems lesson.Problems
	Failed   *wire.Failure
}

// The dialogs of the course.
const (
	LeaveDialog   page.DialogKind = "leave-lesson"
	RefusedDialog page.DialogKind = "refused-lesson"
	HelpDialog    page.DialogKind = "lesson-help"
	ClassDialog   page.DialogKind = "class"
)

// Settings of this browser: what was done, the name of the class, and what the steps took; see lesson.Progress and lesson.Efforts.
const (
	ProgressSetting = "lessons"
	ClassSetting    = "class"
	EffortsSetting  = "efforts"
)

// Slots are the names under which the tab keeps the teacher's lessons, and what is being written.
const (
	OwnSlot     = "lessons"
	AttemptSlot = "attempt"
)

// New returns the course before anything is known of it.
func New() *Model { return &Model{Progress: lesson.Progress{}} }

// Restored is the course as a visit begins: with what this browser keeps of it, the progress, the answers and the name of the class, and what the
// tab does, lessons from files and an attempt that was being written.
func (m *Model) Restored(progress, answers, class, own, attempt string) *Model {
	return &Model{Progress: lesson.ParseProgress(progress), Answers: DecodeAnswered(answers), Class: Classroom{Name: class}, Own: DecodeOwn(own), Kept: attempt, Lesson: m.Lesson}
}

// OwnNamed returns the teacher's lesson of that name, nil when there is none.
func (m *Model) OwnNamed(name string) *OwnLesson {
	for i := range m.Own {
		if m.Own[i].Name == name {
			return &m.Own[i]
		}
	}
	return nil
}

// Title is what a lesson is called, its name when nothing is known of it.
func (m *Model) Title(name string) string {
	if own := m.OwnNamed(name); own != nil {
		return own.Title
	}
	if m.Course != nil {
		if e := m.Course.Find(name); e != nil {
			return e.Title
		}
	}
	return name
}

// Next is the lesson to do next, "" when all are finished or the course is not known.
func (m *Model) Next(after string) string {
	if m == nil || m.Course == nil {
		return ""
	}
	return m.Course.Next(after, m.Progress)
}

// Begun is the step, from 1, at which a lesson of the course goes on that was begun and is not finished; 0 for any other.
func (m *Model) Begun(name string) int {
	if m == nil || m.Course == nil || !m.Progress.Has(name) {
		return 0
	}
	e := m.Course.Find(name)
	if e == nil || m.Progress.Passed(name) >= e.Steps {
		return 0
	}
	return m.Progress.Resume(name, e.Steps) + 1
}

// Hides reports whether nothing may be told of plans and results: a prediction is open, or nobody knows yet.
func (m *Model) Hides() bool {
	l := m.Lesson
	return l != nil && l.Failed == nil && (l.L == nil || l.Resetting || l.Open(m.Progress))
}

// Room is where requests about tables go, "" for the workspace.
func (m *Model) Room() string {
	if m.Lesson == nil {
		return ""
	}
	return m.Lesson.Room
}

// Place is what somebody is looking at.
type Place struct {
	Screen                page.Screen
	Source, Table, Filter string
}

func placeOf(v *page.View) Place {
	return Place{v.Screen, v.Query.Source, v.Query.Table, v.Query.Filter}
}
