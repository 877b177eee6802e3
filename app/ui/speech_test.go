package ui

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Ensure that a plan is spoken once for a stretch of typing, when it rests.
func TestPlanSpeech_OnceForAStretch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s planSpeech
		var spoken atomic.Int32
		key := func() { s.wait(func(f func()) { f() }, func() { spoken.Add(1) }) }
		for range 5 {
			key()
			time.Sleep(settled - time.Millisecond)
		}
		synctest.Wait()
		if spoken.Load() != 0 {
			t.Errorf("spoken %d times while it is typed", spoken.Load())
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if spoken.Load() != 1 {
			t.Errorf("spoken %d times after a stretch", spoken.Load())
		}
		key()
		time.Sleep(2 * settled)
		synctest.Wait()
		if spoken.Load() != 2 {
			t.Errorf("spoken %d times after two stretches", spoken.Load())
		}
	})
}
