package wire

import (
	"errors"
	"testing"

	"rangefinder/app/port"
)

func TestClient_Lost(t *testing.T) {
	near, _ := port.Pipe()
	c := NewClient(near)
	faults := make(chan error, 1)
	c.OnFault(func(err error) { faults <- err })
	done := make(chan error, 1)
	go func() {
		_, err := Call(t.Context(), c, Tables, SourceRequest{}, nil)
		done <- err
	}()
	for waiting := 0; waiting == 0; {
		c.mu.Lock()
		waiting = len(c.calls)
		c.mu.Unlock()
	}
	c.Lost("test")
	wantLost(t, <-done)
	wantLost(t, <-faults)
	_, err := Call(t.Context(), c, Tables, SourceRequest{}, nil)
	wantLost(t, err)
}

// Ensure that an answer about tables that the page has left is dropped, but for one that was asked to last.
func TestClient_LeftMeanwhile(t *testing.T) {
	near, _ := port.Pipe()
	c := NewClient(near)
	answered := func(call func() error) error {
		c.Enter("")
		done := make(chan error, 1)
		go func() { done <- call() }()
		var id int64
		for id == 0 {
			c.mu.Lock()
			for asked := range c.calls {
				id = asked
			}
			c.mu.Unlock()
		}
		c.Enter("r1")
		c.take(id).finish([]byte("{}"), nil)
		return <-done
	}
	err := answered(func() error { _, err := Call(t.Context(), c, Lab, LabRequest{}, nil); return err })
	if f, ok := errors.AsType[*Failure](err); !ok || f.Code != Canceled {
		t.Errorf("a measurement comes to %v", err)
	}
	if err := answered(func() error { _, err := Call(t.Context(), c, LabSearch, LabSearchRequest{}, nil); return err }); err != nil {
		t.Errorf("a search for keys comes to %v", err)
	}
}

func wantLost(t *testing.T, err error) {
	t.Helper()
	if f, ok := errors.AsType[*Failure](err); !ok || f.Code != WorkerLost {
		t.Fatalf("%v, want %s", err, WorkerLost)
	}
}
