package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/state"
)

// saveQuery asks for a name.
func (p *DialogPanel) saveQuery(d *state.Dialog) []app.UI {
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.QueryNamed{Name: Entered(e, "query-name")})
	}).Body(
		El("div").Class("prop keyprop").Body(
			El("label").Attr("for", "query-name").Text("Name"),
			Void("input").ID("query-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Attr("maxlength", 100),
		),
		El("p").Class("dim").Text("Filter, $select and $top are kept with the table's name, in this workspace and its file. Replaces a query of that name."),
		DialogErr(d.Err),
		El("div").Class("row end").Body(Cancel(p.Store), El("button").Attr("type", "submit").Class("btn primary").Text("Save")),
	)}
}
