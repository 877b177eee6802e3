package copies

import (
	"context"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Side is a table that can be compared. A Source of "" is this browser; Base is a copy as it was pulled or pushed last, which
// only goes to the right of that copy.
type Side struct {
	Source, Table string
	Base          bool
}

// ListSides asks for the tables of this browser and those of an account, unless that is "". Answer: SidesListed.
type ListSides struct{ Source string }

// SidesListed answers ListSides.
type SidesListed struct {
	Source string // the account that was asked, "" for none
	Sides  []Side // of this browser first
	Err    error  // why the account's are missing
}

// namesakeOf is the table of the same name in a source that is not the given one, of this browser before all; the zero Side when
// none is known.
func namesakeOf(v *page.View, source, table string) Side {
	if source != "" && v.Table(table) != nil {
		return Side{Table: table}
	}
	for _, a := range v.Accounts.List {
		if l := v.Accounts.Lists[a.Name]; a.Name != source && l != nil {
			if t := wire.TableNamed(l.Tables, table); t != nil {
				return Side{Source: a.Name, Table: t.Name}
			}
		}
	}
	return Side{}
}

// sided puts the tables of this browser and those of an account into the dialog; what was chosen stays chosen. An account that was
// not asked for its tables is one line, which asks for them when it is chosen.
func (c *Comparing) sided(accounts *page.Accounts, msg SidesListed) {
	left, right := c.Sides[c.Left], c.Sides[c.Right]
	sides := slices.Clone(msg.Sides)
	for _, have := range c.Sides {
		if have.Base {
			sides = append(sides, have)
		}
	}
	for _, a := range accounts.List {
		if a.Name != msg.Source {
			sides = append(sides, c.known(accounts, a.Name)...)
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
	only := len(c.Sides) == 1 // it is on both sides for want of another
	if c.Left, c.Right = find(left, right, 0), find(right, left, 1); only && len(sides) > 1 {
		c.Right = (c.Left + 1) % len(sides)
	}
	c.Sides = sides
}

// known are the tables of an account that was asked for them before, here or in the list of sources.
func (c *Comparing) known(accounts *page.Accounts, source string) (sides []Side) {
	for _, have := range c.Sides {
		if have.Source == source && have.Table != "" {
			sides = append(sides, have)
		}
	}
	if l := accounts.Lists[source]; l != nil && len(l.Tables) > len(sides) {
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

func (cmd ListSides) Run(ctx context.Context, out page.Outside) page.Msg {
	sides, err := listSides(ctx, out, nil, "")
	if cmd.Source != "" && err == nil {
		sides, err = listSides(ctx, out, sides, cmd.Source)
	}
	return SidesListed{cmd.Source, sides, err}
}

// listSides adds the tables of a source to a list.
func listSides(ctx context.Context, out page.Outside, list []Side, source string) ([]Side, error) {
	reply, err := wire.Call(ctx, out.Client, wire.Tables, wire.SourceRequest{Source: source}, nil)
	if err != nil {
		return list, err
	}
	for _, t := range reply.Tables {
		list = append(list, Side{Source: source, Table: t.Name})
	}
	return list, nil
}
