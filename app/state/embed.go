package state

import (
	"strings"

	"rangefinder/app/files"
	"rangefinder/app/link"
	"rangefinder/app/page"
)

// Embed is of a page that shows one query without chrome, in memory only: for another page, or for slides. Data are the
// tables that its link brought, which the full page gets too. They are taken in without a question, because nothing is kept.
type Embed struct{ Data []link.TableData }

// ignores reports whether an embedded page has no place for a message: what would lead to the inspector or a dialog.
func (e *Embed) ignores(msg Msg) bool {
	if e == nil {
		return false
	}
	switch msg.(type) {
	case LineSelected, LineOpened, CellPressed, CellWanted, LineDeletePressed, LineDuplicatePressed, NewEntityPressed, NewTablePressed, DeleteTablePressed, GeneratePressed,
		ImportPressed, page.FilesGiven, files.ExportPressed, SharePressed, SaveQueryPressed, CodePressed, HistoryPressed, SnapshotsPressed, ColumnsPressed, RemovePressed, ShortcutsPressed, SettingsPressed, PalettePressed:
		return true
	}
	return false
}

// embedLink takes in what a link brings. The dialog that would ask first is the form that is sent, and is not drawn.
func embedLink(m Model) (Model, []Cmd) {
	e := Embed{}
	for _, t := range m.Dialog.Open.Tables {
		e.Data = append(e.Data, link.TableData{Name: t.As, Text: t.Text})
	}
	m.Embed = &e
	m, cmds, _ := updateShare(m, LinkOpened{})
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
