package state

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// comparePressed opens the dialog of a comparison: a copy is compared with what it came from, any other table with the one of its
// name in another source, as far as the tables of that are known.
func comparePressed(m Model, msg ComparePressed) (Model, []Cmd, bool) {
	c := &Comparing{Open: -1, Right: 1}
	live, copied := m.Query.Source, m.Sync.Copy(msg.Table)
	if live != "" && !msg.Base {
		copied = nil
	}
	namesake := m.namesake(live, msg.Table)
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
		for _, t := range m.Tables.List {
			if len(c.Sides) < 2 && t.Name != msg.Table {
				c.Sides = append(c.Sides, Side{Table: t.Name})
			}
		}
		c.Right = len(c.Sides) - 1
	}
	m, cmds := openSync(m, Dialog{Kind: CompareTables, Table: msg.Table, Sync: &SyncDialog{Compare: c}})
	cmds = append(cmds, ListSides{live})
	if msg.Base && copied != nil {
		c.Right = 2
		m, more, _ := updateSync(m, CompareStarted{})
		return m, append(cmds, more...), true
	}
	return m, append(cmds, Focus{Target: "compare-start"}), true
}

// namesake is the table of the same name in a source that is not the given one, of this browser before all; the zero Side when
// none is known.
func (m *Model) namesake(source, table string) Side {
	if source != "" && wire.TableNamed(m.Tables.List, table) != nil {
		return Side{Table: table}
	}
	for _, a := range m.Sources.List {
		if l := m.Sources.Lists[a.Name]; a.Name != source && l != nil {
			if t := wire.TableNamed(l.Tables, table); t != nil {
				return Side{Source: a.Name, Table: t.Name}
			}
		}
	}
	return Side{}
}

// sided puts the tables of this browser and those of an account into the dialog; what was chosen stays chosen. An account that was
// not asked for its tables is one line, which asks for them when it is chosen.
func (c *Comparing) sided(s *Sources, msg SidesListed) {
	left, right := c.Sides[c.Left], c.Sides[c.Right]
	sides := slices.Clone(msg.Sides)
	for _, have := range c.Sides {
		if have.Base {
			sides = append(sides, have)
		}
	}
	for _, a := range s.List {
		if a.Name != msg.Source {
			sides = append(sides, c.known(s, a.Name)...)
		}
		if !slices.ContainsFunc(sides, func(have Side) bool { return have.Source == a.Name }) {
			sides = append(sides, Side{Source: a.Name})
		}
	}
	find := func(s, other Side, or int) int {
		first := -1
		for i, have := range sides {
			switch {
			case have.Source != s.Source || have.Base != s.Base:
			case strings.EqualFold(have.Table, s.Table), s.Table == "" && strings.EqualFold(have.Table, other.Table):
				return i
			case first < 0:
				first = i
			}
		}
		if s.Table == "" && first >= 0 {
			return first // of the account that was chosen
		}
		if msg.Err != nil { // the account did not answer: what was chosen may be there
			sides = append(sides, s)
			return len(sides) - 1
		}
		return min(or, len(sides)-1)
	}
	if len(sides) == 0 {
		return
	}
	c.Left, c.Right = find(left, right, 0), find(right, left, 1)
	c.Sides = sides
}

// known are the tables of an account that was asked for them before, here or in the list of sources.
func (c *Comparing) known(s *Sources, source string) (sides []Side) {
	for _, have := range c.Sides {
		if have.Source == source && have.Table != "" {
			sides = append(sides, have)
		}
	}
	if l := s.Lists[source]; l != nil && len(l.Tables) > len(sides) {
		sides = sides[:0]
		for _, t := range l.Tables {
			sides = append(sides, Side{Source: source, Table: t.Name})
		}
	}
	return sides
}

// unlisted is the account that was chosen before its tables are known, "" when there is none.
func (c *Comparing) unlisted() string {
	for _, i := range []int{c.Left, c.Right} {
		if s := c.Sides[i]; s.Table == "" {
			return s.Source
		}
	}
	return ""
}

// request is the comparison as the dialog has it. The part that a copy holds bounds what is read of both.
func (c *Comparing) request(m *Model) wire.CompareRequest {
	l, r := c.Sides[c.Left], c.Sides[c.Right]
	return wire.CompareRequest{LeftSource: l.Source, LeftTable: l.Table, RightSource: r.Source, RightTable: r.Table, Scope: c.Bounds(m.Sync), Base: r.Base}
}

// Bounds is the part of both tables that is compared.
func (c *Comparing) Bounds(s *Sync) tablesync.Scope {
	l, r := c.Sides[c.Left], c.Sides[c.Right]
	if l.Source != "" {
		l, r = r, l
	}
	if c := s.Copy(l.Table); l.Source == "" && c != nil && c.Source == r.Source && c.Remote == r.Table {
		return c.Scope
	}
	return tablesync.Scope{}
}

func updateCompare(m Model, d Dialog, msg Msg) (Model, []Cmd, bool) {
	c := *d.Sync.Compare
	d.Sync.Compare = &c
	switch msg := msg.(type) {
	case SidesListed:
		d.Err = ""
		if msg.Err != nil {
			d.Err = page.Refused("The tables of the account could not be listed", wire.FailureOf(msg.Err))
		}
		c.sided(m.Sources, msg)
		if s := c.unlisted(); msg.Err == nil && s != "" && s == msg.Source {
			d.Err = "The account " + s + " has no tables."
		}

	case CompareTyped:
		n, _ := strconv.Atoi(msg.Text)
		switch msg.Field {
		case "left":
			c.Left = min(max(n, 0), len(c.Sides)-1)
		case "right":
			c.Right = min(max(n, 0), len(c.Sides)-1)
		case "kind":
			c.Kind = msg.Text
		case "partition":
			c.Partition = msg.Text
		case "contains":
			c.Contains = msg.Text
		}
		if msg.Field == "left" || msg.Field == "right" {
			d.Err = ""
			if r := c.Sides[c.Right]; r.Base { // of the one on the left, and of no other
				for i, s := range c.Sides {
					if !s.Base && s.Source == "" && s.Table == r.Table {
						c.Left = i
					}
				}
			}
			if s := c.Sides[min(max(n, 0), len(c.Sides)-1)]; s.Table == "" {
				m.Dialog = &d
				return m, []Cmd{ListSides{s.Source}}, true
			}
			break
		}
		c.First = 0
		m.Dialog = &d
		return readDifferences(m, d)

	case CompareStarted:
		if d.Sync.Working {
			return m, nil, true
		}
		if c.Left == c.Right {
			d.Err = "Choose two different tables."
			m.Dialog = &d
			return m, []Cmd{Focus{Target: "compare-right"}, Announce{Text: d.Err}}, true
		}
		if source := c.unlisted(); source != "" {
			d.Err = ""
			m.Dialog = &d
			return m, []Cmd{ListSides{source}, Announce{Text: "Asking " + source + " for its tables"}}, true
		}
		d.Busy = false
		req := c.request(&m)
		c.Reply, c.List, c.Open, c.First, c.Kind, c.Partition, c.Contains = nil, nil, -1, 0, "", "", ""
		m, ok := begin(m, "Comparing "+req.LeftTable+" with "+req.RightTable, cmp.Or(req.RightSource, req.LeftSource), d)
		if !ok {
			return m, []Cmd{Announce{Text: m.Dialog.Err}}, true
		}
		return m, []Cmd{Compare{req}, Focus{Target: "work-stop"}, ResetFields{Values: map[string]string{"compare-contains": ""}}}, true

	case DifferencesPaged:
		c.First = max(msg.First, 0)
		m.Dialog = &d
		m, cmds, done := readDifferences(m, d)
		return m, append(cmds, Focus{Target: "differences"}), done

	case DifferencesRead:
		if msg.Asked != c.Asked {
			return m, nil, true
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
		if d.Busy || d.Sync.Working {
			return m, nil, true
		}
		if c.Sure = !c.Sure; c.Sure {
			break
		}
		d.Busy = true
		table := c.Done[0].Table
		m.Dialog = &d
		return m, []Cmd{Revert{wire.RevertRequest{Table: table, Keys: &wire.ConflictKey{PartitionKey: msg.PartitionKey, RowKey: msg.RowKey}}}}, true

	default:
		return m, nil, false
	}
	m.Dialog = &d
	return m, nil, true
}

// readDifferences asks for the page of differences that the dialog's filters select.
func readDifferences(m Model, d Dialog) (Model, []Cmd, bool) {
	c := d.Sync.Compare
	if c.Reply == nil {
		return m, nil, true
	}
	c.Asked++
	req := wire.DifferencesRequest{Comparison: c.Reply.Comparison, Contains: strings.TrimSpace(c.Contains), First: c.First, Count: DifferencePage}
	if n, err := strconv.Atoi(c.Kind); err == nil {
		req.Kinds = []tablesync.DifferenceKind{tablesync.DifferenceKind(n)}
	}
	if n, err := strconv.Atoi(c.Partition); err == nil && n < len(c.Reply.Partitions) {
		req.PartitionKey = &c.Reply.Partitions[n].PartitionKey
	}
	return m, []Cmd{ReadDifferences{c.Asked, req}}, true
}

func compared(m Model, msg Compared) (Model, []Cmd, bool) {
	m, d := ended(m, func(s *SyncDialog) bool { return s.Compare != nil })
	if d == nil {
		if msg.Err == nil {
			m, cmds := notify(m, Notice{Text: "Compared " + msg.Req.LeftTable + " with " + msg.Req.RightTable + ": " + ComparedText(msg.Reply.Summary) + "."})
			return m, cmds, true
		}
		m, cmds := fail(m, "Nothing was compared", msg.Err)
		return m, cmds, true
	}
	c := *d.Sync.Compare
	d.Sync.Compare = &c
	m.Dialog = d
	if msg.Err != nil {
		if wire.FailureOf(msg.Err).Code == wire.Canceled {
			d.Err = "Stopped: nothing was compared."
			return m, []Cmd{Announce{Text: d.Err}, Focus{Target: "compare-start"}}, true
		}
		return syncFailed(m, "Nothing was compared", msg.Err)
	}
	c.Reply = msg.Reply
	c.Done = [2]Side{{Source: msg.Req.LeftSource, Table: msg.Req.LeftTable}, {Source: msg.Req.RightSource, Table: msg.Req.RightTable, Base: msg.Req.Base}}
	m, cmds, done := readDifferences(m, *d)
	return m, append(cmds, Announce{Text: ComparedText(msg.Reply.Summary)}, Focus{Target: "differences"}), done
}

// ComparedText counts what a comparison found.
func ComparedText(s tablesync.Summary) string {
	if s.OnlyLeft+s.OnlyRight+s.Changed == 0 {
		return "no difference, " + words.Count(s.Equal, "entity is", "entities are") + " the same"
	}
	return words.Number(s.OnlyLeft) + " only left, " + words.Number(s.OnlyRight) + " only right, " + words.Number(s.Changed) + " changed, " + words.Number(s.Equal) + " the same"
}
