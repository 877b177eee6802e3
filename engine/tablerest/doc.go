// Package tablerest is the protocol of the Azure Table service, both halves: Handler answers it over an engine.Service, and
// Client is an engine.Service that speaks it. In reading order:
//
//	address.go     paths: what they name, and how they are written
//	error.go       the codes the engine does not raise; the three forms of an error
//	scan.go        JSON objects of scalars read into typed values
//	encode.go      entities and tables written at the three metadata levels
//	batchread.go   multipart bodies and the messages in them
//	rules.go       what the service's front end refuses, asked of an account without tables
//	client.go clientwrite.go clientsend.go clientverify.go clienttext.go
//	               Client and its Doer: reads, writes, answers and errors; what became of a write that was sent twice
//	retry.go retryloop.go pace.go retryexchange.go
//	               Retrier, a Doer that tries again, with a bound of what is under way, and what it tells of each attempt
//	joiner.go      Joiner, a Doer that sends writes together to a server that takes several in one request
//
// The server's half, which is not part of programs for the browser:
//
//	options.go     Options, Observation, Limit: what whoever mounts the Handler gives and gets
//	store.go       service properties and stored access policies, and where they are kept
//	handler.go     Handler: an exchange from request to answer
//	call.go limit.go
//	               one operation, of a request or of a batch, and whether it is allowed
//	query.go negotiate.go body.go
//	               query options, headers and formats, bodies within their limits
//	entity.go entities.go tables.go acl.go properties.go
//	               the operations
//	batch.go       entity group transactions, and their answer byte for byte
//	short.go       that answer with no more than ETags
//	doer.go        HTTPDoer, for clients that are no browser
//	send.go        the answer's headers
//
// A request is checked in the order of section 6: version and headers, the names in the URL, the body, the keys, and then what
// the engine finds.
package tablerest
