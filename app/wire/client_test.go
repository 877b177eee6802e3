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

func wantLost(t *testing.T, err error) {
	t.Helper()
	if f, ok := errors.AsType[*Failure](err); !ok || f.Code != WorkerLost {
		t.Fatalf("%v, want %s", err, WorkerLost)
	}
}
