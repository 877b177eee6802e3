package state

import (
	"context"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Misses says why a result is empty: filters near the one that ran, with what they take.
type Misses struct {
	Source, Table string
	Filter        string // that took nothing
	Reply         *wire.MissesReply
	Progress      wire.Progress
	Failed        *wire.Failure
	Stopped       bool
	Seq           int

	of *wire.RunReply // that it explains
}

// FindMisses asks for filters near one that takes nothing. A newer one cancels it. Answer: MissesSought, MissesFound.
type FindMisses struct {
	Seq int
	Req wire.MissesRequest
}

type (
	MissesSought struct {
		Seq      int
		Progress wire.Progress
	}
	MissesFound struct {
		Seq   int
		Reply *wire.MissesReply
		Err   error
	}
	MissTaken         struct{ Index int }
	MissesStopPressed struct{}
	MissesPressed     struct{} // search again
)

// followMisses asks why a result is empty as soon as it is on screen.
func followMisses(m Model, cmds []Cmd) (Model, []Cmd) {
	r := m.Grid.Result
	empty := m.Embed == nil && r.Reply != nil && r.Reply.Lines == 0 && !r.Reply.Canceled && !r.Running && r.Failed == nil && r.Table == m.Query.Table && strings.TrimSpace(sent(r.Filter)) != "" && strings.TrimSpace(m.Query.Top) != "0"
	if empty && r.Source == "" {
		info := wire.TableNamed(m.Tables.List, r.Table)
		empty = info != nil && info.Entities > 0
	}
	if empty && r.Source != "" {
		empty = r.Reply.Live != nil && !r.Reply.Live.More && r.Reply.Live.Failed == nil
	}
	if !empty {
		if m.Misses != nil {
			m.Misses = nil
			cmds = append(cmds, Stop{Slot: missesSlot})
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
	return m, append(cmds, FindMisses{n.Seq, wire.MissesRequest{Source: n.Source, Table: n.Table, Filter: sent(n.Filter), Profile: m.Profile()}})
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
		if n.Failed = wire.FailureOf(msg.Err); n.Failed != nil {
			n.Reply = nil
			if n.Stopped = n.Failed.Code == wire.Canceled; n.Stopped {
				n.Failed = nil
			}
		}
		m.Misses = &n
		if n.Reply != nil && len(n.Reply.Misses) > 0 {
			return m, []Cmd{Announce{Text: words.Count(len(n.Reply.Misses), "filter near this one matches", "filters near this one match") + "."}}, true
		}
		return m, nil, true

	case MissesStopPressed:
		return m, []Cmd{Stop{Slot: missesSlot}}, true

	case MissesPressed:
		if m.Misses == nil {
			return m, nil, true
		}
		n := *m.Misses
		n.Seq++
		n.Reply, n.Failed, n.Stopped, n.Progress = nil, nil, false, wire.Progress{}
		m.Misses = &n
		return m, []Cmd{FindMisses{n.Seq, wire.MissesRequest{Source: n.Source, Table: n.Table, Filter: sent(n.Filter), Profile: m.Profile()}}}, true

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

func (FindMisses) Slot() Slot { return missesSlot }

func (cmd FindMisses) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Misses, cmd.Req, func(p wire.Progress) { out.Tell(MissesSought{cmd.Seq, p}) })
	return MissesFound{cmd.Seq, reply, err}
}
