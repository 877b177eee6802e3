package misses

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// slot is where they are looked for: of one filter at a time.
const slot page.Slot = "misses"

// Model says why a result is empty; nil while it is not.
type Model struct {
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

// Follow asks why a result is empty as soon as it is on screen.
func (m *Model) Follow(v *page.View) (*Model, []page.Cmd) {
	if !empty(v) {
		if m == nil {
			return nil, nil
		}
		return nil, []page.Cmd{page.Stop{Slot: slot}}
	}
	if m != nil && m.of == v.Result {
		return m, nil
	}
	next := &Model{Source: v.Query.Source, Table: v.Query.Table, Filter: v.Ran, of: v.Result, Seq: 1}
	if m != nil {
		next.Seq = m.Seq + 1
	}
	return next, []page.Cmd{next.ask(v.Profile)}
}

// empty reports whether the result on screen has no line although its query may have been meant to have some.
func empty(v *page.View) bool {
	r := v.Result
	switch {
	case v.Embedded || r == nil || r.Lines > 0 || r.Canceled || strings.TrimSpace(filterlang.WithoutComments(v.Ran)) == "" || strings.TrimSpace(v.Query.Top) == "0":
		return false
	case v.Query.Source != "":
		return r.Live != nil && !r.Live.More && r.Live.Failed == nil
	}
	info := v.Table(v.Query.Table)
	return info != nil && info.Entities > 0
}

func (m *Model) ask(p filterlang.Profile) FindMisses {
	return FindMisses{m.Seq, wire.MissesRequest{Source: m.Source, Table: m.Table, Filter: filterlang.WithoutComments(m.Filter), Profile: p}}
}

// Update takes a message of the misses; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case MissesSought:
		if m == nil || m.Seq != msg.Seq {
			return m, nil, true
		}
		n := *m
		n.Progress = msg.Progress
		return &n, nil, true

	case MissesFound:
		next, cmds = m.found(msg)
		return next, cmds, true

	case MissesStopPressed:
		return m, []page.Cmd{page.Stop{Slot: slot}}, true

	case MissesPressed:
		if m == nil {
			return m, nil, true
		}
		n := *m
		n.Seq++
		n.Reply, n.Failed, n.Stopped, n.Progress = nil, nil, false, wire.Progress{}
		return &n, []page.Cmd{n.ask(v.Profile)}, true

	case MissTaken:
		if m == nil || m.Reply == nil || msg.Index < 0 || msg.Index >= len(m.Reply.Misses) {
			return m, nil, true
		}
		// An account is read only when the person says so: RunQuery asks none.
		return m, []page.Cmd{page.Send{Msg: page.FilterEdited{Text: m.Reply.Misses[msg.Index].Filter}}, page.RunQuery{}}, true
	}
	return m, nil, false
}

func (m *Model) found(msg MissesFound) (*Model, []page.Cmd) {
	if m == nil || m.Seq != msg.Seq {
		return m, nil
	}
	n := *m
	n.Reply = msg.Reply
	if n.Failed = wire.FailureOf(msg.Err); n.Failed != nil {
		n.Reply = nil
		if n.Stopped = n.Failed.Code == wire.Canceled; n.Stopped {
			n.Failed = nil
		}
	}
	if n.Reply != nil && len(n.Reply.Misses) > 0 {
		return &n, []page.Cmd{page.Announce{Text: words.Count(len(n.Reply.Misses), "filter near this one matches", "filters near this one match") + "."}}
	}
	return &n, nil
}

// Slot implements page.Slotted.
func (FindMisses) Slot() page.Slot { return slot }

// Run implements page.Runner.
func (cmd FindMisses) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Misses, cmd.Req, func(p wire.Progress) { out.Tell(MissesSought{cmd.Seq, p}) })
	return MissesFound{cmd.Seq, reply, err}
}
