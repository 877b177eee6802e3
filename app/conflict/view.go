package conflict

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Case is a conflict as it is drawn.
type Case struct {
	Sides
	Name  string // of the entity
	ID    string // ends the ids of its buttons, "" where there is one at a time
	Picks []Pick
	Words Words
	Off   bool // nothing can be chosen now

	Pick   func(property string, side Whose) page.Msg // what choosing a side of a property sends
	Settle func(side Whose) page.Msg                  // what an outcome sends; Undecided is as picked
}

// outcomeIDs begin the ids of the outcomes' buttons.
var outcomeIDs = [...]string{Undecided: "settle", Mine: "take-mine", Theirs: "take-theirs", Both: "take-both"}

// Draw draws it: what happened, the sides, and what may become of the entity. Writing mine over theirs comes last and says what it
// undoes.
//
//go:noinline
func (c *Case) Draw(s Sender) app.UI {
	var table, left any
	if c.Theirs != nil || c.Mine != nil {
		table = c.table(s)
	}
	if n := Open(c.Picks); n > 0 {
		text := words.Count(n, "property was", "properties were") + " changed on both sides: choose."
		if c.Baseless {
			text = words.Count(n, "property is", "properties are") + " different: choose."
		}
		left = H("span.dim", text)
	}
	var safe, over []app.UI
	for _, o := range c.Outcomes(c.Words, c.Picks) {
		what := ".btn.small#" + outcomeIDs[o.Whose] + c.ID
		if o.Cost != "" {
			cost := "conflict-cost" + c.ID
			over = append(over, H("div.row", c.outcome(s, what+" aria-describedby="+cost, &o), H("span#"+cost, "This "+o.Cost+".")))
			continue
		}
		if o.Whose == Undecided && !o.Off {
			what = strings.Replace(what, ".btn", ".btn.primary", 1)
		}
		safe = append(safe, c.outcome(s, what, &o))
	}
	return H("div.stack", H("p", c.Said(c.Words)), table, H("div.row", safe, left), over)
}

func (c *Case) outcome(s Sender, what string, o *Outcome) app.UI {
	return Press(s, what, o.Text, c.Settle(o.Whose), Label(o.Text+": "+c.Name), Off(c.Off || o.Off))
}

// table lines up the properties. Those that are the same everywhere come last.
func (c *Case) table(s Sender) app.UI {
	heads, sides := []string{"Base", "Theirs", "Mine"}, []*wire.EntityReply{c.Base, c.Theirs, c.Mine}
	from, name := 0, "Base, theirs and mine of "
	if c.Baseless {
		from, name = 1, "Theirs and mine of "
	}
	var differ, same []app.UI
	rows := c.rows()
	for i := range rows {
		r := &rows[i]
		if tag, text := c.stands(r); tag == "dim" && c.pick(r.Name) == nil {
			same = append(same, c.row(s, r, heads, from, "tr", tag, text))
		} else {
			differ = append(differ, c.row(s, r, heads, from, "tr.differs", tag, text))
		}
	}
	columns := []string{"Property"}
	for i := from; i < len(heads); i++ {
		text := heads[i]
		if sides[i] == nil {
			text += ": not there"
		}
		columns = append(columns, text)
	}
	columns = append(columns, "Stays")
	sheet := func(label string, rows ...any) app.UI {
		return H("div.scroll-x role=region tabindex=0", Label(label),
			H("table.preview.diff.versions role=table", Label(label), H("thead role=rowgroup", H("tr role=row", Each(len(columns), func(i int) app.UI { return H("th scope=col role=columnheader", columns[i]) }))), H("tbody role=rowgroup", rows...)))
	}
	if len(same) < fewSame {
		return sheet(name+c.Name, differ, same)
	}
	return H("div.stack", sheet(name+c.Name, differ),
		H("details.same", H("summary", words.Number(len(same))+" properties are the same"), sheet("What is the same of "+c.Name, same)))
}

// fewSame is how many properties that are the same everywhere are folded, so that the outcomes are in sight.
const fewSame = 3

// pick returns the pick of a property, nil where there is nothing to choose.
func (c *Case) pick(name string) *Pick {
	for i := range c.Picks {
		if c.Picks[i].Name == name {
			return &c.Picks[i]
		}
	}
	return nil
}

// row is a property. What stays of it has a check mark.
func (c *Case) row(s Sender, r *page.DiffRow, heads []string, from int, what, tag, text string) app.UI {
	p := c.pick(r.Name)
	at := r.Apart(from)
	cells := []app.UI{H("th scope=row role=rowheader", words.Clip(r.Name, 100))}
	for i := from; i < len(heads); i++ {
		class, kept := "", []any(nil)
		if p != nil && (p.Whose == Theirs && i == 1 || p.Whose == Mine && i == 2) {
			class, kept = ".kept", []any{H("b aria-hidden=true", "✓ ")}
		}
		cells = append(cells, DiffCell(r.Cells[i], at, class, " role=cell data-side="+heads[i], kept...))
	}
	stands := H("span."+tag, text)
	if p == nil {
		return H(what+" role=row", cells, H("td role=cell", stands))
	}
	return H(what+" role=row", cells, H("td role=cell", H("div.row", stands, c.side(s, p, "Theirs", Theirs), c.side(s, p, "Mine", Mine))))
}

func (c *Case) side(s Sender, p *Pick, text string, side Whose) app.UI {
	return Press(s, ".btn.small aria-pressed="+strconv.FormatBool(p.Whose == side), text, c.Pick(p.Name, side), Label(text+" for "+words.Clip(p.Name, 60)), Off(c.Off))
}
