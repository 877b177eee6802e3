package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/state"
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
