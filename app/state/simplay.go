package state

import (
	"context"
	"strconv"

	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// resetSim gives the form's inputs their texts, which they do not take from attributes once they were edited.
func resetSim(s *Sim) Cmd {
	values := map[string]string{"sim-preset": strconv.Itoa(s.Preset)}
	for i, text := range s.Texts {
		values[SimFieldID(i)] = text
	}
	return ResetFields{Values: values}
}

// beginSim plays: on from where it is, from the beginning, or another run when the settings are others.
func beginSim(m Model, s Sim, again bool) (Model, []Cmd, bool) {
	s.Setup, s.Faults = setupOf(s.Texts) // what else was refused before may be gone: another table is open, or has entities now
	if s.Faulty() >= 0 {
		return refuseSim(m, s)
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
		if s.fault("Keys.Kind", noKeys(&m)) {
			return refuseSim(m, s)
		}
		run.Table = m.Query.Table
	}
	begun := s.Run == nil
	s.Made++
	run.Number = s.Made
	s.Run, s.At, s.Playing, s.Want, s.Cross = run, 0, true, 0, false
	s.Asked = false
	m.Sim = &s
	m, cmds, _ := moreSim(m)
	if begun {
		cmds = append(cmds, FocusOn{From: "sim-start", To: "sim-map"}) // the button in the picture goes
	}
	return m, cmds, true
}

// noKeys says why the open table has no keys to take, "" when it has.
func noKeys(m *Model) string {
	switch {
	case m.Query.Source != "":
		return "The service does not tell its keys without reading all of them. Pull a copy of the table and open that."
	case m.Query.Table == "":
		return "No table is open to take keys from. Open one at the left, or choose other keys."
	case wire.TableNamed(m.Tables.List, m.Query.Table) == nil:
		return m.Query.Table + " is still being loaded. Play when it is there."
	}
	return ""
}

// fault puts what is wrong under its field; false when nothing is, or there is no such field.
func (s *Sim) fault(field, text string) bool {
	for i := range SimFields {
		if text != "" && SimFields[i].Fault == field {
			s.Faults = append([]string(nil), s.Faults...)
			s.Faults[i] = text
			return true
		}
	}
	return false
}

// refuseSim tells the first fault and goes to its field.
func refuseSim(m Model, s Sim) (Model, []Cmd, bool) {
	bad := s.Faulty()
	s.Form = true
	m.Sim = &s
	return m, []Cmd{Announce{Text: SimFields[bad].Label + ": " + s.Faults[bad]}, Focus{Target: SimFieldID(bad)}}, true
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
	return m, append(cmds, AskSim{wire.SimulateRequest{
		Run: r.Number, Config: r.Setup.Config, Table: r.Table, Template: r.Setup.Template, Order: r.Setup.Order, Population: r.Setup.Population,
		Columns: len(r.Columns), Events: len(r.Events), Until: until,
	}}), true
}

// playedSim goes on, or stops at the end of the run.
func playedSim(m Model, s Sim) (Model, []Cmd, bool) {
	if s.Over() {
		s.Playing = false
		m.Sim = &s
		return m, []Cmd{Announce{Text: "The run is over. " + SimSummary(s.Run)}}, true
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
	if failed := wire.FailureOf(msg.Err); failed != nil {
		s.Playing = false
		if failed.Code != wire.Canceled {
			r.Failed = failed
		}
		if failed.Field != "" && s.fault(failed.Field, failed.Detail) {
			s.Run = nil
			return refuseSim(m, s)
		}
		m.Sim = &s
		return m, nil, true
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
	if s.Kept != nil && s.Kept.Number == r.Number {
		s.Kept = &r // it is kept whole, and not compared with what it was a moment before
	}
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

func (AskSim) Slot() Slot { return simSlot }

func (cmd AskSim) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Simulate, cmd.Req, nil)
	return page.UnlessStopped(ctx, SimStepped{cmd.Req, reply, err})
}
