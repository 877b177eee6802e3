package lessons

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// The lessons are files of the page.
const (
	coursePath = "web/lessons/course.txt"
	lessonPath = "web/lessons/%s.lesson"
)

// course answers the list of lessons.
func course(j *worker.Job, _ wire.Done) (*wire.CourseReply, error) {
	b, err := fetchLesson(j, coursePath)
	if err != nil {
		return nil, err
	}
	c, err := lesson.ParseCourse(string(b))
	if err != nil {
		return nil, &wire.Failure{Code: wire.NoLesson, Message: "The list of lessons cannot be read.", Detail: err.Error()}
	}
	return &wire.CourseReply{Course: *c}, nil
}

// fetchLesson reads a file of the page, as fetch does, and says that it is one of a lesson.
func fetchLesson(j *worker.Job, path string) ([]byte, error) {
	b, err := j.Fetch(path)
	if f, ok := errors.AsType[*wire.Failure](err); ok {
		return nil, &wire.Failure{Code: f.Code, Message: "The lesson could not be fetched. Try again when the server can be reached.", Detail: f.Detail}
	}
	return b, err
}

// openLesson makes a lesson's data in a room of its own.
func openLesson(j *worker.Job, req wire.OpenLessonRequest) (*wire.OpenLessonReply, error) {
	if !validRoom(req.Room) {
		return nil, wire.Invalid("Room", "a room has a name of letters and digits")
	}
	text := req.Text
	if text == "" {
		if !lesson.ValidName(req.Name) {
			return nil, &wire.Failure{Code: wire.NoLesson, Message: "There is no such lesson."}
		}
		b, err := fetchLesson(j, fmt.Sprintf(lessonPath, req.Name))
		if err != nil {
			return nil, err
		}
		text = string(b)
	}
	l, err := lesson.Parse(text)
	if err != nil {
		return nil, &wire.Failure{Code: wire.NoLesson, Message: "The lesson cannot be read.", Detail: err.Error()}
	}
	db := engine.Open(l.Options())
	if err := l.Load(j.Breathing(), db, samples(j)); err != nil {
		if problems, ok := errors.AsType[lesson.Problems](err); ok {
			return nil, &wire.Failure{Code: wire.NoLesson, Message: "The lesson's data cannot be made.", Detail: problems.Error()}
		}
		return nil, err
	}
	j.Furnish(req.Room, l, db)
	return &wire.OpenLessonReply{Text: text}, nil
}

// validRoom reports whether a room can have that name.
func validRoom(name string) bool {
	return name != "" && len(name) <= wire.MaxRoom && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// samples are those that a lesson can use: all of them.
func samples(j *worker.Job) lesson.Samples { return sample.ByName(j.Fetch, lesson.ErrNoSample) }

// lessonFile reads a teacher's file and runs it.
func lessonFile(j *worker.Job, req wire.LessonFileRequest) (*wire.LessonFileReply, error) {
	f, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, 0, min(f.Size(), lesson.MaxFile+1)))
	if err != nil {
		return nil, worker.Unreadable(err)
	}
	r := &wire.LessonFileReply{Text: string(b)}
	l, err := lesson.Parse(r.Text)
	if err != nil {
		r.Text = ""
		if problems, ok := errors.AsType[lesson.Problems](err); ok {
			r.Problems = problems
			return r, nil
		}
		return nil, err
	}
	r.Title = l.Title
	r.Problems, err = l.Validate(j.Breathing(), samples(j))
	return r, err
}

// reportFile reads what a learner saved.
func reportFile(j *worker.Job, req wire.ReportFileRequest) (*wire.ReportFileReply, error) {
	f, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, 0, min(f.Size(), report.MaxReport+1)))
	if err != nil {
		return nil, worker.Unreadable(err)
	}
	r, err := report.ParseReport(string(b))
	if err != nil {
		return nil, &wire.Failure{Code: wire.NoLesson, Message: err.Error()}
	}
	return &wire.ReportFileReply{Report: r}, nil
}

// resetLesson brings the room back to what the lesson begins with.
func resetLesson(j *worker.Job, _ wire.Done) (wire.Done, error) {
	r := j.Room()
	if r == nil {
		return wire.Done{}, &wire.Failure{Code: wire.RoomGone, Message: "No lesson is open."}
	}
	return wire.Done{}, r.Refurnish(j, r.Begun())
}

// keepLesson copies the tables of a room into the workspace.
func keepLesson(j *worker.Job, req wire.KeepLessonRequest) (*wire.KeepLessonReply, error) {
	r, failure := j.RoomNamed(req.Room)
	if failure != nil {
		return nil, failure
	}
	image := r.DB().Image()
	var names, as []string
	taken := map[string]bool{}
	for _, name := range image.Tables() {
		free := freeName(j, name, taken)
		taken[strings.ToLower(free)] = true
		names, as = append(names, name), append(as, free)
	}
	loaded, err := j.Load(as, image.Entities(), func(emit sample.Emit) error {
		for i, name := range names {
			s, err := image.Snapshot(name)
			if err != nil {
				return err
			}
			for at := range s.Len() {
				e := s.At(at)
				if err := emit(as[i], e.PartitionKey(), e.RowKey(), e.Properties()); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	undo := j.Undoable(func(j *worker.Job) error {
		for _, name := range as {
			if _, err := j.DeleteTable(wire.TableRequest{Table: name}); err != nil {
				if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != engine.TableNotFound {
					return err
				}
			}
		}
		return nil
	})
	return &wire.KeepLessonReply{Tables: as, Entities: loaded.Entities, Undo: undo}, nil
}

// freeName returns name, or name with the first number that makes it free.
func freeName(j *worker.Job, name string, taken map[string]bool) string {
	free := func(name string) bool {
		_, err := j.DB().Snapshot(name)
		return err != nil && !taken[strings.ToLower(name)] && !j.BeingMade(name)
	}
	for n, try := 2, name; ; n++ {
		if free(try) {
			return try
		}
		suffix := strconv.Itoa(n)
		try = name[:min(len(name), 63-len(suffix))] + suffix
	}
}

// closeRoom drops a room.
func closeRoom(j *worker.Job, req wire.RoomRequest) (wire.Done, error) {
	j.CloseRoom(req.Room)
	return wire.Done{}, nil
}
