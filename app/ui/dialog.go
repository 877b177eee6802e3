package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/bulk"
	"rangefinder/app/code"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/course"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/guide"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	. "rangefinder/app/kit"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/port"
	"rangefinder/app/queries"
	"rangefinder/app/querytabs"
	"rangefinder/app/review"
	"rangefinder/app/shell"
	"rangefinder/app/tables"
)

// DialogPanel is the one native dialog of the page; the browser traps the focus in it and closes it with Escape.
type DialogPanel struct {
	app.Compo
	Store    *shell.Store
	Dialog   *page.Dialog
	Told     string                         // by its live region
	Features []func(s Sender) (Drawn, bool) // draw the dialog of a feature, false when it is not theirs
	root     *Root
}

func (p *DialogPanel) Render() app.UI {
	var body []app.UI
	label, class := "Dialog", ""
	if p.Dialog != nil {
		drawn := p.drawn()
		if drawn.Bare {
			return p.frame(drawn.Label, drawn.Class, drawn.Body[0])
		}
		label, class, body = drawn.Label, drawn.Class, drawn.Body
		// The button that closes is last, so that the keyboard begins with what the dialog is about.
		body = append(append([]app.UI{El("h2").Text(label)}, body...), Button("icon closer", "✕").Aria("label", "Close").OnClick(Send(p.Store, page.DialogClosed{})))
	}
	return p.frame(label, class, El("div").Class("dialog-body").Body(body...))
}

// featureDialogs draw the dialogs of the features; nil while none is open.
func featureDialogs(m *shell.Model, p port.Page) []func(s Sender) (Drawn, bool) {
	if m.Dialog == nil {
		return nil
	}
	v := m.View()
	return []func(s Sender) (Drawn, bool){
		accounts.Dialog(m.Sources, v.Dialog),
		course.Dialog(m.Course, v.Dialog),
		queries.Dialog(v.Dialog),
		querytabs.Dialog(v.Dialog),
		code.Dialog(v.Dialog),
		history.Dialog(m.History, v.Dialog),
		copies.Dialog(m.Copies, v, accounts.ConnectPressed{}),
		move.Dialog(m.Move, v.Dialog),
		count.Dialog(m.Count, v.Dialog),
		copyto.Dialog(m.CopyTo, v),
		bulk.Dialog(v),
		func(s Sender) (Drawn, bool) { return shortcuts(m) },
		func(s Sender) (Drawn, bool) { return palette.Draw(s, v.Dialog) },
		func(s Sender) (Drawn, bool) { return m.Keeping.Draw(s, v) },
		tables.Dialog(v, m.Recount),
		review.Dialog(v, m.Pending),
		inspector.Dialog(v.Dialog),
		func(s Sender) (Drawn, bool) { return files.Draw(s, m.Files, v) },
		func(s Sender) (Drawn, bool) { return guide.Draw(s, m.Guide, v) },
		func(s Sender) (Drawn, bool) { return grid.Draw(s, m.Grid, v.Dialog, p) },
	}
}

// drawn is the dialog of the feature that has one open.
func (p *DialogPanel) drawn() Drawn {
	for _, draw := range p.Features {
		if drawn, ok := draw(p.Store); ok {
			return drawn
		}
	}
	return Drawn{Label: "Dialog"}
}

// frame is the dialog element.
func (p *DialogPanel) frame(label, class string, body app.UI) app.UI {
	return El("dialog").ID("dialog").Class(class).Aria("label", label).On("close", func(ctx app.Context, e app.Event) {
		if p.root != nil {
			p.root.dialogClosed()
		}
	}).Body(body, El("div").Class("sr").Role("status").Aria("live", "polite").Text(p.Told))
}

// shortcuts is the sheet of keys: the commands that have any.
func shortcuts(m *shell.Model) (Drawn, bool) {
	if m.Dialog.Kind != shell.Shortcuts {
		return Drawn{}, false
	}
	var groups []string
	rows := map[string][]app.UI{}
	for _, c := range shell.Commands(m) {
		if len(c.Keys) == 0 {
			continue
		}
		if rows[c.Group] == nil {
			groups = append(groups, c.Group)
		}
		what := c.Title
		if c.Place != "" {
			what += " (" + c.Place + ")"
		}
		rows[c.Group] = append(rows[c.Group], H("tr", H("th scope=row", Each(len(c.Keys), func(i int) app.UI { return H("kbd", c.Keys[i]) })), H("td", what)))
	}
	return Drawn{Label: "Keyboard", Body: []app.UI{H("table.keys", Each(len(groups), func(i int) app.UI {
		return H("tbody", H("tr", H("th.group colspan=2 scope=rowgroup", groups[i])), rows[groups[i]])
	}))}}, true
}
