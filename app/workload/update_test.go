package workload

import (
	"reflect"
	"testing"
	"time"

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
	nothing := &wire.WorkloadReply{Files: []wire.WorkloadFile{{Name: "a.log", Problem: "it is not a log"}}}
	m, _ := after(New(), file("a"), Ended{Number: 1, Reply: nothing})
	if m.Failed == nil || m.Failed.Text != "Nothing could be read: it is not a log" || len(m.Logs) != 0 {
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
