package worker

import "rangefinder/engine/tablerest"

// A request names the account it is about by Source: "" is the browser's own tables, any other name is an account behind the
// page's server, which signs for it. Of such an account counts are not known beforehand: they are Unknown, never a guess.

// Unknown stands for a count that nobody can tell without reading.
const Unknown = -1

// LivePages is the most pages whose facts a reply lists, the last ones.
const LivePages = 200

// LiveRun is what a run on an account behind the server adds to RunReply. It reads page by page and stops where it was told
// to; MoreRequest goes on from there.
type LiveRun struct {
	More     bool       // the service has more: the last page ended with a continuation token
	Continue PageMarker // where the next page begins, when there is one
	Pages    []LivePage // the newest LivePages of them
	// AtLeast is set when Stats.Examined and Stats.Partitions are lower bounds: the service does not tell what it read.
	AtLeast  bool
	Requests int // sent, attempts included
	// Failed is why it ended before it was told to, after a page at least: MoreRequest tries again where it was.
	Failed *Failure `json:",omitempty"`
}

// LivePage is one answer of the service.
type LivePage struct {
	Entities  int // 0: an empty page
	Micros    int64
	Attempts  int
	RequestID string // x-ms-request-id
}

// MoreRequest goes on with the last result of an account behind the server. The rows there stay as they are; the reply counts
// all of them.
type MoreRequest struct {
	Result int
	Pages  int // to read at most; 0: to the end
}

// Waiting tells that a request failed and is tried again. It comes with Progress.
type Waiting struct {
	Attempt int    // that failed, from 1
	Code    string // of the service, or "" when there was no answer
	Status  int    // 0 when there was no answer
	Wait    int64  // ms until the next attempt
}

// Exchanged is the event after each attempt at a request to an account behind the server.
type Exchanged struct {
	Source   string
	Exchange tablerest.Exchange
}

// RetryRequest sets how requests of this page to accounts behind the server are tried again.
type RetryRequest struct{ Policy tablerest.Policy }
