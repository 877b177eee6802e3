package lessons

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/app/lesson"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// static fetches from the files of the page.
func static(_ context.Context, url string, _ func(received, total int64)) ([]byte, error) {
	return os.ReadFile(filepath.Join("..", "..", "..", "web", "static", filepath.FromSlash(strings.TrimPrefix(url, "web/"))))
}

func withLessons(cfg *worker.Config) { cfg.Fetch = static }

// learner is a served database with a client who learns.
type learner struct{ *desk.Desk }

func open(t *testing.T, change func(*worker.Config)) learner {
	t.Helper()
	return learner{desk.Open(t, Handlers(), change)}
}

// enter opens a lesson and goes into its room.
func (d learner) enter(t *testing.T, req wire.OpenLessonRequest) *lesson.Lesson {
	t.Helper()
	reply, err := wire.Call(t.Context(), d, wire.OpenLesson, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := lesson.Parse(reply.Text)
	if err != nil {
		t.Fatal(err)
	}
	d.Enter(req.Room)
	return l
}

func (d learner) try(t *testing.T, req wire.TryRequest) *wire.TryReply {
	t.Helper()
	reply, err := wire.Call(t.Context(), d, wire.Try, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// attempted is an attempt as the page sends it.
func attempted(step *lesson.Step, n int, a *lesson.Attempt) wire.TryRequest {
	req := wire.TryRequest{Step: n, Text: a.Text, Judge: true}
	if step.Form() == lesson.OneForm {
		q := a.Queries[0]
		req.Text, req.Query = "", &wire.TriedQuery{Table: a.Table, Filter: q.Filter, Select: q.Select, Top: q.Top}
	}
	return req
}

// Ensure that every lesson of the course opens, that each step takes its solution and neither its start nor what breaks it, that
// each check is quick, and that the workspace never hears of it.
func TestLessons_All(t *testing.T) {
	t.Parallel()
	d := open(t, withLessons)
	d.Fill(t, "Movies", 3, 10)
	before := d.DB.Image()
	course, err := wire.Call(t.Context(), d, wire.Course, wire.Done{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(course.Course.Lessons()); n < 29 {
		t.Fatalf("%d lessons", n)
	}
	slowest := int64(0)
	for i, e := range course.Course.Lessons() {
		if testing.Short() && i%8 > 0 { // the race detector runs, and the attempts are one goroutine's
			continue
		}
		l := d.enter(t, wire.OpenLessonRequest{Room: "r" + string(rune('a'+i%26)), Name: e.Name})
		for n := range l.Steps {
			s := &l.Steps[n]
			if s.Form() == lesson.NoForm {
				continue
			}
			for _, a := range []struct {
				what string
				*lesson.Attempt
				want bool
			}{{"start", s.Start, false}, {"solution", s.Solution, true}, {"break", s.Break, false}} {
				if a.Attempt == nil {
					continue
				}
				reply := d.try(t, attempted(s, n, a.Attempt))
				if reply.Passed != a.want || reply.Why == "" {
					t.Errorf("%s, step %d: the %s passed: %v (%s)", e.Name, n+1, a.what, reply.Passed, reply.Why)
				}
				if s.Form() == lesson.Script && len(reply.Outcomes) == 0 {
					t.Errorf("%s, step %d: no outcomes", e.Name, n+1)
				}
				for _, o := range reply.Outcomes {
					if o.Text == "" {
						t.Errorf("%s, step %d: a request without its text: %+v", e.Name, n+1, o)
					}
				}
				if s.Form() == lesson.Keys && reply.Shown == "" && !strings.Contains(reply.Why, "pad(2)") {
					t.Errorf("%s, step %d: nothing is shown of the %s: %s", e.Name, n+1, a.what, reply.Why)
				}
				if a.want {
					d.beside(t, e.Name+": "+s.Title, s, reply)
				}
				slowest = max(slowest, reply.Micros)
			}
		}
		d.Enter("")
	}
	t.Logf("the slowest check took %v", time.Duration(slowest)*time.Microsecond)
	if after := d.DB.Image(); !slices.Equal(after.Tables(), before.Tables()) || after.Entities() != before.Entities() {
		t.Errorf("the workspace has %v with %d entities", after.Tables(), after.Entities())
	}
}

// beside holds the plan that stands on screen after a passed step against the classes that the step speaks of, in its text or a check.
// A script shows its table, and no step of one speaks of a class.
func (d learner) beside(t *testing.T, name string, s *lesson.Step, reply *wire.TryReply) {
	t.Helper()
	if s.Form() == lesson.Script {
		return
	}
	req := wire.QueryRequest{Table: reply.Shown, Filter: reply.Filter}
	if queries := s.Solution.Queries; queries != nil {
		req = wire.QueryRequest{Table: s.Solution.Table, Filter: queries[len(queries)-1].Filter}
	}
	run, err := wire.Call(t.Context(), d, wire.Run, req, nil)
	if err != nil {
		t.Fatal(name, err)
	}
	if s.Form() == lesson.Keys && run.Stats.Returned == 0 {
		t.Errorf("%s: beside the pass %q returns nothing", name, req.Filter)
	}
	class, spoken, said := run.Plan.Class, 0, false
	for c := filterlang.Point; c <= filterlang.FullScan; c++ {
		if strings.Contains(s.Text, c.String()) {
			spoken, said = spoken+1, said || c == class
		}
	}
	if spoken == 1 && !said {
		t.Errorf("%s: its text speaks of another class than the %v that stands beside the pass: %s", name, class, s.Text)
	}
	asked, met := 0, 0
	for i := range s.Checks {
		if c := &s.Checks[i]; c.Measure == lesson.Class {
			asked++
			if c.Relation != lesson.AtLeast && class <= filterlang.Class(c.Number) || c.Relation == lesson.AtLeast && class >= filterlang.Class(c.Number) {
				met++
			}
		}
	}
	if asked > 0 && met == 0 {
		t.Errorf("%s: no check speaks of the %v that stands beside the pass; write show before one of its patterns", name, class)
	}
}

// Ensure that what is done in a room stays there: requests, results and events, and that those of the workspace stay out.
func TestRoom_Apart(t *testing.T) {
	d := open(t, withLessons)
	d.Fill(t, "Movies", 2, 5)
	d.enter(t, wire.OpenLessonRequest{Room: "r1", Name: "four-classes"})
	heard := make(chan wire.Changed, 100) // from here on: that the workspace was filled may still have been told before
	d.OnChange(func(c wire.Changed) { heard <- c })
	tables, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{}, nil)
	if err != nil || len(tables.Tables) != 1 || tables.Tables[0].Entities != 1000 {
		t.Fatal(tables, err)
	}
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Movies", Filter: "PartitionKey eq 'SciFi'"}, nil)
	if err != nil || run.Stats.Returned != 200 || run.Plan.Class != filterlang.RowRange {
		t.Fatal(run, err)
	}
	if w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: run.Result, Count: 1}, nil); err != nil || len(w.Rows) != 1 {
		t.Fatal(w, err)
	}
	if _, err := d.DB.Apply(t.Context(), "Movies", engine.Op{Kind: engine.Insert, PartitionKey: "own", RowKey: "own"}); err != nil {
		t.Fatal(err)
	}
	if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "SciFi", RowKey: "New"}, nil); err != nil {
		t.Fatal(err)
	}
	if c := workertest.Next(t, "the change in the room", heard); c.Room != "r1" || c.Table != "Movies" {
		t.Errorf("heard %+v", c)
	}
	if _, err := wire.Call(t.Context(), d, wire.DropTable, wire.TableRequest{Table: "Movies"}, nil); err != nil {
		t.Fatal(err)
	}
	d.Enter("")
	if n := d.rows(t, "Movies"); n != 11 {
		t.Errorf("the own table has %d entities", n)
	}
	if _, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: run.Result, Count: 1}, nil); err == nil {
		t.Error("the result of the room is one of the workspace")
	}
	d.Enter("r1")
	if err := wire.Do(t.Context(), d, wire.ResetLesson, wire.Done{}); err != nil {
		t.Fatal(err)
	}
	if n := d.rows(t, "Movies"); n != 1000 {
		t.Errorf("the lesson begins anew with %d entities", n)
	}
	if err := wire.Do(t.Context(), d, wire.CloseRoom, wire.RoomRequest{Room: "r1"}); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "lost", RowKey: "lost"}, nil)
	workertest.WantCode(t, err, wire.RoomGone)
	d.Enter("")
	if n := d.rows(t, "Movies"); n != 11 {
		t.Errorf("a write to a room that is gone reached the own table: %d entities", n)
	}
}

// rows counts the entities of a table, as the page sees it.
func (d learner) rows(t *testing.T, table string) int {
	t.Helper()
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: table}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run.Stats.Returned
}

// Ensure that what is kept of a lesson takes free names and can be taken back, and leaves the own tables as they are.
func TestRoom_Keep(t *testing.T) {
	d := open(t, withLessons)
	d.Fill(t, "movies", 1, 3)
	d.Fill(t, "Movies2", 1, 4)
	d.enter(t, wire.OpenLessonRequest{Room: "r1", Name: "four-classes"})
	if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Movies", Kind: "insert", PartitionKey: "SciFi", RowKey: "New", Properties: []wire.TextProperty{{Name: "Rating", Type: edm.Int32, Text: "5"}}}, nil); err != nil {
		t.Fatal(err)
	}
	kept, err := wire.Call(t.Context(), d, wire.KeepLesson, wire.KeepLessonRequest{Room: "r1"}, nil)
	if err != nil || !slices.Equal(kept.Tables, []string{"Movies3"}) || kept.Entities != 1001 {
		t.Fatal(kept, err)
	}
	d.Enter("")
	if d.rows(t, "Movies3") != 1001 || d.rows(t, "Movies") != 3 || d.rows(t, "Movies2") != 4 {
		t.Error("the tables are not what they should be")
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: kept.Undo}); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Movies3"}, nil)
	workertest.WantCode(t, err, string(engine.TableNotFound))
	_, err = wire.Call(t.Context(), d, wire.KeepLesson, wire.KeepLessonRequest{Room: "other"}, nil)
	workertest.WantCode(t, err, wire.RoomGone)
}

// Ensure that a script shows its outcomes and leaves its tables, that each begins with the lesson's own data, that a design is
// shown beside its table, and that what is done by hand can pass too.
func TestTry_Shown(t *testing.T) {
	d := open(t, withLessons)
	l := d.enter(t, wire.OpenLessonRequest{Room: "r1", Name: "etag"})
	for range 2 {
		reply := d.try(t, wire.TryRequest{Step: 0, Text: l.Steps[0].Solution.Text, Judge: true})
		if !reply.Passed || len(reply.Outcomes) != 4 || reply.Outcomes[3].Code != "UpdateConditionNotSatisfied" || reply.Outcomes[3].Why == "" || !strings.HasPrefix(reply.Outcomes[3].Text, "merge Blogs 'Channel9','Oct-29' if bob") || reply.Shown != "Blogs" {
			t.Errorf("%+v", reply)
		}
	}
	if e, err := wire.Call(t.Context(), d, wire.Entity, wire.KeyRequest{Table: "Blogs", PartitionKey: "Channel9", RowKey: "Oct-29"}, nil); err != nil || !slices.ContainsFunc(e.Properties, func(p wire.TextProperty) bool { return p.Text == "Hello, says Ann" }) {
		t.Error(e, err)
	}
	if reply := d.try(t, wire.TryRequest{Step: 0, Text: l.Steps[0].Solution.Text}); reply.Judged || reply.Passed || len(reply.Outcomes) != 4 || reply.Gone {
		t.Errorf("%+v", reply)
	}
	if reply := d.try(t, wire.TryRequest{Step: 0, Text: "nonsense", Judge: true}); reply.Passed || !strings.Contains(reply.Why, "nonsense") {
		t.Errorf("%+v", reply)
	}
	_, err := wire.Call(t.Context(), d, wire.Try, wire.TryRequest{Step: 9}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))

	l = d.enter(t, wire.OpenLessonRequest{Room: "r2", Name: "zero-padding"})
	reply := d.try(t, wire.TryRequest{Step: 1, Text: l.Steps[1].Solution.Text, Judge: true})
	if !reply.Passed || reply.Shown != "OrdersRekeyed" || reply.Filter != "PartitionKey eq 'north' and Shop eq 'north'" {
		t.Fatalf("%+v", reply)
	}
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "OrdersRekeyed"}, nil)
	if err != nil || run.Stats.Returned != 5 || slices.ContainsFunc(run.Columns, func(c wire.Column) bool { return lesson.Was(c.Name) }) {
		t.Error(run, err)
	}
	if d.rows(t, "Orders") != 5 {
		t.Error("the table itself has changed")
	}

	l = d.enter(t, wire.OpenLessonRequest{Room: "r3", Name: "large-values"})
	step := 0
	if reply := d.try(t, wire.TryRequest{Step: step, Judge: true}); reply.Passed {
		t.Errorf("nothing was done, and it passed: %+v", reply)
	}
	for _, a := range l.Steps[step].Solution.Script { // as the inspector does it
		kind := map[lesson.Verb]string{lesson.Insert: "insert", lesson.Merge: "merge", lesson.Replace: "replace", lesson.UpsertMerge: "insert-or-merge", lesson.UpsertReplace: "insert-or-replace", lesson.Delete: "delete"}[a.Verb]
		if kind == "" {
			t.Fatalf("the step has a %s, which the inspector does not do", a.Verb)
		}
		req := wire.ApplyRequest{Table: a.Table, Kind: kind, PartitionKey: a.PartitionKey, RowKey: a.RowKey, IfMatch: "*"}
		for _, p := range a.Properties {
			req.Properties = append(req.Properties, wire.TextProperty{Name: p.Name, Type: p.Value.Type(), Text: p.Value.Display()})
		}
		if _, err := wire.Call(t.Context(), d, wire.Apply, req, nil); err != nil {
			t.Fatal(err)
		}
	}
	if reply := d.try(t, wire.TryRequest{Step: step, Judge: true}); !reply.Passed && statesOnly(&l.Steps[step]) {
		t.Errorf("it was done by hand: %+v", reply)
	}
}

// Ensure that what is no lesson, or not to be had, is refused in words, and leaves the lesson that is open.
func TestOpenLesson_Refused(t *testing.T) {
	offline := false
	d := open(t, func(cfg *worker.Config) {
		cfg.Fetch = func(ctx context.Context, url string, progress func(received, total int64)) ([]byte, error) {
			if offline {
				return nil, errors.New("no network")
			}
			return static(ctx, url, progress)
		}
	})
	d.enter(t, wire.OpenLessonRequest{Room: "r1", Name: "four-classes"})
	for _, test := range []struct {
		req  wire.OpenLessonRequest
		code string
	}{
		{wire.OpenLessonRequest{Room: "r2", Name: "../secret"}, wire.NoLesson},
		{wire.OpenLessonRequest{Room: "r2", Name: "not-there"}, wire.FetchFailed},
		{wire.OpenLessonRequest{Room: "r2", Text: "# A title alone"}, wire.NoLesson},
		{wire.OpenLessonRequest{Room: "r2", Text: lesson.Template[:strings.Index(lesson.Template, "## ")] + "```generate Gone 5\nPartitionKey = a\nRowKey = a\n```\n\n## Read\nNothing.\n"}, wire.NoLesson},
		{wire.OpenLessonRequest{Room: "R 2", Name: "etag"}, string(engine.InvalidInput)},
		{wire.OpenLessonRequest{Room: "", Name: "etag"}, string(engine.InvalidInput)},
	} {
		_, err := wire.Call(t.Context(), d, wire.OpenLesson, test.req, nil)
		workertest.WantCode(t, err, test.code)
	}
	offline = true
	_, err := wire.Call(t.Context(), d, wire.OpenLesson, wire.OpenLessonRequest{Room: "r2", Name: "etag"}, nil)
	workertest.WantCode(t, err, wire.FetchFailed)
	_, err = wire.Call(t.Context(), d, wire.Course, wire.Done{}, nil)
	workertest.WantCode(t, err, wire.FetchFailed)
	if d.rows(t, "Movies") != 1000 {
		t.Error("the open lesson is gone")
	}
}

// Ensure that a teacher's file is run and told what is wrong with it.
func TestLessonFile(t *testing.T) {
	files := workertest.NewFiles()
	d := open(t, func(cfg *worker.Config) { cfg.Fetch, cfg.Files = static, files })
	good := lesson.Template
	for name, test := range map[string]struct {
		text string
		line int
		want string
	}{
		"good":       {good, -1, ""},
		"unreadable": {strings.Replace(good, "filter:", "flter:", 1), 1, "flter"},
		"not true":   {strings.Replace(good, "answer: class full scan", "answer: class point", 1), 1, "prediction"},
		"too long":   {strings.Repeat("x", lesson.MaxFile+10), 0, "bytes"},
		"binary":     {"\xff\x00", 0, "not text"},
		"Latin-1":    {good + "\xe9", 0, "UTF-8"},
	} {
		reply, err := wire.Call(t.Context(), d, wire.LessonFile, wire.LessonFileRequest{Token: files.Give(name+".lesson", test.text)}, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		if test.line < 0 {
			if len(reply.Problems) > 0 || reply.Title == "" || reply.Text != test.text {
				t.Error(name, reply.Problems, reply.Title)
			}
			continue
		}
		if len(reply.Problems) == 0 || !strings.Contains(reply.Problems.Error(), test.want) || test.line > 0 && reply.Problems[0].Line == 0 {
			t.Error(name, reply.Problems)
		}
	}
	_, err := wire.Call(t.Context(), d, wire.LessonFile, wire.LessonFileRequest{Token: "gone"}, nil)
	workertest.WantCode(t, err, wire.FileGone)
}
