package simulator

import (
	"context"
	"strconv"

	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// reset gives the form's inputs their texts, which they do not take from attributes once they were edited.
func reset(s *Model) page.Cmd {
	values := map[string]string{"sim-preset": strconv.Itoa(s.chosen())}
	for i, text := range s.Texts {
		values[FieldID(i)] = text
	}
	return page.ResetFields{Values: values}
}

// begin plays: on from where it is, from the beginning, or another run when the settings are others.
func (m *Model) begin(v *page.View, again bool) (*Model, []page.Cmd) {
	s := *m
	s.read() // what else was refused before may be gone: another table is open, or has entities now
	if s.Faulty() >= 0 {
		return s.refuse()
	}
	var cmds []page.Cmd
	if s.Still {
		if s.Still, s.At, s.Want = false, 0, 0; !s.Run.Last.Done {
			s.Run = nil
		}
	}
	if s.Run != nil && !s.Changed(v.Query.Table) && s.Run.Failed == nil {
		if again {
			s.At = 0
		}
		s.Playing = true
		next, more := s.played()
		return next, append(cmds, more...)
	}
	run := &Run{Setup: s.Setup, Title: s.title(v)}
	if given(&s.Setup) && s.Setup.Population == nil {
		if s.fault("Keys.Kind", noKeys(v)) {
			return s.refuse()
		}
		run.Table = v.Query.Table
	}
	s.Made++
	run.Number = s.Made
	s.Run, s.At, s.Playing, s.Want, s.Cross = run, 0, true, 0, false
	s.Asked = false
	next, more := s.more()
	return next, append(more, cmds...)
}

// step goes on by a column.
func (m *Model) step(v *page.View) (*Model, []page.Cmd) {
	s := *m
	s.Playing = false
	if s.Run == nil || s.Still || s.Changed(v.Query.Table) || s.Run.Failed != nil {
		next, cmds := s.begin(v, false)
		if n := *next; n.Playing { // else a setting is at fault
			n.Playing, n.Want, n.At = false, 1, min(1, len(n.Run.Columns))
			next = &n
		}
		return next, cmds
	}
	s.Want = min(s.At+1, s.Run.Total)
	if s.At < len(s.Run.Columns) {
		s.At++
	}
	return s.more(page.Announce{Text: Moment(&s)})
}

// noKeys says why the open table has no keys to take, "" when it has.
func noKeys(v *page.View) string {
	switch {
	case v.Query.Source != "":
		return "The keys of an account's table are not known without reading all of it. Pull a copy of the table and open that."
	case v.Query.Table == "":
		return "No table is open to take keys from. Open one, or choose other keys."
	case v.Table(v.Query.Table) == nil:
		return v.Query.Table + " is still being loaded. Play when it is there."
	}
	return ""
}

// fault puts what is wrong under its field; false when nothing is, or there is no such field.
func (s *Model) fault(field, text string) bool {
	for i := range Fields {
		if text != "" && Fields[i].Fault == field {
			s.Faults = append([]string(nil), s.Faults...)
			s.Faults[i] = text
			return true
		}
	}
	return false
}

// faultText is the first fault with the name of its setting, "" without one.
func (s *Model) faultText() string {
	bad := s.Faulty()
	if bad < 0 {
		return ""
	}
	return Fields[bad].Label + ": " + s.Faults[bad]
}

// refuse tells the first fault and goes to its field.
func (m *Model) refuse() (*Model, []page.Cmd) {
	s := *m
	bad := s.Faulty()
	s.Form = true
	return &s, []page.Cmd{page.Announce{Text: s.faultText()}, page.Focus{Target: FieldID(bad)}}
}

// more asks for what playing wants next, unless that is there or on its way. The question comes behind cmds. A run that is kept comes first:
// it is simulated to its end, because others are compared with the whole of it.
func (m *Model) more(cmds ...page.Cmd) (*Model, []page.Cmd) {
	s := *m
	r := s.Run
	whole := s.Kept.unfinished()
	if whole {
		r = s.Kept
	}
	if r == nil || s.Asked || r.Last.Done || r.Failed != nil {
		return m, cmds
	}
	until := s.Want
	if whole {
		until = allColumns
	} else if s.Playing {
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
		return m, cmds
	}
	s.Asked = true
	return &s, append(cmds, Ask{wire.SimulateRequest{
		Run: r.Number, Config: r.Setup.Config, Table: r.Table, Template: r.Setup.Template, Order: r.Setup.Order, Population: r.Setup.Population,
		Columns: len(r.Columns), Events: len(r.Events), Until: until,
	}})
}

// played goes on, or stops at the end of the run.
func (m *Model) played() (*Model, []page.Cmd) {
	s := *m
	if s.Over() {
		s.Playing = false
		return &s, []page.Cmd{page.Announce{Text: "The run is over. " + Summary(s.Run)}}
	}
	return s.more()
}

// stepped takes in a part of the run.
func (m *Model) stepped(msg Stepped) (*Model, []page.Cmd) {
	s := *m
	of := s.Run
	kept := s.Kept != nil && msg.Req.Run == s.Kept.Number
	if kept {
		of = s.Kept
	}
	if of == nil || msg.Req.Run != of.Number || msg.Req.Columns != len(of.Columns) {
		return m, nil // of a run that is not on screen any more
	}
	s.Asked = false
	r := *of
	if kept {
		s.Kept = &r
	}
	shown := s.Run != nil && s.Run.Number == r.Number
	if shown {
		s.Run = &r
	}
	if failed := wire.FailureOf(msg.Err); failed != nil {
		if failed.Code != wire.Canceled {
			r.Failed = failed
		}
		if !shown { // the other is compared with what there is
			return s.more()
		}
		s.Playing = false
		if failed.Field != "" && s.fault(failed.Field, failed.Detail) {
			s.Run = nil
			return s.refuse()
		}
		return &s, nil
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
	if !shown {
		return s.more()
	}
	if !s.Playing && s.Want > s.At {
		s.At = min(s.Want, len(r.Columns))
	}
	if s.Playing && s.Speed == 0 && reply.Done {
		s.At = len(r.Columns)
		return s.played()
	}
	return s.more()
}

// unfinished reports whether more of a run can be simulated.
func (r *Run) unfinished() bool { return r != nil && !r.Last.Done && r.Failed == nil }

const runSlot page.Slot = "sim"

func (Ask) Slot() page.Slot { return runSlot }

func (cmd Ask) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Simulate, cmd.Req, nil)
	return page.UnlessStopped(ctx, Stepped{cmd.Req, reply, err})
}
