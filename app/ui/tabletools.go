package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/partitions"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// cloneTable is the dialog of a clone, and of a rename, which is a clone and a deletion.
func (p *DialogPanel) cloneTable(d *state.Dialog) []app.UI {
	text := "Clone"
	if d.Drop {
		text = "Clone and delete " + d.Table
	}
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.TableNamed{Name: Entered(e, "table-name")})
	}).Body(
		H("p", "Makes a table with the "+words.Count(d.Count, "entity", "entities")+" of "+d.Table+", as they are: Timestamps and ETags too, which a service would set anew. It can be undone until this page is reloaded."),
		H("div.prop.keyprop", H("label for=table-name", "Name of the new table"),
			Void("input").ID("table-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 80).
				OnInput(SendValue(p.Store, "table-name", func(v string) state.Msg { return state.DialogTyped{Name: v} }))),
		Check("clone-drop", "Then delete "+d.Table+". The service has no rename: this is how a table gets another name. Each step can be undone.", d.Drop, func(on bool) { p.Store.Send(state.CloneDropSet{Drop: on}) }),
		DialogErr(d.Err),
		H("div.row.end", Cancel(p.Store), H("button.btn.primary type=submit", Off(d.Busy), text)),
	)}
}

// stats is the dialog of what a table comes to.
func (p *DialogPanel) stats(d *state.Dialog) []app.UI {
	s := d.Stats
	switch {
	case s.Failed != "":
		return []app.UI{H("p.err role=alert", s.Failed)}
	case s.Sizes == nil:
		return []app.UI{H("p.dim role=status", "Counting…")}
	}
	facts := s.Facts()
	return []app.UI{
		H("dl.stats", Each(2*len(facts), func(i int) app.UI {
			if i%2 == 0 {
				return H("dt", facts[i/2][0])
			}
			return H("dd.wrap", facts[i/2][1])
		})),
		partitions.Properties(p.Store, s.Census, p.Exact),
		H("p.dim", "Counts are exact. Bytes are what the service bills an entity for: its keys, the names and values of its properties, and 4 bytes more."),
		H("div.row.end",
			HowComputed(p.Store, "numbers"), H("span.grow"),
			Press(p.Store, ".btn#stats-copy", "Copy", state.CopyPressed{What: "the statistics", Text: wire.TSV(pairs(facts))}, Label("Copy the statistics")),
			Press(p.Store, ".btn", "Clone…", state.ClonePressed{Table: d.Table}),
			Press(p.Store, ".btn", "See all partitions", state.PartitionsWanted{}),
		),
	}
}

func pairs(list [][2]string) [][]string {
	lines := make([][]string, len(list))
	for i := range list {
		lines[i] = list[i][:]
	}
	return lines
}
