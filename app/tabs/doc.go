// Package tabs lets several tabs of one browser work on the same tables. In reading order:
//
//	host.go      Host: elects the tab that holds the tables, opens them, and serves this tab's page; HostConfig
//	tabs.go      what tabs say to each other: who holds the tables, how far they are read, which tabs are served
//	relay.go     carries a page's messages to whoever serves it, and decides what becomes of them when that tab is lost
//
// A lock elects one tab, the holder. Its host calls worker.Serve for its own page and once for each other tab; the hosts of the other
// tabs relay frames of package wire to it, unread but for their heads. web/wasm calls Host once in each worker.
package tabs
