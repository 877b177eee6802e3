package wire

import "rangefinder/engine/tablerest"

// Unknown stands for a count that nobody can tell without reading.
const Unknown = -1

// LiveRun is what a run on an account behind the server adds to RunReply. It reads page by page and stops where it was told
// to; MoreRequest goes on from there.
type LiveRun struct {
	More     bool       // the service has more: the last page ended with a continuation token
	Continue PageMarker // where the next page begins, when there is one
	Pages    []LivePage // the newest LivePages of them
	// AtLeast is set when the service does not tell what it read: Stats.Examined and Stats.Partitions are then of what it returned.
	AtLeast  bool
	Requests int // sent, attempts included
	// Charge is the sum of what the answers say that they were charged, in request units; 0 where the service tells none.
	Charge float64 `json:",omitempty"`
	// Failed is why it ended before it was told to, after a page at least: MoreRequest tries again where it was.
	Failed *Failure `json:",omitempty"`
}

// LivePage is one answer of the service.
type LivePage struct {
	Entities  int // 0: an empty page
	Micros    int64
	Attempts  int
	RequestID string  // x-ms-request-id
	Charge    float64 `json:",omitempty"` // request units
}

// LivePages is the most pages whose facts a reply lists, the last ones.
const LivePages = 200

// More goes on with the last run on an account behind the server. Cancelling ctx keeps what was read: the reply has Canceled
// set.
var More = Read[MoreRequest, RunReply]("more").finishing()

// MoreRequest goes on with the last result of an account behind the server. The rows there stay as they are; the reply counts
// all of them.
type MoreRequest struct {
	Result int
	Pages  int  // to read at most; 0: to the end
	Shown  *Key `json:",omitempty"` // see QueryRequest
}

// Retry sets how requests of this page to accounts behind the server are tried again, for as long as the page lives.
var Retry = Read[RetryRequest, Done]("retry").ofPage()

// RetryRequest sets how requests of this page to accounts behind the server are tried again.
type RetryRequest struct{ Policy tablerest.Policy }

// Waiting tells that a request failed and is tried again. It comes with Progress.
type Waiting struct {
	Attempt int    // that failed, from 1
	Code    string // of the service, or "" when there was no answer
	Status  int    // 0 when there was no answer
	Wait    int64  // ms until the next attempt
}

// Exchanged is one attempt at a request to an account behind the server.
type Exchanged struct {
	Source   string
	Exchange tablerest.Exchange
}

// Codes of Failures about accounts behind the server.
const (
	NoAccounts   = "NoAccounts"   // the page's server has none
	NoAnswer     = "NoAnswer"     // a request had none, all attempts included
	ServerSilent = "ServerSilent" // the page's own server gave none
	NotReadBack  = "NotReadBack"  // a write was done, but the entity could not be read afterwards
	TooMuch      = "TooMuch"      // a result is as large as one may be
)
