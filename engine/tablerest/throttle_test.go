package tablerest_test

import (
	"context"
	"testing"
	"time"

	"rangefinder/engine/tablerest"
)

// throttling answers 429 some times, with what it says about waiting.
type throttling struct {
	times int
	field tablerest.Field
	sent  int
}

func (d *throttling) Do(context.Context, tablerest.Request) (*tablerest.Response, error) {
	if d.sent++; d.sent <= d.times {
		return &tablerest.Response{Status: 429, Header: []tablerest.Field{d.field}}, nil
	}
	return &tablerest.Response{Status: 204}, nil
}

// Ensure that 429 is waited for as it says, up to nine times, never for longer than the longest pause, and not at all by a
// policy that tries once.
func TestRetrier_Throttled(t *testing.T) {
	linear := tablerest.Linear.Policy()
	for _, test := range []struct {
		name   string
		field  tablerest.Field
		times  int
		policy tablerest.Policy
		status int
		waited time.Duration
	}{
		{"milliseconds", tablerest.Field{Name: "x-ms-retry-after-ms", Value: "250"}, 2, linear, 204, 500 * time.Millisecond},
		{"fractions", tablerest.Field{Name: "x-ms-retry-after-ms", Value: "0.5"}, 2, linear, 204, time.Millisecond},
		{"seconds", tablerest.Field{Name: "Retry-After", Value: "2"}, 1, linear, 204, 2 * time.Second},
		{"nothing told", tablerest.Field{Name: "Date", Value: "x"}, 1, linear, 429, 0},
		{"nonsense", tablerest.Field{Name: "x-ms-retry-after-ms", Value: "-5"}, 4, linear, 429, 0},
		{"nine times", tablerest.Field{Name: "x-ms-retry-after-ms", Value: "10"}, 20, linear, 429, 90 * time.Millisecond},
		{"too long", tablerest.Field{Name: "x-ms-retry-after-ms", Value: "1e30"}, 1, linear, 204, 90 * time.Second},
		{"once", tablerest.Field{Name: "x-ms-retry-after-ms", Value: "10"}, 1, tablerest.Policy{}, 429, 0},
	} {
		var waited time.Duration
		r := tablerest.Retrier{
			Doer: &throttling{times: test.times, field: test.field}, Policy: func() tablerest.Policy { return test.policy },
			Wait: func(_ context.Context, d time.Duration) error { waited += d; return nil },
		}
		answer, err := r.Do(context.Background(), tablerest.Request{Method: "GET", URL: "http://x"})
		if err != nil || answer.Status != test.status || waited != test.waited {
			t.Errorf("%s: %d after %v, want %d after %v; %v", test.name, answer.Status, waited, test.status, test.waited, err)
		}
	}
}
