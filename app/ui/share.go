package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
)

// share is the dialog that makes a link.
func (p *DialogPanel) share(d *state.Dialog) []app.UI {
	s := d.Share
	about := "The link holds the table's name, the query and this view, and shows them on the table of that name that its reader has. It stays between you: what follows the # is not sent to any server."
	if d.Source != "" {
		about = "The link holds the query and the name " + d.Source + ", by which its reader's own server must know the account. It holds no data, address or key, and opening it runs nothing."
	}
	if s.Comparison {
		about = "The link holds the table's name, the query, and the designs and access patterns of the lab, which are measured on the table of that name that its reader has. It stays between you: what follows the # is not sent to any server."
	}
	return []app.UI{
		el("p").Text(about),
		slot(d.Table != "" && d.Source == "", func() app.UI {
			return check("share-data", "Put the table's entities into the link too", s.Data, func(on bool) { p.Store.Send(state.ShareDataChosen{Data: on}) })
		}),
		slot(s.Busy, func() app.UI { return el("p").Class("dim").Role("status").Text("Reading the table…") }),
		dialogErr(d),
		slot(s.Link != "", func() app.UI {
			return el("div").Class("prop keyprop").Body(
				el("label").Attr("for", "share-link").Text("Link, "+words.Bytes(int64(len(s.Link)))),
				el("textarea").ID("share-link").Class("mono link").Attr("readonly", true).Attr("rows", 3).Text(s.Link),
			)
		}),
		slot(s.Data && s.Entities > 0 && !s.Busy, func() app.UI {
			return el("p").Class("dim").Text("With " + words.Count(s.Entities, "entity", "entities") + " of " + d.Table + ". Whoever opens it is shown what it adds before anything is added.")
		}),
		slot(s.Long() || s.TooLarge || s.Link == "" && !s.Busy, func() app.UI { return p.insteadOfLink(s) }),
		slot(d.Source == "" && s.Embed != "", func() app.UI { return p.embed(s) }),
		el("div").Class("row end").Body(p.cancel(), button("btn primary", "Copy the link").ID("share-copy").Attr("disabled", s.Link == "" || s.Busy).OnClick(send(p.Store, state.LinkCopied{}))),
	}
}

// insteadOfLink is what passes where a link is too long, or cannot be.
func (p *DialogPanel) insteadOfLink(s *state.Sharing) app.UI {
	file := "A workspace file passes everywhere."
	if !s.Data {
		file = "A workspace file passes everywhere, and holds the query when that is saved under a name."
	}
	return el("div").Class("advice-box").Role("status").Body(
		slot(s.Long(), func() app.UI { return el("b").Text("A long link") }),
		slot(s.Long(), func() app.UI {
			return el("span").Text("Mail and chat programs often cut links over 8 kB. " + file)
		}),
		el("div").Class("row").Body(
			slot(!s.Data, func() app.UI {
				return press(p.Store, ".btn.small#share-save", "Save the query…", state.SaveQueryPressed{})
			}),
			button("btn small", "Save a workspace file instead").OnClick(send(p.Store, state.WorkspaceExported{})),
		),
	)
}

// embed is the HTML that shows a link in another page.
func (p *DialogPanel) embed(s *state.Sharing) app.UI {
	return el("details").Body(
		el("summary").Text("Show it in a web page or slides"),
		el("div").Class("row").Body(
			el("label").Attr("for", "share-theme").Text("Colours"),
			el("select").ID("share-theme").OnChange(sendValue(p.Store, "share-theme", func(v string) state.Msg { return state.ShareThemeChosen{Theme: v} })).Body(options(s.Theme, "", "the reader's", "light", "light", "dark", "dark")...),
			el("span").Class("grow"),
			button("btn small", "Copy the HTML").OnClick(send(p.Store, state.LinkCopied{Embed: true})),
		),
		el("textarea").ID("share-embed").Class("mono link").Attr("readonly", true).Attr("rows", 3).Aria("label", "HTML").Text(s.Embed),
	)
}

// openLink shows what a link would add.
func (p *DialogPanel) openLink(d *state.Dialog) []app.UI {
	o := d.Open
	return []app.UI{
		el("p").Text("This link brings data. Nothing of it is in this browser yet."),
		el("ul").Class("notes").Body(app.Range(o.Tables).Slice(func(i int) app.UI {
			t := o.Tables[i]
			text := words.Count(t.Entities, "entity", "entities") + ", " + words.Bytes(int64(t.Bytes))
			if t.As != t.Name {
				text += ", added as " + t.As + " because there is a table of its name"
			}
			return el("li").Body(el("b").Text(t.Name), app.Text(" · "+text))
		})),
		slot(o.Route.Filter != "", func() app.UI {
			return el("div").Body(el("p").Class("dim").Text("and shows the query"), el("code").Class("wrap").Text(o.Route.Filter))
		}),
		dialogErr(d),
		el("div").Class("row end").Body(
			button("btn", "Do not add it").OnClick(send(p.Store, state.DialogClosed{})),
			button("btn primary", "Add it and open").ID("link-open").Attr("disabled", o.Busy).OnClick(send(p.Store, state.LinkOpened{})),
		),
	}
}

// saveQuery asks for a name.
func (p *DialogPanel) saveQuery(d *state.Dialog) []app.UI {
	return []app.UI{el("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.QueryNamed{Name: app.Window().GetElementByID("query-name").Get("value").String()})
	}).Body(
		el("div").Class("prop keyprop").Body(
			el("label").Attr("for", "query-name").Text("Name"),
			void("input").ID("query-name").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Attr("maxlength", 100),
		),
		el("p").Class("dim").Text("Filter, $select and $top are kept with the table's name, in this workspace and its file. A name that is there is replaced."),
		dialogErr(d),
		el("div").Class("row end").Body(p.cancel(), el("button").Attr("type", "submit").Class("btn primary").Text("Save")),
	)}
}
