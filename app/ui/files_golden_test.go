package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/files"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// filesPanels are literal models of the dialogs about files.
func filesPanels(store *shell.Store, hostile string) map[string]app.UI {
	undos := []page.UndoEntry{{ID: "1", Text: "Deleted the table " + hostile}}
	panel := func(d *page.Dialog, m files.Model) app.UI {
		v := &page.View{Dialog: d}
		if m.Storage != nil && m.Storage.Durable {
			v.Undos = undos
		}
		return &DialogPanel{Store: store, Dialog: &page.Dialog{Kind: d.Kind}, Features: []func(Sender) (Drawn, bool){func(s Sender) (Drawn, bool) { return files.Draw(s, &m, v) }}}
	}
	return map[string]app.UI{
		"dialog-import": panel(&page.Dialog{Kind: files.ImportFile}, files.Model{Import: &files.Import{File: port.FileRef{Name: hostile}, Layout: interchange.Layout{Format: interchange.PlainCSV, Comma: ';', Header: true},
			Inspect: &interchange.Inspection{Notes: []string{"A note."}}, Table: "Films", PK: "{Genre}", RK: "{#:6}", Policy: "replace",
			Columns: []files.ImportColumn{{Column: interchange.Column{Name: hostile, Fits: []edm.Type{edm.Int32, edm.String}, Examples: []string{"1", hostile}}, Property: "A", Type: edm.Int32}, {Column: interchange.Column{Name: "B", Declared: true, Mixed: true}, Skip: true}},
			Preview: &wire.PreviewReply{Columns: []string{"A"}, Rows: []wire.PreviewRow{{Line: 2, PartitionKey: "", RowKey: "000001", Cells: []wire.Cell{{T: edm.Int32, V: "1"}}}, {Line: 3, Refused: hostile}}}}}),
		"dialog-import-reading": panel(&page.Dialog{Kind: files.ImportFile}, files.Model{Import: &files.Import{Busy: true, File: port.FileRef{Name: "a.csv"}}}),
		"dialog-import-tables": panel(&page.Dialog{Kind: files.ImportFile, Err: "No."}, files.Model{Import: &files.Import{File: port.FileRef{Name: "w"}, Have: []string{"Movies"}, Layout: interchange.Layout{Format: interchange.Workspace},
			Inspect: &interchange.Inspection{Tables: []interchange.TableInspection{{Name: "Movies"}, {Name: "Logs"}}}}}),
		"dialog-import-done": panel(&page.Dialog{Kind: files.ImportDone, Of: &files.ImportSummary{File: port.FileRef{Name: "a.csv"},
			Reply: wire.ImportReply{Rows: 9, Added: 5, Refused: 2, Stopped: true, Line: 9, Report: "r", Undo: "u", First: []wire.RefusedRow{{Line: 4, Column: hostile, Value: hostile, Reason: "It is not a number."}}}}}, files.Model{}),
		"dialog-export": panel(&page.Dialog{Kind: files.ExportFile, Table: "Movies", Of: &files.ExportForm{Format: interchange.PlainCSV, Result: 87, Number: 1, Entities: 10681, Losses: []interchange.Loss{{Property: hostile, Reason: "Its type is lost."}}}}, files.Model{}),
		"dialog-snapshots": panel(&page.Dialog{Kind: files.Snapshots, Of: &files.Snapshotting{List: []wire.CheckpointInfo{{ID: "c1", Name: hostile, Time: "2026-11-20T09:14:02Z", Tables: 2, Entities: 10, Bytes: 2048}}}},
			files.Model{Storage: &wire.StorageInfo{Durable: true, Used: 1 << 20, Quota: 1 << 30, Damage: []wire.DamageInfo{{File: "damaged-1.log", Text: "a.log, 10 bytes from byte 4096 on: The checksum is wrong."}, {Text: "checkpoint-1.log: The header was changed."}}}}),
		"dialog-snapshots-missing": panel(&page.Dialog{Kind: files.Snapshots, Of: &files.Snapshotting{}}, files.Model{Storage: &wire.StorageInfo{Missing: true, Reason: "a.log is empty."}}),
		"dialog-share":             panel(&page.Dialog{Kind: files.ShareLink, Table: "Movies", Of: &files.Sharing{Link: "http://x/#v=1&d=" + strings.Repeat("A", 9000), Embed: "<iframe>", Data: true, Entities: 3}}, files.Model{}),
		"dialog-share-there":       panel(&page.Dialog{Kind: files.ShareLink, Source: "orders", Table: "Movies", Of: &files.Sharing{Link: "http://x/#v=1&a=orders"}}, files.Model{}),
		"dialog-open":              panel(&page.Dialog{Kind: files.OpenLink, Of: &files.Opening{Route: page.Route{Query: query.Query{Filter: "A eq 1"}}, Tables: []files.LinkedTable{{Name: hostile, As: "Shared2", Entities: 3, Bytes: 120}}}}, files.Model{}),
	}
}
