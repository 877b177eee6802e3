package queries

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// Dialog draws the dialog that asks for the name of a query, if it is the one that is open.
func Dialog(d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if d.Kind != kind {
			return Drawn{}, false
		}
		return Drawn{Label: "Save this query", Body: body(s, d.Err)}, true
	}
}

func body(s Sender, problem string) []app.UI {
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		s.Send(QueryNamed{Name: Entered(e, "query-name")})
	}).Body(
		El("div").Class("prop keyprop").Body(
			El("label").Attr("for", "query-name").Text("Name"),
			Void("input").ID("query-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Attr("maxlength", 100),
		),
		El("p").Class("dim").Text("Filter, $select and $top are kept with the table's name, in this workspace and its file. Replaces a query of that name."),
		DialogErr(problem),
		El("div").Class("row end").Body(Cancel(s), El("button").Attr("type", "submit").Class("btn primary").Text("Save")),
	)}
}
