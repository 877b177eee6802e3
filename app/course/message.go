package course

import (
	"context"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// What goes on at most once at a time.
const (
	lessonSlot page.Slot = "lesson"
	trySlot    page.Slot = "try"
)

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
	WaitEnded           struct{}              // the lesson that waits for what is being loaded is not wanted any more
	ProgressForgotten   struct{ Name string } // of a lesson, "" for all
	CourseWanted        struct{}              // ask again
	ProgressTold        struct{ Text string } // what another tab keeps of it
	LessonRetried       struct{}              // open it again
	LessonStepChosen    struct{ Step int }
	LessonPredicted     struct{ Answer string }
	LessonPut           struct{ What AttemptName }
	LessonHintPressed   struct{} // shows one more of the step's hints
	LessonTyped         struct{ Text string }
	LessonSimulated     struct{ Against bool } // shows the run that the question was about, or the one beside it
	LessonUndone        struct{}               // of a text that was put into the panel's editor
	FilterWanted        struct{}               // to write in, where the lesson stands above it
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
	AnswerFirst         struct{} // something was pressed that wants the answer to the question
)

// What the button of a notice sends.
type (
	// ProgressRecalled takes back that progress in the lessons was forgotten.
	ProgressRecalled struct {
		Before  lesson.Progress
		Answers []Answered // of that progress
	}
	// RoomRegretted keeps the tables of a lesson that was left.
	RoomRegretted struct{ Room string }
)

func (ListLessons) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Course, wire.Done{}, nil)
	return CourseListed{reply, err}
}

func (OpenLesson) Slot() page.Slot     { return lessonSlot }
func (ReadLessonFile) Slot() page.Slot { return lessonSlot }
func (TryAttempt) Slot() page.Slot     { return trySlot }

func (cmd OpenLesson) Run(ctx context.Context, out page.Outside) page.Msg {
	room := cmd.Req.Room
	reply, err := wire.Call(ctx, out.Client, wire.OpenLesson, cmd.Req, func(p wire.Progress) { out.Tell(LessonOpening{room, p}) })
	return page.UnlessStopped(ctx, LessonOpened{room, reply, err})
}

func (cmd TryAttempt) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Try, cmd.Req, func(p wire.Progress) { out.Tell(LessonTrying{cmd.Seq, p}) })
	return LessonTried{cmd.Seq, reply, err}
}

func (cmd ResetLesson) Run(ctx context.Context, out page.Outside) page.Msg {
	return LessonReset{cmd.Room, wire.Do(ctx, out.Client, wire.ResetLesson, wire.Done{})}
}

func (cmd KeepTables) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.KeepLesson, wire.KeepLessonRequest{Room: cmd.Room}, func(wire.Progress) {})
	return LessonKept{cmd, reply, err}
}

func (cmd CloseRoom) Run(ctx context.Context, out page.Outside) page.Msg {
	_ = wire.Do(ctx, out.Client, wire.CloseRoom, wire.RoomRequest{Room: cmd.Room}) // it goes with the worker at the latest
	return nil
}

func (cmd ReadLessonFile) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LessonFile, wire.LessonFileRequest{Token: cmd.Token}, func(p wire.Progress) { out.Tell(LessonFileTried{cmd.Token, p}) })
	return LessonFileRead{cmd.Token, reply, err}
}
