package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/settings"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// livePanels are the panels about accounts as TestPanels_Golden draws them.
func livePanels(store *shell.Store, hostile string, scan *plan.Plan) map[string]app.UI {
	live := port.Account{Name: "orders", Live: true, Endpoint: "https://orders.example/" + hostile, Label: "production", Typed: true}
	own := port.Account{Name: "devstoreaccount1", Writes: true}
	sources := &accounts.Model{Retry: "linear", Accounts: page.Accounts{Has: true, Known: true, List: []port.Account{own, live}}}
	view := &accounts.Live{AccountTables: page.AccountTables{Source: "orders", Listed: true, Tables: []wire.TableInfo{{Name: hostile, Entities: wire.Unknown}, {Name: "Movies", Entities: wire.Unknown}}}}
	scan.Explain = &wire.ExplainReply{Live: true, Cost: wire.Cost{Class: filterlang.FullScan, Examined: wire.Unknown, Partitions: wire.Unknown, Queries: 1}}
	scan.Match = nil
	reply := &wire.RunReply{Result: 1, Lines: 13, Pages: 3, Stats: wire.RunStats{Examined: 12, Returned: 12, Micros: 250_000}, Live: &wire.LiveRun{
		More: true, AtLeast: true, Requests: 4, Continue: wire.PageMarker{PartitionKey: hostile, RowKey: "", HasRow: true},
		Pages: []wire.LivePage{{Entities: 12, Micros: 9000, Attempts: 2, RequestID: hostile}, {Micros: 100, Attempts: 1, RequestID: "id-3"}}, Failed: &wire.Failure{Code: "ServerBusy", Message: "The server is busy."}}}
	ended := &wire.RunReply{Result: 1, Pages: 1, Live: &wire.LiveRun{Requests: 1, Pages: []wire.LivePage{{Attempts: 1, RequestID: "id"}}}}
	drawn := func(r *grid.Result) app.UI {
		r.Source, r.Table = "orders", "Movies"
		return &result.Panel{Grid: &grid.Model{}, Store: store, Live: view, Table: "Movies", Ready: true, Result: r}
	}
	about := func(d *page.Dialog, known *accounts.Model) app.UI {
		m := shell.New()
		m.Sources, m.Dialog = known, d
		return &DialogPanel{Store: store, Dialog: m.Dialog, Features: featureDialogs(&m, nil)}
	}
	exchanges := &requests.Exchanges{Made: 2, List: []*requests.Exchange{
		{ID: 2, Source: "orders", Exchange: tablerest.Exchange{Attempt: 2, Started: time.Date(2026, 11, 20, 9, 14, 2, 118e6, time.UTC), Duration: 1250 * time.Microsecond, Method: "GET", URL: "https://orders.example/" + hostile, Status: 200, RequestID: hostile, Entities: 1000, Continues: true,
			Sent: []tablerest.Field{{Name: "Accept", Value: hostile}}, Received: []tablerest.Field{{Name: "Content-Type", Value: "application/json"}}, Answer: hostile, AnswerSize: 20000}},
		{ID: 1, Exchange: tablerest.Exchange{Attempt: 1, Method: "PUT", Failed: hostile, Entities: -1}}}}
	return map[string]app.UI{
		"side-sources":            &side.Panel{Store: store, Tables: &side.Model{}, Sources: sources, Storage: &wire.StorageInfo{Durable: true}, Live: view, Table: "Movies", ReadOnly: "It is read-only."},
		"topbar-account":          &TopBar{Store: store, Theme: settings.Dark, Feed: true, Live: view, Account: &live},
		"sourcebar":               &accounts.Bar{Store: store, Name: "orders", Sources: sources},
		"sourcebar-own":           &accounts.Bar{Store: store, Name: "devstoreaccount1", Sources: sources},
		"sourcebar-unknown":       &accounts.Bar{Store: store, Name: "orders", Sources: &accounts.Model{Accounts: page.Accounts{Problem: "No answer."}}},
		"scan":                    &result.ScanQuestion{Store: store, Text: "Reads it all."},
		"plan-account-no-table":   &plan.Strip{Store: store, Live: true, Map: &plan.Map{Hover: -1}, Plan: scan},
		"plan-account":            &plan.Strip{Store: store, Table: "Movies", Live: true, Map: &plan.Map{Hover: -1}, Plan: scan},
		"result-account":          drawn(&grid.Result{Reply: reply}),
		"result-account-none":     drawn(&grid.Result{}),
		"result-account-lost":     &result.Panel{Grid: &grid.Model{}, Store: store, Live: view, Lost: true, Table: "Movies", Ready: true, Result: &grid.Result{}},
		"result-account-end":      drawn(&grid.Result{Reply: ended}),
		"result-account-wait":     drawn(&grid.Result{Running: true, Progress: wire.Progress{Done: 1000, Found: 3, Pages: 1}, Wait: &grid.RetryWait{Waiting: wire.Waiting{Attempt: 1, Status: 503, Code: "ServerBusy"}, Left: 3}}),
		"result-account-open":     &result.Panel{Grid: &grid.Model{}, Store: store, Live: view, Ready: true, Result: &grid.Result{}},
		"result-account-unlisted": &result.Panel{Grid: &grid.Model{}, Store: store, Live: &accounts.Live{AccountTables: page.AccountTables{Source: "orders", Listed: true, Failed: &wire.Failure{Code: "ServerBusy", Message: "The server is busy."}}}, Ready: true, Result: &grid.Result{}},
		"inspector-read-only":     &inspector.Panel{Store: store, Table: "Movies", ReadOnly: "It is read-only.", In: &edit.Inspector{Mode: edit.Editing, Original: &wire.EntityReply{}}},
		"dialog-connect":          about(&page.Dialog{Kind: accounts.AccountConnection, Err: hostile, ErrField: "connect-string", Of: &accounts.Form{}}, sources),
		"dialog-connect-id":       about(&page.Dialog{Kind: accounts.AccountConnection, Busy: true, Of: &accounts.Form{Entra: true}}, sources),
		"dialog-connect-none":     about(&page.Dialog{Kind: accounts.AccountConnection, Of: &accounts.Form{}}, &accounts.Model{Accounts: page.Accounts{Known: true}}),
		"dialog-unlock":           about(&page.Dialog{Kind: accounts.UnlockAccount, Source: "orders", Of: &accounts.Form{}}, sources),
		"dialog-delete-there":     about(&page.Dialog{Kind: tables.DeleteTable, Source: "orders", Table: "Movies", Of: &tables.Deletion{}}, sources),
		"requests-account":        &requests.Panel{Store: store, Accounts: &sources.Accounts, Requests: &requests.Model{Feed: true, Exchanges: exchanges, Shown: &requests.Shown{Account: true, Picked: 2}}},
	}
}
