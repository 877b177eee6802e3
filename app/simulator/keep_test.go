package simulator

import (
	"testing"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Ensure that a run that is kept while it plays is simulated to its end, before another begins and even when another has begun, that the
// other is compared when it is over, and that a kept run that fails keeps nobody waiting.
func TestModel_KeepWhilePlaying(t *testing.T) {
	v := &page.View{Ready: true, Screen: page.SimulatorScreen}
	frame := func(columns int, done bool) *wire.SimulateReply {
		r := &wire.SimulateReply{Frame: loadsim.Frame{Step: 10 * time.Second, Done: done}}
		for range columns {
			r.Columns = append(r.Columns, make([]int32, loadsim.Heat+2*loadsim.Rows))
		}
		return r
	}
	var cmds []page.Cmd
	send := func(m *Model, msg page.Msg) *Model {
		m, cmds, _ = m.Update(v, msg)
		return m
	}
	begin := send(New(), PlayPressed{})
	m := send(begin, Stepped{Req: *asks(cmds), Reply: frame(20, false)})
	first := m.Run.Number
	if asks(cmds) != nil {
		t.Fatalf("it goes on by itself: %+v", cmds)
	}
	kept := send(m, KeepPressed{})
	req := asks(cmds)
	if req == nil || req.Run != first || req.Columns != 20 || req.Until < 180 {
		t.Fatalf("the run is not simulated to its end: %+v", req)
	}
	same := send(kept, Stepped{Req: *req, Reply: frame(160, true)})
	if same.Kept != same.Run || !same.Kept.Last.Done || !same.Playing || same.At != 0 {
		t.Errorf("the kept run is another one, or it is not played on: %+v", same)
	}

	other := send(send(kept, PresetChosen{Preset: 3}), PlayPressed{})
	if !other.Playing {
		other = send(other, PlayPressed{})
	}
	if other.Run.Number == first {
		t.Fatal("no other run begins")
	}
	again := send(other, SpeedChosen{Columns: 0}) // what is on its way is what the kept run lacks
	if asks(cmds) != nil {
		t.Errorf("asked twice: %+v", cmds)
	}
	again = send(again, Stepped{Req: *req, Reply: frame(160, true)})
	if next := asks(cmds); next == nil || next.Run != again.Run.Number || !again.Kept.Last.Done || len(again.Kept.Columns) != 180 || len(again.Run.Columns) != 0 {
		t.Fatalf("after the kept run comes %+v", next)
	}
	again = send(again, Stepped{Req: *asks(cmds), Reply: frame(90, false)})
	for _, l := range Lines(again.Run, again.Kept) {
		if l.Word != "" {
			t.Errorf("%s is %s before the run is over", l.Name, l.Word)
		}
	}
	again = send(again, Stepped{Req: *asks(cmds), Reply: frame(90, true)})
	if lines := Lines(again.Run, again.Kept); lines[len(lines)-1].Word == "" {
		t.Errorf("nothing is compared: %+v", lines)
	}

	failed := send(other, Stepped{Req: *req, Err: &wire.Failure{Code: "x"}})
	if next := asks(cmds); next == nil || next.Run != failed.Run.Number || failed.Run.Failed != nil || !failed.Playing {
		t.Errorf("after a kept run that failed comes %+v", next)
	}
	dropped := send(other, KeptDropped{})
	if next := asks(cmds); next == nil || next.Run != dropped.Run.Number {
		t.Errorf("after one that is not compared any more comes %+v", next)
	}
}
