// Package proxy lets the page use accounts of live services without having what signs for them: a request comes unsigned, is
// read, written anew, signed and sent to the account's endpoint, and its answer is passed back. In reading order:
//
//	proxy.go       Config, Proxy: the accounts, and the way of a request through the others
//	operations.go  what may be asked: the operations of the Table protocol, with their options
//	request.go     the request to the service, made from what was read and an allow-list of headers
//	answer.go      the answer to the page: allow-lists of statuses, types and headers, a bounded body
//	refusal.go     errors of the proxy's own
//	accounts.go    Account, as the page is told of it; connecting, forgetting, the lock
//	api.go         the same over HTTP
//
// What it guarantees: nothing is sent to anywhere but the endpoint of an account, nothing but operations of the protocol, and no
// write while the account is locked. No header, cookie or redirect of either side reaches the other unless it is on a list. No
// credential is in an answer, an error or a log, also not one that a hostile service sends back.
//
// Who may come this far is not decided here: package server checks host, origin, token and session before.
package proxy
