package state

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func (ListLessons) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Course, wire.Done{}, nil)
	return CourseListed{reply, err}
}

func (OpenLesson) Slot() Slot     { return lessonSlot }
func (ReadLessonFile) Slot() Slot { return lessonSlot }
func (TryAttempt) Slot() Slot     { return trySlot }

func (cmd OpenLesson) Run(ctx context.Context, out Outside) Msg {
	room := cmd.Req.Room
	reply, err := wire.Call(ctx, out.Client, wire.OpenLesson, cmd.Req, func(p wire.Progress) { out.Tell(LessonOpening{room, p}) })
	return page.UnlessStopped(ctx, LessonOpened{room, reply, err})
}

func (cmd TryAttempt) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Try, cmd.Req, func(p wire.Progress) { out.Tell(LessonTrying{cmd.Seq, p}) })
	return LessonTried{cmd.Seq, reply, err}
}

func (cmd ResetLesson) Run(ctx context.Context, out Outside) Msg {
	return LessonReset{cmd.Room, wire.Do(ctx, out.Client, wire.ResetLesson, wire.Done{})}
}

func (cmd KeepTables) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.KeepLesson, wire.KeepLessonRequest{Room: cmd.Room}, func(wire.Progress) {})
	return LessonKept{cmd, reply, err}
}

func (cmd CloseRoom) Run(ctx context.Context, out Outside) Msg {
	_ = wire.Do(ctx, out.Client, wire.CloseRoom, wire.RoomRequest{Room: cmd.Room}) // it goes with the worker at the latest
	return nil
}

func (cmd ReadLessonFile) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LessonFile, wire.LessonFileRequest{Token: cmd.Token}, func(p wire.Progress) { out.Tell(LessonFileTried{cmd.Token, p}) })
	return LessonFileRead{cmd.Token, reply, err}
}
