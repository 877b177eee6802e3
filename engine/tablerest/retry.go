package tablerest

import "time"

// Policy says how often and after what pauses a request is tried again; the zero Policy tries once. The numbers are those of
// the client libraries, section 8.1 of the service's description.
type Policy struct {
	Kind    PolicyKind
	Retries int           // after the first attempt
	Wait    time.Duration // Linear: between attempts
}

// PolicyKind is how pauses grow.
type PolicyKind uint8

// The kinds of policy.
const (
	NoRetry     PolicyKind = iota
	Linear                 // the same pause each time: 3 retries, 3 s
	Exponential            // 3 s, then 27 to 39 s, then at most 90 s
)

// Exchange is one attempt at a request and what came of it, as a support case needs it. Nothing in it is secret: what signs a
// request is added behind the Doer, and a signature in a URL or header is taken out.
type Exchange struct {
	Attempt         int // of the same request, from 1
	Started         time.Time
	Duration        time.Duration
	Method          string
	URL             string
	Sent            []Field
	Body            string // of the request, cut at MaxExchangeBody bytes
	BodySize        int
	Status          int // 0: no answer
	Received        []Field
	Answer          string // cut at MaxExchangeBody bytes
	AnswerSize      int
	Failed          string // why there was no answer
	RequestID       string // x-ms-request-id
	ClientRequestID string // x-ms-client-request-id
	Code            string // of an error
	Entities        int    // of a list; -1 when the answer is none
	Continues       bool   // with a continuation token
}

// MaxExchangeBody is how much of a body an Exchange keeps, in bytes.
const MaxExchangeBody = 16 << 10
