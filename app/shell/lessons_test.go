package shell

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/course"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

func lessonText(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "web", "static", "lessons", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func courseOf(t *testing.T) *lesson.Course {
	t.Helper()
	c, err := lesson.ParseCourse(lessonText(t, "course.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// taught is a model with a lesson open at a step, from 1.
func taught(t *testing.T, name string, step int) Model {
	t.Helper()
	m, _ := after(ready(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}})
	m, cmds := after(m, Navigated{page.Route{Lesson: name, Step: step}.Fragment()})
	open, ok := find[course.OpenLesson](cmds)
	if !ok || open.Req.Name != name {
		t.Fatalf("%s is not opened: %+v", name, cmds)
	}
	return arrived(t, m)
}

// Ensure that a lesson whose text comes before the list of lessons is shown when that has come: else the names of those that it builds on
// become titles of more lines, below which everything moves.
func TestLesson_BeforeItsTitles(t *testing.T) {
	m, _ := after(ready(t), course.CourseWanted{}, Navigated{page.Route{Lesson: "granularity", Step: 1}.Fragment()})
	m, _ = after(m, course.LessonOpened{Room: m.Course.Lesson.Room, Reply: &wire.OpenLessonReply{Text: lessonText(t, "granularity.lesson")}})
	if m.Course.Lesson.L != nil {
		t.Fatal("it is shown without the titles")
	}
	for name, listed := range map[string]course.CourseListed{"listed": {Reply: &wire.CourseReply{Course: *courseOf(t)}}, "failed": {Err: &wire.Failure{Code: wire.FetchFailed, Message: "No."}}} {
		if shown, cmds := after(m, listed); shown.Course.Lesson.L == nil || shown.Course.Lesson.Early != nil || !has(cmds, ListTables{}) {
			t.Errorf("%s: %+v", name, shown.Course.Lesson)
		}
	}
}

// arrived answers the request for the lesson that is being opened.
func arrived(t *testing.T, m Model) Model {
	t.Helper()
	l := m.Course.Lesson
	if l == nil || l.L != nil {
		t.Fatalf("no lesson is being opened: %+v", l)
	}
	m, cmds := after(m, course.LessonOpened{Room: l.Room, Reply: &wire.OpenLessonReply{Text: lessonText(t, l.Name+".lesson")}})
	if !has(cmds, ListTables{}) {
		t.Fatalf("its tables are not listed: %+v", cmds)
	}
	var tables []wire.TableInfo
	for _, table := range m.Course.Lesson.L.Tables {
		tables = append(tables, wire.TableInfo{Name: table.Name, Entities: 10})
	}
	for _, name := range m.Course.Lesson.L.Samples {
		tables = append(tables, wire.TableInfo{Name: name, Entities: 10})
	}
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: tables}})
	return m
}

// Ensure that every step of every lesson shows what it begins with, on a table of its own.
func TestLesson_EveryStep(t *testing.T) {
	for _, e := range courseOf(t).Lessons() {
		m := taught(t, e.Name, 1)
		for step := range m.Course.Lesson.L.Steps {
			if step > 0 {
				m, _ = after(m, course.LessonStepChosen{Step: step}, course.LessonReset{Room: m.Course.Lesson.Room})
			}
			s := m.Course.Lesson.At()
			if m.Course.Lesson.Step != step || !m.Course.Lesson.Has(m.Query.Table) || m.Course.Lesson.Resetting {
				t.Fatalf("%s, step %d: table %q of %+v", e.Name, step+1, m.Query.Table, m.Course.Lesson)
			}
			if want := s.Predict != nil; m.Hides() != want || !m.Plan.Asked != want {
				t.Errorf("%s, step %d: hides %v, want %v", e.Name, step+1, m.Hides(), want)
			}
			if s.Predict != nil {
				if m.Query.Filter != s.Predict.Query.Filter {
					t.Errorf("%s, step %d asks about %q and shows %q", e.Name, step+1, s.Predict.Query.Filter, m.Query.Filter)
				}
				m, _ = after(m, course.LessonPredicted{Answer: s.Predict.AnswerText()})
				if m.Hides() || !m.Course.Lesson.Right {
					t.Errorf("%s, step %d: %q is not right", e.Name, step+1, s.Predict.AnswerText())
				}
			}
			for _, what := range []course.AttemptName{course.StartAttempt, course.SolutionAttempt, course.BreakAttempt} {
				a := m.Course.Lesson.Attempt(what)
				if a == nil {
					continue
				}
				m, _ = after(m, course.LessonPut{What: what})
				if s.Form() == lesson.OneForm && (m.Query.Filter != a.Queries[0].Filter || m.Query.Table != a.Table) || s.Form() != lesson.OneForm && m.Course.Lesson.Text != a.Text {
					t.Errorf("%s, step %d: the %s is not put", e.Name, step+1, what)
				}
				if len(m.Course.Lesson.Problems) > 0 {
					t.Errorf("%s, step %d: %v", e.Name, step+1, m.Course.Lesson.Problems)
				}
				m, _ = after(m, course.LessonTried{Seq: m.Course.Lesson.Seq, Err: &wire.Failure{Code: wire.Canceled}})
			}
			if got, _, problem := ParseRoute(routeOf(m).Fragment()); problem != "" || got.Lesson != e.Name || got.Step != step+1 {
				t.Errorf("the address says %+v, %s", got, problem)
			}
			if n := len(course.Beats(m.Course.Lesson.L, step)); n == 0 {
				t.Errorf("%s, step %d has nothing for the projector", e.Name, step+1)
			}
		}
	}
}

// Ensure that a lesson is opened on the screen of the query, and that a question's plan is shown there, whatever screen is on.
func TestLesson_Screen(t *testing.T) {
	m, _ := after(ready(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}}, page.ScreenChosen{Screen: page.WorkloadScreen}, page.LessonChosen{Name: "four-classes"})
	if m = arrived(t, m); m.Screen != page.QueryScreen {
		t.Errorf("opened on %q", m.Screen)
	}
	m, cmds := after(m, page.ScreenChosen{Screen: page.PartitionsScreen}, course.LessonPredicted{Answer: m.Course.Lesson.At().Predict.AnswerText()})
	if _, ran := find[result.Run](cmds); !ran || m.Screen != page.QueryScreen || !m.Plan.Asked {
		t.Errorf("the plan is shown on %q, run: %v", m.Screen, ran)
	}
	m, _ = after(m, page.ScreenChosen{Screen: page.WorkloadScreen}, course.LessonStepChosen{Step: 1}, course.LessonReset{Room: m.Course.Lesson.Room})
	if s := m.Course.Lesson.At(); s.Predict == nil || m.Screen != page.QueryScreen {
		t.Errorf("the next question is asked on %q", m.Screen)
	}
}

// Ensure that nothing is asked of the worker that could tell a plan or a result before a prediction, whatever is done, and
// that all of it is afterwards.
func TestLesson_Hides(t *testing.T) {
	m := taught(t, "four-classes", 1)
	for _, msg := range []page.Msg{
		queryline.FilterTyped{Text: "PartitionKey eq 'War'"}, page.RunPressed{}, page.TableChanged{Table: "Movies"}, page.TableChosen{Table: "Movies"}, plan.WhyToggled{}, plan.WhyToggled{},
		page.FilterSet{Text: "RowKey eq 'Movie-0610'"}, course.LessonCheckPressed{}, course.LessonPut{What: course.SolutionAttempt}, page.ScreenChosen{Screen: page.QueryScreen},
		course.LessonStartOver{}, course.LessonReset{Room: m.Course.Lesson.Room}, course.LessonPredicted{Answer: "nonsense"},
	} {
		if _, last := msg.(course.LessonPredicted); last {
			break
		}
		var cmds []page.Cmd
		m, cmds = after(m, msg)
		for _, cmd := range cmds {
			switch cmd := cmd.(type) {
			case queryline.Explain, queryline.Match, result.Run, course.TryAttempt:
				t.Errorf("%T asks %+v", msg, cmd)
			case editor.ShowMarks:
				for _, mark := range cmd.Marks.Marks {
					if mark.Class == "key-range" || mark.Class == "checked" {
						t.Errorf("%T underlines a clause", msg)
					}
				}
			case page.Announce:
				for _, c := range course.Answers {
					if strings.Contains(cmd.Text, c.String()) {
						t.Errorf("%T says %q", msg, cmd.Text)
					}
				}
			}
		}
		if !m.Hides() || m.Plan.Plan != nil || m.Plan.Explain != nil || m.Grid.Result.Reply != nil || m.Map.Reads != nil {
			t.Fatalf("%T shows a plan or a result", msg)
		}
	}
	m, cmds := after(m, course.LessonPredicted{Answer: "row-range"})
	if _, ok := find[queryline.Explain](cmds); !ok || m.Hides() {
		t.Error("no plan is asked for")
	}
	if _, ok := find[result.Run](cmds); !ok {
		t.Error("nothing is run")
	}
	if keep, ok := find[page.KeepSetting](cmds); !ok || keep.Key != course.ProgressSetting || keep.Value != "four-classes=0.1.1" {
		t.Errorf("keeps %+v", keep)
	}
	if !has(cmds, page.Focus{Target: "lesson-begin"}) || !has(cmds, page.Reveal{ID: "lesson-predicted"}) {
		t.Error("the keyboard is left behind, or the answer is out of sight")
	}
}

// Ensure that the filter that is asked about is back when the question is answered, whatever was typed before that.
func TestLesson_PredictedAfterTyping(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), queryline.FilterTyped{Text: "RowKey eq 'x'"})
	asked := m.Course.Lesson.At().Predict.Query.Filter
	m, cmds := after(m, course.LessonPredicted{Answer: "row-range"})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Filter != asked || m.Query.Filter != asked {
		t.Errorf("answered about %q: shows %q, runs %+v", asked, m.Query.Filter, run.Req)
	}
}

// Ensure that a filter which the learner writes without a press of "Try it yourself" can be checked, run or not, whatever was predicted,
// and that the one that was asked about cannot.
func TestLesson_OwnAttempt(t *testing.T) {
	for _, answer := range []string{"full-scan", "row-range"} {
		m, _ := after(taught(t, "four-classes", 1), queryline.FilterTyped{Text: "RowKey eq 'x'"}, course.LessonPredicted{Answer: answer}, result.RunEnded{Reply: &wire.RunReply{Result: 9}})
		if m.Course.Lesson.Put != "" {
			t.Fatalf("%s: the filter that was asked about is taken for an attempt: %q", answer, m.Course.Lesson.Put)
		}
		asked := m.Query.Filter
		m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'"})
		if m.Course.Lesson.Put != course.OwnAttempt || m.Course.Lesson.Attempt(course.OwnAttempt) != nil {
			t.Fatalf("%s: what is typed is not taken for an attempt: %q", answer, m.Course.Lesson.Put)
		}
		if back, _ := after(m, queryline.FilterTyped{Text: asked}); back.Course.Lesson.Put != "" {
			t.Errorf("%s: taken back, it is %q", answer, back.Course.Lesson.Put)
		}
		m, _ = after(m, page.RunPressed{})
		m, _ = after(m, result.RunEnded{Reply: &wire.RunReply{Result: 10, Lines: 1}})
		if m.Course.Lesson.Put != course.OwnAttempt {
			t.Errorf("%s: when it has run, it is %q", answer, m.Course.Lesson.Put)
		}
		if m, _ = after(m, course.LessonPut{What: course.StartAttempt}); m.Course.Lesson.Put != course.StartAttempt {
			t.Errorf("%s: begun after it: %q", answer, m.Course.Lesson.Put)
		}
	}
}

// Ensure that a step is checked by what is on screen, that passing it is kept, and that the next one has its data anew.
func TestLesson_Check(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), course.LessonPredicted{Answer: "full-scan"}, course.LessonPut{What: course.StartAttempt}, queryline.FilterTyped{Text: "PartitionKey eq 'SciFi'"}, queryline.SelectTyped{Text: "Rating"}, queryline.TopTyped{Text: "5"})
	before := m.Course
	m, cmds := after(m, course.LessonCheckPressed{})
	try, ok := find[course.TryAttempt](cmds)
	want := wire.TryRequest{Judge: true, Query: &wire.TriedQuery{Table: "Movies", Filter: "PartitionKey eq 'SciFi'", Select: []string{"Rating"}, Top: 5}}
	if !ok || !reflect.DeepEqual(try.Req, want) || !m.Course.Lesson.Trying {
		t.Fatalf("tries %+v", try)
	}
	if again, cmds := after(m, course.LessonCheckPressed{}); len(cmds) > 0 || again.Course.Lesson.Seq != try.Seq {
		t.Error("a second check begins beside the first")
	}
	failed, cmds := after(m, course.LessonTried{Seq: try.Seq, Reply: &wire.TryReply{Judged: true, Why: "No `eq`."}})
	if failed.Course.Lesson.Done || failed.Course.Lesson.Trying || !has(cmds, page.Announce{Text: "Not yet. No eq."}) {
		t.Errorf("%+v", failed.Course.Lesson)
	}
	m, cmds = after(m, course.LessonTried{Seq: try.Seq, Reply: &wire.TryReply{Judged: true, Passed: true, Why: "Yes."}})
	if !m.Course.Lesson.Done || !has(cmds, page.KeepSetting{Key: course.ProgressSetting, Value: "four-classes=1.1.0"}) || !has(cmds, page.Focus{Target: "lesson-next"}) || !has(cmds, page.Reveal{ID: "lesson-word"}) || before.Progress.HasPassed("four-classes", 0) {
		t.Errorf("%+v %+v", m.Course.Lesson, cmds)
	}
	m, cmds = after(m, course.LessonNextPressed{})
	if !has(cmds, course.ResetLesson{Room: m.Course.Lesson.Room}) || m.Course.Lesson.Step != 1 || !m.Hides() {
		t.Errorf("%+v", cmds)
	}
	if ended, cmds := after(m, result.RunEnded{Reply: &wire.RunReply{}}); ended.Grid.Result.Reply != nil || len(cmds) > 0 || m.Grid.Result.Running {
		t.Errorf("while the data is made, a run that ends is told: %+v", cmds)
	}
	marks, _ := find[editor.ShowMarks](cmds)
	if len(marks.Marks.Marks) == 0 || slices.ContainsFunc(marks.Marks.Marks, func(k port.Mark) bool { return !strings.HasPrefix(k.Class, "tok-") }) {
		t.Errorf("while the data is made, the editor has the marks %+v", marks)
	}
	m, cmds = after(m, course.LessonReset{Room: m.Course.Lesson.Room})
	if a, ok := find[page.SetAddress](cmds); !ok || !a.Push || !strings.Contains(a.Fragment, "lesson=four-classes&step=2") {
		t.Errorf("address %+v", a)
	}
	m, _ = after(m, course.LessonStepChosen{Step: 2}, course.LessonReset{Room: m.Course.Lesson.Room}, course.LessonNextPressed{})
	if m.Course.Lesson.Name != "prefix" || m.Course.Lesson.L != nil {
		t.Errorf("after the last step comes %s", m.Course.Lesson.Name)
	}
}

// Ensure that texts that are put into the panel's editor can be undone, one after the other, also after typing was undone, and
// that typing is checked at once and kept for a reload.
func TestLesson_Editor(t *testing.T) {
	m := taught(t, "etag", 1)
	start := m.Course.Lesson.Text
	m, cmds := after(m, course.LessonTyped{Text: "mrge Blogs 'a','b' A=1"})
	if len(m.Course.Lesson.Problems) != 1 || m.Course.Lesson.Problems[0].Line != 1 {
		t.Errorf("problems %v", m.Course.Lesson.Problems)
	}
	if kept, ok := find[page.KeepInTab](cmds); !ok || kept.Name != course.AttemptSlot || !strings.HasPrefix(kept.Text, "etag 0\nmrge") {
		t.Errorf("keeps %+v", kept)
	}
	m, _ = after(m, course.LessonPut{What: course.SolutionAttempt})
	solution := m.Course.Lesson.Text
	m, _ = after(m, course.LessonTyped{Text: solution + "x"}, course.LessonUndone{})
	if m.Course.Lesson.Text != solution+"x" {
		t.Error("what was typed since is thrown away")
	}
	m, cmds = after(m, course.LessonTyped{Text: solution}, course.LessonUndone{})
	if m.Course.Lesson.Text != "mrge Blogs 'a','b' A=1" {
		t.Errorf("undone to %q", m.Course.Lesson.Text)
	}
	if f, ok := find[page.ResetFields](cmds); !ok || f.Values["lesson-text"] != m.Course.Lesson.Text {
		t.Error("the field is not set")
	}
	m, _ = after(m, course.LessonStartOver{}, course.LessonReset{Room: m.Course.Lesson.Room})
	if m.Course.Lesson.Text != start || len(m.Course.Lesson.Replaced) > 0 {
		t.Errorf("starts over with %q", m.Course.Lesson.Text)
	}
}

// Ensure that what an attempt made is shown, and that a lesson whose data is gone is opened again where it was.
func TestLesson_Tried(t *testing.T) {
	m, _ := after(taught(t, "zero-padding", 2), course.LessonCheckPressed{})
	shown, cmds := after(m, course.LessonTried{Seq: m.Course.Lesson.Seq, Reply: &wire.TryReply{Judged: true, Shown: "OrdersRekeyed"}})
	if !has(cmds, ListTables{}) {
		t.Error("a list that was asked for before the table was made would take it off the screen")
	}
	if run, ok := find[result.Run](cmds); !ok || run.Req.Table != "OrdersRekeyed" || shown.Query.Table != "OrdersRekeyed" {
		t.Errorf("%+v", cmds)
	}
	// What the step shows of other keys takes the place of what was shown of the ones before, in the same table.
	shown, _ = after(shown, course.LessonCheckPressed{})
	shown, cmds = after(shown, course.LessonTried{Seq: shown.Course.Lesson.Seq, Reply: &wire.TryReply{Judged: true, Shown: "OrdersRekeyed", Filter: "PartitionKey eq 'north'"}})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Filter != "PartitionKey eq 'north'" || shown.Query.Filter != run.Req.Filter {
		t.Errorf("%+v", cmds)
	}
	again, cmds := after(m, course.LessonTried{Seq: m.Course.Lesson.Seq, Err: &wire.Failure{Code: wire.RoomGone}})
	if open, ok := find[course.OpenLesson](cmds); !ok || open.Req.Room == m.Course.Lesson.Room || again.Course.Lesson.Step != 1 {
		t.Errorf("%+v", cmds)
	}
	again = arrived(t, again)
	if again.Course.Lesson.Text != m.Course.Lesson.Text || again.Course.Lesson.Step != 1 {
		t.Errorf("comes back with %q at %d", again.Course.Lesson.Text, again.Course.Lesson.Step)
	}
	moved, cmds := after(m, page.Moved{})
	if _, ok := find[course.OpenLesson](cmds); !ok || moved.Notice == nil {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that a teacher's file is run before it is opened, refused with its problems, and kept for the tab when it works.
func TestLesson_File(t *testing.T) {
	m, cmds := after(ready(t), page.FilesGiven{Files: []port.FileRef{{Token: "c", Name: "rows.csv"}, {Token: "l", Name: "My Lesson é.LESSON"}}})
	if !has(cmds, course.ReadLessonFile{Token: "l"}) || !has(cmds, page.ForgetFile{Token: "c"}) || m.Dialog == nil || m.Dialog.Kind != course.RefusedDialog {
		t.Fatalf("%+v", cmds)
	}
	bad, _ := after(m, course.LessonFileRead{Token: "l", Reply: &wire.LessonFileReply{Problems: lesson.Problems{{Line: 3, Message: "No."}}}})
	if bad.Course.Lesson != nil || len(bad.Course.File.Problems) != 1 || bad.Dialog == nil {
		t.Errorf("%+v", bad.Course.File)
	}
	m, cmds = after(m, course.LessonFileRead{Token: "l", Reply: &wire.LessonFileReply{Text: lesson.Template, Title: "My lesson"}})
	open, ok := find[course.OpenLesson](cmds)
	if !ok || open.Req.Text != lesson.Template || !strings.HasPrefix(m.Course.Lesson.Name, "my-my-lesson----") || !lesson.ValidName(m.Course.Lesson.Name) || m.Dialog != nil {
		t.Fatalf("%+v", cmds)
	}
	kept, _ := find[page.KeepInTab](cmds)
	if own := course.DecodeOwn(kept.Text); len(own) != 1 || own[0].Text != lesson.Template {
		t.Errorf("keeps %+v", kept)
	}
	m, _ = after(m, course.LessonOpened{Room: m.Course.Lesson.Room, Reply: &wire.OpenLessonReply{Text: lesson.Template}})
	if m.Course.Lesson.L == nil || m.Course.Lesson.Title != "My lesson" {
		t.Errorf("%+v", m.Course.Lesson)
	}
	again, cmds := after(New(), Started{Fragment: routeOf(m).Fragment(), Own: kept.Text}, page.TablesListed{})
	if open, ok := find[course.OpenLesson](cmds); !ok || open.Req.Text != lesson.Template || again.Course.Lesson.Title != "My lesson" {
		t.Errorf("after a reload: %+v", cmds)
	}
	// The same file again has what was done of it; one that was changed takes its place and is asked anew.
	m, _ = after(m, course.LessonPredicted{Answer: "row-range"})
	was := m.Course.Lesson.Name
	for _, test := range []struct {
		text   string
		hidden bool
	}{{lesson.Template, false}, {strings.Replace(lesson.Template, "0010", "0009", 1), true}} {
		n, _ := after(m, page.FilesGiven{Files: []port.FileRef{{Token: "n", Name: "My Lesson é.LESSON"}}}, course.LessonFileRead{Token: "n", Reply: &wire.LessonFileReply{Text: test.text, Title: "My lesson"}})
		n, _ = after(n, course.LessonOpened{Room: n.Course.Lesson.Room, Reply: &wire.OpenLessonReply{Text: test.text}})
		if n.Hides() != test.hidden || len(n.Course.Own) != 1 || (n.Course.Lesson.Name == was) == test.hidden {
			t.Errorf("again: hides %v, %s of %+v", n.Hides(), n.Course.Lesson.Name, n.Course.Own)
		}
	}
	big := course.OwnLesson{Name: "my-big", Title: "Big", Text: strings.Repeat("x", 600<<10)}
	if own := course.DecodeOwn(course.EncodeOwn([]course.OwnLesson{big, {Name: "my-b", Title: "B", Text: "b"}, big})); len(own) != 0 && own[0].Name == "my-big" {
		t.Error("more is kept than fits")
	}
	for _, text := range []string{"", "{", "[1]", `[{"Name":"../x","Text":"a"}]`} {
		if own := course.DecodeOwn(text); len(own) != 0 {
			t.Errorf("%q is read as %+v", text, own)
		}
	}
}

// Ensure that the projector reveals one thing at a time and goes on to the steps beside, and back to where they ended.
func TestProjector_Moves(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), course.ProjectorPressed{})
	beats := course.Beats(m.Course.Lesson.L, 0)
	for i := range beats {
		m, _ = after(m, course.ProjectorMoved{By: 1})
		if m.Course.Lesson.Shown != i+1 {
			t.Fatalf("%d shown after %d", m.Course.Lesson.Shown, i+1)
		}
	}
	if answer := beats[slices.IndexFunc(beats, func(b course.Beat) bool { return b.Kind == course.AnswerBeat })]; !strings.HasPrefix(answer.Note, ", because the PartitionKey is fixed") {
		t.Errorf("the answer is %+v", answer)
	}
	if beats[len(beats)-1].Kind != course.BreakBeat || beats[0].Kind != course.ParagraphBeat {
		t.Errorf("beats %+v", beats)
	}
	m, _ = after(m, course.ProjectorMoved{By: 1})
	m, _ = after(m, course.LessonReset{Room: m.Course.Lesson.Room})
	if m.Course.Lesson.Step != 1 || m.Course.Lesson.Shown != 0 || !m.Course.Lesson.Projector {
		t.Errorf("%+v", m.Course.Lesson)
	}
	m, _ = after(m, course.ProjectorMoved{By: -1})
	m, cmds := after(m, course.LessonReset{Room: m.Course.Lesson.Room})
	if m.Course.Lesson.Step != 0 || m.Course.Lesson.Shown != len(beats) || !has(cmds, page.Reveal{ID: "lesson-beat-last"}) {
		t.Errorf("step %d, %d shown", m.Course.Lesson.Step, m.Course.Lesson.Shown)
	}
	m, _ = after(m, course.ProjectorMoved{By: -1}, course.ProjectorPressed{})
	if m.Course.Lesson.Projector || m.Plan.Plan != nil && m.Plan.Plan.Class == filterlang.FullScan {
		t.Error("the projector is still on, or told the plan")
	}
}

// Ensure that what was being tried says nothing of what was put in since, which can be checked at once.
func TestLesson_PutWhileTrying(t *testing.T) {
	m := taught(t, "etag", 1)
	m, cmds := after(m, course.LessonCheckPressed{})
	first, ok := find[course.TryAttempt](cmds)
	if !ok {
		t.Fatalf("nothing is tried: %+v", cmds)
	}
	m, cmds = after(m, course.LessonPut{What: course.SolutionAttempt})
	if m.Course.Lesson.Trying || !has(cmds, page.Stop{Slot: "try"}) {
		t.Errorf("what is not on screen any more is still tried: %+v", cmds)
	}
	if m, _ = after(m, course.LessonTried{Seq: first.Seq, Reply: &wire.TryReply{Judged: true, Why: "No `eq`."}}); m.Course.Lesson.Reply != nil {
		t.Errorf("the solution is told to be %+v", m.Course.Lesson.Reply)
	}
	m, cmds = after(m, course.LessonCheckPressed{})
	if try, ok := find[course.TryAttempt](cmds); !ok || try.Req.Text != m.Course.Lesson.Text {
		t.Errorf("the solution is not tried: %+v", cmds)
	}
}

// Ensure that a verdict stays when the table on screen was dropped by the attempt: only its result is gone, not the lesson's data.
func TestUpdate_Lesson_ResultLost(t *testing.T) {
	m, _ := after(taught(t, "volume-delete", 2), course.LessonCheckPressed{})
	m, _ = after(m, course.LessonTried{Seq: m.Course.Lesson.Seq, Reply: &wire.TryReply{Judged: true, Passed: true, Why: "Gone."}})
	room, reply := m.Course.Lesson.Room, m.Course.Lesson.Reply
	if reply == nil {
		t.Fatal("there is no verdict")
	}
	m, cmds := after(m, grid.ResultLost{})
	if _, opened := find[course.OpenLesson](cmds); opened || !has(cmds, ListTables{}) {
		t.Errorf("the tables are not listed, or the lesson is opened anew: %+v", cmds)
	}
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "SignIns20101102", Entities: 20}}}})
	if m.Course.Lesson.Room != room || m.Course.Lesson.Reply != reply || m.Query.Table != "SignIns20101102" {
		t.Errorf("room %s, verdict %+v, table %s", m.Course.Lesson.Room, m.Course.Lesson.Reply, m.Query.Table)
	}
}

// Ensure that hints come one at a time, not before the prediction, no more than there are, and begin anew with each step.
func TestUpdate_Lesson_Hints(t *testing.T) {
	m, _ := after(taught(t, "four-classes", 1), course.LessonHintPressed{})
	if m.Course.Lesson.Hints != 0 {
		t.Error("a hint is shown before the prediction")
	}
	m, cmds := after(m, course.LessonPredicted{Answer: "point"}, course.LessonHintPressed{})
	said, _ := find[page.Announce](cmds)
	if m.Course.Lesson.Hints != 1 || said.Text != "Hint: "+m.Course.Lesson.At().Hints[0] {
		t.Errorf("%d hints, %q", m.Course.Lesson.Hints, said.Text)
	}
	if !has(cmds, page.Reveal{ID: "lesson-hint-0"}) {
		t.Errorf("the hint may be out of sight: %+v", cmds)
	}
	m, _ = after(m, course.LessonHintPressed{}, course.LessonHintPressed{})
	if m.Course.Lesson.Hints != 2 {
		t.Errorf("%d hints", m.Course.Lesson.Hints)
	}
	if m, _ = after(m, course.LessonStepChosen{Step: 1}); m.Course.Lesson.Hints != 0 {
		t.Errorf("the next step begins with %d hints", m.Course.Lesson.Hints)
	}
}

// Ensure that a wrong prediction is told with its reason.
func TestUpdate_Lesson_PredictedWrong(t *testing.T) {
	_, cmds := after(taught(t, "movies", 1), course.LessonPredicted{Answer: "full-scan"})
	if !has(cmds, page.Announce{Text: "Not quite: point, because both keys are fixed with eq."}) {
		t.Errorf("%+v", cmds)
	}
}
