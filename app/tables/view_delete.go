package tables

import (
	"rangefinder/app/bulk"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func (p *panel) deleteTable(d *page.Dialog, del *Deletion) []app.UI {
	if d.Source != "" {
		asks := p.v.Accounts.Production(d.Source)
		holds := H("span.dim", "How many entities it holds is not known: the service does not say.")
		if d.Counted != "" {
			holds = H("span", "It holds ", H("b", d.Counted))
		}
		return []app.UI{
			El("p").Body(app.Text("Deletes "), El("b").Text(d.Table), app.Text(" of the account "), El("b").Text(d.Source), app.Text(" with everything in it, for everybody. It cannot be undone.")),
			H("div.row", holds, Press(p.s, ".btn.small#drop-count", "Count them…", page.CountWanted{From: d, Field: "drop-name", Text: del.Named, Button: "drop-count"})),
			bulk.KeepFirst(p.s, d.Table, page.DeleteTablePressed{Table: d.Table}),
			Slot(asks, func() app.UI {
				return NameTable(d.Source, d.Table, "drop-name", Typed(p.s, "input", "drop-name", func(text string) page.Msg { return TableDropNamed{Text: text} }))
			}),
			El("div").Class("row end").Body(Cancel(p.s), Button("btn danger", "Delete "+d.Table+" of "+d.Source).ID("drop-go").Attr("disabled", d.Busy || asks && del.Named != d.Table).OnClick(Send(p.s, TableDropConfirmed{}))),
		}
	}
	return []app.UI{
		El("p").Body(app.Text("Deletes "), El("b").Text(d.Table), app.Text(" with its "+words.Count(d.Count, "entity", "entities")+". It can be undone until this page is reloaded.")),
		El("div").Class("row end").Body(Cancel(p.s), Button("btn danger", "Delete "+d.Table).Attr("disabled", d.Busy).OnClick(Send(p.s, TableDropConfirmed{}))),
	}
}
