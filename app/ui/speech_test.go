package ui

import (
	"testing"
	"testing/synctest"
	"time"
)

// Ensure that a plan is spoken once for a stretch of typing, when it rests.
func TestPlanSpeech_OnceForAStretch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s planSpeech
		spoken := 0
		key := func() { s.wait(func(f func()) { f() }, func() { spoken++ }) }
		for range 5 {
			key()
			time.Sleep(settled - time.Millisecond)
		}
		if spoken != 0 {
			t.Errorf("spoken %d times while it is typed", spoken)
		}
		time.Sleep(time.Second)
		if spoken != 1 {
			t.Errorf("spoken %d times after a stretch", spoken)
		}
		key()
		time.Sleep(2 * settled)
		if spoken != 2 {
			t.Errorf("spoken %d times after two stretches", spoken)
		}
	})
}
