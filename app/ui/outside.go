package ui

import (
	"time"

	"rangefinder/app/accounts"
	"rangefinder/app/course"
	"rangefinder/app/page"
	"rangefinder/app/settings"
	"rangefinder/app/shell"
)

// doOutside carries out what goes to the server of the page, to what the browser keeps or into a file; false when the command is another.
func (r *Root) doOutside(cmd page.Cmd) bool {
	doc := r.platform.Page
	tell := func(msg page.Msg) { r.Later(func() { r.store.Send(msg) }) }
	switch cmd := cmd.(type) {
	case page.KeepSetting:
		if refused := doc.SetSetting(cmd.Key, cmd.Value) != nil; refused != r.model.Keeping.Unkept {
			tell(settings.Refused{Refused: refused})
		}
	case course.NoteEffort:
		cmd.Keep(r.platform.Page, time.Now())
	case course.RecallEfforts:
		cmd.Keep(r.platform.Page)
	case course.SaveReport:
		cmd.Offer(r.platform.Page, time.Now())
	case page.Download:
		doc.Download(cmd.Name, cmd.Mime, cmd.Data)
	default:
		return accounts.Serve(r.platform.Accounts, cmd, tell)
	}
	return true
}

// badge keeps the document's title and icon in step with the source on screen.
func (r *Root) badge(old, now *shell.Model) {
	if old.Sources == now.Sources && old.Query.Source == now.Query.Source {
		return
	}
	a, label := now.Account(), now.Query.Source
	if a != nil {
		label = accounts.Named(a)
	}
	if label != r.badged {
		r.badged = label
		r.platform.Page.SetBadge(label, accounts.Colour(a))
	}
}
