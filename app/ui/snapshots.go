package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// snapshots is the dialog of named snapshots, of what can be undone, and of where the workspace is kept.
func (p *DialogPanel) snapshots(d *state.Dialog) []app.UI {
	k := d.Keep
	info := p.Storage
	return []app.UI{
		slot(info != nil && len(info.Damage) > 0, func() app.UI { return p.damage(info.Damage) }),
		slot(info != nil && info.Missing, func() app.UI { return p.missing(info.Reason) }),
		el("form").OnSubmit(func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			p.Store.Send(state.SnapshotSaved{})
		}).Body(
			el("label").Attr("for", "snapshot-name").Class("dim").Text("Keep everything as it is now under a name"),
			el("div").Class("row").Body(
				void("input").ID("snapshot-name").Attr("type", "text").Attr("maxlength", 100).Attr("autocomplete", "off").Class("grow").
					OnInput(sendValue(p.Store, "snapshot-name", func(v string) state.Msg { return state.SnapshotNamed{Text: v} })),
				el("button").Attr("type", "submit").Class("btn primary").Attr("disabled", k.Busy).Text("Save a snapshot"),
			),
		),
		dialogErr(d),
		slot(len(k.List) == 0, func() app.UI {
			return el("p").Class("dim").Text("There are no snapshots yet. One holds every table and saved query; restoring it can be undone.")
		}),
		slot(len(k.List) > 0, func() app.UI { return p.checkpoints(k) }),
		slot(len(p.Undos) > 0, func() app.UI {
			return el("div").Body(
				el("h3").Text("Can be undone until this page is reloaded"),
				el("ul").Class("plain").Body(app.Range(p.Undos).Slice(func(i int) app.UI {
					u := p.Undos[i]
					return el("li").Class("row").Body(el("span").Class("grow").Text(u.Text), button("btn small", "Undo").Aria("label", "Undo: "+u.Text).OnClick(send(p.Store, state.TakeBackPressed{ID: u.ID})))
				})),
			)
		}),
		el("h3").Text("Where it is kept"),
		slot(info != nil, func() app.UI { return el("p").ID("kept-where").Text(keptWhere(info)) }),
		el("div").Class("row end").Body(
			button("btn", "Export the workspace to a file").OnClick(send(p.Store, state.WorkspaceExported{})),
			button("btn", "Close").OnClick(send(p.Store, state.DialogClosed{})),
		),
	}
}

func (p *DialogPanel) checkpoints(k *state.Snapshotting) app.UI {
	return el("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", "Snapshots").Body(el("table").Class("preview").Body(
		el("thead").Body(el("tr").Body(
			el("th").Attr("scope", "col").Text("Snapshot"), el("th").Attr("scope", "col").Text("Saved"), el("th").Attr("scope", "col").Text("Holds"), el("th").Attr("scope", "col").Text("Size"), el("td"),
		)),
		el("tbody").Body(app.Range(k.List).Slice(func(i int) app.UI {
			c := k.List[i]
			return el("tr").Body(
				el("th").Attr("scope", "row").Text(c.Name),
				el("td").Text(localTime(c.Time)),
				el("td").Text(words.Count(c.Entities, "entity", "entities")+" in "+words.Count(c.Tables, "table", "tables")),
				el("td").Text(words.Bytes(c.Bytes)),
				el("td").Class("row nowrap").Body(
					button("btn small", "Restore").Aria("label", "Restore "+c.Name).Attr("disabled", k.Busy).OnClick(send(p.Store, state.RestorePressed{ID: c.ID})),
					button("icon small", "✕").Aria("label", "Delete the snapshot "+c.Name).OnClick(send(p.Store, state.DropCheckpointPressed{ID: c.ID})),
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
		return state.FullText(s) + use
	case !s.Durable:
		return "In the memory of this tab only: " + s.Reason + " Export it to a file to keep it."
	case s.Persist:
		return "In this browser's storage; every change is on disk before it is shown, and the browser has promised to keep it." + use
	}
	return "In this browser's storage; every change is on disk before it is shown. The browser may delete it when the disk is nearly full, so export what matters." + use
}

// missing tells that the log of a workspace is not there, and lets a person begin anew.
func (p *DialogPanel) missing(reason string) app.UI {
	return el("div").Class("failure").Role("alert").Body(
		el("b").Text("The tables of this browser are missing."),
		el("p").Text(reason),
		el("p").Text("Until you begin anew, tables are in the memory of this tab only. Beginning anew loads the page again without them: export them first."),
		button("btn small", "Begin anew").ID("begin-anew").OnClick(send(p.Store, state.BeginAnewPressed{})),
	)
}

// damage tells what could not be read when the workspace was opened.
func (p *DialogPanel) damage(list []wire.DamageInfo) app.UI {
	return el("div").Class("failure").Role("alert").Body(
		el("b").Text("Part of what was kept could not be read."),
		app.Range(list).Slice(func(i int) app.UI {
			d := list[i]
			return el("div").Body(
				el("p").Text(d.Text),
				slot(d.File != "", func() app.UI {
					return el("div").Class("row").Body(
						button("btn small", "Download the damaged file").Aria("label", "Download "+d.File).OnClick(send(p.Store, state.DamagedPressed{File: d.File})),
						button("btn small", "Delete it").Aria("label", "Delete "+d.File).OnClick(send(p.Store, state.DamageForgotten{File: d.File})),
					)
				}),
			)
		}),
	)
}
