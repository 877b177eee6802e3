package tablerest_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rangefinder/engine/tablerest"
)

// Ensure that no more requests are under way than a Retrier allows, and that all who send stop together while one of them was told
// that the service is busy, and go on with fewer.
func TestRetrier_Together(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under, most, sent, afterwards atomic.Int32
		var busy atomic.Bool
		var quiet time.Time
		d := answering(func(tablerest.Request) (*tablerest.Response, error) {
			n := under.Add(1)
			defer under.Add(-1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			began := time.Now()
			time.Sleep(40 * time.Millisecond)
			switch count := sent.Add(1); {
			case count == 20:
				quiet = time.Now().Add(time.Second)
				busy.Store(true)
				return &tablerest.Response{Status: 503, Body: `{"odata.error":{"code":"ServerBusy","message":{"value":"x"}}}`}, nil
			case busy.Load() && began.Before(quiet) && began.After(quiet.Add(-time.Second)):
				t.Errorf("a request was sent %v before the pause was over", quiet.Sub(began))
			case busy.Load() && !began.Before(quiet) && afterwards.Add(1) <= 4 && n > 4:
				t.Errorf("%d requests were under way after the pause", n)
			}
			return &tablerest.Response{Status: 200}, nil
		})
		r := &tablerest.Retrier{Doer: d, AtOnce: 8, Policy: func() tablerest.Policy {
			return tablerest.Policy{Kind: tablerest.Linear, Retries: 3, Wait: time.Second}
		}}
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				for range 10 {
					if answer, err := r.Do(context.Background(), tablerest.Request{Method: "GET", URL: "http://x"}); err != nil || answer.Status != 200 {
						t.Errorf("%+v, %v", answer, err)
					}
				}
			})
		}
		synctest.Wait()
		if most.Load() != 8 {
			t.Errorf("%d requests were under way", most.Load())
		}
		all.Wait()
		if sent.Load() != 161 || most.Load() > 8 {
			t.Errorf("%d requests, %d at once", sent.Load(), most.Load())
		}
	})
}

// Ensure that who waits for its turn can be stopped, and that a failure without an answer makes room.
func TestRetrier_TogetherStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failed := errors.New("no answer")
		r := &tablerest.Retrier{AtOnce: 1, Doer: answering(func(tablerest.Request) (*tablerest.Response, error) {
			time.Sleep(time.Second)
			return nil, failed
		})}
		ctx, stop := context.WithCancel(context.Background())
		first, second := make(chan error, 1), make(chan error, 1)
		go func() { _, err := r.Do(context.Background(), tablerest.Request{}); first <- err }()
		synctest.Wait()
		go func() { _, err := r.Do(ctx, tablerest.Request{}); second <- err }()
		synctest.Wait()
		stop()
		if err := <-second; !errors.Is(err, context.Canceled) {
			t.Errorf("who waited got %v", err)
		}
		if err := <-first; err != failed {
			t.Errorf("the first got %v", err)
		}
		if _, err := r.Do(context.Background(), tablerest.Request{}); err != failed {
			t.Errorf("the third got %v", err)
		}
	})
}

// Ensure that the short policy ends within half a minute or so.
func TestPolicy_Short(t *testing.T) {
	var least, most time.Duration
	p := tablerest.Short.Policy()
	for n := 0; ; n++ {
		low, ok := p.Pause(n, 0)
		high, _ := p.Pause(n, 1)
		if !ok {
			break
		}
		least, most = least+low, most+high
	}
	if want := 31 * time.Second; least != want*8/10 || most != want*12/10 {
		t.Errorf("it waits %v to %v", least, most)
	}
}
