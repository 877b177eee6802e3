package shell

import (
	"strings"

	"rangefinder/app/bulk"
	"rangefinder/app/celledit"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/settings"
)

// Embed is of a page that shows one query without chrome, in memory only: for another page, or for slides. Data are the
// tables that its link brought, which the full page gets too. They are taken in without a question, because nothing is kept.
type Embed struct{ Data []link.TableData }

// ignores reports whether an embedded page has no place for a message: what would lead to the inspector or a dialog.
func (e *Embed) ignores(msg page.Msg) bool {
	if e == nil {
		return false
	}
	switch msg.(type) {
	case grid.LineSelected, grid.LineOpened, celledit.CellPressed, page.CellWanted, grid.LineDeletePressed, grid.CellsSet, grid.RowsTaken, grid.LineDuplicatePressed, page.NewEntityPressed, page.NewTablePressed, page.DeleteTablePressed, page.GeneratePressed,
		page.ImportPressed, page.FilesGiven, files.ExportPressed, page.SharePressed, page.SaveQueryPressed, page.CodePressed, history.HistoryPressed, files.SnapshotsPressed, grid.ColumnsPressed, bulk.RemovePressed, ShortcutsPressed, settings.Pressed, palette.Pressed:
		return true
	}
	return false
}

// offerLink shows what a link brings. An embedded page takes it in, and keeps it for the address of the full one.
func offerLink(m Model, route page.Route, data []link.TableData) (Model, []page.Cmd) {
	m, cmds := update(m, files.LinkOffered{Route: route, Data: data})
	if m.Embed != nil {
		e := Embed{}
		for _, t := range page.Held[files.Opening](m.Dialog).Tables {
			e.Data = append(e.Data, link.TableData{Name: t.As, Text: t.Text})
		}
		m.Embed = &e
	}
	return m, cmds
}

// FullAddress is the address at which the full page shows what an embedded one does, with its data.
func FullAddress(m *Model) string {
	l := routeOf(*m).Link()
	if m.Embed != nil {
		for _, t := range m.Embed.Data {
			if strings.EqualFold(t.Name, l.Table) {
				l.Data = []link.TableData{t}
			}
		}
	}
	fragment, err := link.Encode(l)
	if err != nil {
		l.Data = nil
		fragment, _ = link.Encode(l)
	}
	return m.Base + "#" + fragment
}
