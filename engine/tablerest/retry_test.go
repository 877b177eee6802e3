package tablerest_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"rangefinder/engine/tablerest"
)

// scripted is a Doer whose answers stand beforehand; a status of 0 is no answer.
type scripted struct {
	statuses []int
	bodies   []string
	asked    []tablerest.Request
}

func (s *scripted) Do(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
	n := len(s.asked)
	s.asked = append(s.asked, r)
	if n >= len(s.statuses) {
		panic("one request too many")
	}
	if s.statuses[n] == 0 {
		return nil, errors.New("connection reset")
	}
	out := &tablerest.Response{Status: s.statuses[n]}
	if n < len(s.bodies) {
		out.Body = s.bodies[n]
	}
	return out, nil
}

// Ensure that pauses are those of the client libraries.
func TestPolicy_Pause(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		policy tablerest.Policy
		random float64
		want   []time.Duration
	}{
		{tablerest.Policy{}, 0, nil},
		{tablerest.NoRetry.Policy(), 0, nil},
		{tablerest.Policy{Kind: tablerest.Exponential, Retries: -1}, 0, nil},
		{tablerest.Policy{Kind: 9, Retries: 3}, 0, nil},
		{tablerest.Linear.Policy(), 0.9, []time.Duration{3 * s, 3 * s, 3 * s}},
		{tablerest.Policy{Kind: tablerest.Linear, Retries: 2, Wait: s}, 0, []time.Duration{s, s}},
		{tablerest.Exponential.Policy(), 0, []time.Duration{3 * s, 27 * s, 75 * s}},
		{tablerest.Exponential.Policy(), 0.5, []time.Duration{3 * s, 33 * s, 90 * s}},
		{tablerest.Exponential.Policy(), 1, []time.Duration{3 * s, 39 * s, 90 * s}},
		{tablerest.Policy{Kind: tablerest.Exponential, Retries: 5}, 0.5, []time.Duration{3 * s, 33 * s, 90 * s, 90 * s, 90 * s}},
	} {
		var got []time.Duration
		for i := 0; ; i++ {
			wait, ok := test.policy.Pause(i, test.random)
			if !ok {
				break
			}
			got = append(got, wait.Round(time.Millisecond))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%+v at %v: %v, want %v", test.policy, test.random, got, test.want)
		}
	}
	if wait, ok := (tablerest.Policy{Kind: tablerest.Exponential, Retries: 1 << 30}).Pause(1<<29, 1); !ok || wait != 90*s {
		t.Errorf("late pause: %v", wait)
	}
}

// Ensure which answers are asked for again, how often, and that each wait is told of.
func TestRetrier_Statuses(t *testing.T) {
	busy := `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"x"}}}`
	for _, test := range []struct {
		statuses []int
		attempts int
		status   int
	}{
		{[]int{200}, 1, 200}, {[]int{400}, 1, 400}, {[]int{404}, 1, 404}, {[]int{408}, 1, 408}, {[]int{409}, 1, 409}, {[]int{412}, 1, 412}, {[]int{429}, 1, 429},
		{[]int{501}, 1, 501}, {[]int{505}, 1, 505}, {[]int{302}, 1, 302},
		{[]int{500, 200}, 2, 200}, {[]int{502, 503, 504, 204}, 4, 204}, {[]int{0, 201}, 2, 201}, {[]int{503, 0, 412}, 3, 412},
		{[]int{503, 503, 503, 503}, 4, 503}, {[]int{0, 0, 0, 0}, 4, 0},
	} {
		d := &scripted{statuses: test.statuses, bodies: []string{busy, busy, busy, busy}}
		var pauses []tablerest.Pause
		var waited time.Duration
		r := &tablerest.Retrier{
			Doer: d, Policy: tablerest.Linear.Policy,
			Wait:    func(_ context.Context, w time.Duration) error { waited += w; return nil },
			Waiting: func(p tablerest.Pause) { pauses = append(pauses, p) },
		}
		answer, err := r.Do(context.Background(), tablerest.Request{Method: "GET", URL: "http://x/Tables"})
		name := fmt.Sprint(test.statuses)
		if len(d.asked) != test.attempts || len(pauses) != test.attempts-1 || waited != time.Duration(len(pauses))*3*time.Second {
			t.Errorf("%s: asked %d times, waited %v, told %v", name, len(d.asked), waited, pauses)
		}
		if test.status == 0 {
			if err == nil {
				t.Errorf("%s: no error", name)
			}
		} else if err != nil || answer.Status != test.status || answer.Attempts != test.attempts {
			t.Errorf("%s: %+v, %v", name, answer, err)
		}
		for i, p := range pauses {
			code := "ServerBusy"
			if test.statuses[i] == 0 {
				code = ""
			}
			if (p.Failed != nil) != (test.statuses[i] == 0) {
				t.Errorf("%s: attempt %d failed by %v", name, i+1, p.Failed)
			}
			if p.Failed = nil; p != (tablerest.Pause{Attempt: i + 1, Status: test.statuses[i], Code: code, Wait: 3 * time.Second}) {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
}

// Ensure that a request has one id, a GUID or that of its sender, for all its attempts, and that no other request shares it.
func TestRetrier_ClientRequestID(t *testing.T) {
	d := &scripted{statuses: []int{503, 0, 200, 200, 200}}
	r := &tablerest.Retrier{Doer: d, Policy: tablerest.Linear.Policy, Wait: func(context.Context, time.Duration) error { return nil }}
	header := make([]tablerest.Field, 0, 4)
	for range 2 {
		if _, err := r.Do(context.Background(), tablerest.Request{Header: header}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Do(context.Background(), tablerest.Request{Header: []tablerest.Field{{Name: "x-ms-client-request-id", Value: "mine"}}}); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, q := range d.asked {
		if len(q.Header) != 1 || q.Header[0].Name != "x-ms-client-request-id" {
			t.Fatalf("sent %v", q.Header)
		}
		ids = append(ids, q.Header[0].Value)
	}
	if ids[0] != ids[1] || ids[1] != ids[2] || ids[2] == ids[3] || ids[4] != "mine" {
		t.Error(ids)
	}
	guid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if !guid.MatchString(ids[0]) || !guid.MatchString(ids[3]) {
		t.Error(ids)
	}
}

// Ensure that a wait ends when the context does, and that nothing is sent after.
func TestRetrier_StoppedWhileWaiting(t *testing.T) {
	d := &scripted{statuses: []int{503, 200}}
	ctx, cancel := context.WithCancel(context.Background())
	r := &tablerest.Retrier{Doer: d, Policy: func() tablerest.Policy { return tablerest.Policy{Kind: tablerest.Linear, Retries: 3, Wait: time.Hour} },
		Waiting: func(tablerest.Pause) { cancel() }}
	_, err := r.Do(ctx, tablerest.Request{})
	if !errors.Is(err, context.Canceled) || len(d.asked) != 1 {
		t.Errorf("%v after %d requests", err, len(d.asked))
	}
}

// hanging answers when its context ends, until it was asked often enough.
type hanging struct{ asked int }

func (s *hanging) Do(ctx context.Context, _ tablerest.Request) (*tablerest.Response, error) {
	if s.asked++; s.asked < 3 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &tablerest.Response{Status: 200}, nil
}

// Ensure that an attempt that takes too long is a failed one, and does not end the request.
func TestRetrier_Timeout(t *testing.T) {
	d := &hanging{}
	r := &tablerest.Retrier{Doer: d, Policy: tablerest.Linear.Policy, Timeout: time.Millisecond, Wait: func(context.Context, time.Duration) error { return nil }}
	answer, err := r.Do(context.Background(), tablerest.Request{})
	if err != nil || answer.Attempts != 3 {
		t.Errorf("%+v, %v", answer, err)
	}
}

// answering is a Doer made of a function.
type answering func(tablerest.Request) (*tablerest.Response, error)

func (f answering) Do(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
	return f(r)
}

// Ensure that an exchange has all of an attempt but what is secret.
func TestRetrier_Exchange(t *testing.T) {
	const secret = "c2VjcmV0"
	clock := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	attempts := 0
	body := strings.Repeat("x", tablerest.MaxExchangeBody-1) + "é"
	d := answering(func(r tablerest.Request) (*tablerest.Response, error) {
		clock = clock.Add(40 * time.Millisecond)
		attempts++
		header := []tablerest.Field{{Name: "X-Ms-Request-Id", Value: "theirs"}, {Name: "Set-Cookie", Value: secret},
			{Name: "x-ms-continuation-NextPartitionKey", Value: "1!4!YQ--"}, {Name: "Location", Value: "http://x/T?se=1&SIG=" + secret + "&sp=r"}}
		switch attempts {
		case 1:
			return nil, fmt.Errorf(`Get "http://x/T?sig=%s": reset`, secret)
		case 2:
			return &tablerest.Response{Status: 503, Body: `{"odata.error":{"code":"ServerBusy","message":{"value":"x"}}}`, Header: header}, nil
		}
		return &tablerest.Response{Status: 200, Body: `{"odata.metadata":"a[{","value":[{"A":"} ]\"{"},{"B":1}]}`, Header: header}, nil
	})
	var seen []tablerest.Exchange
	r := &tablerest.Retrier{Doer: d, Policy: tablerest.Linear.Policy, Now: func() time.Time { return clock },
		Wait: func(context.Context, time.Duration) error { return nil }, NewID: func() string { return "ours" },
		Observe: func(x tablerest.Exchange) { seen = append(seen, x) }}
	_, err := r.Do(context.Background(), tablerest.Request{Method: "GET", URL: "http://x/T?$filter=Esig=1&sig=" + secret + "&st=1", Body: body,
		Header: []tablerest.Field{{Name: "Authorization", Value: secret}, {Name: "X-Rangefinder-Session", Value: secret}, {Name: "Accept", Value: "a"}}})
	if err != nil || len(seen) != 3 {
		t.Fatalf("%v, %v", seen, err)
	}
	if all := fmt.Sprintf("%+v", seen); strings.Contains(all, secret) {
		t.Errorf("the secret is in %s", strings.ReplaceAll(all, body[:100], ""))
	}
	for i, x := range seen {
		if x.Attempt != i+1 || x.ClientRequestID != "ours" || x.Duration != 40*time.Millisecond || x.Method != "GET" || x.BodySize != len(body) ||
			x.URL != "http://x/T?$filter=Esig=1&sig=REMOVED&st=1" || len(x.Sent) != 2 || x.Sent[0].Name != "Accept" {
			t.Errorf("%+v", x)
		}
		if len(x.Body) != tablerest.MaxExchangeBody-1 || !utf8.ValidString(x.Body) {
			t.Errorf("%d bytes of the body", len(x.Body))
		}
	}
	if x := seen[0]; x.Status != 0 || x.Failed != `Get "http://x/T?sig=REMOVED": reset` || x.Entities != -1 {
		t.Errorf("%+v", x)
	}
	if x := seen[1]; x.Status != 503 || x.Code != "ServerBusy" || x.Entities != -1 || x.Continues || x.RequestID != "theirs" {
		t.Errorf("%+v", x)
	}
	if x := seen[2]; x.Status != 200 || x.Entities != 2 || !x.Continues || x.AnswerSize != len(x.Answer) || len(x.Received) != 3 || x.Received[2].Value != "http://x/T?se=1&SIG=REMOVED&sp=r" {
		t.Errorf("%+v", x)
	}
}

// Ensure that the entities of a list are counted whatever their values are, and that nothing else is a list.
func TestRetrier_ExchangeEntities(t *testing.T) {
	for body, want := range map[string]int{
		`{"value":[]}`: 0, `{"value" : [ {}, {} ] }`: 2, `{"PartitionKey":"[{","RowKey":"r"}`: -1, ``: -1, `{"value":[{"A":"\\"},{"B":"\\\"[{"}`: 2,
		`{"value":[{"A":"`: 1, `[{}]`: -1, `{"odata.metadata":"http://x/$metadata#T","value":[{"PartitionKey":"p","N":null},{"N":{"a":1}}]}`: 2, `"\`: -1,
	} {
		got := -2
		r := &tablerest.Retrier{Doer: answering(func(tablerest.Request) (*tablerest.Response, error) {
			return &tablerest.Response{Status: 200, Body: body}, nil
		}), Observe: func(x tablerest.Exchange) { got = x.Entities }}
		if _, err := r.Do(context.Background(), tablerest.Request{Method: "GET"}); err != nil || got != want {
			t.Errorf("%s: %d, want %d (%v)", body, got, want, err)
		}
	}
}

// Ensure that a Retrier whom nobody watches sends with no more allocations than the id of the request takes.
func TestRetrier_Unobserved(t *testing.T) {
	answer := &tablerest.Response{Status: 200}
	r := &tablerest.Retrier{Doer: answering(func(tablerest.Request) (*tablerest.Response, error) { return answer, nil }), Policy: tablerest.Exponential.Policy}
	request := tablerest.Request{Method: "GET", URL: "http://x"}
	ctx := context.Background()
	if n := testing.AllocsPerRun(100, func() { _, _ = r.Do(ctx, request) }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}
