package files

import (
	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// panel draws a dialog about files.
type panel struct {
	s Sender
	m *Model
	v *page.View
}

// Draw draws the dialog that is open; false when it is not about files.
func Draw(s Sender, m *Model, v *page.View) (Drawn, bool) {
	p := &panel{s, m, v}
	switch d := v.Dialog; {
	case d == nil:
	case d.Kind == ImportFile:
		label := "Import"
		if m.Import != nil {
			label += " " + m.Import.File.Name
		}
		return Drawn{Label: label, Class: "wide import", Body: p.importFile()}, true
	case d.Kind == ImportDone:
		done := page.Held[ImportSummary](d)
		return Drawn{Label: done.title(), Class: "wide", Body: p.importDone(done)}, true
	case d.Kind == ExportFile:
		return Drawn{Label: "Export", Body: p.exportFile(page.Held[ExportForm](d))}, true
	case d.Kind == Snapshots:
		return Drawn{Label: "Snapshots and storage", Class: "wide", Body: p.snapshots(page.Held[Snapshotting](d))}, true
	case d.Kind == ShareLink:
		return Drawn{Label: "Share", Body: p.share(page.Held[Sharing](d))}, true
	case d.Kind == OpenLink:
		return Drawn{Label: "Open a link", Body: p.openLink(page.Held[Opening](d))}, true
	}
	return Drawn{}, false
}
