package tablerest

import (
	"strconv"
	"time"
)

// Policy says how often and after what pauses a request is tried again; the zero Policy tries once. The numbers are those of
// the client libraries, section 8.1 of the service's description.
type Policy struct {
	Kind    PolicyKind
	Retries int           // after the first attempt
	Wait    time.Duration // Linear: between attempts
}

// The numbers of the client libraries.
const (
	defaultRetries = 3
	linearWait     = 3 * time.Second

	minWait   = 3 * time.Second
	deltaWait = 30 * time.Second
	maxWait   = 90 * time.Second
)

// The numbers of Short: those who wait at a terminal or a page are told after half a minute, and not after two, that a service
// does not answer.
const (
	shortRetries = 5
	shortWait    = time.Second
	shortMaxWait = 16 * time.Second
)

// Policy returns the policy of that kind with the client libraries' numbers.
func (k PolicyKind) Policy() Policy {
	switch k {
	case Linear:
		return Policy{Kind: Linear, Retries: defaultRetries, Wait: linearWait}
	case Exponential:
		return Policy{Kind: Exponential, Retries: defaultRetries}
	case Short:
		return Policy{Kind: Short, Retries: shortRetries, Wait: shortWait}
	}
	return Policy{}
}

// Pause returns how long to wait before a retry, counted from 0. random, from 0 to 1, is where in the 20 % around the pause
// of a growing policy it lies. ok is false when there is no such retry.
func (p Policy) Pause(retry int, random float64) (wait time.Duration, ok bool) {
	switch {
	case retry < 0 || retry >= p.Retries:
		return 0, false
	case p.Kind == Linear:
		return max(p.Wait, 0), true
	case p.Kind == Exponential:
		grown := float64(uint64(1)<<min(retry, 32)-1) * (0.8 + 0.4*random) * float64(deltaWait)
		return time.Duration(min(float64(minWait)+grown, float64(maxWait))), true
	case p.Kind == Short:
		grown := float64(uint64(1)<<min(retry, 32)) * float64(max(p.Wait, 0))
		return time.Duration((0.8 + 0.4*random) * min(grown, float64(shortMaxWait))), true
	}
	return 0, false
}

// A service that charges request units refuses what is above its rate with 429 and says how long to wait. Nothing of such a
// request was done.
const (
	tooManyRequests  = 429
	throttledRetries = 9 // as its client libraries do
)

// toldWait returns how long an answer of 429 asks to wait; ok is false when it does not say.
func toldWait(answer *Response) (wait time.Duration, ok bool) {
	if answer.Status != tooManyRequests {
		return 0, false
	}
	told, unit := answer.Get("x-ms-retry-after-ms"), time.Millisecond
	if told == "" {
		told, unit = answer.Get("Retry-After"), time.Second
	}
	n, err := strconv.ParseFloat(told, 64)
	if err != nil || !(n >= 0) {
		return 0, false
	}
	return time.Duration(min(n, float64(maxWait/unit)) * float64(unit)), true
}

// throttled reports whether a request is sent again after it was told to wait, counted from 0. A policy that tries once does so
// here too.
func (p Policy) throttled(retry int) bool {
	return p.Retries > 0 && retry < max(p.Retries, throttledRetries)
}

// tried reports whether an answer of that status is asked for again: those of the server's faults, but not of what it does
// not do.
func tried(status int) bool { return status >= 500 && status != 501 && status != 505 }

// PolicyKind is how pauses grow.
type PolicyKind uint8

// The kinds of policy.
const (
	NoRetry     PolicyKind = iota
	Linear                 // the same pause each time: 3 retries, 3 s
	Exponential            // 3 s, then 27 to 39 s, then at most 90 s
	Short                  // 1 s, twice as long each time up to 16 s, each within 20 %: 5 retries
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

// ChargeHeader is the header in which Azure Cosmos DB tells how many request units a request was charged.
const ChargeHeader = "x-ms-request-charge"

// chargeKey is ChargeHeader as a http.Header has it.
const chargeKey = "X-Ms-Request-Charge"

// MaxExchangeBody is how much of a body an Exchange keeps, in bytes.
const MaxExchangeBody = 16 << 10
