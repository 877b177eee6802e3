package tablerest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"rangefinder/engine/tablerest"
)

// doerFunc is a Doer.
type doerFunc func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error)

func (f doerFunc) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	return f(ctx, r)
}

// still returns a test during which no time passes.
func still(test func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

// Ensure that writes made at the same time go together up to a bound, that each gets the answer to its own, and that whoever cannot go
// together goes alone.
func TestJoiner(t *testing.T) {
	several := tablerest.Field{Name: "content-type", Value: tablerest.SeveralType}
	ownAnswers := func(r tablerest.Request) *tablerest.Response {
		var b strings.Builder
		for i, text := range strings.Split(r.Body, " HTTP/1.1")[:strings.Count(r.Body, " HTTP/1.1")] {
			path := text[strings.LastIndexByte(text, '/')+1:]
			if path == "w3" {
				b.WriteString("HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n")
				continue
			}
			fmt.Fprintf(&b, "HTTP/1.1 %d OK\r\nContent-Length: %d\r\n\r\n%s", 201+i%2, len(path), path)
		}
		return &tablerest.Response{Status: 200, Header: []tablerest.Field{several}, Body: b.String()}
	}
	tests := []struct {
		name    string
		answer  func(r tablerest.Request) (*tablerest.Response, error) // to several
		want    func(i int) string
		alone   int // requests that go alone
		several int
	}{
		{"together", func(r tablerest.Request) (*tablerest.Response, error) { return ownAnswers(r), nil },
			func(i int) string {
				if i == 3 {
					return "the account gave no answer, or a part of one"
				}
				return fmt.Sprintf("w%d", i)
			}, 0, 2},
		{"a server that takes no several", func(tablerest.Request) (*tablerest.Response, error) {
			return &tablerest.Response{Status: 403}, nil
		}, func(i int) string { return fmt.Sprintf("/w%d", i) }, 8, 1},
		{"a server in trouble", func(tablerest.Request) (*tablerest.Response, error) {
			return &tablerest.Response{Status: 503, Body: "busy"}, nil
		}, func(int) string { return "busy" }, 0, 2},
		{"no answer", func(tablerest.Request) (*tablerest.Response, error) { return nil, errors.New("cut") }, func(int) string { return "cut" }, 0, 2},
		{"half an answer", func(r tablerest.Request) (*tablerest.Response, error) {
			answer := ownAnswers(tablerest.Request{Body: strings.ReplaceAll(r.Body, "/w3 ", "/z ")})
			answer.Body = answer.Body[:len(answer.Body)-1]
			return answer, nil
		}, nil, 0, 2},
	}
	for _, test := range tests {
		t.Run(test.name, still(func(t *testing.T) {
			var lock sync.Mutex
			alone, together := 0, 0
			var whole []int // transactions that are to be answered whole, of each that went together
			j := &tablerest.Joiner{URL: "http://x/shop", Most: 4}
			release := make(chan struct{})
			j.Doer = doerFunc(func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
				path := strings.TrimPrefix(r.URL, j.URL)
				switch {
				case path == "/first":
					<-release
					return &tablerest.Response{Status: 204}, nil
				case path != tablerest.SeveralPath:
					lock.Lock()
					defer lock.Unlock()
					alone++
					return &tablerest.Response{Status: 204, Body: path}, nil
				}
				lock.Lock()
				together++
				whole = append(whole, strings.Count(r.Body, "Content-Length")-strings.Count(r.Body, tablerest.ShortHeader))
				lock.Unlock()
				return test.answer(r)
			})
			var all sync.WaitGroup
			for i := range 2 { // while two are under way the others gather
				all.Go(func() { j.Do(t.Context(), tablerest.Request{Method: "POST", URL: j.URL + "/first"}) })
				tablerest.WaitJoined(j, i+1, 0)
			}
			got := make([]string, 8)
			for i := range got {
				all.Go(func() {
					answer, err := j.Do(t.Context(), tablerest.Request{Method: "POST", URL: fmt.Sprintf("%s/w%d", j.URL, i), Body: "{}"})
					if got[i] = fmt.Sprint(err); err == nil {
						got[i] = answer.Body
					}
				})
			}
			tablerest.WaitJoined(j, 2, 8)
			close(release)
			all.Wait()
			if test.want == nil { // one of each four
				if n := len(slices.DeleteFunc(got, func(s string) bool { return !strings.Contains(s, "no answer") })); n != 2 {
					t.Errorf("%d have none: %v", n, got)
				}
			} else {
				for i := range got {
					if got[i] != test.want(i) {
						t.Errorf("%d: %s, not %s", i, got[i], test.want(i))
					}
				}
			}
			if alone != test.alone || together != test.several && test.alone == 0 {
				t.Errorf("%d alone, %d together", alone, together)
			}
			slices.Sort(whole)                                        // which of two at once comes first is nobody's choice
			if whole[len(whole)-1] != 1 || whole[0] != 2-len(whole) { // the last at once after the first
				t.Errorf("%d are to be answered whole", whole)
			}
		}))
	}
}

// Ensure that somebody who gives up has an answer at once, and that what went together is given up when nobody waits any more.
func TestJoiner_GivenUp(t *testing.T) {
	given := make(chan struct{})
	began := make(chan struct{}, 2)
	j := &tablerest.Joiner{URL: "http://x/shop", Most: 2, Doer: doerFunc(func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		began <- struct{}{}
		<-ctx.Done()
		given <- struct{}{}
		return nil, ctx.Err()
	})}
	ctx, stop := context.WithCancel(t.Context())
	errs := make(chan error)
	for range 2 {
		go func() {
			_, err := j.Do(ctx, tablerest.Request{Method: "POST", URL: j.URL + "/w"})
			errs <- err
		}()
	}
	<-began
	stop()
	for range 2 {
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	<-given
}
