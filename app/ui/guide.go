package ui

import (
	"context"

	"rangefinder/app/guide"
)

// readGuide fetches the pages of the guide.
func (r *Root) readGuide() {
	browser := r.platform.Page
	for _, p := range guide.Pages {
		if p.ID == guide.KeysPage {
			continue
		}
		go func() {
			text, err := browser.Fetch(context.Background(), browser.Asset("guide/"+p.ID+".md"), nil)
			r.Later(func() { r.store.Send(guide.Fetched{Page: p.ID, Text: string(text), Err: err}) })
		}()
	}
}
