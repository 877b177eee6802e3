package plan

import (
	"context"
	"strconv"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// mostCounted is how many rewrites of an open list of hints are counted.
const mostCounted = 4

// CountHint asks how many entities a rewrite returns; a newer one at the same place cancels it. Answer: HintCounted.
type CountHint struct {
	Seq, At int
	Req     wire.QueryRequest
}

// HintCounted is the answer; one that failed does not come, as nobody asked.
type HintCounted struct {
	Seq      int
	Filter   string
	Returned int
}

func (cmd CountHint) Slot() page.Slot { return page.Slot("hint " + strconv.Itoa(cmd.At)) }

func (cmd CountHint) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Match, cmd.Req, nil)
	if err != nil {
		return nil
	}
	return HintCounted{cmd.Seq, cmd.Req.Filter, reply.Returned}
}

// CountHints counts what the rewrites of the open list return that may return other entities. req asks for the plan's own text, seq is
// that of it.
func (p *Plan) CountHints(seq int, req wire.QueryRequest) (cmds []page.Cmd) {
	if !p.Bulb || p.Explain == nil || p.Of.Source != "" {
		return nil
	}
	for _, f := range p.Explain.Findings {
		for _, rw := range f.Rewrites {
			if rw.Same || rw.Now || len(rw.Filters) != 1 || len(cmds) == mostCounted {
				continue
			}
			if _, known := p.Hints[rw.Filters[0]]; known {
				continue
			}
			ask := req
			ask.Filter, ask.Buckets, ask.Step, ask.View = rw.Filters[0], 0, "", wire.Stretch{}
			cmds = append(cmds, CountHint{seq, len(cmds), ask})
		}
	}
	return cmds
}

// gain says how many more entities a rewrite returns than the filter; "may return other entities" until both are counted.
func (p *Plan) gain(filter string) string {
	n, known := p.Hints[filter]
	if !known || p.Match == nil {
		return "may return other entities"
	}
	switch more := n - p.Match.Returned; {
	case more > 0:
		return "returns " + words.Number(more) + " more"
	case more < 0:
		return "returns " + words.Number(-more) + " fewer"
	}
	return "returns just as many"
}

// vain reports whether a rewrite that returns all that the filter does is known to return nothing else.
func (p *Plan) vain(filter string) bool {
	n, known := p.Hints[filter]
	return known && p.Match != nil && n == p.Match.Returned
}
