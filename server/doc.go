// Package server serves Rangefinder: the page, and what the page needs from the machine it was loaded from.
//
// Read in this order: [Config] says what to serve and to whom, [New] makes the http.Handler with everything mounted
// (tests drive it in process), [Listen] opens the port and [Serve] runs it with time limits until the context ends.
// [WriteSite] writes the same page as a folder for a static host; packed.go says what such a page asks for compressed. [OpenTables] makes a Table endpoint, which [ServeTables]
// runs on a port of its own: tables.go opens the accounts, tablesmount.go finds the one that a request is sent to.
//
// With TablesConfig.Profile the endpoint behaves as Azure Cosmos DB for Table: package engine/cosmos has its order, limits and the
// model of its charges.
//
// Accounts on other services are in package server/proxy, which signs for them; session.go binds the page to the server, so that
// nobody else uses them.
//
// The page is made once, when the handler is: go-app renders the shell and its scripts, shell.go makes their addresses
// relative and versioned, and from then on every answer is a file in memory with its encodings and its hash.
package server
