package state

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Near is the filter beside one that matches nothing, before it is run: what is stored is written in another way.
type Near struct {
	Filter string // that matches nothing
	Miss   wire.Miss
}

// FindNear asks for it when nothing was typed for a while; a newer one cancels it. Answer: NearFound.
type FindNear struct {
	Seq int
	Req wire.MissesRequest
}

type (
	NearFound struct {
		Seq    int
		Filter string
		Reply  *wire.MissesReply
	}
	NearTaken struct{}
)

const nearSlot Slot = "near"

func (FindNear) Slot() Slot { return nearSlot }

// Run implements Runner. A failure is silent: nobody asked.
func (cmd FindNear) Run(ctx context.Context, out Outside) Msg {
	if !page.Paused(ctx, restTime) {
		return nil
	}
	reply, err := wire.Call(ctx, out.Client, wire.Misses, cmd.Req, nil)
	if err != nil {
		return nil
	}
	return NearFound{cmd.Seq, cmd.Req.Filter, reply}
}

// nearby asks what is near a filter of which it was just counted that it matches nothing.
func nearby(m *Model) []Cmd {
	p := m.Plan
	if p.Match == nil || p.Match.Returned > 0 || p.Explain == nil || p.Explain.Entities == 0 || m.Embed != nil || m.Query.Source != "" || strings.TrimSpace(sent(p.Filter)) == "" {
		return nil
	}
	return []Cmd{FindNear{m.Seq, wire.MissesRequest{Table: p.Table, Filter: sent(p.Filter), Profile: m.Profile()}}}
}

// nearFound keeps the first that is only written in another way.
func nearFound(m Model, msg NearFound) Model {
	if msg.Seq != m.Seq || msg.Reply == nil {
		return m
	}
	for _, miss := range msg.Reply.Misses {
		switch miss.Kind {
		case wire.MissCase, wire.MissSpace, wire.MissPadding, wire.MissSpelled, wire.MissType:
			m.Near = &Near{Filter: m.Query.Filter, Miss: miss}
			return m
		}
	}
	return m
}

// NearOf is what stands beside the numbers of the plan on screen, nil for nothing.
func (m *Model) NearOf() *Near {
	if m.Near == nil || m.Near.Filter != m.Plan.Filter || m.Plan.Err != nil {
		return nil
	}
	return m.Near
}

// NearText says how what is stored is written, and what it would match.
func NearText(n *Near) string {
	return MissText(n.Miss) + " (" + words.Count(n.Miss.Count, "match", "matches") + ")"
}

// Rename is the name that a property probably should have which no entity has.
type Rename struct {
	Name    string // as it stands in the filter
	Title   string // of the press
	Finding int    // among those of the plan
}

// RenameOf is the first of a plan whose numbers are here, nil for none.
func RenameOf(p *Plan) *Rename {
	if p.Explain == nil || p.Err != nil {
		return nil
	}
	for i, f := range p.Explain.Findings {
		if f.Kind == filterlang.UnknownProperty && len(f.Rewrites) > 0 && len(f.Rewrites[0].Filters) == 1 && f.Span.End <= len(p.Filter) {
			return &Rename{Name: p.Filter[f.Span.Start:f.Span.End], Title: f.Rewrites[0].Title, Finding: i}
		}
	}
	return nil
}
