package copies

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// Mark is the button beside a table of the list that is a copy.
func Mark(s Sender, c *tablesync.Copy) app.UI {
	what, text := ".icon.small.copy", "⇄"
	if c.Partial {
		what, text = what+".odd", text+" part"
	}
	if n := c.Pending - c.Conflicts; n > 0 {
		text += " " + words.Number(n)
	}
	if c.Conflicts > 0 {
		what, text = what+".bad", text+" ⚠ "+words.Number(c.Conflicts)
	}
	is := copyIs(c)
	return Press(s, what, text, Opened{Table: c.Table}, Title(is), Label(c.Table+", "+is))
}

// AccountMarks are the buttons beside a table of an account: its copies in this browser, and a pull.
func AccountMarks(s Sender, m *Model, source, table string, busy bool) app.UI {
	list := m.Of(source, table)
	return H("div.slot", Each(len(list), func(i int) app.UI { return Mark(s, list[i]) }),
		Press(s, ".icon.small", "⇣", page.PullPressed{Table: table}, Title("Pull a copy into this browser"), Label("Pull a copy of "+table), Off(busy)))
}

// copyIs says what a copy is of and what it lacks.
func copyIs(c *tablesync.Copy) string {
	text := CopyOf(c)
	if more := Unsynced(c); more != "" {
		text += " · " + more
	}
	return text
}

// Actions are what the query line offers of copies: of a table of an account a pull, of a copy its dialog.
func Actions(s Sender, m *Model, source, table string, busy bool) app.UI {
	if table == "" {
		return H("div.slot")
	}
	if c := m.Copy(table); c != nil && source == "" { // its dialog has the rest
		text := cmp.Or(Unsynced(c), CopyOf(c))
		return Press(s, ".btn.small.copy#copy", "⇄ "+words.Clip(text, 80), Opened{Table: c.Table}, Title(copyIs(c)+": pull again, compare, push"))
	}
	var first any
	var copies []app.UI
	if source != "" {
		for _, c := range m.Of(source, table) {
			copies = append(copies, Press(s, ".btn.small.copy", "⇄ "+words.Clip(c.Table+" "+Unsynced(c), 100), Opened{Table: c.Table}, Title("The "+copyIs(c)+", in this browser")))
		}
		first = Press(s, ".btn.small#pull", "", page.PullPressed{Table: table}, Title("Copy this table, or a part of it, into this browser"), Label("Pull a copy…"), "Pull", H("span.not-phone", " a copy"), "…", Off(busy))
	}
	return H("div.slot", copies, first)
}
