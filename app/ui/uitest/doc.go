// Package uitest is the page without a browser: the whole page over a worker of its own, drawn into nothing but go-app's tree of
// elements, with hands that press and fill what is drawn and eyes that read it. A journey that a browser needs half a minute of
// two processors for takes a tenth of a second here, and says where it failed in the page's own words.
//
// In reading order:
//
//	page.go      Page: opened over a Workspace, loaded anew, waited for
//	tree.go      the elements that are drawn, as nodes that CSS selectors find
//	element.go   what an element says to a handler that asks: its value, whether it is checked, what is inside it
//	hands.go     presses, fills, chooses, types, drops files, presses keys
//	eyes.go      reads: texts, the plan, the grid's cells, what was spoken, copied and saved
//	document.go  the port of the document; editor.go and grid.go are the widgets that go-app does not draw
//	order.go     what the palette does, and how much of the page is drawn anew
//	speech.go    Ear: what a screen reader would speak
//	accounts.go  accounts behind the page's server, as stores in this process
//	windows.go   other tabs of the same browser
//	heeds.go     settings that another tab changes
//	hold.go      a worker that hears nothing more
//	server.go    the page's own server over HTTP: its accounts, and the requests of applications
//	quiet.go     waits until the worker has nothing to say
//	workspace.go what outlives a page: the tables, the settings, the accounts
//
// The keyboard is where the page or a hand put it: a dialog that opens has it at its first field, as in a browser, but nothing gives
// it back when the dialog closes. A page that is closed is a window that is gone, and its worker
// with it. A server that was started anew is not asked again for its secret or its stream of requests.
//
// What only a browser can tell is not here: focus that moves by itself, what a style sheet shows or hides, where something stands,
// the keys inside of the editor and the grid, paint, files of the disk, storage, other tabs, being offline. Those are journeys of
// package e2e.
package uitest
