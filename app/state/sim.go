package state

import (
	"strconv"

	"rangefinder/app/loadsim"
	"rangefinder/app/wire"
)

// Sim is the simulator's screen.
type Sim struct {
	Texts  []string // the form as typed, by SimFields
	Faults []string // what is wrong with each, "" for nothing
	Setup  SimSetup // of the form, where nothing is wrong
	Preset int      // that the form shows, -1 for none

	Run     *SimRun // on screen; nil before the first
	Kept    *SimRun // to compare with; nil for none
	Made    int     // runs so far
	Speed   int     // columns that are played in a second; 0: all at once
	Playing bool
	At      int  // columns that are shown
	Asked   bool // an answer of the worker is on its way
	Want    int  // columns to simulate, beyond what playing wants

	Cross  bool // the cross hair is shown
	Row    int  // of the cross hair, from the lowest keys
	Column int

	MapTable, TimeTable, LatencyTable bool // shown as tables
	Form                              bool // on a phone: the settings are open
}

// SimRun is what is known of a run. It is immutable; Columns only ever grow.
type SimRun struct {
	Number  int
	Setup   SimSetup
	Title   string // "Random keys", or "Own settings"
	Table   string // whose keys it has, "" for none
	Total   int    // columns that it will have
	Columns [][]int32
	Events  []loadsim.Event
	Last    wire.SimulateReply // the last answer: totals, ranges, latency; without columns and events
	Rows    []string           // the first key of each row
	Keys    *wire.KeysFrom     // of a table
	Peak    float64            // the most requests/s that a cell of the heat map has
	Failed  *wire.Failure
}

// The speeds of playing, in columns a second.
var SimSpeeds = []struct {
	Columns int
	Text    string
}{{10, "slow"}, {30, "normal"}, {120, "fast"}, {0, "at once"}}

// AskSim asks for the next part of a run. A newer one cancels it. Answer: SimStepped.
type AskSim struct{ Req wire.SimulateRequest }

type (
	SimStepped struct {
		Req   wire.SimulateRequest
		Reply *wire.SimulateReply
		Err   error
	}
	SimTyped struct {
		Field int
		Text  string
	}
	SimPresetChosen struct{ Preset int }
	SimPlayPressed  struct{}              // pauses when it plays
	SimStepPressed  struct{}              // one column on
	SimAgainPressed struct{}              // from the beginning
	SimPlayed       struct{ Run, At int } // the picture of a run has come so far
	SimScrubbed     struct{ At int }
	SimSpeedChosen  struct{ Columns int }
	SimPointed      struct {
		Row, Column int
		Keys        bool // by the keyboard: it is said, too
	}
	SimLeft         struct{} // the pointer went
	SimKeepPressed  struct{} // keeps the run to compare others with
	SimKeptDropped  struct{}
	SimTableToggled struct{ What string } // "map", "time", "latency"
	SimFormToggled  struct{}
	SimHowPressed   struct{} // goes to what is said of the model
)

// simCommands are what a person can do on the simulator's screen.
var simCommands = []Command{
	{ID: "simulate", Title: "Play or pause the simulator", Words: "run load throttling 503 hot partition heat map", Group: LearnGroup, Keys: []string{"Space"}, Place: "in the heat map", Do: func(m *Model) []Msg {
		return []Msg{ScreenChosen{Screen: SimulatorScreen}, SimPlayPressed{}}
	}},
	{ID: "simulator-keys", Title: "Move the cross hair of the heat map; hide it", Group: LearnGroup, Keys: []string{"Arrows", "Page Up", "Page Down", "Home", "End", "Escape"}, Place: "in the heat map"},
}

func newSim() *Sim {
	s := &Sim{Speed: 30}
	s.show(SimPresets[0].Setup())
	return s
}

// show puts a setup into the form.
func (s *Sim) show(setup SimSetup) {
	s.Texts = setup.texts()
	s.Setup, s.Faults = setupOf(s.Texts)
	s.Preset = presetOf(&s.Setup)
}

// Faulty is the first field that is at fault, -1 when none is.
func (s *Sim) Faulty() int {
	for i, f := range s.Faults {
		if f != "" {
			return i
		}
	}
	return -1
}

// Changed reports whether the settings are not those of the run on screen; table is the one that is open.
func (s *Sim) Changed(table string) bool {
	return s.Run != nil && (s.Run.Table != "" && s.Run.Table != table || s.Run.Setup.Encode() != s.Setup.Encode())
}

// Over reports whether the run on screen has been played to its end.
func (s *Sim) Over() bool { return s.Run != nil && s.Run.Last.Done && s.At >= len(s.Run.Columns) }

// SimFieldID is the identity of a field's input.
func SimFieldID(field int) string { return "sim-" + SimFields[field].ID }

// routedSim shows the settings of an address.
func routedSim(m Model, r Route) (Model, []Cmd) {
	if r.Screen != SimulatorScreen || r.Sim == "" {
		return m, nil
	}
	setup, ok := decodeSetup(r.Sim)
	if !ok {
		return m, nil // ParseRoute has told
	}
	s := *m.Sim
	s.show(setup)
	m.Sim = &s
	return m, []Cmd{resetSim(&s)}
}

// followSim pauses when the screen is left.
func followSim(m Model, cmds []Cmd) (Model, []Cmd) {
	if s := *m.Sim; m.Screen != SimulatorScreen && (s.Playing || s.Asked) {
		s.Playing, s.Asked, s.Want = false, false, 0
		m.Sim = &s
		cmds = append(cmds, Stop{Slot: simSlot})
	}
	return m, cmds
}

// updateSim is the simulator's screen.
func updateSim(m Model, msg Msg) (Model, []Cmd, bool) {
	s := *m.Sim
	switch msg := msg.(type) {
	case SimTyped:
		if msg.Field < 0 || msg.Field >= len(s.Texts) {
			return m, nil, true
		}
		s.Texts = append([]string(nil), s.Texts...)
		s.Texts[msg.Field] = msg.Text
		s.Setup, s.Faults = setupOf(s.Texts)
		was := s.Preset
		s.Preset = -1
		var cmds []Cmd
		if m.Sim = &s; s.Faulty() < 0 {
			s.Preset = presetOf(&s.Setup)
			cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
		}
		if s.Preset != was {
			cmds = append(cmds, ResetFields{Values: map[string]string{"sim-preset": strconv.Itoa(s.Preset)}})
		}
		return m, cmds, true

	case SimPresetChosen:
		if msg.Preset < 0 || msg.Preset >= len(SimPresets) {
			return m, nil, true
		}
		s.show(SimPresets[msg.Preset].Setup())
		m.Sim = &s
		return m, []Cmd{SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, resetSim(&s)}, true

	case SimPlayPressed:
		if s.Playing {
			s.Playing, s.Want = false, 0
			m.Sim = &s
			return m, []Cmd{Announce{Text: "Paused. " + SimMoment(&s)}}, true
		}
		return beginSim(m, s, s.Over())

	case SimAgainPressed:
		return beginSim(m, s, true)

	case SimStepPressed:
		s.Playing = false
		if s.Run == nil || s.Changed(m.Query.Table) || s.Run.Failed != nil {
			m, cmds, _ := beginSim(m, s, false)
			if s = *m.Sim; s.Run != nil {
				s.Playing, s.Want = false, 1
				m.Sim = &s
			}
			return m, cmds, true
		}
		s.Want = min(s.At+1, s.Run.Total)
		if s.At < len(s.Run.Columns) {
			s.At++
		}
		m.Sim = &s
		return moreSim(m, Announce{Text: SimMoment(&s)})

	case SimScrubbed:
		if s.Run == nil {
			return m, nil, true
		}
		s.At = min(max(msg.At, 0), len(s.Run.Columns))
		m.Sim = &s
		return m, nil, true

	case SimPlayed:
		if s.Run == nil || !s.Playing || msg.Run != s.Run.Number {
			return m, nil, true
		}
		s.At = min(max(msg.At, 0), len(s.Run.Columns))
		m.Sim = &s
		return playedSim(m, s)

	case SimStepped:
		return steppedSim(m, s, msg)

	case SimSpeedChosen:
		s.Speed = msg.Columns
		m.Sim = &s
		return moreSim(m)

	case SimPointed:
		if s.Run == nil || len(s.Run.Columns) == 0 {
			return m, nil, true
		}
		s.Cross, s.Row, s.Column = true, min(max(msg.Row, 0), loadsim.Rows-1), min(max(msg.Column, 0), max(min(s.At, len(s.Run.Columns)), 1)-1)
		m.Sim = &s
		if msg.Keys {
			return m, []Cmd{Announce{Text: SimCell(&s)}}, true
		}
		return m, nil, true

	case SimLeft:
		s.Cross = false
		m.Sim = &s
		return m, nil, true

	case SimKeepPressed:
		if s.Run == nil || len(s.Run.Columns) == 0 {
			return m, nil, true
		}
		s.Kept = s.Run
		m.Sim = &s
		return m, []Cmd{FocusOn{From: "sim-keep", To: "sim-drop"}, Announce{Text: "Kept. Change the settings and play again: the two runs stand side by side."}}, true

	case SimKeptDropped:
		s.Kept = nil
		m.Sim = &s
		return m, []Cmd{FocusOn{From: "sim-drop", To: "sim-play"}}, true

	case SimTableToggled:
		switch msg.What {
		case "map":
			s.MapTable = !s.MapTable
		case "time":
			s.TimeTable = !s.TimeTable
		case "latency":
			s.LatencyTable = !s.LatencyTable
		}
		m.Sim = &s
		return m, nil, true

	case SimHowPressed:
		return m, []Cmd{Focus{Target: "sim-how"}}, true

	case SimFormToggled:
		s.Form = !s.Form
		m.Sim = &s
		return m, nil, true
	}
	return m, nil, false
}
