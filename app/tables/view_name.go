package tables

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (p *panel) newTable(d *page.Dialog) []app.UI {
	submit := func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.s.Send(TableNamed{Name: Entered(e, "table-name")})
	}
	return []app.UI{El("form").OnSubmit(submit).Body(
		El("div").Class("prop keyprop").Body(
			El("label").Attr("for", "table-name").Text("Name"),
			Void("input").ID("table-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 80).Aria("describedby", "table-rule").
				OnInput(SendValue(p.s, "table-name", func(v string) page.Msg { return DialogTyped{Name: v} })),
		),
		nameRule(d.Err),
		El("div").Class("row end").Body(Cancel(p.s), El("button").Attr("type", "submit").Class("btn primary").Text("Create").Attr("disabled", d.Busy)),
	)}
}

// cloneTable is the dialog of a clone, and of a rename, which is a clone and a deletion.
func (p *panel) cloneTable(d *page.Dialog, n *Naming) []app.UI {
	text := "Clone"
	if n.Drop {
		text = "Clone and delete " + d.Table
	}
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.s.Send(TableNamed{Name: Entered(e, "table-name")})
	}).Body(
		H("p", "Makes a table with the "+words.Count(d.Count, "entity", "entities")+" of "+d.Table+", as they are: Timestamps and ETags too, which a service would set anew. It can be undone until this page is reloaded."),
		H("div.prop.keyprop", H("label for=table-name", "Name of the new table"),
			Void("input").ID("table-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 80).
				Aria("describedby", "table-rule").OnInput(SendValue(p.s, "table-name", func(v string) page.Msg { return DialogTyped{Name: v} }))),
		nameRule(d.Err),
		Check("clone-drop", "Then delete "+d.Table+". The service has no rename: this is how a table gets another name. Each step can be undone.", n.Drop, func(on bool) { p.s.Send(CloneDropSet{Drop: on}) }),
		H("div.row.end", Cancel(p.s), H("button.btn.primary type=submit", Off(d.Busy), text)),
	)}
}

// nameRule says what the name of a table may be, or in the same place what is wrong with the one that is typed: nothing below moves.
func nameRule(err string) app.UI {
	return H("div.two-lines", Slot(err == "", func() app.UI {
		return H("p.dim#table-rule", "3 to 63 letters and digits, beginning with a letter. Names that differ only in case count as the same.")
	}), DialogErr(err))
}
