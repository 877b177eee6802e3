package state

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Lessons is the course, what was done of it, and the lessons of a teacher that this tab was given.
type Lessons struct {
	Course   *lesson.Course // nil until it came
	Failed   *wire.Failure  // why it did not
	Asked    bool
	Progress lesson.Progress // never changed in place
	Own      []OwnLesson
	All      bool // the whole list is unfolded
	Rooms    int  // made so far
	File     *LessonFile
	Class    Classroom
	Kept     string // what was being written when the page was left; see keptAttempt
}

// OwnLesson is a lesson that came as a file.
type OwnLesson struct {
	Name  string // as an address says it
	Title string
	Text  string
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

// own returns the teacher's lesson of that name, nil when there is none.
func (l *Lessons) own(name string) *OwnLesson {
	for i := range l.Own {
		if l.Own[i].Name == name {
			return &l.Own[i]
		}
	}
	return nil
}

// Title is what a lesson is called, its name when nothing is known of it.
func (l *Lessons) Title(name string) string {
	if own := l.own(name); own != nil {
		return own.Title
	}
	if l.Course != nil {
		if e := l.Course.Find(name); e != nil {
			return e.Title
		}
	}
	return name
}

// Next is the lesson to do next, "" when all are finished or the course is not known.
func (l *Lessons) Next(after string) string {
	if l == nil || l.Course == nil {
		return ""
	}
	return l.Course.Next(after, l.Progress)
}

// LessonsSetting is the setting that keeps what was done.
const LessonsSetting = "lessons"

// LessonSlots are the names under which the tab keeps the teacher's lessons, and what is being written.
const (
	OwnLessonsSlot = "lessons"
	AttemptSlot    = "attempt"
)

// maxOwnLessons is the most text of own lessons that a tab keeps, in bytes; the oldest go.
const maxOwnLessons = 1 << 20

func encodeOwn(own []OwnLesson) string {
	size := 0
	for i := len(own) - 1; i >= 0; i-- {
		if size += len(own[i].Text); size > maxOwnLessons {
			own = own[i+1:]
			break
		}
	}
	b, err := json.Marshal(own)
	if err != nil || len(own) == 0 {
		return ""
	}
	return string(b)
}

// decodeOwn reads what encodeOwn wrote, and leaves out what is no lesson.
func decodeOwn(text string) []OwnLesson {
	var all, own []OwnLesson
	if text == "" || json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	for _, l := range all {
		if lesson.ValidName(l.Name) && len(l.Text) <= lesson.MaxFile {
			own = append(own, l)
		}
	}
	return own
}

// ownName makes a name of a file's, and of what is in it: lower-case letters, digits and '-', behind "my-", which no lesson of the
// course begins with. What was done of a lesson is kept by its name, for longer than the lesson: it belongs to that text, and not
// to the next one that is called so too. of is the name without what tells texts apart.
func ownName(file, text string) (name, of string) {
	file, _, _ = strings.Cut(strings.ToLower(file), ".")
	const tail = len("-00000000")
	b := []byte("my-")
	for i := range len(file) {
		c := file[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			c = '-'
		}
		if len(b) < 40-tail {
			b = append(b, c)
		}
	}
	sum := fnv.New32a()
	sum.Write([]byte(text))
	return fmt.Sprintf("%s-%08x", b, sum.Sum32()), string(b)
}

// Requests to the worker about lessons.
type (
	// ListLessons asks for the course. Answer: CourseListed.
	ListLessons struct{}
	// OpenLesson makes a lesson's data. Answer: LessonOpening, LessonOpened.
	OpenLesson struct{ Req wire.OpenLessonRequest }
	// TryAttempt does or judges an attempt; a newer one cancels it. Answer: LessonTrying, LessonTried.
	TryAttempt struct {
		Seq int
		Req wire.TryRequest
	}
	// ResetLesson makes the data anew. Answer: LessonReset.
	ResetLesson struct{ Room string }
	// KeepTables copies a lesson's tables into the workspace. Answer: LessonKept.
	KeepTables struct {
		Room string
		From Place // where it was asked for, when the lesson was left before
	}
	// CloseRoom drops a lesson's data.
	CloseRoom struct{ Room string }
	// ReadLessonFile has a file run. Answer: LessonFileRead.
	ReadLessonFile struct{ Token string }
	// KeepInTab keeps a text under a name until the tab is closed.
	KeepInTab struct{ Name, Text string }
)

// What the worker told of lessons.
type (
	CourseListed struct {
		Reply *wire.CourseReply
		Err   error
	}
	LessonOpening struct {
		Room     string
		Progress wire.Progress
	}
	LessonOpened struct {
		Room  string
		Reply *wire.OpenLessonReply
		Err   error
	}
	LessonTrying struct {
		Seq      int
		Progress wire.Progress
	}
	LessonTried struct {
		Seq   int
		Reply *wire.TryReply
		Err   error
	}
	LessonReset struct {
		Room string
		Err  error
	}
	LessonKept struct {
		Ask   KeepTables
		Reply *wire.KeepLessonReply
		Err   error
	}
	LessonFileTried struct {
		Token    string
		Progress wire.Progress
	}
	LessonFileRead struct {
		Token string
		Reply *wire.LessonFileReply
		Err   error
	}
)

// What the person did with lessons.
type (
	LessonsUnfolded     struct{}
	ProgressForgotten   struct{ Name string } // of a lesson, "" for all
	CourseWanted        struct{}              // ask again
	ProgressTold        struct{ Text string } // what another tab keeps of it
	LessonChosen        = page.LessonChosen
	LessonRetried       struct{} // open it again
	LessonStepChosen    struct{ Step int }
	LessonPredicted     struct{ Answer string }
	LessonPut           struct{ What AttemptName }
	LessonHintPressed   struct{} // shows one more of the step's hints
	LessonTyped         struct{ Text string }
	LessonSimulated     struct{ Against bool } // shows the run that the question was about, or the one beside it
	LessonUndone        struct{}               // of a text that was put into the panel's editor
	LessonRunPressed    struct{}
	LessonCheckPressed  struct{}
	LessonStopPressed   struct{}
	LessonStartOver     struct{}
	LessonNextPressed   struct{}
	LessonLeavePressed  struct{}
	LessonLeft          struct{ Keep bool }
	LessonFolded        struct{}
	ProjectorPressed    struct{}
	ProjectorMoved      struct{ By int }
	LessonHelpPressed   struct{}
	LessonTemplateSaved struct{}
	LessonFocused       struct{}
)
