package state

import (
	"context"
	"slices"
	"strconv"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
)

// PartitionLines is how many partitions the list shows at a time.
const PartitionLines = 50

// Partitions is the screen of a table's partitions.
type Partitions struct {
	Table  string // that is shown or asked for
	Order  wire.PartitionOrder
	First  int                   // of the window that is wanted
	Line   int                   // of the list that the keyboard is on
	Reply  *wire.PartitionsReply // nil until it came
	Shown  wire.PartitionOrder   // of Reply
	Failed *wire.Failure
	Asked  bool   // an answer is on its way
	Stale  bool   // and will be of a table that has changed since
	Bars   bool   // the histogram is shown as a table
	Find   string // the beginning of a key that is looked for
	Seek   bool   // its window is on the way
	Found  string // what came of it, for a person

	By       wire.KindsBy
	Kinds    *wire.KindsReply // nil until it came
	Counting bool             // they are being told apart
	Old      bool             // the table changed since
	Scanned  wire.Progress
	Refused  *wire.Failure // why they could not be told apart
}

// AskPartitions asks for a window of the partition list, after a pause. A newer one cancels it. Answer: PartitionsListed.
type AskPartitions struct {
	Req   wire.PartitionsRequest
	Pause time.Duration
}

// AskKinds asks for the kinds of entities. A newer one cancels it. Answer: KindsCounting, KindsFound.
type AskKinds struct{ Req wire.KindsRequest }

type (
	PartitionsListed struct {
		Req   wire.PartitionsRequest
		Reply *wire.PartitionsReply
		Err   error
	}
	KindsCounting struct {
		Req      wire.KindsRequest
		Progress wire.Progress
	}
	KindsFound struct {
		Req   wire.KindsRequest
		Reply *wire.KindsReply
		Err   error
	}
	PartitionsOrdered struct{ Order wire.PartitionOrder }
	PartitionsPaged   struct{ First int }
	PartitionSought   struct{ Find string } // the beginning of a key was typed: the list goes there, in the order of keys
	PartitionLine     struct{ Line int }    // the keyboard goes there; before the first or behind the last line: to the window beside
	PartitionChosen   struct{ Key string }
	PartitionsSaved   struct{} // all of the list, as a file
	BarsToggled       struct{}
	KindsChosen       struct{ By wire.KindsBy }
)

// followPartitions asks for what the screen needs, whichever way it or its table changed, and for nothing while another is
// shown.
func followPartitions(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	p := *m.Partitions
	if m.Screen != PartitionsScreen || m.Query.Source != "" {
		if p.Table != "" {
			p.Table, p.Reply, p.Kinds, p.Asked, p.Counting = "", nil, nil, false, false
			m.Partitions = &p
			cmds = append(cmds, Stop{Slot: partitionsSlot}, Stop{Slot: kindsSlot})
		}
		return m, cmds
	}
	changed, _ := msg.(TableChanged)
	switch {
	case !m.Ready || m.Query.Table != "" && wire.TableNamed(m.Tables.List, m.Query.Table) == nil:
		return m, cmds // its sample is being loaded
	case p.Table != m.Query.Table:
		p = Partitions{Table: m.Query.Table, Order: p.Order, Bars: p.Bars, By: p.By}
		m.Partitions = &p
		if p.Table == "" {
			return m, append(cmds, Stop{Slot: partitionsSlot}, Stop{Slot: kindsSlot})
		}
		m, ask := askPartitions(m, 0)
		m, kinds := askKinds(m)
		return m, append(append(cmds, ask), kinds)
	case p.Table != "" && (changed.Table == p.Table || old.Reshow && !m.Reshow):
		p.Old = p.Kinds != nil || p.Counting
		m.Partitions = &p
		if p.Asked {
			p.Stale = true
		} else {
			var ask Cmd
			m, ask = askAgain(m, 0)
			cmds = append(cmds, ask)
		}
		if !p.Counting && p.By == wire.ByProperties {
			var kinds Cmd
			m, kinds = askKinds(m)
			cmds = append(cmds, kinds)
		}
	}
	return m, cmds
}

func askPartitions(m Model, pause time.Duration) (Model, Cmd) {
	p := *m.Partitions
	p.Asked, p.Stale = true, false
	m.Partitions = &p
	req := wire.PartitionsRequest{Table: p.Table, Order: p.Order, First: p.First, Count: PartitionLines}
	if p.Seek {
		req.Find = p.Find
	}
	return m, AskPartitions{req, pause}
}

// askAgain asks for the window that is shown as the table is now. What is looked for is looked for again, and in the order of keys
// the partition that the keyboard is on keeps its line; the beginning of the list stays the beginning.
func askAgain(m Model, pause time.Duration) (Model, Cmd) {
	p := *m.Partitions
	p.Seek = p.Seek || p.Found != ""
	m.Partitions = &p
	m, cmd := askPartitions(m, pause)
	ask := cmd.(AskPartitions)
	if r := p.Reply; r != nil && !p.Seek && p.Order == wire.ByKey && p.Shown == p.Order && r.First == p.First && p.First+p.Line > 0 && p.Line < len(r.List) {
		ask.Req.Keep, ask.Req.Line = r.List[p.Line].Key, p.Line
	}
	return m, ask
}

// lineAfter is the line of a window that came, where old was shown: that of the partition that the keyboard is on.
func (p *Partitions) lineAfter(old *wire.PartitionsReply, msg PartitionsListed) int {
	line, list := p.Line, msg.Reply.List
	switch {
	case (msg.Req.Find != "" || msg.Req.Keep != "") && msg.Reply.Partitions > 0:
		line = msg.Reply.Found - msg.Reply.First
	case old != nil && p.Shown == msg.Req.Order && old.First == msg.Req.First && line < len(old.List):
		key := old.List[line].Key
		if i := slices.IndexFunc(list, func(s wire.PartitionSize) bool { return s.Key == key }); i >= 0 {
			line = i
		}
	}
	return min(line, max(len(list)-1, 0))
}

func askKinds(m Model) (Model, Cmd) {
	p := *m.Partitions
	p.Counting, p.Old, p.Scanned, p.Refused = true, false, wire.Progress{}, nil
	m.Partitions = &p
	return m, AskKinds{wire.KindsRequest{Table: p.Table, By: p.By}}
}

// updatePartitions is the screen of a table's partitions.
func updatePartitions(m Model, msg Msg) (Model, []Cmd, bool) {
	p := *m.Partitions
	switch msg := msg.(type) {
	case PartitionsListed:
		if msg.Req.Table != p.Table || msg.Req.Order != p.Order || msg.Req.First != p.First || p.Seek && msg.Req.Find != p.Find {
			return m, nil, true // an older one
		}
		p.Asked, p.Seek = false, false
		var cmds []Cmd
		if p.Failed = wire.FailureOf(msg.Err); p.Failed == nil {
			line := p.lineAfter(p.Reply, msg)
			if line != p.Line {
				cmds = append(cmds, FocusOn{From: PartitionID(p.Line), To: PartitionID(line)})
			}
			p.Reply, p.Shown, p.First, p.Line = msg.Reply, msg.Req.Order, msg.Reply.First, line
			cmds = append(cmds, p.pagerEnds()...)
			if msg.Req.Find != "" && msg.Reply.Partitions > 0 {
				if p.Found = "Found at " + words.Number(msg.Reply.Found+1) + "."; !msg.Reply.Begins {
					p.Found = "No key begins so."
				}
			}
		}
		m.Partitions = &p
		if p.Stale && p.Failed == nil {
			// While a table changes all the time its list is made anew in a fifth of the time at most.
			m, ask := askAgain(m, 4*time.Duration(msg.Reply.Micros)*time.Microsecond)
			return m, append(cmds, ask), true
		}
		return m, cmds, true

	case KindsCounting:
		if msg.Req.Table == p.Table && msg.Req.By == p.By && p.Counting {
			p.Scanned = msg.Progress
			m.Partitions = &p
		}
		return m, nil, true

	case KindsFound:
		if msg.Req.Table != p.Table || msg.Req.By != p.By {
			return m, nil, true
		}
		p.Counting = false
		if p.Refused = wire.FailureOf(msg.Err); p.Refused == nil {
			p.Kinds = msg.Reply
		}
		m.Partitions = &p
		if p.Old && p.By == wire.ByProperties && p.Refused == nil {
			m, ask := askKinds(m)
			return m, []Cmd{ask}, true
		}
		return m, nil, true

	case PartitionsOrdered:
		if p.Order == msg.Order {
			return m, nil, true
		}
		p.Order, p.First, p.Line, p.Seek, p.Find, p.Found = msg.Order, 0, 0, false, "", ""
		m.Partitions = &p
		return windowed(m, "Ordered by "+string(msg.Order)+".")

	case PartitionsPaged:
		if p.Reply == nil {
			return m, nil, true
		}
		p.First, p.Line, p.Seek, p.Found = min(max(msg.First, 0), lastWindow(p.Reply)), 0, false, ""
		m.Partitions = &p
		return windowed(m, "From partition "+words.Number(p.First+1)+" on.")

	case PartitionSought:
		p.Find, p.Found, p.Seek = msg.Find, "", msg.Find != ""
		m.Partitions = &p
		if !p.Seek || p.Table == "" {
			return m, nil, true
		}
		p.Order = wire.ByKey
		m, ask := askPartitions(m, 0)
		return m, []Cmd{ask}, true

	case PartitionLine:
		if p.Reply == nil {
			return m, nil, true
		}
		first, line := p.First, msg.Line
		p.Seek, p.Found = false, ""
		switch {
		case line < 0 && first > 0:
			first = max(first-PartitionLines, 0)
			line = p.First - first - 1
		case line >= len(p.Reply.List) && first+len(p.Reply.List) < p.Reply.Partitions:
			first, line = first+PartitionLines, 0
		}
		p.Line = min(max(line, 0), PartitionLines-1)
		if first == p.First {
			p.Line = min(p.Line, max(len(p.Reply.List)-1, 0))
			m.Partitions = &p
			return m, []Cmd{Focus{Target: PartitionID(p.Line)}}, true
		}
		p.First = first
		m.Partitions = &p
		m, ask := askPartitions(m, 0)
		return m, []Cmd{ask, Focus{Target: PartitionID(p.Line)}}, true

	case PartitionChosen:
		m, cmds := show(m, Route{Query: query.Query{Table: p.Table, Filter: PartitionFilter(msg.Key)}, Why: m.Plan.Why})
		cmds = append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Focus{Target: "editor"})
		m, run := runQuery(m)
		return m, append(cmds, run...), true

	case PartitionsSaved:
		if p.Table == "" || p.Reply == nil {
			return m, nil, true
		}
		req := wire.ExportRequest{What: "partitions", Table: p.Table, Order: p.Order, Format: interchange.PlainCSV, Formulas: exportAsBefore(m.Settings).Formulas}
		m, cmds := startExport(m, req)
		return m, cmds, true

	case BarsToggled:
		p.Bars = !p.Bars
		m.Partitions = &p
		return m, nil, true

	case KindsChosen:
		p.By, p.Kinds = msg.By, nil
		m.Partitions = &p
		if p.Table == "" {
			return m, nil, true
		}
		m, ask := askKinds(m)
		return m, []Cmd{ask}, true
	}
	return m, nil, false
}

// pagerEnds moves the keyboard from a button of the pager that goes no further to one that does.
func (p *Partitions) pagerEnds() (cmds []Cmd) {
	at, end := p.First == 0, p.First+len(p.Reply.List) >= p.Reply.Partitions
	if at && !end {
		cmds = append(cmds, FocusOn{From: "parts-first", To: "parts-next"}, FocusOn{From: "parts-back", To: "parts-next"})
	}
	if end && !at {
		cmds = append(cmds, FocusOn{From: "parts-last", To: "parts-back"}, FocusOn{From: "parts-next", To: "parts-back"})
	}
	return cmds
}

// windowed asks for the window that is wanted now and says which.
func windowed(m Model, text string) (Model, []Cmd, bool) {
	if m.Partitions.Table == "" {
		return m, nil, true
	}
	m, ask := askPartitions(m, 0)
	return m, []Cmd{ask, Announce{Text: text}}, true
}

// lastWindow is where the last window of the list begins.
func lastWindow(r *wire.PartitionsReply) int {
	return max(r.Partitions-1, 0) / PartitionLines * PartitionLines
}

// LastWindow is where the last window of the list begins, 0 while nothing is known.
func (p *Partitions) LastWindow() int {
	if p.Reply == nil {
		return 0
	}
	return lastWindow(p.Reply)
}

// Told reports whether the kinds are there, or take their time: what is below them would be pushed away when they come.
func (p *Partitions) Told() bool { return p.Kinds != nil || p.Refused != nil || p.Scanned.Total > 0 }

// PartitionFilter is the filter that reads one partition.
func PartitionFilter(key string) string { return compare(filterlang.PartitionKey, filterlang.Eq, key) }

// PartitionID is the identity of the button on a line of the list.
func PartitionID(line int) string { return "partition-" + strconv.Itoa(line) }

func (AskPartitions) Slot() Slot { return partitionsSlot }
func (AskKinds) Slot() Slot      { return kindsSlot }

func (cmd AskPartitions) Run(ctx context.Context, out Outside) Msg {
	time.Sleep(cmd.Pause)
	reply, err := wire.Call(ctx, out.Client, wire.Partitions, cmd.Req, nil)
	return page.UnlessStopped(ctx, PartitionsListed{cmd.Req, reply, err})
}

func (cmd AskKinds) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Kinds, cmd.Req, func(p wire.Progress) { out.Tell(KindsCounting{cmd.Req, p}) })
	return page.UnlessStopped(ctx, KindsFound{cmd.Req, reply, err})
}
