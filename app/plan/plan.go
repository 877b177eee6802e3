package plan

import (
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"slices"
	"strings"
)

// Plan is the plan strip, the Why table and the light bulb.
type Plan struct {
	Table    string
	Filter   string
	Plan     *filterlang.Plan        // nil when the filter is refused
	Err      *filterlang.SyntaxError // why it is refused
	Rested   bool                    // what Err says is on screen: nothing was typed for a while, or the text was not typed
	Pressed  bool                    // Run was pressed on the refused text
	Begun    bool                    // Err is no refusal: the text is a filter, which ends in the middle of a name
	Last     *Plan                   // of the last filter, while Err is not nil; nil when there was none
	Asked    bool                    // Explain is on its way: of this text, or of the same text after the table changed
	Explain  *wire.ExplainReply      // of this text; nil until it came
	Match    *wire.MatchReply        // of this text; nil until the scan is over
	Was      Room
	Matching wire.Progress
	Failed   string         // the worker could not explain it
	Why      bool           // the Why table is open
	Bulb     bool           // the light bulb is open
	Hints    map[string]int // how many entities rewrites return, by their filters, as far as counted; not changed in place
	Applied  *Applied

	Of Question // that the numbers answer
}

// Question is what the numbers of a plan depend on besides the entities.
type Question struct {
	Source, Table, Filter, Top string
	Profile                    filterlang.Profile
}

// Room is the numbers of the text before, until those of this one are there. They are never shown as numbers: their places stay as
// wide as they were, so that nothing moves when a number comes, and the open list of hints stays, out of reach.
type Room struct {
	Explain *wire.ExplainReply
	Match   *wire.MatchReply
}

// Applied remembers the rewrite that was taken, for its before and after numbers.
type Applied struct {
	Title  string
	Filter string // the text that it made
	Before wire.Cost
	After  wire.Cost
}

// Shown is the plan that the strip draws, and whether it is of an earlier text, because what is being typed is no filter yet.
func (p *Plan) Shown() (shown *Plan, earlier bool) {
	if p.Err != nil && !p.Rested && p.Last != nil {
		return p.Last, true
	}
	return p, false
}

// whose says what the numbers of an earlier plan count, while what is being typed is no filter yet. It fits one line of a phone: on two the
// result below would move with each key.
func (p *Plan) whose() string {
	if p.Explain == nil && p.Match == nil {
		return "Not a filter yet."
	}
	if p.Plan.Filter == nil {
		return "Not a filter yet: numbers of the whole table."
	}
	return "Not a filter yet: numbers of the last filter."
}

// Standing is the plan that stays on screen while the next text is no filter; nil for none.
func (p *Plan) Standing() *Plan {
	if p.Err != nil {
		return p.Last
	}
	if p.Plan == nil {
		return nil
	}
	last := *p
	last.Last, last.Asked = nil, false
	return &last
}

// Unfinished reports whether a refused text is the beginning of a filter: something is missing at its end, and nothing before is wrong.
func (p *Plan) Unfinished() bool {
	e := p.Err
	if e == nil || e.Code != filterlang.InvalidInput || p.Pressed {
		return false
	}
	end := len(strings.TrimRight(filterlang.Uncomment(p.Filter), " \t\r\n"))
	switch {
	case e.Span.End < end:
		return false
	case e.Span.Start >= end || slices.Contains(e.Expected, "'"):
		return true
	case slices.Contains(KeyNames, e.Text) && slices.Contains(e.Expected, "eq"): // a key, and what it is compared with comes yet
		return true
	}
	return slices.ContainsFunc(e.Expected, func(word string) bool { return strings.HasPrefix(word, e.Text) })
}

// KeyNames are the properties that every entity has.
var KeyNames = []string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp}

// Room is what keeps the places of the next plan's numbers.
func (p *Plan) Room() Room {
	r := p.Was
	if p.Explain != nil {
		r.Explain = p.Explain
	}
	if p.Match != nil {
		r.Match = p.Match
	}
	return r
}

// Splits reports whether a refused filter can be taken apart: what the service knows, and a step in the browser.
func (p *Plan) Splits() (filter, then string, ok bool) {
	if p.Err == nil || p.Err.Code != filterlang.NotImplemented && p.Err.Fix != nil && p.Err.Fix.Null == "" && p.Err.SQL == nil {
		return "", "", false
	}
	if sql := p.Err.SQL; sql != nil && sql.Table != "" && !strings.EqualFold(sql.Table, p.Table) {
		return "", "", false // it is of another table
	}
	filter, steps, ok := filterlang.SplitSteps(filterlang.WithoutComments(p.Filter))
	return filter, filterlang.JoinSteps(steps), ok
}
