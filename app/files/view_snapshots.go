package files

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// snapshots is the dialog of named snapshots, of what can be undone, and of where the workspace is kept.
func (p *panel) snapshots(k *Snapshotting) []app.UI {
	info, undos := p.m.Storage, p.v.Undos
	return []app.UI{
		Slot(info != nil && len(info.Damage) > 0, func() app.UI { return p.damage(info.Damage) }),
		Slot(info != nil && info.Missing, func() app.UI { return p.missing(info.Reason) }),
		El("form").OnSubmit(func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			p.s.Send(SnapshotSaved{})
		}).Body(
			El("label").Attr("for", "snapshot-name").Class("dim").Text("Keep everything as it is now under a name"),
			El("div").Class("row").Body(
				Void("input").ID("snapshot-name").Attr("type", "text").Attr("maxlength", 100).Attr("autocomplete", "off").Class("grow").
					OnInput(SendValue(p.s, "snapshot-name", func(v string) page.Msg { return SnapshotNamed{Text: v} })),
				El("button").Attr("type", "submit").Class("btn primary").Attr("disabled", k.Busy).Text("Save a snapshot"),
			),
		),
		DialogErr(p.v.Dialog.Err),
		Slot(len(k.List) == 0, func() app.UI {
			return El("p").Class("dim").Text("There are no snapshots yet. One holds every table and saved query; restoring it can be undone.")
		}),
		Slot(len(k.List) > 0, func() app.UI { return p.checkpoints(k) }),
		Slot(len(undos) > 0, func() app.UI {
			return El("div").Body(
				El("h3").Text("Can be undone until this page is reloaded"),
				El("ul").Class("plain").Body(app.Range(undos).Slice(func(i int) app.UI {
					u := undos[i]
					return El("li").Class("row").Body(El("span").Class("grow").Text(u.Text), Button("btn small", "Undo").Aria("label", "Undo: "+u.Text).OnClick(Send(p.s, page.TakeBackPressed{ID: u.ID})))
				})),
			)
		}),
		El("h3").Text("Where it is kept"),
		Slot(info != nil, func() app.UI { return El("p").ID("kept-where").Text(keptWhere(info)) }),
		El("div").Class("row end").Body(
			Button("btn", "Export the workspace to a file").OnClick(Send(p.s, WorkspaceExported{})),
			Close(p.s),
		),
	}
}

func (p *panel) checkpoints(k *Snapshotting) app.UI {
	return El("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", "Snapshots").Body(El("table").Class("preview").Body(
		El("thead").Body(El("tr").Body(
			El("th").Attr("scope", "col").Text("Snapshot"), El("th").Attr("scope", "col").Text("Saved"), El("th").Attr("scope", "col").Text("Holds"), El("th").Attr("scope", "col").Text("Size"), El("td"),
		)),
		El("tbody").Body(app.Range(k.List).Slice(func(i int) app.UI {
			c := k.List[i]
			return El("tr").Body(
				El("th").Attr("scope", "row").Text(c.Name),
				El("td").Text(localTime(c.Time)),
				El("td").Text(words.Count(c.Entities, "entity", "entities")+" in "+words.Count(c.Tables, "table", "tables")),
				El("td").Text(words.Bytes(c.Bytes)),
				El("td").Class("row nowrap").Body(
					Button("btn small", "Restore").Aria("label", "Restore "+c.Name).Attr("disabled", k.Busy).OnClick(Send(p.s, RestorePressed{ID: c.ID})),
					Button("icon small", "✕").Aria("label", "Delete the snapshot "+c.Name).OnClick(Send(p.s, DropCheckpointPressed{ID: c.ID})),
				),
			)
		})),
	))
}

// localTime shows a time of RFC 3339 in the browser's zone.
func localTime(text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return text
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// keptWhere says where the workspace is, in sentences.
func keptWhere(s *wire.StorageInfo) string {
	use := ""
	if s.Used > 0 {
		use = " " + words.Bytes(s.Used) + " of this site's " + words.Bytes(s.Quota) + " are used."
	}
	switch {
	case s.Failed != "":
		return "Nothing can be saved any more: " + s.Failed
	case s.Full:
		return FullText(s) + use
	case !s.Durable:
		return "In the memory of this tab only: " + s.Reason + " Export it to a file to keep it."
	case s.Persist:
		return "In this browser's storage; every change is on disk before it is shown, and the browser has promised to keep it." + use
	}
	return "In this browser's storage; every change is on disk before it is shown. The browser may delete it when the disk is nearly full, so export what matters." + use
}

// missing tells that the log of a workspace is not there, and lets a person begin anew.
func (p *panel) missing(reason string) app.UI {
	return El("div").Class("failure").Role("alert").Body(
		El("b").Text("The tables of this browser are missing."),
		El("p").Text(reason),
		El("p").Text("Tables that you make now are only in the memory of this tab. “Begin anew” loads the page again without them, so export them first."),
		Button("btn small", "Begin anew").ID("begin-anew").OnClick(Send(p.s, BeginAnewPressed{})),
	)
}

// damage tells what could not be read when the workspace was opened.
func (p *panel) damage(list []wire.DamageInfo) app.UI {
	return El("div").Class("failure").Role("alert").Body(
		El("b").Text("Part of the stored data could not be read."),
		app.Range(list).Slice(func(i int) app.UI {
			d := list[i]
			return El("div").Body(
				El("p").Text(d.Text),
				Slot(d.File != "", func() app.UI {
					return El("div").Class("row").Body(
						Button("btn small", "Download the damaged file").Aria("label", "Download "+d.File).OnClick(Send(p.s, DamagedPressed{File: d.File})),
						Button("btn small", "Delete it").Aria("label", "Delete "+d.File).OnClick(Send(p.s, DamageForgotten{File: d.File})),
					)
				}),
			)
		}),
	)
}
