package files

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// share is the dialog that makes a link.
func (p *panel) share(s *Sharing) []app.UI {
	d := p.v.Dialog
	about := "The link holds the table's name, the query and this view, and opens on the reader's own table of that name. Nothing is sent to a server: what follows the # stays in the browser."
	if d.Source != "" {
		about = "The link holds the query and the name of the account, " + d.Source + ". It works where the reader's own server has an account of that name. It holds no data, address or key, and opening it runs nothing."
	}
	if s.Comparison {
		about = "The link holds the table's name, the query, and the designs and access patterns of the lab, which are measured on the reader's own table of that name. Nothing is sent to a server: what follows the # stays in the browser."
	}
	return []app.UI{
		El("p").Text(about),
		Slot(d.Table != "" && d.Source == "", func() app.UI {
			return Check("share-data", "Put the table's entities into the link too", s.Data, func(on bool) { p.s.Send(ShareDataChosen{Data: on}) })
		}),
		Slot(s.Busy, func() app.UI { return El("p").Class("dim").Role("status").Text("Reading the table…") }),
		DialogErr(p.v.Dialog.Err),
		Slot(s.Link != "", func() app.UI {
			return El("div").Class("prop keyprop").Body(
				El("label").Attr("for", "share-link").Text("Link, "+words.Bytes(int64(len(s.Link)))),
				El("textarea").ID("share-link").Class("mono link").Attr("readonly", true).Attr("rows", 3).Text(s.Link),
			)
		}),
		Slot(s.Data && s.Entities > 0 && !s.Busy, func() app.UI {
			return El("p").Class("dim").Text("With " + words.Count(s.Entities, "entity", "entities") + " of " + d.Table + ". Whoever opens it is shown what it adds before anything is added.")
		}),
		Slot(s.Long() || s.TooLarge || s.Link == "" && !s.Busy, func() app.UI { return p.insteadOfLink(s) }),
		Slot(d.Source == "" && s.Embed != "", func() app.UI { return p.embed(s) }),
		El("div").Class("row end").Body(Cancel(p.s), Button("btn primary", "Copy the link").ID("share-copy").Attr("disabled", s.Link == "" || s.Busy).OnClick(Send(p.s, LinkCopied{}))),
	}
}

// insteadOfLink is what passes where a link is too long, or cannot be.
func (p *panel) insteadOfLink(s *Sharing) app.UI {
	file := "A workspace file has no such limit."
	if !s.Data {
		file = "A workspace file has no such limit, and holds the query if it is saved under a name."
	}
	return El("div").Class("advice-box").Role("status").Body(
		Slot(s.Long(), func() app.UI { return El("b").Text("A long link") }),
		Slot(s.Long(), func() app.UI {
			return El("span").Text("Mail and chat programs often cut links over 8 kB. " + file)
		}),
		El("div").Class("row").Body(
			Slot(!s.Data, func() app.UI {
				return Press(p.s, ".btn.small#share-save", "Save the query…", page.SaveQueryPressed{})
			}),
			Button("btn small", "Save a workspace file instead").OnClick(Send(p.s, WorkspaceExported{})),
		),
	)
}

// embed is the HTML that shows a link in another page.
func (p *panel) embed(s *Sharing) app.UI {
	return El("details").Body(
		El("summary").Text("Show it in a web page or slides"),
		El("div").Class("row").Body(
			El("label").Attr("for", "share-theme").Text("Colours"),
			El("select").ID("share-theme").OnChange(SendValue(p.s, "share-theme", func(v string) page.Msg { return ShareThemeChosen{Theme: v} })).Body(Options(s.Theme, "", "the reader's", "light", "light", "dark", "dark")...),
			El("span").Class("grow"),
			Button("btn small", "Copy the HTML").OnClick(Send(p.s, LinkCopied{Embed: true})),
		),
		El("textarea").ID("share-embed").Class("mono link").Attr("readonly", true).Attr("rows", 3).Aria("label", "HTML").Text(s.Embed),
	)
}

// openLink shows what a link would add.
func (p *panel) openLink(o *Opening) []app.UI {
	return []app.UI{
		El("p").Text("This link brings data. Nothing of it is in this browser yet."),
		El("ul").Class("notes").Body(app.Range(o.Tables).Slice(func(i int) app.UI {
			t := o.Tables[i]
			text := words.Count(t.Entities, "entity", "entities") + ", " + words.Bytes(int64(t.Bytes)) + " as JSON"
			if t.As != t.Name {
				text += ", added as " + t.As + " because there is a table of its name"
			}
			return El("li").Body(El("b").Text(t.Name), app.Text(" · "+text))
		})),
		Slot(o.Route.Filter != "", func() app.UI {
			return El("div").Body(El("p").Class("dim").Text("and shows the query"), El("code").Class("wrap").Text(o.Route.Filter))
		}),
		DialogErr(p.v.Dialog.Err),
		El("div").Class("row end").Body(
			Button("btn", "Do not add it").OnClick(Send(p.s, page.DialogClosed{})),
			Button("btn primary", "Add it and open").ID("link-open").Attr("disabled", o.Busy).OnClick(Send(p.s, LinkOpened{})),
		),
	}
}
