package state

import (
	"context"

	"rangefinder/app/worker"
)

// LessonClient is what the store asks the worker about lessons.
type LessonClient interface {
	Enter(room string)
	Course(ctx context.Context) (*worker.CourseReply, error)
	OpenLesson(ctx context.Context, req worker.OpenLessonRequest, progress func(worker.Progress)) (*worker.OpenLessonReply, error)
	LessonFile(ctx context.Context, req worker.LessonFileRequest, progress func(worker.Progress)) (*worker.LessonFileReply, error)
	Try(ctx context.Context, req worker.TryRequest, progress func(worker.Progress)) (*worker.TryReply, error)
	ResetLesson(ctx context.Context) error
	KeepLesson(ctx context.Context, req worker.KeepLessonRequest, progress func(worker.Progress)) (*worker.KeepLessonReply, error)
	CloseRoom(ctx context.Context, req worker.RoomRequest) error
}

// asksLessons carries out a command about lessons; false when it is another.
func (s *Store) asksLessons(cmd Cmd) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case ListLessons:
		go func() {
			reply, err := s.client.Course(ctx)
			s.later(CourseListed{reply, err})
		}()
	case OpenLesson:
		ctx := renew(&s.stopLesson)
		go func() {
			room := cmd.Req.Room
			reply, err := s.client.OpenLesson(ctx, cmd.Req, func(p worker.Progress) { s.later(LessonOpening{room, p}) })
			if ctx.Err() == nil {
				s.later(LessonOpened{room, reply, err})
			}
		}()
	case TryAttempt:
		ctx := renew(&s.stopTry)
		go func() {
			reply, err := s.client.Try(ctx, cmd.Req, func(p worker.Progress) { s.later(LessonTrying{cmd.Seq, p}) })
			s.later(LessonTried{cmd.Seq, reply, err})
		}()
	case StopTry:
		if s.stopTry != nil {
			s.stopTry()
		}
	case ResetLesson:
		go func() { s.later(LessonReset{cmd.Room, s.client.ResetLesson(ctx)}) }()
	case KeepTables:
		go func() {
			reply, err := s.client.KeepLesson(ctx, worker.KeepLessonRequest{Room: cmd.Room}, func(worker.Progress) {})
			s.later(LessonKept{cmd, reply, err})
		}()
	case CloseRoom:
		go func() { _ = s.client.CloseRoom(ctx, worker.RoomRequest{Room: cmd.Room}) }() // it goes with the worker at the latest
	case ReadLessonFile:
		ctx := renew(&s.stopLesson)
		go func() {
			reply, err := s.client.LessonFile(ctx, worker.LessonFileRequest{Token: cmd.Token}, func(p worker.Progress) { s.later(LessonFileTried{cmd.Token, p}) })
			s.later(LessonFileRead{cmd.Token, reply, err})
		}()
	default:
		return false
	}
	return true
}
