package tablerest

import (
	"context"
	"math/rand/v2"
	"time"
)

// Retrier is a Doer that tries a request again when there was no answer or one that says the service could not, and tells of
// each attempt. The answer it returns is the last one, Attempts in it says how many were sent. An error is of the last attempt
// when there was no answer, or the context's; a context that ends stops a wait at once. Each attempt is a new call of the Doer,
// which dates and signs it anew; all attempts at a request have the same x-ms-client-request-id.
//
// Only Doer is needed. The functions are called on the goroutine of Do, several at a time when Do is.
type Retrier struct {
	Doer    Doer
	Policy  func() Policy                              // asked after each failed attempt; nil: tries once
	Timeout time.Duration                              // of each attempt, 0 for none
	Wait    func(context.Context, time.Duration) error // returns early with the context's error; nil: waits
	Rand    func() float64                             // from 0 to 1; nil: random
	Now     func() time.Time                           // nil: time.Now
	NewID   func() string                              // of a request; nil: a random GUID
	Observe func(Exchange)                             // after each attempt, its answer in; nil: nobody
	Waiting func(Pause)                                // before each wait; nil: nobody

	// AtOnce is how many requests may be under way, 0 for any number. With a bound they also back off together: when one is
	// throttled all wait until its pause is over, and then fewer are under way, until answers come again.
	AtOnce int
	pace   pace
}

// Pause tells that an attempt failed and the request is tried again.
type Pause struct {
	Attempt int           // that failed, from 1
	Status  int           // of its answer; 0: no answer
	Code    string        // of the error in its answer, "" for none
	Failed  error         // why there was no answer, nil when there was one
	Wait    time.Duration // until the next attempt
}

const clientRequestIDName = "x-ms-client-request-id"

// Do implements Doer.
func (t *Retrier) Do(ctx context.Context, r Request) (*Response, error) {
	id := ""
	for _, f := range r.Header {
		if f.Name == clientRequestIDName {
			id = f.Value
		}
	}
	if id == "" {
		if id = newGUID(); t.NewID != nil {
			id = t.NewID()
		}
		r.Header = append(r.Header[:len(r.Header):len(r.Header)], Field{clientRequestIDName, id})
	}
	for attempt := 1; ; attempt++ {
		began, err := t.pace.enter(ctx, t)
		if err != nil {
			return nil, err
		}
		answer, err := t.attempt(ctx, r, attempt, id)
		wait, ok := t.pause(attempt - 1)
		again := true
		if err == nil {
			answer.Attempts = attempt
			told, throttled := toldWait(answer)
			if throttled && t.Policy != nil {
				wait, ok = told, t.Policy().throttled(attempt-1)
			}
			again = throttled || tried(answer.Status)
		}
		if err == nil && slowsDown(answer.Status) {
			t.pace.throttled(t, began, wait)
		} else {
			t.pace.leave(t, began, err == nil)
		}
		if !again {
			return answer, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !ok {
			return answer, err
		}
		if t.Waiting != nil {
			p := Pause{Attempt: attempt, Failed: err, Wait: wait}
			if err == nil {
				p.Status = answer.Status
				p.Code, _ = readError(answer.Body)
			}
			t.Waiting(p)
		}
		if err := t.wait(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// attempt sends the request once and tells of it.
func (t *Retrier) attempt(ctx context.Context, r Request, number int, id string) (*Response, error) {
	if t.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.Timeout)
		defer cancel()
	}
	if t.Observe == nil {
		return t.Doer.Do(ctx, r)
	}
	return t.observed(ctx, r, number, id)
}

func (t *Retrier) pause(retry int) (time.Duration, bool) {
	if t.Policy == nil {
		return 0, false
	}
	random := t.Rand
	if random == nil {
		random = rand.Float64
	}
	return t.Policy().Pause(retry, random())
}

func (t *Retrier) now() time.Time {
	if t.Now != nil {
		return t.Now()
	}
	return time.Now()
}

func (t *Retrier) wait(ctx context.Context, d time.Duration) error {
	if t.Wait != nil {
		return t.Wait(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// newGUID returns a random GUID. It names a request, it guards nothing.
func newGUID() string {
	const digits = "0123456789abcdef"
	high, low := rand.Uint64()&^0xf000|0x4000, rand.Uint64()&^(3<<62)|1<<63
	text := make([]byte, 0, 36)
	for i := 15; i >= 0; i-- {
		text = append(text, digits[high>>(4*i)&15])
		if i == 8 || i == 4 || i == 0 {
			text = append(text, '-')
		}
	}
	for i := 15; i >= 0; i-- {
		text = append(text, digits[low>>(4*i)&15])
		if i == 12 {
			text = append(text, '-')
		}
	}
	return string(text)
}
