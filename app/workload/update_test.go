package workload

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine/workload"
)

func reply(day int, shapes ...workload.Shape) *wire.WorkloadReply {
	return &wire.WorkloadReply{Calls: 10, First: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC), Shapes: shapes}
}

func file(token string) page.LogsGiven {
	return page.LogsGiven{Files: []port.FileRef{{Token: token, Name: token + ".log"}}}
}

// after lets messages happen and returns the last commands.
func after(m *Model, msgs ...page.Msg) (*Model, []page.Cmd) {
	var cmds []page.Cmd
	for _, msg := range msgs {
		m, cmds, _ = m.Update(&page.View{Tables: []wire.TableInfo{{Name: "Movies"}}}, msg)
	}
	return m, cmds
}

// Ensure that each log of the sample has its place while they are read, with how far that is.
func TestPanel_Reading(t *testing.T) {
	m, _ := after(&Model{}, SampleTried{})
	m, _ = after(m, Progressed{Number: m.Reading.Number, Progress: wire.Progress{Done: 467}})
	html := app.HTMLString(&Panel{Workload: m})
	for _, want := range []string{"<h1>Workload</h1>", "<h2>The day before a release</h2>", "Reading “The day before a release”… 467 calls so far", "line by line", "<h2>The day after the release</h2>", "It is read next.", "work-stop"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing in %s", want, html)
		}
	}
	m, _ = after(m, Ended{Number: m.Reading.Number, Reply: reply(1)})
	if html := app.HTMLString(&Panel{Workload: m}); !strings.Contains(html, "10 calls") || !strings.Contains(html, "Reading “The day after the release”…") {
		t.Errorf("while the second is read: %s", html)
	}
}

func forgotten(cmds []page.Cmd) (tokens []string) {
	for _, cmd := range cmds {
		if f, ok := cmd.(page.ForgetFile); ok {
			tokens = append(tokens, f.Token)
		}
	}
	return tokens
}

// Ensure that logs come one after another, the earlier first whichever is given first, and that a third begins anew.
func TestModel_TwoLogs(t *testing.T) {
	m, cmds := after(New(), file("late"))
	if len(cmds) < 2 || !reflect.DeepEqual(cmds[0], Read{1, wire.WorkloadRequest{Tokens: []string{"late"}}}) || m.Reading == nil {
		t.Fatalf("asks for %+v", cmds)
	}
	m, _ = after(m, file("early")) // while the first is read
	if m.Reading.Number != 1 || len(m.Reading.Next) != 1 {
		t.Fatalf("reads %+v", m.Reading)
	}
	m, cmds = after(m, Ended{Number: 1, Reply: reply(20)})
	if read, ok := cmds[1].(Read); !ok || read.Number != 2 {
		t.Errorf("then %+v", cmds)
	}
	m, _ = after(m, Ended{Number: 1, Reply: reply(1)}, Ended{Number: 2, Reply: reply(10)}) // the first is an old answer
	if len(m.Logs) != 2 || m.Logs[0].Name() != "early.log" || m.Latest().Name() != "late.log" || m.Reading != nil {
		t.Fatalf("logs %+v", m.Logs)
	}
	m, cmds = after(m, file("third"))
	if len(m.Logs) != 0 || !reflect.DeepEqual(forgotten(cmds), []string{"early", "late"}) {
		t.Errorf("with a third, %d logs, forgets %v", len(m.Logs), forgotten(cmds))
	}
	m, cmds = after(m, Ended{Number: 3, Reply: reply(3)}, LogClosed{0})
	if len(m.Logs) != 0 || !reflect.DeepEqual(forgotten(cmds), []string{"third"}) {
		t.Errorf("closing leaves %d, forgets %v", len(m.Logs), forgotten(cmds))
	}
}

// Ensure that a stopped reading keeps what was counted, reads nothing that waited, and forgets a log of which nothing came.
func TestModel_Stopped(t *testing.T) {
	m, _ := after(New(), file("a"), file("b"))
	m, cmds := after(m, Stopped{})
	if !reflect.DeepEqual(forgotten(cmds), []string{"b"}) || cmds[len(cmds)-1] != (page.Stop{Slot: readSlot}) {
		t.Errorf("stopping does %+v", cmds)
	}
	part := reply(1)
	part.Stopped = true
	if kept, _ := after(m, Ended{Number: 1, Reply: part}); len(kept.Logs) != 1 || kept.Reading != nil {
		t.Errorf("kept %+v", kept)
	}
	if none, cmds := after(m, Ended{Number: 1, Err: wire.Stopped()}); len(none.Logs) != 0 || none.Failed != nil || !reflect.DeepEqual(forgotten(cmds), []string{"a"}) {
		t.Errorf("left %+v, %+v", none, cmds)
	}
}

// Ensure that a file that is no log is told with its reason, can be imported instead, and that the next log takes its place.
func TestModel_NoLog(t *testing.T) {
	nothing := &wire.WorkloadReply{Files: []wire.WorkloadFile{{Name: "a.log", Problem: "the file is damaged"}}}
	m, _ := after(New(), file("a"), Ended{Number: 1, Reply: nothing})
	if m.Failed == nil || m.Failed.Text != "a.log could not be read: the file is damaged" || len(m.Logs) != 0 {
		t.Fatalf("failed %+v", m.Failed)
	}
	if _, cmds := after(m, ImportPressed{}); len(forgotten(cmds)) != 0 || !reflect.DeepEqual(cmds[0], page.Send{Msg: page.FilesGiven{AsData: true, Files: m.Failed.Log.Files}}) {
		t.Errorf("importing does %+v", cmds)
	}
	for _, msg := range []page.Msg{FailureClosed{}, file("b")} {
		if n, cmds := after(m, msg); n.Failed != nil || !reflect.DeepEqual(forgotten(cmds), []string{"a"}) {
			t.Errorf("%T leaves %+v and does %+v", msg, n.Failed, cmds)
		}
	}
}

// Ensure that a log without a call says why: which lines were not understood, of which kind it was taken to be, or that it is of none.
func TestNothingIn(t *testing.T) {
	lines := []workload.Example{{Line: 2, Reason: "the line is not a JSON object"}}
	of := func(lineCount int, kind workload.Kind) wire.WorkloadFile {
		return wire.WorkloadFile{Name: "a.log", Report: workload.Report{Kind: kind, Lines: lineCount, NotUnderstood: lineCount, Examples: lines}}
	}
	for name, test := range map[string]struct {
		file wire.WorkloadFile
		size int64
		want Failed
	}{
		"lines":    {of(3, workload.JSONLines), 9, Failed{Text: "None of the 3 lines of a.log is a call to a Table service.", Kind: workload.JSONLines, Lines: lines}},
		"one line": {of(1, workload.Analytics), 9, Failed{Text: "The only line of a.log is not a call to a Table service.", Kind: workload.Analytics, Lines: lines}},
		"elements": {of(2, workload.HAR), 9, Failed{Text: "None of the 2 elements of a.log is a call to a Table service.", Kind: workload.HAR, Lines: lines}},
		"unknown":  {wire.WorkloadFile{Name: "a.log", Unknown: true, Problem: "no kind"}, 9, Failed{Text: "a.log is not a log of a known kind: line 1 does not begin like any log below.", Unknown: true}},
		"empty":    {wire.WorkloadFile{Name: "a.log", Unknown: true, Problem: "no kind"}, 0, Failed{Text: "a.log is empty."}},
		"ignored":  {wire.WorkloadFile{Name: "a.log", Report: workload.Report{Kind: workload.HAR, Lines: 3, Ignored: 3}}, 9, Failed{Text: "a.log holds no call to a Table service."}},
	} {
		log := &Log{Files: []port.FileRef{{Name: "a.log", Size: test.size}}}
		test.want.Log = log
		if got := nothingIn(log, &wire.WorkloadReply{Files: []wire.WorkloadFile{test.file}}); !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := lineText(lines[0]) + ", " + lineText(workload.Example{Line: 1200, Reason: "the file ends"}); got != "Line 2 is not a JSON object, Line 1,200: the file ends" {
		t.Error(got)
	}
}

// Ensure that the list has no column in which no shape has anything, and explains those that it has.
func TestPanel_Columns(t *testing.T) {
	heads := func(shapes ...workload.Shape) (list []string, footnote string) {
		m, _ := after(New(), file("a"), Ended{Number: 1, Reply: reply(1, shapes...)})
		columns := (&Panel{Workload: m}).columns(m.listed())
		for _, c := range columns {
			list = append(list, c.head)
		}
		return list, m.footnote(columns)
	}
	few, footnote := heads(workload.Shape{Calls: 5, Operation: workload.Query})
	if !reflect.DeepEqual(few, []string{"Calls", "Of all calls"}) || strings.Contains(footnote, "p50") {
		t.Errorf("columns %q, explained by %q", few, footnote)
	}
	all, footnote := heads(workload.Shape{Calls: 5, Operation: workload.Query}, workload.Shape{Calls: 5, PerHour: 2, Timed: 5, BytesOut: 7, Retries: 1, Status: map[int]int{200: 5}})
	if len(all) != 8 || !strings.Contains(footnote, "p50 and p95 are durations") {
		t.Errorf("columns %q, explained by %q", all, footnote)
	}
}

// Ensure that each example of a log is read as its kind, as one call.
func TestKinds(t *testing.T) {
	for _, k := range kinds {
		calls := 0
		report, err := workload.Read(strings.NewReader(k.example), func(c *workload.Call) { calls++ })
		if err != nil || calls != 1 || report.Kind != k.kind || report.NotUnderstood != 0 {
			t.Errorf("%s: %d calls, %+v, %v", k.name, calls, report, err)
		}
	}
}

// Ensure that patterns are made of one table's shapes only, on entities that are here.
func TestModel_ToLab(t *testing.T) {
	movies, orders := workload.Shape{Table: "movies", Operation: workload.Insert}, workload.Shape{Table: "Orders", Operation: workload.PointRead}
	m, _ := after(New(), file("a"), Ended{Number: 1, Reply: reply(1, movies, orders)})
	refused := func(m *Model) bool {
		next, cmds := after(m, LabPressed{})
		n, ok := cmds[0].(page.Notify)
		return ok && n.Notice.Bad && !next.Making
	}
	if m.LabTable() != "" || !refused(m) {
		t.Error("two tables are taken for one")
	}
	elsewhere, _ := after(m, TableChosen{"Orders"})
	if !refused(elsewhere) {
		t.Error("a table that is not here goes to the lab")
	}
	m, _ = after(m, TableChosen{"movies"})
	m, cmds := after(m, LabPressed{})
	if make, ok := cmds[0].(MakePatterns); !ok || make.Req.Table != "Movies" || len(make.Req.Shapes) != 1 || !m.Making {
		t.Errorf("asks for %+v", cmds)
	}
	m, cmds = after(m, PatternsMade{Reply: &wire.WorkloadPatternsReply{Table: "Movies"}})
	if n, ok := cmds[0].(page.Notify); !ok || !n.Notice.Bad || m.Making {
		t.Errorf("no pattern gives %+v", cmds)
	}
}
