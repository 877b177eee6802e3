package tabs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
)

// Ensure that the next tab takes over with everything that was acknowledged, that the others follow it, and that results of
// before are gone for all of them.
func TestHost_Takeover_Kept(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	second := openTab(t, b, nil)
	second.insert(t, "Trips", "a", "1")
	third := openTab(t, b, nil)
	third.insert(t, "Trips", "a", "2")
	run, err := wire.Call(t.Context(), third, wire.Run, wire.QueryRequest{Table: "Trips"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first.kill()
	workertest.Next(t, "moved in the second", second.moved)
	workertest.Next(t, "moved in the third", third.moved)
	if n := third.count(t, "Trips"); n != 2 {
		t.Fatalf("%d entities after the takeover, want 2", n)
	}
	_, err = wire.Call(t.Context(), third, wire.Window, wire.WindowRequest{Result: run.Result, Count: 1}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
	again, err := wire.Call(t.Context(), third, wire.Run, wire.QueryRequest{Table: "Trips"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Result == run.Result {
		t.Errorf("result %d again", again.Result)
	}
	third.insert(t, "Trips", "a", "3")
	if n := second.count(t, "Trips"); n != 3 {
		t.Fatalf("the new holder has %d entities, want 3", n)
	}
	second.kill()
	workertest.Next(t, "moved in the third", third.moved)
	if n := third.count(t, "Trips"); n != 3 {
		t.Fatalf("%d entities after two takeovers, want 3", n)
	}
	workertest.None(t, "moved once more", third.moved)
}

// Ensure that a read in flight is asked again and that a write is not: neither one that never arrived nor one whose answer
// was lost.
func TestHost_Takeover_InFlight(t *testing.T) {
	for _, test := range []struct {
		name string
		hang func(*fakeTab)
		want int // entities afterwards
	}{
		{"not done", (*fakeTab).deafen, 1},
		{"done", (*fakeTab).mute, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newFakeBrowser()
			first := openTab(t, b, nil)
			if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
				t.Fatal(err)
			}
			second, third := openTab(t, b, nil), openTab(t, b, nil)
			for i, x := range []*tab{second, third} {
				if n := x.count(t, "Trips"); n != 0 {
					t.Fatalf("tab %d sees %d entities", i, n)
				}
			}
			first.insert(t, "Trips", "a", "0")
			test.hang(first.fakeTab)
			answers := make(chan error, 4)
			for i, x := range []*tab{second, third} {
				go func() {
					_, err := wire.Call(t.Context(), x, wire.Entity, wire.KeyRequest{Table: "Trips", PartitionKey: "a", RowKey: "0"}, nil)
					answers <- err
				}()
				if i > 0 {
					continue
				}
				go func() {
					_, err := wire.Call(t.Context(), x, wire.Apply, insertOf("Trips", "a", "1"), nil)
					if f, ok := errors.AsType[*wire.Failure](err); ok && f.Code == wire.OutcomeUnknown {
						err = nil
					} else {
						err = fmt.Errorf("a write in flight: %v", err)
					}
					answers <- err
				}()
			}
			b.settle(first.fakeTab, 3)
			workertest.None(t, "an answer of a dead tab", answers)
			first.kill()
			for range 3 {
				if err := workertest.Next(t, "an answer", answers); err != nil {
					t.Error(err)
				}
			}
			if n := third.count(t, "Trips"); n != test.want {
				t.Errorf("%d entities, want %d", n, test.want)
			}
		})
	}
}

// Ensure that tabs that come and go under load lose no acknowledged write and do none twice.
func TestHost_Takeover_UnderLoad(t *testing.T) {
	b := newFakeBrowser()
	tabs := []*tab{openTab(t, b, nil)}
	if err := wire.Do(t.Context(), tabs[0], wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	acked, unknown := map[string]bool{}, map[string]bool{}
	var writers sync.WaitGroup
	write := func(x *tab, name string) {
		for i := 0; ; i++ {
			rk := fmt.Sprint(name, "-", i)
			_, err := wire.Call(context.Background(), x, wire.Apply, insertOf("Trips", "a", rk), nil)
			mu.Lock()
			f, failed := errors.AsType[*wire.Failure](err)
			switch {
			case err == nil:
				acked[rk] = true
			case failed && f.Code == wire.OutcomeUnknown:
				unknown[rk] = true
			case failed && (f.Code == wire.WorkerLost || f.Code == wire.Canceled), x.killed(): // its own tab is gone
				mu.Unlock()
				return
			default:
				t.Error(err)
			}
			mu.Unlock()
		}
	}
	const rounds = 8
	for round := range rounds {
		x := openTab(t, b, nil)
		tabs = append(tabs, x)
		writers.Go(func() { write(x, fmt.Sprint("w", round)) })
		for {
			mu.Lock()
			n := len(acked)
			mu.Unlock()
			if n >= (round+1)*50 || t.Failed() {
				break
			}
			time.Sleep(time.Millisecond)
		}
		gone := tabs[0]
		tabs = tabs[1:]
		gone.kill()
		gone.Client.Lost("closed")
	}
	last := tabs[0]
	n := last.count(t, "Trips")
	last.Client.Lost("closed")
	writers.Wait()
	check := openTab(t, b, nil)
	last.kill()
	n = check.count(t, "Trips")
	for rk := range acked {
		if _, err := wire.Call(t.Context(), check, wire.Entity, wire.KeyRequest{Table: "Trips", PartitionKey: "a", RowKey: rk}, nil); err != nil {
			t.Errorf("%s was acknowledged: %v", rk, err)
		}
	}
	// What is there and was not acknowledged was unknown, or cut off with its tab.
	if n < len(acked) || n > len(acked)+len(unknown)+rounds+1 {
		t.Errorf("%d entities; %d acknowledged, %d unknown", n, len(acked), len(unknown))
	}
	t.Logf("%d acknowledged, %d unknown", len(acked), len(unknown))
}
