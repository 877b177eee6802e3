package shell

import (
	"errors"
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/course"
	"rangefinder/app/edit"
	"rangefinder/app/lesson"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// Ensure that leaving brings the own view back, with the lesson's tables kept or dropped.
func TestLesson_Leave(t *testing.T) {
	m := taught(t, "four-classes", 1)
	m.Undos = []page.UndoEntry{{ID: "room", Text: "of the lesson"}}
	room := m.Course.Lesson.Room
	// Nothing was changed: nothing is asked, and there is nothing to keep.
	left, cmds := after(m, course.LessonLeavePressed{})
	if left.Course.Lesson != nil || left.Dialog != nil || left.Notice != nil || left.Query.Table != "Movies" || !has(cmds, course.CloseRoom{Room: room}) || !has(cmds, page.Focus{Target: "lessons-all"}) {
		t.Errorf("unchanged: %+v, notice %+v", cmds, left.Notice)
	}
	// What was committed can still be kept when it was left.
	made, _ := own(m, nil, true)
	left, cmds = after(made, course.LessonLeavePressed{})
	if left.Course.Lesson != nil || left.Dialog != nil || left.Notice == nil || left.Notice.Action != "Keep its tables" || left.Notice.Undo != page.Msg(course.RoomRegretted{Room: room}) || has(cmds, course.CloseRoom{Room: room}) {
		t.Errorf("changed: %+v, notice %+v", cmds, left.Notice)
	}
	// The step makes its data anew.
	if again, _ := after(made, course.LessonStartOver{}, course.LessonReset{Room: room}); again.Course.Lesson.Changed {
		t.Error("the data of a step that starts over is called changed")
	}
	// What was not committed is asked about.
	in := *m.Inspector
	in.Mode, in.Rows = edit.Creating, []edit.PropertyRow{{ID: 1, Name: "A", Text: "typed"}}
	m.Inspector = &in
	m, _ = after(m, course.LessonLeavePressed{})
	if m.Dialog == nil || m.Dialog.Kind != course.LeaveDialog {
		t.Fatal("nothing is asked")
	}
	m.Inspector = &edit.Inspector{}
	dropped, cmds := after(m, course.LessonLeft{})
	if dropped.Course.Lesson != nil || dropped.Query.Table != "Movies" || dropped.Query.Filter != FirstFilter || len(dropped.Undos) != 0 || !has(cmds, course.CloseRoom{Room: room}) || !has(cmds, ListTables{}) {
		t.Errorf("%+v %+v", dropped.Query, cmds)
	}
	if run, ok := find[result.Run](cmds); !ok || run.Req.Filter != FirstFilter {
		t.Errorf("runs %+v", run)
	}
	if dropped.room() != "" || dropped.Hides() {
		t.Error("the lesson is not left")
	}
	m, cmds = after(m, course.LessonLeft{Keep: true})
	if ask, ok := find[course.KeepTables](cmds); !ok || ask.Room != room || m.Course.Lesson == nil || !m.Dialog.Busy {
		t.Errorf("%+v", cmds)
	}
	failed, _ := after(m, course.LessonKept{Ask: course.KeepTables{Room: room}, Err: errors.New("the disk is full")})
	if failed.Course.Lesson == nil || failed.Dialog == nil || failed.Dialog.Err == "" {
		t.Error("it was left though nothing was kept")
	}
	m, cmds = after(m, course.LessonKept{Ask: course.KeepTables{Room: room}, Reply: &wire.KeepLessonReply{Tables: []string{"Movies2"}, Entities: 5, Undo: "u"}})
	if m.Course.Lesson != nil || m.Dialog != nil || m.Query.Table != "Movies2" || m.Notice == nil || m.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u"}) || !m.Touched || !has(cmds, course.CloseRoom{Room: room}) {
		t.Errorf("%+v %+v", m.Query, m.Notice)
	}
}

// Ensure that Back leads a step back and out of the lesson, that its tables can still be kept then, and that an address that
// cannot be falls back to what there is.
func TestLesson_Address(t *testing.T) {
	m := taught(t, "four-classes", 2)
	room := m.Course.Lesson.Room
	back, cmds := after(m, Navigated{page.Route{Query: query.Query{Table: "Movies", Filter: "Rating eq 3"}, Lesson: "four-classes", Step: 1}.Fragment()})
	if !has(cmds, course.ResetLesson{Room: room}) {
		t.Fatalf("%+v", cmds)
	}
	back, _ = after(back, course.LessonReset{Room: room})
	if back.Course.Lesson.Step != 0 || back.Query.Filter != "Rating eq 3" {
		t.Errorf("step %d with %q", back.Course.Lesson.Step, back.Query.Filter)
	}
	out, _ := after(m, Navigated{page.Route{Query: query.Query{Table: "Movies", Filter: "Rating eq 1"}}.Fragment()})
	if out.Course.Lesson != nil || out.Query.Filter != "Rating eq 1" || out.Notice == nil || out.Notice.Undo != page.Msg(course.RoomRegretted{Room: room}) {
		t.Errorf("%+v", out.Query)
	}
	out, cmds = after(out, notices.UndoPressed{})
	ask, ok := find[course.KeepTables](cmds)
	if !ok || ask.Room != room {
		t.Errorf("%+v", cmds)
	}
	reply := &wire.KeepLessonReply{Tables: []string{"Movies2"}, Undo: "u"}
	kept, _ := after(out, course.LessonKept{Ask: ask, Reply: reply})
	if kept.Query.Table != "Movies2" || kept.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u"}) {
		t.Errorf("%+v", kept.Query)
	}
	elsewhere := Navigated{page.Route{Query: query.Query{Table: "Movies", Filter: "Rating eq 2"}}.Fragment()}
	if kept, cmds = after(out, elsewhere, course.LessonKept{Ask: ask, Reply: reply}); kept.Query.Filter != "Rating eq 2" || kept.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u"}) || !has(cmds, ListTables{}) {
		t.Errorf("who went elsewhere is at %+v", kept.Query)
	}
	if kept, _ = after(m, course.LessonLeft{Keep: true}, course.LessonLeavePressed{}, course.LessonLeft{Keep: true}, elsewhere, course.LessonKept{Ask: course.KeepTables{Room: room, From: course.Place{Table: "Movies"}}, Reply: reply}); kept.Query.Filter != "Rating eq 2" || kept.Notice.Undo != page.Msg(page.TakeBackPressed{ID: "u"}) {
		t.Errorf("who left by an address is at %+v", kept.Query)
	}
	for _, name := range []string{"no-such", "my-own", "x--"} {
		gone, cmds := after(ready(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}}, Navigated{page.Route{Lesson: name, Step: 3}.Fragment()})
		if a, ok := find[page.SetAddress](cmds); gone.Course.Lesson != nil || gone.Notice == nil || !gone.Notice.Bad || !ok || strings.Contains(a.Fragment, "lesson") || gone.Query.Table != "Movies" {
			t.Errorf("%s: %+v", name, cmds)
		}
	}
	far, _ := after(ready(t), Navigated{page.Route{Query: query.Query{Table: "Elsewhere", Filter: "A eq 1"}, Lesson: "four-classes", Step: 40}.Fragment()})
	if far = arrived(t, far); far.Course.Lesson.Step != 2 || far.Query.Table != "Movies" {
		t.Errorf("step %d of table %s", far.Course.Lesson.Step, far.Query.Table)
	}
	edited := ready(t)
	in := *edited.Inspector
	in.Mode, in.Rows = edit.Creating, []edit.PropertyRow{{ID: 1, Name: "A", Text: "typed"}}
	edited.Inspector = &in
	if edited, cmds = after(edited, page.LessonChosen{Name: "etag"}); edited.Inspector.Dirty() && edited.Course.Lesson != nil {
		t.Errorf("edits are thrown away: %+v", cmds)
	}
}

// Ensure that a reload in the middle comes back to the step, the query and what was being written, and that an account ends the
// lesson.
func TestLesson_Reload(t *testing.T) {
	fragment := page.Route{Query: query.Query{Table: "Blogs", Filter: "Rating eq 3"}, Lesson: "etag", Step: 2}.Fragment()
	for name, start := range map[string]Started{
		"address":    {Fragment: fragment, Lessons: "etag=1.0.0", Attempt: course.KeptText("etag", 1, "get Blogs 'a','b'")},
		"last visit": {Last: fragment, Lessons: "etag=1.0.0", Attempt: course.KeptText("etag", 1, "get Blogs 'a','b'")},
	} {
		m, cmds := after(New(), start)
		if _, ok := find[queryline.Explain](cmds); ok || !m.Hides() {
			t.Errorf("%s: a plan is asked for before it is known whether it may be shown", name)
		}
		m, cmds = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Mine"}}}})
		if open, ok := find[course.OpenLesson](cmds); !ok || open.Req.Name != "etag" || !has(cmds, course.ListLessons{}) {
			t.Fatalf("%s: %+v", name, cmds)
		}
		m, _ = after(m, course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}})
		m = arrived(t, m)
		if m.Course.Lesson.Step != 1 || m.Query.Filter != "Rating eq 3" || m.Course.Lesson.Text != "get Blogs 'a','b'" || m.Course.Progress.Passed("etag") != 1 {
			t.Errorf("%s: step %d, %q, %q", name, m.Course.Lesson.Step, m.Query.Filter, m.Course.Lesson.Text)
		}
		left, _ := after(m, course.LessonLeavePressed{}, course.LessonLeft{})
		if left.Query.Table != "Mine" {
			t.Errorf("%s: leaves for %q", name, left.Query.Table)
		}
	}
	m, cmds := after(New(), Started{Fragment: page.Route{Lesson: "nowhere"}.Fragment()}, page.TablesListed{})
	lost, listed := course.LessonOpened{Room: m.Course.Lesson.Room, Err: &wire.Failure{Code: wire.FetchFailed, Message: "No."}}, course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}}
	for _, order := range [][]page.Msg{{lost, listed}, {listed, lost}} {
		m, cmds := after(m, order...)
		if load, ok := find[LoadSample](cmds); !ok || load.Name != page.FirstSample || m.Course.Lesson != nil || m.Notice == nil || !strings.Contains(m.Notice.Text, "There is no lesson “nowhere”.") {
			t.Errorf("a lesson that there is not: %+v, %+v", m.Notice, cmds)
		}
	}
	m, _ = after(m, lost)
	if m.Course.Lesson == nil || m.Course.Lesson.Failed.Code != wire.FetchFailed {
		t.Errorf("a lesson of which nobody knows yet: %+v", m.Course.Lesson)
	}
	out, cmds := after(m, page.SampleOpened{Name: page.FirstSample})
	if load, ok := find[LoadSample](cmds); !ok || load.Name != page.FirstSample || out.Course.Lesson != nil || out.room() != "" || out.Home != nil {
		t.Errorf("a sample beside a lesson that failed: %+v", cmds)
	}
	m, cmds = after(m, course.LessonLeavePressed{})
	if load, ok := find[LoadSample](cmds); !ok || load.Name != page.FirstSample || m.Course.Lesson != nil {
		t.Errorf("%+v", cmds)
	}
	m = taught(t, "etag", 1)
	m, _ = after(m, accounts.AccountsListed{List: []port.Account{prod}, Has: true})
	m, cmds = after(m, Navigated{page.Route{Query: query.Query{Source: "prod", Table: "Orders"}}.Fragment()})
	if m.Course.Lesson != nil || m.Query.Source != "prod" || !has(cmds, accounts.ListSource{Source: "prod"}) {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that the lesson that comes next is the first undone, that a lesson resumes at its first undone step, and that one that
// cannot be fetched says so and can be tried again.
func TestLesson_Resume(t *testing.T) {
	m := ready(t)
	m.Course = &course.Model{Course: courseOf(t), Progress: lesson.ParseProgress("four-classes=5.0.0 movies=ff.0.0")}
	if got := m.Course.Next(""); got != "four-classes" {
		t.Errorf("next is %s", got)
	}
	if got := m.Course.Next("four-classes"); got != "prefix" {
		t.Errorf("next is %s", got)
	}
	m, _ = after(m, page.LessonChosen{Name: "four-classes"})
	failed, cmds := after(m, course.LessonOpened{Room: m.Course.Lesson.Room, Err: &wire.Failure{Code: wire.FetchFailed, Message: "No."}})
	if failed.Course.Lesson.Failed == nil || !has(cmds, page.Focus{Target: "lesson-again"}) {
		t.Errorf("%+v", cmds)
	}
	retried, cmds := after(failed, course.LessonRetried{})
	if _, ok := find[course.OpenLesson](cmds); !ok || retried.Course.Lesson.Failed != nil {
		t.Errorf("%+v", cmds)
	}
	if m = arrived(t, retried); m.Course.Lesson.Step != 1 {
		t.Errorf("resumes at step %d", m.Course.Lesson.Step+1)
	}
}

// Ensure that a lesson that is chosen while something is being loaded opens when that is here and listed, unless it is not wanted any more.
func TestLesson_Waits(t *testing.T) {
	m, _ := after(ready(t), course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}}, page.SampleOpened{Name: "Logs"})
	if m.Tables.Loading == nil {
		t.Fatal("nothing is loaded")
	}
	waits, cmds := after(m, page.LessonChosen{Name: "four-classes"})
	if _, ok := find[course.OpenLesson](cmds); ok || waits.Course.Lesson != nil || waits.Notice == nil || waits.Notice.Bad || waits.Notice.Action == "" {
		t.Fatalf("%+v, notice %+v", cmds, waits.Notice)
	}
	loaded := page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Logs"}}, Select: "Logs"}
	listed := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs", Entities: 5}}}}
	if early, _ := after(waits, loaded); early.Course.Lesson != nil {
		t.Error("it opens before what was loaded is listed")
	}
	opens, cmds := after(waits, loaded, listed)
	if ask, ok := find[course.OpenLesson](cmds); !ok || ask.Req.Name != "four-classes" || opens.Course.Lesson == nil || opens.Notice != nil {
		t.Errorf("%+v, notice %+v", cmds, opens.Notice)
	}
	if left, cmds := after(waits, waits.Notice.Undo, loaded, listed); left.Course.Lesson != nil || left.Notice != nil {
		t.Errorf("it opens nonetheless: %+v, notice %+v", cmds, left.Notice)
	}
}

// Ensure that a lesson which is opened before its table of the workspace is listed complains of nothing, and that leaving it shows that table.
func TestLesson_BeforeTheList(t *testing.T) {
	m := ready(t)
	unlisted := *m.Tables
	unlisted.List = nil
	m.Tables = &unlisted
	table := m.Query.Table
	m, _ = after(m, course.CourseListed{Reply: &wire.CourseReply{Course: *courseOf(t)}}, page.LessonChosen{Name: "four-classes"})
	m, _ = after(m, page.TablesListed{Err: &wire.Failure{Code: wire.RoomGone, Message: "It is made."}})
	if m.Notice != nil {
		t.Errorf("it complains: %+v", m.Notice)
	}
	m = arrived(t, m)
	if m, _ = after(m, page.TablesListed{Err: &wire.Failure{Code: wire.RoomGone, Message: "It is made."}, Older: true}); m.Notice != nil {
		t.Errorf("it complains of what was asked before the lesson came: %+v", m.Notice)
	}
	m, _ = after(m, course.LessonLeavePressed{})
	if m.Query.Table != table || table == "" || m.Course.Lesson != nil {
		t.Errorf("leaving shows %q", m.Query.Table)
	}
}
