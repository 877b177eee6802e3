// Package proxy lets the page use accounts of live services without having what signs for them: a request comes unsigned, is
// read, written anew, signed and sent to the account's endpoint, and its answer is passed back. In reading order:
//
//	proxy.go       Config, Proxy: the accounts, and the way of a request through the others
//	operations.go  what may be asked: the operations of the Table protocol, with their options and bodies
//	grammar.go     the grammars of options and headers
//	request.go     the request to the service, made from what was read
//	body.go        bodies, read and written anew
//	answer.go      the answer to the page: allow-lists of statuses, types and headers, a bounded body
//	refusal.go     errors of the proxy's own
//	accounts.go    Account, as the page is told of it; connecting, forgetting, the lock
//	api.go         the same over HTTP
//
// What it guarantees: nothing is sent to anywhere but the endpoint of an account, nothing but operations of the protocol, and no
// write while the account is locked. No header, cookie or redirect of either side reaches the other unless it is on a list. No
// credential is in an answer, an error or a log, also not one that a hostile service sends back.
//
// # What the page can choose
//
// A request to an account consists of the values in this table and of fixed text. Each value is read by its grammar and written
// anew; a value of another grammar is refused with the status 400, or 403 where it asks for another operation, and nothing is
// sent. Text in addresses is percent-encoded, all of it but letters, digits and -_.~ so that no value ends there. A locked
// account gets GET and HEAD without a body, and a POST of a batch with one GET in it.
//
//	method, path            one of operations.go: the method of an operation, the kind of its path
//	path: table             a letter, then letters and digits, 3 to 63; $Metrics and then letters and digits
//	path: keys              UTF-8 without control characters and / \ # ?, in the path of an entity; no other path has a free part
//	comp, restype           as the operation has them; each option at most once
//	$filter                 tokens of a filter: names, numbers, ( ) . , + -, blanks, and texts in single quotes, which may have lines
//	$select                 names, or *, with commas and blanks between them
//	$top                    up to 10 digits
//	$format                 a media range of the protocol, as Accept; json, atom
//	NextPartitionKey        visible ASCII characters, so no blank; up to 8 KiB
//	NextRowKey              the same
//	NextTableName           the same
//	timeout                 up to 6 digits
//	Accept                  media ranges of the protocol; of the parameters odata=LEVEL is sent on, charset, q and streaming are not
//	Content-Type            that of the operation's body, which is sent without parameters
//	DataServiceVersion      1.0 to 3.0, alone or with ; or ;NetFx
//	MaxDataServiceVersion   the same
//	If-Match                * or one ETag, "…" or W/"…" with visible ASCII characters and no quote inside
//	If-None-Match           the same
//	Prefer                  return-content or return-no-content
//	X-Ms-Client-Request-Id  up to 128 letters, digits and - _ .
//	X-Ms-Version            a date
//	any other header        not sent; X-HTTP-Method and Upgrade are refused
//	body of an entity       one JSON object in UTF-8, written on one line: no byte of it ends a line in any program
//	body of a table         the same
//	body of policies        the elements of SignedIdentifiers without attributes, their texts without control characters
//	body of properties      the same of StorageServiceProperties
//	body of a batch         written anew whole, with boundaries that occur nowhere in it
//	batch: method, path     GET of an entity alone; or POST to a table, PUT, MERGE, PATCH and DELETE of entities, in one changeset
//	batch: host             the account's own, whatever the page wrote
//	batch: headers          Accept and the two versions; of writes also Content-ID, up to 9 digits, Content-Type, If-Match and Prefer
//	batch: body             one JSON object as above; none of GET and DELETE
//	length                  a Content-Length that the body has; no Transfer-Encoding
//	target                  in origin form: a path and a query
//
// FuzzProxy and TestAttack_ProxyFields send hostile values of each to services that parse carelessly.
//
// Who may come this far is not decided here: package server checks host, origin, token and session before.
package proxy
