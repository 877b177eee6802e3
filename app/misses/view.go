package misses

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Draw says why a result is empty: filters near the one that ran, each a button with what it takes.
func Draw(s Sender, m *Model) app.UI {
	switch {
	case m.Failed != nil:
		return H("p.dim#misses", "Near misses could not be found: "+m.Failed.Message)
	case m.Stopped:
		return H("div.row#misses", H("span.dim", "The search for near misses was stopped."), Press(s, ".btn.small", "Search again", MissesPressed{}))
	case m.Reply == nil:
		return H("div.row#misses role=status", H("span.dim", "Looking for near misses"+page.SoFar(m.Progress)),
			Slot(m.Progress.Done > 0, func() app.UI { return Press(s, ".btn.small", "Stop", MissesStopPressed{}) }))
	}
	list := m.Reply.Misses
	of := "the " + words.Count(m.Reply.Entities, "entity", "entities") + " of the table"
	if m.Source != "" {
		of = "the " + words.Count(m.Reply.Entities, "entity", "entities") + " read of this table before, not the whole table"
	}
	switch {
	case m.Source != "" && m.Reply.Entities == 0:
		return H("p.dim#misses", "Why nothing matches can only be worked out from entities read before, and none were read.")
	case m.Reply.Tried == 0 && m.Reply.Why == "":
		return H("div.slot")
	case m.Reply.Tried == 0:
		return H("p.dim#misses", m.Reply.Why)
	case len(list) == 0:
		return H("p.dim#misses", strings.TrimLeft(m.Reply.Why+" ", " ")+"No filter near this one matches either. "+words.Count(m.Reply.Tried, "filter was", "filters were")+" tried on "+of+": with other capitals, spaces, types, names and keys, and with fewer clauses.")
	}
	return H("div.misses#misses",
		H("h3", "Why zero rows?"),
		H("p.dim", "Filters near this one, counted over "+of+"."),
		H("ul", Each(len(list), func(i int) app.UI {
			x := list[i]
			return H("li",
				H("button.miss#miss-"+words.Number(i)+" type=button", Title(words.Clip(x.Filter, 400)), Listen("click", func(app.Context, app.Event) { s.Send(MissTaken{Index: i}) }, app.EventScope("miss", i)),
					H("span.why", words.Clip(page.MissText(x), 240)),
					H("code", words.Clip(x.Filter, 160)),
					H("span.row", Badge(x.Class, page.Mark(x.Class)), H("b.num", words.Count(x.Count, "match", "matches")))))
		})))
}
