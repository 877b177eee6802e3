package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/words"
)

// Options are the choices of a select: value and text in turns.
//
//go:noinline
func Options(chosen string, pairs ...string) []app.UI {
	out := make([]app.UI, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, El("option").Attr("value", pairs[i]).Attr("selected", pairs[i] == chosen).Text(pairs[i+1]))
	}
	return out
}

// Check is a labelled check box.
//
//go:noinline
func Check(id, label string, on bool, set func(bool)) app.UI {
	return El("label").Class("row check").Body(
		Void("input").ID(id).Attr("type", "checkbox").Attr("checked", on).OnChange(func(ctx app.Context, e app.Event) {
			set(ctx.JSSrc().Get("checked").Bool())
		}, app.EventScope(id, on)),
		El("span").Text(label),
	)
}

// NameTable asks for the table's name, because the account is marked production.
func NameTable(source, table, id string, typed ...any) app.UI {
	return H("div.prop.keyprop", H("label for="+id, source+" is marked production. Type the name of the table, "+words.Quote(table)+", to go on"),
		H("input#"+id+" type=text autocomplete=off spellcheck=false maxlength=63", typed...))
}
