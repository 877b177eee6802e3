package simulator

import (
	"testing"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// asks returns the question among commands, nil for none.
func asks(cmds []page.Cmd) *wire.SimulateRequest {
	for _, cmd := range cmds {
		if ask, ok := cmd.(Ask); ok {
			return &ask.Req
		}
	}
	return nil
}

// Ensure that the screen begins with a run that was simulated to its end, that another preset has its own, that Play plays it from the
// beginning, and that settings of one's own wait for Play.
func TestModel_Still(t *testing.T) {
	v := &page.View{Ready: true, Screen: page.SimulatorScreen}
	m, cmds := New().Follow(&page.View{Ready: true, Screen: page.QueryScreen})
	if len(cmds) > 0 || m.Run != nil {
		t.Fatal("it is simulated on another screen")
	}
	m, cmds = m.Follow(v)
	req := asks(cmds)
	if req == nil || !m.Still || m.Playing {
		t.Fatalf("%+v", cmds)
	}
	if _, again := m.Follow(v); len(again) > 0 {
		t.Errorf("asked twice: %+v", again)
	}
	left, _ := m.Follow(&page.View{Ready: true, Screen: page.QueryScreen})
	if _, back := left.Follow(v); asks(back) == nil {
		t.Error("the picture is not gone on with")
	}
	column := make([]int32, loadsim.Heat+2*loadsim.Rows)
	step := 10 * time.Second
	frame := wire.SimulateReply{Frame: loadsim.Frame{Step: step, Done: true, Columns: [][]int32{column, column, column}}}
	m, _, _ = m.Update(v, Stepped{Req: *req, Reply: &frame})
	if m.At != 3 || !m.Still || m.Playing {
		t.Fatalf("at %d", m.At)
	}
	played, cmds, _ := m.Update(v, PlayPressed{})
	if played.Still || !played.Playing || played.At != 0 || played.Run.Number != m.Run.Number || asks(cmds) != nil {
		t.Errorf("Play: %+v", cmds)
	}
	stepped, _, _ := m.Update(v, StepPressed{})
	if stepped.Still || stepped.Playing || stepped.At != 1 {
		t.Errorf("a step leads to %d", stepped.At)
	}
	other, _, _ := m.Update(v, PresetChosen{Preset: 3})
	other, cmds = other.Follow(v)
	if req := asks(cmds); req == nil || !other.Still || other.Run.Title != Presets[3].Title {
		t.Errorf("another preset: %+v", cmds)
	}
	own, _, _ := m.Update(v, FieldTyped{Field: 0, Text: "7"})
	if own, cmds = own.Follow(v); len(cmds) > 0 || own.Run != m.Run {
		t.Errorf("own settings: %+v", cmds)
	} else if !own.Before("") || other.Before("") || m.Before("") {
		t.Error("the picture of the settings before is not told from one of these")
	}
	if own, cmds, _ = own.Update(v, PlayPressed{}); asks(cmds) == nil || own.Still || own.Run == m.Run {
		t.Errorf("own settings are not played: %+v", cmds)
	}
}

// Ensure that a preset that is chosen while another plays is played from its beginning, that one whose keys are not there stops the play,
// and that a setting that is typed pauses what plays.
func TestModel_ChosenWhilePlaying(t *testing.T) {
	v := &page.View{Ready: true, Screen: page.SimulatorScreen}
	m, cmds := New().Follow(v)
	column := make([]int32, loadsim.Heat+2*loadsim.Rows)
	frame := wire.SimulateReply{Frame: loadsim.Frame{Step: 10 * time.Second, Done: true, Columns: [][]int32{column, column, column}}}
	m, _, _ = m.Update(v, Stepped{Req: *asks(cmds), Reply: &frame})
	m, _, _ = m.Update(v, PlayPressed{})
	m, _, _ = m.Update(v, Played{Run: m.Run.Number, At: 2})
	other, cmds, _ := m.Update(v, PresetChosen{Preset: 3})
	if req := asks(cmds); req == nil || req.Run != other.Run.Number || other.Run.Title != Presets[3].Title || !other.Playing || other.At != 0 || other.Changed("") {
		t.Errorf("another preset: %+v, %+v", other, cmds)
	}
	given, cmds, _ := m.Update(v, PresetChosen{Preset: 5})
	if given.Playing || given.Faulty() < 0 || asks(cmds) != nil {
		t.Errorf("keys of no table: %+v, %+v", given, cmds)
	}
	typed, _, _ := m.Update(v, FieldTyped{Field: 0, Text: "7"})
	if typed.Playing || !typed.Changed("") || typed.Run.Number != m.Run.Number {
		t.Errorf("a setting: %+v", typed)
	}
}

// Ensure that a value that cannot be used changes neither the name of what is on screen nor dims it, and that a corrected one does.
func TestModel_WrongValueNamesNothing(t *testing.T) {
	v := &page.View{Ready: true, Screen: page.SimulatorScreen}
	m, cmds := New().Follow(v)
	column := make([]int32, loadsim.Heat+2*loadsim.Rows)
	frame := wire.SimulateReply{Frame: loadsim.Frame{Step: 10 * time.Second, Done: true, Columns: [][]int32{column, column, column}}}
	m, _, _ = m.Update(v, Stepped{Req: *asks(cmds), Reply: &frame})
	vms := 0
	for i := range Fields {
		if Fields[i].ID == "vms" {
			vms = i
		}
	}
	for _, text := range []string{"", "many", "5000"} {
		wrong, cmds, _ := m.Update(v, FieldTyped{Field: vms, Text: text})
		if wrong.Preset != 0 || wrong.Before("") || wrong.Changed("") || wrong.Faulty() != vms || len(cmds) > 0 {
			t.Errorf("%q: preset %d, dimmed %v, %+v", text, wrong.Preset, wrong.Before(""), cmds)
		}
		if right, _, _ := wrong.Update(v, FieldTyped{Field: vms, Text: "7"}); right.Preset != -1 || !right.Before("") {
			t.Errorf("after %q, 7 VMs are preset %d", text, right.Preset)
		}
	}
}
