// Package server serves Rangefinder: the page, and what the page needs from the machine it was loaded from.
//
// Read in this order: [Config] says what to serve and to whom, [New] makes the http.Handler with everything mounted
// (tests drive it in process), [Listen] opens the port and [Serve] runs it with time limits until the context ends.
// [WriteSite] writes the same page as a folder for a static host; packed.go says what such a page asks for compressed. [OpenTables] makes a Table endpoint, which [ServeTables]
// runs on a port of its own: tables.go opens the accounts, tablesmount.go finds the one that a request is sent to. fixture.go is what
// test suites ask: the way back to the seed.
//
// With TablesConfig.Profile the endpoint behaves as Azure Cosmos DB for Table: package engine/cosmos has its order, limits and the
// model of its charges.
//
// Package server/faults has the endpoint fail on purpose, by the rules in TablesConfig.Faults.
//
// Accounts on other services are in package server/proxy, which signs for them; session.go binds the page to the server, so that
// nobody else uses them. several.go takes several writes of the page to an account in one request.
//
// # Metrics
//
// With [Metrics] the page's server answers GET /metrics in the text form of OpenMetrics, under the rules of every other address of
// the page: it asks for the token where there is one (Authorization: Bearer) and refuses foreign host names. What the page itself
// asks of the accounts is not counted. Labels have few values, whatever clients send. The names:
//
//	rangefinder_requests_total{account,operation,class,status}
//	                              requests to the Table endpoint; operation is "Query Entities" and so on, "none" for what was
//	                              refused before it was known; class is that of the plan, "row-range", "none" where there is none;
//	                              status 0 is a client that was gone
//	rangefinder_entities_examined_total, rangefinder_entities_returned_total
//	                              entities that these requests looked at and returned; same labels
//	rangefinder_request_body_bytes_total, rangefinder_response_body_bytes_total
//	                              bytes of bodies; same labels
//	rangefinder_request_duration_seconds{account,operation}
//	                              histogram of how long they took, from 0.1 ms to 10 s
//	rangefinder_throttled_requests_total{account,reason}
//	                              refused because there were too many: "busy" is 503 of the server, "rate" is 429 above
//	                              TablesConfig.RequestUnits, which is in no other counter
//	rangefinder_requests_in_flight, rangefinder_bodies_in_memory_bytes
//	                              what is worked on
//	rangefinder_tables{account}, rangefinder_entities{account}, rangefinder_entities_size_bytes{account}
//	                              what an account holds; the size is by the service's formula
//	rangefinder_log_bytes{account}, rangefinder_log_live_bytes{account}, rangefinder_snapshots_size_bytes{account}
//	                              what it takes on disk; live is the length of a log written anew
//	rangefinder_writable{account} 0 while nothing can be written
//	rangefinder_memory_heap_bytes, rangefinder_memory_total_bytes, rangefinder_goroutines
//	                              the program
//	rangefinder_start_time_seconds, rangefinder_build_info{commit,go}
//	                              since when, and which build
//
// # The page
//
// The page is made once, when the handler is: go-app renders the shell and its scripts, shell.go makes their addresses
// relative and versioned, and from then on every answer is a file in memory with its encodings and its hash.
package server
