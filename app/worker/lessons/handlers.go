package lessons

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
)

// Handlers are the handlers of this package.
func Handlers() []worker.Handler {
	return []worker.Handler{
		worker.Answer(wire.Course, course),
		worker.Answer(wire.OpenLesson, openLesson),
		worker.Answer(wire.LessonFile, lessonFile),
		worker.Answer(wire.ReportFile, reportFile),
		worker.Answer(wire.Try, try),
		worker.Handle(wire.ResetLesson, resetLesson),
		worker.Answer(wire.KeepLesson, keepLesson),
		worker.Handle(wire.CloseRoom, closeRoom),
	}
}
