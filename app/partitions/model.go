package partitions

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
	"rangefinder/filterlang/edm"
)

// What goes on at most once at a time.
const (
	listSlot    page.Slot = "partitions"
	kindsSlot   page.Slot = "kinds"
	recountSlot page.Slot = "recount"
)

// Lines is how many partitions the list shows at a time.
const Lines = 50

// Model is the screen of a table's partitions.
type Model struct {
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
	Refused  *wire.Failure // why they could not be found
}

// New returns the screen before a table is shown.
func New() *Model { return &Model{Order: wire.ByEntities, By: wire.ByProperties} }

// Ask asks for a window of the partition list, after a pause. A newer one cancels it. Answer: Listed.
type Ask struct {
	Req   wire.PartitionsRequest
	Pause time.Duration
}

// AskKinds asks for the kinds of entities. A newer one cancels it. Answer: KindsCounting, KindsFound.
type AskKinds struct{ Req wire.KindsRequest }

type (
	Listed struct {
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
	Ordered     struct{ Order wire.PartitionOrder }
	Paged       struct{ First int }
	Sought      struct{ Find string } // the beginning of a key was typed: the list goes there, in the order of keys
	LineChosen  struct{ Line int }    // the keyboard goes there; before the first or behind the last line: to the window beside
	Chosen      struct{ Key string }
	Saved       struct{} // all of the list, as a file
	BarsToggled struct{}
	KindsChosen struct{ By wire.KindsBy }
)

// Follow asks for what the screen needs, whichever way it or its table changed, and for nothing while another is shown.
func (m *Model) Follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	p := *m
	stop := []page.Cmd{page.Stop{Slot: listSlot}, page.Stop{Slot: kindsSlot}}
	if v.Screen != page.PartitionsScreen || v.Query.Source != "" {
		if p.Table == "" {
			return m, nil
		}
		p.Table, p.Reply, p.Kinds, p.Asked, p.Counting = "", nil, nil, false, false
		return &p, stop
	}
	changed, _ := msg.(page.TableChanged)
	switch {
	case !v.Ready || v.Query.Table != "" && v.Table(v.Query.Table) == nil:
		return m, nil // its sample is being loaded
	case p.Table != v.Query.Table:
		p = Model{Table: v.Query.Table, Order: p.Order, Bars: p.Bars, By: p.By}
		if p.Table == "" {
			return &p, stop
		}
		list := p.ask(0)
		return &p, []page.Cmd{list, p.askKinds()}
	case p.Table != "" && (changed.Table == p.Table || v.Again):
		var cmds []page.Cmd
		p.Old = p.Kinds != nil || p.Counting
		if p.Asked {
			p.Stale = true
		} else {
			cmds = append(cmds, p.askAgain(0))
		}
		if !p.Counting && p.By == wire.ByProperties {
			cmds = append(cmds, p.askKinds())
		}
		return &p, cmds
	}
	return m, nil
}

// ask asks for the window that is wanted.
func (p *Model) ask(pause time.Duration) Ask {
	p.Asked, p.Stale = true, false
	req := wire.PartitionsRequest{Table: p.Table, Order: p.Order, First: p.First, Count: Lines}
	if p.Seek {
		req.Find = p.Find
	}
	return Ask{req, pause}
}

// askAgain asks for the window that is shown as the table is now. What is looked for is looked for again, and in the order of keys
// the partition that the keyboard is on keeps its line; the beginning of the list stays the beginning.
func (p *Model) askAgain(pause time.Duration) Ask {
	p.Seek = p.Seek || p.Found != ""
	ask := p.ask(pause)
	if r := p.Reply; r != nil && !p.Seek && p.Order == wire.ByKey && p.Shown == p.Order && r.First == p.First && p.First+p.Line > 0 && p.Line < len(r.List) {
		ask.Req.Keep, ask.Req.Line = r.List[p.Line].Key, p.Line
	}
	return ask
}

// lineAfter is the line of a window that came, where old was shown: that of the partition that the keyboard is on.
func (p *Model) lineAfter(old *wire.PartitionsReply, msg Listed) int {
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

func (p *Model) askKinds() AskKinds {
	p.Counting, p.Old, p.Scanned, p.Refused = true, false, wire.Progress{}, nil
	return AskKinds{wire.KindsRequest{Table: p.Table, By: p.By}}
}

// Update takes a message of the screen; ok is false for any other.
func (m *Model) Update(_ *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	p := *m
	switch msg := msg.(type) {
	case Listed:
		next, cmds = p.listed(msg)

	case KindsCounting:
		if msg.Req.Table == p.Table && msg.Req.By == p.By && p.Counting {
			p.Scanned = msg.Progress
			next = &p
		}

	case KindsFound:
		if msg.Req.Table != p.Table || msg.Req.By != p.By {
			break
		}
		p.Counting = false
		if p.Refused = wire.FailureOf(msg.Err); p.Refused == nil {
			p.Kinds = msg.Reply
		}
		if next = &p; p.Old && p.By == wire.ByProperties && p.Refused == nil {
			cmds = []page.Cmd{p.askKinds()}
		}

	case Ordered:
		if p.Order != msg.Order {
			p.Order, p.First, p.Line, p.Seek, p.Find, p.Found = msg.Order, 0, 0, false, "", ""
			next, cmds = &p, p.windowed("Ordered by "+string(msg.Order)+".")
		}

	case Paged:
		if p.Reply != nil {
			p.First, p.Line, p.Seek, p.Found = min(max(msg.First, 0), lastWindow(p.Reply)), 0, false, ""
			next, cmds = &p, p.windowed("From partition "+words.Number(p.First+1)+" on.")
		}

	case Sought:
		p.Find, p.Found, p.Seek = msg.Find, "", msg.Find != ""
		if next = &p; p.Seek && p.Table != "" {
			p.Order = wire.ByKey
			cmds = []page.Cmd{p.ask(0)}
		}

	case LineChosen:
		next, cmds = p.toLine(msg.Line)

	case Chosen:
		cmds = []page.Cmd{page.Send{Msg: page.QueryWanted{Query: query.Query{Table: p.Table, Filter: Filter(msg.Key)}}}}

	case Saved:
		if p.Table != "" && p.Reply != nil {
			cmds = []page.Cmd{page.Send{Msg: page.ExportWanted{Req: wire.ExportRequest{What: "partitions", Table: p.Table, Order: p.Order, Format: interchange.PlainCSV}}}}
		}

	case BarsToggled:
		p.Bars = !p.Bars
		next = &p

	case KindsChosen:
		p.By, p.Kinds = msg.By, nil
		if next = &p; p.Table != "" {
			cmds = []page.Cmd{p.askKinds()}
		}

	default:
		ok = false
	}
	return next, cmds, ok
}

// listed takes in a window of the list.
func (m *Model) listed(msg Listed) (*Model, []page.Cmd) {
	p := *m
	if msg.Req.Table != p.Table || msg.Req.Order != p.Order || msg.Req.First != p.First || p.Seek && msg.Req.Find != p.Find {
		return m, nil // an older one
	}
	p.Asked, p.Seek = false, false
	var cmds []page.Cmd
	if p.Failed = wire.FailureOf(msg.Err); p.Failed == nil {
		line := p.lineAfter(p.Reply, msg)
		if line != p.Line {
			cmds = append(cmds, page.FocusOn{From: LineID(p.Line), To: LineID(line)})
		}
		p.Reply, p.Shown, p.First, p.Line = msg.Reply, msg.Req.Order, msg.Reply.First, line
		cmds = append(cmds, p.pagerEnds()...)
		if msg.Req.Find != "" && msg.Reply.Partitions > 0 {
			if p.Found = "Found at " + words.Number(msg.Reply.Found+1) + "."; !msg.Reply.Begins {
				p.Found = "No key begins with that."
			}
		}
	}
	if p.Stale && p.Failed == nil {
		// While a table changes all the time its list is made anew in a fifth of the time at most.
		cmds = append(cmds, p.askAgain(4*time.Duration(msg.Reply.Micros)*time.Microsecond))
	}
	return &p, cmds
}

// toLine moves the keyboard to a line; before the first or behind the last, to the window beside.
func (m *Model) toLine(line int) (*Model, []page.Cmd) {
	p := *m
	if p.Reply == nil {
		return m, nil
	}
	first := p.First
	p.Seek, p.Found = false, ""
	switch {
	case line < 0 && first > 0:
		first = max(first-Lines, 0)
		line = p.First - first - 1
	case line >= len(p.Reply.List) && first+len(p.Reply.List) < p.Reply.Partitions:
		first, line = first+Lines, 0
	}
	p.Line = min(max(line, 0), Lines-1)
	if first == p.First {
		p.Line = min(p.Line, max(len(p.Reply.List)-1, 0))
		return &p, []page.Cmd{page.Focus{Target: LineID(p.Line)}}
	}
	p.First = first
	return &p, []page.Cmd{p.ask(0), page.Focus{Target: LineID(p.Line)}}
}

// pagerEnds moves the keyboard from a button of the pager that goes no further to one that does.
func (p *Model) pagerEnds() (cmds []page.Cmd) {
	at, end := p.First == 0, p.First+len(p.Reply.List) >= p.Reply.Partitions
	if at && !end {
		cmds = append(cmds, page.FocusOn{From: "parts-first", To: "parts-next"}, page.FocusOn{From: "parts-back", To: "parts-next"})
	}
	if end && !at {
		cmds = append(cmds, page.FocusOn{From: "parts-last", To: "parts-back"}, page.FocusOn{From: "parts-next", To: "parts-back"})
	}
	return cmds
}

// windowed asks for the window that is wanted now and says which.
func (p *Model) windowed(text string) []page.Cmd {
	if p.Table == "" {
		return nil
	}
	return []page.Cmd{p.ask(0), page.Announce{Text: text}}
}

// lastWindow is where the last window of the list begins.
func lastWindow(r *wire.PartitionsReply) int {
	return max(r.Partitions-1, 0) / Lines * Lines
}

// LastWindow is where the last window of the list begins, 0 while nothing is known.
func (p *Model) LastWindow() int {
	if p.Reply == nil {
		return 0
	}
	return lastWindow(p.Reply)
}

// Told reports whether the kinds are there, or take their time: what is below them would be pushed away when they come.
func (p *Model) Told() bool { return p.Kinds != nil || p.Refused != nil || p.Scanned.Total > 0 }

// Filter is the filter that reads one partition.
func Filter(key string) string {
	return (&filterlang.Comparison{Property: filterlang.PartitionKey, Op: filterlang.Eq, Literal: edm.NewString(key)}).String()
}

// LineID is the identity of the button on a line of the list.
func LineID(line int) string { return "partition-" + strconv.Itoa(line) }

func (Ask) Slot() page.Slot      { return listSlot }
func (AskKinds) Slot() page.Slot { return kindsSlot }

func (cmd Ask) Run(ctx context.Context, out page.Outside) page.Msg {
	time.Sleep(cmd.Pause)
	reply, err := wire.Call(ctx, out.Client, wire.Partitions, cmd.Req, nil)
	return page.UnlessStopped(ctx, Listed{cmd.Req, reply, err})
}

func (cmd AskKinds) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Kinds, cmd.Req, func(p wire.Progress) { out.Tell(KindsCounting{cmd.Req, p}) })
	return page.UnlessStopped(ctx, KindsFound{cmd.Req, reply, err})
}
