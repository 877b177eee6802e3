package inspector

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// Dialog draws the dialogs of the inspector; false for those of others.
func Dialog(d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		switch {
		case d == nil:
		case d.Kind == PasteDialog:
			return Drawn{Label: "Paste an entity", Body: paste(s, d)}, true
		case d.Kind == DeleteDialog:
			return Drawn{Label: "Delete this entity", Body: []app.UI{
				H("p", "Deletes the entity shown in the inspector, if nobody changed it since it was read. It can be undone from the message that follows."),
				H("div.row.end", Cancel(s), Button("btn danger", "Delete").OnClick(Send(s, EntityDropConfirmed{}))),
			}}, true
		}
		return Drawn{}, false
	}
}

// paste is the dialog that takes an entity as JSON.
func paste(s Sender, d *page.Dialog) []app.UI {
	submit := func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		s.Send(JSONPasted{Text: Entered(e, "paste-json")})
	}
	return []app.UI{H("form", Listen("submit", submit, app.EventScope("paste")),
		H("p.dim", "One entity as the service writes it: types stand beside their property as Name@odata.type. Bare JSON works too. It fills the form of a new entity; nothing is written."),
		H("textarea.link#paste-json rows=10 autofocus=true spellcheck=false", Label("Entity as JSON")),
		DialogErr(d.Err),
		H("div.row.end", Cancel(s), H("button.btn.primary type=submit", "Fill the form")))}
}
