package state

import (
	"strconv"

	"rangefinder/app/loadsim"
	"rangefinder/app/worker"
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
	Last    worker.SimulateReply // the last answer: totals, ranges, latency; without columns and events
	Rows    []string             // the first key of each row
	Keys    *worker.KeysFrom     // of a table
	Peak    float64              // the most requests/s that a cell of the heat map has
	Failed  *worker.Failure
}

// The speeds of playing, in columns a second.
var SimSpeeds = []struct {
	Columns int
	Text    string
}{{10, "slow"}, {30, "normal"}, {120, "fast"}, {0, "at once"}}

// AskSim asks for the next part of a run. A newer one cancels it. Answer: SimStepped.
type AskSim struct{ Req worker.SimulateRequest }

// StopSim ends what is asked.
type StopSim struct{}

func (AskSim) cmd()  {}
func (StopSim) cmd() {}

type (
	SimStepped struct {
		Req   worker.SimulateRequest
		Reply *worker.SimulateReply
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

func (SimStepped) msg()      {}
func (SimTyped) msg()        {}
func (SimPresetChosen) msg() {}
func (SimPlayPressed) msg()  {}
func (SimStepPressed) msg()  {}
func (SimAgainPressed) msg() {}
func (SimPlayed) msg()       {}
func (SimScrubbed) msg()     {}
func (SimSpeedChosen) msg()  {}
func (SimPointed) msg()      {}
func (SimLeft) msg()         {}
func (SimKeepPressed) msg()  {}
func (SimKeptDropped) msg()  {}
func (SimTableToggled) msg() {}
func (SimFormToggled) msg()  {}
func (SimHowPressed) msg()   {}

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
		cmds = append(cmds, StopSim{})
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
			cmds = append(cmds, SetAddress{routeOf(m).Fragment(), false})
		}
		if s.Preset != was {
			cmds = append(cmds, ResetFields{map[string]string{"sim-preset": strconv.Itoa(s.Preset)}})
		}
		return m, cmds, true

	case SimPresetChosen:
		if msg.Preset < 0 || msg.Preset >= len(SimPresets) {
			return m, nil, true
		}
		s.show(SimPresets[msg.Preset].Setup())
		m.Sim = &s
		return m, []Cmd{SetAddress{routeOf(m).Fragment(), true}, resetSim(&s)}, true

	case SimPlayPressed:
		if s.Playing {
			s.Playing, s.Want = false, 0
			m.Sim = &s
			return m, []Cmd{Announce{"Paused. " + SimMoment(&s)}}, true
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
		return moreSim(m, Announce{SimMoment(&s)})

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
			return m, []Cmd{Announce{SimCell(&s)}}, true
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
		return m, []Cmd{Announce{"Kept. Change the settings and play again: the two runs stand side by side."}}, true

	case SimKeptDropped:
		s.Kept = nil
		m.Sim = &s
		return m, nil, true

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
		return m, []Cmd{Focus{"sim-how"}}, true

	case SimFormToggled:
		s.Form = !s.Form
		m.Sim = &s
		return m, nil, true
	}
	return m, nil, false
}

// resetSim gives the form's inputs their texts, which they do not take from attributes once they were edited.
func resetSim(s *Sim) Cmd {
	values := map[string]string{"sim-preset": strconv.Itoa(s.Preset)}
	for i, text := range s.Texts {
		values[SimFieldID(i)] = text
	}
	return ResetFields{values}
}

// beginSim plays: on from where it is, from the beginning, or another run when the settings are others.
func beginSim(m Model, s Sim, again bool) (Model, []Cmd, bool) {
	if bad := s.Faulty(); bad >= 0 {
		s.Form = true
		m.Sim = &s
		return m, []Cmd{Announce{SimFields[bad].Label + ": " + s.Faults[bad]}, Focus{SimFieldID(bad)}}, true
	}
	if s.Run != nil && !s.Changed(m.Query.Table) && s.Run.Failed == nil {
		if again {
			s.At = 0
		}
		s.Playing = true
		m.Sim = &s
		return playedSim(m, s)
	}
	run := &SimRun{Setup: s.Setup, Title: simTitle(&m, &s)}
	if given(&s.Setup) && s.Setup.Population == nil {
		if m.Query.Source != "" || m.Query.Table == "" {
			text := "No table is open to take keys from. Open one at the left, or choose other keys."
			if m.Query.Source != "" {
				text = "The service does not tell its keys without reading all of them. Pull a copy of the table and open that."
			}
			s.Faults = append([]string(nil), s.Faults...)
			for i := range SimFields {
				if SimFields[i].ID == "keys" {
					s.Faults[i] = text
				}
			}
			return beginSim(m, s, false) // tells it
		}
		run.Table = m.Query.Table
	}
	s.Made++
	run.Number = s.Made
	s.Run, s.At, s.Playing, s.Want, s.Cross = run, 0, true, 0, false
	s.Asked = false
	m.Sim = &s
	return moreSim(m)
}

// moreSim asks for what playing wants next, unless that is there or on its way.
func moreSim(m Model, cmds ...Cmd) (Model, []Cmd, bool) {
	s := *m.Sim
	r := s.Run
	if r == nil || s.Asked || r.Last.Done || r.Failed != nil {
		return m, cmds, true
	}
	until := s.Want
	if s.Playing {
		until = r.Total
		if r.Total == 0 {
			until = 1
		} else if s.Speed > 0 {
			// A third of a second ahead of the picture, asked for when a sixth is left.
			if len(r.Columns)-s.At > s.Speed/6+1 {
				until = 0
			} else {
				until = s.At + s.Speed/3 + 2
			}
		}
	}
	if until <= len(r.Columns) {
		return m, cmds, true
	}
	s.Asked = true
	m.Sim = &s
	return m, append(cmds, AskSim{worker.SimulateRequest{
		Run: r.Number, Config: r.Setup.Config, Table: r.Table, Template: r.Setup.Template, Order: r.Setup.Order, Population: r.Setup.Population,
		Columns: len(r.Columns), Events: len(r.Events), Until: until,
	}}), true
}

// playedSim goes on, or stops at the end of the run.
func playedSim(m Model, s Sim) (Model, []Cmd, bool) {
	if s.Over() {
		s.Playing = false
		m.Sim = &s
		return m, []Cmd{Announce{"The run is over. " + SimSummary(s.Run)}}, true
	}
	return moreSim(m)
}

// steppedSim takes in a part of the run.
func steppedSim(m Model, s Sim, msg SimStepped) (Model, []Cmd, bool) {
	if s.Run == nil || msg.Req.Run != s.Run.Number || msg.Req.Columns != len(s.Run.Columns) {
		return m, nil, true // of a run that is not on screen any more
	}
	s.Asked = false
	r := *s.Run
	s.Run = &r
	if failed := failureOf(msg.Err); failed != nil {
		s.Playing = false
		if failed.Code != worker.Canceled {
			r.Failed = failed
		}
		var cmds []Cmd
		for i := range SimFields {
			if failed.Field != "" && SimFields[i].Fault == failed.Field {
				s.Faults = append([]string(nil), s.Faults...)
				s.Faults[i] = failed.Detail
				s.Form = true
				cmds = append(cmds, Announce{SimFields[i].Label + ": " + failed.Detail}, Focus{SimFieldID(i)})
				s.Run = nil
			}
		}
		m.Sim = &s
		return m, cmds, true
	}
	reply := msg.Reply
	if reply.Step > 0 {
		r.Last.Step = reply.Step
		for i, c := range reply.Columns {
			seconds := r.Seconds(len(r.Columns) + i)
			for row := range loadsim.Rows {
				r.Peak = max(r.Peak, float64(c[loadsim.Heat+2*row])/seconds)
			}
		}
	}
	r.Columns = append(r.Columns, reply.Columns...)
	r.Events = append(r.Events, reply.Events...)
	if reply.Rows != nil {
		r.Rows, r.Keys = reply.Rows, reply.Keys
	}
	if reply.Step > 0 {
		r.Total = int((r.Setup.Duration + reply.Step - 1) / reply.Step)
	}
	if r.Last = *reply; reply.Done {
		r.Total = len(r.Columns)
	}
	r.Last.Columns, r.Last.Frame.Events = nil, nil
	if !s.Playing && s.Want > s.At {
		s.At = min(s.Want, len(r.Columns))
	}
	m.Sim = &s
	if s.Playing && s.Speed == 0 && reply.Done {
		s.At = len(r.Columns)
		return playedSim(m, s)
	}
	return moreSim(m)
}

// asksSim carries out a command of the simulator.
func (s *Store) asksSim(cmd Cmd) {
	switch cmd := cmd.(type) {
	case AskSim:
		ctx := renew(&s.stopSim)
		go func() {
			reply, err := s.client.Simulate(ctx, cmd.Req)
			if ctx.Err() == nil {
				s.later(SimStepped{cmd.Req, reply, err})
			}
		}()
	case StopSim:
		if s.stopSim != nil {
			s.stopSim()
		}
	}
}
