package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"testing/synctest"
	"time"
)

// Ensure that a quiet server gives back what it used, once.
func TestGiveBack(t *testing.T) {
	read := func() (unused, cycles uint64) {
		s := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
		metrics.Read(s)
		return s[0].Value.Uint64() + s[1].Value.Uint64(), s[2].Value.Uint64()
	}
	percent := debug.SetGCPercent(-1) // else what is allocated meanwhile counts as live
	used := make([]byte, 128<<20)
	for i := range used {
		used[i] = 1
	}
	debug.SetGCPercent(percent)
	before, _ := read()
	if before < 128<<20 {
		t.Fatalf("%d bytes are used", before)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		go giveBack(ctx, time.Second)
		time.Sleep(10 * time.Second)
		stop()
	})
	after, once := read()
	if after > before-100<<20 {
		t.Errorf("of %d MiB, %d are still held", before>>20, after>>20)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		go giveBack(ctx, time.Second)
		time.Sleep(10 * time.Second)
		stop()
	})
	if _, cycles := read(); cycles != once {
		t.Errorf("what has nothing to give back is collected %d times", cycles-once)
	}
}

var kept []byte

// Ensure that a server that works, but so little that nothing needs to be collected, is not taken for a quiet one.
func TestGiveBack_SlowLoad(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	cycles := func() uint64 {
		s := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	before := cycles()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		go giveBack(ctx, time.Second)
		for range 40 {
			kept = make([]byte, 1<<20)
			time.Sleep(200 * time.Millisecond)
		}
		stop()
	})
	if n := cycles() - before; n > 0 {
		t.Errorf("collected %d times while it worked", n)
	}
}
