package shell

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
)

// simulating plays a model's commands against a run of its own, until nothing is asked any more.
func simulating(t *testing.T, m Model, cmds []page.Cmd, run **loadsim.Run) Model {
	t.Helper()
	for turn := 0; len(cmds) > 0; turn++ {
		if turn > 10_000 {
			t.Fatal("it never ends")
		}
		var next []page.Cmd
		for _, c := range cmds {
			ask, ok := c.(simulator.Ask)
			if !ok {
				continue
			}
			if ask.Req.Columns == 0 {
				r, err := loadsim.New(ask.Req.Config)
				if err != nil {
					t.Fatal(err)
				}
				*run = r
			}
			step := (*run).Since(0, 0).Step
			if err := (*run).Step(time.Duration(ask.Req.Until)*step, nil); err != nil {
				t.Fatal(err)
			}
			reply := &wire.SimulateReply{Frame: (*run).Since(ask.Req.Columns, ask.Req.Events)}
			if ask.Req.Columns == 0 {
				reply.Rows = (*run).RowKeys()
			}
			var more []page.Cmd
			m, more = Update(m, simulator.Stepped{Req: ask.Req, Reply: reply})
			next = append(next, more...)
		}
		cmds = next
	}
	return m
}

// Ensure that playing asks for what it is about to show and no more, ends with the run, and plays again without another.
func TestSim_PlayPauseAgain(t *testing.T) {
	m := New()
	m.Screen, m.Ready = page.SimulatorScreen, true
	var run *loadsim.Run
	m, cmds := Update(m, simulator.PlayPressed{})
	m = simulating(t, m, cmds, &run)
	r := m.Sim.Run
	if !m.Sim.Playing || r.Total != 180 || len(r.Columns) == 0 || len(r.Columns) > 20 {
		t.Fatalf("playing %v with %d of %d columns at the start", m.Sim.Playing, len(r.Columns), r.Total)
	}
	for at := 1; at < 40; at++ {
		m, cmds = Update(m, simulator.Played{Run: r.Number, At: at})
		m = simulating(t, m, cmds, &run)
		if ahead := len(m.Sim.Run.Columns) - at; ahead < 1 || ahead > 15 {
			t.Fatalf("%d columns ahead", ahead)
		}
	}
	m, _ = Update(m, simulator.PlayPressed{})
	have := len(m.Sim.Run.Columns)
	if m, cmds = Update(m, simulator.Played{Run: r.Number, At: 40}); len(cmds) > 0 || m.Sim.Playing || m.Sim.At != 39 {
		t.Errorf("paused, it goes on to %d with %v", m.Sim.At, cmds)
	}
	m, cmds = Update(m, simulator.Scrubbed{At: 5000})
	if m.Sim.At != have || len(cmds) > 0 {
		t.Errorf("went to %d of %d columns", m.Sim.At, have)
	}
	m, cmds = Update(m, simulator.StepPressed{})
	m = simulating(t, m, cmds, &run)
	if m.Sim.At != have+1 || m.Sim.Playing {
		t.Errorf("a step from %d leads to %d", have, m.Sim.At)
	}
	m, _ = Update(m, simulator.SpeedChosen{Columns: 0})
	m, cmds = Update(m, simulator.PlayPressed{})
	m = simulating(t, m, cmds, &run)
	if s := m.Sim; s.Playing || !s.Over() || s.At != 180 || !strings.Contains(simulator.Summary(s.Run), "moves up through the keys") {
		t.Errorf("at once it ends at %d: %s", s.At, simulator.Summary(s.Run))
	}
	number := m.Sim.Run.Number
	m, _ = Update(m, simulator.SpeedChosen{Columns: 120})
	m, cmds = Update(m, simulator.PlayPressed{})
	if s := m.Sim; !s.Playing || s.At != 0 || s.Run.Number != number || len(cmds) > 0 {
		t.Errorf("again it begins at %d of run %d with %v", s.At, s.Run.Number, cmds)
	}
	// Leaving the screen pauses; other settings begin another run.
	m, _ = Update(m, page.ScreenChosen{Screen: page.QueryScreen})
	if m.Sim.Playing {
		t.Error("it plays where nobody sees it")
	}
	m, _ = Update(m, page.ScreenChosen{Screen: page.SimulatorScreen})
	m, _ = Update(m, simulator.KeepPressed{})
	m, cmds = Update(m, simulator.PresetChosen{Preset: 3})
	if address, ok := cmds[0].(page.SetAddress); !ok || !address.Push || !strings.Contains(address.Fragment, "random") {
		t.Errorf("a preset leaves the address with %v", cmds)
	}
	m, cmds = Update(m, simulator.PlayPressed{})
	if m.Sim.Run.Number == number || m.Sim.Kept == nil || m.Sim.Kept.Number != number {
		t.Error("it is not another run beside the one kept")
	}
	stale := simulator.Stepped{Req: wire.SimulateRequest{Run: number}, Reply: &wire.SimulateReply{}}
	if next, more := Update(m, stale); next.Sim != m.Sim && next.Sim.Asked != m.Sim.Asked || len(more) > 0 {
		t.Error("an answer of the run before was taken in")
	}
	m = simulating(t, m, cmds, &run)
	lines := simulator.Lines(m.Sim.Run, m.Sim.Kept)
	if len(lines) < 10 || lines[1].Kept == "" {
		t.Errorf("the comparison is %+v", lines)
	}
}

// Ensure that what the worker refuses is told under its field, and anything else as it is.
func TestSim_Refused(t *testing.T) {
	m := New()
	m.Screen, m.Ready = page.SimulatorScreen, true
	m, cmds := Update(m, simulator.PlayPressed{})
	req := cmds[0].(simulator.Ask).Req
	refused, _ := Update(m, simulator.Stepped{Req: req, Err: &wire.Failure{Code: "InvalidInput", Field: "Template", Detail: "No."}})
	if s := refused.Sim; s.Run != nil || s.Faulty() < 0 || simulator.Fields[s.Faulty()].ID != "template" || s.Faults[s.Faulty()] != "No." {
		t.Errorf("refused: %+v", s.Faults)
	}
	failed, _ := Update(m, simulator.Stepped{Req: req, Err: errors.New("lost")})
	if failed.Sim.Run.Failed == nil || failed.Sim.Playing {
		t.Error("a failure is not told")
	}
	if again, cmds := Update(failed, simulator.PlayPressed{}); again.Sim.Run.Failed != nil || len(cmds) == 0 {
		t.Error("it cannot be tried again")
	}
	// Keys of a table need one of this browser.
	for _, source := range []string{"", "prod"} {
		n := New()
		q := *n.Query
		q.Source, q.Table = source, ""
		n.Query = &q
		n, _ = Update(n, simulator.PresetChosen{Preset: 5})
		n, cmds := Update(n, simulator.PlayPressed{})
		for _, c := range cmds {
			if _, ok := c.(simulator.Ask); ok {
				t.Errorf("source %q: asked without a table", source)
			}
		}
		if n.Sim.Faulty() < 0 {
			t.Errorf("source %q: nothing is told", source)
		}
	}
}

// Ensure that what stood in the way of a run is looked at anew when Play is pressed: a table that was opened or filled meanwhile
// is played, and one that is still on its way says so.
func TestSim_PlaysWhenItCan(t *testing.T) {
	m := New()
	m.Screen, m.Ready = page.SimulatorScreen, true
	m, _ = Update(m, simulator.PresetChosen{Preset: 5})
	fault := func(m Model) string {
		if bad := m.Sim.Faulty(); bad >= 0 {
			return simulator.Fields[bad].ID + ": " + m.Sim.Faults[bad]
		}
		return ""
	}
	play := func() (asked []simulator.Ask) {
		var cmds []page.Cmd
		m, cmds = Update(m, simulator.PlayPressed{})
		for _, c := range cmds {
			if ask, ok := c.(simulator.Ask); ok {
				asked = append(asked, ask)
			}
		}
		return asked
	}
	if asked := play(); len(asked) > 0 || !strings.Contains(fault(m), "keys: No table is open") {
		t.Fatalf("without a table: %v, %q", asked, fault(m))
	}
	q := *m.Query
	q.Table = "Posts"
	m.Query = &q
	if asked := play(); len(asked) > 0 || !strings.Contains(fault(m), "keys: Posts is still being loaded") {
		t.Fatalf("while it is loaded: %v, %q", asked, fault(m))
	}
	tables := *m.Tables
	tables.List = []wire.TableInfo{{Name: "Posts"}}
	m.Tables = &tables
	asked := play()
	if len(asked) != 1 || asked[0].Req.Table != "Posts" || fault(m) != "" {
		t.Fatalf("with a table: %v, %q", asked, fault(m))
	}
	m, _ = Update(m, simulator.Stepped{Req: asked[0].Req, Err: &wire.Failure{Code: "InvalidInput", Field: "Template", Detail: "It is empty."}})
	if fault(m) != "template: It is empty." {
		t.Fatalf("an empty table: %q", fault(m))
	}
	if asked := play(); len(asked) != 1 || fault(m) != "" {
		t.Errorf("when it may have entities: %v, %q", asked, fault(m))
	}
}

// Ensure that a run that is kept while it goes on is not compared with an earlier moment of itself, and that the keyboard stays
// on something when a button goes.
func TestSim_KeptWhileItGoesOn(t *testing.T) {
	m := New()
	m.Screen, m.Ready = page.SimulatorScreen, true
	var run *loadsim.Run
	m, cmds := Update(m, simulator.PlayPressed{})
	if f, ok := find[page.FocusOn](cmds); ok { // Play stays, as Pause
		t.Errorf("the first Play takes the keyboard to %v", f)
	}
	m = simulating(t, m, cmds, &run)
	m, cmds = Update(m, simulator.KeepPressed{})
	if f, ok := find[page.FocusOn](cmds); !ok || f != (page.FocusOn{From: "sim-keep", To: "sim-drop"}) {
		t.Errorf("keeping leaves the keyboard with %v", cmds)
	}
	m = simulating(t, m, cmds, &run)
	m, cmds = Update(m, simulator.SpeedChosen{Columns: 0})
	m = simulating(t, m, cmds, &run)
	if s := m.Sim; len(s.Run.Columns) != 180 || s.Kept != s.Run {
		t.Errorf("%d columns are kept of a run that has %d", len(s.Kept.Columns), len(s.Run.Columns))
	}
	_, cmds = Update(m, simulator.KeptDropped{})
	if f, ok := find[page.FocusOn](cmds); !ok || f != (page.FocusOn{From: "sim-drop", To: "sim-play"}) {
		t.Errorf("ending the comparison leaves the keyboard with %v", cmds)
	}
}
