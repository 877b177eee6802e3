package copies

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// Comparing is the dialog of a comparison. Left and Right are indexes of Sides.
type Comparing struct {
	Sides       []Side
	Left, Right int
	Asked       int     // counts lists of differences that were asked for; answers to older ones are dropped
	Done        [2]Side // what Reply is about
	Reply       *wire.CompareReply
	Kind        string // "", or a kind of difference as a number
	Partition   string // "", or the index of a partition in Reply.Partitions
	Contains    string
	First       int
	List        *wire.DifferencesReply
	Open        int  // index in List, -1 for none
	Sure        bool // the change of Open was asked to be taken back once
}

// DifferencePage is how many differences are shown at a time.
const DifferencePage = 50

// Requests to the worker.
type (
	// Compare compares two tables. Answer: LoadProgressed, Compared.
	Compare struct{ Req wire.CompareRequest }
	// ReadDifferences asks for differences of the last comparison. Answer: DifferencesRead.
	ReadDifferences struct {
		Asked int
		Req   wire.DifferencesRequest
	}
)

// What the worker told.
type (
	Compared struct {
		Req   wire.CompareRequest
		Reply *wire.CompareReply
		Err   error
	}
	DifferencesRead struct {
		Asked int
		Reply *wire.DifferencesReply
		Err   error
	}
)

// What the person did.
type (
	ComparePressed struct {
		Table string
		Base  bool // with what it was, at once
	}
	CompareTyped       struct{ Field, Text string }
	CompareStarted     struct{}
	DifferencesPaged   struct{ First int }
	DifferenceOpened   struct{ Index int }
	DifferenceReverted struct{ PartitionKey, RowKey string }
)

// comparePressed opens the dialog of a comparison: a copy is compared with what it came from, any other table with the one of its
// name in another source, as far as the tables of that are known.
func (m *Model) comparePressed(v *page.View, msg ComparePressed) []page.Cmd {
	c := &Comparing{Open: -1, Right: 1}
	live, copied := v.Query.Source, m.Copy(msg.Table)
	if live != "" && !msg.Base {
		copied = nil
	}
	namesake := namesakeOf(v, live, msg.Table)
	switch {
	case copied != nil:
		live = copied.Source
		c.Sides = []Side{{Table: copied.Table}, {Source: live, Table: copied.Remote}, {Table: copied.Table, Base: true}}
	case live != "" && namesake.Source == "":
		c.Sides = []Side{{Table: msg.Table}, {Source: live, Table: msg.Table}}
	case namesake.Table != "":
		c.Sides = []Side{{Source: live, Table: msg.Table}, namesake}
	default:
		c.Sides = []Side{{Table: msg.Table}}
		for _, t := range v.Tables {
			if len(c.Sides) < 2 && t.Name != msg.Table {
				c.Sides = append(c.Sides, Side{Table: t.Name})
			}
		}
		c.Right = len(c.Sides) - 1
	}
	d := &dialog{Dialog: page.Dialog{Kind: CompareTables, Table: msg.Table}, Form: Form{Compare: c}}
	cmds := append(d.open(v), ListSides{live})
	if msg.Base && copied != nil {
		c.Right = 2
		return append(cmds, m.compare(v, d)...)
	}
	return append(cmds, page.Focus{Target: "compare-start"})
}

// bounds is the part of both tables that is compared: of a copy and what it came from, the part that the copy holds.
func (m *Model) bounds(c *Comparing) tablesync.Scope {
	l, r := c.Sides[c.Left], c.Sides[c.Right]
	if l.Source != "" {
		l, r = r, l
	}
	if c := m.Copy(l.Table); l.Source == "" && c != nil && c.Source == r.Source && c.Remote == r.Table {
		return c.Scope
	}
	return tablesync.Scope{}
}

// updateCompare takes a message of the dialog of a comparison.
func (m *Model) updateCompare(v *page.View, d *dialog, msg page.Msg) (cmds []page.Cmd, ok bool) {
	c := *d.Compare
	d.Compare = &c
	switch msg := msg.(type) {
	case SidesListed:
		d.Err = ""
		if msg.Err != nil {
			d.Err = page.Refused("The tables of the account could not be listed", wire.FailureOf(msg.Err))
		}
		c.sided(v.Accounts, msg)
		if s := c.unlisted(); msg.Err == nil && s != "" && s == msg.Source {
			d.Err = "The account " + s + " has no tables."
		}

	case CompareTyped:
		return d.compareTyped(msg), true

	case CompareStarted:
		return m.compare(v, d), true

	case DifferencesPaged:
		c.First = max(msg.First, 0)
		return append(d.readDifferences(), page.Focus{Target: "differences"}), true

	case DifferencesRead:
		if msg.Asked != c.Asked {
			return nil, true
		}
		d.Err = ""
		c.Open = -1
		if c.List = msg.Reply; msg.Err != nil {
			d.Err = page.Refused("The differences could not be read", wire.FailureOf(msg.Err))
		}

	case DifferenceOpened:
		if c.Open == msg.Index {
			msg.Index = -1
		}
		c.Open, c.Sure = msg.Index, false

	case DifferenceReverted:
		if d.Busy || d.Working {
			return nil, true
		}
		if c.Sure = !c.Sure; c.Sure {
			break
		}
		d.Busy = true
		return []page.Cmd{d.show(), Revert{wire.RevertRequest{Table: c.Done[0].Table, Keys: &wire.ConflictKey{PartitionKey: msg.PartitionKey, RowKey: msg.RowKey}}}}, true

	default:
		return nil, false
	}
	return []page.Cmd{d.show()}, true
}

// compareTyped takes a choice of a side, or of which differences are shown.
func (d *dialog) compareTyped(msg CompareTyped) []page.Cmd {
	c := d.Compare
	n, _ := strconv.Atoi(msg.Text)
	side := min(max(n, 0), len(c.Sides)-1)
	switch msg.Field {
	case "left":
		c.Left = side
	case "right":
		c.Right = side
	case "kind":
		c.Kind = msg.Text
	case "partition":
		c.Partition = msg.Text
	case "contains":
		c.Contains = msg.Text
	}
	if msg.Field != "left" && msg.Field != "right" {
		c.First = 0
		return d.readDifferences()
	}
	d.Err = ""
	if r := c.Sides[c.Right]; r.Base { // of the one on the left, and of no other
		for i, s := range c.Sides {
			if !s.Base && s.Source == "" && s.Table == r.Table {
				c.Left = i
			}
		}
	}
	if s := c.Sides[side]; s.Table == "" {
		return []page.Cmd{d.show(), ListSides{s.Source}}
	}
	return []page.Cmd{d.show()}
}

// compare starts the comparison that the dialog says.
func (m *Model) compare(v *page.View, d *dialog) []page.Cmd {
	if d.Working {
		return nil
	}
	c := *d.Compare
	d.Compare = &c
	if c.Left == c.Right {
		d.Err = "Choose two different tables."
		return []page.Cmd{d.show(), page.Focus{Target: "compare-right"}, page.Announce{Text: d.Err}}
	}
	if source := c.unlisted(); source != "" {
		d.Err = ""
		return []page.Cmd{d.show(), ListSides{source}, page.Announce{Text: "Asking " + source + " for its tables"}}
	}
	d.Busy = false
	l, r := c.Sides[c.Left], c.Sides[c.Right]
	req := wire.CompareRequest{LeftSource: l.Source, LeftTable: l.Table, RightSource: r.Source, RightTable: r.Table, Scope: m.bounds(&c), Base: r.Base}
	c.Reply, c.List, c.Open, c.First, c.Kind, c.Partition, c.Contains = nil, nil, -1, 0, "", "", ""
	cmds := d.begin(v, "Comparing "+req.LeftTable+" with "+req.RightTable, cmp.Or(req.RightSource, req.LeftSource), Compare{req})
	if d.Working {
		cmds = append(cmds, page.ResetFields{Values: map[string]string{"compare-contains": ""}})
	}
	return cmds
}

// readDifferences asks for the page of differences that the dialog's filters select.
func (d *dialog) readDifferences() []page.Cmd {
	c := d.Compare
	if c.Reply == nil {
		return []page.Cmd{d.show()}
	}
	c.Asked++
	req := wire.DifferencesRequest{Comparison: c.Reply.Comparison, Contains: strings.TrimSpace(c.Contains), First: c.First, Count: DifferencePage}
	if n, err := strconv.Atoi(c.Kind); err == nil {
		req.Kinds = []tablesync.DifferenceKind{tablesync.DifferenceKind(n)}
	}
	if n, err := strconv.Atoi(c.Partition); err == nil && n < len(c.Reply.Partitions) {
		req.PartitionKey = &c.Reply.Partitions[n].PartitionKey
	}
	return []page.Cmd{d.show(), ReadDifferences{c.Asked, req}}
}

// compared shows what was found, in its dialog or in a notice.
func compared(v *page.View, msg Compared) []page.Cmd {
	d := ended(v, func(d *dialog) bool { return d.Compare != nil })
	cmds := []page.Cmd{page.ShowLoading{}}
	switch {
	case d == nil && msg.Err != nil:
		return append(cmds, page.Fail{What: "Nothing was compared", Err: msg.Err})
	case d == nil:
		return append(cmds, page.Notify{Notice: page.Notice{Text: "Compared " + msg.Req.LeftTable + " with " + msg.Req.RightTable + ": " + ComparedText(msg.Reply.Summary) + "."}})
	case msg.Err == nil:
	case wire.FailureOf(msg.Err).Code == wire.Canceled:
		return append(cmds, d.refuse("Stopped: nothing was compared.", "compare-start")...)
	default:
		return append(cmds, d.failed("Nothing was compared", msg.Err)...)
	}
	c := *d.Compare
	d.Compare = &c
	c.Reply = msg.Reply
	c.Done = [2]Side{{Source: msg.Req.LeftSource, Table: msg.Req.LeftTable}, {Source: msg.Req.RightSource, Table: msg.Req.RightTable, Base: msg.Req.Base}}
	return append(append(cmds, d.readDifferences()...), page.Announce{Text: ComparedText(msg.Reply.Summary)}, page.Focus{Target: "differences"})
}

// ComparedText counts what a comparison found.
func ComparedText(s tablesync.Summary) string {
	if s.OnlyLeft+s.OnlyRight+s.Changed == 0 {
		return "no difference, " + words.Count(s.Equal, "entity is", "entities are") + " the same"
	}
	return words.Number(s.OnlyLeft) + " only left, " + words.Number(s.OnlyRight) + " only right, " + words.Number(s.Changed) + " changed, " + words.Number(s.Equal) + " the same"
}

func (Compare) Slot() page.Slot { return page.LoadSlot }

func (cmd Compare) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Compare, cmd.Req, page.LoadProgress(out))
	return Compared{cmd.Req, reply, err}
}

func (cmd ReadDifferences) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Differences, cmd.Req, nil)
	return DifferencesRead{cmd.Asked, reply, err}
}
