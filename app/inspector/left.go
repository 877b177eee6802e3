package inspector

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/review"
)

// Left sees to it that edits are never lost unseen: when a message took a form with unsaved edits off the screen, a notice offers to
// bring it back. now is the form that is there after it.
func Left(form, now *edit.Inspector, msg page.Msg) []page.Cmd {
	if now == form || !form.Dirty() {
		return nil
	}
	switch msg.(type) {
	case EntityDropConfirmed, DuplicatePressed, review.PendingUndone, review.PendingRedone:
		return nil // thrown away knowingly, or carried on
	case SavePressed, SaveNowPressed:
		return nil // it is a pending change now, or still on screen
	case edit.Saved:
		if form.Busy {
			return nil // it was this form that was saved
		}
	case page.NewEntityPressed, RevertPressed:
		// An empty form in place of a filled one has the same mode, and the same entity again.
	default:
		if same(form, now) {
			return nil
		}
	}
	return []page.Cmd{page.Notify{Notice: page.Notice{Text: "What was typed for " + form.Called() + " is not committed.", Undo: edit.FormReturned{Form: form}, Action: "Bring it back"}}}
}

// same reports whether b is a with something typed.
func same(a, b *edit.Inspector) bool {
	return a.Mode == b.Mode && a.Source == b.Source && a.Table == b.Table && a.Original == b.Original
}
