package state

import (
	"strings"

	"rangefinder/app/worker"
)

// Misses says why a result is empty: filters near the one that ran, with what they take.
type Misses struct {
	Source, Table string
	Filter        string // that took nothing
	Reply         *worker.MissesReply
	Progress      worker.Progress
	Failed        *worker.Failure
	Stopped       bool
	Seq           int

	of *worker.RunReply // that it explains
}

// FindMisses asks for filters near one that takes nothing. A newer one cancels it. Answer: MissesSought, MissesFound.
type FindMisses struct {
	Seq int
	Req worker.MissesRequest
}

// StopMisses ends the search.
type StopMisses struct{}

func (FindMisses) cmd() {}
func (StopMisses) cmd() {}

type (
	MissesSought struct {
		Seq      int
		Progress worker.Progress
	}
	MissesFound struct {
		Seq   int
		Reply *worker.MissesReply
		Err   error
	}
	MissTaken         struct{ Index int }
	MissesStopPressed struct{}
	MissesPressed     struct{} // search again
)

func (MissesSought) msg()      {}
func (MissesFound) msg()       {}
func (MissTaken) msg()         {}
func (MissesStopPressed) msg() {}
func (MissesPressed) msg()     {}

// followMisses asks why a result is empty as soon as it is on screen.
func followMisses(m Model, cmds []Cmd) (Model, []Cmd) {
	r := m.Result
	empty := m.Embed == nil && r.Reply != nil && r.Reply.Lines == 0 && !r.Reply.Canceled && !r.Running && r.Failed == nil && r.Table == m.Query.Table && strings.TrimSpace(sent(r.Filter)) != "" && strings.TrimSpace(m.Query.Top) != "0"
	if empty && r.Source == "" {
		info := tableNamed(m.Tables.List, r.Table)
		empty = info != nil && info.Entities > 0
	}
	if empty && r.Source != "" {
		empty = r.Reply.Live != nil && !r.Reply.Live.More && r.Reply.Live.Failed == nil
	}
	if !empty {
		if m.Misses != nil {
			m.Misses = nil
			cmds = append(cmds, StopMisses{})
		}
		return m, cmds
	}
	if m.Misses != nil && m.Misses.of == r.Reply {
		return m, cmds
	}
	n := &Misses{Source: r.Source, Table: r.Table, Filter: r.Filter, of: r.Reply, Seq: 1}
	if m.Misses != nil {
		n.Seq = m.Misses.Seq + 1
	}
	m.Misses = n
	return m, append(cmds, FindMisses{n.Seq, worker.MissesRequest{Source: n.Source, Table: n.Table, Filter: sent(n.Filter)}})
}

// updateMisses is why a result is empty.
func updateMisses(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case MissesSought:
		if m.Misses != nil && m.Misses.Seq == msg.Seq {
			n := *m.Misses
			n.Progress = msg.Progress
			m.Misses = &n
		}
		return m, nil, true

	case MissesFound:
		if m.Misses == nil || m.Misses.Seq != msg.Seq {
			return m, nil, true
		}
		n := *m.Misses
		n.Reply = msg.Reply
		if n.Failed = failureOf(msg.Err); n.Failed != nil {
			n.Reply = nil
			if n.Stopped = n.Failed.Code == worker.Canceled; n.Stopped {
				n.Failed = nil
			}
		}
		m.Misses = &n
		if n.Reply != nil && len(n.Reply.Misses) > 0 {
			return m, []Cmd{Announce{Count(len(n.Reply.Misses), "filter near this one matches", "filters near this one match") + "."}}, true
		}
		return m, nil, true

	case MissesStopPressed:
		return m, []Cmd{StopMisses{}}, true

	case MissesPressed:
		if m.Misses == nil {
			return m, nil, true
		}
		n := *m.Misses
		n.Seq++
		n.Reply, n.Failed, n.Stopped, n.Progress = nil, nil, false, worker.Progress{}
		m.Misses = &n
		return m, []Cmd{FindMisses{n.Seq, worker.MissesRequest{Source: n.Source, Table: n.Table, Filter: sent(n.Filter)}}}, true

	case MissTaken:
		if m.Misses == nil || m.Misses.Reply == nil || msg.Index < 0 || msg.Index >= len(m.Misses.Reply.Misses) {
			return m, nil, true
		}
		text := m.Misses.Reply.Misses[msg.Index].Filter
		m, cmds := edited(m, text)
		m, run := runQuery(m) // an account is read only when the person says so
		return m, append(cmds, run...), true
	}
	return m, nil, false
}

// MissText says in what way entities nearly matched.
func MissText(m worker.Miss) string {
	stored, asked := quote(m.Stored), quote(m.Asked)
	switch m.Kind {
	case worker.MissCase:
		return asked + " is stored as " + stored + ": case matters"
	case worker.MissSpace:
		return asked + " is stored as " + stored + ", with other white space"
	case worker.MissPadding:
		return asked + " is stored as " + stored + ": zeros before the digits count"
	case worker.MissSpelled:
		if m.Stored == "" {
			return "every value as it is stored"
		}
		return asked + " is stored as " + stored
	case worker.MissType:
		return "another type is stored: " + m.Stored
	case worker.MissName:
		return "another name: " + m.Stored
	case worker.MissKey:
		return "the value of " + m.Asked + " as " + m.Stored
	case worker.MissBounds:
		return "the bounds of " + m.Asked + " exchanged"
	case worker.MissOr:
		return "either value of " + m.Asked + ": one entity cannot have both"
	case worker.MissAbsent:
		return "entities without " + m.Asked + " too: ne skips them, not does not"
	case worker.MissNearest:
		return "no key is in the range; the nearest " + m.Asked + " is " + KeyText(m.Stored)
	}
	return "without the clause " + m.Asked
}

// asksMisses carries out a command about near misses; false when it is another.
func (s *Store) asksMisses(cmd Cmd) bool {
	switch cmd := cmd.(type) {
	case FindMisses:
		ctx := renew(&s.stopMisses)
		go func() {
			reply, err := s.client.Misses(ctx, cmd.Req, func(p worker.Progress) { s.later(MissesSought{cmd.Seq, p}) })
			s.later(MissesFound{cmd.Seq, reply, err})
		}()
	case StopMisses:
		if s.stopMisses != nil {
			s.stopMisses()
		}
	default:
		return s.asksValues(cmd)
	}
	return true
}
