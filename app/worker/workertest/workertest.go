package workertest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Next waits for an event.
func Next[T any](t *testing.T, what string, events <-chan T) T {
	t.Helper()
	select {
	case v := <-events:
		return v
	case <-time.After(time.Minute):
		t.Fatalf("%s never came", what)
		panic("unreachable")
	}
}

func None[T any](t *testing.T, what string, events <-chan T) {
	t.Helper()
	select {
	case v := <-events:
		t.Fatalf("%s: %v", what, v)
	default:
	}
}

// Fill loads a table of partitions p000, p001 … with rows r0000 … each: N counts entities, S is text, Odd only where N is.
func Fill(t *testing.T, db *engine.DB, table string, partitions, rows int) {
	t.Helper()
	ctx := t.Context()
	if err := db.CreateTable(ctx, table); err != nil {
		t.Fatal(err)
	}
	l, err := db.Load(ctx, table)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for p := range partitions {
		for r := range rows {
			properties := []engine.Property{{Name: "N", Value: edm.NewInt32(int32(n))}, {Name: "S", Value: edm.NewString(fmt.Sprint("text ", n%7))}}
			if n%2 == 1 {
				properties = append(properties, engine.Property{Name: "Odd", Value: edm.NewBoolean(true)})
			}
			if err := l.Add(fmt.Sprintf("p%03d", p), fmt.Sprintf("r%04d", r), properties); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
}

// Failure returns the Failure that err is.
func Failure(t *testing.T, err error) *wire.Failure {
	t.Helper()
	f, ok := errors.AsType[*wire.Failure](err)
	if !ok {
		t.Fatalf("error %v is not a Failure", err)
	}
	return f
}

func WantCode(t *testing.T, err error, code string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", code)
	}
	if f := Failure(t, err); f.Code != code {
		t.Fatalf("%s, want %s", f.Error(), code)
	}
}

// Within fails when something takes more than a minute: a lost answer.
func Within(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatalf("%s never came", what)
	}
}
