package worker

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// The lessons are files of the page.
const (
	courseFile = "web/lessons/course.txt"
	lessonFile = "web/lessons/%s.lesson"
)

// course answers the list of lessons.
func (j *Job) course(wire.Done) (*wire.CourseReply, error) {
	b, err := j.fetchLesson(courseFile)
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
func (j *Job) fetchLesson(path string) ([]byte, error) {
	b, err := j.fetch(path)
	if f, ok := errors.AsType[*wire.Failure](err); ok {
		return nil, &wire.Failure{Code: f.Code, Message: "The lesson could not be fetched. Try again when the server can be reached.", Detail: f.Detail}
	}
	return b, err
}

// openLesson makes a lesson's data in a room of its own.
func (j *Job) openLesson(req wire.OpenLessonRequest) (*wire.OpenLessonReply, error) {
	if !validRoom(req.Room) {
		return nil, wire.Invalid("Room", "a room has a name of letters and digits")
	}
	text := req.Text
	if text == "" {
		if !lesson.ValidName(req.Name) {
			return nil, &wire.Failure{Code: wire.NoLesson, Message: "There is no such lesson."}
		}
		b, err := j.fetchLesson(fmt.Sprintf(lessonFile, req.Name))
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
	if err := l.Load(j.breathing(), db, j.samples()); err != nil {
		if problems, ok := errors.AsType[lesson.Problems](err); ok {
			return nil, &wire.Failure{Code: wire.NoLesson, Message: "The lesson's data cannot be made.", Detail: problems.Error()}
		}
		return nil, err
	}
	j.furnish(req.Room, l, db)
	return &wire.OpenLessonReply{Text: text}, nil
}

// samples are those that a lesson can use: all of them.
func (j *Job) samples() lesson.Samples { return sample.ByName(j.fetch, lesson.ErrNoSample) }

// lessonFile reads a teacher's file and runs it.
func (j *Job) lessonFile(req wire.LessonFileRequest) (*wire.LessonFileReply, error) {
	f, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, 0, min(f.Size(), lesson.MaxFile+1)))
	if err != nil {
		return nil, Unreadable(err)
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
	r.Problems, err = l.Validate(j.breathing(), j.samples())
	return r, err
}

// reportFile reads what a learner saved.
func (j *Job) reportFile(req wire.ReportFileRequest) (*wire.ReportFileReply, error) {
	f, err := j.OpenFile(req.Token)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, 0, min(f.Size(), lesson.MaxReport+1)))
	if err != nil {
		return nil, Unreadable(err)
	}
	r, err := lesson.ParseReport(string(b))
	if err != nil {
		return nil, &wire.Failure{Code: wire.NoLesson, Message: err.Error()}
	}
	return &wire.ReportFileReply{Report: r}, nil
}

// try does an attempt at a step and judges it.
func (j *Job) try(req wire.TryRequest) (*wire.TryReply, error) {
	r := j.home
	if r == nil {
		return nil, &wire.Failure{Code: wire.RoomGone, Message: "No lesson is open."}
	}
	if req.Step < 0 || req.Step >= len(r.lesson.Steps) {
		return nil, wire.Invalid("Step", "the lesson has "+strconv.Itoa(len(r.lesson.Steps))+" steps")
	}
	step := r.lesson.Steps[req.Step]
	attempt, err := r.attempt(&step, req)
	if err != nil {
		return &wire.TryReply{Judged: req.Judge, Why: err.Error()}, nil
	}
	// Queries are about what is on screen, whoever made it; what a design or a script does begins with the lesson's own data.
	account := r.begin
	if attempt.Queries != nil {
		account = r.cfg.DB.Image()
	}
	judged := step
	if !req.Judge {
		judged.Checks = nil
	}
	byHand := r.changedByHand()
	hand := req.Judge && byHand && attempt.Script != nil && statesOnly(&step)
	if hand {
		seen := step
		seen.Hidden = nil // what was changed by hand cannot be done again on other data
		v, err := lesson.CheckStep(j.breathing(), &seen, &lesson.Attempt{Table: attempt.Table, Script: []lesson.Action{}}, r.cfg.DB.Image())
		if err != nil {
			return nil, err
		}
		if v.Passed {
			reply := replyOf(&v, attempt, req.Judge)
			reply.ByHand, reply.Micros = true, j.Micros()
			return reply, nil
		}
	}
	v, err := lesson.Judge(j.breathing(), &judged, attempt, account, r.begin)
	if err != nil {
		return nil, err
	}
	reply := replyOf(&v, attempt, req.Judge)
	reply.FirstPage = req.Query != nil && req.Query.Top > 0
	if v.Keyed != nil {
		if reply.Shown, err = r.showKeyed(j, &v, attempt.Table); err != nil {
			return nil, err
		}
	}
	if v.Played != nil {
		if err := r.refurnish(j, v.Played.After); err != nil {
			return nil, err
		}
		reply.Shown, reply.Gone = touched(attempt.Script), byHand
	}
	reply.Micros = j.Micros()
	return reply, nil
}

// attempt reads what the learner wrote.
func (r *room) attempt(step *lesson.Step, req wire.TryRequest) (*lesson.Attempt, error) {
	table := ""
	if step.Start != nil {
		table = step.Start.Table
	}
	if q := req.Query; q != nil {
		return &lesson.Attempt{Table: q.Table, Queries: []lesson.Query{{Filter: q.Filter, Select: q.Select, Top: q.Top}}}, nil
	}
	if strings.TrimSpace(req.Text) == "" && step.Form() == lesson.Script {
		return &lesson.Attempt{Table: table, Script: []lesson.Action{}}, nil // what was changed by hand
	}
	a, err := lesson.ParseAttempt(req.Text)
	if err != nil {
		return nil, err
	}
	if a.Table == "" {
		a.Table = table
	}
	return a, nil
}

// statesOnly reports whether a step asks for nothing but how the tables end, which can be brought about by hand: nothing goes wrong
// meanwhile, and no other client writes.
func statesOnly(step *lesson.Step) bool {
	for i := range step.Hidden {
		if h := &step.Hidden[i]; h.Fault != lesson.NoFault || len(h.Between) > 0 {
			return false
		}
	}
	for i := range step.Checks {
		switch c := &step.Checks[i]; c.Kind {
		case lesson.EntityHas, lesson.EntityLacks, lesson.NoEntity, lesson.CountOf, lesson.Tally, lesson.KeysAvoid:
			if c.Always || c.Last {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func replyOf(v *lesson.Verdict, attempt *lesson.Attempt, judged bool) *wire.TryReply {
	n := v.Numbers
	r := &wire.TryReply{Judged: judged, Passed: judged && v.Passed, Why: v.Why, Class: n.Class, Examined: n.Examined, Returned: n.Returned, Requests: n.Requests, Partitions: n.Partitions}
	for _, c := range v.Results {
		r.Checks = append(r.Checks, wire.TriedCheck{Text: c.Check.Text, Passed: c.Passed, Why: c.Why})
	}
	if v.Played == nil {
		return r
	}
	lines := strings.Split(attempt.Text, "\n")
	for i, o := range v.Played.Outcomes {
		if i == wire.MaxOutcomes {
			r.More = len(v.Played.Outcomes) - i
			break
		}
		end := len(lines)
		if i+1 < len(v.Played.Outcomes) {
			end = v.Played.Outcomes[i+1].Action.Line - 1
		}
		out := wire.TriedOutcome{Lost: o.Lost}
		if from := o.Action.Line - 1; from >= 0 && from < end && end <= len(lines) {
			out.Text = strings.TrimSpace(strings.Join(lines[from:end], "\n"))
		}
		if o.Err != nil {
			out.Code, out.Why = string(o.Err.Code), o.Err.Detail
		}
		r.Outcomes = append(r.Outcomes, out)
	}
	return r
}

// touched is the table that a script writes to last, or reads.
func touched(script []lesson.Action) string {
	table := ""
	for _, a := range script {
		switch {
		case a.Verb == lesson.Transaction && len(a.Actions) > 0:
			table = a.Actions[0].Table
		case a.Verb != lesson.Drop && a.Table != "" && (a.Verb != lesson.Get || table == ""):
			table = a.Table
		}
	}
	return table
}

// keyedSuffix makes the name of the table that shows a design.
const keyedSuffix = "Rekeyed"

// showKeyed puts the table of a design beside the one that it is of, in the place of the design before, and returns its name.
func (r *room) showKeyed(j *Job, v *lesson.Verdict, table string) (string, error) {
	name := table + keyedSuffix
	if len(name) > 63 {
		name = keyedSuffix
	}
	apart := engine.Open(r.lesson.Options())
	ctx := j.breathing()
	if err := apart.Replace(ctx, r.cfg.DB.Image()); err != nil {
		return "", err
	}
	if _, err := apart.Snapshot(name); err == nil {
		if err := apart.DeleteTable(ctx, name); err != nil {
			return "", err
		}
	}
	if err := apart.CreateTable(ctx, name); err != nil {
		return "", err
	}
	loader, err := apart.Load(ctx, name)
	if err != nil {
		return "", err
	}
	defer loader.Abort()
	for i := range v.Keyed.Len() {
		e := v.Keyed.At(i)
		properties := e.Properties()
		own := properties[:0]
		for _, p := range properties {
			if !lesson.Was(p.Name) {
				own = append(own, p)
			}
		}
		if err := loader.Add(e.PartitionKey(), e.RowKey(), own); err != nil {
			return "", err
		}
		if i%PauseEvery == 0 {
			if err := j.Pause(i, v.Keyed.Len(), 0); err != nil {
				return "", err
			}
		}
	}
	if _, err := loader.Commit(); err != nil {
		return "", err
	}
	return name, r.change(func() error { return r.cfg.DB.Replace(j.Ctx, apart.Image()) })
}

// resetLesson brings the room back to what the lesson begins with.
func (j *Job) resetLesson(wire.Done) (wire.Done, error) {
	if j.home == nil {
		return wire.Done{}, &wire.Failure{Code: wire.RoomGone, Message: "No lesson is open."}
	}
	return wire.Done{}, j.home.refurnish(j, j.home.begin)
}

// keepLesson copies the tables of a room into the workspace.
func (j *Job) keepLesson(req wire.KeepLessonRequest) (*wire.KeepLessonReply, error) {
	r, failure := j.roomNamed(req.Room)
	if failure != nil {
		return nil, failure
	}
	image := r.cfg.DB.Image()
	var names, as []string
	taken := map[string]bool{}
	for _, name := range image.Tables() {
		free := j.freeName(name, taken)
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
	undo := j.Undoable(func(j *Job) error {
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
func (j *Job) freeName(name string, taken map[string]bool) string {
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
func (j *Job) closeRoom(req wire.RoomRequest) (wire.Done, error) {
	r, failure := j.roomNamed(req.Room)
	if failure != nil {
		return wire.Done{}, nil // it is gone already
	}
	j.mu.Lock()
	if j.room == r {
		j.room = nil
	}
	j.mu.Unlock()
	r.stop()
	return wire.Done{}, nil
}
