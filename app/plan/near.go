package plan

import (
	"context"
	"strings"
	"time"

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

// RestTime is how long nothing is typed before a text that is no filter is called so, and before anything is looked for near one.
const RestTime = 800 * time.Millisecond

// NearSlot is where it is looked for: for one text at a time.
const NearSlot page.Slot = "near"

func (FindNear) Slot() page.Slot { return NearSlot }

// Run implements Runner. A failure is silent: nobody asked.
func (cmd FindNear) Run(ctx context.Context, out page.Outside) page.Msg {
	if !out.AtRest(ctx) || !page.Paused(ctx, RestTime) {
		return nil
	}
	reply, err := wire.Call(ctx, out.Client, wire.Misses, cmd.Req, nil)
	if err != nil {
		return nil
	}
	return NearFound{cmd.Seq, cmd.Req.Filter, reply}
}

// Nearby asks what is near a filter of this browser of which it was just counted that it matches nothing; seq is that of its text.
func (p *Plan) Nearby(seq int) []page.Cmd {
	filter := filterlang.WithoutComments(p.Filter)
	if p.Match == nil || p.Match.Returned > 0 || p.Explain == nil || p.Explain.Entities == 0 || p.Of.Source != "" || strings.TrimSpace(filter) == "" {
		return nil
	}
	return []page.Cmd{FindNear{seq, wire.MissesRequest{Table: p.Table, Filter: filter, Profile: p.Of.Profile}}}
}

// NearRefused asks the same of the filter that a refused text comes to, of which nobody has counted anything: of SQL on the table of this
// browser, or with the fix that the refusal offers.
func (p *Plan) NearRefused(seq int) []page.Cmd {
	if p.Err == nil || p.Of.Source != "" || p.Table == "" {
		return nil
	}
	filter := ""
	switch sql, fix := p.Err.SQL, p.Err.Fix; {
	case sql != nil && (sql.Table == "" || strings.EqualFold(sql.Table, p.Table)):
		filter = sql.Filter
	case sql == nil && fix != nil:
		filter = filterlang.Splice(p.Filter, fix.Span, fix.Text)
	}
	if strings.TrimSpace(filter) == "" {
		return nil
	}
	return []page.Cmd{FindNear{seq, wire.MissesRequest{Table: p.Table, Filter: filterlang.WithoutComments(filter), Unsure: true, Profile: p.Of.Profile}}}
}

// NearIn is the first miss of the filter that is only written in another way, nil for none. SQL may also name a key as another database
// names it.
func (p *Plan) NearIn(r *wire.MissesReply) *Near {
	for _, miss := range r.Misses {
		switch miss.Kind {
		case wire.MissCase, wire.MissSpace, wire.MissPadding, wire.MissSpelled, wire.MissTypo, wire.MissType:
			return &Near{Filter: p.Filter, Miss: miss}
		case wire.MissName, wire.MissKey:
			if p.Err != nil {
				return &Near{Filter: p.Filter, Miss: miss}
			}
		}
	}
	return nil
}

// Beside is what stands beside the numbers of a plan, or beside what SQL comes to; nil for nothing.
func (n *Near) Beside(p *Plan) *Near {
	if n == nil || n.Filter != p.Filter || p.Err != nil && p.Err.SQL == nil && p.Err.Fix == nil {
		return nil
	}
	return n
}

// NearText says how what is stored is written, and what it would match.
func NearText(n *Near) string {
	return page.MissText(n.Miss) + " (" + words.Count(n.Miss.Count, "match", "matches") + ")"
}
