package wire

import (
	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
	"rangefinder/filterlang"
)

// Enter makes all later requests about the tables of a room, "" for those of the workspace. Change events of the others are not
// told any more.
func (c *Client) Enter(room string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room = room
}

// Course fetches the list of lessons.
var Course = Read[Done, CourseReply]("course").ofPage()

// CourseReply is the list of lessons.
type CourseReply struct{ Course lesson.Course }

// OpenLesson makes a lesson's data in a room. Failures: FetchFailed, NoLesson.
var OpenLesson = Read[OpenLessonRequest, OpenLessonReply]("open-lesson").ofPage()

// OpenLessonRequest opens a lesson: its data is made in a room of its own, beside the tables of the workspace, and what was in
// the page's room before is dropped. All requests of a client that has entered the room are about the room's tables.
type OpenLessonRequest struct {
	Room string // the room's name: 1 to MaxRoom letters and digits
	Name string // of a lesson of the course
	Text string // of another one, in place of Name
}

// MaxRoom is the longest name of a room, in bytes.
const MaxRoom = 40

// OpenLessonReply is the lesson's file, which Parse of package lesson takes.
type OpenLessonReply struct{ Text string }

// LessonFile reads a file and runs the lesson that it holds.
var LessonFile = Read[LessonFileRequest, LessonFileReply]("lesson-file").ofPage()

// LessonFileRequest names a file that may be a lesson.
type LessonFileRequest struct{ Token string }

// LessonFileReply is a lesson file and all that is wrong with it; it was run, and works, when there are no problems.
type LessonFileReply struct {
	Text     string
	Title    string // "" when it could not be read
	Problems lesson.Problems
}

// ReportFile reads what a learner saved of the progress.
var ReportFile = Read[ReportFileRequest, ReportFileReply]("report-file").ofPage()

// ReportFileRequest names a file that may be a learner's.
type ReportFileRequest struct{ Token string }

// ReportFileReply is what the learner did.
type ReportFileReply struct{ Report report.Report }

// Try does and judges an attempt in the room that was entered.
var Try = Read[TryRequest, TryReply]("try")

// TryRequest is a learner's attempt at a step of the lesson in the room. What a script leaves behind is in the room's tables
// afterwards; a design's table is beside the one that it is of, under the name Shown.
type TryRequest struct {
	Step  int
	Text  string // as ParseAttempt of package lesson takes it
	Judge bool   // else it is only done
	Query *TriedQuery
}

// TriedQuery is an attempt that is one query, in place of Text.
type TriedQuery struct {
	Table  string
	Filter string
	Select []string
	Top    int
}

// TryReply is what became of an attempt.
type TryReply struct {
	Judged     bool
	Passed     bool
	Why        string
	Checks     []TriedCheck
	Outcomes   []TriedOutcome // of a script, in its order
	More       int            // outcomes beyond the first MaxOutcomes
	Class      filterlang.Class
	Examined   int // of queries, as the others; all 0 for a design and a script
	Returned   int
	Requests   int // of a script too
	Partitions int
	FirstPage  bool   // the numbers are of the first page alone, as $top has it
	Shown      string // a table that is worth a look now, "" for none
	Filter     string // what the pattern that the step shows becomes in the table of a design, "" for none
	Gone       bool   // the room's data had been changed by hand, and an attempt is made on the lesson's own
	ByHand     bool   // what was changed by hand is what passed
	Micros     int64  // it took
}

// TriedCheck is how one check of the step went.
type TriedCheck struct {
	Text   string // as the lesson says it
	Passed bool
	Why    string
}

// TriedOutcome is what became of one request of a script.
type TriedOutcome struct {
	Text string // as it was written
	Code string // "" when it was done
	Why  string // of a refusal
	Lost bool   // the answer did not arrive
}

// MaxOutcomes is the most requests of a script that are told apart.
const MaxOutcomes = 200

// ResetLesson brings the data of the room that was entered back to what the lesson begins with.
var ResetLesson = Read[Done, Done]("reset-lesson")

// KeepLesson copies a room's tables into the workspace, all of them or none.
var KeepLesson = Write[KeepLessonRequest, KeepLessonReply]("keep-lesson").finishing().ofPage()

// KeepLessonRequest copies tables of a room into the workspace.
type KeepLessonRequest struct{ Room string }

// KeepLessonReply names the copies, whose names were free, and what takes them away again.
type KeepLessonReply struct {
	Tables   []string
	Entities int
	Undo     string
}

// CloseRoom drops a room.
var CloseRoom = Read[RoomRequest, Done]("close-room").ofPage()

// RoomRequest names a room.
type RoomRequest struct{ Room string }

// RoomGone is the code of a Failure about a room that is not there: another lesson took its place, or the tab that held it closed.
const RoomGone = "RoomGone"

// NoLesson is the code of a Failure about a lesson that is not in the course, or that cannot be read.
const NoLesson = "NoLesson"
